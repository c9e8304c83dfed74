"""Resolves types in declarations."""

from __future__ import annotations

from gamedsl.graph.model import types
from gamedsl.semantics.model.symbols import BoardSymbol, ClassSymbol, EnumSymbol, RowTableSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadData, DataFlaw
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import Role, about
from gamedsl.syntax.tree import fields
from gamedsl.syntax.tree.node import Ident


def find_type(world: World, name: str) -> types.Type | None:
    """Returns the type that a declaration of this name gives to values."""
    if name == "player":
        return world.player
    if name == "direction":
        return types.DIRECTION
    match world.symbols.get(name):
        case EnumSymbol(id=enum):
            return types.Enum(enum, len(world.enums[enum].values))
        case ClassSymbol(id=cls):
            return types.Kind((cls,))
        case BoardSymbol(id=board):
            return types.Position(board, len(world.boards[board].spec.places))
        case RowTableSymbol(id=table, keys=keys):
            return types.Row(table, len(keys))
        case _:
            return None


def type_of(world: World, node: fields.TypeExpr) -> types.Type | None:
    """Returns the type of a field or parameter; None after a reported problem. Zones give a Zone type."""
    match node:
        case fields.TypeName():
            return _simple(world, node.name)
        case fields.RangeType():
            return _range(world, node)
        case fields.SetType():
            of = _simple(world, node.of)
            if isinstance(of, types.ListOf):
                world.problem(Misplaced(node.of.span, Misplacement.LIST_IN_SET))
                return None
            return None if of is None else types.SetOf(of)
        case fields.OptionalType():
            of = type_of(world, node.of)
            return None if of is None else types.Optional(of)
        case fields.ValueBagType():
            if node.form != "bag":
                world.problem(Misplaced(node.span, about(Misplacement.ZONE_OF_NUMBERS, node.form)))
            values = _range(world, node)
            return None if values is None else types.Bag(values, 64)
        case fields.ZoneType():
            classes = classes_of(world, node.classes)
            return None if classes is None else types.Zone(classes, node.form)
        case fields.UnionType() if len(boards := _boards(world, node)) == len(node.names):
            board = world.join_board(boards)
            world.used.update(n.text for n in node.names)
            return types.Position(board, len(world.boards[board].spec.places))
        case fields.UnionType() if (strange := _strange(world, node)) is not None:
            world.problem(UnknownName(strange.span, strange.text, Role.TYPE, (*_type_names(world), "none")))
            return None
        case fields.UnionType():
            classes = classes_of(world, node.names)
            return None if classes is None else types.Kind(classes)


def _strange(world: World, node: fields.UnionType) -> Ident | None:
    """Returns the unknown one of several joined types, if all the others exist."""
    unknown = [name for name in node.names if find_type(world, name.text) is None and name.text not in _MORE_TYPES]
    return unknown[0] if len(unknown) == 1 else None


_MORE_TYPES = ("player", "players", "direction", "flag", "int")


def _type_names(world: World) -> tuple[str, ...]:
    declared = (*(e.name for e in world.enums), *(c.name for c in world.classes), *(b.spec.name for b in world.boards))
    return tuple(sorted((*declared, *_MORE_TYPES)))


def _boards(world: World, node: fields.UnionType) -> tuple[types.BoardId, ...]:
    symbols = (world.symbols.get(name.text) for name in node.names)
    return tuple(symbol.id for symbol in symbols if isinstance(symbol, BoardSymbol))


def _range(world: World, node: fields.RangeType | fields.ValueBagType) -> types.Int | None:
    if node.low > node.high:
        world.problem(BadData(node.span, about(DataFlaw.EMPTY_RANGE, node.low, node.high)))
        return None
    return types.Int(node.low, node.high)


def _simple(world: World, name: Ident) -> types.Type | None:
    if name.text == "players":
        return types.ListOf(world.player, len(world.seats))
    if name.text == "int":
        return types.WORD
    if name.text == "flag":
        return types.FLAG
    found = find_type(world, name.text)
    if found is None:
        world.problem(UnknownName(name.span, name.text, Role.TYPE, _type_names(world)))
    else:
        world.used.add(name.text)
    return found


def classes_of(world: World, names: tuple[Ident, ...]) -> tuple[types.ClassId, ...] | None:
    found: list[types.ClassId] = []
    for name in names:
        symbol = world.symbols.get(name.text)
        if not isinstance(symbol, ClassSymbol):
            world.problem(UnknownName(name.span, name.text, Role.COMPONENT, tuple(c.name for c in world.classes)))
            return None
        world.used.add(name.text)
        found.append(symbol.id)
    return tuple(found)
