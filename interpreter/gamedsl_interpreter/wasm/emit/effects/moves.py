"""Moves of pieces, and exchanges of two pieces or of the contents of two zones.

Zones of families known while emitting are written in place; everything else goes through the library.
"""

from __future__ import annotations

from gamedsl.graph.bytes.codings import SlotZone, zone_coding
from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import SiteId, ZoneId
from gamedsl_interpreter.plans.commitments import commitments, is_commitment
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, ge, load, op2
from gamedsl_interpreter.wasm.emit.effects import chosen_pieces, heaps, whole_zones
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV, PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.formulas import places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import pools
from gamedsl_interpreter.wasm.emit.planning.pile_forms import family_of
from gamedsl_interpreter.wasm.emit.telling.telling import COMMITTED


def move(code: Lowering, effect: statements.Move) -> None:
    """Emits a move: pieces leave their zones, then arrive."""
    if not code.ctx.tells and _in_place(code, effect):
        return
    pieces = entries_to_move(code, effect.what)
    to = code.fn.reuse(code.zone(effect.to).instance)
    flags = int(effect.under) | 2 * int(effect.from_bottom)
    if code.ctx.tells and not flags and is_commitment(commitments(code.game), effect):
        flags = COMMITTED
    of_entries(code, pieces, to, effect.site, flags)


def _in_place(code: Lowering, effect: statements.Move) -> bool:
    return whole_zones.move(code, effect) or heaps.move(code, effect) or chosen_pieces.move(code, effect)


def entries_to_move(code: Lowering, what: Expr) -> PiecesV:
    """Gives piece entries that `move` may overwrite. Entries with another owner (a local, a constant, a list) are copied, if a zone of the game is a
    pile: only then `move` writes to entries."""
    pieces = code.pin(code.pieces(what))
    is_kept = isinstance(
        what,
        expressions.Local
        | expressions.Call
        | expressions.Lookup
        | expressions.Item
        | expressions.Pick
        | expressions.Need,
    )
    return _copy_entries(code, pieces) if is_kept and any(spec.form == "pile" for spec in code.game.zones) else pieces


def swap(code: Lowering, effect: statements.SwapPieces) -> None:
    """Emits the exchange of two groups of pieces."""
    groups = [code.pin(code.pieces(effect.first)), code.pin(code.pieces(effect.second))]
    ends: list[Ir] = []
    for group in groups:
        copied = _copy_entries(code, group)
        ends += [copied.at, copied.end]
    at = code.ctx.memory.space(16)
    for i, end in enumerate(ends):
        code.fn.store("32", c(at), end, 4 * i)
    code.fn.drop(call("swap_pieces", "i32", code.s, c(at), c(effect.site)))


def _copy_entries(code: Lowering, pieces: PiecesV) -> PiecesV:
    at = c(code.ctx.memory.space(12 * code.ctx.pieces))
    size = code.fn.let(pieces.end - pieces.at)
    code.room(op2("le_s", size, c(12 * code.ctx.pieces)))
    code.fn.copy(at, pieces.at, size)
    return PiecesV(at, code.fn.let(size + at))


def of_entries(code: Lowering, pieces: PiecesV, to: Ir, site: types.SiteId, flags: int) -> None:
    """Moves piece entries in working memory."""
    code.fn.drop(call("move", "i32", code.s, pieces.at, pieces.end, to, c(site), c(flags)))


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
