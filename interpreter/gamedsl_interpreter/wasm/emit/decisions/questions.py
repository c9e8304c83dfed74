"""Formulas `can`: a search for one complete move tells whether an action could be chosen.

When the question is answered, the search and its trials have restored everything that they wrote. So questions can be asked anywhere: in searches, and
in the effects of the very action that they ask about. No question asks itself, directly or through others (E0622), so no search runs inside itself.
"""

from __future__ import annotations

from gamedsl.graph.analysis.trials import list_tried_numbers
from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.game import Question
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Ty, c, call, eq
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions import search, trials
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Value
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_piece, is_scalar, wide_size
from gamedsl_interpreter.wasm.emit.signals import STOP


def ask(code: Lowering, expr: expressions.Can) -> Ir:
    """Gives 1 if the action can be chosen."""
    ctx = code.ctx
    question = next(question for question in ctx.game.questions if question.rule == expr.rule)
    name = function_of(question)
    values = [code.pin(code.value(arg)) for arg in (expr.me, *expr.args)]
    given: list[Ir] = []
    for local, value in zip(_params(question), values, strict=True):
        numbers = _numbers(value)
        if numbers is None:
            scratch_values.put(code, ctx.game.locals[local].type, c(_stage_address(ctx, question, local)), value)
        given += numbers or ()
    return code.fn.let(call(name, "i32", code.s, *given))


def function_of(question: Question) -> str:
    """Gives the name of the function that answers a question."""
    return f"can{question.rule}"


def _params(question: Question) -> tuple[LocalId, ...]:
    return question.me, *question.params


def _numbers(value: Value) -> tuple[Ir, ...] | None:
    """Gives a value as arguments of a function; None if it must be passed in memory."""
    match value:
        case Ir():
            return (value,)
        case ZoneV(instance):
            return (instance,)
        case PieceV(zone, kind):
            return zone, kind
        case _:
            return None


def _stage_address(ctx: Context, question: Question, local: LocalId) -> int:
    """Gives the address at which an argument waits until the parameter may be written."""
    name = f"STAGED_{question.rule}_{local}"
    if name not in ctx.constants:
        ctx.constants[name] = ctx.memory.space(wide_size(ctx.game, ctx.game.locals[local].type))
    return ctx.constants[name]


def write(ctx: Context, question: Question) -> None:
    """Writes the function that answers a question. Its parameters: the state, and the numbers of the action's parameters. It returns 1 if the action
    can be chosen."""
    name = function_of(question)
    kept = search.locals_bound_in(question.plan) | frozenset(_params(question))
    kept |= trials.writes_of(ctx, list_tried_numbers(ctx.game, question.exits, ctx.trials.ahead)).locals
    numbers = [_count(ctx.game.locals[local].type) for local in _params(question)]
    params: list[Ty] = ["i32"] * (1 + sum(numbers))
    fn = Fn(name, tuple(params), "i32")
    code = FormulaLowering(ctx, fn)
    held = [trials.save_local(ctx, fn, local) for local in sorted(kept)]
    at = 1
    for local, count in zip(_params(question), numbers, strict=True):
        place = c(ctx.locals.at(local))
        for i in range(count):
            fn.store("32", place, fn.param(at + i), 4 * i)
        if not count:
            fn.copy(place, c(_stage_address(ctx, question, local)), c(wide_size(ctx.game, ctx.game.locals[local].type)))
        at += count
    search.emit_question(ctx, f"{name}_search", question)
    answer = fn.let(eq(call(f"{name}_search", "i32", code.s), c(STOP)))
    for put_back in held:
        put_back()
    fn.ret(answer)
    ctx.functions.append(fn)


def _count(of: types.Type) -> int:
    """Gives how many numbers are passed for a parameter; 0 if it is passed in memory."""
    return 1 if is_scalar(of) else 2 if is_piece(of) else 0
