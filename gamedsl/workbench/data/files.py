"""Writes a table to a file row by row, keeping only the current rows in memory."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, Protocol

from gamedsl.workbench.data.tables import Cell, Column
from gamedsl.workbench.extras import check_installed

FORMS = ("csv", "jsonl", "parquet")
"""The supported forms; each is also the ending of its files."""


class TableWriter(Protocol):
    """A writer of rows to a file, some at a time."""

    def write(self, rows: Iterable[Sequence[Cell]]) -> int:
        """Writes some rows; returns their number."""
        ...

    def close(self) -> None:
        """Writes the remaining rows; the file itself stays open."""
        ...


def table_writer(form: str, file: BinaryIO, columns: Sequence[Column]) -> TableWriter:
    """Returns a writer for a table with these columns. Raises MissingExtraError."""
    return _FORMS[form](file, columns)


def check_form(form: str) -> None:
    """Raises MissingExtraError if files in this form cannot be written here."""
    if form == "parquet":
        check_installed("Parquet", "parquet", "pyarrow")


class _Csv:
    """A writer of CSV: a heading, then a line for each row; lines end as RFC 4180 demands. Missing cells are empty."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=False)
        self._lines = csv.writer(self._text)
        self._lines.writerow(column.name for column in columns)

    def write(self, rows: Iterable[Sequence[Cell]]) -> int:
        many = list(rows)
        self._lines.writerows(many)
        return len(many)

    def close(self) -> None:
        self._text.detach()


class _JsonLines:
    """A writer of JSON lines: an object for each row. Missing cells are null."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column]) -> None:
        self._file = file
        self._names = [column.name for column in columns]

    def write(self, rows: Iterable[Sequence[Cell]]) -> int:
        lines = [json.dumps(dict(zip(self._names, row, strict=True)), ensure_ascii=False) for row in rows]
        self._file.write("".join(f"{line}\n" for line in lines).encode())
        return len(lines)

    def close(self) -> None:
        self._file.flush()


def _parquet(file: BinaryIO, columns: Sequence[Column]) -> TableWriter:
    from gamedsl.workbench.data.parquet import Parquet

    return Parquet(file, columns)


_FORMS: dict[str, Callable[[BinaryIO, Sequence[Column]], TableWriter]] = {
    "csv": _Csv,
    "jsonl": _JsonLines,
    "parquet": _parquet,
}
