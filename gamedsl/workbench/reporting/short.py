"""The findings that stand at the top of a report: what a designer may change, and what is asked first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.values import evolve
from gamedsl.workbench.reporting.model import Finding, Section

AMONG_RANDOM = "Among random players, "
"""The beginning of findings that are about random players only, in sections whose numbers depend on how people play."""

_FIRST_QUESTIONS = (
    "won",
    "seats",
    "skill",
    "points",
    "happenings",
    "decided",
    "ways",
    "minutes",
    "length",
)
"""The sections whose findings stand above all others, in this order: what a designer and a publisher ask first."""

_TO_CHANGE = ("seats", "reached", "ends", "used", "decided", "points")
"""The sections whose findings ask for a change, the most serious first."""

_MOST = 6
"""The most findings that ask for a change at the top."""


def findings_in_short(sections: Sequence[Section]) -> list[Section]:
    """Returns the sections that are asked for first, each with its main finding alone. What is said of the players once need not be said in each of them."""
    by_id = {one.id: one for one in sections}
    first = [by_id[id] for id in _FIRST_QUESTIONS if id in by_id and _is_known(by_id[id])]
    return [evolve(one, findings=tuple(map(_without_players, _main(one.findings)))) for one in first]


def findings_to_change(sections: Sequence[Section]) -> list[Section]:
    """Returns the sections with findings that ask for a change, the most serious first, each with these findings alone."""
    by_id = {one.id: one for one in sections}
    found = [
        evolve(by_id[id], findings=(_without_players(one),))
        for id in _TO_CHANGE
        if id in by_id
        for one in by_id[id].findings
        if one.advice
    ]
    return found[:_MOST]


def _main(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yields the finding of a section that stands at the top of a report: the first one that is certain, or else the first one. The section has all."""
    yield from [one for one in findings if one.sort == "certain"][:1] or findings[:1]


def _is_known(one: Section) -> bool:
    """Whether the matches were enough for at least one figure of a section."""
    return not one.figures or any(figure.estimate is not None for figure in one.figures)


def _without_players(one: Finding) -> Finding:
    text = one.text.removeprefix(AMONG_RANDOM)
    return evolve(one, text=f"{text[:1].upper()}{text[1:]}")
