"""The parts that only a printed book has: the list of the box, a round by the names of its parts, what a variant changes, options, seats and notes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.rulebook import labels_of, markdown, rulebook, with_labels
from gamedsl.source import Source
from unit.rulebook.books import GAMES, VARIANTS, parsed_of

MARKET = """game market:
    "Sell what you grow. You need a purse for each player; and a bell."
    players 2

component 4 coin in bank: 1..4

component card in deck:
    "Each is worth its number."
    name  count
    Ace   8
    Two   2

grid field 3 by 4

shared:
    bank: bag of coin
    deck: pile of card, seen by nobody

each player:
    points: 0..99 = 0

setup:
    "Put the coins into the bank and shuffle the cards."
    shuffle deck

rounds up to 3:
    morning
    turns

phase morning: "The sun rises."
    shuffle deck

phase turns, each player:
    "Clockwise, each player sells or waits."
    choose one:
        sell
        wait

action sell:
    "Sell a thing."
    points += 2

action wait:
    "Do nothing."
    points += 1

score gain: points  "You score your points."
ranking by highest total, ties shared
"""


def _said(text: str) -> str:
    return markdown(rulebook(parsed_of(Source("made.gdl", text), Path.cwd()), "printed"))


def _book(name: str) -> str:
    path = next(path for path in (*GAMES, *VARIANTS) if path.stem == name)
    return markdown(rulebook(parsed_of(Source(path.name, path.read_text("utf-8")), path.parent), "printed"))


def test_the_box_is_one_list_with_numbers_and_what_the_rules_say_is_needed() -> None:
    said = _said(MARKET)
    assert "* 4 coins.\n* 10 cards.\n* A board of 3 by 4 fields.\n* A purse for each player.\n* A bell.\n" in said
    assert "You need a purse" not in said
    assert "2.2 Field" not in said, "the picture of the table shows an empty board"


LAMPS = """game lamps:
    "Keep the lamps burning."
    players 2

type lamp: North, East, South
type boat: Skiff, Ship, Raft

grid sea 3 by 3

each player:
    at: lamp = North
    mood: boat = Skiff
    wet: flag = no

shared:
    oil[lamp]: 0..9 = 4

setup:
    for l in lamp: oil[l] = 7

let reach_of(b: boat, s: sea) = match b:
    Skiff: near(s)
    Ship: along(s, N) + along(s, S)
    Raft: []

let near(s: sea) = neighbours(s)  "One space on."
let along(s: sea, d: direction) = ray(s, d)

rounds up to 3:
    turns

phase turns, each player where not wet:
    "Row to a lamp, or sail."
    choose goal: one of lamp where it is not at
    at = goal
    wet = oil[goal] > 8
    choose target: one of reach_of(mood, sea[2, 2]) where it.row > 1 or it.row < 3

ranking by highest mood is Ship
"""


def test_players_stand_at_words_that_are_places() -> None:
    said = _said(LAMPS)
    assert "* A board, or a place on the table, for each lamp.\n* A figure for each player.\n" in said
    assert "All figures start at North." in said
    assert "each boat" not in said


def test_words_that_players_begin_with_and_flags_that_let_them_act_are_told() -> None:
    said = _said(LAMPS)
    assert "* A marker for each player’s mood.\n" in said
    assert "Each player’s mood is Skiff at first." in said
    assert "begins at 4" not in said, "the set-up gives another number for each lamp"
    assert "Only players who are not wet do this." in said
    assert "Only players" not in _said(LAMPS.replace("Row to a lamp,", "Whoever gets wet is out. Row to a lamp,"))


def test_cases_that_players_choose_from_are_told_by_the_formulas_behind_them() -> None:
    table = "| boat | what may be chosen |\n|---|---|\n| Skiff | One space on. |\n| Ship | Along (*N*); Along (*S*) |\n"
    assert table in _said(LAMPS)
    sentence = "Row to a lamp. A skiff, a ship and a raft go as you know."
    assert "what may be chosen" not in _said(LAMPS.replace("Row to a lamp, or sail.", sentence))


def test_what_the_set_up_names_is_not_told_again() -> None:
    said = _said(MARKET)
    assert "1. Put the coins into the bank and shuffle the cards." in said
    assert "form the deck" not in said
    assert "form the deck" in _said(MARKET.replace(" and shuffle the cards", ""))


def test_a_round_is_the_names_of_its_parts_and_of_what_can_be_done() -> None:
    said = _said(MARKET)
    assert "**A round in short:**\n\n1. Morning\n2. Turns\n" in said.partition("## 2 ")[0]
    assert "   * Sell\n   * Wait\n" in said


def test_the_first_page_says_what_wins_and_when_the_match_ends() -> None:
    first = _said(MARKET).partition("## 2 ")[0]
    assert "**Players:** " in first
    assert "**Goal:** The player with the most points wins. The match ends after 3 rounds.\n" in first
    all_win = MARKET.replace("ranking by", 'all win otherwise "The sun has set, and all have won."\nranking by')
    together = _said(all_win).partition("## 2 ")[0]
    assert "**Goal:** All win together, or all lose.\n\n* The sun has set, and all have won.\n" in together


def test_the_goal_is_what_the_game_itself_says_of_winning() -> None:
    first = _said(MARKET.replace("Sell what you grow.", "Sell things. Whoever first has 20 points wins.")).partition(
        "## 2 "
    )[0]
    assert "\nSell things.\n" in first
    assert "**Goal:** Whoever first has 20 points wins.\n" in first


def test_a_variant_says_on_its_first_page_what_was_and_what_is() -> None:
    first = _book("frugal_court").partition("## 2 ")[0]
    assert first.startswith("# Frugal Court\n")
    assert "| The value of an event by its size: 7 | 28 | 26 |" in first
    assert "| Musicians in the deck | 7 | 6 |" in first


def test_readings_stand_on_the_last_page_and_not_in_the_text() -> None:
    text, _, notes = _book("gloriana").partition(" Notes\n")
    assert "°" not in text
    assert "You need not add it." not in notes, "it stands in the text of its section"
    assert "stands in the text of these sections: " in notes
    assert "is a guess" in notes
    changed = _book("frugal_court").partition(" Notes\n")[2]
    assert "how many of each symbol there are is a guess" not in changed, "the variant says how many"


@pytest.mark.parametrize("game", ["gloriana", "glory_islands"])
def test_books_of_told_games_have_no_chapter_of_formulas_or_of_refusals(game: str) -> None:
    said = _book(game)
    assert "In detail" not in said
    assert "not allowed" not in said


def test_options_come_behind_the_seats_that_they_change() -> None:
    said = _book("glory_islands")
    assert said.index("## 6 Morgan") < said.index("## 7 Options")
    assert "Play with this only if all agree." in said
    assert "the first possible" not in said


COUNTED = (
    MARKET.replace("bank: bag of coin", 'bank: bag of coin "The coins of all."')
    .replace(
        "grid field 3 by 4",
        """type goods:
    "What is sold."
    name    place  price
    Apples  1      3
    Bread   2      5

table prices from 1: 1 3 6  "By number of players, what a thing is sold for."

grid field 3 by 4""",
    )
    .replace(
        """action sell:
    "Sell a thing."
    points += 2
""",
        """action sell:
    "Sell a thing for points."
    points += prices[count(players)]
    let fame = cheers
    pay
    pay_more

rule pay:
    "The buyers applaud, and you get a point."
    points += 1

rule pay_more:
    "The buyers may bring you one more point, as long as you like."
    choose more: one of 1..2, ask "How much more?"
    points += more

let cheers = sum(p.points for p in players)  "All points of all players."
""",
    )
)


def test_words_stand_with_the_pieces_and_places_at_the_picture_of_the_set_up() -> None:
    said = _said(COUNTED)
    assert "Words of the game" not in said
    assert "## 3 Set-up" in said
    assert "\n### 3.1 In the middle, for all\n\n*Bank*: the coins of all.\n\n## 4" in said
    assert "| name | price |\n|---|---|\n| Apples | 3 |" in said, "the first column only numbers the rows"


def test_what_is_counted_stands_where_it_is_used_first() -> None:
    said = _said(COUNTED)
    assert "How things are counted" not in said
    sell = said.partition("4.2.1 Sell\n")[2].partition("\n#")[0]
    assert "*Prices*: by number of players, what a thing is sold for." in sell
    assert "| players | 1 | 2 | 3 |" in sell


def test_a_rule_of_a_sentence_that_nobody_chooses_stands_with_what_leads_to_it() -> None:
    said = _said(COUNTED)
    sell = said.partition("4.2.1 Sell\n")[2].partition("\n#")[0]
    assert "The buyers applaud, and you get a point." in sell
    assert " Pay\n" not in said
    assert " Pay more\n" in said, "somebody chooses there"


def test_a_number_that_is_no_amount_is_told_in_the_set_up() -> None:
    said = _said(MARKET.replace("    points: 0..99 = 0", "    points: 0..99 = 0\n    purse: 0..99 = 20"))
    assert "Each player’s purse begins at 20." in said


WALK = """game walk:
    "Bring your pawn across."
    players 2

grid square 3 by 3 by gate, columns a to c, rows from below
grid knot 2 by 2

each knot:
    closed = no

each player:
    pawn: square = square[3, 2] if number is 1 else square[1, 2]
    walls: 0..5 = 5

rounds up to 9:
    turns

phase turns, each player:
    "In your turn, build a wall."
    build

action build:
    "Set a wall at a knot. It costs a wall."
    require paid: walls > 1 "You cannot pay for it."
    require free: walls > 2 "The well is empty."
    choose middle: one of knot where not closed
    middle.closed = yes
    walls -= 1

ranking by highest walls, ties shared
"""


def test_figures_are_called_as_the_sentences_call_them_and_the_set_up_says_where_both_stand() -> None:
    said = _said(WALK)
    assert "* A pawn for each player.\n" in said
    assert "One of the pawns starts on b1, the other on b3." in said
    assert "All pawns start on b1." in _said(WALK.replace(" if number is 1 else square[1, 2]", ""))
    assert "* A figure for each player.\n" in _said(WALK.replace("Bring your pawn", "Go"))


def test_the_set_up_does_not_tell_again_where_figures_start() -> None:
    town = WALK.replace("grid knot", "graph town:\n    Ash to Brook\n    Brook to Cray\n\ngrid knot").replace(
        "pawn: square = square[3, 2] if number is 1 else square[1, 2]", "spot: town = Brook"
    )
    assert "All figures start in Brook." in _said(town)
    told = town.replace(
        "rounds up to", 'setup: "Each has five walls, and a cart, which is empty, in Brook."\n\nrounds up to'
    )
    assert "All figures start" not in _said(told)


def test_the_corners_of_squares_are_no_board_of_their_own() -> None:
    said = _said(WALK)
    assert "* A board of 3 by 3 squares.\n" in said
    assert "knots" not in said.partition("## 3 ")[0]
    assert "* A board of 2 by 2 knots.\n" in _said(WALK.replace(" by gate", ""))


def test_a_row_is_called_by_the_name_of_all_of_it_unless_piles_lie_on_its_places() -> None:
    home = WALK.replace("grid knot", "row home_lane 4, each player\ncomponent stone 5\n\ngrid knot")
    slots = home.replace("each knot:", "each home_lane:\n    stone: slot of stone\n\neach knot:")
    assert "* A home lane of 4 places for each player.\n" in _said(slots)
    assert "* A board with a row of 4 home lanes for each player.\n" in _said(slots.replace("slot of", "pile of"))


def test_a_refusal_that_says_nothing_more_is_left_out() -> None:
    said = _said(WALK)
    assert "Not possible if the well is empty." in said, "the price is told"


def test_a_heading_beside_a_number_is_a_word_of_sentences() -> None:
    book = rulebook(parsed_of(Source("made.gdl", WALK), Path.cwd()), "printed")
    said = markdown(with_labels(book, labels_of('[field.walls]\nlabel = "Stones left"\n')))
    assert "Each player begins with 5 stones." in said


def test_who_wins_is_told_with_points_as_on_the_first_page() -> None:
    said = _said(MARKET)
    assert "The player with the most points wins." in said.rpartition("## ")[2]
    assert "highest total" not in said


def test_a_stock_of_what_stands_on_the_board_is_told_once_with_its_colours() -> None:
    flags = WALK.replace("    closed = no", "    closed = no\n    wall: player or none = none")
    said = _said(flags).partition("## 3 ")[0]
    assert "* 5 walls in a colour for each player.\n" in said
    assert "alls in a colour" not in said.replace("5 walls in a colour", "")
    assert "* 5 walls for each player.\n" in _said(WALK)


def test_a_single_name_needs_no_table() -> None:
    one = MARKET.replace(
        'gain: points  "You score your points."', 'gain: points + 1  "You score a point for each thing sold."'
    )
    said = _said(one)
    assert "*Gain*: you score a point for each thing sold." in said
    assert "what it is worth" not in said
    more = _said(one.replace("ranking by", 'score rest: 0 - points  "You pay a point for each."\nranking by'))
    assert "| *gain* | You score a point for each thing sold. |" in more


def test_numbers_below_zero_have_a_minus() -> None:
    cards = MARKET.replace(
        "name  count\n    Ace   8\n    Two   2", "name  pay  count\n    Ace   -1   8\n    Two   2    2"
    )
    assert "| Ace | −1 | 8 |" in _said(cards)


def test_a_block_with_only_a_sentence_has_nothing() -> None:
    told = MARKET.replace(
        "shared:", 'each field:\n    "Each field is bare in winter."\n    ripe = no, not shown\n\nshared:', 1
    )
    said = _said(told)
    assert "Each field\n\nEach field is bare in winter." in said


def test_numbers_of_pieces_stand_in_one_column_where_each_begins_in_one_place() -> None:
    spells = _book("spell_kitchen")
    assert "| name | cost | sparks | points | count | what it does |" in spells
    assert "| Ember | – | 1 | 0 | 24 | – |" in spells
    assert "| Flame | 3 | 2 | 0 | 12 | – |" in spells
