"""Results of many matches as a table: a row for each match and seat, in one buffer."""

from __future__ import annotations

from collections.abc import Mapping
from struct import pack

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.matches.match import MatchRecord

FIXED = ("match", "seat", "place", "winner", "winners", "decisions", "steps", "reason", "total")
"""The columns that every game has, in order; those of the score lines follow. The module for playouts writes them in this order."""

LAST_MATCH = (1 << 31) - 1
"""Matches with higher numbers have no rows: all numbers in a table have 32 bits."""


class Rows:
    """A table of whole numbers with a row for each match and seat, matches in the order of their indices, seats in order.

    | column | what it holds |
    |---|---|
    | `match` | the index of the match |
    | `seat` | the seat; `seats` are their names |
    | `place` | 1 for the first; equal seats share the best of their places |
    | `winner` | 1 if the seat has won: it is in the first place, or the rules say that it has won |
    | `winners` | how many seats share the victory; 1 if the rules say who has won, because nobody shares then: the share is `winner / winners` |
    | `decisions`, `steps` | the moves of the match that somebody was asked for, and the questions that were answered for them |
    | `reason` | why the match ended, as a place in `reasons` |
    | `total` | the points of the seat |
    | one for each score line | its points, under its name (under `points of NAME` where that is the name of another column) |

    `table` is the whole of it in two dimensions, row by row, and `columns` are its columns by name. They are views of one buffer: numpy takes both without
    a copy, and pandas and polars take `numpy.asarray(rows.table)`. Rows can be copied and pickled, and compared.
    """

    def __init__(self, game: Game, data: bytearray) -> None:
        """`simulate_rows` makes them. `data` holds the rows, 32 bits a number."""
        self._fill(tuple(game.seats), game.reasons or ("",), column_names(game), data)

    def _fill(self, seats: tuple[str, ...], reasons: tuple[str, ...], names: tuple[str, ...], data: bytearray) -> None:
        self.seats, self.reasons, self.names = seats, reasons, names
        self._numbers = memoryview(data).cast("i")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        return self._about() == other._about() and self._numbers == other._numbers

    def __copy__(self) -> Rows:
        """Copies the rows with a buffer of their own: a change to the numbers of one table does not change the other."""
        return _restore_rows(*self._about(), self._numbers.tobytes())

    def __deepcopy__(self, memo: dict[int, object]) -> Rows:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_rows, (*self._about(), self._numbers.tobytes())

    def _about(self) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """Returns the names that belong to the numbers: seats, reasons and columns."""
        return tuple(self.seats), tuple(self.reasons), self.names

    def __len__(self) -> int:
        return len(self._numbers) // len(self.names)

    def __repr__(self) -> str:
        return f"Rows({len(self)} rows: {', '.join(self.names)})"

    @property
    def table(self) -> memoryview[int]:
        """All rows, in two dimensions. Raises ArgumentError if there is none, because a buffer cannot have a length of 0."""
        if not len(self):
            raise ArgumentError("no match was played, so there is no table; `columns` are empty")
        return self._numbers.cast("B").cast("i", (len(self), len(self.names)))

    @property
    def columns(self) -> Mapping[str, memoryview[int]]:
        """The columns by name, in order."""
        return {name: self._numbers[i :: len(self.names)] for i, name in enumerate(self.names)}


def _restore_rows(seats: tuple[str, ...], reasons: tuple[str, ...], names: tuple[str, ...], data: bytes) -> Rows:
    """Rebuilds rows that come from another process, or copies them."""
    made = Rows.__new__(Rows)
    made._fill(seats, reasons, names, bytearray(data))  # pyright: ignore[reportPrivateUsage]
    return made


def column_names(game: Game) -> tuple[str, ...]:
    """Lists the names of the columns, all different."""
    names: list[str] = list(FIXED)
    for line in game.scores:
        name = line.name
        while name in names:
            name = f"points of {name}"
        names.append(name)
    return tuple(names)


def rows_of(game: Game, record: MatchRecord) -> bytes:
    """Makes the rows of a match that is over. Raises ArgumentError if it is not."""
    outcome = record.outcome
    if outcome is None:
        raise ArgumentError("only finished matches have rows")
    places: dict[int, int] = {}
    for group in outcome.ranking:
        places |= dict.fromkeys(group, len(places) + 1)
    winners = len(outcome.ranking[0]) if outcome.ranking and outcome.won is None else 1
    reason = game.reasons.index(outcome.reason) if game.reasons else 0
    made = bytearray()
    for seat, lines in enumerate(outcome.scores):
        place = places.get(seat, 0)
        of_match = (winners, record.decisions, record.steps, reason, outcome.totals[seat])
        points = [value for _, value in lines]
        numbers = (record.index, seat, place, int(outcome.shares[seat] > 0), *of_match, *points)
        made += pack(f"<{len(numbers)}i", *numbers)
    return bytes(made)


class Sheet:
    """Rows of matches that are being played, filled in in any order."""

    def __init__(self, game: Game, first: int, count: int) -> None:
        """Makes empty rows for `count` matches from index `first` on."""
        self.game = game
        self.row_bytes = 4 * len(column_names(game))
        self.match_bytes = self.row_bytes * len(game.seats)
        self._first = first
        self.data = bytearray(count * self.match_bytes)

    def put(self, index: int, rows: bytes | memoryview) -> None:
        """Writes the rows of consecutive matches, from this index on."""
        at = (index - self._first) * self.match_bytes
        self.data[at : at + len(rows)] = rows

    def note(self, record: MatchRecord) -> None:
        """Writes the rows of one match."""
        self.put(record.index, rows_of(self.game, record))

    @property
    def rows(self) -> Rows:
        """Returns all of them."""
        return Rows(self.game, self.data)
