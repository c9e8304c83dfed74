"""Moves of pieces. Zones of families known while emitting are written in place; everything else goes through the library."""

from __future__ import annotations

from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl_interpreter.plans.commitments import commitments, is_commitment
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, op2
from gamedsl_interpreter.wasm.emit.effects import chosen_pieces, heaps, whole_zones
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV
from gamedsl_interpreter.wasm.emit.lowering import Lowering
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
