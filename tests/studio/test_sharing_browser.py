"""Two people play a shared match by clicking, each on a page of their own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, Page

import gamedsl
from gamedsl.studio.running import serve
from gamedsl.studio.sharing.opening import Sharing, share
from gamedsl.studio.sharing.table import Guests, SharedTable
from page.browser import browser
from page.playing import chosen
from studio.serving import studio_of
from studio.test_browser import serious

RULES = Path(__file__).parents[2] / "games/classics/kuhn_poker.gdl"
_OPEN = "() => window.gamedslPage && !document.querySelector('.broken')"
_CLICK = """(number) => {
  const all = [...document.querySelectorAll('[data-act]:not([disabled])')];
  all[number % Math.max(1, all.length)]?.click();
  return all.length;
}"""
_IS_OVER = "() => window.gamedslPage?.session.match.isOver"
_HIDDEN = """() => {
  const { view } = window.gamedslPage.session;
  const seen = new Set(view.zones.flatMap(({ number, contents, known }) => [...(contents ?? []), ...known].map(({ kind }) => `k${kind.number}@${number}`)));
  return [...document.querySelectorAll('[data-piece]')].map((one) => one.dataset.piece).filter((key) => !seen.has(key));
}"""


class Host:
    """A studio that shares a match, in a thread."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, rules: Path = RULES) -> None:
        self._servers: list[uvicorn.Server] = []
        self._ready = threading.Event()
        self.studio = studio_of(rules)
        self.address = ""
        made, servers = uvicorn.Server.__init__, self._servers

        def noted(server: uvicorn.Server, config: uvicorn.Config) -> None:
            made(server, config)
            servers.append(server)

        monkeypatch.setattr(uvicorn.Server, "__init__", noted)

        def keep(text: str) -> None:
            (folder / "match.json").write_text(text)

        sharing = Sharing(Guests(), None, keep, "127.0.0.1")

        def begin(port: int) -> None:
            share(self.studio, sharing, port)

        self._thread = threading.Thread(
            target=serve,
            args=(self.studio, 0, None, self._tell, "127.0.0.1", begin),
            daemon=True,
        )
        self._thread.start()
        assert self._ready.wait(30)

    def _tell(self, address: str) -> None:
        self.address = address
        self._ready.set()

    @property
    def table(self) -> SharedTable:
        """The shared match."""
        assert self.studio.shared is not None
        return self.studio.shared

    def link(self, seat: int) -> str:
        """The address of a seat's page."""
        return f"{self.table.base}{self.table.chairs[seat].path}"

    def end(self) -> None:
        """As Ctrl-C does."""
        for server in self._servers:
            server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """One for each test."""
    made = Host(tmp_path, monkeypatch)
    yield made
    made.end()


def _opened(chromium: Browser, address: str, complaints: list[str]) -> Page:
    page = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_function(_OPEN)
    return page


def test_two_people_play_and_the_replay_is_theirs(host: Host) -> None:
    complaints: list[str] = []
    with browser() as chromium:
        pages = [_opened(chromium, host.link(seat), complaints) for seat in range(2)]
        pages.append(_opened(chromium, host.link(0), complaints))
        for number in range(400):
            for page in pages[:2]:
                page.evaluate(_CLICK, number)
                # What is not known here yet is asked of the host: until it answers, the picture of before stays.
                page.wait_for_function(f"() => !({_HIDDEN})().length", timeout=10_000)
            if number == 1:
                pages[1].reload()
                pages[1].wait_for_function(_OPEN)
            if all(page.evaluate(_IS_OVER) for page in pages):
                break
        for page in pages:
            page.wait_for_function(_IS_OVER)
            page.locator(".ending").wait_for()
        assert pages[0].inner_text(".log") == pages[2].inner_text(".log")
        told = chromium.new_context(reduced_motion="reduce").new_page()
        told.goto(host.address)
        told.locator(".links li").nth(1).wait_for()
        told.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
        assert serious(told) == []
        assert told.input_value(".links li:nth-child(2) input") == host.link(1)
        table = next(frame for frame in told.frames if "/seat/" in frame.url)
        table.wait_for_function(_IS_OVER)
        table.get_by_role("button", name="Find rule").click()
        table.locator(".logline").last.click()
        assert not table.get_by_text("Which rule?").is_visible()
        told.locator(".rule .here", has_text="choose").wait_for()
    engine = gamedsl.engine_for(gamedsl.load_rules(RULES).game(players=2))
    end = gamedsl.verify_replay(engine, gamedsl.replay_from_json(host.table.replay))
    assert end.is_over
    assert end.bytes == host.table.match.state.bytes
    assert complaints == []


def test_what_is_picked_at_a_shared_table_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any two cards for the crib, by clicks in any order; one too many is told and put back."""
    complaints: list[str] = []
    host = Host(tmp_path, monkeypatch, RULES.with_name("cribbage.gdl"))
    with browser() as chromium:
        page = _opened(chromium, host.link(0), complaints)
        page.wait_for_selector(".well .count")
        assert page.inner_text(".well .count") == "0 of 2"
        for number, told in ((5, "1 of 2"), (2, "2 of 2"), (0, "3"), (0, "2 of 2")):
            page.locator(".hand [data-act]").nth(number).click()
            page.wait_for_function("(told) => document.querySelector('.well .count').innerText === told", arg=told)
            assert page.locator("[data-act=done]").is_enabled() == (told == "2 of 2")
        kinds = {str(page.locator(".hand [data-act]").nth(number).get_attribute("data-act")) for number in (5, 2)}
        page.locator("[data-act=done]").click()
        page.wait_for_function("() => window.gamedslPage.session.waiting !== null")
    (played,) = host.table.match.played
    host.end()
    engine = gamedsl.engine_for(gamedsl.load_rules(RULES.with_name("cribbage.gdl")).game(players=2))
    move = engine.parse_move(engine.initial(host.table.match.seed), 0, played.text)
    assert isinstance(move, gamedsl.Move)
    pieces = [json.loads(piece) for piece in chosen(move, "away")]
    assert {f"k{piece['kind']['number']}@{piece['zone']['number']}" for piece in pieces} == kinds
    assert complaints == []
