"""Ways to make so many moves in chess, as published: the start and four positions that gather what is easily missed (chessprogramming.org, "Perft
Results"). The reference executor plays, so the depths are small; `python -m known.test_chess 3` (in `tests`) counts deeper."""

from __future__ import annotations

import sys
from functools import cache

import pytest

from gamedsl_interpreter.engine import Forced
from gamedsl_interpreter.perft import perft
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from games import shipped

LEAVES: dict[str | None, tuple[int, ...]] = {
    None: (20, 400, 8_902, 197_281, 4_865_609),
    "kiwipete": (48, 2_039, 97_862, 4_085_603),
    "position_3": (14, 191, 2_812, 43_238, 674_624),
    "position_4": (6, 264, 9_467, 422_333),
    "position_5": (44, 1_486, 62_379, 2_103_487),
}
"""By start; without one, the set-up."""


@cache
def _engine() -> ReferenceEngine:
    return ReferenceEngine(shipped.game("chess", shipped.setups("chess")[0]), Checking.OFF, forced=Forced.ASKED)


@pytest.mark.parametrize("start", LEAVES)
def test_ways_of_two_moves(start: str | None) -> None:
    assert _leaves(start, 1) == LEAVES[start][0]
    assert _leaves(start, 2) == LEAVES[start][1]


def test_ways_of_three_moves() -> None:
    assert _leaves("position_3", 3) == LEAVES["position_3"][2]


def test_the_tool_counts_the_same() -> None:
    levels = list(perft(_engine(), 2, start="position_3"))
    assert [level.leaves for level in levels] == [1, 14, 191]


def _leaves(start: str | None, depth: int) -> int:
    """The last moves are listed and not played, which is all that a number needs."""
    return _below(_engine().initial(None, start=start), depth)


def _below(state: ReferenceState, depth: int) -> int:
    if state.is_over:
        return 0
    (seat,) = _engine().to_act(state)
    moves = _engine().moves(state, seat)
    return len(moves) if depth == 1 else sum(_below(_engine().play(state, seat, move), depth - 1) for move in moves)


if __name__ == "__main__":
    for name, numbers in LEAVES.items():
        for depth, number in enumerate(numbers[: int(sys.argv[1])], start=1):
            print(name or "set-up", depth, found := _leaves(name, depth), "as published" if found == number else number)
