"""Puts the contents of bags and slots onto, under or into a pile with a working form, and shuffles such piles."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import SlotZone, zone_coding
from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import SiteId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, ge, le
from gamedsl_interpreter.wasm.emit.effects import pile_tops
from gamedsl_interpreter.wasm.emit.forms.pieces import ZoneV
from gamedsl_interpreter.wasm.emit.formulas import places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import mixing, pools
from gamedsl_interpreter.wasm.emit.piles.pools import Pool
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.planning.pile_forms import PileForm, family_of


@frozen
class _Heap:
    """A bag that is emptied onto a pile."""

    zone: expressions.ZoneAt
    pool: Pool
    form: PileForm


def move(code: Lowering, effect: statements.Move) -> bool:
    """Emits a move of a zone's contents onto a pile in place. Gives whether it was emitted."""
    if effect.under:
        return False
    slot = _slot(code, effect.what, effect.to)
    if slot is not None:
        _one(code, effect, slot)
        return True
    heap = _heap(code, effect.what, effect.to)
    if heap is None:
        return False
    _empty_heap(code, heap, effect.to, effect.site, mixing.stacker)
    return True


def shuffle_into(code: Lowering, effect: statements.Shuffle) -> bool:
    """Emits `shuffle … into` a pile in place. Gives whether it was emitted."""
    if effect.what is None or effect.into is None:
        return False
    heap = _heap(code, effect.what, effect.into)
    if heap is None:
        return False
    to = _empty_heap(code, heap, effect.into, effect.site, mixing.underlayer if effect.under else mixing.mixer)
    if not effect.under:
        shuffle(code, to)
    return True


def shuffle(code: Lowering, zone: ZoneV) -> bool:
    """Emits `shuffle` of a pile with a working form in place. Gives whether it was emitted."""
    form = None if zone.family is None else code.ctx.record.piles.get(zone.family)
    if form is None:
        return False
    with code.fn.when(ge(zone.instance, c(0)) if zone.maybe else c(1)):
        at, extra = places.zone_address(code, zone), places.pile_extra(code, zone)
        code.fn.drop(call(mixing.shuffler(code.ctx, form), "i32", at, extra))
    return True


# ---------------------------------------------------------------- one zone


def _source(what: Expr) -> expressions.ZoneAt | None:
    match what:
        case expressions.Contents(expressions.ZoneAt() as zone):
            return zone
        case _:
            return None


def _heap(code: Lowering, what: Expr, to: Expr) -> _Heap | None:
    zone, family = _source(what), family_of(to)
    if zone is None or family is None or code.game.zones[zone.zone].form != "bag":
        return None
    pool, form = pools.of_bag(code.game, zone.zone), code.ctx.record.piles.get(family)
    if pool is None or form is None or not set(pool.kinds) <= set(form.kinds):
        return None
    return _Heap(zone, pool, form)


def _slot(code: Lowering, what: Expr, to: Expr) -> expressions.ZoneAt | None:
    """Gives the slot from which a piece is moved onto a pile; None for other moves."""
    zone, family = _source(what), family_of(to)
    if zone is None or family is None or code.game.zones[family].form != "pile":
        return None
    is_slot = isinstance(zone_coding(code.game, code.game.zones[zone.zone]), SlotZone)
    return zone if is_slot and zone_kinds(code.game, code.game.zones[zone.zone]) else None


def _one(code: Lowering, effect: statements.Move, slot: expressions.ZoneAt) -> None:
    fn = code.fn
    source = code.pin(code.zone(slot))
    kind = fn.let(places.top(code, source).kind)
    to = code.pin(code.zone(effect.to))
    with fn.when(ge(kind, c(0))):
        _check_target(code, to, c(1), effect.site)
        zones.put(code, source, kind, c(-1))
        pile_tops.arrive(code, to, kind)


def _empty_heap(code: Lowering, heap: _Heap, target: Expr, site: SiteId, way: mixing.Way) -> ZoneV:
    """Moves all pieces of the heap to a pile, in one of the ways; gives the pile."""
    fn = code.fn
    source = code.pin(code.zone(heap.zone))
    to = code.pin(code.zone(target))
    with fn.when(ge(source.instance, c(0)) if source.maybe else c(1)):
        base = fn.let(places.zone_address(code, source))
        number = fn.let(heap.pool.size(base))
        with fn.when(number):
            _check_target(code, to, number, site)
            name = way(code.ctx, heap.form, heap.zone.zone, heap.pool)
            at, extra = places.zone_address(code, to), places.pile_extra(code, to)
            fn.drop(call(name, "i32", at, extra, base, number))
    return to


def _check_target(code: Lowering, to: ZoneV, number: Ir, site: SiteId) -> None:
    capacity = code.game.zones[to.known_family].capacity
    if capacity is not None:
        code.check(le(zones.size(code, to) + number, c(capacity)), "E_FULL", site)
