"""Adds the rows of matches to summaries."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from gamedsl.values import evolve
from gamedsl_interpreter.matches.rows import FIXED, Rows
from gamedsl_interpreter.matches.simulate import SeatSummary, Summary, tally


def with_rows(before: Summary, rows: Rows) -> Summary:
    """Returns the summary with these matches of the same game and agents added."""
    if not len(rows):
        return before
    columns, seats = rows.columns, len(before.seats)
    reasons = Counter(rows.reasons[reason] for reason in columns["reason"][::seats])
    return before + evolve(
        before,
        matches=len(rows) // seats,
        decisions=tally(columns["decisions"][::seats]),
        steps=tally(columns["steps"][::seats]),
        seats=tuple(_seat(seat, number, rows, seats) for number, seat in enumerate(before.seats)),
        reasons=tuple(reasons.items()),
    )


def _seat(like: SeatSummary, number: int, rows: Rows, seats: int) -> SeatSummary:
    columns = {name: column[number::seats] for name, column in rows.columns.items()}
    places = Counter(columns["place"])
    shares = zip(columns["winner"], columns["winners"], strict=True)
    lines = rows.names[len(FIXED) :]
    return evolve(
        like,
        lines=tuple((name, tally(columns[line])) for (name, _), line in zip(like.lines, lines, strict=True)),
        total=tally(columns["total"]),
        wins=sum((Fraction(won, winners) for won, winners in shares if won), Fraction(0)),
        ranks=tuple(places[place + 1] for place in range(seats)),
    )
