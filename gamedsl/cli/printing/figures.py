"""Prints the findings at the top of a report, and its figures as a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from gamedsl.api.studies.reporting import MatchReport, ReportFigure, ReportFinding
from gamedsl.table.table import screen_width
from gamedsl.table.text import faint, title
from gamedsl.workbench.reporting.figures import number_of

_INDENT = " " * 6


def findings_text(made: MatchReport) -> str:
    """Returns what a report says first: the findings that ask for a change, with advice, and those that are asked for first, each behind its question;
    empty for a campaign, of which only results are known."""
    parts = [title(made.title)] if made.in_short else []
    for heading, found in (("What to look at", made.to_change), ("In short", made.in_short)):
        if found:
            parts += ["", title(heading)]
        for one in found:
            parts += _lines(one)
    return "\n".join(parts)


def _lines(one: ReportFinding) -> list[str]:
    mark = "" if one.certainty == "plain" else f" ({one.certainty})"
    told = [f"{one.text}{mark}", *([one.advice] if one.advice else [])]
    lines = [
        line for text in told for line in wrap(text, screen_width(), initial_indent=_INDENT, subsequent_indent=_INDENT)
    ]
    return [f"  {one.section}", *lines]


def figures_text(figures: Sequence[ReportFigure]) -> str:
    """Returns the figures below the titles of their sections: the number, its interval, its meaning, and its source."""
    names = max(len(one.title) for one in figures)
    parts: list[str] = []
    for section, group in groupby(figures, key=lambda one: one.section):
        own = list(group)
        parts.append(f"\n{title(section)}")
        told = ""
        for one in own:
            parts.append(f"  {one.title.ljust(names)}  {_numbers(one)}")
            meaning = f"{one.meaning} ({one.source})"
            if meaning != told:
                parts += wrap(meaning, screen_width(), initial_indent=_INDENT, subsequent_indent=_INDENT)
            told = meaning
    references = {reference for one in figures for reference in one.reference.split("; ")}
    parts += [f"\n{title('Sources')}", *[faint(f"  {line}") for line in sorted(references)]]
    return "\n".join(parts)


def _numbers(one: ReportFigure) -> str:
    if one.value is None or one.low is None or one.high is None:
        return f"too few {one.of} ({one.count} of {one.needed})"
    value, low, high = (number_of(one.unit, number) for number in (one.value, one.low, one.high))
    return f"{value} ({low} to {high})"
