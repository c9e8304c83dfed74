"""Attributes problems in the files below a variant to the change of the variant that causes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Setup
from gamedsl.pipeline.merging import elaborate_setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import wrong_players
from gamedsl.pipeline.words import errors_of
from gamedsl.semantics.model.effort import Effort
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, example_lines
from gamedsl.variants.merge import Chain, merge
from gamedsl.variants.prepared_examples import name_problems


def problems_of_changes(parsed: Parsed, found: Mapping[Problem, Setup]) -> dict[Problem, declarations.Change]:
    """Returns the problems in the files below a variant that one of its changes causes, with that change."""
    from gamedsl.variants.blame import causes

    inside = {q: setup for q, setup in found.items() if q.span.source != parsed.name}
    return causes(parsed.chain, inside, _problems_of) if inside and not errors_of(parsed.diagnostics) else {}


def _problems_of(chain: Chain, setup: Setup) -> tuple[Problem, ...]:
    wrong = None if chain.frame is None else wrong_players(chain.frame)
    if wrong is not None:  # a change that is left out may have mended the number of players
        return (wrong,)
    merged, problems = merge(chain, setup)
    if merged is None:
        return problems
    return (*problems, *name_problems(merged), *elaborate_setup(merged, Effort()).problems)


def blame_changes(
    parsed: Parsed, caused: Mapping[Problem, declarations.Change], found: Sequence[Problem]
) -> Iterator[Diagnostic]:
    """Yields the problems that changes cause: each change is reported once, with all places that it breaks. Problems in rules come before those in examples."""
    if not caused:
        return
    from gamedsl.semantics.problems.following.consequences import same_mistake
    from gamedsl.semantics.problems.variants import explain_caused

    examples = [d for _, file in parsed.chain.files for d in file.decls if isinstance(d, example_lines.Example)]
    by_change: dict[Span, list[Problem]] = {}
    for problem, change in caused.items():
        by_change.setdefault(change.span, []).append(problem)
    for span, problems in by_change.items():
        alike = [q for q in found if q not in problems and any(same_mistake(q, p) for p in problems)]
        places = {q.span: q for q in (*problems, *alike)}
        inside = {s: [e.name.text for e in examples if s.begins_in(e.span)] for s in places}
        told = sorted(places, key=lambda s: (bool(inside[s]), s.source, s.start))
        names = dict.fromkeys(name for s in told for name in inside[s])
        yield explain_caused(span, [places[s].explain() for s in told], tuple(names))
