"""When the requirements of a plan can be tested, and when the sources of its selections are known."""

from __future__ import annotations

from gamedsl.graph.analysis.walk import bound_by, free_locals
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Part, Requirement, Select
from gamedsl.graph.model.types import LocalId
from gamedsl.values import define, field, frozen


@frozen
class Due:
    """What can be tested at one point of a plan: requirements, and alternatives of later selections of one of which not all may be empty."""

    requirements: tuple[Requirement, ...]
    sources: tuple[tuple[Expr, ...], ...]


@define
class _Open:
    requirements: list[Requirement] = field(factory=list[Requirement])
    sources: list[tuple[Expr, ...]] = field(factory=list[tuple[Expr, ...]])


def schedule(parts: tuple[Part, ...]) -> tuple[Due, ...]:
    """What is due before the first part and after each of them: everything as soon as its locals are bound."""
    due = [_Open() for _ in range(len(parts) + 1)]
    bound: dict[LocalId, int] = {}
    for i, part in enumerate(parts):
        if isinstance(part, Requirement):
            due[_bound_after(bound, part.condition)].requirements.append(part)
            continue
        if isinstance(part, Select):
            known = max((_bound_after(bound, source) for source in part.sources), default=0)
            # Between the point where the sources are known and the selection others have many values: it pays to look before.
            if part.quantity == "one" and any(_is_several(other) for other in parts[known:i]):
                due[known].sources.append(part.sources)
        local = bound_by(part)
        if local is not None:
            bound[local] = i + 1
    return tuple(Due(tuple(point.requirements), tuple(point.sources)) for point in due)


def _bound_after(bound: dict[LocalId, int], expr: Expr) -> int:
    """The number of the part after which all locals of a formula are bound; 0: before the first one."""
    return max((bound.get(local, 0) for local in free_locals(expr)), default=0)


def _is_several(part: Part) -> bool:
    return isinstance(part, Select) and part.quantity != "one"
