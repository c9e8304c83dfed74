"""Packs modules as texts: parts that they share are stored once, and the rest is deflated. `page/src/kept/packing.ts` reads them."""

from __future__ import annotations

import base64
import re
import struct
import zlib
from collections.abc import Iterable

from gamedsl.json import Json, JsonObject

_LEAST = 24
"""The fewest bytes that are worth a copy."""

_WINDOW = 30_000
"""The distance within which deflating finds repetitions by itself."""

_ANCHOR = re.compile(rb"[\x0b\x21{]")
"""The bytes at which repetitions are looked for: ends of blocks, assignments, and objects of JSON."""


def pack_modules(modules: Iterable[bytes]) -> JsonObject:
    """Packs all modules."""
    packer = Packer()
    for module in modules:
        packer.add(module)
    return packer.end()


class Packer:
    """Packs modules one after the other, so that the first ones are packed while others are still being made."""

    def __init__(self) -> None:
        self._whole = b""
        self._seen: dict[bytes, int] = {}
        self._sizes: list[Json] = []
        self._literals, self._copies = zlib.compressobj(), zlib.compressobj()
        self._deflated: tuple[list[bytes], list[bytes]] = ([], [])

    def add(self, module: bytes) -> None:
        """Packs another module: its new bytes, and copies of parts that occurred much earlier."""
        start = first = len(self._whole)
        self._sizes.append(len(module))
        self._whole += module
        whole, seen = self._whole, self._seen
        literals = bytearray()
        copies: list[tuple[int, int, int]] = []
        for anchor in _ANCHOR.finditer(whole, first, max(first, len(whole) - _LEAST)):
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
        self._deflate(bytes(literals), b"".join(struct.pack("<III", *copy) for copy in copies))

    def _deflate(self, literals: bytes, copies: bytes) -> None:
        self._deflated[0].append(self._literals.compress(literals))
        self._deflated[1].append(self._copies.compress(copies))

    def end(self) -> JsonObject:
        """Returns the sizes of all modules, the new bytes, and copies as triples of new bytes, distance back, and bytes to copy."""
        literals = b"".join((*self._deflated[0], self._literals.flush()))
        copies = b"".join((*self._deflated[1], self._copies.flush()))
        return {"literals": _text(literals), "copies": _text(copies), "sizes": self._sizes}


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _common_length_before(whole: bytes, earlier: int, at: int, most: int) -> int:
    """Returns how many bytes before two positions are equal, at most this many."""
    length = 0
    while length < min(most, earlier) and whole[earlier - length - 1] == whole[at - length - 1]:
        length += 1
    return length


def _common_length(whole: bytes, earlier: int, at: int) -> int:
    """Returns how many bytes are equal, counted from two positions."""
    length = _LEAST
    step = 64
    while whole[earlier + length : earlier + length + step] == whole[at + length : at + length + step] and (
        at + length + step <= len(whole)
    ):
        length += step
    while at + length < len(whole) and whole[earlier + length] == whole[at + length]:
        length += 1
    return length
