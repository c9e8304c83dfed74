"""Makes the chapter of a printed book on the contents of the box: a list of everything with its number, and below it the tables of the pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import groupby

from gamedsl.pipeline.reading import Parsed
from gamedsl.rulebook.box.data import BoardDecl, is_standard, rows_table
from gamedsl.rulebook.box.tokens import needs_beside, section_of_needs
from gamedsl.rulebook.box.totals import pieces_of
from gamedsl.rulebook.contents import Contents, contents, sentences_in
from gamedsl.rulebook.declarations import key_of, section
from gamedsl.rulebook.model import (
    Block,
    Drawing,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    capital,
    mark_word,
    plain,
    readable,
    sentence_of_doc,
    split_sentences,
)
from gamedsl.rulebook.names import names_of
from gamedsl.rulebook.sentences.english import plural
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import data, declarations, fields, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve


def box_section(say: Formulas, told: Contents) -> Section:
    """Makes the chapter: the list, then a section for each item that needs more explanation."""
    lines: list[Step] = []
    parts: list[Section] = []
    tells: list[Key] = []
    is_near = any("neighbour" in said for said in sentences_in(told.decls))
    own = _boards_of_players(told.decls)
    corners = _corners_of_grids(told.decls)
    with_piles = _places_with_piles(told.decls)
    for decl in told.decls:
        if isinstance(decl, data.Component):
            found = pieces_section(say, decl)
        elif isinstance(decl, data.Shapes | data.Shape):
            found = evolve(section(say, decl), exactly=None)
        elif isinstance(decl, BoardDecl):
            found = _of_board(say, decl, is_near=is_near)
        else:
            continue
        found = evolve(found, title=_title(say, decl) or found.title)
        line = "" if decl.name.text in corners else _line(say, decl)
        if isinstance(decl, data.Track) and decl.name.text not in with_piles and _IS_WHOLE.search(decl.name.text):
            line = _whole_row(decl)
        line += " for each player" if line and decl.name.text in own else ""
        said = [block for block in found.blocks if isinstance(block, Paragraph) and block.is_own]
        if line and len(said) == len(found.blocks) and len(plain(" ".join(one.text for one in said)).split()) <= _SHORT:
            lines.append(Step(" ".join([f"{line}.", *(one.text for one in said)])))
            tells.append(key_of(decl))
            continue
        lines += [Step(f"{line}.")] if line else []
        parts += [found] if found.blocks else []
        tells += [] if found.blocks else [key_of(decl)]
    lines += lines_of_needs(say, told)
    return Section(BOX, (Steps(tuple(lines)),) if lines else (), tuple(parts), tuple(tells))


BOX = "What is in the box"
_SHORT = 40
"""The most words of what stands in the list behind a piece."""


def lines_of_needs(say: Formulas, told: Contents) -> tuple[Step, ...]:
    """Returns the further things that people need: from sentences of the rules that begin with *You need*, or derived from the rules."""
    own = _needs_in_rules(told)
    if own:
        return tuple(Step(f"{capital(part)}.") for part in own)
    return tuple(
        step
        for block in section_of_needs(say, told.decls).blocks
        for step in (block.steps if isinstance(block, Steps) else ())
    )


def needs_on_table(parsed: Parsed, there: Set[str]) -> tuple[str, ...]:
    """Returns the things that people need on the table besides pieces and dice, each without a full stop. `there` holds the fields and types whose material
    is there already."""
    told = contents(parsed)
    own = _needs_in_rules(told)
    if own:
        return tuple(plain(one) for one in own)
    say = Formulas(names_of([decl for _, file in parsed.chain.files for decl in file.decls]))
    return needs_beside(say, told.decls, there)


def _needs_in_rules(told: Contents) -> list[str]:
    """Returns the things that people need, as sentences of the rules name them."""
    own = [one for doc in _openings(told) for one in split_sentences(sentence_of_doc(doc)) if is_need(one)]
    return [part for one in own for part in re.split(r"; (?:and )?", _NEED.sub("", one).removesuffix("."))]


_NEED = re.compile(r"You (also )?need ")


def is_need(sentence: str) -> bool:
    """Whether a sentence names things that have to be on the table; the list of the box includes them."""
    return _NEED.match(sentence) is not None


def without_needs(text: str) -> str:
    """Returns a text without the sentences that the list of the box tells."""
    return " ".join(one for one in split_sentences(text) if not is_need(one))


def _openings(told: Contents) -> Iterator[str | None]:
    yield told.game.doc
    yield from (decl.body.doc for decl in told.decls if isinstance(decl, declarations.Setup))


# ---------------------------------------------------------------- pieces


def _title(say: Formulas, decl: data.Component | data.Shapes | data.Shape | BoardDecl) -> str:
    """Returns the heading for several pieces, or for the places of a grid, or of a map with its lines; empty for a single thing."""
    match decl:
        case data.Component():
            return "" if decl.total == 1 else capital(say.names.several(decl.name.text))
        case data.Shapes() | data.Shape():
            return ""
        case data.Graph(by=by) if by is not None:
            return f"{capital(plural(decl.name.text))} and {plural(by.text)}"
        case data.Grid():
            return capital(plural(decl.name.text))
        case _:
            return ""


def _line(say: Formulas, decl: data.Component | data.Shapes | data.Shape | BoardDecl) -> str:
    """Returns the line of the list for a component, shape or board: `5 pirates for each player`; empty if it is nothing separate in the box."""
    match decl:
        case data.Component():
            return _count(say, decl)
        case data.Shapes(pictures=pictures):
            return f"{len(pictures)} shapes of {say.names.several(decl.name.text)}"
        case data.Shape():
            return ""
        case _:
            return capital(_board_line(say, decl))


def pieces_line(say: Formulas, decl: data.Component) -> Step:
    """Returns the line of a component in the list."""
    return Step(f"{_count(say, decl)}.")


def _count(say: Formulas, decl: data.Component) -> str:
    """Says how many pieces of a component there are, and where they begin if that is more than one place."""
    if is_standard(say, decl):
        return f"A standard deck of {decl.total} cards"
    number = decl.numbers.value if isinstance(decl.numbers, formulas.Number) else decl.total
    number = pieces_of(say.names, decl) if number is None else number
    several = say.names.several(decl.name.text)
    if number is None:
        return capital(several)
    counted = f"{number} {readable(decl.name.text) if number == 1 else several}"
    if decl.per is not None:
        return f"{counted} for each {mark_word(decl.per.text)}"
    return counted


def pieces_section(say: Formulas, decl: data.Component) -> Section:
    """Makes the section of a component without the facts that the list already gives."""
    made = section(say, decl)
    own = [block for block in made.blocks if isinstance(block, Paragraph) and block.is_own]
    blocks = [*own]
    others: list[Block] = []
    for block in made.blocks:
        if isinstance(block, Table):
            others += _tables(say, decl, block, " ".join(one.text for one in own))
        elif isinstance(block, Steps) and not own:
            others.append(block)
    deck = "" if is_standard(say, decl) else _deck(made.blocks)
    return evolve(made, blocks=(*blocks, *((Paragraph(deck),) if deck else ()), *others), exactly=None)


def _deck(blocks: Sequence[Block]) -> str:
    """Returns the sentence on a deck with a card for each pair of values, or on equal pieces of each kind."""
    found = [one.text for one in blocks if isinstance(one, Paragraph) and not one.is_own]
    return next((one for one in found if _PAIRS.search(plain(one))), "")


_PAIRS = re.compile(r"^[A-Z][\w ]*: (one|\d+) of each |^For each [^:]+: \d")


def _tables(say: Formulas, decl: data.Component, table: Table, told: str) -> Iterator[Block]:
    """Yields the table of the pieces with a sentence on how to read it; rows without a piece of their own are the other sides of pieces, and are left out."""
    rows, head = table.rows, table.head
    if decl.side is not None:
        side = readable(decl.side.text)
        at = [i for i, name in enumerate(head) if plain(name) == side]
        counts = [i for i, name in enumerate(head) if plain(name).startswith("in ") or plain(name) == "count"]
        rows = tuple(row for row in rows if not counts or any(row[i] not in ("–", "0") for i in counts))
        head = tuple(name for i, name in enumerate(head) if i not in at)
        rows = tuple(tuple(cell for i, cell in enumerate(row) if i not in at) for row in rows)
    if decl.pivot is not None:
        column = mark_word(decl.pivot[0].text)
        values = say.names.values.get(decl.pivot[0].text, ())
        own = [name for name in _heading(decl) if name in map(readable, values)]
        there = f"Of each {column} ({join_items([mark_word(one) for one in own or values])}) there are these:"
        if any(name in head for name in own) and not any(plain(name) == "count" for name in head):
            held = mark_word(decl.pivot[1].text)
            there = f"Each {column} has one of each row, with the {held} in its column:"
        yield Paragraph(there)
    if decl.back is not None and not re.search(r"\bbacks?\b", plain(told)):
        yield Paragraph(f"The back of each shows the {mark_word(decl.back.text)}.")
    if len(rows) == 1 and len(head) == _ONLY_COUNTED and plain(head[-1]) == "count":
        return
    rows = tuple(
        tuple("–" if cell == "0" and _PRICE.search(plain(name)) else cell for name, cell in zip(head, row, strict=True))
        for row in rows
    )
    yield _with_flags(_with_one_count(evolve(table, head=head, rows=rows)))


def _with_one_count(table: Table) -> Table:
    """Joins the columns of numbers of pieces if each row has only one of them: where pieces begin is told by the set-up."""
    places = [at for at, name in enumerate(table.head) if plain(name) == "count" or plain(name).startswith("in ")]
    numbers = [[row[at] for at in places if row[at] not in ("–", "0")] for row in table.rows]
    if "count" not in table.head or any(len(one) != 1 for one in numbers):
        return table
    joined = [(*row, number) for row, (number,) in zip((table.head, *table.rows), [["count"], *numbers], strict=True)]
    at = [one for one in range(len(table.head) + 1) if one not in places]
    at = [
        *(one for one in at if one < places[0]),
        len(table.head),
        *(one for one in at if places[0] < one < len(table.head)),
    ]
    head, *rows = (tuple(row[i] for i in at) for row in joined)
    return evolve(table, head=head, rows=tuple(rows))


def _with_flags(table: Table) -> Table:
    """Marks only the "yes" in columns of yes and no, and shortens their headings: `cap` for `is cap`."""
    flags = [at for at in range(len(table.head)) if {row[at] for row in table.rows} == {"yes", "no"}]
    head = tuple(_IS.sub("", name) if at in flags else name for at, name in enumerate(table.head))
    rows = (tuple("–" if at in flags and cell == "no" else cell for at, cell in enumerate(row)) for row in table.rows)
    return evolve(table, head=head, rows=tuple(rows))


def _names_by_flag(table: Table) -> Paragraph | None:
    """Names the rows with a "yes" of a table that has only names and one column of yes and no: `Harbours: Alder and Gorse.`; None for other tables."""
    if len(table.head) != _ONLY_COUNTED or {row[1] for row in table.rows} != {"yes", "no"}:
        return None
    return _those(capital(_IS.sub("", table.head[1])), [row[0] for row in table.rows if row[1] == "yes"])


def _those(what: str, names: Sequence[str]) -> Paragraph:
    return Paragraph(f"{what if len(names) == 1 else plural(what)}: {join_items(names)}.")


_IS = re.compile(r"\b(is|has) ")
_ONLY_COUNTED = 2
"""The columns of a table that has nothing but a name and how many there are of it: the list of the box says that."""
_PRICE = re.compile(r"\b(cost|fee|price)s?\b")
"""The heading of a column in which nothing stands for 0."""


def _heading(decl: data.Component) -> tuple[str, ...]:
    """Returns the heading of the rows of a component as it is written."""
    return () if decl.rows is None else rows_table(decl.rows).head


# ---------------------------------------------------------------- boards


def _board_line(say: Formulas, decl: BoardDecl) -> str:
    """Says which board there is: `a board of 5 by 5 spaces`."""
    each = "" if isinstance(decl, data.RingAround) or decl.per is None else f" for each {mark_word(decl.per.text)}"
    places = plural(decl.name.text)
    match decl:
        case data.Grid(rows=rows, columns=columns, hex=is_hex):
            return f"a board of {rows} by {columns} {places}{' (hexagons)' if is_hex and 'hex' not in plain(places) else ''}{each}"
        case data.Ring(size=size):
            return f"a board with a ring of {size} {places}{each}"
        case data.Track(size=size):
            return f"a board with a row of {size} {places}{each}"
        case data.Graph(by=by, paths=paths, tables=tables):
            number = len({place.text for path in paths for place in path.places} | _places_in_tables(decl))
            lines = next((len(one.rows.rows) - 1 for one in tables if by is not None and one.name.text == by.text), 0)
            ways = (
                f" and {lines} {readable(by.text) if lines == 1 else plural(readable(by.text))}"
                if by is not None and lines
                else ""
            )
            return f"a board with {f'{number} ' if number else ''}{places}{ways}{each}"
        case _:
            return ""


def _whole_row(decl: data.Track) -> str:
    """Says which row there is, if it is called by a name for all of it: `A lane of 4 places for each player`."""
    each = "" if decl.per is None else f" for each {mark_word(decl.per.text)}"
    return f"A {readable(decl.name.text)} of {decl.size} places{each}"


_IS_WHOLE = re.compile(r"(?:\b|_)(bridge|ladder|lane|path|road|row|scale|street|trail|track|way)$")
"""A name of a row as a whole, and not of one of its places."""


def _places_with_piles(decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the places on each of which several pieces may lie: each may be a row of its own."""
    return frozenset(
        block.owner.text
        for block in decls
        if isinstance(block, fields.Fields) and block.owner is not None
        for one in block.members
        if isinstance(one, fields.Field) and isinstance(one.type, fields.ZoneType) and one.type.form != "slot"
    )


def _places_in_tables(graph: data.Graph) -> set[str]:
    """Returns the places that the tables of a graph name: as ends of its lines, and with what is printed on them."""
    found: set[str] = set()
    for layer in graph.tables:
        table = rows_table(layer.rows)
        is_of_lines = graph.by is not None and layer.name.text == graph.by.text
        own = ("from", "to") if is_of_lines else ("name",) if layer.name.text == graph.name.text else ()
        found |= {row[table.head.index(one)] for row in table.rows for one in own if one in table.head}
    return found


def _corners_of_grids(decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the grids whose places are the inner corners of a grid with edges: they are printed on no board of their own."""
    grids = [one for one in decls if isinstance(one, data.Grid)]
    inner = {(one.rows - 1, one.columns - 1) for one in grids if one.by is not None}
    return frozenset(one.name.text for one in grids if one.by is None and (one.rows, one.columns) in inner)


def _boards_of_players(decls: Sequence[declarations.Decl]) -> frozenset[str]:
    """Returns the boards of which each player needs one: each player has something on their places, and nothing else lies or is printed there."""
    blocks = [one for one in decls if isinstance(one, fields.Fields)]
    members = [
        (block, one) for block in blocks for one in block.members if isinstance(one, fields.Field) and one.is_shown
    ]
    shared = {block.owner.text for block in blocks if block.owner is not None}
    shared |= {
        node.text
        for block, one in members
        if not _is_of_player(block) or not one.indices
        for part in (one.type, one.indices)
        for node in walk(part)
        if isinstance(node, Ident)
    }
    of_players = {
        index.name.text
        for block, one in members
        if _is_of_player(block)
        for index in one.indices
        if isinstance(index, fields.TypeName)
    }
    blank = {decl.name.text for decl in decls if isinstance(decl, data.Grid) and not decl.layers and decl.per is None}
    return frozenset((of_players & blank) - shared)


def _is_of_player(block: fields.Fields) -> bool:
    return block.owner is not None and block.owner.text == "player"


def _of_board(say: Formulas, decl: BoardDecl, *, is_near: bool) -> Section:
    """Makes the section of a board: its sentence, what is printed on its places, and its ways. It tells which places are neighbours only if sentences of the
    rules mention neighbours (`is_near`)."""
    made = section(say, decl)
    is_told = any(isinstance(block, Paragraph) and block.is_own for block in made.blocks)
    near = (_NEAR.search(block.text) for block in made.blocks if isinstance(block, Paragraph) and not block.is_own)
    found = next((one[0] for one in near if one is not None and not is_told and is_near), "")
    keep = [block for block in made.blocks if _is_kept(decl, block, is_told=is_told)]
    blocks = (*((Paragraph(found),) if found else ()), *(_in_words(block, readable(decl.name.text)) for block in keep))
    return evolve(made, blocks=blocks, exactly=None)


def _is_kept(decl: BoardDecl, block: Block, *, is_told: bool) -> bool:
    """Whether a block of a board's section says more than the list, the picture of the table, and the sentence of the board."""
    match block:
        case Paragraph():
            return block.is_own
        case Drawing(rows=rows):
            return any(map(any, rows))
        case Steps():
            return not (is_told and isinstance(decl, data.Graph) and all(path.name is None for path in decl.paths))
        case Table():
            return not (isinstance(decl, data.RingAround) and is_told)
        case _:
            return True


_NEAR = re.compile(r"The neighbours of an? [^.]*\.")


def _runs(row: Drawing, board: str) -> str:
    """Describes the print on the places of a board with one row by stretches of equal places: `The side of 1 to 7 is 1, that of 8 to 14 is 2.` Empty if
    there are many stretches."""
    runs = [
        (cell, list(places)) for cell, places in groupby(zip(row.across, row.rows[0], strict=True), lambda one: one[1])
    ]
    if len(runs) > _FEW or len({cell for cell, _ in runs}) != len(runs) or any(len(places) < 2 for _, places in runs):
        return ""
    if plain(row.caption) == f"side of each {board}" and [cell for cell, _ in runs] == ["1", "2"]:
        one, other = (f"{places[0][0]} to {places[-1][0]}" for _, places in runs)
        return f"{capital(plural(board))} {one} are on the side of the first player, {other} on that of the second."
    said = [f"{places[0][0]} to {places[-1][0]} is {cell}" for cell, places in runs]
    return f"The {plain(row.caption).removesuffix(f'each {board}')}{', that of '.join(said)}."


_FEW = 4
"""The most stretches of a row that a sentence tells."""


_WAYS = ("name", "from", "to")
"""The columns of the named ways between two places."""


def _in_words(block: Block, board: str) -> Block:
    """Gives a drawing of the print on places a heading that can be read by itself. If the print is only yes or no, the places with a yes are named instead
    of drawn."""
    if isinstance(block, Drawing) and block.caption and {cell for row in block.rows for cell in row} == {"yes", "no"}:
        what = capital(plain(block.caption).removesuffix(f" of each {board}"))
        is_row = len(block.rows) == 1
        those = [
            across if is_row else f"{across}{down}" if across.isalpha() else f"{down}·{across}"
            for down, row in zip(block.down, block.rows, strict=True)
            for across, cell in zip(block.across, row, strict=True)
            if cell == "yes"
        ]
        return _those(what, those)
    if isinstance(block, Drawing) and block.caption and len(block.rows) == 1 and (found := _runs(block, board)):
        return Paragraph(found)
    if isinstance(block, Steps):
        ways = [tuple(re.split(r": | – ", one.text)) for one in block.steps]
        return Table(_WAYS, tuple(ways)) if all(len(one) == len(_WAYS) for one in ways) else block
    if isinstance(block, Table):
        return _names_by_flag(block) or _with_flags(block)
    return evolve(block, caption=f"The {block.caption}") if isinstance(block, Drawing) and block.caption else block
