"""Why an example failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gamedsl.graph.compiled import Compiled
from gamedsl.reports.places import quoted
from gamedsl.source import Source, Span
from gamedsl.values import frozen
from gamedsl_interpreter.examples import ExampleResult


@frozen
class ReportLine:
    """A line of a report. An aside says how a failure comes about, and can be shown fainter."""

    text: str
    is_aside: bool = False


def reasons(
    result: ExampleResult, game: Compiled, sources: Mapping[str, Source], broken_by: Span | None = None
) -> Iterator[ReportLine]:
    """Why an example failed; `broken_by` is the change of a variant without which it would hold."""
    for failure in result.failures:
        yield ReportLine(quoted(game.sites[failure.site].span, sources))
        yield ReportLine(f"  {failure.text}")
        if failure.rule is not None:
            yield ReportLine(f"  at {quoted(game.sites[failure.rule].span, sources)}")
        for step in failure.way:
            yield ReportLine(f"  after {step}", is_aside=True)
    if broken_by is not None:
        yield ReportLine(f"because of {quoted(broken_by, sources)}")
        yield ReportLine(f"  if this is meant, add `remove {result.name}`, and write the example anew")
