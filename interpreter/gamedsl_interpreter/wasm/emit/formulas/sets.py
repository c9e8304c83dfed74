"""Sets: bits if their elements are few numbers (see `is_bits`), else sorted lists in working memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, op2, select
from gamedsl_interpreter.wasm.emit.assembly.ir import wide as widened
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions, connectivity
from gamedsl_interpreter.wasm.emit.forms import compare, scratch_values
from gamedsl_interpreter.wasm.emit.forms.masks import Builder, MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.set_forms import in_form
from gamedsl_interpreter.wasm.emit.forms.sorted_sets import SortedSetBuilder
from gamedsl_interpreter.wasm.emit.forms.values import ListV, MaybeV, Value, expect
from gamedsl_interpreter.wasm.emit.formulas import at_hand, lanes, piece_subsets, streams
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, is_scalar, words_of
from gamedsl_interpreter.wasm.emit.tables import tabulated

Body = Callable[[Value, Ir], None]


def whole(code: Lowering, expr: Expr) -> MaskV | ListV:
    """Computes a whole set."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    return mask(code, expr) if is_bits(code.game, of.of) else sorted_list(code, expr)


# ---------------------------------------------------------------- bits


def mask(code: Lowering, expr: Expr) -> MaskV:
    """Computes a set as bits."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    inner = of.of
    known = tabulated.mask(code, expr, inner)
    if known is not None:
        return known
    if isinstance(expr, at_hand.AtHand):
        return cast(MaskV, at_hand.at_hand(code, expr))
    match expr:
        case expressions.Const(value):
            first = scale_span(code.game, inner)[0]
            bits = sum(1 << item - first for item in shapes.numbers(value))
            return MaskV(tuple(c64(bits >> 64 * i) for i in range(words_of(code.game, inner))), first)
        case expressions.Call():
            return code.call_function(expr, lambda body: mask(code, body))
        case expressions.Join(left, right):
            return _words(code, _bits(code, left, inner), _bits(code, right, inner), "or")
        case expressions.Without(left, right) if isinstance(right.type, types.SetOf):
            gone = _bits(code, right, inner)
            return _words(
                code,
                _bits(code, left, inner),
                MaskV(tuple(~w for w in gone.words), gone.low),
                "and",
            )
        case expressions.Rest(source):
            return _drop_first(code, _bits(code, source, inner))
        case expressions.Filter(source, local, condition):
            matching = bulk_conditions.matching(code, source, local, condition)
            return _filter(code, expr) if matching is None else matching
        case expressions.IfElse(condition, yes, no):
            test = code.fn.reuse(code.scalar(condition))
            a, b = _bits(code, yes, inner), _bits(code, no, inner)
            return MaskV(tuple(select(test, x, y) for x, y in zip(a.words, b.words, strict=True)), a.low)
        case expressions.Reach():
            return connectivity.reach(code, expr)
        case expressions.ReachOver():
            return connectivity.reach_over(code, expr)
        case expressions.Distinct(source, local, body) if (
            matching := lanes.distinct(code, source, local, body, inner)
        ) is not None:
            return matching
        case _:
            builder = Builder(code, inner)
            _elements(code, expr, lambda element: builder.add(_number(element)))
            return builder.finish()


def _bits(code: Lowering, expr: Expr, of: types.Type) -> MaskV:
    """Computes a collection as bits; elements that are none are left out."""
    known = tabulated.mask(code, expr, of)
    if known is not None:
        return known
    if isinstance(expr, expressions.Convert) and isinstance(expr.type, types.SetOf) and _is_optional(expr.type.of):
        builder = Builder(code, of)
        streams.stream(code, expr.operand, lambda element, _: builder.add_some(_number(element)))
        return builder.finish()
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


def _words(code: Lowering, a: MaskV, b: MaskV, op: str) -> MaskV:
    return MaskV(tuple(code.fn.reuse(op2(op, x, y)) for x, y in zip(a.words, b.words, strict=True)), a.low)


def _drop_first(code: Lowering, value: MaskV) -> MaskV:
    """Removes the lowest bit."""
    left: list[Ir] = []
    searching: Ir = c64(1)
    for word in (code.fn.reuse(word) for word in value.words):
        # In the words after the lowest bit, 0 is subtracted instead of 1: w & (w - 0) is w.
        left.append(word & (word - searching))
        searching = code.fn.reuse(searching & widened(op2("eq", word, c64(0))))
    return MaskV(tuple(left), value.low)


def _filter(code: Lowering, expr: expressions.Filter) -> MaskV:
    assert isinstance(expr.type, types.SetOf)
    builder = Builder(code, expr.type.of)
    _elements(code, expr, lambda element: builder.add(expect(Ir, element)))
    return builder.finish()


# ---------------------------------------------------------------- sorted lists


def sorted_list(code: Lowering, expr: Expr) -> ListV:
    """Computes a set as a sorted list."""
    of = expr.type
    assert isinstance(of, types.SetOf)
    if isinstance(expr, at_hand.AtHand):
        return cast(ListV, at_hand.at_hand(code, expr))
    match expr:
        case expressions.Const(value):
            return cast(ListV, scratch_values.table(code.ctx, of, (value or (),)).get(code.ctx, c(0)))
        case expressions.Call():
            return code.call_function(expr, lambda body: cast(ListV, in_form(code, whole(code, body), of.of)))
        case _:
            builder = SortedSetBuilder(code, of)
            _elements(code, expr, builder.add)
            return builder.finish()


# ---------------------------------------------------------------- elements


def _elements(code: Lowering, expr: Expr, put: Callable[[Value], None]) -> None:
    """Iterates over the elements that a formula collects into a set, in any order. An element may come more than once."""
    fn = code.fn

    def each(element: Value, _: Ir) -> None:
        put(element)

    match expr:
        case expressions.Distinct(source, local, body):

            def different(element: Value, _: Ir) -> None:
                code.bind(local, element)
                found = code.pin(code.value(body))
                with fn.when(compare.is_there(code, found, body.type)):
                    put(found.value if isinstance(found, MaybeV) else found)

            code.stream(source, different)
        case expressions.FlatMap(source, local, body):

            def join(element: Value, _: Ir) -> None:
                code.bind(local, element)
                code.stream(body, each)

            code.stream_copies(source, join)
        case expressions.MakeList(items):
            for item in items:
                put(code.pin(code.value(item)))
        case expressions.Convert(operand):
            _convert(code, operand, expr.type, each)
        case expressions.While():
            streams.leading(code, expr, each)
        case expressions.Some():
            piece_subsets.first_or_last(code, expr, each)
        case expressions.Filter(source, local, condition):

            def passing(element: Value, _: Ir) -> None:
                code.bind(local, element)
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
        case expressions.IfElse():
            at_hand.each_branch(code, expr, lambda branch: code.stream(branch, each))
        case _:
            raise AssertionError(f"{type(expr).__name__} makes no set")


def _convert(code: Lowering, operand: Expr, target: types.Type, each: Body) -> None:
    """Converts pieces to pieces or to kinds, and leaves anything else as it is."""
    assert isinstance(target, types.SetOf)
    if isinstance(operand.type, types.Pieces) and not isinstance(target.of, types.Piece):
        code.stream(operand, lambda element, number: each(expect(PieceV, element).kind, number))
    else:
        code.stream(operand, each)
