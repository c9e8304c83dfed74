"""Sets: bits where their elements are few numbers (see `is_bits`), else sorted lists in working memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    add,
    band,
    c,
    c64,
    load,
    lt,
    mul,
    ne,
    op2,
    select,
    sub,
)
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.collections import bulk_conditions, connectivity, lanes, piece_subsets, streams
from gamedsl_interpreter.wasm.emit.memory import scratch_values
from gamedsl_interpreter.wasm.emit.memory.context import MOST_LISTED, is_bits, words_of
from gamedsl_interpreter.wasm.emit.values import compare, tabulated
from gamedsl_interpreter.wasm.emit.values.values import ListV, MaskV, MaybeV, PieceV, Value, ZoneV, expect, is_scalar

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering

Body = Callable[[Value, Ir], None]

_MOST_LOCAL_WORDS = 4
"""Most words of a set that is made in locals."""


def whole(code: Lowering, expr: Expr) -> MaskV | ListV:
    """A set as a whole."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    return mask(code, expr) if is_bits(code.game, of.of) else listed(code, expr)


def in_form(code: Lowering, value: Value, of: types.Type) -> MaskV | ListV:
    """A set in the form and over the numbers of an element type."""
    match value:
        case MaskV() if is_bits(code.game, of):
            return rescaled(code, value, of)
        case MaskV():
            return compare.as_list(code, value)
        case ListV() if is_bits(code.game, of):
            builder = Builder(code, of)
            streams.of_value(code, value, lambda element, _: builder.add(expect(Ir, element)))
            return builder.made()
        case ListV():
            return value
        case _:
            raise AssertionError(f"{type(value).__name__} is no set")


# ---------------------------------------------------------------- bits


def mask(code: Lowering, expr: Expr) -> MaskV:
    """A set as bits."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    inner = of.of
    known = tabulated.mask(code, expr, inner)
    if known is not None:
        return known
    match expr:
        case expressions.Const(value):
            first = scale_span(code.game, inner)[0]
            bits = sum(1 << item - first for item in shapes.numbers(value))
            return MaskV(tuple(c64(bits >> 64 * i) for i in range(words_of(code.game, inner))), first)
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(MaskV, streams.at_hand(code, expr))
        case expressions.Call():
            return code.called(expr, lambda body: mask(code, body))
        case expressions.Join(left, right):
            return _words(code, _bits(code, left, inner), _bits(code, right, inner), "or")
        case expressions.Without(left, right) if isinstance(right.type, types.SetOf):
            gone = _bits(code, right, inner)
            return _words(
                code,
                _bits(code, left, inner),
                MaskV(tuple(op2("xor", w, c64(-1)) for w in gone.words), gone.low),
                "and",
            )
        case expressions.Convert(operand) if isinstance(operand.type, types.SetOf):
            return _bits(code, operand, inner)
        case expressions.Rest(source):
            return _rest(code, _bits(code, source, inner))
        case expressions.Filter(source, local, condition):
            found = bulk_conditions.matching(code, source, local, condition)
            return _filtered(code, expr) if found is None else found
        case expressions.IfElse(condition, yes, no):
            test = code.fn.reuse(code.scalar(condition))
            a, b = _bits(code, yes, inner), _bits(code, no, inner)
            return MaskV(tuple(select(test, x, y) for x, y in zip(a.words, b.words, strict=True)), a.low)
        case expressions.Reach():
            return connectivity.reached(code, expr)
        case expressions.Distinct(source, local, body) if (
            found := lanes.distinct(code, source, local, body, inner)
        ) is not None:
            return found
        case _:
            builder = Builder(code, inner)
            _elements(code, expr, lambda element: builder.add(_number(element)))
            return builder.made()


def _bits(code: Lowering, expr: Expr, of: types.Type) -> MaskV:
    """A collection as bits; none among its elements is left out."""
    known = tabulated.mask(code, expr, of)
    if known is not None:
        return known
    if isinstance(expr, expressions.Convert) and isinstance(expr.type, types.SetOf) and _is_optional(expr.type.of):
        builder = Builder(code, of)
        streams.stream(code, expr.operand, lambda element, _: builder.add_some(_number(element)))
        return builder.made()
    return cast(MaskV, in_form(code, whole(code, expr) if isinstance(expr.type, types.SetOf) else code.value(expr), of))


def _is_optional(of: types.Type) -> bool:
    """Whether a value of the type is a number or none."""
    return isinstance(of, types.Optional) and is_scalar(of) and not isinstance(of.of, types.Int)


def _number(element: Value) -> Ir:
    match element:
        case PieceV(_, kind):
            return kind
        case ZoneV(instance):
            return instance
        case _:
            return expect(Ir, element)


def rescaled(code: Lowering, value: MaskV, of: types.Type) -> MaskV:
    """The set over the numbers of another type."""
    first, words = scale_span(code.game, of)[0], words_of(code.game, of)
    return MaskV(moved(code, value, first, words), first)


def moved(code: Lowering, value: MaskV, first: int, words: int) -> tuple[Ir, ...]:
    """The words of a set whose bit 0 stands for `first`."""
    if value.low == first:
        return (*value.words, *(c64(0) for _ in range(words)))[:words]
    given = [code.fn.reuse(word) for word in value.words]

    def word(number: int) -> Ir:
        from_bit = 64 * number - (value.low - first)
        at, shift = from_bit // 64, from_bit % 64
        low_part = op2("shr_u", given[at], c64(shift)) if 0 <= at < len(given) else c64(0)
        if not shift or not 0 <= at + 1 < len(given):
            return low_part
        return op2("or", low_part, op2("shl", given[at + 1], c64(64 - shift)))

    return tuple(word(number) for number in range(words))


def _words(code: Lowering, a: MaskV, b: MaskV, op: str) -> MaskV:
    return MaskV(tuple(code.fn.reuse(op2(op, x, y)) for x, y in zip(a.words, b.words, strict=True)), a.low)


def _rest(code: Lowering, value: MaskV) -> MaskV:
    """Without the lowest bit."""
    left: list[Ir] = []
    searching: Ir = c64(1)
    for word in (code.fn.reuse(word) for word in value.words):
        # Behind the word that has the lowest bit, 0 is taken away: w & (w - 0) is w.
        left.append(op2("and", word, op2("sub", word, searching)))
        searching = code.fn.reuse(op2("and", searching, widened(op2("eq", word, c64(0)))))
    return MaskV(tuple(left), value.low)


class Builder:
    """A set of bits that is being made: few words in locals, more in working memory."""

    def __init__(self, code: Lowering, of: types.Type) -> None:
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
        """Puts in an element; none is left out by the caller."""
        fn = self._code.fn
        bit = sub(value, c(self.first))
        if self._locals:
            shifted = op2("shl", c64(1), widened(bit if len(self._locals) == 1 else (bit := fn.reuse(bit))))
            shifted = shifted if len(self._locals) == 1 else fn.reuse(shifted)
            word = op2("shr_u", bit, c(6))
            for w, local in enumerate(self._locals):
                part = shifted if len(self._locals) == 1 else select(op2("eq", word, c(w)), shifted, c64(0))
                fn.set(local, op2("or", local, part))
        else:
            bit = fn.reuse(bit)
            at = fn.let(add(op2("shr_u", bit, c(3)), c(self._at)))
            fn.store("8", at, op2("or", load("u8", at), op2("shl", c(1), band(bit, c(7)))))

    def add_some(self, value: Ir) -> None:
        """Puts in an element, unless it is none."""
        value = self._code.fn.reuse(value)
        with self._code.fn.when(op2("ge_s", value, c(0))):
            self.add(value)

    def has(self, value: Ir) -> Ir:
        """Whether an element is in it; only of sets in locals."""
        from gamedsl_interpreter.wasm.emit.collections import queries

        return queries.has_bit(self._code, MaskV(tuple(self._locals), self.first), value)

    @property
    def is_local(self) -> bool:
        """Whether it is made in locals."""
        return bool(self._locals)

    def made(self) -> MaskV:
        """The set."""
        if self._locals:
            return MaskV(tuple(self._locals), self.first)
        return MaskV(tuple(self._code.fn.let(load("i64", c(self._at), 8 * i)) for i in range(self._words)), self.first)


def _filtered(code: Lowering, expr: expressions.Filter) -> MaskV:
    assert isinstance(expr.type, types.SetOf)
    builder = Builder(code, expr.type.of)
    _elements(code, expr, lambda element: builder.add(expect(Ir, element)))
    return builder.made()


# ---------------------------------------------------------------- sorted lists


class SortedSetBuilder:
    """A sorted set that is being made in working memory."""

    def __init__(self, code: Lowering, of: types.SetOf) -> None:
        self._code = code
        self._of = of
        self._step = scratch_values.size(code.ctx, of.of)
        self._at = code.scratch(of)
        code.fn.store("32", self._at, c(0))

    def last(self, element: Value) -> None:
        """Puts in an element that is greater than all before."""
        code = self._code
        count = code.fn.let(load("i32", self._at))
        code.room(lt(count, c(MOST_LISTED)))
        scratch_values.put(code, self._of.of, code.fn.let(add(add(mul(count, c(self._step)), self._at), c(4))), element)
        code.fn.store("32", self._at, add(count, c(1)))

    def add(self, element: Value) -> None:
        """Puts in an element, unless it is there."""
        code, fn = self._code, self._code.fn
        element = code.pinned(element)
        count = fn.let(load("i32", self._at))
        code.room(lt(count, c(MOST_LISTED)))
        start = fn.let(add(self._at, c(4)))
        here = fn.let_var(start)
        end = fn.let(add(mul(count, c(self._step)), start))
        with fn.block() as done:
            with fn.block() as found, fn.loop() as again:
                fn.br_if(found, op2("ge_u", here, end))
                other = code.pinned(scratch_values.get(code.ctx, self._of.of, here))
                fn.br_if(done, compare.equal(code, other, element))
                fn.br_if(found, compare.less(code, element, other))
                fn.set(here, add(here, c(self._step)))
                fn.br(again)
            fn.copy(add(here, c(self._step)), here, sub(end, here))
            scratch_values.put(code, self._of.of, here, element)
            fn.store("32", self._at, add(count, c(1)))

    def made(self) -> ListV:
        """The set."""
        return cast(ListV, scratch_values.get(self._code.ctx, self._of, self._at))


def listed(code: Lowering, expr: Expr) -> ListV:
    """A set as a sorted list."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    match expr:
        case expressions.Const(value):
            return cast(
                ListV, scratch_values.get(code.ctx, of, c(scratch_values.table(code.ctx, of, (value or (),))[0]))
            )
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(ListV, streams.at_hand(code, expr))
        case expressions.Call():
            return code.called(expr, lambda body: _list_of(code, body, of))
        case expressions.Convert(operand) if isinstance(operand.type, types.SetOf):
            return _list_of(code, operand, of)
        case _:
            builder = SortedSetBuilder(code, of)
            _elements(code, expr, builder.add)
            return builder.made()


def _list_of(code: Lowering, expr: Expr, of: types.SetOf) -> ListV:
    return cast(ListV, in_form(code, whole(code, expr), of.of))


# ---------------------------------------------------------------- elements


def _elements(code: Lowering, expr: Expr, put: Callable[[Value], None]) -> None:
    """The elements out of which a formula makes a set, in any order; equal ones may come more than once."""
    fn = code.fn

    def each(element: Value, _: Ir) -> None:
        put(element)

    match expr:
        case expressions.Distinct(source, local, body):

            def different(element: Value, _: Ir) -> None:
                code.bound(local, element)
                found = code.pinned(code.value(body))
                with fn.when(is_there(code, found, body.type)):
                    put(found)

            code.stream(source, different)
        case expressions.FlatMap(source, local, body):

            def joined(element: Value, _: Ir) -> None:
                code.bound(local, element)
                code.stream(body, each)

            streams.copies(code, source, joined)
        case expressions.MakeList(items):
            for item in items:
                put(code.pinned(code.value(item)))
        case expressions.Convert(operand):
            _converted(code, operand, expr.type, each)
        case expressions.While():
            streams.leading(code, expr, each)
        case expressions.Some():
            piece_subsets.first_or_last(code, expr, each)
        case expressions.Filter(source, local, condition):

            def passing(element: Value, _: Ir) -> None:
                code.bound(local, element)
                pinned = code.env[local]
                with fn.when(code.scalar(condition)):
                    put(pinned)

            code.stream(source, passing)
        case expressions.Join(left, right):
            code.stream(left, each)
            code.stream(right, each)
        case expressions.Without(left, right):
            streams.list_without(code, left, right, each)
        case expressions.Rest(source):
            piece_subsets.rest(code, source, each)
        case expressions.IfElse(condition, yes, no):
            with fn.when(fn.let_var(code.scalar(condition))):
                code.stream(yes, each)
            with fn.orelse():
                code.stream(no, each)
        case _:
            raise AssertionError(f"{type(expr).__name__} makes no set")


def _converted(code: Lowering, operand: Expr, target: types.Type, each: Body) -> None:
    """Pieces as pieces or as kinds; all else as it is."""
    assert isinstance(target, types.SetOf)
    if isinstance(operand.type, types.Pieces) and not isinstance(target.of, types.Piece):
        code.stream(operand, lambda element, number: each(expect(PieceV, element).kind, number))
    else:
        code.stream(operand, each)


def is_there(code: Lowering, value: Value, of: types.Type) -> Ir:
    """Whether a value is not none."""
    if not isinstance(of, types.Optional | types.Nothing):
        return c(1)
    match value:
        case PieceV(_, kind):
            return op2("ge_s", kind, c(0))
        case Ir():
            return ne(value, c(code.ctx.none_of(of)))
        case ZoneV(instance):
            return op2("ge_s", instance, c(0))
        case _:
            return value.there if isinstance(value, MaybeV) else c(1)
