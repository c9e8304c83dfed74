"""Checks calls of rules and actions."""

from __future__ import annotations

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import NO_PLACE, Kind, Piece, Pieces, plain
from gamedsl.semantics.construction.arguments import argument
from gamedsl.semantics.construction.constants import is_broken
from gamedsl.semantics.formulas.pile_ends import must_leave_from_top
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import RuleSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import exact_arguments
from gamedsl.semantics.names.own_boards import note_arguments
from gamedsl.semantics.problems.names import NobodyActs, UnknownName, WrongSort
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.statements.moved_parameters import is_moved, is_moved_always
from gamedsl.semantics.statements.statement_context import RuleCallee, StatementContext
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written


def call_statement(
    world: World, node: written.CallStmt, scope: Scope, context: StatementContext
) -> list[source_statements.Stmt]:
    found = callee(world, node.call, scope, context)
    if found is None:
        return []
    rule, args = found
    me = acting(world, scope, node.call, rule)
    return [statements.CallRule(rule.id, me, args, world.site(node.span, scope.where))]


def acting(world: World, scope: Scope, call: formulas.Expr, rule: RuleCallee) -> expressions.Expr | None:
    """Returns the seat that a called rule acts for."""
    if not rule.needs_me:
        return None
    if scope.me is None:
        world.problem(NobodyActs(call.span, words(call)))
        return None
    scope.uses.me = True
    return scope.me


def callee(
    world: World, call: formulas.Expr, scope: Scope, context: StatementContext, sort: Role = Role.RULE
) -> tuple[RuleCallee, tuple[expressions.Expr, ...]] | None:
    """Returns the rule that a statement names, or the action that a menu line names (`sort`), with its arguments."""
    name = call.of if isinstance(call, formulas.Apply) else call
    given = call.args if isinstance(call, formulas.Apply) else ()
    if not isinstance(name, formulas.Name):
        world.problem(WrongSort(call.span, "this", Thing.NO_RULE, Thing.NAME_OF_RULE))
        return None
    symbol = world.symbols.get(name.id)
    if not isinstance(symbol, RuleSymbol):
        rules = {n: v.decl for n, v in world.symbols.items() if isinstance(v, RuleSymbol)}
        if symbol is None and name.id not in scope.names:
            known = tuple(sorted(n for n, decl in rules.items() if decl.is_action or sort is Role.RULE))
            world.problem(UnknownName(name.span, name.id, sort, known))
        else:
            world.problem(WrongSort(name.span, name.id, Thing.NO_RULE, Thing.RULE_OR_ACTION))
        return None
    world.used.add(name.id)
    rule = context.call(name.id, symbol, name.span)
    if rule is None:
        return None
    values = exact_arguments(world, given, len(rule.params), name.id, call.span)
    if values is None:
        return None
    args = tuple(argument(world, scope, a, type_) for a, (_, type_) in zip(values, rule.params, strict=True))
    if any(is_broken(a) for a in args):
        return None
    note_arguments(world, name.id, args, [a.span for a in values], scope.me)
    for number, (arg, value) in enumerate(zip(args, values, strict=True)):
        piece = plain(arg.type)
        if isinstance(piece, Piece) and _lies_nowhere(arg) and is_moved(world, name.id, number):
            world.problem(Mismatch(value.span, describe(world, piece), describe(world, Kind(piece.classes))))
            return None
        if isinstance(piece, Piece | Pieces) and is_moved(world, name.id, number):
            must_leave_from_top(world, arg, value.span)
            world.moved_parameters.setdefault(rule.id, {})[number] = is_moved_always(symbol.decl, number)
    return rule, args


def _lies_nowhere(expr: expressions.Expr) -> bool:
    """Whether the formula is a kind in the form of a piece."""
    match expr:
        case expressions.PieceOf():
            return True
        case expressions.Const((place, _), Piece()):
            return place == NO_PLACE
        case _:
            return False
