"""The first page: the contents of the box, further needs, instructions for making the game, and a line for measuring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.cards.box import Contents
from gamedsl.cards.drawing.fitting import LEADING, Area, Ink, break_text, fit_text
from gamedsl.cards.drawing.marks import POINT, At, Box, Line, Mark, Ruler
from gamedsl.cards.drawing.score_marks import table_marks, tables_height
from gamedsl.cards.needed.score import ScoreSheet
from gamedsl.cards.needed.stocks import COUNTER
from gamedsl.cards.paper import Backs
from gamedsl.cards.pieces import Size
from gamedsl.cards.words import count_text
from gamedsl.page.colours import INK, PAPER, SOFT
from gamedsl.reports.titles import inside_sentence, plain
from gamedsl.values import frozen


@frozen
class Made:
    """Facts about the print: the numbers of sheets of cards and tokens, the requested backs, whether some sheet has a back, and whether a board is divided."""

    cards: int
    tokens: int
    backs: Backs
    has_backs: bool
    has_parts: bool


def first_page(ruler: Ruler, box: Contents, made: Made, room: Size) -> tuple[tuple[Mark, ...], bool]:
    """Returns the marks of the first page, and whether the tables of the rules found room on it."""
    marks, end = _marks(ruler, box, made, room)
    tables = () if box.score is None else box.score.tables
    below = room.height - _MEASURE - end - _SPACE
    if tables and tables_height(ruler, tables, room.width) <= below:
        return (*marks, At(0, end + _SPACE, table_marks(ruler, tables, Size(room.width, below)))), True
    return marks, False


_MEASURE, _SPACE, _INDENT = 16.0, 6.0, 4.0
"""The height of the line for measuring, the space above the tables, and the indent of lines below their headings."""
_HEADS, _LINES = 12.0, 10.5
"""The letters of headings and of lines, in points."""


def _marks(ruler: Ruler, box: Contents, made: Made, room: Size) -> tuple[tuple[Mark, ...], float]:
    """Returns the marks, and where they end."""
    marks: list[Mark] = [*fit_text(ruler, box.title, Area(0, 4, room.width, 22), Ink(38, INK, True), "left")]
    if box.sentence:
        marks += fit_text(ruler, box.sentence, Area(0, 27, room.width, 16), Ink(13, SOFT), "left")
    y = 47.0
    for line in _overview(box, made):
        is_head = not line.startswith("–")
        left, size = (0.0, _HEADS) if is_head else (_INDENT, _LINES)
        y += 2.0 if is_head else 0.0
        high = size * LEADING * POINT
        for text in break_text(ruler, line, room.width - left, size):
            marks += fit_text(ruler, text, Area(left, y, room.width - left, high), Ink(size, INK, is_head), "left")
            y += high
        y += 1.0
    marks += _measure(ruler, room.height - 12)
    return tuple(marks), y


def _measure(ruler: Ruler, y: float) -> Iterator[Mark]:
    """Draws a line of 100 mm, which shows whether printing has changed the scale."""
    yield Line(0, y, 100, y, INK, 0.35)
    for x in range(0, 101, 10):
        yield Line(x, y - (3 if x % 50 == 0 else 1.6), x, y, INK, 0.35)
    text = "This line is 100 mm long. If it is not, print again at 100 %, without “fit to page”."
    yield Box(0, y + 1.2, 100, 5, PAPER)
    yield from fit_text(ruler, text, Area(0, y + 1.2, 130, 5), Ink(8.5, SOFT), "left")


def _overview(box: Contents, made: Made) -> list[str]:
    players = f" for {_players(box.players)}"
    lines = [f"What is here{players}"]
    for number, pieces, what in ((made.cards, box.cards, "card"), (made.tokens, box.tokens, "token")):
        if pieces:
            groups: dict[tuple[str, str], int] = {}
            for piece in pieces:
                groups[piece.called] = groups.get(piece.called, 0) + piece.copies
            inner = ", ".join(_list_pieces(groups)) if len(groups) > 1 else ""
            total = count_text(sum(groups.values()), what)
            place = count_text(number, "sheet") if number else "the last sheet of cards"
            lines.append(f"– {total} on {place}{f': {inner}' if inner else ''}")
    lines += [f"– board: {board.title}" for board in box.boards if board.seat is None]
    owned = dict.fromkeys(board.name for board in box.boards if board.seat is not None)
    lines += [
        f"– {sum(board.name == name for board in box.boards)} boards ({plain(name)}), one for each player"
        for name in owned
    ]
    if box.score is not None and box.score.rows:
        lines.append("– score sheets")
    if box.score is not None and box.score.tables:
        lines.append(f"– {count_text(len(box.score.tables), 'table')} of the rules: {_titles(box.score)}")
    if box.dice or box.needed:
        lines += ["You also need", *(f"– {one}" for one in (*box.dice, *box.needed))]
    return [*lines, "How to make it", *(f"– {one}" for one in _steps(box, made))]


def _list_pieces(groups: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """Yields how many pieces there are of each sort; counters with the same number are told together."""
    counters: dict[int, list[str]] = {}
    for (one, several), copies in groups.items():
        if one.startswith(COUNTER):
            counters.setdefault(copies, []).append(one.removeprefix(COUNTER))
        else:
            yield count_text(copies, one, several)
    for copies, things in counters.items():
        each = " each" if len(things) > 1 else ""
        yield f"{copies} counters{each} for {', '.join(things[:-1])}{' and ' if each else ''}{things[-1]}"


def _titles(score: ScoreSheet) -> str:
    return ", ".join(inside_sentence(table.title) for table in score.tables)


def _players(players: Sequence[int]) -> str:
    low, high = players[0], players[-1]
    return count_text(low, "player") if low == high else f"{low} to {high} players"


def _steps(box: Contents, made: Made) -> Iterator[str]:
    if made.has_backs:
        yield "Print at 100 % on both sides of the paper, turned over the long edge. The back of each sheet follows it."
    else:
        yield "Print at 100 % on one side of the paper."
    if made.backs == "fold" and (box.cards or any(piece.other for piece in box.tokens)):
        yield "Fold pieces with a dashed line along it, glue the halves together, then cut."
    if box.cards or box.tokens:
        yield "Cut from mark to mark. Paper of 200 g/m² or more is best; thinner cards can go into sleeves."
    if made.has_parts:
        yield "Lay the parts of a board over each other up to the dashed lines, and glue them."
