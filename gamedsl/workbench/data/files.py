"""Writes a table to a file while its rows come: nothing is kept but the rows of the moment."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from typing import BinaryIO, Protocol

from gamedsl.workbench.data.tables import Cell, Column
from gamedsl.workbench.extras import check_installed

FORMS = ("csv", "jsonl", "parquet")
"""The forms that there are; files in them end in these."""


class TableWriter(Protocol):
    """Writes rows to a file, some at a time."""

    def write(self, rows: Iterable[Sequence[Cell]]) -> int:
        """Writes some rows; how many they were."""
        ...

    def close(self) -> None:
        """Writes what still has to be written; the file itself stays open."""
        ...


def table_writer(form: str, file: BinaryIO, columns: Sequence[Column]) -> TableWriter:
    """What writes a table of these columns in a form. Raises MissingExtraError."""
    return _FORMS[form](file, columns)


def check_form(form: str) -> None:
    """Raises MissingExtraError if files in this form cannot be written here."""
    if form == "parquet":
        check_installed("Parquet", "parquet", "pyarrow")


class _Csv:
    """A head, then a line for each row, ended as RFC 4180 says. What is missing is empty."""

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
    """A JSON object for each row, on a line of its own. What is missing is null."""

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
