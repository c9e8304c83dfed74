"""Checks choices: selections, menus, requirements."""

from __future__ import annotations

from functools import partial
from math import comb
from typing import Literal, assert_never

from gamedsl.graph.analysis.presence import bare
from gamedsl.graph.model import expressions, source_statements, statements, types
from gamedsl.graph.model.types import Bag, ListOf, Pieces, Ranking, SetOf, Zone, plain
from gamedsl.semantics.construction import constants, conversions, facts, sure
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.construction.exclusions import condition_of_any
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, element_of, has_numbers, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.member_symbols import member_names
from gamedsl.semantics.names.members import member
from gamedsl.semantics.names.reference_values import as_formula
from gamedsl.semantics.problems.choices import NotAnAction, NothingRefused, TwiceInMenu, TwoMenus, UnseenChoice
from gamedsl.semantics.problems.data import Amount
from gamedsl.semantics.problems.names import NobodyActs, UnknownMember
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.state.start_room import check_room
from gamedsl.semantics.statements.bindings import bind, let
from gamedsl.semantics.statements.calls import callee
from gamedsl.semantics.statements.offers import Offer, Quantity, offers
from gamedsl.semantics.statements.statement_context import StatementContext
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve

# ---------------------------------------------------------------- choose


def choose(
    world: World, node: written.Choose, scope: Scope, context: StatementContext
) -> tuple[list[source_statements.Stmt], Scope]:
    """Checks one decision, up to the openings of the actions in its menu (which the compiler adds)."""
    if scope.me is None:
        world.problem(NobodyActs(node.span, "choose"))
        return [], scope
    scope.uses.me = True
    me = scope.me
    inner = scope.choosing()
    parts: list[statements.Part] = []
    if node.condition is not None:
        condition = world.check.flag(node.condition, inner)
        inner = facts.where(inner, condition)
        parts.append(
            statements.Requirement(context.owner, condition, None, world.site(node.condition.span, scope.where))
        )
    for line in node.lines:
        new, inner = _line(world, line, inner, context, unseen=node.unseen)
        parts.extend(new)
    menu: tuple[statements.MenuLine, ...] | None = None
    if node.menu is not None:
        menu = _menu(world, node.menu, inner, context)
    mode: Literal["must", "may", "if_able"] = "may" if node.may else "if_able" if node.if_able else "must"
    after = evolve(scope, facts=inner.facts, known=inner.known)
    for name, value in inner.names.items():
        if name not in scope.names:
            after = after.with_name(name, value)
    return [
        source_statements.Choose(
            mode, me, tuple(parts), menu, context.owner, world.site(node.span, scope.where), unseen=node.unseen
        )
    ], after


def _line(
    world: World,
    line: written.Selection | written.LetStmt | written.RequireStmt,
    scope: Scope,
    context: StatementContext,
    *,
    unseen: bool,
) -> tuple[list[statements.Part], Scope]:
    match line:
        case written.Selection():
            if line.seen_by == "nobody" and not unseen:
                world.problem(Misplaced(line.span, Misplacement.UNSEEN_SELECTION))
            return selection(world, line, scope, context)
        case written.LetStmt():
            made, after = let(world, line, scope, context)
            return [statements.Bind(m.local, m.value) for m in made if isinstance(m, statements.SetLocal)], after
        case written.RequireStmt():
            required = requirement(world, line, scope)
            return [required], facts.where(scope, required.condition)


def requirement(world: World, node: written.RequireStmt, scope: Scope) -> statements.Requirement:
    condition = world.check.flag(node.condition, scope.choosing())
    if is_broken(condition):
        condition = constants.YES
    return statements.Requirement(node.name.text, condition, node.why, world.site(node.span, scope.where))


def _menu(world: World, menu: written.Menu, scope: Scope, context: StatementContext) -> tuple[statements.MenuLine, ...]:
    if context.menu is not None:
        world.problem(TwoMenus(menu.span, context.owner, context.menu))
    context.menu = menu.span
    lines: list[statements.MenuLine] = []
    never: list[statements.MenuLine] = []
    extra = tuple(written.MenuEntry(formulas.Name(name, span=span), None, span=span) for name, span in context.added)
    first: dict[tuple[formulas.Expr, formulas.Expr | None], Span] = {}
    for entry in (*menu.lines, *extra):
        line = entry.call
        earlier = first.setdefault((line, entry.condition), entry.span)
        if earlier is not entry.span:
            world.problem(TwiceInMenu(entry.span, words(line), earlier))
            continue
        condition = world.check.flag(entry.condition, scope) if entry.condition is not None else None
        found = callee(world, line, scope, context, Role.ACTION)
        if found is None:
            continue
        rule, args = found
        if not rule.is_action:
            world.problem(NotAnAction(line.span, words(line)))
            continue
        never_offered = isinstance(condition, expressions.Const) and condition.value is False
        into = never if never_offered else lines
        into.append(statements.MenuLine(rule.id, args, world.site(line.span, scope.where), condition))
    return tuple(lines or never[:1])  # a menu without lines in this setup keeps a line that is never offered


def selection(
    world: World, node: written.Selection, scope: Scope, context: StatementContext
) -> tuple[list[statements.Part], Scope]:
    """Checks one selection. Later parts can use its name."""
    context.note_selection(
        context.owner, node.name.text, types.UNKNOWN, types.UNKNOWN
    )  # replaced below when the type is known
    found = offers(world, node, scope, context)
    if found is None:
        return [], bind(world, scope, node.name, BROKEN, context)
    site = world.site(node.span, scope.where)
    if node.why is not None and not any(_leaves_out(pick) for pick in node.picks):
        world.problem(NothingRefused(node.span, node.name.text))
    if found.question:
        if node.seen_by == "owner" or (found.distinct or node.distinct) is not None:
            what = Misplacement.SECRET_ANSWER if node.seen_by == "owner" else Misplacement.DISTINCT_ANSWER
            world.problem(Misplaced(node.span, what))
        local = world.local(node.name.text, types.FLAG)
        context.note_selection(context.owner, node.name.text, types.FLAG, types.FLAG)
        asked = statements.YesNo(node.name.text, local.id, found.condition, site, node.why, node.ask)
        return [*found.binds, asked], bind(world, scope, node.name, local, context)
    first = found.offers[0]
    if any((o.quantity, o.number, o.least) != (first.quantity, first.number, first.least) for o in found.offers[1:]):
        world.problem(Mismatch(node.span, Thing.SAME_QUANTITY, Thing.DIFFERENT_ONES))
    if found.distinct is not None and node.distinct is not None and found.distinct != node.distinct:
        world.problem(Misplaced(node.distinct.span, Misplacement.SECOND_DISTINCT))
    if first.quantity == "one" and (distinct_ := found.distinct or node.distinct) is not None:
        world.problem(Misplaced(distinct_.span, Misplacement.DISTINCT_ONE))
    for pick, offer in zip(node.picks, found.offers, strict=False):
        least = offer.number if offer.quantity == "exactly" else offer.least
        least = constants.number(1) if offer.quantity == "one" else least
        if isinstance(pick, written.PickOf) and not _are_numbers(pick.source):
            sure.note_choosable(world, pick.quantity.span, least, offer.source.type)
    sources, element = _one_form(world, [o.source for o in found.offers], first.quantity, node)
    if element is None:
        return [], bind(world, scope, node.name, BROKEN, context)
    _check_seen(world, found.offers, scope, context)
    type_ = _type_of_choice(world, sources[0].type, element, first)
    check_room(world, node.name.span, about(Amount.ROOM_OF_LOCAL, node.name.text), type_)
    local = world.local(node.name.text, type_)
    world.origins[local.id] = tuple(sources)
    world.chosen.add(local.id)
    each = world.local("it", element)
    distinct = _distinct(world, found.distinct or node.distinct, each, scope)
    context.note_selection(context.owner, node.name.text, type_, element)
    part = statements.Select(
        node.name.text, local.id, first.quantity, first.number, tuple(sources), each.id, distinct, site, first.least, node.seen_by != "everyone",
        node.why, node.ask,
    )  # fmt: skip
    if world.meanings is not None:
        world.meanings.ways[node.name.span] = partial(_most_ways, world, part)
    inner = bind(world, scope, node.name, local, context)
    if first.quantity == "one":
        inner = facts.where(inner, condition_of_any(sources, local))
    return [*found.binds, part], inner


def _are_numbers(source: formulas.Expr) -> bool:
    """Whether the source is a range `a..b`; an empty range is reported."""
    return isinstance(source, formulas.Binary) and source.op == ".."


def _leaves_out(pick: written.Pick) -> bool:
    """Whether a sentence can explain why the filter of an alternative excludes a value."""
    match pick:
        case written.PickOf(source=source):
            return isinstance(source, formulas.Filter | formulas.Leading)
        case written.PickYesNo(condition=condition):
            return condition is not None
        case written.PickNamed():
            return True
        case _:
            assert_never(pick)


def _type_of_choice(world: World, source: types.Type, element: types.Type, offer: Offer) -> types.Type:
    if offer.quantity == "one":
        return element
    bound = most(world, source)
    if offer.number is not None and isinstance(offer.number.type, types.Int):
        bound = max(0, min(bound, offer.number.type.high))
    match source:
        case types.Pieces():
            return types.Pieces(source.classes, bound)
        case types.Bag():
            return types.Bag(source.of, bound)
        case _:
            return types.SetOf(element) if has_numbers(element) else types.ListOf(element, bound)


def _one_form(
    world: World, sources: list[expressions.Expr], quantity: Quantity, node: written.Selection
) -> tuple[list[expressions.Expr], types.Type | None]:
    """Converts all alternatives to one form."""
    made = [_source_form(world, e, quantity) for e in sources]
    type_ = made[0].type
    for e in made[1:]:
        joined = conversions.join_types(world, type_, e.type)
        if joined is None:
            world.problem(Mismatch(node.span, describe(world, made[0].type), describe(world, e.type)))
            return made, None
        type_ = joined
    if isinstance(type_, types.SetOf):
        made = [conversions.as_set(world, e) for e in made]
    return made, element_of(type_)


def _source_form(world: World, expr: expressions.Expr, quantity: Quantity) -> expressions.Expr:
    if quantity == "one" or not isinstance(expr.type, types.ListOf) or not has_numbers(expr.type.of):
        return expr
    if isinstance(expr.type.of, types.Int | types.Kind):
        return conversions.as_bag(world, expr) or expr
    return conversions.as_set(world, expr)


def _distinct(world: World, name: Ident | None, element: expressions.Local, scope: Scope) -> expressions.Expr | None:
    if name is None:
        return None
    found = member(world, element, name.text, scope, name.span)
    if found is None:
        world.problem(
            UnknownMember(
                name.span, name.text, describe(world, element.type), tuple(sorted(member_names(world, element)))
            )
        )
        return None
    return as_formula(world, found, scope, formulas.Name(name.text, span=name.span), None)


def _check_seen(world: World, found: tuple[Offer, ...], scope: Scope, context: StatementContext) -> None:
    """Reports a choice from a zone that its actor cannot see: the choice would reveal it."""
    for offer in found:
        for zone in _zones(offer.source):
            spec = world.zones[zone.zone]
            who = spec.visibility.who
            own = bool(zone.index) and scope.me is not None and bare(zone.index[0]) == scope.me
            hidden = (
                who == "nobody" or (who == "owner" and not own and spec.owners is None) or (who == "others" and own)
            )
            if hidden and not any(bare(p) == zone for p in context.zones_peeked):
                world.problem(UnseenChoice(offer.seen.span, spec.name))


def _zones(expr: expressions.Expr) -> list[expressions.ZoneAt]:
    """Returns the zones whose pieces a selection offers."""
    match expr:
        case expressions.Contents():
            return _zones(expr.zone)
        case expressions.ZoneAt():
            return [expr]
        case expressions.Filter() | expressions.While() | expressions.Some() | expressions.Rest():
            return _zones(expr.source)
        case expressions.Join() | expressions.Without():
            return _zones(expr.left) + (_zones(expr.right) if isinstance(expr, expressions.Join) else [])
        case expressions.IfElse():
            return _zones(expr.yes) + _zones(expr.no)
        case _:
            return []


MOST_TOLD = 1_000_000
"""More ways than this tell nobody anything."""


def _most_ways(world: World, select: statements.Select) -> int | None:
    """Returns the greatest number of ways that a selection can have, by the types of its sources; None if the types do not limit it. Choosing one of several
    equal pieces is one way."""
    found: list[int] = []
    for source in select.sources:
        number = _elements(world, source)
        if number is None:
            return None
        found.append(number)
    elements = max(found, default=0)
    if select.quantity == "one":
        return elements
    chosen = select.number.value if isinstance(select.number, expressions.Const) else None
    if any(isinstance(plain(source.type), Zone | Pieces | Bag) for source in select.sources):
        return None  # choosing several equal pieces is another way
    if select.quantity == "exactly":
        ways = comb(elements, chosen) if isinstance(chosen, int) and chosen >= 0 else None
    else:
        last = chosen if isinstance(chosen, int) else elements
        ways = sum(comb(elements, number) for number in range(min(last, elements) + 1)) if elements < 30 else None
    return ways if ways is not None and ways <= MOST_TOLD else None


def _elements(world: World, source: expressions.Expr) -> int | None:
    match plain(source.type):
        case Zone(classes=classes, form=form):
            return 1 if form == "slot" else min(len(world.kinds_of(classes)), world.copies_of(classes))
        case Pieces(classes=classes, most=number):
            return min(len(world.kinds_of(classes)), number)
        case (ListOf() | SetOf() | Ranking()) as collection:
            return most(world, collection)
        case _:
            return None
