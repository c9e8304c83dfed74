"""Goes through a whole game tree, or its top: how large it is, how matches end, and what uniformly random play is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import define, field, frozen

from gamedsl.graph.types import SeatId
from gamedsl_interpreter.engine import Engine, S, TooManyOutcomes
from gamedsl_interpreter.perft import TooManyError


@frozen
class Exploration:
    """A game tree. A *history* is a sequence of complete moves and chance outcomes; forced moves are no part of it.

    `depth`: moves after which histories were cut, None for the whole tree. `states`: different positions at which a
    seat or chance decides or the match is over. `nodes`: histories of every length, the empty one included; `leaves`:
    those at the end of a match; `cut`: unfinished ones of `depth` moves. `endings`: (first places, leaves) pairs,
    most first. `shortest`, `longest`: moves of a finished match, None if there is none. `values`: expected result by
    seat if everybody picks uniformly among complete moves: score totals, or the share of the victory where the game
    has no score lines; None if histories were cut. `information_sets`: by seat, how many different things it can have
    observed when it has to choose; None if the tree has more nodes than can be told apart one by one."""

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


def explore(engine: Engine[S], depth: int | None = None, most: int = 100_000) -> Exploration:
    """The tree up to `depth` moves. Positions reached by several ways are looked at once per number of moves, so that
    limits that cut a match off are counted along one of the ways. Raises TooManyError if there are more than `most`
    different positions, and Fault where the rules break a promise."""
    found = _Found([Fraction(0) for _ in engine.game.seats])
    seen: set[bytes] = set()
    level: _Level[S] = {}
    _add(level, engine.initial(None), 1, Fraction(1))
    moves = 0
    while level:
        open_ = _settled(engine, level, moves, found, seen, most)
        if moves == depth:
            found.cut = sum(ways for _, ways, _ in open_)
            break
        level = {}
        for state, ways, chance in open_:
            options = _moves(engine, state)
            for after in options:
                _add(level, after, ways, chance / len(options))
        moves += 1
    return Exploration(
        depth,
        len(seen),
        found.nodes,
        found.leaves,
        found.cut,
        tuple(sorted(found.endings.items(), key=lambda one: (-one[1], one[0]))),
        min(found.lengths, default=None),
        max(found.lengths, default=None),
        None if found.cut else tuple(found.values),
        _information_sets(engine, depth) if found.nodes <= most else None,
    )


_Level = dict[bytes, tuple[S, int, Fraction]]
"""Positions with the number of histories that lead to them and the probability of being there."""


@define
class _Found:
    """What was counted so far."""

    values: list[Fraction]
    nodes: int = 0
    leaves: int = 0
    cut: int = 0
    endings: Counter[tuple[SeatId, ...]] = field(factory=Counter[tuple[SeatId, ...]])
    lengths: set[int] = field(factory=set[int])


def _add(level: _Level[S], state: S, ways: int, chance: Fraction) -> None:
    known, before, likely = level.get(state.bytes, (state, 0, Fraction(0)))
    level[state.bytes] = (known, before + ways, likely + chance)


def _settled(
    engine: Engine[S], level: _Level[S], moves: int, found: _Found, seen: set[bytes], most: int
) -> list[tuple[S, int, Fraction]]:
    """Lets chance happen and counts what is over; the positions in which a seat has to choose are left."""
    left: _Level[S] = {}
    while level:
        key, (state, ways, chance) = level.popitem()
        seen.add(key)
        if len(seen) > most:
            raise TooManyError(f"more than {most} positions")
        found.nodes += ways
        if state.is_over:
            _finish(engine, state, ways, chance, found)
            found.lengths.add(moves)
            continue
        outcomes = _outcomes(engine, state)
        total = sum(weight for _, weight in outcomes)
        for after, weight in outcomes:
            _add(level, after, ways, chance * Fraction(weight, total))
        if not outcomes:
            _add(left, state, ways, chance)
    return list(left.values())


def _finish(engine: Engine[S], state: S, ways: int, chance: Fraction, found: _Found) -> None:
    outcome = engine.outcome(state)
    assert outcome is not None
    found.leaves += ways
    found.endings[outcome.ranking[0]] += ways
    points: Sequence[int | Fraction] = outcome.totals if engine.game.scores else outcome.shares
    for seat, value in enumerate(points):
        found.values[seat] += chance * value


def _outcomes(engine: Engine[S], state: S) -> list[tuple[S, int]]:
    """What chance can make of the state, with weights."""
    try:
        return [(engine.play_chance(state, outcome), outcome.weight) for outcome in engine.chance(state)]
    except TooManyOutcomes as error:
        raise TooManyError("more chance outcomes than can be listed") from error


def _moves(engine: Engine[S], state: S) -> list[S]:
    """What the seat to choose (the first of several that choose at once) can make of the state."""
    seat = engine.to_act(state)[0]
    return [engine.play(state, seat, move) for move in engine.moves(state, seat)]


def _information_sets(engine: Engine[S], depth: int | None) -> tuple[int, ...]:
    """Different observations of each seat over all histories in which it has to choose."""
    seen: list[set[tuple[object, ...]]] = [set() for _ in engine.game.seats]
    for state in _histories(engine, depth):
        seats = () if state.is_over else engine.to_act(state)
        for seat in seats:
            seen[seat].add(tuple(event.data for event in engine.view(state, seat).events))
    return tuple(map(len, seen))


def _histories(engine: Engine[S], depth: int | None) -> Iterator[S]:
    """Every history on its own, also where positions are equal."""
    waiting = [(engine.initial(None), 0)]
    while waiting:
        state, moves = waiting.pop()
        yield state
        outcomes = [] if state.is_over else _outcomes(engine, state)
        waiting += [(after, moves) for after, _ in outcomes]
        if not outcomes and not state.is_over and moves != depth:
            waiting += [(after, moves + 1) for after in _moves(engine, state)]
