"""Two executors play the same matches and are compared after every move or step: bytes, streams, counters, seats, moves, steps, refusals, chance,
views, outcomes, faults."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from struct import unpack_from
from typing import TypeVar

from attrs import frozen

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.layout import Cell
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import ChanceOutcome, Checking, Fault, Forced, IllegalMove, Move, TooManyOutcomes
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.simulate import Summary, simulate
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.signals import FAULT_CODES, NO_ROOM
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.instance import Trapped
from gamedsl_interpreter.wasm.state import WasmState
from games import shipped


def named(name: str, players: int | None = None) -> Game:
    """A shipped game in its first setup (with so many people)."""
    setup = next(setup for setup in shipped.every_setup(name) if players in (None, setup.players))
    return shipped.game(name, setup)


@frozen
class Pair:
    """The two executors of one Game."""

    reference: ReferenceEngine
    wasm: WasmEngine


States = tuple[ReferenceState, WasmState]
T = TypeVar("T")

MOST_LISTED = 2000
"""Outcomes of chance that are listed and compared."""


def pair(game: Game, checking: Checking = Checking.OFF, forced: Forced = Forced.PLAYED) -> Pair:
    """Both executors."""
    return Pair(ReferenceEngine(game, checking, forced=forced), WasmEngine(game, checking, forced=forced))


def improved(both: Pair) -> Pair:
    """Both executors, the module with optimised functions."""
    return Pair(both.reference, both.wasm.improved())


# ---------------------------------------------------------------- whole moves


def compared(both: Pair, seed: int, most: int = 60, start: str | None = None) -> int:
    """Plays one match with moves drawn by the seed, at most so many; the number of moves. AssertionError where the executors differ."""
    random = Random(seed)
    states = begun(both, seed, start)
    for number in range(most):
        if states is None:
            return number
        one, other = states
        if is_over(both, one, other):
            return number
        seat = random.choice(same_seats(both, one, other))
        moves = same_choices(both, one, other, seat)
        same_refusal(both, one, other, seat, moves, random)
        states = played(both, states, seat, random.choice(moves))
    return most


def begun(both: Pair, seed: int | None, start: str | None = None) -> States | None:
    """The first positions of a match; None if both run into the same fault. Without a seed chance is resolved by hand."""
    return _both(both, lambda: both.reference.initial(seed, start=start), lambda: both.wasm.initial(seed, start=start))


def same_seats(both: Pair, one: ReferenceState, other: WasmState) -> tuple[SeatId, ...]:
    """The seats that have to choose; there are some."""
    seats = both.reference.to_act(one)
    assert both.wasm.to_act(other) == seats
    assert seats
    return seats


def is_over(both: Pair, one: ReferenceState, other: WasmState) -> bool:
    """Whether the match is over, with the same outcome, or the same fault in the scores; the position is the same in any case."""
    same_position(both, one, other)
    if not one.is_over:
        return False
    mine, theirs = _attempt(lambda: both.reference.outcome(one)), _attempt(lambda: both.wasm.outcome(other))
    if isinstance(mine, Fault) and isinstance(theirs, Fault):
        assert (mine.code, mine.site, mine.detail) == (theirs.code, theirs.site, theirs.detail)
    else:
        assert mine == theirs
    return True


def same_position(both: Pair, one: ReferenceState, other: WasmState) -> None:
    """Bytes, the chance stream and the proof counters."""
    assert one.bytes == other.bytes, f"positions differ in {_unlike(both.reference.game, one.bytes, other.bytes)}"
    twin = both.wasm.reference_state(other)
    assert (twin.stream, twin.counters) == (one.stream, one.counters)
    assert one.is_over == other.is_over


def _unlike(game: Game, one: bytes, other: bytes) -> str:
    """The parts of the layout that two positions do not have in common."""
    cells = [cell for cell in game.layout.cells if _bytes(cell, one) != _bytes(cell, other)]
    told = [f"{cell.what} {cell.id}: {_bytes(cell, one).hex()}, not {_bytes(cell, other).hex()}" for cell in cells[:9]]
    return "; ".join(told) or "the steps taken"


def _bytes(cell: Cell, position: bytes) -> bytes:
    return position[cell.offset : cell.offset + cell.size]


SHOWN = 12
"""About so many texts of moves are compared at each stop."""


def same_choices(both: Pair, one: ReferenceState, other: WasmState, seat: SeatId) -> list[Move]:
    """Complete moves and the open step with its completable values, and the words for them."""
    moves = list(both.reference.moves(one, seat))
    step = both.reference.step(one, seat)
    try:
        steps = both.wasm.move_steps(other, seat)
        assert steps is None or steps == [move.steps for move in moves]
        found = both.wasm.open_step(other, seat, dict(other.pending).get(seat, ()))
        assert (found is None) == (step.kind == "only")
        assert found is None or found[1] == tuple(option.value for option in step.options)
    except Trapped as trapped:
        # A trial that runs into a fault: the reference executor answers in the module's place, below.
        if not both.wasm.has_no_room(trapped):
            raise
    assert both.wasm.step(other, seat) == step
    offered = both.wasm.moves(other, seat)
    assert len(offered) == len(moves)
    # The text of every move takes the reference executor long where there are thousands.
    for i in range(0, len(moves), 1 + len(moves) // SHOWN):
        assert (offered[i].steps, offered[i].text) == (moves[i].steps, moves[i].text)
    return moves


def same_refusal(
    both: Pair, one: ReferenceState, other: WasmState, seat: SeatId, moves: list[Move], random: Random
) -> None:
    """A move with another step, or one too many or too few, is refused by both unless it is one of the moves."""
    steps = list(random.choice(moves).steps)
    if not steps:
        return
    at = random.randrange(len(steps))
    steps[at : at + random.choice((0, 1))] = [random.choice((-1, 0, 1, steps[at] + 1, 255))][: random.choice((0, 1, 1))]
    wrong = Move(tuple(steps), "")
    if wrong.steps not in {move.steps for move in moves}:
        _refused(lambda: both.reference.play(one, seat, wrong), lambda: both.wasm.play(other, seat, wrong))


def _refused(mine: Callable[[], object], theirs: Callable[[], object]) -> None:
    """Both refuse with the same error: a move that is none here, or steps that are none anywhere."""
    refused = [_error(mine), _error(theirs)]
    assert None not in refused, f"only one executor refuses: {refused}"
    assert refused[0] is refused[1]


def _error(deed: Callable[[], object]) -> type[Exception] | None:
    try:
        deed()
    except (IllegalMove, ArgumentError) as error:
        return type(error)
    return None


def played(both: Pair, states: States, seat: SeatId, move: Move) -> States | None:
    """The positions after a move; None if it runs into a fault, the same in both."""
    one, other = states
    return _both(both, lambda: both.reference.play(one, seat, move), lambda: both.wasm.play(other, seat, move))


# ---------------------------------------------------------------- faults


def _both(both: Pair, one: Callable[[], ReferenceState], other: Callable[[], WasmState]) -> States | None:
    """What both come to; None if both run into the same fault."""
    mine, theirs = _attempt(one), _attempt(other)
    if isinstance(mine, Fault):
        assert isinstance(theirs, Fault), f"only the reference executor runs into {mine}"
        assert (mine.code, mine.site, mine.detail) == (theirs.code, theirs.site, theirs.detail)
        told = unpack_from("<ii", both.wasm.instance.memory, both.wasm.module.addresses["FAULT"])
        same = told == (FAULT_CODES[mine.code], mine.site)
        assert same or told[0] == NO_ROOM, f"the module tells another fault than {mine}"
        return None
    assert not isinstance(theirs, Fault), f"only the wasm executor runs into {theirs}"
    return mine, theirs


def _attempt(deed: Callable[[], T]) -> T | Fault:
    try:
        return deed()
    except Fault as fault:
        return fault


# ---------------------------------------------------------------- steps, chance by hand, views


def walked(both: Pair, seed: int, most: int = 60, views: int = 5) -> int:
    """Plays one match step by step, with chance resolved by hand where its outcomes can be listed; the number of steps and outcomes. Every so many of
    them all views are compared."""
    random = Random(seed)
    states = begun(both, None if seed % 2 else seed)
    for number in range(most):
        if states is None:
            return number
        one, other = states
        if number % views == 0:
            same_views(both, one, other)
        if is_over(both, one, other):
            return number
        outcomes = same_chance(both, one, other)
        if outcomes is None:
            return number
        states = resolved(both, states, random.choice(outcomes)) if outcomes else _stepped(both, states, random)
    return most


def same_views(both: Pair, one: ReferenceState, other: WasmState) -> None:
    """What each seat may know."""
    for seat in range(len(both.reference.game.seats)):
        assert both.reference.view(one, SeatId(seat)) == both.wasm.view(other, SeatId(seat))


def same_chance(both: Pair, one: ReferenceState, other: WasmState) -> list[ChanceOutcome] | None:
    """The outcomes of chance, none where nothing is drawn; None if they are too many to be listed."""
    try:
        known = both.reference.chances(one, MOST_LISTED)
        outcomes = [outcome for _, outcome in known]
    except TooManyOutcomes:
        return None
    assert outcomes == list(both.wasm.chance(other))
    return outcomes


def resolved(both: Pair, states: States, outcome: ChanceOutcome) -> States | None:
    """The positions after an outcome of chance."""
    one, other = states
    return _both(both, lambda: both.reference.play_chance(one, outcome), lambda: both.wasm.play_chance(other, outcome))


def _stepped(both: Pair, states: States, random: Random) -> States | None:
    one, other = states
    seat = random.choice(same_seats(both, one, other))
    step = both.reference.step(one, seat)
    assert both.wasm.step(other, seat) == step
    values = [option.value for option in step.options]
    wrong = random.choice((-1, max(values) + 1, 1000))
    _refused(lambda: both.reference.take_step(one, seat, wrong), lambda: both.wasm.take_step(other, seat, wrong))
    return step_taken(both, states, seat, random.choice(values))


def step_taken(both: Pair, states: States, seat: SeatId, value: int) -> States | None:
    """The positions after a step of a move; None if it runs into a fault, the same in both."""
    one, other = states
    return _both(
        both, lambda: both.reference.take_step(one, seat, value), lambda: both.wasm.take_step(other, seat, value)
    )


# ---------------------------------------------------------------- playouts


def same_playouts(both: Pair, policy: Policy, seed: int, first: int, count: int) -> int:
    """The number of steps that `same_matches` compares."""
    return same_matches(both, policy, seed, first, count).steps


@frozen
class Matches:
    """Matches that came out alike: how many, decisions and steps in all, and the fault that stopped the last one (empty without)."""

    number: int
    decisions: int
    steps: int
    fault: str = ""


def same_matches(both: Pair, policy: Policy, seed: int, first: int, count: int) -> Matches:
    """Matches of a random policy, played inside the module and by the reference executor: the same sums of decisions, steps, scores, ranks and reasons,
    or the same fault."""
    agents = [policy.agent] * len(both.reference.game.seats)
    theirs = _summed(lambda: simulate(both.reference, agents, seed, range(first, first + count)))
    ours = _summed(lambda: playouts(both.wasm, policy, seed, first, count))
    if isinstance(theirs, MatchFault):
        assert isinstance(ours, MatchFault), f"only the reference executor runs into {theirs}"
        assert ours.record == theirs.record
        record = theirs.record
        return Matches(record.index + 1 - first, record.decisions, record.steps, f"match {record.index}: {theirs}")
    assert ours == theirs
    return Matches(theirs.matches, theirs.decisions.total, theirs.steps.total)


def matches_inside(both: Pair, policy: Policy, seed: int, first: int, number: int) -> Matches:
    """The same, played inside the module only."""
    try:
        summary = playouts(both.wasm, policy, seed, first, number)
    except MatchFault as fault:
        record = fault.record
        return Matches(record.index + 1 - first, record.decisions, record.steps, f"match {record.index}: {fault}")
    return Matches(number, summary.decisions.total, summary.steps.total)


def _summed(deed: Callable[[], Summary]) -> Summary | MatchFault:
    try:
        return deed()
    except MatchFault as fault:
        return fault
