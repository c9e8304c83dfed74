"""The first page tells truly when a match ends, who wins, and what a round is."""

from __future__ import annotations

import pytest

from gamedsl.rulebook.model import Paragraph, Steps, plain, sections_in_order
from unit.rulebook.books import book_of_text, said_in

MADE = """game made:
    players 2

option hands: 25, 1

component card in deck:
    name  count
    Ace   8

shared:
    deck: pile of card, seen by nobody
    lead: 0..9 = 0

each player:
    points: 0..99 = 0
    hand: bag of card, seen by owner

rounds up to hands:
    deal
    wait
    turns

phase deal:
    shuffle deck

phase wait:
    for p in players:
        if p.points > 3:
            lead += p.points
            p.points -= 1

phase turns, each player:
    choose number: one of 1..3, ask "How many?"
    points += number

game ends after round when some(players where points > 9)  "Somebody has ten points."

"""
RANKED = "ranking by highest total, ties shared\n"


def _first_page(end: str) -> list[str]:
    return [plain(block.text) for block in book_of_text(MADE + end).sections[0].blocks if isinstance(block, Paragraph)]


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (f"score misery: -points\n{RANKED}", "the player with the fewest points"),
        (f"score gain: points\n{RANKED}", "the player with the most points"),
        ("ranking by lowest points, ties shared\n", "the player with the fewest points"),
        (f"score gain: points\nscore held: count(hand)\n{RANKED}", "the player with the highest total"),
    ],
)
def test_who_wins_is_told_by_what_counts(end: str, said: str) -> None:
    assert f"Who wins: {said}. Those who are equal share the victory." in _first_page(end)


def test_how_points_are_won_stands_on_the_first_page_unless_they_are_only_counted() -> None:
    two = _first_page(f'score gain: points  "What you have won."\nscore held: -count(hand)\n{RANKED}')
    assert "How points are won or lost: What you have won. You lose the number of cards in your hand." in two
    one = _first_page(f"score misery: -points\n{RANKED}")
    assert not any(text.startswith("How points") for text in one)


def test_an_option_for_the_number_of_rounds_stands_with_what_is_usual() -> None:
    book = book_of_text(MADE + RANKED)
    steps = [block for block in book.sections[0].blocks if isinstance(block, Steps)]
    assert [plain(step.text) for step in steps[0].steps] == [
        "After a round if somebody has ten points.",
        "After 25 rounds (option hands).",
    ]
    rounds = next(one for one in book.sections if one.title == "The round")
    assert any(
        isinstance(one, Paragraph) and "at most 25 rounds (option hands)." in plain(one.text) for one in rounds.blocks
    )


def test_no_line_of_a_round_at_a_glance_is_bare() -> None:
    steps = [block for block in book_of_text(MADE + RANKED).sections[0].blocks if isinstance(block, Steps)]
    assert [plain(step.text) for step in steps[1].steps] == [
        "deal: Shuffle the deck.",
        "wait, turns: The players take turns. “How many?”",
    ]


def test_values_of_an_option_begin_a_sentence() -> None:
    game = MADE.replace("option hands: 25, 1", "option hands: 25, 1\noption loud: yes, no")
    options = next(one for one in book_of_text(game + RANKED).sections if one.title == "Options")
    said = [plain(block.text) for part in options.parts for block in part.blocks if isinstance(block, Paragraph)]
    assert "Yes or no. Without an agreement it is yes." in said


SAID = """game said:
    players 2

component event in deck:
    name  count  icons
    Feast 2      1

table works from 2: 2 3

shared:
    deck: pile of event, seen by nobody

each player:
    hand: bag of event, seen by owner
    coins: 0..9 = 0
    let fee_of(b: event) = b.icons

rounds up to 1: turns

phase turns, each player:
    for each e in hand:
        if e.icons is 1:
            coins += fee_of(e)
    repeat up to works[count(players)]:
        coins += count(hand where icons is 1)

ranking by highest coins, ties shared
example fees:
    players Ann, Bob
    given:
        Ann.coins = 1
    then Ann.fee_of(Feast) is 1
    then count(deck where icons is 1) is 2
"""


def test_small_words_fit() -> None:
    book = book_of_text(SAID)
    said = " ".join(said_in(place.section) for place in sections_in_order(book.sections))
    assert "ann’s fee of feast is 1" in said
    assert "with exactly 1 icon." in said
    assert "repeat at most as often as the works for the number of players says:" in said


YARD = """game yard:
    "The most coins win."
    players 2

each player:
    coins: 0..99 = 0

rounds up to 5:
    turns

phase turns, each player:
    "Get ready, then work."
    BEFORE
    choose one:
        dig
        plant

HELPER

action beg, once each turn:
    "A coin from the bank."
    coins += 1

action dig: coins += 2

action plant: coins += 3

score wealth: coins

ranking by highest total, ties shared
"""


@pytest.mark.parametrize(
    ("before", "helper", "short"),
    [
        (
            "repeat until declined, at most 9:\n        may choose one:\n            beg",
            "",
            [("Beg", ()), ("Then one of these", ("Dig", "Plant"))],
        ),
        ("may choose one:\n        beg", "", [("Beg if you like", ()), ("Then one of these", ("Dig", "Plant"))]),
        (
            "ready",
            'rule ready:\n    "Once or never."\n    may choose one:\n        beg',
            [("Ready", ("Beg",)), ("Then one of these", ("Dig", "Plant"))],
        ),
    ],
)
def test_a_turn_in_short_tells_what_comes_before_a_choice(
    before: str, helper: str, short: list[tuple[str, tuple[str, ...]]]
) -> None:
    book = book_of_text(YARD.replace("BEFORE", before).replace("HELPER", helper), "printed")
    steps = next(block for block in book.sections[0].blocks if isinstance(block, Steps))
    assert steps.is_ordered
    assert [(plain(one.text), tuple(plain(deed.text) for deed in one.steps)) for one in steps.steps] == short
    turns = next(one for one in book.sections if one.title == "Turns")
    titles = [part.title for part in turns.parts]
    assert helper == "" or titles.index("Beg") < titles.index("Dig")


def test_a_turn_in_short_says_how_many_of_several_things_are_done() -> None:
    free = YARD.replace("    choose one:\n        dig\n        plant\n", "").replace(
        "BEFORE", "repeat up to 2:\n        choose one:\n            beg\n            dig\n            plant"
    )
    leads = [
        one.lead
        for one in book_of_text(free.replace("HELPER", ""), "printed").sections[0].blocks
        if isinstance(one, Paragraph)
    ]
    assert "A turn in short, two of these, in any order:" in leads


def test_the_box_has_what_a_number_for_each_value_of_a_type_stands_for() -> None:
    rules = YARD.replace("BEFORE", "let ready = yes").replace("HELPER", "")
    rules = rules.replace(
        "each player:\n",
        "type good: Wood, Clay\n\neach player:\n    store[good]: 0..9 = 0\n",
        1,
    )
    box = next(one for one in book_of_text(rules, "printed").sections if one.title == "What is in the box")
    assert "each player’s coins, wood and clay." in said_in(box)
