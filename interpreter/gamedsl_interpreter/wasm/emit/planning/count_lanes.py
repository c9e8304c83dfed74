"""Counts by kind as 64-bit words of eight bytes (*lanes*): lane i of word w is the number of pieces of kind 8 w + i.

The sum of the counts of a word is at most 127, unless a function says otherwise.
"""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c64, op1, wide, wrap

ONES = 0x0101010101010101
TOPS = 0x8080808080808080
LANES = 8
"""The lanes of a word."""
MOST = 127
"""The most pieces of a word for which the arithmetic holds."""


def words_for(kinds: int) -> int:
    """Gives how many words have enough lanes for the kinds."""
    return -(-kinds // LANES)


def bits_of_filled(word: Ir) -> Ir:
    """Gives the top bit of each lane that is not empty (for counts up to 128)."""
    return (word + 0x7F7F7F7F7F7F7F7F) & TOPS


def kinds_in(word: Ir) -> Ir:
    """Counts the lanes that are not empty."""
    return wrap(op1("popcnt", bits_of_filled(word)))


def total(word: Ir) -> Ir:
    """Adds up all lanes (to at most 255)."""
    return wrap((word * ONES) >> 56)


def sum_of(word: Ir, most: int) -> Ir:
    """Adds up all lanes, if the sum is at most `most` (below 2^16); the count of a single lane has no other limit."""
    if most < 256:
        return total(word)
    pairs = 0x00FF00FF00FF00FF
    sums = (word & pairs) + ((word >> 8) & pairs)
    return wrap((sums * 0x0001000100010001) >> 48)


def kind_at(word: Ir, place: Ir) -> Ir:
    """Gives the lane of piece number `place`, if pieces are numbered lane by lane: the first lane whose running sum exceeds the number."""
    every = (wide(place) * ONES) | TOPS
    return wrap(op1("popcnt", (every - word * ONES) & TOPS))


def one_of(lane: Ir) -> Ir:
    """Makes a word with one piece in a lane from 0 to 7."""
    return c64(1) << wide(lane * 8)


def mask_of(kinds: int) -> int:
    """Makes a word with all bits set in the first `kinds` lanes."""
    return (1 << 8 * min(kinds, LANES)) - 1
