"""What the computer does on a page: its levels in words, its hints, and that nobody has to wait for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from page.browser import Opened, write_beginning
from page.playing import written_page
from share import few

_TWO = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'


def test_the_computer_has_words_and_gives_a_hint(context: BrowserContext, tmp_path: Path) -> None:
    """A win in one is found and marked, with what it is worth. Where nothing can be judged there is no hint."""
    opened = Opened(context, written_page("classics/tic_tac_toe", tmp_path))
    page = opened.page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning("[{name: 'Ann', who: 'person'}, {name: 'Bob', who: 'strong'}]", 3))
    assert page.locator(".seat .chip").all_inner_texts() == ["strong"]
    page.evaluate(write_beginning(_TWO, 3))
    for place in (0, 3, 1, 4):
        page.evaluate(f"document.querySelectorAll('.sq')[{place}].click()")
    page.keyboard.press("h")
    page.locator(".advice .advised").wait_for()
    assert "almost sure to win. That wins the match." in " ".join(page.locator(".advice").inner_text().split())
    marked = page.locator(".sq.best")
    assert marked.count() == 1
    marked.click()
    assert page.evaluate("window.gamedslPage.session.match.isOver")
    assert opened.complaints == []

    unseen = Opened(context, written_page("classics/liars_dice", tmp_path, slice(0, 1))).page
    unseen.evaluate(write_beginning(_TWO, 3))
    assert unseen.get_by_role("button", name="Hint").is_disabled()


@pytest.mark.parametrize(
    ("name", "people", "told", "marked"),
    few(
        (
            ("classics/hearts", _TWO, r"would choose .*, .* and .*", 3),
            ("modern/golf_patience", "[{name: 'Ann', who: 'person'}]", r"\d+ points", 1),
        ),
        1,
    ),
)
def test_a_hint_tells_all_of_a_selection_and_points_to_a_lone_player(
    name: str, people: str, told: str, marked: int, context: BrowserContext, tmp_path: Path
) -> None:
    page = Opened(context, written_page(name, tmp_path)).page
    page.evaluate(write_beginning(people, 3))
    page.wait_for_function("() => window.gamedslPage.session?.step")
    page.keyboard.press("h")
    page.locator(".advice b, .advice ol").first.wait_for()
    assert page.locator(".hand .best, .sq.best, .best[data-act]").count() >= marked
    assert re.search(told, page.locator(".advice").inner_text())


def test_a_hint_tells_the_whole_turn_and_does_not_tell_apart_what_it_cannot(
    context: BrowserContext, tmp_path: Path
) -> None:
    """The checkers that both dice move stand in one hint; the colour of a ship is as good as another one, so none is marked."""
    page = Opened(context, written_page("classics/backgammon", tmp_path, has_look=True)).page
    page.evaluate(write_beginning(_TWO, 3))
    page.wait_for_function("() => window.gamedslPage.session?.step")
    page.keyboard.press("h")
    page.wait_for_function("() => window.gamedslPage.session.hint?.is === 'found'")
    assert page.evaluate("window.gamedslPage.session.hint.further.length") == 1
    assert re.search(r"computer would choose .*, then .*|no clear difference", page.locator(".advice").inner_text())

    colours = Opened(context, written_page("glory_islands", tmp_path, has_look=True)).page
    colours.evaluate(write_beginning(_TWO, 3))
    colours.wait_for_function("() => window.gamedslPage.session?.step")
    colours.keyboard.press("h")
    colours.locator(".advice").get_by_text(re.compile("The computer sees no clear difference between .+")).wait_for()
    assert colours.locator(".best").count() == 0


def test_a_hint_says_what_follows(context: BrowserContext, tmp_path: Path) -> None:
    """Where nothing is hidden, what the other player may do then stands below the advice, or with what that player could win after all other moves. A move has the
    name by which players write it."""
    rows = Opened(context, written_page("classics/connect_four", tmp_path)).page
    rows.evaluate(write_beginning(_TWO, 3))
    rows.wait_for_function("() => window.gamedslPage.session?.step")
    rows.keyboard.press("h")
    rows.wait_for_function("() => window.gamedslPage.session.hint?.is === 'found'")
    assert rows.evaluate("window.gamedslPage.session.hint.replies.map(({seat}) => seat)") == [1, 0]
    rows.locator(".advice").get_by_text(re.compile(r"Then Bob may answer ..+, and you ..+\.")).wait_for()
    for at in (3, 2, 3, 2, 3):
        rows.evaluate(
            """(at) => {
              const { session } = window.gamedslPage;
              session.play(session.asked, session.match.list(session.asked)[at].steps);
            }""",
            at,
        )
    rows.evaluate("window.gamedslPage.draw?.()")
    rows.keyboard.press("h")
    rows.locator(".advice").get_by_text(re.compile(r"Otherwise Ann could win with .+\.")).wait_for()

    page = Opened(context, written_page("classics/chess", tmp_path)).page
    page.evaluate(write_beginning(_TWO, 3))
    page.wait_for_function("() => window.gamedslPage.session?.step")
    for move in ("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "a7a6"):
        source, target = move[:2], move[2:]
        page.evaluate(
            """([source, target]) => {
              const { session } = window.gamedslPage;
              const place = (text) => `[${9 - Number(text[1])}, ${text.charCodeAt(0) - 96}]`;
              const found = session.match.list(session.asked, { most: 100 })
                .find(({ text }) => text.includes(`start = square${place(source)}`) && text.includes(`target = square${place(target)}`));
              session.play(session.asked, found.steps);
            }""",
            [source, target],
        )
    page.evaluate("window.gamedslPage.draw?.()")
    page.keyboard.press("h")
    page.locator(".advice .advised").wait_for()
    assert page.locator(".advice .advised").inner_text() == "Qxf7"
    assert "almost sure to win. That wins the match." in " ".join(page.locator(".advice").inner_text().split())


_NEAR = """game near:
    "Take stones, or leave them."
    players 2

each player:
    number: 0..150 = 0

rounds up to 50:
    turns

phase turns, each player:
    choose one:
        take_stones
        leave

action take_stones:
    choose wanted: one of 1..3
    number += wanted

action leave:
    "Leave all."
    number += 0

ranking by highest number, ties shared

players aim at victory, judged after 0 choices: 50 + (number - left(me).number)
"""


def test_a_hint_tells_small_differences_where_all_are_small(context: BrowserContext, tmp_path: Path) -> None:
    """The rules judge the answers 1 per cent apart, which is much beside what matches are worth. The action that the moves have in common is told once."""
    rules = tmp_path / "near.gdl"
    rules.write_text(_NEAR, encoding="utf-8")
    page = Opened(context, written_page("near", tmp_path, rules_file=rules)).page
    page.evaluate(write_beginning(_TWO, 3))
    page.wait_for_function("() => window.gamedslPage.session?.step")
    page.keyboard.press("h")
    page.locator(".advice .advised").wait_for()
    assert page.locator(".advice .advised").inner_text() == "Take stones: 3"
    assert page.locator(".advice li span").all_inner_texts()[0] == "2"
    assert "clear difference" not in page.locator(".advice").inner_text()


@pytest.mark.parametrize(("seed", "is_sure"), [(4, True), (2, False)])
def test_a_hint_tells_a_win_that_nothing_hidden_can_prevent(
    seed: int, is_sure: bool, context: BrowserContext, tmp_path: Path
) -> None:
    """Ann has the highest card of all, or the second one, which Bob cannot beat in four of five deals."""
    rules = Path(__file__).parent / "higher.gdl"
    page = Opened(context, written_page("higher", tmp_path, rules_file=rules)).page
    page.evaluate(write_beginning(_TWO, seed))
    page.wait_for_function("() => window.gamedslPage.session?.step")
    page.keyboard.press("h")
    page.locator(".advice .advised").wait_for()
    assert page.locator(".advice .advised").inner_text() == "Show"
    told = "Whatever is hidden, that wins the match: it did so in all 100 tries."
    assert (told in page.locator(".advice").inner_text()) is is_sure


def test_a_long_turn_of_the_computer_can_be_hurried(context: BrowserContext, tmp_path: Path) -> None:
    """Whoever does not want to wait presses a button or a key: the computer plays on until somebody is asked, and waits again after that."""
    opened = Opened(context, written_page("modern/cant_stop", tmp_path))
    page = opened.page
    page.evaluate("window.gamedslPage.pause = 1e8")
    presses: tuple[Callable[[], None], ...] = (
        lambda: page.get_by_role("button", name="Faster").click(),
        lambda: page.keyboard.press("f"),
    )
    for press in presses:
        page.evaluate(write_beginning("[{name: 'Ann', who: 'strong'}, {name: 'Bob', who: 'person'}]", 3))
        page.wait_for_function("() => window.gamedslPage.session?.agent === 0")
        press()
        page.wait_for_function("() => window.gamedslPage.session.asked === 1", timeout=60_000)
        assert page.evaluate("window.gamedslPage.session.moments.length") > 0
    assert opened.complaints == []
