"""What a picture of the table shows of a position, and how its parts are put together."""

from __future__ import annotations

import re
from collections.abc import Mapping

import gamedsl
from gamedsl.cards.boards import grounds_in
from gamedsl.cards.drawing import marks as marked
from gamedsl.cards.drawing.fitting import Area
from gamedsl.cards.drawing.marks import At, Circle, Mark
from gamedsl.cards.drawing.usual_ruler import UsualRuler
from gamedsl.cards.faces import Looks
from gamedsl.cards.table.blocks import Block, beside
from gamedsl.cards.table.icons import icons
from gamedsl.cards.table.picture import picture
from gamedsl.cards.table.pieces import piece, small_feet
from gamedsl.cards.table.position import Lying, Position, position_of
from gamedsl.cards.table.scene import Drawn, Man, Scene, Words, scene_of
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import KindId, Value
from gamedsl.json import JsonObject
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.wording.texts import Texts
from games.shipped import game, setups

RULES = """\
game yard:
    "Much lies on the table."
    players 3

component 9 crate in heap:
    name  worth count
    Red   1     2
    Blue  2     3
    Green 3     4

grid spot 2 by 2 by fence

each spot:
    stack: pile of crate
    height: 0..9 = 0

each fence:
    wall = no

shared:
    heap: bag of crate
    tower: pile of crate
    tally: 0..9 = 0
    steps: 0..9 = 3, each turn

each player:
    place: 0..20 = 0
    secret: 0..9 = 1, seen by owner

rounds up to 1:
    turns

phase turns, each player:
    choose n: one of 1..2
    place = n

score won: place

ranking by highest total, ties shared
"""
GAME = gamedsl.parse_rules(RULES).game()
RED, BLUE, GREEN = KindId(0), KindId(1), KindId(2)
TEXTS = Texts(GAME)


def position(zones: Mapping[str, Lying], fields: Mapping[str, Value]) -> Position:
    return Position(
        {list(TEXTS.zones).index(name): one for name, one in zones.items()},
        {list(TEXTS.fields).index(name): one for name, one in fields.items()},
    )


def scene(shown: Position, look: JsonObject) -> Scene:
    return scene_of(GAME, Looks(GAME, look), look, shown)


def drawn(shown: Position, look: JsonObject) -> Block:
    return picture(GAME, look, grounds_in(GAME, look), UsualRuler(), shown)


def told(shown: Position, look: JsonObject) -> str:
    return " ".join(drawn(shown, look).told)


def texts(marks: tuple[Mark, ...]) -> str:
    return str(marks)


def test_the_top_of_a_pile_is_told_and_seen() -> None:
    pile = Lying(((RED, 1), (GREEN, 1)), 2)
    shown = position({"tower": pile, "spot[1, 1].stack": pile}, {})
    said = told(shown, {})
    assert "Tower: 2 crates, on top Green 3." in said
    assert "a1: a pile of 2, on top Green 3" in said
    alike = Lying(((RED, 1), (RED, 1)), 2)
    assert "a1: 2× Red 1" in told(position({"spot[1, 1].stack": alike}, {}), {})
    inside = texts(drawn(position({"tower": pile}, {}), {}).marks)
    assert "'Green'" in inside
    assert "'Red'" not in inside


def test_pieces_are_counted() -> None:
    inside = texts(drawn(position({"heap": Lying(((RED, 1), (BLUE, 3)), 4)}, {}), {}).marks)
    assert "'×3'" in inside
    assert "'×1'" not in inside


def test_what_says_nothing_is_left_out() -> None:
    fields: dict[str, Value] = {"tally": 0, "steps": 3, "spot[1, 1].height": 0, "spot[1, 2].height": 4}
    found = scene(position({"heap": Lying((), 0)}, fields), {})
    assert not found.zones
    assert not found.notes
    assert [things for things in found.places[0, None].values() if things] == [found.places[0, None][1]]
    busy = scene(position({}, {"tally": 2, "steps": 2}), {})
    assert [note.spec.name for note in busy.notes[None]] == ["tally", "steps"]


def test_what_stays_in_the_box_is_not_on_the_table() -> None:
    boxed = gamedsl.parse_rules(RULES.replace("in heap:", "in box:")).game()
    engine = ReferenceEngine(boxed)
    shown = position_of(engine, engine.initial(1))
    assert shown.zones[list(Texts(boxed).zones).index("box")].count == 9
    assert not scene_of(boxed, Looks(boxed, {}), {}, shown).zones


def test_a_look_file_hides_zones_and_fields() -> None:
    shown = position({"heap": Lying(((RED, 1),), 1)}, {"tally": 2})
    hidden = scene(shown, {"zone": {"heap": {"role": "hide"}}, "field": {"tally": {"hide": True}}})
    assert not hidden.zones
    assert not hidden.notes


def test_walls_stand_on_edges_and_runners_on_the_board_of_their_number() -> None:
    wall = next(name for name in TEXTS.fields if name.endswith(".wall"))
    found = scene(position({}, {wall: True, "P2.place": 6}), {"field": {"place": {"board": "spot"}}})
    assert list(found.edges.values()) == [None]
    assert [one for one in found.places[0, None].values() if one] == [found.places[0, None][2]], "6 on 4 places"


def test_what_only_its_owner_sees_is_not_shown() -> None:
    engine = ReferenceEngine(GAME)
    number = list(TEXTS.fields).index("P1.secret")
    assert number not in position_of(engine, engine.initial(1)).fields
    assert number in position_of(engine, engine.initial(1), open_fields=(number,)).fields


def test_blocks_of_a_row_stand_one_after_the_other() -> None:
    block = Block(10, 5, (Circle(5, 2.5, 2.5, (0, 0, 0)),))
    row = beside([block, block, block], 2, 25)
    assert (row.width, row.height) == (22, 12)
    first, second = row.marks
    assert isinstance(first, At)
    assert isinstance(second, At)
    assert [one.right for one in first.marks if isinstance(one, At)] == [0, 12]
    assert (first.down, second.down) == (0, 7)


def test_cards_with_ranks_are_no_icons() -> None:
    hearts = game("hearts", setups("hearts")[0])
    assert not any("Queen" in one for one in told_by_icons(hearts, {}))


def told_by_icons(of: Game, look: JsonObject) -> list[str]:
    """Returns what the icons of a game say."""
    return [told for group in icons(of, look, UsualRuler()) for told in group.told]


def on_place(name: str, family: str, count: int) -> str:
    """The marks of a game with equal pieces on one place."""
    known = game(name, setups(name)[0])
    zones = [i for i, zone in enumerate(Texts(known).zones) if zone.startswith(family)]
    shown = Position({zones[0]: Lying(((KindId(0), count),), count)}, {}) if count else Position({}, {})
    return str(picture(known, {}, grounds_in(known, {}), UsualRuler(), shown).marks)


def test_long_columns_have_their_number() -> None:
    empty, few, many = (on_place("backgammon", "point[", count) for count in (0, 5, 8))
    assert many.count("Circle(") == few.count("Circle(") > empty.count("Circle(")
    assert "'×8'" in many
    assert "'×5'" not in few


def test_many_seeds_are_some_dots_and_their_number() -> None:
    empty, many, more = (on_place("kalah", "pit[", count) for count in (0, 12, 30))
    assert many.count("Circle(") == more.count("Circle(") > empty.count("Circle(")
    assert "'30'" in more


def test_discs_of_the_second_of_two_have_a_ring() -> None:
    known = game("hex", setups("hex")[0])
    places = [i for i, name in enumerate(Texts(known).fields) if name.startswith("cell[")]
    found = [
        str(picture(known, {}, grounds_in(known, {}), UsualRuler(), Position({}, {places[0]: owner})).marks)
        for owner in (None, 0, 1)
    ]
    empty, first, second = (one.count("Circle(") for one in found)
    assert (first - empty, second - empty) == (1, 2)


MOOR = """\
game moor:
    "A dog guards."
    players 2

type hue: Red, Blue

grid spot 2 by 2

each hue:
    peg: spot = spot[2, 2]

shared:
    dog: spot = spot[1, 2]

each player:
    stand: spot = spot[2, 1]
    lap: 0..9 = 1

rounds up to 1:
    turns

phase turns, each player: choose n: one of 1..2

ranking by highest lap, ties shared
"""


def test_what_belongs_to_nobody_stands_on_its_place_and_only_a_runner_is_a_ship() -> None:
    made = gamedsl.parse_rules(MOOR).game()
    engine = ReferenceEngine(made)
    look: JsonObject = {"field": {"stand": {"board": "spot"}, "lap": {"board": "spot"}}}
    places = scene_of(made, Looks(made, look), look, position_of(engine, engine.initial(1))).places[0, None]
    men = {
        at: [(one.style.symbol, one.style.word, one.seat) for one in things if isinstance(one, Man)]
        for at, things in places.items()
    }
    assert men[1][0] == ("i-paw", "Dog", None)
    assert men.get(3, []) == [], "what each value of a type has is no piece"
    assert men[2] == [("pawn", "", 0), ("pawn", "", 1)]
    assert [symbol for symbol, _, seat in men[1] if seat is not None] == ["i-ship", "i-ship"]


SPELLS = """\
game spells:
    "Buy spells."
    players 2

component 5 spell in deck:
    name   sparks  cost  points  count
    Flame  7       3     0       1
    Ash    5       0     -1      1
    Book   6       4     2       3

shared:
    deck: bag of spell

rounds up to 1:
    turns

phase turns, each player:
    choose taken: one of deck
    move taken to deck

score books: count(deck)

ranking by highest books, ties shared
"""


def test_a_card_explains_its_numbers_and_each_has_its_place() -> None:
    known = gamedsl.parse_rules(SPELLS)
    looks = Looks(known.game(), {})
    places = [[foot and foot.text for foot in small_feet(looks.kind(KindId(kind)))] for kind in range(3)]
    assert places == [["3", None], [None, "-1"], ["4", "2"]]
    said = told_by_icons(known.game(), {})
    assert said[-1] == "Spell (what its numbers are, from the top, then from the left): sparks, cost, points."


def test_the_number_of_equal_cards_covers_no_number_on_them() -> None:
    known = gamedsl.parse_rules(SPELLS).game()
    marks = str(
        picture(known, {}, grounds_in(known, {}), UsualRuler(), Position({0: Lying(((KindId(2), 3),), 3)}, {})).marks
    )
    tops = {said: float(y) for y, said in re.findall(r"Words\(x=[\d.]+, y=([\d.]+), text='(×3|2)'", marks)}
    assert tops["×3"] < tops["2"] - 3


FIRES: JsonObject = {
    "field": {
        "height": {
            "drawings": ["", "Fire", "Fire Fire"],
            "colors": ["", "#e07b00", "#c22a10"],
            "words": ["", "a fire", "a large fire"],
        }
    }
}


def test_numbers_of_places_are_drawn_as_the_look_file_says() -> None:
    shown = position(
        {}, {"spot[1, 1].height": 0, "spot[1, 2].height": 1, "spot[2, 1].height": 2, "spot[2, 2].height": 3}
    )
    places = scene(shown, FIRES).places[0, None]
    drawn = {at: [one for one in things if isinstance(one, Drawn)] for at, things in places.items()}
    words = Words(GAME, Looks(GAME, FIRES))
    found = {
        at: [([style.symbol for style in one.styles], words.thing(one)) for one in things]
        for at, things in drawn.items()
        if things
    }
    assert found == {1: [(["i-flame"], "a fire")], 2: [(["i-flame", "i-flame"], "a large fire")]}
    marks = str(picture(GAME, FIRES, grounds_in(GAME, FIRES), UsualRuler(), shown).marks)
    assert marks.count("i-flame") == 3
    assert "Height (on each spot): a fire, a large fire." in told_by_icons(GAME, FIRES)


RANKS = """\
game ranks:
    "Take the other king."
    players 2

type rank: King, Tower, Horse

grid square 2 by 2

each square:
    side: player or none
    rank: rank or none

rounds up to 1:
    turns

phase turns, each player: choose n: one of 1..2

ranking by highest number, ties shared
"""


def test_icons_of_pieces_in_the_colours_of_players_have_no_colour_of_their_own() -> None:
    def colours(text: str) -> set[str]:
        made = gamedsl.parse_rules(text).game()
        ranks = next(one for one in icons(made, {}, UsualRuler()) if one.told[0].startswith("Rank"))
        return set(re.findall(r"Sign\([^)]*?colour=(\([^)]*\))", str(ranks.marks)))

    assert len(colours(RANKS)) == 1
    assert len(colours(RANKS.replace("    side: player or none\n", ""))) == 3


def test_a_word_on_a_small_card_stands_above_the_emblem_and_not_below_it() -> None:
    looks = Looks(game("pack_road", setups("pack_road")[0]), {})
    order = next(face for kind in range(40) if (face := looks.kind(KindId(kind))).title == "Fishmonger")
    marks = list(piece(UsualRuler(), order, Area(0, 0, 16, 22)))
    [goal] = [one for one in marks if isinstance(one, marked.Words) and one.text == "Cray"]
    assert goal.y <= min(one.y for one in marks if isinstance(one, marked.Sign))
