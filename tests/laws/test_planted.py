"""The laws alone notice planted mistakes. A few of them by default; PLANTED=all tries them all and prints what noticed them:
`PLANTED=all python -m pytest tests/laws/test_planted.py -s`."""

from __future__ import annotations

import os

import pytest

from laws.mistakes import Mistake
from laws.planted import MISTAKES, noticed
from share import less, share

ALL = os.environ.get("PLANTED") == "all"
FEW = {
    "gloriana": (
        "a kept specialist costs two",
        "taverns may stay short",
        "hands lie open",
        "the passed card is told to all (R8)",
    ),
    "glory_islands": (
        "a lost ship keeps its total",
        "treasure lies open",
        "Morgan lands as far away as he can (R60)",
    ),
}
LEAST = 9, 10
"""So many of so many must be noticed, in each game."""


@pytest.mark.parametrize("name", MISTAKES)
def test_the_laws_notice_mistakes(name: str) -> None:
    few = share(FEW[name], 4)
    tried = [mistake for mistake in MISTAKES[name] if ALL or mistake.meaning in few]
    assert ALL or len(tried) == len(few)
    found = {mistake.meaning: noticed(name, mistake) for mistake in tried}
    print()
    for meaning, why in found.items():
        print(f"{name}: {meaning}: {why or 'NOT NOTICED'}")
    known = [meaning for meaning, why in found.items() if why is not None]
    print(f"{name}: {len(known)} of {len(found)} noticed")
    if ALL:
        assert len(known) * LEAST[1] >= len(found) * LEAST[0]
    else:
        assert len(known) == len(found)


def test_there_are_enough() -> None:
    assert len(MISTAKES["gloriana"]) >= 60
    assert len(MISTAKES["glory_islands"]) >= 60
    for rows in MISTAKES.values():
        assert len({mistake.meaning for mistake in rows}) == len(rows)


@pytest.mark.parametrize("name", MISTAKES)
def test_right_rules_break_no_law(name: str) -> None:
    """What is counted as noticed is the mistake: the same matches without one break nothing."""
    assert noticed(name, Mistake("nothing", "game ", "game "), matches=less(3, 1)) is None
