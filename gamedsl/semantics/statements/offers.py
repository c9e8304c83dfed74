"""Checks the offers of a selection: its alternatives, and named picks."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions, statements
from gamedsl.graph.model.types import FLAG, Bag, ListOf, Pieces, SetOf, Zone
from gamedsl.semantics.construction import constants, conversions, sure
from gamedsl.semantics.construction.arguments import argument
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.formulas.collections import several
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import PickSymbol
from gamedsl.semantics.model.types import describe, element_of
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import exact_arguments
from gamedsl.semantics.problems.elements import NotACollection
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.state.parameters import param_type, same_params
from gamedsl.semantics.statements.statement_context import StatementContext
from gamedsl.syntax.tree import declarations, formulas
from gamedsl.syntax.tree import statements as written
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve, frozen

Quantity = Literal["one", "any", "up_to", "exactly"]


@frozen
class Offer:
    """One alternative of a selection."""

    quantity: Quantity
    number: expressions.Expr | None
    source: expressions.Expr
    seen: formulas.Expr
    least: expressions.Expr | None = None


@frozen
class Offers:
    """The alternatives of a selection, or a yes/no question; `binds` are the arguments of a named pick."""

    binds: tuple[statements.Bind, ...]
    offers: tuple[Offer, ...]
    distinct: Ident | None
    question: bool
    condition: expressions.Expr | None


def offers(world: World, node: written.Selection, scope: Scope, context: StatementContext) -> Offers | None:
    """Returns the alternatives of a selection, with named picks expanded."""
    if len(node.picks) == 1 and isinstance(node.picks[0], written.PickYesNo):
        question = node.picks[0]
        condition = world.check.flag(question.condition, scope) if question.condition is not None else None
        return Offers((), (), None, True, None if condition is not None and is_broken(condition) else condition)
    if len(node.picks) == 1 and isinstance(node.picks[0], written.PickNamed):
        return _open_named_pick(world, node.picks[0], scope, context)
    made = tuple(_offer(world, pick, scope) for pick in node.picks)
    found = tuple(offer for offer in made if offer is not None)
    return Offers((), found, None, False, None) if len(found) == len(made) else None


_QUANTITIES = ("any", "one", "some")


def _offer(world: World, pick: written.Pick, scope: Scope) -> Offer | None:
    if not isinstance(pick, written.PickOf):
        world.problem(Misplaced(pick.span, Misplacement.ALTERNATIVE))
        return None
    number = world.check.integer(pick.quantity.number, scope) if pick.quantity.number is not None else None
    high = world.check.integer(pick.quantity.high, scope) if pick.quantity.high is not None else None
    # The words of quantities are among the suggestions for an unknown name in the place of a quantity.
    last = world.problems[-1] if world.problems else None
    if isinstance(last, UnknownName) and pick.quantity.number is not None and last.span == pick.quantity.number.span:
        world.problems[-1] = evolve(last, known=(*_QUANTITIES, *last.known))
    least, greatest = (number, high) if pick.quantity.kind == "between" else (None, number)
    sure.note_quantity(world, pick.quantity.span, least, greatest)
    match pick.source:
        case formulas.Binary(
            op="or", right=formulas.NoneLiteral(span=span)
        ):  # whether it may be nothing is said in front
            world.problem(Mismatch(span, Thing.ELEMENTS_TO_CHOOSE, Thing.NONE))
            return None
        case _:
            found = several(world, pick.source, scope)
    if isinstance(found.type, Zone) or not isinstance(found.type, ListOf | SetOf | Bag | Pieces):
        found = conversions.as_list(world, found)
    if is_broken(found) or (number is not None and is_broken(number)):
        return None
    if element_of(found.type) is None:
        world.problem(NotACollection(pick.source.span, describe(world, found.type)))
        return None
    match pick.quantity.kind:
        case "some":
            return Offer("any", None, found, pick.source, constants.number(1))
        case "between":
            return None if high is None or is_broken(high) else Offer("up_to", high, found, pick.source, number)
        case kind:
            return Offer(kind, number, found, pick.source)


def _open_named_pick(world: World, pick: written.PickNamed, scope: Scope, context: StatementContext) -> Offers | None:
    name = pick.pick.of if isinstance(pick.pick, formulas.Apply) else pick.pick
    given = pick.pick.args if isinstance(pick.pick, formulas.Apply) else ()
    symbol = world.symbols.get(name.id) if isinstance(name, formulas.Name) else None
    if not isinstance(name, formulas.Name) or not isinstance(symbol, PickSymbol):
        known = tuple(sorted(n for n, v in world.symbols.items() if isinstance(v, PickSymbol)))
        world.problem(UnknownName(name.span, words(name), Role.PICK, known))
        return None
    world.used.add(name.id)
    decl = symbol.decl
    values = exact_arguments(world, given, len(decl.params), name.id, pick.span)
    if values is None:
        return None
    binds: list[statements.Bind] = []
    inner = Scope(scope.where, me=scope.me, total=True, uses=scope.uses, risks=scope.risks, facts=scope.facts)
    for param, arg in zip(decl.params, values, strict=True):
        type_ = param_type(world, param)
        value = argument(world, scope, arg, type_)
        if is_broken(value):
            return None
        local = world.local(param.name.text, type_)
        world.origins[local.id] = (value,)
        binds.append(statements.Bind(local.id, value))
        inner = inner.with_name(param.name.text, value if isinstance(value, expressions.Const) else local)
    found = _pick_body(world, decl, inner, context)
    if found is None:
        return None
    for seat, own in symbol.seats:
        if not same_params(world, own, decl):
            return None
        other = _pick_body(world, own, inner, context)
        if other is None or scope.me is None:
            return None
        found = _for_seat(
            world, found, other, expressions.Equal(scope.me, expressions.Const(seat, world.player), FLAG), pick
        )
        if found is None:
            return None
    return Offers(tuple(binds), found.offers, found.distinct, found.question, found.condition)


def _pick_body(world: World, decl: declarations.PickDecl, scope: Scope, context: StatementContext) -> Offers | None:
    found = offers(world, written.Selection(decl.name, decl.picks, decl.distinct, span=decl.span), scope, context)
    return (
        None
        if found is None
        else Offers(found.binds, found.offers, found.distinct or decl.distinct, found.question, found.condition)
    )


def _for_seat(
    world: World, general: Offers, own: Offers, is_seat: expressions.Expr, pick: written.PickNamed
) -> Offers | None:
    """Builds one list of alternatives that depends on the acting seat. A missing alternative offers nothing."""
    if (
        general.question
        or own.question
        or {o.quantity for o in (*general.offers, *own.offers)} != {general.offers[0].quantity}
    ):
        world.problem(Mismatch(pick.span, Thing.SAME_SELECTION, Thing.ANOTHER_ONE))
        return None
    made: list[Offer] = []
    for i in range(max(len(general.offers), len(own.offers))):
        a = own.offers[i] if i < len(own.offers) else None
        b = general.offers[i] if i < len(general.offers) else None
        shape = own.offers[i] if i < len(own.offers) else general.offers[i]
        left = a.source if a is not None else conversions.empty_like(shape.source.type)
        right = b.source if b is not None else conversions.empty_like(shape.source.type)
        type_ = conversions.join_types(world, left.type, right.type)
        if type_ is None:
            world.problem(Mismatch(pick.span, describe(world, right.type), describe(world, left.type)))
            return None
        made.append(Offer(shape.quantity, shape.number, expressions.IfElse(is_seat, left, right, type_), shape.seen))
    return Offers((), tuple(made), general.distinct, False, None)
