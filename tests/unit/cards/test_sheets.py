"""Sheets: backs behind their fronts, folded pieces, sizes, parts, boards on several pages."""

from __future__ import annotations

from attrs import evolve

from gamedsl.cards import PAPERS, Page, Size, Wishes, contents, too_large
from gamedsl.cards.drawing.board_marks import cell_for, extent
from gamedsl.cards.drawing.card_marks import back_colour, front
from gamedsl.cards.drawing.marks import At, Bounds, Line, Turned, Window, around, bounds, words_in
from gamedsl.cards.faces import Face, Foot
from gamedsl.cards.paper import room
from gamedsl.cards.sheets import token_side
from gamedsl.cards.style import Style
from unit.cards.games import CARD, laid_out, largest, printer
from unit.cards.games import box as shipped_box
from unit.cards.made import box, deck, sheets

A4 = PAPERS["a4"]
SEVEN = box(deck("Guard 1 5", "Priest 2 2"))


def _pieces(page: Page) -> list[At]:
    return [mark for mark in page.marks if isinstance(mark, At)]


def _texts(page: Page) -> list[str]:
    return [words.text for words in words_in(page.marks)]


def test_backs_lie_behind_their_fronts() -> None:
    front, back = sheets(SEVEN, Wishes(A4, "duplex", ("cards",)))
    assert front.holds == (("card", "Guard"),) * 5 + (("card", "Priest"),) * 2
    for one, other in zip(_pieces(front), _pieces(back), strict=True):
        assert other.down == one.down
        assert abs(other.right - (A4.width - one.right - 63.0)) < 0.001


def test_backs_do_not_tell_cards_apart() -> None:
    _, back = sheets(SEVEN, Wishes(A4, "duplex", ("cards",)))
    assert len({mark.marks for mark in _pieces(back)}) == 1


def test_what_is_not_cut_shares_its_paper() -> None:
    whats = [page.what for page in sheets(SEVEN)]
    assert whats == ["first page", "score sheet", "Made: cards, sheet 1 of 1", "Made: cards, sheet 1 of 1: backs"]
    assert [page.is_back for page in sheets(SEVEN)] == [False, True, False, True]
    alone = [page.what for page in sheets(SEVEN, Wishes(A4, "none"))]
    assert alone == ["first page", "Made: cards, sheet 1 of 1", "score sheet"]


def test_only_where_the_next_sheet_has_a_back_there_is_an_empty_page() -> None:
    whats = [page.what for page in laid_out("canal_country")]
    assert whats[-1] == "Canal Country"
    assert whats[:4] == ["first page", "score sheet", "tables", "list of the cards"]
    assert "empty back" not in whats
    assert [page.what for page in laid_out("glory_islands")][-3:] == ["Islands", "empty back", "Track"]


def test_tokens_have_their_face_on_both_sides_and_those_that_are_hidden_look_alike() -> None:
    front, back = (page for page in laid_out("glory_islands") if "tokens" in page.what)
    assert {mark.marks for mark in _pieces(back)} == {mark.marks for mark in _pieces(front)}
    number = next(n for n, page in enumerate(laid_out("glory_islands")) if ("treasure", "Ruby") in page.holds)
    cards = laid_out("glory_islands")[number : number + 2]
    fronts, backs = (
        [mark.marks for piece in _pieces(page) for mark in piece.marks if isinstance(mark, At)] for page in cards
    )
    assert len(fronts) == len(backs)
    assert len({marks for marks in fronts if marks not in backs}) == 5
    assert len({marks for marks in backs if marks not in fronts}) == 1


def test_tokens_lie_where_the_last_sheet_of_cards_is_free() -> None:
    pages = laid_out("love_letter")
    whats = [page.what for page in pages]
    assert whats == [
        "first page",
        "list of the cards",
        *(f"Love Letter: cards, sheet {n} of 2{back}" for n in (1, 2) for back in ("", ": backs")),
    ]
    assert ("field starter", "starter") in pages[4].holds
    assert sum(name == "field tokens" for name, _ in pages[4].holds) == 28
    assert "– 29 tokens on the last sheet of cards: 1 marker “Starter”, 28 counters for tokens" in _texts(pages[0])


def test_tokens_lie_beside_folded_cards() -> None:
    pages = sheets(shipped_box("kiln_lane"), Wishes(A4, "fold"))
    last = [page for page in pages if "cards" in page.what][-1]
    assert [key for key, _ in last.holds].count("building") == 2
    assert ("field starter", "starter") in last.holds


def test_folded_pieces_have_their_back_above_them_upside_down() -> None:
    (page,) = sheets(SEVEN, Wishes(A4, "fold", ("cards",)))[:1]
    first = _pieces(page)[0].marks
    assert isinstance(first[0], Turned)
    assert bounds(first[0])[3] <= 88.0
    assert isinstance(first[1], At)
    assert first[1].down == 88.0
    assert any(isinstance(mark, Line) and mark.dash for mark in first)


def test_without_backs_the_other_side_of_a_piece_is_a_piece() -> None:
    pages = sheets(shipped_box("tic_tac_toe"), Wishes(A4, "none", ("tokens",)))
    assert [len(page.holds) for page in pages] == [18]
    assert sorted(_texts(pages[0]))[:18] == ["1"] * 9 + ["2"] * 9


def test_cut_marks_stand_outside_of_the_pieces() -> None:
    (page, *_) = sheets(SEVEN, Wishes(A4, "duplex", ("cards",)))
    left, top, right, bottom = around(_grid_of(page))
    for mark in page.marks:
        if isinstance(mark, Line):
            x, y, to_x, to_y = bounds(mark)
            assert to_x < left + 0.01 or x > right - 0.01 or to_y < top + 0.01 or y > bottom - 0.01


def _grid_of(page: Page) -> list[At]:
    return [At(piece.right, piece.down, (_frame(),)) for piece in _pieces(page)]


def _frame() -> Line:
    return Line(0, 0, 63.0, 88.0, (0, 0, 0))


def test_cards_of_a_size_in_the_look_file_have_their_own_sheets() -> None:
    both = contents([largest("gloriana")], {"class": {"noble": {"size": "44x68"}}}, CARD)
    fronts = [page for page in sheets(both, Wishes(A4, "duplex", ("cards",))) if page.holds]
    assert [len(page.holds) for page in fronts] == [*[9] * 11, 2, 5]
    assert {name for name, _ in fronts[-1].holds} == {"noble"}


def test_what_is_larger_than_the_paper_is_named() -> None:
    large = box(deck("Guard 1 1"), size=Size(500.0, 500.0))
    assert too_large(large, Wishes(A4, "duplex")) == ("card (500 × 500 mm)",)
    tall = box(deck("Guard 1 1"), size=Size(100.0, 150.0))
    assert too_large(tall, Wishes(A4, "duplex")) == ()
    assert too_large(tall, Wishes(A4, "fold")) == ("card (100 × 150 mm, folded)",)


def test_a_kind_without_copies_is_not_printed() -> None:
    none = box(deck("Guard 1 2", "Priest 2 0"))
    assert [piece.key[1] for piece in none.cards] == ["Guard"]


def test_a_hundred_cards_take_as_many_sheets_as_they_need() -> None:
    many = box(deck(*(f"Card_{number} {number} 1" for number in range(1, 101))))
    pages = sheets(many, Wishes(A4, "duplex", ("cards",)))
    assert sum(len(page.holds) for page in pages) == 100
    assert len(pages) == 2 * 12


def test_a_board_on_several_pages_overlaps() -> None:
    small = Size(148.0, 210.0)
    pages = [
        page for page in sheets(shipped_box("gomoku"), Wishes(small, "duplex", ("boards",))) if "part" in page.what
    ]
    (board,) = shipped_box("gomoku").boards
    whole = extent(board, cell_for(board, room(small)))
    seen: list[Bounds] = []
    for page in pages:
        window = next(mark for mark in page.marks if isinstance(mark, Window))
        seen.append((window.x - window.right, window.y - window.down, window.width, window.height))
    assert max(x + width for x, _, width, _ in seen) >= whole.width - 0.01
    assert max(y + height for _, y, _, height in seen) >= whole.height - 0.01
    assert sum(width * height for _, _, width, height in seen) > whole.width * whole.height
    assert all("row" in " ".join(_texts(page)) for page in pages)


def test_tokens_fit_on_the_places_of_boards() -> None:
    for name in ("hex", "chess", "ludo"):
        cells = [cell_for(board, room(A4)) for board in shipped_box(name).boards]
        assert token_side(shipped_box(name), A4) < min(cell.width for cell in cells)


def test_boards_of_players_are_there_for_each() -> None:
    boards = shipped_box("tile_walls").boards
    assert [board.seat for board in boards if board.name == "wall"] == [0, 1, 2, 3]


def test_lists_on_which_players_move_are_boards_with_pawns() -> None:
    islands = shipped_box("glory_islands")
    (track,) = (board for board in islands.boards if board.name == "track track")
    assert [cell.name for cell in track.cells][:2] == ["24", "23"]
    assert [cell.name for cell in track.cells][-2:] == ["−30", "×"]
    assert {piece.key[1] for piece in islands.tokens if piece.component == "marker"} >= {"P1", "P2"}


def test_men_are_those_at_the_start_and_discs_have_two_sides() -> None:
    men = {piece.key[1]: piece.copies for piece in shipped_box("chess").tokens}
    assert (sum(men.values()), men["pawn of P1"], men["king of P2"]) == (32, 8, 1)
    (disc,) = shipped_box("reversi").tokens
    assert disc.copies == 64
    assert disc.other is not None
    assert (disc.face.style.glyph, disc.other.style.glyph) == ("1", "2")


def test_two_sided_pieces_show_their_other_side() -> None:
    (event,) = (piece for piece in shipped_box("gloriana").cards if piece.key[1] == "Double.Hunting")
    assert event.other is not None
    assert event.other.title == "Banquet (two Hunting)"
    assert event.other.style.word == "Banquet"


def test_dice_are_named_and_not_printed() -> None:
    assert shipped_box("backgammon").dice == ("2 dice (die, other die)",)
    assert "– 2 dice (die, other die)" in _texts(laid_out("backgammon")[0])
    assert shipped_box("sealed_bids").dice == ("1 die from 1 to 20 (value)",)


def test_a_score_sheet_has_the_lines_and_a_total() -> None:
    texts = _texts(next(page for page in laid_out("gloriana") if page.what == "score sheet"))
    assert {"Events", "Different types", "Cards left in hand", "Total", "Player 5"} <= set(texts)
    assert "Earned" not in texts
    assert not any("reading" in text for text in texts)


def test_ten_components_have_backs_of_ten_colours() -> None:
    piece = SEVEN.cards[0]
    assert len({back_colour(evolve(piece, number=number)) for number in range(10)}) == 10


def test_a_0_that_stands_for_no_number_is_printed_once() -> None:
    """Cards whose name is their colour have their 0 in the band, as they have a 1."""
    piece = SEVEN.cards[0]
    yellow = Style((179, 138, 42), "Yellow", "o-cross")
    faces = [Face("card", title, yellow, numeral=number) for title, number in (("Wager", 0), ("Yellow", 0), ("Tin", 1))]
    sides = [front(printer(), evolve(piece, face=face), CARD, "") for face in faces]
    printed = [[words.text for words in words_in(marks)] for marks in sides]
    assert [texts.count(str(face.numeral)) for texts, face in zip(printed, faces, strict=True)] == [1, 2, 2]


def test_cards_of_the_values_of_a_type_keep_its_colours() -> None:
    rows = ("Red_soup Red 2 1", "Red_pie Red 3 1", "Blue_soup Blue 2 1", "Blue_pie Blue 3 1")
    text = deck(*rows).replace("strength", "colour strength")
    made = box(text.replace("component card", "type colour: Red, Blue\n\ncomponent card", 1))
    assert not any(piece.is_plain for piece in made.cards)


def test_kinds_of_a_group_have_their_own_picture_and_what_a_number_counts_stands_below_it() -> None:
    rows = ("Pony Beast 2", "Ox Beast 2", "Debt Bill 2", "Fee Bill 2")
    text = deck(*rows).replace("strength", "sort")
    found = [
        piece.face for piece in box(text.replace("component card", "type sort: Beast, Bill\n\ncomponent card", 1)).cards
    ]
    shown = [(face.picture or face.style).symbol for face in found]
    assert len(set(shown[:2])) == len(set(shown[2:])) == 2
    beast = found[0].style
    order = evolve(found[0], numeral=5, counts="Pay", title="Fishmonger", feet=(Foot("Good", "Beast", beast),))
    words = [one.text for one in words_in(front(printer(), evolve(SEVEN.cards[0], face=order), CARD, ""))]
    assert words.count("Beast") == 1
