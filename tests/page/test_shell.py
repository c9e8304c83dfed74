"""What is true of the page of every game: pieces are pulled, what a choice would bring is shown, nothing moves under the pointer, choices are in sight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page

from page.browser import Opened, write_beginning
from page.playing import written_page
from page.tables import opened
from share import less, share

_TWO = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'
_MARKET, _ROWS = (Path(__file__).with_name(name) for name in ("market.gdl", "rows.gdl"))
_RESTS = 900
_READABLE = 12
"""The least size of letters, in pixels, that people read without a closer look."""
"""For so many milliseconds, on the clock of the test, a pointer rests."""
_FOUR = "[{name: 'Ann', who: 'person'}, {name: 'Bob', who: 'random'}, {name: 'Cat', who: 'random'}, {name: 'Dan', who: 'random'}]"


def _opened(context: BrowserContext, name: str, folder: Path, people: str = _TWO) -> Page:
    return _begun(Opened(context, written_page(name, folder, slice(0, 1), has_look=True)).page, people)


def _shown(chromium: Browser, name: str, folder: Path, people: str = _TWO) -> Page:
    """The page in the window of a computer."""
    return _begun(opened(chromium, name, folder, has_look=True), people)


def _begun(page: Page, people: str) -> Page:
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning(people, 3))
    page.wait_for_function("() => window.gamedslPage.session.step")
    return page


def _square(page: Page, name: str) -> Locator:
    """A square of chess."""
    return page.locator(f".sq[data-place='b0.{8 * (8 - int(name[1])) + ord(name[0]) - ord('a')}']")


def _box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def _middle(element: Locator) -> tuple[float, float]:
    box = _box(element)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _pull(page: Page, source: Locator, goal: Locator) -> None:
    page.mouse.move(*_middle(source))
    page.mouse.down()
    page.mouse.move(*_middle(goal), steps=4)
    page.mouse.up()


def _moves(page: Page) -> int:
    found: int = page.evaluate("window.gamedslPage.session.moments.length")
    return found


def test_a_pulled_piece_moves_and_goes_back_where_it_may_not_lie(chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, "classics/chess", tmp_path)
    _pull(page, _square(page, "e2"), _square(page, "e4"))
    assert _moves(page) == 1
    _pull(page, _square(page, "g8"), _square(page, "g4"))
    assert _moves(page) == 1
    assert page.evaluate("window.gamedslPage.session.isHalfMade") is False
    page.mouse.move(*_middle(_square(page, "g8")))
    page.mouse.down()
    page.mouse.move(*_middle(_square(page, "f6")), steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert _moves(page) == 1
    assert page.locator(".pulled").count() == 0
    assert page.evaluate("getSelection().toString()") == ""
    page.keyboard.press("Control+z")
    assert _moves(page) == 0
    # What was laid down nowhere is not done again: what was taken back is.
    _pull(page, _square(page, "e2"), _square(page, "e7"))
    page.keyboard.press("Control+Shift+z")
    assert _moves(page) == 1


def test_a_finger_pulls_a_piece(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = _opened(context, "classics/chess", tmp_path)
    session = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(  # pyright: ignore[reportUnknownMemberType]
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    (x, y), goal = _middle(_square(page, "d2")), _middle(_square(page, "d4"))
    touch("touchStart", (x, y))
    touch("touchMove", (x, y - 20))
    touch("touchMove", goal)
    assert page.locator(".pulled").count() == 1
    touch("touchEnd")
    assert _moves(page) == 1
    context.close()


def test_a_card_is_laid_on_the_table(chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, "classics/hearts", tmp_path, _FOUR)
    for card in range(3):
        page.locator(".hand .grp").nth(card).click()
    page.locator("[data-act=done]").click()
    page.wait_for_function("() => window.gamedslPage.session.step && !window.gamedslPage.session.selection")
    before = _moves(page)
    _pull(page, page.locator(".hand .grp.can").first, page.locator(".felt"))
    assert _moves(page) > before


def test_a_card_inside_what_is_offered_is_chosen_with_it(chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, "gloriana", tmp_path)
    card = page.locator("[data-act] [data-key]:not([data-act])").first
    assert page.evaluate("window.gamedslPage.session.step.kind") == "menu"
    card.click()
    assert _moves(page) >= 1


def test_a_stone_is_seen_where_it_would_lie(chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, "classics/go", tmp_path)
    place = page.locator(".sq.can").nth(40)
    place.hover()
    assert place.locator(".ghost").count() == 1
    page.locator(".bar").hover()
    assert page.locator(".ghost").count() == 0


def test_a_wall_is_seen_where_it_would_lie_and_built_by_a_click_on_it(chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, "classics/quoridor", tmp_path)
    _check_goals_and_corners(page)
    corner = page.locator(".sq.knot.can").nth(28)
    corner.hover()
    assert page.locator(".wall.ghost").count() == 4
    corner.click()
    assert page.locator(".wall.offered").count() == 4
    before = _moves(page)
    page.locator(".wall.offered.flat").first.click()
    assert _moves(page) == before + 1
    built = [_box(page.locator(".wall.flat:not(.ghost)").nth(i)) for i in range(2)]
    left, right = sorted(built, key=lambda box: box["x"])
    assert left["x"] + left["width"] > right["x"], "a wall is one piece"
    # The next wall in the same line is another one: between them is a gap.
    page.locator(".sq.knot.can[data-place='b1.30']").click()
    page.locator(".wall.offered.flat").first.click()
    others = sorted(_box(page.locator(".wall.flat:not(.ghost)").nth(i))["x"] for i in range(4))
    assert page.locator(".wall.flat:not(.ghost)").count() == 4
    assert others[2] > right["x"] + right["width"]


def _check_goals_and_corners(page: Page) -> None:
    """A board with walls says whose goal a side is, and where a wall is built."""
    goals = {page.locator(".side-name").nth(i).inner_text(): _box(page.locator(".side-name").nth(i)) for i in range(2)}
    pawns = [_box(page.locator(".board .pawn").nth(i))["y"] for i in range(2)]
    assert list(goals) == ["Ann’s goal", "Bob’s goal"]
    assert goals["Ann’s goal"]["y"] < min(pawns)
    assert goals["Bob’s goal"]["y"] > max(pawns)
    assert "Build a wall: click where four squares meet" in page.locator(".tones").inner_text()
    # Sixty-four marks would say nothing: a corner shows what can be built when it is pointed at.
    drawn = "one => getComputedStyle(one).backgroundColor"
    corner = page.locator(".sq.knot.can").nth(28)
    assert corner.evaluate(drawn) == "rgba(0, 0, 0, 0)"
    corner.hover()
    assert corner.evaluate(drawn) != "rgba(0, 0, 0, 0)"


def test_columns_show_where_a_pair_climbs_and_can_be_clicked(chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, "modern/cant_stop", tmp_path)
    page.locator(".choices .btn").first.hover()
    assert page.locator(".climb .ghost").count() >= 1
    assert page.locator(".col.awaits").count() >= 1
    before = page.evaluate("window.gamedslPage.session.match.length")
    page.locator(".col[data-act]").first.click()
    assert page.evaluate("window.gamedslPage.session.match.length") > before


def test_the_sea_is_a_target_of_those_who_sail(chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, "glory_islands", tmp_path)
    page.evaluate(
        """() => {
          const app = window.gamedslPage;
          const { session } = app;
          for (let i = 0; i < 60; i++) {
            session.uncover();
            app.draw();
            if (session.step?.name === "steps") break;
            const [seat] = session.match.toAct;
            session.play(seat, session.match.list(seat, { from: session.match.count(seat) - 1, most: 1 })[0].steps);
          }
        }"""
    )
    number = page.locator(".choices .btn").count()
    assert page.locator(".sq.sea.can").count() == number
    page.locator(".sq.sea.can").first.click()
    assert page.evaluate("window.gamedslPage.session.moments.length") > 0
    assert page.evaluate("window.gamedslPage.session.step?.name") != "steps"


def test_a_closer_look_is_there_for_small_words_and_lies_beside_choices(chromium: Browser, tmp_path: Path) -> None:
    for width, is_small in ((1600, False), (1024, True)):
        context = chromium.new_context(viewport={"width": width, "height": 1000}, reduced_motion="reduce")
        context.clock.install()
        page = _opened(context, "modern/kiln_lane", tmp_path)
        card = page.locator(".cards.big .card.says").first
        size = card.locator(".text").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert (size < _READABLE) == is_small
        card.hover()
        page.clock.run_for(_RESTS)
        assert page.locator(".closer").is_visible() == is_small
        context.close()

    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.clock.install()
    page = Opened(context, written_page("market", tmp_path, rules_file=_MARKET)).page
    page.evaluate(write_beginning(_TWO, 1))
    baker = page.locator("[data-face]", has_text="Baker").first
    x, y = _middle(baker)
    page.mouse.move(x, y)
    page.clock.run_for(_RESTS)
    assert page.locator(".closer").is_visible()
    closer = _box(page.locator(".closer"))
    for choice in page.locator("[data-act]").all():
        box = _box(choice)
        is_apart = (
            box["x"] + box["width"] <= closer["x"]
            or closer["x"] + closer["width"] <= box["x"]
            or box["y"] + box["height"] <= closer["y"]
            or closer["y"] + closer["height"] <= box["y"]
        )
        assert is_apart, choice.get_attribute("data-act")
    page.mouse.click(x, y)
    page.mouse.move(x + 1, y)
    page.clock.run_for(_RESTS)
    assert page.locator(".closer").is_hidden()
    context.close()


@pytest.mark.parametrize("name", share(["glory_islands", "modern/ember_watch", "classics/backgammon"], 3, 1))
def test_a_board_keeps_its_place_and_its_size(name: str, chromium: Browser, tmp_path: Path) -> None:
    page = _shown(chromium, name, tmp_path, _FOUR)
    boxes = set[tuple[float, ...]]()
    for turn in range(less(25, 5)):
        page.wait_for_function("() => window.gamedslPage.session.step || window.gamedslPage.session.match.isOver")
        if page.evaluate("window.gamedslPage.session.match.isOver"):
            break
        box = _box(page.locator(".board").first)
        boxes.add((box["x"], box["y"], box["width"], box["height"]))
        page.evaluate(
            """(turn) => {
              const all = [...document.querySelectorAll("[data-act]:not([disabled],.on)")];
              (document.querySelector("[data-act=done]:not([disabled])") ?? all[turn % all.length]).click();
            }""",
            turn,
        )
    assert len(boxes) == 1, boxes


def test_a_phone_brings_choices_into_sight_and_tells_of_others(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 700}, reduced_motion="reduce")
    page = _opened(context, "gloriana", tmp_path)
    seen = page.evaluate(
        """() => {
          const table = document.querySelector(".table").getBoundingClientRect();
          return [...document.querySelectorAll(".table [data-act]")].filter((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return top >= table.top && bottom <= table.bottom;
          }).length;
        }"""
    )
    assert seen > 0
    down, up = page.locator(".chip-to.down"), page.locator(".chip-to.up")
    assert re.fullmatch(r"↓ \d+ choices? below", down.text_content() or "")
    down.dispatch_event("click")
    page.wait_for_function(
        "() => document.querySelector('.chip-to.down').hidden && document.querySelector('.table').scrollTop > 0"
    )
    page.evaluate("document.querySelector('.table').scrollTop = 0")
    down.wait_for(state="visible")
    assert up.is_hidden()
    # Where no more choices would be seen, what stands above the first of them stays in sight.
    scrolled = """() => {
      const table = document.querySelector(".table");
      const part = (height, inside = "") =>
        Object.assign(document.createElement("div"), { style: `flex: none; height: ${height}px`, innerHTML: inside });
      table.replaceChildren(part(80), part(20, "<b data-act=1>One</b>"), part(2000), part(20, "<b data-act=2>Two</b>"));
      table.scrollTop = 0;
      window.gamedslPage.frame.sight.follow(document.querySelector(".page"), {}, 0);
      return table.scrollTop;
    }"""
    assert page.evaluate(scrolled) == 0
    page.evaluate("window.gamedslPage.draw()")
    page.get_by_role("button", name="All about the players").click()
    assert page.locator(".seats.all").is_visible()
    context.close()


def test_a_hand_is_whole_on_a_phone_and_numbered_as_it_lies(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page = _opened(context, "classics/hearts", tmp_path, _FOUR)
    assert page.locator(".hand .grp").count() == 13
    assert _box(page.locator(".hand .card").last)["x"] + _box(page.locator(".hand .card").last)["width"] <= 390
    assert page.evaluate(
        "document.querySelector('.mine').scrollWidth <= document.querySelector('.mine').clientWidth + 1"
    )
    # The dock is as high as its hand, of which nothing is cut.
    assert page.evaluate(
        """[...document.querySelectorAll('.dock, .dock > .mine')].every((one) => one.scrollHeight <= one.clientHeight + 1)
          && [...document.querySelector('.mine').children].every((one) =>
            one.getBoundingClientRect().top >= document.querySelector('.mine').getBoundingClientRect().top - 1)"""
    )
    # Other cards than these have no corners: their numbers stand at the edge that is seen.
    beside = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    plain = _opened(beside, "classics/goofspiel", tmp_path)
    ends = plain.locator(".hand .grp").evaluate_all(
        """all => all.slice(0, -1).map((one, i) => {
          const digits = document.createRange();
          digits.selectNodeContents(one.querySelector(".num"));
          return all[i + 1].getBoundingClientRect().left - digits.getBoundingClientRect().right;
        })"""
    )
    assert min(ends) >= -1
    beside.close()
    for card in range(3):
        page.locator(".hand .grp").nth(card).dispatch_event("click")
    page.locator("[data-act=done]").click()
    page.wait_for_function("() => window.gamedslPage.session.step && !window.gamedslPage.session.selection")
    page.evaluate(
        """async () => {
          const { session } = window.gamedslPage;
          for (let i = 0; i < 300 && !(document.querySelectorAll(".hand .can").length > 1 && document.querySelector(".hand .hint")); i++) {
            document.querySelector(".hand .can")?.click();
            await new Promise((go) => setTimeout(go, 20));
          }
        }"""
    )
    numbers = page.evaluate(
        "[...document.querySelectorAll('.hand [data-hint]')].map((one) => Number(one.dataset.hint))"
    )
    assert numbers == [*range(1, len(numbers) + 1)]
    assert page.locator(".hand .hint").first.is_hidden()
    page.keyboard.press("Tab")
    assert page.locator(".hand .hint").first.is_visible()
    context.close()


def test_what_does_not_go_with_what_is_picked_is_grey_and_says_why(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("rows", tmp_path, rules_file=_ROWS)).page
    page.evaluate(write_beginning(_TWO, 3))
    page.get_by_role("button", name="Lend").click()
    assert page.locator(".barred").count() == 0
    page.locator(".hand [data-act]", has_text="Tin").first.click()
    assert page.locator(".barred").inner_text().startswith("Brass")
    assert page.locator(".barred").get_attribute("title") == "You have chosen Tin, and these two do not go together."


@pytest.mark.parametrize("name", share(["classics/amazons", "classics/breakthrough"], 2, 1))
def test_the_dock_below_a_board_is_no_higher_than_what_is_asked(chromium: Browser, tmp_path: Path, name: str) -> None:
    page = _shown(chromium, name, tmp_path)
    asked, dock = _box(page.locator(".askbox")), _box(page.locator(".dock"))
    assert dock["height"] < asked["height"] + 30
