"""Lays out why an example failed, with places in the rules, and which lines of a passing example prove nothing. `worked_examples.running` finds the reason
and puts it into words."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from gamedsl.graph.compiled import Compiled
from gamedsl.reports.places import quote_line
from gamedsl.source import Source, Span
from gamedsl.values import frozen
from gamedsl_interpreter.worked_examples.run import ExampleResult


@frozen
class ReportLine:
    """A line of a report. An aside describes the events before a failure, and can be shown fainter."""

    text: str
    is_aside: bool = False


def reasons(
    result: ExampleResult,
    game: Compiled,
    sources: Mapping[str, Source],
    broken_by: Sequence[Span] = (),
    flags: Container[str] = (),
) -> Iterator[ReportLine]:
    """Yields the reasons why an example failed; `broken_by` are the changes of a variant without which it would pass. Sources in `flags` are not files but
    flags of the command line, and named after these."""
    told: tuple[str, ...] = ()
    for failure in result.failures:
        yield ReportLine(quote_line(game.sites[failure.site].span, sources))
        yield ReportLine(f"  {failure.text}")
        if failure.rule is not None:
            yield ReportLine(f"  at {quote_line(game.sites[failure.rule].span, sources)}")
        for step in ("the same steps",) if len(told) > 1 and failure.way == told else failure.way:
            yield ReportLine(f"  after {step}", is_aside=True)
        told = failure.way
    for number, span in enumerate(broken_by):
        where = f"`{span.source}`" if span.source in flags else quote_line(span, sources)
        yield ReportLine(f"{'and of' if number else 'because of'} {where}")
    if broken_by:
        these = "this change" if len(broken_by) == 1 else "these changes"
        is_flag = any(span.source in flags for span in broken_by)
        way_out = f"write a variant with {these} and with" if is_flag else "add"
        yield ReportLine(f"  if this is meant, {way_out} `remove {result.name}`, and write the example anew")


def notes(result: ExampleResult, game: Compiled, sources: Mapping[str, Source], name: str) -> Iterator[ReportLine]:
    """Lists the lines of a passing example that prove nothing. Only lines in the source with this name are listed; those in a base are reported for the base."""
    for note in result.notes:
        span = game.sites[note.site].span
        if span.source == name:
            yield ReportLine(quote_line(span, sources))
            yield ReportLine(f"  {note.text}")
