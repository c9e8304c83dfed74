"""Decisions become searches: functions that go through the steps of a plan in normative order, as the reference executor does.

Each function takes the state and the depth (the number of steps before it) and returns how far to go back: the search continues at depth d with the
next value if the result is d or more. MODE says what a search looks for (see `leaf` in the library); PREFIX holds the steps that are already taken.
When a search stops, the chosen values lie in the working memory of the locals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import define, field, frozen

from gamedsl.graph.analysis.walk import bound_by
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Bind, Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.facts import PartFacts, PlanFacts, SelectionFacts, Stretch
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Fn,
    Ir,
    add,
    band,
    c,
    call,
    eq,
    eqz,
    ge,
    load,
    lt,
    mul,
    op2,
    select,
    sub,
)
from gamedsl_interpreter.wasm.emit.decisions import multi_select, offers
from gamedsl_interpreter.wasm.emit.effects import effects
from gamedsl_interpreter.wasm.emit.memory.context import MOST_OPTIONS, MOST_STEPS, ON, STOP, Context
from gamedsl_interpreter.wasm.emit.values.lowering import Lowering

WALK = 5
"""The mode of a walk: a search that descends once and draws a value at each step."""

Visit: TypeAlias = Callable[[Lowering, Ir], Ir]
"""Emits the rest of a walk from a depth on; returns its result."""


@define
class Opened:
    """The steps of a decision as scripted seats see them: by number, what kind of step, its name, and where its elements lie."""

    kind: str
    name: str
    elements: int = 0
    size: int = 0
    of: types.Type | None = None


@frozen
class Way:
    """How a move can end: the exit it takes, and the locals that the plans on the way have bound."""

    exit: int
    bound: frozenset[LocalId]


_FIRST_WAY = 1 << 16
"""Ways that need numbers other than those of their exits have them from here on."""


@define
class Search:
    """The search of one decision while it is written."""

    ctx: Context
    name: str
    walks: bool = True
    """Whether it also draws values step by step: where no other function does."""
    count: int = 0
    opened: list[Opened] = field(factory=list[Opened])
    told: frozenset[LocalId] = frozenset()
    """Locals whose binding must be tracked."""
    ways: dict[int, Way] = field(factory=dict[int, Way])

    def way(self, exit_number: int, bound: frozenset[LocalId]) -> int:
        """The number of a way to an exit that binds these locals: the exit's own, unless other ways lead there that bind others."""
        way = Way(exit_number, bound & self.told)
        number = exit_number
        while self.ways.setdefault(number, way) != way:
            number = max(_FIRST_WAY, number + 1)
        return number

    def function(self, write: Visit) -> Visit:
        """The visit as a function of its own."""
        name = f"{self.name}_{self.count}"
        self.count += 1
        fn = Fn(name, ("i32", "i32"), "i32")
        code = Lowering(self.ctx, fn)
        fn.ret(write(code, fn.param(1)))
        self.ctx.functions.append(fn)
        return lambda other, depth: other.fn.let(call(name, "i32", other.s, depth))

    def step(self, opened: Opened) -> int:
        """A number for a kind of step."""
        self.opened.append(opened)
        return len(self.opened)


def emit_search(ctx: Context, name: str, node: DecisionNode | TogetherNode, *, walks: bool) -> Search:
    """Emits the search of a decision as the function `name`. `walks`: it also draws values step by step."""
    facts = ctx.analysis.plan(node.plan)
    told = frozenset(local for local, _ in node.commits) if isinstance(node, TogetherNode) else frozenset[LocalId]()
    search = Search(ctx, name, walks, told=told)
    root = _plan(search, facts, frozenset())
    fn = Fn(name, ("i32",), "i32")
    fn.ret(root(Lowering(ctx, fn), c(0)))
    ctx.functions.append(fn)
    return search


def set_step(code: Lowering, depth: Ir, value: Ir) -> None:
    """Notes a step."""
    code.room(lt(depth, c(MOST_STEPS)))
    code.fn.store("32", mul(depth, c(4)), value, code.ctx.constants["STEPS"])


def is_probed(search: Search, code: Lowering, depth: Ir, opened: Opened) -> None:
    """Notes which step it is that a search was asked to look at."""
    if not code.game.scripts:
        return
    number = search.step(opened)
    with code.fn.when(eq(depth, load("i32", code.ctx.at("PROBE")))):
        code.fn.store("32", code.ctx.at("BOUND"), c(number))


def wanted(code: Lowering, depth: Ir) -> Ir:
    """The step that is taken already, or -1."""
    length = load("i32", code.ctx.at("PREFIX_LENGTH"))
    taken = load("i32", mul(depth, c(4)), code.ctx.constants["PREFIX"])
    return code.fn.let(select(lt(depth, length), taken, c(-1)))


def walking(
    search: Search, code: Lowering, start: Ir, high: Ir, attempt: Callable[[Ir], Ir], *, certain: bool = False
) -> None:
    """In a walk: tries which of the values from start to high can be completed, draws one, and returns what going on with it gives. Where all of them
    certainly can, nothing is tried."""
    if not search.walks:
        return
    fn, ctx = code.fn, code.ctx
    with fn.when(eq(load("i32", ctx.at("MODE")), c(WALK))):
        before = dict(code.env)
        if certain:
            first = fn.let(start)
            fn.ret(attempt(fn.let(add(call("drawn", "i32", add(sub(high, first), c(1))), first))))
            code.env = before
            return
        count = fn.let_var(c(0))
        first = fn.let(start)
        single = fn.let(eq(first, high))
        with fn.when(single):
            fn.ret(attempt(first))
        with fn.count(first, add(high, c(1))) as value:
            fn.drop(call("probing", "i32"))
            code.env = dict(before)
            fn.drop(attempt(value))
            with fn.when(load("i32", ctx.at("LEAVES"))):
                code.room(lt(count, c(MOST_OPTIONS)))
                fn.store("32", mul(count, c(4)), value, ctx.constants["OPTIONS"])
                fn.set(count, add(count, c(1)))
        fn.store("32", ctx.at("MODE"), c(WALK))
        with fn.when(eqz(count)):
            fn.ret(c(ON))
        code.env = dict(before)
        fn.ret(attempt(fn.let(call("drawn_option", "i32", count))))
        code.env = before


# ---------------------------------------------------------------- plans


def _plan(search: Search, facts: PlanFacts, bound: frozenset[LocalId]) -> Visit:
    """The visit of a plan; `bound`: what the plans around it bind."""
    plan = facts.plan
    inside = bound | {local for part in plan.parts if (local := bound_by(part)) is not None}
    found = [_plan(search, line, inside) for line in facts.menu]
    lines = [search.function(line) for line in found]
    end = _menu(search, plan, lines) if plan.exit is None else _leaf(search, plan.exit, inside)
    body = _gated(search, plan, _stretch(search, facts.behind_gate, end), bound)
    body = _stretch(search, facts.before_gate, body)
    return body if plan.offered_if is None else _required([plan.offered_if], body)


def _gated(search: Search, plan: Plan, inside: Visit, bound: frozenset[LocalId]) -> Visit:
    if plan.gate is None or plan.gate_exit is None:
        return inside
    take, decline = search.function(inside), _leaf(search, plan.gate_exit, bound)
    return _may(search, plan.name, take, decline) if plan.gate == "may" else _if_able(search, take, decline)


def _leaf(search: Search, exit_number: int, bound: frozenset[LocalId]) -> Visit:
    way = search.way(exit_number, bound)
    return lambda code, depth: code.fn.let(call("leaf", "i32", depth, c(way)))


def _stretch(search: Search, stretch: Stretch, end: Visit) -> Visit:
    go_on = end
    for facts in reversed(stretch.parts):
        tests = [requirement.condition for requirement in facts.tests]
        go_on = _part(search, facts, _required(tests, go_on))
        if facts.can_finish_before and isinstance(facts.part, Select):
            go_on = _tried(go_on)
    return _required([requirement.condition for requirement in stretch.due.requirements], go_on)


def _tried(go_on: Visit) -> Visit:
    """Where a complete move certainly exists, trying whether there is one ends at once."""

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn, ctx = code.fn, code.ctx
        leaves = fn.let(add(load("i32", ctx.at("LEAVES")), c(1)))
        last = band(eqz(load("i32", ctx.at("MODE"))), ge(leaves, load("i32", ctx.at("LIMIT"))))
        with fn.when(band(last, ge(depth, load("i32", ctx.at("PREFIX_LENGTH"))))):
            fn.store("32", ctx.at("LEAVES"), leaves)
            fn.ret(c(STOP))
        return go_on(code, depth)

    return visit


def _part(search: Search, facts: PartFacts, go_on: Visit) -> Visit:
    match facts.part:
        case Bind(local, value):

            def bind(code: Lowering, depth: Ir) -> Ir:
                effects.set_local(code, local, code.value_for(local, value))
                return go_on(code, depth)

            return bind
        case YesNo() as part:
            return _yes_no(search, part, facts, go_on)
        case Select() as part if facts.selection is not None:
            if part.quantity == "one":
                return _one_of(search, part, facts, facts.selection, go_on)
            return multi_select.visit(search, part, facts, facts.selection, go_on)
        case _:
            return go_on


def _required(conditions: list[Expr], go_on: Visit) -> Visit:
    if not conditions:
        return go_on

    def visit(code: Lowering, depth: Ir) -> Ir:
        result = code.fn.let_var(c(ON))
        with code.fn.block() as out:
            for condition in conditions:
                code.fn.br_if(out, eqz(code.scalar(condition)))
            code.fn.set(result, go_on(code, depth))
        return result

    return visit


# ---------------------------------------------------------------- steps


def _yes_no(search: Search, part: YesNo, facts: PartFacts, rest: Visit) -> Visit:
    go_on = search.function(rest)

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        is_probed(search, code, depth, Opened("yes_no", part.name))
        high = c(1) if part.condition is None else fn.let(code.scalar(part.condition))
        code.env.pop(part.local, None)

        def attempt(value: Ir) -> Ir:
            code.keep(part.local, value)
            set_step(code, depth, value)
            return go_on(code, add(depth, c(1)))

        walking(search, code, c(0), high, attempt, certain=facts.can_finish)
        taken = wanted(code, depth)
        result = fn.let_var(c(ON))
        with (
            fn.block() as out,
            fn.count(c(0), add(high, c(1))) as value,
            fn.when(op2("or", lt(taken, c(0)), eq(taken, value))),
        ):
            code.keep(part.local, value)
            set_step(code, depth, value)
            fn.set(result, go_on(code, add(depth, c(1))))
            fn.br_if(out, lt(result, depth))
            fn.set(result, c(ON))
        return result

    return visit


def _one_of(search: Search, part: Select, facts: PartFacts, selection: SelectionFacts, rest: Visit) -> Visit:
    go_on = search.function(_tried(rest) if facts.can_finish else rest)

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        entries = offers.emit_entries(code, part, selection)
        is_probed(search, code, depth, Opened("one", part.name, entries.at, entries.step, entries.of))
        with fn.when(eqz(entries.count)):
            fn.ret(c(ON))

        def attempt(i: Ir) -> Ir:
            code.keep(part.local, code.pinned(entries.get(i)))
            set_step(code, depth, i)
            return go_on(code, add(depth, c(1)))

        walking(search, code, c(0), fn.let(add(entries.count, c(-1))), attempt, certain=facts.can_finish)
        taken = wanted(code, depth)
        result = fn.let_var(c(ON))
        with fn.block() as out, fn.count(c(0), entries.count) as i, fn.block() as onward:
            fn.br_if(onward, band(ge(taken, c(0)), op2("ne", taken, i)))
            effects.set_local(code, part.local, entries.get(i))
            set_step(code, depth, i)
            fn.set(result, go_on(code, fn.let(add(depth, c(1)))))
            code.env.pop(part.local, None)
            fn.br_if(out, lt(result, depth))
            fn.set(result, c(ON))
        return result

    return visit


def _menu(search: Search, plan: Plan, lines: list[Visit]) -> Visit:
    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        is_probed(search, code, depth, Opened("menu", plan.name))
        walking(search, code, c(0), c(len(lines) - 1), lambda value: _line(code, depth, value, lines))
        taken = wanted(code, depth)
        result = fn.let_var(c(ON))
        with fn.block() as out:
            for value, line in enumerate(lines):
                with fn.when(op2("or", lt(taken, c(0)), eq(taken, c(value)))):
                    set_step(code, depth, c(value))
                    fn.set(result, line(code, add(depth, c(1))))
                    fn.br_if(out, lt(result, depth))
                    fn.set(result, c(ON))
        return result

    return visit


def _line(code: Lowering, depth: Ir, value: Ir, lines: list[Visit]) -> Ir:
    set_step(code, depth, value)
    result = code.fn.let_var(c(ON))

    def case(line: Visit) -> Callable[[], None]:
        return lambda: code.fn.set(result, line(code, add(depth, c(1))))

    code.fn.switch(value, [(i, case(line)) for i, line in enumerate(lines)])
    return result


def _may(search: Search, name: str, take: Visit, decline: Visit) -> Visit:
    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        is_probed(search, code, depth, Opened("gate", name))
        walking(search, code, c(0), c(1), lambda value: _line(code, depth, value, [take, decline]))
        taken = wanted(code, depth)
        result = fn.let_var(c(ON))
        with fn.block() as out:
            for value, way in enumerate((take, decline)):
                with fn.when(op2("or", lt(taken, c(0)), eq(taken, c(value)))):
                    set_step(code, depth, c(value))
                    fn.set(result, way(code, add(depth, c(1))))
                    fn.br_if(out, lt(result, depth))
                    fn.set(result, c(ON))
        return result

    return visit


def _if_able(search: Search, take: Visit, skip: Visit) -> Visit:
    """If nothing was found because what is looked for is special, a second search looks for anything."""

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn, ctx = code.fn, code.ctx
        leaves = ctx.at("LEAVES")
        if search.walks:
            with fn.when(eq(load("i32", ctx.at("MODE")), c(WALK))):
                fn.drop(call("probing", "i32"))
                fn.drop(take(code, depth))
                fn.store("32", ctx.at("MODE"), c(WALK))
                with fn.when(load("i32", leaves)):
                    fn.ret(take(code, depth))
                fn.ret(skip(code, depth))
        before = fn.let(load("i32", leaves))
        result = fn.let_var(take(code, depth))
        with fn.when(band(eq(load("i32", leaves), before), ge(result, depth))):
            any_at_all = fn.let_var(c(0))
            with fn.when(lt(depth, load("i32", ctx.at("PREFIX_LENGTH")))):
                names = ("MODE", "LIMIT", "PREFIX_LENGTH", "PROBE")
                kept = [fn.let(load("i32", ctx.at(name))) for name in names]
                for name, number in zip(names, (0, 1, 0, -1), strict=True):
                    fn.store("32", ctx.at(name), c(number))
                fn.store("32", leaves, c(0))
                fn.drop(take(code, depth))
                fn.set(any_at_all, load("i32", leaves))
                for name, value in zip(names, kept, strict=True):
                    fn.store("32", ctx.at(name), value)
                fn.store("32", leaves, before)
            with fn.when(any_at_all):
                fn.set(result, c(ON))
            with fn.orelse():
                fn.set(result, skip(code, depth))
        return result

    return visit
