"""A page at 400 %, with large letters, with colours that the reader has chosen, and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from page.browser import Opened, write_beginning
from page.playing import written_page
from page.tables import PLAY

_PEOPLE = "['Ann', 'Bob', 'Cat', 'Dan'].map((name, i) => ({ name, who: i ? 'random' : 'person' }))"


def _opened(context: BrowserContext, name: str, folder: Path) -> Page:
    page = Opened(context, written_page(name, folder, has_look=True)).page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning(_PEOPLE, 3))
    page.wait_for_function("() => window.gamedslPage.session.step")
    return page


@pytest.mark.parametrize("name", ["classics/chess", "modern/kiln_lane"])
def test_at_400_percent_the_table_has_half_of_the_width(name: str, chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 360, "height": 225}, reduced_motion="reduce")
    page = _opened(context, name, tmp_path)
    table, dock = page.locator(".table").bounding_box(), page.locator(".dock").bounding_box()
    assert table is not None
    assert dock is not None
    assert table["width"] >= 180
    assert table["height"] >= 225 / 2
    assert dock["x"] + dock["width"] <= 360
    assert page.evaluate("document.documentElement.scrollHeight") <= 225
    context.close()


def test_letters_follow_the_size_that_the_reader_has_set(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = _opened(context, "classics/hearts", tmp_path)
    size = "() => parseFloat(getComputedStyle(document.querySelector('.q')).fontSize)"
    before = page.evaluate(size)
    page.evaluate("document.documentElement.style.setProperty('font-size', '32px')")
    page.evaluate("dispatchEvent(new Event('resize'))")
    assert page.evaluate(size) == 2 * before
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".tool, .btn, .q, .seat .nm, .logline")]
          .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.textContent)"""
    )
    assert cut == []
    bar = page.locator(".bar").bounding_box()
    tools = [tool.bounding_box() for tool in page.locator(".bar .tool:visible").all()]
    assert bar is not None
    for tool in tools:
        assert tool is not None
        assert tool["y"] + tool["height"] <= bar["y"] + bar["height"]
    context.close()


def test_chosen_colours_leave_boards_and_choices_to_be_seen(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(forced_colors="active", reduced_motion="reduce")
    page = _opened(context, "classics/chess", tmp_path)
    grounds = page.locator(".board > .sq").evaluate_all(
        "(all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]"
    )
    assert len(grounds) == 2
    kings = page.locator(".pawn .glyph").evaluate_all(
        "(all) => [...new Set(all.map((one) => getComputedStyle(one).color))]"
    )
    assert len(kings) == 2
    context.close()


def test_paper_has_the_table_and_what_happened_and_no_tools(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = _opened(context, "classics/chess", tmp_path)
    page.emulate_media(media="print")
    assert page.locator(".bar .tool:visible").count() == 0
    assert page.locator(".dock .btn:visible").count() == 0
    board, log = page.locator(".board").bounding_box(), page.locator(".log").bounding_box()
    assert board is not None
    assert log is not None
    assert log["y"] >= board["y"] + board["height"]
    assert page.locator(".log").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
    context.close()


def test_a_phone_says_what_each_player_wants_and_no_colour_of_a_side_lies_inside_the_board(
    chromium: Browser, tmp_path: Path
) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = _opened(context, "classics/hex", tmp_path)
    assert page.locator(".where.brief").inner_text() == "", "rounds without a name are not told"
    notes = page.locator(".seat .note")
    assert [note.inner_text() for note in notes.all()] == ["Connects north to south", "Connects west to east"]
    assert notes.evaluate_all("all => all.every((one) => one.clientHeight && one.scrollWidth <= one.clientWidth)")
    inside = """() => [...document.querySelectorAll(".sq")].flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const [x, y, wide] = [(left + right) / 2, (top + bottom) / 2, right - left];
      const near = [0, 60, 120, 180, 240, 300].map((turn) => (turn * Math.PI) / 180)
        .map((turn) => document.elementsFromPoint(x + wide * 0.4 * Math.cos(turn), y + wide * 0.4 * Math.sin(turn)));
      return near.flat().filter((other) => other.matches(".side-of"));
    }).length"""
    assert page.evaluate(inside) == 0
    assert page.locator(".side-of").count() > 0
    context.close()


def test_panels_add_up_what_the_look_file_names_as_the_score(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = Opened(context, written_page("modern/gem_guild", tmp_path, has_look=True)).page
    assert page.evaluate(PLAY, [2, ".ending", 1000]) == -1
    page.evaluate("window.gamedslPage.draw()")
    page.locator(".ending").wait_for()
    totals = page.evaluate("window.gamedslPage.session.match.outcome.totals")
    assert [points.inner_text().split()[0] for points in page.locator(".seat .pts").all()] == [
        str(one) for one in totals
    ]
    assert max(totals) >= 8
    context.close()
