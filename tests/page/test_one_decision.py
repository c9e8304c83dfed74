"""What a player thinks of as one choice is asked once, and what comes to the same is offered once or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page

from page.browser import Opened, write_beginning
from page.playing import written_page

_RULES = Path(__file__).with_name("gates.gdl")
_TWO = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'


@pytest.fixture
def page(context: BrowserContext, tmp_path: Path) -> Page:
    """The page of a game with gates and equal choices, at the beginning of a match of two people."""
    page = Opened(context, written_page("gates", tmp_path, rules_file=_RULES)).page
    page.evaluate(write_beginning(_TWO, 3))
    return page


def _place(page: Page, row: int, column: int) -> None:
    page.locator(f".sq[data-place='b0.{3 * (row - 1) + column - 1}']").click()


def _moves(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.gamedslPage.session.moments.map(({ text }) => text)")
    return found


def _buttons(page: Page) -> list[str]:
    return [one.split("\n")[0] for one in page.locator(".choices .btn").all_inner_texts()]


def _button(page: Page, text: str) -> Locator:
    return page.locator(".choices .btn", has_text=text)


def test_a_click_answers_the_gate_the_menu_and_what_is_behind_it(page: Page) -> None:
    assert page.locator(".q").inner_text() == "Ann: walk, jump or wait?"
    assert _buttons(page) == ["Wait", "Pass"]
    assert page.locator(".sq.can").count() == 6
    _place(page, 3, 2)
    assert _moves(page) == ["walk(goal = plot[3, 2])"]


def test_a_place_that_several_actions_choose_asks_which(page: Page) -> None:
    _place(page, 1, 2)
    assert _moves(page) == []
    assert _buttons(page) == ["Walk", "Jump"]
    page.keyboard.press("u")
    assert _buttons(page) == ["Wait", "Pass"]
    _place(page, 1, 2)
    _button(page, "Jump").click()
    assert _moves(page) == ["jump(goal = plot[1, 2])"]


def test_a_click_is_taken_back_as_one(page: Page) -> None:
    _place(page, 3, 2)
    page.keyboard.press("u")
    assert _moves(page) == []
    assert page.locator(".q").inner_text() == "Ann: walk, jump or wait?"


def test_what_comes_to_the_same_is_offered_once_and_a_choice_without_difference_is_not_asked(page: Page) -> None:
    for _ in range(2):
        _button(page, "Pass").click()
    assert _buttons(page) == ["1 and 2", "3 and 4"]
    _button(page, "1 and 2").click()
    _button(page, "3 and 4").click()
    before = len(_moves(page))
    _button(page, "Pass").click()
    _button(page, "Pass").click()
    assert len(_moves(page)) == before + 4, "all pots are full: nobody is asked which to fill"
    assert page.locator(".q").inner_text() == "Ann: walk, jump or wait?"
    page.keyboard.press("u")
    assert len(_moves(page)) == before + 1, "what was not asked is taken back with the choice before it"


def test_a_pass_that_ends_the_match_is_asked_for_twice(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("classics/go", tmp_path)).page
    page.evaluate(write_beginning(_TWO, 3))
    go_on = _button(page, "Pass")
    assert "go" not in (go_on.get_attribute("class") or "").split()
    go_on.click()
    assert page.evaluate("window.gamedslPage.session.moments.length") == 1
    go_on.click()
    assert "That ends the match" in page.inner_text(".why")
    assert not page.evaluate("window.gamedslPage.session.match.isOver")
    go_on.click()
    assert page.evaluate("window.gamedslPage.session.match.isOver")


def test_a_hint_judges_what_stands_beside_the_question(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("modern/ember_watch", tmp_path)).page
    page.evaluate(write_beginning(_TWO, 3))
    assert "Pass" in _buttons(page)
    page.keyboard.press("h")
    page.locator(".advice .advised").wait_for()
    assert page.locator(".best").count() >= 1


@pytest.mark.parametrize(
    ("name", "bob", "told"),
    [
        ("modern/cant_stop", "random", "Something was thrown since then. Take the move back all the same?"),
        ("modern/cant_stop", "person", "Something was thrown since then. Does everybody agree to take the move back?"),
        ("classics/tic_tac_toe", "random", ""),
        ("modern/love_letter", "random", "Something hidden was shown since then. Take the move back all the same?"),
    ],
)
def test_undo_asks_only_where_something_was_shown(
    name: str, bob: str, told: str, context: BrowserContext, tmp_path: Path
) -> None:
    page = Opened(context, written_page(name, tmp_path)).page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning(f'[{{name: "Ann", who: "person"}}, {{name: "Bob", who: "{bob}"}}]', 3))
    page.wait_for_function("() => window.gamedslPage.session.step")
    for _ in range(9):
        page.wait_for_function("() => window.gamedslPage.session.step")
        if page.evaluate("window.gamedslPage.session.moments.some(({ seat }) => seat === 0)"):
            assert page.evaluate("window.gamedslPage.session.learnt") is None or told
            if not told or page.evaluate("window.gamedslPage.session.learnt"):
                break
        page.evaluate("[...document.querySelectorAll('[data-act]:not([disabled])')].at(-1).click()")
    before = page.evaluate("window.gamedslPage.session.moments.length")
    page.keyboard.press("u")
    if told:
        assert page.locator(".dock h2.q").first.inner_text() == told
        page.get_by_role("button", name="Undo it").click()
    assert page.evaluate("window.gamedslPage.session.moments.length") < before


def test_a_card_that_several_actions_choose_is_framed_and_they_are_chosen_where_it_goes(
    context: BrowserContext, tmp_path: Path
) -> None:
    page = Opened(context, written_page("modern/lost_cities", tmp_path, has_look=True)).page
    page.evaluate(write_beginning(_TWO, 3))
    page.evaluate("() => { window.gamedslPage.session.uncover(); window.gamedslPage.draw(); }")
    page.locator(".hand .can").first.click()
    assert page.locator(".q").inner_text() == "Two Yellow: lay a card or throw a card away?"
    page.mouse.move(0, 0)
    framed = page.locator(".hand .picked").evaluate_all("(all) => all.map((one) => getComputedStyle(one).outlineWidth)")
    assert framed == ["3px"]
    assert page.locator(".place .own.can").count() == 2
    page.locator(".place .own.can").last.click()
    assert _moves(page) == ["explore(card = Two.Yellow)"]


_SHED = """game shed:
    "Burn a log, then work."
    players 2

each player:
    logs: 0..9 = 1, seen by owner
    warmth: 0..9 = 0

rounds up to 2:
    turns

phase turns, each player:
    before_work
    choose one:
        saw
        sleep

rule before_work:
    repeat until declined, up to 3:
        may choose one:
            burn if logs > 0

action burn:
    logs -= 1
    warmth += 1

action saw: logs += 1

action sleep: warmth += 1

ranking by highest warmth, ties shared
"""


@pytest.mark.parametrize(
    ("other", "buttons"),
    [
        pytest.param("steady", ["Saw", "Sleep"], id="alone"),
        pytest.param("person", ["Go on"], id="others would learn it"),
    ],
)
def test_whoever_plays_alone_is_not_asked_where_nothing_can_be_done(
    other: str, buttons: list[str], context: BrowserContext, tmp_path: Path
) -> None:
    (tmp_path / "shed.gdl").write_text(_SHED, encoding="utf-8")
    page = Opened(context, written_page("shed", tmp_path, rules_file=tmp_path / "shed.gdl")).page
    page.evaluate(write_beginning(f'[{{name: "Ann", who: "person"}}, {{name: "Bob", who: "{other}"}}]', 3))
    page.evaluate("() => { window.gamedslPage.session.uncover(); window.gamedslPage.draw(); }")
    page.locator(".choices .btn").first.click()
    assert _moves(page)[0] == "burn"
    assert _buttons(page) == buttons
