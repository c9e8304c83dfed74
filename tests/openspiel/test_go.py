"""Go where repetition is refused, and on the larger boards. As a program: `python -m openspiel.test_go 9 20` plays matches of that size.

OpenSpiel ends a match without a winner when a position comes again; the moves that lead there are the ones that our rules refuse.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence

import pytest

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import Outcome
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from games import shipped
from openspiel import theirs
from openspiel.pairs import PAIRS

PAIR = next(pair for pair in PAIRS if pair.ours == "go")
TWO_FOR_ONE = ("B b1", "W a2", "B d1", "W b2", "B c2", "W j9", "B a1", "W c1")
"""White has taken two stones. Taking one back at b1 would bring back the position after j9."""


def _played(size: int, seed: int, most: int, opening: Sequence[str] = ()) -> tuple[int, int]:
    """One random match after an opening, or its first moves: how many decisions, and how many moves were refused as repetitions."""
    engine, there = _engine(size, "refused"), theirs.load(f"go(board_size={size},komi=7.5)").new_initial_state()
    dice, here, decisions, refused = random.Random(seed), engine.initial(None), 0, 0
    while decisions < most and not there.is_terminal():
        legal = theirs.actions(there, there.current_player())
        allowed = {text: action for text, action in legal.items() if not _repeats(there, action)}
        refused += len(legal) - len(allowed)
        if len(allowed) == 1:  # Our side passes by itself.
            there.apply_action(*allowed.values())
            continue
        assert _spelled(engine, here, there) == allowed.keys()
        pick = opening[decisions] if decisions < len(opening) else dice.choice(sorted(allowed))
        here = _follow(engine, here, pick)
        there.apply_action(allowed[pick])
        decisions += 1
    if there.is_terminal():
        assert PAIR.returns(_result(engine, here)) == there.returns()
    return decisions, refused


def _engine(size: int, repetition: str) -> ReferenceEngine:
    options = {"size": str(size), "repetition": repetition}
    setup = next(setup for setup in shipped.every_setup("go") if dict(setup.options) == options)
    return ReferenceEngine(shipped.game("go", setup), Checking.OFF)


def _repeats(there: theirs.State, action: int) -> bool:
    """Whether the move ends the match without a winner; with half a point of komi, nothing else does."""
    then = there.clone()
    then.apply_action(action)
    return then.is_terminal() and not any(then.returns())


def _spelled(engine: ReferenceEngine, here: ReferenceState, there: theirs.State) -> set[str]:
    """Our moves as they are written there."""
    seat = SeatId(there.current_player())
    assert engine.to_act(here) == (seat,)
    view = engine.view(here, seat)
    return {PAIR.move(move.text, seat, view) for move in engine.moves(here, seat)}


def _follow(engine: ReferenceEngine, here: ReferenceState, text: str) -> ReferenceState:
    """The position after one of our moves, as it is written there."""
    (seat,) = engine.to_act(here)
    view = engine.view(here, seat)
    return engine.play(
        here, seat, next(move for move in engine.moves(here, seat) if PAIR.move(move.text, seat, view) == text)
    )


def _result(engine: ReferenceEngine, here: ReferenceState) -> Outcome:
    result = engine.outcome(here)
    assert result is not None
    return result


def test_repetition_is_refused() -> None:
    assert _played(9, 0, 12, TWO_FOR_ONE) == (12, 1)


def test_repetition_ends_the_match() -> None:
    engine = _engine(9, "drawn")
    here = engine.initial(None)
    for text in (*TWO_FOR_ONE, "B b1"):
        here = _follow(engine, here, text)
    assert PAIR.returns(_result(engine, here)) == [0.0, 0.0]


@pytest.mark.parametrize(("size", "moves"), [(13, 4), (19, 1)])
def test_larger_boards_begin_alike(size: int, moves: int) -> None:
    assert _played(size, 1, moves) == (moves, 0)


def main(size: int, matches: int) -> None:
    """Plays so many matches, and prints what it took."""
    for seed in range(matches):
        start = time.perf_counter()
        decisions, refused = _played(size, seed, 1000)
        took = time.perf_counter() - start
        print(f"{seed}: {decisions} decisions agree, {refused} repetitions refused, {took:.1f} s", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
