"""How matches ended as columns of numbers, wherever they come from: matches just played, or a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.rows import FIXED, Rows


@frozen
class MatchTable:
    """Rows for each match and seat, seats in order. `lines` are the names of the score lines, `points` their columns in the same order. The other columns are
    those that `Rows` have in every game; `reason` is a place in `reasons`."""

    seats: tuple[str, ...]
    humans: int
    lines: tuple[str, ...]
    reasons: tuple[str, ...]
    columns: Mapping[str, Sequence[int]]
    points: tuple[Sequence[int], ...]

    @property
    def matches(self) -> int:
        """How many there are."""
        return len(self.columns["place"]) // len(self.seats)

    def per_match(self, column: str) -> list[int]:
        """A column whose numbers are those of the match."""
        return list(self.columns[column][:: len(self.seats)])

    @property
    def scores(self) -> Sequence[tuple[str, Sequence[int]]]:
        """The columns of points, the total first; none without score lines."""
        return [("total", self.columns["total"]), *zip(self.lines, self.points, strict=True)] if self.lines else []


def table_of(game: Game, rows: Rows) -> MatchTable:
    """The table that the rows of a game are."""
    names, columns = list(rows.columns), list(rows.columns.values())
    fixed = {name: list(column) for name, column in zip(names[: len(FIXED)], columns, strict=False)}
    lines = tuple(line.name for line in game.scores)
    return MatchTable(
        game.seats, game.humans, lines, tuple(rows.reasons), fixed, tuple(list(one) for one in columns[len(FIXED) :])
    )
