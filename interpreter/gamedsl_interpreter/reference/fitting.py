"""Tests whether external data is a value of a type, or a possible content of a zone, in the canonical run-time form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeGuard, assert_never, cast

from gamedsl.graph.bytes.codec import Pile, canonical_pile, zone_of
from gamedsl.graph.bytes.scales import instances, kinds_of
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game, ZoneSpec
from gamedsl_interpreter.reference.values import collections

if TYPE_CHECKING:
    pass


def is_number(value: object, low: int, high: int) -> TypeGuard[int]:
    """Whether it is a whole number from low to high (flags do not count as numbers)."""
    return type(value) is int and low <= value <= high


def fits(game: Game, of: types.Type, value: object) -> bool:
    """Whether it is a value of the type."""
    match of:
        case types.Flag():
            return type(value) is bool
        case types.Int(low, high):
            return is_number(value, low, high)
        case types.Enum(size=size) | types.Position(size=size) | types.Player(size=size) | types.Row(size=size):
            return is_number(value, 0, size - 1)
        case types.Direction():
            return is_number(value, 0, 7)
        case types.Kind(classes):
            return type(value) is int and value in kinds_of(game, classes)
        case types.Piece(classes):
            return _are(value, 2) and _is_piece(game, classes, value[0], value[1])
        case types.Nothing():
            return value is None
        case types.Optional(inner):
            return value is None or fits(game, inner, value)
        case types.ListOf(inner, most):
            return _are(value) and len(value) <= most and all(fits(game, inner, one) for one in value)
        case types.SetOf(inner):
            return _are(value) and all(fits(game, inner, one) for one in value) and _ascend(value, inner)
        case types.Bag(inner, most):
            return _counts(value, lambda one: fits(game, inner, one), most)
        case types.Pieces(classes, most):
            return _pieces(game, classes, value, most)
        case types.Ranking(inner, most):
            return _groups(value, lambda one: fits(game, inner, one), most)
        case types.Zone(classes, form):
            return is_number(value, 0, instances(game.zones) - 1) and _is_zone(zone_of(game, value), classes, form)
        case types.Unknown():
            return False
        case _:
            assert_never(of)


def lies(game: Game, zone: ZoneSpec, content: object) -> bool:
    """Whether it can be the content of a zone of the family: of its kinds, with at most the existing copies of each, and within its capacity."""
    kinds = frozenset(kinds_of(game, zone.classes))
    most = min(
        (n for n in (zone.capacity, zone.room) if n is not None), default=sum(kind.copies for kind in game.kinds)
    )

    def is_kind(value: object) -> bool:
        return type(value) is int and value in kinds

    match zone.form:
        case "slot":
            return _counts(content, is_kind, 1)
        case "bag":
            return _counts(content, is_kind, most) and _exist(game, content)
        case "pile":
            if not _are(content) or not all(_counts(part, is_kind, most) and part for part in content):
                return False
            pile = cast("Pile", content)
            together = collections.bag(pair for part in pile for pair in part)
            return canonical_pile(pile) == pile and collections.bag_size(together) <= most and _exist(game, together)


def is_bag(game: Game, value: object) -> bool:
    """Whether it is a bag of pieces that exist."""
    return _counts(value, lambda kind: is_number(kind, 0, len(game.kinds) - 1)) and _exist(game, value)


def _exist(game: Game, counts: collections.Counts) -> bool:
    return all(count <= game.kinds[kind].copies for kind, count in counts)


def _is_zone(zone: ZoneSpec, classes: tuple[types.ClassId, ...], form: str) -> bool:
    return zone.form == form and set(zone.classes) <= set(classes)


def _is_piece(game: Game, classes: tuple[types.ClassId, ...], place: object, kind: object) -> bool:
    places = instances(game.zones)
    return is_number(place, types.NO_PLACE, places - 1) and type(kind) is int and kind in kinds_of(game, classes)


def _pieces(game: Game, classes: tuple[types.ClassId, ...], value: object, most: int) -> bool:
    """Whether they are entries of place, kind and count, in any order: pieces of an ordered pile have one entry each."""
    if not _are(value) or not all(_are(one, 3) and _is_piece(game, classes, one[0], one[1]) for one in value):
        return False
    return all(is_number(one[2], 1, most) for one in value) and sum(one[2] for one in value) <= most


def _groups(value: object, is_element: Callable[[object], bool], most: int) -> bool:
    """Whether a value consists of groups of a ranking: no group is empty, and no element is in two groups."""
    if not _are(value) or not all(_are(group) and group and all(map(is_element, group)) for group in value):
        return False
    every = [one for group in value for one in group]
    return len(every) <= most and len(set(every)) == len(every)


def _counts(value: object, is_kind: Callable[[object], bool], most: int | None = None) -> TypeGuard[collections.Counts]:
    """Whether they are kinds with their counts, ascending, counts above 0."""
    if not _are(value) or not all(
        _are(pair, 2) and is_kind(pair[0]) and is_number(pair[1], 1, 1 << 31) for pair in value
    ):
        return False
    return _ascend([pair[0] for pair in value], types.WORD) and (most is None or sum(pair[1] for pair in value) <= most)


def _are(value: object, number: int | None = None) -> TypeGuard[tuple[Any, ...]]:
    """Whether it is a tuple, with `number` elements if a number is given."""
    return isinstance(value, tuple) and number in (None, len(cast("tuple[object, ...]", value)))


def _ascend(values: Iterable[types.Value], of: types.Type) -> bool:
    found = tuple(values)
    return found == collections.unique(found, of)
