"""The addresses in the linear memory of a module: constant tables, the context, working memory, and the states of the host."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack

from gamedsl.values import define, field
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value, load
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

PAGE = 65536
FIRST = 64
"""The first address in use: address 0 belongs to nothing."""
MOST = 64 * 1024 * 1024


@define
class Memory:
    """Reserves addresses. Constant tables with equal bytes share one place."""

    next: int = FIRST
    data: list[tuple[int, bytes]] = field(factory=list[tuple[int, bytes]])
    initial: list[tuple[int, bytes]] = field(factory=list[tuple[int, bytes]])
    """The bytes at the start, which a host may replace."""
    _known: dict[tuple[bytes, int], int] = field(factory=dict[tuple[bytes, int], int])

    def table(self, data: bytes, align: int = 4) -> int:
        """Gives the address of constant bytes."""
        key = (data, align)
        if key not in self._known:
            self._known[key] = self.space(len(data), align)
            self.data.append((self._known[key], data))
        return self._known[key]

    def changeable(self, data: bytes, align: int = 4) -> int:
        """Gives the address of bytes that a host may replace."""
        at = self.space(len(data), align)
        self.initial.append((at, data))
        return at

    def words(self, values: Sequence[int]) -> int:
        """Gives the address of a table of signed 32-bit words."""
        return self.table(pack(f"<{len(values)}i", *values))

    def longs(self, values: Sequence[int]) -> int:
        """Gives the address of a table of 64-bit words."""
        return self.table(pack(f"<{len(values)}Q", *values), 8)

    def space(self, size: int, align: int = 8) -> int:
        """Gives the address of `size` bytes that are zero at the start."""
        at = -(-self.next // align) * align
        self.next = at + size
        if self.next > MOST:
            raise Unsupported(
                f"collections that need {self.next >> 20} MB of working memory (at most {MOST >> 20} MB)",
                advice="bound lists and bags where they are declared, or go through them without keeping them",
            )
        return at

    def pages(self) -> int:
        """Gives how many pages of memory are needed."""
        return -(-self.next // PAGE)

    def entry(self, values: Sequence[int], index: Ir) -> Ir:
        """Gives a number of a constant table."""
        at = const_value(index)
        if at is not None and 0 <= at < len(values):
            return c(values[at])
        if len(set(values)) <= 1:
            return c(values[0] if values else 0)
        if all(value - values[0] == i for i, value in enumerate(values)):
            return index + values[0]
        kind, data = _pack_narrow(values)
        return load(kind, index * _WIDTH[kind], self.table(data))


_WIDTH = {"u8": 1, "s8": 1, "u16": 2, "s16": 2, "i32": 4}


def _pack_narrow(values: Sequence[int]) -> tuple[str, bytes]:
    """Encodes a table of numbers in the narrowest width: the kind of load, and the bytes."""
    low, high = min(values, default=0), max(values, default=0)
    for kind, code, least, most in (
        ("u8", "B", 0, 255),
        ("s8", "b", -128, 127),
        ("u16", "H", 0, 65535),
        ("s16", "h", -32768, 32767),
    ):
        if least <= low and high <= most:
            return kind, pack(f"<{len(values)}{code}", *values)
    return "i32", pack(f"<{len(values)}i", *values)
