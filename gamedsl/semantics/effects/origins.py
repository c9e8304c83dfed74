"""Where pieces come from: for each local, the zones in which its pieces can lie."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import expressions, statements
from gamedsl.graph.model.expressions import Call, Expr, Iteration, Local, ZoneAt
from gamedsl.graph.model.source_statements import Choose, DrawKeep, Stmt
from gamedsl.graph.model.statements import Bind, CallRule, Draw, For, MenuLine, Roll, Select, SetLocal
from gamedsl.graph.model.types import LocalId, RuleId
from gamedsl.semantics.model.checked import Body, Checked


def origins(checked: Checked) -> dict[LocalId, frozenset[int]]:
    """For every local, returns the zone families of its pieces: the fixed point over all assignments to locals."""
    flows = list(_flows(checked))
    known: dict[LocalId, frozenset[int]] = {LocalId(-1): frozenset()}
    changed = True
    while changed:
        changed = False
        for local, expr in flows:
            now = known.get(local, frozenset()) | families(checked, expr, known)
            if now != known.get(local):
                known[local] = now
                changed = True
    return known


def families(checked: Checked, expr: object, known: dict[LocalId, frozenset[int]]) -> frozenset[int]:
    """Returns a superset of the zone families that a formula names; `known` are the `origins` of the locals."""
    found: frozenset[int] = frozenset()
    for e in expressions(expr):
        match e:
            case ZoneAt():
                found |= {e.zone}
            case Local():
                found |= known.get(e.id, frozenset())
            case Call():
                found |= families(checked, checked.functions[e.function].body, known)
            case _:
                pass
    return found


def program(checked: Checked) -> tuple[tuple[Stmt, ...], ...]:
    """Returns everything that rules do in a match: the set-up, the bodies of rules and phases, the loops and conditions around phases, the end, and the
    draws of starts."""
    bodies = [body.stmts for rule in checked.rules for body in (rule.body, *(b for _, b in rule.for_seats))]
    bodies += [body.stmts for phase in checked.phases for _, body in phase.for_seats]
    bodies += [stmts for phase in checked.phases for stmts in (phase.before, phase.stmts, phase.after)]
    turns = tuple(phase.each for phase in checked.phases if phase.each is not None)
    starts = tuple(start.draws for start in checked.starts)
    return (checked.setup, *bodies, turns, checked.rounds.after, checked.end, *starts)


def _flows(checked: Checked) -> Iterator[tuple[LocalId, tuple[Expr, ...]]]:
    yield from flows_of_formulas(checked)
    for stmt in statements(program(checked)):
        yield from statement_flows(checked, stmt)


def flows_of_formulas(checked: Checked) -> Iterator[tuple[LocalId, tuple[Expr, ...]]]:
    """Yields the locals that formulas bind, each with formulas for its values or for collections of them."""
    everything = program(checked)
    for expr in (*expressions(everything), *(e for f in checked.functions for e in expressions(f.body))):
        if isinstance(expr, Iteration):
            yield expr.local, (expr.source,)
        elif isinstance(expr, Call):
            yield from _arguments(checked.functions[expr.function].params, expr.args)


def statement_flows(checked: Checked, stmt: Stmt) -> Iterator[tuple[LocalId, tuple[Expr, ...]]]:
    """Yields the locals that a statement binds, each with formulas for its values or for collections of them."""
    match stmt:
        case SetLocal():
            yield stmt.local, (stmt.value,)
        case For():
            yield from ((local, (stmt.source,)) for local in stmt.locals)
        case Roll():
            yield stmt.local, (stmt.source,)
        case Draw() if stmt.element is not None:
            yield stmt.element, (stmt.source,)
        case DrawKeep():
            yield stmt.local, (stmt.draw.to,)
        case CallRule():
            yield from _argument_flows(checked, stmt)
        case Choose():
            for part in stmt.parts:
                if isinstance(part, Bind):
                    yield part.local, (part.value,)
                elif isinstance(part, Select):
                    yield from ((local, part.sources) for local in (part.local, part.element))
            for line in stmt.menu or ():
                yield from _argument_flows(checked, line)
        case _:
            pass


def _argument_flows(checked: Checked, call: CallRule | MenuLine) -> Iterator[tuple[LocalId, tuple[Expr, ...]]]:
    for body in bodies_of(checked, call.rule):
        yield from _arguments(body.params, call.args)


def _arguments(params: tuple[LocalId, ...], args: tuple[Expr, ...]) -> Iterator[tuple[LocalId, tuple[Expr, ...]]]:
    yield from ((param, (arg,)) for param, arg in zip(params, args, strict=True))


def bodies_of(checked: Checked, rule: RuleId) -> tuple[Body, ...]:
    """Returns the body of a rule and those that replace it for scripted seats."""
    spec = checked.rules[rule]
    return (spec.body, *(body for _, body in spec.for_seats))
