"""Laws of views: what a seat sees depends on nothing that is hidden from it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given

from gamedsl.graph.game import ZoneSpec
from gamedsl.graph.types import SeatId
from gamedsl.pipeline import Setup
from gamedsl_interpreter.engine import Event, View
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.reference.values import Counts, bag, normal
from games import shipped
from property.walks import SEEDS, law, match, some_setups

HIDING = ("gloriana", "glory_islands", "goofspiel", "hearts", "kuhn_poker", "lost_cities", "love_letter")
"""Games in which something is hidden."""

EVERY = 7


@law(examples=20)
@given(some_setups(*HIDING), SEEDS)
def test_hidden_pieces_can_be_exchanged_unnoticed(which: tuple[str, Setup], seed: int) -> None:
    engine, dice = shipped.engine(*which), random.Random(seed)
    for state, turn in match(engine, seed, most=60):
        if turn is not None and turn.number % EVERY:
            continue
        for seat in map(SeatId, range(len(engine.game.seats))):
            view = engine.view(state, seat)
            for other in _exchanged(engine, state, _unseen(engine, state, view), dice):
                assert engine.view(other, seat) == view


def test_games_with_secrets_have_something_to_exchange() -> None:
    dice = random.Random(1)
    for name in HIDING:
        engine = shipped.engine(name, shipped.setups(name)[-1])
        found = 0
        for state, _ in match(engine, 1, most=30):
            view = engine.view(state, SeatId(0))
            others = _exchanged(engine, state, _unseen(engine, state, view), dice)
            found += sum(other.bytes != state.bytes for other in others)
        assert found, name


def _unseen(engine: ReferenceEngine, state: ReferenceState, view: View) -> list[tuple[int, ZoneSpec]]:
    """Zone instances whose content the seat does not see, and which hold something."""
    names = {zone.name for zone in view.zones if zone.contents is None and zone.count != 0}
    machine = engine.machine
    specs = [spec for spec in engine.game.zones for _ in spec.start]
    return [
        (i, spec)
        for i, spec in enumerate(specs)
        if machine.texts.zones[i] in names and machine.zones.contents(list(state.frame), i)
    ]


def _exchanged(
    engine: ReferenceEngine, state: ReferenceState, unseen: list[tuple[int, ZoneSpec]], dice: random.Random
) -> Iterator[ReferenceState]:
    """Positions in which two pieces with equal backs have changed places, and in which the order of a pile is another."""
    first = engine.machine.slots.fields
    for at, spec in unseen:
        lying = state.frame[first + at]
        if spec.form == "pile" and len(lying) > 1:
            below = list(lying[:-1])  # the back of the top card may be seen
            dice.shuffle(below)
            yield _with(state, {first + at: normal([*below, lying[-1]])})
    for (a, one), (b, other) in combinations(unseen, 2):
        if one.classes != other.classes:
            continue
        x, y = (dice.choice(engine.machine.zones.contents(list(state.frame), zone))[0] for zone in (a, b))
        if engine.game.kinds[x].back == engine.game.kinds[y].back:
            mine, theirs = (state.frame[first + zone] for zone in (a, b))
            yield _with(state, {first + a: _replaced(mine, x, y, one), first + b: _replaced(theirs, y, x, other)})


def _replaced(lying: Any, old: int, new: int, spec: ZoneSpec) -> tuple[Any, ...]:
    """The content with one piece replaced: of a pile, one in the first segment that has it."""
    if spec.form != "pile":
        return _one_replaced(lying, old, new)
    segments = list(lying)
    at = next(i for i, segment in enumerate(segments) if any(kind == old for kind, _ in segment))
    segments[at] = _one_replaced(segments[at], old, new)
    return normal(segments)


def _one_replaced(counts: Counts, old: int, new: int) -> Counts:
    return bag([*((kind, count - (kind == old)) for kind, count in counts), (new, 1)])


def _with(state: ReferenceState, changes: dict[int, object]) -> ReferenceState:
    """The state with other values in some places of its frame."""
    frame = [changes.get(i, value) for i, value in enumerate(state.frame)]
    return evolve(state, frame=tuple(frame), asked={})


# ---------------------------------------------------------------- information sets


@pytest.mark.parametrize(
    ("name", "matches", "most"), [("kuhn_poker", 60, 9), ("goofspiel", 60, 9), ("love_letter", 80, 5), ("hearts", 3, 9)]
)
def test_equal_observations_give_equal_views_and_moves(name: str, matches: int, most: int) -> None:
    engine = shipped.engine(name, shipped.setups(name)[-1])
    known: dict[tuple[SeatId, tuple[Event, ...]], tuple[View, tuple[str, ...]]] = {}
    met_again = 0
    for seed in range(matches):
        for state, _ in match(engine, seed, most):
            for seat in map(SeatId, range(len(engine.game.seats))):
                view = engine.view(state, seat)
                moves = tuple(m.text for m in engine.moves(state, seat)) if seat in engine.to_act(state) else ()
                before = known.setdefault((seat, view.events), (view, moves))
                met_again += before[0] is not view
                assert (view, moves) == before
    assert met_again
