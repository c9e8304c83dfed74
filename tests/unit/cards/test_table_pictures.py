"""Pictures in rulebooks: every game has one of its table, what is hidden lies face down, examples are drawn, and numbers of sections stay."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import gamedsl
from gamedsl.api.making.looks import names_for_people
from gamedsl.api.making.writing import book_of
from gamedsl.cards.boards import grounds_in
from gamedsl.cards.drawing.usual_ruler import UsualRuler
from gamedsl.cards.own_files import OwnFiles
from gamedsl.cards.table.book import icons_section, table_picture
from gamedsl.cards.table.picture import picture
from gamedsl.cards.table.position import Position
from gamedsl.json import JsonObject
from gamedsl.rulebook import html
from gamedsl.rulebook.model import Illustration, sections_in_order
from gamedsl_interpreter.wording.texts import Texts
from games.shipped import GAMES, game, setups
from share import few
from unit.cards.games import look

RULES = """\
game claims:
    "Claim fields."
    players 2

component 4 card in deck:
    name   worth
    Gold   1
    Silver 2
    Copper 3
    Iron   4

grid spot 2 by 3, columns a to c, rows from below

each spot:
    mark: player or none

shared:
    deck: bag of card, seen by nobody

each player:
    hand: bag of card, seen by owner
    points: 0..9 = 0

setup:
    each player:
        draw 1 from deck to hand

rounds up to 1:
    turns

phase turns, each player:
    choose place: one of spot where mark is none
    place.mark = me

ranking by highest points, ties shared

example claimed:
    "Ann claims."
    players Ann, Bob
    given:
        Ann.hand: Gold
        spot[1, 2].mark = Bob
    as Ann: turns
    Ann plays turns(place = spot[1, 1])
    then spot[1, 1].mark is Ann
"""
NONE = OwnFiles({}, {})
NOTHING = ("pig", "cant_stop")
"""Games of dice alone: nothing lies on the table when they begin."""


def drawn(name: str) -> Illustration | None:
    """The picture of the table of a shipped game."""
    known = game(name, setups(name)[0])
    return table_picture(known, look(name), grounds_in(known, look(name)), NONE)


@pytest.mark.parametrize("name", few(GAMES, 3, first=2))
def test_games_have_a_picture_that_is_well_formed_and_in_words_for_people(name: str) -> None:
    found = drawn(name)
    if name in NOTHING:
        assert found is None
        return
    assert found is not None
    tree = ElementTree.fromstring(f"<svg>{found.inside}</svg>")
    used = {one.attrib["href"].removeprefix("#") for one in tree.iter("use")}
    assert used == {symbol for symbol, _ in found.symbols}
    assert found.width <= 190
    assert found.height <= 260, "it fits on a page of A4"
    told = " ".join(found.told)
    assert told
    assert not re.search(r"[`_\[\]]|\bP1\b", told), told


def test_hands_lie_face_down_and_what_all_see_lies_open() -> None:
    found = drawn("hearts")
    assert found is not None
    assert next(one for one in found.told if "Hand" in one).endswith("Hand: 13 cards face down.")
    assert not re.search("Hearts|Spades|Queen", f"{found.told} {found.inside}")
    assert found.inside.count('<rect x="0" y="0" width="15.0" height="21.0"') == 4 * 13, "each back is drawn"
    board = drawn("chess")
    assert board is not None
    assert "e1: king of Player 1" in board.told[0]


def test_the_backs_in_a_place_are_those_that_the_look_file_gives_it() -> None:
    known = game("hearts", setups("hearts")[0])
    red: JsonObject = {"zone": {"hand": {"back": "#123456"}}}
    usual, own = (table_picture(known, style, {}, NONE) for style in ({}, red))
    assert usual is not None
    assert own is not None
    assert "#123456" not in usual.inside
    assert own.inside.count("#123456") == 4 * 13


def test_the_caption_says_what_is_over_already() -> None:
    found = {name: drawn(name) for name in ("gloriana", "cribbage", "chess")}
    captions = {name: "" if one is None else one.caption for name, one in found.items()}
    assert captions["gloriana"].startswith(
        "The table in the first round, after “Fill the taverns” and “Reveal the events”, with 3 players."
    )
    assert captions["cribbage"].startswith("The table in the first round, after “Deal”, with 2 players.")
    assert captions["chess"] == "The table after the set-up, with 2 players."


def test_no_die_is_rolled_before_the_picture_of_the_table() -> None:
    ludo = drawn("ludo")
    assert ludo is not None
    assert ludo.caption == "The table after the set-up, with 2 players."
    assert not any("pawn" in one for one in ludo.told if one.startswith("Square")), "no pawn has come in"


def test_routes_have_the_colour_of_their_owner() -> None:
    known = game("canal_country", setups("canal_country")[0])
    canals = [i for i, name in enumerate(Texts(known).fields) if name.endswith(".digger")]
    empty, taken = (
        str(picture(known, {}, grounds_in(known, {}), UsualRuler(), Position({}, {canals[0]: owner})).marks)
        for owner in (None, 0)
    )
    assert (empty.count("width=2.2"), taken.count("width=2.2")) == (0, 1)


def test_pieces_of_alike_colours_have_the_mark_of_their_seat_in_black_and_white() -> None:
    for name, times in (("quoridor", 2), ("chess", 1)):
        found = drawn(name)
        assert found is not None
        assert found.inside.count(">2</text>") == times, "the name of a row, and the mark on a pawn"
        assert found.inside.count(">3</text>") == 1


def test_examples_are_drawn_with_what_they_tell() -> None:
    rules = gamedsl.parse_rules(RULES)
    book = book_of(rules, "html")
    pictures = [
        (place.section.title, block)
        for place in sections_in_order(book.sections)
        for block in place.section.blocks
        if isinstance(block, Illustration)
    ]
    (_, start), (_, example) = pictures
    assert any("Ann has: Hand: Gold 1." in one for one in example.told), example.told
    assert not any("Bob has" in one or "Deck" in one for one in example.told), "the example says nothing of them"
    assert any("b2: Bob" in one for one in example.told), example.told
    assert "A ring is around a2." in example.told, "Ann claims it"
    assert example.caption == "Ring: what Ann chooses."
    assert any("Deck: 2 cards face down" in one for one in start.told), start.told
    assert "yours will look different" not in start.caption, "all that chance decides is hidden"
    written = html(book)
    assert written.count('<figure class="picture">') == 2
    assert 'role="img" aria-label="The table after the set-up, with 2 players."' in written


@pytest.mark.parametrize("name", few(GAMES, 3, first=2))
def test_icons_have_names_for_people(name: str) -> None:
    found = icons_section(game(name, setups(name)[0]), look(name), NONE)
    for block in found.blocks if found is not None else ():
        assert isinstance(block, Illustration)
        assert not any(one.startswith("Players") for one in block.told), (
            "the names of players are only those of a picture"
        )
        assert not re.search(r"[`_\[\]]", " ".join(block.told)), block.told


def test_icons_say_where_they_are_found() -> None:
    found = icons_section(game("hearts", setups("hearts")[0]), look("hearts"), NONE)
    assert found is not None
    (block,) = found.blocks
    assert isinstance(block, Illustration)
    assert block.told[0] == "Suit (on each card): Clubs, Diamonds, Spades, Hearts."
    goods = icons_section(game("hamlet", setups("hamlet")[0]), look("hamlet"), NONE)
    assert goods is not None
    told = [one.told[0] for one in goods.blocks if isinstance(one, Illustration)]
    assert told[0] == "Good (on each house and place): Wood, Clay, Food."
    assert told[1] == "Place (each with its spot): Stream, Pond, Fair, Mill lane.", "the forest has the drawing of wood"
    assert not any(one.startswith("House: Shed") for one in told), "a table has their names and numbers"
    assert icons_section(game("hex", setups("hex")[0]), look("hex"), NONE) is None, (
        "the colours of players are no icons"
    )


def test_one_group_of_icons_is_enough_for_one_player() -> None:
    drawings = RULES.replace("4 card", "10 card").replace("worth", "count").replace("players 2", "players 1")
    rules = gamedsl.parse_rules(drawings)
    assert icons_section(gamedsl.parse_rules(RULES).game(), {}, NONE) is None, "numbers and names are in a table"
    found = icons_section(rules.game(), {}, NONE)
    assert found is not None
    (block,) = found.blocks
    assert isinstance(block, Illustration)
    assert block.told == ("Card: Gold, Silver, Copper, Iron.",)


_LANDS = """\
game lands:
    "Settle."
    players 3

type land: wood, field
type house: hut, tower

grid spot 1 by 2, columns a to b, rows from below

each spot:
    ground: land = wood
    stands: house or none = hut
    owner: player or none

rounds up to 1:
    walking

phase walking, each player:
    choose n: one of 1..2

score won: 1

ranking by highest total, ties shared

example owned:
    players Ann, Bob, Cid
    given:
        spot[1, 1].owner = Bob
    as Ann: walking
    Ann plays walking(n = 1)
    then spot[1, 1].owner is Bob
"""


def test_the_picture_of_an_example_has_all_of_its_boards() -> None:
    book = book_of(gamedsl.parse_rules(_LANDS), "html")
    [found] = [
        block
        for place in sections_in_order(book.sections)
        for block in place.section.blocks
        if isinstance(block, Illustration) and block.caption == "Before Ann chooses."
    ]
    assert any("a1: Wood of Bob, Hut; b1: Wood, Hut" in one for one in found.told), found.told


def test_all_values_of_a_place_are_shown() -> None:
    game_of = gamedsl.parse_rules(_LANDS).game()
    found = table_picture(game_of, {}, grounds_in(game_of, {}), NONE)
    assert found is not None
    assert any("a1: Wood, Hut" in one for one in found.told), found.told


def test_pictures_change_no_number_of_a_section() -> None:
    rules = gamedsl.parse_rules(RULES)
    with_pictures, in_text = book_of(rules, "html"), book_of(rules, "markdown")
    before = [(place.label, place.section.title) for place in sections_in_order(in_text.sections)]
    after = [(place.label, place.section.title) for place in sections_in_order(with_pictures.sections)]
    assert [one for one in after if one in before] == before


def test_markdown_has_pictures_in_letters() -> None:
    text = gamedsl.rulebook_of(gamedsl.parse_rules(_LANDS))
    table, example, *_ = text.split("```text\n")[1:]
    assert "1  W" in table
    assert "X Ann" in example or "Hut" in example, example
    cards = gamedsl.rulebook_of(gamedsl.parse_rules(RULES)).split("```text\n")[1].partition("```")[0]
    assert "Bob" in cards
    assert "Gold" not in cards, "what nobody sees is not drawn"


def test_figures_that_an_example_does_not_mention_stand_in_its_picture() -> None:
    told = gamedsl.rulebook_of(gamedsl.parse_rules(_TRACKS)).split("```text\n")[-1].partition("```")[0]
    assert "Here: Bob" in told
    assert "There: Ann" in told
    assert "1 place is empty" in told


_TRACKS = """\
game tracks:
    players 2

graph land by dike:
    Coast: Here There Yonder

each player:
    spot: land = Here

rounds up to 1:
    walking

phase walking, each player:
    choose goal: one of neighbours(spot)
    spot = goal

score won: 1

ranking by highest total, ties shared

example a_walk:
    players Ann, Bob
    given:
        Ann.spot = There
    as Ann: walking
    Ann plays walking(goal = Yonder)
    then Ann.spot is Yonder
"""


def test_two_figures_on_one_place_belong_to_nobody_else() -> None:
    lines = gamedsl.rulebook_of(gamedsl.load_rules("pack_road")).splitlines()
    assert any("  Elmstow XO " in line for line in lines)
    assert "   X Ann, O Bob" in lines


def pictured(name: str) -> dict[str, Illustration]:
    """The pictures of the examples of a shipped game, by the titles of their sections."""
    book = book_of(gamedsl.load_rules(name), "html")
    return {
        place.section.title: block
        for place in sections_in_order(book.sections)
        for block in place.section.blocks
        if isinstance(block, Illustration) and place.label.startswith("6.")
    }


def test_a_board_on_which_all_belongs_to_players_is_drawn_for_each_of_them() -> None:
    found = drawn("shire_quilt")
    assert found is not None
    assert [one for one in found.told if "empty" in one] == ["Shire: Player 1: empty.", "Shire: Player 2: empty."]
    laying = pictured("shire_quilt")["Laying"]
    assert "A ring is around b1." in laying.told
    assert "A cross is on c3." in laying.told
    assert not any("Bob" in one for one in laying.told), "his board is empty"


def test_figures_and_owners_of_roads_bring_the_board_into_the_picture_of_an_example() -> None:
    found = pictured("pack_road")
    assert any("Elmstow: Ann" in one for one in found["A cheap way"].told)
    assert "A cross is on Bridge Road." in found["Stone by stone"].told
    assert found["A cheap way"].height < 100


def _example_pictures(name: str) -> list[Illustration]:
    book = book_of(gamedsl.load_rules(name), "html")
    examples = next(one for one in book.sections if one.title == "Worked examples")
    return [block for part in examples.parts for block in part.blocks if isinstance(block, Illustration)]


def test_captions_of_examples_say_whose_choice_is_marked_and_nothing_where_nobody_chooses() -> None:
    assert [one.caption for one in _example_pictures("branch_lines")] == [
        "",
        "",
        "Ring: what Ann chooses. Cross: what may not be chosen.",
    ]


def test_no_piece_covers_the_name_of_a_round_place() -> None:
    picture = _example_pictures("nine_mens_morris")[0]
    tree = ElementTree.fromstring(f"<svg>{picture.inside}</svg>")
    places = [one for one in tree.iter("circle") if one.attrib["fill"] == "#ffffff" and float(one.attrib["r"]) > 6]
    men = [
        one
        for one in tree.iter("circle")
        if one.attrib["fill"] not in ("#ffffff", "none") and float(one.attrib["r"]) > 3
    ]
    names = [one for one in tree.iter("text") if re.fullmatch("[a-g][1-7]", one.text or "")]
    assert len(places) == len(names) == 24
    assert len(men) >= 7
    for name in names:
        x, y = float(name.attrib["x"]), float(name.attrib["y"])
        near = [one for one in men if abs(float(one.attrib["cx"]) - x) < 1 and abs(float(one.attrib["cy"]) - y) < 8]
        assert all(float(one.attrib["cy"]) - float(one.attrib["r"]) > y - 0.5 for one in near), name.text


def test_what_is_not_on_a_board_stands_beside_it_where_there_is_room() -> None:
    found = drawn("nine_mens_morris")
    assert found is not None
    assert found.width > 130
    assert found.height < 125, "the board alone"


def test_a_piece_that_is_wider_than_high_lies_on_the_table_as_its_layout_draws_it() -> None:
    found = drawn("shire_quilt")
    assert found is not None
    assert found.inside.count('width="30.0" height="15.0"') >= 2, "each strip on offer"
    assert not re.search(r'width="15.0" height="21.0"', found.inside), "no strip is a card"


def test_a_board_alone_may_be_as_small_as_in_an_example_and_cards_may_not() -> None:
    least = {}
    for name in ("quoridor", "lost_cities"):
        sections = book_of(gamedsl.load_rules(name), "pdf").sections
        blocks = (block for place in sections_in_order(sections) for block in place.section.blocks)
        table = next(one for one in blocks if isinstance(one, Illustration) and one.is_alone)
        least[name] = table.least
    assert least["quoridor"] < least["lost_cities"]


def test_a_place_with_only_a_number_has_the_name_of_its_board() -> None:
    assert names_for_people(game("kalah", setups("kalah")[0]), look("kalah"))["pit[1]"] == "Pit 1"
