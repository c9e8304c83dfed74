"""Nothing is lost: the browser keeps matches, and goes on with them; what it cannot keep or read never breaks a match."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Browser, Page

import gamedsl
from page.browser import FLAGS, Opened, chromium_path, write_beginning
from page.playing import ROOT, written_page
from page.tables import PLAY_ON
from share import less, share

_ANN_BOB = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'
_POSITION = "[...window.gamedslPage.session.match.position].join()"
_SESSION = "() => window.gamedslPage?.session"
_SIDES = Path(__file__).with_name("sides.gdl")


def _click_some(page: Page, number: int) -> None:
    """Clicks on the first thing that can be chosen, so many times, and hands the device over in between."""
    for _ in range(number):
        page.evaluate("document.querySelector('[data-act]:not([disabled]):not(.on)').click()")


_KEPT = "() => JSON.stringify(Object.entries(localStorage).sort())"


def _hear(page: Page, other: Page) -> None:
    """Waits until a tab reads what another one has kept: browsers tell it to other processes in their own time."""
    page.wait_for_function(f"(kept) => ({_KEPT})() === kept", arg=other.evaluate(_KEPT))


def _save(page: Page) -> object:
    return json.loads(page.evaluate("window.gamedslPage.session.match.save('')"))


def test_matches_go_on_after_a_reload_and_are_listed_in_another_tab(chromium: Browser, tmp_path: Path) -> None:
    """A half-made decision and the cover are as they were. The list of matches continues and removes them. *Undo* goes on behind the reload."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    path = written_page("modern/love_letter", tmp_path)
    opened = Opened(context, path)
    page = opened.page
    page.evaluate("window.gamedslPage.pause = 0")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_function(_SESSION)
    page.get_by_role("button", name="New").click()
    assert page.locator(".keptline").count() == 0

    page.evaluate(write_beginning(_ANN_BOB, 9))
    _click_some(page, 4)
    position, saved = page.evaluate(_POSITION), _save(page)
    crumbs = page.evaluate("window.gamedslPage.session.crumbs.map(({ texts }) => texts)")
    page.reload()
    page.wait_for_function(_SESSION)
    assert page.locator(".cover").count() == 1
    # Whoever takes the device presses one key.
    page.keyboard.press("Enter")
    assert (page.evaluate(_POSITION), _save(page)) == (position, saved)
    assert page.evaluate("window.gamedslPage.session.crumbs.map(({ texts }) => texts)") == crumbs

    other = Opened(context, path).page
    assert re.search(r"Ann and Bob\s*Round 1 .*today", other.locator(".keptline").inner_text(), re.S)
    other.evaluate(write_beginning("['Cat', 'Dan'].map((name) => ({ name, who: 'person' }))", 4))
    other.evaluate(PLAY_ON)
    other.get_by_role("button", name="New match").click()
    assert other.locator(".keptline b").all_inner_texts() == ["Ann and Bob", "Cat and Dan"]
    assert "wins" in other.locator(".keptline").last.inner_text()
    other.get_by_role("button", name="Continue the match of Ann and Bob").click()
    other.wait_for_function(_SESSION)
    assert (other.evaluate(_POSITION), _save(other)) == (position, saved)
    other.locator("[data-act=uncover]").click()
    other.keyboard.press("u")
    if other.get_by_text("Undo it").count():
        other.get_by_text("Undo it").click()
    assert other.evaluate("window.gamedslPage.session.match.length") < page.evaluate(
        "window.gamedslPage.session.match.length"
    )
    other.evaluate("window.gamedslPage.start()")
    other.get_by_role("button", name="Remove the match of Cat and Dan").click()
    assert other.locator(".keptline b").all_inner_texts() == ["Ann and Bob"]
    assert opened.complaints == []
    context.close()


def test_matches_go_on_after_the_browser_was_closed(chromium: Browser, tmp_path: Path) -> None:
    path = written_page("classics/nim", tmp_path)
    positions: list[str] = []
    for session in range(2):
        context = chromium.browser_type.launch_persistent_context(
            str(tmp_path / "profile"), executable_path=chromium_path(), args=[*FLAGS]
        )
        page = Opened(context, path).page
        if session == 0:
            page.evaluate(write_beginning(_ANN_BOB, 1))
            _click_some(page, 3)
        else:
            page.locator(".keptline .btn").click()
            page.wait_for_function(_SESSION)
        positions.append(page.evaluate(_POSITION))
        context.close()
    assert positions[0] == positions[1]


_FILL = """() => {
    for (let size = 2 ** 21; size > 8; size /= 2) {
        try {
            for (let i = 0; i < 9; i++) localStorage.setItem(`another page ${size} ${i}`, 'x'.repeat(size));
        } catch (error) {
            if (error.name !== 'QuotaExceededError') throw error;
        }
    }
}"""
_STORES = {
    "none": "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null });",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "refused": """
        for (const name of ['localStorage', 'sessionStorage'])
            Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });""",
    "garbage": """
        const texts = ['', '{', 'null', '7', '[]', '{"id": "x"}', JSON.stringify({ id: 'six', game: 'nim', digest: 7 })];
        for (const [i, text] of texts.entries()) localStorage.setItem(`gamedsl match ${i}`, text);
        for (const store of [localStorage, sessionStorage]) store.setItem('gamedsl open match', '["nothing", 3]');""",
}


def test_a_store_that_refuses_or_holds_garbage_never_breaks_play(chromium: Browser, tmp_path: Path) -> None:
    path = written_page("classics/nim", tmp_path)
    for name, script in share([*_STORES.items()], 2, 1):
        context = chromium.new_context()
        context.add_init_script(script)
        opened = Opened(context, path)
        page = opened.page
        assert page.locator(".keptline").count() == 0, name
        clicked = opened.clicked(0, seed=3)
        assert clicked.positions, name
        assert opened.complaints == [], name
        page.get_by_role("button", name="New match").click()
        assert page.locator(".keptline").count() == (1 if name == "garbage" else 0)
        page.reload()
        page.wait_for_function("() => window.gamedslPage")
        page.evaluate(write_beginning(_ANN_BOB, 1))
        told = page.locator(".why").text_content() or ""
        assert ("does not keep" in told) == (name != "garbage"), name
        context.close()


def test_a_match_that_is_open_in_two_tabs_is_kept_as_each_of_them_has_it(chromium: Browser, tmp_path: Path) -> None:
    """The tab that answers last does not overwrite what the other one has kept, nor does leaving an untouched match remove it."""
    context = chromium.new_context()
    path = written_page("classics/nim", tmp_path)
    first, *others = [Opened(context, path).page for _ in range(3)]
    first.evaluate(write_beginning(_ANN_BOB, 1))
    for page in others:  # their forms were open before there was a match
        page.get_by_role("button", name="Continue the match").click()
        page.wait_for_function(_SESSION)
    _click_some(first, 6)
    kept = first.evaluate(_POSITION)
    for page in others:
        _hear(page, first)
    others[0].evaluate("window.gamedslPage.start()")
    others[0].get_by_role("button", name="Continue the match").click()
    others[0].wait_for_function(_SESSION)
    assert others[0].evaluate(_POSITION) == kept
    _click_some(others[1], 1)
    assert "went on in another tab" in others[1].inner_text(".why")
    _click_some(others[1], 3)
    _click_some(others[0], 2)
    assert others[0].locator(".why", has_text="another tab").count() == 0
    positions = sorted(page.evaluate(_POSITION) for page in others)
    _hear(others[1], others[0])
    last = Opened(context, path).page
    assert last.locator(".keptline").count() == 2
    found: list[str] = []
    for number in range(2):
        last.locator(".keptline .btn").nth(number).click()
        last.wait_for_function(_SESSION)
        found.append(last.evaluate(_POSITION))
        last.evaluate("window.gamedslPage.start()")
    assert sorted(found) == positions
    context.close()


def test_matches_that_go_on_never_make_room_for_another(chromium: Browser, tmp_path: Path) -> None:
    """Only those that have ended do, and only if that helps."""
    context = chromium.new_context()
    page = Opened(context, written_page("classics/nim", tmp_path)).page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning("['Cat', 'Dan'].map((name) => ({ name, who: 'random' }))", 4))
    page.wait_for_function("() => window.gamedslPage.session.match.isOver", timeout=60_000)
    page.evaluate(write_beginning(_ANN_BOB, 1))
    _click_some(page, 2)
    page.evaluate(_FILL)

    def listed() -> list[str]:
        return page.locator(".keptline b").all_inner_texts()

    page.evaluate(write_beginning("[{name: 'Eve' + 'e'.repeat(3000), who: 'person'}, {name: 'Fay', who: 'person'}]", 1))
    assert "does not keep" in page.inner_text(".why")
    page.evaluate("window.gamedslPage.start()")
    assert listed() == ["Ann and Bob", "Cat and Dan"]
    page.evaluate(write_beginning("[{name: 'Gus', who: 'person'}, {name: 'Hal', who: 'person'}]", 1))
    page.evaluate("window.gamedslPage.start()")
    assert listed() == ["Ann and Bob"]
    context.close()


def test_another_edition_offers_nothing_wrong(chromium: Browser, tmp_path: Path) -> None:
    """A match, a file and a link of other rules of the same name are not continued; a match that cannot be played is not either."""
    context = chromium.new_context()
    first = Opened(context, written_page("classics/nim", tmp_path)).page
    first.evaluate(write_beginning(_ANN_BOB, 1))
    _click_some(first, 3)
    (tmp_path / "saved.json").write_text(first.evaluate("window.gamedslPage.session.match.save('')"))
    link = first.evaluate("(async () => { await window.gamedslPage.share(); return location.hash; })()")

    text = (ROOT / "games/classics/nim.gdl").read_text()
    changed = tmp_path / "nim.gdl"
    assert "1 3 5 7" in text
    changed.write_text(text.replace("1 3 5 7", "1 3 5 6"))
    path = written_page("other", tmp_path, rules_file=changed)
    opened = Opened(context, path)
    page = opened.page
    assert page.locator(".keptline").count() == 0
    assert "1 match that belongs to another edition" in page.locator(".kept").inner_text()
    page.set_input_files("input[type=file]", str(tmp_path / "saved.json"))
    page.wait_for_selector("[role=alert]")
    assert "another edition" in page.locator("[role=alert]").inner_text()
    other = context.new_page()
    for address, said in ((link, "another edition"), (link[:-9], "cut off")):
        other.goto("about:blank")
        other.goto(path.as_uri() + address)
        other.wait_for_selector("[role=alert]")
        assert said in other.locator("[role=alert]").inner_text()
    page.get_by_role("button", name="Remove it").click()
    assert page.locator(".kept").count() == 0

    page.evaluate(write_beginning(_ANN_BOB, 1))
    _click_some(page, 3)
    page.evaluate(
        """(() => {
            const key = Object.keys(localStorage).find((one) => one.startsWith('gamedsl match '));
            const match = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...match, moves: [...match.moves, [0, [9999, -4]]] }));
        })()"""
    )
    page.reload()
    page.wait_for_selector("[role=alert]")
    assert "of this match is not possible here" in page.locator("[role=alert]").inner_text()
    assert opened.complaints == []
    context.close()


def test_a_match_goes_round_by_a_file(chromium: Browser, tmp_path: Path) -> None:
    """What *Save* downloads, *Open a saved match* continues, a half-made decision too; so is a match of `gamedsl simulate` with its own index and a long seed."""
    context = chromium.new_context()
    opened = Opened(context, written_page("modern/love_letter", tmp_path, slice(0, 1)))
    page = opened.page
    page.evaluate(write_beginning(_ANN_BOB, 9))
    _click_some(page, 6)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    file = tmp_path / "match.json"
    download.value.save_as(file)
    position, crumbs = page.evaluate(_POSITION), page.evaluate("window.gamedslPage.session.crumbs.length")

    other = Opened(context, tmp_path / "modern_love_letter.html").page
    other.set_input_files("input[type=file]", str(file))
    other.wait_for_function(_SESSION)
    assert other.evaluate(_POSITION) == position
    assert other.evaluate("window.gamedslPage.session.crumbs.length") == min(crumbs, 1)
    saved = json.loads(file.read_text())
    assert saved.pop("people") == [{"name": "Ann", "who": "person"}, {"name": "Bob", "who": "person"}]
    assert _save(other) == {**saved, "rules": ""}

    engine = gamedsl.engine_for(gamedsl.load_rules(ROOT / "games/modern/love_letter.gdl").game(players=2))
    match = gamedsl.Match(engine, seed=2**60 + 7, index=5)
    while match.to_act and len(match.played) < 6:
        match.move(match.to_act[0], match.moves(match.to_act[0])[0])
    far = tmp_path / "far.json"
    far.write_text(match.to_json())
    third = Opened(context, tmp_path / "modern_love_letter.html").page
    third.set_input_files("input[type=file]", str(far))
    third.wait_for_function(_SESSION)
    assert bytes(map(int, third.evaluate(_POSITION).split(","))) == match.state.bytes
    assert opened.complaints == []
    context.close()


def test_a_file_knows_who_plays(chromium: Browser, tmp_path: Path) -> None:
    """What a page has saved goes on with the same people and computers, and `gamedsl replay` takes it."""
    context = chromium.new_context()
    opened = Opened(context, written_page("classics/nim", tmp_path))
    page = opened.page
    page.evaluate(write_beginning("[{name: 'Zoé', who: 'person'}, {name: 'Yan', who: 'strong'}]", 2**52 + 1))
    _click_some(page, 1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    file = tmp_path / "match.json"
    download.value.save_as(file)
    people = page.evaluate("window.gamedslPage.session.people")
    page.evaluate("window.gamedslPage.start()")
    page.set_input_files("input[type=file]", str(file))
    page.wait_for_function(_SESSION)
    assert page.evaluate("window.gamedslPage.session.people") == people
    assert [one["name"] for one in people] == ["Zoé", "Yan"]
    read = gamedsl.replay_from_json(file.read_text("utf-8"))
    engine = gamedsl.engine_for(gamedsl.load_rules(ROOT / "games/classics/nim.gdl").game())
    assert gamedsl.verify_replay(engine, read).bytes == bytes(map(int, page.evaluate(_POSITION).split(",")))
    assert opened.complaints == []
    context.close()


_DAMAGED: dict[str, tuple[dict[str, object], str]] = {
    "a move that is none": ({"moves": [None]}, "damaged"),
    "a move without its words": ({"moves": [{"seat": "P1"}]}, "damaged"),
    "seats by numbers": ({"seats": [1, 2]}, "damaged"),
    "a seed in words": ({"seed": "seven"}, "damaged"),
    "a match before the first": ({"index": -1}, "damaged"),
    "a start that is not there": ({"start": "nowhere"}, "start"),
    "half a choice that is none": ({"open": 5}, "damaged"),
    "half a choice without a seat": ({"open": [None]}, "damaged"),
    "half a choice that is not offered": ({"moves": [], "open": [{"seat": "P1", "steps": [99]}]}, "half chosen"),
    "people without names": ({"people": [7]}, "damaged"),
    "a later form": ({"format": "gamedsl replay 2"}, "later version"),
    "another game": ({"game": "chess", "digest": "0"}, "another game"),
    "another edition": ({"digest": "0"}, "another edition"),
}
_NO_MATCHES = {
    "nothing": b"",
    "a picture": b"\x89PNG\r\n\x1a\n\x00\xff",
    "a list": b"[]",
    "a web page": b"<html>",
    "a part": b'{"format": "gamedsl replay 1", "mov',
}


def test_a_file_that_holds_no_match_of_this_page_is_told_in_words(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context()
    opened = Opened(context, written_page("classics/nim", tmp_path))
    page = opened.page
    page.evaluate(write_beginning(_ANN_BOB, 1))
    _click_some(page, 4)
    good = _save(page)
    assert isinstance(good, dict)
    page.evaluate("window.gamedslPage.start()")
    files = [
        *((name, json.dumps({**good, **changed}).encode(), said) for name, (changed, said) in _DAMAGED.items()),
        *((name, data, "holds no saved match") for name, data in _NO_MATCHES.items()),
    ]
    for name, data, said in share(files, 2, 1):
        page.set_input_files("input[type=file]", {"name": "f.json", "mimeType": "application/json", "buffer": data})
        page.wait_for_selector("[role=alert]")
        assert said in page.inner_text("[role=alert]"), name
        page.evaluate("window.gamedslPage.start()")
    assert opened.complaints == []
    context.close()


def test_ends_are_told_with_teams_the_loss_of_all_and_the_best_score(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    computers = "['Ann', 'Bob', 'Cat', 'Dan'].map((name) => ({ name, who: 'random' }))"

    sides = Opened(context, written_page("sides", tmp_path, rules_file=_SIDES)).page
    sides.evaluate("window.gamedslPage.pause = 0")

    def ended(seed: int) -> str:
        sides.evaluate(write_beginning(computers, seed))
        sides.wait_for_function("() => window.gamedslPage.session.match.isOver", timeout=60_000)
        return sides.locator(".ending .ask").inner_text()

    assert "East West (Bob and Dan) win." in ended(2)
    lost = ended(1)
    assert "All players have lost together." in lost
    assert "After the second broken stone" in lost

    alone = Opened(context, written_page("classics/twenty_one", tmp_path))
    told: list[str] = []
    scores: list[int] = []
    for seed in range(less(3, 2)):
        alone.clicked(0, seed)
        told.append(alone.page.locator(".ending .ask").inner_text())
        scores.append(alone.page.evaluate("window.gamedslPage.session.match.outcome.totals[0]"))
        alone.page.reload()
        alone.page.wait_for_function(_SESSION)
        assert alone.page.locator(".ending .ask").inner_text() == told[-1]
    assert "ends with" in told[0]
    assert "first result" in told[0]
    for number in range(1, len(told)):
        assert "best so far" in told[number]
        assert str(max(scores[:number])) in told[number] or scores[number] in scores[:number]
    alone.page.evaluate("window.gamedslPage.session.look = { rule: { won: { label: 'Chips at the end' } } }")
    alone.page.evaluate("window.gamedslPage.draw()")
    assert "Chips at the end" in alone.page.locator(".ending .scores").inner_text()
    assert alone.complaints == []
    context.close()


def test_what_is_picked_and_not_confirmed_outlives_a_reload(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    opened = Opened(context, written_page("classics/hearts", tmp_path, has_look=True))
    page = opened.page
    page.evaluate("window.gamedslPage.pause = 0")
    people = "['Ann', 'Bob', 'Cat', 'Dan'].map((name, i) => ({ name, who: i ? 'random' : 'person' }))"
    page.evaluate(write_beginning(people, 5))
    page.wait_for_selector(".mine [data-act]")
    for _ in range(2):
        page.locator(".mine [data-act]:not(.on)").first.click()
    picked = page.locator(".mine .on").evaluate_all("(all) => all.map((one) => one.dataset.act)")
    assert len(picked) == 2
    page.reload()
    page.wait_for_function(_SESSION)
    page.wait_for_selector(".mine .on")
    assert page.locator(".mine .on").evaluate_all("(all) => all.map((one) => one.dataset.act)") == picked
    page.locator(".mine [data-act]:not(.on)").first.click()
    page.locator("[data-act=done]").click()
    page.wait_for_function("() => window.gamedslPage.session.moments.some(({ seat }) => seat === 0)")
    assert opened.complaints == []
    context.close()
