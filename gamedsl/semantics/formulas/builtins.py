"""The built-in functions: one row each in FUNCTIONS (section 10 of the language reference)."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Type
from gamedsl.semantics.construction import constants, intervals
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.formulas.area_functions import AREA_FUNCTIONS
from gamedsl.semantics.formulas.builtin_calls import BuiltinCall, Make
from gamedsl.semantics.formulas.collection_functions import COLLECTION_FUNCTIONS
from gamedsl.semantics.formulas.folds import FOLDS, fold_call
from gamedsl.semantics.formulas.piece_functions import PIECE_FUNCTIONS
from gamedsl.semantics.formulas.place_functions import PLACE_FUNCTIONS
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.model.written_arguments import unnamed
from gamedsl.semantics.problems.problems import WrongArguments
from gamedsl.syntax import tree


def call(world: World, name: str, node: tree.Apply, scope: Scope, expected: Type | None) -> expressions.Expr:
    """The formula of a call of a built-in function."""
    signature = SIGNATURES[name]
    first = node.args[0] if len(node.args) == 1 else None
    if isinstance(first, tree.Comprehension) and name in FOLDS:
        return fold_call(world, name, first, node, scope)
    args = unnamed(node.args)
    if len(args) != len(node.args) or not signature.fewest <= len(args) <= signature.most:
        world.problem(WrongArguments(node.span, name, signature.arguments, len(node.args)))
        return BROKEN
    return MAKERS[name](world, BuiltinCall(name, node, args, scope, expected))


def _mod(world: World, call: BuiltinCall) -> expressions.Expr:
    left, right = world.check.integer(call.args[0], call.scope), world.check.integer(call.args[1], call.scope)
    return intervals.arithmetic(world, call.scope, "mod", left, right, call.node.span)


# ---------------------------------------------------------------- players


def _neighbour(world: World, call: BuiltinCall) -> expressions.Expr:
    player = world.check.typed(call.args[0], call.scope, world.player)
    if is_broken(player):
        return BROKEN
    side: Literal["left", "right"] = "left" if call.name == "left" else "right"
    if world.out_field is None:
        n = len(world.seats)
        step = 1 if side == "left" else n - 1
        table = world.table(f"{side} neighbour", (0,), (n,), tuple((i + step) % n for i in range(n)))
        return constants.folded(
            world,
            expressions.Lookup(table, (player,), world.player, world.site(call.node.span, call.scope.where)),
            player,
        )
    return expressions.Neighbour(side, player, world.player)


MAKERS: dict[str, Make] = {
    **COLLECTION_FUNCTIONS,
    **PIECE_FUNCTIONS,
    **PLACE_FUNCTIONS,
    **AREA_FUNCTIONS,
    "mod": _mod,
    "left": _neighbour,
    "right": _neighbour,
}
"""How the formula of each call is made; its arguments are counted before."""
