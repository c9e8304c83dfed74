"""Formats words for people who read plain text: with some colour on a terminal (click removes the colour elsewhere)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

import click

from gamedsl.page.colours import Colour


def join_items(items: Sequence[str], last: str = "and") -> str:
    """Returns `a`, `a and b`, or `a, b and c`."""
    return f"{', '.join(items[:-1])} {last} {items[-1]}" if len(items) > 1 else "".join(items)


def join_keys(things: Iterable[str]) -> str:
    """Returns the things by which one of several fields or zones is known: `Wool`, or `Wool–Brill` in a table of goods and towns."""
    return "–".join(things)


def title(text: str) -> str:
    """Formats a heading."""
    return click.style(text, bold=True)


def faint(text: str) -> str:
    """Formats a detail of little importance."""
    return click.style(text, dim=True)


_RED_SUIT = re.compile(r"(?:10|[2-9AKQJT])?[♥♦]")


def colour_suits(text: str) -> str:
    """Colours the red suits in a text; other colours in it are kept."""
    return _RED_SUIT.sub(lambda found: f"\x1b[31m{found[0]}\x1b[39m", text)


_COUNT = re.compile(r"(\d[×:]) (?=\S)")


def wrap_counts(text: str, width: int, indent: str = "") -> list[str]:
    """Wraps a text; a number stays on one line with the counted thing: `2× Horse`, `8: 36`. `indent` precedes all lines except the first."""
    joined = _COUNT.sub("\\1\u00a0", text)
    lines = wrap(joined, width, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


_BETWEEN_ITEMS = re.compile(r", (?![^()]*\))")


def wrap_items(text: str, width: int) -> list[str]:
    """Wraps a list with commas; an item stays in one line if that is not too long for one, also one with commas in brackets."""
    items = [item if len(item) > width else item.replace(" ", "\u00a0") for item in _BETWEEN_ITEMS.split(text)]
    return [line.replace("\u00a0", " ") for line in wrap(", ".join(items), width, break_on_hyphens=False)]


def hang(text: str, width: int | None) -> list[str]:
    """Returns a list with commas in indented lines, those after the first one indented further; in a single one if they have no width."""
    first, *rest = (wrap_items(text, width - 4) if width is not None else [text]) or [""]
    return [f"  {first}", *(f"    {line}" for line in rest)]


_LAST_NUMBER = re.compile(r"(?<=[a-z]) (?=[-−]?\d+(?:[,;:]|$))")


def wrap_details(text: str, width: int) -> list[str]:
    """Wraps what stands on a card; a number at the end of a part stays with its word: `points 2`."""
    lines = wrap(_LAST_NUMBER.sub("\u00a0", text), width, break_on_hyphens=False)
    return [line.replace("\u00a0", " ") for line in lines]


def wrap_whole(texts: Sequence[str], mark: str, width: int) -> list[str]:
    """Joins texts by a mark and wraps them; a text, such as a name with its number, stays in one line. One that is too long for that is broken after commas."""
    lines: list[str] = []
    for text in texts:
        for part, gap in _parts(text, mark, width):
            if lines and len(lines[-1]) + len(gap) + len(part) <= width:
                lines[-1] += f"{gap}{part}"
                continue
            if lines and gap.startswith(","):
                lines[-1] += ","
            lines += wrap_counts(part, width)
    return lines


def _parts(text: str, mark: str, width: int) -> Iterator[tuple[str, str]]:
    """Yields the parts of a text that stay on one line, each with the text before it."""
    parts = _BETWEEN_ITEMS.split(text) if len(text) > width else [text]
    yield from ((part, ", " if number else mark) for number, part in enumerate(parts))


def deny(label: str) -> str:
    """Returns a label denied: `Starter is not open` for `Starter is open`, `not tired` for `tired`."""
    return re.sub(r" (is|are) ", r" \1 not ", label, count=1) if re.search(r" (is|are) ", label) else f"not {label}"


def capital(text: str) -> str:
    """Returns a text with a capital; the name of a place (`e4`) has none."""
    return text if re.match(r"[a-z]\d+\b", text) else text[:1].upper() + text[1:]


def beginning(text: str, room: int) -> str:
    """Returns the first sentences of a text that have room in a line; at least as many words of the first one."""
    if len(text) <= room:
        return text
    whole = text[: text.rfind(". ", 0, room) + 1]
    return whole or f"{text[: room - 2].rpartition(' ')[0]} …"


_TERMINAL: Mapping[str, Colour] = {
    "red": (190, 45, 45),
    "green": (47, 125, 66),
    "yellow": (170, 120, 10),
    "blue": (36, 104, 176),
    "magenta": (130, 60, 150),
    "cyan": (40, 110, 120),
    "white": (245, 243, 235),
}


def terminal_colour(colour: Colour) -> str:
    """Returns the colour of terminals that is nearest."""
    return min(_TERMINAL, key=lambda name: sum((a - b) ** 2 for a, b in zip(_TERMINAL[name], colour, strict=True)))
