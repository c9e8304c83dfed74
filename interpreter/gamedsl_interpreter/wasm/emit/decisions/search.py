"""Decisions become searches: functions that go through the steps of a plan in normative order, as the reference executor does.

Each function takes the state and the depth (the number of steps before it) and returns how far to go back: the search continues at depth d with the
next value if the result is d or more. MODE says what a search looks for (see `leaf` in the library); PREFIX holds the steps that are taken already.
When a search stops, the chosen values are in the working memory of the locals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gamedsl.graph.analysis.trials import find_tried_exits
from gamedsl.graph.analysis.walk import formulas, local_of, plans
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Question
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Bind, Requirement, Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.facts import PartFacts, PlanFacts, SelectionFacts, Stretch
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, const_value, eq, eqz, ge, lt
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions import multi_select, offers, step_keys, trials
from gamedsl_interpreter.wasm.emit.decisions.entries import Entries
from gamedsl_interpreter.wasm.emit.decisions.search_state import Opened, Search, Visit
from gamedsl_interpreter.wasm.emit.decisions.search_steps import find_step, note_probed, set_step, walking
from gamedsl_interpreter.wasm.emit.decisions.step_keys import Key
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.memory.refusing import Refusing, test_requirements
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_piece
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace
from gamedsl_interpreter.wasm.emit.signals import ON, STOP
from gamedsl_interpreter.wasm.instances.modes import SearchMode


def search_of(ctx: Context, number: int, node: DecisionNode | TogetherNode) -> Search:
    """Makes the search of a decision. Nothing is emitted yet."""
    name = f"search{number}"
    told = frozenset(local for local, _ in node.commits) if isinstance(node, TogetherNode) else frozenset[LocalId]()
    search = Search(ctx, name, told=told, decision=node.plan.name)
    if isinstance(node, DecisionNode):
        search.tried = {exit: node.exits[exit] for exit in sorted(find_tried_exits(node, ctx.trials.ahead))}
        search.kept = frozenset(node.live) | locals_bound_in(node.plan)
        search.has_candidates = number in ctx.trials.with_candidates
    return search


def emit_search(search: Search, plan: Plan) -> None:
    """Emits the function of a search."""
    facts = search.ctx.analysis.plan(plan, tried=frozenset(search.tried))
    if search.has_candidates:
        search.finishing = _finishing(search.ctx.analysis.plan(plan))
    root = _visit_plan(search, facts, frozenset())
    fn = Fn(search.name, ("i32",), "i32")
    fn.ret(root(FormulaLowering(search.ctx, fn), c(0)))
    search.ctx.functions.append(fn)


def _finishing(facts: PlanFacts) -> frozenset[int]:
    """Gives the identities of the parts after which a move can certainly be completed, wherever the part is used."""
    parts = _parts(facts)
    return frozenset(id(part.part) for part in parts if part.can_finish) - {
        id(part.part) for part in parts if not part.can_finish
    }


def _parts(facts: PlanFacts) -> list[PartFacts]:
    inside = [part for line in facts.menu for part in _parts(line)]
    return [*facts.before_gate.parts, *facts.behind_gate.parts, *inside]


def emit_question(ctx: Context, name: str, question: Question) -> None:
    """Emits the function `name`, which searches for one complete move of an action. Its parameter is the state; it returns STOP if there is such a move."""
    tried = {i: to for i, to in enumerate(question.exits) if to in ctx.trials.ahead}
    emit_search(Search(ctx, name, tried=tried, kept=locals_bound_in(question.plan), is_question=True), question.plan)


def locals_bound_in(plan: Plan) -> frozenset[LocalId]:
    """Gives the locals that a plan and the plans in its menus bind."""
    return frozenset(local for inner in plans(plan) for part in inner.parts if (local := local_of(part)) is not None)


def agrees(taken: Ir, value: Ir) -> Ir:
    """Tests whether a value may be tried: the step `taken` has that value already, or is open (-1)."""
    return c(1) if const_value(taken) == -1 else lt(taken, c(0)) | eq(taken, value)


# ---------------------------------------------------------------- plans


def _visit_plan(search: Search, facts: PlanFacts, bound: frozenset[LocalId]) -> Visit:
    """Makes the visit of a plan. `bound` are the locals that the plans around it bind."""
    plan = facts.plan
    inside = bound | {local for part in plan.parts if (local := local_of(part)) is not None}
    found = [_visit_plan(search, line, inside) for line in facts.menu]
    lines = [search.function(line) for line in found]
    end = _visit_menu(search, plan, lines) if plan.exit is None else _visit_leaf(search, plan.exit, inside)
    body = _visit_gate(search, plan, _visit_parts(search, facts.behind_gate, end), bound)
    body = _visit_parts(search, facts.before_gate, body)
    return body if plan.offered_if is None else _require(search, [plan.offered_if], body)


def _visit_gate(search: Search, plan: Plan, inside: Visit, bound: frozenset[LocalId]) -> Visit:
    if plan.gate is None or plan.gate_exit is None:
        return inside
    take, decline = search.function(inside), _visit_leaf(search, plan.gate_exit, bound)
    return _may(search, plan.name, take, decline) if plan.gate == "may" else _visit_if_able(search, take, decline)


def _visit_leaf(search: Search, exit_number: int, bound: frozenset[LocalId]) -> Visit:
    way = 0 if search.is_question else search.way(exit_number, bound)
    start = search.tried.get(exit_number)
    trial = None if start is None else trials.trial_of(search.ctx, f"{search.name}_tried{start}", start, search)

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        found = c(STOP) if search.is_question else call("leaf", "i32", depth, c(way))
        if trial is None:
            return fn.let(found)
        if search.refusing is not None:
            return _try_move(search, search.refusing, code, trial, found)
        result = fn.let_var(c(ON))
        refused = _judge(search, code, trial) if not search.is_question else fn.let(call(trial, "i32", code.s))
        with fn.when(eqz(refused)):
            fn.set(result, found)
        return result

    return visit


def _judge(search: Search, code: Lowering, trial: str) -> Ir:
    return trials.judge_once(code, trial, has_candidates=search.has_candidates)


def _try_move(search: Search, refusing: Refusing, code: Lowering, trial: str, if_allowed: Ir) -> Ir:
    """Tries a complete move. If the host asks why moves are refused, a move that already breaks a requirement is not tried."""
    fn = code.fn
    result, refused = fn.let_var(c(ON)), fn.let_var(c(0))
    before = fn.let(refusing.load_first_broken())
    with fn.when(eqz(before) | eqz(refusing.asks_why())):
        fn.set(refused, _judge(search, code, trial))
    with fn.block() as out:
        with fn.when(refused):
            fn.br_if(out, eqz(refusing.asks_why()))
            refusing.blame(fn, refusing.judge())
        fn.set(result, if_allowed)
        # If the search stops here, the recorded refusal is kept.
        with fn.when(ge(result, c(0))):
            refusing.put_back(fn, before)
    return result


def _visit_parts(search: Search, stretch: Stretch, end: Visit) -> Visit:
    go_on, length = end, 0
    sizes = search.ctx.sizes
    for facts in reversed(stretch.parts):
        tests = facts.tests if search.refusing is None else facts.due.requirements
        length += sum(map(sizes.of, (*(test.condition for test in tests), *formulas(facts.part))))
        if length > sizes.grain.long:
            go_on, length = search.function(go_on), 0
        go_on = _visit_part(search, facts, _test_requirements(search, tests, go_on))
        if facts.can_finish_before and isinstance(facts.part, Select):
            go_on = _end_early(search, go_on)
    return _test_requirements(search, stretch.due.requirements, go_on)


def _test_requirements(search: Search, requirements: Sequence[Requirement], go_on: Visit) -> Visit:
    """Continues if all requirements hold, or if the host asks why something is refused."""
    refusing = search.refusing
    if refusing is None or not requirements:
        return _require(search, [requirement.condition for requirement in requirements], go_on)
    rest = search.function(go_on)

    def visit(code: Lowering, depth: Ir) -> Ir:
        def holds(requirement: Requirement) -> Ir:
            return code.scalar(requirement.condition)

        return test_requirements(refusing, code.fn, requirements, holds, lambda: rest(code, depth), c(ON))

    return visit


def _end_early(search: Search, go_on: Visit) -> Visit:
    """Ends the search for one more move at once if a complete move certainly exists."""
    if search.is_question:
        return lambda _, __: c(STOP)

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn, ctx = code.fn, code.ctx
        leaves = fn.let(ctx.cells.leaves.value + 1)
        last = eq(ctx.cells.mode.value, c(SearchMode.COUNT)) & ge(leaves, ctx.cells.limit.value)
        with fn.when(last & ge(depth, ctx.cells.prefix_length.value)):
            ctx.cells.leaves.store(fn, leaves)
            fn.ret(c(STOP))
        return go_on(code, depth)

    return visit


def _visit_part(search: Search, facts: PartFacts, go_on: Visit) -> Visit:
    match facts.part:
        case Bind(local, value):

            def bind(code: Lowering, depth: Ir) -> Ir:
                fields.set_local(code, local, code.value_for(local, value))
                return go_on(code, depth)

            return bind
        case YesNo() as part:
            return _visit_yes_no(search, part, facts, go_on)
        case Select() as part if facts.selection is not None:
            if part.quantity == "one":
                return _visit_one_of(search, part, facts, facts.selection, go_on)
            return multi_select.visit(search, part, facts, facts.selection, go_on)
        case _:
            return go_on


def _require(search: Search, conditions: list[Expr], go_on: Visit) -> Visit:
    if not conditions:
        return go_on
    sizes = search.ctx.sizes
    if len(conditions) > 1 and sum(map(sizes.of, conditions)) > sizes.grain.long:
        middle = len(conditions) // 2
        rest = search.function(_require(search, conditions[middle:], go_on))
        return _require(search, conditions[:middle], rest)

    def visit(code: Lowering, depth: Ir) -> Ir:
        result = code.fn.let_var(c(ON))
        with code.fn.block() as out:
            for condition in conditions:
                code.fn.br_if(out, eqz(code.scalar(condition)))
            code.fn.set(result, go_on(code, depth))
        return result

    return visit


# ---------------------------------------------------------------- steps


def _visit_yes_no(search: Search, part: YesNo, facts: PartFacts, rest: Visit) -> Visit:
    go_on = search.function(rest)

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        note_probed(search, code, depth, Opened("yes_no", part.name))
        high = c(1) if part.condition is None else fn.let(code.scalar(part.condition))
        if search.refusing is not None and part.condition is not None:
            high = fn.let(high | search.refusing.is_unfiltered(part.name))
        code.env.pop(part.local, None)

        def attempt(value: Ir) -> Ir:
            code.keep(part.local, value)
            set_step(search, code, depth, value)
            return go_on(code, depth + 1)

        walking(search, code, c(0), high, attempt, certain=search.is_certain(facts))
        taken = find_step(search, code, depth)
        result = fn.let_var(c(ON))
        with fn.block() as out, fn.count(c(0), high + 1) as value, fn.when(agrees(taken, value)):
            code.keep(part.local, value)
            set_step(search, code, depth, value)
            fn.set(result, go_on(code, depth + 1))
            fn.br_if(out, lt(result, depth))
            fn.set(result, c(ON))
        return result

    return visit


def _visit_one_of(search: Search, part: Select, facts: PartFacts, selection: SelectionFacts, rest: Visit) -> Visit:
    go_on = search.function(_end_early(search, rest) if facts.can_finish else rest)

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        entries = offers.emit_entries(code, part, selection, space=partial(search.space, part.local, "entries"))
        opened = Opened("one", part.name, entries.at, entries.step, entries.of)
        note_probed(
            search,
            code,
            depth,
            opened,
            lambda: Key(elements=entries.at, size=entries.step, words=step_keys.words_of(entries.of)),
        )
        _note_offer(search, code, part, entries)
        with fn.when(eqz(entries.count)):
            fn.ret(c(ON))

        def attempt(i: Ir) -> Ir:
            code.keep(part.local, code.pin(entries.get(i)))
            set_step(search, code, depth, i)
            return go_on(code, depth + 1)

        walking(search, code, c(0), fn.let(entries.count - 1), attempt, certain=search.is_certain(facts))
        taken = find_step(search, code, depth)
        result = fn.let_var(c(ON))
        with fn.block() as out, fn.count(c(0), entries.count) as i, fn.block() as onward:
            fn.br_if(onward, eqz(agrees(taken, i)))
            fields.set_local(code, part.local, entries.get(i))
            set_step(search, code, depth, i)
            if search.refusing is not None:
                with fn.when(search.refusing.is_last(part.name, depth, code.ctx.cells.prefix_length.value)):
                    fn.set(result, call("leaf", "i32", fn.let(depth + 1), c(0)))
                    fn.br_if(out, lt(result, depth))
                    fn.br(onward)
            fn.set(result, go_on(code, fn.let(depth + 1)))
            code.env.pop(part.local, None)
            fn.br_if(out, lt(result, depth))
            fn.set(result, c(ON))
        return result

    return visit


def _note_offer(search: Search, code: Lowering, part: Select, entries: Entries) -> None:
    """Records the address of an offer. Its number of elements is needed only for pieces, which can come from several places."""
    count = 0
    if is_piece(entries.of):
        count = search.space(part.local, "count", 4)
        code.fn.store("32", c(count), entries.count)
    search.offers[part.local] = OfferPlace(entries.at, entries.step, count)


def _visit_menu(search: Search, plan: Plan, lines: list[Visit]) -> Visit:
    line = _line_function(search, lines) if len(lines) > _MOST_LINES and not search.is_question else None
    starts = range(0, len(lines), _MOST_LINES)
    groups = [_visit_lines(search, start, lines[start : start + _MOST_LINES]) for start in starts]
    if len(groups) > 1:
        groups = [search.function(group) for group in groups]

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        note_probed(search, code, depth, Opened("menu", plan.name))

        def attempt(value: Ir) -> Ir:
            if line is not None:
                return fn.let(call(line, "i32", code.s, depth, value))
            return _line(search, code, depth, value, lines)

        walking(search, code, c(0), c(len(lines) - 1), attempt)
        result = fn.let_var(c(ON))
        with fn.block() as out:
            for group in groups:
                fn.set(result, group(code, depth))
                fn.br_if(out, lt(result, depth))
        return result

    return visit


_MOST_LINES = 40
"""The most lines of a menu in one function."""


def _visit_lines(search: Search, first: int, lines: list[Visit]) -> Visit:
    """Searches some lines of a menu, whose numbers begin at `first`."""

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn = code.fn
        taken = find_step(search, code, depth)
        result = fn.let_var(c(ON))
        with fn.block() as out:
            for value, line in enumerate(lines, first):
                with fn.when(agrees(taken, c(value))):
                    set_step(search, code, depth, c(value))
                    fn.set(result, line(code, depth + 1))
                    fn.br_if(out, lt(result, depth))
                    fn.set(result, c(ON))
        return result

    return visit


def _line_function(search: Search, lines: list[Visit]) -> str:
    """Gives the function that continues with the line of a given number."""
    name = f"{search.name}_{search.count}"
    search.count += 1
    fn = Fn(name, ("i32", "i32", "i32"), "i32")
    fn.ret(_line(search, FormulaLowering(search.ctx, fn), fn.param(1), fn.param(2), lines))
    search.ctx.functions.append(fn)
    return name


def _line(search: Search, code: Lowering, depth: Ir, value: Ir, lines: list[Visit]) -> Ir:
    set_step(search, code, depth, value)
    result = code.fn.let_var(c(ON))

    def case(line: Visit) -> Callable[[], None]:
        return lambda: code.fn.set(result, line(code, depth + 1))

    code.fn.switch(value, [(i, case(line)) for i, line in enumerate(lines)])
    return result


def _may(search: Search, name: str, take: Visit, decline: Visit) -> Visit:
    ways = [take, decline]
    one_by_one = _visit_lines(search, 0, ways)

    def visit(code: Lowering, depth: Ir) -> Ir:
        note_probed(search, code, depth, Opened("gate", name))
        walking(search, code, c(0), c(1), lambda value: _line(search, code, depth, value, ways))
        return one_by_one(code, depth)

    return visit


def _visit_if_able(search: Search, take: Visit, skip: Visit) -> Visit:
    """Searches `take`, and `skip` only if `take` has no move at all. If no move of `take` has the wanted prefix, a second search tests whether `take` has
    any move."""

    def visit(code: Lowering, depth: Ir) -> Ir:
        fn, ctx = code.fn, code.ctx
        if search.is_question:
            result = fn.let_var(take(code, depth))
            with fn.when(ge(result, c(0))):
                fn.set(result, skip(code, depth))
            return result
        cells = ctx.cells
        leaves = cells.leaves
        if search.walks:
            with fn.when(eq(ctx.cells.mode.value, c(SearchMode.WALK))):
                fn.drop(call("probing", "i32"))
                fn.drop(take(code, depth))
                ctx.cells.mode.store(fn, c(SearchMode.WALK))
                with fn.when(leaves.value):
                    fn.ret(take(code, depth))
                fn.ret(skip(code, depth))
        before = fn.let(leaves.value)
        result = fn.let_var(take(code, depth))
        with fn.when(eq(leaves.value, before) & ge(result, depth)):
            any_at_all = fn.let_var(c(0))
            with fn.when(lt(depth, cells.prefix_length.value)):
                asked = (
                    (cells.mode, SearchMode.COUNT),
                    (cells.limit, 1),
                    (cells.prefix_length, 0),
                    (cells.probe, -1),
                )
                kept = [(cell, fn.let(cell.value)) for cell, _ in asked]
                for cell, number in asked:
                    cell.store(fn, c(number))
                leaves.store(fn, c(0))
                fn.drop(take(code, depth))
                fn.set(any_at_all, leaves.value)
                for cell, value in kept:
                    cell.store(fn, value)
                leaves.store(fn, before)
            with fn.when(any_at_all):
                fn.set(result, c(ON))
            with fn.orelse():
                fn.set(result, skip(code, depth))
        return result

    return visit
