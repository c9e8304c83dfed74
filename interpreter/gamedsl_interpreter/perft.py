"""Counts the tree of a game: for each number of moves, how many histories have it, and how many positions they reach."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Generic, Protocol, runtime_checkable

from gamedsl.errors import GameDslError
from gamedsl.values import define, field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import MOST_OUTCOMES, ChanceOutcome, Engine, S, TooManyOutcomes


@frozen
class Level:
    """The counts after `depth` complete moves.

    `leaves` are the histories with that many moves, without those that ended earlier. A history is a sequence of moves
    and chance outcomes. `positions` are the different positions that they reach. `ended` are the leaves at which the
    match is over.
    """

    depth: int
    leaves: int
    positions: int
    ended: int


class TooManyError(GameDslError, OverflowError):
    """A level has more positions than the caller allows. Positions at which chance decides count too."""


@runtime_checkable
class CountsItself(Protocol):
    """An engine with a faster count of its own."""

    def perft(self, depth: int, most: int, start: str | None = None, workers: int | None = None) -> Iterator[Level]: ...

    def leaves(self, depth: int, most: int, start: str | None = None, workers: int | None = None) -> int: ...


def perft(
    engine: Engine[S] | CountsItself,
    depth: int,
    most: int = 100_000,
    start: str | None = None,
    workers: int | None = None,
) -> Iterator[Level]:
    """Yields levels 0 to `depth` from a start of the rules (None: the set-up), or fewer if all matches end earlier.

    A forced move counts if the engine asks for it (`Forced.ASKED`). Chance is expanded with all its outcomes and does not
    count as a move. If several seats choose at once, the choice of each is a move. The fast executor counts large levels
    with `workers` threads (None: one for each processor); the result does not depend on their number. Raises TooManyError,
    Fault where the rules break a promise, and ArgumentError.
    """
    arguments.engine(engine)
    arguments.whole("depth", depth, 0)
    arguments.whole("most", most, 1)
    arguments.workers(workers)
    return (
        engine.perft(depth, most, start, workers)
        if isinstance(engine, CountsItself)
        else levels(engine, depth, most, start)
    )


def leaves(
    engine: Engine[S] | CountsItself,
    depth: int,
    most: int = 100_000,
    start: str | None = None,
    workers: int | None = None,
) -> int:
    """Counts the ways to make `depth` complete moves from a start of the rules. The last moves are counted but not made, so chance after them is not
    expanded, and `most` limits only the positions before them. Otherwise like `perft`, with the same errors."""
    arguments.engine(engine)
    arguments.whole("depth", depth, 0)
    arguments.whole("most", most, 1)
    if workers is not None:
        arguments.whole("workers", workers, 1)
    if isinstance(engine, CountsItself):
        return engine.leaves(depth, most, start, workers)
    return count_leaves(engine, depth, most, start)


def count_leaves(engine: Engine[S], depth: int, most: int, start: str | None) -> int:
    """Implements `leaves` with the methods that every engine has."""
    if depth == 0:
        return 1
    found = 0
    for one in _level(engine, depth - 1, most, start):
        if not one.state.is_over:
            found += one.ways * len(engine.moves(one.state, engine.to_act(one.state)[0]))
    return found


def _level(engine: Engine[S], depth: int, most: int, start: str | None) -> Sequence[Reached[S]]:
    """Returns the different positions after `depth` moves."""
    level = Gathered[S](most)
    level.add(first(engine, start), 1, Fraction(1))
    settle(engine, level)
    for _ in range(depth):
        level = _play_level(engine, level)
        settle(engine, level)
    return tuple(level.found.values())


def levels(engine: Engine[S], depth: int, most: int, start: str | None = None) -> Iterator[Level]:
    """Implements `perft` with the methods that every engine has."""
    level = Gathered[S](most)
    level.add(first(engine, start), 1, Fraction(1))
    for reached in range(depth + 1):
        settle(engine, level)
        if not level.found:
            return
        over = sum(one.ways for one in level.found.values() if one.state.is_over)
        yield Level(reached, sum(one.ways for one in level.found.values()), len(level.found), over)
        if reached < depth:
            level = _play_level(engine, level)


def _play_level(engine: Engine[S], level: Gathered[S]) -> Gathered[S]:
    """Collects the positions after all moves of a level."""
    after = Gathered[S](level.most)
    for one in level.found.values():
        for seat in () if one.state.is_over else engine.to_act(one.state)[:1]:
            for move in engine.moves(one.state, seat):
                after.add(engine.play(one.state, seat, move), one.ways, one.chance)
    return after


def first(engine: Engine[S], start: str | None) -> S:
    """Returns the first stop without a chance stream."""
    return engine.initial(None, start=start)


@frozen
class Reached(Generic[S]):
    """A position, the number of histories that reach it, and the probability of reaching it."""

    state: S
    ways: int
    chance: Fraction


@define
class Gathered(Generic[S]):
    """Different positions by their bytes, in the order in which they are reached; at most `most`."""

    most: int
    found: dict[bytes, Reached[S]] = field(factory=dict[bytes, Reached[S]])
    left: list[tuple[bytes, Reached[S]]] = field(factory=list[tuple[bytes, Reached[S]]])
    """Positions at which chance has been expanded. If one is reached again later, it is added again."""

    def add(self, state: S, ways: int, chance: Fraction) -> None:
        """Adds histories that reach a position. Raises TooManyError."""
        key = state.bytes
        if key in self.found:
            known = self.found[key]
            self.found[key] = Reached(known.state, known.ways + ways, known.chance + chance)
            return
        if len(self.found) + len(self.left) >= self.most:
            raise TooManyError(f"more than {self.most} positions")
        self.found[key] = Reached(state, ways, chance)


def settle(engine: Engine[S], level: Gathered[S]) -> None:
    """Replaces each position at which chance decides by the positions after its outcomes, in the order of the level. Raises TooManyError."""
    waiting = deque(level.found)
    while waiting:
        key = waiting.popleft()
        outcomes = chances(engine, level.found[key].state, level.most)
        if not outcomes:
            continue
        one = level.found.pop(key)
        level.left.append((key, one))
        total = sum(outcome.weight for outcome in outcomes)
        for outcome in outcomes:
            before = len(level.found)
            after = engine.play_chance(one.state, outcome)
            level.add(after, one.ways, one.chance * Fraction(outcome.weight, total))
            if len(level.found) > before:
                waiting.append(after.bytes)


def chances(engine: Engine[S], state: S, most: int) -> Sequence[ChanceOutcome]:
    """Lists the outcomes of chance at a position; none if chance does not decide there. Raises TooManyError before listing more than `listed(most)`."""
    if state.is_over:
        return ()
    try:
        return engine.chance(state, limit_outcomes(most))
    except TooManyOutcomes:
        raise too_many_outcomes(most) from None


def limit_outcomes(most: int) -> int:
    """Limits the number of listed outcomes if `most` positions are allowed: several outcomes may lead to one position."""
    return max(most, MOST_OUTCOMES)


def too_many_outcomes(most: int) -> TooManyError:
    """Makes the error for a chance node with more outcomes than may be listed."""
    return TooManyError(f"a draw or roll with more than {limit_outcomes(most):,} outcomes")
