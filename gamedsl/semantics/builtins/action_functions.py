"""`can(action)`: whether an action could be chosen."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.construction.arguments import argument
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.symbols import RuleSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import exact_arguments
from gamedsl.semantics.names.own_boards import note_arguments
from gamedsl.semantics.problems.names import NobodyActs, UnknownName, WrongSort
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.syntax.tree import formulas


def _can(world: World, call: BuiltinCall) -> expressions.Expr:
    (asked,) = call.args
    name = asked.of if isinstance(asked, formulas.Apply) else asked
    given = asked.args if isinstance(asked, formulas.Apply) else ()
    symbol = world.symbols.get(name.id) if isinstance(name, formulas.Name) else None
    if not isinstance(name, formulas.Name) or not isinstance(symbol, RuleSymbol) or not symbol.decl.is_action:
        actions = (n for n, s in world.symbols.items() if isinstance(s, RuleSymbol) and s.decl.is_action)
        if isinstance(name, formulas.Name) and symbol is None:
            world.problem(UnknownName(name.span, name.id, Role.ACTION, tuple(sorted(actions))))
        else:
            world.problem(WrongSort(name.span, words(name), Thing.NO_ACTION, Thing.ACTION))
        return BROKEN
    world.used.add(name.id)
    if call.scope.me is None:
        return refuse(world, NobodyActs(call.node.span, "can"))
    call.scope.uses.me = True
    rule, types = world.ask(name.id, symbol)
    values = exact_arguments(world, given, len(types), name.id, asked.span)
    if values is None:
        return BROKEN
    args = tuple(argument(world, call.scope, a, of) for a, of in zip(values, types, strict=True))
    if any(is_broken(a) for a in args):
        return BROKEN
    note_arguments(world, name.id, args, [a.span for a in values], call.scope.me)
    world.asked[rule] = None
    return expressions.Can(rule, call.scope.me, args, FLAG, call.site(world))


ACTION_FUNCTIONS: dict[str, Make] = {"can": _can}
