"""The Parquet files of a campaign's parts. pyarrow is in the extra `parquet`."""

# pyarrow has no types of its own.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportAttributeAccessIssue=false, reportUnknownParameterType=false, reportMissingTypeArgument=false

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gamedsl.errors import GameDslError
from gamedsl.values import frozen
from gamedsl.workbench.data.tables import Cell, Head, agent_names, match_columns
from gamedsl.workbench.extras import check_installed
from gamedsl.workbench.playing.jobs import Chunk, Job
from gamedsl_interpreter.matches.rows import FIXED

_ABOUT = b"gamedsl"
"""The key of the metadata that say of which cell and which matches a file is."""

_CUT_SHORT = "this is no Parquet, or it is cut short"

NUMBERS = ("place", "winner", "winners", "decisions", "steps", "total")
"""The columns of numbers that every game has and that are read again."""


class PartFileError(GameDslError):
    """A file is no part of a campaign, or only the beginning of one."""


CellRow: TypeAlias = "tuple[int | str, ...]"
"""The row of a cell in the index."""


@frozen
class Played:
    """The part of a cell that has been played: the matches from `first` to before `stop`. `faults` are the matches without rows; `won` counts victories by
    seat and number of winners. `file` is the name of the file among the arrivals, or its content for a worker that cannot write there."""

    first: int
    stop: int
    faults: tuple[int, ...]
    decisions: int
    won: tuple[tuple[int, int, int], ...]
    file: str | bytes
    size: int

    @property
    def matches(self) -> int:
        """The number of matches without a fault."""
        return self.stop - self.first - len(self.faults)


@frozen
class About:
    """The description that a file contains: the row of its cell, and the part of the cell that the file holds."""

    cell: CellRow
    played: Played


def check_parquet() -> None:
    """Raises MissingExtraError if Parquet cannot be read and written here."""
    check_installed("a campaign", "parquet", "pyarrow")


def parquet_of(job: Job, head: Head, chunks: Sequence[Chunk], about: About) -> bytes:
    """Makes the file of some matches: the table that `simulate --out` writes, too. Numbers have 32 bits, as in `Rows`."""
    import pyarrow as pa
    from pyarrow.parquet import write_table

    game = job.chosen.engine.game
    names = [column.name for column in match_columns(head, game)]
    rows = Chunk(0, 0, b"".join(one.rows for one in chunks)).table(job)
    count = len(rows)

    def numbers(values: memoryview[int]) -> pa.Array:
        return pa.Array.from_buffers(pa.int32(), count, [None, pa.py_buffer(values.tobytes())])

    def same(value: Cell) -> pa.Array:
        return pa.repeat(pa.scalar(value, pa.int64() if isinstance(value, int) else pa.string()), count)

    columns = dict(zip(FIXED, rows.columns.values(), strict=False))
    seat = numbers(columns["seat"])
    reasons = pa.array(rows.reasons, pa.string()).take(numbers(columns["reason"]))
    fixed = {
        **{name: numbers(column) for name, column in columns.items()},
        "seat": pa.array(game.seats, pa.string()).take(seat),
        "agent": pa.array(agent_names(job), pa.string()).take(seat),
        "reason": reasons,
    }
    own = [fixed[name] for name in (FIXED[0], FIXED[1], "agent", *FIXED[2:])]
    lines = [numbers(column) for column in list(rows.columns.values())[len(FIXED) :]]
    table = pa.table([*map(same, head.cells), *own, *lines], names=names)
    part = about.played
    told = json.dumps([about.cell, part.first, part.stop, part.faults, part.decisions, part.won], ensure_ascii=False)
    sink = pa.BufferOutputStream()
    write_table(table.replace_schema_metadata({_ABOUT: told.encode()}), sink, compression="zstd")
    written: bytes = sink.getvalue().to_pybytes()
    return written


def about_part(path: str) -> About:
    """Returns the description that a file contains. Raises PartFileError, OSError."""
    from pyarrow import ArrowException
    from pyarrow.parquet import read_metadata

    try:
        metadata: Mapping[bytes, bytes] = read_metadata(path).metadata or {}
        cell, first, stop, faults, decisions, won = json.loads(metadata[_ABOUT])
    except ArrowException as error:
        raise PartFileError(_CUT_SHORT) from error
    except (KeyError, ValueError) as error:
        raise PartFileError("this file is of something else") from error
    numbers = tuple((seat, winners, count) for seat, winners, count in won)
    return About(tuple(cell), Played(first, stop, tuple(faults), decisions, numbers, "", 0))


@frozen
class Columns:
    """The columns of a file that tables read again: the match of each row, the columns of `NUMBERS`, the reasons in words, and the points by score line."""

    matches: list[int]
    numbers: tuple[list[int], ...]
    reasons: list[str]
    points: tuple[list[int], ...]


def columns_of(path: str, lines: int) -> Columns:
    """Reads the columns of a file with this many score lines. Raises PartFileError, OSError."""
    from pyarrow import ArrowException
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            table = file.read()
    except ArrowException as error:
        raise PartFileError(_CUT_SHORT) from error

    def column(name: str) -> list[int]:
        numbers: list[int] = table.column(name).to_pylist()
        return numbers

    names = table.column_names
    points = tuple(column(name) for name in names[len(names) - lines :])
    return Columns(column("match"), tuple(map(column, NUMBERS)), table.column("reason").to_pylist(), points)
