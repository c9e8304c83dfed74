"""Makes all sheets of a game: cards and tokens to cut out, boards, score sheets, and a first page with an overview."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.cards.board_sheets import board_pages, is_divided
from gamedsl.cards.box import Contents
from gamedsl.cards.cut_out import Group, Item, cut_out, filled, folded_grid, upright_grid
from gamedsl.cards.drawing.board_marks import cell_for
from gamedsl.cards.drawing.card_marks import back, front, token
from gamedsl.cards.drawing.colours import SOFT
from gamedsl.cards.drawing.fitting import Area, Ink, fitted
from gamedsl.cards.drawing.marks import At, Mark, Ruler
from gamedsl.cards.drawing.score_marks import score_sheets
from gamedsl.cards.first_page import Made, first_page
from gamedsl.cards.paper import MARGIN, PARTS, Backs, Page, Part, Sheet, room
from gamedsl.cards.pieces import Cut, Piece, Size
from gamedsl.values import evolve, frozen

_TOKEN = 16.0
"""The side of tokens in millimetres, unless a board has smaller places."""


@frozen
class Wishes:
    """The requested form of the print. `parts` are the printed parts; without all of them there is no first page."""

    paper: Size
    backs: Backs
    parts: tuple[Part, ...] = PARTS


def too_large(box: Contents, wishes: Wishes) -> tuple[str, ...]:
    """Returns the components whose pieces are larger than the paper, each with its size."""
    found: dict[str, None] = {}
    for piece in (*box.cards, *box.tokens):
        cut = piece.cut
        if cut is None:
            continue
        if upright_grid(wishes.paper, cut) is None:
            found[f"{piece.component} ({piece.size})"] = None
        elif wishes.backs == "fold" and _has_back(piece) and not cut.is_hex and folded_grid(wishes.paper, cut) is None:
            found[f"{piece.component} ({piece.size}, folded)"] = None
    return tuple(found)


def _has_back(piece: Piece) -> bool:
    return piece.face.form == "card" or piece.other is not None


def pages(ruler: Ruler, box: Contents, wishes: Wishes) -> tuple[Page, ...]:
    """Returns all pages in printing order: each sheet is followed by its back, if any sheet has one."""
    cards, tokens = (
        list(groups(ruler, box, wishes)) if part in wishes.parts else []
        for part, groups in (("cards", _card_groups), ("tokens", _token_groups))
    )
    if cards and wishes.backs == "duplex":
        cards[-1], tokens = filled(cards[-1], tokens, wishes.paper)
    cut_outs = {"cards": cards, "tokens": tokens}
    made = {part: tuple(_sheets(ruler, box, wishes, part, cut_outs.get(part, []))) for part in wishes.parts}
    has_backs = any(sheet.back is not None for sheets in made.values() for sheet in sheets)
    score = made.get("score", ())
    cut = [sheet for part in wishes.parts if part != "score" for sheet in made[part]]
    first: list[Sheet] = []
    if wishes.parts == PARTS:
        has_parts = any(is_divided(board, wishes.paper) for board in box.boards)
        told = Made(len(made["cards"]), len(made["tokens"]), wishes.backs, has_backs, has_parts)
        marks = first_page(ruler, box, told, room(wishes.paper))
        first.append(Sheet(_page(wishes.paper, marks, "first page")))
    if not has_backs:
        return tuple(sheet.front for sheet in (*first, *cut, *score))
    whole = _paired([*first, *score])
    sheets = [*whole[: len(first)], *cut, *whole[len(first) :]]
    return tuple(page for sheet in sheets for page in (sheet.front, sheet.back or _blank(ruler, sheet.front.size)))


def _paired(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Puts sheets that nobody cuts on both sides of the same paper."""
    pairs = [sheets[number : number + 2] for number in range(0, len(sheets), 2)]
    return [Sheet(one.front, *(evolve(other.front, is_back=True) for other in others)) for one, *others in pairs]


def _page(paper: Size, marks: tuple[Mark, ...], what: str) -> Page:
    return Page(paper, (At(MARGIN, MARGIN, marks),), what)


def _blank(ruler: Ruler, size: Size) -> Page:
    area = Area(MARGIN, size.height / 2, size.width - 2 * MARGIN, 5)
    return Page(size, fitted(ruler, "The back of this sheet is empty.", area, Ink(8, SOFT)), "empty back", is_back=True)


def _sheets(ruler: Ruler, box: Contents, wishes: Wishes, part: Part, groups: Sequence[Group]) -> Iterator[Sheet]:
    match part:
        case "cards" | "tokens":
            for group in groups:
                yield from cut_out(ruler, group, wishes.paper, wishes.backs, f"{box.title}: {part}")
        case "boards":
            yield from (Sheet(page) for page in board_pages(ruler, box.boards, wishes.paper))
        case "score":
            if box.score is not None:
                for marks in score_sheets(ruler, box.score, f"{box.title}: score", room(wishes.paper)):
                    yield Sheet(_page(wishes.paper, marks, "score sheet"))


def _card_groups(ruler: Ruler, box: Contents, wishes: Wishes) -> Iterator[Group]:
    """Yields the cards of each size."""
    groups: dict[Cut, list[Item]] = {}
    for piece in box.cards:
        if (cut := piece.cut) is None:
            continue
        note = " · ".join(part for part in (box.title, piece.component, piece.owner) if part)
        face, other = front(ruler, piece, cut.size, note), back(ruler, piece, cut, box.title, note)
        item = Item(face, other, (piece.key,), piece.other is not None)
        groups.setdefault(cut, []).extend([item] * piece.copies)
    yield from (Group(cut, tuple(items)) for cut, items in groups.items())


def _token_groups(ruler: Ruler, box: Contents, wishes: Wishes) -> Iterator[Group]:
    """Yields the tokens of each size: those with two faces come first, and share a sheet with the others unless they are folded."""
    usual = token_side(box, wishes.paper)
    groups: dict[tuple[Cut, bool], list[Item]] = {}
    for piece in sorted(box.tokens, key=lambda piece: piece.other is None):
        side = usual if piece.size is None else min(piece.size.width, piece.size.height)
        cut = piece.cut if piece.cut is not None and piece.face.laid is not None else Cut(Size(side, side))
        faces = [token(ruler, face, side) for face in (piece.face, piece.other) if face is not None]
        item = Item(faces[0], faces[1] if len(faces) > 1 else None, (piece.key,), len(faces) > 1)
        is_apart = wishes.backs == "fold" and len(faces) == 1
        groups.setdefault((cut, is_apart), []).extend([item] * piece.copies)
    yield from (Group(cut, tuple(items)) for (cut, _), items in groups.items())


def token_side(box: Contents, paper: Size) -> float:
    """Returns the side of tokens, which must fit on the smallest places of the boards."""
    cells = [cell_for(board, room(paper)) for board in box.boards]
    return min([_TOKEN, *(0.8 * min(cell.width, cell.height) for cell in cells)])
