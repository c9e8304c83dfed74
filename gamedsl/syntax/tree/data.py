"""Rows, types of things, components, tables and boards."""

from __future__ import annotations

from gamedsl.syntax.tree.fields import Define
from gamedsl.syntax.tree.formulas import Expr
from gamedsl.syntax.tree.node import Declared, Ident, Node
from gamedsl.syntax.tree.traits import written
from gamedsl.values import frozen


@frozen
class CellName(Node):
    text: str


@frozen
class CellNumber(Node):
    value: int


@frozen
class CellFlag(Node):
    value: bool


@frozen
class CellBlank(Node):
    """`.`: none, or zero copies."""


@frozen
class CellEachNumber(Node):
    """`each 1..9`: one row per number."""

    low: int
    high: int


@frozen
class CellEach(Node):
    """`each S`: one row per element of S."""

    of: Ident


@frozen
class CellZone(Node):
    """`@zone` in the heading of a component."""

    zone: Ident


Cell = CellName | CellNumber | CellFlag | CellBlank | CellEach | CellEachNumber | CellZone


@frozen
class Row(Node):
    cells: tuple[Cell, ...]


@frozen
class Rows(Node):
    doc: str | None
    rows: tuple[Row, ...]


@written("type suit: Clubs, Hearts")
@frozen
class EnumType(Node):
    """`type t: A, B`."""

    name: Declared
    values: tuple[Declared, ...]
    doc: str | None


@frozen
class RecordType(Node):
    """`type t:` with rows: its values have attributes. The first row is the heading."""

    name: Declared
    rows: Rows


@frozen
class Picture(Node):
    """The picture of a shape: its rows from top to bottom."""

    name: Declared
    rows: Rows


@written("shapes piece by pose with turns:")
@frozen
class Shapes(Node):
    """Shapes, and the type of their poses: the turned and mirrored forms in which they can lie (`by`)."""

    name: Declared
    by: Declared
    hex: bool
    turns: bool
    flips: bool
    doc: str | None
    pictures: tuple[Picture, ...]


@written("shape Corner of piece: X X / X .")
@frozen
class Shape(Node):
    """One more shape, which a variant adds."""

    name: Declared
    of: Ident
    rows: Rows


@written("component 9 card in deck:")
@frozen
class Component(Node):
    """Exactly one of `rows`, `numbers` (`: 1..13`, `: 5`), `csv` is given, or none of them (one kind, `total` copies).

    `lets` are attributes by formula: the `let` lines below rows, numbers or file.
    """

    total: int | None
    name: Declared
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
    called: tuple[str, str] | None = None
    """`, called "goose" or "geese"`: what players call one piece and several."""


@written("table NAME from 0: 0 1 3")
@frozen
class ListTable(Node):
    name: Declared
    first: int
    cells: tuple[Cell, ...]
    doc: str | None


@frozen
class RowTable(Node):
    """The first row is the heading."""

    name: Declared
    rows: Rows


@frozen
class CsvTable(Node):
    name: Declared
    path: str


@frozen
class Layer(Node):
    name: Declared
    rows: Rows


@frozen
class EightNeighbours(Node):
    """`, eight neighbours`: the diagonal ones too."""


@frozen
class Called(Node):
    """The names of the columns or rows of a grid, in order: `a to h`, `8 to 1`, `a to t without i`."""

    first: Ident
    last: Ident
    without: Ident | None = None


@frozen
class RowsFromBelow(Node):
    """`, rows from below`: rows are numbered, and the last one is 1."""


@written("grid cell 3 by 3")
@frozen
class Grid(Node):
    """A grid of places. `by` is the type of its edges (`grid square 9 by 9 by groove`), `per` is the T of `, each T`, which makes a board for each T.
    `columns_called` and `rows_called` are the players' names for its columns and rows."""

    name: Declared
    rows: int
    columns: int
    hex: bool
    doc: str | None
    layers: tuple[Layer, ...]
    by: Declared | None = None
    per: Ident | None = None
    eight: EightNeighbours | None = None
    columns_called: Called | None = None
    rows_called: Called | RowsFromBelow | None = None


@written("grid nest without edge for 22 pieces hex")
@frozen
class GrowingGrid(Node):
    """A grid without an edge, whose places are those with laid pieces and their neighbours: at most `pieces` pieces are laid at a time. `of`: only pieces of
    this component count (`for 19 tile`); other pieces lie on them."""

    name: Declared
    pieces: int
    hex: bool
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None
    eight: EightNeighbours | None = None
    of: Ident | None = None


@written("ring pit 12")
@frozen
class Ring(Node):
    name: Declared
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None


@written("row trail 20")
@frozen
class Track(Node):
    """`row stone 9`: places in a line, which does not close to a ring."""

    name: Declared
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None


@frozen
class RingAround(Node):
    name: Declared
    grid: Ident
    rows: Rows


@frozen
class Path(Node):
    """A row of a graph: neighbours next to each other; `name` in `Name: a b c`."""

    name: Declared | None
    places: tuple[Ident, ...]


@written("graph town by road:")
@frozen
class Graph(Node):
    name: Declared
    by: Ident | None
    doc: str | None
    paths: tuple[Path, ...]
    per: Ident | None = None
    tables: tuple[Layer, ...] = ()
    """The tables of its edges and of its places, called like them."""
