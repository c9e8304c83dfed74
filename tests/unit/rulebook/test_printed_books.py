"""Printed books have what players read: sentences, steps, one table of what pieces do, and names for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl.bases import files_of_games
from gamedsl.rulebook import LabelError, check_labels, labels_of, markdown, rulebook, with_labels
from gamedsl.rulebook.model import Book, index, plain, sections_in_order, texts
from gamedsl.source import Source
from share import few
from unit.rulebook.books import VARIANTS, book_of_text, parsed_of, said_in

TURNS = (
    "Each player has one turn, and everybody should know by now what the stalls bring, since nobody will tell it twice. "
    "First look at the sky. Then grow what you like, as long as it is not too much for one day of work in the garden. "
    "Finally sell it. [A1: You may keep some.] [A2: Nobody buys at night.]"
)
GAME = """game stalls:
    "Sell what you grow."
    players 2

type sky: Sun, Rain

component 4 stall:
    "What each brings stands beside its name."
    name    cost  @market  @deck
    Garden  0     1        .
    Field   0     1        .
    Barn    2     .        1
    Mill    3     .        1

shared:
    market: bag of stall  "Stalls that everybody uses."
    deck: pile of stall, seen by nobody
    weather = Sun  "What the sky does."
    calls: 0..9 = 0, each round  "How often somebody has called."

each player:
    own: bag of stall  "Your stalls."
    coins = 0  "What you have earned."

rounds up to 2:
    "Two rounds are played."
    turns

phase turns, each player:
    "TURNS"
    grow(2)

action grow(n: 0..9):
    "Take coins."
    earn(n)
    if weather is Rain: calls += 1

rule earn(n: 0..9): coins += n

each Garden:
    "Two coins."
    whenever grow: coins += 2

each Field:
    "A coin."
    whenever grow: coins += 1

each Barn in own:
    "A coin more."
    whenever grow: coins += 1

each Mill in own:
    "Three coins more."
    whenever grow: coins += 3

score riches: coins  "You score your coins."
ranking by highest total, ties shared
""".replace("TURNS", TURNS)


def _printed(text: str = GAME) -> Book:
    return rulebook(parsed_of(Source("made.gdl", text), Path.cwd()), "printed")


def test_long_texts_stand_in_steps_and_readings_in_a_list() -> None:
    said = markdown(_printed())
    assert "1. Look at the sky.\n2. Grow what you like" in said
    assert "\n3. Sell it.\n\n* You may keep some.\n* Nobody buys at night.\n" in said
    assert "## 6 Notes" in said
    assert "stands in the text of these sections: 4.\n" in said


def test_what_pieces_do_stands_in_the_table_of_their_component() -> None:
    said = markdown(_printed())
    assert "In the market:\n\n| name | what it does |\n|---|---|\n| Garden | Two coins. |" in said
    assert "| Mill | 3 | In your own: three coins more. |" in said
    assert "Pieces with rules of their own" not in said


def test_steps_of_told_rules_are_left_out_and_those_of_untold_ones_kept_where_they_are_named() -> None:
    printed, bare = markdown(_printed()), markdown(_printed(GAME.replace('    "Take coins."\n', "")))
    assert "*earn*" not in printed
    assert "Do *earn* with *n*" in bare
    assert "In detail" in bare
    assert "Step by step" not in bare


def test_the_steps_of_a_replaced_rule_stand_where_its_sentence_stood(tmp_path: Path) -> None:
    """A rule that takes something from others is told with its sentence; a variant may replace it by one without."""
    spoken = GAME.replace(
        "rule earn(n: 0..9): coins += n", 'rule earn(n: 0..9):\n    "Take coins that you have earned."\n    coins += n'
    )
    (tmp_path / "stalls.gdl").write_text(spoken)
    text = "variant rich of stalls:\n    replace rule earn(n: 0..9):\n        coins += 7\n    replace type sky: Sun, Rain, Fog\n"
    said = markdown(rulebook(parsed_of(Source("rich.gdl", text), tmp_path), "printed"))
    assert "Take coins that" not in said.partition("\n## 4")[2]
    assert "You get 7 coins." in said
    assert "| *earn* | Take coins that you have earned. | changed: its steps stand in its section |" in said
    assert "| *sky* | Sun and Rain | Sun, Rain and Fog |" in said


def test_a_changed_formula_that_needs_brackets_is_told_without_them(tmp_path: Path) -> None:
    wealth = "    let wealth = coins\n    let is_rich = coins > 5\n"
    (tmp_path / "stalls.gdl").write_text(GAME.replace("    coins = 0", f"{wealth}    coins = 0"))
    text = (
        "variant rich of stalls:\n"
        "    replace let wealth = 2 * (coins + (3 if weather is Rain else 0))\n"
        "    replace let is_rich = 2 * (coins + (3 if weather is Rain else 0)) > 5\n"
    )
    said = markdown(rulebook(parsed_of(Source("rich.gdl", text), tmp_path), "printed"))
    assert "| *wealth* | – | this is counted in another way |" in said
    assert "| *is rich* | – | this is decided in another way |" in said
    short = "variant rich of stalls:\n    replace let wealth = coins + 1\n"
    assert "| *wealth* | Your coins. | Your coins + 1. |" in markdown(
        rulebook(parsed_of(Source("rich.gdl", short), tmp_path), "printed")
    )


def test_what_begins_anew_each_round_is_told() -> None:
    assert "How often somebody has called. At the start of each round it is 0 again." in markdown(_printed())


def test_rules_and_choices_have_labels() -> None:
    labels = labels_of('[rule.turns]\nlabel = "The day"\n[rule.grow]\nlabel = "Grow something"\n')
    said = markdown(with_labels(_printed(), labels))
    assert "## 4 The day\n" in said
    assert "### 4.1 Grow something\n" in said
    assert "## Index" not in said, "a short book needs none"


def test_labels_of_rules_that_are_not_there_are_mistakes() -> None:
    parsed = parsed_of(Source("made.gdl", GAME), Path.cwd())
    decls = [decl for _, file in parsed.chain.files for decl in file.decls]
    check_labels(labels_of('[rule.grow]\nlabel = "Grow"\n'), decls)
    with pytest.raises(LabelError, match="did you mean `grow`"):
        check_labels(labels_of('[rule.grew]\nlabel = "Grow"\n'), decls)


def test_a_printed_book_has_few_examples_and_no_chapter_for_authors() -> None:
    path = next(path for path in VARIANTS if path.stem == "grand_season")
    book = rulebook(parsed_of(Source(path.name, path.read_text("utf-8")), path.parent), "printed")
    examples = next((one for one in book.sections if one.title == "Worked examples"), None)
    assert examples is None or len([one for one in examples.parts if one.title != "More cases"]) <= 8
    assert not any("those who change" in one.title or one.title == "Step by step" for one in book.sections)


@pytest.mark.parametrize("path", few(files_of_games(), 4, 2), ids=lambda path: path.stem)
def test_what_stands_in_an_index_stands_in_the_section_to_which_it_points(path: Path) -> None:
    book = rulebook(parsed_of(Source(path.name, path.read_text("utf-8")), path.parent), "printed")
    look = path.with_suffix(".look.toml")
    labels = labels_of(look.read_text("utf-8")) if look.exists() else None
    said = book if labels is None else with_labels(book, labels)
    missing = [
        (name, place.label)
        for name, places in index(said)
        for place in places
        if name.casefold() not in said_in(place.section)
    ]
    assert not missing


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("modern/branch_lines", ("2.1 Towns and tracks", "2.2 Wagons", "2.3 Orders")),
        ("modern/tile_walls", ("2.1 Tiles", "2.2 Walls", "what is used is shuffled to refill it")),
        ("modern/hamlet", ("2.2 Places",)),
        ("classics/goofspiel", ("Each player gets a set of cards.",)),
    ],
)
def test_headings_and_set_up_name_several_things_so(name: str, expected: tuple[str, ...]) -> None:
    path = Path(__file__).parents[3] / f"games/{name}.gdl"
    told = markdown(rulebook(parsed_of(Source(path.name, path.read_text("utf-8")), path.parent), "printed"))
    for one in expected:
        assert one in told


FEN = """game fen:
    players 2 to 3

option fog: thick

row landing 4

component barrel in sack: 9

shared:
    sack: bag of barrel
    stall: pile of barrel

each landing:
    jetty: player or none = none
    crane = no

each player:
    boat: landing = landing[1]

setup:
    "Put the barrels into the sack."
    draw 3 from sack to stall

rounds up to 3:
    turns

phase turns, each player:
    "Do two of these."
    repeat up to 2:
        choose if able one:
            build
            sail

action build:
    require own: boat.jetty is none or boat.jetty is me and not boat.crane
    if boat.jetty is none: boat.jetty = me
    else: boat.crane = yes

action sail:
    require far: boat.number < 4
    boat = landing[boat.number + 1]

score jetties: count(landing where jetty is me)

ranking by highest total, ties shared
"""


def test_a_book_tells_the_place_of_a_piece_from_the_piece_and_what_may_be_done_again() -> None:
    for title, sentence in (
        ("Set-up", "Draw 3 barrels from the sack to the stall."),
        ("Turns", "You may take the same one again. Nobody may pass who can do something."),
        ("Build", "the jetty of the landing of your boat is yours"),
        ("Build", "the landing of your boat has a crane"),
        ("Sail", "the number of the landing of your boat"),
        ("Scores", "the number of landings whose jetty is yours"),
        ("Fog", "Here it is always “thick”."),
    ):
        assert sentence in _text_under(FEN, title)
    once = FEN.replace("action build:", "action build, once each turn:")
    assert "the same one" not in _text_under(once, "Turns")


def _text_under(text: str, title: str) -> str:
    found = (one.section for one in sections_in_order(book_of_text(text, "printed").sections))
    return " ".join(" ".join(map(plain, texts(next(one for one in found if one.title == title)))).split())
