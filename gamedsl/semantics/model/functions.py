"""Functions and rules while they are checked."""

from __future__ import annotations

from attrs import define, field

from gamedsl.graph.model.types import FunctionId, Type
from gamedsl.semantics.model.scope import Risk


@define(eq=False)
class Expansion:
    """How many levels of rules and `let`s stand inside one, and how many uses of them there are all together."""

    levels: int = 0
    uses: int = 0
    size: int = 0
    """Statements, with those of the rules that become part of it."""
    stops: bool = False
    """Whether play can stop in it: then it becomes part of what uses it."""


@define(eq=False)
class Function:
    """A function under work: `spec` is None until its body is known."""

    id: FunctionId
    owner: Type | None
    params: list[tuple[str, Type]]
    needs_me: bool
    type: Type
    risks: list[Risk]
    expansion: Expansion = field(factory=lambda: Expansion(1, 1))
