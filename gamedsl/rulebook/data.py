"""Types, components, tables and boards: as tables, sentences and drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.rulebook.formulas import Formulas, listed
from gamedsl.rulebook.model import Block, Drawing, Paragraph, Step, Steps, Table, named, readable
from gamedsl.semantics.data.cells import cell_text
from gamedsl.syntax import tree

BoardDecl = tree.Grid | tree.Ring | tree.Track | tree.RingAround | tree.Graph
DataDecl = tree.EnumType | tree.RecordType | tree.Component | tree.ListTable | tree.RowTable | tree.CsvTable | BoardDecl


def data_blocks(say: Formulas, decl: DataDecl) -> Iterator[Block]:
    """What a declaration of data says, but for its sentence."""
    match decl:
        case tree.EnumType(values=values):
            yield Paragraph(f"One of: {listed([named(value.text) for value in values], 'or')}.")
        case tree.RecordType(rows=rows):
            yield rows_table(rows)
        case tree.Component():
            yield from _component(say, decl)
        case tree.ListTable(first=first, cells=cells):
            yield from _list_table(first, cells)
        case tree.RowTable(rows=rows):
            yield rows_table(rows)
        case tree.CsvTable(path=path):
            yield Paragraph(f"The table in the file {readable(path)}.")
        case _:
            yield from _board(decl)


def _list_table(first: int, cells: Sequence[tree.Cell]) -> Iterator[Block]:
    """Entries side by side; a long list has several pairs of columns, to be read downwards."""
    texts = [_cell(cell) for cell in cells]
    if len(texts) <= _WIDEST:
        yield Table(("number", *(str(first + at) for at in range(len(texts)))), (("entry", *texts),))
        return
    height = -(-len(texts) // _PAIRS)
    pairs = [(str(first + at), text) for at, text in enumerate(texts)]
    pairs += [("", "")] * (height * _PAIRS - len(pairs))
    rows = [tuple(cell for column in range(_PAIRS) for cell in pairs[column * height + row]) for row in range(height)]
    yield Table(("number", "entry") * _PAIRS, tuple(rows))


_WIDEST, _PAIRS = 12, 4


def rows_table(rows: tree.Rows) -> Table:
    """Rows as they are written, the first one as the heading."""
    head, *others = [tuple(map(_cell, row.cells)) for row in rows.rows]
    width = max(len(head), *(len(row) for row in others)) if others else len(head)
    filled = [row + ("",) * (width - len(row)) for row in (head, *others)]
    return Table(filled[0], tuple(filled[1:]))


def _cell(cell: tree.Cell) -> str:
    match cell:
        case tree.CellBlank():
            return "–"
        case tree.CellEach(of):
            return f"each {readable(of.text)}"
        case tree.CellZone(zone):
            return f"in {readable(zone.text)}"
        case tree.CellEachNumber(low, high):
            return f"each of {low} to {high}"
        case _:
            return readable(cell_text(cell))


# ---------------------------------------------------------------- components


def _component(say: Formulas, decl: tree.Component) -> Iterator[Block]:
    number = "" if decl.total is None else f"{decl.total} pieces"
    per = "" if decl.per is None else f"for each {named(decl.per.text)}"
    facts = [" ".join(part for part in (number, per) if part)]
    if decl.start is not None:
        facts.append(f"at the start in {named(decl.start.text)}")
    if decl.pivot is not None:
        facts.append(
            f"the columns are each {named(decl.pivot[0].text)}, the number below is its {named(decl.pivot[1].text)}"
        )
    if decl.back is not None:
        facts.append(f"whose backs show their {named(decl.back.text)}")
    if decl.side is not None:
        facts.append(f"whose other side is in the column {named(decl.side.text)}")
    said = "; ".join(fact for fact in facts if fact)
    if said:
        yield Paragraph(f"{said[:1].upper()}{said[1:]}.")
    if decl.rows is not None:
        yield rows_table(decl.rows)
    if decl.numbers is not None:
        own = decl.numbers
        if isinstance(own, tree.Number):
            yield Paragraph(f"{own.value} of them, all alike.")
        else:
            yield Paragraph(f"One for each number: {say.value(own)}.")
    if decl.csv is not None:
        yield Paragraph(f"The pieces are listed in the file {readable(decl.csv)}.")
    if decl.lets:
        yield Steps(tuple(Step(f"{named(own.name.text)}: {say.impersonal().value(own.value)}.") for own in decl.lets))


# ---------------------------------------------------------------- boards


def _board(decl: BoardDecl) -> Iterator[Block]:
    match decl:
        case tree.Grid():
            yield from _grid(decl)
        case tree.Ring(size=size, layers=layers):
            yield Paragraph(f"A ring of {size} places.")
            yield from (_layer(layer) for layer in layers)
        case tree.Track(size=size, layers=layers):
            yield Paragraph(f"A row of {size} places.")
            yield from (_layer(layer) for layer in layers)
        case tree.RingAround(grid=grid, rows=rows):
            yield Paragraph(f"A ring of places around {named(grid.text)}.")
            yield rows_table(rows)
        case tree.Graph(by=by, paths=paths):
            edges = "" if by is None else f" Each link is a {named(by.text)}."
            yield Paragraph(f"Places that are linked: those next to each other in a line are neighbours.{edges}")
            yield Steps(tuple(Step(_path(path)) for path in paths))
    if not isinstance(decl, tree.RingAround) and decl.per is not None:
        yield Paragraph(f"There is one for each {named(decl.per.text)}.")


def _path(path: tree.Path) -> str:
    places = " – ".join(named(place.text) for place in path.places)
    return places if path.name is None else f"{named(path.name.text)}: {places}"


def _grid(decl: tree.Grid) -> Iterator[Block]:
    cells = "hexagons" if decl.hex else "places"
    said = f"{decl.rows} rows of {decl.columns} {cells}."
    if decl.by is not None:
        said += f" The edge between two of them is a {named(decl.by.text)}."
    if decl.eight is not None:
        said += " Diagonal neighbours are neighbours too."
    yield Paragraph(f"{said} A place is named by its row, from the top, and its column, from the left.")
    if not decl.layers and decl.rows * decl.columns <= 400:
        yield Drawing("", tuple(("",) * decl.columns for _ in range(decl.rows)), decl.hex)
    for layer in decl.layers:
        yield _layer(layer, decl.hex)


def _layer(layer: tree.Layer, is_hex: bool = False) -> Drawing:
    return Drawing(f"{named(layer.name.text)} of each place", picture_cells(layer.rows), is_hex)


def picture_cells(rows: tree.Rows) -> tuple[tuple[str, ...], ...]:
    """The cells of a board as they are written; empty ones are blank."""
    texts = [
        tuple("" if isinstance(cell, tree.CellBlank) else readable(cell_text(cell)) for cell in row.cells)
        for row in rows.rows
    ]
    width = max(map(len, texts), default=0)
    return tuple(row + ("",) * (width - len(row)) for row in texts)
