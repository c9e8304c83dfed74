"""A Game survives its compact text, which is another one for every other Game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gamedsl.graph.compact import digest, from_text, to_text
from gamedsl.graph.model.game import Game
from share import less
from unit.graph.court import court
from unit.graph.generic import few_changes, zoo
from unit.graph.samples import tic_tac_toe

SAMPLES = (tic_tac_toe, court, lambda: zoo(court()))


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_game_written_and_read_is_the_same_game(sample: Callable[[], Game]) -> None:
    game = sample()
    read = from_text(to_text(game))
    assert read == game
    assert to_text(read) == to_text(game)
    assert digest(read) == digest(game)


def test_any_change_of_a_game_changes_its_digest() -> None:
    game = zoo(court())
    own = digest(game)
    seen = {own}
    for path, changed in few_changes(game, Game):
        name = digest(changed)
        assert name != own, path
        seen.add(name)
    assert len(seen) > less(500, 200)


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", "[[],null]", "[[],[null]]", "[[],[0]]", '[["game.Game"],[0]]', '[["os.system"],[0,"true"]]', "[[],true]",
        '[["types.Flag"],[0]]', '[["types.Flag"],[-2]]', "[" * 100_000,
    ],
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="compact form"):
        from_text(text)
