"""The workshop in a browser: rules are written, mended and played in a tab, and what strangers send can do nothing there. All of it
happens in one tab, which takes long to begin."""

from __future__ import annotations

import gzip
import json
import re
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, Frame, Page, Worker

from gamedsl.workshop.link import address_part
from page.browser import write_beginning
from share import few, share
from workshop.every_game import open_and_play
from workshop.tab import Tab

STICKS = """game sticks:
    "Take one or two sticks. <img src=x onerror=alert(1)><script>alert(2)</script>"
    players 2

shared:
    heap: 0..7 = 7

each player:
    wins: 0..1 = 0

rounds at most 7:
    turns

phase turns, each player:
    choose taken: one of 1..min(2, heap)
    heap -= taken
    if heap is 0: wins = 1

game ends when heap is 0 "The last stick is taken. <b>bold</b>"

ranking by highest wins, ties shared
"""


def serious(tab: Tab) -> list[object]:
    """What an audit of the tab finds."""
    found: list[object] = tab.page.evaluate(
        "axe.run({iframes: false}).then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))"
    )
    return found


def wanted(tab: Tab, seen: str) -> None:
    """Asks for the rule of something that is seen on the table."""
    table = tab.table()
    table.get_by_role("button", name="Find rule").click()
    table.locator(f"[data-of='{seen}']").first.click()


_DISK = """() => {
    window.disk = "# mine";
    const handle = { name: "nim.gdl", getFile: async () => new File([window.disk], "nim.gdl"),
        createWritable: async () => ({ write: async (text) => { window.disk = text; }, close: async () => undefined }) };
    window.showOpenFilePicker = async () => [handle];
    window.showSaveFilePicker = async () => { window.asked = true; throw new DOMException("nobody chose a place", "AbortError"); };
}"""
"""A file of this computer, and nobody who says where another one is to be saved."""


def save_beside_a_project_of_the_same_name(tab: Tab) -> None:
    """Opens a file of the computer and saves it, then a game of its name, which must not be saved there."""
    tab.page.evaluate(_DISK)
    tab.page.get_by_role("button", name="Open").first.click()
    tab.page.wait_for_function("() => document.querySelector('.cm-content').innerText.startsWith('# mine')")
    tab.write("# mine, too")
    tab.page.get_by_role("button", name="Save").click()
    tab.page.wait_for_function("() => window.disk === '# mine, too'")
    tab.page.evaluate("() => { location.hash = 'game=nim'; }")
    tab.page.wait_for_function("() => document.querySelector('.cm-content').innerText.includes('players')")
    tab.page.get_by_role("button", name="Save").click()
    tab.page.wait_for_function("() => window.asked")
    assert tab.page.evaluate("() => window.disk") == "# mine, too"


_IMPORT = """() => new Promise((done) => {
    self.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective));
    import("https://elsewhere.example/" + "script.js").then(() => done("reached"), () => setTimeout(() => done("not refused"), 2000));
})"""


def test_a_worker_begins_with_what_the_first_rules_need(laid: Path) -> None:
    memory = gzip.decompress((laid / "memory.gz").read_bytes())
    loaded = [f"gamedsl.{name}".encode() for name in ("compile.analysis.simplify", "page.document", "lsp.server")]
    assert [name for name in loaded if name + b"\0" not in memory] == []


def test_rules_are_written_mended_and_played(tab: Tab) -> None:
    with pytest.raises(Error, match="Content Security Policy"):  # only the workshop's own scripts run
        tab.page.add_script_tag(content="0")
    assert {worker.evaluate(_IMPORT) for worker in tab.page.workers} == {"script-src-elem"}
    tab.complaints.clear()
    tab.write(STICKS.replace("if heap is 0:", "if heap = 0:"))  # before Python is there
    assert tab.page.locator(".t-word", has_text="choose").count() == 1
    tab.checked("1 error")
    assert "a condition compares with is" in tab.page.inner_text(".finding")
    assert tab.page.locator(".finding code").all_inner_texts() == ["is", "=", "is"]
    assert tab.page.locator(".finding img, .finding script").count() == 0
    tab.page.get_by_role("tab", name="Findings").click()
    tab.page.locator(".finding button", has_text="E0070").click()
    tab.page.locator(".help h2", has_text="E0070: = in a condition").wait_for()
    tab.page.get_by_role("button", name="Close the help").click()
    tab.page.get_by_role("tab", name="Play").click()
    tab.page.locator(".cm-content").focus()
    tab.page.keyboard.press("F8")
    assert tab.page.inner_text(".cm-diagnosticText code") == "is"
    assert tab.page.inner_text(".cm-diagnosticAction") == "write is"
    tab.page.click(".cm-diagnosticAction")
    tab.checked("No findings")

    tab.table().get_by_role("button", name="Begin", exact=True).click()
    tab.table().get_by_role("heading", name="which number is taken?").wait_for()
    saved = tab.play(3)
    assert json.loads(saved)["game"] == "sticks"
    table = tab.table()
    assert "<b>bold</b>" in table.inner_text("body")
    assert table.evaluate("() => { try { return String(localStorage); } catch (error) { return error.name; } }") == (
        "SecurityError"
    )
    assert table.locator("img").count() == 0
    assert table.locator("b", has_text="bold").count() == 0

    wanted(tab, "field heap")
    tab.page.wait_for_function("() => document.querySelector('.cm-activeLine').textContent === '    heap: 0..7 = 7'")
    assert tab.page.evaluate("() => document.activeElement.className").startswith("cm-content")
    for _ in range(10):  # from the declaration to what a move does
        tab.page.keyboard.press("ArrowDown")
    assert tab.page.inner_text(".cm-activeLine") == "    heap -= taken"
    moves = len(json.loads(saved)["moves"])
    table.locator(".did-count", has_text=f"{moves} of {moves} moves by the rule at the cursor").wait_for()
    assert table.locator(".did[data-of='field heap']").count() == 1
    tab.page.keyboard.press("ArrowDown")
    table.locator(".did-count", has_text=f"1 of {moves} moves").wait_for()
    assert table.locator(".logline.did:visible").count() == 1

    tab.write(STICKS.replace("min(2, heap)", "min(3, heap)"))
    tab.page.wait_for_function("() => document.querySelectorAll('.game iframe').length === 1")
    tab.page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    assert serious(tab) == []

    for width, height in share(((390, 844), (820, 1180), (1280, 800)), 3):
        tab.page.set_viewport_size({"width": width, "height": height})
        assert serious(tab) == [], width
        cut = "one => one.getBoundingClientRect().right > innerWidth"
        assert (
            tab.page.locator(".top button, .beside .tab:visible").evaluate_all(f"all => all.filter({cut}).length") == 0
        ), width
        rows = set(
            tab.page.locator(".top .act").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
        )
        assert len(rows) == 1, width

    tab.page.get_by_role("button", name="Share").click()
    link = str(tab.page.input_value(".said .link"))
    save_beside_a_project_of_the_same_name(tab)
    tab.page.get_by_role("button", name="Games").click()
    tab.page.locator(".menu b", has_text="Beacon Chain").wait_for()
    tab.page.keyboard.type("sea b")
    assert tab.page.locator(".menu li:not(.filters) b:visible").all_inner_texts()[0] == "Sea Battle"
    assert serious(tab) == []
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.press("ArrowUp")
    tab.page.keyboard.press("ArrowUp")
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.type("no such game")
    tab.page.locator(".menu", has_text="Nothing in this list has these words.").wait_for()
    tab.page.keyboard.press("Control+a")
    tab.page.keyboard.type("tic tac")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("() => document.querySelector('.name').value === 'tic_tac_toe.gdl'")
    tab.page.set_viewport_size({"width": 390, "height": 844})  # a phone shows either rules or table
    tab.page.evaluate("() => { location.hash = 'lesson=choices'; }")
    tab.page.wait_for_selector(".lesson .task")
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    tab.checked("No findings")
    tab.page.get_by_role("button", name="Check").click()
    tab.page.wait_for_selector(".verdict.bad")
    assert "Ann.coins is 4" in tab.page.inner_text(".verdict")
    for wrong, told in (
        (STICKS.replace("heap -=", "pile -="), "nothing called `pile`"),
        (STICKS, "The check misses this"),
    ):
        tab.write(wrong)
        tab.page.get_by_role("button", name="Check").click()
        tab.page.wait_for_selector(f".verdict.bad:has-text('{told}') pre:has-text('`')")
    tab.page.get_by_role("button", name="Show the answer").click()
    tab.page.get_by_role("button", name="Check").click()
    tab.page.wait_for_selector(".verdict.good")
    assert serious(tab) == []

    tab.go("lesson=scores-and-ends")
    tab.page.wait_for_selector(".lesson h2:has-text('Scores and ends')")
    assert tab.page.locator(".lesson b code").first.inner_text() == 'game ends when C "why"'
    assert "`" not in tab.page.inner_text(".lesson")
    tab.page.locator(".lesson .to", has_text="counting and cases").click()
    tab.page.locator(".help h2", has_text="Counting and cases").wait_for()
    tab.page.get_by_role("button", name="All pages").click()
    tab.page.get_by_label("Search the help").fill("ties shared")
    tab.page.locator(".help .found button").first.click()
    assert "ties shared" in tab.page.inner_text(".help")
    assert serious(tab) == []
    tab.page.get_by_role("button", name="Close the help").click()
    tab.page.locator(".lesson h2", has_text="Scores and ends").wait_for()
    tab.page.locator(".cm-content").focus()
    tab.page.keyboard.press("Control+End")
    tab.page.keyboard.type("\nsetup:\nrolling = yes")  # a block goes on further in
    assert tab.page.inner_text(".cm-activeLine") == "    rolling = yes"
    tab.page.keyboard.press("F1")  # what is said of the word at the cursor
    tab.page.wait_for_selector(".help .found button")
    assert tab.page.get_by_label("Search the help").input_value() == "yes"
    tab.page.get_by_role("button", name="Close the help").click()

    tab.page.get_by_role("button", name="Projects").click()
    tab.page.get_by_role("button", name="A board", exact=True).click()
    tab.page.wait_for_function("() => document.querySelector('.name').value === 'last_walker.gdl'")
    assert tab.page.locator(".lesson:visible").count() == 0

    tab.go("variant=nim")
    tab.table().evaluate(write_beginning("[{name: 'Ann', who: 'person'}, {name: 'Bob', who: 'person'}]", 3))
    wanted(tab, "board heap")  # its file is none of the project
    tab.page.wait_for_function("() => document.querySelector('.rule .here')?.textContent === '7row heap 4:'")
    assert tab.page.get_by_role("tab", selected=True).inner_text() == "Graph"

    tab.page.evaluate("link => { location.hash = new URL(link).hash; }", link)
    tab.page.wait_for_function("() => document.querySelector('.name').value === 'sticks.gdl'")
    assert "min(3, heap)" in tab.page.inner_text(".cm-content")
    assert tab.page.evaluate("() => location.hash") == ""

    tab.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    tab.page.context.set_offline(True)
    tab.asked.clear()
    tab.page.reload()
    tab.checked("No findings")
    assert "min(3, heap)" in tab.page.inner_text(".cm-content")
    kept = {urlsplit(url).path for url in tab.asked}
    assert {"/pyodide/pyodide.asm.wasm", "/gamedsl.zip"} <= kept
    assert [path for path in kept if path.endswith(".gz")] == []  # all that is kept is unpacked
    assert tab.complaints == []
    tab.page.context.set_offline(False)


_MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
_RULES = f"""game hostile:
    "Take a coin. {_MARKUP}"
    players 2

component coin in bank:
    "A coin. {_MARKUP} **`[x](javascript:alert(3))`** [y](javascript:alert(4))"
    name    count  worth
    Copper  3      1
    Gold    2      2

shared:
    bank: pile of coin

each player:
    purse: bag of coin
    points = 0

rounds at most 4:
    turns

phase turns, each player:
    "Take a coin. {_MARKUP}"
    choose taken: one of bank
    points += taken.worth
    move taken to purse

game ends when no(bank) "No coins. {_MARKUP}"

ranking by highest points, ties shared

example fails:
    "It fails. {_MARKUP}"
    players Ann, Bob
    given:
        Ann.points = 2
    then Ann.points is 3
"""
_BEATS = 62
"""So often a tab asks whether a worker is there until it is ended."""

_LOOK = f"""title = "{_MARKUP}"

[value.Gold]
label = "{_MARKUP}"

[zone.bank]
label = "</style></script>{_MARKUP}"
"""


def _refused(where: Page | Frame | Worker, deed: str) -> str:
    """Does something in a page, a frame or a worker, and returns the line of the policy that forbids it there."""
    told = """done => self.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective), { once: true })"""
    late = """done => () => setTimeout(() => done("not refused"), 2000)"""
    found: str = where.evaluate(
        f"() => new Promise((done) => {{ ({told})(done); Promise.resolve().then(() => {deed}).then(() => done('reached'), ({late})(done)); }})"
    )
    return found


@pytest.mark.parametrize("name", few(("pig", "love_letter", "hex"), 1))
def test_a_shipped_game_is_checked_and_played_to_the_end_by_the_computer(tab: Tab, name: str) -> None:
    assert open_and_play(tab, name) > 0
    assert _other_complaints(tab) == []


def test_markup_in_rules_is_text_everywhere(tab: Tab) -> None:
    files = {"hostile.gdl": _RULES, "hostile.look.toml": _LOOK}
    tab.page.on("dialog", lambda dialog: tab.complaints.append(f"script: {dialog.message}"))
    tab.go(address_part("hostile.gdl", files))
    assert tab.checked_anyhow() == "No findings"
    tab.watch(1)
    assert "<img src=x" in tab.table().inner_text("body")
    for name, sign in (
        ("Findings", ".findings"),
        ("Graph", ".graph svg"),
        ("Examples", ".examples .failed"),
        ("Figures", ".figures .facts"),
        ("Rulebook", ".book iframe"),
    ):
        tab.page.get_by_role("tab", name=re.compile(name)).click()
        tab.page.wait_for_selector(sign)
    book = tab.page.frame_locator(".book iframe").locator("body:has(h1)")
    papers = [book.evaluate(_PAPER)]
    tab.page.get_by_role("button", name="Light or dark").first.click()
    papers.append(book.evaluate(_PAPER))
    tab.table().wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert papers == ["rgb(255, 253, 248)", "rgb(24, 22, 19)"]
    for frame in tab.page.frames:
        assert frame.locator("img[src=x], a[href^=javascript], [onerror]").count() == 0
        assert frame.evaluate("() => [...document.scripts].filter((one) => one.text.startsWith(`alert`)).length") == 0
    assert _other_complaints(tab) == []


_PAPER = "(body) => getComputedStyle(body).backgroundColor"
_ELSEWHERE = "https://elsewhere.example/"
"""What the policy refuses is told by the browser when it has time, perhaps only during the next test."""

_FETCH = f"fetch('{_ELSEWHERE}')"
_OLD_FETCH = f"WorkerGlobalScope.prototype.fetch.call(self, '{_ELSEWHERE}')"
"""The worker has given up its `fetch`, but who knows the language finds another one."""


def test_no_script_reaches_another_host_or_what_is_kept(tab: Tab) -> None:
    tab.go("game=nim")
    table = tab.table()
    assert len(tab.page.workers) >= 2
    assert _refused(tab.page, _FETCH) == "connect-src"
    assert _refused(table, _FETCH) == "connect-src"
    for worker in tab.page.workers:
        if worker.evaluate("() => self.fetch === undefined"):  # others are of the page in the frame
            assert _refused(worker, _OLD_FETCH) == "connect-src"
            assert _refused(worker, f"import('{_ELSEWHERE}script.js')") == "script-src-elem"
            assert worker.evaluate("() => typeof localStorage") == "undefined"
    for kept in ("localStorage", "sessionStorage", "document.cookie", "parent.document", "parent.localStorage"):
        assert table.evaluate(
            f"() => {{ try {{ return String({kept}); }} catch ({{ name }}) {{ return name; }} }}"
        ) == ("SecurityError")
    assert table.evaluate(
        "() => new Promise((done) => { indexedDB.open('x').onerror = () => done('refused'); }).catch(({ name }) => name)"
    ) == ("SecurityError")
    table.evaluate(f"() => {{ location.href = '{_ELSEWHERE}'; }}")
    tab.page.wait_for_function("() => document.querySelector('.game iframe')")
    assert not [frame.url for frame in tab.page.frames if _ELSEWHERE in frame.url]


def test_what_never_ends_is_ended_and_said(tab: Tab) -> None:
    tab.go("game=nim")
    tab.table()
    tab.page.get_by_role("tab", name="Commands").click()
    _command(tab, "check nim.gdl", "no findings")  # its worker is there
    _command(tab, "simulate nim.gdl --matches 1000000000", "…")
    for _ in range(_BEATS):
        tab.page.clock.run_for(2000)
    tab.page.locator(".out", has_text="This was stopped: it took more than 120 seconds.").wait_for()
    tab.write("game nim\n")  # the others have gone on
    tab.checked("2 errors")
    assert _other_complaints(tab) == []


def _command(tab: Tab, line: str, told: str) -> None:
    """Runs a command line, and waits for what it says."""
    tab.page.get_by_label("Command", exact=True).fill(line)
    tab.page.keyboard.press("Enter")
    tab.page.locator(".out", has_text=told).wait_for()


def _other_complaints(tab: Tab) -> list[str]:
    """What a tab complained about, but for what these tests asked of another host."""
    return [told for told in tab.complaints if _ELSEWHERE not in told]
