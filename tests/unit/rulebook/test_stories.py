"""Worked examples read like those of a rulebook: what players do in the sentences of the log, and what holds after it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamedsl.json import JsonObject
from gamedsl.rulebook import html, markdown, rules_beside
from gamedsl.rulebook.model import Book, Paragraph, Section, places_of_names, plain, sections_in_order, texts
from gamedsl.source import Source
from unit.rulebook.books import book_of_text, parsed_of, said_in

TRADE = """game trade:
    players 2

component ware in store:
    name  count
    Pot   4
    Lamp  4

shared:
    store: bag of ware
    leader: player or none = none

each player:
    coins: 0..99 = 3
    wood: 0..99 = 0
    wares: bag of ware
    boasts = no

rounds up to 2:
    turns
    evening

phase turns, each player:
    choose one:
        buy
        boast
        rest

action buy:
    choose thing: one of store, ask "What do you buy?"
    choose price: one of 1..9 where it <= coins "You cannot pay that.", ask "For how much?"
    say "{me} buys {thing} for {price}."
    move thing to wares
    coins -= price

action boast:
    choose loud: may, ask "Do you shout?"
    if loud:
        say "{me} shouts."
        boasts = yes

action rest:
    choose days: one of 1..3, ask "How many days?"

phase evening:
    leader = players[1]

invariant few_coins: all(p.coins < 4 for p in players)  "Nobody gets coins."

score riches: coins
ranking by highest total, ties shared

example a_pot:
    "A pot for two coins."
    players Ann, Bob
    given:
        Ann.wood = 2
        Ann.coins = 3
        Bob.wares: Lamp
    as Ann: turns
    Ann may not buy(Pot, 9) because price
    Ann may not rest(4)
    Ann may not rest(7)
    Ann plays buy(Pot, 2)
    then Ann.coins is 1 and Ann.wood is 2 and Ann.wares is Pot and Bob.coins is 3
    as Bob: turns
    Bob plays boast(yes)
    as Ann: turns
    Ann plays rest(2)
    then Ann.riches is 1 and Bob.boasts
    evening
    then leader is Ann
    then Bob.coins is 3, as before
    as Bob: turns
    Bob may not rest(4)
    Bob may not rest(5)

example no_rest:
    players Ann, Bob
    as Ann: turns
    Ann may not rest(5)

example never_so_long:
    "Nobody rests so long."
    players Ann, Bob
    as Ann: turns
    Ann may not rest(6)

example long_day:
    "Nobody rests for four days."
    players Ann, Bob
    as Ann: turns
    Ann may not rest(4)
    Ann plays rest(2)

example two_pots of a_pot:
    given:
        leader = Bob
    evening
    then leader is Ann
"""


def _said(title: str) -> list[str]:
    book = book_of_text(TRADE)
    examples = next(one for one in book.sections if one.title == "Worked examples")
    found = next(part for part in examples.parts if part.title == title)
    return [plain(block.text) for block in found.blocks if isinstance(block, Paragraph)]


def test_players_do_what_the_log_tells() -> None:
    assert _said("A pot") == [
        "A pot for two coins.",
        "Ann has 2 wood and 3 coins, and Lamp is in Bob’s wares.",
        "Ann may not buy Pot for 9: “You cannot pay that.” Ann buys Pot for 2. Now Ann has 1 coin and 2 wood; Pot is in Ann’s wares; Bob has 3 coins. Bob shouts. "
        "Ann chooses “rest” (2). Now Ann scores 1 for riches and Bob boasts. After evening, Ann is the leader. Bob has 3 coins, as before.",
    ]


def test_names_keep_their_capital_behind_a_colon() -> None:
    assert _said("Two pots")[0].endswith("The position is that of a pot, but: Bob is the leader.")


def test_refusals_without_a_reason_are_for_authors() -> None:
    book = book_of_text(TRADE)
    examples = next(one for one in book.sections if one.title == "Worked examples")
    assert [part.title for part in examples.parts] == ["A pot", "Never so long", "Long day", "Two pots"]
    assert [plain(one.text) for one in examples.blocks if isinstance(one, Paragraph)] == ["Ann and Bob play."]
    assert _said("Never so long")[-1] == "Ann may not choose “rest” (6)."
    assert _said("Long day")[-1].startswith("Ann may not choose “rest” (4). Ann chooses “rest” (2).")
    told = {part.title: said_in(part) for part in book.sections[-1].parts}
    assert "a pot: ann may not choose “rest” (4). ann may not choose “rest” (7)." in told["What may not be done either"]
    assert "ann may not choose “rest” (5)." in told["No rest"]


def test_people_and_pieces_of_stories_are_not_set_off() -> None:
    said = markdown(book_of_text(TRADE))
    assert "Ann buys Pot for 2." in said
    assert "After *evening*, Ann is the leader." in said


def test_promises_stand_behind_everything_that_players_need() -> None:
    book = book_of_text(TRADE)
    *others, last = book.sections
    assert last.title == "For those who change these rules"
    assert "Few coins: Nobody gets coins." in " ".join(said_in_parts(last))
    assert "nobody gets coins" not in " ".join(said_in(place.section) for place in sections_in_order(tuple(others)))
    assert '<div class="small">' in html(book)
    parsed = parsed_of(Source("made.gdl", TRADE), Path.cwd())
    assert "gets coins" not in rules_beside(parsed, {})


def said_in_parts(section: Section) -> list[str]:
    return [plain(text) for place in sections_in_order((section,)) for text in texts(place.section)]


CHANCE = """game chance:
    players 2

component coin in purse:
    name  count
    Gold  2
    Iron  2

shared:
    purse: pile of coin, seen by nobody
    thrown: 1..6 = 1

each player:
    found: bag of coin

rounds up to 1: turns

phase turns, each player:
    roll die: one of 1..6
    thrown = die
    draw 1 from purse to found
    draw 1 from purse to found

ranking by highest count(found)

example luck:
    players Ann, Bob
    as Ann: turns
    roll die = 4
    draw Gold from purse
    draw Iron from purse
    then count(Ann.found) is 2
"""


def test_what_chance_does_is_told_in_the_part_in_which_it_happens() -> None:
    book = book_of_text(CHANCE)
    examples = next(one for one in book.sections if one.title == "Worked examples")
    said = [plain(block.text) for block in examples.parts[0].blocks if isinstance(block, Paragraph)]
    assert said == [
        "Ann and Bob play.",
        "In Ann’s turns, the die is 4. Gold and Iron are drawn from the purse. Now there are 2 coins in Ann’s found.",
    ]


TOLD = """example a_good_deal:
    "Lamps are dear."
    "Ann has coins for two lamps, and Bob a pot."
    players Ann, Bob
    given:
        Ann.coins = 5
        Bob.wares: Pot
    "She buys a lamp."
    as Ann: turns
    Ann plays buy(Lamp, 2)
    "That leaves {Ann.coins} coins to {players[1]}, who has bought"
    "{Ann.wares} and {Bob.wares}. {leader} leads."
    then Ann.coins is 3 and players[1] is Ann
    then Ann.wares is [Lamp] and Bob.wares is [Pot]
    evening
    then leader is Ann

example begun:
    "Bob has begun to tell this."
    players Ann, Bob
    as Bob: turns
    Bob plays boast(yes)
    "{Bob} is proud of his {Bob.wares}."
    given: Bob.wares: 2 Pot
    then Bob is players[2] and Bob.wares is [Pot, Pot]
"""


def test_sentences_stand_in_the_place_of_the_lines_that_they_tell() -> None:
    assert _paragraphs(book_of_text(TRADE + TOLD, "printed"), "A good deal") == [
        "Lamps are dear.",
        "Ann has coins for two lamps, and Bob a pot.",
        "She buys a lamp. That leaves 3 coins to Ann, who has bought Lamp and Pot. Ann leads.",
    ]


def test_what_no_sentence_tells_is_told_line_by_line() -> None:
    assert _paragraphs(book_of_text(TRADE + TOLD, "printed"), "Begun") == [
        "Bob has begun to tell this.",
        "Player 2 is proud of his Pot and Pot.",
        "Bob shouts.",
    ]


def test_an_exact_book_has_the_lines_too() -> None:
    book = book_of_text(TRADE + TOLD)
    steps = next(one for one in book.sections if one.title == "Step by step")
    found = next(part for part in steps.parts if part.title == "A good deal")
    assert "Ann buys Lamp for 2. Now Ann has 3 coins" in " ".join(map(plain, texts(found)))
    beside = rules_beside(parsed_of(Source("made.gdl", TRADE + TOLD), Path.cwd()), {})
    assert "Ann buys Lamp" not in beside


def test_beside_a_table_people_read_first_and_passages_are_found_by_the_names_of_rules() -> None:
    look: JsonObject = {"rule": {"buy": {"label": "Buy a ware"}}}
    for_people, steps = rules_beside(parsed_of(Source("made.gdl", TRADE), Path.cwd()), look).split("<details")
    assert 'data-tells="buy"' in for_people + steps
    assert "Buy a ware" in for_people + steps
    assert re.search(r'<h\d id="full-', steps)
    assert 'id="full-' not in for_people


def test_books_print_examples_with_sentences_first() -> None:
    bare = "".join(
        f'example more{at}:\n    "One more."\n    players Ann, Bob\n    as Ann: turns\n    Ann plays buy(Pot, 1)\n'
        for at in range(9)
    )
    book = book_of_text(TRADE + bare + TOLD, "printed")
    titles = [part.title for one in book.sections if one.title == "Worked examples" for part in one.parts]
    assert titles == ["A pot", "A good deal", "Begun", "More cases"], "others are told in a sentence at most"
    titles = [part.title for one in book_of_text(TRADE + bare, "printed").sections for part in one.parts]
    assert sum(title.startswith("More") for title in titles) <= 3, "of those that nobody tells, a few"


def _paragraphs(book: Book, title: str) -> list[str]:
    told = next(one.section for one in sections_in_order(book.sections) if one.section.title == title)
    return [plain(block.text) for block in told.blocks if isinstance(block, Paragraph)]


STORIES = """game stories:
    players 2

each player:
    coins = 0

start vere_is_rich:
    players Vere, Bob
    given:
        Vere.coins = 9

rounds up to 1:
    nothing

phase nothing:
    say "Nothing happens."

score worth: coins
ranking by highest total, ties shared

example a_purse_for_vere:
    players Vere, Bob
    given:
        Vere.coins = 1
    then Vere.coins is 1

example vere_again of a_purse_for_vere:
    then Vere.coins is 1

example later:
    from vere_is_rich
    then Vere.coins is 9
    then game over, players where it is Vere win
    then game over, players where it in [Vere, Bob] lose
"""


def test_examples_and_starts_call_people_as_they_are() -> None:
    """In headings, in what other examples say of them, and in the index; `a_purse_for_vere` is small in the file."""
    book = book_of_text(STORIES)
    said = markdown(book).replace("*", "")
    for told in (
        "A purse for Vere\n",
        "The position is that of a purse for Vere.",
        "Vere again\n",
        "the start Vere is rich.",
        "The match is over, and Vere wins, while the others lose.",
        "The match is over, and Vere and Bob lose, while the others win.",
    ):
        assert told in said
    assert {"a purse for Vere", "Vere again", "Vere is rich"} <= set(places_of_names(book))
    assert "for vere" not in said
    assert "vere again" not in said


BOASTS = """game boasts:
    players 2

type mood: Glad, Sad

each player:
    coins: 0..99 = 3

rounds up to 2:
    turns

phase turns, each player:
    choose one:
        boast
        rest

action boast:
    choose:
        loud: may, ask "Do you shout?"
        days: one of 1..3, ask "How long?"
        face: one of mood, ask "How?"
    if {condition}: say "{{me}} does it with {{days}} and {{face}}."
    else: say "{{me}} does not do it, with {{face}}."

action rest: coins += 1

ranking by highest coins, ties shared

example one:
    players Ann, Bob
    as Ann: turns
    Ann plays boast(loud = {loud}, days = 2, face = Glad)
"""


@pytest.mark.parametrize(
    ("condition", "loud", "does"),
    [
        ("loud", "yes", True),
        ("loud", "no", False),
        ("not loud", "yes", False),
        ("not loud", "no", True),
        ("not not loud", "yes", True),
        ("loud is yes", "no", False),
        ("days is 2", "yes", True),
        ("days is not 2", "yes", False),
        ("not days is 2", "yes", False),
        ("face is Sad", "yes", False),
        ("face is not Sad", "yes", True),
        ("coins > 3", "yes", None),
        ("not coins > 3", "yes", None),
        ("days > 1", "yes", None),
    ],
)
def test_the_sentence_is_told_whose_condition_the_move_meets(condition: str, loud: str, does: bool | None) -> None:
    """Where that depends on more than the move, its choices are told instead."""
    told = markdown(book_of_text(BOASTS.format(condition=condition, loud=loud)))
    assert {
        "Ann does it with 2 and Glad.": True,
        "Ann does not do it, with Glad (days: 2).": False,
        f"Ann chooses “boast” (loud is {loud}, days is 2, face is Glad).": None,
    }[next(line for line in told.splitlines() if line.startswith(("Ann does", "Ann chooses")))] is does
