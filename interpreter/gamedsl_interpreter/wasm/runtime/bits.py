"""Bits of words."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.language import *


def nth_bit(word: Wide, place: int) -> int:
    """Gives the place of the set bit that has `place` set bits below it. Set bits are counted byte by byte, and a table holds the set bits of each byte."""
    sums = word - ((word >> 1) & PAIRS)
    sums = (sums & FOURS) + ((sums >> 2) & FOURS)
    sums = ((sums + (sums >> 4)) & NIBBLES) * BYTES
    before = (((wide(place) * BYTES) | TOPS) - sums) & TOPS
    base = wrap(popcnt(before)) * 8
    left = place - (wrap((sums << 8) >> wide(base)) & 255)
    return base + u8[NTH + (wrap(word >> wide(base)) & 255) * 8 + left]
