"""Drawings in the sentences of the rulebook."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

import gamedsl
from gamedsl.graph.draw.joint import join_drawings
from gamedsl.graph.draw.model import Drawing
from gamedsl.graph.draw.pages import pages_of
from gamedsl.rulebook.drawn.paper import pdf_of
from gamedsl.rulebook.drawn.sentences import drawing_in_words
from share import few
from unit.rulebook.books import drawn_of

RULES = """
game dare:
    players 2

each player:
    banked = 0
    pot = 0, each turn

rounds at most 100:
    turns

phase turns, each player:
    choose one:
        throw_once
        hold

game ends when some(players where banked >= 20)  "Somebody has twenty points."

action throw_once:
    roll die: one of 1..6
    if die is 1:
        say "{me} throws a 1."
        pot = 0
    else:
        pot += die

action hold:
    banked += pot

score points: banked

ranking by highest total, ties shared
"""


def told(text: str, labels: dict[str, str]) -> Drawing:
    """The drawing of these rules in words."""
    rules = gamedsl.parse_rules(text)
    return drawing_in_words(rules.game(), rules.parsed, labels)


def test_boxes_hold_sentences_and_arrows_names_for_people() -> None:
    drawn = told(RULES, {"throw_once": "Throw a die"})
    lines = [line for one in drawn.elements for line in one.lines]
    assert "Throw a die" in lines
    assert "Hold" in lines
    assert "Roll the die: 1 to 6." in lines
    assert "Add your pot to your banked." in lines
    assert not any(
        "_" in text or "+=" in text or "{" in text for one in drawn.elements for text in (one.title, *one.lines)
    )
    assert {one.label for one in drawn.arrows} >= {"Throw a die", "yes", "no"}


def test_zones_and_fields_have_the_names_of_the_look_file() -> None:
    rules = gamedsl.parse_rules(RULES)
    drawn = drawing_in_words(rules.game(), rules.parsed, {}, {"banked": "points in the bank"})
    assert "Add your pot to your points in the bank." in [line for one in drawn.elements for line in one.lines]


def test_a_test_that_ends_the_game_asks_for_its_reason() -> None:
    titles = {one.title for one in told(RULES, {}).elements}
    assert "Somebody has twenty points?" in titles
    assert "Is there another player?" in titles


def test_parts_have_names_for_people() -> None:
    assert {one.name for one in told(RULES, {"turns": "A throw or more"}).clusters} == {"A throw or more", "End"}


def test_a_negation_is_asked_without_it() -> None:
    """Its answers change places: a double negative is hard to follow."""
    said = Path(gamedsl.__file__).parents[1] / "games" / "classics" / "pig.gdl"
    drawn = told(said.read_text(encoding="utf-8"), {})
    asked = next(one for one in drawn.elements if one.title == "Still rolling?")
    forms = {one.id: one.form for one in drawn.elements}
    ways = {one.label: forms[one.target] for one in drawn.arrows if one.source == asked.id}
    assert ways["yes"] == "decision"
    assert ways["no"] != "decision"


def test_the_end_says_who_wins() -> None:
    lines = [line for one in told(RULES, {}).elements if one.form == "end" for line in one.lines]
    assert "The player with the most points wins. Those who are equal share their place." in lines


GAMES = sorted((Path(gamedsl.__file__).parents[1] / "games").rglob("*.gdl"), key=lambda path: path.stem)
_RAW = re.compile(
    r"[\[\]{}_=`]|\w\.\w|(?<!answer) is yes\b|\bMore is done\b|\bas the rules say\b|\bdo \w+ with \w+ as\b|[Oo]ther box|\bnot not\b"
)
"""Brackets behind names, dots between names, underscores, and sentences of a program."""


@pytest.mark.parametrize("path", few(GAMES, 4, 1), ids=lambda path: path.stem)
def test_no_drawing_of_a_shipped_game_shows_its_program(path: Path) -> None:
    drawn = drawn_of(path)
    texts = [text for one in drawn.elements for text in (one.who, one.title, *one.lines)]
    assert not [text for text in texts if _RAW.search(text)]
    assert not [one.title for one in drawn.elements if one.form in ("effect", "chance") and not one.lines]


@pytest.mark.parametrize("path", few(GAMES, 4, 1), ids=lambda path: path.stem)
def test_pages_show_each_box_or_what_it_does_once(path: Path) -> None:
    """Each page fits, each box that leads to another page is a link to it."""
    drawn = drawn_of(path)
    pages = pages_of(drawn)
    if len(pages) > 1:
        overview, pages = pages[0], pages[1:]
        assert len(overview.drawing.elements) >= max(len(pages), len(drawn.clusters))
    shown = [one for page in pages for one in page.drawing.elements if one.nodes]
    assert len(shown) == len({one.id for one in shown})
    said = " ".join(line for one in shown for line in one.lines)
    gone = [one for one in drawn.elements if one.id not in {other.id for other in shown}]
    assert all(" ".join(line.strip() for line in one.lines) in said for one in gone)
    ids = {page.drawing.start for page in pages}
    assert ids <= {one.id for one in shown}
    assert all(0 < number <= len(pages) for page in pages for number in page.links.values())


def test_pages_are_printed_with_links() -> None:
    drawn = drawn_of("gloriana")
    reader = PdfReader(BytesIO(pdf_of(drawn)))
    assert len(reader.pages) == len(pages_of(drawn))
    assert len(reader.pages[0].get("/Annots") or ()) >= len(reader.pages) - 1
    assert "Court life" in reader.pages[0].extract_text()
    sheets = [part.name for page in pages_of(drawn)[1:] for part in page.drawing.clusters]
    assert sheets[:4] == ["Setup", "Rounds", "Fill taverns", "Reveal events"]
    for page in reader.pages:
        sizes = sorted((round(float(page.mediabox.width)), round(float(page.mediabox.height))))
        assert sizes == [595, 842]


def test_tests_of_the_same_thing_are_one_question() -> None:
    drawn = drawn_of("love_letter")
    asked = next(one for one in drawn.elements if one.title == "What is the card?")
    labels = [one.label for one in drawn.arrows if one.source == asked.id]
    assert labels == ["Guard", "Priest", "Baron", "Handmaid", "Prince", "King", "anything else"]


def test_what_differs_is_told_in_words() -> None:
    """Also what a sentence hides that both games share."""
    before, after = told(RULES, {}), told(RULES.replace("pot = 0\n    else", "pot = 1\n    else"), {})
    joint = join_drawings(before, after)
    (changed,) = [one for one in joint.elements if one.state == "changed"]
    assert any("set your pot to 1" in line for line in changed.lines)
    assert not any(_RAW.search(line) for one in joint.elements for line in one.lines)


def test_what_players_need_not_read_has_no_box() -> None:
    """Its nodes belong to the box after it, and each node to one box."""
    drawn = drawn_of("glory_islands")
    titles = {one.title for one in drawn.elements}
    assert {"Is any island full?", "Is the player out?", "Another player?"} <= titles
    assert not titles & {"Is full empty?", "Out?", "Another one?", "Was there no choice before?"}
    held = [node for one in drawn.elements for node in one.nodes]
    assert len(held) == len(set(held))
    assert {one.target for one in drawn.arrows} <= {one.id for one in drawn.elements}


def test_a_small_game_is_one_sheet_and_no_sheet_holds_one_box() -> None:
    assert len(pages_of(told(RULES, {}))) == 1
    for name in ("pig", "love_letter", "glory_islands"):
        pages = pages_of(drawn_of(name))
        assert all(sum(bool(one.nodes) for one in page.drawing.elements) > 1 for page in pages[1:])


def test_what_is_drawn_by_lot_has_the_name_of_the_field_that_keeps_it() -> None:
    """Nobody needs a box that says: set your cup to the mine."""
    text = RULES.replace("    banked = 0", "    banked = 0\n    cup: 1..6 = 1").replace(
        "rounds at most",
        "setup:\n    each player:\n        roll mine: one of 1..6\n        cup = mine\n\nrounds at most",
    )
    lines = [line for one in told(text, {}).elements if one.cluster == "Setup" for line in one.lines]
    assert [line for line in lines if "cup" in line or "mine" in line] == [
        "Draw by lot your cup: a number from 1 to 6."
    ]


CRATES = """
game crates:
    players 2

type goods: Tar, Salt

option is_rich: no, yes

table fee:
    goods  bonus
    Tar    5
    Salt   6

component helper in deck:
    name    count
    Porter  2
    Cook    2

shared:
    deck: pile of helper, seen by nobody

each player:
    coins: 0..60 = 6
    helpers: pile of helper

rounds up to 3:
    turns

phase turns, each player:
    draw 1 from deck to helpers
    choose sold: one of goods
    deliver(sold)

rule deliver(sold: goods):
    coins += fee[sold].bonus + (1 if is_rich else 0)

each Porter in helpers:
    whenever deliver(sold): coins += 1 if sold is Salt else 0

ranking by highest coins, ties shared
"""


def test_what_the_compiler_adds_to_tables_sums_and_reactions_is_not_drawn() -> None:
    lines = " ".join(line.strip() for one in told(CRATES, {}).elements for line in one.lines)
    assert "gives for" in lines
    assert "helpers that is Porter" in lines
    for added in ("fee rows", "+ 0", "Nothing is added", "nothing is added", "If Porter", "is in your helpers"):
        assert added not in lines
