"""Matches of C programs, played again by the executors: chance as it came out, and the moves that were made.

A C program prints a line for each decision: `turn SEAT MOVES STEP …`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from bench.playouts import compiled
from gamedsl_interpreter.engine import ChanceOutcome, Engine, Move, Outcome, S
from gamedsl_interpreter.wasm.bulk.playouts import Policy


@frozen
class Turn:
    """A decision: whose it was, how many moves there were, and the steps of the one that was made."""

    seat: int
    moves: int
    steps: tuple[int, ...]

    @classmethod
    def of(cls, words: list[str]) -> Turn:
        seat, moves, *steps = map(int, words)
        return cls(seat, moves, tuple(steps))


def traced(program: str, count: int) -> list[str]:
    """Returns the lines that a C program prints of this number of matches."""
    with TemporaryDirectory() as folder:
        executable = compiled(program, Policy.STEPS, Path(folder), "-DTRACE", "-DRECORDS")
        done = subprocess.run([str(executable), str(count)], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()[:-1]


def replayed(engine: Engine[S], turns: Iterable[Turn], dealt: Callable[[bytes], list[int]]) -> Outcome:
    """Plays a match again: at each decision the seat and the number of complete moves must agree, and each move must be legal. `dealt`: what came out at the
    chance node where a position stands, as kinds of the Game."""
    state = engine.initial(None)
    left = iter(turns)
    while not state.is_over:
        seats = engine.to_act(state)
        if seats:
            turn = next(left)
            assert turn.seat == int(seats[0]), turn
            moves = len(engine.moves(state, seats[0]))
            assert turn.moves == moves, (turn, moves)
            state = engine.play(state, seats[0], Move(turn.steps, ""))
        else:
            wanted = dealt(state.bytes)
            state = engine.play_chance(state, _found(engine.chance(state), wanted))
    assert next(left, None) is None
    outcome = engine.outcome(state)
    assert outcome is not None
    return outcome


def _found(outcomes: Iterable[ChanceOutcome], wanted: list[int]) -> ChanceOutcome:
    return next(outcome for outcome in outcomes if list(outcome.values) == wanted)
