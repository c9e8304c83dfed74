"""Types as declarations write them."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model.types import (
    DIRECTION,
    FLAG,
    WORD,
    Bag,
    ClassId,
    Enum,
    Int,
    Kind,
    ListOf,
    Optional,
    Position,
    Row,
    SetOf,
    Type,
    Zone,
)
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    EnumSymbol,
    RowTableSymbol,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.problems import (
    BadData,
    Misplaced,
    UnknownName,
)
from gamedsl.syntax import tree


def named_type(w: World, name: str) -> Type | None:
    """The type that a declaration of this name gives to values."""
    if name == "player":
        return w.player
    if name == "direction":
        return DIRECTION
    match w.symbols.get(name):
        case EnumSymbol(id=enum):
            return Enum(enum, len(w.enums[enum].values))
        case ClassSymbol(id=cls):
            return Kind((cls,))
        case BoardSymbol(id=board):
            return Position(board, len(w.boards[board].spec.places))
        case RowTableSymbol(id=table, keys=keys):
            return Row(table, len(keys))
        case _:
            return None


def type_of(w: World, e: tree.TypeExpr) -> Type | None:
    """The type of a field or parameter; a reported problem gives None. Zones give a Zone type."""
    match e:
        case tree.TypeName():
            return _simple(w, e.name)
        case tree.RangeType():
            return _range(w, e)
        case tree.SetType():
            of = _simple(w, e.of)
            return None if of is None else SetOf(of)
        case tree.OptionalType():
            of = type_of(w, e.of)
            return None if of is None else Optional(of)
        case tree.ValueBagType():
            if e.form != "bag":
                w.problem(Misplaced(e.span, f"a `{e.form}` of numbers", "numbers lie in a `bag of 1..6`"))
            values = _range(w, e)
            return None if values is None else Bag(values, 64)
        case tree.ZoneType():
            classes = classes_of(w, e.classes)
            return None if classes is None else Zone(classes, e.form)
        case tree.UnionType() if all(isinstance(w.symbols.get(n.text), BoardSymbol) for n in e.names):
            board = w.joined_board(tuple(cast("BoardSymbol", w.symbols[n.text]).id for n in e.names))
            w.used.update(n.text for n in e.names)
            return Position(board, len(w.boards[board].spec.places))
        case tree.UnionType():
            classes = classes_of(w, e.names)
            return None if classes is None else Kind(classes)


def _range(w: World, e: tree.RangeType | tree.ValueBagType) -> Int | None:
    if e.low > e.high:
        w.problem(BadData(e.span, f"there is no number from {e.low} to {e.high}", "write the smaller number first"))
        return None
    return Int(e.low, e.high)


def _simple(w: World, name: tree.Ident) -> Type | None:
    if name.text == "players":
        return ListOf(w.player, len(w.seats))
    if name.text == "int":
        return WORD
    if name.text == "flag":
        return FLAG
    found = named_type(w, name.text)
    if found is None:
        known = (
            *(e.name for e in w.enums),
            *(c.name for c in w.classes),
            *(b.spec.name for b in w.boards),
            "player",
            "players",
            "direction",
            "flag",
            "int",
        )
        w.problem(UnknownName(name.span, name.text, "type", tuple(sorted(known))))
    else:
        w.used.add(name.text)
    return found


def classes_of(w: World, names: tuple[tree.Ident, ...]) -> tuple[ClassId, ...] | None:
    found: list[ClassId] = []
    for name in names:
        symbol = w.symbols.get(name.text)
        if not isinstance(symbol, ClassSymbol):
            w.problem(UnknownName(name.span, name.text, "component", tuple(c.name for c in w.classes)))
            return None
        w.used.add(name.text)
        found.append(symbol.id)
    return tuple(found)
