"""The loop that goes from one node to the next until play stops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial

from gamedsl.graph.model.nodes import BranchNode, ChanceNode, DecisionNode, EffectNode, EndNode, StopNode, TogetherNode
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, le, load, lt, op2
from gamedsl_interpreter.wasm.emit.bulk import kept_masks
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions import specialised
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.play.dispatch import parts
from gamedsl_interpreter.wasm.emit.play.outcome import check_ties
from gamedsl_interpreter.wasm.emit.telling import telling


def emit_loop(ctx: Context, heads: frozenset[int], counted: Mapping[int, specialised.Counted]) -> None:
    """Emits the loop that continues from a node until play stops, or until the end with a policy (1, 2). Many nodes are divided among several functions;
    each returns the next node, or -1 - n if play stops at node n."""
    fn = Fn("go", ("i32", "i32", "i32"), "i32")
    ctx.functions.append(fn)
    code = FormulaLowering(ctx, fn)
    node = fn.param(1)
    ctx.cells.chance_mode.store(fn, load("i32", code.s, ctx.record.extras.has_stream))
    kept_masks.begin(code)
    numbers = [i for i, n in enumerate(ctx.game.nodes) if not isinstance(n, EffectNode | BranchNode) or i in heads]
    divided = parts(numbers)
    with fn.loop() as again:
        if len(divided) == 1:
            fn.switch(
                node,
                [(number, partial(_emit_case, code, number, counted, lambda stopped: stopped)) for number in numbers],
            )
        for i, part in enumerate(divided if len(divided) > 1 else ()):
            with fn.when(le(node, c(part[-1]))):
                after = fn.let(call(_part_of_go(ctx, f"go_{i}", part, counted), "i32", code.s, node, fn.param(2)))
                with fn.when(lt(after, c(0))):
                    fn.ret(c(-1) - after)
                fn.set(node, after)
                fn.br(again)
        fn.br(again)


def _part_of_go(ctx: Context, name: str, numbers: list[int], counted: Mapping[int, specialised.Counted]) -> str:
    fn = Fn(name, ("i32", "i32", "i32"), "i32")
    code = FormulaLowering(ctx, fn)
    cases = [
        (number, partial(_emit_case, code, number, counted, lambda stopped: c(-1) - stopped)) for number in numbers
    ]
    fn.switch(fn.param(1), cases)
    fn.ret(fn.param(1))
    ctx.functions.append(fn)
    return name


def _emit_case(
    code: Lowering, number: int, counted: Mapping[int, specialised.Counted], halted: Callable[[Ir], Ir]
) -> None:
    fn, node, policy = code.fn, code.fn.param(1), code.fn.param(2)
    stop = halted(call("stop", "i32", code.s, c(number)))
    if number in counted:
        decided = call(counted[number].decide, "i32", code.s, policy)
    else:
        decided = call("decide_by_search", "i32", code.s, c(number), policy)
    match code.game.nodes[number]:
        case EffectNode() | BranchNode():
            fn.set(node, call(f"node{number}", "i32", code.s))
        case ChanceNode() if code.ctx.entries is not None:
            fn.ret(stop)
        case ChanceNode(next=after):
            _stop_if(code, fn.let(call(f"chance{number}", "i32", code.s)), stop)
            fn.set(node, c(after))
        case DecisionNode() as decision:
            exit_number = fn.let_var(c(-1))
            chooser = fn.let(call("seat", "i32", code.s, c(number))) if code.ctx.tells else c(0)
            if code.game.scripts:
                seat = fn.let(call("seat", "i32", code.s, c(number)))
                with fn.when(call("is_scripted", "i32", seat)):
                    fn.set(exit_number, call("answer", "i32", code.s, c(number), seat))
                if code.ctx.entries is None:
                    with fn.orelse():
                        fn.set(exit_number, decided)
            elif code.ctx.entries is not None:
                pass
            else:
                fn.set(exit_number, decided)
            _stop_if(code, op2("lt_s", exit_number, c(0)), stop)
            if code.ctx.tells:
                telling.choice(code, number, chooser, exit_number)
            fn.set(node, code.from_table([int(e) for e in decision.exits], exit_number))
        case TogetherNode(next=after) as together:
            fn.drop(call("begin_together", "i32", code.s, c(number)))
            if code.ctx.tells:
                telling.log_opening(code, number)
            _settle(code, number, together, decided, stop)
            if code.ctx.tells:
                telling.log_reveal(code, number)
            fn.set(node, c(after))
        case EndNode():
            ranking = code.game.ranking
            if ranking.ties == "error":
                code.env.clear()
                check_ties(code)
            if code.ctx.checking is Checking.OFF:
                # Nobody looks at the last position of a playout, so its piles are not made canonical.
                with fn.when(policy if code.ctx.can_stop else c(1)):
                    fn.ret(halted(c(number)))
            if code.ctx.can_stop or code.ctx.checking is Checking.ON:
                fn.ret(stop)
        case StopNode():
            fn.ret(stop)


def _stop_if(code: Lowering, condition: Ir, stop: Ir) -> None:
    """Stops play here under a condition, if the module can stop at all."""
    if code.ctx.can_stop:
        with code.fn.when(condition):
            code.fn.ret(stop)


def _settle(code: Lowering, number: int, node: TogetherNode, decided: Ir, stop: Ir) -> None:
    """Lets the seats of a simultaneous decision choose. With a policy, each chooses at once; no seat sees the choice of another."""
    fn, policy, ctx = code.fn, code.fn.param(2), code.ctx
    if ctx.tells or ctx.entries is not None or (ctx.can_stop and ctx.game.scripts):
        _stop_if(code, fn.let(call("settle", "i32", code.s, c(number), policy)), stop)
        return
    if ctx.can_stop:
        with fn.when(eqz(policy)):
            _stop_if(code, fn.let(call("settle", "i32", code.s, c(number), policy)), stop)
    seats = c(len(ctx.game.seats))
    with fn.when(policy if ctx.can_stop else c(1)), fn.count(c(0), seats) as seat, _if_taking_part(code, node, seat):
        fn.store("32", c(ctx.locals.at(node.me)), seat)
        exit_number = fn.local()
        if ctx.game.scripts:
            with fn.when(call("is_scripted", "i32", seat)):
                fn.set(exit_number, call("answer", "i32", code.s, c(number), seat))
            with fn.orelse():
                fn.set(exit_number, decided)
        else:
            fn.set(exit_number, decided)
        fn.drop(call("commit", "i32", code.s, c(number), seat, exit_number))


def _if_taking_part(code: Lowering, node: TogetherNode, seat: Ir) -> AbstractContextManager[None]:
    return code.fn.when(load("u8", code.s + seat, code.ctx.record.fields[node.todo_field].offset))
