"""Sets: bits where their elements are few numbers (see `is_bits`), else sorted lists in working memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit import (
    bulk_conditions,
    compare,
    connectivity,
    piece_subsets,
    scratch_values,
    streams,
)
from gamedsl_interpreter.wasm.emit.context import MOST_LISTED, is_bits, words_of
from gamedsl_interpreter.wasm.emit.ir import (
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
from gamedsl_interpreter.wasm.emit.ir import wide as widened
from gamedsl_interpreter.wasm.emit.values import ListV, MaskV, MaybeV, PieceV, Value, ZoneV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering

Body = Callable[[Value, Ir], None]


def whole(low: Lowering, expr: Expr) -> MaskV | ListV:
    """A set as a whole."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    return mask(low, expr) if is_bits(low.game, of.of) else listed(low, expr)


def in_form(low: Lowering, value: Value, of: types.Type) -> MaskV | ListV:
    """A set in the form and over the numbers of an element type."""
    match value:
        case MaskV() if is_bits(low.game, of):
            return rescaled(low, value, of)
        case MaskV():
            return compare.as_list(low, value)
        case ListV() if is_bits(low.game, of):
            builder = Builder(low, of)
            streams.of_value(low, value, lambda element, _: builder.add(cast(Ir, element)))
            return builder.made()
        case ListV():
            return value
        case _:
            raise AssertionError(f"{type(value).__name__} is no set")


# ---------------------------------------------------------------- bits


def mask(low: Lowering, expr: Expr) -> MaskV:
    """A set as bits."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    inner = of.of
    match expr:
        case expressions.Const(value):
            first = scale_span(low.game, inner)[0]
            bits = sum(1 << int(item) - first for item in cast(tuple[int, ...], value or ()))
            return MaskV(tuple(c64(bits >> 64 * i) for i in range(words_of(low.game, inner))), first)
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(MaskV, streams.at_hand(low, expr))
        case expressions.Call():
            return cast(MaskV, low.called(expr, lambda body: mask(low, body)))
        case expressions.Join(left, right):
            return _words(low, _bits(low, left, inner), _bits(low, right, inner), "or")
        case expressions.Without(left, right) if isinstance(right.type, types.SetOf):
            gone = _bits(low, right, inner)
            return _words(
                low, _bits(low, left, inner), MaskV(tuple(op2("xor", w, c64(-1)) for w in gone.words), gone.low), "and"
            )
        case expressions.Convert(operand) if isinstance(operand.type, types.SetOf):
            return _bits(low, operand, inner)
        case expressions.Rest(source):
            return _rest(low, _bits(low, source, inner))
        case expressions.Filter(source, local, condition):
            found = bulk_conditions.matching(low, source, local, condition)
            return _filtered(low, expr) if found is None else found
        case expressions.IfElse(condition, yes, no):
            test = low.fn.cheap(low.scalar(condition))
            a, b = _bits(low, yes, inner), _bits(low, no, inner)
            return MaskV(tuple(select(test, x, y) for x, y in zip(a.words, b.words, strict=True)), a.low)
        case expressions.Reach():
            return connectivity.reached(low, expr)
        case _:
            builder = Builder(low, inner)
            _elements(low, expr, lambda element: builder.add(_number(element)))
            return builder.made()


def _bits(low: Lowering, expr: Expr, of: types.Type) -> MaskV:
    return cast(MaskV, in_form(low, whole(low, expr) if isinstance(expr.type, types.SetOf) else low.value(expr), of))


def _number(element: Value) -> Ir:
    match element:
        case PieceV(_, kind):
            return kind
        case ZoneV(instance):
            return instance
        case _:
            return cast(Ir, element)


def rescaled(low: Lowering, value: MaskV, of: types.Type) -> MaskV:
    """The set over the numbers of another type."""
    first, words = scale_span(low.game, of)[0], words_of(low.game, of)
    return MaskV(moved(low, value, first, words), first)


def moved(low: Lowering, value: MaskV, first: int, words: int) -> tuple[Ir, ...]:
    """The words of a set whose bit 0 stands for `first`."""
    if value.low == first:
        return (*value.words, *(c64(0) for _ in range(words)))[:words]
    given = [low.fn.cheap(word) for word in value.words]

    def word(number: int) -> Ir:
        from_bit = 64 * number - (value.low - first)
        at, shift = from_bit // 64, from_bit % 64
        low_part = op2("shr_u", given[at], c64(shift)) if 0 <= at < len(given) else c64(0)
        if not shift or not 0 <= at + 1 < len(given):
            return low_part
        return op2("or", low_part, op2("shl", given[at + 1], c64(64 - shift)))

    return tuple(word(number) for number in range(words))


def _words(low: Lowering, a: MaskV, b: MaskV, op: str) -> MaskV:
    return MaskV(tuple(low.fn.cheap(op2(op, x, y)) for x, y in zip(a.words, b.words, strict=True)), a.low)


def _rest(low: Lowering, value: MaskV) -> MaskV:
    """Without the lowest bit."""
    left: list[Ir] = []
    searching: Ir = c64(1)
    for word in (low.fn.cheap(word) for word in value.words):
        # Behind the word that has the lowest bit, 0 is taken away: w & (w - 0) is w.
        left.append(op2("and", word, op2("sub", word, searching)))
        searching = low.fn.cheap(op2("and", searching, widened(op2("eq", word, c64(0)))))
    return MaskV(tuple(left), value.low)


class Builder:
    """A set of bits that is being made."""

    def __init__(self, low: Lowering, of: types.Type) -> None:
        self._low = low
        self.first = scale_span(low.game, of)[0]
        words = words_of(low.game, of)
        self._local = low.fn.let_var(c64(0)) if words == 1 else None
        self._words = words
        self._at = 0 if words == 1 else low.ctx.memory.space(8 * words)
        if words > 1:
            low.fn.fill(c(self._at), c(8 * words))

    def add(self, value: Ir) -> None:
        """Puts in an element; none is left out by the caller."""
        fn = self._low.fn
        bit = sub(value, c(self.first))
        if self._local is not None:
            fn.set(self._local, op2("or", self._local, op2("shl", c64(1), widened(bit))))
        else:
            bit = fn.cheap(bit)
            at = fn.let(add(op2("shr_u", bit, c(3)), c(self._at)))
            fn.store("8", at, op2("or", load("u8", at), op2("shl", c(1), band(bit, c(7)))))

    def made(self) -> MaskV:
        """The set."""
        if self._local is not None:
            return MaskV((self._local,), self.first)
        return MaskV(tuple(self._low.fn.let(load("i64", c(self._at), 8 * i)) for i in range(self._words)), self.first)


def _filtered(low: Lowering, expr: expressions.Filter) -> MaskV:
    assert isinstance(expr.type, types.SetOf)
    builder = Builder(low, expr.type.of)
    _elements(low, expr, lambda element: builder.add(cast(Ir, element)))
    return builder.made()


# ---------------------------------------------------------------- sorted lists


class Gathering:
    """A sorted set that is being made in working memory."""

    def __init__(self, low: Lowering, of: types.SetOf) -> None:
        self._low = low
        self._of = of
        self._step = scratch_values.size(low.ctx, of.of)
        self._at = low.scratch(of)
        low.fn.store("32", self._at, c(0))

    def last(self, element: Value) -> None:
        """Puts in an element that is greater than all before."""
        low = self._low
        count = low.fn.let(load("i32", self._at))
        low.room(lt(count, c(MOST_LISTED)))
        scratch_values.put(low, self._of.of, low.fn.let(add(add(mul(count, c(self._step)), self._at), c(4))), element)
        low.fn.store("32", self._at, add(count, c(1)))

    def add(self, element: Value) -> None:
        """Puts in an element, unless it is there."""
        low, fn = self._low, self._low.fn
        element = low.held(element)
        count = fn.let(load("i32", self._at))
        low.room(lt(count, c(MOST_LISTED)))
        start = fn.let(add(self._at, c(4)))
        here = fn.let_var(start)
        end = fn.let(add(mul(count, c(self._step)), start))
        with fn.block() as done:
            with fn.block() as found, fn.loop() as again:
                fn.br_if(found, op2("ge_u", here, end))
                other = low.held(scratch_values.get(low.ctx, self._of.of, here))
                fn.br_if(done, compare.equal(low, other, element))
                fn.br_if(found, compare.less(low, element, other))
                fn.set(here, add(here, c(self._step)))
                fn.br(again)
            fn.copy(add(here, c(self._step)), here, sub(end, here))
            scratch_values.put(low, self._of.of, here, element)
            fn.store("32", self._at, add(count, c(1)))

    def made(self) -> ListV:
        """The set."""
        return cast(ListV, scratch_values.get(self._low.ctx, self._of, self._at))


def listed(low: Lowering, expr: Expr) -> ListV:
    """A set as a sorted list."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    match expr:
        case expressions.Const(value):
            return cast(ListV, scratch_values.get(low.ctx, of, c(scratch_values.table(low.ctx, of, (value or (),))[0])))
        case (
            expressions.Local()
            | expressions.FieldAt()
            | expressions.Lookup()
            | expressions.Item()
            | expressions.Pick()
            | expressions.Need()
        ):
            return cast(ListV, streams.at_hand(low, expr))
        case expressions.Call():
            return cast(ListV, low.called(expr, lambda body: _list_of(low, body, of)))
        case expressions.Convert(operand) if isinstance(operand.type, types.SetOf):
            return _list_of(low, operand, of)
        case _:
            gathering = Gathering(low, of)
            _elements(low, expr, gathering.add)
            return gathering.made()


def _list_of(low: Lowering, expr: Expr, of: types.SetOf) -> ListV:
    return cast(ListV, in_form(low, whole(low, expr), of.of))


# ---------------------------------------------------------------- elements


def _elements(low: Lowering, expr: Expr, put: Callable[[Value], None]) -> None:
    """The elements out of which a formula makes a set, in any order; equal ones may come more than once."""
    fn = low.fn

    def each(element: Value, _: Ir) -> None:
        put(element)

    match expr:
        case expressions.Distinct(source, local, body):

            def different(element: Value, _: Ir) -> None:
                low.bound(local, element)
                found = low.held(low.value(body))
                with fn.when(is_there(low, found, body.type)):
                    put(found)

            low.stream(source, different)
        case expressions.FlatMap(source, local, body):

            def joined(element: Value, _: Ir) -> None:
                low.bound(local, element)
                low.stream(body, each)

            streams.copies(low, source, joined)
        case expressions.MakeList(items):
            for item in items:
                put(low.held(low.value(item)))
        case expressions.Convert(operand):
            _converted(low, operand, expr.type, each)
        case expressions.While():
            streams.leading(low, expr, each)
        case expressions.Some():
            piece_subsets.first_or_last(low, expr, each)
        case expressions.Filter(source, local, condition):

            def passing(element: Value, _: Ir) -> None:
                low.bound(local, element)
                held = low.env[local]
                with fn.when(low.scalar(condition)):
                    put(held)

            low.stream(source, passing)
        case expressions.Join(left, right):
            low.stream(left, each)
            low.stream(right, each)
        case expressions.Without(left, right):
            streams.list_without(low, left, right, each)
        case expressions.Rest(source):
            piece_subsets.rest(low, source, each)
        case expressions.IfElse(condition, yes, no):
            with fn.when(fn.let_var(low.scalar(condition))):
                low.stream(yes, each)
            with fn.orelse():
                low.stream(no, each)
        case _:
            raise AssertionError(f"{type(expr).__name__} makes no set")


def _converted(low: Lowering, operand: Expr, target: types.Type, each: Body) -> None:
    """Pieces as pieces or as kinds; all else as it is."""
    assert isinstance(target, types.SetOf)
    if isinstance(operand.type, types.Pieces) and not isinstance(target.of, types.Piece):
        low.stream(operand, lambda element, number: each(cast(PieceV, element).kind, number))
    else:
        low.stream(operand, each)


def is_there(low: Lowering, value: Value, of: types.Type) -> Ir:
    """Whether a value is not none."""
    if not isinstance(of, types.Optional | types.Nothing):
        return c(1)
    match value:
        case PieceV(_, kind):
            return op2("ge_s", kind, c(0))
        case Ir():
            return ne(value, c(low.ctx.none_of(of)))
        case ZoneV(instance):
            return op2("ge_s", instance, c(0))
        case _:
            return value.there if isinstance(value, MaybeV) else c(1)
