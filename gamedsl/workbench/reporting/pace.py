"""The section on the minutes that a match takes at a table, by a model of how long people think."""

from __future__ import annotations

from math import log2
from statistics import fmean

from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Decision
from gamedsl.workbench.reporting.courses import Watched
from gamedsl.workbench.reporting.figures import figure_of, figure_text, value_text
from gamedsl.workbench.reporting.model import Finding, Grid, Section
from gamedsl.workbench.reporting.sources import HICK
from gamedsl.workbench.statistics.estimates import estimate_without_each

SECONDS, DOUBLING = 5.0, 3.0
"""The usual seconds for a decision, and those that each doubling of the options adds: a guess that everybody should replace by what they have seen at a table."""


@frozen
class Pace:
    """How long people think: `seconds` for a decision, and `doubling` more each time the number of options doubles (Hick's law: W. E. Hick, 1952). `seconds`
    includes the time for moving pieces."""

    seconds: float = SECONDS
    doubling: float = DOUBLING


def pace_section(watched: Watched, pace: Pace, made: str) -> Section:
    """Makes the section. A decision with too many moves to count takes as long as the largest counted one."""
    most = max((one.offered or 0 for match in watched.decisions for one in match), default=0)
    minutes = [sum(_seconds(one, pace, most) for one in match) / 60 for match in watched.decisions]
    total = sum(minutes)

    figure = figure_of(
        "minutes",
        "Minutes of a match",
        "minutes",
        minutes,
        lambda every: estimate_without_each(fmean(every), [(total - one) / (len(every) - 1) for one in every]),
        f"The mean length at a table, if a decision takes {pace.seconds:g} seconds and {pace.doubling:g} more for each doubling of the options.",
        HICK,
    )
    ordered = sorted(minutes)
    rows = [] if figure.estimate is None else [
        (name, f"{ordered[round(share * (len(ordered) - 1))]:.1f}")
        for name, share in (("shortest", 0.0), ("one of ten is shorter", 0.1), ("median", 0.5), ("one of ten is longer", 0.9), ("longest", 1.0))
    ]  # fmt: skip
    usual = f"if people think {pace.seconds:g} seconds and {pace.doubling:g} more for each doubling of the options"
    text = (
        f"A match takes {figure_text(figure)} at a table, {usual}."
        if figure.estimate
        else f"How many minutes a match takes is not known: {value_text(figure)}."
    )
    told = f"{made} Set the seconds by what you see at your table (`--pace`); explaining, setting up and counting points take more."
    return Section(
        "minutes", "How many minutes is that?", (Finding(text),), None, Grid(("a match", "minutes"), tuple(rows)), told, (figure,)
    )  # fmt: skip


def _seconds(decision: Decision, pace: Pace, most: int) -> float:
    return pace.seconds + pace.doubling * log2(max(1, decision.offered or most))
