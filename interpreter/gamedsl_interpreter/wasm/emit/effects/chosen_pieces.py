"""Moves of single pieces, and of pieces that locals hold, where the families in which they can lie are known while emitting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import SiteId, ZoneId
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, ge, lt, op2, sub
from gamedsl_interpreter.wasm.emit.collections import streams, zones
from gamedsl_interpreter.wasm.emit.effects import lane_moves, pile_tops
from gamedsl_interpreter.wasm.emit.memory.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.piles.forms import family_of
from gamedsl_interpreter.wasm.emit.values.values import PieceV, Value, ZoneV, expect

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.lowering import Lowering

_MOST_FAMILIES = 3
"""More families are left to the library: each has code of its own."""


def move(code: Lowering, effect: statements.Move) -> bool:
    """Writes the move in place, if that gives the same position and the same faults; tells whether it did."""
    target = family_of(effect.to)
    families = code.ctx.piece_places.of(effect.what)
    if target is None or not families or len(families) > _MOST_FAMILIES or effect.under:
        return False
    if not zone_kinds(code.game, code.game.zones[target]):
        return False
    single = _single(effect.what)
    if single is not None:
        if not all(_can_leave(code, family, single) for family in families):
            return False
        _move_one(code, effect, single, sorted(families))
        return True
    if lane_moves.move(code, effect, target):
        return True
    forms = {code.game.zones[family].form for family in (*families, target)}
    if "pile" in forms or target in families or _capacity(code, target) is not None:
        return False
    if not _is_kept(effect.what) or not code.ctx.analysis.totality.is_total(effect.what):
        return False
    _move_entries(code, effect, sorted(families))
    return True


def _capacity(code: Lowering, family: ZoneId) -> int | None:
    spec = code.game.zones[family]
    return 1 if spec.form == "slot" else spec.capacity


# ---------------------------------------------------------------- one piece


def _single(what: Expr) -> Expr | None:
    """The formula of the only piece that moves."""
    match what:
        case expressions.Convert(operand) if isinstance(_inner(operand.type), types.Piece):
            return operand
        case _:
            return None


def _inner(of: types.Type) -> types.Type:
    return of.of if isinstance(of, types.Optional) else of


def _can_leave(code: Lowering, family: ZoneId, piece: Expr) -> bool:
    """Whether a piece of a family can leave in place: from a pile only what is asked for as its top."""
    return code.game.zones[family].form != "pile" or pile_tops.is_top(piece)


def _move_one(code: Lowering, effect: statements.Move, operand: Expr, families: list[ZoneId]) -> None:
    fn = code.fn
    piece = code.pinned(code.piece(operand))
    to = code.pinned(code.zone(effect.to))
    with fn.when(ge(piece.kind, c(0)) if isinstance(operand.type, types.Optional) else c(1)):
        _check_target(code, to, effect.site)
        with fn.block() as done:
            for family in families:
                source = _instance(code, family, piece.zone)
                inside = _is_instance(code, source)
                with fn.when(inside):
                    _one_between(code, source, to, piece.kind, effect.site)
                    fn.br(done)
            code.fault("E_MISSING", effect.site)


def _one_between(code: Lowering, source: ZoneV, to: ZoneV, kind: Ir, site: SiteId) -> None:
    if code.game.zones[source.known_family].form == "pile":
        pile_tops.leave(code, source, kind, site)
    else:
        code.check(zones.count(code, source, kind), "E_MISSING", site)
        zones.put(code, source, kind, c(-1))
    capacity = _capacity(code, to.known_family)
    if capacity is not None:
        code.check(lt(zones.size(code, to), c(capacity)), "E_FULL", site)
    if code.game.zones[to.known_family].form == "pile":
        pile_tops.arrive(code, to, kind)
    else:
        zones.put(code, to, kind, c(1))


def _check_target(code: Lowering, to: ZoneV, site: SiteId) -> None:
    if to.maybe:
        code.check(ge(to.instance, c(0)), "E_NONE", site)


def _instance(code: Lowering, family: ZoneId, instance: Ir) -> ZoneV:
    flat = code.fn.reuse(sub(instance, c(code.game.zones[family].base)))
    return ZoneV(instance, family, flat, False)


def _is_instance(code: Lowering, zone: ZoneV) -> Ir:
    return op2("lt_u", zone.flat, c(len(code.game.zones[zone.known_family].start)))


# ---------------------------------------------------------------- pieces of locals


def _is_kept(what: Expr) -> bool:
    """Whether the entries stay as they are while pieces move."""
    match what:
        case expressions.Local():
            return True
        case expressions.LyingIn(pieces):
            return _is_kept(pieces)
        case _:
            return False


def _move_entries(code: Lowering, effect: statements.Move, families: list[ZoneId]) -> None:
    """Checks and changes alternate: what a fault leaves behind is of no use to anybody."""
    fn = code.fn
    to = code.pinned(code.zone(effect.to))

    def one(element: Value, number: Ir) -> None:
        piece = expect(PieceV, code.pinned(element))
        _check_target(code, to, effect.site)
        with fn.block() as done:
            for family in families:
                source = _instance(code, family, piece.zone)
                with fn.when(_is_instance(code, source)):
                    code.check(ge(zones.count(code, source, piece.kind), number), "E_MISSING", effect.site)
                    zones.put(code, source, piece.kind, sub(c(0), number))
                    zones.put(code, to, piece.kind, number)
                    fn.br(done)
            code.fault("E_MISSING", effect.site)

    streams.stream(code, effect.what, one)
