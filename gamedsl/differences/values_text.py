"""Writes values of tables in the words of the rules."""

from __future__ import annotations

from gamedsl.graph.model import types
from gamedsl.graph.text.names import raw_text
from gamedsl.semantics.data.boards import DIRECTIONS
from gamedsl.semantics.model.world import World


def value_text(world: World, value: types.Value, of: types.Type) -> str:
    """Returns a value as in a cell of a table: `Rainy`, `3`, `yes`, `.` for none."""
    match of, value:
        case types.Optional(inner), _:
            return value_text(world, value, inner)
        case ((types.ListOf(inner) | types.SetOf(inner)), tuple()):
            return f"[{', '.join(value_text(world, item, inner) for item in value)}]"
        case _, bool() | None | tuple():
            return raw_text(value)
        case types.Enum(id), int():
            return world.enums[id].values[value]
        case types.Position(board), int():
            return world.boards[board].spec.places[value]
        case types.Row(table), int():
            return world.tables[table].row_names[value]
        case types.Player(), int():
            return world.seats[value]
        case types.Kind(), int():
            return world.kinds[value].name
        case types.Direction(), int():
            return DIRECTIONS[value]
        case _:
            return raw_text(value)
