"""Answers of scripted seats to the steps of a decision."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import types
from gamedsl.graph.model.nodes import Answer, DecisionNode, Plan, Script, TogetherNode
from gamedsl_interpreter.plans.candidates import declines
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eq, eqz, load, op2
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions.search_state import Opened, Search
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.values import expect
from gamedsl_interpreter.wasm.emit.formulas import places
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_scalar, may_be_none
from gamedsl_interpreter.wasm.emit.signals import FAULT_CODES


def write(ctx: Context, searches: dict[int, Search]) -> None:
    """Writes the function `reply`: the value that a scripted seat chooses, if several values of the current step can be completed; -1 if it leaves the
    choice to chance."""
    decisions = [i for i, node in enumerate(ctx.game.nodes) if isinstance(node, DecisionNode | TogetherNode)]
    for number in decisions:
        ctx.functions.require(f"search{number}")
    fn = Fn("reply", ("i32", "i32", "i32"), "i32")
    code = FormulaLowering(ctx, fn)
    node, seat = fn.param(1), fn.param(2)

    def case(number: int, script: Script) -> Callable[[], None]:
        return lambda: _answer_decision(code, number, searches[number], script)

    for script in ctx.game.scripts:
        with fn.when(eq(seat, c(script.seat))):
            fn.switch(node, [(number, case(number, script)) for number in decisions])
    fn.ret(c(0))
    ctx.functions.append(fn)


def _answer_decision(code: Lowering, number: int, search: Search, script: Script) -> None:
    node = code.game.nodes[number]
    assert isinstance(node, DecisionNode | TogetherNode)
    answers = {answer.name: answer for answer in script.answers}

    def case(opened: Opened) -> Callable[[], None]:
        return lambda: _write_reply(code, node.plan, opened, answers)

    code.fn.switch(
        code.fn.let(code.ctx.cells.bound.value), [(i, case(opened)) for i, opened in enumerate(search.opened, 1)]
    )


def _write_reply(code: Lowering, plan: Plan, opened: Opened, answers: dict[str, Answer]) -> None:
    fn = code.fn
    options = code.ctx.cells.options.at
    first = load("i32", c(0), options)
    last = load("i32", (code.ctx.cells.option_count.value - 1) * 4, options)
    if opened.kind == "gate":
        fn.ret(last if declines(plan, opened.name, answers) else first)
        return
    answer = answers.get(opened.name)
    if answer is None:
        fn.drop(call("fault", "i32", c(FAULT_CODES["E_CHOICE"]), c(plan.site)))
        return
    match answer.policy:
        case "random":
            fn.ret(c(-1))
        case "highest" | "lowest" if opened.kind in ("one", "group") and (
            opened.kind == "one" or answer.key is not None
        ):
            _find_best(code, plan, opened, answer)
        case "highest" | "last" | "yes":
            fn.ret(last)
        case _:
            fn.ret(first)


def _find_best(code: Lowering, plan: Plan, opened: Opened, answer: Answer) -> None:
    """Finds the option whose element has the greatest (or least) key; of equal ones, the first."""
    fn, of = code.fn, opened.of
    assert of is not None
    if answer.key is None and not is_scalar(of):
        fn.drop(call("fault", "i32", c(FAULT_CODES["E_CHOICE"]), c(plan.site)))
        return
    best, value, found = fn.let_var(c(0)), fn.let_var(c(0)), fn.let_var(c(0))
    with fn.count(c(0), fn.let(code.ctx.cells.option_count.value)) as i:
        option = fn.let(code.ctx.cells.options.word(i))
        element = code.pin(scratch_values.Elements(of, c(opened.elements), opened.size).get_here(code, option))
        if answer.key is None:
            worth = expect(Ir, element)
            if may_be_none(of):
                code.check(eqz(places.is_none(code, worth, of)), "E_CHOICE", plan.site)
        else:
            if answer.element is not None:
                code.bind(types.LocalId(answer.element), element)
            worth = fn.let(code.scalar(answer.key))
        with fn.when(eqz(found) | op2("gt_s" if answer.policy == "highest" else "lt_s", worth, best)):
            fn.set(best, worth)
            fn.set(value, option)
            fn.set(found, c(1))
    fn.ret(value)
