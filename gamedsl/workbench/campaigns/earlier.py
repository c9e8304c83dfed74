"""Reads the results of earlier versions: one SQLite file with all rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from gamedsl.workbench.campaigns.groups import Group, Rows, grouped
from gamedsl.workbench.campaigns.part_files import NUMBERS
from gamedsl.workbench.campaigns.results import APPLICATION, ResultsError, Total
from gamedsl.workbench.tables import MatchTable

_VERSION = 1

_CELLS = """
SELECT cell, game, file, players, options, agents, seed, seats, (SELECT count(*) FROM results WHERE results.cell = cells.cell AND seat = 0) FROM cells
"""

_ROWS = f"SELECT match, {', '.join(NUMBERS)}, reason, points FROM results WHERE cell = ? ORDER BY match, seat"


def groups_in_file(path: str) -> list[Group]:
    """Returns all groups of a file that have matches. Raises ResultsError, sqlite3.Error."""
    uri = f"{Path(path).absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=60)) as connection:
        kind = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        if kind != [APPLICATION, _VERSION]:
            raise ResultsError("these are no results of a campaign")
        return grouped(map(_cell, connection.execute(_CELLS).fetchall()), partial(_table, connection))


def _cell(row: tuple[int, str, str, int, str, str, int, str, int]) -> Total:
    cell, game, file, players, options, agents, seed, seats, matches = row
    names, pairs = tuple(json.loads(seats)), tuple(json.loads(options).items())
    return Total(cell, game, file, players, pairs, agents, seed, names, matches, 0, ())


def _table(connection: sqlite3.Connection, cells: Sequence[Total]) -> Rows:
    query = "SELECT humans, lines FROM cells WHERE cell = ?"
    humans, told = connection.execute(query, (cells[0].cell,)).fetchone()
    lines: tuple[str, ...] = tuple(json.loads(told))
    reasons: dict[str, int] = {}
    columns: dict[str, list[int]] = {name: [] for name in (*NUMBERS, "reason")}
    points: list[list[int]] = [[] for _ in lines]
    matches: dict[tuple[int, int], None] = {}
    for cell in cells:
        for match, *numbers, reason, text in connection.execute(_ROWS, (cell.cell,)):
            matches[cell.seed, match] = None
            for name, number in zip(NUMBERS, numbers, strict=True):
                columns[name].append(number)
            columns["reason"].append(reasons.setdefault(reason, len(reasons)))
            of_lines: dict[str, int] = json.loads(text)
            for column, line in zip(points, lines, strict=True):
                column.append(of_lines[line])
    return tuple(matches), MatchTable(cells[0].seats, humans, lines, tuple(reasons), columns, tuple(points))
