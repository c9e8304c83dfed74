"""Writes numbers as players read them."""

from __future__ import annotations

import re

PLACES = re.compile(r"\{\+?\}")
"""The place of a number in a text: `{}` for the number, `{+}` for the number with its sign."""

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""The numbers that are written as one short word, from 0 on."""

MINUS = "−"
"""The sign in front of a number below zero."""


_HYPHEN = re.compile(r"(?<![\w)\]])-(?=\d)")
"""The sign with which rules write a number below zero."""


def with_minus(text: object) -> str:
    """Returns a text in which numbers below zero have the minus sign."""
    return _HYPHEN.sub(MINUS, str(text))


def number_in_words(one: str, several: str, number: int) -> str:
    """Returns a number in words (see `NumberWords`): 3 as `£3`, -3 as `−£3` or, of `{+} glory`, `−3 glory`."""
    text = one if abs(number) == 1 else several
    sign = MINUS if number < 0 else ""
    size = str(abs(number))
    if "{}" in text:
        return sign + text.replace("{}", size)
    return text.replace("{+}", (sign or ("+" if number else "")) + size)
