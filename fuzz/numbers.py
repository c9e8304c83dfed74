"""Numbers at which something may break."""

from __future__ import annotations

from random import Random

EXTREME = tuple(
    str(number + off)
    for number in (
        1,
        3,
        8,
        16,
        31,
        64,
        100,
        128,
        256,
        400,
        512,
        1000,
        4096,
        10_000,
        30_000,
        1 << 15,
        1 << 16,
        10**6,
        1 << 24,
        1 << 31,
        1 << 63,
        10**29,
    )
    for off in (-1, 0, 1)
)


def number(random: Random) -> str:
    """A whole number: small, or near a limit."""
    return str(random.randint(0, 12)) if random.randrange(2) else random.choice(EXTREME)
