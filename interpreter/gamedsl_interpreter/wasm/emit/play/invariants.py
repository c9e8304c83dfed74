"""Checks at every stop, on request: the game's invariants, that no piece is lost or made, and that the rules can say how well players stand."""

from __future__ import annotations

from gamedsl.graph.model.nodes import ChanceNode, EndNode, StopNode
from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c, call, load, op2
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering


def declare(ctx: Context) -> None:
    """Declares the function `verify`, which ends in a fault if a check fails, and sets the nodes at which it is called."""
    is_asked = ctx.checking is Checking.ON
    nodes = [int(is_asked and not isinstance(node, StopNode | ChanceNode)) for node in ctx.game.nodes]
    ctx.constants["VERIFIED_AT"] = ctx.memory.words(nodes)
    ctx.functions.writers["verify"] = lambda: _write(ctx)


def _write(ctx: Context) -> None:
    fn = Fn("verify", ("i32",), "i32")
    code = FormulaLowering(ctx, fn)
    for invariant in ctx.game.invariants:
        code.env.clear()
        code.check(code.scalar(invariant.condition), "E_INVARIANT", invariant.site)
    _check_conservation(code)
    _check_standings(code)
    fn.ret(c(0))
    ctx.functions.append(fn)


def _check_standings(code: Lowering) -> None:
    """Computes how well the seats stand, where a search may ask for it, so that a fault of the formula shows."""
    fn, judged = code.fn, code.game.judged
    if judged is None:
        return
    goes_on = code.ctx.memory.words([int(not isinstance(node, EndNode)) for node in code.game.nodes])
    is_asked = c(1) if judged.when is None else call("is_judged", "i32", code.s)
    with (
        fn.when(load("i32", load("u16", code.s) * 4, goes_on)),
        fn.when(is_asked),
        fn.count(c(0), c(len(code.game.seats))) as seat,
    ):
        fn.drop(call("stands", "i32", code.s, seat))


def _check_conservation(code: Lowering) -> None:
    """Checks the number of pieces of each kind. WANT holds the counted pieces minus the pieces at the start: it must be all zeros before and after."""
    fn, game, want = code.fn, code.game, code.ctx.cells.want.at
    at = code.ctx.memory.space(12 * code.ctx.pieces)
    copies = [0] * len(game.kinds)
    for spec in game.zones:
        for content in spec.start:
            for piece, number in content:
                copies[piece] += number
    start = code.ctx.memory.words(copies)
    with fn.count(c(0), c(code.ctx.constants["ZONE_COUNT"])) as zone:
        entry, end = fn.let_var(c(at)), fn.let(call("z_list", "i32", code.s, zone, c(at)))
        with fn.until(op2("ge_s", entry, end)):
            where = fn.let(load("i32", entry, 4) * 4 + want)
            fn.store("32", where, load("i32", where) + load("i32", entry, 8))
            fn.set(entry, entry + 12)
    lost = fn.let_var(c(0))
    with fn.count(c(0), c(len(game.kinds))) as kind:
        where = fn.let(kind * 4)
        fn.set(lost, lost | (load("i32", where, want) - load("i32", where, start)))
        fn.store("32", where, c(0), want)
    code.check(op2("eq", lost, c(0)), "E_INVARIANT", SiteId(-1))
