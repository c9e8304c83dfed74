"""The section on seats at several strengths of play, as one table."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.values import frozen
from gamedsl.workbench.reporting.figures import figure_of
from gamedsl.workbench.reporting.model import ENOUGH, Figure, Finding, Grid, Section
from gamedsl.workbench.reporting.outcomes import Outcomes
from gamedsl.workbench.reporting.sources import ELIAS
from gamedsl.workbench.statistics.estimates import Estimate, estimate_mean_share

_SOURCE = ELIAS.on("first-player advantage")


@frozen
class Strength:
    """The matches of players of one strength, in all seats."""

    name: str
    ended: Outcomes


def strengths_section(found: Sequence[Strength], made: str) -> Section:
    """Makes the section: the share of the victories of each seat, by strength."""
    seats = found[0].ended.seats
    figures = tuple(_figure(one, seat, name) for one in found for seat, name in enumerate(seats))
    by_seat = [figures[seat :: len(seats)] for seat in range(len(seats))]
    rows = tuple((name, *(_cell(one.estimate) for one in own)) for name, own in zip(seats, by_seat, strict=True))
    head = ("seat", *(f"{one.name} ({len(one.ended.matches):,})" for one in found))
    method = f"{made} All seats play equally well; in brackets the number of matches, and behind each share its 95 % interval. Shared victories are divided."
    return Section(
        "strengths",
        "Is a seat better when players think?",
        (_finding(found, by_seat),),
        None,
        Grid(head, rows),
        method,
        figures,
    )


def _figure(one: Strength, seat: int, name: str) -> Figure:
    fair = 1 / len(one.ended.seats)
    return figure_of(
        f"seat_{seat + 1}_{one.name}",
        f"{name} among {one.name} players",
        "share",
        [match.shares[seat] for match in one.ended.matches],
        estimate_mean_share,
        f"The part of the victories that this seat has if all play so; {fair:.0%} would be fair.",
        _SOURCE,
    )


def _cell(one: Estimate | None) -> str:
    return "too few" if one is None else f"{one.value:.0%} ({one.low:.0%} to {one.high:.0%})"


def _finding(found: Sequence[Strength], by_seat: Sequence[Sequence[Figure]]) -> Finding:
    fair = 1 / len(by_seat)
    if len(found[0].ended.matches) < ENOUGH:
        return Finding(f"Seats at several strengths need {ENOUGH} matches each.")
    parts: list[str] = []
    for number, one in enumerate(found):
        unfair = [
            f"{name} wins {told.value:.0%}"
            for name, own in zip(one.ended.seats, by_seat, strict=True)
            if (told := own[number].estimate) is not None and not told.low <= fair <= told.high
        ]
        parts.append(
            f"{', '.join(unfair)} among {one.name} players"
            if unfair
            else f"no seat is plainly better among {one.name} players"
        )
    return Finding(f"{_upper('; '.join(parts))}; a fair share is {fair:.0%}.")


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]
