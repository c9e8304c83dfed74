"""Kuhn poker is worth -1/18 to the first player (H. W. Kuhn, 1950), shown exactly on our own tree.

Kuhn's strategies are held against every pure answer: the first player can make sure of -1/18, and the second can see to it that
he gets no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from games import shipped

VALUE = Fraction(-1, 18)
FIRST = SeatId(0)

Known = tuple[str, str]
"""An information set: the own card, and what has been said (`check, bet`)."""
Strategy = Mapping[Known, Fraction]
"""The probability of betting or calling."""


def first(bluff: Fraction) -> Strategy:
    """Kuhn's strategies of the first player; `bluff`, of 0 to 1/3, is how often the jack is bet."""
    return {
        ("Jack", ""): bluff,
        ("Jack", "check, bet"): Fraction(0),
        ("Queen", ""): Fraction(0),
        ("Queen", "check, bet"): bluff + Fraction(1, 3),
        ("King", ""): 3 * bluff,
        ("King", "check, bet"): Fraction(1),
    }


SECOND_BEST: Strategy = {
    ("Jack", "check"): Fraction(1, 3),
    ("Jack", "bet"): Fraction(0),
    ("Queen", "check"): Fraction(0),
    ("Queen", "bet"): Fraction(1, 3),
    ("King", "check"): Fraction(1),
    ("King", "bet"): Fraction(1),
}


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 6), Fraction(1, 3)], ids=str)
def test_the_first_player_can_make_sure_of_it(bluff: Fraction) -> None:
    assert min(_worth(first(bluff), answer) for answer in _pure(SECOND_BEST)) == VALUE


def test_the_second_player_grants_no_more() -> None:
    assert max(_worth(answer, SECOND_BEST) for answer in _pure(first(Fraction(0)))) == VALUE


def test_other_bluffs_are_worse() -> None:
    often = {**first(Fraction(1, 2)), ("King", ""): Fraction(1)}
    assert min(_worth(often, answer) for answer in _pure(SECOND_BEST)) < VALUE


def _pure(like: Strategy) -> Iterator[Strategy]:
    """All strategies without chance for the same information sets."""
    for choice in product((Fraction(0), Fraction(1)), repeat=len(like)):
        yield dict(zip(like, choice, strict=True))


Line = tuple[Fraction, tuple[tuple[SeatId, Known, bool], ...], int]
"""A complete history: the probability of its cards, its decisions (bet or call?), and what the first player gets."""


def _worth(mine: Strategy, theirs: Strategy) -> Fraction:
    """What the first player gets on average."""
    total = Fraction(0)
    for chance, decisions, chips in _lines():
        for seat, known, bold in decisions:
            bet = (mine if seat == FIRST else theirs)[known]
            chance *= bet if bold else 1 - bet
        total += chance * chips
    return total


@cache
def _lines() -> tuple[Line, ...]:
    engine = ReferenceEngine(shipped.game("kuhn_poker", shipped.setups("kuhn_poker")[0]), Checking.ON)
    return tuple(_walk(engine, engine.initial(None), Fraction(1), (), ""))


def _walk(
    engine: ReferenceEngine,
    state: ReferenceState,
    chance: Fraction,
    decisions: tuple[tuple[SeatId, Known, bool], ...],
    said: str,
) -> Iterator[Line]:
    outcome = engine.outcome(state)
    if outcome is not None:
        yield chance, decisions, outcome.totals[FIRST]
        return
    outcomes = engine.chance(state)
    total = sum(one.weight for one in outcomes)
    for one in outcomes:
        yield from _walk(engine, engine.play_chance(state, one), chance * Fraction(one.weight, total), decisions, said)
    for seat in engine.to_act(state):
        card = next(zone.contents for zone in engine.view(state, seat).zones if zone.name == f"P{seat + 1}.hand")
        assert card is not None
        for move in engine.moves(state, seat):
            decision = (seat, (card[0][0], said), move.text in ("bet", "call"))
            after = f"{said}, {move.text}" if said else move.text
            yield from _walk(engine, engine.play(state, seat, move), chance, (*decisions, decision), after)
