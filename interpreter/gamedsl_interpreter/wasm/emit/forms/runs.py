"""Runs: lists of different small numbers, ascending or descending, as bits."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, eqz, load, op1, op2, select, wrap
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV, each_word


@frozen
class RunV:
    """Numbers of a set in ascending order, or descending if `back` is 1."""

    mask: MaskV
    back: Ir

    def number(self, code: Emitter) -> Ir:
        """Counts the elements."""
        return self.mask.number(code)

    def some(self, code: Emitter) -> Ir:
        """Whether there is an element."""
        return self.mask.some(code)

    def has(self, code: Emitter, item: Ir) -> Ir:
        """Whether a number is an element. A number that stands for none is not."""
        return self.mask.has(code, item)

    def end(self, code: Emitter, none: int, *, first: bool) -> Ir:
        """Gives the first or last element, or none."""

        def least() -> list[Ir]:
            return [self.mask.end(code, none, first=True)]

        def greatest() -> list[Ir]:
            return [self.mask.end(code, none, first=False)]

        (found,) = choose_direction(self.back, least if first else greatest, greatest if first else least)
        return found

    def each(self, code: Emitter, body: Callable[[Ir, Ir], None]) -> None:
        """Iterates over the elements, in order."""
        if const_value(self.back) == 0:
            self.mask.each(code, body)
            return
        each_word(
            code,
            self.mask.words,
            self.mask.low,
            self.back,
            lambda word, base: _bits_of(code, word, self.back, base, body),
        )


def choose_direction(back: Ir, forward: Callable[[], list[Ir]], backward: Callable[[], list[Ir]]) -> list[Ir]:
    """Chooses between two results by the direction of a run."""
    test = const_value(back)
    if test is not None:
        return backward() if test else forward()
    return [select(back, b, a) for a, b in zip(forward(), backward(), strict=True)]


def _bits_of(code: Emitter, word: Ir, back: Ir, base: Ir, body: Callable[[Ir, Ir], None]) -> None:
    fn = code.fn
    left = fn.let_var(word)
    with fn.until(eqz(left)):
        (bit,) = choose_direction(back, lambda: [op1("ctz", left)], lambda: [c64(63) - op1("clz", left)])
        bit = fn.let(wrap(bit))
        fn.set(left, left ^ (c64(1) << widened(bit)))
        body(fn.let(bit + base), c(1))


def nth(code: Emitter, values: tuple[RunV, ...], counts: tuple[Ir, ...], place: Ir) -> tuple[MaskV, Ir]:
    """Finds the run that holds the element at a place in several runs. Gives the set of that run, and the element's place in it, ascending."""
    fn, first = code.fn, values[0].mask
    words, left = [fn.let_var(word) for word in first.words], fn.let_var(place)
    with fn.block() as out:
        for value, count in zip(values, counts, strict=True):
            with fn.when(op2("lt_s", left, count)):
                for word, found in zip(words, value.mask.words, strict=True):
                    fn.set(word, found)
                fn.set(left, select(value.back, count - 1 - left, left))
                fn.br(out)
            fn.set(left, left - count)
    return MaskV(tuple(words), first.low), left


def each_of(code: Emitter, values: tuple[RunV, ...], body: Callable[[Ir, Ir], None]) -> None:
    """Iterates over the elements of several runs in a row. The body is emitted only once."""
    fn, number = code.fn, len(values[0].mask.words)
    step = 8 * number + 8
    at = code.ctx.memory.space(step * len(values))
    for place, value in enumerate(values):
        for w, word in enumerate(value.mask.words):
            fn.store("i64", c(at), word, step * place + 8 * w)
        fn.store("32", c(at), value.back, step * place + 8 * number)
    with fn.count(c(0), c(len(values))) as i:
        here = fn.let(i * step)
        found = tuple(fn.let(load("i64", here, at + 8 * w)) for w in range(number))
        RunV(MaskV(found, values[0].mask.low), fn.let(load("i32", here, at + 8 * number))).each(code, body)
