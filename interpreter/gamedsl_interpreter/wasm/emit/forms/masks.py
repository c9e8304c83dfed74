"""Sets of bits: questions about them, their numbering, and their construction bit by bit."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import types
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, const_value, eq, eqz, load, ne, op1, op2, select, wrap
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.emitter import Emitter
from gamedsl_interpreter.wasm.emit.planning.type_forms import words_of

Words = tuple[Ir, ...]
"""Words of 64 bits, the first with the lowest bits."""


@frozen
class MaskV:
    """A set: bit i of the 64-bit words stands for `low + i`. `made_of`, if known, are cheaper words that are all 0 exactly if the set is empty: the words of
    the set are computed from them. They may be used twice."""

    words: tuple[Ir, ...]
    low: int
    made_of: tuple[Ir, ...] = ()

    def pin(self, code: Emitter) -> MaskV:
        """Gives the set with its words in locals."""
        return MaskV(tuple(code.fn.reuse(word) for word in self.words), self.low, self.made_of)

    def number(self, _: Emitter) -> Ir:
        """Counts the elements."""
        total = c(0)
        for word in self.words:
            total = wrap(op1("popcnt", word)) + total
        return total

    def some(self, _: Emitter) -> Ir:
        """Whether there is an element."""
        some = c(0)
        for word in self.made_of or self.words:
            some = ne(word, c64(0)) | some
        return some

    def has(self, code: Emitter, item: Ir) -> Ir:
        """Whether a number is an element. A number that stands for none is not."""
        bit = code.fn.reuse(item - self.low)
        inside = op2("lt_u", bit, c(64 * len(self.words)))
        word = self.words[0]
        for i, other in enumerate(self.words[1:], 1):
            word = select(eq(bit >> 6, c(i)), other, word)
        return inside & wrap((word >> widened(bit)) & 1)

    def end(self, code: Emitter, none: int, *, first: bool) -> Ir:
        """Gives the first (least) or last (greatest) element, or none."""
        result = c(none)
        order = list(enumerate(self.words))
        for i, word in reversed(order) if first else order:
            word = code.fn.reuse(word)
            bit = wrap(op1("ctz", word)) if first else c(63) - wrap(op1("clz", word))
            result = select(op2("ne", word, c64(0)), bit + (64 * i + self.low), result)
        return result

    def each(self, code: Emitter, body: Callable[[Ir, Ir], None]) -> None:
        """Iterates over the elements, ascending."""
        self.each_bit(code, lambda bit: body(bit, c(1)))

    def each_bit(self, code: Emitter, body: Callable[[Ir], None], most: int = 64) -> None:
        """Iterates over the elements, ascending. No word has more than `most` of them."""
        if all(const_value(word) == 0 for word in self.words):
            return
        each_word(code, self.words, self.low, c(0), lambda word, base: _bits_of(code, word, base, body, min(64, most)))


def each_word(code: Emitter, words: tuple[Ir, ...], low: int, back: Ir, body: Callable[[Ir, Ir], None]) -> None:
    """Iterates over the words of a set, descending if `back` is 1. Gives each, and the number that its bit 0 stands for; the body is emitted only once."""
    fn = code.fn
    if len(words) == 1:
        body(words[0], c(low))
        return
    at = code.ctx.memory.space(8 * len(words))
    for number, word in enumerate(words):
        fn.store("i64", c(at), word, 8 * number)
    with fn.count(c(0), c(len(words))) as i:
        place = i if const_value(back) == 0 else fn.let(select(back, c(len(words) - 1) - i, i))
        base = fn.let(place * 64 + low)
        body(load("i64", place * 8, at), base)


def _bits_of(code: Emitter, word: Ir, base: Ir, body: Callable[[Ir], None], most: int) -> None:
    fn = code.fn
    left = fn.let_var(word)
    with fn.until(eqz(left), max(1, most)):
        bit = fn.let(wrap(op1("ctz", left)) + base)
        fn.set(left, left & (left - 1))
        body(bit)


_MOST_LOCAL_WORDS = 4
"""The most words of a set that is built in locals."""


def rescale(code: Emitter, value: MaskV, of: types.Type) -> MaskV:
    """Renumbers the set for another element type."""
    first, words = scale_span(code.game, of)[0], words_of(code.game, of)
    return MaskV(move_words(code, value, first, words), first)


def move_words(code: Emitter, value: MaskV, first: int, words: int) -> tuple[Ir, ...]:
    """Shifts the words of a set so that bit 0 stands for `first`."""
    if value.low == first:
        return (*value.words, *(c64(0) for _ in range(words)))[:words]
    return shift_words(tuple(code.fn.reuse(word) for word in value.words), first - value.low, words)


def shift_words(words: Words, far: int, number: int) -> Words:
    """Shifts words so that bit i of the result is bit `i + far` of the words."""

    def word(at: int) -> Ir:
        first = 64 * at + far
        here, shift = first // 64, first % 64
        low = words[here] >> shift if 0 <= here < len(words) else c64(0)
        if not shift or not 0 <= here + 1 < len(words):
            return low
        return low | (words[here + 1] << (64 - shift))

    return tuple(word(at) for at in range(number))


class Builder:
    """A set of bits under construction: of few words in locals, of more in working memory."""

    def __init__(self, code: Emitter, of: types.Type) -> None:
        self._code = code
        self.first = scale_span(code.game, of)[0]
        words = words_of(code.game, of)
        is_short = words <= _MOST_LOCAL_WORDS
        self._locals = [code.fn.let_var(c64(0)) for _ in range(words)] if is_short else []
        self._words = words
        self._at = 0 if is_short else code.ctx.memory.space(8 * words)
        if not is_short:
            code.fn.fill(c(self._at), c(8 * words))

    def add(self, value: Ir) -> None:
        """Adds an element, which must not be none."""
        fn = self._code.fn
        bit = value - self.first
        if self._locals:
            shifted = c64(1) << widened(bit if len(self._locals) == 1 else (bit := fn.reuse(bit)))
            shifted = shifted if len(self._locals) == 1 else fn.reuse(shifted)
            word = bit >> 6
            for w, local in enumerate(self._locals):
                part = shifted if len(self._locals) == 1 else select(op2("eq", word, c(w)), shifted, c64(0))
                fn.set(local, local | part)
        else:
            bit = fn.reuse(bit)
            at = fn.let((bit >> 3) + self._at)
            fn.store("8", at, load("u8", at) | (c(1) << (bit & 7)))

    def add_some(self, value: Ir) -> None:
        """Adds an element, unless it is none."""
        value = self._code.fn.reuse(value)
        with self._code.fn.when(op2("ge_s", value, c(0))):
            self.add(value)

    def has(self, value: Ir) -> Ir:
        """Tests whether an element is in the set, which must be in locals."""

        return MaskV(tuple(self._locals), self.first).has(self._code, value)

    @property
    def is_local(self) -> bool:
        """Whether the set is built in locals."""
        return bool(self._locals)

    def finish(self) -> MaskV:
        """Gives the finished set."""
        if self._locals:
            return MaskV(tuple(self._locals), self.first)
        return MaskV(tuple(self._code.fn.let(load("i64", c(self._at), 8 * i)) for i in range(self._words)), self.first)
