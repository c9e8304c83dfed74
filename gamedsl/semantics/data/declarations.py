"""Declares the data of one setup: types, boards, components and tables, with the `set` lines applied to their cells and to the
number of copies of each kind."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import DIRECTION, ClassId, Int, Kind, KindId, SeatId
from gamedsl.semantics.data import boards
from gamedsl.semantics.data.board_declarations import declare_board, declare_graph, declare_growing, has_too_many_places
from gamedsl.semantics.data.components import MOST_COPIES, OTHER_SIDES, Start, declare_component
from gamedsl.semantics.data.enums import declare_enum, declare_options, declare_record_columns, declare_routes, new_enum
from gamedsl.semantics.data.graphs import GraphRows, declare_columns, read_graph
from gamedsl.semantics.data.set_lines import Sets, constant, report_unused
from gamedsl.semantics.data.shapes import declare_shapes
from gamedsl.semantics.data.tables import declare_list_table, declare_row_table
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.model.symbols import ClassSymbol
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, BadData, DataFlaw, TooMany, WrongTotal
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.problems.usage import NeverInPlay
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.syntax.tree import data, declarations, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve


def declare_data(world: World, merged: Merged) -> list[Start]:
    """Fills the world's types, boards, classes and tables; returns the start zones of pieces."""
    sets = Sets(
        [s for s in merged.sets if isinstance(s, declarations.SetValue)],
        [s for s in merged.sets if isinstance(s, declarations.SetCopies)],
    )
    for word, seat in world.seat_called.items():
        world.values.setdefault(word, []).append(expressions.Const(seat, world.player))
    for i, direction in enumerate(boards.DIRECTIONS):
        world.values.setdefault(direction, []).append(expressions.Const(i, DIRECTION))
    of = [d for d in merged.decls if isinstance(d, data.EnumType | data.RecordType)]
    for decl in of:
        declare_enum(world, decl)
    declare_shapes(world, merged.decls)
    graphs = [(d, read_graph(world, d, sets)) for d in merged.decls if isinstance(d, data.Graph)]
    for graph, rows in graphs:
        if graph.by is not None:
            declare_routes(world, rows.edges, graph.by)
    for grid in (d for d in merged.decls if isinstance(d, data.Grid)):
        if grid.by is not None and not has_too_many_places(world, grid):
            names = [f"{grid.by.text}_{r}_{c}_{side}" for r, c, side, _ in boards.edges(grid)]
            new_enum(world, grid.by, tuple(Ident(n, span=grid.by.span) for n in names))
    declare_options(world, merged)
    for record in of:
        if isinstance(record, data.RecordType):
            declare_record_columns(world, record, sets)
    drawn: list[tuple[GraphRows, Board]] = []
    for board in merged.decls:
        if isinstance(board, data.Grid | data.Ring | data.Track | data.RingAround):
            declare_board(world, board, sets)
        elif isinstance(board, data.GrowingGrid):
            declare_growing(world, board)
        elif isinstance(board, data.Graph):
            rows = next(rows for graph, rows in graphs if graph is board)
            made = declare_graph(world, board, rows)
            drawn += [] if made is None else [(rows, made)]
    for rows, made in drawn:
        declare_columns(world, rows, made)
    starts: list[Start] = []
    for component in merged.decls:
        if isinstance(component, data.Component):
            starts.extend(declare_component(world, component, sets))
    starts = _with_set_copies(world, starts, sets, merged)
    for table in merged.decls:
        if isinstance(table, data.ListTable):
            declare_list_table(world, table, sets)
        elif isinstance(table, data.RowTable):
            declare_row_table(world, table, sets)
    report_unused(world, sets)
    return starts


def _with_set_copies(world: World, starts: list[Start], sets: Sets, merged: Merged) -> list[Start]:
    """Applies `set copies` (kinds after classes), checks totals, counts copies."""
    for narrow in (False, True):
        for line in sets.copies:
            kinds, is_kind = _copies_of(world, line)
            if is_kind == narrow and kinds:
                starts = _set_copies(world, starts, line, kinds)
                sets.counting.setdefault(world.classes[world.kinds[kinds[0]].cls].name, []).append(line.span)
    starts = [start for start in starts if start.count]
    counted: dict[KindId, int] = {}
    for start in starts:
        counted[start.kind] = counted.get(start.kind, 0) + start.count
    world.kinds[:] = [evolve(kind, copies=counted.get(KindId(i), 0)) for i, kind in enumerate(world.kinds)]
    for decl in merged.decls:
        symbol = world.symbols.get(decl.name.text) if isinstance(decl, data.Component) else None
        if isinstance(decl, data.Component) and isinstance(symbol, ClassSymbol):
            _check_total(world, decl, symbol.id, sets)
            copies = world.copies_of((symbol.id,))
            if copies > MOST_COPIES:
                world.problem(TooMany(decl.name.span, about(Amount.PIECES, decl.name.text), copies, MOST_COPIES))
    starts = _with_other_sides(world, starts)
    _in_play(world, sets)
    return starts


def _in_play(world: World, sets: Sets) -> None:
    """Reports kinds without a piece. Exempt are kinds that a line has removed on purpose, those of players who may be absent, and all kinds if the data have
    mistakes."""
    if world.problems:
        return
    for kind, span in zip(world.kinds, world.kind_spans, strict=True):
        if not kind.copies and kind.owner is None and world.classes[kind.cls].name not in sets.counting:
            world.problem(NeverInPlay(span, kind.name))


def _check_total(world: World, decl: data.Component, cls: ClassId, sets: Sets) -> None:
    """Checks that the number in front of a component is the sum of its copies; families are checked once for each player, except for players whose copies a
    line has set."""
    if decl.total is None:
        return
    kinds = world.kinds_of((cls,))
    if decl.per is None:
        totals = [sum(world.kinds[kind].copies for kind in kinds)]
    else:
        alone = {owner for line in sets.copies if (owner := _owner(world, line)) is not None}
        owners = [seat for seat in range(len(world.seats)) if seat not in alone]
        totals = [sum(world.kinds[k].copies for k in kinds if world.kinds[k].owner == seat) for seat in owners]
    wrong = next((total for total in totals if total != decl.total), None)
    if wrong is not None:
        line = max(sets.counting.get(decl.name.text, ()), key=lambda span: span.start, default=None)
        at = decl.name.span if line else None
        only_row = decl.rows.rows[0] if decl.rows is not None and len(decl.rows.rows) == 1 else None
        each = None if only_row is None else _read_of_each(only_row)
        is_headless = only_row is not None
        world.problem(WrongTotal(line or decl.name.span, decl.name.text, decl.total, wrong, at, is_headless, each))


def _read_of_each(row: data.Row) -> tuple[str, int] | None:
    """Returns the type and the number of a row such as `8 of each ware`; None for other rows."""
    types = [cell.of.text for cell in row.cells if isinstance(cell, data.CellEach)]
    numbers = [cell.value for cell in row.cells if isinstance(cell, data.CellNumber)]
    return (types[0], numbers[0]) if types and numbers else None


def _owner(world: World, line: declarations.SetCopies) -> SeatId | None:
    """Returns the player whose kinds a line sets, if they belong to one player."""
    return world.seat_called.get(line.of.name.text) if isinstance(line.of, formulas.Attribute) else None


def _with_other_sides(world: World, starts: list[Start]) -> list[Start]:
    """Adds the other side of each piece with two sides to a zone of its own; `flip` exchanges the two."""
    added: list[Start] = []
    for cls, column in world.sides.items():
        first = world.classes[cls].first
        for i, value in enumerate(world.attributes[(cls, column)].values):
            if value is not None:
                kind = KindId(first + i)
                world.kinds[kind] = evolve(world.kinds[kind], other=KindId(ordinal(value)))
    for start in starts:
        other = world.kinds[start.kind].other
        if other is not None:
            added.append(Start(other, OTHER_SIDES, start.count, start.seat, start.span))
    for start in added:
        kind = start.kind
        world.kinds[kind] = evolve(world.kinds[kind], copies=world.kinds[kind].copies + start.count)
    return [*starts, *added]


def _copies_of(world: World, line: declarations.SetCopies) -> tuple[list[KindId], bool]:
    symbol = world.symbols.get(line.of.id) if isinstance(line.of, formulas.Name) else None
    if isinstance(symbol, ClassSymbol):
        return list(world.kinds_of((symbol.id,))), False
    kinds = (
        [c.value for c in world.values.get(line.of.id, []) if isinstance(c.type, Kind)]
        if isinstance(line.of, formulas.Name)
        else []
    )
    if len(kinds) == 1:
        return [KindId(ordinal(kinds[0]))], True
    found = constant(world, line.of)
    if isinstance(found, expressions.Const) and isinstance(found.type, Kind):
        return [KindId(ordinal(found.value))], True
    if not (isinstance(found, expressions.Const) and found.value is None):
        world.problem(UnknownTarget(line.of.span, "this", Change.SET_COPIES, tuple(k.name for k in world.kinds)))
    return [], True


def _set_copies(world: World, starts: list[Start], line: declarations.SetCopies, kinds: list[KindId]) -> list[Start]:
    value = constant(world, line.value)
    if not isinstance(value, expressions.Const) or not isinstance(value.type, Int) or ordinal(value.value) < 0:
        world.problem(BadData(line.value.span, DataFlaw.COPIES_NOT_FIXED))
        return starts
    count = ordinal(value.value)
    zone = line.zone.id if isinstance(line.zone, formulas.Name) else None
    for kind in kinds:
        world.work(line.span, len(starts))
        own = [s for s in starts if s.kind == kind and (zone is None or s.zone == zone)]
        if zone is None and len(own) > 1:
            world.problem(BadData(line.span, about(DataFlaw.SEVERAL_STARTS, world.kinds[kind].name)))
            return starts
        target = own[0].zone if own else zone or "box"
        starts = [s for s in starts if s not in own]
        starts.append(Start(kind, target, count, world.kinds[kind].owner, line.span))
    return starts
