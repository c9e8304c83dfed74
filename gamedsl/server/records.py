"""Keeps tables and their moves in a SQLite file. Kept data survive a sudden end of the program."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from gamedsl.json import Json
from gamedsl.server.refusals import KeepingError
from gamedsl.values import frozen

APPLICATION = 0x67646C74
"""SQLite's application id of our files: `gdlt`."""

_VERSION = 2
_MOST_AT_ONCE = 256
"""The most pieces of work that are made permanent together."""

_TABLES = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, players INTEGER NOT NULL, options TEXT NOT NULL, digest TEXT NOT NULL, seed INTEGER NOT NULL,
    began TEXT NOT NULL, chairs TEXT NOT NULL, has_agents INTEGER NOT NULL, allows_undo INTEGER NOT NULL, is_listed INTEGER NOT NULL,
    is_over INTEGER NOT NULL, version INTEGER NOT NULL, taken_back TEXT NOT NULL, changed TEXT NOT NULL
);
CREATE INDEX open_tables ON tables (is_over, began);
CREATE INDEX changed_tables ON tables (changed);
CREATE TABLE moves (
    table_id TEXT NOT NULL REFERENCES tables, number INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE links (token BLOB PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables, seat INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX links_of_tables ON links (table_id);
"""

_NOW = "strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now')"
"""This moment, as Python's `isoformat` writes it."""

_NEWER = {
    1: f"""
ALTER TABLE tables ADD COLUMN changed TEXT NOT NULL DEFAULT '';
UPDATE tables SET changed = {_NOW};
CREATE INDEX changed_tables ON tables (changed);
CREATE INDEX links_of_tables ON links (table_id);
"""
}
"""The functions that make the next version of a file, by its version."""

T = TypeVar("T")
_Work = tuple[Callable[[sqlite3.Connection], Any], "Future[Any]"]


@frozen
class Chair:
    """A seat: the name that its person has chosen, the strength of the computer that plays it (None: a person), and whether anybody may still sit down."""

    name: str
    computer: str | None = None
    is_open: bool = False


@frozen
class KeptTable:
    """A table in the records. `digest` names the compiled rules; `version` and `taken_back` are those of the match."""

    identifier: str
    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    digest: str
    seed: int
    began: str
    chairs: tuple[Chair, ...]
    allows_undo: bool
    is_listed: bool
    is_over: bool = False
    version: int = 0
    taken_back: tuple[int, ...] = ()
    moves: tuple[tuple[int, str], ...] = ()


@frozen
class Change:
    """A change of a kept table: it follows version `before`. `moves` are all from number `first` on; later ones are gone."""

    identifier: str
    before: int
    version: int
    chairs: tuple[Chair, ...]
    is_over: bool
    first: int
    moves: Sequence[tuple[int, str]]
    taken_back: tuple[int, ...] | None
    """None: nothing was taken back."""
    link: tuple[bytes, int] | None = None
    """The digest of a new link with its seat."""


class Records:
    """The file of the records. A single thread uses it, and commits the work of several callers together; the callers wait for this."""

    def __init__(self, path: str) -> None:
        """Opens the file, or makes it; only this program can use it until it is closed. `:memory:` keeps nothing. Raises KeepingError."""
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        self._lock, self._is_closed = Lock(), False
        opened: Future[None] = Future()
        self._thread = Thread(target=self._run, args=(path, opened), name="records", daemon=True)
        self._thread.start()
        opened.result()

    def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Does some work with the file, and returns when it is permanent. Raises KeepingError, or the work's own error; in both cases nothing is changed."""
        done: Future[T] = Future()
        with self._lock:  # work after the end would wait for ever
            if self._is_closed:
                raise KeepingError("the records are closed")
            self._work.put((work, done))
        return done.result()

    def close(self) -> None:
        """Closes the file after all requested work."""
        with self._lock:
            self._is_closed = True
            self._work.put(None)
        self._thread.join()

    def _run(self, path: str, opened: Future[None]) -> None:
        try:
            connection = _open(path)
        except (sqlite3.Error, KeepingError) as error:
            opened.set_exception(error if isinstance(error, KeepingError) else KeepingError(_reason(error)))
            return
        opened.set_result(None)
        is_open = True
        while is_open:
            batch, is_open = self._next_batch()
            _commit(connection, batch)
        connection.close()

    def _next_batch(self) -> tuple[list[_Work], bool]:
        """Waits for work, and returns all that there is."""
        batch: list[_Work] = []
        one = self._work.get()
        while one is not None and len(batch) < _MOST_AT_ONCE:
            batch.append(one)
            try:
                one = self._work.get_nowait()
            except Empty:
                return batch, True
        if one is not None:
            batch.append(one)
        return batch, one is not None


def _commit(connection: sqlite3.Connection, batch: Sequence[_Work]) -> None:
    """Does pieces of work in one transaction. A piece that fails changes nothing; if all cannot be made permanent, all fail."""
    done: list[tuple[Future[Any], Any]] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work, future in batch:
            connection.execute("SAVEPOINT one")
            try:
                done.append((future, work(connection)))
            except (KeepingError, sqlite3.Error, ValueError, TypeError, LookupError) as error:
                connection.execute("ROLLBACK TO one")
                future.set_exception(KeepingError(_reason(error)) if isinstance(error, sqlite3.Error) else error)
            connection.execute("RELEASE one")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        for _, future in batch:
            if not future.done():
                future.set_exception(KeepingError(_reason(error)))
        return
    for future, found in done:
        future.set_result(found)


def _open(path: str) -> sqlite3.Connection:
    """Opens a file of tables. Raises KeepingError for a file of another kind, sqlite3.Error."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=0.5)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA foreign_keys = ON")
        (own,), (version,) = connection.execute("PRAGMA application_id"), connection.execute("PRAGMA user_version")
        known = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if known and own[0] != APPLICATION:
            raise KeepingError("it holds something else than tables of a server")
        if known and version[0] != _VERSION and version[0] not in _NEWER:
            raise KeepingError("it was written by another version of this program")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if not known:
            connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {_VERSION}; {_TABLES} COMMIT;"
            )
        for older in range(version[0], _VERSION) if known else ():
            connection.executescript(f"BEGIN IMMEDIATE; {_NEWER[older]} PRAGMA user_version = {older + 1}; COMMIT;")
        connection.execute("BEGIN IMMEDIATE")  # fails if another program has the file open
        connection.execute("COMMIT")
    except (sqlite3.Error, KeepingError):
        connection.close()
        raise
    return connection


def _reason(error: Exception) -> str:
    known = str(error)
    if "locked" in known:
        return "another program has it open"
    if "not a database" in known:
        return "it holds something else than tables of a server"
    return known


# ---------------------------------------------------------------- work


def add(connection: sqlite3.Connection, made: KeptTable, links: Sequence[tuple[bytes, int]], most: int) -> bool:
    """Adds a table with the digests of its links. Returns whether there was room: at most `most` tables are open."""
    if connection.execute("SELECT count(*) FROM tables WHERE NOT is_over").fetchone()[0] >= most:
        return False
    connection.execute(
        f"INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {_NOW})",
        (
            made.identifier, made.game, made.players, json.dumps(dict(made.options)), made.digest, made.seed, made.began, _chairs_text(made.chairs),
            any(chair.computer for chair in made.chairs), made.allows_undo, made.is_listed, made.is_over, made.version, "[]",
        ),
    )  # fmt: skip
    connection.executemany(
        "INSERT INTO links VALUES (?, ?, ?)", [(token, made.identifier, seat) for token, seat in links]
    )
    return True


def change(connection: sqlite3.Connection, wanted: Change) -> None:
    """Keeps a change. Raises KeepingError if the kept match is not at the version that the change follows."""
    changed = connection.execute(
        f"UPDATE tables SET chairs = ?, is_over = ?, version = ?, changed = {_NOW} WHERE id = ? AND version = ?",
        (_chairs_text(wanted.chairs), wanted.is_over, wanted.version, wanted.identifier, wanted.before),
    )
    if changed.rowcount != 1:
        raise KeepingError("another program has gone on with this match")
    if wanted.taken_back is not None:
        connection.execute("DELETE FROM moves WHERE table_id = ? AND number >= ?", (wanted.identifier, wanted.first))
        taken_back = json.dumps(wanted.taken_back)
        connection.execute("UPDATE tables SET taken_back = ? WHERE id = ?", (taken_back, wanted.identifier))
    connection.executemany(
        "INSERT INTO moves VALUES (?, ?, ?, ?)",
        [(wanted.identifier, wanted.first + number, seat, text) for number, (seat, text) in enumerate(wanted.moves)],
    )
    if wanted.link is not None:
        connection.execute("INSERT INTO links VALUES (?, ?, ?)", (wanted.link[0], wanted.identifier, wanted.link[1]))


def seat_of(connection: sqlite3.Connection, token: bytes) -> tuple[str, int] | None:
    """Returns the table and seat of a link, by the digest of its token."""
    found: tuple[str, int] | None = connection.execute(
        "SELECT table_id, seat FROM links WHERE token = ?", (token,)
    ).fetchone()
    return found


def table_of(connection: sqlite3.Connection, identifier: str) -> KeptTable | None:
    """Returns a table with its moves."""
    row = connection.execute(f"SELECT {_COLUMNS} FROM tables WHERE id = ?", (identifier,)).fetchone()
    if row is None:
        return None
    moves = connection.execute("SELECT seat, text FROM moves WHERE table_id = ? ORDER BY number", (identifier,))
    return _table(row, tuple(moves))


def list_tables(connection: sqlite3.Connection, games: Sequence[str], most: int) -> list[KeptTable]:
    """Returns the newest listed tables of some games that are not over, without their moves."""
    names = ", ".join("?" * len(games))
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM tables WHERE NOT is_over AND is_listed AND game IN ({names}) ORDER BY began DESC LIMIT ?",
        (*games, most),
    )
    return [_table(row, ()) for row in rows]


def with_agents(connection: sqlite3.Connection) -> list[str]:
    """Returns the open tables at which the computer plays."""
    return [row[0] for row in connection.execute("SELECT id FROM tables WHERE NOT is_over AND has_agents")]


def remove_unused(connection: sqlite3.Connection, since: str, most: int) -> list[str]:
    """Removes at most this many tables at which nothing has changed since a moment, with their moves and links. Returns their names."""
    rows = connection.execute("SELECT id FROM tables WHERE changed < ? LIMIT ?", (since, most))
    gone = [(str(row[0]),) for row in rows]
    for statement in (
        "DELETE FROM moves WHERE table_id = ?", "DELETE FROM links WHERE table_id = ?", "DELETE FROM tables WHERE id = ?",
    ):  # fmt: skip
        connection.executemany(statement, gone)
    return [identifier for (identifier,) in gone]


_COLUMNS = (
    "id, game, players, options, digest, seed, began, chairs, allows_undo, is_listed, is_over, version, taken_back"
)


def _table(row: Sequence[Any], moves: tuple[tuple[int, str], ...]) -> KeptTable:
    identifier, game, players, options, rules, seed, began, chairs, allows_undo, is_listed, is_over, version, back = row
    return KeptTable(
        identifier,
        game,
        players,
        tuple(json.loads(options).items()),
        rules,
        seed,
        began,
        tuple(Chair(**chair) for chair in json.loads(chairs)),
        bool(allows_undo),
        bool(is_listed),
        bool(is_over),
        version,
        tuple(json.loads(back)),
        moves,
    )


def _chairs_text(chairs: Sequence[Chair]) -> str:
    data: list[Json] = [{"name": chair.name, "computer": chair.computer, "is_open": chair.is_open} for chair in chairs]
    return json.dumps(data, ensure_ascii=False)
