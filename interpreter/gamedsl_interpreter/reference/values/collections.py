"""Values of pieces at run time: bags, pieces with places, piles, rankings. All of them are tuples in one canonical order.

A bag (also the content of a bag or slot) is ((kind, count), ...) by ascending kind. Pieces are ((zone instance, kind, count), ...). A pile is a tuple of
stretches from bottom to top. The order within a stretch is unknown, so a stretch is a bag; a piece whose position is known is a stretch of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias, TypeVar

from gamedsl.graph.bytes.codec import canonical_pile
from gamedsl.graph.model import types
from gamedsl.graph.model.types import NO_PLACE

T = TypeVar("T")

Counts: TypeAlias = tuple[tuple[int, int], ...]
Pile: TypeAlias = tuple[Counts, ...]
PieceCounts: TypeAlias = tuple[tuple[int, int, int], ...]

# ---------------------------------------------------------------- bags


def bag(pairs: Iterable[tuple[int, int]]) -> Counts:
    """Makes the bag of these (kind, count) pairs; equal kinds are added up, counts below 1 are ignored."""
    counts: dict[int, int] = {}
    for kind, count in pairs:
        if count > 0:
            counts[kind] = counts.get(kind, 0) + count
    return tuple(sorted(counts.items()))


def bag_size(counts: Counts) -> int:
    """Counts the pieces of a bag."""
    return sum(count for _, count in counts)


def bag_join(left: Counts, right: Counts) -> Counts:
    """Returns a bag with all pieces of both."""
    if not left or not right:
        return left or right
    return bag(left + right)


def bag_without(left: Counts, right: Counts) -> Counts:
    """Subtracts the counts of the right bag from the left one, never below 0."""
    gone = dict(right)
    return tuple((kind, count - gone.get(kind, 0)) for kind, count in left if count > gone.get(kind, 0))


def bag_of_pieces(pieces: PieceCounts) -> Counts:
    """Returns the bag of some pieces, without their places."""
    return bag((kind, count) for _, kind, count in pieces)


# ---------------------------------------------------------------- pieces


def pieces_size(pieces: PieceCounts) -> int:
    """Counts the pieces."""
    return sum(entry[2] for entry in pieces)


def pieces_without(left: PieceCounts, right: PieceCounts) -> PieceCounts:
    """Subtracts pieces, never below 0: at the same place, or, for pieces without a place, from the first places on."""
    gone: dict[tuple[int, int], int] = {}
    for zone, kind, count in right:
        gone[zone, kind] = gone.get((zone, kind), 0) + count
    kept: list[tuple[int, int, int]] = []
    for zone, kind, count in left:
        for key in ((zone, kind), (NO_PLACE, kind)):
            taken = min(count, gone.get(key, 0))
            if taken:
                gone[key] -= taken
                count -= taken
        if count:
            kept.append((zone, kind, count))
    return tuple(kept)


def merge(pieces: PieceCounts) -> PieceCounts:
    """Merges the entries of each place and kind into one: places in order of first mention, kinds ascending within a place."""
    return tuple((zone, kind, kinds[kind]) for zone, kinds in by_place(pieces).items() for kind in sorted(kinds))


def by_place(pieces: Iterable[tuple[int, int, int]]) -> dict[int, dict[int, int]]:
    """Counts the pieces by place and kind, places in order of first mention."""
    places: dict[int, dict[int, int]] = {}
    for zone, kind, count in pieces:
        kinds = places.setdefault(zone, {})
        kinds[kind] = kinds.get(kind, 0) + count
    return places


# ---------------------------------------------------------------- piles


def normal(stretches: Iterable[Counts]) -> Pile:
    """Returns the canonical form of a pile: no empty stretch, equal adjacent pieces in one stretch (their order does not matter)."""
    return canonical_pile(tuple(stretches))


def flat(pile: Pile) -> Counts:
    """Returns the bag of all pieces of a pile."""
    if len(pile) == 1:
        return pile[0]
    return bag(pair for stretch in pile for pair in stretch)


def pile_size(pile: Pile) -> int:
    """Counts the pieces of a pile."""
    return sum(count for stretch in pile for _, count in stretch)


def take_from_top(pile: Pile, wanted: dict[int, int]) -> tuple[Pile, Pile]:
    """Removes the top-most pieces of these kinds from a pile, which must have enough; returns the remaining and the removed pieces, both in order."""
    stay, leave = _take(tuple(reversed(pile)), wanted)
    return normal(reversed(stay)), normal(reversed(leave))


def take_from_bottom(pile: Pile, wanted: dict[int, int]) -> tuple[Pile, Pile]:
    """Removes the bottom-most pieces of these kinds from a pile; returns the remaining and the removed pieces, both in order."""
    stay, leave = _take(pile, wanted)
    return normal(stay), normal(leave)


def _take(stretches: Pile, wanted: dict[int, int]) -> tuple[list[Counts], list[Counts]]:
    left = dict(wanted)
    stay: list[Counts] = []
    leave: list[Counts] = []
    for stretch in stretches:
        taken = tuple((kind, min(count, left[kind])) for kind, count in stretch if left.get(kind, 0) > 0)
        for kind, count in taken:
            left[kind] -= count
        stay.append(bag_without(stretch, taken) if taken else stretch)
        leave.append(taken)
    return stay, leave


# ---------------------------------------------------------------- other collections


def unique(items: Iterable[Any], of: types.Type) -> tuple[Any, ...]:
    """Makes a set of values of a type: ascending, without repetition, and with none at the end."""
    return tuple(sorted(set(items), key=types.sort_key(of)))


def flatten(ranking: tuple[tuple[T, ...], ...]) -> tuple[T, ...]:
    """Lists the elements of a ranking, best first."""
    return tuple(item for group in ranking for item in group)


def conjugate(counts: Counts) -> tuple[tuple[int, ...], ...]:
    """Returns the fewest sets of all-different kinds, largest first: set j holds the kinds with count >= j."""
    most = max((count for _, count in counts), default=0)
    return tuple(tuple(kind for kind, count in counts if count >= j) for j in range(1, most + 1))
