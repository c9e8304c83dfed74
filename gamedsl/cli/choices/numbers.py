"""The numbers by which options are chosen: their own numbers if each option has one, otherwise their positions in the list."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.table.text import join_items

_SHOWN_NUMBERS = 12
_NOTHING = frozenset({"none", "pass", "no", "stop"})
_COURT = frozenset({"Jack", "Queen", "King", "Ace"})
"""Ranks of cards without a number."""


def are_numbers(options: Sequence[str]) -> bool:
    """Whether all options are numbers, which people type directly. Exceptions: the last option may be the word for choosing nothing, and court cards may
    stand beside cards with a number."""
    *before, last = [option for option in options if option not in _COURT] or [""]
    return all(option.isdigit() for option in before) and (last.isdigit() or (bool(before) and last in _NOTHING))


def numbers_text(options: Sequence[str]) -> str:
    """Returns `1, 2 or 5`; shortens a long row of consecutive numbers to `0 to 50`."""
    numbers = [int(option) for option in options if option.isdigit()]
    words = [option for option in options if not option.isdigit()]
    parts = [str(number) for number in numbers]
    if len(numbers) > _SHOWN_NUMBERS and numbers == list(range(numbers[0], numbers[-1] + 1)):
        parts = [f"{numbers[0]} to {numbers[-1]}"]
    return join_items([*parts, *words], "or")


def list_numbers(options: Sequence[str]) -> Sequence[int]:
    """Returns the numbers before the options of a list. If the options differ only by a number, this number is used: `3` is house 3 even if house 1 is not
    offered. Otherwise they are counted from 1."""
    own = [one for one in map(_number_in, options) if one is not None]
    numbers, others = [number for number, _ in own], {words for _, words in own}
    is_own = len(set(numbers)) == len(options) and len(others) == 1
    return numbers if is_own else range(1, len(options) + 1)


def _number_in(option: str) -> tuple[int, tuple[str, ...]] | None:
    """Returns the only number in the words of an option, and the other words, in the singular; None if it has none, or several."""
    words = option.split(" ")
    numbers = [word for word in words if word.isdecimal()]
    if len(numbers) != 1 or len(words) == 1:
        return None
    return int(numbers[0]), tuple("#" if word.isdecimal() else word.removesuffix("s") for word in words)
