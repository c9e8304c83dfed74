"""Merges the declarations of a setup, and checks them."""

from __future__ import annotations

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import seat_names
from gamedsl.semantics.elaboration import Elaborated, elaborate
from gamedsl.semantics.model.effort import Effort
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.problems.variants import UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax.tree import example_lines
from gamedsl.values import evolve
from gamedsl.variants.merge import Merging
from gamedsl.variants.prepared_examples import resolve_examples, resolve_starts


def merge_setup(
    parsed: Parsed, setup: Setup, merging: Merging | None = None
) -> tuple[Merged | None, tuple[Problem, ...]]:
    """Returns the declarations of a setup, as far as they can be merged, and the problems. `merging` is the chain's merging, if several setups share it."""
    merged, problems = (Merging(parsed.chain) if merging is None else merging).of(setup)
    if merged is None or parsed.has_examples:
        return merged, problems
    decls, written = (
        tuple([decl for decl in some if not isinstance(decl, example_lines.Example)])
        for some in (merged.decls, merged.written)
    )
    return evolve(merged, decls=decls, written=written), problems


def also_missing(merged: Merged, before: dict[Span, UnknownTarget] | None) -> dict[Span, UnknownTarget]:
    """Returns the changes whose target neither this setup nor an earlier one has, by the place of the change."""
    return {change: q for change, q in merged.missing if before is None or change in before}


def elaborate_setup(merged: Merged, effort: Effort, meanings: Meanings | None = None) -> Elaborated:
    """Checks the declarations of a setup, its examples and starts included."""
    names = seat_names(merged, None)
    examples, starts = resolve_examples(merged, names), resolve_starts(merged, names)
    return elaborate(merged, names, examples, effort, starts=starts, meanings=meanings)


def elaborate_rules(merged: Merged) -> Elaborated:
    """Checks the declarations of a setup without its examples, for questions that are only about the rules."""
    names = seat_names(merged, None)
    return elaborate(merged, names, (), starts=resolve_starts(merged, names))
