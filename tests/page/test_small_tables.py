"""Tables in narrow windows and on phones: nothing is wider than they are, and what somebody has to read is read."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from page.browser import Opened, write_beginning
from page.playing import written_page
from page.tables import PLAY, PLAY_ON, opened

_UNTIL_PLAYED = """() => {
  const app = window.gamedslPage;
  const { session } = app;
  const isPlayed = () => session.visible.view(null).zones.every(({ name, count }) => !name.endsWith(".spread") || !count);
  for (let i = 0; i < 60 && !isPlayed(); i++) {
    const [seat] = session.match.toAct;
    session.play(seat, session.match.list(seat, { most: 1 })[0].steps);
    session.uncover();
  }
  app.draw();
  return isPlayed();
}"""


def test_what_happened_stands_below_a_table_of_numbers_on_phones(chromium: Browser, tmp_path: Path) -> None:
    path = written_page("modern/three_winters", tmp_path, slice(0, 1), has_look=True)
    page = Opened(chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce"), path).page
    assert page.evaluate(PLAY, [2, ".logline"]) > 0
    table, log, dock = (page.locator(one).bounding_box() for one in (".table", ".log", ".dock"))
    assert table is not None
    assert log is not None
    assert dock is not None
    assert table["y"] + table["height"] <= log["y"]
    assert log["y"] + log["height"] <= dock["y"]
    assert log["height"] > 200
    assert "Ann" in page.locator(".part").first.inner_text()


_MARKS = """game marks:
    "Mark places."
    players 2

component 10 stone in supply: 1..10

grid cell 5 by 5

shared:
    supply: pile of stone

each cell:
    mark: player or none = none

each player:
    taken: 0..5 = 0

rounds up to 1:
    marking

phase marking, each player:
    choose spot: one of cell where mark is none
    spot.mark = me
    taken += 1
    draw 1 from supply to box

ranking by highest taken, ties shared
"""


def test_a_narrow_table_shows_what_players_have_and_at_the_end_the_whole_board(
    chromium: Browser, tmp_path: Path
) -> None:
    (tmp_path / "marks.gdl").write_text(_MARKS, encoding="utf-8")
    context = chromium.new_context(viewport={"width": 609, "height": 715}, reduced_motion="reduce")
    page = Opened(context, written_page("marks", tmp_path, rules_file=tmp_path / "marks.gdl")).page
    assert page.evaluate(PLAY, [2, ".logline"]) >= 0
    assert page.locator(".seat .lab:visible", has_text="Taken").count() == 2
    assert page.evaluate(PLAY, [2, ".nothing", 1000]) == -1
    page.evaluate("window.gamedslPage.draw()")
    page.get_by_role("button", name="New match").wait_for()
    assert (
        page.evaluate(
            "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)(document.querySelector('.boards'))"
        )
        <= 2
    )
    page.context.close()


def test_cards_that_say_something_are_read_on_phones(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/kiln_lane", tmp_path)
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(PLAY, [2, ".card.big.says"])
    page.evaluate("window.gamedslPage.draw()")
    assert page.locator(".card.big.says .text").first.is_visible()


def _on_phone(chromium: Browser, name: str, folder: Path) -> Page:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True)
    return Opened(context, written_page(name, folder, slice(0, 1), has_look=True)).page


def test_a_board_with_dice_is_no_wider_than_a_phone(chromium: Browser, tmp_path: Path) -> None:
    page = _on_phone(chromium, "classics/ludo", tmp_path)
    page.evaluate(PLAY, [2, ".die"])
    assert page.evaluate("document.querySelector('.facts').getBoundingClientRect().right") <= 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_what_was_told_of_a_card_stands_below_it_and_a_colour_is_told_on_phones(
    chromium: Browser, tmp_path: Path
) -> None:
    page = _on_phone(chromium, "modern/lantern_show", tmp_path)
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    assert page.locator(".hand.can, .mine .zone.can").count() == 5
    page.locator(".choices .btn", has_text="Tell a number").click()
    told = page.locator(".choices .btn").first.inner_text().split()[0]
    assert told in {"1", "2", "3", "4", "5"}
    page.locator('.choices [data-act^="o"]').first.click()
    page.evaluate("window.gamedslPage.session.uncover(); window.gamedslPage.draw()")
    assert set(page.locator('.mine [data-of="field told_value"] b').all_inner_texts()) == {told}
    assert page.locator('.seat [data-of="field told_value"]').count() == 0
    page.locator(".place.can:visible").first.click()
    page.evaluate("window.gamedslPage.session.uncover(); window.gamedslPage.draw()")
    assert page.locator('.mine [data-of="field told_colour"]').count() > 0


def test_what_others_did_stands_above_a_table_of_cards_on_phones_and_opens_the_log(
    chromium: Browser, tmp_path: Path
) -> None:
    path = written_page("modern/lost_cities", tmp_path, slice(0, 1))
    page = Opened(chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce"), path).page
    assert page.evaluate(PLAY, [6, ".lately b"]) > 0
    lately, seats, table = (page.locator(one).bounding_box() for one in (".lately", ".seats", ".table"))
    assert lately is not None
    assert seats is not None
    assert table is not None
    assert seats["y"] + seats["height"] <= lately["y"] + 1
    assert lately["y"] + lately["height"] <= table["y"] + 1
    last = page.locator(".logline:not(.detail) .part b").last.text_content()
    assert page.locator(".lately b").last.inner_text() == last
    page.locator(".lately").click()
    assert page.locator(".log").is_visible()


def test_two_players_on_a_phone_have_their_piles_beside_each_other(chromium: Browser, tmp_path: Path) -> None:
    page = _on_phone(chromium, "classics/cribbage", tmp_path)
    assert page.evaluate(PLAY, [2, ".sits .cards.open"]) > 0
    piles = [pile.bounding_box() for pile in page.locator(".felt .centre .zone").all()]
    assert len(piles) == 3
    assert len({round(pile["y"]) for pile in piles if pile}) == 1
    laid = page.locator(".sits .cards.open .card").first.bounding_box()
    assert laid is not None
    assert laid["width"] >= 44
    # What their panels count is named where that has room.
    assert page.locator(".seats.in-words .ph em").count() > 0


_APART = """() => {
  const felt = document.querySelector(".felt");
  const [table, ...areas] = [felt, ...felt.querySelectorAll(":scope > .sits, :scope > .centre")].map((one) => one.getBoundingClientRect());
  const isOver = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return areas.every((one, i) => one.top >= table.top && one.bottom <= table.bottom && !areas.slice(0, i).some((other) => isOver(one, other)));
}"""
"""Whether all seats round a table lie on it, and nothing on each other."""


def test_many_cards_before_players_lie_on_the_table(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/go_fish", tmp_path)
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    page.evaluate(PLAY_ON)
    assert page.locator(".sits .cards.open .card").count() == 52
    assert page.evaluate(_APART)


def test_names_of_points_are_no_wider_than_a_phone(chromium: Browser, tmp_path: Path) -> None:
    page = _on_phone(chromium, "classics/nine_mens_morris", tmp_path)
    assert page.evaluate(PLAY, [2, ".graph"]) >= 0
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    rights = page.evaluate(
        "[...document.querySelectorAll('.graph .at')].map((one) => one.getBoundingClientRect().right)"
    )
    assert max(rights) <= 390


def test_a_dummy_is_read_on_phones_and_gone_when_all_is_played(chromium: Browser, tmp_path: Path) -> None:
    page = _on_phone(chromium, "classics/bridge", tmp_path)
    assert page.evaluate(PLAY, [4, ".within .grp:nth-child(13), .within .grp:nth-child(12)"]) > 0
    assert page.evaluate("document.querySelector('.within .card').getBoundingClientRect().width") >= 36
    assert page.locator(".chip", has_text="Bidder").count() == 0
    assert page.evaluate(_UNTIL_PLAYED)
    assert page.locator(".within .zone", has_text="dummy").count() == 0


_ALL_IN = """() => {
  const app = window.gamedslPage;
  const { session } = app;
  for (let i = 0; i < 60 && !session.match.isOver; i++) {
    const [seat] = session.match.toAct;
    const moves = session.match.list(seat, { most: 500 });
    const bold = (...names) => moves.find(({ text }) => names.some((name) => text.includes(name)));
    session.play(seat, (bold("all_in") ?? bold("call") ?? moves[0]).steps);
    session.uncover();
  }
  app.draw();
  return session.match.isOver;
}"""


def _phone(chromium: Browser, name: str, folder: Path) -> Page:
    path = written_page(name, folder, slice(0, 1), has_look=True)
    return Opened(chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce"), path).page


def test_a_board_of_columns_is_no_wider_than_a_phone(chromium: Browser, tmp_path: Path) -> None:
    page = _phone(chromium, "classics/backgammon", tmp_path)
    assert page.evaluate(PLAY, [2, ".logline"]) > 0
    assert (
        page.evaluate(
            "Math.max(...[...document.querySelectorAll('.table *')].map((one) => one.getBoundingClientRect().right))"
        )
        <= 390
    )


def test_what_happened_fills_an_empty_table_on_phones(chromium: Browser, tmp_path: Path) -> None:
    page = _phone(chromium, "classics/pig", tmp_path)
    assert page.evaluate(PLAY, [2, ".logline"]) > 0
    log = page.locator(".log").bounding_box()
    assert log is not None
    assert log["height"] > 200


def test_two_hands_that_were_shown_are_seen_whole_at_the_end(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/holdem", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".dock"]) == 0
    assert page.evaluate(_ALL_IN)
    felt, *hands = (one.bounding_box() for one in (page.locator(".felt"), *page.locator(".felt .seen").all()))
    assert felt is not None
    assert len(hands) == 2
    for hand in hands:
        assert hand is not None
        assert hand["y"] + hand["height"] <= felt["y"] + felt["height"]


def test_a_number_that_does_not_concern_a_player_is_not_in_the_panel(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/wolf_moor", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".seat"]) == 0
    wolf, herder = page.locator(".seat").all_inner_texts()
    assert "Snares left" not in wolf
    assert "Snares left" in herder


def test_a_button_of_several_words_says_of_what_it_takes_how_much(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/masked_court", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, "[data-act]"]) == 0
    page.evaluate(
        "window.gamedslPage.session.play(0, [0]); window.gamedslPage.session.uncover(); window.gamedslPage.draw()"
    )
    page.evaluate(
        "window.gamedslPage.session.play(1, [0]); window.gamedslPage.session.uncover(); window.gamedslPage.draw()"
    )
    assert "Poison, as the poisoner: 3 coins, your last" in page.locator(".dock").inner_text()


def test_small_cards_have_the_picture_of_the_printed_ones(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/mill_valley", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".card.sm .scene image"]) >= 0
    # Whoever declines something and goes on has not passed.
    page.evaluate(PLAY_ON)
    assert page.locator(".logline.detail", has_text="passes.").count() > 0
    assert page.locator(".logline:not(.detail)", has_text="passes.").count() == 0
    # A pass leaves room for another one beside it.
    page.get_by_role("button", name="Details").click()
    passed = page.locator(".logline.passed").first.bounding_box()
    assert passed is not None
    assert passed["width"] < 140


def test_names_on_small_cards_are_shortened_and_stay(chromium: Browser, tmp_path: Path) -> None:
    page = _on_phone(chromium, "modern/mill_valley", tmp_path)
    assert page.evaluate(PLAY, [2, ".felt .card > .top.brief", 40, 6]) >= 0
    assert page.locator(".felt .card > .top.unread").count() == 0
    brief = page.locator(".felt .card > .top.brief")
    assert brief.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    assert any(name.endswith(".") or " " in name for name in brief.all_text_contents())


_COVERED = """() => {
  const boxes = (one) => [...one.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  const all = [...document.querySelectorAll(".mine .hand .grp")].map(boxes);
  return all.filter((one, i) => i + 1 < all.length && all[i + 1][0].left < one.at(-1).right - 4).length;
}"""
"""How many sorts of cards of a hand lie under the next one."""


def test_a_fair_is_read_on_phones(chromium: Browser, tmp_path: Path) -> None:
    rules = Path(__file__).with_name("fair.gdl")
    context = chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True)
    page = Opened(context, written_page("fair", tmp_path, slice(0, 99), rules_file=rules)).page
    page.evaluate(PLAY, [3, ".dock"])
    assert page.locator(".mine .zone").count() == 3
    # A number is said of a word where nothing lies, and the name of the number is said once.
    assert page.locator('.zone[data-of="field price"] .place:visible .val').count() == 4
    assert page.get_by_text("Price", exact=True).count() == 1
    # Cards beside each other are read whole, however many zones somebody has.
    assert page.locator(".mine .hand .card .foot:visible").count() == 3
    # A panel counts what nobody else sees before what lies openly, and has the sign of that; the bar tells the round.
    assert page.locator(".seat > .ph .lab").nth(0).locator(".backs").count() == 1
    assert page.locator(".seat > .ph .pack").count() == 0
    assert page.locator(".bar > .where:visible").all_inner_texts() == ["Round 1/3"]
    # A heap of four sorts is none of them.
    assert page.locator(".shelf .pack.heap .emblem").count() == 0
    assert page.locator(".shelf .sorts .one").all_inner_texts() == ["6", "6", "3", "6"]
    rows = Opened(context, written_page("rows", tmp_path, rules_file=rules.with_name("rows.gdl"))).page
    assert rows.evaluate(PLAY, [2, ".mine .grp.of-card > .x"]) >= 0
    # Just the cards over which others lie are written at their edges.
    assert rows.locator(".mine .hand .grp.under").count() == rows.evaluate(_COVERED)
    # How many equal cards there are covers no name.
    pill = rows.locator(".mine .grp.of-card > .x").first.bounding_box()
    name = rows.locator(".mine .card > .top").first.bounding_box()
    assert pill is not None
    assert name is not None
    assert pill["y"] > name["y"] + name["height"]


def test_a_number_without_room_on_a_phone_is_not_shown_by_halves(chromium: Browser, tmp_path: Path) -> None:
    path = written_page("classics/hearts", tmp_path, slice(0, 99), has_look=True)
    page = Opened(chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce"), path).page
    assert page.evaluate(PLAY, [4, ".dock .q", 48]) >= 0
    for part in page.locator(".seats:not(.all) .seat > :is(.sub.few, .ph)").all():
        seen = [one for one in part.locator(":scope > *").all() if one.is_visible()]
        box = part.bounding_box()
        for one in seen:
            inner = one.evaluate("(own) => own.getBoundingClientRect().left + own.scrollWidth")
            assert box is not None
            assert inner <= box["x"] + box["width"] + 1
    assert page.locator(".seats .seat").count() == 4
    assert page.locator(".seats .seat > .ph").all_inner_texts().count("") == 0


def test_numbers_lie_on_a_table_as_so_many_things_and_secret_ones_in_its_middle(
    chromium: Browser, tmp_path: Path
) -> None:
    people = '[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]'
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    woods = Opened(context, written_page("modern/three_winters", tmp_path, has_look=True)).page
    woods.evaluate(write_beginning(people, 3))
    assert woods.locator('.centre [data-of="field trees"] .emblem').count() == 16
    assert woods.locator('.centre [data-of="field spans"] .gh').count() == 4
    assert woods.locator(".sits.at0 .holds .heap").all_inner_texts() == ["1\nwood", "2\nfood"]
    woods.set_viewport_size({"width": 1000, "height": 700})
    woods.wait_for_function(
        "() => { const woods = document.querySelector('.felt.bare > .centre'), own = document.querySelector('.at0');"
        " return woods && woods.getBoundingClientRect().bottom < own.getBoundingClientRect().top; }"
    )
    bids = Opened(context, written_page("classics/sealed_bids", tmp_path, has_look=True)).page
    bids.evaluate(write_beginning(people, 3))
    assert bids.locator(".centre .fact.own").count() == 1
    assert bids.locator(".centre .die, .holds > *").count() == 0
    context.close()
