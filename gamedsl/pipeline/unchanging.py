"""Finds things that no match changes: conditions that wait for a change that no rule makes, and zones that nothing fills."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gamedsl.graph.analysis.walk import expressions as parts_of
from gamedsl.graph.analysis.walk import formulas_with_sites, list_named_zones
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, FieldId, Position, ZoneId
from gamedsl.semantics.construction.constants import number
from gamedsl.semantics.construction.logic import negate
from gamedsl.semantics.construction.settled import outcome
from gamedsl.semantics.effects.changes import Unchanging, Values, unchanging
from gamedsl.semantics.effects.first_draws import first_draws
from gamedsl.semantics.effects.unguarded_walks import walks
from gamedsl.semantics.elaboration import Elaborated
from gamedsl.semantics.model.checked import Checked
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.world import Judged
from gamedsl.semantics.problems.certain import Settled, SureFault, SureFlaw, WalkBeyond
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.problems.usage import NeverFilled, NeverSet
from gamedsl.source import Span
from gamedsl.syntax.tree import data, fields
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import frozen


def without_change(merged: Merged, result: Elaborated) -> Judged:
    """Returns the findings about conditions and zones that follow from all rules of a setup together, for rules without errors."""
    checked = result.checked
    if checked is None:
        return {}
    still = unchanging(checked, result.examples, result.fragments)
    judged: Judged = {}
    for span, condition in result.program.world.conditions:
        found = None if condition is None else _find_settled(checked, still, span, condition)
        judged.setdefault(("unchanged", span), {})[found] = None
    settled = {found.text for each in judged.values() for found in each if isinstance(found, Settled)}
    same = {
        checked.fields[field].name: field
        for field, one in still.values.items()
        if len(one.every or ()) == 1 and not one.is_set and checked.fields[field].name not in settled
    }
    reads = _reads(checked) if same else {}
    for name in _list_members(merged):
        use = reads.get(same[name.text]) if name.text in same else None
        judged[("never set", name.span)] = {NeverSet(name.span, name.text, use) if use else None: None}
    for draw in first_draws(checked):
        flaw = about(SureFlaw.NOT_YET_THERE, checked.zones[draw.zone].name, draw.there, draw.wanted)
        span = checked.sites[draw.site].span
        judged.setdefault(("not yet there", span), {})[None if draw.is_possible else SureFault(span, flaw)] = None
    for walk in walks(checked):
        span, field = checked.sites[walk.site].span, checked.fields[walk.field]
        board = checked.boards[field.type.board].name if isinstance(field.type, Position) else ""
        judged.setdefault(("walk", span), {})[WalkBeyond(span, field.name, board) if walk.is_unguarded else None] = None
    uses = _uses(checked) if still.unfilled else {}
    unfilled = {checked.zones[zone].name: zone for zone in still.unfilled if zone in uses}
    for name in _list_members(merged, fields.ZoneType):
        zone = unfilled.get(name.text)
        never = (
            None if zone is None else NeverFilled(name.span, name.text, uses[zone], _homeless(merged, checked, zone))
        )
        judged[("unfilled", name.span)] = {never: None}
    return judged


# ---------------------------------------------------------------- conditions


@frozen
class _Fact:
    """A fact that always holds of a field or zone, and why."""

    condition: expressions.Expr
    why: Literal["unset", "set", "left"]
    name: str


def _find_settled(checked: Checked, still: Unchanging, span: Span, condition: expressions.Expr) -> Settled | None:
    """Returns the finding that unchanging things decide a condition, and names the single field or zone that is enough for this, if there is one."""
    facts = tuple(_facts(checked, still, condition))
    each = [tuple(fact for fact in facts if fact.name == name) for name in dict.fromkeys(fact.name for fact in facts)]
    for some in (*each, facts):
        always = outcome(condition, tuple(fact.condition for fact in some)) if some else None
        if always is not None:
            return Settled(span, always, some[0].why, some[0].name)
    return None


def _facts(checked: Checked, still: Unchanging, condition: expressions.Expr) -> Iterator[_Fact]:
    """Yields facts that always hold about the fields and zones in a condition."""
    for part in parts_of(condition):
        match part:
            case expressions.FieldAt() if part.field in still.values:
                values = still.values[part.field]
                for fact in _about_field(part, values, condition):
                    yield _Fact(fact, "set" if values.is_set else "unset", checked.fields[part.field].name)
            case expressions.Count(source):
                zone = _whole_zone(source)
                if zone is not None and zone in still.kept:
                    least = expressions.Compare(">=", part, number(still.kept[zone]), FLAG)
                    yield _Fact(least, "left", checked.zones[zone].name)
            case _:
                pass


def _about_field(part: expressions.FieldAt, values: Values, condition: expressions.Expr) -> Iterator[expressions.Expr]:
    every = values.every
    numbers = [v for v in (values.low, values.high, *(every or ())) if isinstance(v, int) and not isinstance(v, bool)]
    if every is None or len(numbers) == len(every):
        yield expressions.Compare(">=", part, number(min(numbers)), FLAG)
        yield expressions.Compare("<=", part, number(max(numbers)), FLAG)
    elif every in (frozenset((True,)), frozenset((False,))):
        yield part if True in every else negate(part)
    for other in parts_of(condition):
        match other:
            case expressions.Equal(expressions.Const(value), asked) | expressions.Equal(
                asked, expressions.Const(value)
            ):
                if asked == part and every is not None and (value not in every or len(every) == 1):
                    yield other if value in every else negate(other)
            case _:
                pass


def _whole_zone(source: expressions.Expr) -> ZoneId | None:
    """Returns the zone if a formula consists of all its pieces; None otherwise."""
    while isinstance(source, expressions.Contents | expressions.Convert):
        source = source.zone if isinstance(source, expressions.Contents) else source.operand
    return source.zone if isinstance(source, expressions.ZoneAt) else None


# ---------------------------------------------------------------- zones


def _list_members(merged: Merged, sort: type[object] = object) -> Iterator[Ident]:
    """Yields the names of the fields and zones of a game whose types are of one sort."""
    for block in merged.decls:
        for member in block.members if isinstance(block, fields.Fields) else ():
            if isinstance(member, fields.Field) and isinstance(member.type, sort):
                yield member.name


def _reads(checked: Checked) -> dict[FieldId, Span]:
    """Returns the fields that rules read, each with the first line that does."""
    found: dict[FieldId, Span] = {}
    for site, formula in formulas_with_sites((checked.rules, checked.phases, checked.end, checked.ends)):
        for part in parts_of(formula) if site >= 0 else ():
            if isinstance(part, expressions.FieldAt):
                found.setdefault(part.field, checked.sites[site].span)
    return found


def _uses(checked: Checked) -> dict[ZoneId, Span | None]:
    """Returns the zones that rules name, each with the first line that does; None where that is a whole turn, or the formula of a score or a `let`."""
    turns = {phase.each.site for phase in checked.phases if phase.each is not None}
    found: dict[ZoneId, Span | None] = {}
    rules = (checked.setup, checked.rules, checked.phases, checked.end, checked.ends, checked.functions)
    for site, formula in formulas_with_sites(rules):
        for zone in list_named_zones(formula):
            if site >= 0 and site not in turns and found.get(zone) is None:
                found[zone] = checked.sites[site].span
            found.setdefault(zone, None)
    return found


def _homeless(merged: Merged, checked: Checked, zone: ZoneId) -> tuple[str, Span] | None:
    """Returns a component whose pieces could start in this zone, because they start nowhere yet and the zone exists only once; None if there is none."""
    spec = checked.zones[zone]
    zones = (other for i, other in enumerate(checked.zones) if i != checked.builtins.box)
    placed = {checked.kinds[kind].cls for other in zones for content in other.start for kind, _ in content}
    names = {checked.classes[c].name for c in spec.classes if c not in placed}
    for decl in merged.decls:
        if isinstance(decl, data.Component) and decl.name.text in names and decl.start is None:
            return (decl.name.text, decl.name.span) if not spec.dimensions and decl.per is None else None
    return None
