"""Chapters begin with what players do; helpers of the rules and counters stand step by step behind everything else."""

from __future__ import annotations

from gamedsl.rulebook.model import Section, Table, plain
from unit.rulebook.books import GAMES, book_of, book_of_text

MADE = """game made:
    players 2

component card in deck:
    name  count
    Ace   8

shared:
    steps: 0..9 = 0
    heat: 0..9 = 0
    score_so_far: 0..9 = 0  "What counts."
    deck: bag of card

each player:
    lit = no
    hand: bag of card, seen by owner

setup:
    warm_up()

rule warm_up:
    heat = 3

rounds up to 3: turns

phase turns, each player:
    if steps > 7: last_turn()
    else: take_turn()

rule last_turn:
    choose number: one of 1..3, ask "How many?"
    count_up(number)

rule take_turn:
    choose one:
        fetch
        burn
    if steps > 8: stop_it()

action fetch:
    choose thing: one of deck, ask "Which?"
    move thing to hand
    tick()

action burn:
    "The heat grows."
    heat += 1
    lit = yes
    tick()

rule tick:
    steps += 1

rule count_up(number: 1..3):
    steps += number

rule stop_it:
    end game "It is over."

ranking by highest count(hand), ties shared
"""


def _parts(sections: tuple[Section, ...], title: str) -> dict[str, Section]:
    return {part.title: part for one in sections if one.title == title for part in one.parts}


def _rows(section: Section) -> list[str]:
    return [plain(row[0]) for block in section.blocks if isinstance(block, Table) for row in block.rows]


def test_the_turn_stands_first_and_exceptions_last() -> None:
    turns = _parts(book_of_text(MADE).sections, "The round")["Turns"]
    assert [part.title for part in turns.parts] == ["Take turn", "Fetch", "Burn", "Stop it", "Last turn"]


def test_helpers_have_no_heading_before_the_steps() -> None:
    exact = _parts(book_of_text(MADE).sections, "Step by step")
    assert {"Tick", "Count up"} <= set(exact)
    assert not {"Stop it", "Warm up"} & set(exact)
    assert [part.title for part in _parts(book_of_text(MADE).sections, "Set-up").values()] == ["Warm up"]


def test_zones_stand_first_and_counters_step_by_step() -> None:
    sections = book_of_text(MADE).sections
    table = _parts(sections, "On the table")
    assert _rows(table["In the middle, for all"]) == ["deck", "score so far"]
    assert _rows(table["Each player has"]) == ["hand"]
    exact = _parts(sections, "Step by step")
    assert _rows(exact["In the middle, for all"]) == ["steps", "heat", "score so far"]
    assert _rows(exact["Each player has"]) == ["lit"]


def test_what_pieces_add_up_to_stands_behind_their_sentences() -> None:
    _, book = book_of(next(path for path in GAMES if path.stem == "kiln_lane"))
    assert "renown" not in _rows(_parts(book.sections, "On the table")["Each player has"])
    assert "renown" in _rows(_parts(book.sections, "Step by step")["Each player has"])
