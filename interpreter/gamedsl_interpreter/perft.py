"""Counts the tree of a game: how many ways there are to make so many moves, and how many positions they lead to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Generic, Protocol, runtime_checkable

from attrs import define, field, frozen

from gamedsl.errors import GameDslError
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import MOST_OUTCOMES, ChanceOutcome, Engine, S, TooManyOutcomes


@frozen
class Level:
    """After `depth` complete moves: `leaves` counts the ways to get there (sequences of moves and chance outcomes;
    sequences that ended earlier are not among them), `positions` the different positions, `ended` those among the
    leaves at which the game is over."""

    depth: int
    leaves: int
    positions: int
    ended: int


class TooManyError(GameDslError, OverflowError):
    """A level has more positions than the caller wants to keep; those at which chance decides are among them."""


@runtime_checkable
class CountsItself(Protocol):
    """An engine that has a quicker way to count."""

    def perft(self, depth: int, most: int) -> Iterator[Level]: ...


def perft(engine: Engine[S] | CountsItself, depth: int, most: int = 100_000) -> Iterator[Level]:
    """Levels 0 to `depth`, fewer where all matches end earlier. Chance nodes are expanded with all their outcomes and
    are not counted as moves; where several seats choose at once each one's choice is a move. Raises TooManyError, and
    Fault where the rules break a promise; ArgumentError."""
    arguments.engine(engine)
    arguments.whole("depth", depth, 0)
    arguments.whole("most", most, 1)
    return engine.perft(depth, most) if isinstance(engine, CountsItself) else levels(engine, depth, most)


def levels(engine: Engine[S], depth: int, most: int) -> Iterator[Level]:
    """The same through the methods of every engine."""
    level = Gathered[S](most)
    level.add(engine.initial(None), 1, Fraction(1))
    for reached in range(depth + 1):
        settle(engine, level)
        if not level.found:
            return
        over = sum(one.ways for one in level.found.values() if one.state.is_over)
        yield Level(reached, sum(one.ways for one in level.found.values()), len(level.found), over)
        after = Gathered[S](most)
        for one in level.found.values():
            for seat in () if one.state.is_over or reached == depth else engine.to_act(one.state)[:1]:
                for move in engine.moves(one.state, seat):
                    after.add(engine.play(one.state, seat, move), one.ways, one.chance)
        level = after


@frozen
class Reached(Generic[S]):
    """A position, the number of histories that lead to it, and the probability of being there."""

    state: S
    ways: int
    chance: Fraction


@define
class Gathered(Generic[S]):
    """Different positions by their bytes, in the order in which they were met; no more than `most` are put in."""

    most: int
    found: dict[bytes, Reached[S]] = field(factory=dict[bytes, Reached[S]])
    left: list[tuple[bytes, Reached[S]]] = field(factory=list[tuple[bytes, Reached[S]]])
    """Those at which chance went on; one that is met again afterwards is put in again."""

    def add(self, state: S, ways: int, chance: Fraction) -> None:
        """Puts in what leads to a position. Raises TooManyError."""
        key = state.bytes
        if key in self.found:
            known = self.found[key]
            self.found[key] = Reached(known.state, known.ways + ways, known.chance + chance)
            return
        if len(self.found) + len(self.left) >= self.most:
            raise TooManyError(f"more than {self.most} positions")
        self.found[key] = Reached(state, ways, chance)


def settle(engine: Engine[S], level: Gathered[S]) -> None:
    """Replaces the positions at which chance goes on by what it makes of them, first come first. Raises TooManyError."""
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
    """What can come out where chance goes on, and that is to lead to at most so many positions. Raises TooManyError, before any is listed."""
    if state.is_over:
        return ()
    try:
        return engine.chance(state, listed(most))
    except TooManyOutcomes:
        raise too_many_outcomes(most) from None


def listed(most: int) -> int:
    """How many outcomes are listed for at most so many positions: some may lead to the same one."""
    return max(most, MOST_OUTCOMES)


def too_many_outcomes(most: int) -> TooManyError:
    """The error where chance can come out in more ways."""
    return TooManyError(f"a draw or roll with more than {listed(most):,} outcomes")
