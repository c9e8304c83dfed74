"""Names everything in a Game in the words of its rules: values, types, locals, fields, zones and seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum as PythonEnum
from typing import assert_never

from gamedsl.graph.model import types
from gamedsl.graph.model.game import Dimension, Game
from gamedsl.values import frozen


class Style(PythonEnum):
    """The purpose of a text."""

    RULES = "rules"
    """Short, as a rule would say it: `hand` is the acting seat's, conversions are not shown, locals may share a name."""
    WRITTEN = "written"
    """As a rule writes it: `Ann.total`, `bids[2]` with the number of the rules, `reach(S, spot)`. Texts inside compiled games keep the short style, so that
    saved matches fit them."""
    EXACT = "exact"
    """Unambiguous: every part of a formula shows and no two things share a name."""


@frozen
class Words:
    """The names of one Game in one style."""

    game: Game
    style: Style
    locals: tuple[str, ...]
    fields: tuple[str, ...]
    zones: tuple[str, ...]
    functions: tuple[str, ...]
    tables: tuple[str, ...]
    routines: tuple[tuple[types.RuleId, str], ...]

    @property
    def exact(self) -> bool:
        return self.style is Style.EXACT

    @property
    def as_written(self) -> bool:
        return self.style is Style.WRITTEN


def words(game: Game, style: Style) -> Words:
    """Returns all names of the Game; in the exact style a repeated name gets a number: `t`, `t'2`, `t'3`."""
    spell = _distinguish if style is Style.EXACT else _as_they_are
    return Words(
        game=game,
        style=style,
        locals=spell(local.name for local in game.locals),
        fields=spell(field.name for field in game.fields),
        zones=spell(zone.name for zone in game.zones),
        functions=spell(function.name for function in game.functions),
        tables=spell(table.name for table in game.tables),
        routines=tuple((routine.rule, routine.name) for routine in game.routines),
    )


def name_at(names: Sequence[str], index: int, noun: str) -> str:
    """Returns the name at an index; `noun#7` where there is none (so that a broken Game can still be read)."""
    return names[index] if 0 <= index < len(names) else f"{noun}#{index}"


def seat_name(game: Game, seat: int) -> str:
    """Returns the name of a seat."""
    return name_at(game.seats, seat, "seat")


def kind_name(game: Game, kind: int) -> str:
    """Returns the name of a kind."""
    return game.kinds[kind].name if 0 <= kind < len(game.kinds) else f"kind#{kind}"


def class_names(game: Game, classes: Iterable[int]) -> str:
    """Returns the names of component classes: `staff or barrel`."""
    return " or ".join(game.classes[c].name if 0 <= c < len(game.classes) else f"class#{c}" for c in classes)


def rule_name(words: Words, rule: int) -> str:
    """Returns the name of a called rule."""
    return next((name for id, name in words.routines if id == rule), f"rule#{rule}")


# ---------------------------------------------------------------- values


def value_text(game: Game, value: types.Value, of: types.Type) -> str:
    """Returns a constant in the words of the rules: `Hunting`, `Ann`, `[3 Horse, Boat]`, `yes`."""
    match of, value:
        case _, None:
            return "none"
        case types.Flag(), bool():
            return "yes" if value else "no"
        case types.Optional(inner), _:
            return value_text(game, value, inner)
        case ((types.ListOf(inner) | types.SetOf(inner)), tuple()) if len(value) > 1 and value == _list_values(inner):
            return "players" if isinstance(inner, types.Player) else type_text(game, inner)
        case ((types.ListOf(types.Int()) | types.SetOf(types.Int())), (int(low), _, *_, int(high))) if value == tuple(
            range(low, high + 1)
        ):
            return f"{low}..{high}"
        case ((types.ListOf(inner) | types.SetOf(inner)), tuple()):
            return _bracket(value_text(game, item, inner) for item in value)
        case types.Bag(types.Int() as inner), tuple():
            return _bracket(value_text(game, thing, inner) for item in value for thing in _repeat(item))
        case types.Bag(inner), tuple():
            return _bracket(_write_count(game, item, inner) for item in value)
        case types.Pieces(classes), tuple():
            return _bracket(_write_count(game, _split_place(item), types.Piece(classes)) for item in value)
        case types.Ranking(inner), tuple():
            return _bracket(value_text(game, group, types.ListOf(inner, 0)) for group in value)
        case types.Piece(), (int(place), int(kind)):
            return (
                kind_name(game, kind)
                if place == types.NO_PLACE
                else f"{kind_name(game, kind)} of {zone_text(game, place)}"
            )
        case _, int() if not isinstance(value, bool):
            return _number_text(game, value, of)
        case _:
            return raw_text(value)


def raw_text(value: types.Value) -> str:
    """Returns a value without its type: numbers, `yes`, `no`, `.` for none, tuples in parentheses."""
    match value:
        case None:
            return "."
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value)
        case tuple():
            return f"({', '.join(raw_text(item) for item in value)})"
        case _:
            assert_never(value)


def _number_text(game: Game, value: int, of: types.Type) -> str:
    match of:
        case types.Enum(id):
            return name_at(game.enums[id].values if 0 <= id < len(game.enums) else (), value, "value")
        case types.Position(board):
            return name_at(game.boards[board].places if 0 <= board < len(game.boards) else (), value, "place")
        case types.Row(table):
            return name_at(game.tables[table].row_names if 0 <= table < len(game.tables) else (), value, "row")
        case types.Player():
            return seat_name(game, value)
        case types.Direction():
            return name_at(_DIRECTIONS, value, "direction")
        case types.Kind():
            return kind_name(game, value)
        case types.Zone():
            return zone_text(game, value)
        case _:
            return str(value)


def _list_values(of: types.Type) -> types.Value:
    """Returns all values of a type, which the rules write as the name of the type; None for types without a name."""
    return tuple(range(of.size)) if isinstance(of, types.Enum | types.Position | types.Player) else None


def _write_count(game: Game, item: types.Value, of: types.Type) -> str:
    match item:
        case (thing, int(count)):
            return value_text(game, thing, of) if count == 1 else f"{count} {value_text(game, thing, of)}"
        case _:
            return raw_text(item)


def _repeat(item: types.Value) -> tuple[types.Value, ...]:
    """Repeats a number of a bag once per copy: rules cannot write `3 3` for three threes."""
    match item:
        case (thing, int(count)):
            return (thing,) * count
        case _:
            return (item,)


def _split_place(item: types.Value) -> types.Value:
    return (item[:2], item[2]) if isinstance(item, tuple) and len(item) == 3 else item


def zone_text(game: Game, instance: int) -> str:
    """Names a zone instance: `hand of Ann`, `tavern[Dover]`, `deck`."""
    for spec in game.zones:
        if spec.base <= instance < spec.base + len(spec.start):
            return instance_text(game, spec.name, spec.dimensions, spec.owned, instance - spec.base)
    return f"zone#{instance}"


def field_text(game: Game, instance: int) -> str:
    """Names a field instance: `Ann.earned`, `space[2, 3]`, `round`."""
    for spec in game.fields:
        if spec.base <= instance < spec.base + len(spec.start):
            return instance_text(game, spec.name, spec.dimensions, spec.owned, instance - spec.base)
    return f"field#{instance}"


def instance_text(game: Game, name: str, dimensions: Sequence[Dimension], owned: bool, flat: int) -> str:
    """Names instance `flat` (row-major) of a family: the owner before the dot, other indices in brackets."""
    index: list[str] = []
    for dimension in reversed(dimensions):
        flat, at = divmod(flat, max(dimension.size, 1))
        value = at + dimension.low
        index.insert(0, value_text(game, value, dimension.type))
    owner = f"{index.pop(0)}." if owned and index else ""
    return f"{owner}{name}{_bracket(index) if index else ''}"


# ---------------------------------------------------------------- types


def type_text(game: Game, of: types.Type) -> str:
    """Returns a type as the rules would write it; bounds that the type itself lacks in brackets: `list[5] of player`."""
    match of:
        case types.Flag():
            return "flag"
        case types.Int(low, high):
            return f"{low}..{high}"
        case types.Enum(id, size):
            known = game.enums[id] if 0 <= id < len(game.enums) else None
            return _write_size(known.name if known else f"type#{id}", size, len(known.values) if known else 0)
        case types.Position(board, size):
            at = game.boards[board] if 0 <= board < len(game.boards) else None
            return _write_size(at.name if at else f"board#{board}", size, len(at.places) if at else 0)
        case types.Player(size):
            return _write_size("player", size, len(game.seats))
        case types.Row(table, size):
            rows = game.tables[table] if 0 <= table < len(game.tables) else None
            return f"row of {_write_size(rows.name if rows else f'table#{table}', size, len(rows.row_names) if rows else 0)}"
        case types.Direction():
            return "direction"
        case types.Nothing():
            return "none"
        case types.Unknown():
            return "unknown"
        case types.Optional(inner):
            return f"{type_text(game, inner)} or none"
        case types.SetOf(inner, most):
            return f"set{'' if most is None else f'[{most}]'} of {type_text(game, inner)}"
        case types.ListOf(inner, most):
            return f"list[{most}] of {type_text(game, inner)}"
        case types.Bag(inner, most):
            return f"bag[{most}] of {type_text(game, inner)}"
        case types.Ranking(inner, most):
            return f"ranking[{most}] of {type_text(game, inner)}"
        case types.Kind(classes):
            return f"kind of {class_names(game, classes)}"
        case types.Piece(classes):
            return f"piece of {class_names(game, classes)}"
        case types.Pieces(classes, most):
            return f"pieces[{most}] of {class_names(game, classes)}"
        case types.Zone(classes, form):
            return f"{form} zone of {class_names(game, classes)}"
        case _:
            assert_never(of)


def _write_size(name: str, size: int, expected: int) -> str:
    return name if size == expected else f"{name}({size})"


# ---------------------------------------------------------------- spelling

_DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def _bracket(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _as_they_are(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(names)


def _distinguish(names: Iterable[str]) -> tuple[str, ...]:
    seen: Counter[str] = Counter()
    result: list[str] = []
    for name in names:
        seen[name] += 1
        result.append(name if seen[name] == 1 else f"{name}'{seen[name]}")
    return tuple(result)
