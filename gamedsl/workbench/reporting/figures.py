"""Figures with their intervals in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gamedsl.workbench.comparing.words import number_text
from gamedsl.workbench.reporting.model import ENOUGH, Figure, Unit
from gamedsl.workbench.reporting.sources import Source
from gamedsl.workbench.statistics.estimates import Estimate

T = TypeVar("T")


def figure_of(
    name: str,
    title: str,
    unit: Unit,
    units: Sequence[T],
    estimate: Callable[[Sequence[T]], Estimate],
    meaning: str,
    source: Source,
    of: str = "matches",
) -> Figure:
    """Makes the figure of some matches; without a number if they are too few."""
    found = estimate(units) if len(units) >= ENOUGH else None
    return Figure(name, title, unit, found, len(units), meaning, source, of)


def value_text(figure: Figure) -> str:
    """Returns the number for people, without its unit, or a note that there are too few matches for one."""
    if figure.estimate is None:
        return f"too few {figure.of} ({figure.count} of {figure.needed})"
    return number_of(figure.unit, figure.estimate.value)


def interval_text(figure: Figure) -> str:
    """Returns the interval for people; a single number if both ends have the same text; empty if there is no number."""
    if figure.estimate is None:
        return ""
    low, high = (number_of(figure.unit, end) for end in (figure.estimate.low, figure.estimate.high))
    return low if low == high else f"{low} to {high}"


def figure_text(figure: Figure) -> str:
    """Returns the number with its interval, as part of a sentence: `62% (51% to 71%)`. An interval that is written as the number is left out."""
    if figure.estimate is None:
        return value_text(figure)
    number, inside = value_text(figure), interval_text(figure)
    return f"{number}{_UNITS[figure.unit]}{'' if inside == number else f' ({inside})'}"


_UNITS = {"share": "", "points": " percentage points", "number": "", "minutes": " minutes"}
"""The units behind numbers in sentences."""


def number_of(unit: Unit, number: float) -> str:
    """Returns a number of a figure for people, without its unit."""
    match unit:
        case "share":
            return f"{number:.0%}"
        case "points":
            return f"{100 * number:.0f}"
        case "minutes":
            return f"{number:.0f}" if number >= 10 else f"{number:.1f}"
        case "number":
            return number_text(number)
