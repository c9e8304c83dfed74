"""The sentences that players read in `play`: why a filter refuses, what is asked, and the lines of the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Ran, Runs

_RULES = """game dice_shop:
    players 2

each player:
    coins: 0..9 = 3

rounds up to 2:
    buying

phase buying, each player:
    choose:
        price: one of 1..6 where it <= coins "Too dear.", ask "What do you pay?"
        loud: may, ask "Do you say it?"
        gift: any of 1..5, ask "Which gifts?"
    coins -= price
    if loud: say "{me} pays {price}; {coins} are left."

ranking by highest coins, ties shared
"""


@pytest.fixture
def shop(gamedsl: Runs) -> None:
    Path("shop.gdl").write_text(_RULES)


def _play(gamedsl: Runs, *answers: str) -> Ran:
    args = ("--names", "Ann,Bob", "--seed", "1", "--hot-seat")
    return gamedsl("play", "shop.gdl", *args, stdin="".join(f"{answer}\n" for answer in answers).encode())


@pytest.mark.usefixtures("shop")
def test_a_refusal_reads_the_sentence_of_the_filter(gamedsl: Runs) -> None:
    ran = _play(gamedsl, "why buying(price = 5)", "why buying(price = 9)", "quit")
    assert "Too dear.\n" in ran.out
    assert "`price`: `9` is not in `1..6`\n" in ran.out


@pytest.mark.usefixtures("shop")
def test_a_question_stands_over_the_options(gamedsl: Runs) -> None:
    ran = _play(gamedsl, "quit")
    assert "Ann: What do you pay?\n" in ran.out


@pytest.mark.usefixtures("shop")
def test_the_log_has_the_sentence(gamedsl: Runs) -> None:
    ran = _play(gamedsl, "buying(price = 2, loud = yes, gift = [])", "quit")
    assert "Ann pays 2; 1 are left.\n" in ran.out


@pytest.mark.usefixtures("shop")
def test_a_refusal_speaks_also_where_nothing_of_the_action_can_be_chosen(gamedsl: Runs) -> None:
    rules = (
        _QUESTIONS.replace("where it is not me,", 'where it.coins > 5 "Nothing to take.",')
        .replace("        rest\n", "        rest\n        wait\n")
        .replace("action rest:", "action wait: coins += 0\n\naction rest:")
    )
    Path("questions.gdl").write_text(rules)
    args = ("--names", "Ann,Bob", "--seed", "1", "--hot-seat")
    said = b"why drawing(card = card[1])\nwhy drawing(card = card[2])\n1\n2\nwhy rob(person = Bob)\nwhy rob\nquit\n"
    ran = gamedsl("play", "questions.gdl", *args, stdin=said)
    assert " is not in `hand`\n" in ran.out
    assert ran.out.count("Nothing to take.\n") == 2


_QUESTIONS = """game questions:
    players 2

component 2 card in box: 1..2

each player:
    hand: bag of card, seen by owner
    coins: 0..9 = 1

rounds up to 1:
    drawing
    acting

phase drawing, each player:
    draw up to 1 from box to hand
    choose card: one of hand, ask "Which card?"
    move card to box

phase acting, each player:
    choose one:
        rob
        rest

action rob:
    choose person: one of players where it is not me, ask "Whom do you rob?"
    coins += 1

action rest: coins += 0

ranking by highest coins, ties shared
"""


def test_a_question_is_the_head_of_listed_moves(gamedsl: Runs) -> None:
    Path("questions.gdl").write_text(_QUESTIONS)
    args = ("--names", "Ann,Bob", "--seed", "1", "--hot-seat")
    ran = gamedsl("play", "questions.gdl", *args, stdin=b"1\n2\nquit\n")
    assert "Ann: Which card?\n      1  (nothing else is possible: Enter takes it)\n" in ran.out
    assert "Ann: What do you do?\n   1  rob Bob  coins 1 → 2\n" in ran.out
    Path("questions.gdl").write_text(_QUESTIONS.replace("coins: 0..9 = 1", 'coins: 0..9 = 1, shown as "{} coins"'))
    ran = gamedsl("play", "questions.gdl", *args, stdin=b"1\n2\nquit\n")
    assert "   1  rob Bob  1 → 2 coins\n" in ran.out


_EATERS = """game eaters:
    "A world eats another one."
    players 2

component 6 card in deck: 1..6

shared:
    deck: bag of card
    eaten: bag of card

each player:
    built: bag of card

rounds up to 2:
    eating

phase eating, each player:
    move [1 card[1], 1 card[2]] from deck to built
    choose:
        eater: one of built
        food:  one of built
    move food to eaten

ranking by highest count(built), ties shared
"""


def test_a_piece_that_another_selection_has_taken_is_named(gamedsl: Runs) -> None:
    """It lies in the zone, so the refusal must not say that it is not there."""
    Path("eaters.gdl").write_text(_EATERS)
    said = b"why eating(eater = card[1], food = card[1])\nwhy eating(eater = card[1], food = card[6])\nquit\n"
    ran = gamedsl("play", "eaters.gdl", "--names", "Ann,Bob", "--hot-seat", stdin=said)
    assert "`food`: `card[1]` is chosen already, as `eater`\n" in ran.out
    assert "`food`: `card[6]` is not in `built`\n" in ran.out


_KEPT = """game keeping:
    players 2

type colour: Red, Blue

component 8 bead in pouch:
    colour       count
    each colour  4

shared:
    pouch: bag of bead, seen by nobody

each player:
    hand: bag of bead, seen by owner

rounds up to 2:
    turns

phase turns, each player:
    draw 3 from pouch, keep 1 to hand

ranking by highest count(hand where it is Red), ties shared
"""


def test_what_is_kept_of_drawn_pieces_is_asked_in_words(gamedsl: Runs) -> None:
    Path("keeping.gdl").write_text(_KEPT)
    ran = gamedsl("play", "keeping.gdl", "--names", "Ann,Bob", "--seed", "1", "--hot-seat", stdin=b"1\nquit\n")
    assert "Ann: Which do you keep?" in ran.out


_FAIR = """game fair:
    "Carry what you bought to where it is wanted."
    players 2

type mood: calm, wild

graph town by lane:
    Oak_lane: Ash Birch
    Elm_lane: Birch Cove

component 3 errand in stall:
    name    here   there  worth
    Bread   Ash    Cove   3
    Honey   Cove   Birch  4
    Salt    Birch  Ash    2

shared:
    stall: bag of errand, seen by nobody
    market: slot of errand
    weather: mood = calm

each town:
    settler: player or none = none

each player:
    pouch: bag of errand, seen by owner

setup:
    draw 1 from stall to market
    each player: draw 1 from stall, keep 1 to pouch

rounds up to 1:
    turns
    evening

phase turns, each player:
    choose one:
        buy if some(market)
        settle
        offer

action buy:
    "Take what the market has. It goes to your pouch."
    say "{me} buys in the market while the weather is calm."
    move market to pouch

action settle:
    choose spot: one of town where settler is none, ask "Where do you settle?"
    say "{me} settles in {spot}."
    spot.settler = me

action offer:
    "Give away what you have too much of."
    choose spare: one of pouch where count(pouch) > 1
    move spare to stall

phase evening:
    say "Nobody is wild in the evening."

score errands: sum(e.worth for e in pouch)

ranking by highest total, ties shared
"""


def test_a_match_of_one_round_tells_each_thing_once_and_opens_what_counts(gamedsl: Runs) -> None:
    Path("fair.gdl").write_text(_FAIR)
    said = b"\n\nwhy offer\noffer\nbuy\nwhy buy\nbuy\nsettle birch\n"
    ran = gamedsl("play", "fair.gdl", "--hot-seat", "--names", "Ann,Bob", "--seed", "1", stdin=said)
    shown = " ".join(ran.out.split())
    assert "Ann: Which do you keep? 1 Salt Birch–Ash, worth 2 (nothing else is possible: Enter takes it) " in shown
    closed = "`offer` is not possible now: there is nothing to choose for it."
    assert f"Ann> why offer {closed} Give away what you have too much of. Ann> offer {closed} Ann> buy " in shown
    closed = "`buy` is possible only if the market is not empty."
    assert f"Bob> why buy {closed} Take what the market has. It goes to your pouch. Bob> buy {closed} Bob> " in shown
    # Words of a sentence are no names, and a single round has no number.
    assert " Ann buys in the market while the weather is calm. " in shown
    before, _, end = shown.partition(" Nobody is wild in the evening. ")
    assert "Round 1" not in before
    assert "All rounds are played" not in end
    assert "ranking" not in end
    assert "settler: Bob Birch* " in end
    # Cards that lead from place to place say so, and the points of all can be counted at the end.
    for errand in ("Bread (Ash–Cove, worth 3)", "Honey (Cove–Birch, worth 4)", "Salt (Birch–Ash, worth 2)"):
        assert errand in end
    spoken = gamedsl("play", "fair.gdl", "--hot-seat", "--screen-reader", "--seed", "1", stdin=said).out
    assert "\n\nerrands: Ann 6, Bob 3\n" in spoken
    assert " · " not in spoken
