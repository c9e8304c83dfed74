"""Finds actions whose moves differ only in the set of things that they choose. A list names such an action once; a further question asks for the things."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.table.steps import Path, Several, is_of, several
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, State

_FEW = 4
"""So many sets are listed one by one."""


@frozen
class SetOf:
    """The moves of an action that choose a set of things. `values`: the answers that lead to the question for the things; `at`: the positions of the moves
    in the list that was searched."""

    action: str
    values: tuple[int, ...]
    of: Several
    at: Sequence[int]


def find_sets(
    engine: Engine[State], state: State, seat: int, values: Sequence[int], found: Sequence[Path]
) -> list[SetOf]:
    """Returns the actions of a menu that choose sets of things, if `found` has more sets than things, and more than a few; empty if there is only one
    action."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for at, path in enumerate(found):
        menu = next((i for i, (step, _) in enumerate(path.steps) if step.kind == "menu"), None)
        if menu is None:
            return []
        groups.setdefault(tuple(option.value for _, option in path.steps[: menu + 1]), []).append(at)
    found_sets = (
        _set_of(engine, state, seat, values, begun, [found[at] for at in ats], ats) for begun, ats in groups.items()
    )
    return [one for one in found_sets if one is not None] if len(groups) > 1 else []


def _set_of(
    engine: Engine[State],
    state: State,
    seat: int,
    values: Sequence[int],
    begun: tuple[int, ...],
    group: Sequence[Path],
    at: Sequence[int],
) -> SetOf | None:
    """Returns the moves of an action as sets of things; None if they do not choose sets, or if there are few."""
    rests = [path.steps[len(begun) :] for path in group]
    if len(group) <= _FEW or not all(rests):
        return None
    first, _ = rests[0][0]
    if not all(is_of(step, first) for rest in rests for step, _ in rest):
        return None
    of = several(engine, state, seat, (*values, *begun), first)
    return SetOf(group[0].steps[len(begun) - 1][1].text, begun, of, at) if len(group) > len(of.candidates) else None
