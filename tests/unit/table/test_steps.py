"""What is told of the open steps of a decision is what all of its complete moves say together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

import pytest

import gamedsl
from gamedsl.graph.model.types import SeatId
from gamedsl.table.steps import (
    SEVERAL,
    Path,
    find_asked_selections,
    list_chosen_things,
    paths,
    several,
    step_after,
    things_forced_before,
)
from gamedsl_interpreter.engine import Engine, State, Step
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.things import Thing
from property.walks import match

RULES = """
game stall:
    players 2

type symbol: Sun, Moon, Star

grid cell 2 by 2

each cell:
    mark: player or none = none

component 24 card in deck:
    name   symbol  cost  count
    Dawn   Sun     1     6
    Noon   Sun     2     6
    Tide   Moon    1     6
    Comet  Star    3     6

shared:
    deck: bag of card, seen by nobody
    row: bag of card
    log = 0

each player:
    hand: bag of card, seen by owner

setup:
    draw 3 from deck to row

rounds up to 2:
    turns

phase turns, each player:
    draw 3 from deck to hand
    choose one:
        trade
        show
        pay
        place
        rest
    move hand to deck

action trade:
    choose:
        offered: 2 of hand
        taken: one of row where cost < 2
        more: may if log > 0
    move offered to row
    move taken to hand

action show:
    choose:
        cards: any of hand, distinct symbol
        kept: one of hand
    move cards to row

action pay:
    choose:
        coin: one of hand where cost is 2
        others: some of hand
        require exact: sum(c.cost for c in others) >= 3
    move others to row

action place:
    choose:
        places: 2..3 of cell where mark is none
        last_place: one of cell where mark is none and it not in places
    for p in places: p.mark = me

action rest:
    may choose added: one of 2..3
    log += added

ranking by highest log, ties shared
"""

Decision = tuple[State, SeatId, list[Path]]


@pytest.fixture(scope="module")
def engine() -> Engine[State]:
    return cast("Engine[State]", ReferenceEngine(gamedsl.parse_rules(RULES).game()))


@pytest.fixture(scope="module")
def decisions(engine: Engine[State]) -> list[Decision]:
    """Positions, each with who acts, and with all complete moves."""
    turns = ((state, turn.seat) for state, turn in match(engine, 1) if turn is not None)
    return [(state, seat, paths(engine, state, seat, 1000) or []) for state, seat in turns]


def test_paths_are_all_moves_in_order(engine: Engine[State], decisions: list[Decision]) -> None:
    kinds: set[str] = set()
    for state, seat, every in decisions:
        assert tuple(path.move for path in every) == tuple(engine.moves(state, seat))
        assert paths(engine, state, seat, len(every)) == every
        assert paths(engine, state, seat, len(every) - 1) is None
        kinds.update(step.kind for path in every for step, _ in path.steps)
    assert kinds >= {"menu", "gate", "one", "count", "group", "member"}


def test_answers_lead_along_a_path(engine: Engine[State], decisions: list[Decision]) -> None:
    for state, seat, every in decisions:
        for path in every:
            assert step_after(engine, state, seat, _values(path)) == path.move
            assert find_asked_selections(engine, state, seat, path.move) == {step.name for step, _ in path.steps}
        for values, step, ahead in _steps(every):
            assert step_after(engine, state, seat, values) == step
            assert paths(engine, state, seat, 1000, values) == ahead


def test_a_selection_of_several_is_what_all_moves_select(engine: Engine[State], decisions: list[Decision]) -> None:
    for state, seat, every in decisions:
        for values, step, ahead in _steps(every):
            if step.kind in SEVERAL:
                chosen = [dict(list_chosen_things(path.move, step.name)) for path in ahead]
                sizes = [sum(one.values()) for one in chosen]
                most = {thing: max(one.get(thing, 0) for one in chosen) for one in chosen for thing in one}
                found = several(engine, state, seat, values, step)
                assert (found.fewest, found.most, dict(found.candidates)) == (min(sizes), max(sizes), most)


def test_forced_things_are_in_all_moves_and_asked_in_none(engine: Engine[State], decisions: list[Decision]) -> None:
    times = 0
    for state, seat, every in decisions:
        for values, step, ahead in _steps(every):
            unasked = [_unasked_before(path, step) for path in ahead]
            forced = [one for one in unasked[0] if all(one in others for others in unasked)]
            assert things_forced_before(engine, state, seat, values, step) == [thing for _, thing in forced]
            times += bool(forced)
    assert times


def _values(path: Path) -> list[int]:
    return [option.value for _, option in path.steps]


def _steps(every: Sequence[Path]) -> Iterator[tuple[list[int], Step, list[Path]]]:
    """Yields each open step once, with the answers before it, and the moves that begin with these."""
    for at, path in enumerate(every):
        for number, (step, _) in enumerate(path.steps):
            values = _values(path)[:number]
            ahead = [one for one in every if _values(one)[:number] == values]
            if ahead[0] is every[at]:
                yield values, step, ahead


def _unasked_before(path: Path, step: Step) -> list[tuple[str, Thing]]:
    chosen = [one for choice in path.move.choices for one in choice.values]
    names = [name for name, _ in chosen]
    asked = {one.name for one, _ in path.steps}
    before = chosen[: names.index(step.name)] if step.name in names else []
    return [(name, thing) for name, thing in before if name not in asked]
