"""Formats words and tables for people: plain when piped, with some colour on a terminal (click removes the colour elsewhere)."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import click


def plural(number: int, one: str, many: str | None = None) -> str:
    """Returns `1 match`, `2 matches`; `many` is the plural where an s is not enough."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """Returns `a`, `a and b`, or `a, b and c`."""
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else "".join(items)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Formats columns under a head; the first column is a name, the others are numbers aligned right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        name, *numbers = cells
        aligned = (cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True))
        return "  ".join((name.ljust(widths[0]), *aligned)).rstrip()

    return "\n".join((title(line(head)), *map(line, rows)))


def title(text: str) -> str:
    """Formats a heading."""
    return click.style(text, bold=True)


def good(text: str) -> str:
    """Formats a success."""
    return click.style(text, fg="green")


def bad(text: str) -> str:
    """Formats a failure."""
    return click.style(text, fg="red", bold=True)


def faint(text: str) -> str:
    """Formats a detail of little importance."""
    return click.style(text, dim=True)


def wrapped_whole(texts: Sequence[str], mark: str, width: int) -> list[str]:
    """Joins texts by a mark and wraps them; a text, such as a name with its number, stays in one line. One that is too long for that is broken behind commas."""
    parts = (text.split(", ") if len(text) > width else [text] for text in texts)
    joined = mark.join(", ".join(part.replace(" ", _FIRM) for part in of) for of in parts)
    return [line.replace(_FIRM, " ") for line in wrap(joined, width, break_on_hyphens=False)]


_FIRM = "\N{NO-BREAK SPACE}"
