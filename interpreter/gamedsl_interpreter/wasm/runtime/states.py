"""Positions and records as bytes: hashes, comparisons, copies. Short ones are handled by unrolled loops over words: a loop, or the instruction that
copies any length, costs as much as 50 words. A hash has two lanes, which a processor computes in parallel."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.language import *

MOST_UNROLLED = 128
"""The bytes of the longest position whose words are handled by an unrolled loop."""


def hash_state(s: State) -> int:
    """Computes the hash of a position."""
    a = wide(KEY_BYTES)
    if KEY_BYTES > MOST_UNROLLED:
        for i in range(KEY_BYTES >> 3):
            a = rotl((a ^ i64[s + i * 8]) * HASH_FACTOR, wide(29))
        a = a * HASH_FACTOR
    else:
        b = a
        for i in unrolled(KEY_BYTES >> 3):
            if i & 1:
                b = rotl((b ^ i64[s + i * 8]) * HASH_FACTOR, wide(29))
            else:
                a = rotl((a ^ i64[s + i * 8]) * HASH_FACTOR, wide(29))
        a = (a ^ rotl(b, wide(17))) * HASH_FACTOR
    return wrap(a >> 32)


def same(a: int, b: int) -> int:
    """Whether two positions are equal."""
    if KEY_BYTES > MOST_UNROLLED:
        for i in range(KEY_BYTES >> 3):
            if i64[a + i * 8] != i64[b + i * 8]:
                return 0
    else:
        for i in unrolled(KEY_BYTES >> 3):
            if i64[a + i * 8] != i64[b + i * 8]:
                return 0
    return 1


def copy_state(to: int, from_: int) -> None:
    """Copies a record to another place."""
    if STATE_SIZE > 2 * MOST_UNROLLED:
        copy(to, from_, STATE_SIZE)
    else:
        for i in unrolled(STATE_SIZE >> 3):
            i64[to + i * 8] = i64[from_ + i * 8]
