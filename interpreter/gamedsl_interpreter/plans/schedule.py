"""Finds the earliest points at which the requirements of a plan can be tested and the sources of its selections can be computed."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import free_locals, local_of
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Part, Requirement, Select
from gamedsl.graph.model.types import LocalId
from gamedsl.values import define, field, frozen


@frozen
class Due:
    """The tests that become possible at one point of a plan: requirements, and, for later selections of one element, the alternative sources, at least one
    of which must be non-empty."""

    requirements: tuple[Requirement, ...]
    sources: tuple[tuple[Expr, ...], ...]


@define
class _Open:
    requirements: list[Requirement] = field(factory=list[Requirement])
    sources: list[tuple[Expr, ...]] = field(factory=list[tuple[Expr, ...]])


def schedule(parts: tuple[Part, ...]) -> tuple[Due, ...]:
    """Lists the tests and lets that are due before the first part and after each part: each as soon as its locals are bound."""
    due = [_Open() for _ in range(len(parts) + 1)]
    bound: dict[LocalId, int] = {}
    for i, part in enumerate(parts):
        if isinstance(part, Requirement):
            due[_number_of_binder(bound, part.condition)].requirements.append(part)
            continue
        if isinstance(part, Select):
            known = max((_number_of_binder(bound, source) for source in part.sources), default=0)
            # Selections of several elements lie between that point and this selection. They have many values, so an
            # early test saves work.
            if part.quantity == "one" and any(_is_several(other) for other in parts[known:i]):
                due[known].sources.append(part.sources)
        local = local_of(part)
        if local is not None:
            bound[local] = i + 1
    return tuple(Due(tuple(point.requirements), tuple(point.sources)) for point in due)


def _number_of_binder(bound: dict[LocalId, int], expr: Expr) -> int:
    """Returns the number of the part after which all locals of a formula are bound; 0: before the first one."""
    return max((bound.get(local, 0) for local in free_locals(expr)), default=0)


def _is_several(part: Part) -> bool:
    return isinstance(part, Select) and part.quantity != "one"
