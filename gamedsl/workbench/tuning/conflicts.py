"""Finds wishes that contradict each other, from the candidates that a search has tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from gamedsl.values import frozen
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tuning.goals import Goal, Unit
from gamedsl.workbench.tuning.words import amount, interval_text


@frozen
class Told:
    """A wish in words: its figure, its goal and its unit."""

    name: str
    goal: Goal
    unit: Unit


Shown = Sequence[Estimate | None]
"""The figures of a candidate, one for each wish."""


def conflicts(wishes: Sequence[Told], candidates: Sequence[Shown], played: str) -> Iterator[str]:
    """Yields a sentence for each wish that no candidate meets, and for each pair of wishes that no candidate meets together. A candidate meets a wish unless
    its interval excludes the goal. `played` names the candidates."""
    bounded = [number for number, wish in enumerate(wishes) if wish.goal.is_bounded]
    if not candidates:
        return
    alone = {number: [one for one in candidates if _may_meet(wishes[number], one[number])] for number in bounded}
    possible = [number for number in bounded if alone[number]]
    for number in bounded:
        if not alone[number]:
            nearest = _nearest(wishes[number], number, candidates)
            yield f"None of {played} meets the wish for {_wish(wishes[number])}: the nearest has {nearest}."
    found = False
    for one, other in combinations(possible, 2):
        if any(_may_meet(wishes[other], shown[other]) for shown in alone[one]):
            continue
        found = True
        first = f"with {_wish(wishes[one])}, {_describe_other(wishes[other], other, alone[one])}"
        second = f"with {_wish(wishes[other])}, {_describe_other(wishes[one], one, alone[other])}"
        yield (
            f"The wishes for {wishes[one].name} and {wishes[other].name} contradict each other: none of {played} meets both. "
            f"One can be met only without the other: {first}; {second}."
        )
    together = (all(_may_meet(wishes[number], shown[number]) for number in possible) for shown in candidates)
    if not found and len(possible) > 2 and not any(together):
        names = ", ".join(wishes[number].name for number in possible)
        yield f"Every two of the wishes for {names} can be met, but none of {played} meets all of them."


def _may_meet(wish: Told, one: Estimate | None) -> bool:
    return one is not None and wish.goal.is_met_by(one.low, one.high) is not False


def _wish(wish: Told) -> str:
    return f"{wish.name} ({wish.goal.text})"


def _describe_other(wish: Told, number: int, candidates: Sequence[Shown]) -> str:
    return f"{wish.name} is at best {_nearest(wish, number, candidates)}"


def _nearest(wish: Told, number: int, candidates: Sequence[Shown]) -> str:
    known = [one for shown in candidates if (one := shown[number]) is not None]
    if not known:
        return "nothing that is known"
    best = min(known, key=lambda one: wish.goal.loss(one.value))
    return f"{amount(best.value, wish.unit)} {'' if wish.unit is Unit.TIMES else wish.unit.value + ' '}({interval_text(best, wish.unit)})"
