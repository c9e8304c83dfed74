"""Writes the event log into memory from TELL on: see `emit.telling.telling`."""

from gamedsl_interpreter.wasm.runtime.constants import *
from gamedsl_interpreter.wasm.runtime.faults import fault
from gamedsl_interpreter.wasm.runtime.language import *


def tell(value: int) -> int:
    """Writes a word to the log."""
    at = i32[TELL_AT]
    if at >= TELL_END:
        fault(NO_ROOM, -1)
    i32[at] = value
    i32[TELL_AT] = at + 4
    return 0


def tell_bytes(at: int, size: int) -> int:
    """Writes a number of bytes, then the bytes, padded to words."""
    tell(size)
    to = i32[TELL_AT]
    end = to + ((size + 3) >> 2) * 4
    if end > TELL_END:
        fault(NO_ROOM, -1)
    copy(to, at, size)
    i32[TELL_AT] = end
    return 0


def tell_revealed(node: int) -> int:
    """Logs that all have chosen in a simultaneous decision."""
    tell(TELLS_REVEALED)
    tell(node)
    return 0


def tell_triples(at: int, end: int) -> int:
    """Writes the number of piece entries, then the entries."""
    tell((end - at) // 12)
    while at < end:
        tell(i32[at])
        tell(i32[at + 4])
        tell(i32[at + 8])
        at += 12
    return 0
