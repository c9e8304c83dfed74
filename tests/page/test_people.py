"""What people do on a page besides clicking: keys, agents, saving, sharing, taking back; and what programs that read pages aloud find."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext

import gamedsl
from page.browser import Opened, write_beginning
from page.playing import ROOT, check_played, chosen, written_page
from page.tables import PLAY_ON
from share import IS_WHOLE, few, less, share

_LOOK = Path(__file__).with_name("drive_keys.js").read_text()
_SCHEMES: dict[str, Literal["light", "dark"]] = {"light": "light", "dark": "dark"}
_TWO = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'
_KEYS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Tab")


_GATHER = """\
game gather:
    "Take coins."
    players 2

component coin in bank:
    name    count  worth
    Copper  4      1
    Gold    2      3

shared:
    bank: bag of coin

each player:
    purse: bag of coin
    points = 0

rounds at most 2:
    turns

phase turns, each player:
    choose taken: up to 2 of bank
    say "{me} takes {count(taken)} of the coins."
    points += sum(c.worth for c in taken)
    say "There is less now."
    move taken to purse

ranking by highest points
"""


@pytest.mark.parametrize("name", few(("classics/kuhn_poker", "classics/tic_tac_toe", "modern/love_letter"), 1))
def test_a_match_by_keys_alone(name: str, context: BrowserContext, tmp_path: Path) -> None:
    opened = Opened(context, written_page(name, tmp_path, slice(0, 1)))
    page = opened.page
    page.evaluate(write_beginning(_TWO, 3))
    random = Random(5)
    for _ in range(600):
        seen = page.evaluate(_LOOK)
        if seen["isOver"]:
            break
        page.keyboard.press(random.choice(_KEYS))
        page.keyboard.press(random.choice(("Enter", " ", "1", "2")))
    assert page.evaluate(_LOOK)["isOver"]
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.ending .acts button')")
    assert opened.complaints == []


def test_whoever_plays_by_keys_goes_on_after_the_others_have_moved(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("classics/tic_tac_toe", tmp_path, slice(0, 1))).page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "random"}]', 3))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.gamedslPage.session.moments.length === 2")
    page.wait_for_function("() => document.activeElement.dataset.act !== undefined")


_KINDS_OF_BOARDS = (
    "classics/backgammon",
    "classics/hex",
    "classics/ludo",
    "classics/nine_mens_morris",
    "classics/oware",
    "classics/quoridor",
    "classics/chess",
    "modern/beetle_nest",
    "modern/branch_lines",
    "modern/tile_walls",
    "glory_islands",
    "gloriana",
)


@pytest.mark.parametrize("name", few(_KINDS_OF_BOARDS, 1, 3))
def test_each_kind_of_board_is_played_by_keys(name: str, context: BrowserContext, tmp_path: Path) -> None:
    """Arrows, and where they do not the order of the page, lead to whatever can be chosen; Enter and Space choose it."""
    opened = Opened(context, written_page(name, tmp_path, slice(0, 1)))
    page = opened.page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning(_TWO, 3))
    random = Random(7)
    presses = 0
    for _ in range(less(15, 5)):
        page.wait_for_function(
            "() => window.gamedslPage.session.agent === null || window.gamedslPage.session.match.isOver"
        )
        if page.evaluate(_LOOK)["isOver"]:
            break
        wanted = page.evaluate(_CHOOSE, random.randrange(1 << 20))
        for _ in range(_MOST_PRESSES):
            key = page.evaluate(_WAY)
            if key is None:
                break
            page.keyboard.press(key)
            presses += 1
        assert page.evaluate("document.activeElement.dataset.act") == wanted, f"{wanted} is out of reach by keys"
        page.keyboard.press(random.choice(("Enter", " ")))
    assert page.evaluate("window.gamedslPage.session.moments.length") >= 3
    assert presses
    assert opened.complaints == []


@pytest.mark.parametrize("name", few(("classics/draughts", "classics/hex", "classics/go"), 1))
def test_squares_hexes_and_crossings_are_played_to_the_end_by_keys(
    name: str, context: BrowserContext, tmp_path: Path
) -> None:
    opened = Opened(context, written_page(name, tmp_path, slice(0, 1), has_look=True))
    page = opened.page
    page.evaluate(write_beginning("['Ann', 'Bob'].map((name) => ({ name, who: 'person' }))", 3))
    random = Random(11)
    for i in range(less(400, 16)):
        if page.evaluate(_LOOK)["isOver"]:
            break
        # Whoever never passes plays Go for long.
        is_passing = i > 20 and page.locator(".choices .btn", has_text="Pass").count() > 0
        wanted = page.evaluate(_PASS if is_passing else _CHOOSE, random.randrange(1 << 20))
        while (key := page.evaluate(_WAY)) is not None:
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.act") == wanted
        page.keyboard.press(random.choice(("Enter", " ")))
    assert page.evaluate(_LOOK)["isOver"] or not IS_WHOLE
    page.evaluate(PLAY_ON)
    page.keyboard.press("Tab")
    page.locator(".ending").get_by_role("button", name="Again").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => !window.gamedslPage.session.match.isOver")
    assert opened.complaints == []


def test_an_arrow_goes_to_the_neighbour_on_its_side(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("classics/tic_tac_toe", tmp_path, slice(0, 1))).page
    page.evaluate(write_beginning(_TWO, 3))
    middle = page.evaluate_handle("() => [...document.querySelectorAll('.board [data-act]')][4]")
    for key, way in (("ArrowLeft", [-1, 0]), ("ArrowRight", [1, 0]), ("ArrowUp", [0, -1]), ("ArrowDown", [0, 1])):
        page.evaluate("middle => middle.focus()", middle)
        page.keyboard.press(key)
        assert page.evaluate(_WENT, middle) == way, key


_WENT = """(from) => {
    const [a, b] = [from.getBoundingClientRect(), document.activeElement.getBoundingClientRect()];
    return [Math.sign(Math.round(b.x - a.x)), Math.sign(Math.round(b.y - a.y))];
}"""
"""On which side of an element the one with the focus is."""

_MOST_PRESSES = 300

_CHOOSE = """(number) => {
    const all = [...document.querySelectorAll("[data-act]:not([disabled])")].filter((one) => one.offsetParent !== null);
    const fresh = all.filter((one) => !one.classList.contains("on"));
    window.wanted = (fresh.length ? fresh : all)[number % (fresh.length || all.length)];
    window.tried = 0;
    window.stood = null;
    return window.wanted.dataset.act;
}"""
"""Picks something that can be chosen."""

_PASS = """() => {
    window.wanted = [...document.querySelectorAll(".choices .btn")].find((one) => one.textContent.includes("Pass"));
    window.tried = 0;
    window.stood = null;
    return window.wanted.dataset.act;
}"""
"""Picks the button that passes."""

_WAY = """() => {
    const { wanted } = window;
    const focused = document.activeElement;
    if (focused === wanted) return null;
    window.tried += 1;
    // Where the way by arrows goes round in a circle, the order of the page leads there.
    if (window.tried > 40) return "Tab";
    if (!focused?.dataset.act) return "ArrowDown";
    const [a, b] = [focused.getBoundingClientRect(), wanted.getBoundingClientRect()];
    const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
    const isStuck = window.stood === focused;
    window.stood = focused;
    const isAcross = isStuck ? Math.abs(dx) <= Math.abs(dy) : Math.abs(dx) > Math.abs(dy);
    return isAcross ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp";
}"""
"""The key that leads towards it; null if it has the focus."""

_WINDOWS = ((1280, 800), (640, 400), (960, 540), (390, 844), (320, 568))
"""A usual window, the same at 200 %, another one at 200 %, and phones."""


def test_the_table_keeps_half_of_every_window_and_nothing_is_out_of_reach(chromium: Browser, tmp_path: Path) -> None:
    for name in few(("gloriana", "modern/lantern_show", "classics/hearts", "glory_islands", "classics/chess"), 1):
        made = chromium.new_context(reduced_motion="reduce")
        opened = Opened(made, written_page(name, tmp_path, slice(0, 1)))
        page = opened.page
        page.evaluate(write_beginning(_TWO, 3))
        page.wait_for_function("() => window.gamedslPage.session.agent === null")
        page.evaluate("document.querySelector('[data-act=uncover]')?.click()")
        for width, height in _WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(f"() => innerWidth === {width} && document.querySelector('.table')")
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            told = page.evaluate(_MEASURE)
            assert told["table"] >= height / 2 - 1, f"{name} in {width}x{height}: the table is {told['table']} high"
            assert told["wide"] <= width, f"{name} in {width}x{height}: the page is {told['wide']} wide"
            assert told["lost"] == [], f"{name} in {width}x{height}: {told['lost']} cannot be scrolled to"
        assert opened.complaints == []
        made.close()


_MEASURE = """() => {
    const lost = [...document.querySelectorAll("[data-act]")].filter((one) => {
        one.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { x, y, width, height } = one.getBoundingClientRect();
        return x + width / 2 < 0 || y + height / 2 < 0 || x + width / 2 > innerWidth || y + height / 2 > innerHeight;
    });
    const { height } = document.querySelector(".table").getBoundingClientRect();
    return { table: height, wide: document.documentElement.scrollWidth, lost: lost.map((one) => one.dataset.act) };
}"""
"""How high the table is, how wide the page, and what no scrolling brings into the window."""


@pytest.mark.parametrize(
    ("name", "agent"), few((("classics/connect_four", "mcts:20ms"), ("modern/love_letter", "playouts")), 1)
)
def test_agents_play_a_whole_match_and_the_page_never_waits(
    name: str, agent: str, context: BrowserContext, tmp_path: Path
) -> None:
    opened = Opened(context, written_page(name, tmp_path, slice(0, 1)))
    page = opened.page
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning(f"[{{name: 'Ann', who: '{agent}'}}, {{name: 'Bob', who: 'random'}}]", 3))
    page.wait_for_function("() => window.gamedslPage.session.match.isOver", timeout=60_000)
    saved = page.evaluate("window.gamedslPage.session.match.save('')")
    game = gamedsl.load_rules(ROOT / f"games/{name}.gdl").game()
    assert gamedsl.verify_replay(gamedsl.engine_for(game), gamedsl.replay_from_json(saved)).is_over
    assert json.loads(saved)["outcome"]["ranking"][0] == [0]
    assert opened.complaints == []


def test_a_match_is_shared_saved_opened_and_taken_back(context: BrowserContext, tmp_path: Path) -> None:
    path = written_page("classics/kuhn_poker", tmp_path)
    opened = Opened(context, path)
    clicked = opened.clicked(0, seed=9)
    rules = gamedsl.load_rules(ROOT / "games/classics/kuhn_poker.gdl")
    check_played(rules.game(players=2), clicked)
    address = opened.page.evaluate("(async () => { await window.gamedslPage.share(); return location.hash; })()")
    other = context.new_page()
    other.goto(path.as_uri() + address)
    other.wait_for_function("() => window.gamedslPage")
    assert other.evaluate("window.gamedslPage.session.match.save('classics/kuhn_poker.gdl')") == clicked.saved
    file = tmp_path / "saved.json"
    file.write_text(clicked.saved)
    other.goto(path.as_uri())
    other.reload()
    other.wait_for_function("() => window.gamedslPage")
    other.set_input_files("input[type=file]", str(file))
    other.wait_for_function("() => window.gamedslPage.session?.match.isOver", timeout=60_000)
    assert other.evaluate("window.gamedslPage.session.match.save('classics/kuhn_poker.gdl')") == clicked.saved
    moves = len(json.loads(clicked.saved)["moves"])
    other.get_by_text("Go through it").click()
    assert other.get_by_role("heading", name="The beginning").is_visible()
    other.get_by_text("To now").click()
    other.keyboard.press("u")
    if other.get_by_text("Undo it").count():
        other.get_by_text("Undo it").click()
    assert other.evaluate("window.gamedslPage.session.moments.length") == moves - 1


def test_what_cannot_be_chosen_says_why(context: BrowserContext, tmp_path: Path) -> None:
    opened = Opened(context, written_page("classics/hearts", tmp_path))
    page = opened.page
    people = ", ".join(
        f'{{name: "{name}", who: "{who}"}}'
        for name, who in zip(("Ann", "Bob", "Cat", "Dan"), ("person", "random", "random", "random"), strict=True)
    )
    page.evaluate("window.gamedslPage.pause = 0")
    page.evaluate(write_beginning(f"[{people}]", 3))
    page.wait_for_function("() => window.gamedslPage.session.step")
    for _ in range(200):
        page.wait_for_function("() => window.gamedslPage.session.step || window.gamedslPage.session.match.isOver")
        refused = page.query_selector(".hand .grp:not([data-act])")
        if refused:
            refused.click()
            break
        page.evaluate(
            "(document.querySelector('[data-act=done]:not([disabled])') ?? document.querySelector('[data-act]:not([disabled]):not(.on)')).click()"
        )
    assert page.inner_text(".why").endswith(
        ("cannot be chosen now.", "The rules do not allow this now.", "You have to follow suit.")
    )
    assert opened.complaints == []


def test_a_click_on_a_card_chooses_the_place_that_is_offered(context: BrowserContext, tmp_path: Path) -> None:
    page = Opened(context, written_page("gloriana", tmp_path, slice(0, 1))).page
    page.evaluate(write_beginning(_TWO, 3))
    page.wait_for_function("() => window.gamedslPage.session.step")
    before = page.evaluate("window.gamedslPage.session.match.length")
    page.locator("[data-act] [data-key]:not([data-act])").first.click()
    assert page.evaluate("window.gamedslPage.session.note") is None
    assert page.evaluate("window.gamedslPage.session.match.length") > before


@pytest.mark.parametrize(
    ("name", "scheme", "size"),
    few(
        (
            ("modern/tile_walls", "light", (390, 844)),
            ("gloriana", "light", (1280, 800)),
            ("classics/hex", "dark", (1280, 800)),
        ),
        1,
    ),
)
def test_an_audit_finds_nothing_serious(
    name: str, scheme: str, size: tuple[int, int], chromium: Browser, tmp_path: Path
) -> None:
    width, height = size
    made = chromium.new_context(
        viewport={"width": width, "height": height}, color_scheme=_SCHEMES[scheme], reduced_motion="reduce"
    )
    page = Opened(made, written_page(name, tmp_path, slice(0, 1))).page
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text())
    opening = (
        ("the form", write_beginning(_TWO, 3)),
        ("the table", "window.gamedslPage.readRules()"),
        ("the rules", "window.gamedslPage.start()"),
        ("matches to continue", ""),
    )
    for what, after in opening:
        found = page.evaluate("axe.run().then(({violations}) => violations.map(({id, impact}) => [id, impact]))")
        assert [one for one in found if one[1] in ("serious", "critical")] == [], what
        page.evaluate(after)
        page.evaluate("document.querySelector('[data-act=uncover]')?.click()")
    made.close()


@pytest.mark.parametrize(
    ("name", "choices", "said"),
    share(
        (
            ("classics/nim", 4, ""),
            ("classics/liars_dice", 2, "Nobody can make up what lies hidden"),
            ("classics/hearts", 4, ""),
            ("classics/gin_rummy", 4, "the computer takes any move: at “answer”"),
        ),
        2,
        1,
    ),
)
def test_the_start_says_how_the_computer_plays(
    name: str, choices: int, said: str, context: BrowserContext, tmp_path: Path
) -> None:
    page = Opened(context, written_page(name, tmp_path, slice(0, 1))).page
    assert page.locator("select").first.locator("option").count() == choices
    told = page.locator(".people small").all_inner_texts()
    assert len(told) == bool(said)
    assert all(said in text for text in told)


def test_a_named_start_is_chosen_in_the_form_and_saved_linked_and_known_to_the_computer(
    context: BrowserContext, tmp_path: Path
) -> None:
    """The start is a mate in one: the computer moves there, and what is saved begins there."""
    opened = Opened(context, written_page("classics/chess", tmp_path))
    page = opened.page
    page.get_by_label("Begin with").select_option("smothered_king")
    page.get_by_label("Who plays Ann").select_option("beginner")
    page.evaluate("window.gamedslPage.pause = 0")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_function("() => window.gamedslPage.session?.moments.length >= 1")
    saved = gamedsl.replay_from_json(page.evaluate("window.gamedslPage.session.match.save('chess.gdl')"))
    assert saved.start == "smothered_king"
    gamedsl.verify_replay(gamedsl.engine_for(gamedsl.load_rules(ROOT / "games/classics/chess.gdl").game()), saved)
    page.evaluate("window.gamedslPage.share()")
    page.wait_for_function("() => location.hash")
    page.reload()
    page.wait_for_function("() => window.gamedslPage?.session?.match.start === 'smothered_king'")
    assert opened.complaints == []


def test_numbers_are_chosen_where_the_pieces_lie(context: BrowserContext, tmp_path: Path) -> None:
    opened = Opened(context, written_page("classics/backgammon", tmp_path))
    page = opened.page
    page.evaluate(write_beginning(_TWO, 3))
    assert page.locator(".sq.can").count() == page.evaluate("window.gamedslPage.session.step.options.length")
    assert page.locator(".choices .btn").count() == 0
    assert opened.complaints == []


def test_confirming_tells_what_would_change_and_then_what_is_said(context: BrowserContext, tmp_path: Path) -> None:
    (tmp_path / "gather.gdl").write_text(_GATHER, "utf-8")
    opened = Opened(context, written_page("gather", tmp_path, rules_file=tmp_path / "gather.gdl"))
    page = opened.page
    page.evaluate(write_beginning(_TWO, 3))
    assert page.locator("[data-act=done]").inner_text() == "None of them"
    for told in ("+3", "+6"):
        page.get_by_role("spinbutton", name="Gold").click()
        assert page.locator("[data-act=done] small").inner_text() == f"points {told}"
    page.locator("[data-act=done]").click()
    line = page.locator(".logline .part")
    assert line.locator("b").inner_text() == "Ann"
    assert "Ann takes 2 of the coins." in (line.text_content() or "")
    assert line.locator(".follows").inner_text() == "There is less now."
    assert opened.complaints == []


def test_a_number_of_cards_is_picked_freely_and_confirmed_when_it_is_right(
    context: BrowserContext, tmp_path: Path
) -> None:
    opened = Opened(context, written_page("classics/cribbage", tmp_path, slice(0, 1)))
    page = opened.page
    page.evaluate(write_beginning(_TWO, 3))
    cards, done = page.locator(".hand [data-act]"), page.locator("[data-act=done]")

    def told() -> tuple[str, str, bool]:
        return page.inner_text(".well .count"), page.text_content(".lack") or "", done.is_enabled()

    assert told() == ("0 of 2", "Choose 2.", False)
    assert done.inner_text() == "Confirm"
    ranks = [
        *map(
            ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"].index,
            page.locator(".hand .head b").all_inner_texts(),
        )
    ]
    assert ranks == sorted(ranks)
    cards.nth(5).click()
    assert told() == ("1 of 2", "Choose 1 more.", False)
    cards.nth(2).click()
    assert told() == ("2 of 2", "", True)
    cards.nth(0).click()
    assert told() == ("3", "1 too many: choose 2.", False)
    cards.nth(0).focus()
    page.keyboard.press(" ")
    assert told() == ("2 of 2", "", True)
    kinds = [str(cards.nth(i).get_attribute("data-act")) for i in (2, 5)]
    page.keyboard.press("Enter")
    (move,) = page.evaluate("window.gamedslPage.session.moments")
    engine = gamedsl.engine_for(gamedsl.load_rules(ROOT / "games/classics/cribbage.gdl").game())
    played = engine.parse_move(engine.initial(3), 0, move["text"])
    assert isinstance(played, gamedsl.Move)
    pieces = [json.loads(piece) for piece in chosen(played, "away")]
    assert {f"k{piece['kind']['number']}@{piece['zone']['number']}" for piece in pieces} == {*kinds}
    assert opened.complaints == []


def test_a_finger_taps_a_small_place_twice(chromium: Browser, tmp_path: Path) -> None:
    made = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    opened = Opened(made, written_page("classics/hex", tmp_path))
    page = opened.page
    page.evaluate(write_beginning(_TWO, 3))
    other = page.locator(".sq").nth(7)
    other.tap()
    place = page.locator(".sq").nth(60)
    place.tap()
    assert page.evaluate("window.gamedslPage.session.moments.length") == 0
    assert page.locator(".sq.armed").count() == 1
    assert "Tap it again" in page.inner_text(".why")
    told, dock = page.locator(".page > .why").bounding_box(), page.locator(".dock").bounding_box()
    assert told is not None
    assert dock is not None
    assert told["y"] + told["height"] <= dock["y"], "a reason stands above the dock"
    place.tap()
    assert page.evaluate("window.gamedslPage.session.moments.length") == 1
    assert page.locator(".sq.armed").count() == 0
    assert opened.complaints == []
    made.close()
