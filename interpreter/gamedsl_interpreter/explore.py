"""Searches a whole game tree, or its top: how large it is, how matches end, and the value of uniformly random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol, runtime_checkable

from gamedsl.graph.model.types import SeatId
from gamedsl.values import define, field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.aims import utility_of
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.perft import Gathered, Reached, TooManyError, chances, first, settle

MOST_HISTORIES = 100_000
"""The most histories that are visited one by one. With more, information sets are not counted."""


@frozen
class Exploration:
    """The measures of a game tree. A *history* is a sequence of complete moves and chance outcomes. Forced moves are part of it if the engine asks for them.

    * `depth`: the number of moves after which histories were cut; None for the whole tree.
    * `states`: different positions at which a seat or chance decides, or the match is over.
    * `nodes`: histories of every length, with the empty one. `leaves`: histories at the end of a match. `cut`:
      unfinished histories of `depth` moves.
    * `endings`: pairs of winners and leaves, the most frequent first; no winner where the rules say that all lose.
    * `shortest`, `longest`: the number of moves of a finished match; None if no match was finished.
    * `values`: the expected result by seat if everybody picks uniformly among complete moves. It is the score total, or
      the share of the victory in a game without score lines, or whose rules say who has won. None if histories were cut.
    * `information_sets`: by seat, how many different observations it can have when it must choose. None if the tree has
      more than `MOST_HISTORIES` nodes.
    """

    depth: int | None
    states: int
    nodes: int
    leaves: int
    cut: int
    endings: tuple[tuple[tuple[SeatId, ...], int], ...]
    shortest: int | None
    longest: int | None
    values: tuple[Fraction, ...] | None
    information_sets: tuple[int, ...] | None


@runtime_checkable
class ExploresItself(Protocol):
    """An engine with a faster search of its own."""

    def explore(
        self, depth: int | None, most: int, start: str | None = None, workers: int | None = None
    ) -> Exploration: ...


def explore(
    engine: Engine[S] | ExploresItself,
    depth: int | None = None,
    most: int = 100_000,
    start: str | None = None,
    workers: int | None = None,
) -> Exploration:
    """Searches the tree up to `depth` moves, from a start of the rules (None: the set-up).

    A position that several histories of equal length reach is visited once. So a limit that cuts a match off is counted
    along one of these histories. The fast executor searches large levels with `workers` threads (None: one for each
    processor); the result does not depend on their number. Raises TooManyError if there are more than `most` different positions, Fault where the
    rules break a promise, and ArgumentError.
    """
    arguments.engine(engine)
    arguments.whole("depth", 0 if depth is None else depth, 0)
    arguments.whole("most", most, 1)
    arguments.workers(workers)
    return (
        engine.explore(depth, most, start, workers)
        if isinstance(engine, ExploresItself)
        else explore_by_methods(engine, depth, most, start)
    )


def explore_by_methods(engine: Engine[S], depth: int | None, most: int, start: str | None = None) -> Exploration:
    """Implements `explore` with the methods that every engine has."""
    found = _Found([Fraction(0) for _ in engine.game.seats])
    level = Gathered[S](most)
    level.add(first(engine, start), 1, Fraction(1))
    moves = 0
    while level.found:
        settle(engine, level)
        open_ = _count_level(engine, level, moves, found)
        if moves == depth:
            found.cut = sum(one.ways for one in open_)
            break
        level = Gathered[S](most)
        for one in open_:
            options = _moves(engine, one.state)
            for after in options:
                level.add(after, one.ways, one.chance / len(options))
        moves += 1
    return Exploration(
        depth,
        len(found.seen),
        found.nodes,
        found.leaves,
        found.cut,
        tuple(sorted(found.endings.items(), key=lambda one: (-one[1], one[0]))),
        min(found.lengths, default=None),
        max(found.lengths, default=None),
        None if found.cut else tuple(found.values),
        information_sets(engine, depth, most, start) if found.nodes <= min(most, MOST_HISTORIES) else None,
    )


@define
class _Found:
    """The counts so far."""

    values: list[Fraction]
    seen: set[bytes] = field(factory=set[bytes])
    nodes: int = 0
    leaves: int = 0
    cut: int = 0
    endings: Counter[tuple[SeatId, ...]] = field(factory=Counter[tuple[SeatId, ...]])
    lengths: set[int] = field(factory=set[int])


def _count_level(engine: Engine[S], level: Gathered[S], moves: int, found: _Found) -> list[Reached[S]]:
    """Counts the positions of a level, and the finished matches. Returns the positions at which a seat must choose. Raises TooManyError."""
    for key, one in (*level.left, *level.found.items()):
        found.seen.add(key)
        found.nodes += one.ways
        if len(found.seen) > level.most:
            raise TooManyError(f"more than {level.most} positions")
    over = [one for one in level.found.values() if one.state.is_over]
    for one in over:
        _finish(engine, one, found)
        found.lengths.add(moves)
    return [one for one in level.found.values() if not one.state.is_over]


def _finish(engine: Engine[S], one: Reached[S], found: _Found) -> None:
    outcome = engine.outcome(one.state)
    if outcome is None:
        raise AssertionError("a match that is over has an outcome")
    found.leaves += one.ways
    found.endings[tuple(SeatId(seat) for seat, share in enumerate(outcome.shares) if share)] += one.ways
    for seat, value in enumerate(utility_of(engine.game).values(outcome)):
        found.values[seat] += one.chance * value


def _moves(engine: Engine[S], state: S) -> list[S]:
    """Lists the states after each move of the seat that must choose; if several choose at once, of the first seat."""
    seat = engine.to_act(state)[0]
    return [engine.play(state, seat, move) for move in engine.moves(state, seat)]


def information_sets(engine: Engine[S], depth: int | None, most: int, start: str | None = None) -> tuple[int, ...]:
    """Counts, for each seat, its different observations over all histories after which it must choose."""
    seen: list[set[tuple[object, ...]]] = [set() for _ in engine.game.seats]
    for state in _histories(engine, depth, most, start):
        seats = () if state.is_over else engine.to_act(state)
        for seat in seats:
            seen[seat].add(tuple(event.data for event in engine.view(state, seat).events))
    return tuple(map(len, seen))


def _histories(engine: Engine[S], depth: int | None, most: int, start: str | None) -> Iterator[S]:
    """Yields the state at the end of every history, once for each history that leads to it."""
    waiting = [(first(engine, start), 0)]
    while waiting:
        state, moves = waiting.pop()
        yield state
        outcomes = [engine.play_chance(state, outcome) for outcome in chances(engine, state, most)]
        waiting += [(after, moves) for after in outcomes]
        if not outcomes and not state.is_over and moves != depth:
            waiting += [(after, moves + 1) for after in _moves(engine, state)]
