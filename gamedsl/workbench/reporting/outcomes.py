"""The outcomes of matches in the form that all sections of a report read; they come from matches just played or from a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.values import frozen
from gamedsl.workbench.tables import MatchTable


@frozen
class Outcome:
    """The outcome of one match. Places and points are by seat, of players' seats only; `points[line][seat]`, and the last line is the total. Places count
    from 1 and rank the players only. `won_by` holds the names of the winners, who may be scripted seats; `totals` the points of all seats. `verdict` holds a
    flag for each player's seat if the rules say who has won; else it is None."""

    decisions: int
    reason: str
    places: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    won_by: tuple[str, ...]
    totals: tuple[tuple[str, int], ...]
    verdict: tuple[bool, ...] | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The players' seats that have won, or that are in first place among the players."""
        if self.verdict is not None:
            return tuple(seat for seat, has_won in enumerate(self.verdict) if has_won)
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each player's seat in the first place: 1 divided by the number of winners, or 0. If a verdict decides, each winner has a whole
        victory."""
        if self.verdict is not None:
            return tuple(map(float, self.verdict))
        winners = self.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.places)))


@frozen
class Outcomes:
    """Matches of one setup: the names of the players' seats, of the scripted seats, and of the score lines, and the matches in order."""

    seats: tuple[str, ...]
    scripted: tuple[str, ...]
    lines: tuple[str, ...]
    matches: tuple[Outcome, ...]
    is_won_together: bool = False
    """Whether in every match all seats have won, or all have lost, because the rules say so."""

    @property
    def is_contest(self) -> bool:
        """Whether several players compete."""
        return len(self.seats) > 1 and not self.is_won_together

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
        won = columns["winner"][at : at + every]
        # Several whole victories in one match, or none, are possible only with a verdict.
        is_verdict = sum(won) == 0 or (sum(won) > 1 and columns["winners"][at] == 1)
        own = places[:humans]
        return Outcome(
            columns["decisions"][at],
            reasons[columns["reason"][at]],
            tuple(1 + sum(other < place for other in own) for place in own),
            tuple(tuple(line[at : at + humans]) for line in scores) if table.lines else (),
            tuple(name for name, has in zip(table.seats, won, strict=True) if has),
            tuple(zip(table.seats, columns["total"][at : at + every], strict=True)) if table.lines else (),
            tuple(map(bool, won[:humans])) if is_verdict else None,
        )

    matches = tuple(outcome(at) for at in range(0, len(columns["place"]), every))
    return Outcomes(table.seats[:humans], table.seats[humans:], table.lines, matches, table.is_won_together)


def join_outcomes(parts: Sequence[Outcomes]) -> Outcomes:
    """Joins the outcomes of several tables of the same setup."""
    first = parts[0]
    matches = tuple(one for part in parts for one in part.matches)
    # A part of the matches of one player may be won without exception.
    is_lone = len(first.seats) + len(first.scripted) == 1
    together = (any if is_lone else all)(part.is_won_together for part in parts)
    return Outcomes(first.seats, first.scripted, first.lines, matches, together)
