"""Sentences of rulebooks say what the rules mean, in plain words."""

from __future__ import annotations

import pytest

from gamedsl.rulebook import LabelError, labels_of, markdown, with_labels
from gamedsl.rulebook.model import sections_in_order
from unit.rulebook.books import GAMES, book_of, book_of_text, said_in


def test_hearts_can_be_taught() -> None:
    """Cases are lists, and rules stand below the phase that leads to them."""
    _, book = book_of(next(path for path in GAMES if path.stem == "hearts"))
    under = {place.section.title: place for place in sections_in_order(book.sections)}
    for title, told in (
        ("The game", "choose three of your cards and pass them on"),
        ("Card", "a standard deck of 52 cards: one of each rank (two to ace) in each suit"),
        ("Set-up", "the 52 cards form the deck."),
        (
            "Passing",
            "otherwise, if this is round 2, 6, 10 and so on: let taker be your right neighbour.",
        ),
        ("Tricks", "the player with two of clubs in hand becomes the leader."),
        (
            "Play card",
            "“the two of clubs is led to the first trick.” if two of clubs is in your hand: only if the play is two of clubs.",
        ),
        ("Play card", "the suit of every card in your hand is hearts."),
        (
            "Why a choice may be refused",
            "“hearts are not broken: before one has been played, lead one only if you have nothing else.” play card hearts unbroken",
        ),
    ):
        assert told in said_in(under[title].section), said_in(under[title].section)
    first = {place.section.title: place for place in reversed(list(sections_in_order(book.sections)))}
    assert "the player with the fewest points wins." in said_in(first["Who wins"].section)
    tricks = first["Tricks"]
    assert "Play card" in [part.title for part in tricks.section.parts]


MILLS = """game mills:
    players 2

grid spot without edge for 4 card

component 4 card in deck:
    name  count
    Mill  2
    Oven  2

shared:
    deck: bag of card

each spot:
    lying: slot of card

each player:
    built: bag of card
    grain: 0..9 = 1

each Mill in built:
    "Grind a grain."
    action grind to turns, once each turn:
        require grain_left: grain > 0 "You have no grain."
        grain -= 1

rounds up to 2:
    turns

phase turns, each player:
    choose one:
        build

action build:
    choose plan: one of deck "It is not there."
    move plan to built

ranking by highest grain, ties shared
"""


def test_rules_of_a_kind_refuse_too() -> None:
    """What an action of a card requires is listed like all refusals, and a board of cards says what it is made of."""
    said = markdown(book_of_text(MILLS)).replace("*", "")
    assert "| “You have no grain.” | grind | – |" in said, said
    assert "grows as cards are laid, up to 4 of them" in said, said


SKIPPING = """game skipping:
    players 2

each player:
    points = 0

rounds up to 1:
    turns

phase turns, each player:
    lucky
    may choose one:
        win

rule lucky:
    may choose bet: one of 1..3, ask "How much?"
    points += bet
    say "{me} bets {bet}."
    choose if able more: one of 1..3
    if not (bet is 2 and points > 3) or no(players where points is 9): eliminate me

action win:
    points -= 1

score scored: points
ranking by highest total, ties shared
"""


def test_sentences_say_what_the_rules_mean() -> None:
    said = markdown(book_of_text(SKIPPING)).replace("*", "")
    for sentence in (
        "You may choose a number from 1 to 3 as the bet, or skip the rest. “How much?”",
        "Add the bet to your points.",
        "Choose a number from 1 to 3 as the more, if you can, else skip the rest.",
        "Announce: “(your name) bets bet.”",
        "If the bet is not 2 or you have at most 3 points or (there is no player with exactly 9 points):",
        "You are out of the game: all your pieces go to the box, and you have no more turns.",
        "You may do win.",
        "You lose 1 point.",
        "Whoever is out of the game comes last.",
    ):
        assert sentence in said, said


PLAIN = """game plain:
    players 2 to 3

type ink: White, Black
type tone: Low, High
let main = [Low, High]
let most = 9

component 10 card:
    tone       ink    @hand_in  @pile
    each main  Black  1         2
    High       White  4         .

component chip each player in chips: 3

table worth from 0: 0 2 5

shared:
    hand_in: bag of card
    pile:    pile of card, seen by nobody
    row:     bag of card

each player:
    hand:  bag of card
    chips: bag of chip
    paid: 0..9 = 0
    done = no, each round

rounds at most 5:
    play_out

game ends after round when no(players where not done and count(hand) < 2)

phase play_out, each player where not done until no(pile), at most 20:
    draw up to 2 from pile to hand
    move main from hand_in to row
    move row where ink is White and tone is High to hand
    paid = min(most, max(0, paid - 3))
    let best = players by highest count(hand)
    if count(players) > 2 and leaders(best by highest paid) is best: done = yes
    let order = hand by highest ink
    if round is 2 and count(order) >= 1: paid = worth[count(hand where ink is Black)]

score good: sum(worth[count(hand)] for p in players)
score bad: -paid
ranking by highest total, ties shared

example nobody_may_stop:
    players Ann, Bob
    as Ann: play_out
    then Ann.paid is 0 and no(Bob.hand)
    then Ann.done is no, as before
"""


def test_selections_numbers_and_limits_are_told_in_plain_words() -> None:
    said = markdown(book_of_text(PLAIN)).replace("*", "")
    for sentence in (
        "10 cards: 6 in hand in and 4 in the pile.",
        "Each player has 3 chips, all alike.",
        "| worth | 0 | 2 | 5 |",
        "The match is played in rounds. In turn means clockwise, unless another order is named. Each round has one phase:",
        "Each player who is not done, in turn, again and again until the pile is empty:",
        "Draw 2 cards from the pile to your hand, or all if there are fewer.",
        "Move one piece for each of the main from hand in to the row.",
        "Move all cards in the row whose ink is White and whose tone is High to your hand.",
        "Set your paid to (your paid − 3, but at least 0), but at most the most.",
        "If there are more than 2 players and all of the best are equal in paid: you are done from now on.",
        "sorted by highest ink (Black before White).",
        "If this is round 2 and",
        "set your paid to the worth for (the number of cards in your hand whose ink is Black).",
        "The match ends after a round if there is no player with fewer than 2 cards in hand who is not done.",
        "You lose as many points as paid says.",
        "After Ann’s play out, Ann’s paid is 0 and Bob’s hand is empty. Ann is not done, as before.",
    ):
        assert sentence in said, f"{sentence}\n{said}"


LOOK = """title = "*Plain*"
[value.High]
label = "High | tone"
[zone.hand_in]
label = "Cards given in"
[field.done]
hide = true
"""


KINDS = """
game street:
    players 2

component card in deck:
    name   cost  count
    Oven   1     4
    Inn    1     4

shared:
    deck: bag of card

each player:
    built: bag of card
    grain: 0..99 = 0

each Oven in built:
    "A grain more."
    let yield_more = 1
    action bake to turns, once each turn: grain += 1

each Inn in built:
    "A guest a turn."
    let rooms = 2
    let yield_more = 1
    action host to guests: grain += 2

setup: each player: draw 2 from deck to built

rounds up to 2: turns

phase turns, each player:
    choose one:
        harvest
    guests

rule guests:
    may choose one:
        wait

action harvest: grain += 1 + yield_more

action wait: grain += rooms

ranking by highest grain, ties shared
"""


GROWING = """game moor:
    players 2

component 4 peat each player in hand:
    name  count
    Sod   3
    Turf  1

grid bog without edge for 8 pieces hex

grid dry 3 by 3

shapes spade by hold with turns:
    Long: X X X
    Bent: X X / X .

each bog:
    here: slot of peat

each player:
    hand: bag of peat, seen by everyone

let near(b: bog) = reach(neighbours(x) for x in margin(bog), b, 2)
let far(b: bog) = reach(neighbours(x) for x in laid(bog), b)

rounds up to 2: turns

phase turns, each player:
    choose spot: one of margin(bog)
    move 1 Sod from hand to spot.here
    soak(spot)
    draw up to 1 from under heap to hand

rule soak(b: bog), once for each b:
    for n in near(b) where some(here): soak(n)

shared:
    heap: pile of peat

ranking by highest count(hand), ties shared
"""


def test_boards_that_grow_shapes_and_chains_are_told() -> None:
    said = markdown(book_of_text(GROWING)).replace("*", "")
    for sentence in (
        "A board of hexagons that grows as pieces are laid, up to 8 of them. It has no edge.",
        "Each spade covers some squares of a grid, and may be turned in steps of a quarter of a circle.",
        "| Bent | X X / X . |",
        "what can be reached from b in at most 2 steps, each leading to the neighbours of x for each x in all of the bog beside what lies there.",
        "what can be reached from b, each step leading to the neighbours of x for each x in all of the bog where something lies.",
        "Choose one of all of the bog beside what lies there as the spot.",
        "Draw 1 peat from the bottom of the heap to your hand, if there is one.",
        "Each b to which this leads has its turn when this one is done, and at most one turn in the same chain.",
    ):
        assert sentence in said, f"{sentence}\n{said}"


def test_what_a_log_says_of_a_choice_is_left_out() -> None:
    said = book_of_text(
        """game heap:
    players 2

shared:
    heap: 0..9 = 9

rounds at most 9:
    turns

phase turns, each player:
    choose one:
        take
        rest

action take:
    choose number: one of 1..3 where it <= heap
    say "{me} takes {number}."
    heap -= number
    say "There are {heap} left."

action rest: say "{me} rests."

game ends when heap is 0

ranking by highest number
"""
    )
    told = " ".join(said_in(place.section) for place in sections_in_order(said.sections))
    assert "takes" not in told
    assert "rests" not in told
    assert "announce: “there are heap left.”" in told, told


def test_menus_and_totals_name_the_pieces_that_add_to_them() -> None:
    said = markdown(book_of_text(KINDS)).replace("*", "")
    under = {part.splitlines()[0].split(" ", 1)[1]: part for part in said.split("### ")[1:]}
    assert "Whoever has Oven may use it here instead." in under["Turns"]
    assert "Whoever has Inn may use it here instead." in under["Guests"]
    assert "| yield more | In your built, each Oven or Inn adds 1; without any it is 0. |" in said
    assert "| rooms | In your built, each Inn adds 2; without any it is 0. |" in said


def test_labels_are_names_for_people() -> None:
    said = markdown(with_labels(book_of_text(PLAIN), labels_of(LOOK)))
    assert said.startswith(r"# \*Plain\*")
    assert "6 in *cards given in* and 4 in the pile" in said
    assert r"| High \| tone | White | 4 |" in said
    assert "whose tone is High \\| tone" in said
    assert "* Cards given in: [" in said
    with pytest.raises(LabelError, match="no TOML"):
        labels_of("[zone")
    with pytest.raises(LabelError, match="label is a text; title is a text"):
        labels_of("title = 1\n[zone.hand_in]\nlabel = 2")


WORDS = """game words:
    players 2

component card in deck:
    name  count
    Sun   4
    Moon  4

option late: no, yes "Whether it goes on."
option mood: calm, loud "How it sounds."

type colour: Red, Blue

shared:
    deck: pile of card, seen by nobody
    leader: player = players[1]
    caller: player or none = none, each turn
    led: colour or none = none
    so_far: 0..9 = 0
    asked = no
    deck_shuffled = no

each player:
    hand: bag of card
    coins: 0..99 = 0
    ready = no

let over = some(players where coins >= 9)

rounds at most 9:
    turns until no(players where some(hand)), at most 9
    rest until no(players where not ready), at most 9
    pay until no(players where coins > 0), at most 9

game ends when over

phase turns, each player from left(leader):
    choose prize: one of 1..9 where it <= coins, ask "How much?"
    choose bold: may, ask "Are you bold?"
    if bold: leader = me
    asked = bold
    if mood is calm: caller = none
    if led is none: led = Red
    if led is Blue: led = none
    if not deck_shuffled: deck_shuffled = yes
    coins += 2 if asked else 4
    so_far += prize
    coins += leader.coins - so_far
    let place = leader
    if place.coins >= 3: leader.ready = yes

phase rest, each player: ready = yes

phase pay, each player: coins -= min(coins, 2)

score loss: -2 * coins
ranking by highest total, ties shared
"""


def test_names_are_words_of_the_sentences() -> None:
    """Names are in italics where they are defined, and where no article fits; elsewhere they read as words."""
    said = markdown(book_of_text(WORDS)).replace("\u00a0", " ")
    for sentence in (
        "1. *turns*, again and again until every hand is empty",
        "2. *rest*, again and again until every player is ready",
        "3. *pay*, again and again until no player has any coins",
        "The match ends at once when there is at least one player with at least 9 coins.",
        "Each player in turn, beginning with the left neighbour of the leader:",
        "Choose a number from 1 to 9, but at most your coins as the *prize*. “How much?”",
        "Say yes or no: “Are you bold?”",
        "If you say yes: you are now the leader.",
        "Set *asked* to your answer.",
        "If the deck is not shuffled: the deck is shuffled from now on.",
        "If *asked*: you get 2 coins.",
        "Otherwise: you get 4 coins.",
        "Add the prize to *so far*.",
        "Add (the leader’s coins − *so far*) to your coins.",
        "If the place has at least 3 coins: the leader is ready from now on.",
        "You lose 2 × your coins.",
        "| *leader* | A player; player 1 at the start. |",
        "| *caller* | A player; nobody at the start of each turn. |",
        "| *so far* | A number from 0 to 9; 0 at the start. |",
        "If the option *mood* is *calm*: there is no caller any more.",
        "The cards form the deck.",
        "If there is no led colour: set the led colour to Red.",
        "If the led colour is Blue: there is no led colour any more.",
    ):
        assert sentence in said, f"{sentence}\n{said}"
