"""Counts the pieces of a component that start in each place, as far as its rows give them."""

from __future__ import annotations

from gamedsl.rulebook.names import Names
from gamedsl.syntax.tree import data, formulas


def totals(names: Names, decl: data.Component) -> dict[str, int]:
    """Returns the number of pieces in each `@zone` column; empty if there is only one such column, or if a row stands for an unknown number of pieces."""
    rows = decl.rows
    if rows is None or not rows.rows:
        return {}
    head, *others = rows.rows
    zones = {at: cell.zone.text for at, cell in enumerate(head.cells) if isinstance(cell, data.CellZone)}
    if len(zones) < 2:
        return {}
    found = dict.fromkeys(zones.values(), 0)
    for row in others:
        many = _kinds_of_row(names, decl, head, row)
        if many is None:
            return {}
        for at, zone in zones.items():
            cell = row.cells[at] if at < len(row.cells) else None
            found[zone] += many * cell.value if isinstance(cell, data.CellNumber) else 0
    return {zone: number for zone, number in found.items() if number}


def pieces_of(names: Names, decl: data.Component) -> int | None:
    """Returns the number of pieces of a component, as its rows give it; None if it is unknown."""
    if decl.rows is None or not decl.rows.rows:
        return None
    head, *others = decl.rows.rows
    counts = [
        at for at, cell in enumerate(head.cells) if isinstance(cell, data.CellZone) or cell == data.CellName("count")
    ]
    found = 0
    for row in others:
        many = _kinds_of_row(names, decl, head, row)
        if many is None:
            return None
        cells = [row.cells[at] for at in counts if at < len(row.cells)]
        if any(not isinstance(cell, data.CellNumber | data.CellBlank) for cell in cells):
            return None
        found += many * (sum(cell.value for cell in cells if isinstance(cell, data.CellNumber)) if counts else 1)
    return found or None


def _kinds_of_row(names: Names, decl: data.Component, head: data.Row, row: data.Row) -> int | None:
    """Returns the number of kinds in a row; None if it is unknown."""
    many = 1
    for cell in row.cells:
        match cell:
            case data.CellEach(of):
                known = elements(names, of.text)
                if known is None:
                    return None
                many *= len(known)
            case data.CellEachNumber(low, high):
                many *= high - low + 1
            case _:
                pass
    if decl.pivot is None:
        return many
    own = names.values.get(decl.pivot[0].text, ())
    held = [
        cell
        for name, cell in zip(head.cells, row.cells, strict=False)
        if isinstance(name, data.CellName) and name.text in own and not isinstance(cell, data.CellBlank)
    ]
    return many * len(held)


def elements(names: Names, name: str) -> tuple[str, ...] | None:
    """Returns the values of a type or of a constant list; None if they are unknown."""
    if name in names.values:
        return names.values[name]
    match names.lists.get(name):
        case formulas.ListLiteral(items):
            texts = tuple(item.id for item in items if isinstance(item, formulas.Name))
            return texts if len(texts) == len(items) else None
        case formulas.Filter(
            formulas.Name(source), formulas.Binary("in" | "not in" as op, formulas.It(), formulas.Name(other)), None
        ):
            every, those = elements(names, source), elements(names, other)
            if every is None or those is None or source == name or other == name:
                return None
            return tuple(one for one in every if (one in those) == (op == "in"))
        case _:
            return None
