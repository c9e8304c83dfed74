"""Where everything lies in the linear memory of a module: constant tables, the context, scratch, and the states of the host."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack

from gamedsl.values import define, field
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported

PAGE = 65536
FIRST = 64
"""Nothing lies at the addresses before: address 0 is nobody's."""
MOST = 64 * 1024 * 1024


@define
class Memory:
    """Hands out addresses. Constant tables with equal bytes share one place."""

    next: int = FIRST
    data: list[tuple[int, bytes]] = field(factory=list[tuple[int, bytes]])
    initial: list[tuple[int, bytes]] = field(factory=list[tuple[int, bytes]])
    """What lies there until a host replaces it."""
    _known: dict[tuple[bytes, int], int] = field(factory=dict[tuple[bytes, int], int])

    def table(self, data: bytes, align: int = 4) -> int:
        """The address of constant bytes."""
        key = (data, align)
        if key not in self._known:
            self._known[key] = self.space(len(data), align)
            self.data.append((self._known[key], data))
        return self._known[key]

    def changeable(self, data: bytes, align: int = 4) -> int:
        """The address of bytes that a host may replace."""
        at = self.space(len(data), align)
        self.initial.append((at, data))
        return at

    def words(self, values: Sequence[int]) -> int:
        """A table of signed 32-bit words."""
        return self.table(pack(f"<{len(values)}i", *values))

    def longs(self, values: Sequence[int]) -> int:
        """A table of 64-bit words."""
        return self.table(pack(f"<{len(values)}Q", *values), 8)

    def space(self, size: int, align: int = 8) -> int:
        """The address of `size` bytes that are zero at the start."""
        at = -(-self.next // align) * align
        self.next = at + size
        if self.next > MOST:
            raise Unsupported(
                f"collections that need {self.next >> 20} MB of working memory (at most {MOST >> 20} MB)",
                advice="bound lists and bags where they are declared, or go through them without keeping them",
            )
        return at

    def pages(self) -> int:
        """How many pages hold it all."""
        return -(-self.next // PAGE)
