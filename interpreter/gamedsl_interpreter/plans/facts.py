"""What is known of a plan before any position is."""

from __future__ import annotations

from enum import Enum

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Part, Requirement, Select
from gamedsl.graph.model.types import Type
from gamedsl.values import frozen
from gamedsl_interpreter.plans.schedule import Due


class Dependence(Enum):
    """How the rest of a plan depends on what a selection chooses."""

    NONE = 0
    """Not at all."""
    NUMBER = 1
    """Only on how many elements are chosen."""
    CHOICE = 2
    """On which elements are chosen."""


@frozen
class SelectionFacts:
    """What is known of a selection."""

    element: Type
    """The type of the elements that are offered."""
    takes_pieces: bool
    """The chosen pieces are not offered to later selections of the same move: they are chosen without replacement."""
    is_counted: bool
    """Elements are offered with how many there are of them, and each is chosen so many times."""
    rivals: tuple[Select, ...]
    """Earlier selections of the same move that may take pieces which this one offers."""
    dependence: Dependence
    """How the rest of the plan depends on a selection of several, apart from what `limits` say; CHOICE for a selection of one."""


@frozen
class Limit:
    """A requirement that only says that a selection has at most `most` elements."""

    requirement: Requirement
    most: Expr


@frozen
class PartFacts:
    """A part of a plan, and what is known of it."""

    part: Part
    due: Due
    """What can be tested once the part is settled."""
    limits: tuple[Limit, ...]
    """Those of the due requirements that only limit the part's selection."""
    can_finish: bool
    """Whatever the part gives, the move can certainly be completed (if the selection stays within `limits`)."""
    can_finish_before: bool
    """The same before the part."""
    selection: SelectionFacts | None
    """None for other parts."""

    @property
    def tests(self) -> tuple[Requirement, ...]:
        """The due requirements without those that are limits."""
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
    """A plan, and what is known of it. `before_gate` is empty if the plan has no gate, or nothing before it."""

    plan: Plan
    before_gate: Stretch
    behind_gate: Stretch
    menu: tuple[PlanFacts, ...]
    can_finish: bool
    """The plan can certainly be completed."""
