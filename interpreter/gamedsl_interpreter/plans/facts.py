"""The results of the analysis of a plan."""

from __future__ import annotations

from enum import Enum

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Part, Requirement, Select
from gamedsl.graph.model.types import Type
from gamedsl.values import frozen
from gamedsl_interpreter.plans.schedule import Due


class Dependence(Enum):
    """The dependence of the rest of a plan on a selection."""

    NONE = 0
    """The rest does not depend on the selection."""
    NUMBER = 1
    """The rest depends only on the number of chosen elements."""
    CHOICE = 2
    """The rest depends on which elements are chosen."""


@frozen
class SelectionFacts:
    """The results for a selection."""

    element: Type
    """The type of the elements that are offered."""
    takes_pieces: bool
    """The chosen pieces are not offered to later selections of the same move: they are chosen without replacement."""
    is_counted: bool
    """Elements are offered with their numbers, and a number of each is chosen."""
    rivals: tuple[Select, ...]
    """Earlier selections of the same move that may take pieces which this one offers."""
    dependence: Dependence
    """The dependence of the rest of the plan on a selection of several, without the requirements in `limits`; CHOICE for a selection of one."""


@frozen
class Limit:
    """A requirement that only limits a selection to at most `most` elements."""

    requirement: Requirement
    most: Expr


@frozen
class PartFacts:
    """The results for a part of a plan."""

    part: Part
    due: Due
    """The tests that become possible after the part."""
    limits: tuple[Limit, ...]
    """The due requirements that only limit the size of the part's selection."""
    can_finish: bool
    """The move can certainly be completed after the part, for each of its values (if the selection stays within `limits`)."""
    can_finish_before: bool
    """The move can certainly be completed from the part on."""
    selection: SelectionFacts | None
    """Facts about the selection; None for other parts."""

    @property
    def tests(self) -> tuple[Requirement, ...]:
        """The due requirements without the limits."""
        limits = [limit.requirement for limit in self.limits]
        return tuple(requirement for requirement in self.due.requirements if requirement not in limits)


@frozen
class Stretch:
    """Parts of a plan on one side of its gate: `due` can be tested before the first of them."""

    due: Due
    parts: tuple[PartFacts, ...]
    can_finish: bool
    """The plan can certainly be completed from the beginning of the stretch on."""


@frozen
class PlanFacts:
    """The results for a plan. `before_gate` is empty if the plan has no gate, or no part before it."""

    plan: Plan
    before_gate: Stretch
    behind_gate: Stretch
    menu: tuple[PlanFacts, ...]
    can_finish: bool
    """The plan can certainly be completed."""
