"""Finds the member that was probably meant where one is missing: `fruit.price` for `price`, `sold.colour is Red` for `sold is Red`."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Bag, Enum, Int, ListOf, Piece, Pieces, Position, Row, SetOf, Type, Zone, plain
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol, FieldSymbol, ZoneSymbol
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.member_symbols import member_names, member_symbol, row_table
from gamedsl.semantics.problems.values import NotComparable
from gamedsl.syntax.tree import formulas

_NO_PARTS = frozenset(["number", "row", "col"])
"""Members of places and players that are numbers of the language."""


def paths_to(world: World, type_: Type, name: str) -> tuple[str, ...]:
    """Returns the members of a type that have a member of this name: `fruit.price`."""
    return tuple(f"{member}.{name}" for member, of in _parts(world, type_) if _has(world, of, name))


def paths_from_here(world: World, scope: Scope, name: str) -> tuple[str, ...]:
    """Returns the names with a meaning here that have a member of this name, each with the member: `local.name`."""
    found = [f"{local}.{name}" for local, value in scope.names.items() if _has(world, value.type, name)]
    for holder in (scope.element, scope.me):
        if holder is not None:
            found += paths_to(world, holder.type, name)
    shared = ((one, _type_of(world, symbol)) for one, symbol in world.symbols.items())
    return tuple(dict.fromkeys([*found, *(f"{one}.{name}" for one, of in shared if of and _has(world, of, name))]))


def not_comparable(
    world: World, node: formulas.Binary, left: expressions.Expr, right: expressions.Expr
) -> NotComparable:
    """Returns the problem of a comparison, with a part of one side, or the number of its elements, if that can be compared with the other one."""
    part = None
    for side, one, other in ((node.left, left, right), (node.right, right, left)):
        if not isinstance(side, formulas.Name | formulas.Attribute) or part is not None:
            continue
        of = plain(one.type)
        is_of_numbers = isinstance(of, Bag | SetOf | ListOf) and isinstance(plain(of.of), Int)
        if (
            isinstance(plain(other.type), Int)
            and isinstance(of, Zone | Bag | SetOf | ListOf | Pieces)
            and not is_of_numbers
        ):
            part = side.span, "count({})"
        elif isinstance(plain(other.type), Enum | Position):
            parts = [name for name, of in _parts(world, one.type) if plain(of) == plain(other.type)]
            part = (side.span, f"{{}}.{parts[0]}") if len(parts) == 1 else None
    of_all = None if part else _of_all_kinds(world, node)
    return NotComparable(node.span, describe(world, left.type), describe(world, right.type), part=part, of_all=of_all)


def _of_all_kinds(world: World, node: formulas.Binary) -> tuple[str, str] | None:
    """Returns the component of which one side asks what all its pieces have, with what is asked: `card`, `card.worth`."""
    for side in (node.left, node.right):
        if isinstance(side, formulas.Attribute) and isinstance(side.of, formulas.Name):
            name = side.of.id
            if isinstance(world.symbols.get(name), ClassSymbol):
                return name, f"{name}.{side.name.text}"
    return None


def _parts(world: World, type_: Type) -> Iterator[tuple[str, Type]]:
    """Yields the members that have a type of their own."""
    element = expressions.Const(0, plain(type_))
    for name in member_names(world, element):
        of = None if name in _NO_PARTS else _member_type(world, element, name)
        if of is not None:
            yield name, of


def _has(world: World, type_: Type, name: str) -> bool:
    return member_symbol(world, expressions.Const(0, plain(type_)), name) is not None


def _member_type(world: World, element: expressions.Expr, name: str) -> Type | None:
    symbol = member_symbol(world, element, name)
    type_ = plain(element.type)
    if symbol == "attribute":
        kind = plain(conversions.as_kind(element).type)
        found = world.attribute(getattr(kind, "classes", ()), name)
        return None if found is None else found[1]
    if symbol == "column" and isinstance(type_, Enum):
        return world.enum_columns[(type_.id, name)].type
    if symbol == "column" and isinstance(type_, Row):
        return row_table(world, type_).columns[name].type
    if symbol == "layer" and isinstance(type_, Position):
        column = world.boards[type_.board].layers.get(name)
        return None if column is None else column.type
    return _type_of(world, symbol)


def _type_of(world: World, symbol: object) -> Type | None:
    """Returns the type of a field, or of a slot."""
    match symbol:
        case FieldSymbol(id):
            return world.fields[id].type
        case ZoneSymbol(id) if world.zones[id].form == "slot":
            return Piece(world.zones[id].classes)
        case _:
            return None
