"""Stretches of effects and branches: one function for each node at which the loop begins a stretch."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import successors
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import BranchNode, EffectNode, Node
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.types import NodeId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import c, call
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.effects import effects
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.play.marks import mark

_LONG = 400
"""The length of a function, in statements, after which effects continue in another function."""
_SHORT = 40
"""The greatest size of a condition that is emitted twice."""


def heads_of(nodes: tuple[Node, ...], start: NodeId) -> frozenset[int]:
    """Gives the nodes at which a function of its own begins: nodes with several predecessors, and nodes that follow a node of another kind."""
    before = [0] * len(nodes)
    heads = {int(start)}
    for node in nodes:
        for to in successors(node):
            before[to] += 1
            if not isinstance(node, EffectNode | BranchNode):
                heads.add(to)
    heads |= {i for i, n in enumerate(before) if n > 1}
    return frozenset(heads)


def emit_stretch(ctx: Context, start: NodeId, heads: frozenset[int]) -> None:
    """Writes the function of a head: all nodes after it, up to other heads and stops."""
    fn = Fn(f"node{start}", ("i32",), "i32")
    ctx.functions.append(fn)
    _emit_onward(FormulaLowering(ctx, fn), start, heads, first=True)


_Tested = tuple[tuple[Expr, bool], ...]
"""Conditions with known outcomes: nothing has changed since they were tested."""


def _emit_onward(
    code: Lowering,
    number: NodeId,
    heads: frozenset[int],
    tested: _Tested = (),
    passed: frozenset[int] = frozenset(),
    *,
    first: bool = False,
) -> None:
    """Emits the code from a node on. `passed` holds the heads (see `heads_of`) whose code is repeated here instead of being called; each head is repeated
    only once. This ends because every cycle of nodes contains a head."""
    node = code.game.nodes[number]
    if not isinstance(node, EffectNode | BranchNode):
        code.fn.ret(c(number))
        return
    if number in heads and not first:
        if number in passed or not _is_decided_by(code, number, tested):
            code.fn.ret(c(number))
            return
        passed |= {number}
    if code.fn.size > _LONG and isinstance(node, BranchNode):
        code = _continue_elsewhere(code)
    match node:
        case EffectNode(body, after):
            code = emit_effects(code, body)
            _end_trials(code, number, after, heads)
            _emit_onward(code, after, heads, (), passed)
        case BranchNode(condition, yes, no):
            known = _outcome(condition, tested)
            if known is not None:
                _emit_onward(code, yes if known else no, heads, tested, passed)
                return
            test = code.scalar(condition)
            before = dict(code.env)
            with code.fn.when(test):
                mark(code, number, 0)
                _end_trials(code, number, yes, heads)
                _emit_onward(code, yes, heads, (*tested, (condition, True)), passed)
            code.env = before
            mark(code, number, 1)
            _end_trials(code, number, no, heads)
            _emit_onward(code, no, heads, (*tested, (condition, False)), passed)


def _outcome(condition: Expr, tested: _Tested) -> bool | None:
    return next((outcome for other, outcome in tested if other == condition), None)


def _is_decided_by(code: Lowering, number: NodeId, tested: _Tested) -> bool:
    """Whether a head is a branch that leads to a test with a known outcome. The code of such a head is repeated without the test: otherwise a round that
    ends with a move would test twice whether the match is over."""
    node = code.game.nodes[number]
    if not tested or not isinstance(node, BranchNode) or number in code.ctx.trials.ahead:
        return False
    if code.ctx.sizes.of(node.condition) > _SHORT:
        return False
    after = [code.game.nodes[to] for to in (node.yes, node.no)]
    return any(isinstance(to, BranchNode) and _outcome(to.condition, tested) is not None for to in after)


def _end_trials(code: Lowering, before: NodeId, after: NodeId, heads: frozenset[int]) -> None:
    """Ends a trial here if no `ensure` can follow."""
    if before in code.ctx.trials.ahead and after not in code.ctx.trials.ahead and after not in heads:
        with code.fn.when(code.ctx.cells.trying.value):
            code.fn.ret(c(after))


def emit_effects(code: Lowering, body: tuple[Stmt, ...]) -> Lowering:
    """Emits effects. Gives the code to continue with, which is another function if this one has become long. All locals are in working memory too."""
    for group in effects.groups(code, body):
        if code.fn.size > _LONG:
            code = _continue_elsewhere(code)
        effects.together(code, group)
    return code


def _continue_elsewhere(code: Lowering) -> Lowering:
    """Continues the rest of a function in another one. All locals are in working memory too."""
    fn = Fn(f"{code.fn.name}_{len(code.ctx.functions.written)}", code.fn.params, code.fn.result)
    code.fn.ret(call(fn.name, "i32", code.s))
    code.ctx.functions.append(fn)
    return FormulaLowering(code.ctx, fn)
