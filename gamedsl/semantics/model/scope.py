"""The meanings of names at one place of the rules."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.model import expressions
from gamedsl.values import define, evolve, field, frozen


@frozen
class Risk:
    """A place where a formula can fail. It is an error if the formula decides which options a player has."""

    problem: Problem


@define(eq=False)
class Uses:
    """Whether a body has used the acting seat."""

    me: bool = False


@frozen
class Scope:
    """The meanings of names at one place. `total`: formulas must not fail here (they decide which options a player has)."""

    where: str
    names: dict[str, expressions.Expr] = field(factory=dict, eq=False)
    element: expressions.Expr | None = None
    outer: tuple[expressions.Expr, ...] = ()
    me: expressions.Expr | None = None
    facts: frozenset[expressions.Expr] = frozenset()
    known: tuple[expressions.Expr, ...] = ()
    """Conditions that held when the names in them were bound."""
    total: bool = False
    may_state: Literal["nothing", "data", "ranges", "wish"] = "nothing"
    """Constant conditions that are allowed here: an example may state facts about data, an invariant may repeat a range. A constant wish (`possible`) is
    reported in another way."""
    uses: Uses = field(factory=Uses, eq=False)
    risks: list[Risk] | None = field(default=None, eq=False)

    def with_name(self, name: str, value: expressions.Expr) -> Scope:
        return evolve(self, names=self.names | {name: value})

    def with_element(self, element: expressions.Expr) -> Scope:
        outer = self.outer if self.element is None else (*self.outer, self.element)
        return evolve(self, element=element, outer=outer)

    def knowing(self, condition: expressions.Expr, facts: frozenset[expressions.Expr]) -> Scope:
        """Returns the scope in which a condition holds; `facts` are the formulas that are therefore not none."""
        return evolve(self, facts=self.facts | facts, known=(*self.known, condition))

    def choosing(self) -> Scope:
        return self.with_total(True)

    def with_total(self, total: bool) -> Scope:
        """Returns the scope with this `total`; the scope itself if nothing changes, as for most statements."""
        return self if self.total == total else evolve(self, total=total)
