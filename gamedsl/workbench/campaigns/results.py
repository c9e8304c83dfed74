"""Stores the results of a campaign in a SQLite file, match by match. Committed matches are permanent; interrupted ones are played again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence

from gamedsl.errors import GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Chunk, Job
from gamedsl_interpreter.matches.rows import FIXED

APPLICATION = 0x67646C63
"""SQLite's application id of our files: `gdlc`."""

_VERSION = 1

_TABLES = """
CREATE TABLE cells (
    cell INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, game TEXT NOT NULL, file TEXT NOT NULL, players INTEGER NOT NULL,
    options TEXT NOT NULL, agents TEXT NOT NULL, seed INTEGER NOT NULL, seats TEXT NOT NULL, humans INTEGER NOT NULL, lines TEXT NOT NULL
);
CREATE TABLE results (
    cell INTEGER NOT NULL REFERENCES cells, match INTEGER NOT NULL, seat INTEGER NOT NULL, place INTEGER NOT NULL, winner INTEGER NOT NULL,
    winners INTEGER NOT NULL, decisions INTEGER NOT NULL, steps INTEGER NOT NULL, reason TEXT NOT NULL, total INTEGER NOT NULL, points TEXT NOT NULL,
    PRIMARY KEY (cell, match, seat)
) WITHOUT ROWID;
CREATE TABLE faults (cell INTEGER NOT NULL REFERENCES cells, match INTEGER NOT NULL, PRIMARY KEY (cell, match)) WITHOUT ROWID;
"""


_NEW_CELL = """
INSERT INTO cells (key, digest, game, file, players, options, agents, seed, seats, humans, lines)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING cell
"""


class ResultsError(GameDslError):
    """A file does not hold results of a campaign, or holds those of other rules."""


@frozen
class Cell:
    """One cell of a plan's table: a setup of a game, the lineup, and the seed. `digest` is that of the compiled rules."""

    game: str
    file: str
    players: int
    options: tuple[tuple[str, str], ...]
    agents: str
    seed: int
    matches: int
    digest: str

    @property
    def key(self) -> str:
        """The text that identifies the cell."""
        return json.dumps(
            [self.game, self.file, self.players, self.options, self.agents, self.seed], ensure_ascii=False
        )


@frozen
class Total:
    """The totals of a cell: the number of matches, the sum of their decisions, and the victories by seat; a shared victory counts in part."""

    cell: int
    game: str
    file: str
    players: int
    options: tuple[tuple[str, str], ...]
    agents: str
    seed: int
    seats: tuple[str, ...]
    matches: int
    decisions: int
    wins: tuple[float, ...]


class Results:
    """The tables of results, through a connection to their file."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Creates the tables if there are none. Raises ResultsError for a file of another kind."""
        self._connection = connection
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            raise ResultsError(f"these are no results of a campaign: {error}") from None

    def _open(self) -> None:
        [application] = self._connection.execute("PRAGMA application_id").fetchone()
        empty = not self._connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if empty:
            self._connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {_VERSION}; {_TABLES} COMMIT;"
            )
        elif application != APPLICATION:
            raise ResultsError("these are no results of a campaign")
        [version] = self._connection.execute("PRAGMA user_version").fetchone()
        if version != _VERSION:
            raise ResultsError(f"these results have version {version}, and this program reads version {_VERSION}")

    def add(self, cell: Cell, game: Game) -> int:
        """Returns the number of a cell, adding it if it is new. Raises ResultsError if its rules have changed."""
        known = self._connection.execute("SELECT cell, digest FROM cells WHERE key = ?", (cell.key,)).fetchone()
        if known is not None:
            number, digest = known
            if digest != cell.digest:
                raise ResultsError(
                    f"the rules of {cell.game} ({cell.file}) have changed since these results were played"
                )
            return int(number)
        options, seats = json.dumps(dict(cell.options), ensure_ascii=False), json.dumps(game.seats, ensure_ascii=False)
        lines = json.dumps([line.name for line in game.scores], ensure_ascii=False)
        told = (cell.key, cell.digest, cell.game, cell.file, cell.players, options, cell.agents, cell.seed)
        [number] = self._connection.execute(_NEW_CELL, (*told, seats, game.humans, lines)).fetchone()
        return int(number)

    def missing(self, number: int, matches: int, size: int) -> Iterator[range]:
        """Yields the matches of a cell that are not played yet, in ranges of at most `size`."""
        query = "SELECT match FROM results WHERE cell = ? AND seat = 0 UNION SELECT match FROM faults WHERE cell = ? ORDER BY match"
        start = 0
        for (match,) in [*self._connection.execute(query, (number, number)), (matches,)]:
            stop = min(match, matches)
            yield from (range(at, min(stop, at + size)) for at in range(start, stop, size))
            start = match + 1

    def write(self, number: int, job: Job, chunk: Chunk) -> None:
        """Writes the results of a chunk. Rows already in the table are left alone; a match with the same seed has the same result."""
        rows = chunk.table(job)
        lines = [line.name for line in job.chosen.engine.game.scores]
        columns = list(rows.columns.values())
        numbers: tuple[int, ...]
        values = list[tuple[int | str, ...]]()
        for numbers in zip(*columns, strict=True):
            match, seat, place, winner, winners, decisions, steps, reason, total = numbers[: len(FIXED)]
            points = json.dumps(dict(zip(lines, numbers[len(FIXED) :], strict=True)), ensure_ascii=False)
            told = (match, seat, place, winner, winners, decisions, steps, rows.reasons[reason], total, points)
            values.append((number, *told))
        self._connection.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        if chunk.fault is not None:
            self._connection.execute("INSERT OR IGNORE INTO faults VALUES (?, ?)", (number, chunk.fault))

    def commit(self) -> None:
        """Makes the written results permanent."""
        self._connection.commit()

    def faults(self) -> Sequence[tuple[int, int]]:
        """Returns the cells and matches that ended in a fault."""
        return self._connection.execute("SELECT cell, match FROM faults ORDER BY cell, match").fetchall()

    def count(self) -> int:
        """Returns the number of matches, including those with a fault."""
        query = "SELECT (SELECT count(*) FROM results WHERE seat = 0) + (SELECT count(*) FROM faults)"
        return int(self._connection.execute(query).fetchone()[0])

    def totals(self) -> list[Total]:
        """Returns the totals of all cells, in their order."""
        cells = self._connection.execute(
            "SELECT cell, game, file, players, options, agents, seed, seats FROM cells ORDER BY cell"
        )
        return [self._total(*cell) for cell in cells.fetchall()]

    def _total(
        self, cell: int, game: str, file: str, players: int, options: str, agents: str, seed: int, seats: str
    ) -> Total:
        names = tuple(json.loads(seats))
        query = "SELECT count(*), sum(decisions), sum(CAST(winner AS REAL) / winners) FROM results WHERE cell = ? GROUP BY seat ORDER BY seat"
        rows: list[tuple[int, int, float]] = self._connection.execute(query, (cell,)).fetchall()
        matches, decisions, _ = rows[0] if rows else (0, 0, 0.0)
        wins = tuple(won for _, _, won in rows) or (0.0,) * len(names)
        pairs = tuple(json.loads(options).items())
        return Total(cell, game, file, players, pairs, agents, seed, names, matches, decisions, wins)
