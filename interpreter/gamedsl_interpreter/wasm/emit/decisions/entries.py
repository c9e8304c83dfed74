"""Offered elements in working memory, and the removal of duplicates from a source."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import types
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eqz, ge, load
from gamedsl_interpreter.wasm.emit.forms import compare, masks
from gamedsl_interpreter.wasm.emit.forms.scratch_values import Elements
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, is_scalar, may_be_none, words_of

Write = Callable[[Value, Ir], None]
"""Takes an element and its count."""


@frozen
class Entries:
    """Elements from `at` on, each `step` bytes: the value, then its count. There is room for `most`."""

    at: int
    step: int
    of: types.Type
    code: Lowering
    count: Ir
    most: int

    @property
    def elements(self) -> Elements:
        """Gives the elements in memory."""
        return Elements(self.of, c(self.at), self.step)

    def get(self, i: Ir) -> Value:
        """Gives the element at a place."""
        return self.elements.get_here(self.code, i)

    def number(self, i: Ir) -> Ir:
        """Gives the count of the element at a place."""
        return load("i32", i * self.step, self.at + self.step - 4)


def once(code: Lowering, entries: Entries, write: Write, *, counted: bool) -> Write:
    """Takes the elements of a source that may give an element more than once, and writes each once, with its number of occurrences if `counted`. The
    elements seen so far are remembered as bits in locals if they fit there, or as bits in working memory, or they are searched among the entries."""
    of = entries.of
    if counted or not is_scalar(of) or not is_bits(code.game, of):
        return _search_entries(code, entries, write, counted=counted)
    if words_of(code.game, of) <= 2 and not may_be_none(of):
        return _mark_in_locals(code, of, write)
    return _mark_in_memory(code, of, write)


def _mark_in_locals(code: Lowering, of: types.Type, write: Write) -> Write:
    marked = masks.Builder(code, of)

    def take(element: Value, _: Ir) -> None:
        value = code.fn.reuse(expect(Ir, element))
        with code.fn.when(eqz(marked.has(value))):
            marked.add(value)
            write(value, c(1))

    return take


def _mark_in_memory(code: Lowering, of: types.Type, write: Write) -> Write:
    fn = code.fn
    first, size = scale_span(code.game, of)[0], 8 * words_of(code.game, of)
    at = code.ctx.memory.space(size)
    fn.fill(c(at), c(size))

    def take(element: Value, _: Ir) -> None:
        bit = fn.let(expect(Ir, element) - first)
        byte = fn.let((bit >> 3) + at)
        mark = fn.let(c(1) << (bit & 7))
        with fn.when(eqz(load("u8", byte) & mark)):
            fn.store("8", byte, load("u8", byte) | mark)
            write(element, c(1))

    return take


def _search_entries(code: Lowering, entries: Entries, write: Write, *, counted: bool) -> Write:
    fn = code.fn

    def take(element: Value, number: Ir) -> None:
        i = fn.let_var(c(0))
        with fn.block() as seen:
            with fn.until(ge(i, entries.count)):
                with fn.when(compare.equal(code, code.pin(entries.get(i)), element)):
                    if counted:
                        where = fn.let(entries.elements.entry(i) + (entries.step - 4))
                        fn.store("32", where, load("i32", where) + number)
                    fn.br(seen)
                fn.set(i, i + 1)
            write(element, number if counted else c(1))

    return take
