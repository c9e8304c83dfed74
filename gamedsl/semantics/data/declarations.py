"""Data of one setup: types, boards, components and tables, with the `set` lines applied to their cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import cast

from attrs import define, evolve, field, frozen

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import ClassSpec, EnumSpec, KindSpec
from gamedsl.graph.model.types import (
    DIRECTION,
    FLAG,
    UNKNOWN,
    BoardId,
    ClassId,
    Enum,
    EnumId,
    Int,
    Kind,
    KindId,
    ListOf,
    Position,
    Row,
    SeatId,
    SetOf,
    Type,
    Value,
)
from gamedsl.semantics.data import boards
from gamedsl.semantics.formulas.construct import hull
from gamedsl.semantics.model.effort import DECLARATION
from gamedsl.semantics.model.merged import Merged, literal_text
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import (
    Board,
    BoardSymbol,
    ClassSymbol,
    Column,
    ConstSymbol,
    EnumSymbol,
    ListTableSymbol,
    RowTableSymbol,
    Scope,
    Symbol,
    World,
)
from gamedsl.semantics.problems.problems import (
    BadCell,
    BadData,
    DeclaredTwice,
    NotConstant,
    ReservedName,
    TooMany,
    UnknownName,
    UnknownTarget,
    WrongHeight,
    WrongTotal,
    WrongWidth,
)
from gamedsl.source import Span
from gamedsl.syntax import tree

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
TYPE_NAMES = ("player", "direction", "flag", "int")
MOST_PLACES = 512
MOST_COPIES = 4096
"""So many pieces of a component are possible; a position keeps room for each of them."""
MOST_KINDS = 4096
"""Of all components together: what a kind has is looked up in tables over all kinds."""


@frozen
class Start:
    """`count` copies of a kind start in the zone called `zone` (of seat `seat` for families)."""

    kind: KindId
    zone: str
    count: int
    seat: SeatId | None
    span: Span


@define(eq=False)
class Sets:
    """The `set` lines, each to be used by the declaration that it names."""

    values: list[tree.SetValue]
    copies: list[tree.SetCopies]
    used: set[int] = field(factory=set)

    def cells(self, name: str) -> list[tuple[tree.SetValue, tree.Expr]]:
        """Lines whose place is `name[…]`, `name[…].x` or `name.x`."""
        return [(s, s.place) for s in self.values if _root(s.place) == name]


def _root(place: tree.Expr) -> str | None:
    while isinstance(place, tree.Attribute | tree.Index | tree.Apply):
        place = place.of
    return place.id if isinstance(place, tree.Name) else None


MOST_VALUES = 256
"""So many values a type may have: sets of them stay four machine words."""


def declare_data(w: World, m: Merged) -> list[Start]:
    """Fills the world's types, boards, classes and tables; gives where pieces start."""
    sets = Sets(
        [s for s in m.sets if isinstance(s, tree.SetValue)], [s for s in m.sets if isinstance(s, tree.SetCopies)]
    )
    for i, seat in enumerate(w.seats):
        w.values.setdefault(seat, []).append(expressions.Const(i, w.player))
    for i, direction in enumerate(DIRECTIONS):
        w.values.setdefault(direction, []).append(expressions.Const(i, DIRECTION))
    of = [d for d in m.decls if isinstance(d, tree.EnumType | tree.RecordType)]
    for decl in of:
        _enum(w, decl)
    for graph in (d for d in m.decls if isinstance(d, tree.Graph)):
        if graph.by is not None:
            _routes(w, graph, graph.by)
    for grid in (d for d in m.decls if isinstance(d, tree.Grid)):
        if grid.by is not None and not _too_many_places(w, grid):
            names = [f"{grid.by.text}_{r}_{c}_{side}" for r, c, side, _ in boards.edges(grid)]
            _new_enum(w, grid.by, tuple(tree.Ident(n, span=grid.by.span) for n in names))
    _options(w, m)
    for record in of:
        if isinstance(record, tree.RecordType):
            _record_columns(w, record, sets)
    for board in m.decls:
        if isinstance(board, tree.Grid | tree.Ring | tree.Track | tree.RingAround | tree.Graph):
            _board(w, board, sets)
    starts: list[Start] = []
    for component in m.decls:
        if isinstance(component, tree.Component):
            starts.extend(_component(w, component, sets))
    starts = _copies(w, starts, sets, m)
    for table in m.decls:
        if isinstance(table, tree.ListTable):
            _list_table(w, table, sets)
        elif isinstance(table, tree.RowTable):
            _row_table(w, table, sets)
    for line in sets.values:
        if id(line) not in sets.used:
            name = _root(line.place) or "this"
            w.problem(UnknownTarget(line.place.span, name, "set", tuple(sorted({*w.symbols, *w.values}))))
    return starts


def claim(w: World, name: tree.Ident, symbol: Symbol) -> bool:
    """Takes a name for a declaration; False (and a problem) if it is taken."""
    from gamedsl.semantics.formulas.builtins import (
        FUNCTIONS,  # functions need data, and data must not be called like them
    )
    from gamedsl.semantics.names.lookup import BUILTIN_NAMES

    w.work(name.span, DECLARATION)
    if name.text in FUNCTIONS or name.text in BUILTIN_NAMES or name.text in TYPE_NAMES:
        w.problem(ReservedName(name.span, name.text))
    if name.text in w.symbols:
        w.problem(DeclaredTwice(name.span, name.text, w.spans.get(name.text, name.span)))
        return False
    w.symbols[name.text] = symbol
    w.spans[name.text] = name.span
    return True


# ---------------------------------------------------------------- types and options


def _enum(w: World, decl: tree.EnumType | tree.RecordType) -> None:
    if isinstance(decl, tree.EnumType):
        names = decl.values
    else:
        names = tuple(
            tree.Ident(c.text, span=c.span)
            for r in decl.rows.rows[1:]
            if r.cells and isinstance(c := r.cells[0], tree.CellName)
        )
    _new_enum(w, decl.name, names)


def _new_enum(w: World, name: tree.Ident, values: tuple[tree.Ident, ...]) -> EnumId | None:
    if len(values) > MOST_VALUES:
        w.problem(TooMany(name.span, f"values of `{name.text}`", len(values), MOST_VALUES))
    enum = EnumId(len(w.enums))
    if not claim(w, name, EnumSymbol(enum)):
        return None
    seen: dict[str, Span] = {}
    for value in values:
        if value.text in seen:
            w.problem(DeclaredTwice(value.span, value.text, seen[value.text]))
        seen.setdefault(value.text, value.span)
    names = tuple(seen)
    w.enums.append(EnumSpec(name.text, names))
    for i, value_name in enumerate(names):
        w.values.setdefault(value_name, []).append(expressions.Const(i, Enum(enum, len(names))))
    return enum


def _options(w: World, m: Merged) -> None:
    chosen = dict(m.setup.options)
    for decl in m.decls:
        if not isinstance(decl, tree.Option):
            continue
        by_text = {literal_text(v): v for v in decl.values}
        # Of two options with one name, the setup holds the value of the other one; `claim` reports it.
        literal = by_text.get(chosen.get(decl.name.text, ""), decl.values[0])
        claim(w, decl.name, ConstSymbol(_option_value(w, decl, literal)))


def _option_value(
    w: World, decl: tree.Option, literal: tree.Name | tree.Number | tree.FlagLiteral
) -> expressions.Const:
    if isinstance(literal, tree.Number):
        return expressions.Const(literal.value, Int(literal.value, literal.value))
    if isinstance(literal, tree.FlagLiteral):
        return expressions.Const(literal.value, FLAG)
    names = [v.id for v in decl.values if isinstance(v, tree.Name)]
    for candidate in w.values.get(literal.id, []):
        if isinstance(candidate.type, Enum) and all(n in w.enums[candidate.type.id].values for n in names):
            return candidate
    enum = EnumId(len(w.enums))
    w.enums.append(EnumSpec(decl.name.text, tuple(names)))
    for i, name in enumerate(names):
        w.values.setdefault(name, []).append(expressions.Const(i, Enum(enum, len(names))))
    return expressions.Const(names.index(literal.id), Enum(enum, len(names)))


def _routes(w: World, graph: tree.Graph, by: tree.Ident) -> None:
    edges = [(p, i) for p in graph.paths for i in range(len(p.places) - 1)]
    names = [
        p.name.text if p.name is not None and len(p.places) == 2 else f"{p.places[i].text}_{p.places[i + 1].text}"
        for p, i in edges
    ]
    _new_enum(w, by, tuple(tree.Ident(n, span=p.span) for n, (p, _) in zip(names, edges, strict=True)))


def _record_columns(w: World, decl: tree.RecordType, sets: Sets) -> None:
    symbol = w.symbols.get(decl.name.text)
    if not isinstance(symbol, EnumSymbol) or not decl.rows.rows:
        return
    grid = _patched(w, decl.name.text, decl.rows, sets)
    heading = grid[0]
    for i, head in enumerate(heading.cells[1:], 1):
        if isinstance(head, tree.CellName):
            w.enum_columns[(symbol.id, head.text)] = column(w, head.text, [r.cells[i] for r in grid[1:]])


# ---------------------------------------------------------------- rows


def _patched(w: World, name: str, rows: tree.Rows, sets: Sets) -> list[tree.Row]:
    """The rows (heading first) of the right width, with `set` lines applied: `name[key, …].column`, `name[key, column]`, `key.column`."""
    heading, *body = rows.rows
    width = len(heading.cells)
    widths = {len(row.cells) for row in body}
    if len(widths) == 1 and width not in widths and len(body) > 1:
        (other,) = widths
        w.problem(WrongWidth(heading.span, other, width))
        body = [evolve(r, cells=(*r.cells, *(tree.CellBlank(span=r.span) for _ in range(width)))[:width]) for r in body]
    heads_seen: dict[str, Span] = {}
    for cell in heading.cells:
        text = cell_text(cell)
        if heads_seen.setdefault(text, cell.span) is not cell.span:
            w.problem(DeclaredTwice(cell.span, text, heads_seen[text]))
    good: list[tree.Row] = [heading]
    for row in body:
        if len(row.cells) != width:
            w.problem(WrongWidth(row.span, width, len(row.cells)))
            filler = tuple(tree.CellBlank(span=row.span) for _ in range(width - 1))
            row = evolve(row, cells=(*row.cells[:1], *filler))
        good.append(row)
    firsts = {cell_text(r.cells[0]) for r in good[1:]}
    heads = [cell_text(c) for c in heading.cells]
    w.effort.spend(len(good) * (1 + width // 8))
    for line in sets.values:
        w.work(line.span, 1)
        target = _cell_target(line.place, name, firsts, heads)
        if target is None:
            continue
        w.effort.spend(len(good))
        keys, head = target
        sets.used.add(id(line))
        hit = False
        for i, row in enumerate(good[1:], 1):
            if [cell_text(c) for c in row.cells[: len(keys)]] == keys and head in heads:
                good[i] = evolve(row, cells=_replaced(row.cells, heads.index(head), as_cell(w, line.value)))
                hit = True
        if not hit:
            w.problem(
                UnknownTarget(
                    line.place.span, f"{name}[{', '.join(keys)}].{head}", "set", tuple(sorted(firsts | set(heads)))
                )
            )
    return good


def _cell_target(place: tree.Expr, name: str, firsts: set[str], heads: list[str]) -> tuple[list[str], str] | None:
    match place:
        case tree.Attribute(of=tree.Index(of=tree.Name(id=root)) as index) if root == name:
            return [_arg_text(a) for a in index.args], place.name.text
        case tree.Attribute(of=tree.Name(id=root)) if root in firsts and place.name.text in heads:
            return [root], place.name.text
        case tree.Index(of=tree.Name(id=root)) if root == name and len(place.args) == 2:
            return [_arg_text(place.args[0])], _arg_text(place.args[1])
        case _:
            return None


def _replaced(cells: tuple[tree.Cell, ...], at: int, cell: tree.Cell) -> tuple[tree.Cell, ...]:
    return (*cells[:at], cell, *cells[at + 1 :])


def _arg_text(e: tree.Arg) -> str:
    match e:
        case tree.Name():
            return e.id
        case tree.Number():
            return str(e.value)
        case tree.Unary(op="-", operand=tree.Number(value=v)):
            return str(-v)
        case tree.FlagLiteral():
            return "yes" if e.value else "no"
        case _:
            return "?"


def as_cell(w: World, e: tree.Expr) -> tree.Cell:
    """A `set` line's value as a cell."""
    match e:
        case tree.Name():
            return tree.CellName(e.id, span=e.span)
        case tree.Number():
            return tree.CellNumber(e.value, span=e.span)
        case tree.Unary(op="-", operand=tree.Number(value=v)):
            return tree.CellNumber(-v, span=e.span)
        case tree.FlagLiteral():
            return tree.CellFlag(e.value, span=e.span)
        case tree.NoneLiteral():
            return tree.CellBlank(span=e.span)
        case _:
            found = _constant(w, e)
            if isinstance(found, expressions.Const) and isinstance(found.type, Int):
                return tree.CellNumber(int(cast("int", found.value)), span=e.span)
            w.problem(
                BadData(
                    e.span,
                    "the new content of a cell must be a name, a number, yes, no or none",
                    "write the value itself",
                )
            )
            return tree.CellBlank(span=e.span)


def _constant(w: World, e: tree.Expr) -> expressions.Expr:
    from gamedsl.semantics.formulas.formulas import formula

    return formula(w, e, Scope("data"))


def cell_text(c: tree.Cell) -> str:
    match c:
        case tree.CellName():
            return c.text
        case tree.CellNumber():
            return str(c.value)
        case tree.CellFlag():
            return "yes" if c.value else "no"
        case tree.CellBlank():
            return "."
        case tree.CellEach():
            return f"each {c.of.text}"
        case tree.CellZone():
            return f"@{c.zone.text}"


def column(w: World, head: str, cells: list[tree.Cell]) -> Column:
    """The values of a column: of the type that heads it, else of the one type that has them all."""
    w.effort.spend(len(cells))
    filled = [c for c in cells if not isinstance(c, tree.CellBlank)]
    type_ = _column_type(w, head, filled)
    return Column(
        type_, tuple(None if isinstance(c, tree.CellBlank) else _cell_value(w, head, c, type_) for c in cells)
    )


def _column_type(w: World, head: str, cells: Sequence[tree.Cell]) -> Type:
    headed = named_type(w, head)
    if headed is not None and any(isinstance(c, tree.CellName) for c in cells):
        return headed
    if cells and all(isinstance(c, tree.CellNumber) for c in cells):
        numbers = [cast("tree.CellNumber", c).value for c in cells]
        return Int(min(numbers), max(numbers))
    if cells and all(isinstance(c, tree.CellFlag) for c in cells):
        return FLAG
    names = [c for c in cells if isinstance(c, tree.CellName)]
    if not names:
        return Int(0, 0)
    shared = [candidate.type for candidate in w.values.get(names[0].text, [])]
    for other in dict.fromkeys(n.text for n in names[1:]):
        types = {v.type for v in w.values.get(other, [])}
        w.effort.spend(len(types) + len(shared))
        shared = [type_ for type_ in shared if type_ in types]
    if shared:
        return shared[0]
    for name in names:
        if name.text not in w.values:
            w.problem(UnknownName(name.span, name.text, "value", tuple(sorted(w.values))))
            break
    else:
        w.problem(BadCell(names[0].span, names[0].text, head, "values of one type"))
    return UNKNOWN


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


def _cell_value(w: World, head: str, c: tree.Cell, type_: Type) -> Value:
    match c:
        case _ if type_ == UNKNOWN:
            return None
        case tree.CellNumber() if isinstance(type_, Int):
            return c.value
        case tree.CellFlag() if type_ == FLAG:
            return c.value
        case tree.CellName() if not isinstance(type_, Int):
            for candidate in w.values.get(c.text, []):
                if candidate.type == type_:
                    return candidate.value
            w.problem(BadCell(c.span, c.text, head, describe(w, type_)))
            return None
        case _:
            if type_ != Int(0, 0):
                w.problem(BadCell(c.span, cell_text(c), head, describe(w, type_)))
            return None


# ---------------------------------------------------------------- boards


def _board(w: World, decl: tree.Grid | tree.Ring | tree.Track | tree.RingAround | tree.Graph, sets: Sets) -> None:
    board = BoardId(len(w.boards))
    if isinstance(decl, tree.Grid | tree.Ring | tree.Track) and _too_many_places(w, decl):
        return
    match decl:
        case tree.Grid():
            between = w.symbols.get(decl.by.text) if decl.by is not None else None
            made = boards.grid(decl, between.id if isinstance(between, EnumSymbol) else None)
        case tree.Ring():
            made = boards.ring(decl)
        case tree.Track():
            made = boards.track(decl)
        case tree.RingAround():
            symbol = w.symbols.get(decl.grid.text)
            if not isinstance(symbol, BoardSymbol) or w.boards[symbol.id].kind != "grid":
                w.problem(UnknownName(decl.grid.span, decl.grid.text, "grid", tuple(b.spec.name for b in w.boards)))
                return
            made = boards.ring_around(w, decl, symbol.id, w.boards[symbol.id])
        case tree.Graph():
            route = w.symbols.get(decl.by.text) if decl.by is not None else None
            made = boards.graph(decl, route.id if isinstance(route, EnumSymbol) else None)
    if len(made.spec.places) > MOST_PLACES:
        w.problem(TooMany(decl.name.span, f"places of `{decl.name.text}`", len(made.spec.places), MOST_PLACES))
        return
    if not claim(w, decl.name, BoardSymbol(board)):
        return
    w.effort.spend(DECLARATION * len(made.spec.places) + sum(len(ray) for ray in made.rays) // 4)
    w.boards.append(made)
    if not isinstance(decl, tree.RingAround) and decl.per is not None:
        if decl.per.text == "player":
            w.own_boards.add(decl.name.text)
        else:
            w.problem(
                UnknownName(decl.per.span, decl.per.text, "owner (only players have boards of their own)", ("player",))
            )
    for i, place in enumerate(made.spec.places):
        if "[" not in place:
            w.values.setdefault(place, []).append(expressions.Const(i, Position(board, len(made.spec.places))))
    if isinstance(decl, tree.Grid | tree.Ring | tree.Track):
        for layer in decl.layers:
            _layer(w, decl, made, layer, sets)


def _too_many_places(w: World, decl: tree.Grid | tree.Ring | tree.Track) -> bool:
    places = decl.rows * decl.columns if isinstance(decl, tree.Grid) else decl.size
    if places > MOST_PLACES:
        w.problem(TooMany(decl.name.span, f"places of `{decl.name.text}`", places, MOST_PLACES))
    elif places < 1:
        w.problem(
            BadData(decl.name.span, f"`{decl.name.text}` has no places", "write how many rows, columns or places")
        )
    return not 1 <= places <= MOST_PLACES


def _layer(w: World, decl: tree.Grid | tree.Ring | tree.Track, board: Board, layer: tree.Layer, sets: Sets) -> None:
    places = len(board.spec.places)
    board.layers[layer.name.text] = Column(UNKNOWN, (None,) * places)
    if isinstance(decl, tree.Grid):
        if len(layer.rows.rows) != decl.rows:
            w.problem(WrongHeight(layer.span, f"rows of `{layer.name.text}`", decl.rows, len(layer.rows.rows)))
            return
        for row in layer.rows.rows:
            if len(row.cells) != decl.columns:
                w.problem(WrongWidth(row.span, decl.columns, len(row.cells)))
                return
    cells = [c for r in layer.rows.rows for c in r.cells]
    if len(cells) != places:
        w.problem(WrongHeight(layer.span, f"cells of `{layer.name.text}`", places, len(cells)))
        return
    for line in sets.values:
        w.work(line.span, 1)
        place = line.place
        if isinstance(place, tree.Attribute) and place.name.text == layer.name.text and _root(place) == decl.name.text:
            at = _place_index(w, place.of)
            sets.used.add(id(line))
            if at is not None:
                cells[at] = as_cell(w, line.value)
    board.layers[layer.name.text] = column(w, layer.name.text, cells)


def _place_index(w: World, e: tree.Expr) -> int | None:
    found = _constant(w, e)
    return (
        int(found.value)
        if isinstance(found, expressions.Const) and isinstance(found.type, Position) and isinstance(found.value, int)
        else None
    )


# ---------------------------------------------------------------- components


@define
class _Draft:
    """A kind before it has a number."""

    keys: tuple[Value | str, ...]
    texts: tuple[str, ...]
    cells: dict[str, tree.Cell]
    pivot: str | None
    seat: SeatId | None
    starts: dict[str, int]
    span: Span


def _component(w: World, decl: tree.Component, sets: Sets) -> list[Start]:
    cls, name = ClassId(len(w.classes)), decl.name.text
    if not claim(w, decl.name, ClassSymbol(cls)):
        return []
    w.classes.append(ClassSpec(decl.name.text, KindId(len(w.kinds)), 0, False))  # nothing yet, should a cell ask for it
    drafts, heads, key_types = _drafts(w, decl, sets)
    if decl.per is not None and decl.per.text != "player":
        w.problem(UnknownName(decl.per.span, decl.per.text, "owner", ("player",)))
    kinds = len(drafts) * (len(w.seats) if decl.per is not None else 1)
    if len(w.kinds) + kinds > MOST_KINDS:
        if not any(isinstance(q, TooMany) and q.span == decl.name.span for q in w.problems):
            what = f"kinds of `{name}`" if kinds > MOST_KINDS else f"kinds of all components up to `{name}`"
            w.problem(TooMany(decl.name.span, what, len(w.kinds) + kinds, MOST_KINDS))
        drafts, heads, key_types = [], [], []
    w.effort.spend(kinds * DECLARATION)
    if decl.per is not None:
        drafts = [evolve(d, seat=SeatId(s), starts=dict(d.starts)) for d in drafts for s in range(len(w.seats))]
    depth = _key_depth(w, drafts, len(heads))
    first = KindId(len(w.kinds))
    backs = decl.back is not None and decl.back.text in heads
    if decl.back is not None and not backs:
        w.problem(UnknownName(decl.back.span, decl.back.text, "column", tuple(heads)))
    w.classes[cls] = ClassSpec(name, first, len(drafts), backs)
    w.key_types[name] = key_types
    back_names: dict[str, int] = {}
    starts: list[Start] = []
    for i, draft in enumerate(drafts):
        kind = KindId(first + i)
        text = _kind_name(w, name, draft, depth, bool(heads))
        back_name = cell_text(draft.cells[decl.back.text]) if backs and decl.back is not None else ""
        back = back_names.setdefault(back_name, len(back_names)) if backs else 0
        w.kinds.append(KindSpec(text, cls, 0, back, back_name, draft.seat))
        _register_kind(w, name, draft, depth, kind, text)
        starts.extend(Start(kind, zone, n, draft.seat, draft.span) for zone, n in draft.starts.items() if n)
    _attributes(w, decl, cls, drafts, heads)
    for own in decl.lets:
        _attribute_by_formula(w, cls, own)
    return starts


def _attribute_by_formula(w: World, cls: ClassId, own: tree.Define) -> None:
    """`let heads = 7 if number is 55 else 1` below a component: an attribute computed for each of its kinds."""
    from gamedsl.semantics.formulas.formulas import formula

    values: list[Value] = []
    types: list[Type] = []
    for kind in w.kinds_of((cls,)):
        element = expressions.Const(kind, Kind((cls,)))
        found = formula(w, own.value, Scope(own.name.text, element=element))
        if not isinstance(found, expressions.Const):
            if found.type != UNKNOWN:
                w.problem(NotConstant(own.value.span, "an attribute"))
            return
        values.append(found.value)
        types.append(found.type)
    if not types or any(type_ == UNKNOWN for type_ in types):
        return
    w.attributes[(cls, own.name.text)] = Column(hull(types), tuple(values))


def _drafts(w: World, decl: tree.Component, sets: Sets) -> tuple[list[_Draft], list[str], list[Type | None]]:
    """Kinds as rows of cells; the headings of their attributes; the types of the leading ones."""
    zone = decl.start.text if decl.start is not None else "box"
    if decl.rows is not None and decl.rows.rows:
        return _row_drafts(w, decl, decl.rows, sets, zone)
    if decl.numbers is not None:
        found = _constant(w, decl.numbers)
        if isinstance(found, expressions.Const) and isinstance(found.type, Int):
            number = int(cast("int", found.value))
            return [_Draft((), (), {}, None, None, {zone: number}, decl.span)], [], []
        if isinstance(found, expressions.Const) and isinstance(found.type, ListOf) and isinstance(found.type.of, Int):
            numbers = cast("tuple[int, ...]", found.value)
            if not numbers and _is_written(decl.numbers):  # an option may leave a component without kinds
                help_ = "write the smaller number first"
                w.problem(BadData(decl.numbers.span, f"there are no numbers for `{decl.name.text}`", help_))
            if len(numbers) > MOST_COPIES:
                w.problem(TooMany(decl.numbers.span, f"kinds of `{decl.name.text}`", len(numbers), MOST_COPIES))
                return [], [], []
            drafts = [
                _Draft(
                    (n,), (str(n),), {"number": tree.CellNumber(n, span=decl.span)}, None, None, {zone: 1}, decl.span
                )
                for n in numbers
            ]
            return drafts, ["number"], [Int(min(numbers, default=0), max(numbers, default=0))]
        w.problem(
            BadData(
                decl.numbers.span,
                "a component takes rows, a number of copies, or a range of numbers",
                "e.g. `component card: 1..13`",
            )
        )
        return [], [], []
    return [_Draft((), (), {}, None, None, {zone: decl.total or 1}, decl.span)], [], []


def _is_written(numbers: tree.Expr) -> bool:
    """Whether it is a range from one written number to another."""
    match numbers:
        case tree.Binary(op="..", left=tree.Number(), right=tree.Number()):
            return True
        case _:
            return False


def _row_drafts(
    w: World, decl: tree.Component, rows: tree.Rows, sets: Sets, zone: str
) -> tuple[list[_Draft], list[str], list[Type | None]]:
    grid = _patched(w, decl.name.text, rows, sets)
    heading = grid[0].cells
    pivot_enum = w.enum_id(decl.pivot[0].text) if decl.pivot is not None else None
    if decl.pivot is not None and pivot_enum is None:
        w.problem(UnknownName(decl.pivot[0].span, decl.pivot[0].text, "type", tuple(e.name for e in w.enums)))
    pivots = w.enums[pivot_enum].values if pivot_enum is not None else ()
    plain = [
        i for i, h in enumerate(heading) if isinstance(h, tree.CellName) and h.text != "count" and h.text not in pivots
    ]
    zones = {i: h.zone.text for i, h in enumerate(heading) if isinstance(h, tree.CellZone)}
    counts = [i for i, h in enumerate(heading) if isinstance(h, tree.CellName) and h.text == "count"]
    heads = [cell_text(heading[i]) for i in plain]
    drafts: list[_Draft] = []
    for row in grid[1:]:
        ways = [_alternatives(w, c) for c in row.cells]
        pivoted = sum(cell_text(head) in pivots for head in heading)
        found = len(drafts) + prod(len(way) for way in ways) * (pivoted or 1)
        if found > MOST_KINDS:
            w.problem(TooMany(row.span, f"kinds of `{decl.name.text}`", found, MOST_KINDS))
            return [], [], []
        for cells in product(*ways):
            w.effort.spend(len(cells))
            starts: dict[str, int] = {}
            for i, z in zones.items():
                starts[z] = starts.get(z, 0) + _copies_cell(w, cells[i])
            if counts:
                starts[zone] = starts.get(zone, 0) + _copies_cell(w, cells[counts[0]])
            elif not zones:
                starts[zone] = 1
            base = {cell_text(heading[i]): cells[i] for i in plain}
            texts = tuple(cell_text(cells[i]) for i in plain)
            columns = [
                (cell_text(h), cells[i])
                for i, h in enumerate(heading)
                if isinstance(h, tree.CellName) and h.text in pivots
            ]
            if decl.pivot is None:
                drafts.append(_Draft((), texts, base, None, None, starts, row.span))
                continue
            for value, cell in columns:
                if isinstance(cell, tree.CellBlank):
                    continue
                extra: dict[str, tree.Cell] = {decl.pivot[0].text: tree.CellName(value, span=cell.span)}
                own = dict(starts)
                if decl.pivot[1].text == "count":
                    own = {zone: _copies_cell(w, cell)}
                else:
                    extra[decl.pivot[1].text] = cell
                drafts.append(_Draft((), texts, base | extra, value, None, own, row.span))
    if decl.pivot is not None:
        heads += [decl.pivot[0].text] + ([decl.pivot[1].text] if decl.pivot[1].text != "count" else [])
    types = [
        _column_type(w, h, [d.cells[h] for d in drafts if not isinstance(d.cells[h], tree.CellBlank)])
        if h != "name"
        else None
        for h in heads
    ]
    for draft in drafts:
        draft.keys = tuple(
            cell_text(c) if type_ is None else (None if isinstance(c, tree.CellBlank) else _cell_value(w, h, c, type_))
            for h, type_ in zip(heads, types, strict=True)
            for c in [draft.cells[h]]
        )
    return _merged(drafts), heads, types


def _merged(drafts: list[_Draft]) -> list[_Draft]:
    """Equal rows are one kind."""
    kept: dict[object, _Draft] = {}
    for draft in drafts:
        texts = tuple((head, cell_text(cell)) for head, cell in draft.cells.items())
        first = kept.setdefault((texts, draft.pivot), draft)
        if first is not draft:
            first.starts = {
                z: first.starts.get(z, 0) + draft.starts.get(z, 0) for z in {**first.starts, **draft.starts}
            }
    return list(kept.values())


def _copies_cell(w: World, c: tree.Cell) -> int:
    if isinstance(c, tree.CellNumber) and c.value >= 0:
        return c.value
    if not isinstance(c, tree.CellBlank):
        w.problem(BadCell(c.span, cell_text(c), "number of copies", "a number from 0, or `.`"))
    return 0


def _alternatives(w: World, c: tree.Cell) -> list[tree.Cell]:
    """What a cell stands for: `each S` for every element of S."""
    if not isinstance(c, tree.CellEach):
        return [c]
    found = _constant(w, tree.Name(c.of.text, span=c.of.span))
    if (
        isinstance(found, expressions.Const)
        and isinstance(found.type, SetOf | ListOf)
        and isinstance(found.value, tuple)
    ):
        if isinstance(found.type.of, Enum):
            names = w.enums[found.type.of.id].values
            return [tree.CellName(names[cast("int", v)], span=c.span) for v in found.value]
        if isinstance(found.type.of, Int):
            return [tree.CellNumber(cast("int", v), span=c.span) for v in found.value]
    if not (
        isinstance(found, expressions.Const)
        and found.type == expressions.Const(None, found.type).type
        and found.value is None
    ):
        w.problem(
            BadData(
                c.span,
                f"`each {c.of.text}` needs a type or a fixed set of values",
                "name a type, or a `let` of constants",
            )
        )
    return []


def _key_depth(w: World, drafts: list[_Draft], width: int) -> int:
    """How many leading cells name a kind."""
    keys = [(*d.texts, d.pivot, d.seat) for d in drafts]
    for depth in range(1, width + 1):
        w.effort.spend(len(keys) * (1 + depth // 16))
        if len({(*k[:depth], d.pivot, d.seat) for k, d in zip(keys, drafts, strict=True)}) == len(drafts):
            return depth
    return max(1, width)


def _kind_name(w: World, name: str, draft: _Draft, depth: int, has_rows: bool) -> str:
    if not has_rows:
        text = name
    elif depth == 1 and not draft.texts[0].lstrip("-").isdigit():
        text = draft.texts[0]
    else:
        text = f"{name}[{', '.join(draft.texts[:depth])}]"
    if draft.pivot is not None:
        text = f"{text}.{draft.pivot}"
    return text if draft.seat is None else f"{text}.{w.seats[draft.seat]}"


def _register_kind(w: World, name: str, draft: _Draft, depth: int, kind: KindId, text: str) -> None:
    constant = expressions.Const(kind, w.kind_type(kind))
    first = draft.texts[0] if draft.texts else name
    if draft.seat is not None:
        seat = w.seats[draft.seat]
        w.pivot_kinds.setdefault((first, seat), []).append(kind)
        if not draft.texts:
            w.values.setdefault(seat, []).append(constant)
        elif depth == 1:
            w.values.setdefault(first, []).append(constant)
    elif draft.pivot is not None:
        w.pivot_kinds.setdefault((first, draft.pivot), []).append(kind)
    elif draft.texts and depth == 1 and "[" not in text:
        w.values.setdefault(first, []).append(constant)
    if draft.texts:
        w.keyed_kinds.setdefault(name, []).append((draft.keys, kind))


def _attributes(w: World, decl: tree.Component, cls: ClassId, drafts: list[_Draft], heads: list[str]) -> None:
    for i, head in enumerate(heads):
        if head == "name":
            continue
        found = column(w, head, [d.cells[head] for d in drafts])
        w.attributes[(cls, head)] = found
        if (
            i == 0
            and isinstance(found.type, Enum)
            and len(set(found.values)) == len(found.values)
            and None not in found.values
        ):
            first = w.classes[cls].first
            by_value: list[KindId | None] = [None] * found.type.size
            for j, value in enumerate(found.values):
                by_value[cast("int", value)] = KindId(first + j)
            w.kind_of_value[cls] = (found.type.id, tuple(by_value))
    if decl.per is not None:
        w.attributes[(cls, "owner")] = Column(w.player, tuple(d.seat for d in drafts))


# ---------------------------------------------------------------- copies


def _copies(w: World, starts: list[Start], sets: Sets, m: Merged) -> list[Start]:
    """`set copies` applied (kinds after classes), totals checked, copies counted."""
    for narrow in (False, True):
        for line in sets.copies:
            kinds, is_kind = _copies_of(w, line)
            if is_kind == narrow and kinds:
                starts = _set_copies(w, starts, line, kinds)
    starts = [start for start in starts if start.count]
    counted: dict[KindId, int] = {}
    for start in starts:
        counted[start.kind] = counted.get(start.kind, 0) + start.count
    w.kinds[:] = [evolve(kind, copies=counted.get(KindId(i), 0)) for i, kind in enumerate(w.kinds)]
    for decl in m.decls:
        symbol = w.symbols.get(decl.name.text) if isinstance(decl, tree.Component) else None
        if isinstance(decl, tree.Component) and decl.total is not None and isinstance(symbol, ClassSymbol):
            total = w.copies_of((symbol.id,))
            if decl.per is not None:
                total //= max(1, len(w.seats))
            if total != decl.total:
                w.problem(WrongTotal(decl.name.span, decl.name.text, decl.total, total))
        if isinstance(decl, tree.Component) and isinstance(symbol, ClassSymbol):
            copies = w.copies_of((symbol.id,))
            if copies > MOST_COPIES:
                w.problem(TooMany(decl.name.span, f"pieces of `{decl.name.text}`", copies, MOST_COPIES))
    return starts


def _copies_of(w: World, line: tree.SetCopies) -> tuple[list[KindId], bool]:
    if isinstance(line.of, tree.Name) and isinstance(w.symbols.get(line.of.id), ClassSymbol):
        return list(w.kinds_of((cast("ClassSymbol", w.symbols[line.of.id]).id,))), False
    kinds = (
        [c.value for c in w.values.get(line.of.id, []) if isinstance(c.type, Kind)]
        if isinstance(line.of, tree.Name)
        else []
    )
    if len(kinds) == 1:
        return [KindId(cast("int", kinds[0]))], True
    found = _constant(w, line.of)
    if isinstance(found, expressions.Const) and isinstance(found.type, Kind):
        return [KindId(cast("int", found.value))], True
    if not (isinstance(found, expressions.Const) and found.value is None):
        w.problem(UnknownTarget(line.of.span, "this", "set copies of", tuple(k.name for k in w.kinds)))
    return [], True


def _set_copies(w: World, starts: list[Start], line: tree.SetCopies, kinds: list[KindId]) -> list[Start]:
    value = _constant(w, line.value)
    if not isinstance(value, expressions.Const) or not isinstance(value.type, Int) or cast("int", value.value) < 0:
        w.problem(BadData(line.value.span, "a number of copies must be a fixed number from 0", "write the number"))
        return starts
    count = int(cast("int", value.value))
    zone = line.zone.id if isinstance(line.zone, tree.Name) else None
    for kind in kinds:
        w.work(line.span, len(starts))
        own = [s for s in starts if s.kind == kind and (zone is None or s.zone == zone)]
        if zone is None and len(own) > 1:
            w.problem(
                BadData(
                    line.span,
                    f"`{w.kinds[kind].name}` starts in several zones",
                    "say which one: `set copies of … in zone = …`",
                )
            )
            return starts
        target = own[0].zone if own else zone or "box"
        starts = [s for s in starts if s not in own]
        starts.append(Start(kind, target, count, w.kinds[kind].owner, line.span))
    return starts


# ---------------------------------------------------------------- tables


def _list_table(w: World, decl: tree.ListTable, sets: Sets) -> None:
    from gamedsl.semantics.formulas.formulas import words

    cells = list(decl.cells)
    for line, place in sets.cells(decl.name.text):
        sets.used.add(id(line))
        at = (
            int(_arg_text(place.args[0])) - decl.first
            if isinstance(place, tree.Index) and _arg_text(place.args[0]).lstrip("-").isdigit()
            else -1
        )
        if not 0 <= at < len(cells):
            w.problem(UnknownTarget(place.span, words(place), "set", ()))
            continue
        cells[at] = as_cell(w, line.value)
    found = column(w, decl.name.text, list(cells))
    table = w.table(decl.name.text, (decl.first,), (len(cells),), found.values)
    claim(w, decl.name, ListTableSymbol(decl.name.text, table, found.type))


def _row_table(w: World, decl: tree.RowTable, sets: Sets) -> None:
    if not decl.rows.rows:
        return  # a heading at least is there, or it was reported as missing
    grid = _patched(w, decl.name.text, decl.rows, sets)
    heading, body = grid[0].cells, grid[1:]
    if not body:
        w.problem(BadData(decl.span, f"the table `{decl.name.text}` has no rows", "add rows below the heading"))
        return
    key_head = cell_text(heading[0])
    keys: tuple[Value, ...]
    key_type: Type | None = None
    first = [r.cells[0] for r in body]
    if all(isinstance(c, tree.CellNumber) for c in first) or named_type(w, key_head) is not None:
        key_column = column(w, key_head, first)
        if isinstance(key_column.type, Int) and key_column.type.high - key_column.type.low > MOST_COPIES:
            reach = key_column.type.high - key_column.type.low + 1
            w.problem(TooMany(decl.name.span, f"numbers to look up in `{decl.name.text}`", reach, MOST_COPIES))
            return
        key_type, keys = key_column.type, key_column.values
    else:
        keys = tuple(range(len(first)))
    numbered = [i for i, h in enumerate(heading) if i and isinstance(h, tree.CellNumber)]
    columns = {
        cell_text(h): column(w, cell_text(h), [r.cells[i] for r in body])
        for i, h in enumerate(heading)
        if isinstance(h, tree.CellName) and (i or key_type is not None)
    }
    cells = (
        column(w, decl.name.text, [r.cells[i] for r in body for i in numbered]) if numbered else Column(Int(0, 0), ())
    )
    names = tuple(cell_text(c) for c in first)
    row_numbers = tuple(range(len(body)))
    made = w.table(decl.name.text, (0,), (len(body),), row_numbers, names)
    numbers = tuple(cast("tree.CellNumber", heading[i]).value for i in numbered)
    symbol = RowTableSymbol(made, decl.name.text, key_type, keys, columns, numbers, cells)
    if claim(w, decl.name, symbol) and key_type is None:
        for i, name in enumerate(names):
            w.values.setdefault(name, []).append(expressions.Const(i, Row(made, len(body))))
