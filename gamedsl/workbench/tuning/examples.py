"""Finds the worked examples that no longer hold with a variant, so that the variant can take them away."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gamedsl import pipeline
from gamedsl.cache.rules import KnownRules
from gamedsl.cache.store import Store
from gamedsl.diagnostics.model import Diagnostic, Severity
from gamedsl.source import Source
from gamedsl.syntax.tree import example_lines
from gamedsl.values import frozen
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import first_failure

_WAYS, _SAMPLES = 200, 20
"""As in `gamedsl mutate`: the most ways of an example that are all tried, and how many random ones if there are more."""


@frozen
class Checked:
    """The lines that remove examples which no longer hold, and the mistakes that remain in other setups."""

    lines: tuple[str, ...]
    errors: tuple[Diagnostic, ...]


def check_examples(
    write: Callable[[list[str]], str], find: Callable[[str], Source | None], store: Store | None
) -> Checked:
    """Checks the variant that `write` makes with more lines, in all setups, and its examples."""
    lines = list[str]()
    while True:
        known = KnownRules(Source("candidate", write(lines)), find, store)
        found = pipeline.check(known.parsed).diagnostics
        errors = tuple(one for one in found if one.severity is Severity.ERROR)
        names = _spoilt(known, errors) if errors else _failing(known)
        more = [line for name in dict.fromkeys(names) if (line := f"remove {name}") not in lines]
        if not more:
            return Checked(tuple(lines), errors)
        lines += more


def _spoilt(known: KnownRules, errors: Sequence[Diagnostic]) -> Iterator[str]:
    """Yields the examples that have a mistake now."""
    examples = [
        (decl.span, decl.name.text)
        for _, file in known.parsed.chain.files
        for decl in file.decls
        if isinstance(decl, example_lines.Example)
    ]
    for error in errors:
        for label in (error.primary, *error.others):
            at = label.span
            yield from (
                name for span, name in examples if span.source == at.source and span.start <= at.start < span.end
            )


def _failing(known: KnownRules) -> Iterator[str]:
    for _, compiled, specs in pipeline.examples(known.parsed):
        host = ReferenceHost(compiled.game)
        yield from (spec.name for spec in specs if first_failure(host, spec, _WAYS, _SAMPLES) is not None)
