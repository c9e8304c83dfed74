"""The dump shows everything, and the same to everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from gamedsl.graph.model.expressions import Form
from gamedsl.graph.model.game import Game
from gamedsl.graph.text.dump import dump
from share import picked
from unit.graph.court import court
from unit.graph.generic import Path, few_changes, zoo
from unit.graph.samples import tic_tac_toe

EXPRESSIONS = {cls.__name__ for cls in get_args(Form)}

NAMES_OF_NOTHING = {("Select", "element"), ("Draw", "element"), ("Shuffle", "under")}
"""What is shown only with the formula that uses it."""


@pytest.mark.parametrize("sample", picked([tic_tac_toe, court], [court]))
def test_any_change_of_a_game_shows_in_its_dump(sample: Callable[[], Game]) -> None:
    game = zoo(sample())
    whole, open_text = dump(game), _without_digest(dump(game))
    for path, changed in few_changes(game, Game):
        if ("Game", "about") in path:
            continue
        text = dump(changed)
        assert text != whole, path
        assert _stands_for_the_digest(path) or _without_digest(text) != open_text, path


def test_nodes_are_grouped_by_cluster_in_program_order() -> None:
    text = dump(court())
    titles = [line.strip("- ") for line in text.splitlines() if line.startswith("----")]
    assert titles == ["setup", "rounds", "bidding", "court_life", "end"]


def test_a_plan_is_a_tree() -> None:
    text = dump(court())
    assert "\n         menu\n           hire\n             helper: one of" in text


def _without_digest(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("  digest"))


def _stands_for_the_digest(path: Path) -> bool:
    """Sites, the types of formulas inside formulas, and binders without a use."""
    return path[-1] in NAMES_OF_NOTHING or any(
        field == "site" or (field == "type" and cls in EXPRESSIONS) for cls, field in path
    )
