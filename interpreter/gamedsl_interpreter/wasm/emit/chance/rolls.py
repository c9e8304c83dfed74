"""Rolls: dice, and things that are picked at random."""

from __future__ import annotations

from functools import partial

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.statements import Roll
from gamedsl_interpreter.plans.elements import element_type, is_without_replacement
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, const_value, eq, eqz, ge, load, lt, op2
from gamedsl_interpreter.wasm.emit.chance.streams import drawing, stops, stream_at, write_draw
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.forms import compare, scratch_values
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV
from gamedsl_interpreter.wasm.emit.forms.values import ListV, Value, expect, iterate
from gamedsl_interpreter.wasm.emit.formulas import piece_subsets
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.memory.cells import MOST_ROLLS
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_scalar
from gamedsl_interpreter.wasm.emit.telling import telling


def roll(code: Lowering, node: int, event: Roll) -> None:
    """Writes the function of a roll."""
    elements = None if code.ctx.tells else _elements(event)
    if elements is not None:
        before = dict(code.env)
        if write_draw(code, partial(_roll_dice, code, event, elements)):
            return
        code.env = before
    _roll_any(code, node, event)


# ---------------------------------------------------------------- dice


def _elements(event: Roll) -> list[int] | None:
    """Gives the numbers that each die can show, ascending or as listed, if they are constant and equally likely; else None."""
    if not _is_single(event) and is_without_replacement(event.source.type):
        return None
    match event.source:
        case expressions.Range(expressions.Const(int() as low), expressions.Const(int() as high)):
            numbers = list(range(low, high + 1))
        case expressions.Const(tuple() as values, types.ListOf(inner) | types.SetOf(inner)) if is_scalar(inner):
            if None in values:
                return None
            numbers = [shapes.number(value) for value in values]
        case _:
            return None
    return numbers if numbers and len(set(numbers)) == len(numbers) else None


def _roll_dice(code: Lowering, event: Roll, elements: list[int]) -> None:
    fn = code.fn

    def roll() -> Ir:
        return fn.let(call("below", "i32", stream_at(code), c(len(elements))))

    if _is_single(event) or event.number is None:
        _look_at_seat(code, event)
        fields.set_local(code, event.local, fn.let(code.from_table(elements, roll())))
        return
    wanted = fn.let(code.scalar(event.number))
    code.check(ge(wanted, c(0)), "E_BOUND", event.site)
    code.room(op2("le_s", wanted, c(MOST_ROLLS)))
    _look_at_seat(code, event)
    results = code.ctx.cells.result.at
    with fn.count(c(0), wanted) as i:
        fn.store("32", i * 4, roll(), results)

    def value_at(i: Ir) -> Value:
        return fn.let(code.from_table(elements, fn.let(load("i32", i * 4, results))))

    _roll_several(code, event, ListV(wanted, value_at))


def _is_single(event: Roll) -> bool:
    return event.number is None or event.quantity == "one"


def _look_at_seat(code: Lowering, event: Roll) -> None:
    """Computes the seat that sees the roll only if that can fail: the result is not needed here."""
    if event.seat is not None and not code.ctx.analysis.totality.is_total(event.seat):
        code.scalar(event.seat)


# ---------------------------------------------------------------- other rolls


def _roll_any(code: Lowering, node: int, event: Roll) -> None:
    fn, of = code.fn, event.source.type
    element = element_type(of)
    options = scratch_values.space(code.ctx, element, MOST_ROLLS)
    pool = code.ctx.cells.pool.at
    count = fn.let_var(c(0))

    def option(value: Value, number: Ir) -> None:
        known_at = fn.let_var(c(0))
        with fn.block() as placed:
            if not isinstance(of, types.SetOf | types.Bag | types.Pieces):
                with fn.until(ge(known_at, count)):
                    other = code.pin(options.get(code.ctx, known_at))
                    with fn.when(compare.equal(code, other, value)):
                        where = fn.let(known_at * 8)
                        fn.store("32", where, load("i32", where, pool + 4) + number, pool + 4)
                        fn.br(placed)
                    fn.set(known_at, known_at + 1)
            code.room(lt(count, c(MOST_ROLLS)))
            options.put(code, count, value)
            where = fn.let(count * 8)
            fn.store("32", where, count, pool)
            fn.store("32", where, number, pool + 4)
            fn.set(count, count + 1)

    if isinstance(of, types.Pieces):
        piece_subsets.merge_entries(code, code.pieces(event.source), MOST_ROLLS).each(code, option)
    else:
        code.stream(event.source, option)
    code.ctx.cells.pool_count.store(fn, count)
    single = _is_single(event)
    wanted = c(1) if single or event.number is None else fn.let(code.scalar(event.number))
    code.check(ge(wanted, c(0)), "E_BOUND", event.site)
    code.room(op2("le_s", wanted, c(MOST_ROLLS)))
    code.check(eqz(wanted) | op2("gt_s", count, c(0)), "E_MISSING", event.site)
    _look_at_seat(code, event)
    end = _draw_result(code, event, wanted, count)
    stops(code)

    def value_at(i: Ir) -> Value:
        return options.get_here(code, code.ctx.cells.result.word(i))

    if single:
        fields.set_local(code, event.local, value_at(c(0)))
    else:
        _roll_several(code, event, ListV(fn.let((end - code.ctx.cells.result.address) >> 2), value_at))
    if code.ctx.tells:
        telling.log_roll(code, node, event, options, count)


def _draw_result(code: Lowering, event: Roll, wanted: Ir, count: Ir) -> Ir:
    fn = code.fn
    start = code.ctx.cells.result.address
    if const_value(wanted) == 1 or is_without_replacement(event.source.type):
        end = fn.let(call("stage", "i32", stream_at(code), wanted, c(0), start))
        code.check(eq((end - start) >> 2, wanted), "E_MISSING", event.site)
        return end
    end = fn.let_var(start)
    single = fn.let(eq(count, c(1)))
    with fn.count(c(0), wanted):
        pool = code.ctx.cells.pool.at
        fn.set(end, call("stage", "i32", stream_at(code), c(1), c(0), end))
        # The rolled pieces return to the pool; only a roll that was open or given has taken something out of it.
        with fn.when(drawing(code) & eqz(single)):
            at = fn.let(load("i32", end - 4) * 8 + pool)
            fn.store("32", at, load("i32", at, 4) + 1, 4)
    return end


def _roll_several(code: Lowering, event: Roll, chosen: ListV) -> None:
    fn, of = code.fn, code.game.locals[event.local].type
    match of:
        case types.Pieces():
            at = code.ctx.memory.space(12 * MOST_ROLLS)
            end = fn.let_var(c(at))

            def entry(element: Value, _: Ir) -> None:
                piece = expect(PieceV, element)
                fn.store("32", end, piece.zone)
                fn.store("32", end, piece.kind, 4)
                fn.store("32", end, c(1), 8)
                fn.set(end, end + 12)

            iterate(code, chosen, entry)
            fields.set_local(code, event.local, piece_subsets.merge_entries(code, PiecesV(c(at), end), MOST_ROLLS))
        case types.Bag(inner):
            first, size = scale_span(code.game, inner)
            place = code.ctx.locals.at(event.local)
            fn.fill(c(place), c(4 * size))

            def more(element: Value, _: Ir) -> None:
                where = fn.let((expect(Ir, element) - first) * 4 + place)
                fn.store("32", where, load("i32", where) + 1)

            iterate(code, chosen, more)
        case types.ListOf(inner):
            _sort_into_list(code, event.local, inner, chosen)
        case _:
            raise AssertionError("what several rolls yield are pieces, a bag or a list")


def _sort_into_list(code: Lowering, local: types.LocalId, inner: types.Type, chosen: ListV) -> None:
    """Puts the rolled values into a list, ascending."""
    fn, place, of = code.fn, code.ctx.locals.at(local), code.game.locals[local].type
    elements = scratch_values.elements(code.ctx, inner, c(place + 4))
    assert isinstance(of, types.ListOf)
    code.room(op2("le_s", chosen.count, c(of.most)))
    count = fn.let_var(c(0))

    def insert(element: Value, _: Ir) -> None:
        def stays(behind: Ir) -> Ir:
            before = scratch_values.get(code.ctx, inner, fn.let(behind - elements.step))
            return eqz(compare.comes_before(code, element, code.pin(before), inner))

        scratch_values.put(code, inner, elements.make_room(code, count, MOST_ROLLS, stays), element)
        fn.set(count, count + 1)

    iterate(code, chosen, insert)
    fn.store("32", c(place), count)
