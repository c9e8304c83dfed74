"""Packs modules as texts: parts that they share are stored once, and the rest is deflated. `page/src/packing.ts` reads them."""

from __future__ import annotations

import base64
import json
import re
import struct
import zlib
from collections.abc import Callable, Sequence
from hashlib import sha256

from gamedsl.json import JsonObject

_LEAST = 24
"""The fewest bytes that are worth a copy."""

_WINDOW = 30_000
"""The distance within which deflating finds repetitions by itself."""

_ANCHOR = re.compile(rb"[\x0b\x21{]")
"""The bytes at which repetitions are looked for: ends of blocks, assignments, and objects of JSON."""


def packed(modules: Sequence[bytes], kept: Callable[[str, Callable[[], bytes]], bytes]) -> JsonObject:
    """Returns what `pack_modules` makes of modules. `kept` finds an earlier result by its key, or makes it."""
    digests = " ".join(sha256(module).hexdigest() for module in modules)
    found: JsonObject = json.loads(kept(f"packed {digests}", lambda: json.dumps(pack_modules(modules)).encode()))
    return found


def pack_modules(modules: Sequence[bytes]) -> JsonObject:
    """Packs all modules: their sizes, the new bytes, and copies as triples of new bytes, distance back, and bytes to copy."""
    literals, copies = _find_copies(b"".join(modules)) if len(modules) > 1 else (modules[0], [(len(modules[0]), 0, 0)])
    triples = b"".join(struct.pack("<III", *copy) for copy in copies)
    return {"literals": _text(literals), "copies": _text(triples), "sizes": [len(module) for module in modules]}


def _text(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


def _find_copies(whole: bytes) -> tuple[bytes, list[tuple[int, int, int]]]:
    """Returns the new bytes of a text, and the copies of parts that occurred much earlier."""
    seen: dict[bytes, int] = {}
    literals = bytearray()
    copies: list[tuple[int, int, int]] = []
    start = 0
    for anchor in _ANCHOR.finditer(whole, 0, max(0, len(whole) - _LEAST)):
        at = anchor.start()
        earlier = seen.setdefault(whole[at : at + _LEAST], at)
        if at < start or at - earlier <= _WINDOW:
            continue
        before = _common_length_before(whole, earlier, at, at - start)
        length = before + _common_length(whole, earlier, at)
        at -= before
        copies.append((at - start, anchor.start() - earlier, length))
        literals += whole[start:at]
        start = at + length
    literals += whole[start:]
    copies.append((len(whole) - start, 0, 0))
    return bytes(literals), copies


def _common_length_before(whole: bytes, earlier: int, at: int, most: int) -> int:
    """Returns how many bytes are equal before two positions, at most so many."""
    length = 0
    while length < min(most, earlier) and whole[earlier - length - 1] == whole[at - length - 1]:
        length += 1
    return length


def _common_length(whole: bytes, earlier: int, at: int) -> int:
    """Returns how many bytes are equal from two positions on."""
    length = _LEAST
    step = 64
    while whole[earlier + length : earlier + length + step] == whole[at + length : at + length + step] and (
        at + length + step <= len(whole)
    ):
        length += step
    while at + length < len(whole) and whole[earlier + length] == whole[at + length]:
        length += 1
    return length
