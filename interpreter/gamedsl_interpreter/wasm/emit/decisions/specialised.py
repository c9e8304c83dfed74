"""The functions that decide for a policy: `decide…` of a node counts the moves, draws one and finds it; or it walks step by step."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import formulas, plans
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.values import frozen
from gamedsl_interpreter.engine import BUDGET, Checking
from gamedsl_interpreter.plans.counting import counting
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.reading import Reading
from gamedsl_interpreter.plans.ways import Flag, Menu, One, Several, Ways, nodes
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, lt, op2, select
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions.counts import count, unit_count
from gamedsl_interpreter.wasm.emit.decisions.deciding import Deciding, Found
from gamedsl_interpreter.wasm.emit.decisions.numbers import emit_nth, unit_nth
from gamedsl_interpreter.wasm.emit.decisions.search_state import Search
from gamedsl_interpreter.wasm.emit.decisions.walks import emit_walk
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.signals import FAULT_CODES, NO_ROOM, ON
from gamedsl_interpreter.wasm.instances.modes import PolicyNumber


@frozen
class Counted:
    """The functions of a decision whose moves are counted. `decide` makes the decision. If iterating over its moves would take long, two more functions
    count the moves and find a move by its number."""

    decide: str
    count: str | None
    find: str | None


@frozen
class Numbered:
    """The functions of a decision that count its candidates, and find one by its number."""

    count: str
    find: str


def declare(ctx: Context, number: int, node: DecisionNode | TogetherNode, search: Search) -> Counted | None:
    """Declares the functions of a decision whose moves are counted. Given the state and the policy, `decide…` returns the way, or -1 if there is none.
    The result is None if the moves must be searched: they cannot be counted, or need trials."""
    if search.tried:
        return None
    found = _find_countable(ctx, number, node, search)
    if found is None:
        return None
    deciding, root = found
    name, walk = f"decide{number}", f"walk{number}"
    is_apart = any(isinstance(part, Several | Menu) for part in nodes(root))

    def walk_down(code: Lowering) -> None:
        if is_apart:
            unit_count(deciding, root)
        emit_walk(deciding, code, root, is_sure=False)

    def decide(code: Lowering) -> None:
        fn, policy = code.fn, code.fn.param(1)
        with fn.when(op2("eq", policy, c(PolicyNumber.STEPS))):
            _emit_walk_call(code, node, walk)
        if ctx.can_stop and not _is_quick(root):
            # A short search tells whether there is one move or several; all moves need not be counted.
            with fn.when(eqz(policy)):
                fn.ret(call("decide_by_search", "i32", code.s, c(number), c(PolicyNumber.ASKS)))
        results = Found()
        total = (
            fn.let(call(unit_count(deciding, root), "i32", code.s))
            if is_apart
            else count(deciding, code, results, root)
        )
        with fn.when(eqz(total)):
            _no_move(code, node)
        if not deciding.is_exact(root):
            with fn.when(op2("ge_u", total, c(ON))):
                fn.drop(call("fault", "i32", c(NO_ROOM), c(-1)))
        place = fn.let_var(c(0))
        with fn.when(c(1) if node.is_private else op2("gt_s", total, c(1))):
            if ctx.can_stop:
                with fn.when(eqz(policy)):
                    fn.ret(c(-1))
            fn.set(place, call("below", "i32", code.ctx.cells.policy.address, total))
            _count_asked(code, c(1))
        if is_apart:
            fn.ret(call(unit_nth(deciding, root), "i32", code.s, place))
        else:
            emit_nth(deciding, code, results, root, place)

    ctx.functions.declare(name, lambda: deciding.write(name, 1, decide))
    ctx.functions.declare(walk, lambda: deciding.write(walk, 0, walk_down))
    if not is_apart:
        return Counted(name, None, None)
    numbered = _declare_numbering(ctx, number, deciding, root)
    return Counted(name, numbered.count, numbered.find)


def declare_numbering(ctx: Context, number: int, node: DecisionNode | TogetherNode, search: Search) -> Numbered | None:
    """Declares the functions of a decision that count its candidates and find one by its number. The result is None if the candidates must be searched."""
    found = _find_countable(ctx, number, node, search)
    return None if found is None else _declare_numbering(ctx, number, *found)


def _find_countable(
    ctx: Context, number: int, node: DecisionNode | TogetherNode, search: Search
) -> tuple[Deciding, Ways] | None:
    """Gives a decision whose moves can be counted before an `ensure` judges them, and the tree that counts them; None if the moves must be searched."""
    if _is_long(ctx, node.plan):
        return None
    root = counting(ctx.game, ctx.analysis, node.plan).root
    deciding = Deciding(ctx, f"decide{number}", Reading(ctx.analysis.totality), search, node.plan)
    return (deciding, root) if deciding.can_count(root) else None


def _declare_numbering(ctx: Context, number: int, deciding: Deciding, root: Ways) -> Numbered:
    """Declares the functions that count moves and find one by its number."""
    counts, finds = f"count{number}", f"find{number}"

    def find(code: Lowering) -> None:
        unit_count(deciding, root)  # The n-th move is found in the tables that counting writes.
        code.fn.ret(call(unit_nth(deciding, root), "i32", code.s, code.fn.param(1)))

    ctx.functions.declare(
        counts,
        lambda: deciding.write(counts, 0, lambda code: code.fn.ret(call(unit_count(deciding, root), "i32", code.s))),
    )
    ctx.functions.declare(finds, lambda: deciding.write(finds, 1, find))
    return Numbered(counts, finds)


def _is_long(ctx: Context, plan: Plan) -> bool:
    """Whether the formulas of a plan are too long for functions that are not divided."""
    parts = (part for inner in plans(plan) for part in inner.parts)
    return sum(ctx.sizes.of(expr) for part in parts for expr in formulas(part)) > ctx.sizes.grain.long


def _is_quick(root: Ways) -> bool:
    """Whether all moves are counted without iterating over the values of a choice."""
    return not any(
        isinstance(part, Several | Menu) or (isinstance(part, One | Flag) and part.dependence is not Dependence.NONE)
        for part in nodes(root)
    )


def _no_move(code: Lowering, node: DecisionNode | TogetherNode) -> None:
    code.fn.drop(call("fault", "i32", c(FAULT_CODES["E_CHOICE"]), c(node.plan.site)))


def _emit_walk_call(code: Lowering, node: DecisionNode | TogetherNode, walk: str) -> None:
    fn, times = code.fn, code.ctx.cells.asked
    times.store(fn, c(0))
    way = fn.let(call(walk, "i32", code.s))
    with fn.when(lt(way, c(0))):
        _no_move(code, node)
    asked = fn.let(times.value)
    with fn.when(c(1) if node.is_private else asked):
        _count_asked(code, select(asked, asked, c(1)))
    fn.ret(way)


def _count_asked(code: Lowering, steps: Ir) -> None:
    """Counts a decision that a player has to make, and its steps."""
    if code.ctx.checking is Checking.ON:
        code.fn.drop(call("verify", "i32", code.s))
    # The play after a player's choice has the whole budget.
    code.ctx.cells.left.store(code.fn, code.ctx.cells.extra_budget.value + BUDGET)
    code.ctx.cells.decisions.grow(code.fn, c(1))
    code.ctx.cells.step_count.grow(code.fn, steps)
