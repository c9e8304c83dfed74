"""What an option that was tried seldom has ahead of others: `0.7 * sqrt(ln(offered) / tried)`, as whole numbers.

That is the second term of UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) as UCT has it (Kocsis and Szepesvári, 2006), for values from 0 to 1. The factor
0.7 is that of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012). It stands in two tables of whole numbers, so that every
executor, on every machine, comes to the same trees: a number below 2,048 has its own slot, and of a greater one only the first eleven binary digits count.
"""

from __future__ import annotations

from functools import cache
from math import isqrt
from struct import pack

from gamedsl_interpreter.thinking.rollouts import WIN

PRECISION = 20
"""Binary digits behind the point of values and of what is added to them."""

SHIFT = 12
"""How much further to the left the products of the two tables stand."""

_OWN = 2048
_HALF = _OWN // 2
_SLOTS = _OWN + 20 * _HALF
_ONE = 1 << 60
_SQUARE = (49, 100)
"""The square of 0.7."""


def slot(number: int) -> int:
    """The slot of a number from 0 to 2^31 - 1."""
    if number < _OWN:
        return number
    left_out = number.bit_length() - _OWN.bit_length() + 1
    return _HALF * left_out + (number >> left_out)


@cache
def tables() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By slot: `0.7 * sqrt(ln(number))`, 12 binary digits behind the point, and `1 / sqrt(number)`, 20 of them."""
    logs = _logs()
    spreads = [0, 0]
    rarities = [0, 1 << PRECISION]
    for at in range(2, _SLOTS):
        left_out = max(0, (at - _OWN) // _HALF + 1) if at >= _OWN else 0
        first = at - _HALF * left_out
        log = logs[first] + left_out * logs[2]
        spreads.append(isqrt((_SQUARE[0] * log << 2 * SHIFT) // (_SQUARE[1] * _ONE)))
        rarities.append(isqrt((1 << 2 * PRECISION) // (first << left_out)))
    return tuple(spreads), tuple(rarities)


@cache
def packed_tables() -> tuple[bytes, bytes]:
    """The same as words of 32 bits, for memory."""
    spreads, rarities = tables()
    return pack(f"<{len(spreads)}i", *spreads), pack(f"<{len(rarities)}i", *rarities)


def score(total: int, tried: int, offered: int) -> int:
    """What the choice among options goes by: the mean of what an option has won, and what it has ahead because it was tried seldom."""
    spreads, rarities = tables()
    mean = (total << PRECISION) // (tried * WIN)
    return mean + (spreads[slot(offered)] * rarities[slot(tried)] >> SHIFT)


def _logs() -> list[int]:
    """Natural logarithms of the numbers below 2,048, 60 binary digits behind the point: ln(n) = ln(n - 1) + 2 artanh(1 / (2n - 1))."""
    found = [0, 0]
    for number in range(2, _OWN):
        base = 2 * number - 1
        power, total, odd = _ONE // base, 0, 1
        while power:
            total += power // odd
            power //= base * base
            odd += 2
        found.append(found[-1] + 2 * total)
    return found
