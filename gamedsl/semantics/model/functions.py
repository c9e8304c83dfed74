"""Functions and rules during checking."""

from __future__ import annotations

from gamedsl.graph.model.types import FunctionId, Type
from gamedsl.semantics.model.scope import Risk
from gamedsl.values import define, field


@define(eq=False)
class Expansion:
    """The size of an expanded rule or `let`: the levels of rules and `let`s inside it, and the number of their uses."""

    levels: int = 0
    uses: int = 0
    size: int = 0
    """The number of statements, with those of the rules it calls."""
    stops: bool = False
    """Whether play can stop in it. Then it becomes part of each rule that calls it."""


@define(eq=False)
class Function:
    """A function; its entry in `World.functions` is None until its body is known."""

    id: FunctionId
    owner: Type | None
    params: list[tuple[str, Type]]
    needs_me: bool
    type: Type
    risks: list[Risk]
    expansion: Expansion = field(factory=lambda: Expansion(1, 1))
