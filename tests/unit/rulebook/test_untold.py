"""A printed book tells what the rules do and no sentence of them says, once, and where it is needed."""

from __future__ import annotations

import pytest

from gamedsl.rulebook.model import Paragraph, Section, plain, sections_in_order, texts
from unit.rulebook.books import book_of_text

MADE = """game made:
    players 2 to 4

type good: Clay, Peat

component card in deck:
    name  count
    Ace   8

grid meadow 3 by 3

shared:
    deck: pile of card, seen by nobody
    leader: player = players[1]
    hints: 0..8 = 8
    stake: 0..4 = 2, each round
    noise: 0..4 = 0, each round
    odds[good]: 1..6 = 6
    stalls: 0..9 = 2
    drowned: 0..9 = 0

each meadow:
    sheep: 0..9 = 1

each good:
    price: 1..5 = 3

each player:
    hand: bag of card, seen by owner
    spot: meadow = meadow[1, 1]
    purse: 0..99 = 20
    coins: 0..99 = 0
    oxen: 0..3 = 3, each round
    store[good]: 0..9 = 0
    earned: 0..99 = 0
    wasted: 0..9 = 0

setup:
    "Shuffle the cards."
    shuffle deck
    stalls = 4

rounds up to 3:
    turns
    sale
    fair

phase turns, each player from leader:
    "Walk to a meadow beside yours."
    choose goal: one of neighbours(spot)
    spot = goal
    draw up to 1 from deck to hand

phase sale, each player from leader where purse > 2:
    "Whoever has more than two in the purse may sell a good: the price falls by one, and more players may buy it."
    may choose sold: one of good
    sold.price = max(1, sold.price - 1)

phase fair:
    "All pay for the fair from the purse."
    for p in players: p.purse = max(0, p.purse - 3)
    leader = left(leader)

ranking by highest purse then highest coins, ties shared  "The player with the fullest purse has the highest rank."

example cheap:
    "Who has less than three pays what there is."
    players Ann, Bob
    given:
        Ann.purse = 2
    fair
    then Ann.purse is 0
"""


def _said(text: str, title: str) -> str:
    told = next(
        one.section for one in sections_in_order(book_of_text(text, "printed").sections) if one.section.title == title
    )
    return _texts(told)


def _whole(text: str) -> str:
    return " ".join(_texts(one.section) for one in sections_in_order(book_of_text(text, "printed").sections))


def _texts(section: Section) -> str:
    return " ".join(map(plain, texts(section)))


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("Set-up", "Each player’s purse begins at 20."),
        ("Set-up", "There are 8 hints."),
        ("Set-up", "There are 4 stalls."),
        ("Set-up", "The odds of each good begin at 6."),
        ("What is in the box", "Counters for each good’s price and odds."),
        ("What is in the box", "Pencil and paper to note drowned for all."),
        ("What is in the box", "Pencil and paper to note earned and wasted for each player."),
        ("Set-up", "The price of each good begins at 3."),
        ("Set-up", "Nobody has coins, Clay or Peat yet."),
        ("Set-up", "Decide by lot who begins (the leader)."),
        ("Set-up", "All figures start on a1."),
        ("The round", "At the start of each round, the stake is 2 again."),
        ("The round", "At the start of each round, each player’s oxen are 3 again."),
        ("Turns", "Turns go clockwise."),
        ("Turns", "Nobody may pass."),
        ("Turns", "When the deck is empty, no cards are drawn any more."),
        ("Fair", "The purse never falls below 0."),
        ("Sale", "The leader begins."),
        ("Fair", "Then the next player on the left becomes the leader."),
        ("Who wins", "Those who are equal then share their place."),
    ],
)
def test_a_printed_book_tells_what_no_sentence_says(title: str, sentence: str) -> None:
    assert sentence in _said(MADE, title)


def test_what_the_set_up_replaces_is_not_told_before() -> None:
    assert "There are 2 stalls." not in _said(MADE, "Set-up")


def test_a_board_says_which_places_are_next_to_each_other_where_sentences_speak_of_it() -> None:
    near = "Next to a meadow are those on its left and right, above and below it, never those at its corners."
    whole = " ".join(_texts(one.section) for one in sections_in_order(book_of_text(MADE, "printed").sections))
    assert near in whole
    silent = " ".join(
        _texts(one.section)
        for one in sections_in_order(book_of_text(MADE.replace("beside yours", "of your choice"), "printed").sections)
    )
    assert near not in silent


@pytest.mark.parametrize(
    ("told", "untold"),
    [
        ("Walk to a meadow beside yours, clockwise.", "Turns go clockwise."),
        ("You must walk to a meadow beside yours.", "Nobody may pass."),
        ("Walk to a meadow beside yours, never across a corner.", "Next to a meadow"),
        ("Walk to a meadow beside yours. You have three oxen a round.", "oxen are 3 again"),
        ("Walk to a meadow beside yours. Draw a card until the deck runs out.", "When the deck is empty"),
    ],
)
def test_what_a_sentence_says_is_not_told_again(told: str, untold: str) -> None:
    made = MADE.replace("Walk to a meadow beside yours.", told)
    whole = " ".join(_texts(one.section) for one in sections_in_order(book_of_text(made, "printed").sections))
    assert untold not in whole


def test_an_example_in_a_sentence_stands_beside_its_rule() -> None:
    told = "".join(
        f'example told{at}:\n    players Ann, Bob\n    "They pay."\n    fair\n    then Ann.purse is 17\n'
        for at in range(3)
    )
    assert "Cheap. Who has less than three pays what there is." in _said(MADE + told, "Fair")


def test_what_begins_at_nothing_in_each_round_is_not_told() -> None:
    assert "noise" not in _whole(MADE)


def test_a_start_of_which_no_sentence_speaks_is_not_printed() -> None:
    start = 'start rich:\n    "For tests."\n    given:\n        P1.purse = 90\n    turns\n'
    titles = [one.title for one in book_of_text(MADE + start, "printed").sections]
    assert "Positions to start from" not in titles
    spoken = MADE.replace("Shuffle the cards.", "Shuffle the cards. Who likes may begin with the position Rich.")
    titles = [one.title for one in book_of_text(spoken + start, "printed").sections]
    assert "Positions to start from" in titles


FISHING = """game fishing:
    players 2

component 9 fish in pond: 9
grid cell 3 by 3

shared:
    pond: bag of fish

each cell:
    mark: player or none = none

each player:
    pail: bag of fish
    spent = no

rounds at most 9:
    turns

phase turns, each player:
    "Mark a free cell, or shout. Then you may fish."
    choose one:
        mark_it
        shout
    may if count(pail) < 3 choose catch: one of pond
    move catch to pail

action mark_it:
    "Mark any free cell."
    choose spot: one of cell where mark is none
    spot.mark = me

action shout:
    "Shout once, as loud as you can."
    require voice: not spent "Your voice is gone."
    require calm: some(pond) "There is nothing left to catch."
    spent = yes

game ends when any(all(c.mark is me for c in three) for three in lines(cell, 3))  "Three are in a row."
game ends when no(pond)  "All fish are caught."

ranking by highest count(pail), ties shared
"""


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("Shout", "Not possible if there is nothing left to catch."),
        ("Turns", "You can have 3 fish in your pail at most."),
        ("When the match ends", "The match ends at once in one of these ways:"),
        ("When the match ends", "A line may go across, up and down, or diagonally."),
    ],
)
def test_a_printed_book_tells_what_the_rules_refuse_and_where_they_stop(title: str, sentence: str) -> None:
    assert sentence in _said(FISHING, title)


ORCHARDS = """game orchards:
    players 2

component 9 tree in sack:
    number  weight
    1       2
    2       3
    3       1
    4       2
    5       3
    6       1
    7       2
    8       3
    9       1

grid plot 3 by 3

shared:
    sack: bag of tree, seen by nobody
    heap: bag of tree
    cart: bag of tree

each player:
    planted[plot]: yes or no = no
    let is_first = no(plot where planted[it])

rounds up to 3:
    turns

phase turns, each player:
    "Plant, or load the cart."
    choose one:
        plant
        load

action plant:
    "Put down a sapling."
    choose spot: one of plot where is_first or any(planted[n] for n in neighbours(it)) "It must lie beside a planted one.", ask "Where do you plant?"
    say "{me} plants plot {spot}."
    planted[spot] = yes

action load:
    "Put a tree on the cart."
    require enough: count(sack) + count(heap) >= 2 "The sack is empty."
    choose grown: one of heap, ask "Which tree do you load?"
    say "{me} loads tree {grown}."
    move grown to cart

ranking by highest count(plot where planted[it]), ties shared

example planting:
    players Ann, Bob
    given:
        Ann.planted[plot[1, 1]] = yes
    as Ann: turns
    Ann may not plant(spot = plot[3, 3]) because spot
    Ann plays plant(spot = plot[1, 2])
    then Ann.planted[plot[1, 2]]

example loading:
    players Ann, Bob
    given:
        heap: tree[2], tree[3]
    as Ann: turns
    Ann plays load(grown = tree[2])
    then cart is [tree[2]]
"""


def test_what_must_be_so_of_a_choice_is_told_with_it() -> None:
    assert "The spot must lie beside a planted one." in _said(ORCHARDS, "Plant")


def test_a_refusal_that_speaks_of_one_of_several_places_is_no_rule() -> None:
    assert "Not possible" not in _said(ORCHARDS, "Load")


def test_a_board_on_which_only_players_have_something_is_there_for_each() -> None:
    assert "A board of 3 by 3 plots for each player." in _said(ORCHARDS, "What is in the box")


def test_a_place_in_an_example_is_called_as_on_the_board() -> None:
    said = _said(ORCHARDS, "Planting")
    assert "Ann may not plant plot c3: it must lie beside a planted one." in said
    assert "Ann plants plot b1." in said


def test_a_noun_in_front_of_a_thing_that_has_it_in_its_name_is_not_told_twice() -> None:
    assert "Ann loads tree 2." in _said(ORCHARDS, "Loading")


SHOP = """game shop:
    players 2 to 3

component 20 crate in depot: 20
component token in bank:
    kind    count
    Red     5
    Blue    5

graph town by road:
    "Roads."
    road:
        name  from  to    miles
        High  Ash   Bell  1
        Low   Bell  Cole  2

ring house 6:
    side:
        1 1 1 2 2 2

shared:
    depot: bag of crate, seen by nobody
    bank: bag of token
    market: bag of crate

each player:
    cart: bag of crate
    won = no

rounds up to 9:
    turns
    night

phase turns, each player:
    "Stroll and buy, each only if you like; then do one work."
    stroll
    choose one:
        buy
        rest

phase night:
    "Nothing happens."
    draw up to 2 from depot to market

rule stroll:
    "Walk to a house."
    may choose goal: one of house

action buy:
    "Take a crate from the market."
    choose one_crate: one of market
    move one_crate to cart
    draw up to 1 from depot to market

action rest:
    "Win."
    won = yes

when count(players) is 3:
    set copies of token = 7

ranking by highest won, ties shared  "Whoever has won is first."

example bought:
    "Ann buys a crate, which comes from the market."
    players Ann, Bob
    given: market: crate
    as Ann: buy
    then count(Ann.cart) is 1
"""


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("What is in the box", "A board with 3 towns and 2 roads."),
        ("House", "Houses 1 to 3 are on the side of the first player, 4 to 6 on that of the second."),
        ("The game", "Stroll if you like Then one of these Buy Rest"),
        ("Buy", "Then the next crate of the depot comes to the market."),
        ("Who wins", "A match that is still open after 9 rounds is drawn."),
        ("What differs", "When there are exactly 3 players: there are 7 of each token."),
    ],
)
def test_a_book_counts_boards_names_sides_and_says_what_comes_next(title: str, sentence: str) -> None:
    told = next(
        one.section for one in sections_in_order(book_of_text(SHOP, "printed").sections) if one.section.title == title
    )
    leads = " ".join(block.lead for block in told.blocks if isinstance(block, Paragraph))
    assert sentence in f"{_texts(told)} {leads}"


@pytest.mark.parametrize(("place", "name"), [("market", "shown_now"), ("depot", "so_far")])
def test_nothing_comes_next_from_or_to_what_no_noun_names(place: str, name: str) -> None:
    assert "the next crate" in _whole(SHOP)
    assert "the next crate" not in _whole(SHOP.replace(place, name))


CARTS = """game carts:
    players 3 to 4

component 99 lot in tent: 99

row wagon 4

shared:
    tent: pile of lot, seen by nobody
    ramp: bag of lot
    loader: player = players[1]

each wagon:
    load: bag of lot
    taken = no, each round

each player:
    yard: bag of lot
    secret: slot of lot, seen by owner

let mouths(p: player) = count(p.yard)

rounds up to 3:
    unpacking
    loading
    choosing

phase unpacking:
    draw 2 * count(players) - 2 from tent to ramp

phase loading, each player where me is loader:
    choose goal: one of wagon
    draw up to 3 from tent to goal.load

phase choosing, each player from left(loader):
    "The loader comes last and gets what is left over."
    choose cart: one of wagon where not taken
    cart.taken = yes
    move cart.load to yard
    if mouths(me) > 4 and me in leaders(players by highest count(yard)): draw 1 from tent to yard

ranking by highest count(yard), ties shared
"""


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        (
            "Choosing",
            "The loader comes last and gets what is left over. Nobody may pass. Each player in turn, beginning",
        ),
        (
            "Choosing",
            "that is not taken as the cart. The cart is taken from now on. Move the lots in the",
        ),
        (
            "Choosing",
            "your mouths are more than 4 and you are among the players with the highest number of lots in yard",
        ),
        ("Unpacking", "Draw 4 lots (with 4 players: 6) from the tent to the ramp."),
        ("Set-up", "Decide by lot who begins (the loader)."),
        ("Each player has", "yard Lots. secret"),
    ],
)
def test_a_sentence_that_only_explains_replaces_no_choice_and_lists_are_complete(title: str, sentence: str) -> None:
    assert sentence in " ".join(_said(CARTS, title).split())
