"""Decisions of a simple shape, decided without a search: one or two selections of one element each out of sets of numbers.

The choices are counted by bits, and the one that a policy draws is found by bits; draws are the same as those of the search, one for the number of
complete moves, or one for each step with two options or more.
"""

from __future__ import annotations

from attrs import frozen

from gamedsl.graph.analysis.walk import formulas
from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import DecisionNode, Plan
from gamedsl.graph.model.statements import Bind, Select
from gamedsl_interpreter.engine import BUDGET, Checking
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, Ir, add, band, c, call, eqz, load, mul, op1, op2, sub, wrap
from gamedsl_interpreter.wasm.emit.collections import queries, sets, streams
from gamedsl_interpreter.wasm.emit.effects import effects
from gamedsl_interpreter.wasm.emit.memory.context import FAULT_CODES, Context, words_of
from gamedsl_interpreter.wasm.emit.values.lowering import Lowering
from gamedsl_interpreter.wasm.emit.values.values import MaskV, expect, is_scalar

_MOST_FIRST = 512
_MOST_WORDS = 8


@frozen
class Shape:
    """The parts of a simple decision: what is bound before the first selection, that selection, and the same for a second one."""

    before: tuple[Bind, ...]
    first: Select
    between: tuple[Bind, ...]
    second: Select | None
    exit: int
    skip: int | None


def shape(ctx: Context, node: DecisionNode) -> Shape | None:
    """The shape of a decision, if it is a simple one."""
    plan: Plan = node.plan
    if (
        plan.exit is None
        or plan.gate == "may"
        or plan.gate_at
        or ctx.game.scripts
        or node.exits[plan.exit] in ctx.ahead
    ):
        return None
    if node.is_private and plan.gate is not None:
        # Where nothing can be chosen the seat is asked all the same, about a move without steps, which is no element.
        return None
    if sum(map(ctx.sizes.of, formulas(plan.parts))) > 4 * ctx.sizes.grain.long:
        return None
    binds: list[list[Bind]] = [[]]
    selects: list[Select] = []
    for part in plan.parts:
        match part:
            case Bind():
                binds[-1].append(part)
            case Select(quantity="one", sources=(source,)) if _is_set(ctx, source):
                selects.append(part)
                binds.append([])
            case _:
                return None
    if len(selects) not in (1, 2) or binds[-1]:
        return None
    words = [words_of(ctx.game, _element(select.sources[0].type)) for select in selects]
    if len(words) > 1 and (64 * words[0] > _MOST_FIRST or words[1] > _MOST_WORDS):
        return None
    return Shape(
        tuple(binds[0]),
        selects[0],
        tuple(binds[1]),
        selects[1] if len(selects) > 1 else None,
        plan.exit,
        plan.gate_exit,
    )


def _element(of: types.Type) -> types.Type:
    assert isinstance(of, types.SetOf | types.ListOf)
    return of.of


def _is_set(ctx: Context, source: Expr) -> bool:
    match source.type:
        case types.SetOf(of):
            return is_scalar(of) and not isinstance(of, types.Kind)
        case types.ListOf(of) if is_scalar(of):
            return _is_ascending(source)
        case _:
            return False


def _is_ascending(source: Expr) -> bool:
    match source:
        case expressions.Const(tuple() as value, types.ListOf(types.Int(low, high))):
            numbers = shapes.numbers(value)
            return list(numbers) == sorted(set(numbers)) and high - low < 64
        case expressions.Filter(inner):
            return _is_ascending(inner)
        case expressions.Range():
            of = source.type
            return isinstance(of, types.ListOf) and isinstance(of.of, types.Int) and of.of.high - of.of.low < 64
        case _:
            return False


def emit_decision(ctx: Context, number: int, node: DecisionNode, found: Shape) -> None:
    """The function that decides: given the state and the policy (0: only what is forced), it gives the exit, or -1."""
    fn = Fn(f"decide{number}", ("i32", "i32"), "i32")
    code = Lowering(ctx, fn)
    code.hoisted = {}
    for bind in found.before:
        effects.set_local(code, bind.local, code.value(bind.value))
    if found.second is None:
        _single(code, node, found)
    else:
        _double(code, node, found, found.second)
    fn.body[:0] = code.early
    ctx.functions.append(fn)


def offered(code: Lowering, source: Expr) -> MaskV:
    """What a selection offers, as bits."""
    if isinstance(source.type, types.SetOf):
        return code.pinned(code.mask(source))
    assert isinstance(source.type, types.ListOf)
    builder = sets.Builder(code, source.type.of)
    code.stream(source, lambda element, _: builder.add(expect(Ir, element)))
    return code.pinned(builder.made())


def nth(code: Lowering, value: MaskV, place: Ir, source: Expr) -> Ir:
    """The element at a place of a set that has it."""
    fn = code.fn
    of = source.type
    assert isinstance(of, types.SetOf | types.ListOf)
    if scale_span(code.game, of.of)[1] <= 8:
        at = add(mul(wrap(value.words[0]), c(8)), place)
        return fn.let(add(load("u8", at, code.ctx.constants["NTH"]), c(value.low)))
    place = fn.let_var(place)
    base = fn.let_var(c(value.low))
    word = fn.let_var(value.words[0])
    for i, other in enumerate(value.words[1:], 1):
        count = fn.let(wrap(op1("popcnt", word)))
        with fn.when(op2("ge_s", place, count)):
            fn.set(place, sub(place, count))
            fn.set(base, c(value.low + 64 * i))
            fn.set(word, other)
    return fn.let(add(base, call("nth_bit", "i32", word, place)))


def _none(code: Lowering, node: DecisionNode, found: Shape, count: Ir) -> None:
    with code.fn.when(eqz(count)):
        if found.skip is not None:
            code.fn.ret(c(found.skip))
        else:
            code.fn.drop(call("fault", "i32", c(FAULT_CODES["E_CHOICE"]), c(node.plan.site)))


def _asks(node: DecisionNode, count: Ir) -> Ir:
    """Whether the seat is asked if there are so many moves."""
    return c(1) if node.is_private else op2("gt_s", count, c(1))


def _counted(code: Lowering, questions: Ir) -> None:
    if code.ctx.checking is Checking.ON:
        code.fn.drop(call("verified", "i32", code.s))
    # What comes after somebody's choice has the whole budget.
    code.fn.store("32", code.ctx.at("LEFT"), add(load("i32", code.ctx.at("EXTRA_BUDGET")), c(BUDGET)))
    for name, more in (("DECISIONS", c(1)), ("STEP_COUNT", questions)):
        code.fn.store("32", code.ctx.at(name), add(load("i32", code.ctx.at(name)), more))


def _single(code: Lowering, node: DecisionNode, found: Shape) -> None:
    fn, policy = code.fn, code.fn.param(1)
    value = offered(code, found.first.sources[0])
    count = fn.let(queries.bits_in(value))
    _none(code, node, found, count)
    place = fn.let_var(c(0))
    with fn.when(_asks(node, count)):
        with fn.when(eqz(policy)):
            fn.ret(c(-1))
        fn.set(place, call("below", "i32", code.ctx.at("POLICY"), count))
        _counted(code, c(1))
    code.keep(found.first.local, nth(code, value, place, found.first.sources[0]))
    fn.ret(c(found.exit))


def _double(code: Lowering, node: DecisionNode, found: Shape, second: Select) -> None:
    """The sets of the second selection are kept for each element of the first one."""
    fn, policy = code.fn, code.fn.param(1)
    first_set = offered(code, found.first.sources[0])
    total, number, live = fn.let_var(c(0)), fn.let_var(c(0)), fn.let_var(c(0))
    shapes: list[MaskV] = []
    elements = code.ctx.memory.space(4 * _MOST_FIRST)
    counts = code.ctx.memory.space(4 * _MOST_FIRST)
    sets = code.ctx.memory.space(8 * _MOST_WORDS * _MOST_FIRST)

    def one(element: Ir) -> None:
        code.env[found.first.local] = element
        for bind in found.between:
            code.bound(bind.local, code.value(bind.value))
        value = offered(code, second.sources[0])
        shapes.append(value)
        count = fn.let(queries.bits_in(value))
        with fn.when(count):
            at = fn.let(mul(number, c(4)))
            fn.store("32", at, element, elements)
            fn.store("32", at, count, counts)
            for i, word in enumerate(value.words):
                fn.store("i64", mul(number, c(8 * len(value.words))), word, sets + 8 * i)
            fn.set(number, add(number, c(1)))
            fn.set(total, add(total, count))

    streams.each_bit(code, first_set, one)
    code.env.pop(found.first.local, None)
    _none(code, node, found, total)
    fn.set(live, number)
    at, place = fn.let_var(c(0)), fn.let_var(c(0))
    with fn.when(_asks(node, total)):
        with fn.when(eqz(policy)):
            fn.ret(c(-1))
        questions = fn.let_var(c(1))
        with fn.when(op2("eq", policy, c(1))):
            fn.set(place, call("below", "i32", code.ctx.at("POLICY"), total))
            with fn.block() as out, fn.loop() as again:
                count = fn.let(load("i32", mul(at, c(4)), counts))
                fn.br_if(out, op2("lt_s", place, count))
                fn.set(place, sub(place, count))
                fn.set(at, add(at, c(1)))
                fn.br(again)
        with fn.orelse():
            fn.set(at, call("below", "i32", code.ctx.at("POLICY"), live))
            count = fn.let(load("i32", mul(at, c(4)), counts))
            fn.set(place, call("below", "i32", code.ctx.at("POLICY"), count))
            fn.set(questions, add(c(1), band(op2("gt_s", live, c(1)), op2("gt_s", count, c(1)))))
        _counted(code, questions)
    code.keep(found.first.local, fn.let(load("i32", mul(at, c(4)), elements)))
    for bind in found.between:
        effects.set_local(code, bind.local, code.value(bind.value))
    like = shapes[0]
    words = tuple(fn.let(load("i64", mul(at, c(8 * len(like.words))), sets + 8 * i)) for i in range(len(like.words)))
    code.keep(second.local, nth(code, MaskV(words, like.low), place, second.sources[0]))
    fn.ret(c(found.exit))
