"""The UCB score of an option: its mean value plus the exploration term `0.7 * sqrt(ln(offered) / tried)`, as whole numbers.

This is UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) as UCT uses it (Kocsis and Szepesvári, 2006), for values from 0 to 1: the least and the greatest value
that a seat has had in the tree. The exploration constant 0.7 is that
of Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012); `wasm.instances.interface` holds it, and gives it to modules and to hosts
without Python. The term is the product of entries of two tables of whole numbers, so that every executor on every machine builds equal trees.
A number below 2,048 has its own slot; of a greater one only the first eleven binary digits count.

Where values are graded (points, or what the rules say of how well players stand), few of them are near the ends of the span, and the differences that matter
are small beside it. There the exploration term is as much smaller as values lie closer together: see `part_of`. UCB-Tuned (Auer et al., 2002) and
Kocsis and Szepesvári's own constant, which depends on the range of values, have the same reason.
"""

from __future__ import annotations

from functools import cache
from math import isqrt
from struct import pack

from gamedsl_interpreter.wasm.instances.interface import UCB_EXACT, UCB_FACTOR_SQUARED, UCB_PRECISION, UCB_SHIFT, WIN

_HALF = UCB_EXACT // 2
_SLOTS = UCB_EXACT + 20 * _HALF
_ONE = 1 << 60

WHOLE = 1 << UCB_SHIFT
"""The whole exploration term: see `part_of`."""

_STRAYED_BITS = 64 - UCB_SHIFT - 4
"""The binary digits of a sum of distances for which a module has room."""


def slot(number: int) -> int:
    """Returns the slot of a number from 0 to 2^31 - 1."""
    if number < UCB_EXACT:
        return number
    left_out = number.bit_length() - UCB_EXACT.bit_length() + 1
    return _HALF * left_out + (number >> left_out)


@cache
def tables() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Computes the tables by slot: `0.7 * sqrt(ln(number))` with 12 binary digits after the point, and `1 / sqrt(number)` with 20."""
    squared, parts = UCB_FACTOR_SQUARED
    logs = _logs()
    spreads = [0, 0]
    rarities = [0, 1 << UCB_PRECISION]
    for at in range(2, _SLOTS):
        left_out = max(0, (at - UCB_EXACT) // _HALF + 1) if at >= UCB_EXACT else 0
        first = at - _HALF * left_out
        log = logs[first] + left_out * logs[2]
        spreads.append(isqrt((squared * log << 2 * UCB_SHIFT) // (parts * _ONE)))
        rarities.append(isqrt((1 << 2 * UCB_PRECISION) // (first << left_out)))
    return tuple(spreads), tuple(rarities)


@cache
def pack_tables() -> tuple[bytes, bytes]:
    """Packs the tables as words of 32 bits, for the memory of modules."""
    spreads, rarities = tables()
    return pack(f"<{len(spreads)}i", *spreads), pack(f"<{len(rarities)}i", *rarities)


def score(total: int, tried: int, offered: int, low: int = 0, span: int = WIN, part: int = WHOLE) -> int:
    """Computes the UCB score of an option: its mean value plus the exploration term. Values are from `low` to `low + span`, which count 0 and 1; `part`: of the
    exploration term, see `part_of`."""
    spreads, rarities = tables()
    spread = spreads[slot(offered)] * part >> UCB_SHIFT
    return _mean(total, tried, offered, low, span) + (spread * rarities[slot(tried)] >> UCB_SHIFT)


def part_of(strayed: int, count: int, span: int) -> int:
    """Returns the part of the exploration term, of WHOLE, for values that are graded: four times their mean distance from their mean, of the span; the whole at
    most, and a sixteenth at least. `strayed`: the sum of the distances of `count` values."""
    if span <= 0 or not count:
        return WHOLE
    left_out = max(0, strayed.bit_length() - _STRAYED_BITS)
    return min(WHOLE, max(WHOLE >> 4, (strayed >> left_out << UCB_SHIFT + 2) // max(1, count * span >> left_out)))


def _mean(total: int, tried: int, offered: int, low: int, span: int) -> int:
    """Computes a mean value with UCB_PRECISION binary digits. Digits that have no room in the 64 bits of a module are left out."""
    if span <= 0:
        return 0
    left_out = max(0, (offered * span | 1).bit_length() - (64 - UCB_PRECISION - 2))
    return ((total - tried * low) >> left_out << UCB_PRECISION) // (tried * span >> left_out)


def _logs() -> list[int]:
    """Computes the natural logarithms of the numbers below 2,048, with 60 binary digits after the point: ln(n) = ln(n - 1) + 2 artanh(1 / (2n - 1))."""
    found = [0, 0]
    for number in range(2, UCB_EXACT):
        base = 2 * number - 1
        power, total, odd = _ONE // base, 0, 1
        while power:
            total += power // odd
            power //= base * base
            odd += 2
        found.append(found[-1] + 2 * total)
    return found
