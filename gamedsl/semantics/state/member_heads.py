"""Checks the common parts of fields and zones: names, indices, attributes, and the positions of their values."""

from __future__ import annotations

from math import prod

from gamedsl.graph.model.game import Dimension, FunctionSpec
from gamedsl.graph.model.types import Direction, Enum, FunctionId, Int, Kind, Player, Position, Row, Type
from gamedsl.semantics.data.board_declarations import MOST_PLACES
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.data.type_names import find_type, type_of
from gamedsl.semantics.model.symbols import FieldSymbol, OwnBoardSymbol, PhaseSymbol, RuleSymbol, Symbol, ZoneSymbol
from gamedsl.semantics.model.types import size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.names import DeclaredTwice, WrongSort
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.syntax.tree import fields
from gamedsl.syntax.tree.node import Ident


def claim_member(world: World, owner: str | None, name: Ident, symbol: Symbol) -> bool:
    if owner is None:
        return claim(world, name, symbol)
    members = world.members.setdefault(owner, {})
    if owner in world.own_boards and isinstance(symbol, FieldSymbol | ZoneSymbol):
        if not claim_member(world, "player", name, symbol):
            return False
        symbol = OwnBoardSymbol(symbol)
    if name.text in members:
        world.problem(DeclaredTwice(name.span, name.text, world.spans.get(f"{owner}.{name.text}", name.span)))
        return False
    members[name.text] = symbol
    world.spans[f"{owner}.{name.text}"] = name.span
    return True


_ATTRIBUTES: dict[type[fields.FieldAttribute], Thing] = {
    fields.SeenBy: Thing.SEEN_BY,
    fields.CountHidden: Thing.COUNT_HIDDEN,
    fields.TopSeen: Thing.TOP_SEEN,
    fields.ResetEach: Thing.RESET,
    fields.Capacity: Thing.CAPACITY,
    fields.Refilled: Thing.REFILLED,
    fields.NotShown: Thing.NOT_SHOWN,
    fields.ShownAs: Thing.SHOWN_AS,
}


def allow_only(
    world: World, member: fields.Field, allowed: tuple[type[fields.FieldAttribute], ...], other: Misplacement
) -> None:
    """Reports attributes that such a member cannot have, as `other`, and repeated ones."""
    seen: set[type] = set()
    for attribute in member.attributes:
        if not isinstance(attribute, allowed):
            where = Misplacement.WORDS_OF_ZONE if isinstance(attribute, fields.ShownAs) else other
            world.problem(Misplaced(attribute.span, about(where, _ATTRIBUTES[type(attribute)])))
        elif type(attribute) in seen:
            world.problem(Misplaced(attribute.span, about(Misplacement.ATTRIBUTE_TWICE, _ATTRIBUTES[type(attribute)])))
        seen.add(type(attribute))


def dimensions_of(world: World, member: fields.Field, owner: str | None) -> tuple[Dimension, ...] | None:
    found: list[Dimension] = []
    if owner in world.own_boards:
        found.append(Dimension(world.player, len(world.seats), 0))
    if owner is not None:
        type_ = find_type(world, owner)
        if type_ is None:
            return None  # an owner that is reported elsewhere
        found.append(Dimension(type_, size(world, type_), _find_first(world, type_)))
    places = 1
    for written in member.indices:
        index = type_of(world, written)
        if index is None:
            return None
        if not isinstance(index, Int | Enum | Position | Player | Row | Direction | Kind):
            world.problem(WrongSort(written.span, "this", Thing.NO_INDEX_TYPE, Thing.INDEX_TYPE))
            return None
        places *= size(world, index)
        if places > MOST_PLACES:
            world.problem(TooMany(written.span, about(Amount.PLACES, member.name.text), places, MOST_PLACES))
            return None
        found.append(Dimension(index, size(world, index), _find_first(world, index)))
    return tuple(found)


def _find_first(world: World, index: Type) -> int:
    """Returns the number of the first element of an index. Kinds of a component have their numbers among all kinds."""
    match index:
        case Int():
            return index.low
        case Kind():
            return world.classes[index.classes[0]].first
        case _:
            return 0


def instance_count(dimensions: tuple[Dimension, ...]) -> int:
    return prod(d.size for d in dimensions)


def next_slot(world: World) -> int:
    """Returns the index of the first value of a new field among the values of all fields."""
    return world.fields[-1].base + len(world.fields[-1].start) if world.fields else 0


def next_instance(world: World) -> int:
    """Returns the index of the first instance of a new zone among the instances of all zones."""
    return world.zones[-1].base + len(world.zones[-1].start) if world.zones else 0


def periods(world: World) -> tuple[str, ...]:
    """Returns the names of rules and phases: fields can be reset at their start."""
    return tuple(n for n, v in world.symbols.items() if isinstance(v, RuleSymbol | PhaseSymbol))


def is_period(world: World, name: str) -> bool:
    return name in ("round", "turn") or isinstance(world.symbols.get(name), RuleSymbol | PhaseSymbol)


def add_function(world: World, spec: FunctionSpec) -> FunctionId:
    world.functions.append(spec)
    return FunctionId(len(world.functions) - 1)
