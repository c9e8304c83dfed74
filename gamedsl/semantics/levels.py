"""How far rules and `let`s stand inside each other: rules become part of those that call them, so there is an end."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from gamedsl.semantics.problems import TooMany
from gamedsl.semantics.world import Inside, World
from gamedsl.source import Span

MOST_LEVELS = 40
MOST_USES = 10_000
"""Counted with the uses inside them: thirty rules of which each calls the next one twice are a thousand million."""


MOST_BASES = 20
"""So many examples can build on each other: each repeats the lines of those below it."""


def is_too_deep(w: World, span: Span) -> bool:
    """Whether one more level is too much; this is reported."""
    if len(w.inside) < MOST_LEVELS:
        return False
    _report_levels(w, span)
    return True


@contextmanager
def level(w: World) -> Generator[Inside]:
    """Around the work on a rule or `let`; at its end it counts itself as well."""
    inside = Inside()
    w.inside.append(inside)
    try:
        yield inside
    finally:
        w.inside.pop()
        inside.levels += 1
        inside.uses += 1


def use(w: World, used: Inside, span: Span) -> None:
    """What is under work uses something with all that stands inside it; too much is reported where it is used."""
    if not w.inside:
        return
    top = w.inside[-1]
    if used.levels >= MOST_LEVELS:
        _report_levels(w, span)
    elif top.uses + used.uses > MOST_USES:
        w.problem(TooMany(span, "uses of rules and lets inside each other", top.uses + used.uses, MOST_USES))
    else:
        top.levels = max(top.levels, used.levels)
        top.uses += used.uses


def _report_levels(w: World, span: Span) -> None:
    w.problem(TooMany(span, "rules and lets inside each other", MOST_LEVELS + 1, MOST_LEVELS))
