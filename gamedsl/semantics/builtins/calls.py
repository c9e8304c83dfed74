"""A call of a built-in function in the rules."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import SiteId, Type
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.world import World
from gamedsl.syntax.tree import formulas
from gamedsl.values import frozen


@frozen
class BuiltinCall:
    """A call with its arguments. Their number is already checked. `through` is the argument `through = E`."""

    name: str
    node: formulas.Apply
    args: tuple[formulas.Expr, ...]
    scope: Scope
    expected: Type | None
    through: formulas.Expr | None = None

    def site(self, world: World) -> SiteId:
        """Returns the place of the call, for faults in a match."""
        return world.site(self.node.span, self.scope.where)


Make = Callable[[World, BuiltinCall], expressions.Expr]
