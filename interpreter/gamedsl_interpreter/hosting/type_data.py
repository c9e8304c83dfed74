"""Types and constant values of a Game as JSON data."""

from __future__ import annotations

from typing import Literal, assert_never

from gamedsl.graph.model import types
from gamedsl.graph.model.types import Value
from gamedsl.json import Json
from gamedsl_interpreter.hosting.records import Type


def type_data(of: types.Type) -> Type:
    """Describes a type: an object with `is`, and the parts of the type."""
    match of:
        case types.Flag() | types.Direction() | types.Nothing() | types.Unknown():
            return {"is": _PLAIN[type(of)]}
        case types.Int(low, high):
            return {"is": "number", "low": low, "high": high}
        case types.Enum(id, size):
            return {"is": "word", "type": id, "size": size}
        case types.Position(board, size):
            return {"is": "place", "board": board, "size": size}
        case types.Player(size):
            return {"is": "seat", "size": size}
        case types.Row(table, size):
            return {"is": "row", "table": table, "size": size}
        case types.Kind(classes):
            return {"is": "kind", "components": [*classes]}
        case types.Piece(classes):
            return {"is": "piece", "components": [*classes]}
        case types.Pieces(classes, most):
            return {"is": "pieces", "components": [*classes], "most": most}
        case types.Zone(classes, form):
            return {"is": "zone", "components": [*classes], "form": form}
        case types.Optional(inner):
            return {"is": "optional", "of": type_data(inner)}
        case types.SetOf(inner):
            return {"is": "set", "of": type_data(inner)}
        case types.ListOf(inner, most):
            return {"is": "list", "of": type_data(inner), "most": most}
        case types.Bag(inner, most):
            return {"is": "bag", "of": type_data(inner), "most": most}
        case types.Ranking(inner, most):
            return {"is": "ranking", "of": type_data(inner), "most": most}
        case _:
            assert_never(of)


_PLAIN: dict[type, Literal["flag", "direction", "nothing"]] = {
    types.Flag: "flag",
    types.Direction: "direction",
    types.Nothing: "nothing",
    types.Unknown: "nothing",
}


def value_data(value: Value) -> Json:
    """Converts a value: tuples become lists."""
    return [value_data(one) for one in value] if isinstance(value, tuple) else value
