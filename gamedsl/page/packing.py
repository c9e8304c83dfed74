"""Modules as texts: what several have in common is there once, and the rest is deflated. `page/src/packing.ts` reads it."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Sequence

from gamedsl.json import JsonObject

_LEAST = 24
"""The fewest bytes that are worth a copy."""

_WINDOW = 30_000
"""Deflating finds what is as near as this by itself."""

_STRIDE = 8
"""Inside a copied stretch every such place is remembered."""


def packed(modules: Sequence[bytes]) -> JsonObject:
    """All modules: their sizes, the bytes that are new, and copies as triples of new bytes, distance back, and bytes to copy."""
    literals, copies = _shared(b"".join(modules)) if len(modules) > 1 else (modules[0], [(len(modules[0]), 0, 0)])
    triples = b"".join(struct.pack("<III", *copy) for copy in copies)
    return {"literals": _text(literals), "copies": _text(triples), "sizes": [len(module) for module in modules]}


def _text(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()


def _shared(whole: bytes) -> tuple[bytes, list[tuple[int, int, int]]]:
    """What is new in some bytes, and the copies of what stood there long before."""
    seen: dict[bytes, int] = {}
    literals = bytearray()
    copies: list[tuple[int, int, int]] = []
    at = start = 0
    while at + _LEAST <= len(whole):
        piece = whole[at : at + _LEAST]
        earlier = seen.get(piece)
        if earlier is None or at - earlier <= _WINDOW:
            seen[piece] = at
            at += 1
            continue
        length = _common(whole, earlier, at)
        copies.append((at - start, at - earlier, length))
        literals += whole[start:at]
        for place in range(at, at + length - _LEAST, _STRIDE):
            seen.setdefault(whole[place : place + _LEAST], place)
        at += length
        start = at
    literals += whole[start:]
    copies.append((len(whole) - start, 0, 0))
    return bytes(literals), copies


def _common(whole: bytes, earlier: int, at: int) -> int:
    """How many bytes are equal from two places on."""
    length = _LEAST
    step = 64
    while whole[earlier + length : earlier + length + step] == whole[at + length : at + length + step] and (
        at + length + step <= len(whole)
    ):
        length += step
    while at + length < len(whole) and whole[earlier + length] == whole[at + length]:
        length += 1
    return length
