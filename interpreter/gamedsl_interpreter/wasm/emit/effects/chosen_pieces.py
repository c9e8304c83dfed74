"""Moves of single pieces, and of pieces in locals, if the families of zones in which they can lie are known while emitting."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import SiteId, ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, ge, lt, op2
from gamedsl_interpreter.wasm.emit.effects import lane_moves, pile_tops
from gamedsl_interpreter.wasm.emit.effects.whole_zones import capacity_of
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.formulas import streams, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds
from gamedsl_interpreter.wasm.emit.planning.pile_forms import family_of

_MOST_FAMILIES = 3
"""Moves with more families go through the library, because each family has code of its own."""


def move(code: Lowering, effect: statements.Move) -> bool:
    """Emits the move in place, if that gives the same position and the same faults. Gives whether it was emitted."""
    target = family_of(effect.to)
    families = code.ctx.piece_places.of(effect.what)
    if target is None or not families or len(families) > _MOST_FAMILIES or effect.under:
        return False
    if not zone_kinds(code.game, code.game.zones[target]):
        return False
    piece = single_piece(code, effect.what)
    if piece is not None:
        if not all(_can_leave(code, family, effect.what) for family in families):
            return False
        _move_one(code, effect, piece, sorted(families))
        return True
    if lane_moves.move(code, effect, target):
        return True
    forms = {code.game.zones[family].form for family in (*families, target)}
    if "pile" in forms or target in families or capacity_of(code, target) is not None:
        return False
    if not _is_kept(effect.what) or not code.ctx.analysis.totality.is_total(effect.what):
        return False
    _move_entries(code, effect, sorted(families))
    return True


# ---------------------------------------------------------------- one piece


@frozen
class Single:
    """At most one piece: how to ask for it, and whether it can be none."""

    value: Callable[[Lowering], PieceV]
    may_be_none: bool


def single_piece(code: Lowering, what: Expr) -> Single | None:
    """Gives the only piece of a collection, if the formula shows that there is at most one."""
    match what:
        case expressions.Convert(operand) if isinstance(types.plain(operand.type), types.Piece):
            return Single(lambda writer: writer.piece(operand), isinstance(operand.type, types.Optional))
        case expressions.TakeFrom(
            expressions.MakeBag(((expressions.Const(1), kind),)), expressions.Contents(expressions.ZoneAt() as zone)
        ) if code.game.zones[zone.zone].form != "pile" and zones.holds(code, zone.zone, kind.type):
            return Single(lambda writer: _take_piece(writer, kind, zone, what.site), may_be_none=False)
        case _:
            return None


def _take_piece(code: Lowering, kind: Expr, zone: expressions.ZoneAt, site: SiteId) -> PieceV:
    """Gives a piece of a kind in a zone. Fault E_MISSING."""
    fn = code.fn
    wanted = fn.let(code.scalar(kind))
    source = code.pin(code.zone(zone))
    code.check(ge(source.instance, c(0)) if source.maybe else c(1), "E_MISSING", site)
    there = zones.count(code, ZoneV(source.instance, source.family, source.flat, False), wanted)
    code.check(op2("ne", there, c(0)), "E_MISSING", site)
    return PieceV(source.instance, wanted)


def _can_leave(code: Lowering, family: ZoneId, what: Expr) -> bool:
    """Whether a piece of a family can leave in place: from a pile only if the formula asks for its top."""
    if code.game.zones[family].form != "pile":
        return True
    return isinstance(what, expressions.Convert) and pile_tops.is_top(what.operand)


def _move_one(code: Lowering, effect: statements.Move, single: Single, families: list[ZoneId]) -> None:
    fn = code.fn
    piece = code.pin(single.value(code))
    to = code.pin(code.zone(effect.to))
    with fn.when(ge(piece.kind, c(0)) if single.may_be_none else c(1)):
        by_family(
            code,
            piece.zone,
            families,
            effect.site,
            lambda source: _one_between(code, source, to, piece.kind, effect.site),
        )


def by_family(code: Lowering, place: Ir, families: list[ZoneId], site: SiteId, body: Callable[[ZoneV], None]) -> None:
    """Emits the body for the zone of a piece, once for each of the families to which the zone may belong. Fault E_MISSING if it belongs to none of them."""
    with code.fn.block() as done:
        for family in families:
            source = _instance(code, family, place)
            with code.fn.when(op2("lt_u", source.flat, c(len(code.game.zones[source.known_family].start)))):
                body(source)
                code.fn.br(done)
        code.fault("E_MISSING", site)


def _one_between(code: Lowering, source: ZoneV, to: ZoneV, kind: Ir, site: SiteId) -> None:
    if code.game.zones[source.known_family].form == "pile":
        pile_tops.leave(code, source, kind, site)
    else:
        code.check(zones.count(code, source, kind), "E_MISSING", site)
        zones.put(code, source, kind, c(-1))
    capacity = capacity_of(code, to.known_family)
    if capacity is not None:
        code.check(lt(zones.size(code, to), c(capacity)), "E_FULL", site)
    if code.game.zones[to.known_family].form == "pile":
        pile_tops.arrive(code, to, kind)
    else:
        zones.put(code, to, kind, c(1))


def _instance(code: Lowering, family: ZoneId, instance: Ir) -> ZoneV:
    flat = code.fn.reuse(instance - code.game.zones[family].base)
    return ZoneV(instance, family, flat, False)


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
    """Moves entries one by one. Checks and changes alternate, because nobody uses the position after a fault."""
    to = code.pin(code.zone(effect.to))

    def one(element: Value, number: Ir) -> None:
        piece = expect(PieceV, code.pin(element))

        def between(source: ZoneV) -> None:
            code.check(ge(zones.count(code, source, piece.kind), number), "E_MISSING", effect.site)
            zones.put(code, source, piece.kind, c(0) - number)
            zones.put(code, to, piece.kind, number)

        by_family(code, piece.zone, families, effect.site, between)

    streams.stream(code, effect.what, one)
