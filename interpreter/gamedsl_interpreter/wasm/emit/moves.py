"""Pieces that move: single ones in place, others through the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.graph import expr as e
from gamedsl.graph import stmt as s
from gamedsl.graph import types as t
from gamedsl_interpreter.wasm.emit.context import MOST_PIECES
from gamedsl_interpreter.wasm.emit.ir import Ir, add, c, call, sub
from gamedsl_interpreter.wasm.emit.values import PiecesV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def move(low: Lowering, effect: s.Move) -> None:
    """Pieces leave their places, then arrive."""
    given = low.pieces(effect.what)
    pieces = PiecesV(low.fn.cheap(given.at), low.fn.cheap(given.end))
    if isinstance(effect.what, e.Local | e.Call) and any(spec.form == "pile" for spec in low.game.zones):
        pieces = _copied(low, pieces)
    to = low.fn.cheap(low.zone(effect.to).instance)
    of_entries(low, pieces, to, effect.site, int(effect.under) | 2 * int(effect.from_bottom))


def _copied(low: Lowering, pieces: PiecesV) -> PiecesV:
    at = c(low.ctx.memory.space(12 * MOST_PIECES))
    size = low.fn.let(sub(pieces.end, pieces.at))
    low.fn.copy(at, pieces.at, size)
    return PiecesV(at, low.fn.let(add(size, at)))


def of_entries(low: Lowering, pieces: PiecesV, to: Ir, site: t.SiteId, flags: int) -> None:
    """Moves piece entries of working memory. `move` may write to the entries of piles, so those of a local are copied first."""
    low.fn.drop(call("move", "i32", low.s, pieces.at, pieces.end, to, c(site), c(flags)))
