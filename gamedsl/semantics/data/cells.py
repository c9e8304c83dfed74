"""Reads rows and columns of tables, with the `set` lines applied to their cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model.types import FLAG, UNKNOWN, Int, Position, Type, Value
from gamedsl.semantics.data.set_lines import Sets, argument_text, as_cell
from gamedsl.semantics.data.type_names import find_type
from gamedsl.semantics.model.symbols import Column
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadCell, WrongWidth
from gamedsl.semantics.problems.names import DeclaredTwice, UnknownName
from gamedsl.semantics.problems.terms import Role, Thing
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax.tree import data, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve


def _units(row: data.Row) -> tuple[tuple[Span, str], ...]:
    """Returns the words after numbers, as in `2 coins`: each with the span from the beginning of its number to its own end."""
    return tuple(
        (Span(cell.span.source, before.span.end, cell.span.end), cell.text)
        for before, cell in pairwise(row.cells)
        if isinstance(before, data.CellNumber) and isinstance(cell, data.CellName) and cell.text.islower()
    )


def rows_with_sets(world: World, name: str, rows: data.Rows, sets: Sets) -> list[data.Row]:
    """Returns the rows (heading first) of the right width, with `set` lines applied: `name[key, …].column`, `name[key, column]`, `key.column`."""
    heading, *body = rows.rows
    width = len(heading.cells)
    widths = {len(row.cells) for row in body}
    if len(widths) == 1 and width not in widths and len(body) > 1:
        (other,) = widths
        world.problem(WrongWidth(heading.span, other, width, is_heading=True))
        body = [evolve(r, cells=(*r.cells, *(data.CellBlank(span=r.span) for _ in range(width)))[:width]) for r in body]
    for cell in heading.cells:
        if isinstance(cell, data.CellBlank):
            world.problem(BadCell(cell.span, ".", "heading", Thing.COLUMN_NAME))
    if cell_text(heading.cells[0]) == "name":
        nameless(world, [row.cells[0] for row in body], "name")
    heads_seen: dict[str, Span] = {}
    for cell in heading.cells:
        text = cell_text(cell)
        if heads_seen.setdefault(text, cell.span) is not cell.span:
            world.problem(DeclaredTwice(cell.span, text, heads_seen[text]))
    good: list[data.Row] = [heading]
    for row in body:
        if len(row.cells) == width + 1:
            row = _repair_each(world, row)
        if len(row.cells) != width:
            units = _units(row)
            nouns = units if len(row.cells) - len(units) == width else ()
            world.problem(WrongWidth(row.span, width, len(row.cells), nouns=nouns))
            filler = tuple(data.CellBlank(span=row.span) for _ in range(width - 1))
            row = evolve(row, cells=(*row.cells[:1], *filler))
        good.append(row)
    firsts = {cell_text(r.cells[0]) for r in good[1:]}
    heads = [cell_text(c) for c in heading.cells]
    world.effort.spend(len(good))
    for known in (name, *firsts) if sets.values else ():
        sets.heads.setdefault(known, set()).update(heads[1:])
    for line in sets.values:
        world.work(line.span, 1)
        target = cell_target(line.place, name, firsts, heads)
        if target is None:
            continue
        world.effort.spend(len(good))
        keys, head = target
        sets.used.add(id(line))
        sets.counting.setdefault(name, []).append(line.span)
        hit = False
        for i, row in enumerate(good[1:], 1):
            if [cell_text(c) for c in row.cells[: len(keys)]] == keys and head in heads:
                good[i] = evolve(row, cells=_replace_cell(row.cells, heads.index(head), as_cell(world, line.value)))
                hit = True
        if not hit:
            texts = [[cell_text(c) for c in row.cells] for row in good[1:]]
            world.problem(_no_cell(line.place, name, texts, keys, head, heads))
    return good


def _no_cell(
    place: formulas.Expr, name: str, rows: Sequence[Sequence[str]], keys: list[str], head: str, heads: list[str]
) -> UnknownTarget:
    """Reports a missing cell at the first part of its place that the table does not have."""
    index = place.of if isinstance(place, formulas.Attribute) else place
    spans = [part.span for part in index.args] if isinstance(index, formulas.Index) else []
    for number, key in enumerate(keys[: len(spans)]):
        known = {row[number] for row in rows if list(row[:number]) == keys[:number]}
        if key not in known:
            return UnknownTarget(spans[number], key, Change.SET, tuple(sorted(known)), name)
    span = place.name.span if isinstance(place, formulas.Attribute) else spans[-1]
    return UnknownTarget(span, head, Change.SET, tuple(sorted(heads[1:])), name)


def _repair_each(world: World, row: data.Row) -> data.Row:
    """Repairs a row with a misspelt `each` in front of a type, which gives it a cell too many."""
    for at, (cell, following) in enumerate(pairwise(row.cells)):
        if not isinstance(cell, data.CellName) or not isinstance(following, data.CellName):
            continue
        is_each = cell.text == "every" or closest(cell.text, ["each"]) is not None
        if is_each and cell.text not in world.values and find_type(world, following.text) is not None:
            world.problem(UnknownName(cell.span, cell.text, Role.VALUE, ("each",)))
            made = data.CellEach(Ident(following.text, span=following.span), span=cell.span.to(following.span))
            return evolve(row, cells=(*row.cells[:at], made, *row.cells[at + 2 :]))
    return row


def nameless(world: World, firsts: Sequence[data.Cell], head: str) -> None:
    """Reports empty first cells in rows that are found by their first cell."""
    for cell in firsts:
        if isinstance(cell, data.CellBlank):
            world.problem(BadCell(cell.span, ".", head, Thing.ROW_KEY))


def cell_target(place: formulas.Expr, name: str, firsts: set[str], heads: list[str]) -> tuple[list[str], str] | None:
    """Returns the keys of the row and the heading of the column that a place in the table of this name means; None for places elsewhere."""
    match place:
        case formulas.Attribute(of=formulas.Index(of=formulas.Name(id=root)) as index) if root == name:
            return [argument_text(a) for a in index.args], place.name.text
        case formulas.Attribute(of=formulas.Name(id=root)) if root in firsts and place.name.text in heads:
            return [root], place.name.text
        case formulas.Index(of=formulas.Name(id=root)) if root == name and len(place.args) == 2:
            return [argument_text(place.args[0])], argument_text(place.args[1])
        case _:
            return None


def _replace_cell(cells: tuple[data.Cell, ...], at: int, cell: data.Cell) -> tuple[data.Cell, ...]:
    return (*cells[:at], cell, *cells[at + 1 :])


def cell_text(cell: data.Cell) -> str:
    match cell:
        case data.CellName():
            return cell.text
        case data.CellNumber():
            return str(cell.value)
        case data.CellFlag():
            return "yes" if cell.value else "no"
        case data.CellBlank():
            return "."
        case data.CellEachNumber():
            return f"each {cell.low}..{cell.high}"
        case data.CellEach():
            return f"each {cell.of.text}"
        case data.CellZone():
            return f"@{cell.zone.text}"


def column(world: World, head: str, cells: list[data.Cell]) -> Column:
    """Returns the values of a column. The heading gives their type; otherwise it is the one type that has them all."""
    world.effort.spend(len(cells))
    if not cells and world.problems:  # the missing rows are reported, and their values are unknown
        return Column(UNKNOWN, ())
    filled = [c for c in cells if not isinstance(c, data.CellBlank)]
    type_ = column_type(world, head, filled)
    return Column(
        type_, tuple(None if isinstance(c, data.CellBlank) else cell_value(world, head, c, type_) for c in cells)
    )


def column_type(world: World, head: str, cells: Sequence[data.Cell]) -> Type:
    headed = find_type(world, head)
    words = [c for c in cells if isinstance(c, data.CellName) and "[" not in c.text]
    if headed is not None and any(isinstance(c, data.CellName) for c in cells):
        fitting = (c for c in words if any(v.type == headed for v in world.values.get(c.text, [])))
        if len(words) < _MANY or next(fitting, None) is not None or isinstance(headed, Int):
            return headed
        first = words[0]
        world.problem(BadCell(first.span, first.text, head, describe(world, headed), is_column=True))
        return UNKNOWN
    numbers = [c.value for c in cells if isinstance(c, data.CellNumber)]
    if 2 * len(numbers) > len(cells) and (headed is None or len(numbers) == len(cells)):
        return Int(min(numbers), max(numbers))  # the few names among them are reported
    if cells and all(isinstance(c, data.CellFlag) for c in cells):
        return FLAG
    names = [c for c in cells if isinstance(c, data.CellName)]
    if not names:
        return Int(0, 0)
    found: dict[Type, int] = {}
    for name in names:
        types = dict.fromkeys(v.type for v in world.values.get(name.text, []))
        world.effort.spend(len(types))
        for type_ in types:
            found[type_] = found.get(type_, 0) + 1
    most = max(found.values(), default=0)
    shared = [type_ for type_, count in found.items() if count == most]
    if most < len(names) and (2 * most <= len(names) or any(n.text not in world.values for n in names)):
        shared = []  # otherwise the few cells without such a value are reported
    if shared:
        return shared[0]
    for name in names:
        if name.text not in world.values:
            world.problem(UnknownName(name.span, name.text, Role.VALUE, tuple(sorted(world.values))))
            break
    else:
        world.problem(BadCell(names[0].span, names[0].text, head, Thing.VALUES_OF_ONE_TYPE))
    return UNKNOWN


_MANY = 3
"""So many words of a column are no slips if none of them fits."""


def cell_value(world: World, head: str, cell: data.Cell, type_: Type) -> Value:
    match cell:
        case _ if type_ == UNKNOWN:
            return None
        case data.CellNumber() if isinstance(type_, Int):
            return cell.value
        case data.CellFlag() if type_ == FLAG:
            return cell.value
        case data.CellName() if isinstance(type_, Position) and "[" in cell.text:  # it comes from `each cell`
            return world.boards[type_.board].spec.places.index(cell.text)
        case data.CellName() if not isinstance(type_, Int):
            for candidate in world.values.get(cell.text, []):
                if candidate.type == type_:
                    return candidate.value
            world.problem(BadCell(cell.span, cell.text, head, describe(world, type_), _names_of_values(world, type_)))
            return None
        case _:
            if type_ != Int(0, 0):
                world.problem(
                    BadCell(cell.span, cell_text(cell), head, describe(world, type_), _names_of_values(world, type_))
                )
            return None


def _names_of_values(world: World, type_: Type) -> tuple[str, ...]:
    """The names of the values of a type."""
    return tuple(sorted(name for name, found in world.values.items() if any(v.type == type_ for v in found)))
