"""A game of a newcomer on paper: a map, orders with many values, places with cards, prices. No look file helps."""

from __future__ import annotations

from gamedsl.cards import PAPERS, Wishes, small_letters
from gamedsl.cards.board_sheets import is_divided
from gamedsl.cards.boards import WIDE, is_bare_mat
from gamedsl.cards.drawing.board_marks import extent, fit_to_sheet
from gamedsl.cards.drawing.card_marks import front
from gamedsl.cards.drawing.card_values import list_feet
from gamedsl.cards.drawing.marks import Circle, Sign, Window, words_in
from gamedsl.cards.faces import Face, Foot
from gamedsl.cards.paper import room
from gamedsl.cards.style import Style
from unit.cards.games import CARD, USUAL, printer
from unit.cards.games import box as shipped_box
from unit.cards.made import box, sheets

A4 = PAPERS["a4"]
FJORD = """game fjord:
    "Sail and sell."
    players 2

type good: Cod, Wool, Timber

graph harbour by route:
    route:
        from    to      days
        Lysoy   Holmen  1
        Holmen  Brekke  2
        Brekke  Vardo   2
        Vardo   Skarv   1
        Skarv   Tind    1
        Tind    Lysoy   3
    harbour:
        name    makes   beds
        Lysoy   Cod     2
        Holmen  Wool    1
        Brekke  Timber  2
        Vardo   Cod     1
        Skarv   Wool    1
        Tind    Timber  1

type inn:
    name      rooms
    Bell      2
    Old_Oak   1

component 2 order in orders:
    name   to      Cod  Wool  Timber  coins
    Feast  Tind    3    1     1       6
    Coats  Holmen  0    4     0       0

shared:
    orders: pile of order, seen by nobody
    price[good]: 1..5 = 3

each harbour:
    waiting: bag of order

each inn:
    guests: bag of order

each player:
    coins: 0..99 = 4

rounds up to 2:
    day

phase day, each player:
    coins += price[Cod]

ranking by highest coins, ties shared
"""
MADE = box(FJORD)


def test_a_map_fits_on_one_sheet_also_if_cards_come_to_its_places() -> None:
    board = next(one for one in MADE.boards if one.name == "harbour")
    fitted = fit_to_sheet(board, room(A4))
    assert board.is_fixed
    assert is_divided(board, A4)
    assert not is_divided(fitted, A4)
    assert fitted.cell.width == WIDE, "its lines are shortened, and not its places"
    for name in ("pack_road", "canal_country", "branch_lines"):
        assert not is_divided(fit_to_sheet(shipped_box(name).boards[0], room(A4)), A4)
    pages = sheets(MADE, Wishes(A4, "none", ("boards",)))
    assert [page.what for page in pages] == ["Harbour", "Price"]
    below = {words.text for words in words_in(pages[0].marks)}
    assert {"Lysoy · Beds 2", "Vardo · Beds 1"} <= below, "what a place has is printed"


def test_emblems_of_round_places_are_in_their_middle() -> None:
    page = sheets(MADE, Wishes(A4, "none", ("boards",)))[0]
    window = next(mark for mark in page.marks if isinstance(mark, Window))
    circle = next(mark for mark in window.marks if isinstance(mark, Circle))
    sign = next(mark for mark in window.marks if isinstance(mark, Sign))
    assert abs(sign.x + sign.size / 2 - circle.x) < 0.01


def test_mats_for_cards_alone_are_not_printed() -> None:
    assert not shipped_box("golf_patience").boards
    assert not any(is_bare_mat(board) for board in MADE.boards)


def test_a_number_for_each_value_of_a_type_has_a_board_with_markers() -> None:
    board = next(one for one in MADE.boards if one.name == "scale price")
    assert [one.name for one in board.cells][:6] == ["Cod", "1", "2", "3", "4", "5"]
    assert [one.name for one in board.cells if one.ground] == ["3", "3", "3"], "where each begins"
    assert extent(board, board.cell).width < A4.width
    markers = {piece.face.title: piece.copies for piece in MADE.tokens if piece.key[0] == "field price"}
    assert markers == {"Cod": 1, "Wool": 1, "Timber": 1}
    race = box(FJORD.replace("price[good]: 1..5 = 3", "price[good]: 0..20 = 3"))
    assert len(next(one for one in race.boards if one.name == "scale price").cells) == 3 * 22
    pages = sheets(race, Wishes(A4, "none", ("boards",)))
    assert [page.what for page in pages] == ["Harbour", "Price"], "a race fits on one sheet"
    assert not [one for one in small_letters(printer(), race, USUAL, pages) if "Price" in one]


def test_cards_without_a_text_list_their_values_in_letters_that_can_be_read() -> None:
    feast, coats = (piece.face for piece in MADE.cards if piece.component == "order")
    assert [(one.name, one.text) for one in feast.feet] == [
        ("To", "Tind"),
        ("Cod", "3"),
        ("Wool", "1"),
        ("Timber", "1"),
        ("Coins", "6"),
    ]
    assert (feast.numeral, coats.numeral) == (None, None), "no single value is what the card is"
    assert not small_letters(printer(), MADE, USUAL, sheets(MADE))
    for piece in MADE.cards:
        texts = [words.text for words in words_in(front(printer(), piece, CARD, ""))]
        assert texts.count(piece.face.title) == 1, "nothing says the name again"


def test_no_emblem_replaces_the_word_that_it_stands_for() -> None:
    arms, fish = Style((34, 51, 102), "Cheese", "o-cross"), Style((34, 51, 102), "Cod", "i-fish")
    wares = {style.word: Foot("Ware", style.word, style) for style in (arms, fish)}
    told = [list_feet(Face("card", "Wedding", style, feet=(wares[style.word],))) for style in (arms, fish)]
    assert told == [[wares["Cheese"]], [wares["Cod"]]], "in one set, some values have drawings and others coats of arms"
