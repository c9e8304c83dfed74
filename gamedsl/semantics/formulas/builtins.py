"""The built-in functions: one row each in FUNCTIONS (section 10 of the language reference)."""

from __future__ import annotations

from typing import Literal, cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    Type,
)
from gamedsl.semantics.construction import constants, intervals
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.formulas.area_functions import AREA_FUNCTIONS
from gamedsl.semantics.formulas.builtin_calls import Given, Make
from gamedsl.semantics.formulas.collection_functions import COLLECTION_FUNCTIONS
from gamedsl.semantics.formulas.folds import FOLDS, fold_call
from gamedsl.semantics.formulas.piece_functions import PIECE_FUNCTIONS
from gamedsl.semantics.formulas.place_functions import PLACE_FUNCTIONS
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    WrongArguments,
)
from gamedsl.syntax import tree


def call(w: World, name: str, e: tree.Apply, scope: Scope, expected: Type | None) -> expressions.Expr:
    """The formula of a call of a built-in function."""
    signature = SIGNATURES[name]
    comprehension = len(e.args) == 1 and isinstance(e.args[0], tree.Comprehension)
    if comprehension and name in FOLDS:
        return fold_call(w, name, cast("tree.Comprehension", e.args[0]), e, scope)
    if (
        comprehension
        or any(isinstance(a, tree.Named | tree.Comprehension) for a in e.args)
        or not signature.fewest <= len(e.args) <= signature.most
    ):
        w.problem(WrongArguments(e.span, name, signature.arguments, len(e.args)))
        return BROKEN
    return MAKERS[name](w, Given(name, e, scope, expected))


def _mod(w: World, g: Given) -> expressions.Expr:
    left, right = w.check.integer(g.args[0], g.scope), w.check.integer(g.args[1], g.scope)
    return intervals.arithmetic(w, g.scope, "mod", left, right, g.e.span)


# ---------------------------------------------------------------- players


def _neighbour(w: World, g: Given) -> expressions.Expr:
    player = w.check.typed(g.args[0], g.scope, w.player)
    if is_broken(player):
        return BROKEN
    side = cast("Literal['left', 'right']", g.name)
    if w.out_field is None:
        n = len(w.seats)
        step = 1 if side == "left" else n - 1
        table = w.table(f"{side} neighbour", (0,), (n,), tuple((i + step) % n for i in range(n)))
        return constants.folded(
            w, expressions.Lookup(table, (player,), w.player, w.site(g.e.span, g.scope.where)), player
        )
    return expressions.Neighbour(side, player, w.player)


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
