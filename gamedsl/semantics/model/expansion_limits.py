"""Limits the nesting of rules and `let`s. A rule becomes part of each rule that calls it, so nesting must be finite and small."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from gamedsl.semantics.model.functions import Expansion
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.source import Span

MOST_LEVELS = 40
MOST_USES = 10_000
"""The most uses, nested ones included: thirty rules that each call the next one twice are a thousand million uses."""


MOST_STATEMENTS = 25_000
"""The most statements of a rule, including those of the rules it calls, if play can stop in them: each becomes a node of the graph."""

MOST_BASES = 20
"""The longest chain of examples that build on each other: each repeats the lines of its bases."""


def is_too_deep(world: World, span: Span) -> bool:
    """Whether one more level is too deep. Reports it if so."""
    if len(world.expansions) < MOST_LEVELS:
        return False
    _report_levels(world, span)
    return True


@contextmanager
def count_expansion(world: World) -> Generator[Expansion]:
    """Counts the expansions inside a rule or `let` that is being checked, and the rule or `let` itself."""
    expansion = Expansion()
    world.expansions.append(expansion)
    try:
        yield expansion
    finally:
        world.expansions.pop()
        expansion.levels += 1
        expansion.uses += 1


def add_expansion(world: World, used: Expansion, span: Span) -> None:
    """Adds a use, with everything inside it, to the current expansion. Reports the use that exceeds the limit."""
    top = world.expansions[-1] if world.expansions else None
    if top is None:
        _grow(world, used.size if used.stops else 1, span, stops=used.stops)
    elif used.levels >= MOST_LEVELS:
        _report_levels(world, span)
    elif top.uses + used.uses > MOST_USES:
        world.problem(TooMany(span, Amount.USES, top.uses + used.uses, MOST_USES))
    else:
        top.levels = max(top.levels, used.levels)
        top.uses += used.uses
        _grow(world, used.size if used.stops else 1, span, stops=used.stops)


def count_statement(world: World, span: Span, *, stops: bool) -> None:
    """Adds a statement to the current expansion."""
    _grow(world, 1, span, stops=stops)


def _grow(world: World, size: int, span: Span, *, stops: bool) -> None:
    top = world.expansions[-1] if world.expansions else world.match
    top.stops = top.stops or stops
    if top.size <= MOST_STATEMENTS < top.size + size and top.stops:
        world.problem(TooMany(span, Amount.STATEMENTS, top.size + size, MOST_STATEMENTS))
    top.size += size


def _report_levels(world: World, span: Span) -> None:
    world.problem(TooMany(span, Amount.LEVELS, MOST_LEVELS + 1, MOST_LEVELS))
