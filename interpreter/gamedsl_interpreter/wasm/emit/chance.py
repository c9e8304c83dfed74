"""Chance nodes become functions: they draw, do what chance says, or find that they are open and nobody draws.

`CHANCE_MODE` says what to do: 0 nothing where two outcomes are possible (the result is then 1), 1 draw from the stream, 2 take the outcome that lies at
GIVEN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, cast

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
)
from gamedsl_interpreter.wasm.emit.context import MOST_STEPS
from gamedsl_interpreter.wasm.emit.ir import Ir, add, band, c, call, eq, eqz, ge, known, load, lt, mul, ne, op2, sub
from gamedsl_interpreter.wasm.emit.values import ListV, PiecesV, PieceV, Value, ZoneV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def node(low: Lowering, event: ChanceNode) -> None:
    """The body of the function of a chance node; it returns 1 if it is open and nothing was done, else 0."""
    low.fn.store("32", low.ctx.at("IS_OPEN"), c(0))
    match event.event:
        case Draw():
            _draw(low, event.event)
        case Resolve():
            _resolve(low, event.event)
        case Roll():
            _roll(low, event.event)
        case _:
            assert_never(event.event)


def stream_at(low: Lowering) -> Ir:
    """Where the chance stream of a state lies."""
    return add(low.s, c(low.ctx.extras["stream"]))


def _stops(low: Lowering) -> None:
    """Nothing is done where the node is open and nobody draws."""
    waits = band(eqz(load("i32", low.ctx.at("CHANCE_MODE"))), load("i32", low.ctx.at("IS_OPEN")))
    with low.fn.when(waits):
        low.fn.ret(c(1))


# ---------------------------------------------------------------- draws


def _draw(low: Lowering, event: Draw) -> None:
    fn = low.fn
    wanted = fn.let(low.scalar(event.number))
    source, to = low.held(low.zone(event.source)), low.held(low.zone(event.to))
    assert isinstance(source, ZoneV)
    assert isinstance(to, ZoneV)
    low.check(ge(wanted, c(0)), "E_BOUND", event.site)
    with fn.when(eqz(wanted)):
        fn.ret(c(0))
    for zone in (source, to):
        if zone.maybe:
            low.check(ge(zone.instance, c(0)), "E_NONE", event.site)
    ordered = fn.cheap(_is_pile(low, to))
    result, left = fn.let_var(low.ctx.at("RESULT")), fn.let_var(wanted)
    if _form(event.source.type) == "pile":
        _from_pile(low, event, source.instance, ordered, result, left)
    else:
        fn.drop(call("whole_pool", "i32", low.s, source.instance))
        _stage(low, event, source.instance, ordered, result, left)
    found = fn.let(result)
    refill = _refill(low, source)
    is_refilled = c(0) if refill is None else ge(refill, c(0))
    if refill is not None:
        with fn.when(band(is_refilled, ne(left, c(0)))):
            fn.drop(call("whole_pool", "i32", low.s, refill))
            _stage(low, event, source.instance, ordered, result, left)
    if not event.up_to:
        low.check(eqz(left), "E_MISSING", event.site)
    _stops(low)
    flags = c(int(event.under))
    start = low.ctx.at("RESULT")
    fn.drop(call("draw_to", "i32", low.s, source.instance, start, found, to.instance, c(event.site), flags))
    if refill is not None:
        some = op2("or", op2("ne", found, result), left)
        with fn.when(is_refilled), fn.when(some), fn.when(fn.let(call("z_size", "i32", low.s, refill))):
            at = c(low.ctx.memory.space(12 * low.ctx.pieces))
            end = fn.let(call("z_list", "i32", low.s, refill, at))
            fn.drop(call("move", "i32", low.s, at, end, source.instance, c(event.site), c(0)))
            if _form(event.source.type) == "pile":
                fn.drop(call("shuffle_pile", "i32", low.s, source.instance))
            fn.drop(call("draw_to", "i32", low.s, source.instance, found, result, to.instance, c(event.site), flags))


def _form(of: types.Type) -> str:
    inner = of.of if isinstance(of, types.Optional) else of
    assert isinstance(inner, types.Zone)
    return inner.form


def _is_pile(low: Lowering, zone: ZoneV) -> Ir:
    if zone.family is not None:
        return c(int(low.game.zones[zone.family].form == "pile"))
    return call("is_pile", "i32", zone.instance)


def _from_pile(low: Lowering, event: Draw, zone: Ir, ordered: Ir, result: Ir, left: Ir) -> None:
    fn = low.fn
    high = fn.let_var(call("z_size", "i32", low.s, zone))
    with fn.block() as out, fn.loop() as again:
        fn.br_if(out, eqz(band(op2("gt_s", high, c(0)), op2("gt_s", left, c(0)))))
        fn.set(high, call("top_stretch", "i32", low.s, zone, high))
        _stage(low, event, zone, ordered, result, left)
        fn.br(again)


def _stage(low: Lowering, event: Draw, zone: Ir, ordered: Ir, result: Ir, left: Ir) -> None:
    """Draws from what of the pool is eligible."""
    fn = low.fn
    if event.condition is not None and event.element is not None:
        pool, kept = low.ctx.constants["POOL"], fn.let_var(c(0))
        with fn.count(c(0), fn.let(load("i32", low.ctx.at("POOL_COUNT")))) as i:
            at = fn.let(mul(i, c(8)))
            kind = fn.let(load("i32", at, pool))
            low.bound(event.element, PieceV(zone, kind))
            with fn.when(low.scalar(event.condition)):
                to = fn.let(mul(kept, c(8)))
                fn.store("32", to, kind, pool)
                fn.store("32", to, load("i32", at, pool + 4), pool + 4)
                fn.set(kept, add(kept, c(1)))
        fn.store("32", low.ctx.at("POOL_COUNT"), kept)
    end = fn.let(call("stage", "i32", stream_at(low), left, ordered, result))
    fn.set(left, sub(left, op2("shr_u", sub(end, result), c(2))))
    fn.set(result, end)


def _refill(low: Lowering, source: ZoneV) -> Ir | None:
    if source.family is None:
        instances = refills(low.game)
        if all(instance is None for instance in instances):
            return None
        numbers = [-1 if instance is None else instance for instance in instances]
        return low.fn.let(low.from_table(numbers, source.instance))
    refill = refill_of(low.game, source.family)
    if refill is None:
        return None
    return add(source.flat, c(refill.base)) if refill.has_index else c(refill.base)


def _resolve(low: Lowering, event: Resolve) -> None:
    fn = low.fn
    zone = low.zone(event.zone)
    instance = fn.cheap(zone.instance)
    if zone.maybe:
        with fn.when(lt(instance, c(0))):
            fn.ret(c(0))
    if event.number is None:
        depth = c(-1)
    else:
        number = fn.let(low.scalar(event.number))
        depth = op2("and", number, op2("sub", c(0), ge(number, c(0))))
    fn.ret(call("resolved", "i32", low.s, stream_at(low), instance, depth))


# ---------------------------------------------------------------- rolls


def _roll(low: Lowering, event: Roll) -> None:
    fn, of = low.fn, event.source.type
    element = element_type(of)
    step = scratch_values.size(low.ctx, element)
    at = low.ctx.memory.space(step * MOST_STEPS)
    pool = low.ctx.constants["POOL"]
    count = fn.let_var(c(0))

    def option(value: Value, number: Ir) -> None:
        known_at = fn.let_var(c(0))
        with fn.block() as placed:
            if not isinstance(of, types.SetOf | types.Bag | types.Pieces):
                with fn.block() as fresh, fn.loop() as again:
                    fn.br_if(fresh, ge(known_at, count))
                    other = low.held(scratch_values.get(low.ctx, element, add(mul(known_at, c(step)), c(at))))
                    with fn.when(compare.equal(low, other, value)):
                        where = fn.let(mul(known_at, c(8)))
                        fn.store("32", where, add(load("i32", where, pool + 4), number), pool + 4)
                        fn.br(placed)
                    fn.set(known_at, add(known_at, c(1)))
                    fn.br(again)
            low.room(lt(count, c(MOST_STEPS)))
            scratch_values.put(low, element, fn.let(add(mul(count, c(step)), c(at))), value)
            where = fn.let(mul(count, c(8)))
            fn.store("32", where, count, pool)
            fn.store("32", where, number, pool + 4)
            fn.set(count, add(count, c(1)))

    if isinstance(of, types.Pieces):
        streams.each_entry(low, piece_subsets.merged(low, low.pieces(event.source), MOST_STEPS), option)
    else:
        low.stream(event.source, option)
    fn.store("32", low.ctx.at("POOL_COUNT"), count)
    single = event.number is None or event.quantity == "one"
    wanted = c(1) if single or event.number is None else fn.let(low.scalar(event.number))
    low.check(ge(wanted, c(0)), "E_BOUND", event.site)
    low.room(op2("le_s", wanted, c(MOST_STEPS)))
    low.check(op2("or", eqz(wanted), op2("gt_s", count, c(0))), "E_MISSING", event.site)
    if event.seat is not None and not low.ctx.analysis.totality.is_total(event.seat):
        low.scalar(event.seat)
    end = _rolled(low, event, wanted, count)
    _stops(low)

    def chosen(i: Ir) -> Value:
        number = load("i32", mul(i, c(4)), low.ctx.constants["RESULT"])
        return scratch_values.get(low.ctx, element, fn.let(add(mul(number, c(step)), c(at))))

    if single:
        effects.set_local(low, event.local, chosen(c(0)))
        return
    _several(low, event, ListV(fn.let(op2("shr_u", sub(end, low.ctx.at("RESULT")), c(2))), chosen))


def _rolled(low: Lowering, event: Roll, wanted: Ir, count: Ir) -> Ir:
    fn = low.fn
    start = low.ctx.at("RESULT")
    if known(wanted) == 1 or is_without_replacement(event.source.type):
        end = fn.let(call("stage", "i32", stream_at(low), wanted, c(0), start))
        low.check(eq(op2("shr_u", sub(end, start), c(2)), wanted), "E_MISSING", event.site)
        return end
    end = fn.let_var(start)
    single = fn.let(eq(count, c(1)))
    with fn.count(c(0), wanted):
        pool = low.ctx.constants["POOL"]
        fn.set(end, call("stage", "i32", stream_at(low), c(1), c(0), end))
        # What was rolled goes back; only a roll that was open or given has taken something out of the pool.
        with fn.when(band(eq(load("i32", low.ctx.at("CHANCE_MODE")), c(1)), eqz(single))):
            at = fn.let(add(mul(load("i32", sub(end, c(4))), c(8)), c(pool)))
            fn.store("32", at, add(load("i32", at, 4), c(1)), 4)
    return end


def _several(low: Lowering, event: Roll, chosen: ListV) -> None:
    fn, of = low.fn, low.game.locals[event.local].type
    match of:
        case types.Pieces():
            at = low.ctx.memory.space(12 * MOST_STEPS)
            end = fn.let_var(c(at))

            def entry(element: Value, _: Ir) -> None:
                piece = cast(PieceV, element)
                fn.store("32", end, piece.zone)
                fn.store("32", end, piece.kind, 4)
                fn.store("32", end, c(1), 8)
                fn.set(end, add(end, c(12)))

            streams.of_value(low, chosen, entry)
            effects.set_local(low, event.local, piece_subsets.merged(low, PiecesV(c(at), end), MOST_STEPS))
        case types.Bag(inner):
            first, size = scale_span(low.game, inner)
            place = low.ctx.local_at(event.local)
            fn.fill(c(place), c(4 * size))

            def more(element: Value, _: Ir) -> None:
                where = fn.let(add(mul(sub(cast(Ir, element), c(first)), c(4)), c(place)))
                fn.store("32", where, add(load("i32", where), c(1)))

            streams.of_value(low, chosen, more)
        case types.ListOf(inner):
            _sorted_list(low, event.local, inner, chosen)
        case _:
            raise AssertionError("what several rolls yield are pieces, a bag or a list")


def _sorted_list(low: Lowering, local: types.LocalId, inner: types.Type, chosen: ListV) -> None:
    """The rolled values, ascending."""
    fn, place, step = low.fn, low.ctx.local_at(local), scratch_values.size(low.ctx, inner)
    of = low.game.locals[local].type
    assert isinstance(of, types.ListOf)
    low.room(op2("le_s", chosen.count, c(of.most)))
    count = fn.let_var(c(0))

    def insert(element: Value, _: Ir) -> None:
        here = fn.let_var(add(mul(count, c(step)), c(place + 4)))
        with fn.block() as placed, fn.loop() as again:
            fn.br_if(placed, op2("le_u", here, c(place + 4)))
            before = fn.let(sub(here, c(step)))
            fn.br_if(placed, eqz(compare.less(low, element, low.held(scratch_values.get(low.ctx, inner, before)))))
            fn.copy(here, before, c(step))
            fn.set(here, before)
            fn.br(again)
        scratch_values.put(low, inner, here, element)
        fn.set(count, add(count, c(1)))

    streams.of_value(low, chosen, insert)
    fn.store("32", c(place), count)
