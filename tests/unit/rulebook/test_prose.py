"""Where an author has told a rule in a sentence, its steps stand behind everything else; what players need on the table is derived from the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamedsl.rulebook import rulebook
from gamedsl.rulebook.model import Paragraph, Section, Steps, Table, index, plain, sections_in_order
from gamedsl.rulebook.sentences.english import deny
from gamedsl.source import Source
from unit.rulebook.books import book_of_text, parsed_of, said_in

MADE = """game made:
    players 2 to 4

type colour: Red, Green

component card in deck:
    name  count
    Ace   8

grid meadow 2 by 2

shared:
    deck: pile of card, seen by nobody
    shepherd: meadow = meadow[1, 2]
    opener: player = players[1]  "Who begins."
    crowned: player or none = none  "Who holds the crown of the meadow."
    lead: player or none = none
    favour: colour or none = none
    storms: 0..9 = 0

each meadow:
    flowers: 0..3 = 0
    snare = no
    mark: player or none = none
    tents[player]: 0..3 = 0
    was_seen[player] = no
    paint[colour]: 0..3 = 0

each player:
    hand: bag of card, seen by owner
    spot: meadow = meadow[1, 1]
    coins: 0..99 = 4
    wood: 0..99 = 1
    points: 0..99 = 0
    pace: 0..9 = 3, each turn
    let wealth = coins + wood  "All that you can sell."

setup:
    "Everybody gets two cards."
    shuffle deck
    each player: draw 2 from deck to hand

rounds up to 3:
    turns
    fair

phase turns, each player from opener:
    "Throw the die, and take as many coins."
    roll:
        dice: 2 of 1..6
        other: one of 1..20
    coins += other
    spot.tents[me] += 1

phase fair, each player where coins > 3:
    "Who has more than three coins pays one."
    coins -= 1

game ends after round when some(players where coins > 9)  "Somebody has ten coins."
game ends when storms > 8  "Too stormy."

ranking by highest wealth then lowest points, ties shared
"""


@pytest.fixture(scope="module", name="chapters")
def _chapters() -> dict[str, Section]:
    return {one.title: one for one in book_of_text(MADE).sections}


def _part(chapter: Section, title: str) -> Section:
    return next(part for part in chapter.parts if part.title == title)


def _lines(section: Section) -> list[str]:
    return [plain(step.text) for block in section.blocks if isinstance(block, Steps) for step in block.steps]


def _texts(section: Section) -> list[str]:
    return [plain(block.text) for block in section.blocks if isinstance(block, Paragraph)]


def test_steps_stand_behind_the_sentence_that_tells_them(chapters: dict[str, Section]) -> None:
    turns = _part(chapters["The round"], "Turns")
    assert turns.blocks == turns.blocks[:1]
    assert _texts(turns) == [
        "The players take turns, beginning with the opener. Throw the die, and take as many coins."
    ]
    exact = chapters["Step by step"]
    assert "Add the other to your coins." in _lines(_part(exact, "Turns"))
    assert "Add 1 to your tents at your spot." in _lines(_part(exact, "Turns"))
    assert "Shuffle the deck." in _lines(_part(exact, "Set-up"))
    assert "shuffle" not in said_in(chapters["Set-up"])


def test_who_acts_is_left_to_the_sentence_if_it_is_not_everybody(chapters: dict[str, Section]) -> None:
    assert _texts(_part(chapters["The round"], "Fair")) == ["Who has more than three coins pays one."]


def test_only_what_has_a_sentence_or_holds_pieces_is_on_the_table(chapters: dict[str, Section]) -> None:
    def names(title: str) -> list[str]:
        tables = [block for block in _part(chapters["On the table"], title).blocks if isinstance(block, Table)]
        return [plain(row[0]) for table in tables for row in table.rows]

    assert names("In the middle, for all") == ["deck", "opener", "crowned"]
    assert names("Each player has") == ["hand"]
    assert "How things are counted" not in chapters, "no sentence speaks of wealth"
    assert "all that you can sell." in said_in(_part(chapters["Step by step"], "How things are counted"))
    spoken = {
        one.title: one for one in book_of_text(MADE.replace("Too stormy.", "The storm takes all wealth.")).sections
    }
    assert "all that you can sell." in said_in(spoken["How things are counted"])
    assert "Words of the game" not in chapters
    assert "one of: red or green." in said_in(_part(chapters["Step by step"], "Words of the game"))


def test_the_box_has_what_is_counted_stands_and_is_rolled(chapters: dict[str, Section]) -> None:
    assert _lines(_part(chapters["What is in the box"], "Also needed")) == [
        "2 dice.",
        "A die with 20 sides.",
        "A figure for the shepherd.",
        "A marker for the opener.",
        "The crown of the meadow.",
        "Marks in a colour for each player.",
        "A figure for each player.",
        "Pencil and paper, or a board, for the points.",
        "Tokens, or pencil and paper, for each player’s coins and wood.",
        "Tents in a colour for each player.",
        "Tokens for what lies on the board: flowers, snares, Red and Green.",
        "A counter for the storms.",
    ]


def test_the_set_up_says_what_each_player_begins_with(chapters: dict[str, Section]) -> None:
    assert _lines(chapters["Set-up"]) == [
        "The cards form the deck.",
        "Each player begins with 4 coins and 1 wood.",
        "The shepherd starts on b1.",
        "All figures start on a1.",
        "Everybody gets two cards.",
        "Decide by lot who begins (the opener).",
    ]


def test_ends_and_the_ranking_are_sentences(chapters: dict[str, Section]) -> None:
    end = chapters["The end"]
    when = _part(end, "When the match ends")
    assert _texts(when) == ["The match ends in one of these ways:"]
    assert _lines(when) == ["After a round if somebody has ten coins.", "Too stormy.", "After 3 rounds."]
    alone = book_of_text(
        MADE.replace('game ends when storms > 8  "Too stormy."\n', "").replace("up to 3:", "at most 3:")
    )
    assert "The match ends after a round if somebody has ten coins." in _texts(alone.sections[0])
    told = MADE.replace(
        "then lowest points, ties shared", 'then lowest points, ties shared  "Equal players share the victory."'
    )
    end_told = next(one for one in book_of_text(told).sections if one.title == "The end")
    assert _texts(_part(end_told, "Who wins")) == [
        "The player with the highest wealth wins. Among equals it is the one with the fewest points. Equal players share the victory."
    ]
    assert _texts(_part(end, "Who wins")) == [
        "The player with the highest wealth wins. Among equals it is the one with the fewest points. Those who are equal then share their place."
    ]


_DUEL = """game duel:
    players 2

shared:
    moves: 0..99 = 0

each player:
    slain = no
    tired = no

rounds at most 50:
    turns

phase turns, each player:
    if moves >= 40: end game "Forty moves without a hit."
    if moves is 39: end game "Forty moves without a hit."
    if moves is 7: over
    if moves is 5:
        as left(me): slain = yes
        end game "A head is off."
    moves += 1

rule over:
    slain = moves > 6
    if not slain: end game "Peace."
    if slain: end game "A sword in the heart."
    else: end game "Both are tired."

ranking by lowest slain, ties shared

example peace:
    "Peace."
    players Ann, Bob
    "Ann does nothing, and Bob neither."
    setup
    then moves is 0
"""


def test_ends_with_a_winner_come_first_and_equal_sentences_are_said_once() -> None:
    book = book_of_text(_DUEL, "printed")
    when = next(
        part for one in book.sections if one.title == "The end" for part in one.parts if part.title.startswith("When")
    )
    assert _lines(when) == [
        "When a head is off.",
        "A sword in the heart.",
        "Forty moves without a hit.",
        "Peace.",
        "When both are tired.",
    ]
    stories = next(one for one in book.sections if one.title == "Worked examples")
    assert "Peace." not in _texts(stories.parts[0]), "the heading says it"


def test_what_only_told_rules_lead_to_is_told_with_them() -> None:
    made = MADE.replace("    coins += other\n", "    coins += other\n    ask\n").replace(
        "phase fair,", 'rule ask:\n    choose more: one of 1..3, ask "How many?"\n    coins += more\n\nphase fair,'
    )
    sections = {one.title: one for one in book_of_text(made).sections}
    assert _part(sections["The round"], "Turns").parts == ()
    assert "Add the more to your coins." not in said_in(sections["The round"])
    assert "“how many?”" in said_in(_part(sections["Step by step"], "Ask"))
    bare = {
        one.title: one
        for one in book_of_text(made.replace('    "Throw the die, and take as many coins."\n', "")).sections
    }
    assert [part.title for part in _part(bare["The round"], "Turns").parts] == ["Ask"]


STORY = """game story:
    players 2

component flower in deck:
    name   count
    Daisy  4
    Rose   4

grid moor 3 by 3, columns a to c

each moor:
    sheep: 0..9 = 0
    snare = no
    grown: slot of flower

shared:
    deck: bag of flower
    wet = no  "The moor is wet."
    fox: moor = moor[1, 1]

each player:
    bound: bag of flower
    limping = no
    earned: 0..9 = 0
    spot: moor = moor[1, 1]

rounds up to 1: turns

phase turns, each player: limping = yes

ranking by highest count(bound), ties shared

example few_places:
    players Ann, Bob
    given:
        Ann.bound: 2 Daisy, Rose
        moor[1, 2].sheep = 2
        moor[3, 3].snare = yes
        wet = yes
        Bob.spot = moor[2, 2]
        fox = moor[3, 1]
    turns
    then Ann.limping and not moor[1, 1].snare and wet and Bob.earned is 0

example only_the_set_up:
    "Nothing has happened."
    players Ann, Bob
    setup
    then count(deck) is 8
"""


def test_examples_are_told_in_words() -> None:
    sections = {one.title: one for one in book_of_text(STORY).sections}
    told = said_in(_part(sections["Worked examples"], "Few places"))
    for said in (
        "2 daisies and rose are in ann’s bound",
        "b1 has 2 sheep",
        "c3 has a snare",
        "the moor is wet",
        "ann is limping",
        "a1 has no snare",
        "bob has earned 0",
        "bob is on b2",
        "the fox is on a3",
    ):
        assert said in told, told
    table = next(one for one in sections.values() if one.title == "On the table")
    assert [part.title for part in table.parts] == ["In the middle, for all", "Each player has"]
    assert "room for one flower" in said_in(_part(sections["Step by step"], "Each moor has"))
    assert "Only the set up" in [part.title for part in sections["For those who change these rules"].parts]


def test_a_ranking_by_a_state_is_a_sentence() -> None:
    text = STORY.replace("highest count(bound)", "highest limping")
    end = next(one for one in book_of_text(text).sections if one.title == "The end")
    assert _texts(_part(end, "Who wins")) == ["Whoever is limping wins. Otherwise the match is drawn."]


def test_the_opposite_of_a_state_is_a_sentence() -> None:
    assert deny("the maker plays alone") == "the maker does not play alone"
    assert deny("a heart has been played") == "a heart has not been played"
    assert deny("the moor is wet") == "the moor is not wet"
    assert deny("the rain fell") == ""


def test_the_set_up_does_not_say_twice_where_pieces_begin() -> None:
    made = MADE.replace('"Everybody gets two cards."', '"Shuffle the deck. Everybody gets two cards and four coins."')
    set_up = next(one for one in book_of_text(made).sections if one.title == "Set-up")
    assert _lines(set_up) == [
        "Each player begins with 1 wood.",
        "The shepherd starts on b1.",
        "All figures start on a1.",
        "Shuffle the deck.",
        "Everybody gets two cards and four coins.",
        "Decide by lot who begins (the opener).",
    ]
    assert isinstance(set_up.blocks[0], Steps), "what lies there stands before what is done"


def test_a_sentence_that_names_everybody_says_who_acts() -> None:
    made = MADE.replace("Throw the die, and take", "Everybody throws the die and takes")
    turns = _part(next(one for one in book_of_text(made).sections if one.title == "The round"), "Turns")
    assert _texts(turns) == ["Everybody throws the die and takes as many coins."]


def test_examples_without_a_sentence_give_way_where_enough_have_one() -> None:
    bare = "\nexample bare:\n    players Ann, Bob\n    turns\n    then Ann.limping\n"
    told = "".join(bare.replace("bare:", f'told_{at}:\n    "One."') for at in range(5))
    for text, title in ((STORY + bare, "Worked examples"), (STORY + bare + told, "For those who change these rules")):
        chapter = next(one for one in book_of_text(text).sections if one.title == title)
        assert "Bare" in [part.title for part in chapter.parts]


def test_a_guard_of_the_rounds_is_no_rule_for_players() -> None:
    made = MADE.replace("rounds up to 3:", "rounds at most 500, else cut off:")
    sections = {one.title: one for one in book_of_text(made).sections}
    assert "500" not in said_in(sections["The round"])
    assert "500" in said_in(_part(sections["Step by step"], "The round"))


def test_a_sentence_from_before_a_change_keeps_its_steps(tmp_path: Path) -> None:
    base = """game paying:
    players 2

each player:
    coins: 0..9 = 5

rounds up to 1: turns

phase turns, each player:
    "Pay or save."
    choose one:
        pay
        save

action pay:
    "Pay two coins, of which you need three."
    require enough: coins > 2 "Too poor."
    coins -= 2

action save: "Nothing happens."

ranking by highest coins, ties shared
"""
    (tmp_path / "paying.gdl").write_text(base, "utf-8")
    source = Source("easy.gdl", "variant easy of paying:\n    remove require enough in pay\n")
    for made, says_steps in ((Source("paying.gdl", base), False), (source, True)):
        book = rulebook(parsed_of(made, tmp_path))
        pay = next(place.section for place in sections_in_order(book.sections) if place.section.title == "Pay")
        assert ("you lose 2 coins." in said_in(pay)) == says_steps
        assert said_in(pay).startswith("pay before the changes: ") == says_steps


HAGGLE = """game big_market:
    players 2

each player:
    coins: 0..9 = 1
    people: 0..9 = 1
    earned: 0..9 = 0

rounds up to 1: turns

phase turns, each player:
    "Take a coin. Then sell or buy. Whoever has nothing passes. Nobody gives change."
    choose one:
        sell
        buy

action sell:
    require enough: coins > 2 "Too poor to sell."
    coins -= 2

action buy:
    require enough: coins > 1 "Too poor to buy."
    coins -= 1

score gained: coins  "What is left counts."

ranking by highest total, ties shared

example no_sale:
    "Nobody sells."
    players Ann, Bob
    given:
        Ann.coins = 1
        Ann.people = 1
    as Ann: turns
    Ann may not sell because enough

example no_purchase:
    "Nobody buys."
    players Ann, Bob
    as Ann: turns
    Ann may not buy because enough
"""


@pytest.fixture(scope="module", name="haggle")
def _haggle() -> dict[str, Section]:
    return {one.title: one for one in book_of_text(HAGGLE).sections}


def test_a_refusal_names_only_the_examples_of_its_own_rule(haggle: dict[str, Section]) -> None:
    (table,) = (block for block in haggle["Why a choice may be refused"].blocks if isinstance(block, Table))
    assert [tuple(map(plain, row)) for row in table.rows] == [
        ("“Too poor to sell.”", "sell", "no sale"),
        ("“Too poor to buy.”", "buy", "no purchase"),
    ]


def test_a_word_for_several_stands_before_the_number_one(haggle: dict[str, Section]) -> None:
    told = said_in(_part(haggle["Worked examples"], "No sale"))
    assert "1 coin and people: 1" in told, told


def test_a_round_at_a_glance_has_all_of_a_short_text(haggle: dict[str, Section]) -> None:
    assert "take a coin. then sell or buy. whoever has nothing passes. nobody gives change." in said_in(
        haggle["The game"]
    )
    long = HAGGLE.replace("Nobody gives change.", f"{'Nobody gives change now or later. ' * 8}Never.")
    told = said_in(next(one for one in book_of_text(long).sections if one.title == "The game"))
    assert "then sell or buy. whoever has nothing passes." in told
    assert "nobody gives change" not in told


def test_a_single_score_stands_once_step_by_step(haggle: dict[str, Section]) -> None:
    scores = _part(haggle["Step by step"], "Scores")
    assert len([block for block in scores.blocks if isinstance(block, Table)]) == 1


def test_the_index_has_no_title_and_counts_no_articles() -> None:
    names = [name for name, _ in index(book_of_text(HAGGLE))]
    assert "Big market" not in names
    assert names == sorted(names, key=lambda name: re.sub("^(an?|the) ", "", name.casefold()))
