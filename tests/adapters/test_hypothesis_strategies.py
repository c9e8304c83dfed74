"""Positions and matches as strategies: they are legal, and what fails shrinks to a short match."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis.strategies import SearchStrategy

import gamedsl
from docs import pages
from gamedsl.adapters.hypothesis_strategies import Position, matches, positions

CLASSICS = pages.ROOT / "games/classics"
NIM = gamedsl.load_rules(CLASSICS / "nim.gdl")
FEW = settings(max_examples=15, database=None, deadline=None)


@FEW
@given(positions(NIM))
def test_positions_are_played_from_the_beginning(position: Position) -> None:
    match = gamedsl.Match(position.engine, position.seed)
    for played in position.played:
        match.move(played.seat, played.text)
    assert match.state.bytes[: position.game.layout.size] == position.state.bytes[: position.game.layout.size]


@FEW
@given(matches(gamedsl.load_rules(CLASSICS / "goofspiel.gdl"), 2, most_moves=6))
def test_matches_end(match: gamedsl.Match) -> None:
    assert match.outcome is not None


@FEW
@given(positions(NIM, last_piece="wins", most_moves=0))
def test_options_and_the_number_of_moves_are_kept(position: Position) -> None:
    assert (dict(position.game.options), position.played) == ({"last_piece": "wins"}, ())


def test_what_fails_shrinks_to_few_moves() -> None:
    found = find(positions(NIM), lambda position: len(position.played) > 2, settings=settings(database=None))
    assert len(found.played) == 3
    assert found.seed == 0
    assert repr(found).count(" plays ") == 3


@pytest.mark.parametrize("strategy", [matches, positions])
def test_what_fails_is_shown_with_its_moves_and_an_expression_that_plays_it_again(
    strategy: Callable[..., SearchStrategy[gamedsl.Match | Position]],
) -> None:
    """As Hypothesis prints it for a failing test; the test above shrinks."""

    @settings(max_examples=20, database=None, deadline=None, print_blob=False, phases=[Phase.generate])
    @given(strategy(NIM, most_moves=6))
    def fails(drawn: gamedsl.Match | Position) -> None:
        assert len(drawn.played) < 3

    with pytest.raises(AssertionError) as caught:
        fails()
    [shown] = [note for note in caught.value.__notes__ if "drawn=" in note]
    assert shown.count(" plays ") >= 3
    assert "P1 plays turns(" in shown
    [pasted] = re.findall(r"again: (gamedsl\.Match\.from_json\('.*', rules\))", shown)
    again: gamedsl.Match = eval(pasted, {"gamedsl": gamedsl, "rules": NIM})
    told = re.findall(r"P\d plays (.*)", shown)
    assert [one.text for one in again.played] == told


def test_broken_rules_say_which_moves_led_there() -> None:
    text = (CLASSICS / "kuhn_poker.gdl").read_text(encoding="utf-8").replace("    folded = yes", "    paid += 2")
    with pytest.raises(gamedsl.Fault) as caught:
        find(positions(gamedsl.parse_rules(text)), lambda _: False, settings=settings(database=None, derandomize=True))
    assert any("P1 plays bet" in note for note in caught.value.__notes__)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(gamedsl.SetupError, match="not 9"):
        positions(NIM, 9)
    with pytest.raises(gamedsl.ArgumentError, match="most_moves"):
        matches(NIM, most_moves=-1)
    with pytest.raises(gamedsl.ArgumentError, match="`rules` are those of `load_rules`, not 'nim'"):
        positions(cast(gamedsl.Rules, "nim"))
