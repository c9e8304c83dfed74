"""What a game needs beside its pieces: counters, cards for places, marks and backs by places, tables, and a list of the rest."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import gamedsl
from gamedsl.cards import PAPERS, Wishes, contents, drop_printed, pages, small_letters
from gamedsl.cards.drawing.card_marks import back_colour, front
from gamedsl.cards.drawing.marks import Shape, words_in
from gamedsl.cards.faces import Looks
from gamedsl.page.colours import NAMED, PALETTE
from gamedsl.rulebook import needs_on_table
from gamedsl.values import evolve
from games.shipped import game, parsed, setups
from unit.cards.games import CARD, ROOT, USUAL, box, laid_out, look, printer
from unit.cards.made import TILES, deck, sheets
from unit.cards.made import box as made_box


def _needed(name: str) -> tuple[str, ...]:
    return drop_printed(needs_on_table(parsed(name), box(name).there), box(name))


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("gloriana", ()),
        ("glory_islands", ("a sack for the treasure",)),
        ("kiln_lane", ()),
        ("holdem", ("chips",)),
        ("pack_road", ()),
    ],
)
def test_what_is_neither_printed_nor_told_is_needed(name: str, needed: tuple[str, ...]) -> None:
    assert _needed(name) == needed


def test_the_first_page_tells_what_is_needed() -> None:
    path = next((ROOT / "games").rglob("holdem.gdl"))
    assert gamedsl.cards_of(gamedsl.load_rules(path)).data["needed"] == ["chips"]
    first, *_ = pages(printer(), evolve(box("holdem"), needed=("chips",)), USUAL)
    texts = [words.text for words in words_in(first.marks)]
    assert texts[texts.index("You also need") + 1] == "– chips"


def test_goods_have_counters_for_one_and_for_five() -> None:
    found = {piece.key[1]: (piece.copies, piece.face.mark) for piece in box("kiln_lane").tokens}
    assert (found["coins"], found["coins 5"]) == ((16, ""), (12, "5"))
    assert "people" not in found
    stored = {piece.key[1] for piece in box("hamlet").tokens if piece.key[0] == "field store"}
    assert stored == {"store Wood", "store Wood 5", "store Clay", "store Clay 5", "store Food", "store Food 5"}


def test_what_begins_with_two_or_more_has_as_many_counters() -> None:
    rules = deck("Ace 1 2").replace("shared:", "shared:\n    lone: 0..9 = 1\n    pair: 0..9 = 2\n    lots: 0..99 = 99")
    assert {piece.key: piece.copies for piece in made_box(rules).tokens} == {
        ("field pair", "pair"): 2,
        ("field lots", "lots"): 60,
    }


def test_what_is_scored_or_laid_has_no_counters() -> None:
    assert not [piece for piece in box("glory_islands").tokens if piece.key[0] == "field glory"]
    assert not [piece for piece in box("canal_country").tokens if piece.key[0] == "field boats"]


def test_places_without_a_board_and_cards_that_are_turned_are_printed() -> None:
    cards = {piece.key: piece for piece in box("gloriana").cards}
    taverns = [piece.face.title for key, piece in cards.items() if key[0] == "place tavern"]
    assert taverns == ["Lamb and Flag", "Mermaid", "Tabard", "Boar’s Head"]
    weather = cards["field weather", "weather"]
    assert weather.other is not None
    assert (weather.face.title, weather.other.title) == ("Weather: Sunny", "Weather: Rainy")
    forest = next(piece for piece in box("hamlet").cards if piece.key == ("place place", "Forest"))
    assert [(foot.name, foot.text) for foot in forest.face.feet] == [("Good", "Wood"), ("Grows", "2")]


def test_pieces_of_a_place_have_its_back_and_its_mark() -> None:
    horses = [piece for piece in box("gloriana").cards if piece.key == ("staff", "Horse")]
    assert [(piece.copies, piece.place, back_colour(piece)) for piece in horses] == [
        (5, "Red-backed cards", NAMED["red"]),
        (5, "Deck", PALETTE[1]),
    ]
    marked = [piece for piece in box("gloriana").cards if piece.mark]
    assert {(piece.mark, piece.copies) for piece in marked} == {("4+", 1)}
    assert "4+" in [words.text for words in words_in(front(printer(), marked[0], CARD, ""))]


def test_an_event_says_its_symbol_and_its_weather() -> None:
    hunting = next(piece for piece in box("gloriana").cards if piece.key == ("event", "Double.Hunting"))
    assert [(foot.name, foot.text) for foot in hunting.face.more] == [("Symbol", "Horse"), ("Shines when", "Sunny")]
    assert hunting.face.style.glyph == "♞"
    assert hunting.other is not None
    assert hunting.other.more == ()


def test_tables_of_the_rules_are_printed_once() -> None:
    sheet = box("glory_islands").score
    assert sheet is not None
    chart = sheet.tables[0]
    assert (chart.head, chart.rows[0]) == (("Spaces", "1st", "2nd", "3rd"), ("3", "4", "2", "0"))
    assert "guess" not in chart.note
    texts = [words.text for page in laid_out("gloriana") for words in words_in(page.marks)]
    assert texts.count("What events are worth") == 1


def test_a_score_that_grows_by_rounds_has_a_line_for_each() -> None:
    sheet = box("forecast").score
    assert sheet is not None
    assert [row.name for row in sheet.rows] == [f"Round {number}" for number in range(1, 9)]


def test_a_track_shows_its_direction() -> None:
    page = laid_out("glory_islands")[-1]
    texts = [words.text for words in words_in(page.marks)]
    assert "Marker: each player has a pawn here, which moves along the arrows. × is past its end." in texts
    track = next(board for board in box("glory_islands").boards if board.is_path)
    window = page.marks[0]
    arrows = [mark for mark in getattr(window, "marks", ()) if isinstance(mark, Shape)]
    assert len(arrows) == len(track.cells) - 1


def test_seats_without_a_person_are_grey() -> None:
    two = game("glory_islands", next(setup for setup in setups("glory_islands") if setup.players == 2))
    looks = Looks(two, look("glory_islands"))
    assert [looks.seat(seat) for seat in range(3)] == [NAMED["red"], NAMED["blue"], PALETTE[8]]


def test_a_cost_that_equals_the_value_stands_on_the_card() -> None:
    card = next(piece for piece in box("glory_islands").cards if piece.key == ("sailing", "Four.Red"))
    assert ("Cost", "4") in [(foot.name, foot.text) for foot in card.face.feet]


def test_letters_that_are_too_small_are_told() -> None:
    wishes = Wishes(PAPERS["a4"], "duplex")
    small = made_box(deck(f"{'Lord_' * 30}Mayor 1 5", "Priest 2 2"))
    (told,) = small_letters(printer(), small, wishes, sheets(small, wishes))
    assert told.startswith("cards: letters of less than 6 points")
    names = [f"{one * 150}r" for one in ("Lord_", "Dame_", "Abbess_", "Canon_", "Mayor_")]
    many = made_box(deck(*(f"{name} 1 5" for name in names)))
    (told,) = small_letters(printer(), many, wishes, sheets(many, wishes))
    assert told.endswith(" and 11 more)"), told
    assert small_letters(printer(), box("gloriana"), wishes, laid_out("gloriana")) == ()


def test_playing_cards_have_pips_and_courts_and_no_names() -> None:
    texts = {words.text for page in laid_out("hearts") for words in words_in(page.marks)}
    assert {"2", "10", "J", "Q", "K", "A"} <= texts
    assert not any("Clubs" in text for text in texts)


def test_number_words_are_named_as_people_name_them() -> None:
    islands = {words.text for page in laid_out("glory_islands") for words in words_in(page.marks)}
    assert {"Trey", "Four"} & islands == {"Trey"}


def test_a_back_of_a_place_has_its_colour_and_its_name() -> None:
    found = contents([game("gloriana", setups("gloriana")[0])], {"zone": {"red": {"back": "#112233"}}}, CARD)
    red = next(piece for piece in found.cards if piece.place == "Red")
    assert (back_colour(red), red.back) == ((17, 34, 51), "Red")


def test_the_back_of_the_first_page_lists_the_cards() -> None:
    """How many there are of each, which the cards say at their foot, too."""
    rules = gamedsl.load_rules("love_letter")
    reader = PdfReader(BytesIO(gamedsl.cards_of(rules).pdf))
    listed = reader.pages[1].extract_text()
    assert "Love Letter: the cards" in listed
    assert "1 · Guard" in listed
    assert "5 ×" in listed
    assert "5 of 16" in reader.pages[2].extract_text()


TRAYS = """game trays:
    players 2

component 3 boat in dock
component fruit:
    name   @dock
    Apple  2
    Pear   2
component 4 map in pile_of_maps
component card in row:
    name    cost  count
    Broker  2     2
    Singer  3     2

shared:
    dock: bag of boat or fruit
    pile_of_maps: pile of map, seen by nobody
    row: bag of card

each player:
    got: bag of card
    wants: bag of boat or fruit

each Broker in got:
    let rebate = 1

each Singer in got:
    let rebate = count(wants)

rounds up to 2:
    turns

phase turns, each player:
    choose c: one of row
    move c to got

score sum_of_all: rebate

ranking by highest total, ties shared
"""


def test_what_lies_open_and_has_nothing_to_read_is_a_token() -> None:
    printed = made_box(TRAYS)
    assert {piece.key[1] for piece in printed.tokens} >= {"boat", "Apple", "Pear"}
    assert {piece.component for piece in printed.cards} == {"map", "card"}


def test_a_card_without_a_sentence_says_what_it_does(tmp_path: Path) -> None:
    (tmp_path / "trays.gdl").write_text(TRAYS, encoding="utf-8")
    made = gamedsl.cards_of(gamedsl.load_rules(tmp_path / "trays.gdl"))
    said = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(made.pdf)).pages).split())
    assert "Adds 1 to your rebate." in said
    assert "Adds the number of pieces in your wants to your rebate." in said


def test_a_tile_is_a_token_a_lone_zero_is_printed_and_places_have_the_names_of_the_book() -> None:
    rules = deck("Ace 0 2", "Two 2 2").replace("shared:", TILES)
    found = made_box(rules)
    assert {piece.key[0] for piece in found.tokens} >= {"tile"}
    assert {piece.component for piece in found.cards} == {"card"}
    assert [piece.face.numeral for piece in found.cards] == [0, 2]
    owned = rules.replace("players 2\n", "players 2 to 3\n").replace(
        "    built:", "    keeper: player or none = none\n    built:"
    )
    assert [piece.key[1] for piece in made_box(owned).tokens if piece.key[0] == "field keeper"] == [
        "Player 1",
        "Player 2",
        "Player 3",
    ]
    (board,) = found.boards
    assert [name for name, _ in board.rows] == ["1", "2"]
    assert [name for name, _ in board.columns] == ["a", "b", "c"]
