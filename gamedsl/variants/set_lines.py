"""Applies `set` lines: values of constants and fields, cells, copies and totals of components."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.semantics.data.graphs import with_names
from gamedsl.semantics.problems.variants import Change, ChangeFlaw, NotChangeable
from gamedsl.syntax.tree import data, declarations, fields, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import evolve
from gamedsl.variants.texts import text_of
from gamedsl.variants.touches import Deed, Path
from gamedsl.variants.work import Work, find, find_member, name_of, names_to_suggest, note, unknown


def set_value(work: Work, change: declarations.SetValue) -> None:
    """Applies `set place = e`: a whole value here, a cell when the data are read."""
    place = change.place
    if isinstance(place, formulas.Name):
        note(work, (place.id,), Deed.SET, change.span)
        if not _set_whole(work, place, change.value):
            _no_value(work, place)
        return
    path = place_path(work, place)
    note(work, path, Deed.SET, change.span, text_of(place))
    at = find(work, path[0])
    if at is not None and isinstance(work.decls[at], _WITH_CELLS):
        work.sets.append((path, change))
    elif at is not None:
        work.problems.append(NotChangeable(place.span, path[0], ChangeFlaw.NO_CELLS))
    elif (field := _field_of(work, place)) is not None:
        work.problems.append(NotChangeable(place.span, field, ChangeFlaw.ONE_START))
    else:
        name = _root(place) or Ident(path[0], span=place.span)
        unknown(work, name, Change.SET, _settable(work))


def _field_of(work: Work, place: formulas.Expr) -> str | None:
    """Returns the name of the field whose value for one player or place is meant, as in `Ann.coins` or `runner[2]`; None for other places."""
    root = _root(place)
    name = place.name.text if isinstance(place, formulas.Attribute) else "" if root is None else root.text
    at = find_member(work, name)
    block = None if at is None else work.decls[at[0]]
    member = block.members[at[1]] if at is not None and isinstance(block, fields.Fields) else None
    return name if isinstance(member, fields.Field) and not isinstance(member.type, fields.ZoneType) else None


def _root(place: formulas.Expr) -> Ident | None:
    while isinstance(place, formulas.Attribute | formulas.Index | formulas.Apply):
        place = place.of
    return Ident(place.id, span=place.span) if isinstance(place, formulas.Name) else None


_WITH_ROWS = data.RowTable | data.Component | data.RecordType | data.RingAround
_WITH_CELLS = _WITH_ROWS | data.ListTable | data.Grid | data.Ring | data.Track | data.Graph


def _settable(work: Work) -> tuple[str, ...]:
    names = {decl.name.text for decl in work.decls if isinstance(decl, _WITH_ROWS | data.ListTable)}
    tables = [table for decl in work.decls for table in _tables(decl)]
    names |= {path[-1] for path, _ in tables}
    return tuple(sorted(names.union(*(_first_cells(rows) for _, rows in tables))))


def place_path(work: Work, place: formulas.Expr) -> Path:
    """Returns the canonical path of a cell: its declaration, its row and its column. `prize[Small].first` is `prize[Small, first]`."""
    match place:
        case formulas.Index(of=formulas.Name(id=root), args=args):
            return (*_table_path(work, root), *_texts(args))
        case formulas.Attribute(of=formulas.Index(of=formulas.Name(id=root), args=args), name=column):
            return (*_table_path(work, root), *_texts(args), column.text)
        case formulas.Attribute(of=formulas.Name(id=row), name=column):
            return (*_owner(work, row), row, column.text)
        case _:
            return (text_of(place),)


def _texts(args: tuple[formulas.Arg, ...]) -> Iterator[str]:
    for arg in args:
        yield "…" if isinstance(arg, formulas.Named | formulas.Comprehension) else text_of(arg)


def _tables(decl: object) -> Iterator[tuple[Path, data.Rows]]:
    """Yields the tables of a declaration with their paths. The table of the edges of a graph lies inside the graph."""
    if isinstance(decl, data.Graph):
        for table in decl.tables:
            name = table.name.text
            yield (decl.name.text,) if name == decl.name.text else (decl.name.text, name), with_names(table.rows)
    elif isinstance(decl, _WITH_ROWS) and decl.rows is not None:
        yield (decl.name.text,), decl.rows


def _table_path(work: Work, name: str) -> Path:
    """Returns the path of the table of this name."""
    return next((path for decl in work.decls for path, _ in _tables(decl) if path[-1] == name), (name,))


def _owner(work: Work, row: str) -> Path:
    """Returns the path of the table with a row of this name; an empty one if there is none."""
    return next((path for decl in work.decls for path, rows in _tables(decl) if row in _first_cells(rows)), ())


def _first_cells(rows: data.Rows) -> Iterator[str]:
    return (cell.text for row in rows.rows[1:] for cell in row.cells[:1] if isinstance(cell, data.CellName))


def _set_whole(work: Work, place: formulas.Name, value: formulas.Expr) -> bool:
    """Sets a constant, the start value of a field, or the formula of a `let` of a block. Returns whether there is one."""
    at, member = find(work, place.id), find_member(work, place.id)
    decl = work.decls[at] if at is not None else None
    if at is not None and isinstance(decl, fields.Define):
        work.decls[at] = evolve(decl, value=value)
        return True
    block = work.decls[member[0]] if member is not None else None
    if member is None or not isinstance(block, fields.Fields):
        return False
    old = block.members[member[1]]
    new = evolve(old, start=value) if isinstance(old, fields.Field) else evolve(old, value=value)
    work.decls[member[0]] = evolve(block, members=(*block.members[: member[1]], new, *block.members[member[1] + 1 :]))
    return True


def _no_value(work: Work, place: formulas.Name) -> None:
    """Reports a name that does not exist, or whose declaration has no value to set."""
    at = find(work, place.id)
    decl = work.decls[at] if at is not None else None
    match decl:
        case None:
            pieces = [d.rows for d in work.decls if isinstance(d, data.Component) and d.rows is not None]
            is_kind = any(place.id in _first_cells(rows) for rows in pieces)
            unknown(work, Ident(place.id, span=place.span), Change.SET, names_to_suggest(work), is_kind=is_kind)
            return
        case data.Component():
            flaw = ChangeFlaw.TOTAL
        case _:
            flaw = ChangeFlaw.NO_VALUE
    work.problems.append(NotChangeable(place.span, place.id, flaw))


def set_copies(work: Work, change: declarations.SetCopies) -> None:
    """Applies `set copies of K in Z = n`; the copies are counted when the data are read."""
    kind = text_of(change.of)
    owner = next(iter(_owner(work, kind)), None) or next(
        (d.name.text for d in work.decls if isinstance(d, data.Component) and d.name.text == _head(change.of)), kind
    )
    zone = text_of(change.zone) if change.zone is not None else "*"
    where = f" in {zone}" if change.zone is not None else ""
    path = (owner, "copies", "*" if owner == kind else kind, zone)
    note(work, path, Deed.COPIES, change.span, f"copies of {kind}{where}")
    seat = change.of.name if isinstance(change.of, formulas.Attribute) else None
    if seat is not None and seat.text in work.conditional and seat.text not in work.seats:
        unknown(work, seat, Change.SET_COPIES, tuple(work.seats))  # the seat exists only in other setups
    else:
        work.sets.append((path, change))


def _head(kind: formulas.Expr) -> str:
    root = _root(kind)
    return "" if root is None else root.text


def set_total(work: Work, change: declarations.SetTotal) -> None:
    """Applies `set component 31 nugget`: the required total of its copies."""
    name = change.component
    note(work, (name.text, "total"), Deed.SET, change.span, f"component {name.text}")
    at = find(work, name.text)
    decl = work.decls[at] if at is not None else None
    if at is not None and isinstance(decl, data.Component):
        work.decls[at] = evolve(decl, total=change.total)
    elif decl is not None:
        work.problems.append(NotChangeable(name.span, name.text, ChangeFlaw.NO_COMPONENT))
    else:
        known = (n.text for d in work.decls if isinstance(d, data.Component) and (n := name_of(d)) is not None)
        unknown(work, name, Change.SET, tuple(known))
