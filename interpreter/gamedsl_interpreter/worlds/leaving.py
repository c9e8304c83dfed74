"""The ways in which pieces leave the stretches of a pile."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from gamedsl_interpreter.worlds.explanation import MOST_WAYS, Bag, Explanation, Holder, size_of

MOST_EXPLANATIONS = 32
"""The most explanations that are kept; if there are more, the least likely ones are dropped."""

Counts: TypeAlias = Sequence[tuple[int, int]]
"""Kinds with their numbers of pieces."""

_Taking: TypeAlias = tuple[Explanation, tuple[tuple[tuple[int, int], ...], ...]]
"""An explanation, and by stretch the kinds that came from it with their counts."""

_MOST_TAKINGS = 4 * MOST_EXPLANATIONS
"""The most ways to explain one event that are kept while it is processed."""


def leave_named(ways: list[Explanation], holder: Holder, pieces: Counts) -> list[Explanation]:
    """Lists all ways in which these pieces leave a holder while the seat sees them."""
    for kind, count in pieces:
        for _ in range(count):
            ways = _without_repeats([after for before in ways for after in before.name_piece(holder, kind)])
    return ways


def _without_repeats(ways: list[Explanation]) -> list[Explanation]:
    """Drops repeated explanations. If too many remain, in the middle of an event that branches often, only the likeliest are kept."""
    if len(ways) < 2:
        return ways
    known: dict[object, Explanation] = {}
    for one in ways:
        key = one.key()
        if key in known:
            known[key].weight += one.weight
        else:
            known[key] = one
    found = list(known.values())
    if len(found) > MOST_WAYS:
        found = sorted(found, key=lambda one: -one.weight)[:MOST_WAYS]
        for one in found:
            one.is_rough = True
    return found


def stretches_of_leaving(one: Explanation, zone: int, number: int, *, from_bottom: bool) -> list[tuple[int, int]]:
    """Lists the stretches from which `number` pieces of a pile leave, each with its number of pieces, starting at one end."""
    stretches = one.zone(zone)
    order = range(len(stretches)) if from_bottom else reversed(range(len(stretches)))
    found: list[tuple[int, int]] = []
    for at in order:
        if not number:
            break
        quota = min(number, size_of(stretches[at]))
        found.append((at, quota))
        number -= quota
    return found


def leave_named_from(
    one: Explanation, zone: int, reached: list[tuple[int, int]], pieces: Counts
) -> list[tuple[Explanation, list[Bag]]]:
    """Lists all ways in which these seen pieces can leave some stretches of a pile, each with the pieces by stretch."""
    ways: list[_Taking] = [(one, tuple(() for _ in reached))]
    for kind, count in pieces:
        for _ in range(count):
            known: dict[object, _Taking] = {}
            for before, taken in ways:
                left = [quota - sum(n for _, n in got) for (_, quota), got in zip(reached, taken, strict=True)]
                for number, (at, _) in enumerate(reached):
                    if not left[number]:
                        continue
                    for after in before.copy().name_piece((zone, at), kind):
                        after.weight *= Fraction(left[number], sum(left))
                        now = (*taken[:number], _one_more(taken[number], kind), *taken[number + 1 :])
                        key = after.key(), now
                        if key in known:
                            known[key][0].weight += after.weight
                        else:
                            known[key] = after, now
            ways = _likely(list(known.values()))
    return [(after, [dict(got) for got in taken]) for after, taken in ways]


def _likely(ways: list[_Taking]) -> list[_Taking]:
    """Keeps only the likeliest ways if there are too many: n pieces have n! orders."""
    if len(ways) > _MOST_TAKINGS:
        ways = sorted(ways, key=lambda way: -way[0].weight)[:_MOST_TAKINGS]
        for after, _ in ways:
            after.is_rough = True
    return ways


def _one_more(got: tuple[tuple[int, int], ...], kind: int) -> tuple[tuple[int, int], ...]:
    counts = dict(got)
    counts[kind] = counts.get(kind, 0) + 1
    return tuple(sorted(counts.items()))
