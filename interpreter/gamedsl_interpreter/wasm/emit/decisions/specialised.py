"""The functions that decide for a policy: `decide…` of a node counts the moves, draws one and finds it; or walks step by step."""

from __future__ import annotations

from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl_interpreter.engine import BUDGET, Checking
from gamedsl_interpreter.plans.counting import counting
from gamedsl_interpreter.plans.reading import Reading
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, add, c, call, eqz, load, lt, op2, select
from gamedsl_interpreter.wasm.emit.decisions.counts import count
from gamedsl_interpreter.wasm.emit.decisions.deciding import Deciding, Found
from gamedsl_interpreter.wasm.emit.decisions.numbers import emit_nth
from gamedsl_interpreter.wasm.emit.decisions.search import Search
from gamedsl_interpreter.wasm.emit.decisions.walks import emit_walk
from gamedsl_interpreter.wasm.emit.memory.context import FAULT_CODES, NO_ROOM, ON, Context
from gamedsl_interpreter.wasm.emit.values.lowering import Lowering


def declare(ctx: Context, number: int, node: DecisionNode | TogetherNode, search: Search) -> bool:
    """Declares the function `decide…` of a node: given the state and the policy (0: only what is forced), it gives the way, or -1. False if its moves have
    to be searched: where that cannot be counted, or moves are tried."""
    if search.tried:
        return False
    tree = counting(ctx.game, ctx.analysis, node.plan)
    deciding = Deciding(ctx, f"decide{number}", Reading(ctx.analysis.totality), search, node.plan)
    if not deciding.can_count(tree.root):
        return False
    walk = f"walk{number}"

    def decide(code: Lowering) -> None:
        fn, policy = code.fn, code.fn.param(1)
        with fn.when(op2("eq", policy, c(2))):
            _walked(code, node, walk)
        found = Found()
        total = count(deciding, code, found, tree.root)
        with fn.when(eqz(total)):
            _no_move(code, node)
        if not deciding.is_exact(tree.root):
            with fn.when(op2("ge_u", total, c(ON))):
                fn.drop(call("fault", "i32", c(NO_ROOM), c(-1)))
        place = fn.let_var(c(0))
        with fn.when(c(1) if node.is_private else op2("gt_s", total, c(1))):
            with fn.when(eqz(policy)):
                fn.ret(c(-1))
            fn.set(place, call("below", "i32", code.ctx.at("POLICY"), total))
            _asked(code, c(1))
        emit_nth(deciding, code, found, tree.root, place)

    ctx.declare(f"decide{number}", lambda: deciding.write(f"decide{number}", 1, decide))
    ctx.declare(walk, lambda: deciding.write(walk, 0, lambda code: emit_walk(deciding, code, tree.root, is_sure=False)))
    return True


def _no_move(code: Lowering, node: DecisionNode | TogetherNode) -> None:
    code.fn.drop(call("fault", "i32", c(FAULT_CODES["E_CHOICE"]), c(node.plan.site)))


def _walked(code: Lowering, node: DecisionNode | TogetherNode, walk: str) -> None:
    fn, at = code.fn, code.ctx.at("ASKED")
    fn.store("32", at, c(0))
    way = fn.let(call(walk, "i32", code.s))
    with fn.when(lt(way, c(0))):
        _no_move(code, node)
    asked = fn.let(load("i32", at))
    with fn.when(c(1) if node.is_private else asked):
        _asked(code, select(asked, asked, c(1)))
    fn.ret(way)


def _asked(code: Lowering, steps: Ir) -> None:
    """Counts a decision that somebody is asked, and its steps."""
    if code.ctx.checking is Checking.ON:
        code.fn.drop(call("verified", "i32", code.s))
    # What comes after somebody's choice has the whole budget.
    code.fn.store("32", code.ctx.at("LEFT"), add(load("i32", code.ctx.at("EXTRA_BUDGET")), c(BUDGET)))
    for name, more in (("DECISIONS", c(1)), ("STEP_COUNT", steps)):
        code.fn.store("32", code.ctx.at(name), add(load("i32", code.ctx.at(name)), more))
