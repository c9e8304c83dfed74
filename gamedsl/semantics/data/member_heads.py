"""What fields and zones declare alike: names, indices, attributes, and where their values are kept."""

from __future__ import annotations

from math import prod

from gamedsl.graph.model.game import Dimension, FunctionSpec
from gamedsl.graph.model.types import Direction, Enum, FunctionId, Int, Player, Position, Row
from gamedsl.semantics.data.board_declarations import MOST_PLACES
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.data.type_names import named_type, type_of
from gamedsl.semantics.model.symbols import FieldSymbol, OwnBoardSymbol, PhaseSymbol, RuleSymbol, Symbol, ZoneSymbol
from gamedsl.semantics.model.types import size
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import DeclaredTwice, Misplaced, TooMany, WrongSort
from gamedsl.syntax import tree


def claim_member(world: World, owner: str | None, name: tree.Ident, symbol: Symbol) -> bool:
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


_ATTRIBUTES: dict[type[tree.FieldAttribute], str] = {
    tree.SeenBy: "`seen by`",
    tree.CountHidden: "`count hidden`",
    tree.ResetEach: "going back each turn, round or rule",
    tree.Capacity: "a limit on pieces",
    tree.Refilled: "`refilled from`",
}


def allow_only(world: World, member: tree.Field, allowed: tuple[type[tree.FieldAttribute], ...], where: str) -> None:
    """Reports attributes that say nothing about such a member, and those that are said twice."""
    seen: set[type] = set()
    for attribute in member.attributes:
        if not isinstance(attribute, allowed):
            world.problem(Misplaced(attribute.span, _ATTRIBUTES[type(attribute)], where))
        elif type(attribute) in seen:
            world.problem(Misplaced(attribute.span, f"{_ATTRIBUTES[type(attribute)]} a second time", "once is enough"))
        seen.add(type(attribute))


def dimensions_of(world: World, member: tree.Field, owner: str | None) -> tuple[Dimension, ...] | None:
    found: list[Dimension] = []
    if owner in world.own_boards:
        found.append(Dimension(world.player, len(world.seats), 0))
    if owner is not None:
        type_ = named_type(world, owner)
        if type_ is None:
            return None  # of a seat's block or a mended name: it is reported
        found.append(Dimension(type_, size(world, type_), 0))
    if member.index is not None:
        index = type_of(world, member.index)
        if index is None:
            return None
        if not isinstance(index, Int | Enum | Position | Player | Row | Direction):
            world.problem(WrongSort(member.index.span, "this", "no range or type", "a range, a type or a board"))
            return None
        if size(world, index) > MOST_PLACES:
            places = f"places of `{member.name.text}`"
            world.problem(TooMany(member.index.span, places, size(world, index), MOST_PLACES))
            return None
        found.append(Dimension(index, size(world, index), index.low if isinstance(index, Int) else 0))
    return tuple(found)


def instance_count(dimensions: tuple[Dimension, ...]) -> int:
    return prod(d.size for d in dimensions)


def next_slot(world: World) -> int:
    """Where the values of a new field begin among those of all fields."""
    return world.fields[-1].base + len(world.fields[-1].start) if world.fields else 0


def next_instance(world: World) -> int:
    """Where the instances of a new zone begin among those of all zones."""
    return world.zones[-1].base + len(world.zones[-1].start) if world.zones else 0


def periods(world: World) -> tuple[str, ...]:
    """Rules and phases: fields can go back to their start values at the start of each."""
    return tuple(n for n, v in world.symbols.items() if isinstance(v, RuleSymbol | PhaseSymbol))


def is_period(world: World, name: str) -> bool:
    return name in ("round", "turn") or isinstance(world.symbols.get(name), RuleSymbol | PhaseSymbol)


def add_function(world: World, spec: FunctionSpec) -> FunctionId:
    world.functions.append(spec)
    return FunctionId(len(world.functions) - 1)
