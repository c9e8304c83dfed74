"""What is chosen and rolled: selections, menus, requirements."""

from __future__ import annotations

from typing import Literal, cast

from attrs import frozen

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import FLAG, UNKNOWN, Bag, Int, Kind, ListOf, Pieces, SetOf, Type, Zone
from gamedsl.semantics.data.members import param_type, same_params
from gamedsl.semantics.data.start_room import check_room
from gamedsl.semantics.formulas import construct
from gamedsl.semantics.formulas.construct import BROKEN, is_broken
from gamedsl.semantics.formulas.formulas import flag, formula, integer, typed, words
from gamedsl.semantics.model.types import arguments, describe, element_of, most
from gamedsl.semantics.model.world import FieldSymbol, PickSymbol, Scope, World
from gamedsl.semantics.names.lookup import as_formula, member, member_names, refer
from gamedsl.semantics.problems.problems import (
    Mismatch,
    Misplaced,
    NobodyActs,
    NotACollection,
    NotAnAction,
    TwoMenus,
    UnknownMember,
    UnknownName,
    UnseenChoice,
    WrongArguments,
)
from gamedsl.semantics.rules.statements import Place, bind, callee, let
from gamedsl.syntax import tree

Quantity = Literal["one", "any", "up_to", "exactly"]


@frozen
class Offer:
    """One alternative of a selection."""

    quantity: Quantity
    number: expressions.Expr | None
    source: expressions.Expr
    seen: tree.Expr
    least: expressions.Expr | None = None


@frozen
class Offers:
    """The alternatives of a selection, or a yes/no question; `binds` are the arguments of a named pick."""

    binds: tuple[statements.Bind, ...]
    offers: tuple[Offer, ...]
    distinct: tree.Ident | None
    question: bool
    condition: expressions.Expr | None


# ---------------------------------------------------------------- choose


def choose(w: World, node: tree.Choose, scope: Scope, place: Place) -> tuple[list[source_statements.Stmt], Scope]:
    """One decision, up to the openings of the actions in its menu (which compiling adds)."""
    if scope.me is None:
        w.problem(NobodyActs(node.span, "choose"))
        return [], scope
    scope.uses.me = True
    me = scope.me
    inner = scope.choosing()
    parts: list[statements.Part] = []
    if node.condition is not None:
        condition = flag(w, node.condition, inner)
        inner = inner.with_facts(construct.holds(condition))
        parts.append(statements.Requirement(place.owner, condition, None, w.site(node.condition.span, scope.where)))
    for line in node.lines:
        new, inner = _line(w, line, inner, place)
        parts.extend(new)
    menu: tuple[statements.MenuLine, ...] | None = None
    if node.menu is not None:
        menu = _menu(w, node.menu, inner, place)
    mode: Literal["must", "may", "if_able"] = "may" if node.may else "if_able" if node.if_able else "must"
    after = scope
    for name, value in inner.names.items():
        if name not in scope.names:
            after = after.with_name(name, value)
    return [source_statements.Choose(mode, me, tuple(parts), menu, place.owner, w.site(node.span, scope.where))], after


def _line(
    w: World, line: tree.Selection | tree.LetStmt | tree.RequireStmt, scope: Scope, place: Place
) -> tuple[list[statements.Part], Scope]:
    match line:
        case tree.Selection():
            return selection(w, line, scope, place)
        case tree.LetStmt():
            made, after = let(w, line, scope, place)
            return [statements.Bind(m.local, m.value) for m in made if isinstance(m, statements.SetLocal)], after
        case tree.RequireStmt():
            return [requirement(w, line, scope)], scope


def requirement(w: World, node: tree.RequireStmt, scope: Scope) -> statements.Requirement:
    condition = flag(w, node.condition, scope.choosing())
    if is_broken(condition):
        condition = construct.YES
    return statements.Requirement(node.name.text, condition, node.why, w.site(node.span, scope.where))


def _menu(w: World, menu: tree.Menu, scope: Scope, place: Place) -> tuple[statements.MenuLine, ...]:
    if place.menu is not None:
        w.problem(TwoMenus(menu.span, place.owner, place.menu))
    place.menu = menu.span
    lines: list[statements.MenuLine] = []
    never: list[statements.MenuLine] = []
    extra = tuple(tree.MenuEntry(tree.Name(name, span=span), None, span=span) for name, span in place.added)
    for entry in (*menu.lines, *extra):
        line = entry.call
        condition = flag(w, entry.condition, scope) if entry.condition is not None else None
        found = callee(w, line, scope, place, "action")
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


def selection(w: World, node: tree.Selection, scope: Scope, place: Place) -> tuple[list[statements.Part], Scope]:
    """One selection; its name stands for what was chosen in all that follows."""
    place.note_selection(place.owner, node.name.text, UNKNOWN, UNKNOWN)  # until it is known better
    found = offers(w, node, scope, place)
    if found is None:
        return [], bind(w, scope, node.name, BROKEN, place)
    site = w.site(node.span, scope.where)
    if found.question:
        if node.secret or (found.distinct or node.distinct) is not None:
            what = "`seen by owner`" if node.secret else "`distinct`"
            w.problem(Misplaced(node.span, what, "a yes or no has no kinds, and everybody sees it"))
        local = w.local(node.name.text, FLAG)
        place.note_selection(place.owner, node.name.text, FLAG, FLAG)
        return [*found.binds, statements.YesNo(node.name.text, local.id, found.condition, site)], bind(
            w, scope, node.name, local, place
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
        return [], bind(w, scope, node.name, BROKEN, place)
    _check_seen(w, found.offers, scope, place)
    type_ = _chosen_type(w, sources[0].type, element, first)
    check_room(w, node.name.span, f"`{node.name.text}`", type_)
    local = w.local(node.name.text, type_)
    each = w.local("it", element)
    distinct = _distinct(w, found.distinct or node.distinct, each, scope)
    place.note_selection(place.owner, node.name.text, type_, element)
    part = statements.Select(
        node.name.text, local.id, first.quantity, first.number, tuple(sources), each.id, distinct, site, first.least, node.secret
    )  # fmt: skip
    return [*found.binds, part], bind(w, scope, node.name, local, place)


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
        joined = construct.join_types(w, type_, e.type)
        if joined is None:
            w.problem(Mismatch(node.span, describe(w, made[0].type), describe(w, e.type)))
            return made, None
        type_ = joined
    if isinstance(type_, SetOf):
        made = [construct.as_set(w, e) for e in made]
    return made, element_of(type_)


def _source_form(w: World, e: expressions.Expr, quantity: Quantity) -> expressions.Expr:
    if quantity == "one" or not isinstance(e.type, ListOf):
        return e
    if isinstance(e.type.of, Int | Kind):
        return construct.as_bag(w, e) or e
    return construct.as_set(w, e)


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


def _check_seen(w: World, found: tuple[Offer, ...], scope: Scope, place: Place) -> None:
    """Choosing by kind from a zone that its actor cannot see would reveal it."""
    for offer in found:
        for zone in _zones(offer.source):
            spec = w.zones[zone.zone]
            who = spec.visibility.who
            own = bool(zone.index) and scope.me is not None and construct.bare(zone.index[0]) == scope.me
            hidden = (
                who == "nobody" or (who == "owner" and not own and spec.owners is None) or (who == "others" and own)
            )
            if hidden and not any(construct.bare(p) == zone for p in place.zones_peeked):
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


# ---------------------------------------------------------------- picks


def offers(w: World, node: tree.Selection, scope: Scope, place: Place) -> Offers | None:
    """The alternatives of a selection, named picks opened."""
    if len(node.picks) == 1 and isinstance(node.picks[0], tree.PickYesNo):
        question = node.picks[0]
        condition = flag(w, question.condition, scope) if question.condition is not None else None
        return Offers((), (), None, True, None if condition is not None and is_broken(condition) else condition)
    if len(node.picks) == 1 and isinstance(node.picks[0], tree.PickNamed):
        return _named(w, node.picks[0], scope, place)
    made = [_offer(w, p, scope) for p in node.picks]
    if any(m is None for m in made):
        return None
    return Offers((), tuple(cast("list[Offer]", made)), None, False, None)


def _offer(w: World, pick: tree.Pick, scope: Scope) -> Offer | None:
    if not isinstance(pick, tree.PickOf):
        w.problem(Misplaced(pick.span, "this alternative", "alternatives are `one of …`, `any of …` or `2 of …`"))
        return None
    number = integer(w, pick.quantity.number, scope) if pick.quantity.number is not None else None
    high = integer(w, pick.quantity.high, scope) if pick.quantity.high is not None else None
    found = formula(w, pick.source, scope)
    if isinstance(found.type, Zone) or not isinstance(found.type, ListOf | SetOf | Bag | Pieces):
        found = construct.as_list(w, found)
    if is_broken(found) or (number is not None and is_broken(number)):
        return None
    if element_of(found.type) is None:
        w.problem(NotACollection(pick.source.span, describe(w, found.type)))
        return None
    match pick.quantity.kind:
        case "some":
            return Offer("any", None, found, pick.source, construct.number(1))
        case "between":
            return None if high is None or is_broken(high) else Offer("up_to", high, found, pick.source, number)
        case kind:
            return Offer(kind, number, found, pick.source)


def _named(w: World, pick: tree.PickNamed, scope: Scope, place: Place) -> Offers | None:
    name = pick.pick.of if isinstance(pick.pick, tree.Apply) else pick.pick
    given = pick.pick.args if isinstance(pick.pick, tree.Apply) else ()
    symbol = w.symbols.get(name.id) if isinstance(name, tree.Name) else None
    if not isinstance(name, tree.Name) or not isinstance(symbol, PickSymbol):
        known = tuple(sorted(n for n, v in w.symbols.items() if isinstance(v, PickSymbol)))
        w.problem(UnknownName(name.span, words(name), "pick", known))
        return None
    w.used.add(name.id)
    decl = symbol.decl
    if len(given) != len(decl.params) or any(isinstance(a, tree.Named | tree.Comprehension) for a in given):
        w.problem(WrongArguments(pick.span, name.id, arguments(len(decl.params)), len(given)))
        return None
    binds: list[statements.Bind] = []
    inner = Scope(scope.where, me=scope.me, total=True, uses=scope.uses, risks=scope.risks, facts=scope.facts)
    for param, arg in zip(decl.params, given, strict=True):
        type_ = param_type(w, param)
        value = typed(w, cast("tree.Expr", arg), scope, type_)
        if is_broken(value):
            return None
        local = w.local(param.name.text, type_)
        binds.append(statements.Bind(local.id, value))
        inner = inner.with_name(param.name.text, value if isinstance(value, expressions.Const) else local)
    found = _pick_body(w, decl, inner, place)
    if found is None:
        return None
    for seat, own in symbol.seats:
        if not same_params(w, own, decl):
            return None
        other = _pick_body(w, own, inner, place)
        if other is None or scope.me is None:
            return None
        found = _for_seat(w, found, other, expressions.Equal(scope.me, expressions.Const(seat, w.player), FLAG), pick)
        if found is None:
            return None
    return Offers(tuple(binds), found.offers, found.distinct, found.question, found.condition)


def _pick_body(w: World, decl: tree.PickDecl, scope: Scope, place: Place) -> Offers | None:
    found = offers(w, tree.Selection(decl.name, decl.picks, decl.distinct, span=decl.span), scope, place)
    return (
        None
        if found is None
        else Offers(found.binds, found.offers, found.distinct or decl.distinct, found.question, found.condition)
    )


def _for_seat(w: World, general: Offers, own: Offers, is_seat: expressions.Expr, pick: tree.PickNamed) -> Offers | None:
    """One list of alternatives that depends on who acts; missing ones offer nothing."""
    if (
        general.question
        or own.question
        or {o.quantity for o in (*general.offers, *own.offers)} != {general.offers[0].quantity}
    ):
        w.problem(Mismatch(pick.span, "the same kind of selection for every seat", "another one"))
        return None
    made: list[Offer] = []
    for i in range(max(len(general.offers), len(own.offers))):
        a = own.offers[i] if i < len(own.offers) else None
        b = general.offers[i] if i < len(general.offers) else None
        shape = cast("Offer", a or b)
        left = a.source if a is not None else construct.empty_like(shape.source.type)
        right = b.source if b is not None else construct.empty_like(shape.source.type)
        type_ = construct.join_types(w, left.type, right.type)
        if type_ is None:
            w.problem(Mismatch(pick.span, describe(w, right.type), describe(w, left.type)))
            return None
        made.append(Offer(shape.quantity, shape.number, expressions.IfElse(is_seat, left, right, type_), shape.seen))
    return Offers((), tuple(made), general.distinct, False, None)


# ---------------------------------------------------------------- roll


def roll(w: World, node: tree.Roll, scope: Scope, place: Place) -> tuple[list[source_statements.Stmt], Scope]:
    rolls: list[statements.Roll | statements.SetLocal] = []
    after: list[source_statements.Stmt] = []
    for line in node.lines:
        match line:
            case tree.Selection():
                field = _rolled_field(w, line.name, scope)
                made, scope = _roll(w, line, scope, place, named=field is None)
                rolls.extend(made)
                if field is not None and made:
                    local = expressions.Local(made[0].local, w.locals[made[0].local].type)
                    value = construct.coerce(w, scope, local, w.fields[field.field].type, line.span)
                    after.append(statements.SetField(field.field, field.index, value, w.site(line.span, scope.where)))
            case tree.LetStmt():
                lets, scope = let(w, line, scope, place)
                rolls.extend(m for m in lets if isinstance(m, statements.SetLocal))
            case tree.RequireStmt():
                w.problem(Misplaced(line.span, "`require`", "dice obey nobody: it belongs into a `choose` block"))
    if len(rolls) == 1 and isinstance(rolls[0], statements.Roll):
        return [rolls[0], *after], scope
    return [source_statements.RollBlock(tuple(rolls)), *after], scope


def _only_seen_by_me(w: World, node: tree.Selection, scope: Scope) -> expressions.Expr | None:
    """`roll mine: one of 1..6, seen by owner`: the acting player's secret."""
    if scope.me is None:
        w.problem(NobodyActs(node.span, "seen by owner"))
        return None
    scope.uses.me = True
    return scope.me


def _rolled_field(w: World, name: tree.Ident, scope: Scope) -> expressions.FieldAt | None:
    """A roll may name a field: what comes out is stored there."""
    symbol = w.symbols.get(name.text) or w.members.get("player", {}).get(name.text)
    if not isinstance(symbol, FieldSymbol) or name.text in scope.names:
        return None
    found = refer(w, tree.Name(name.text, span=name.span), scope, None)
    return found if isinstance(found, expressions.FieldAt) else None


def _roll(
    w: World, node: tree.Selection, scope: Scope, place: Place, *, named: bool
) -> tuple[list[statements.Roll], Scope]:
    place.note_selection(place.owner, node.name.text, UNKNOWN, UNKNOWN)
    found = offers(w, node, scope, place)
    if (found is not None and found.distinct is not None) or node.distinct is not None:
        w.problem(Misplaced(node.span, "`distinct`", "it belongs to what is chosen: what is rolled comes as it comes"))
    if found is None or found.question or len(found.offers) != 1 or found.offers[0].quantity not in ("one", "exactly"):
        if found is not None:
            w.problem(Misplaced(node.span, "this roll", "rolled is `one of …` or `2 of …`"))
        return [], bind(w, scope, node.name, BROKEN, place)
    offer = found.offers[0]
    element = element_of(offer.source.type)
    if element is None:
        return [], bind(w, scope, node.name, BROKEN, place)
    type_: Type = element
    if offer.quantity == "exactly":
        high = offer.number.type.high if offer.number is not None and isinstance(offer.number.type, Int) else 0
        type_ = ListOf(element, max(0, high))
        if isinstance(offer.source.type, Pieces):
            type_ = Pieces(offer.source.type.classes, max(0, high))
        elif isinstance(offer.source.type, Bag):
            type_ = Bag(offer.source.type.of, max(0, high))
    check_room(w, node.name.span, f"`{node.name.text}`", type_)
    local = w.local(node.name.text, type_)
    place.note_selection(place.owner, node.name.text, type_, element)
    quantity: Literal["one", "exactly"] = "one" if offer.quantity == "one" else "exactly"
    only = _only_seen_by_me(w, node, scope) if node.secret else None
    made = statements.Roll(
        node.name.text, local.id, quantity, offer.number, offer.source, w.site(node.span, scope.where), only
    )
    return [made], bind(w, scope, node.name, local, place) if named else scope
