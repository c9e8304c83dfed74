"""Numbers at which something may break."""

from __future__ import annotations

from random import Random

EXTREME = (
    "0 1 2 3 5 7 8 9 12 16 17 30 31 32 33 60 63 64 65 99 100 127 128 255 256 257 400 512 513 999 1000 1001 3000 4095 4096 4097 9999 10000 30000"
    " 32767 32768 65535 65536 65537 99999 100000 1000000 16777216 2147483647 2147483648 4294967296 999999999999 9223372036854775807"
    " 9223372036854775808 123456789012345678901234567890"
).split()


def number(random: Random) -> str:
    """A whole number: small, or near a limit."""
    return str(random.randint(0, 12)) if random.randrange(2) else random.choice(EXTREME)
