"""The data of a state that is valid only where play stops: live locals, and canonical piles."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import Listed, type_coding
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EndNode, Node, StopNode, TogetherNode
from gamedsl.graph.model.types import LocalId, Pieces
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, load
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms import state_access
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.pile_forms import ABOVE
from gamedsl_interpreter.wasm.emit.play.dispatch import dispatch


def _stops(node: Node) -> tuple[LocalId, ...] | None:
    """Gives the locals that are live if play stops at the node; None if it never stops there."""
    match node:
        case DecisionNode() | TogetherNode() | ChanceNode() | StopNode():
            return node.live
        case EndNode():
            return ()
        case _:
            return None


def emit_save_locals(ctx: Context) -> None:
    """Writes the function that saves live locals in a state."""
    game, at = ctx.game, _places_of_locals(ctx.game)
    first = min(at.values(), default=game.layout.size)

    def save(code: Lowering, number: int) -> None:
        for local in _stops(game.nodes[number]) or ():
            code.env.clear()
            state_access.put(code, game.locals[local].type, code.s + at[local], code.pin(code.local(local)))
        code.fn.ret(c(0))

    def plain(code: Lowering) -> None:
        code.fn.fill(code.s + first, c(game.layout.size - first))
        _make_piles_canonical(code)

    dispatch(ctx, "save_locals", lambda node: bool(_stops(node)), save, plain)


def emit_load_locals(ctx: Context) -> None:
    """Writes the function that loads live locals from a state."""
    game, at = ctx.game, _places_of_locals(ctx.game)

    def restore(code: Lowering, number: int) -> None:
        for local in _stops(game.nodes[number]) or ():
            _load_local(code, local, code.s + at[local])
        code.fn.ret(c(0))

    dispatch(ctx, "load_locals", lambda node: bool(_stops(node)), restore)


def _load_local(code: Lowering, local: LocalId, at: Ir) -> None:
    """Restores a local from a state to its place in working memory."""
    of, to = code.game.locals[local].type, code.ctx.locals.at(local)
    coding = type_coding(code.game, of)
    if local in code.ctx.locals.lanes:
        code.keep(local, state_access.get(code, of, at))
    elif isinstance(of, Pieces):
        assert isinstance(coding, Listed)
        pieces = state_access.get_pieces(code, coding, at, c(to + 4))
        code.fn.store("32", c(to), pieces.end - pieces.at)
    else:
        code.keep(local, code.pin(state_access.get(code, of, at)))


def _places_of_locals(game: Game) -> dict[int, int]:
    return {cell.id: cell.offset for cell in game.layout.cells if cell.what == "local"}


def _make_piles_canonical(code: Lowering) -> None:
    """Makes the bytes of all piles canonical."""
    fn = code.fn
    for family, form in code.ctx.record.piles.items():
        spec = code.game.zones[family]
        with fn.count(c(0), c(len(spec.start))) as i:
            extra = code.s + i * form.stride + form.at
            with fn.when(load("i32", extra, ABOVE)):
                fn.drop(call("plain", "i32", code.s, i + spec.base))
