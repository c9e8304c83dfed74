"""Checks `roll`: dice, and all other random choices."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import UNKNOWN, Bag, Int, ListOf, Pieces, Type
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import BROKEN
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import FieldSymbol
from gamedsl.semantics.model.types import element_of
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.problems.data import Amount
from gamedsl.semantics.problems.names import NobodyActs
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.state.start_room import check_room
from gamedsl.semantics.statements.bindings import bind, let
from gamedsl.semantics.statements.offers import offers
from gamedsl.semantics.statements.statement_context import StatementContext
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written
from gamedsl.syntax.tree.node import Ident


def roll(
    world: World, node: written.Roll, scope: Scope, context: StatementContext
) -> tuple[list[source_statements.Stmt], Scope]:
    rolls: list[statements.Roll | statements.SetLocal] = []
    after: list[source_statements.Stmt] = []
    for line in node.lines:
        match line:
            case written.Selection():
                field = _find_rolled_field(world, line.name, scope)
                made, scope = _roll(world, line, scope, context, named=field is None)
                rolls.extend(made)
                if field is not None and made:
                    local = expressions.Local(made[0].local, world.locals[made[0].local].type)
                    value = conversions.coerce(world, scope, local, world.fields[field.field].type, line.span)
                    after.append(
                        statements.SetField(field.field, field.index, value, world.site(line.span, scope.where))
                    )
            case written.LetStmt():
                lets, scope = let(world, line, scope, context)
                rolls.extend(m for m in lets if isinstance(m, statements.SetLocal))
            case written.RequireStmt():
                world.problem(Misplaced(line.span, Misplacement.REQUIRE_IN_ROLL))
    if len(rolls) == 1 and isinstance(rolls[0], statements.Roll):
        return [rolls[0], *after], scope
    return [source_statements.RollBlock(tuple(rolls)), *after], scope


def _only_seen_by_me(world: World, node: written.Selection, scope: Scope) -> expressions.Expr | None:
    """Returns the acting player for `roll mine: one of 1..6, seen by owner`: the result is that player's secret."""
    if scope.me is None:
        world.problem(NobodyActs(node.span, "seen by owner"))
        return None
    scope.uses.me = True
    return scope.me


def _find_rolled_field(world: World, name: Ident, scope: Scope) -> expressions.FieldAt | None:
    """Returns the field that a roll names, if it names one: the result is stored there."""
    symbol = world.symbols.get(name.text) or world.members.get("player", {}).get(name.text)
    if not isinstance(symbol, FieldSymbol) or name.text in scope.names:
        return None
    found = refer(world, formulas.Name(name.text, span=name.span), scope, None)
    return found if isinstance(found, expressions.FieldAt) else None


def _roll(
    world: World, node: written.Selection, scope: Scope, context: StatementContext, *, named: bool
) -> tuple[list[statements.Roll], Scope]:
    context.note_selection(context.owner, node.name.text, UNKNOWN, UNKNOWN)
    found = offers(world, node, scope, context)
    if (found is not None and found.distinct is not None) or node.distinct is not None:
        world.problem(Misplaced(node.span, Misplacement.DISTINCT_ROLL))
    if node.why is not None or node.ask is not None:
        world.problem(Misplaced(node.span, Misplacement.SENTENCE_OF_ROLL))
    if found is None or found.question or len(found.offers) != 1 or found.offers[0].quantity not in ("one", "exactly"):
        if found is not None:
            world.problem(Misplaced(node.span, Misplacement.ROLL))
        return [], bind(world, scope, node.name, BROKEN, context)
    offer = found.offers[0]
    element = element_of(offer.source.type)
    if element is None:
        return [], bind(world, scope, node.name, BROKEN, context)
    type_: Type = element
    if offer.quantity == "exactly":
        high = offer.number.type.high if offer.number is not None and isinstance(offer.number.type, Int) else 0
        type_ = ListOf(element, max(0, high))
        if isinstance(offer.source.type, Pieces):
            type_ = Pieces(offer.source.type.classes, max(0, high))
        elif isinstance(offer.source.type, Bag):
            type_ = Bag(offer.source.type.of, max(0, high))
    check_room(world, node.name.span, about(Amount.ROOM_OF_LOCAL, node.name.text), type_)
    local = world.local(node.name.text, type_)
    world.origins[local.id] = (offer.source,)
    world.chosen.add(local.id)
    context.note_selection(context.owner, node.name.text, type_, element)
    quantity: Literal["one", "exactly"] = "one" if offer.quantity == "one" else "exactly"
    if node.seen_by == "nobody":
        world.problem(Misplaced(node.span, Misplacement.UNSEEN_ROLL))
    only = _only_seen_by_me(world, node, scope) if node.seen_by == "owner" else None
    made = statements.Roll(
        node.name.text, local.id, quantity, offer.number, offer.source, world.site(node.span, scope.where), only
    )
    return [made], bind(world, scope, node.name, local, context) if named else scope
