"""Finds the prices of kinds: columns named after goods (`Wood 2, Clay 1`) whose numbers the rules subtract from a player's goods."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.graph.analysis.walk import expressions, statements, with_functions
from gamedsl.graph.model import types
from gamedsl.graph.model.expressions import Arithmetic, Lookup, ZoneAt
from gamedsl.graph.model.game import Dimension, Game
from gamedsl.graph.model.statements import Move, SetField
from gamedsl.graph.model.types import ClassId, EnumId


def prices(game: Game) -> frozenset[tuple[ClassId, EnumId]]:
    """Returns the classes whose kinds have a price, each with the type of the goods in which it is paid."""
    paid = _paid_tables(game)
    return frozenset(
        (ClassId(column.number), EnumId(number))
        for column in game.about.columns
        for number, spec in enumerate(game.enums)
        if column.of == "class" and column.name in spec.values and f"by {spec.name}" in paid
    )


def list_price_columns(game: Game) -> frozenset[str]:
    """Returns the names of the columns of components that the rules read to say how much a player pays, such as `cost`."""
    paid = _paid_tables(game)
    return frozenset(one.name for one in game.about.columns if one.of == "class" and one.name in paid)


def _paid_tables(game: Game) -> frozenset[str]:
    return frozenset(
        game.tables[table].name
        for one in _find_amounts(game)
        for part in with_functions(game, one)
        for table in _tables(part)
    )


def _find_amounts(game: Game) -> Iterator[object]:
    """Yields the formulas that say how much is taken from a number of a player, or from a player's pieces."""
    for one in (*statements(game.nodes), *statements(game.routines)):
        match one:
            case SetField(field=field, value=value) if _is_of_player(game.fields[field].dimensions):
                found = (inner for inner in expressions(value) if isinstance(inner, Arithmetic))
                yield from (inner.right for inner in found if inner.op == "-")
            case Move(what=what):
                zones = (inner.zone for inner in expressions(what) if isinstance(inner, ZoneAt))
                if any(_is_of_player(game.zones[zone].dimensions) for zone in zones):
                    yield what
            case _:
                pass


def _tables(part: object) -> Iterator[int]:
    """Yields the tables that formulas read."""
    yield from (inner.table for inner in expressions(part) if isinstance(inner, Lookup))


def _is_of_player(dimensions: tuple[Dimension, ...]) -> bool:
    return bool(dimensions) and isinstance(dimensions[0].type, types.Player)
