"""Chance nodes become functions: they draw, do what chance says, or find that they are open and nobody draws.

`CHANCE_MODE` says what to do: 0 nothing where two outcomes are possible (the result is then 1), 1 draw from the stream, 2 take the outcome that lies at
GIVEN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamedsl.graph.model import types
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Draw, Resolve, Roll
from gamedsl_interpreter.plans.elements import element_type, is_without_replacement
from gamedsl_interpreter.plans.refills import refill_of, refills
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit import (
    compare,
    effects,
    piece_subsets,
    scratch_values,
    streams,
    telling,
)
from gamedsl_interpreter.wasm.emit.context import MOST_STEPS
from gamedsl_interpreter.wasm.emit.ir import (
    Ir,
    add,
    band,
    c,
    call,
    const_value,
    eq,
    eqz,
    ge,
    load,
    lt,
    mul,
    ne,
    op2,
    sub,
)
from gamedsl_interpreter.wasm.emit.values import ListV, PiecesV, PieceV, Value, ZoneV, expect

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def node(code: Lowering, number: int, event: ChanceNode) -> None:
    """The body of the function of a chance node; it returns 1 if it is open and nothing was done, else 0."""
    code.fn.store("32", code.ctx.at("IS_OPEN"), c(0))
    match event.event:
        case Draw():
            _draw(code, event.event)
        case Resolve():
            _resolve(code, event.event)
        case Roll():
            _roll(code, number, event.event)
        case _:
            assert_never(event.event)


def stream_at(code: Lowering) -> Ir:
    """Where the chance stream of a state lies."""
    return add(code.s, c(code.ctx.extras["stream"]))


def _stops(code: Lowering) -> None:
    """Nothing is done where the node is open and nobody draws."""
    waits = band(eqz(load("i32", code.ctx.at("CHANCE_MODE"))), load("i32", code.ctx.at("IS_OPEN")))
    with code.fn.when(waits):
        code.fn.ret(c(1))


# ---------------------------------------------------------------- draws


def _draw(code: Lowering, event: Draw) -> None:
    fn = code.fn
    wanted = fn.let(code.scalar(event.number))
    source, to = code.pinned(code.zone(event.source)), code.pinned(code.zone(event.to))
    code.check(ge(wanted, c(0)), "E_BOUND", event.site)
    with fn.when(eqz(wanted)):
        fn.ret(c(0))
    for zone in (source, to):
        if zone.maybe:
            code.check(ge(zone.instance, c(0)), "E_NONE", event.site)
    ordered = fn.reuse(_is_pile(code, to))
    result, left = fn.let_var(code.ctx.at("RESULT")), fn.let_var(wanted)
    if _form(event.source.type) == "pile":
        _from_pile(code, event, source.instance, ordered, result, left)
    else:
        fn.drop(call("whole_pool", "i32", code.s, source.instance))
        _stage(code, event, source.instance, ordered, result, left)
    found = fn.let(result)
    refill = _refill(code, source)
    is_refilled = c(0) if refill is None else ge(refill, c(0))
    if refill is not None:
        with fn.when(band(is_refilled, ne(left, c(0)))):
            fn.drop(call("whole_pool", "i32", code.s, refill))
            _stage(code, event, source.instance, ordered, result, left)
    if not event.up_to:
        code.check(eqz(left), "E_MISSING", event.site)
    _stops(code)
    flags = c(int(event.under))
    start = code.ctx.at("RESULT")
    fn.drop(call("draw_to", "i32", code.s, source.instance, start, found, to.instance, c(event.site), flags))
    if refill is not None:
        some = op2("or", op2("ne", found, result), left)
        with fn.when(is_refilled), fn.when(some), fn.when(fn.let(call("z_size", "i32", code.s, refill))):
            at = c(code.ctx.memory.space(12 * code.ctx.pieces))
            end = fn.let(call("z_list", "i32", code.s, refill, at))
            fn.drop(call("move", "i32", code.s, at, end, source.instance, c(event.site), c(8)))
            if _form(event.source.type) == "pile":
                fn.drop(call("shuffle_pile", "i32", code.s, source.instance))
            fn.drop(call("draw_to", "i32", code.s, source.instance, found, result, to.instance, c(event.site), flags))


def _form(of: types.Type) -> str:
    inner = of.of if isinstance(of, types.Optional) else of
    assert isinstance(inner, types.Zone)
    return inner.form


def _is_pile(code: Lowering, zone: ZoneV) -> Ir:
    if zone.family is not None:
        return c(int(code.game.zones[zone.family].form == "pile"))
    return call("is_pile", "i32", zone.instance)


def _from_pile(code: Lowering, event: Draw, zone: Ir, ordered: Ir, result: Ir, left: Ir) -> None:
    fn = code.fn
    high = fn.let_var(call("z_size", "i32", code.s, zone))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, eqz(band(op2("gt_s", high, c(0)), op2("gt_s", left, c(0)))))
        fn.set(high, call("top_stretch", "i32", code.s, zone, high))
        _stage(code, event, zone, ordered, result, left)
        fn.br(again)


def _stage(code: Lowering, event: Draw, zone: Ir, ordered: Ir, result: Ir, left: Ir) -> None:
    """Draws from what of the pool is eligible."""
    fn = code.fn
    if event.condition is not None and event.element is not None:
        pool, kept = code.ctx.constants["POOL"], fn.let_var(c(0))
        with fn.count(c(0), fn.let(load("i32", code.ctx.at("POOL_COUNT")))) as i:
            at = fn.let(mul(i, c(8)))
            kind = fn.let(load("i32", at, pool))
            code.bound(event.element, PieceV(zone, kind))
            with fn.when(code.scalar(event.condition)):
                to = fn.let(mul(kept, c(8)))
                fn.store("32", to, kind, pool)
                fn.store("32", to, load("i32", at, pool + 4), pool + 4)
                fn.set(kept, add(kept, c(1)))
        fn.store("32", code.ctx.at("POOL_COUNT"), kept)
    end = fn.let(call("stage", "i32", stream_at(code), left, ordered, result))
    fn.set(left, sub(left, op2("shr_u", sub(end, result), c(2))))
    fn.set(result, end)


def _refill(code: Lowering, source: ZoneV) -> Ir | None:
    if source.family is None:
        instances = refills(code.game)
        if all(instance is None for instance in instances):
            return None
        numbers = [-1 if instance is None else instance for instance in instances]
        return code.fn.let(code.from_table(numbers, source.instance))
    refill = refill_of(code.game, source.family)
    if refill is None:
        return None
    return add(source.flat, c(refill.base)) if refill.has_index else c(refill.base)


def _resolve(code: Lowering, event: Resolve) -> None:
    fn = code.fn
    zone = code.zone(event.zone)
    instance = fn.reuse(zone.instance)
    if zone.maybe:
        with fn.when(lt(instance, c(0))):
            fn.ret(c(0))
    if event.number is None:
        depth = c(-1)
    else:
        number = fn.let(code.scalar(event.number))
        depth = op2("and", number, op2("sub", c(0), ge(number, c(0))))
    fn.ret(call("resolved", "i32", code.s, stream_at(code), instance, depth))


# ---------------------------------------------------------------- rolls


def _roll(code: Lowering, node: int, event: Roll) -> None:
    fn, of = code.fn, event.source.type
    element = element_type(of)
    step = scratch_values.size(code.ctx, element)
    at = code.ctx.memory.space(step * MOST_STEPS)
    pool = code.ctx.constants["POOL"]
    count = fn.let_var(c(0))

    def option(value: Value, number: Ir) -> None:
        known_at = fn.let_var(c(0))
        with fn.block() as placed:
            if not isinstance(of, types.SetOf | types.Bag | types.Pieces):
                with fn.block() as fresh, fn.loop() as again:
                    fn.br_if(fresh, ge(known_at, count))
                    other = code.pinned(scratch_values.get(code.ctx, element, add(mul(known_at, c(step)), c(at))))
                    with fn.when(compare.equal(code, other, value)):
                        where = fn.let(mul(known_at, c(8)))
                        fn.store("32", where, add(load("i32", where, pool + 4), number), pool + 4)
                        fn.br(placed)
                    fn.set(known_at, add(known_at, c(1)))
                    fn.br(again)
            code.room(lt(count, c(MOST_STEPS)))
            scratch_values.put(code, element, fn.let(add(mul(count, c(step)), c(at))), value)
            where = fn.let(mul(count, c(8)))
            fn.store("32", where, count, pool)
            fn.store("32", where, number, pool + 4)
            fn.set(count, add(count, c(1)))

    if isinstance(of, types.Pieces):
        streams.each_entry(code, piece_subsets.merged(code, code.pieces(event.source), MOST_STEPS), option)
    else:
        code.stream(event.source, option)
    fn.store("32", code.ctx.at("POOL_COUNT"), count)
    single = event.number is None or event.quantity == "one"
    wanted = c(1) if single or event.number is None else fn.let(code.scalar(event.number))
    code.check(ge(wanted, c(0)), "E_BOUND", event.site)
    code.room(op2("le_s", wanted, c(MOST_STEPS)))
    code.check(op2("or", eqz(wanted), op2("gt_s", count, c(0))), "E_MISSING", event.site)
    if event.seat is not None and not code.ctx.analysis.totality.is_total(event.seat):
        code.scalar(event.seat)
    end = _rolled(code, event, wanted, count)
    _stops(code)

    def chosen(i: Ir) -> Value:
        number = load("i32", mul(i, c(4)), code.ctx.constants["RESULT"])
        return scratch_values.get(code.ctx, element, fn.let(add(mul(number, c(step)), c(at))))

    if single:
        effects.set_local(code, event.local, chosen(c(0)))
    else:
        _several(code, event, ListV(fn.let(op2("shr_u", sub(end, code.ctx.at("RESULT")), c(2))), chosen))
    if code.ctx.tells:
        telling.rolled(code, node, event, at, step, count)


def _rolled(code: Lowering, event: Roll, wanted: Ir, count: Ir) -> Ir:
    fn = code.fn
    start = code.ctx.at("RESULT")
    if const_value(wanted) == 1 or is_without_replacement(event.source.type):
        end = fn.let(call("stage", "i32", stream_at(code), wanted, c(0), start))
        code.check(eq(op2("shr_u", sub(end, start), c(2)), wanted), "E_MISSING", event.site)
        return end
    end = fn.let_var(start)
    single = fn.let(eq(count, c(1)))
    with fn.count(c(0), wanted):
        pool = code.ctx.constants["POOL"]
        fn.set(end, call("stage", "i32", stream_at(code), c(1), c(0), end))
        # What was rolled goes back; only a roll that was open or given has taken something out of the pool.
        with fn.when(band(eq(load("i32", code.ctx.at("CHANCE_MODE")), c(1)), eqz(single))):
            at = fn.let(add(mul(load("i32", sub(end, c(4))), c(8)), c(pool)))
            fn.store("32", at, add(load("i32", at, 4), c(1)), 4)
    return end


def _several(code: Lowering, event: Roll, chosen: ListV) -> None:
    fn, of = code.fn, code.game.locals[event.local].type
    match of:
        case types.Pieces():
            at = code.ctx.memory.space(12 * MOST_STEPS)
            end = fn.let_var(c(at))

            def entry(element: Value, _: Ir) -> None:
                piece = expect(PieceV, element)
                fn.store("32", end, piece.zone)
                fn.store("32", end, piece.kind, 4)
                fn.store("32", end, c(1), 8)
                fn.set(end, add(end, c(12)))

            streams.of_value(code, chosen, entry)
            effects.set_local(code, event.local, piece_subsets.merged(code, PiecesV(c(at), end), MOST_STEPS))
        case types.Bag(inner):
            first, size = scale_span(code.game, inner)
            place = code.ctx.local_at(event.local)
            fn.fill(c(place), c(4 * size))

            def more(element: Value, _: Ir) -> None:
                where = fn.let(add(mul(sub(expect(Ir, element), c(first)), c(4)), c(place)))
                fn.store("32", where, add(load("i32", where), c(1)))

            streams.of_value(code, chosen, more)
        case types.ListOf(inner):
            _sorted_list(code, event.local, inner, chosen)
        case _:
            raise AssertionError("what several rolls yield are pieces, a bag or a list")


def _sorted_list(code: Lowering, local: types.LocalId, inner: types.Type, chosen: ListV) -> None:
    """The rolled values, ascending."""
    fn, place, step = code.fn, code.ctx.local_at(local), scratch_values.size(code.ctx, inner)
    of = code.game.locals[local].type
    assert isinstance(of, types.ListOf)
    code.room(op2("le_s", chosen.count, c(of.most)))
    count = fn.let_var(c(0))

    def insert(element: Value, _: Ir) -> None:
        here = fn.let_var(add(mul(count, c(step)), c(place + 4)))
        with fn.block() as placed, fn.loop() as again:
            fn.br_if(placed, op2("le_u", here, c(place + 4)))
            before = fn.let(sub(here, c(step)))
            fn.br_if(placed, eqz(compare.less(code, element, code.pinned(scratch_values.get(code.ctx, inner, before)))))
            fn.copy(here, before, c(step))
            fn.set(here, before)
            fn.br(again)
        scratch_values.put(code, inner, here, element)
        fn.set(count, add(count, c(1)))

    streams.of_value(code, chosen, insert)
    fn.store("32", c(place), count)
