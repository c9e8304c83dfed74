"""How matches ended, in the form that all sections of a report read; it may come from matches just played or from a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.values import frozen
from gamedsl.workbench.tables import MatchTable


@frozen
class Outcome:
    """One match, as far as it concerns the seats of players. Places and points are by seat; `points[line][seat]`, the last line being the total. Places
    count from 1 and are those among players. `won_by` are the names of the winners, who may be nobody's seats; `totals` the points of all seats."""

    decisions: int
    reason: str
    places: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    won_by: tuple[str, ...]
    totals: tuple[tuple[str, int], ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The players' seats in front of all other players."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each player's seat in being in front."""
        winners = self.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.places)))


@frozen
class Outcomes:
    """Matches of one setup: names of the players' seats, of the seats that rules play, and of the score lines, and the matches in order."""

    seats: tuple[str, ...]
    scripted: tuple[str, ...]
    lines: tuple[str, ...]
    matches: tuple[Outcome, ...]

    @property
    def is_contest(self) -> bool:
        """Whether players compete."""
        return len(self.seats) > 1

    @property
    def line_names(self) -> tuple[str, ...]:
        """The score lines, and behind them the total; without score lines there is none of both."""
        return (*self.lines, "total") if self.lines else ()


def outcomes(table: MatchTable) -> Outcomes:
    """The matches of a table."""
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


def joined(parts: Sequence[Outcomes]) -> Outcomes:
    """All matches of some tables of the same setup."""
    first = parts[0]
    return Outcomes(first.seats, first.scripted, first.lines, tuple(one for part in parts for one in part.matches))
