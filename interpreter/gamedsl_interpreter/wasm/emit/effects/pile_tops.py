"""Single pieces that leave the top of a pile of a known family, or arrive there."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz
from gamedsl_interpreter.wasm.emit.forms.pieces import ZoneV
from gamedsl_interpreter.wasm.emit.formulas import places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import tops


def is_top(piece: Expr) -> bool:
    """Whether a formula asks for the top of a pile."""
    match piece:
        case expressions.TopPiece(expressions.ZoneAt()):
            return True
        case expressions.Pick("last", expressions.Contents(expressions.ZoneAt())):
            return True
        case expressions.Need(operand):
            return is_top(operand)
        case _:
            return False


def leave(code: Lowering, source: ZoneV, kind: Ir, site: SiteId) -> None:
    """Removes the top piece, which is of this kind, from its pile."""
    fn = code.fn
    at, extra = places.zone_address(code, source), places.pile_extra(code, source)
    is_gone = fn.let(call(tops.taker(code.ctx, source.known_family), "i32", at, extra, c(0)))
    with fn.when(eqz(is_gone)):
        fn.drop(call("take_one", "i32", code.s, source.instance, kind, c(site)))


def arrive(code: Lowering, to: ZoneV, kind: Ir) -> None:
    """Puts a piece on top of a pile."""
    at, extra = places.zone_address(code, to), places.pile_extra(code, to)
    number = zones.number_of(code, to.known_family, kind)
    code.fn.drop(call(tops.putter(code.ctx, to.known_family), "i32", at, extra, number))
