"""The offer as bits of a set, or as an interval of numbers."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.plans.ways import One
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, const_value, eqz, load, lt, op1, op2, select, wrap
from gamedsl_interpreter.wasm.emit.decisions.forms.offer import Counted, most_elements
from gamedsl_interpreter.wasm.emit.forms import masks
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, is_scalar


@frozen
class Bits:
    """The elements of a set, ascending."""

    code: Lowering
    value: MaskV
    count: Ir
    most: int

    @property
    def some(self) -> Ir:
        """Whether a bit is set."""
        return self.value.some(self.code)

    def get(self, place: Ir) -> Ir:
        return nth_of(self.code, self.value, self.most, place)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the set bits."""
        fn = self.code.fn
        place = fn.let_var(c(0))

        def one(bit: Ir) -> None:
            body(place, bit)
            fn.set(place, place + 1)

        self.value.each_bit(self.code, one, self.most)


def nth_of(code: Lowering, value: MaskV, size: int, place: Ir) -> Ir:
    """Gives the element at a place of a set. `size` is an upper bound for the number of elements."""
    fn = code.fn
    if all_first(value):
        return fn.let(place + value.low)
    if size <= 8:
        at = wrap(value.words[0]) * 8 + place
        return fn.let(load("u8", at, code.ctx.constants["NTH"]) + value.low)
    if len(value.words) == 1:
        return fn.let(call("nth_bit", "i32", value.words[0], place) + value.low)
    place = fn.let_var(place)
    base = fn.let_var(c(value.low))
    word = fn.let_var(value.words[0])
    for i, other in enumerate(value.words[1:], 1):
        count = fn.let(wrap(op1("popcnt", word)))
        with fn.when(op2("ge_s", place, count)):
            fn.set(place, place - count)
            fn.set(base, c(value.low + 64 * i))
            fn.set(word, other)
    return fn.let(base + call("nth_bit", "i32", word, place))


def all_first(value: MaskV) -> bool:
    """Whether a set is known, and has all numbers from its lowest possible one to its greatest."""
    bits = const_value(value.words[0])
    return len(value.words) == 1 and bits is not None and bits & bits + 1 == 0


def is_bit_source(game: Game, source: Expr) -> bool:
    """Whether the offer of a formula can be kept as bits."""
    match source.type:
        case types.SetOf(of):
            return is_scalar(of) and is_bits(game, of)
        case types.ListOf(of) if is_scalar(of):
            return _is_ascending(source)
        case _:
            return False


def _is_ascending(source: Expr) -> bool:
    match source:
        case expressions.Const(tuple() as value, types.ListOf(types.Int(low, high))):
            numbers = shapes.numbers(value)
            return list(numbers) == sorted(set(numbers)) and high - low < 64
        case expressions.Filter(inner):
            return _is_ascending(inner)
        case expressions.Range():
            of = source.type
            return isinstance(of, types.ListOf) and isinstance(of.of, types.Int) and of.of.high - of.of.low < 64
        case _:
            return False


def bits_of(code: Lowering, source: Expr) -> MaskV:
    """Computes the offer of a formula as bits."""
    if isinstance(source.type, types.SetOf):
        return code.pin(code.mask(source))
    assert isinstance(source.type, types.ListOf)
    builder = masks.Builder(code, source.type.of)
    code.stream(source, lambda element, _: builder.add(expect(Ir, element)))
    return code.pin(builder.finish())


def element_of(source: Expr) -> types.Type:
    """Gives the type of the elements of a set or list."""
    assert isinstance(source.type, types.SetOf | types.ListOf)
    return source.type.of


def set_offer(code: Lowering, node: One) -> Bits | None:
    """Computes the offer as bits: of the first source that has elements. None if it cannot be kept as bits."""
    sources = node.part.sources
    if node.rivals or not all(is_bit_source(code.game, source) for source in sources):
        return None
    elements = {element_of(source) for source in sources}
    if len(elements) > 1:
        return None
    (of,) = elements
    fn, value = code.fn, bits_of(code, sources[0])
    for source in sources[1:]:
        words = tuple(fn.let_var(word) for word in value.words)
        value = MaskV(words, value.low)
        with fn.when(eqz(value.number(code))):
            other = masks.rescale(code, bits_of(code, source), of)
            for word, found in zip(words, other.words, strict=True):
                fn.set(word, found)
    return Bits(code, value, fn.reuse(value.number(code)), scale_span(code.game, of)[1])


@frozen
class Interval(Counted):
    """A number of consecutive numbers, starting at a first one."""

    code: Lowering
    first: Ir
    count: Ir
    most: int

    def get(self, place: Ir) -> Ir:
        return self.code.fn.let(self.first + place)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the numbers, ascending."""
        with self.code.fn.count(c(0), self.count) as place:
            body(place, self.get(place))


def interval_offer(code: Lowering, node: One) -> Interval | None:
    """Computes the offer of a single range of numbers; None for other sources."""
    match node.part.sources:
        case (expressions.Range(low, high),) if not node.rivals:
            fn = code.fn
            first = fn.reuse(code.scalar(low))
            size = fn.let(code.scalar(high) + 1 - first)
            return Interval(code, first, fn.let(select(lt(size, c(0)), c(0), size)), most_elements(code, node))
        case _:
            return None
