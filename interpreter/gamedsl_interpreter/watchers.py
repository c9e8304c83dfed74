"""Finds who sees a zone or field, if that never changes, as a mask of seats."""

from __future__ import annotations

from gamedsl.graph.model.game import Dimension, FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.types import Player


def everyone(game: Game) -> int:
    """Returns the mask of all seats."""
    return (1 << len(game.seats)) - 1


def index_of(dimensions: tuple[Dimension, ...], flat: int) -> tuple[int, ...]:
    """Returns the indices (ordinals from 0) of an instance of a family."""
    index: list[int] = []
    for dimension in reversed(dimensions):
        flat, at = divmod(flat, dimension.size)
        index.append(at)
    return tuple(reversed(index))


def find_fixed_watchers(game: Game, spec: FieldSpec | ZoneSpec, flat: int) -> int | None:
    """Returns the seats that see instance `flat` of a family; None where the rules compute them."""
    match spec.visibility.who:
        case "everyone":
            return everyone(game)
        case "nobody":
            return 0
        case "owner":
            return find_fixed_owners(spec, flat)
        case "others":
            owners = find_fixed_owners(spec, flat)
            return None if owners is None else everyone(game) & ~owners
        case "function":
            return None


def find_fixed_owners(spec: FieldSpec | ZoneSpec, flat: int) -> int | None:
    """Returns the seats that own an instance; None where the rules compute them."""
    if not spec.owned:
        return 0
    if spec.owners is not None:
        return None
    return 1 << index_of(spec.dimensions, flat)[0] if isinstance(spec.dimensions[0].type, Player) else 0
