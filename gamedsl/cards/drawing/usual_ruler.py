"""Measures text in the usual font without a library for fonts; `python -m tools.font_widths` writes its table."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Literal

from gamedsl.cards.drawing.marks import POINT

_UNKNOWN = 1000
"""The width of a letter that the usual font lacks, in thousandths of its size: browsers take it from another font."""


class UsualRuler:
    """A ruler for pages. It treats all letters as known, because browsers find any letter in some font."""

    def width(self, text: str, size: float, is_bold: bool, font: str = "") -> float:
        """Returns the width of a line in millimetres. Fonts of a look file are not known here: they count as the usual one."""
        known = _table("bold" if is_bold else "regular")
        letters = (letter for letter in unicodedata.normalize("NFC", text) if _is_wide(letter))
        return sum(known.get(ord(letter), _UNKNOWN) for letter in letters) / 1000 * size * POINT

    def knows(self, text: str) -> bool:
        """Whether it has all characters of the text."""
        return True


def _is_wide(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cf", "Cc", "Mn")


@cache
def _table(weight: Literal["regular", "bold"]) -> dict[int, int]:
    text = files("gamedsl").joinpath("cards", "drawing", "widths.json").read_text("utf-8")
    rows: dict[str, list[int]] = json.loads(text)[weight]
    return {int(first) + number: width for first, widths in rows.items() for number, width in enumerate(widths)}
