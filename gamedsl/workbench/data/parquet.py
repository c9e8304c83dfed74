"""Writes Parquet with pyarrow, which is in the extra `parquet`."""

# pyarrow has no types of its own.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import BinaryIO, Protocol

from gamedsl.workbench.data.tables import Cell, Column
from gamedsl.workbench.extras import check_installed

_GROUP = 50_000
"""Rows per row group; readers load one group at a time, and one is kept in memory while writing."""


class _Groups(Protocol):
    """The methods of pyarrow's `ParquetWriter` that are used."""

    def write_table(self, table: object) -> None: ...

    def close(self) -> None: ...


class Parquet:
    """A writer of Parquet. Whole numbers have 64 bits; repeated texts are stored once per row group."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        """Raises MissingExtraError."""
        check_installed("Parquet", "parquet", "pyarrow")
        import pyarrow
        import pyarrow.parquet

        types = {"number": pyarrow.int64(), "text": pyarrow.string()}
        self._schema = pyarrow.schema([(column.name, types[column.sort]) for column in columns])
        self._names = [column.name for column in columns]
        self._make = pyarrow.table
        self._groups: _Groups = pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._waiting: list[Sequence[Cell]] = []

    def write(self, rows: Iterable[Sequence[Cell]]) -> int:
        before = len(self._waiting)
        self._waiting.extend(rows)
        written = len(self._waiting) - before
        while len(self._waiting) >= _GROUP:
            self._write_group(self._waiting[:_GROUP])
            del self._waiting[:_GROUP]
        return written

    def close(self) -> None:
        if self._waiting:
            self._write_group(self._waiting)
        self._groups.close()

    def _write_group(self, rows: Sequence[Sequence[Cell]]) -> None:
        columns: Mapping[str, Sequence[Cell]] = dict(zip(self._names, zip(*rows, strict=True), strict=True))
        self._groups.write_table(self._make(columns, schema=self._schema))
