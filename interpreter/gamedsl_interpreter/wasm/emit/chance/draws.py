"""Draws: pieces leave a zone at random, or a pile from one end, and arrive in another zone."""

from __future__ import annotations

from functools import partial

from gamedsl.graph.model import types
from gamedsl.graph.model.statements import Draw
from gamedsl.values import frozen
from gamedsl_interpreter.plans.refills import refill_of, refills
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, ge, le, load, lt, ne, op2, select
from gamedsl_interpreter.wasm.emit.chance import dealing
from gamedsl_interpreter.wasm.emit.chance.streams import stops, stream_at, write_draw
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.formulas import places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import landing, mixing, pools
from gamedsl_interpreter.wasm.emit.piles.landing import Landing
from gamedsl_interpreter.wasm.emit.piles.pools import Pool


def draw(code: Lowering, event: Draw) -> None:
    """Writes the function of a draw."""
    fn = code.fn
    wanted = fn.reuse(code.scalar(event.number))
    source, to = code.pin(code.zone(event.source)), code.pin(code.zone(event.to))
    code.check(ge(wanted, c(0)), "E_BOUND", event.site)
    with fn.when(eqz(wanted)):
        fn.ret(c(0))
    if event.condition is not None and event.element is not None:
        _draw_some(code, event, source, to, wanted)
        return
    known = None if code.ctx.tells else _ways(code, event, source, to)
    if known is not None and write_draw(code, partial(_deal, code, event, known, wanted)):
        return
    refill = _refill(code, source)
    flags = c(int(event.under) | 2 * int(event.up_to) | 4 * int(event.from_bottom))
    other = c(-1) if refill is None else refill
    fn.ret(call("draw_from", "i32", code.s, source.instance, to.instance, wanted, other, flags, c(event.site)))


# ---------------------------------------------------------------- zones that are known while emitting


@frozen
class _Ways:
    """The source and the target of a draw, with their known families. `refill`: the zone that refills the source, and its pool."""

    source: ZoneV
    to: ZoneV
    pool: Pool
    landing: Landing
    refill: tuple[ZoneV, Pool] | None


def _ways(code: Lowering, event: Draw, source: ZoneV, to: ZoneV) -> _Ways | None:
    ctx = code.ctx
    if source.family is None or to.family is None or source.family == to.family or event.from_bottom:
        return None
    form = ctx.record.piles.get(source.family)
    pool = pools.of_bag(code.game, source.family) if form is None else pools.of_pile(form)
    if pool is None:
        return None
    target = landing.landing(ctx, pool.kinds, to.family)
    if target is None or (event.under and target.is_pile):
        return None
    refill = refill_of(code.game, source.family)
    if refill is None:
        return _Ways(source, to, pool, target, None)
    family = code.game.zones[source.family].refill
    assert family is not None
    other = pools.of_bag(code.game, family)
    if other is None or family == to.family or not set(other.kinds) <= set(pool.kinds):
        return None
    flat = source.flat if refill.has_index else c(0)
    return _Ways(source, to, pool, target, (ZoneV(flat + refill.base, family, flat, False), other))


def _deal(code: Lowering, event: Draw, ways: _Ways, wanted: Ir) -> None:
    fn = code.fn
    at, size = fn.let(places.zone_address(code, ways.source)), _size(code, ways)
    there = size if ways.refill is None else size + _pool_size(code, *ways.refill)
    spec = code.game.zones[ways.to.known_family]
    capacity = 1 if spec.form == "slot" else spec.capacity
    if not event.up_to or capacity is not None:
        there = fn.let(there)
        if not event.up_to:
            code.check(le(wanted, there), "E_MISSING", event.site)
        if capacity is not None:
            number = fn.let(select(lt(wanted, there), wanted, there))
            code.check(le(zones.size(code, ways.to) + number, c(capacity)) | eqz(number), "E_FULL", event.site)
    to = fn.let(places.zone_address(code, ways.to))
    addresses = (at, places.pile_extra(code, ways.source), to, places.pile_extra(code, ways.to))
    dealer = dealing.dealer(code.ctx, ways.source.known_family, ways.pool, ways.landing)
    if ways.refill is None:
        fn.drop(call(dealer, "i32", *addresses, wanted, stream_at(code)))
        return
    left = fn.let(call(dealer, "i32", *addresses, wanted, stream_at(code)))
    with fn.when(left):
        _fill_up(code, event, ways, at)
        fn.drop(call(dealer, "i32", *addresses, left, stream_at(code)))


def _size(code: Lowering, ways: _Ways) -> Ir:
    if ways.source.known_family in code.ctx.record.piles:
        return code.fn.let(load("u8", places.zone_address(code, ways.source)))
    return _pool_size(code, ways.source, ways.pool)


def _pool_size(code: Lowering, zone: ZoneV, pool: Pool) -> Ir:
    return code.fn.let(pool.size(code.fn.let(places.zone_address(code, zone))))


def _fill_up(code: Lowering, event: Draw, ways: _Ways, at: Ir) -> None:
    """Puts the pieces of the refill into the empty source."""
    fn, family = code.fn, ways.source.known_family
    if ways.refill is None:
        return
    zone, pool = ways.refill
    base = fn.let(places.zone_address(code, zone))
    number = fn.let(pool.size(base))
    capacity = code.game.zones[family].capacity
    if capacity is not None:
        code.check(le(number, c(capacity)), "E_FULL", event.site)
    form = code.ctx.record.piles.get(family)
    if form is None:
        source = landing.landing(code.ctx, pool.kinds, family)
        if source is not None:
            landing.all_arrive(code.ctx, fn, pool, base, source, at)
        return
    extra = places.pile_extra(code, ways.source)
    with fn.when(number):
        fn.drop(call(mixing.stacker(code.ctx, form, zone.known_family, pool), "i32", at, extra, base, number))


# ---------------------------------------------------------------- draws from a part of a zone


def _draw_some(code: Lowering, event: Draw, source: ZoneV, to: ZoneV, wanted: Ir) -> None:
    """Writes a draw of pieces that meet a condition."""
    fn = code.fn
    ordered = fn.reuse(_is_pile(code, to))
    result, left = fn.let_var(code.ctx.cells.result.address), fn.let_var(wanted)
    if _form(event.source.type) == "pile":
        _from_pile(code, event, source.instance, ordered, result, left)
    else:
        fn.drop(call("whole_pool", "i32", code.s, source.instance))
        _draw_stage(code, event, source.instance, ordered, result, left)
    first_refilled = fn.let(result)
    refill = _refill(code, source)
    is_refilled = c(0) if refill is None else ge(refill, c(0))
    if refill is not None:
        with fn.when(is_refilled & ne(left, c(0))):
            fn.drop(call("whole_pool", "i32", code.s, refill))
            _draw_stage(code, event, source.instance, ordered, result, left)
    if not event.up_to:
        code.check(eqz(left), "E_MISSING", event.site)
    stops(code)
    flags = c(int(event.under) | 2 * int(event.from_bottom))
    other = c(-1) if refill is None else refill
    fn.ret(
        call(
            "draw_results",
            "i32",
            code.s,
            source.instance,
            to.instance,
            first_refilled,
            result,
            left,
            other,
            flags,
            c(event.site),
        )
    )


def _form(of: types.Type) -> str:
    inner = types.plain(of)
    assert isinstance(inner, types.Zone)
    return inner.form


def _is_pile(code: Lowering, zone: ZoneV) -> Ir:
    if zone.family is not None:
        return c(int(code.game.zones[zone.family].form == "pile"))
    return call("is_pile", "i32", zone.instance)


def _from_pile(code: Lowering, event: Draw, zone: Ir, ordered: Ir, result: Ir, left: Ir) -> None:
    if event.from_bottom:
        _from_bottom(code, event, zone, ordered, result, left)
        return
    fn = code.fn
    high = fn.let_var(call("z_size", "i32", code.s, zone))
    with fn.until(eqz(op2("gt_s", high, c(0)) & op2("gt_s", left, c(0)))):
        fn.set(high, call("top_stretch", "i32", code.s, zone, high))
        _draw_stage(code, event, zone, ordered, result, left)


def _from_bottom(code: Lowering, event: Draw, zone: Ir, ordered: Ir, result: Ir, left: Ir) -> None:
    fn = code.fn
    low, size = fn.let_var(c(0)), fn.let(call("z_size", "i32", code.s, zone))
    with fn.until(eqz(lt(low, size) & op2("gt_s", left, c(0)))):
        fn.set(low, call("bottom_stretch", "i32", code.s, zone, low))
        _draw_stage(code, event, zone, ordered, result, left)


def _draw_stage(code: Lowering, event: Draw, zone: Ir, ordered: Ir, result: Ir, left: Ir) -> None:
    """Draws from the pieces of the pool that meet the condition."""
    fn = code.fn
    if event.condition is not None and event.element is not None:
        pool, kept = code.ctx.cells.pool.at, fn.let_var(c(0))
        with fn.count(c(0), fn.let(code.ctx.cells.pool_count.value)) as i:
            at = fn.let(i * 8)
            kind = fn.let(load("i32", at, pool))
            code.bind(event.element, PieceV(zone, kind))
            with fn.when(code.scalar(event.condition)):
                to = fn.let(kept * 8)
                fn.store("32", to, kind, pool)
                fn.store("32", to, load("i32", at, pool + 4), pool + 4)
                fn.set(kept, kept + 1)
        code.ctx.cells.pool_count.store(fn, kept)
    end = fn.let(call("stage", "i32", stream_at(code), left, ordered, result))
    fn.set(left, left - ((end - result) >> 2))
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
    return source.flat + refill.base if refill.has_index else c(refill.base)
