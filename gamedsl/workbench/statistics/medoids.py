"""Groups of similar things by k-medoids: each group has a member in its middle."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from gamedsl.values import frozen

_ROUNDS = 50
"""The most rounds in which groups change."""

_MOST_GROUPS = 5

CLEAR = 0.5
"""Groups with a lower silhouette have a weak structure that may be artificial, or none (L. Kaufman and P. J. Rousseeuw, Finding Groups in Data, 1990, page 88)."""


@frozen
class Groups:
    """Groups of things, the largest first, each with the numbers of its members in order, its middle first. `silhouette` is the mean one; 0 for one group."""

    members: tuple[tuple[int, ...], ...]
    silhouette: float


def group(distances: Sequence[Sequence[float]]) -> Groups:
    """Returns the groups of things, given the distance of any two: as many (up to five) as have the largest silhouette (P. J. Rousseeuw, Journal of
    Computational and
    Applied Mathematics 20, 1987); all in one if no number of groups is clear."""
    whole = Groups((tuple(range(len(distances))),), 0.0)
    numbers = range(2, min(_MOST_GROUPS, len(distances) - 1) + 1)
    found = [Groups(members, silhouette(distances, members)) for members in (_medoids(distances, k) for k in numbers)]
    best = max(found, key=lambda one: one.silhouette, default=whole)
    return best if best.silhouette >= CLEAR else whole


def _medoids(distances: Sequence[Sequence[float]], k: int) -> tuple[tuple[int, ...], ...]:
    """Groups things around k of them. It begins with the thing that is nearest to all, and then always with the one that takes most of the distance
    away (the BUILD of
    Kaufman and Rousseeuw); then each group takes its own middle until nothing changes (H.-S. Park and C.-H. Jun, Expert Systems with Applications 36, 2009)."""
    every = range(len(distances))
    middles = [min(every, key=lambda at: (sum(distances[at]), at))]
    while len(middles) < k:
        near = [min(distances[at][middle] for middle in middles) for at in every]
        middles.append(
            max(
                (at for at in every if at not in middles),
                key=lambda at: (sum(max(0.0, near[other] - distances[at][other]) for other in every), -at),
            )
        )
    members = _assign(distances, middles)
    for _ in range(_ROUNDS):
        moved = [min(own, key=lambda at: (sum(distances[at][other] for other in own), at)) for own in members]
        if moved == middles:
            break
        middles, members = moved, _assign(distances, moved)
    ordered = [
        (middle, *[at for at in own if at != middle]) for middle, own in zip(middles, members, strict=True) if own
    ]
    return tuple(sorted(ordered, key=lambda own: (-len(own), own)))


def _assign(distances: Sequence[Sequence[float]], middles: Sequence[int]) -> list[list[int]]:
    """Gives each thing to the nearest middle; a middle keeps itself."""
    members: list[list[int]] = [[middle] for middle in middles]
    for at, row in enumerate(distances):
        if at not in middles:
            members[min(range(len(middles)), key=lambda number: (row[middles[number]], number))].append(at)
    return members


def silhouette(distances: Sequence[Sequence[float]], members: Sequence[Sequence[int]]) -> float:
    """Returns the mean silhouette: how much nearer things are to their own group than to the next one, from -1 to 1. Who is alone in a group counts 0."""
    found: list[float] = []
    for number, own in enumerate(members):
        for at in own:
            if len(own) == 1:
                found.append(0.0)
                continue
            inside = sum(distances[at][other] for other in own) / (len(own) - 1)
            outside = min(
                fmean(distances[at][other] for other in others) for n, others in enumerate(members) if n != number
            )
            most = max(inside, outside)
            found.append((outside - inside) / most if most else 0.0)
    return fmean(found)
