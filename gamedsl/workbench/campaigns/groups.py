"""Reads the results of a campaign as tables; cells that differ only in the seed form one group."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gamedsl.values import frozen
from gamedsl.workbench.campaigns.part_files import NUMBERS, Columns, PartFileError, columns_of
from gamedsl.workbench.campaigns.results import Index, ResultsError, Total
from gamedsl.workbench.tables import MatchTable


@frozen
class Group:
    """The matches of one setup and lineup: the table, and the (seed, number) of each match in order."""

    game: str
    players: int
    options: tuple[tuple[str, str], ...]
    agents: str
    matches: tuple[tuple[int, int], ...]
    table: MatchTable


def groups(index: Index) -> list[Group]:
    """Returns all groups of a campaign that have matches, in order of their first cells. Raises ResultsError for a part that cannot be read."""
    parts: dict[str, list[Total]] = {}
    for cell in index.totals():
        if cell.matches:
            parts.setdefault(repr((cell.game, cell.file, cell.players, cell.options, cell.agents)), []).append(cell)
    return [_group(index, sorted(part, key=lambda cell: cell.seed)) for part in parts.values()]


def _group(index: Index, cells: Sequence[Total]) -> Group:
    first = cells[0]
    matches, table = _table(index, cells)
    return Group(first.game, first.players, first.options, first.agents, tuple(matches), table)


def _table(index: Index, cells: Sequence[Total]) -> tuple[list[tuple[int, int]], MatchTable]:
    first = cells[0]
    humans, lines = index.describe(first.cell)
    reasons: dict[str, int] = {}
    columns: dict[str, list[int]] = {name: [] for name in (*NUMBERS, "reason")}
    points: list[list[int]] = [[] for _ in lines]
    matches: list[tuple[int, int]] = []
    for cell in cells:
        for path in index.files(cell.cell):
            read = _columns(path, len(lines))
            matches += ((cell.seed, match) for match in read.matches[:: len(first.seats)])
            for name, column in zip(NUMBERS, read.numbers, strict=True):
                columns[name] += column
            columns["reason"] += (reasons.setdefault(reason, len(reasons)) for reason in read.reasons)
            for column, more in zip(points, read.points, strict=True):
                column += more
    return matches, MatchTable(first.seats, humans, lines, tuple(reasons), columns, tuple(points))


def _columns(path: Path, lines: int) -> Columns:
    try:
        return columns_of(str(path), lines)
    except (PartFileError, OSError) as error:
        told = "it is gone" if isinstance(error, FileNotFoundError) else str(error)
        raise ResultsError(
            f"{path.parent.name}/{path.name}: {told}",
            "remove it, and start the campaign again: it plays its matches again",
        ) from None


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
