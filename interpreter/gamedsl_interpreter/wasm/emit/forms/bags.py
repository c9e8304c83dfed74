"""Bags while emitting: how many of each element there are. `scratch_values` keeps them in working memory, `gamedsl.graph.bytes.codings` in positions."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c
from gamedsl_interpreter.wasm.emit.emitter import Emitter


@frozen
class BagV:
    """The counts of `low + i`, for i below `size`."""

    low: int
    size: int
    get: Callable[[Ir], Ir]

    def pin(self, _: Emitter) -> BagV:
        """Gives the bag itself: it is read at each use."""
        return self

    def each(self, code: Emitter, body: Callable[[Ir, Ir], None]) -> None:
        """Iterates over the elements and their numbers."""
        fn = code.fn
        with fn.count(c(0), c(self.size)) as i:
            number = fn.let(self.get(i))
            with fn.when(number):
                body(fn.reuse(i + self.low), number)

    def store(self, code: Emitter, low: int, size: int, write: Callable[[Ir, Ir], None]) -> None:
        """Gives the counts of `low + i`, for i below `size`, with their places i to `write`."""
        shift = self.low - low
        with code.fn.count(c(max(0, -shift)), c(min(self.size, size - shift))) as i:
            write(i + shift, self.get(i))
