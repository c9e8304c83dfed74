"""The effect of a scripted seat's answers on a plan."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.graph.analysis.walk import plans
from gamedsl.graph.model.nodes import Answer, Plan
from gamedsl.graph.model.statements import Select, YesNo


def declines(plan: Plan, name: str, answers: Mapping[str, Answer]) -> bool:
    """Whether a seat with these answers (by name) declines at the gate called `name`: it answers the plan, or a selection of it, with `none` or
    `no`."""
    inner = next(found for found in plans(plan) if found.name == name)
    names = [name, *(part.name for part in inner.parts if isinstance(part, Select | YesNo))]
    return any(answers[n].policy in ("none", "no") for n in names if n in answers)
