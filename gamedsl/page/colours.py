"""Colours as numbers: those of pages in their light style, named colours, and mixtures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from gamedsl.json import JsonObject
from gamedsl.page.pictures import is_picture

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""


_DIGITS = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})")


def _hex(text: str) -> Colour:
    return int(text[:2], 16), int(text[2:4], 16), int(text[4:], 16)


def css(colour: Colour) -> str:
    """Returns a colour as style sheets write it: `#b58a2a`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


INK, SOFT, LINE, PAPER, FAINT = (_hex(one) for one in ("1c2024", "585c62", "cbc3b3", "ffffff", "ded7c9"))
WHITE, YELLOW, WATER = (_hex(one) for one in ("fbfaf5", "dca81c", "c9dbe2"))

PALETTE = tuple(
    _hex(one)
    for one in ["b3262e", "1f5fa8", "2f7a3b", "8a5a00", "6b3fa0", "0f7680", "b4461a", "a12c6e", "4a5560", "6b5344"]
)
"""The colours of values, in the order of the values."""

SEATS = tuple(_hex(one) for one in ["c0322b", "2468b0", "8a6400", "2f7d42", "7444ac", "3f474f"])

GROUNDS = tuple(_hex(one) for one in ["f1dfb9", "d8e5c3", "e9d3c4", "cfe0e0", "e3d5e6", "dcdccb", "f0d9d9", "d6d9ea"])
"""The colours of territories on boards."""

_C1, _C2, _C3, _C4, _C5, _C6, _C7, _C8, _C9, _C10 = PALETTE

NAMED: dict[str, Colour] = {
    "red": _C1, "blue": _C2, "green": _C3, "yellow": YELLOW, "gold": YELLOW, "purple": _C5, "violet": _C5, "orange": _C7,
    "pink": _C8, "black": _C9, "grey": _C9, "gray": _C9, "brown": _C10, "white": WHITE, "teal": _C6, "ruby": _C1,
    "sapphire": _C2, "emerald": _C3, "jade": _C3, "topaz": _C4, "opal": _C6, "amber": _C4, "rust": _C7, "wood": _C10,
    "clay": _C7, "food": _C3, "stone": _C9, "iron": _C9, "silver": _C9, "copper": _C7, "water": _C2, "hearts": _C1,
    "diamonds": _C1, "clubs": INK, "spades": INK,
}  # fmt: skip
"""Words whose values have a colour of their own, as on pages."""


def read_colour(text: str) -> Colour | None:
    """Returns the colour that a look file names: a word of pages or of style sheets, `#b58a2a`, `#fa0`; None for anything else."""
    known = NAMED.get(text.lower())
    if known is not None:
        return known
    digits = _DIGITS.fullmatch(text)
    if digits is not None:
        return _hex(digits[1] if len(digits[1]) == 6 else "".join(one * 2 for one in digits[1]))
    try:
        from PIL import ImageColor
    except ImportError:  # part of the extra `pdf`; terminals need no CSS names
        return None
    try:
        red, green, blue, *_ = ImageColor.getrgb(text)
    except ValueError:
        return None
    return red, green, blue


def unknown_colours(look: JsonObject) -> tuple[str, ...]:
    """Returns the colours of a look file that cannot be printed, in order. Browsers may support more colours."""
    found: dict[str, None] = {}
    for section in ("value", "class", "icon", "layout"):
        inner = look.get(section)
        for said in inner.values() if isinstance(inner, dict) else ():
            parts = said.get("parts") if isinstance(said, dict) else None
            for own in (said, *(parts.values() if isinstance(parts, dict) else ())):
                found |= dict.fromkeys(_unknown(own)) if isinstance(own, dict) else {}
    seats = look.get("seats")
    listed = seats.get("colors") if isinstance(seats, dict) else None
    found |= {
        one: None
        for one in (listed if isinstance(listed, list) else ())
        if isinstance(one, str) and not read_colour(one)
    }
    return tuple(found)


def _unknown(own: JsonObject) -> Iterator[str]:
    """Yields the colours of a table of the look file that do not exist. `{trade} 15%` is the colour of a value; backs may be pictures."""
    for key in ("color", "back", "paper", "fill", "border", "ink"):
        said = own.get(key)
        word = said.partition(" ")[0] if isinstance(said, str) else ""
        is_colour = word and not word.startswith("{") and not (key == "back" and is_picture(word))
        if is_colour and read_colour(word) is None:
            yield word


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """Mixes two colours, with `part` (0 to 1) of the first one."""
    red, green, blue = (round(part * a + (1 - part) * b) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ink_on(ground: Colour) -> Colour:
    """Returns white or dark ink, whichever is more readable on a ground."""
    return INK if _luminance(ground) > 0.36 else PAPER


def contrast(one: Colour, other: Colour) -> float:
    """Returns how much two colours differ in brightness, from 1 to 21, as for the reading of texts."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    """Returns the relative luminance of a colour, from 0 to 1."""
    red, green, blue = (_linear(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
