"""Utilities, observations and bounds of games, for programs that learn."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal, Protocol, TypeAlias, cast, runtime_checkable

from gamedsl.api.actions import action_space, kept
from gamedsl.api.engines import engine_for
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import WORD
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import Aim, Utility, utility_of
from gamedsl_interpreter.engine import Engine, Event, S, State, TooManyOutcomes
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.fastest import simulate_rows
from gamedsl_interpreter.observations import ObservationSpace
from gamedsl_interpreter.perft import TooManyError, perft
from gamedsl_interpreter.plans.spans import span


@runtime_checkable
class Observes(Protocol):
    """An engine that gives a seat's observations as events, as a key and as numbers; both executors do."""

    def observe_key(self, state: State, seat: int | None, /) -> bytes: ...

    def observe_events(self, state: State, seat: int | None, since: State | None = None, /) -> tuple[Event, ...]: ...

    def observe_numbers(self, state: State, seat: int, space: ObservationSpace, /) -> array[int]: ...


def returns(engine: Engine[S], state: S) -> tuple[float, ...]:
    """Returns the utility of a finished match by seat, including scripted ones; 0 for all before the end. Raises ArgumentError.

    The utility counts what the rules say that players aim at. Where they say nothing it is the score total, below zero if few points are good. In a game without
    score lines it is the share of the victory: 1 for the winner, 1/k for each of k seats that share the first place, else 0. So it is in a game whose rules say
    who has won (`all win when …`), where each winner has 1. `explore` computes the value of a tree from the same numbers: see `utility_of`.
    """
    arguments.engine(engine)
    outcome = engine.outcome(state)
    if outcome is None:
        return (0.0,) * len(engine.game.seats)
    return tuple(map(float, kept.of(engine.game, utility_of).values(outcome)))


def hides_something(game: Game) -> bool:
    """Whether a seat can learn something that another does not: hidden zones or fields, secret choices or rolls, simultaneous choices. Raises ArgumentError."""
    return hides(arguments.require("game", game, Game, "give what `rules.game()` gives"))


def observation_space(game: Game) -> ObservationSpace:
    """Describes the numbers of `observation`. Raises ArgumentError."""
    return kept.of(arguments.require("game", game, Game, "give what `rules.game()` gives"), ObservationSpace)


def observation(engine: Engine[S], state: S, seat: int) -> array[int]:
    """Returns what a seat sees at a position, as `observation_space(game).size` numbers of 32 bits. It contains nothing that the seat does not see.

    It describes the position, not the earlier observations: `information_key` identifies those. `numpy.asarray` takes it without a copy. Raises
    ArgumentError.
    """
    return _check_observer(engine).observe_numbers(state, seat, kept.of(engine.game, ObservationSpace))


def information_key(engine: Engine[S], state: S, seat: int | None) -> bytes:
    """Returns a key of a seat's information set: keys are equal iff the seat has made the same observations and has taken the same steps of an open move.

    The key is the seat's number, a digest of 16 bytes of `View.events` in order (two different matches have the same one with a probability of 1 in 2^64),
    and two bytes for each step taken. It is the same on both executors and in every process. Its cost after each move of a match is constant, since
    earlier events are not read again. The key for the seat None is that of a spectator, who sees what all seats see; it begins with 255. Raises
    ArgumentError, also for states from a batch, which do not record observations.
    """
    observing = _check_observer(engine)
    number = arguments.viewer(engine.game, seat)
    digest = observing.observe_key(state, number)
    taken = () if number is None else dict(state.pending).get(number, ())
    return bytes((255 if number is None else number,)) + digest + b"".join(step.to_bytes(2, "little") for step in taken)


def _check_observer(engine: object) -> Observes:
    """Checks that the engine can observe, and returns it."""
    if not _observers.get(type(engine)) and observer_of(engine) is None:
        arguments.engine(engine)
        arguments.require("engine", engine, Observes, "`gamedsl.engine_for(game)` gives one")  # type: ignore[type-abstract]
    return engine  # type: ignore[return-value]  # its class was checked


def observer_of(engine: object) -> Observes | None:
    """Returns the engine if it can observe, else None. Each class is checked once, because checking a protocol takes long."""
    if type(engine) not in _observers:
        _observers[type(engine)] = isinstance(engine, Observes)
    return cast("Observes", engine) if _observers[type(engine)] else None


_observers: dict[type, bool] = {}
"""The classes that were checked."""

# ---------------------------------------------------------------- bounds

_MOST_POSITIONS = 6_000
"""The most positions of a tree that is searched for bounds."""
_MOST_MOVES = 64
"""The greatest depth of such a tree, in moves."""
Utilities: TypeAlias = tuple[Fraction, ...]
"""The value of an end, by seat."""
_MATCHES = 100
"""The number of random matches that measure what is not proved."""


@frozen
class Known:
    """A number and its evidence: `proved` holds in every match; `measured` held in 100 random matches, and others may exceed it."""

    value: float
    how: Literal["proved", "measured"]


@frozen
class GameBounds:
    """Bounds on the matches of a game that begin with its setup.

    `actions`: the size of the action space. `longest`: no match has more actions. `least`, `greatest`: no utility (see `returns`) lies outside. Both are
    measured where the rules give a score no range (`points = 0`, not `points: 0..40 = 0`), unless the game is small. `total`: the sum of the utilities of all
    seats, or None if it varies; with 0 the game is zero-sum, with another number constant-sum.
    """

    actions: Known
    longest: Known
    least: Known
    greatest: Known
    total: Known | None

    @property
    def is_zero_sum(self) -> bool:
        """Whether the utilities of all seats add up to 0, with the evidence of `total`."""
        return self.total is not None and self.total.value == 0


def bounds(game: Game, aim: Aim | None = None) -> GameBounds:
    """Returns the bounds of a game, each with its evidence. Takes up to some seconds, once for each game. Raises ArgumentError, Fault, MatchFault.

    If a game has at most 6,000 positions, all of them are searched, which proves everything. In others, the ranges of the score lines bound the utilities, which
    count `aim` (None: see `utility_of`).
    """
    known = arguments.require("game", game, Game, "give what `rules.game()` gives")
    return kept.of(known, _MAKERS[utility_of(known, aim).aim])


def _bounds(game: Game, aim: Aim) -> GameBounds:
    engine, utility = engine_for(game), utility_of(game, aim)
    measured = _measure(engine, utility)
    longest = _longest(engine)
    ends = _ends(engine, utility) if longest else None
    least, greatest = _range(game, utility, ends) or (measured.least, measured.greatest)
    total = Known(float(sum(ends[0])), "proved") if ends and len(set(map(sum, ends))) == 1 else None
    return GameBounds(
        actions=Known(action_space(game).size, "proved"),
        longest=longest or measured.longest,
        least=least,
        greatest=greatest,
        total=total if ends else _prove_total(game, aim) or measured.total,
    )


_MAKERS: dict[Aim, Callable[[Game], GameBounds]] = {aim: partial(_bounds, aim=aim) for aim in Aim}


def _prove_total(game: Game, aim: Aim) -> Known | None:
    """Returns the sum of the utilities of all seats if it follows from what they count."""
    if aim is Aim.RANK:
        return Known(len(game.seats) / 2, "proved")
    return Known(1, "proved") if aim is Aim.VICTORY and not game.verdicts else None


def _range(game: Game, utility: Utility, ends: Sequence[Utilities] | None) -> tuple[Known, Known] | None:
    """Returns bounds of the utilities of a seat, those of all ends if these are given. None if the rules give a score line no range."""
    if ends:
        return Known(float(min(map(min, ends))), "proved"), Known(float(max(map(max, ends))), "proved")
    if utility.aim is not Aim.POINTS:
        return Known(0, "proved"), Known(1, "proved")
    spans = [span(game.functions[line.function].body.type) for line in game.scores]
    if any(high - low >= WORD.high - WORD.low for low, high in spans):
        return None
    least, greatest = sum(low for low, _ in spans), sum(high for _, high in spans)
    if utility.sign < 0:
        least, greatest = -greatest, -least
    return Known(least, "proved"), Known(greatest, "proved")


def _ends(engine: Engine[State], utility: Utility) -> list[Utilities]:
    """Returns the utilities of all seats at each end of a small tree."""
    todo, known, found = [engine.initial(None)], set[bytes](), list[Utilities]()
    while todo:
        state = todo.pop()
        if state.bytes in known:
            continue
        known.add(state.bytes)
        outcome = engine.outcome(state)
        if outcome is not None:
            found.append(utility.values(outcome))
        seats = engine.to_act(state)
        todo += (
            [engine.play(state, seats[0], move) for move in engine.moves(state, seats[0])]
            if seats
            else [engine.play_chance(state, drawn) for drawn in engine.chance(state)]
        )
    return found


def _longest(engine: Engine[State]) -> Known | None:
    """Returns the most actions of a match, if all of its positions can be visited and the rules bound the steps of a move; else None."""
    nodes = (node for node in engine.game.nodes if isinstance(node, DecisionNode | TogetherNode))
    steps = [_steps(node.plan) for node in nodes]
    if any(most is None for most in steps):
        return None
    moves, visited, before = None, 0, 1
    try:
        for level in perft(engine, _MOST_MOVES, _MOST_POSITIONS):
            visited += level.positions
            moves = level.depth if level.leaves == level.ended else None
            # If the tree keeps growing at this rate, it is too large; the next level would only confirm that.
            if visited + level.positions**2 // before > _MOST_POSITIONS and moves is None:
                return None
            before = max(1, level.positions)
    except (TooManyError, TooManyOutcomes):
        return None
    return None if moves is None else Known(moves * max(filter(None, steps), default=0), "proved")


def _steps(plan: Plan) -> int | None:
    """Returns the most steps of a move; None if it depends on the position."""
    selections = [part for part in plan.parts if isinstance(part, Select)]
    if any(part.quantity != "one" for part in selections):
        return None
    inner = [_steps(line) for line in plan.menu or ()]
    if any(most is None for most in inner):
        return None
    here = len(selections) + sum(isinstance(part, YesNo) for part in plan.parts) + (plan.gate == "may")
    return here + (plan.menu is not None) + max(filter(None, inner), default=0)


@frozen
class _Measured:
    longest: Known
    least: Known
    greatest: Known
    total: Known | None


def _measure(engine: Engine[State], utility: Utility) -> _Measured:
    """Measures the bounds in random matches."""
    seats = len(engine.game.seats)
    columns = simulate_rows(engine, [RandomSteps()] * seats, 1, range(_MATCHES)).columns
    worths: list[int | Fraction]
    if utility.aim is Aim.POINTS:
        worths = [utility.sign * total for total in columns["total"].tolist()]
    else:
        worths = [Fraction(*pair) for pair in zip(columns["winner"].tolist(), columns["winners"].tolist(), strict=True)]
    sums = {sum(worths[at : at + seats]) for at in range(0, len(worths), seats)}
    total = Known(float(sums.pop()), "measured") if len(sums) == 1 else None
    return _Measured(
        longest=Known(max(columns["steps"]), "measured"),
        least=Known(float(min(worths)), "measured"),
        greatest=Known(float(max(worths)), "measured"),
        total=total,
    )
