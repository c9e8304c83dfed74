"""Counting the tree: moves and chance outcomes multiply, positions merge."""

from __future__ import annotations

import pytest

from gamedsl_interpreter.perft import Level, TooManyError, perft
from unit.interpreter.nim import Nim


def test_levels_of_nim() -> None:
    """Heaps 3, 4, 5, 6 have 5, 6, 6, 6 first moves, of which 2 take all of 3, 1 all of 4 (both of 3 twice)."""
    levels = list(perft(Nim(), 2))
    assert levels[0] == Level(0, 4, 4, 0)
    assert levels[1].leaves == 5 + 6 + 6 + 6
    assert levels[1].ended == 2 + 1
    assert levels[1].positions < levels[1].leaves


def test_the_tree_ends() -> None:
    levels = list(perft(Nim(), 100))
    assert len(levels) == 7
    assert levels[-1].leaves == levels[-1].ended == 1


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(TooManyError):
        list(perft(Nim(), 3, most=3))
