"""Counts the tree of a game: how many ways there are to make so many moves, and how many positions they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from gamedsl_interpreter.engine import ChanceOutcome, Engine, S, TooManyOutcomes


@frozen
class Level:
    """After `depth` complete moves: `leaves` counts the ways to get there (sequences of moves and chance outcomes;
    sequences that ended earlier are not among them), `positions` the different positions, `ended` those among the
    leaves at which the game is over."""

    depth: int
    leaves: int
    positions: int
    ended: int


class TooManyError(OverflowError):
    """A level has more positions than the caller wants to keep."""


def perft(engine: Engine[S], depth: int, most: int = 100_000) -> Iterator[Level]:
    """Levels 0 to `depth`, fewer where all matches end earlier. Chance nodes are expanded with all their outcomes and
    are not counted as moves; where several seats choose at once each one's choice is a move. Raises TooManyError, and
    Fault where the rules break a promise."""
    level = _settled(engine, engine.initial(None), 1, {}, most)
    for reached in range(depth + 1):
        over = sum(ways for state, ways in level.values() if state.is_over)
        yield Level(reached, sum(ways for _, ways in level.values()), len(level), over)
        after: dict[bytes, tuple[S, int]] = {}
        for state, ways in level.values():
            for seat in () if state.is_over or reached == depth else engine.to_act(state)[:1]:
                for move in engine.moves(state, seat):
                    _settled(engine, engine.play(state, seat, move), ways, after, most)
        level = after
        if not level:
            return


def _settled(
    engine: Engine[S], state: S, ways: int, level: dict[bytes, tuple[S, int]], most: int
) -> dict[bytes, tuple[S, int]]:
    """Adds to `level` the positions that chance makes of the state."""
    waiting = [state]
    while waiting:
        state = waiting.pop()
        outcomes = _outcomes(engine, state)
        waiting.extend(engine.play_chance(state, outcome) for outcome in outcomes)
        if not outcomes:
            known, before = level.get(state.bytes, (state, 0))
            level[state.bytes] = (known, before + ways)
        if len(level) + len(waiting) > most:
            raise TooManyError(f"more than {most} positions")
    return level


def _outcomes(engine: Engine[S], state: S) -> Sequence[ChanceOutcome]:
    if state.is_over:
        return ()
    try:
        return engine.chance(state)
    except TooManyOutcomes as error:
        raise TooManyError("more chance outcomes than can be listed") from error
