"""What people are shown while they play holds no name as rules write it: in the terminal and on pages.

Everyday runs walk in the terminal through a game of places, one of cards, one with questions to several seats and one with secrets, and on a page through one
of cards. `python -m words.every_walk` walks through all games with several seeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from page.browser import browser
from share import picked
from words.pages import page_walk
from words.walking import GAMES, raw, terminal_walk, unclear, unsaid


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all pages."""
    with browser() as started:
        yield started


@pytest.mark.parametrize(
    "game",
    picked(
        GAMES,
        [f"classics/{name}" for name in ("three_mens_morris", "crazy_eights", "sealed_bids", "phantom_tic_tac_toe")],
    ),
)
def test_the_terminal_shows_words(game: str) -> None:
    assert list(dict.fromkeys(raw(terminal_walk(game, 3)))) == []


@pytest.mark.parametrize("game", picked(GAMES, ["classics/euchre", "modern/golf_patience"]))
def test_pages_show_words(game: str, chromium: Browser, tmp_path: Path) -> None:
    shown = page_walk(chromium, game, tmp_path, 3)
    assert [one for line in shown.lines for one in raw(line)] == []
    assert [one for line in shown.lines for one in unsaid(line)] == []
    assert [one for asked in shown.questions for one in unclear(asked)] == []
    assert shown.questions


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("P1: `take`", "a backtick"),
        ("turns.take", "a dot between names"),
        ("put_back 3", "an underscore"),
        ("thrown is yes", "a value of a flag"),
        ("card[Two, Clubs]", "an index in brackets"),
        ("play with woods = standing", "a formula"),
        ("Ann fires 1 pots.", "one of several"),
        ("Ann lays a Ant on n13.", "an article before a vowel"),
        ("  Cat: Passing", "an action without a sentence"),
        ("  Ann: Dig", "an action without a sentence"),
        ("Ann takes the the card.", "a slip of the pen"),
        ("2 tools: shed → Bob’s tools", "a way as an arrow"),
        ("grain 2 → 3 · round 4 → 5", "the end of a round as a gain"),
        ("Not Boat. It does not go with Lincoln.", "a refusal that says no more than no"),
    ],
)
def test_what_is_raw_is_found(line: str, what: str) -> None:
    assert [one.partition(":")[0] for one in raw(line)] == [what]


@pytest.mark.parametrize(
    "line",
    [
        "Ann plays 2♣.",
        "there is no number 5 here",
        "It is over. Ann wins.",
        "3·4 is full",
        "`help` says what",
        "Ann takes 1 card from row 1.",
        "   A Ant, B Bee",
        "  Ann: c1",
    ],
)
def test_words_are_not_raw(line: str) -> None:
    assert list(raw(line)) == []


def test_choices_without_a_verb_are_found() -> None:
    lines = (
        "Ann: A throw: 2, 9.",
        "Bob climbs 7.",
        "Cat: walk or jump?",
        "At the end of the round: Points: Ann 3 → 4.",
    )
    assert [*unsaid("\n".join(lines))] == [lines[0]]


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("Which symbols?", "too short"),
        ("Other symbols", "no sentence"),
        ("Which card do you play?", None),
        ("Ann: walk or jump?", None),
        ("Bob, there is nothing for you to do here.", None),
    ],
)
def test_questions_are_sentences(question: str, wrong: str | None) -> None:
    assert next((one.partition(":")[0] for one in unclear(question)), None) == wrong
