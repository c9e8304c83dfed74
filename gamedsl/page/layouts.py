"""Reads the layouts of cards in look files: their sizes, and the words that their parts show."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from gamedsl.values import frozen

SIZES: Mapping[str, tuple[float, float]] = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 88.0),
    "mini": (44.0, 68.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
}
"""Sizes of the trade, in millimetres."""
HEX = 50.0
"""The distance between parallel sides of a tile with six sides, if the look file says none."""
OWN_FIELDS = ("name", "text")
"""The things that can be shown of every kind beside its columns."""

_NUMBERS = re.compile(r"(\d{1,4}(?:\.\d{1,2})?)\s*[x×X*]\s*(\d{1,4}(?:\.\d{1,2})?)(?:\s*mm)?")
_HEXES = re.compile(r"hex(?:\s+(\d{1,3}(?:\.\d{1,2})?))?")
_BITS = re.compile(
    r":(?:\{(?P<value>\w+)\}|(?P<icon>[^\W\d]\w*))(?:\*(?:\{(?P<times>\w+)\}|(?P<number>\d{1,2})))?:|\{(?P<field>\w+)\}"
)


@frozen
class Format:
    """The form of a card: its width and height in millimetres, and whether it has six sides (two of them upright) instead of four."""

    width: float
    height: float
    is_hex: bool = False


def format_of(text: str) -> Format | None:
    """Reads a size: `63x88`, one of the trade, `hex` or `hex 40`; None for any other text."""
    text = text.strip()
    if text in SIZES:
        return Format(*SIZES[text])
    hexagon = _HEXES.fullmatch(text)
    if hexagon:
        width = float(hexagon[1] or HEX)
        return Format(width, round(2 * width / math.sqrt(3), 2), is_hex=True)
    found = _NUMBERS.fullmatch(text)
    return Format(float(found[1]), float(found[2])) if found else None


@frozen
class Plain:
    """Words that are shown unchanged."""

    text: str


@frozen
class FieldOf:
    """`{cost}`: the value of a column, the name of the kind, or its text."""

    name: str


@frozen
class Icon:
    """`:coin:` or `:{trade}:`, an emblem; `*3` or `*{crowns}` repeats it."""

    name: str = ""
    field: str = ""
    times: int = 1
    times_field: str = ""


Bit: TypeAlias = Plain | FieldOf | Icon


def bits(text: str) -> tuple[Bit, ...]:
    """Takes the text of a part apart."""
    return tuple(_bits(text))


def _bits(text: str) -> Iterator[Bit]:
    at = 0
    for found in _BITS.finditer(text):
        if found.start() > at:
            yield Plain(text[at : found.start()])
        at = found.end()
        if found["field"]:
            yield FieldOf(found["field"])
        else:
            yield Icon(found["icon"] or "", found["value"] or "", int(found["number"] or 1), found["times"] or "")
    if at < len(text):
        yield Plain(text[at:])


def fields_in(text: str) -> tuple[str, ...]:
    """Returns the columns that a text names, once each."""
    found: dict[str, None] = {}
    for one in bits(text):
        names = (
            (one.name,) if isinstance(one, FieldOf) else (one.field, one.times_field) if isinstance(one, Icon) else ()
        )
        found |= dict.fromkeys(name for name in names if name)
    return tuple(found)


def icons_in(text: str) -> tuple[str, ...]:
    """Returns the icons that a text names."""
    return tuple(one.name for one in bits(text) if isinstance(one, Icon) and one.name)


def without_icons(text: str) -> str:
    """Returns a text with the names of its icons in the place of the icons."""
    return "".join(one.name if isinstance(one, Icon) and one.name else _text_of(one) for one in bits(text))


def _text_of(bit: Bit) -> str:
    return bit.text if isinstance(bit, Plain) else f"{{{bit.name}}}" if isinstance(bit, FieldOf) else ""


def file_of(template: str, value: Callable[[str], str | None]) -> str | None:
    """Returns the name of a file, with values inserted into it; None if one of the values is missing."""
    found = {name: value(name) for name in fields_in(template)}
    if any(one is None for one in found.values()):
        return None
    return "".join(
        one.text if isinstance(one, Plain) else found[one.name] or "" if isinstance(one, FieldOf) else ""
        for one in bits(template)
    )


def file_word(name: str) -> str:
    """Returns the name of a kind in the form for names of files: `domino[1]` as `1`, `card[Two, Clubs]` as `Two_Clubs`."""
    inner = re.fullmatch(r"\w+\[(.*)\]", name)
    return (inner[1] if inner else name).replace(", ", "_")
