"""Exact answers and the search for trouble, as other programs ask for them."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import pytest

import gamedsl
from cli.test_secrets import WHISPERS
from gamedsl.api import solving
from games import shipped
from share import less

HEAPS = """
game heaps:
    players 2 to 3

shared:
    heap: 0..7 = 7

rounds at most 9:
    turns

phase turns, each player:
    choose number: one of 1..3 where it <= heap
    heap -= number

game ends when heap is 0

invariant never_two: heap is not 2
possible one_left: heap is 1
possible too_many: heap is 6 and round is 3
"""


def _game(name: str) -> gamedsl.Game:
    return shipped.game(name, shipped.setups(name)[0])


def test_an_open_game_has_values_and_a_match_of_best_play() -> None:
    solution = gamedsl.solve(_game("tic_tac_toe"))
    assert isinstance(solution, gamedsl.OpenSolution)
    half = Fraction(1, 2)
    assert (solution.aim, solution.payoff, solution.is_exact) == (gamedsl.Aim.VICTORY, (half, half), True)
    assert (solution.positions, len(solution.moves), len(solution.play)) == (5478, 9, 9)
    assert solution.play[0] == gamedsl.Played(0, solution.moves[0].move)


def test_a_hidden_game_has_mixtures() -> None:
    solution = gamedsl.solve(_game("kuhn_poker"), within=0.01)
    assert isinstance(solution, gamedsl.HiddenSolution)
    assert solution.exploitability <= 0.01
    assert abs(float(solution.payoff[0]) + 1 / 18) < 0.01
    assert len(solution.mixtures) == 12
    assert all(sum(one.shares) == pytest.approx(1) for one in solution.mixtures)
    few = gamedsl.solve(_game("kuhn_poker"), within=0, rounds=3)
    assert isinstance(few, gamedsl.HiddenSolution)
    assert few.rounds == 3


def test_what_cannot_be_solved_is_said() -> None:
    with pytest.raises(gamedsl.TooManyError, match="connect_four has more than 50 positions: allow more with `most`"):
        gamedsl.solve(_game("connect_four"), most=50)
    with pytest.raises(gamedsl.ArgumentError, match="something is hidden from 3 players"):
        gamedsl.solve(_game("gloriana"))
    with pytest.raises(gamedsl.ArgumentError, match="a lead is what one of two players has"):
        gamedsl.solve(shipped.game("pig", shipped.setups("pig")[-1]), gamedsl.Aim.LEAD)
    with pytest.raises(gamedsl.ArgumentError, match="`within` is a number, 0 or more, not -1"):
        gamedsl.solve(_game("nim"), within=-1)


def test_time_ends_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second passes with every call of `watch`."""
    seconds = itertools.count()
    monkeypatch.setattr(solving, "monotonic", lambda: next(seconds))
    too_long = "connect_four is not solved after 50 seconds, after .* moves deep"
    with pytest.raises(gamedsl.TooManyError, match=too_long):
        gamedsl.solve(_game("connect_four"), seconds=50)
    counted: list[int] = []
    solution = gamedsl.solve(_game("kuhn_poker"), within=0, seconds=60, watch=counted.append)
    assert isinstance(solution, gamedsl.HiddenSolution)
    assert len(counted) == 61
    assert 0 < solution.rounds < 61
    with pytest.raises(gamedsl.ArgumentError, match="`seconds` is a number above 0, not 0"):
        gamedsl.solve(_game("nim"), seconds=0)


def test_trouble_has_its_line_its_match_and_an_example() -> None:
    rules = gamedsl.parse_rules(HEAPS)
    first, second = gamedsl.verify(rules, matches=20, seconds=0)
    assert [one.setup.players for one in (first, second)] == [2, 3]
    (trouble,) = first.troubles
    assert (trouble.fault.code, trouble.diagnostic.code) == ("E_INVARIANT", "E_INVARIANT")
    assert "invariant never_two: heap is not 2" in trouble.report
    assert "<- here" in trouble.report
    assert [one.seat for one in (*trouble.moves, *filter(None, [trouble.failing]))] == [0, 1]
    assert (first.is_sound, second.is_sound) == (False, False)
    assert second.troubles == ()
    assert first.idle is None
    example = trouble.example or ""
    written = gamedsl.parse_rules(HEAPS + "\n" + example)
    assert [one.passed for one in written.examples()] == [False]
    with pytest.raises(gamedsl.Fault):
        gamedsl.verify_replay(gamedsl.engine_for(rules.game(2), gamedsl.Checking.ON), trouble.replay)


def test_what_must_be_possible_is_shown_or_disproved() -> None:
    rules = gamedsl.parse_rules(HEAPS.replace("invariant never_two: heap is not 2\n", ""))
    (found,) = gamedsl.verify(rules, rules.setups()[:1], seconds=0)
    assert found.is_whole
    one_left, too_many = found.possibles
    assert (one_left.name, one_left.is_proved, too_many.is_proved) == ("one_left", True, True)
    assert one_left.replay is not None
    assert [one.seat for one in one_left.moves] == [0, 1]
    assert (too_many.replay, too_many.moves, found.is_sound) == (None, (), True)
    game = rules.game(2)
    match = gamedsl.Match.from_json(gamedsl.replay_to_json(game, one_left.replay), gamedsl.engine_for(game))
    assert match.outcome is not None, "the last stone is taken without a choice"
    assert found.idle is not None
    assert found.idle.fields == ()


def test_setups_of_other_rules_are_refused() -> None:
    rules = gamedsl.parse_rules(HEAPS)
    with pytest.raises(gamedsl.ArgumentError, match="heaps has no such setup"):
        gamedsl.verify(rules, [gamedsl.Setup(5, ())])
    with pytest.raises(gamedsl.RulesError, match="declares no game"):
        gamedsl.verify(gamedsl.parse_rules(""))


def test_what_a_seat_can_tell_has_its_line() -> None:
    """Only a search for secrets looks for them, and each has the line that tells it."""
    rules = gamedsl.parse_rules(WHISPERS.format(mark=""))
    (plain,) = gamedsl.verify(rules, rules.setups()[:1], matches=4, seconds=0, secrets=0)
    assert not plain.troubles
    (told,) = gamedsl.verify(rules, rules.setups()[:1], matches=4, seconds=0, secrets=12)
    (trouble,) = told.troubles
    line = WHISPERS.split("\n").index("    if {mark}some(hand where number > 6): points += 1") + 1
    assert trouble.data["code"] == "E_SECRET"
    assert f'"start": {{"line": {line}, "column": 8,' in json.dumps(trouble.data["primary"])
    openly = gamedsl.parse_rules(WHISPERS.format(mark="openly "))
    (meant,) = gamedsl.verify(openly, openly.setups()[:1], matches=4, seconds=0, secrets=less(12, 4))
    assert not meant.troubles
