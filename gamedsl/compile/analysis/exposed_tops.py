"""Piles whose top back is visible: after each statement that may expose a new top, the top card is resolved.

The order of a pile stays open until a seat looks. Where backs differ, every seat sees the back of the top card, so the
state must know that card. `exposed_tops` names the piles a statement touches; each of them gets a `Resolve` of one
card after the statement.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.compile.analysis.movements import instances, movement
from gamedsl.compile.lowering.draft import Draft
from gamedsl.compile.lowering.formulas import NO_SITE, number
from gamedsl.graph.analysis.walk import binders, expressions, free_locals, statements
from gamedsl.graph.model.expressions import Call, Const, Contents, Expr, Iteration, Local, ZoneAt
from gamedsl.graph.model.source_statements import Choose, DrawKeep, Stmt
from gamedsl.graph.model.statements import Bind, CallRule, Draw, For, MenuLine, Resolve, Roll, Select, SetLocal
from gamedsl.graph.model.types import LocalId, Optional, RuleId, Type, Zone, ZoneId
from gamedsl.semantics.model.checked import Body, Checked


def hidden_piles_with_backs(checked: Checked) -> frozenset[ZoneId]:
    """Returns the zone families of piles that not everybody sees and whose top shows: its back where backs differ, or its face (`top seen`)."""
    return frozenset(
        ZoneId(i)
        for i, zone in enumerate(checked.zones)
        if zone.form == "pile"
        and zone.visibility.who != "everyone"
        and (zone.visibility.top_seen or any(checked.classes[c].backs for c in zone.classes))
    )


def initial_tops(checked: Checked) -> tuple[Resolve, ...]:
    """Returns the tops to resolve before anything happens: piles with pieces from a table start in unknown order."""
    tops: list[Resolve] = []
    for family in sorted(hidden_piles_with_backs(checked)):
        spec = checked.zones[family]
        filled = (at for at, content in zip(instances(checked.zones, family), spec.start, strict=True) if content)
        tops.extend(_top(at) for at in filled)
    return tuple(tops)


def exposed_tops(draft: Draft, stmt: Stmt) -> tuple[Resolve, ...]:
    """Returns the tops to resolve after a statement (without those of the statements inside it)."""
    piles = hidden_piles_with_backs(draft.checked)
    if not piles:
        return ()
    tops: dict[Expr, None] = {}
    for zone in _find_touched_zones(draft, stmt):
        if isinstance(zone, ZoneAt) and all(isinstance(i, Const | Local) for i in zone.index):
            tops.update({zone: None} if zone.zone in piles else {})
        else:
            families = sorted(ZoneId(z) for z in origins_of(draft, zone) if z in piles)
            tops.update(dict.fromkeys(at for family in families for at in instances(draft.checked.zones, family)))
    return tuple(_top(at) for at in tops)


def _top(zone: Expr) -> Resolve:
    return Resolve(zone, number(1), NO_SITE)


def _find_touched_zones(draft: Draft, stmt: Stmt) -> Iterator[Expr]:
    """Yields formulas for the zones that a statement puts pieces into or takes pieces from; pieces represent the zones they come from."""
    checked = draft.checked
    moved = movement(checked.zones, checked.builtins.box, stmt)
    yield from moved.shuffled
    for transfer in moved.transfers:
        if transfer.pieces is not None:
            yield from (transfer.pieces,) if _is_zone(transfer.pieces.type) else _sources(transfer.pieces)
        if transfer.to is not None:
            yield transfer.to
    if moved.is_everywhere:
        for family in sorted(hidden_piles_with_backs(checked)):
            yield from instances(checked.zones, family)


def _is_zone(of: Type) -> bool:
    return isinstance(of.of if isinstance(of, Optional) else of, Zone)


def _sources(what: Expr) -> Iterator[Expr]:
    """Yields the zones named in a formula for pieces, and other origins of pieces: locals, functions, zones that depend on a binder of the formula."""
    bound = binders(what)
    for e in expressions(what):
        if isinstance(e, ZoneAt):
            yield Contents(e, what.type) if free_locals(e) & bound else e
        elif isinstance(e, Call) or (isinstance(e, Local) and e.id not in bound):
            yield e


# ---------------------------------------------------------------- where pieces in locals can come from


def origins_of(draft: Draft, expr: object) -> frozenset[int]:
    """Returns a superset of the zone families that the pieces (or a zone) of a formula can come from."""
    if not draft.origins:
        draft.origins = _origins(draft.checked)
    return _families(draft.checked, expr, draft.origins)


def _families(checked: Checked, expr: object, known: dict[LocalId, frozenset[int]]) -> frozenset[int]:
    found: frozenset[int] = frozenset()
    for e in expressions(expr):
        match e:
            case ZoneAt():
                found |= {e.zone}
            case Local():
                found |= known.get(e.id, frozenset())
            case Call():
                found |= _families(checked, checked.functions[e.function].body, known)
            case _:
                pass
    return found


def _origins(checked: Checked) -> dict[LocalId, frozenset[int]]:
    """For every local, returns the zone families of its pieces: the fixed point over all assignments to locals."""
    flows = list(_flows(checked))
    known: dict[LocalId, frozenset[int]] = {LocalId(-1): frozenset()}
    changed = True
    while changed:
        changed = False
        for local, expr in flows:
            now = known.get(local, frozenset()) | _families(checked, expr, known)
            if now != known.get(local):
                known[local] = now
                changed = True
    return known


def _flows(checked: Checked) -> Iterator[tuple[LocalId, object]]:
    bodies = [body for rule in checked.rules for body in (rule.body, *(b for _, b in rule.for_seats))]
    bodies += [body for phase in checked.phases for _, body in phase.for_seats]
    phases = tuple((phase.each, phase.stmts) for phase in checked.phases)
    everything = (checked.setup, checked.end, tuple(body.stmts for body in bodies), phases)
    for expr in (*expressions(everything), *(e for f in checked.functions for e in expressions(f.body))):
        if isinstance(expr, Iteration):
            yield expr.local, expr.source
        elif isinstance(expr, Call):
            yield from zip(checked.functions[expr.function].params, expr.args, strict=True)
    for stmt in statements(everything):
        yield from _statement_flows(checked, stmt)


def _statement_flows(checked: Checked, stmt: Stmt) -> Iterator[tuple[LocalId, object]]:
    match stmt:
        case SetLocal():
            yield stmt.local, stmt.value
        case For():
            yield from ((local, stmt.source) for local in stmt.locals)
        case Roll():
            yield stmt.local, stmt.source
        case Draw() if stmt.element is not None:
            yield stmt.element, stmt.source
        case DrawKeep():
            yield stmt.local, stmt.draw.to
        case CallRule():
            yield from _argument_flows(checked, stmt)
        case Choose():
            for part in stmt.parts:
                if isinstance(part, Bind):
                    yield part.local, part.value
                elif isinstance(part, Select):
                    yield from ((local, part.sources) for local in (part.local, part.element))
            for line in stmt.menu or ():
                yield from _argument_flows(checked, line)
        case _:
            pass


def _argument_flows(checked: Checked, call: CallRule | MenuLine) -> Iterator[tuple[LocalId, object]]:
    for body in bodies_of(checked, call.rule):
        yield from zip(body.params, call.args, strict=True)


def bodies_of(checked: Checked, rule: RuleId) -> tuple[Body, ...]:
    """Returns the body of a rule and those that replace it for scripted seats."""
    spec = checked.rules[rule]
    return (spec.body, *(body for _, body in spec.for_seats))
