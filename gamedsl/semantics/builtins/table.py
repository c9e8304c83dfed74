"""The built-in functions: each has a signature in `SIGNATURES` and a row in `MAKERS`."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import FLAG, Type
from gamedsl.semantics.builtins.area_functions import AREA_FUNCTIONS, THROUGH, VALUED, call_with_values
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.builtins.collection_functions import COLLECTION_FUNCTIONS
from gamedsl.semantics.builtins.folds import FOLDS, fold_call
from gamedsl.semantics.builtins.growing_functions import GROWING_FUNCTIONS
from gamedsl.semantics.builtins.piece_functions import PIECE_FUNCTIONS
from gamedsl.semantics.builtins.place_functions import PLACE_FUNCTIONS
from gamedsl.semantics.builtins.shape_functions import SHAPE_FUNCTIONS
from gamedsl.semantics.construction import constants, intervals
from gamedsl.semantics.construction.arguments import argument
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.formula_words import arguments_without_names, words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import HistorySymbol, RuleSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import exact_arguments
from gamedsl.semantics.names.own_boards import note_arguments
from gamedsl.semantics.problems.names import NobodyActs, UnknownName, WrongSort
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import WrongArguments
from gamedsl.semantics.state.histories import times, unknown_history
from gamedsl.syntax.tree import formulas


def builtin_call(
    world: World, name: str, node: formulas.Apply, scope: Scope, expected: Type | None
) -> expressions.Expr:
    """Builds the formula of a call of a built-in function."""
    signature = SIGNATURES[name]
    first = node.args[0] if len(node.args) == 1 else None
    if isinstance(first, formulas.Comprehension) and name in FOLDS:
        return fold_call(world, name, first, node, scope)
    args = arguments_without_names(node.args)
    through = next((a.value for a in node.args if isinstance(a, formulas.Named) and a.name.text == THROUGH), None)
    through = through if name in AREA_FUNCTIONS else None
    values = next((a for a in node.args[:1] if isinstance(a, formulas.Comprehension) and name in VALUED), None)
    given = len(args) + (values is not None)
    if given + (through is not None) != len(node.args) or not signature.fewest <= given <= signature.most:
        return refuse(
            world, WrongArguments(node.span, name, about(Thing.ARGUMENTS, signature.arguments), len(node.args))
        )
    call = BuiltinCall(name, node, args, scope, expected, through)
    return MAKERS[name](world, call) if values is None else call_with_values(world, values, call)


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


def _mod(world: World, call: BuiltinCall) -> expressions.Expr:
    left, right = world.check.integer(call.args[0], call.scope), world.check.integer(call.args[1], call.scope)
    return intervals.arithmetic(world, call.scope, "mod", left, right, call.node.span)


# ---------------------------------------------------------------- players


def _neighbour(world: World, call: BuiltinCall) -> expressions.Expr:
    player = world.check.coerce(call.args[0], call.scope, world.player)
    if is_broken(player):
        return BROKEN
    side: Literal["left", "right"] = "left" if call.name == "left" else "right"
    if world.out_field is None:
        n = len(world.seats)
        step = 1 if side == "left" else n - 1
        table = world.table(f"{side} neighbour", (0,), (n,), tuple((i + step) % n for i in range(n)))
        return constants.look_up(world, table, (player,), world.player, call.site(world))
    return expressions.Neighbour(side, player, world.player)


def _times(world: World, call: BuiltinCall) -> expressions.Expr:
    name = call.args[0]
    symbol = world.symbols.get(name.id) if isinstance(name, formulas.Name) else None
    if isinstance(symbol, HistorySymbol):
        return times(world, symbol, call.scope, call.node)
    return refuse(world, unknown_history(world, name))


MAKERS: dict[str, Make] = {
    **COLLECTION_FUNCTIONS,
    **PIECE_FUNCTIONS,
    **PLACE_FUNCTIONS,
    **AREA_FUNCTIONS,
    **GROWING_FUNCTIONS,
    **SHAPE_FUNCTIONS,
    "can": _can,
    "mod": _mod,
    "times": _times,
    "left": _neighbour,
    "right": _neighbour,
}
"""For each function, builds the formula of a call, once the number of arguments is checked."""
