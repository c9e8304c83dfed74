"""Games on paper: each piece with its face, and a digest of the marks on each page.

If a digest has changed, `gamedsl cards` shows the page itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import cast

import attrs
import pytest
from pypdf import PageObject, PdfReader

from gamedsl.cards import Page, Piece, Printer, Size
from gamedsl.cards.drawing.card_marks import front, token
from gamedsl.cards.drawing.fitting import Area
from gamedsl.cards.drawing.score_marks import score_sheets, table_marks, table_pages
from gamedsl.cards.faces import Face, Foot
from gamedsl.cards.needed.score import ScoreRow, ScoreSheet, ValueTable
from gamedsl.cards.style import Style
from gamedsl.cards.table.pieces import piece
from gamedsl.graph.model.types import SeatId
from gamedsl.values import evolve
from golden.conftest import Compare
from golden.test_drawings import rounded
from unit.cards.games import box, laid_out, printer

FOLDER = Path(__file__).parent / "cards"
NAMES = (
    "backgammon", "canal_country", "colour_rows", "domino_vale", "gloriana", "glory_islands", "hamlet", "hex", "kalah", "leduc_poker", "love_letter", "ludo",
    "mill_valley", "minichess", "nim", "reversi", "three_mens_morris",
)  # fmt: skip
"""Games that together have every sort of piece, board and sheet."""


@pytest.mark.parametrize("name", NAMES)
def test_cards(name: str, golden: Compare) -> None:
    golden(f"cards/{name}.txt", "\n".join(_lines(name)) + "\n")


def _lines(name: str) -> Iterator[str]:
    found = box(name)
    yield f"{found.title} for {', '.join(map(str, found.players))}: {found.sentence}"
    yield from map(piece_row, (*found.cards, *found.tokens))
    for board in found.boards:
        yield f"board {board.name}, {board.title}: {board.plan.kind}, {len(board.plan.spots)} places"
    if found.score:
        yield f"score sheet of {', '.join(found.score.seats)}"
        yield from (f"  {row.name}: {row.note}" for row in found.score.rows)
        yield from (f"  table {table.title}: {table.note}" for table in found.score.tables)
    yield from (f"needed: {one}" for one in found.dice)
    yield from map(page_row, laid_out(name))


def piece_row(piece: Piece) -> str:
    size = f" {piece.size.width} by {piece.size.height}" if piece.size else ""
    other = f" | {_face(piece.other)}" if piece.other else f" | {piece.back} {piece.back_colour}" if piece.back else ""
    where = f" in {piece.place} {piece.mark}" if piece.place else ""
    return f"{piece.copies} {piece.component} {piece.number} {piece.owner}{size}{where}: {_face(piece.face)}{other}"


def _face(face: Face) -> str:
    said = [
        f"{name} {value}"
        for name, value in (("seat", face.seat), ("numeral", face.numeral), ("rank", face.rank))
        if value is not None
    ]
    laid = [] if face.laid is None else [f"laid {face.laid.layout} {_digest(face.laid)}"]
    style = f"style {_digest(face.style)}"
    return ", ".join([face.form, face.title, style, *said, *map(str, (*face.feet, *face.more)), face.text, *laid])


def page_row(page: Page) -> str:
    kinds = Counter(type(mark).__name__.lower() for mark in page.marks)
    counted = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    return f"page{' behind' if page.is_back else ''}, {page.what}: {len(page.holds)} pieces, {counted}, {_digest(page)}"


def _digest(thing: object) -> str:
    """Returns the first digits of the digest of a value, with its numbers in hundredths of a millimetre."""
    return sha256(_rounded(thing).encode()).hexdigest()[:8]


def _rounded(thing: object) -> str:
    made_of = type(thing)
    if isinstance(thing, float):
        return f"{round(thing, 2) + 0.0}"
    if isinstance(thing, frozenset):
        return _rounded(tuple(sorted(cast("frozenset[str]", thing))))
    if isinstance(thing, tuple):
        return f"({' '.join(map(_rounded, cast('tuple[object, ...]', thing)))})"
    if attrs.has(made_of):
        return f"{made_of.__name__}({' '.join(_rounded(getattr(thing, part.name)) for part in attrs.fields(made_of))})"
    return repr(thing)


FEET = (Foot("cost", "3", None, 3), Foot("of", "Ruby", Style((170, 34, 34), "Ruby", "gem")), Foot("kind", "wild", None))
FACES = tuple(
    Face(form, "Amber Fox", style, seat, numeral, rank, counts, feet, text)
    for form in ("pawn", "stone", "card", "token")
    for style in (
        Style((221, 170, 51), "amber"),
        Style((34, 51, 102), "sea", "i-ship"),
        Style((244, 244, 244), "white", None, "K"),
        Style((17, 17, 17), "spades", "spades"),
    )
    for seat, numeral, rank in ((None, None, None), (SeatId(1), 7, None), (None, 12, None), (None, None, "10"))
    for counts, feet, text in (("", (), ""), ("gold", FEET, ""), ("", FEET[:1], "Take a card, then play it."))
)
"""Faces with all that they can have."""


def test_pieces_of_all_kinds(golden: Compare) -> None:
    """Every form of a piece, large and small, as the first or the second player's."""
    golden("pieces.txt", "\n".join(_drawn_pieces()) + "\n")


def _drawn_pieces() -> Iterator[str]:
    for number, face in enumerate(FACES):
        for area, second in ((Area(2.0, 3.0, 63.0, 88.0), False), (Area(0.5, 0.0, 9.0, 12.0), True)):
            marks = tuple(piece(printer(), face, area, is_second=second))
            kinds = Counter(type(mark).__name__.lower() for mark in marks)
            yield f"{number} {face.form} {area.width}: {dict(sorted(kinds.items()))} {_digest(marks)}"
    plain = box("love_letter").cards[0]
    courts = tuple(evolve(face, rank=rank) for face in FACES if face.rank for rank in ("A", "7", "Q"))
    for number, face in enumerate((*FACES[::3], *courts[::5])):
        marks = front(printer(), evolve(plain, face=face), Size(63.0, 88.0), "A note.")
        yield f"front {number}: {len(marks)} marks {_digest((marks, token(printer(), face, 22.0)))}"


def test_pieces_are_printed_with_these_operators(golden: Compare) -> None:
    """Each face on a page of its own, and sheets of a game: what the PDF draws there, with numbers in tenths; the letters of texts are not in it."""
    areas = (Area(2.0, 3.0, 63.0, 88.0), Area(0.5, 0.0, 9.0, 12.0))
    faces = [
        Page(Size(100.0, 100.0), tuple(piece(printer(), face, areas[at % 2])), "a face")
        for at, face in enumerate(FACES[::5])
    ]
    sheets = laid_out("leduc_poker")[:3]
    reader = PdfReader(BytesIO(Printer().print_pages((*faces, *sheets), "Faces").data))
    golden("printed_pieces.txt", "\n".join(page_operators(page) for page in reader.pages) + "\n")


def page_operators(page: PageObject) -> str:
    """Returns how many operators draw a page, with a digest of them."""
    contents = page.get_contents()
    assert contents is not None
    drawn = re.sub(r"\((?:\\.|[^\\)])*\) *Tj", "", contents.get_data().decode("latin-1"), flags=re.DOTALL)
    drawn = rounded(drawn)
    return f"{len(drawn.split())} words {sha256(drawn.encode()).hexdigest()[:8]}"


def test_made_sheets(golden: Compare) -> None:
    """Score sheets and tables with sentences of any length, for few and many players, on pages of two sizes."""
    golden("made_sheets.txt", "\n".join(_made_sheets()) + "\n")


def _made_sheets() -> Iterator[str]:
    notes = [_SENTENCE * many for many in (0, 1, 4)]
    for room, (seats, note, rows) in product(
        (Size(190.0, 277.0), Size(80.0, 120.0)), ((1, 0, 3), (2, 1, 1), (2, 2, 12), (4, 2, 5), (7, 1, 40))
    ):
        lines = tuple(ScoreRow(f"row {number}", notes[number % 3]) for number in range(rows))
        tables = tuple(
            ValueTable(
                f"table {number}", notes[number % 3], ("a", "b", "a wide head")[: 2 + number % 2], cells[: number * 4]
            )
            for number in range(1, seats + 1)
            for cells in [tuple((f"{at}", "many words " * at, "7")[: 2 + number % 2] for at in range(30))]
        )
        sheet = ScoreSheet(lines, tuple(f"Player {number}" for number in range(seats)), tables, notes[note])
        yield f"{seats} players, {rows} rows, {room.width} wide"
        for marks in (
            *score_sheets(printer(), sheet, "A title", room),
            *table_pages(printer(), tables, "Tables", room),
            table_marks(printer(), tables, room),
        ):
            yield f"  {len(marks)} marks {_digest(marks)}"


_SENTENCE = "Each card of the longest row counts as many points as it has neighbours. "


def test_no_other_file_is_left(blessing: bool) -> None:
    expected = {f"{name}.txt" for name in NAMES}
    for path in FOLDER.iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == expected
