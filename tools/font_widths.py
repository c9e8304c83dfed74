"""Writes the widths of the letters of the usual font into the package, so that pages lay out cards as paper does, and need no library for fonts."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

from gamedsl.cards import Printer

PLACE = Path(__file__).parents[1] / "gamedsl" / "cards" / "drawing" / "widths.json"
_EM = 1000.0


def table() -> dict[str, dict[str, list[int]]]:
    """Returns, for each weight, the widths of letters in thousandths of their size, by the first of consecutive code points."""
    printer = Printer()
    known = [code for code in range(0x20, 0xFFFF) if not 0xD800 <= code < 0xE000 and printer.knows(chr(code))]
    return {
        weight: {
            str(codes[0]): [round(printer.width(chr(code), _EM, is_bold) / (25.4 / 72)) for code in codes]
            for codes in _consecutive(known)
        }
        for weight, is_bold in (("regular", False), ("bold", True))
    }


def _consecutive(codes: list[int]) -> list[list[int]]:
    numbered = enumerate(codes)
    return [[code for _, code in group] for _, group in groupby(numbered, key=lambda one: one[1] - one[0])]


def main() -> None:
    """Writes the table."""
    PLACE.write_text(json.dumps(table(), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
