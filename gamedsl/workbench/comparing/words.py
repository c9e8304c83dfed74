"""Puts the findings of a comparison into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isinf

from gamedsl.graph.analysis.number_words import with_minus
from gamedsl.reports.titles import plain
from gamedsl.values import evolve
from gamedsl.workbench.comparing.compare import Comparison, Finding
from gamedsl.workbench.comparing.figures import Figure
from gamedsl.workbench.statistics.differences import Difference

_INDEX = re.compile(r"\[([^\]]*)\]")
_EFFECTS = ((0.2, "a tiny effect"), (0.5, "a small effect"), (0.8, "a medium effect"))
"""J. Cohen, Statistical Power Analysis for the Behavioral Sciences (1988)."""


def sentence(finding: Finding) -> str:
    """Describes a difference: `“events” brings a seat 2.7 points less (2.5 to 2.9): 8.1 instead of 10.8, a large effect`."""
    figure, one = finding.figure, finding.difference
    before, after = (amount(figure, number) for number in (one.before, one.after))
    return f"{_change(figure, one)} ({interval(figure, one)}): {after} instead of {before}, {effect_words(one)}"


def doubt(finding: Finding) -> str:
    """Describes an undecided difference, and how small a change could have been seen."""
    return f"{_change(finding.figure, finding.difference)} ({interval(finding.figure, finding.difference)}); {sight(finding)}"


def sight(finding: Finding) -> str:
    """Says how small a change the matches would probably have shown: `1,000 matches would show a change of 4.5 percentage points`."""
    if finding.visible is None:
        return "no match shows a difference"
    return f"{finding.difference.count:,} matches would show a change of {_size(finding.figure, finding.visible)}"


def interval(figure: Figure, one: Difference) -> str:
    """Describes the interval of a change: `2.5 to 2.9 less`, `0.2 less to 0.4 more`."""
    if isinf(one.low) or isinf(one.high):
        return "too few matches for an interval"
    low, high = one.low, one.high
    if low < 0 < high:
        return f"{_plain_size(figure, low)} less to {_plain_size(figure, high)} more"
    near, far = sorted((low, high), key=abs)
    return f"{_plain_size(figure, near)} to {_plain_size(figure, far)}"


def amount(figure: Figure, number: float) -> str:
    """Formats a value of a figure: a share in percent, any other number with two or three significant digits."""
    return f"{number:.1%}" if figure.is_share else number_text(number)


def format_signed(figure: Figure, number: float) -> str:
    """Formats a change with its sign."""
    sign = "−" if number < 0 else "+" if number > 0 else ""
    return f"{sign}{amount(figure, abs(number))}"


def number_text(number: float) -> str:
    """Formats a number: `0.034`, `1.25`, `12.3`, `1,234`."""
    size = abs(number)
    digits = 0 if size >= 1000 or not size else 1 if size >= 10 else 2 if size >= 0.1 else 3
    return with_minus(f"{number:,.{digits}f}")


def effect_words(one: Difference) -> str:
    """Says how large a change is compared with the spread of matches."""
    return next((words for most, words in _EFFECTS if abs(one.effect) < most), "a large effect")


def what(figure: Figure) -> str:
    """Returns the name of a figure in tables."""
    match figure.group:
        case "score" | "length":
            return called(figure)
        case "wins":
            return figure.name if figure.name == "shared victory" else f"{figure.name} wins"
        case "end":
            return f"ends with “{figure.name.rstrip('.')}”" if figure.name else "ends without a reason"
        case "action" | "kind" | "place":
            return f"{figure.group} {called(figure)}"


def with_names(found: Comparison, names: Mapping[str, str]) -> Comparison:
    """Returns a comparison with places, kinds and ends of matches as people call them: `a4` for the place `lot[1, 4]`, words for an end without a
    sentence, which has its condition as its name."""

    def named(one: Finding) -> Finding:
        figure = one.figure
        told = names.get(figure.name, "") if figure.group in ("kind", "place", "end") else ""
        is_same = not told or told.casefold() == called(figure).casefold()
        return one if is_same else evolve(one, figure=evolve(figure, name=told))

    pairs = tuple(evolve(pair, findings=tuple(map(named, pair.findings))) for pair in found.pairs)
    return evolve(found, pairs=pairs)


def called(figure: Figure) -> str:
    """Returns the name of a figure in words: `pit 11` for the place `pit[11]`, `Leaf Sage` for the kind `Leaf.Sage`."""
    return plain(_INDEX.sub(r" \1", figure.name).replace(".", " "))


def _change(figure: Figure, one: Difference) -> str:
    much = _size(figure, one.change)
    more, of_things = ("more", "more") if one.change > 0 else ("less", "fewer")
    match figure.group:
        case "length":
            return f"a match takes {much} {of_things} {figure.name}"
        case "score" if figure.name == "lead of the first":
            return f"the first leads by {much} points {more}"
        case "score":
            return f"“{called(figure)}” brings a seat {much} points {more}"
        case "wins" if figure.name == "shared victory":
            return f"victories are shared {much} {more} often"
        case "wins":
            return f"{figure.name} wins {much} {more} often"
        case "end":
            return f"“{figure.name.rstrip('.')}” ends matches {much} {more} often"
        case "action":
            return f"“{called(figure)}” is done {much} {of_things} times in a match"
        case "kind" | "place":
            return f"“{called(figure)}” is chosen {much} {of_things} times in a match"


def _size(figure: Figure, number: float) -> str:
    """Formats the size of a change; shares change by percentage points."""
    return f"{abs(number) * 100:.1f} percentage points" if figure.is_share else number_text(abs(number))


def _plain_size(figure: Figure, number: float) -> str:
    return f"{abs(number) * 100:.1f}" if figure.is_share else number_text(abs(number))


def without_doubles(findings: Sequence[Finding]) -> list[Finding]:
    """Leaves out figures that repeat another one: steps where every choice takes one step, and the total of a single score line."""
    by_name = {(one.figure.group, one.figure.name): one.difference for one in findings}
    doubles: set[tuple[str, str]] = set()
    if by_name.get(("length", "steps")) == by_name.get(("length", "decisions")):
        doubles.add(("length", "steps"))
    lines = [name for group, name in by_name if group == "score" and name not in ("total", "lead of the first")]
    if len(lines) == 1 and by_name.get(("score", "total")) == by_name["score", lines[0]]:
        doubles.add(("score", "total"))
    return [one for one in findings if (one.figure.group, one.figure.name) not in doubles]


def by_size(findings: Sequence[Finding]) -> list[Finding]:
    """Sorts findings by effect, the largest first."""
    return sorted(findings, key=lambda one: -abs(one.difference.effect))


def certain(findings: Sequence[Finding], *, are_uses: bool) -> list[Finding]:
    """Returns the certain findings, of results or of uses."""
    return by_size([one for one in findings if one.is_certain and one.figure.is_use is are_uses])


def uncertain(findings: Sequence[Finding], *, are_uses: bool) -> list[Finding]:
    """Returns the undecided differences, those closest to being decided first; figures without any difference are left out."""
    open_ones = [
        one for one in findings if not one.is_certain and one.figure.is_use is are_uses and one.difference.change
    ]
    return sorted(open_ones, key=lambda one: -abs(one.difference.change) / one.visible if one.visible else 0.0)


def alike(findings: Sequence[Finding], *, are_uses: bool) -> Iterator[Figure]:
    """Returns the figures that do not differ at all."""
    return (one.figure for one in findings if one.figure.is_use is are_uses and not one.difference.change)
