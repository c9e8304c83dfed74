"""The nodes of data: types, rows, components, tables, boards and fields."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.tree.formulas import Expr
from gamedsl.syntax.tree.node import Ident, span_field
from gamedsl.values import frozen


@frozen
class TypeName:
    name: Ident
    span: Span = span_field()


@frozen
class RangeType:
    low: int
    high: int
    span: Span = span_field()


@frozen
class SetType:
    of: Ident
    span: Span = span_field()


@frozen
class UnionType:
    """`ring or lane`: two or more types."""

    names: tuple[Ident, ...]
    span: Span = span_field()


@frozen
class OptionalType:
    of: TypeName | RangeType | UnionType
    span: Span = span_field()


@frozen
class ZoneType:
    form: Literal["bag", "pile", "slot"]
    classes: tuple[Ident, ...]
    span: Span = span_field()


@frozen
class ValueBagType:
    """`bag of 1..6`."""

    form: Literal["bag", "pile", "slot"]
    low: int
    high: int
    span: Span = span_field()


TypeExpr = TypeName | RangeType | SetType | UnionType | OptionalType | ZoneType | ValueBagType


@frozen
class CellName:
    text: str
    span: Span = span_field()


@frozen
class CellNumber:
    value: int
    span: Span = span_field()


@frozen
class CellFlag:
    value: bool
    span: Span = span_field()


@frozen
class CellBlank:
    """`.`: none, or zero copies."""

    span: Span = span_field()


@frozen
class CellEachNumber:
    """`each 1..9`: one row per number."""

    low: int
    high: int
    span: Span = span_field()


@frozen
class CellEach:
    """`each S`: one row per element of S."""

    of: Ident
    span: Span = span_field()


@frozen
class CellZone:
    """`@zone` in the heading of a component."""

    zone: Ident
    span: Span = span_field()


Cell = CellName | CellNumber | CellFlag | CellBlank | CellEach | CellEachNumber | CellZone


@frozen
class Row:
    cells: tuple[Cell, ...]
    span: Span = span_field()


@frozen
class Rows:
    doc: str | None
    rows: tuple[Row, ...]
    span: Span = span_field()


@frozen
class EnumType:
    """`type t: A, B`."""

    name: Ident
    values: tuple[Ident, ...]
    doc: str | None
    span: Span = span_field()


@frozen
class RecordType:
    """`type t:` with rows: its values have attributes. The first row is the heading."""

    name: Ident
    rows: Rows
    span: Span = span_field()


@frozen
class Component:
    """Exactly one of `rows`, `numbers` (`: 1..13`, `: 5`), `csv` is given, or none of them (one kind, `total` copies).

    `lets` are attributes by formula: the `let` lines below rows, numbers or file.
    """

    total: int | None
    name: Ident
    per: Ident | None
    """`each player`"""
    pivot: tuple[Ident, Ident] | None
    """`by type as attribute`"""
    start: Ident | None
    """`in zone`"""
    back: Ident | None
    rows: Rows | None
    numbers: Expr | None
    csv: str | None
    doc: str | None
    lets: tuple[Define, ...] = ()
    side: Ident | None = None
    """`, other side column`"""
    span: Span = span_field()


@frozen
class ListTable:
    name: Ident
    first: int
    cells: tuple[Cell, ...]
    doc: str | None
    span: Span = span_field()


@frozen
class RowTable:
    """The first row is the heading."""

    name: Ident
    rows: Rows
    span: Span = span_field()


@frozen
class CsvTable:
    name: Ident
    path: str
    span: Span = span_field()


@frozen
class Layer:
    name: Ident
    rows: Rows
    span: Span = span_field()


@frozen
class EightNeighbours:
    """`, eight neighbours`: the diagonal ones too."""

    span: Span = span_field()


@frozen
class Grid:
    """`by` is the type of its edges (`grid square 9 by 9 by groove`), `per` the T of `, each T`: a board for each."""

    name: Ident
    rows: int
    columns: int
    hex: bool
    doc: str | None
    layers: tuple[Layer, ...]
    by: Ident | None = None
    per: Ident | None = None
    eight: EightNeighbours | None = None
    span: Span = span_field()


@frozen
class Ring:
    name: Ident
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None
    span: Span = span_field()


@frozen
class Track:
    """`row stone 9`: places in a line, which does not close to a ring."""

    name: Ident
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None
    span: Span = span_field()


@frozen
class RingAround:
    name: Ident
    grid: Ident
    rows: Rows
    span: Span = span_field()


@frozen
class Path:
    """A row of a graph: neighbours next to each other; `name` in `Name: a b c`."""

    name: Ident | None
    places: tuple[Ident, ...]
    span: Span = span_field()


@frozen
class Graph:
    name: Ident
    by: Ident | None
    doc: str | None
    paths: tuple[Path, ...]
    per: Ident | None = None
    span: Span = span_field()


@frozen
class SeenBy:
    who: Ident
    span: Span = span_field()


@frozen
class TopSeen:
    """Of a pile: everyone sees the piece on top."""

    span: Span = span_field()


@frozen
class CountHidden:
    span: Span = span_field()


@frozen
class ResetEach:
    """`, each round`, `, each turn`, or `, each` phase or rule."""

    period: Ident
    span: Span = span_field()


@frozen
class Capacity:
    number: int
    span: Span = span_field()


@frozen
class Refilled:
    source: Ident
    span: Span = span_field()


FieldAttribute = SeenBy | TopSeen | CountHidden | ResetEach | Capacity | Refilled


@frozen
class Field:
    """A field or a zone. `indices` are the types in `name[index, index]`."""

    name: Ident
    indices: tuple[TypeExpr, ...]
    type: TypeExpr | None
    start: Expr | None
    attributes: tuple[FieldAttribute, ...]
    doc: str | None
    span: Span = span_field()


@frozen
class Param:
    name: Ident
    type: TypeExpr | None
    span: Span = span_field()


@frozen
class Define:
    """`let f(x: t) = e` outside a rule."""

    name: Ident
    params: tuple[Param, ...]
    value: Expr
    doc: str | None
    span: Span = span_field()


@frozen
class Fields:
    """`shared:` (`owner` is `None`) or `each T:`."""

    owner: Ident | None
    doc: str | None
    members: tuple[Field | Define, ...]
    span: Span = span_field()
