"""The members of a type: for each name its meaning, without building a formula."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.model.symbols import RowTableSymbol, ScoreSymbol, Symbol
from gamedsl.semantics.model.world import World


def member_symbol(world: World, element: expressions.Expr, name: str) -> Symbol | str | None:
    """Returns the meaning of `element.name`: a declared member, or a word for a built-in one; None if there is none."""
    type_ = types.plain(element.type)
    match type_:
        case types.Player():
            if name in ("number", "human") and name not in world.members.get("player", {}):
                return name
            if name == "total" and world.score_decls:
                return name
            found = world.members.get("player", {}).get(name)
            if found is None and isinstance(world.symbols.get(name), ScoreSymbol):
                return world.symbols[name]
            return found
        case types.Enum():
            spec = world.enums[type_.id].name
            if (type_.id, name) in world.enum_columns:
                return "column"
            return world.members.get(spec, {}).get(name)
        case types.Position() if world.boards[type_.board].kind == "union":
            parts = [
                expressions.Const(0, types.Position(b, len(world.boards[b].spec.places)))
                for b, _ in world.boards[type_.board].parts
            ]
            return "joined" if all(member_symbol(world, part, name) is not None for part in parts) else None
        case types.Position():
            board = world.boards[type_.board]
            if (
                name in board.layers
                or (name in ("row", "col") and board.has_rows)
                or (name == "number" and board.kind in ("ring", "row"))
            ):
                return "layer"
            own = world.members.get(board.spec.name, {}).get(name)
            return "row" if own is None and name in ("row", "col") and board.torus is not None else own
        case types.Row():
            table = row_table(world, type_)
            return (
                "column" if name in table.columns else world.members.get(world.tables[type_.table].name, {}).get(name)
            )
        case types.Kind() | types.Piece():
            if any((c, name) in world.attributes for c in type_.classes):
                return "attribute"
            return _of_kinds(world, type_, name)
        case types.Zone():
            if type_.form == "slot" and any((c, name) in world.attributes for c in type_.classes):
                return "attribute"
            return _of_kinds(world, type_, name) if type_.form == "slot" else None
        case _:
            return None


def _of_kinds(world: World, type_: types.Kind | types.Piece | types.Zone, name: str) -> Symbol | None:
    """Returns the member of this name that each kind of a component has; None for pieces of several components."""
    own = world.members.get(world.classes[type_.classes[0]].name, {}) if len(type_.classes) == 1 else {}
    return own.get(name)


def member_names(world: World, element: expressions.Expr) -> list[str]:
    """Returns all names that `member` finds, for suggestions."""
    type_ = types.plain(element.type)
    match type_:
        case types.Player():
            scores = [n for n, s in world.symbols.items() if isinstance(s, ScoreSymbol)]
            return [*world.members.get("player", {}), *scores, "number", "human", "total"]
        case types.Enum():
            return [c for i, c in world.enum_columns if i == type_.id] + [
                *world.members.get(world.enums[type_.id].name, {})
            ]
        case types.Position():
            board = world.boards[type_.board]
            return [*board.layers, *(("row", "col") if board.has_rows else ()), *world.members.get(board.spec.name, {})]
        case types.Row():
            return [*row_table(world, type_).columns, *world.members.get(world.tables[type_.table].name, {})]
        case types.Kind() | types.Piece() | types.Zone():
            own = world.members.get(world.classes[type_.classes[0]].name, {}) if len(type_.classes) == 1 else {}
            return [*(n for c, n in world.attributes if c in type_.classes), *own]
        case _:
            return []


def owner_of(world: World, type_: types.Type) -> str:
    """Returns the name of the type, board, table or component that has the members of this type; empty if no declaration has."""
    match type_:
        case types.Player():
            return "player"
        case types.Enum():
            return world.enums[type_.id].name
        case types.Position():
            return world.boards[type_.board].spec.name
        case types.Row():
            return world.tables[type_.table].name
        case types.Kind() | types.Piece() | types.Zone():
            return world.classes[type_.classes[0]].name
        case _:
            return ""


def row_table(world: World, type_: types.Row) -> RowTableSymbol:
    symbol = world.symbols[world.tables[type_.table].name]
    assert isinstance(symbol, RowTableSymbol)
    return symbol
