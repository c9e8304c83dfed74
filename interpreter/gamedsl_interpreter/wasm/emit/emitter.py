"""Emits into one function: checks, faults, constant tables and working memory. Everything here works without formulas."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from gamedsl.graph.model import types
from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.plans.spans import span
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, const_value, eqz, op2
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.planning.type_forms import wide_size
from gamedsl_interpreter.wasm.emit.signals import FAULT_CODES, NO_ROOM

_UNROLLED = 3
"""Loops over at most this many constant elements are unrolled."""
_MOST_COPIES = 27
"""The most copies of the body that nested unrolling makes."""


class Emitter:
    """Emits into `fn`, whose first parameter is the address of the state."""

    def __init__(self, ctx: Context, fn: Fn) -> None:
        self.ctx = ctx
        self.game = ctx.game
        self.fn = fn
        self.s = fn.param(0)
        fn.addresses.add(0)
        self.copies = 1
        """How many copies of the current code are emitted, because loops around it are unrolled."""

    def unrolls(self, size: int) -> bool:
        """Whether a loop over this many constant elements is unrolled: nested unrolling must not make too many copies of the body."""
        return size <= _UNROLLED and self.may_repeat(size)

    def may_repeat(self, number: int) -> bool:
        """Whether code may be emitted `number` times in this place."""
        return self.copies * number <= _MOST_COPIES

    @contextmanager
    def unrolling(self, number: int) -> Generator[None]:
        """Counts the code emitted inside `number` times: its loop is unrolled, and size estimates must know that."""
        before, self.copies = self.copies, self.copies * max(1, number)
        yield
        self.copies = before

    def check(self, holds: Ir, code: str, site: SiteId) -> None:
        """Raises a fault unless the condition holds."""
        if const_value(holds) == 1:
            return
        with self.fn.when(eqz(holds)):
            self.fault(code, site)

    def fault(self, code: str, site: SiteId) -> None:
        """Stops the executor with a fault."""
        self.fn.drop(call("fault", "i32", c(FAULT_CODES[code]), c(site)))

    def room(self, enough: Ir) -> None:
        """Stops the executor unless working memory has enough room."""
        if const_value(enough) != 1:
            with self.fn.when(eqz(enough)):
                self.fn.drop(call("fault", "i32", c(NO_ROOM), c(-1)))

    def in_range(self, value: Ir, of: types.Type, low: int, high: int, code: str, site: SiteId) -> None:
        """Raises a fault unless low <= value <= high; nothing is emitted if the type proves it."""
        least, most = span(of)
        if least >= low and most <= high:
            return
        if low == 0 and least >= 0:
            self.check(op2("le_s", value, c(high)), code, site)
            return
        self.check(op2("le_u", value - low, c(high - low)), code, site)

    def from_table(self, values: list[int], index: Ir) -> Ir:
        """Gives a number of a constant table."""
        return self.ctx.memory.entry(values, index)

    def scratch(self, of: types.Type) -> Ir:
        """Reserves working memory for one value."""
        return c(self.ctx.memory.space(wide_size(self.game, of)))
