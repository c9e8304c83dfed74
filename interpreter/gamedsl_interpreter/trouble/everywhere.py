"""Searches all positions of a small game: a property of all of them holds in every match."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Fault, State
from gamedsl_interpreter.perft import TooManyError, chances, first


@frozen
class Everywhere:
    """The result of an exhaustive search: `positions` (steps inside a decision count), up to `depth` answers deep; `is_whole`: these are all. `fault` is the
    first fault, after the answers `path` (the numbers of the options, in order; outcomes of chance are left out)."""

    positions: int
    depth: int
    is_whole: bool
    fault: Fault | None
    path: tuple[int, ...]


def everywhere(
    engine: Engine[State], most: int, depth: int | None, start: str | None, tick: Callable[[int], object] = abs
) -> Everywhere:
    """Searches breadth-first until a fault, up to `most` positions and `depth` answers deep. Chance takes all its outcomes."""
    found: dict[bytes, tuple[bytes, int]] = {}
    waiting: deque[tuple[State, bytes, int]] = deque()
    reached, is_cut = 0, False

    def add(state: State, before: bytes, answer: int, deep: int) -> None:
        key = state.bytes
        if key not in found:
            found[key] = (before, answer)
            waiting.append((state, key, deep))

    def path(key: bytes) -> tuple[int, ...]:
        answers: list[int] = []
        while key:
            key, answer = found[key]
            answers += [answer] if answer >= 0 else []
        return tuple(reversed(answers))

    key, answer = b"", -1
    try:
        add(first(engine, start), b"", -1, 0)
        while waiting:
            if len(found) > most:
                return Everywhere(len(found), reached, False, None, ())
            state, key, deep = waiting.popleft()
            reached = max(reached, deep)
            tick(1)
            if state.is_over:
                continue
            answer = -1
            outcomes = chances(engine, state, most)
            for outcome in outcomes:
                add(engine.play_chance(state, outcome), key, -1, deep)
            if outcomes or (depth is not None and deep >= depth):
                is_cut = is_cut or not outcomes
                continue
            seat = engine.to_act(state)[0]
            for answer, option in enumerate(engine.step(state, seat).options):
                add(engine.take_step(state, seat, option.value), key, answer, deep + 1)
    except Fault as fault:
        answers = path(key) if key else ()
        return Everywhere(len(found), reached, False, fault, (*answers, answer) if answer >= 0 else answers)
    except TooManyError:
        return Everywhere(len(found), reached, False, None, ())
    return Everywhere(len(found), reached, not is_cut, None, ())
