"""A studio in a browser: a match goes on while its rules are written."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Frame, Page

from gamedsl.studio.editing import Editing
from gamedsl.studio.running import serve
from page.browser import browser, write_beginning
from studio.serving import studio_of
from studio.test_studio import NIM, PIG

TWICE = """game twice:
    "Two numbers are added."
    players 2

each player:
    points: 0..9 = 0

rounds up to 1:
    turns

phase turns, each player:
    choose first_number: one of 1..3
    choose second_number: one of 1..3
    points += first_number + second_number

ranking by highest points, ties shared
"""
DICE = """game dice:
    "There are two dice."
    players 2

each player:
    points: 0..99 = 0

rounds up to 3:
    turns

phase turns, each player:
    choose large: may, ask "Do you throw the large die?"
    if large:
        roll die: one of 1..12
        points += die
    else:
        roll die: one of 1..6
        points += die

ranking by highest points, ties shared
"""
_BEGIN = write_beginning("[{name: 'Ann', who: 'person'}, {name: 'Bob', who: 'person'}]", 3)
_CLICK = "[...document.querySelectorAll('[data-act]:not([disabled])')].at(-1).click()"
_MOVES = "window.gamedslPage.session.moments.length"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A game."""
    path = tmp_path / "nim.gdl"
    path.write_text(NIM, "utf-8")
    return path


@pytest.fixture
def address(rules: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where its studio is."""
    monkeypatch.chdir(rules.parent)
    told: list[str] = []
    ready = threading.Event()
    servers: list[object] = []

    def tell(address: str) -> None:
        told.append(address)
        ready.set()

    made = uvicorn.Server.__init__

    def noted(self: uvicorn.Server, config: uvicorn.Config) -> None:
        made(self, config)
        servers.append(self)

    monkeypatch.setattr(uvicorn.Server, "__init__", noted)
    thread = threading.Thread(
        target=serve, args=(studio_of(rules), 0, None, tell), kwargs={"editing": Editing(rules)}, daemon=True
    )
    thread.start()
    assert ready.wait(20)
    yield told[0]
    for server in servers:
        assert isinstance(server, uvicorn.Server)
        server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


def _table(page: Page, version: int) -> Frame:
    """The table of a version, when it is shown."""
    page.wait_for_selector(f".game iframe:not(.next)[src='game/{version}']")
    found = next(frame for frame in page.frames if frame.url.endswith(f"/game/{version}"))
    found.wait_for_function("() => window.gamedslPage")
    return found


def _wait_for_line(page: Page, line: str) -> None:
    """Waits until a rule is shown at a line: what is clicked on the table tells it to the page around it in its own time."""
    page.wait_for_function("(line) => document.querySelector('.rule .here')?.innerText === line", arg=line)


def serious(page: Page | Frame) -> list[object]:
    """What an audit of what stands beside the table finds."""
    found: list[object] = page.evaluate(
        "axe.run({iframes: false}).then(({violations}) => violations.map(({id, impact}) => [id, impact]))"
    )
    return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with browser() as started:
        yield started


def test_a_match_follows_its_rules(chromium: Browser, address: str, rules: Path) -> None:
    with chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") as context:
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        table = _table(page, 1)
        table.evaluate(_BEGIN)
        for _ in range(4):
            table.evaluate(_CLICK)
        assert table.evaluate(_MOVES) == 2
        page.locator(".rule h2", has_text=re.compile("^turns")).wait_for()
        page.wait_for_function("() => document.querySelectorAll('.paper .lit').length === 1")
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
        assert serious(page) == []

        rules.write_text(NIM.replace("each player:", "each playr:"), "utf-8")
        page.wait_for_selector(".finding.error")
        assert serious(page) == []
        assert "did you mean player?" in page.inner_text(".findings")
        assert table.evaluate(_MOVES) == 2

        rules.write_text(NIM.replace("1..from_heap.size", "1..min(6, from_heap.size)"), "utf-8")
        table = _table(page, 2)
        assert table.evaluate(_MOVES) == 0
        told = page.inner_text(".told")
        assert re.search(r"The match begins again.*Ann: turns\(from_heap = heap\[4\], number = 7\).*cannot", told), told

        rules.write_text(NIM, "utf-8")
        table = _table(page, 3)
        assert table.evaluate(_MOVES) == 2
        assert page.inner_text(".told") == ""
        page.reload()
        assert _table(page, 3).evaluate(_MOVES) == 2
        assert complaints == []


def test_the_graph_is_as_large_as_somebody_wants_it(chromium: Browser, address: str) -> None:
    with chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(address)
        page.click("#tab-graph")
        page.wait_for_selector(".paper svg")

        def size() -> tuple[float, float]:
            width, height = page.evaluate(
                "() => { const { width, height } = document.querySelector('.paper svg').getBoundingClientRect(); return [width, height]; }"
            )
            return width, height

        room = page.evaluate("() => document.querySelector('.paper').clientHeight")
        usual = size()
        page.click("[aria-label='Larger']")
        assert size()[0] == pytest.approx(usual[0] * 1.25, abs=2)
        page.click("[aria-label='The whole graph']")
        assert size()[1] <= room
        page.click("[aria-label^='As wide as the panel']")
        assert size() == usual


def test_what_is_of_older_rules_says_so(chromium: Browser, address: str, rules: Path) -> None:
    """And a long line of a finding is scrolled to what is marked in it."""
    with chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("() => /✓/.test(document.querySelector('#tab-examples')?.innerText ?? '')")
        rules.write_text(NIM + "\nlet far_away = " + " + ".join(["heap"] * 40) + " + heapp\n", "utf-8")
        page.wait_for_selector(".finding.error")
        page.locator("#tab-examples", has_text="before").wait_for()
        mark = page.locator(".finding .p-mark").first.bounding_box()
        code = page.locator(".finding pre").first.bounding_box()
        assert mark is not None
        assert code is not None
        assert code["x"] <= mark["x"] <= code["x"] + code["width"] - mark["width"]
        page.click("#tab-examples")
        assert "as they could be played last" in page.inner_text(".examples .stale")


def test_rules_are_written_in_the_studio(chromium: Browser, address: str, rules: Path) -> None:
    with chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(120_000)
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        _table(page, 1)
        page.get_by_role("button", name="Rules").click()
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(NIM.replace("each player:", "each playr:"))
        page.wait_for_selector(".cm-lint-marker-error")
        assert rules.read_text("utf-8") == NIM
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(NIM.replace("1..from_heap.size", "1..min(6, from_heap.size)"))
        page.keyboard.press("Control+s")
        _table(page, 2)
        assert "min(6" in rules.read_text("utf-8")
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
        assert serious(page) == []
        assert complaints == []

        page.keyboard.press("Control+Home")
        page.keyboard.insert_text("# mine\n")
        theirs = f"# theirs\n{NIM}"
        rules.write_text(theirs, "utf-8")
        page.wait_for_selector(".elsewhere p")
        page.keyboard.press("Control+s")
        page.wait_for_timeout(500)
        assert rules.read_text("utf-8") == theirs
        assert "# mine" in page.inner_text(".cm-content")
        assert "# theirs" in str(page.text_content(".elsewhere pre"))
        page.get_by_role("button", name="Keep what stands here").click()
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+s")
        page.wait_for_function("() => document.querySelector('.desk .note').textContent === 'saved'")
        assert rules.read_text("utf-8").startswith("# mine\n")
        page.reload()
        page.wait_for_selector(".cm-content")


def test_what_is_on_the_table_leads_to_its_rule(chromium: Browser, address: str, rules: Path) -> None:
    with chromium.new_context(viewport={"width": 1600, "height": 800}, reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(address)
        table = _table(page, 1)
        table.evaluate(_BEGIN)
        for _ in range(4):
            table.evaluate(_CLICK)
        assert table.evaluate(_MOVES) == 2
        page.get_by_role("tab", name="Findings").click()

        table.locator("[data-of='board heap']").click(modifiers=["Alt"], position={"x": 1, "y": 1})
        _wait_for_line(page, "7row heap 4:")
        table.get_by_role("button", name="Find rule").click()
        table.locator(".logline").last.click()
        _wait_for_line(page, "29    choose:")
        page.get_by_role("tab", selected=True, name="Graph").wait_for()
        assert not table.get_by_text("Which rule?").is_visible()

        page.get_by_role("button", name="Rules").click()
        page.wait_for_selector(".cm-content")
        table.locator("[data-act]").first.focus()
        for key in ("w", "ArrowRight", "ArrowRight", "1", "Escape"):
            page.keyboard.press(key)
        assert table.locator("[data-lent]").count() == 0
        page.keyboard.press("w")
        table.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
        assert serious(table) == []
        table.locator("[data-of='board heap']").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.className.includes('cm-content')")
        page.wait_for_function("() => document.querySelector('.cm-activeLine').innerText === 'row heap 4:'")
        assert table.evaluate(_MOVES) == 2

        rules.write_text(PIG, "utf-8")
        table = _table(page, 2)
        table.evaluate(_BEGIN)
        table.locator("[data-act]").first.click()
        table.locator(".dice").click(modifiers=["Alt"])
        page.wait_for_function(
            "() => document.querySelector('.rule .here')?.textContent.includes('roll die: one of 1..6')"
        )

        rules.write_text(TWICE, "utf-8")
        table = _table(page, 3)
        table.evaluate(_BEGIN)
        table.locator("[data-act]").first.click()
        table.locator(".fact.live").click(modifiers=["Alt"])
        page.wait_for_function(
            "() => document.querySelector('.rule .here')?.textContent.includes('choose first_number')"
        )

        rules.write_text(DICE, "utf-8")
        table = _table(page, 4)
        table.evaluate(_BEGIN)
        for answer, sides in (("Yes", 12), ("No", 6), ("Yes", 12)):
            table.locator("[data-act]", has_text=answer).click()
            table.locator(".dice").click(modifiers=["Alt"])
            page.wait_for_function(
                "sides => document.querySelector('.rule .here')?.textContent.includes(`one of 1..${sides}`)", arg=sides
            )
