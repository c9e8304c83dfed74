"""What is chosen and rolled: selections, menus, requirements."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.types import FLAG, UNKNOWN, Bag, Int, Kind, ListOf, Pieces, SetOf, Type
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.data.start_room import check_room
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, element_of, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.members import member, member_names
from gamedsl.semantics.names.reference_values import as_formula
from gamedsl.semantics.problems.problems import (
    Mismatch,
    Misplaced,
    NobodyActs,
    NotAnAction,
    TwoMenus,
    UnknownMember,
    UnseenChoice,
)
from gamedsl.semantics.rules.bindings import bind, let
from gamedsl.semantics.rules.calls import callee
from gamedsl.semantics.rules.offers import Offer, Quantity, offers
from gamedsl.semantics.rules.statement_context import StatementContext
from gamedsl.syntax import tree

# ---------------------------------------------------------------- choose


def choose(w: World, node: tree.Choose, scope: Scope, context: StatementContext) -> tuple[list[statements.Stmt], Scope]:
    """One decision, up to the openings of the actions in its menu (which compiling adds)."""
    if scope.me is None:
        w.problem(NobodyActs(node.span, "choose"))
        return [], scope
    scope.uses.me = True
    me = scope.me
    inner = scope.choosing()
    parts: list[statements.Part] = []
    if node.condition is not None:
        condition = w.check.flag(node.condition, inner)
        inner = inner.with_facts(facts.holds(condition))
        parts.append(statements.Requirement(context.owner, condition, None, w.site(node.condition.span, scope.where)))
    for line in node.lines:
        new, inner = _line(w, line, inner, context)
        parts.extend(new)
    menu: tuple[statements.MenuLine, ...] | None = None
    if node.menu is not None:
        menu = _menu(w, node.menu, inner, context)
    mode: Literal["must", "may", "if_able"] = "may" if node.may else "if_able" if node.if_able else "must"
    after = scope
    for name, value in inner.names.items():
        if name not in scope.names:
            after = after.with_name(name, value)
    return [statements.Choose(mode, me, tuple(parts), menu, context.owner, w.site(node.span, scope.where))], after


def _line(
    w: World, line: tree.Selection | tree.LetStmt | tree.RequireStmt, scope: Scope, context: StatementContext
) -> tuple[list[statements.Part], Scope]:
    match line:
        case tree.Selection():
            return selection(w, line, scope, context)
        case tree.LetStmt():
            made, after = let(w, line, scope, context)
            return [statements.Bind(m.local, m.value) for m in made if isinstance(m, statements.SetLocal)], after
        case tree.RequireStmt():
            return [requirement(w, line, scope)], scope


def requirement(w: World, node: tree.RequireStmt, scope: Scope) -> statements.Requirement:
    condition = w.check.flag(node.condition, scope.choosing())
    if is_broken(condition):
        condition = constants.YES
    return statements.Requirement(node.name.text, condition, node.why, w.site(node.span, scope.where))


def _menu(w: World, menu: tree.Menu, scope: Scope, context: StatementContext) -> tuple[statements.MenuLine, ...]:
    if context.menu is not None:
        w.problem(TwoMenus(menu.span, context.owner, context.menu))
    context.menu = menu.span
    lines: list[statements.MenuLine] = []
    never: list[statements.MenuLine] = []
    extra = tuple(tree.MenuEntry(tree.Name(name, span=span), None, span=span) for name, span in context.added)
    for entry in (*menu.lines, *extra):
        line = entry.call
        condition = w.check.flag(entry.condition, scope) if entry.condition is not None else None
        found = callee(w, line, scope, context, "action")
        if found is None:
            continue
        rule, args = found
        if not rule.is_action:
            w.problem(NotAnAction(line.span, words(line)))
            continue
        never_offered = isinstance(condition, expressions.Const) and condition.value is False
        into = never if never_offered else lines
        into.append(statements.MenuLine(rule.id, args, w.site(line.span, scope.where), condition))
    return tuple(lines or never[:1])  # one that is never offered stands for a menu that has no option in this setup


def selection(
    w: World, node: tree.Selection, scope: Scope, context: StatementContext
) -> tuple[list[statements.Part], Scope]:
    """One selection; its name stands for what was chosen in all that follows."""
    context.note_selection(context.owner, node.name.text, UNKNOWN, UNKNOWN)  # until it is known better
    found = offers(w, node, scope, context)
    if found is None:
        return [], bind(w, scope, node.name, BROKEN, context)
    site = w.site(node.span, scope.where)
    if found.question:
        if node.secret or (found.distinct or node.distinct) is not None:
            what = "`seen by owner`" if node.secret else "`distinct`"
            w.problem(Misplaced(node.span, what, "a yes or no has no kinds, and everybody sees it"))
        local = w.local(node.name.text, FLAG)
        context.note_selection(context.owner, node.name.text, FLAG, FLAG)
        return [*found.binds, statements.YesNo(node.name.text, local.id, found.condition, site)], bind(
            w, scope, node.name, local, context
        )
    first = found.offers[0]
    if any((o.quantity, o.number, o.least) != (first.quantity, first.number, first.least) for o in found.offers[1:]):
        w.problem(Mismatch(node.span, "the same quantity behind every `else`", "different ones"))
    if found.distinct is not None and node.distinct is not None and found.distinct != node.distinct:
        w.problem(Misplaced(node.distinct.span, "a second `distinct`", "the named pick has one already"))
    if first.quantity == "one" and (distinct_ := found.distinct or node.distinct) is not None:
        w.problem(Misplaced(distinct_.span, "`distinct`", "one is always different from the others"))
    sources, element = _one_form(w, [o.source for o in found.offers], first.quantity, node)
    if element is None:
        return [], bind(w, scope, node.name, BROKEN, context)
    _check_seen(w, found.offers, scope, context)
    type_ = _chosen_type(w, sources[0].type, element, first)
    check_room(w, node.name.span, f"`{node.name.text}`", type_)
    local = w.local(node.name.text, type_)
    each = w.local("it", element)
    distinct = _distinct(w, found.distinct or node.distinct, each, scope)
    context.note_selection(context.owner, node.name.text, type_, element)
    part = statements.Select(
        node.name.text, local.id, first.quantity, first.number, tuple(sources), each.id, distinct, site, first.least, node.secret
    )  # fmt: skip
    return [*found.binds, part], bind(w, scope, node.name, local, context)


def _chosen_type(w: World, source: Type, element: Type, offer: Offer) -> Type:
    if offer.quantity == "one":
        return element
    bound = most(w, source)
    if offer.number is not None and isinstance(offer.number.type, Int):
        bound = max(0, min(bound, offer.number.type.high))
    match source:
        case Pieces():
            return Pieces(source.classes, bound)
        case Bag():
            return Bag(source.of, bound)
        case _:
            return SetOf(element)


def _one_form(
    w: World, sources: list[expressions.Expr], quantity: Quantity, node: tree.Selection
) -> tuple[list[expressions.Expr], Type | None]:
    """All alternatives in one form."""
    made = [_source_form(w, e, quantity) for e in sources]
    type_ = made[0].type
    for e in made[1:]:
        joined = conversions.join_types(w, type_, e.type)
        if joined is None:
            w.problem(Mismatch(node.span, describe(w, made[0].type), describe(w, e.type)))
            return made, None
        type_ = joined
    if isinstance(type_, SetOf):
        made = [conversions.as_set(w, e) for e in made]
    return made, element_of(type_)


def _source_form(w: World, e: expressions.Expr, quantity: Quantity) -> expressions.Expr:
    if quantity == "one" or not isinstance(e.type, ListOf):
        return e
    if isinstance(e.type.of, Int | Kind):
        return conversions.as_bag(w, e) or e
    return conversions.as_set(w, e)


def _distinct(w: World, name: tree.Ident | None, element: expressions.Local, scope: Scope) -> expressions.Expr | None:
    if name is None:
        return None
    found = member(w, element, name.text, scope, name.span)
    if found is None:
        w.problem(
            UnknownMember(name.span, name.text, describe(w, element.type), tuple(sorted(member_names(w, element))))
        )
        return None
    return as_formula(w, found, scope, tree.Name(name.text, span=name.span), None)


def _check_seen(w: World, found: tuple[Offer, ...], scope: Scope, context: StatementContext) -> None:
    """Choosing by kind from a zone that its actor cannot see would reveal it."""
    for offer in found:
        for zone in _zones(offer.source):
            spec = w.zones[zone.zone]
            who = spec.visibility.who
            own = bool(zone.index) and scope.me is not None and facts.bare(zone.index[0]) == scope.me
            hidden = (
                who == "nobody" or (who == "owner" and not own and spec.owners is None) or (who == "others" and own)
            )
            if hidden and not any(facts.bare(p) == zone for p in context.zones_peeked):
                w.problem(UnseenChoice(offer.seen.span, spec.name))


def _zones(e: expressions.Expr) -> list[expressions.ZoneAt]:
    """Zones whose pieces a selection offers."""
    match e:
        case expressions.Contents():
            return _zones(e.zone)
        case expressions.ZoneAt():
            return [e]
        case expressions.Filter() | expressions.While() | expressions.Some() | expressions.Rest():
            return _zones(e.source)
        case expressions.Join() | expressions.Without():
            return _zones(e.left) + (_zones(e.right) if isinstance(e, expressions.Join) else [])
        case expressions.IfElse():
            return _zones(e.yes) + _zones(e.no)
        case _:
            return []
