"""Pieces that move: single ones in place, others through the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamedsl.graph import stmt as s
from gamedsl.graph import types as t
from gamedsl_interpreter.wasm.emit.ir import Ir, c, call
from gamedsl_interpreter.wasm.emit.values import PiecesV

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def move(low: Lowering, effect: s.Move) -> None:
    """Pieces leave their places, then arrive."""
    given = low.pieces(effect.what)
    pieces = PiecesV(low.fn.cheap(given.at), low.fn.cheap(given.end))
    to = low.fn.cheap(low.zone(effect.to).instance)
    of_entries(low, pieces, to, effect.site, int(effect.under) | 2 * int(effect.from_bottom))


def of_entries(low: Lowering, pieces: PiecesV, to: Ir, site: t.SiteId, flags: int) -> None:
    """Moves piece entries of working memory. `move` may write to the entries of piles, so those of a local are copied first."""
    low.fn.drop(call("move", "i32", low.s, pieces.at, pieces.end, to, c(site), c(flags)))
