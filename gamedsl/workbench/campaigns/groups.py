"""Reads the results of a campaign as tables; cells that differ only in the seed form one group."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from gamedsl.values import frozen
from gamedsl.workbench.campaigns.results import Total
from gamedsl.workbench.tables import MatchTable

_ROWS = """
SELECT match, place, winner, winners, decisions, steps, total, reason, points FROM results WHERE cell = ? ORDER BY match, seat
"""

_NUMBERS = ("place", "winner", "winners", "decisions", "steps", "total")


@frozen
class Group:
    """The matches of one setup and lineup: the table, and the (seed, number) of each match in order."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    agents: str
    matches: tuple[tuple[int, int], ...]
    table: MatchTable


def groups(connection: sqlite3.Connection, cells: Iterable[Total]) -> list[Group]:
    """Returns all groups of a file of results that have matches, in order of their first cells."""
    parts: dict[str, list[Total]] = {}
    for cell in cells:
        if cell.matches:
            parts.setdefault(repr((cell.game, cell.file, cell.players, cell.options, cell.agents)), []).append(cell)
    return [_group(connection, sorted(part, key=lambda cell: cell.seed)) for part in parts.values()]


def _group(connection: sqlite3.Connection, cells: Sequence[Total]) -> Group:
    first = cells[0]
    query = "SELECT humans, lines FROM cells WHERE cell = ?"
    humans, told = connection.execute(query, (first.cell,)).fetchone()
    lines: tuple[str, ...] = tuple(json.loads(told))
    reasons: dict[str, int] = {}
    columns: dict[str, list[int]] = {name: [] for name in (*_NUMBERS, "reason")}
    points: list[list[int]] = [[] for _ in lines]
    matches: dict[tuple[int, int], None] = {}
    for cell in cells:
        for match, *numbers, reason, text in connection.execute(_ROWS, (cell.cell,)):
            matches[cell.seed, match] = None
            for name, number in zip(_NUMBERS, numbers, strict=True):
                columns[name].append(number)
            columns["reason"].append(reasons.setdefault(reason, len(reasons)))
            of_lines: dict[str, int] = json.loads(text)
            for column, line in zip(points, lines, strict=True):
                column.append(of_lines[line])
    table = MatchTable(first.seats, humans, lines, tuple(reasons), columns, tuple(points))
    return Group(first.game, first.players, first.options, first.agents, tuple(matches), table)


def align_tables(every: Sequence[Group]) -> list[MatchTable]:
    """Returns the tables restricted to the matches that all groups have."""
    common = set(every[0].matches).intersection(*(one.matches for one in every[1:]))
    return [_select_matches(one, [at for at, match in enumerate(one.matches) if match in common]) for one in every]


def _select_matches(group: Group, places: Sequence[int]) -> MatchTable:
    table = group.table
    seats = len(table.seats)
    rows = [at * seats + seat for at in places for seat in range(seats)]
    columns = {name: [column[row] for row in rows] for name, column in table.columns.items()}
    points = tuple([column[row] for row in rows] for column in table.points)
    return MatchTable(table.seats, table.humans, table.lines, table.reasons, columns, points)
