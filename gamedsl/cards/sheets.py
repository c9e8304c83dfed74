"""Makes all sheets of a game: cards and tokens to cut out, boards, score sheets, and a first page with an overview."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.cards.board_sheets import board_pages, is_divided
from gamedsl.cards.box import Contents
from gamedsl.cards.cut_out import Group, Item, cut_out, fill_last_sheet, grid_for_folding, upright_grid
from gamedsl.cards.drawing.board_marks import cell_for, fit_to_sheet
from gamedsl.cards.drawing.card_marks import back, back_colour, front, token
from gamedsl.cards.drawing.fitting import Area, Ink, box, fit_text
from gamedsl.cards.drawing.list_marks import card_list
from gamedsl.cards.drawing.marks import At, Mark, Ruler
from gamedsl.cards.drawing.score_marks import score_sheets, table_pages
from gamedsl.cards.first_page import Made, first_page
from gamedsl.cards.paper import MARGIN, PARTS, Backs, Page, Part, Sheet, room
from gamedsl.cards.pieces import Cut, Piece, Size
from gamedsl.page.colours import SOFT
from gamedsl.reports.titles import title_of
from gamedsl.values import evolve, frozen

_TOKEN = 16.0
"""The side of tokens in millimetres, unless a board has smaller places."""


@frozen
class Wishes:
    """The requested form of the print. `parts` are the parts to print; if some are left out, there is no first page."""

    paper: Size
    backs: Backs
    parts: tuple[Part, ...] = PARTS


def too_large(contents: Contents, wishes: Wishes) -> tuple[str, ...]:
    """Returns the components whose pieces are larger than the paper, each with its size."""
    found: dict[str, None] = {}
    for piece in (*contents.cards, *contents.tokens):
        cut = piece.cut
        if cut is None:
            continue
        if upright_grid(wishes.paper, cut) is None:
            found[f"{piece.component} ({piece.size})"] = None
        elif (
            wishes.backs == "fold"
            and _has_back(piece)
            and not cut.is_hex
            and grid_for_folding(wishes.paper, cut) is None
        ):
            found[f"{piece.component} ({piece.size}, folded)"] = None
    return tuple(found)


def _has_back(piece: Piece) -> bool:
    return piece.face.form == "card" or piece.other is not None


def pages(ruler: Ruler, contents: Contents, wishes: Wishes) -> tuple[Page, ...]:
    """Returns all pages in printing order: each sheet is followed by its back, if any sheet has one."""
    contents = evolve(contents, boards=tuple(fit_to_sheet(board, room(wishes.paper)) for board in contents.boards))
    cards, tokens = (
        list(groups(ruler, contents, wishes)) if part in wishes.parts else []
        for part, groups in (("cards", _card_groups), ("tokens", _token_groups))
    )
    if cards and wishes.backs != "none":
        cards[-1], tokens = fill_last_sheet(cards[-1], tokens, wishes.paper, is_folded=wishes.backs == "fold")
    cut_outs = {"cards": cards, "tokens": tokens}
    made = {part: tuple(_sheets(ruler, contents, wishes, part, cut_outs.get(part, []))) for part in wishes.parts}
    has_backs = any(sheet.back is not None for sheets in made.values() for sheet in sheets)
    score = list(made.get("score", ()))
    cut = [sheet for part in wishes.parts if part != "score" for sheet in made[part]]
    first: list[Sheet] = []
    if wishes.parts == PARTS:
        has_parts = any(is_divided(board, wishes.paper) for board in contents.boards)
        told = Made(len(made["cards"]), len(made["tokens"]), wishes.backs, has_backs, has_parts)
        marks, has_tables = first_page(ruler, contents, told, room(wishes.paper))
        first.append(Sheet(_page(wishes.paper, marks, "first page")))
        if has_tables:
            score = [sheet for sheet in score if sheet.front.what != TABLES]
    if not has_backs:
        return tuple(sheet.front for sheet in (*first, *cut, *score))
    others = [*first, *score]
    if len(others) % 2 and (listed := _card_list(ruler, contents, wishes.paper)):
        others.append(Sheet(_page(wishes.paper, listed, "list of the cards")))
    sheets = [*_pair(others), *sorted(cut, key=lambda sheet: sheet.back is None)]
    made_pages = [page for sheet in sheets for page in (sheet.front, sheet.back or _blank(ruler, sheet.front.size))]
    return tuple(made_pages if sheets[-1].back is not None else made_pages[:-1])


def _card_list(ruler: Ruler, contents: Contents, paper: Size) -> tuple[Mark, ...]:
    """Returns the list of the cards, for a page that would be empty: for each player, if there is room."""
    return card_list(ruler, contents.cards, f"{contents.title}: the cards", room(paper), max(contents.players))


TABLES = "tables"
"""The title of a page with tables of the rules."""


def _pair(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Puts two sheets that nobody cuts on the two sides of one paper."""
    pairs = [sheets[number : number + 2] for number in range(0, len(sheets), 2)]
    return [Sheet(one.front, *(evolve(other.front, is_back=True) for other in others)) for one, *others in pairs]


def _page(paper: Size, marks: tuple[Mark, ...], what: str) -> Page:
    return Page(paper, (At(MARGIN, MARGIN, marks),), what)


def _blank(ruler: Ruler, size: Size) -> Page:
    area = Area(MARGIN, size.height / 2, size.width - 2 * MARGIN, 5)
    return Page(
        size, fit_text(ruler, "The back of this sheet is empty.", area, Ink(8, SOFT)), "empty back", is_back=True
    )


def _sheets(ruler: Ruler, contents: Contents, wishes: Wishes, part: Part, groups: Sequence[Group]) -> Iterator[Sheet]:
    match part:
        case "cards" | "tokens":
            for group in groups:
                yield from cut_out(ruler, group, wishes.paper, wishes.backs, f"{contents.title}: {part}")
        case "boards":
            yield from (Sheet(page) for page in board_pages(ruler, contents.boards, wishes.paper))
        case "score":
            if contents.score is not None:
                free = room(wishes.paper)
                for marks in score_sheets(ruler, contents.score, f"{contents.title}: score", free):
                    yield Sheet(_page(wishes.paper, marks, "score sheet"))
                for marks in table_pages(ruler, contents.score.tables, f"{contents.title}: tables", free):
                    yield Sheet(_page(wishes.paper, marks, TABLES))


def _card_groups(ruler: Ruler, contents: Contents, wishes: Wishes) -> Iterator[Group]:
    """Yields the cards of each size."""
    groups: dict[Cut, list[Item]] = {}
    has_several = len({piece.component for piece in contents.cards}) > 1
    uneven = _uneven(contents.cards)
    for piece in contents.cards:
        if (cut := piece.cut) is None:
            continue
        called = title_of(piece.called[0]) if has_several else ""
        # A mark already shows where a card begins.
        where = called if piece.mark else piece.place or called
        note = " · ".join(part for part in (contents.title, where, piece.owner) if part)
        own = f"{note} · {piece.copies} of {whole}" if (whole := uneven.get(piece.component)) else note
        face, other = front(ruler, piece, cut.size, own), back(ruler, piece, cut, contents.title, note)
        item = Item(face, other, (piece.key,), piece.other is not None)
        groups.setdefault(cut, []).extend([item] * piece.copies)
    yield from (Group(cut, tuple(items)) for cut, items in groups.items())


def _uneven(cards: Sequence[Piece]) -> dict[str, int]:
    """Returns, for decks in which some cards have more copies than others, the number of cards by component: players need it to judge chances."""
    copies: dict[str, list[int]] = {}
    for piece in cards:
        if piece.face.rank is None and piece.other is None:
            copies.setdefault(piece.component, []).append(0 if piece.place else piece.copies)
    return {one: sum(own) for one, own in copies.items() if len(set(own)) > 1 and 0 not in own}


def _token_groups(ruler: Ruler, contents: Contents, wishes: Wishes) -> Iterator[Group]:
    """Yields the tokens of each size: tokens with two faces come first, and share a sheet with the others unless they are folded. If both sides of the paper
    are printed anyway, tokens with one face have it on both sides."""
    usual = token_side(contents, wishes.paper)
    is_on_both_sides = wishes.backs == "duplex" and any(
        _has_back(piece)
        for part, pieces in (("cards", contents.cards), ("tokens", contents.tokens))
        for piece in pieces
        if part in wishes.parts
    )
    groups: dict[tuple[Cut, bool], list[Item]] = {}
    for piece in sorted(contents.tokens, key=lambda piece: piece.other is None):
        side = usual if piece.size is None else min(piece.size.width, piece.size.height)
        cut = piece.cut if piece.cut is not None and piece.face.laid is not None else Cut(Size(side, side))
        faces = [token(ruler, face, side) for face in (piece.face, piece.other) if face is not None]
        behind = _plain_side(piece, side) if piece.is_secret else faces[-1]
        has_back = len(faces) > 1 or (is_on_both_sides and piece.face.laid is None)
        item = Item(faces[0], behind if has_back else None, (piece.key,), len(faces) > 1)
        is_apart = wishes.backs == "fold" and len(faces) == 1
        groups.setdefault((cut, is_apart), []).extend([item] * piece.copies)
    yield from (Group(cut, tuple(items)) for (cut, _), items in groups.items())


def _plain_side(piece: Piece, side: float) -> tuple[Mark, ...]:
    """Draws the back of tokens that somebody may hide: it is the same for all of a component."""
    return (box(Area(0, 0, side, side).inner(0.06 * side), back_colour(piece), None, 0.2, 0.12 * side),)


def token_side(contents: Contents, paper: Size) -> float:
    """Returns the side of tokens, which must fit on the smallest places of the boards."""
    cells = [cell_for(board, room(paper)) for board in contents.boards]
    return min([_TOKEN, *(0.8 * min(cell.width, cell.height) for cell in cells)])
