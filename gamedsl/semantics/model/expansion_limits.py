"""How far rules and `let`s stand inside each other: rules become part of those that call them, so there is an end."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from gamedsl.semantics.model.functions import Expansion
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import TooMany
from gamedsl.source import Span

MOST_LEVELS = 40
MOST_USES = 10_000
"""Counted with the uses inside them: thirty rules of which each calls the next one twice are a thousand million."""


MOST_STATEMENTS = 25_000
"""Counted with those of the rules that are called, if play can stop in them: each becomes a node of the graph."""

MOST_BASES = 20
"""So many examples can build on each other: each repeats the lines of those below it."""


def is_too_deep(world: World, span: Span) -> bool:
    """Whether one more level is too much; this is reported."""
    if len(world.expansions) < MOST_LEVELS:
        return False
    _report_levels(world, span)
    return True


@contextmanager
def count_expansion(world: World) -> Generator[Expansion]:
    """Around the work on a rule or `let`; at its end it counts itself as well."""
    expansion = Expansion()
    world.expansions.append(expansion)
    try:
        yield expansion
    finally:
        world.expansions.pop()
        expansion.levels += 1
        expansion.uses += 1


def add_expansion(world: World, used: Expansion, span: Span) -> None:
    """What is under work uses something with all that stands inside it; too much is reported where it is used."""
    top = world.expansions[-1] if world.expansions else None
    if top is None:
        _grow(world, used.size if used.stops else 1, span, stops=used.stops)
    elif used.levels >= MOST_LEVELS:
        _report_levels(world, span)
    elif top.uses + used.uses > MOST_USES:
        world.problem(TooMany(span, "uses of rules and lets inside each other", top.uses + used.uses, MOST_USES))
    else:
        top.levels = max(top.levels, used.levels)
        top.uses += used.uses
        _grow(world, used.size if used.stops else 1, span, stops=used.stops)


def count_statement(world: World, span: Span, *, stops: bool) -> None:
    """Another statement in what is under work."""
    _grow(world, 1, span, stops=stops)


def _grow(world: World, size: int, span: Span, *, stops: bool) -> None:
    top = world.expansions[-1] if world.expansions else world.match
    top.stops = top.stops or stops
    if top.size <= MOST_STATEMENTS < top.size + size and top.stops:
        world.problem(
            TooMany(span, "statements, with those of the rules that are called", top.size + size, MOST_STATEMENTS)
        )
    top.size += size


def _report_levels(world: World, span: Span) -> None:
    world.problem(TooMany(span, "rules and lets inside each other", MOST_LEVELS + 1, MOST_LEVELS))
