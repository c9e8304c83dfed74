"""How many rules and `let`s stand inside each other: rules become part of those that call them, so there is an end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gamedsl.semantics.problems import TooMany
from gamedsl.semantics.world import World
from gamedsl.source import Span

MOST_LEVELS = 40


def is_too_deep(w: World, span: Span) -> bool:
    """Whether one more level is too much; this is reported."""
    if len(w.levels) < MOST_LEVELS:
        return False
    _report(w, span)
    return True


@contextmanager
def level(w: World) -> Iterator[list[int]]:
    """Around the work on a rule or `let`; the list holds at its end how many levels that has, itself counted."""
    made: list[int] = []
    w.levels.append(0)
    try:
        yield made
    finally:
        made.append(w.levels.pop() + 1)


def use(w: World, levels: int, span: Span) -> None:
    """What is under work uses something that has so many levels; too many are reported where it is used."""
    if not w.levels:
        return
    if levels >= MOST_LEVELS:
        _report(w, span)
    else:
        w.levels[-1] = max(w.levels[-1], levels)


def _report(w: World, span: Span) -> None:
    w.problem(TooMany(span, "rules and lets inside each other", MOST_LEVELS + 1, MOST_LEVELS))
