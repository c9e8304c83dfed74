"""Outcomes of matches as columns of numbers, either of matches just played or of a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.matches.rows import FIXED, Rows


@frozen
class MatchTable:
    """A table with a row for each match and seat, seats in order. `lines` are the names of the score lines, `points` their columns in the same order. The
    other columns are those that `Rows` has in every game; `reason` is an index into `reasons`."""

    seats: tuple[str, ...]
    humans: int
    lines: tuple[str, ...]
    reasons: tuple[str, ...]
    columns: Mapping[str, Sequence[int]]
    points: tuple[Sequence[int], ...]

    @property
    def matches(self) -> int:
        """The number of matches."""
        return len(self.columns["place"]) // len(self.seats)

    def per_match(self, column: str) -> list[int]:
        """Returns a column that has the same value for all seats of a match, with one number per match."""
        return list(self.columns[column][:: len(self.seats)])

    @property
    def is_won_together(self) -> bool:
        """Whether in every match all seats have won, or all have lost, because the rules say so."""
        winner, winners, seats = self.columns["winner"], self.columns["winners"], len(self.seats)
        if seats == 1:
            return 0 in winner
        counts = [sum(winner[at : at + seats]) for at in range(0, len(winner), seats)]
        return all(count in (0, seats) and among == 1 for count, among in zip(counts, winners[::seats], strict=True))

    @property
    def leads(self) -> list[int]:
        """The difference in points between first and second place in each match."""
        totals, places, seats = self.columns["total"], self.columns["place"], len(self.seats)
        found: list[int] = []
        for at in range(0, len(totals), seats):
            first, second, *_ = sorted(range(at, at + seats), key=places.__getitem__)
            found.append(abs(totals[first] - totals[second]))
        return found

    @property
    def scores(self) -> Sequence[tuple[str, Sequence[int]]]:
        """The columns of points, the total first; empty without score lines."""
        return [("total", self.columns["total"]), *zip(self.lines, self.points, strict=True)] if self.lines else []


def table_of(game: Game, rows: Rows) -> MatchTable:
    """Converts the rows of a game to a table."""
    names, columns = list(rows.columns), list(rows.columns.values())
    fixed = {name: list(column) for name, column in zip(names[: len(FIXED)], columns, strict=False)}
    lines = tuple(line.name for line in game.scores)
    return MatchTable(
        game.seats, game.humans, lines, tuple(rows.reasons), fixed, tuple(list(one) for one in columns[len(FIXED) :])
    )
