"""Formulas over collections. Most collections are never built: the code that uses the elements is written into the loop that produces them.

`stream` gives each entry once, with its count; `copies` gives every copy. If a collection is needed as a whole, it is written to working memory of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, const_value, eqz, ge, load, lt, select
from gamedsl_interpreter.wasm.emit.bulk import connectivity, runs
from gamedsl_interpreter.wasm.emit.forms import compare, scratch_values
from gamedsl_interpreter.wasm.emit.forms.bags import BagV
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, append_entry
from gamedsl_interpreter.wasm.emit.forms.values import Body, ListV, Value, expect, iterate
from gamedsl_interpreter.wasm.emit.formulas import lanes, piece_subsets, places, queries, sorting, zones
from gamedsl_interpreter.wasm.emit.formulas.at_hand import AtHand, at_hand, each_branch, one_of_two
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE
from gamedsl_interpreter.wasm.emit.tables import entries, tabulated

asked = queries.emit_query
ranking = sorting.ranking


def stream(code: Lowering, expr: Expr, body: Body) -> None:
    """Iterates over the entries of a collection, in order."""
    fn = code.fn
    known = tabulated.read_list(code, expr)
    if known is not None:
        iterate(code, known, body)
        return
    run = runs.run(code, expr) if isinstance(expr, expressions.Filter) else None
    if run is not None:
        run.each(code, body)
        return
    match expr:
        case expressions.Const(value, of):
            _constant(code, value, of, body)
        case expressions.Call():
            _stream_call(code, expr, body)
        case expressions.Contents(expressions.IfElse() as either) if code.may_repeat(2):
            with code.unrolling(2):  # Each branch has a known zone.
                each_branch(code, either, lambda zone: stream(code, expressions.Contents(zone, expr.type), body))
        case expressions.Contents(zone):
            zones.stream(code, code.zone(zone), body)
        case expressions.Filter(source, local, condition) if not isinstance(expr.type, types.SetOf | types.Ranking):

            def passing(element: Value, number: Ir) -> None:
                code.bind(local, element)
                pinned = code.env[local]
                with fn.when(code.scalar(condition)):
                    body(pinned, number)

            stream(code, source, passing)
        case expressions.While() if not isinstance(expr.type, types.Ranking):
            leading(code, expr, body)
        case expressions.MapList(source, local, inner):

            def map_element(element: Value, _: Ir) -> None:
                code.bind(local, element)
                body(code.pin(code.value(inner)), c(1))

            code.stream_copies(source, map_element)
        case expressions.FlatMap(source, local, inner) if not isinstance(expr.type, types.SetOf):

            def flatten(element: Value, _: Ir) -> None:
                code.bind(local, element)
                pinned = code.env[local]

                def inside(part: Value, number: Ir) -> None:
                    body(part, number)
                    code.env[local] = pinned  # The body may have changed it.

                stream(code, inner, inside)

            code.stream_copies(source, flatten)
        case expressions.Join(left, right, types.ListOf() | types.Pieces()):
            stream(code, left, body)
            stream(code, right, body)
        case expressions.Subsets():
            sorting.subsets(code, expr, body)
        case expressions.Without(left, right, types.ListOf()):
            list_without(code, left, right, body)
        case expressions.Convert() if not isinstance(expr.type, types.SetOf) or isinstance(
            expr.operand.type, types.SetOf
        ):
            piece_subsets.convert(code, expr, body)
        case expressions.TakeSome():
            piece_subsets.some_pieces(code, expr, body)
        case expressions.Local(id) if isinstance(chosen := code.local(id), LanesV):
            chosen.each(code, body)
        case expressions.LyingIn():
            as_lanes = lanes.value(code, expr)
            if as_lanes is None:
                piece_subsets.lying_in(code, expr, body)
            else:
                as_lanes.each(code, body)
        case expressions.Some() if not isinstance(expr.type, types.SetOf | types.Ranking):
            piece_subsets.first_or_last(code, expr, body)
        case expressions.Rest(source) if not isinstance(expr.type, types.SetOf):
            piece_subsets.rest(code, source, body)
        case expressions.Seats():
            _seats(code, expr, body)
        case expressions.MakeList(items, types.ListOf()):
            for item in items:
                body(code.pin(code.value(item)), c(1))
        case _:
            iterate(code, code.value(expr), body)


# ---------------------------------------------------------------- sources


def _constant(code: Lowering, value: types.Value, of: types.Type, body: Body) -> None:
    items = shapes.parts(value)
    match of:
        case types.SetOf() | types.ListOf():
            iterate(code, constant_list(code, items, of.of), body)
        case types.Bag() if code.may_repeat(len(items)):
            with code.unrolling(len(items)):
                for kind, number in shapes.counts(value):
                    body(c(kind), c(number))
        case types.Pieces() if code.may_repeat(len(items)):
            with code.unrolling(len(items)):
                for zone, kind, number in shapes.piece_counts(value):
                    body(PieceV(c(zone), c(kind)), c(number))
        case _:
            iterate(code, _table_entry(code, value, of), body)


def _table_entry(code: Lowering, value: types.Value, of: types.Type) -> Value:
    """Loads a constant from working memory."""
    return scratch_values.table(code.ctx, of, (value,)).get(code.ctx, c(0))


def constant_list(code: Lowering, items: tuple[types.Value, ...], of: types.Type) -> ListV:
    """Makes a list of constants."""
    return ListV(c(len(items)), lambda i: entries.entry(code, items, i, of))


def _stream_call(code: Lowering, expr: expressions.Call, body: Body) -> None:
    """Iterates over the elements of a call. The parameters of the function are bound only while its elements are made, not in the body."""
    apart = code.apart(expr)
    if apart is not None:
        code.with_result(apart, expr, lambda result: _stream_value(code, result, body))
        return
    spec = code.game.functions[expr.function]
    values = [code.pin(code.value(arg)) for arg in expr.args]
    outer = {param: code.env.get(param) for param in spec.params}

    def restore(known_values: Mapping[types.LocalId, Value | None]) -> None:
        for param, value in known_values.items():
            if value is None:
                code.env.pop(param, None)
            else:
                code.env[param] = value

    inner = dict(zip(spec.params, values, strict=True))

    def outside(element: Value, number: Ir) -> None:
        restore(outer)
        body(element, number)
        restore(inner)

    restore(inner)
    stream(code, spec.body, outside)
    restore(outer)


def _stream_value(code: Lowering, expr: Expr, body: Body) -> Ir:
    stream(code, expr, body)
    return c(0)


def leading(code: Lowering, expr: expressions.While, body: Body) -> None:
    """Iterates over the elements before the first one for which the condition fails."""
    fn = code.fn
    with fn.block() as out:

        def before(element: Value, number: Ir) -> None:
            code.bind(expr.local, element)
            pinned = code.env[expr.local]
            fn.br_if(out, eqz(code.scalar(expr.condition)))
            body(pinned, number)

        code.stream_up_to(expr.source, before)


def list_without(code: Lowering, left: Expr, right: Expr, body: Body) -> None:
    """Iterates over the elements that are not in the other collection."""
    gone = code.value(right)

    def remaining(element: Value, number: Ir) -> None:
        with code.fn.when(eqz(compare.in_value(code, gone, element))):
            body(element, number)

    stream(code, left, remaining)


def _seats(code: Lowering, expr: expressions.Seats, body: Body) -> None:
    fn, count, out = code.fn, len(code.game.seats), code.game.builtins.out
    first = c(0) if expr.first is None else fn.reuse(code.scalar(expr.first))

    def give_seat(i: Ir) -> None:
        seat = fn.reuse(i + first)
        if const_value(first) != 0:
            seat = fn.reuse(select(ge(seat, c(count)), seat - count, seat))
        if expr.playing and out is not None:
            with fn.when(eqz(load("u8", places.field_address(code, out, seat)))):
                body(seat, c(1))
        else:
            body(seat, c(1))

    if const_value(first) is not None and code.unrolls(count):
        with code.unrolling(count):
            for number in range(count):
                give_seat(c(number))
    else:
        with fn.count(c(0), c(count)) as i:
            give_seat(i)


# ---------------------------------------------------------------- whole collections


def maybe(code: Lowering, expr: Expr) -> Value:
    """Computes a collection that may be none."""
    of = expr.type
    assert isinstance(of, types.Optional)
    match expr:
        case expressions.Const(None):
            return c(NONE)
        case expressions.Const(value):
            return code.value(expressions.Const(value, of.of))
        case (
            expressions.Local() | expressions.FieldAt() | expressions.Lookup() | expressions.Item() | expressions.Pick()
        ):
            return at_hand(code, expr)
        case expressions.Call():
            return code.call_function(expr, lambda body: code.value(body))
        case expressions.IfElse(condition, yes, no):
            return one_of_two(code, of, condition, yes, no)
        case _:
            raise AssertionError(f"{type(expr).__name__} is no collection or none")


def whole_list(code: Lowering, expr: Expr) -> ListV:
    """Computes a whole list."""
    known = tabulated.read_list(code, expr)
    if known is not None:
        return known
    if isinstance(expr, AtHand):
        return cast(ListV, at_hand(code, expr))
    match expr:
        case expressions.Const(value, types.ListOf(of)):
            return constant_list(code, shapes.parts(value), of)
        case expressions.Call():
            return code.call_function(expr, lambda body: whole_list(code, body))
        case expressions.Range(first, last):
            start = code.fn.reuse(code.scalar(first))
            size = code.fn.let(code.scalar(last) + 1 - start)
            return ListV(select(lt(size, c(0)), c(0), size), lambda i: i + start)
        case expressions.OutsideIn(source):
            return sorting.outside_in(code, code.whole_list(source))
        case expressions.KindSets(bag):
            return sorting.kind_sets(code, code.bag(bag))
        case expressions.Leaders(groups):
            return sorting.leaders(code, code.value(groups))
        case expressions.Groups():
            return connectivity.groups(code, expr)
        case _:
            return _write_list(code, expr)


def _write_list(code: Lowering, expr: Expr) -> ListV:
    """Computes a list and writes it to working memory."""
    of = expr.type
    assert isinstance(of, types.ListOf)
    at, fn = code.scratch(of), code.fn
    step = scratch_values.size(code.ctx, of.of)
    count, end = fn.let_var(c(0)), fn.let_var(at + 4)

    def write(element: Value, _: Ir) -> None:
        code.room(lt(count, c(of.most)))
        scratch_values.put(code, of.of, end, element)
        fn.set(end, end + step)
        fn.set(count, count + 1)

    each_branch(code, expr, lambda branch: code.stream_copies(branch, write))
    fn.store("32", at, count)
    return ListV(count, cast(ListV, scratch_values.get(code.ctx, of, at)).get, of.most)


def pieces(code: Lowering, expr: Expr) -> PiecesV:
    """Computes piece entries in working memory."""
    if isinstance(expr, AtHand):
        found = at_hand(code, expr)
        return found.entries(code) if isinstance(found, LanesV) else cast(PiecesV, found)
    match expr:
        case expressions.Call():
            return code.call_function(expr, lambda body: pieces(code, body))
        case expressions.Without(left, right):
            return piece_subsets.pieces_without(code, left, right)
        case expressions.TakeFrom():
            return piece_subsets.take_from(code, expr)
        case _:
            return write_entries(code, expr)


def write_entries(code: Lowering, expr: Expr) -> PiecesV:
    """Writes the entries of a formula to working memory, one after the other."""
    fn, of = code.fn, expr.type
    assert isinstance(of, types.Pieces)
    at = code.scratch(of) + 4
    end = fn.let_var(at)

    def write(element: Value, number: Ir) -> None:
        code.room(lt(end, at + 12 * (of.most + 1)))
        append_entry(code, end, expect(PieceV, element), number)

    each_branch(code, expr, lambda branch: stream(code, branch, write))
    return PiecesV(at, end)


def bag(code: Lowering, expr: Expr) -> BagV:
    """Computes counts in working memory."""
    if isinstance(expr, AtHand):
        return cast(BagV, at_hand(code, expr))
    if isinstance(expr, expressions.Call):
        return code.call_function(expr, lambda body: bag(code, body))
    of, fn = expr.type, code.fn
    assert isinstance(of, types.Bag)
    first, size = scale_span(code.game, of.of)
    at = code.scratch(of)
    fn.fill(at, c(4 * size))

    def more(element: Value, number: Ir) -> None:
        where = fn.let((expect(Ir, element) - first) * 4)
        fn.store("32", where + at, load("i32", where + at) + number)

    piece_subsets.count_pairs(code, expr, more)
    return cast(BagV, scratch_values.get(code.ctx, of, at))
