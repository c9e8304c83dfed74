"""Formulas that take parts of collections of pieces, or give a collection another form."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eq, ge, load, lt, ne, op2, select
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV, append_entry
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect, iterate
from gamedsl_interpreter.wasm.emit.formulas import zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import NONE

Body = Callable[[Value, Ir], None]

_MOST = 1024
"""The most entries of pieces that are merged."""


# ---------------------------------------------------------------- other forms


def convert(code: Lowering, expr: expressions.Convert, body: Body) -> None:
    """Iterates over the entries of a collection in another form."""
    operand, target = expr.operand, expr.type
    match types.plain(operand.type), target:
        case _, types.Bag():
            iterate(code, code.bag(expr), body)
        case types.Piece(), types.Pieces():
            piece = code.pin(code.piece(operand))
            if isinstance(operand.type, types.Optional):
                with code.fn.when(ge(piece.kind, c(0))):
                    body(piece, c(1))
            else:
                body(piece, c(1))
        case types.Pieces(), types.Pieces() | types.ListOf(types.Piece()):
            code.stream(operand, body)
        case types.Pieces(), types.ListOf():
            code.stream(operand, lambda piece, n: body(expect(PieceV, piece).kind, n))
        case types.Bag(), types.Pieces():
            code.stream(operand, lambda kind, n: body(PieceV(c(NONE), expect(Ir, kind)), n))
        case _:
            code.stream(operand, body)


def merge_entries(code: Lowering, value: PiecesV, most: int) -> PiecesV:
    """Merges entries: one for each place and kind, places in the order of their first mention, kinds ascending."""
    at = code.ctx.memory.space(12 * most)
    code.room(op2("le_s", value.end - value.at, c(12 * most)))
    return PiecesV(c(at), code.fn.let(call("by_place", "i32", value.at, value.end, c(at))))


def count_pairs(code: Lowering, expr: Expr, more: Body) -> None:
    """Iterates over the (kind or number, count) pairs from which a bag is made. A kind or number may come more than once."""
    match expr:
        case expressions.MakeBag(items):
            for number, thing in items:
                count = code.fn.reuse(code.scalar(number))
                kind = code.fn.reuse(code.scalar(thing))
                with code.fn.when(op2("gt_s", count, c(0))):
                    more(kind, count)
        case expressions.Join(left, right):
            code.stream(left, more)
            code.stream(right, more)
        case expressions.Without(left, right):
            _bag_without(code, left, right, more)
        case expressions.Convert(operand):
            _to_bag(code, operand, more)
        case expressions.Some():
            first_or_last(code, expr, more)
        case expressions.IfElse(condition, yes, no):
            with code.fn.when(code.fn.let_var(code.scalar(condition))):
                code.stream(yes, more)
            with code.fn.orelse():
                code.stream(no, more)
        case _:
            code.stream(expr, more)


def _to_bag(code: Lowering, operand: Expr, more: Body) -> None:
    def kinds(element: Value, number: Ir) -> None:
        more(element.kind if isinstance(element, PieceV) else element, number)

    code.stream(operand, kinds)


def _bag_without(code: Lowering, left: Expr, right: Expr, more: Body) -> None:
    assert isinstance(left.type, types.Bag)
    of = left.type.of
    gone = code.bag(right if isinstance(right.type, types.Bag) else expressions.Convert(right, left.type))
    first, size = scale_span(code.game, of)

    def rest(element: Value, number: Ir) -> None:
        i = code.fn.reuse(expect(Ir, element) - gone.low)
        if (gone.low, gone.size) == (first, size):
            minus = gone.get(i)
        else:
            inside = code.fn.reuse(op2("lt_u", i, c(gone.size)))
            minus = select(inside, gone.get(select(inside, i, c(0))), c(0))
        left_over = code.fn.let(number - minus)
        with code.fn.when(op2("gt_s", left_over, c(0))):
            more(element, left_over)

    code.stream(left, rest)


# ---------------------------------------------------------------- parts of pieces


def some_pieces(code: Lowering, expr: expressions.TakeSome, body: Body) -> None:
    """Takes a number of pieces if only one choice is possible: all of them, or pieces of one kind. Faults E_MISSING, E_BOUND, E_WHICH."""
    fn = code.fn
    wanted = fn.reuse(code.scalar(expr.number))
    given = code.pieces(expr.source)
    size = fn.let(call("pieces_total", "i32", given.at, given.end))
    if not expr.up_to:
        code.check(op2("le_s", wanted, size), "E_MISSING", expr.site)
    code.check(ge(wanted, c(0)), "E_BOUND", expr.site)
    first = fn.let(load("i32", given.at, 4))
    at = fn.let_var(given.at)
    with fn.when(lt(wanted, size) & ne(wanted, c(0))), fn.block() as out, fn.loop() as again:
        fn.br_if(out, ge(at, given.end))
        code.check(eq(load("i32", at, 4), first), "E_WHICH", expr.site)
        fn.set(at, at + 12)
        fn.br(again)
    _first_pieces(code, given, fn.let_var(wanted), body)


def _first_pieces(code: Lowering, given: PiecesV, left: Ir, body: Body) -> None:
    fn = code.fn
    with fn.block() as out:

        def part(element: Value, number: Ir) -> None:
            fn.br_if(out, lt(left, c(1)))
            taken = fn.let(select(lt(left, number), left, number))
            fn.set(left, left - taken)
            body(element, taken)

        given.each(code, part)


def lying_in(code: Lowering, expr: expressions.LyingIn, body: Body) -> None:
    """Iterates over the selected pieces that lie in one of the zones of other pieces."""
    fn = code.fn
    match expr.zone:
        case expressions.Contents(expressions.ZoneAt() as lies):
            _lying_there(code, expr.pieces, lies, body)
            return
        case _:
            pass
    where = code.pieces(expr.zone)

    def there(element: Value, number: Ir) -> None:
        is_same = fn.let_var(c(0))

        def same(other: Value, _: Ir) -> None:
            fn.set(is_same, is_same | eq(expect(PieceV, other).zone, expect(PieceV, element).zone))

        where.each(code, same)
        with fn.when(is_same):
            body(element, number)

    code.stream(expr.pieces, there)


def _lying_there(code: Lowering, pieces: Expr, zone: expressions.ZoneAt, body: Body) -> None:
    """Iterates over the pieces that lie in this zone, unless the zone is empty."""
    fn = code.fn
    place = code.pin(code.zone(zone))
    there = fn.let(ne(zones.size(code, place), c(0)))

    def lying(element: Value, number: Ir) -> None:
        with fn.when(there & eq(expect(PieceV, element).zone, place.instance)):
            body(element, number)

    code.stream(pieces, lying)


def pieces_without(code: Lowering, left: Expr, right: Expr) -> PiecesV:
    """Takes pieces away; counts stop at 0."""
    given = code.pieces(left)
    gone = code.pieces(
        right if isinstance(right.type, types.Pieces) else expressions.Convert(right, types.Pieces((), _MOST))
    )
    at = code.ctx.memory.space(12 * _MOST)
    used = code.ctx.memory.space(12 * _MOST)
    length = code.fn.let(gone.end - gone.at)
    code.room(op2("le_s", length, c(12 * _MOST)))
    code.room(op2("le_s", given.end - given.at, c(12 * _MOST)))
    code.fn.copy(c(used), gone.at, length)
    return PiecesV(c(at), code.fn.let(call("without", "i32", given.at, given.end, c(used), length + used, c(at))))


def take_from(code: Lowering, expr: expressions.TakeFrom) -> PiecesV:
    """Takes the pieces of a bag out of the source. Fault E_MISSING."""
    match expr.wanted, expr.source:
        case (
            expressions.MakeBag(((expressions.Const(int() as number), kind),)),
            expressions.Contents(expressions.ZoneAt() as zone),
        ) if number > 0 and isinstance(kind.type, types.Kind) and code.game.zones[zone.zone].form != "pile":
            return _of_one_kind(code, expr, number, kind, zone)
        case _:
            return _of_several_kinds(code, expr)


def _of_one_kind(
    code: Lowering, expr: expressions.TakeFrom, number: int, kind: Expr, zone: expressions.ZoneAt
) -> PiecesV:
    """Takes pieces of a single kind: the zone is asked for this kind only, and its other pieces are not listed."""
    fn = code.fn
    wanted = fn.let(code.scalar(kind))
    source = code.zone(zone)
    source = code.pin(source)
    instance = source.instance
    there = fn.let_var(c(0))
    with fn.when(ge(instance, c(0))):
        if zones.holds(code, zone.zone, kind.type):
            fn.set(there, zones.count(code, ZoneV(instance, source.family, source.flat, False), wanted))
        else:
            fn.set(there, call("z_count", "i32", code.s, instance, wanted))
    code.check(ge(there, c(number)), "E_MISSING", expr.site)
    assert isinstance(expr.type, types.Pieces)
    at = fn.let(code.scratch(expr.type) + 4)
    end = fn.let_var(at)
    append_entry(code, end, PieceV(instance, wanted), c(number))
    return PiecesV(at, end)


def _of_several_kinds(code: Lowering, expr: expressions.TakeFrom) -> PiecesV:
    fn, want = code.fn, code.ctx.cells.want.at

    def ask(element: Value, number: Ir) -> None:
        fn.store("32", expect(Ir, element) * 4 + want, number)

    wanted = code.bag(expr.wanted)
    source = code.pieces(expr.source)
    iterate(code, wanted, ask)
    assert isinstance(expr.type, types.Pieces)
    assert isinstance(expr.source.type, types.Pieces)
    at = code.scratch(expr.source.type) + 4
    code.room(op2("le_s", source.end - source.at, c(12 * (expr.source.type.most + 1))))
    end = fn.let(call("take_wanted", "i32", source.at, source.end, at))
    missing = fn.let_var(c(0))

    def note_rest(element: Value, _: Ir) -> None:
        where = fn.let(expect(Ir, element) * 4 + want)
        fn.set(missing, missing | load("i32", where))
        fn.store("32", where, c(0))

    iterate(code, wanted, note_rest)
    code.check(eq(missing, c(0)), "E_MISSING", expr.site)
    return PiecesV(at, end)


def first_or_last(code: Lowering, expr: expressions.Some, body: Body) -> None:
    """Iterates over the first or last few elements. Of an entry that counts several copies a part may be taken."""
    fn = code.fn
    value = None if code.ctx.analysis.totality.is_total(expr.source) else code.pin(code.value(expr.source))
    number = fn.let(code.scalar(expr.number))
    if expr.op == "first":
        left = fn.let_var(number)
        with fn.block() as out:

            def take(element: Value, count: Ir) -> None:
                fn.br_if(out, lt(left, c(1)))
                some = fn.let(select(lt(left, count), left, count))
                fn.set(left, left - some)
                body(element, some)

            if value is None:
                code.stream(expr.source, take)
            else:
                iterate(code, value, take)
        return
    value = code.pin(code.value(expr.source)) if value is None else value
    size = fn.let_var(c(0))
    iterate(code, value, lambda _, count: fn.set(size, size + count))
    skip = fn.let_var(size - select(lt(number, c(0)), c(0), number))

    def later(element: Value, count: Ir) -> None:
        some = fn.let(count - select(lt(skip, c(0)), c(0), skip))
        fn.set(skip, skip - count)
        with fn.when(op2("gt_s", some, c(0))):
            body(element, some)

    iterate(code, value, later)


def rest(code: Lowering, source: Expr, body: Body) -> None:
    """Removes the first element of a list or set, or one piece of the first entry of pieces."""
    fn = code.fn
    first = fn.let_var(c(1))

    def later(element: Value, number: Ir) -> None:
        left = fn.let(select(first, number - 1, number))
        fn.set(first, c(0))
        with fn.when(left):
            body(element, left)

    code.stream(source, later)
