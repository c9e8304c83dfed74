"""Sets that are built as sorted lists."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import types
from gamedsl_interpreter.wasm.emit.assembly.ir import c, load, lt, op2
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms import compare, scratch_values
from gamedsl_interpreter.wasm.emit.forms.values import ListV, Value, pin
from gamedsl_interpreter.wasm.emit.planning.type_forms import most_listed


class SortedSetBuilder:
    """A sorted set under construction in working memory."""

    def __init__(self, code: Emitter, of: types.SetOf) -> None:
        self._code = code
        self._of = of
        self._most = most_listed(of)
        self._at = code.scratch(of)
        self._elements = scratch_values.elements(code.ctx, of.of, self._at, offset=4)
        code.fn.store("32", self._at, c(0))

    def last(self, element: Value) -> None:
        """Adds an element that is greater than all before."""
        code = self._code
        count = code.fn.let(load("i32", self._at))
        code.room(lt(count, c(self._most)))
        self._elements.put(code, count, element)
        code.fn.store("32", self._at, count + 1)

    def add(self, element: Value) -> None:
        """Adds an element, unless it is in the set already."""
        code, fn, step = self._code, self._code.fn, c(self._elements.step)
        element = pin(code, element)
        count = fn.let(load("i32", self._at))
        code.room(lt(count, c(self._most)))
        start = fn.let(self._at + 4)
        here = fn.let_var(start)
        end = fn.let(count * step + start)
        with fn.block() as done:
            with fn.until(op2("ge_u", here, end)) as found:
                other = pin(code, scratch_values.get(code.ctx, self._of.of, here))
                fn.br_if(done, compare.equal(code, other, element))
                fn.br_if(found, compare.comes_before(code, element, other, self._of.of))
                fn.set(here, here + step)
            fn.copy(here + step, here, end - here)
            scratch_values.put(code, self._of.of, here, element)
            fn.store("32", self._at, count + 1)

    def finish(self) -> ListV:
        """Gives the finished set."""
        return cast(ListV, scratch_values.get(self._code.ctx, self._of, self._at))
