"""Words of faults for numbers: how many are wanted, and how many are there."""

from __future__ import annotations


def count_pieces(number: int) -> str:
    """Writes a number of pieces: `1 piece`, `3 pieces`."""
    return f"{number} piece{'' if number == 1 else 's'}"


def count_found(number: int) -> str:
    """Writes that fewer are there than wanted: `none is`, `only 2 are`."""
    return "none is" if number == 0 else f"only {number} {'is' if number == 1 else 'are'}"
