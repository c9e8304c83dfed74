"""The first page: what is in the box, what else is needed, how to make it, and a line for measuring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.cards.box import Contents
from gamedsl.cards.drawing.colours import INK, PAPER, SOFT
from gamedsl.cards.drawing.fitting import Area, Ink, fitted
from gamedsl.cards.drawing.marks import Box, Line, Mark, Ruler
from gamedsl.cards.paper import Backs
from gamedsl.cards.pieces import Size
from gamedsl.cards.words import counted
from gamedsl.reports.titles import plain
from gamedsl.values import frozen


@frozen
class Made:
    """Facts about the print: the numbers of sheets of cards and tokens, the requested backs, whether some sheet has a back, and whether a board is divided."""

    cards: int
    tokens: int
    backs: Backs
    has_backs: bool
    has_parts: bool


def first_page(ruler: Ruler, box: Contents, made: Made, room: Size) -> tuple[Mark, ...]:
    """Returns the marks of the first page."""
    return tuple(_marks(ruler, box, _overview(box, made), room))


def _marks(ruler: Ruler, box: Contents, lines: Sequence[str], room: Size) -> Iterator[Mark]:
    yield from fitted(ruler, box.title, Area(0, 4, room.width, 22), Ink(38, INK, True), "left")
    if box.sentence:
        yield from fitted(ruler, box.sentence, Area(0, 27, room.width, 14), Ink(13, SOFT), "left")
    y = 48.0
    step = min(7.0, (room.height - y - 26) / max(len(lines), 1))
    for line in lines:
        is_head = not line.startswith("–")
        area = Area(0 if is_head else 4, y, room.width - (0 if is_head else 4), step)
        yield from fitted(ruler, line, area, Ink(12 if is_head else 11, INK, is_head), "left")
        y += step
    yield from _measure(ruler, room.height - 12)


def _measure(ruler: Ruler, y: float) -> Iterator[Mark]:
    """Draws a line of 100 mm, which shows whether printing has changed the scale."""
    yield Line(0, y, 100, y, INK, 0.35)
    for x in range(0, 101, 10):
        yield Line(x, y - (3 if x % 50 == 0 else 1.6), x, y, INK, 0.35)
    text = "This line is 100 mm long. If it is not, print again at 100 %, without “fit to page”."
    yield Box(0, y + 1.2, 100, 5, PAPER)
    yield from fitted(ruler, text, Area(0, y + 1.2, 130, 5), Ink(8.5, SOFT), "left")


def _overview(box: Contents, made: Made) -> list[str]:
    players = f" for {_players(box.players)}"
    lines = [f"What is here{players}"]
    for number, pieces, what in ((made.cards, box.cards, "card"), (made.tokens, box.tokens, "token")):
        if pieces:
            groups: dict[str, int] = {}
            for piece in pieces:
                groups[piece.component] = groups.get(piece.component, 0) + piece.copies
            inner = ", ".join(f"{copies} {name}" for name, copies in groups.items()) if len(groups) > 1 else ""
            total = counted(sum(groups.values()), what)
            place = counted(number, "sheet") if number else "the last sheet of cards"
            lines.append(f"– {total} on {place}{f': {inner}' if inner else ''}")
    lines += [f"– board: {board.title}" for board in box.boards if board.seat is None]
    owned = dict.fromkeys(board.name for board in box.boards if board.seat is not None)
    lines += [
        f"– {sum(board.name == name for board in box.boards)} boards ({plain(name)}), one for each player"
        for name in owned
    ]
    if box.score is not None:
        lines.append("– score sheets")
    if box.dice:
        lines += ["What else you need", *(f"– {one}" for one in box.dice)]
    return [*lines, "How to make it", *(f"– {one}" for one in _steps(box, made))]


def _players(players: Sequence[int]) -> str:
    low, high = players[0], players[-1]
    return counted(low, "player") if low == high else f"{low} to {high} players"


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
