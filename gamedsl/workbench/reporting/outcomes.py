"""The outcomes of matches in the form that all sections of a report read; they come from matches just played or from a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.values import frozen
from gamedsl.workbench.tables import MatchTable


@frozen
class Outcome:
    """The outcome of one match. Places and points are by seat, of players' seats only; `points[line][seat]`, and the last line is the total. Places count
    from 1 and rank the players only. `won_by` holds the names of the winners, who may be scripted seats; `totals` the points of all seats."""

    decisions: int
    reason: str
    places: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    won_by: tuple[str, ...]
    totals: tuple[tuple[str, int], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players' seats in first place among the players."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each player's seat in the first place: 1 divided by the number of winners, or 0."""
        winners = self.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.places)))


@frozen
class Outcomes:
    """Matches of one setup: the names of the players' seats, of the scripted seats, and of the score lines, and the matches in order."""

    seats: tuple[str, ...]
    scripted: tuple[str, ...]
    lines: tuple[str, ...]
    matches: tuple[Outcome, ...]

    @property
    def is_contest(self) -> bool:
        """Whether several players compete."""
        return len(self.seats) > 1

    @property
    def line_names(self) -> tuple[str, ...]:
        """The score lines and then the total; empty without score lines."""
        return (*self.lines, "total") if self.lines else ()


def outcomes(table: MatchTable) -> Outcomes:
    """Returns the outcomes of the matches in a table."""
    every, humans = len(table.seats), table.humans
    columns, reasons, scores = table.columns, table.reasons, [*table.points, table.columns["total"]]

    def outcome(at: int) -> Outcome:
        places = columns["place"][at : at + every]
        own = places[:humans]
        return Outcome(
            columns["decisions"][at],
            reasons[columns["reason"][at]],
            tuple(1 + sum(other < place for other in own) for place in own),
            tuple(tuple(line[at : at + humans]) for line in scores) if table.lines else (),
            tuple(name for name, place in zip(table.seats, places, strict=True) if place == 1),
            tuple(zip(table.seats, columns["total"][at : at + every], strict=True)) if table.lines else (),
        )

    matches = tuple(outcome(at) for at in range(0, len(columns["place"]), every))
    return Outcomes(table.seats[:humans], table.seats[humans:], table.lines, matches)


def join_outcomes(parts: Sequence[Outcomes]) -> Outcomes:
    """Joins the outcomes of several tables of the same setup."""
    first = parts[0]
    return Outcomes(first.seats, first.scripted, first.lines, tuple(one for part in parts for one in part.matches))
