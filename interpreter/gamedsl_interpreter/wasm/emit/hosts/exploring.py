"""Memory and sizes of modules that traverse game trees (`runtime.hosts.exploring`)."""

from __future__ import annotations

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.context import Context

PRIMES = (
    2147483647, 2147483629, 2147483587, 2147483579, 2147483563, 2147483549, 2147483543, 2147483497, 2147483489, 2147483477, 2147483423, 2147483399,
    2147483353, 2147483323, 2147483269, 2147483249,
)  # fmt: skip
"""The largest primes below 2**31."""
MOST_CHOICES = 4096
"""The numbers of moves with a stored inverse; larger numbers are reported to the host."""
MOST_ENDINGS = 256
MOST_PARTS = 64
"""The most module instances that search one tree."""
SLACK = 520
"""The entries that still fit into a box that counts as full. A decision of a simple selection has no more choices (`MOST_WORDS` of `stop_notes`)."""
CRADLES = 64
"""The positions that are collected before they are looked up together."""
ENDING = 32 + 4 * len(PRIMES)
"""The bytes of an ending: the seats that have won (as bits), whether the entry is used, ways, probability."""
VERDICT_BIT = 1 << 30
"""Stands beside the bits of the winners that a verdict names: each of them has a whole victory."""


@frozen
class Extra:
    """Offsets of the additional data of an entry of a level, from the end of its record."""

    hash: int = 0
    what: int = 4
    ways: int = 8
    chance: int = 24

    def size(self, primes: int) -> int:
        """Gives the bytes of all additional data, rounded up."""
        return -(-(self.chance + 4 * primes) // 16) * 16


EXTRA = Extra()


def key_size(layout_size: int) -> int:
    """Gives the number of bytes by which positions are compared: the bytes of the layout, and zeros up to a multiple of eight."""
    return -(-layout_size // 8) * 8


def write(ctx: Context) -> None:
    """Reserves memory and sets constants of the library's part."""
    memory = ctx.memory
    record = ctx.record.size
    seats = len(ctx.game.seats)
    for name, size in (
        ("FROM", 32), ("TO", 32), ("SEEN", 32), ("SLOT", 4), ("ENTRY", 4), ("MADE", 4), ("WIDEST", 4), ("PRIMES_USED", 4), ("TRACKS", 4),
        ("SHARE", 4 * len(PRIMES)), ("USED", MOST_CHOICES), ("INVERSES", 4 * MOST_CHOICES * len(PRIMES)),
        ("ENDINGS", ENDING * MOST_ENDINGS), ("EXPECTED", 4 * len(PRIMES) * seats), ("COUNTS", 3 * 32), ("WAITING", 4),
        ("PARTS", 4), ("PART", 4), ("BOXES", 8 * MOST_PARTS), ("BOX_FULL", 4), ("DIFFERS", 4), ("JOINED", 4),
        ("OWN", 4 * CRADLES),
        ("CRADLE", CRADLES * (record + EXTRA.size(len(PRIMES)))),
    ):  # fmt: skip
        ctx.constants[name] = memory.space(size, 16)
    ctx.constants |= {
        "PRIMES": memory.longs(PRIMES),
        "KEY_BYTES": key_size(ctx.game.layout.size), "PRIMES_MOST": len(PRIMES),
        "HASH": record + EXTRA.hash, "WHAT": record + EXTRA.what, "WAYS": record + EXTRA.ways, "CHANCE": record + EXTRA.chance,
        "COUNTERS": ctx.record.extras.counters, "COUNTER_WORDS": ctx.game.counters,
        "MOST_CHOICES": MOST_CHOICES, "ENDING": ENDING, "CHANCE_BYTES": 4 * len(PRIMES), "ENDINGS_END": ctx.constants["ENDINGS"] + ENDING * MOST_ENDINGS,
        "VERDICT_BIT": VERDICT_BIT, "LOW_HALF": 0xFFFFFFFF, "CRADLES": CRADLES, "CRADLE_SIZE": record + EXTRA.size(len(PRIMES)), "HASH_FACTOR": 0x9FB21C651E98DF25,
    }  # fmt: skip
