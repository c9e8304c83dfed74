"""Describes types, components, tables and boards as tables, sentences and drawings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.rulebook.box.totals import totals
from gamedsl.rulebook.model import (
    Block,
    Drawing,
    Paragraph,
    Step,
    Steps,
    Table,
    capital,
    mark_name,
    mark_word,
    readable,
)
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.sentences.board_lines import lines_of
from gamedsl.rulebook.sentences.english import article, in_place, plural, singular, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.outlines import value_outline
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.semantics.data.cells import cell_text
from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.syntax.tree.walk import walk_rules
from gamedsl.values import evolve

BoardDecl = data.Grid | data.GrowingGrid | data.Ring | data.Track | data.RingAround | data.Graph
ShapeDecl = data.Shapes | data.Shape
DataDecl = (
    data.EnumType
    | data.RecordType
    | ShapeDecl
    | data.Component
    | data.ListTable
    | data.RowTable
    | data.CsvTable
    | BoardDecl
)


def data_blocks(say: Formulas, decl: DataDecl) -> Iterator[Block]:
    """Describes a declaration of data, without its sentence."""
    match decl:
        case data.EnumType(values=values):
            yield Paragraph(f"One of: {join_items([mark_word(value.text) for value in values], 'or')}.")
        case data.RecordType(rows=rows):
            yield rows_table(rows)
        case data.Shapes():
            yield from _shapes(decl)
        case data.Shape(of=of, rows=rows):
            yield Paragraph(f"One more {mark_word(of.text)}: {_picture(rows)}")
        case data.Component():
            yield from _component(say, decl)
        case data.ListTable(name=name, first=first, cells=cells):
            yield evolve(_list_table(readable(name.text), first, cells), of=name.text)
        case data.RowTable(name=name, rows=rows):
            yield evolve(rows_table(rows), of=name.text)
        case data.CsvTable(path=path):
            yield Paragraph(f"The table in the file {readable(path)}.")
        case _:
            yield from _board(say, decl)


def _list_table(name: str, first: int, cells: Sequence[data.Cell]) -> Table:
    """Shows a list as one row; a long list has several pairs of columns, to be read downwards."""
    texts = [_cell(cell) for cell in cells]
    if len(texts) <= _WIDEST:
        return Table(("number", *(str(first + at) for at in range(len(texts)))), ((name, *texts),))
    height = -(-len(texts) // _PAIRS)
    pairs = [(str(first + at), text) for at, text in enumerate(texts)]
    pairs += [("", "")] * (height * _PAIRS - len(pairs))
    rows = [tuple(cell for column in range(_PAIRS) for cell in pairs[column * height + row]) for row in range(height)]
    return Table(("number", name) * _PAIRS, tuple(rows))


_WIDEST, _PAIRS = 12, 4


def rows_table(rows: data.Rows) -> Table:
    """Shows rows as they are written, the first one as the heading."""
    head, *others = [tuple(map(_cell, row.cells)) for row in rows.rows]
    width = max(len(head), *(len(row) for row in others)) if others else len(head)
    filled = [row + ("",) * (width - len(row)) for row in (head, *others)]
    return Table(filled[0], tuple(filled[1:]))


def _cell(cell: data.Cell) -> str:
    match cell:
        case data.CellBlank():
            return "–"
        case data.CellEach(of):
            return f"each {readable(of.text)}"
        case data.CellZone(zone):
            return f"in {with_article(zone.text)}"
        case data.CellEachNumber(low, high):
            return f"each of {low} to {high}"
        case _:
            return readable(cell_text(cell))


def row_of_kind(block: declarations.KindBlock) -> Iterator[Block]:
    """Describes the row of a kind whose block contains its values."""
    if block.columns and block.component is not None:
        yield Paragraph(f"It is one more {mark_word(block.component.text)}:")
        heading = ("name", *(_cell(column.heading) for column in block.columns))
        yield Table(heading, ((readable(block.name.text), *(_cell(column.cell) for column in block.columns)),))


# ---------------------------------------------------------------- shapes


def _shapes(decl: data.Shapes) -> Iterator[Block]:
    """Shows the pictures of shapes, and says how a shape may be moved before it is laid."""
    turns = "in steps of a sixth of a circle" if decl.hex else "in steps of a quarter of a circle"
    ways = [f"turned {turns}"] * decl.turns + ["flipped over"] * decl.flips
    may = f" may be {join_items(ways, 'and')}" if ways else " lies as it is drawn"
    cells = "hexagons" if decl.hex else "squares"
    lying = f" Each way in which one can lie is a {mark_word(decl.by.text)}."
    yield Paragraph(f"Each {mark_word(decl.name.text)} covers some {cells} of a grid, and{may}.{lying}")
    yield Paragraph("In a picture, a dot is a gap, and a stroke begins the next row.")
    yield Table(("name", "picture"), tuple((readable(p.name.text), _picture(p.rows)) for p in decl.pictures))


def _picture(rows: data.Rows) -> str:
    """Returns a picture as one line."""
    return " / ".join(
        " ".join("." if isinstance(cell, data.CellBlank) else readable(cell_text(cell)) for cell in row.cells)
        for row in rows.rows
    )


# ---------------------------------------------------------------- components


def _component(say: Formulas, decl: data.Component) -> Iterator[Block]:
    said = " ".join(_facts(say, decl))
    if is_standard(say, decl):
        said = (
            "" if decl.start is None or decl.start.text == "deck" else f"They start in {with_article(decl.start.text)}."
        )
    if said:
        yield Paragraph(said)
    if decl.rows is not None:
        yield from _rows(say, decl, decl.rows)
    if decl.numbers is not None:
        numbers = decl.numbers
        if not isinstance(numbers, formulas.Number):
            yield Paragraph(f"One for each number: {say.value(numbers)}.")
    if decl.csv is not None:
        yield Paragraph(f"The pieces are listed in the file {readable(decl.csv)}.")
    if decl.lets:
        own = say.impersonal().among_things(decl.name.text)
        yield Steps(tuple(value_outline(own, let.value).sentence(f"{mark_name(let.name.text)}:") for let in decl.lets))


def _rows(say: Formulas, decl: data.Component, rows: data.Rows) -> Iterator[Block]:
    """Shows the rows of a component: a deck as a sentence, columns that are all equal as one."""
    if (decl.name.text in say.names.decks and (said := _deck_text(say, decl, rows))) or (
        said := _copies_text(say, decl, rows)
    ):
        yield Paragraph(said)
    else:
        table = rows_table(rows)
        yield table if decl.pivot is None else _join_columns(say, decl.pivot[0].text, decl.pivot[1].text, table)


def _copies_text(say: Formulas, decl: data.Component, rows: data.Rows) -> str:
    """Describes a component with the same number of pieces for each value of a type; returns an empty text for others."""
    match rows.rows:
        case (
            data.Row(cells=(data.CellName(), data.CellName("count"))),
            data.Row(cells=(data.CellEach(of=of), data.CellNumber(number))),
        ):
            pass
        case (_, data.Row(cells=(data.CellEach(of=of),))):
            number = 1
        case _:
            return ""
    noun = readable(decl.name.text) if number == 1 else say.names.several(decl.name.text)
    values = say.names.values.get(of.text, ())
    which = f" ({_ends(values)})" if 0 < len(values) <= _LISTED else ""
    return f"For each {mark_word(of.text)}{which}: {number} {noun}."


def _deck_text(say: Formulas, decl: data.Component, rows: data.Rows) -> str:
    """Describes a deck with a piece for each pair of values; returns an empty text if its pieces differ in more than that."""
    match rows.rows[1].cells:
        case (data.CellEach() as first, data.CellEach() as second, *others) if len(others) < 2:
            count = others[0] if others else data.CellNumber(1)
        case _:
            return ""
    if not isinstance(count, data.CellNumber) or (others and rows.rows[0].cells[2] != data.CellName("count")):
        return ""
    many = "one" if count.value == 1 else str(count.value)
    pairs = [(singular(cell.of.text), _values(say, cell.of.text)) for cell in (first, second)]
    said = [f"each {mark_word(name)}{f' ({_ends(values)})' if values else ''}" for name, values in pairs]
    noun = say.names.several(decl.name.text)
    kind = f"A standard deck of {_SUITED} {noun}" if is_standard(say, decl) else capital(noun)
    return f"{kind}: {many} of {said[0]} in {said[1]}."


def is_standard(say: Formulas, decl: data.Component) -> bool:
    """Whether a component is a deck of one card for each of thirteen ranks in each of the four suits."""
    of = [
        set(_values(say, cell.of.text))
        for cell in (() if decl.rows is None else decl.rows.rows[1].cells[:2])
        if isinstance(cell, data.CellEach)
    ]
    is_one_each = decl.total == _SUITED and decl.name.text in say.names.decks
    return is_one_each and any(one >= _SUITS for one in of) and any(len(values) == _RANKS for values in of)


def _values(say: Formulas, name: str) -> tuple[str, ...]:
    """Returns the values of a type, or the values in the list of this name."""
    match say.names.lists.get(name):
        case formulas.ListLiteral(items):
            return tuple(readable(one.id) for one in items if isinstance(one, formulas.Name))
        case _:
            return tuple(say.names.values.get(name, ()))


_SUITED = 52
_SUITS = {"Clubs", "Diamonds", "Hearts", "Spades"}
_RANKS = 13
_LISTED = 6


def _ends(values: Sequence[str]) -> str:
    """Returns a few values, or the first and the last of many."""
    words = list(map(mark_name, values))
    return join_items(words) if len(words) <= _LISTED else f"{words[0]} to {words[-1]}"


def _alike_columns(say: Formulas, pivot: str, table: Table) -> tuple[str, ...]:
    """Returns the columns of a type's values if each row has the same in all of them."""
    at = [column for column, name in enumerate(table.head) if name in map(readable, say.names.values.get(pivot, ()))]
    if len(at) < 2 or any(len({row[column] for column in at}) > 1 for row in table.rows):
        return ()
    return tuple(table.head[column] for column in at)


def _join_columns(say: Formulas, pivot: str, held: str, table: Table) -> Table:
    """Joins the columns of a type's values if each row has the same in all of them."""
    alike = _alike_columns(say, pivot, table)
    if not alike:
        return table
    at = [column for column, name in enumerate(table.head) if name in alike]
    head = (
        *(name for column, name in enumerate(table.head) if column not in at),
        readable(held),
    )
    rows = [(*(cell for column, cell in enumerate(row) if column not in at), row[at[0]]) for row in table.rows]
    return Table(head, tuple(rows))


def zones_to_mix(decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the places that nobody looks into and from which chance draws pieces, although no rule shuffles them: people have to mix these pieces."""
    hidden = {
        one.name.text
        for decl in decls
        if isinstance(decl, fields.Fields) and decl.owner is None
        for one in decl.members
        if isinstance(one, fields.Field)
        and isinstance(one.type, fields.ZoneType)
        and one.type.form == "bag"
        and any(isinstance(own, fields.SeenBy) and own.who.text == "nobody" for own in one.attributes)
    }
    drawn = {
        node.source.id
        for node in walk_rules(decls)
        if isinstance(node, statements.Draw) and isinstance(node.source, formulas.Name)
    }
    return frozenset(hidden & drawn)


def zones_to_shuffle(decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the places with pieces at the beginning that a set-up without a sentence shuffles as a whole."""
    starts = {decl.start.text for decl in decls if isinstance(decl, data.Component) and decl.start and not decl.per}
    return frozenset(
        node.what.id
        for decl in decls
        if isinstance(decl, declarations.Setup) and not decl.body.doc
        for node in decl.body.body
        if isinstance(node, statements.Shuffle) and node.target is None and isinstance(node.what, formulas.Name)
        if node.what.id in starts
    )


def without_shuffles(decl: declarations.Setup, zones: frozenset[str]) -> declarations.Setup:
    """Returns a set-up that does not shuffle these places."""
    body = tuple(
        node
        for node in decl.body.body
        if not (isinstance(node, statements.Shuffle) and isinstance(node.what, formulas.Name) and node.what.id in zones)
    )
    return evolve(decl, body=evolve(decl.body, body=body))


def start_steps(
    names: Names, decl: data.Component, mixed: frozenset[str], shuffled: frozenset[str] = frozenset()
) -> Iterator[Step]:
    """Yields where the pieces of a component lie at the beginning, if they all lie in one place. In places of `mixed`, people mix the pieces; in places of
    `shuffled`, the set-up shuffles them."""
    if decl.start is None:
        columns = [f"{many} in {with_article(zone)}" for zone, many in totals(names, decl).items()]
        if columns and decl.per is None:
            yield Step(f"Put {names.several(decl.name.text)} in these places: {join_items(columns)}.")
        return
    where = with_article(decl.start.text)
    is_same = readable(decl.start.text) == names.several(decl.name.text)
    number = decl.numbers.value if isinstance(decl.numbers, formulas.Number) else decl.total
    one = number == 1
    noun = readable(decl.name.text) if one else names.several(decl.name.text)
    many = f"the {noun}" if number is None else f"{number} {noun}"
    if decl.start.text in shuffled:
        yield Step(f"Shuffle {many if number is None else f'the {many}'}{'' if is_same else f' as {where}'}.")
    elif decl.per is None and readable(decl.start.text).endswith(_STACKS):
        yield Step(f"{capital(many) if number is None else f'The {many}'} form {where}.")
    elif decl.per is None and decl.start.text in mixed and not one:
        yield Step(
            f"Mix {many if number is None else f'the {many}'} and put them face down{'' if is_same else f' in {where}'}."
        )
    elif decl.per is None and is_same:
        yield Step(f"Lay out {many if number is None else f'the {many}'}.")
    elif decl.per is None:
        yield Step(f"Put {many if number is None else f'the {many}'} in {where}.")
    else:
        place = "" if readable(decl.start.text) in (noun, "hand") else f" {in_place(decl.start.text)}"
        # A component that is listed in a table says "these pieces"; a range of numbers is "a set".
        these = f"a set of {noun}" if decl.numbers is not None else many.replace("the ", "these ", 1)
        yield Step(f"Each {readable(decl.per.text)} gets {these if number is None else many}{place}.")


_STACKS = ("deck", "stock", "stack")
"""The name of places that consist of all pieces at the beginning."""


def _facts(say: Formulas, decl: data.Component) -> Iterator[str]:
    """Describes how many pieces there are, where they start, and how to read the table."""
    alike = decl.numbers.value if isinstance(decl.numbers, formulas.Number) else None
    number = decl.total if alike is None else alike
    is_same = decl.start is not None and readable(decl.start.text) == say.names.several(decl.name.text)
    where = "" if decl.start is None or is_same else f"; they start in {with_article(decl.start.text)}"
    if decl.per is not None:
        each = (
            f"these {say.names.several(decl.name.text)}"
            if number is None
            else f"{number} {say.names.several(decl.name.text)}{', all alike' if alike else ''}"
        )
        yield f"Each {readable(decl.per.text)} has {each}{where}."
    elif number is not None:
        columns = [f"{many} in {with_article(zone)}" for zone, many in totals(say.names, decl).items()]
        places = f": {join_items(columns)}" if columns else where
        noun = readable(decl.name.text) if number == 1 else say.names.several(decl.name.text)
        yield f"{number} {noun}{', all alike' if alike else ''}{places}."
    elif where:
        yield capital(f"{where.removeprefix('; ')}.")
    if decl.pivot is not None:
        column, attribute = (mark_word(part.text) for part in decl.pivot)
        where = f"the column of that {column}"
        if decl.rows is not None and (every := _alike_columns(say, decl.pivot[0].text, rows_table(decl.rows))):
            where, column = "the last column", f"{column} ({join_items(every)})"
        held = f"{where} has its {attribute}"
        if decl.pivot[1].text == "count":
            held = f"{where} has the number of these pieces ({attribute})"
        has_copies = decl.rows is not None and any(isinstance(cell, data.CellZone) for cell in decl.rows.rows[0].cells)
        numbers = " with these numbers of pieces" if has_copies else ""
        yield f"Each row is there for every {column}{numbers}; {held}."
    if decl.back is not None:
        yield f"The back of each shows the {mark_word(decl.back.text)}."
    if decl.side is not None:
        yield f"Each has two sides; the column {mark_word(decl.side.text)} names the other one."


# ---------------------------------------------------------------- boards


def _board(say: Formulas, decl: BoardDecl) -> Iterator[Block]:
    match decl:
        case data.Grid():
            yield from _grid(say, decl)
        case data.GrowingGrid():
            yield from _growing(say, decl)
        case data.Ring(size=size, layers=layers):
            yield Paragraph(f"A ring of {size} {plural(decl.name.text)}.")
            yield from (_layer(layer, decl) for layer in layers)
        case data.Track(size=size, layers=layers):
            yield Paragraph(f"A row of {size} {plural(decl.name.text)}.")
            yield from (_layer(layer, decl) for layer in layers)
        case data.RingAround(grid=grid, rows=rows):
            yield Paragraph(f"A ring of places around {mark_word(grid.text)}.")
            yield rows_table(rows)
        case data.Graph(by=by, paths=paths, tables=tables):
            edges = "" if by is None else f" Each link is a {mark_word(by.text)}."
            several = capital(plural(decl.name.text))
            yield Paragraph(f"{several} that are linked: those next to each other in a line are neighbours.{edges}")
            if paths:
                yield Steps(tuple(Step(_path(path)) for path in paths))
            yield from (rows_table(table.rows) for table in tables)
    if not isinstance(decl, data.RingAround) and decl.per is not None:
        yield Paragraph(f"There is one for each {mark_word(decl.per.text)}.")


def _path(path: data.Path) -> str:
    places = " – ".join(mark_word(place.text) for place in path.places)
    return places if path.name is None else f"{mark_name(path.name.text)}: {places}"


def _grid(say: Formulas, decl: data.Grid) -> Iterator[Block]:
    cells = plural(decl.name.text)
    kind = ", which are hexagons" if decl.hex and "hex" not in cells else ""
    said = f"{decl.rows} rows of {decl.columns} {cells}{kind}."
    if decl.by is not None:
        said += f" The edge between two of them is a {mark_word(decl.by.text)}."
    near = f" {_neighbours(decl)}" if say.names.has_neighbours else ""
    yield Paragraph(f"{said}{near} {_names_of_places(decl)}")
    if not decl.layers and decl.rows * decl.columns <= 400:
        yield Drawing("", tuple(("",) * decl.columns for _ in range(decl.rows)), decl.hex, lines_of(decl))
    for layer in decl.layers:
        yield _layer(layer, decl)


def _neighbours(decl: data.Grid) -> str:
    """Says which places are neighbours."""
    those = f"The neighbours of {_any(decl)} are"
    if decl.hex:
        return f"{those} the hexagons that share an edge with it."
    if decl.eight is not None:
        return f"{those} those around it, at its corners too."
    return f"{those} those beside, above and below it, not those at its corners."


def _any(board: data.Grid | data.GrowingGrid) -> str:
    """Names a place of a board: `a field`."""
    one = readable(board.name.text)
    return f"{article(one)} {one}"


def _names_of_places(decl: data.Grid) -> str:
    if decl.columns_called is None and decl.rows_called is None:
        return f"{capital(_any(decl))} is named by the letter of its column, from the left, and the number of its row, from the top."
    columns = (
        ""
        if decl.columns_called is None
        else f"The columns are called {_span_text(decl.columns_called)}, from the left. "
    )
    match decl.rows_called:
        case data.Called() as called:
            return f"{columns}The rows are called {_span_text(called)}, from the top."
        case data.RowsFromBelow():
            return f"{columns}The rows are numbered from below."
        case None:
            return f"{columns}The rows are numbered from the top."


def _span_text(called: data.Called) -> str:
    without = "" if called.without is None else f", without {called.without.text}"
    return f"{called.first.text} to {called.last.text}{without}"


def _growing(say: Formulas, decl: data.GrowingGrid) -> Iterator[Block]:
    cells = "hexagons" if decl.hex else "squares"
    laid, first = ("pieces", "piece") if decl.of is None else (say.names.several(decl.of.text), readable(decl.of.text))
    said = f"A board of {cells} that grows as {laid} are laid, up to {decl.pieces} of them. It has no edge."
    if decl.eight is not None:
        said += " Diagonal neighbours are neighbours too."
    yield Paragraph(
        f"{said} {capital(_any(decl))} is named by its row and its column, counted from that of the first {first}."
    )


def _layer(layer: data.Layer, board: data.Grid | data.Ring | data.Track) -> Drawing:
    grid = board if isinstance(board, data.Grid) else None
    caption = f"{mark_word(layer.name.text)} of each {readable(board.name.text)}"
    return Drawing(caption, picture_cells(layer.rows), grid is not None and grid.hex, lines_of(grid))


def picture_cells(rows: data.Rows) -> tuple[tuple[str, ...], ...]:
    """Returns the cells of a board as they are written; empty ones are blank."""
    texts = [
        tuple("" if isinstance(cell, data.CellBlank) else readable(cell_text(cell)) for cell in row.cells)
        for row in rows.rows
    ]
    width = max(map(len, texts), default=0)
    return tuple(row + ("",) * (width - len(row)) for row in texts)
