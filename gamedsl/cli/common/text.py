"""Words and tables for people: plain when piped, with some colour on a terminal (click takes the colour away
elsewhere)."""

from __future__ import annotations

from collections.abc import Sequence

import click


def plural(number: int, one: str, many: str | None = None) -> str:
    """`1 match`, `2 matches` (`many` says the plural where an s is not enough)."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else "".join(items)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns under a head; the first is a name, the others are numbers set to the right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        name, *numbers = cells
        aligned = (cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True))
        return "  ".join((name.ljust(widths[0]), *aligned)).rstrip()

    return "\n".join((title(line(head)), *map(line, rows)))


def title(text: str) -> str:
    """A heading."""
    return click.style(text, bold=True)


def good(text: str) -> str:
    """What has gone well."""
    return click.style(text, fg="green")


def bad(text: str) -> str:
    """What has not."""
    return click.style(text, fg="red", bold=True)


def faint(text: str) -> str:
    """What may be passed over."""
    return click.style(text, dim=True)
