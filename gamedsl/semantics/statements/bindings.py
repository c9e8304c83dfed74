"""Binds the names that statements give to values."""

from __future__ import annotations

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import Optional, Zone
from gamedsl.semantics.construction import facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.hiding import hides
from gamedsl.semantics.problems.data import Amount
from gamedsl.semantics.problems.names import DeclaredTwice
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.state.start_room import check_room
from gamedsl.semantics.statements.statement_context import StatementContext
from gamedsl.syntax.tree import statements as written
from gamedsl.syntax.tree.node import Ident


def bind(world: World, scope: Scope, name: Ident, value: expressions.Expr, context: StatementContext) -> Scope:
    """Returns the scope with a name for a value. Reports a name that hides more than a type or component."""
    if name.text in scope.names:
        world.problem(DeclaredTwice(name.span, name.text, context.selections.get(name.text, name.span)))
    elif (first := hides(world, scope, name)) is not None:
        world.problem(DeclaredTwice(name.span, name.text, first))
    context.selections[name.text] = name.span
    return scope.with_name(name.text, value)


def let(
    world: World, node: written.LetStmt, scope: Scope, context: StatementContext
) -> tuple[list[source_statements.Stmt], Scope]:
    """Checks a `let`: a value that is fixed here. A zone is named, not copied."""
    value = world.check.formula(node.value, scope)
    if is_broken(value):
        return [], bind(world, scope, node.name, BROKEN, context)
    if isinstance(value, expressions.Const):
        return [], bind(world, scope, node.name, value, context)
    if isinstance(value.type, Optional) and isinstance(value.type.of, Zone):
        value = facts.need(world, scope, value, node.value.span, words(node.value))
    check_room(world, node.name.span, about(Amount.ROOM_OF_LOCAL, node.name.text), value.type)
    local = world.local(node.name.text, value.type)
    world.origins[local.id] = (value,)
    return [statements.SetLocal(local.id, value)], bind(world, scope, node.name, local, context)
