"""Formats words and tables for people: plain when piped, with some colour on a terminal (click removes the colour elsewhere)."""

from __future__ import annotations

from collections.abc import Sequence

import click

from gamedsl.table.text import title


def plural(number: int, one: str, many: str | None = None) -> str:
    """Returns `1 match`, `2 matches`; `many` is the plural where an s is not enough."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Formats columns under a head; the first column is a name, the others are numbers aligned right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        name, *numbers = cells
        aligned = (cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True))
        return "  ".join((name.ljust(widths[0]), *aligned)).rstrip()

    return "\n".join((title(line(head)), *map(line, rows)))


def good(text: str) -> str:
    """Formats a success."""
    return click.style(text, fg="green")


def bad(text: str) -> str:
    """Formats a failure."""
    return click.style(text, fg="red", bold=True)
