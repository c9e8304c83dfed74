"""Exchanges of two pieces, or of the contents of two zones."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import SlotZone, zone_coding
from gamedsl.graph.model import statements
from gamedsl.graph.model.types import SiteId, ZoneId
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, ge, load
from gamedsl_interpreter.wasm.emit.effects import chosen_pieces
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.formulas import places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import pools
from gamedsl_interpreter.wasm.emit.planning.pile_forms import family_of


def pieces(code: Lowering, effect: statements.SwapPieces) -> bool:
    """Emits the exchange of two single pieces in bags and slots of known families. Gives whether it was emitted. Each zone has as many pieces
    afterwards as before, so everything fits."""
    singles: list[tuple[chosen_pieces.Single, list[ZoneId]]] = []
    for what in (effect.first, effect.second):
        single, families = chosen_pieces.single_piece(code, what), code.ctx.piece_places.of(what)
        if single is None or not families or len(families) > 2:
            return False
        if any(code.game.zones[family].form == "pile" for family in families):
            return False
        singles.append((single, sorted(families)))
    values = [code.pin(single.value(code)) for single, _ in singles]
    for piece, (single, _) in zip(values, singles, strict=True):
        if single.may_be_none:
            code.check(ge(piece.kind, c(0)), "E_MISSING", effect.site)
    for piece, (_, lies_in) in zip(values, singles, strict=True):
        _leave(code, piece, lies_in, effect.site)
    for piece, other, (_, lies_in) in zip(values, reversed(values), singles, strict=True):
        _arrive(code, other.kind, piece.zone, lies_in, effect.site)
    return True


def _leave(code: Lowering, piece: PieceV, families: list[ZoneId], site: SiteId) -> None:
    def remove(zone: ZoneV) -> None:
        code.check(zones.count(code, zone, piece.kind), "E_MISSING", site)
        zones.put(code, zone, piece.kind, c(-1))

    chosen_pieces.by_family(code, piece.zone, families, site, remove)


def _arrive(code: Lowering, kind: Ir, place: Ir, families: list[ZoneId], site: SiteId) -> None:
    chosen_pieces.by_family(code, place, families, site, lambda zone: zones.put(code, zone, kind, c(1)))


def whole(code: Lowering, effect: statements.SwapZones) -> bool:
    """Emits the exchange of the contents of two bags or slots of one family. Gives whether it was emitted."""
    family = family_of(effect.first)
    if family is None or family != family_of(effect.second):
        return False
    coding, pool = zone_coding(code.game, code.game.zones[family]), pools.of_bag(code.game, family)
    if not isinstance(coding, SlotZone) and pool is None:
        return False
    first, second = code.pin(code.zone(effect.first)), code.pin(code.zone(effect.second))
    fn = code.fn
    at, other = (fn.let(places.zone_address(code, zone)) for zone in (first, second))
    if pool is None:
        width = "8" if coding.codes == "B" else "16"
        lying, there = (fn.let(load(f"u{width}", place)) for place in (at, other))
        fn.store(width, at, there)
        fn.store(width, other, lying)
        return True
    words = [(fn.let(pool.word(at, i)), fn.let(pool.word(other, i))) for i in range(pool.words)]
    for i, (lying, there) in enumerate(words):
        pool.store(fn, at, i, there)
        pool.store(fn, other, i, lying)
    return True
