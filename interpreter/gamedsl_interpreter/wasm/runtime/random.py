"""Random numbers: streams of the PCG generator in memory, as `gamedsl_interpreter.random` has them."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.language import *


def word(r: int) -> int:
    """Gives the next 32 random bits of a stream."""
    old = i64[r]
    i64[r] = old * PCG_FACTOR + i64[r + 8]
    return rotr(wrap(((old >> 18) ^ old) >> 27), wrap(old >> 59))


def below(r: int, n: int) -> int:
    """Gives a random number below n; nothing is drawn for 1."""
    if n == 1:
        return 0
    m = wide(word(r)) * wide(n)
    if lt_u(wrap(m), n):
        t = (-n) % n
        while lt_u(wrap(m), t):
            m = wide(word(r)) * wide(n)
    return wrap(m >> 32)


def mix(at: int, x_at: int) -> int:
    """Writes one output of SplitMix64 for the word at an address."""
    z = i64[x_at] + GOLDEN
    z = (z ^ (z >> 30)) * MIX_A
    z = (z ^ (z >> 27)) * MIX_B
    i64[at] = z ^ (z >> 31)
    return 0


def seeded(r: int, purpose: int, seed_at: int, index_at: int) -> int:
    """Starts a stream for a purpose, a seed and the number of a match."""
    mix(SEEDING, seed_at)
    i64[SEEDING] = i64[SEEDING] ^ wide(purpose)
    mix(SEEDING, SEEDING)
    i64[SEEDING] = i64[SEEDING] ^ i64[index_at]
    mix(SEEDING, SEEDING)
    mix(SEEDING + 8, SEEDING)
    i64[SEEDING] = i64[SEEDING] + GOLDEN
    mix(SEEDING, SEEDING)
    one = wide(1)
    inc = (i64[SEEDING] << 1) | one
    i64[r + 8] = inc
    i64[r] = (inc + i64[SEEDING + 8]) * PCG_FACTOR + inc
    return 0
