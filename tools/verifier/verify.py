"""Checks the invariants of a Game. Each violation is one sentence; the compiler promises that there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from typing import get_args

from gamedsl.graph.analysis.dataflow import live_before, live_locals
from gamedsl.graph.analysis.secrecy import with_private
from gamedsl.graph.analysis.trials import circles_of_questions
from gamedsl.graph.analysis.walk import (
    binders,
    expressions,
    free_locals,
    list_called_functions,
    list_called_rules,
    local_of,
    plans,
    reachable,
    statements,
    successors,
)
from gamedsl.graph.bytes.codec import coding_of
from gamedsl.graph.bytes.codings import size_of
from gamedsl.graph.model.expressions import (
    And,
    Call,
    Can,
    Expr,
    FieldAt,
    Filter,
    IfElse,
    Item,
    LimitReached,
    Local,
    Lookup,
    Need,
    Not,
    Or,
    While,
    ZoneAt,
)
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.nodes import (
    BranchNode,
    ChanceNode,
    DecisionNode,
    EffectNode,
    Node,
    Plan,
    StopNode,
    TogetherNode,
)
from gamedsl.graph.model.source_statements import Stmt
from gamedsl.graph.model.statements import (
    Bind,
    CallRule,
    Check,
    CountPass,
    Effect,
    Ensure,
    If,
    Repeat,
    Requirement,
    StartCount,
    YesNo,
)
from gamedsl.graph.model.types import FieldId, Flag, LocalId, NodeId, Optional, Player, Type, Unknown
from tools.verifier.cycles import endless_cycles, fields_written
from tools.verifier.missing_targets import missing_targets
from tools.verifier.unset_locals import unset_reads

Findings = Iterator[str]


def verify(game: Game, entries: Sequence[NodeId] = ()) -> list[str]:
    """Returns the invariants that the Game violates, in words. `entries` are the further entries of `compile_fragments`.

    Numbers that lead nowhere are reported first and alone, because the other checks could not follow them.
    """
    entries = (*(start.node for start in game.starts), *entries)
    found = [*_edges(game, entries), *_plans(game), *_numbers(game), *_instances(game)]
    if found:
        return found
    checks: Sequence[Callable[[Game, Sequence[NodeId]], Findings]] = (
        _check_reached,
        _contents,
        _acyclic,
        _questions,
        _loops,
        _reads,
        _bindings,
        _conditions,
        _together,
        _live,
        _layout,
        _starts,
        _private,
    )
    return [line for check in checks for line in check(game, entries)]


def _starts(game: Game, entries: Sequence[NodeId]) -> Findings:
    """Checks that the initial content of each zone fits into it."""
    for zone in game.zones:
        limits = [most for most in (zone.capacity, zone.room) if most is not None]
        for content in zone.start:
            found = sum(number for _, number in content)
            if limits and found > min(limits):
                yield f"zone {zone.name} starts with {found} pieces and holds {min(limits)}"


def _private(game: Game, _: Sequence[NodeId]) -> Findings:
    for i, (node, right) in enumerate(zip(game.nodes, with_private(game), strict=True)):
        if node != right:
            yield f"n{i} says wrongly whether it is private"


# ---------------------------------------------------------------- numbers


def _edges(game: Game, entries: Sequence[NodeId]) -> Findings:
    nodes = range(len(game.nodes))
    for i, node in enumerate(game.nodes):
        yield from (f"n{i} leads to n{to}, which does not exist" for to in successors(node) if to not in nodes)
    asked = tuple(exit for question in game.questions for exit in question.exits)
    starts = (game.start, *entries, *asked)
    yield from (f"n{entry} is an entry but does not exist" for entry in starts if entry not in nodes)


def _numbers(game: Game) -> Findings:
    for where, part in _list_parts(game):
        for expr in expressions(part):
            yield from (f"{where}: {line}" for line in _bad_formula(game, expr))
        for local in sorted(binders(part) | free_locals(part)):
            if local not in range(len(game.locals)):
                yield f"{where}: local {local} does not exist"
        for field in sorted(fields_written(part)):
            if field not in range(len(game.fields)):
                yield f"{where}: field {field} does not exist"
        for stmt in statements(part):
            if isinstance(stmt, StartCount | CountPass) and stmt.counter not in range(game.counters):
                yield f"{where}: counter {stmt.counter} does not exist"


def _list_parts(game: Game) -> Iterator[tuple[str, object]]:
    """Yields all places that hold formulas, with their names."""
    yield from ((f"n{i}", node) for i, node in enumerate(game.nodes))
    yield from ((f"function {function.name}", function.body) for function in game.functions)
    yield from ((f"rule {routine.name}", routine.body) for routine in game.routines)
    yield from ((f"question {question.name}", question.plan) for question in game.questions)
    yield from ((f"invariant {invariant.name}", invariant.condition) for invariant in game.invariants)
    yield from ((f"possible {possible.name}", possible.condition) for possible in game.possibles)
    yield "ranking", game.ranking.order
    yield from (("a scripted answer", answer.key) for script in game.scripts for answer in script.answers)


def _bad_formula(game: Game, expr: Expr) -> Findings:
    if isinstance(expr.type, Unknown) and not isinstance(
        expr, Local | Item | Need
    ):  # an element of what is always empty
        yield "a formula of unknown type"
    match expr:
        case FieldAt():
            yield from _bad_index(game.fields, expr.field, expr.index, "field")
        case ZoneAt():
            yield from _bad_index(game.zones, expr.zone, expr.index, "zone")
        case Lookup():
            if expr.table not in range(len(game.tables)):
                yield f"table {expr.table} does not exist"
            elif len(expr.index) != len(game.tables[expr.table].sizes):
                yield f"{game.tables[expr.table].name} has {len(expr.index)} indices"
        case Call():
            if expr.function not in range(len(game.functions)):
                yield f"function {expr.function} does not exist"
            elif len(expr.args) != len(game.functions[expr.function].params):
                yield f"{game.functions[expr.function].name} has {len(expr.args)} arguments"
        case Can():
            params = [len(question.params) for question in game.questions if question.rule == expr.rule]
            if params != [len(expr.args)]:
                yield f"rule {expr.rule} is asked about with {len(expr.args)} arguments, of {params}"
        case LimitReached() if expr.counter not in range(game.counters):
            yield f"counter {expr.counter} does not exist"
        case _:
            pass


def _bad_index(
    specs: Sequence[FieldSpec] | Sequence[ZoneSpec], id: int, index: tuple[Expr, ...], noun: str
) -> Findings:
    if id not in range(len(specs)):
        yield f"{noun} {id} does not exist"
    elif len(index) != len(specs[id].dimensions):
        yield f"{noun} {specs[id].name} has {len(index)} indices"


def _instances(game: Game) -> Findings:
    for noun, specs in (("field", game.fields), ("zone", game.zones)):
        base = 0
        for spec in specs:
            if spec.base != base:
                yield f"{noun} {spec.name} begins at instance {spec.base}, not {base}"
            if len(spec.start) != prod(dimension.size for dimension in spec.dimensions):
                yield f"{noun} {spec.name} has {len(spec.start)} start values"
            base += len(spec.start)
    for zone in game.zones:
        if zone.room is not None and any(sum(count for _, count in start) > zone.room for start in zone.start):
            yield f"zone {zone.name} starts with more than it has room for"
        if any(count < 1 for start in zone.start for _, count in start):
            yield f"zone {zone.name} starts with a kind of which it holds none"
    kinds = [i for i, cls in enumerate(game.classes) for _ in range(cls.count)]
    if [kind.cls for kind in game.kinds] != kinds:
        yield "the kinds are not numbered class by class"


# ---------------------------------------------------------------- nodes and what they hold


def _check_reached(game: Game, entries: Sequence[NodeId]) -> Findings:
    asked = (exit for question in game.questions for exit in question.exits)
    found = set(reachable(lambda n: game.nodes[n], (game.start, *entries, *asked)))
    yield from (f"n{i} is not reached" for i in range(len(game.nodes)) if i not in found)


def _contents(game: Game, entries: Sequence[NodeId]) -> Findings:
    """Checks that effects neither ask nor draw nor end the match, that they call routines only and change what is there, and that only branches read proof
    counters."""
    params = {routine.rule: len(routine.params) for routine in game.routines}
    effects: tuple[type, ...] = get_args(Effect)
    for where, part in _list_parts(game):
        for stmt in statements(part) if not isinstance(part, ChanceNode) else ():
            if isinstance(stmt, CallRule):
                if stmt.rule not in params:
                    yield f"{where}: rule {stmt.rule} is called but is no routine"
                elif len(stmt.args) != params[stmt.rule]:
                    yield f"{where}: rule {stmt.rule} is called with {len(stmt.args)} arguments"
            elif not isinstance(stmt, effects):
                yield f"{where}: {type(stmt).__name__} is no effect"
            elif isinstance(stmt, Repeat) and stmt.cut_off:
                yield f"{where}: a match is cut off inside an effect"
        for stmt in missing_targets(part):
            yield f"{where}: {type(stmt).__name__} changes what may be none"
        branched = isinstance(part, BranchNode) and isinstance(part.condition, LimitReached)
        if not branched and any(isinstance(expr, LimitReached) for expr in expressions(part)):
            yield f"{where}: a formula reads a proof counter"


def _acyclic(game: Game, entries: Sequence[NodeId]) -> Findings:
    functions = {i: list_called_functions(function.body) for i, function in enumerate(game.functions)}
    routines = {routine.rule: list_called_rules(routine.body) for routine in game.routines}
    if _has_cycle({int(k): frozenset(map(int, v)) for k, v in functions.items()}):
        yield "functions call each other in a circle"
    if _has_cycle({int(k): frozenset(map(int, v)) for k, v in routines.items()}):
        yield "routines call each other in a circle"


def _questions(game: Game, _: Sequence[NodeId]) -> Findings:
    rules = [question.rule for question in game.questions]
    if rules != sorted(set(rules)):
        yield "the questions are not in order of their rules"
    for question in game.questions:
        used = {exit for plan in plans(question.plan) for exit in (plan.exit, plan.gate_exit) if exit is not None}
        yield from (f"question {question.name}: {line}" for plan in plans(question.plan) for line in _bad_plan(plan))
        if question.exits and used != set(range(len(question.exits))):
            yield f"question {question.name} has {len(question.exits)} exits but its plan uses {sorted(used)}"
    for circle in circles_of_questions(game):
        yield f"the questions of {', '.join(f'rule {rule}' for rule in circle)} ask each other in a circle"


def _has_cycle(calls: dict[int, frozenset[int]]) -> bool:
    left = dict(calls)
    while True:
        leaves = [caller for caller, called in left.items() if not called & left.keys()]
        if not leaves:
            return bool(left)
        for leaf in leaves:
            del left[leaf]


def _loops(game: Game, entries: Sequence[NodeId]) -> Findings:
    for component in endless_cycles(game):
        yield f"nothing bounds the cycle {', '.join(f'n{n}' for n in component)}"


# ---------------------------------------------------------------- locals


def _reads(game: Game, entries: Sequence[NodeId]) -> Findings:
    for node, local in unset_reads(game.nodes, (game.start, *entries)):
        yield f"n{node} may read {_local(game, local)} before it is set"
    for routine in game.routines:
        known = frozenset((*routine.params, *(() if routine.me is None else (routine.me,))))
        for local in sorted(live_before(routine.body, frozenset()) - known):
            yield f"rule {routine.name} may read {_local(game, local)} before it is set"
    for function in game.functions:
        for local in sorted(free_locals(function.body) - frozenset(function.params)):
            yield f"function {function.name} reads {_local(game, local)}"
    for where, formula in (
        *((invariant.name, invariant.condition) for invariant in game.invariants),
        *((possible.name, possible.condition) for possible in game.possibles),
        ("ranking", game.ranking.order),
    ):
        for local in sorted(free_locals(formula)):
            yield f"{where} reads {_local(game, local)}"


def _bindings(game: Game, entries: Sequence[NodeId]) -> Findings:
    """Checks that no formula binds a local whose value is still needed: all locals share one frame."""
    live = live_locals(game.nodes)
    for i, node in enumerate(game.nodes):
        after = frozenset[LocalId]().union(*(live[to] for to in successors(node)))
        lost = binders(node) & after
        if isinstance(node, EffectNode):
            lost = frozenset[LocalId]()
            for stmt in reversed(node.body):
                lost |= binders(stmt) & after
                after = live_before((stmt,), after)
        yield from (f"n{i} binds {_local(game, local)}, which is needed later" for local in sorted(lost))


def _live(game: Game, entries: Sequence[NodeId]) -> Findings:
    live = live_locals(game.nodes)
    for i, node in enumerate(game.nodes):
        if isinstance(node, DecisionNode | TogetherNode | ChanceNode | StopNode) and node.live != tuple(
            sorted(live[i])
        ):
            wrong = sorted(frozenset(node.live) ^ live[i])
            yield f"n{i} is wrong about what is live: {', '.join(_local(game, local) for local in wrong)}"


def _local(game: Game, local: LocalId) -> str:
    return f"{game.locals[local].name} ({local})"


# ---------------------------------------------------------------- formulas


def _conditions(game: Game, entries: Sequence[NodeId]) -> Findings:
    for where, part in _list_parts(game):
        for condition in _tests(part):
            if not isinstance(condition.type, Flag):
                yield f"{where}: a condition of type {type(condition.type).__name__}"
        for expr in expressions(part):
            if isinstance(expr, Local) and not _agree(expr.type, game.locals[expr.id].type):
                yield f"{where}: {_local(game, expr.id)} is read as another type"
            elif isinstance(expr, FieldAt) and not _reads_as(expr.type, game.fields[expr.field].type):
                yield f"{where}: field {game.fields[expr.field].name} is read as another type"


def _reads_as(read: Type, declared: Type) -> bool:
    """Whether a type fits a read of the declared one: a field at an index of none is none."""
    return read == declared or read == Optional(declared)


def _agree(read: Type, declared: Type) -> bool:
    return type(read) is type(declared)


def _tests(part: object) -> Iterator[Expr]:
    """Yields the formulas that must be flags."""
    if isinstance(part, BranchNode):
        yield part.condition
    if isinstance(part, TogetherNode):
        yield part.asked
    for plan in plans(part.plan) if isinstance(part, DecisionNode | TogetherNode) else ():
        if plan.offered_if is not None:
            yield plan.offered_if
        for piece in plan.parts:
            if isinstance(piece, Requirement | YesNo) and piece.condition is not None:
                yield piece.condition
    yield from _tests_of_statements(statements(part))
    for expr in expressions(part):
        match expr:
            case And() | Or():
                yield from (expr.left, expr.right)
            case Not():
                yield expr.operand
            case IfElse() | Filter() | While():
                yield expr.condition
            case _:
                pass


def _tests_of_statements(stmts: Iterable[Stmt]) -> Iterator[Expr]:
    for stmt in stmts:
        match stmt:
            case If() | Check() | Ensure():
                yield stmt.condition
            case Repeat() if stmt.until is not None:
                yield stmt.until
            case _:
                pass


# ---------------------------------------------------------------- decisions


def _plans(game: Game) -> Findings:
    for i, node in enumerate(game.nodes):
        if isinstance(node, DecisionNode | TogetherNode):
            yield from (f"n{i}: {line}" for plan in plans(node.plan) for line in _bad_plan(plan))
            if node.plan.offered_if is not None:
                yield f"n{i}: only a line of a menu is offered under a condition, and {node.plan.name} is none"
            used = sorted(exit for plan in plans(node.plan) for exit in (plan.exit, plan.gate_exit) if exit is not None)
            count = len(node.exits) if isinstance(node, DecisionNode) else len(set(used))
            if sorted(set(used)) != list(range(count)):
                yield f"n{i} has {count} exits but its plan uses {used}"


def _bad_plan(plan: Plan) -> Findings:
    if (plan.menu is None) == (plan.exit is None):
        yield f"the plan of {plan.name} has not exactly one of menu and exit"
    if plan.menu == ():
        yield f"the menu of {plan.name} is empty"
    if (plan.gate is None) != (plan.gate_exit is None):
        yield f"the gate of {plan.name} and its exit do not go together"
    before = plan.parts[: plan.gate_at]
    if not 0 <= plan.gate_at <= len(plan.parts) or not all(isinstance(part, Bind | Requirement) for part in before):
        yield f"before the gate of {plan.name} stands more than requirements and lets"
    if plan.gate is None and plan.gate_at:
        yield f"{plan.name} has no gate but parts before it"


def _together(game: Game, entries: Sequence[NodeId]) -> Findings:
    for i, node in enumerate(game.nodes):
        if isinstance(node, TogetherNode):
            bound = {local_of(part) for plan in plans(node.plan) for part in plan.parts}
            for local, _ in node.commits:
                if local not in bound:
                    yield f"n{i} stores {_local(game, local)}, which its plan does not bind"
            for field in (*(field for _, field in node.commits), node.exit_field, node.todo_field):
                yield from (f"n{i}: {line}" for line in _bad_store(game, field))


def _bad_store(game: Game, field: FieldId) -> Findings:
    if field not in range(len(game.fields)):
        yield f"field {field} does not exist"
        return
    spec = game.fields[field]
    by_seat = len(spec.dimensions) == 1 and isinstance(spec.dimensions[0].type, Player)
    if not by_seat or not spec.hidden or spec.visibility.who != "nobody":
        yield f"{spec.name} is no hidden field by seat"


# ---------------------------------------------------------------- layout


def _layout(game: Game, entries: Sequence[NodeId]) -> Findings:
    end = 0
    for cell in sorted(game.layout.cells, key=lambda cell: cell.offset):
        if cell.offset != end:
            yield f"the layout has a gap or an overlap at {end}"
        if cell.size != size_of(coding_of(game, cell)):
            yield f"the cell of {cell.what} {cell.id} has {cell.size} bytes"
        end = cell.offset + cell.size
    if end != game.layout.size:
        yield f"the layout has {game.layout.size} bytes, its cells end at {end}"
    live = {
        local
        for node in game.nodes
        if not isinstance(node, EffectNode | BranchNode)
        for local in _list_kept_locals(node)
    }
    expected = [("node", 0), *_all("field", game.fields), *_all("zone", game.zones), *(("local", n) for n in live)]
    if sorted(expected) != sorted((cell.what, cell.id) for cell in game.layout.cells):
        yield "the layout does not hold each field, zone and live local once"


def _all(what: str, specs: Sequence[FieldSpec] | Sequence[ZoneSpec]) -> list[tuple[str, int]]:
    return [(what, i) for i in range(sum(len(spec.start) for spec in specs))]


def _list_kept_locals(node: Node) -> tuple[LocalId, ...]:
    return node.live if isinstance(node, DecisionNode | TogetherNode | ChanceNode | StopNode) else ()
