"""The results of a campaign: a folder of Parquet files, one for each part that was played, and an index of them in SQLite.

The files are the truth: each says which matches of which cell it has, and the index can be made from them. A part counts as played once its file has its final
name, and only the campaign gives names. Workers write to a folder of arrivals that belongs to this run alone, so that a worker that was given up cannot
overwrite anything."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from gamedsl.atomic_files import sync_folder, write_atomically
from gamedsl.errors import GameDslError
from gamedsl.graph.model.game import Game
from gamedsl.values import evolve, frozen
from gamedsl.workbench.campaigns.part_files import CellRow, PartFileError, Played, about_part

APPLICATION = 0x67646C63
"""SQLite's application id of our files: `gdlc`."""

INDEX = "index.db"
PARTS = "parts"
_ARRIVALS = "arrivals"
_LOCK = ".lock"

_VERSION = 2

_TABLES = """
CREATE TABLE cells (
    cell INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, digest TEXT NOT NULL, game TEXT NOT NULL, file TEXT NOT NULL, players INTEGER NOT NULL,
    options TEXT NOT NULL, agents TEXT NOT NULL, seed INTEGER NOT NULL, seats TEXT NOT NULL, humans INTEGER NOT NULL, lines TEXT NOT NULL
);
CREATE TABLE parts (
    cell INTEGER NOT NULL REFERENCES cells, first INTEGER NOT NULL, stop INTEGER NOT NULL, bytes INTEGER NOT NULL, matches INTEGER NOT NULL,
    decisions INTEGER NOT NULL, won TEXT NOT NULL, PRIMARY KEY (cell, first, stop)
) WITHOUT ROWID;
CREATE TABLE faults (cell INTEGER NOT NULL REFERENCES cells, match INTEGER NOT NULL, PRIMARY KEY (cell, match)) WITHOUT ROWID;
"""

_PART_NAME = re.compile(r"(\d{10})-(\d{10})\.parquet")


class ResultsError(GameDslError):
    """A folder or file does not hold results of a campaign, or holds those of other rules; `advice` says what to do."""

    advice = "name another folder with `--output`"

    def __init__(self, text: str, advice: str | None = None) -> None:
        super().__init__(text)
        if advice is not None:
            self.advice = advice


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


class Index:
    """The index of results: the cells, the parts of them that have files, and the matches that ended in a fault."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        """Opens the index of a folder. Raises ResultsError for a file of another kind, sqlite3.Error."""
        self.folder, self._connection = folder, connection
        try:
            [application] = connection.execute("PRAGMA application_id").fetchone()
            [version] = connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_CORRUPT:
                raise
            raise ResultsError(f"these are no results of a campaign: {error}") from None
        if application != APPLICATION:
            raise ResultsError("these are no results of a campaign")
        if version != _VERSION:
            raise ResultsError(f"these results have version {version}, and this program reads version {_VERSION}")

    def totals(self) -> list[Total]:
        """Returns the totals of all cells, in their order."""
        query = "SELECT cell, game, file, players, options, agents, seed, seats FROM cells ORDER BY cell"
        return [self._total(*cell) for cell in self._connection.execute(query).fetchall()]

    def _total(
        self, cell: int, game: str, file: str, players: int, options: str, agents: str, seed: int, seats: str
    ) -> Total:
        matches, decisions, won = 0, 0, Counter[tuple[int, int]]()
        query = "SELECT matches, decisions, won FROM parts WHERE cell = ?"
        for of_part, decided, text in self._connection.execute(query, (cell,)):
            matches += of_part
            decisions += decided
            for seat, winners, number in json.loads(text):
                won[seat, winners] += number
        names = tuple(json.loads(seats))
        # In a fixed order: the sum must not depend on how the matches were divided into parts.
        wins = [sum(won[key] / key[1] for key in sorted(won) if key[0] == seat) for seat in range(len(names))]
        pairs = tuple(json.loads(options).items())
        return Total(cell, game, file, players, pairs, agents, seed, names, matches, decisions, tuple(wins))

    def describe(self, cell: int) -> tuple[int, tuple[str, ...]]:
        """Returns how many seats of a cell are human, and the names of its score lines."""
        humans, lines = self._connection.execute("SELECT humans, lines FROM cells WHERE cell = ?", (cell,)).fetchone()
        return humans, tuple(json.loads(lines))

    def files(self, cell: int) -> list[Path]:
        """Returns the files of a cell that have rows, in the order of their matches."""
        query = "SELECT first, stop FROM parts WHERE cell = ? AND matches > 0 ORDER BY first"
        return [self.folder / _part_name(cell, *one) for one in self._connection.execute(query, (cell,))]

    def count(self) -> int:
        """Returns the number of matches, including those with a fault."""
        return int(self._connection.execute("SELECT coalesce(sum(stop - first), 0) FROM parts").fetchone()[0])

    def faults(self) -> Sequence[tuple[int, int]]:
        """Returns the cells and matches that ended in a fault."""
        return self._connection.execute("SELECT cell, match FROM faults ORDER BY cell, match").fetchall()


class Results(Index):
    """The results of a campaign that is playing."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, arrivals: Path) -> None:
        """Brings the index in line with the files. Raises ResultsError for files that are no parts of this campaign."""
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
            connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {_VERSION}; {_TABLES} COMMIT;"
            )
        super().__init__(folder, connection)
        self.arrivals = arrivals
        self._waiting: list[tuple[int, Played]] = []
        self._match_files()
        self._connection.commit()

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
        return self._add_cell((None, *told, seats, game.humans, lines))

    def _add_cell(self, values: tuple[int | str | None, ...]) -> int:
        query = "INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING cell"
        [number] = self._connection.execute(query, values).fetchone()
        return int(number)

    def cell(self, number: int) -> CellRow:
        """Returns the row of a cell, which each of its files has too."""
        row: CellRow = self._connection.execute("SELECT * FROM cells WHERE cell = ?", (number,)).fetchone()
        return row

    def missing(self, number: int, matches: int) -> Iterator[range]:
        """Yields the matches of a cell that are not played yet."""
        start = 0
        query = "SELECT first, stop FROM parts WHERE cell = ? AND first < ? ORDER BY first"
        for first, stop in [*self._connection.execute(query, (number, matches)), (matches, matches)]:
            if start < first:
                yield range(start, first)
            start = stop

    def write(self, number: int, played: Played) -> None:
        """Takes a part of a cell; it is there after the next `commit`."""
        self._waiting.append((number, played))

    def commit(self) -> None:
        """Gives the files that have arrived their names, and adds them to the index. If it is interrupted, the next run finds the files that have their
        names."""
        folders = {self.folder / PARTS / f"cell={number}" for number, _ in self._waiting}
        for folder in folders:
            folder.mkdir(exist_ok=True)
        for one in self._waiting:
            self._name(*one)
        for folder in folders:
            sync_folder(str(folder))
        for one in self._waiting:
            self._insert(*one)
        self._connection.commit()
        self._waiting.clear()

    def _name(self, number: int, played: Played) -> None:
        """Gives a file its name. A commit that was interrupted may have done so already."""
        place = self.folder / _part_name(number, played.first, played.stop)
        if isinstance(played.file, bytes):
            write_atomically(str(place), played.file)
        elif (self.arrivals / played.file).exists():
            os.replace(self.arrivals / played.file, place)

    def _insert(self, number: int, played: Played) -> None:
        won = json.dumps(played.won)
        told = (number, played.first, played.stop, played.size, played.matches, played.decisions, won)
        self._connection.execute("INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?)", told)
        faults = [(number, one) for one in played.faults]
        self._connection.executemany("INSERT OR REPLACE INTO faults VALUES (?, ?)", faults)

    # ------------------------------------------------------------ the files that are there

    def _match_files(self) -> None:
        """Adds files to the index that it does not contain, and removes files that are gone. Raises ResultsError."""
        query = "SELECT cell, first, stop, bytes FROM parts"
        known = {(cell, first, stop): size for cell, first, stop, size in self._connection.execute(query)}
        found = dict(_parts_in(self.folder))
        for cell, first, stop in known.keys() - found.keys():
            self._connection.execute("DELETE FROM parts WHERE cell = ? AND first = ? AND stop = ?", (cell, first, stop))
            self._connection.execute(
                "DELETE FROM faults WHERE cell = ? AND match >= ? AND match < ?", (cell, first, stop)
            )
        for place, size in sorted(found.items()):
            if place not in known:
                self._adopt(place, size)
            elif known[place] != size:
                raise _bad_part(place, f"this part has {size:,} bytes in place of {known[place]:,}")
        self._check_overlaps()

    def _adopt(self, place: tuple[int, int, int], size: int) -> None:
        """Adds a file to the index: a campaign was killed just after it gave the file its name, or the index is lost."""
        try:
            about = about_part(str(self.folder / _part_name(*place)))
        except PartFileError as error:
            raise _bad_part(place, str(error)) from None
        row, played = about.cell, evolve(about.played, size=size)
        query = "SELECT * FROM cells WHERE cell = ? OR key = ?"
        known = self._connection.execute(query, (place[0], row[1])).fetchall()
        if (row[0], played.first, played.stop) != place or (known and known != [row]):
            raise _bad_part(place, "this part belongs to another campaign, or to other rules")
        if not known:
            self._add_cell(row)
        self._insert(place[0], played)

    def _check_overlaps(self) -> None:
        """Raises ResultsError if two parts have the same match."""
        before = (0, 0, 0)
        query = "SELECT cell, first, stop FROM parts ORDER BY cell, first, stop"
        for cell, first, stop in self._connection.execute(query):
            if cell == before[0] and first < before[2]:
                raise _bad_part((cell, first, stop), f"matches of this part are in {_part_name(*before)}, too")
            before = (cell, first, stop)


@contextmanager
def open_results(path: str) -> Generator[Results]:
    """Opens the folder of a campaign that will play, or makes it. Raises ResultsError for a folder of something else, and while another campaign writes to it;
    sqlite3.Error, OSError."""
    folder = Path(path).absolute()
    _check_folder(folder)
    (folder / PARTS).mkdir(parents=True, exist_ok=True)
    lock = sqlite3.connect(folder / _LOCK, timeout=1, isolation_level=None)
    with closing(lock), closing(sqlite3.connect(folder / INDEX, timeout=60)) as connection, _telling_damage():
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            advice = "wait until it has ended, or name another folder with `--output`"
            raise ResultsError("another campaign is writing to this folder", advice) from None
        shutil.rmtree(folder / _ARRIVALS, ignore_errors=True)
        arrivals = folder / _ARRIVALS / os.urandom(8).hex()
        arrivals.mkdir(parents=True)
        try:
            yield Results(folder, connection, arrivals)
        finally:
            shutil.rmtree(folder / _ARRIVALS, ignore_errors=True)


@contextmanager
def read_results(path: str) -> Generator[Index]:
    """Opens the folder of a campaign for reading, also while it is played. Raises ResultsError, sqlite3.Error."""
    file = Path(path).absolute() / INDEX
    if not file.exists():
        raise ResultsError("these are no results of a campaign", "`gamedsl campaign` writes results")
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=60)) as connection, _telling_damage():
        yield Index(file.parent, connection)


@contextmanager
def _telling_damage() -> Generator[None]:
    """Raises ResultsError where SQLite finds that the index is damaged."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_CORRUPT:
            raise
        advice = f"move `{INDEX}` away: the campaign makes it again from its parts, and plays nothing twice"
        raise ResultsError(f"the index `{INDEX}` is damaged", advice) from None


def _check_folder(folder: Path) -> None:
    """Raises ResultsError for a file, and for a folder of something else."""
    if folder.is_dir():
        there = {one.name for one in folder.iterdir() if not one.name.startswith(".")}
        if there and not there & {INDEX, PARTS}:
            raise ResultsError("this folder has other files, and is no result of a campaign")
    elif folder.exists():
        raise ResultsError("results of a campaign are a folder, and this is a file")


def _parts_in(folder: Path) -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yields the cell, first match, end and size of each file that is there."""
    for inner in sorted((folder / PARTS).glob("cell=*")):
        number = inner.name.removeprefix("cell=")
        for entry in os.scandir(inner) if number.isdecimal() and inner.is_dir() else ():
            if found := _PART_NAME.fullmatch(entry.name):
                yield (int(number), int(found[1]), int(found[2]) + 1), entry.stat().st_size


def _part_name(cell: int, first: int, stop: int) -> str:
    """Returns the name of a part's file in the folder of results, with its first and last match."""
    return f"{PARTS}/cell={cell}/{first:010}-{stop - 1:010}.parquet"


def _bad_part(place: tuple[int, int, int], what: str) -> ResultsError:
    return ResultsError(f"{_part_name(*place)}: {what}", "move the file away: the campaign plays its matches again")
