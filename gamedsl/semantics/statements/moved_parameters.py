"""Finds the parameters of a rule that must be pieces with a place, because the rule moves them."""

from __future__ import annotations

from gamedsl.semantics.model.symbols import RuleSymbol
from gamedsl.semantics.model.world import World
from gamedsl.syntax.tree import declarations, formulas, statements
from gamedsl.syntax.tree.traits import traits_of
from gamedsl.syntax.tree.walk import walk


def is_moved(world: World, rule: str, parameter: int, above: frozenset[tuple[str, int]] = frozenset()) -> bool:
    """Whether the rule moves, exchanges or turns over its parameter, itself or in a rule that it calls."""
    symbol = world.symbols.get(rule)
    if (rule, parameter) in above or not isinstance(symbol, RuleSymbol) or parameter >= len(symbol.decl.params):
        return False
    name, above = symbol.decl.params[parameter].name.text, above | {(rule, parameter)}
    return any(_moves(world, node, name, above) for node in walk(symbol.decl.body))


def is_moved_always(rule: declarations.Rule, parameter: int) -> bool:
    """Whether a rule moves its parameter whenever it runs: a statement of the rule itself says so, before any choice."""
    name = rule.params[parameter].name.text
    for node in rule.body.body:
        if isinstance(node, statements.Choose):
            return False
        if any(_is(getattr(node, moved), name) for moved in traits_of(type(node)).moves):
            return True
    return False


def _moves(world: World, node: object, name: str, above: frozenset[tuple[str, int]]) -> bool:
    match node:
        case statements.CallStmt(call=formulas.Apply(of=formulas.Name(id=called), args=args)):
            passed = [number for number, arg in enumerate(args) if _is(arg, name)]
            return any(is_moved(world, called, number, above) for number in passed)
        case _:
            return any(_is(getattr(node, moved), name) for moved in traits_of(type(node)).moves)


def _is(expr: formulas.Arg, name: str) -> bool:
    return isinstance(expr, formulas.Name) and expr.id == name
