"""Tables as people know them: stones on crossings, dice, tricks that stay, hands that stay until they were seen, and nothing that an audit finds serious."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page

from page.browser import Opened, write_beginning
from page.every_audit import audited
from page.playing import written_page
from page.tables import PLAY, PLAY_ON, opened

_IS_WHOLE = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 2"

_PLAY_ONE = """() => {
  const app = window.gamedslPage;
  const { match } = app.session;
  const [seat] = match.toAct;
  app.session.play(seat, match.list(seat, { most: 1 })[0].steps);
  app.session.uncover();
  app.draw();
}"""


_UNTIL_GUARD = """() => {
  const app = window.gamedslPage;
  const { session } = app;
  const hasGuard = () => session.match.list(0, { most: 20 }).some(({ text }) => text.includes("Guard"));
  while (session.match.toAct[0] !== 0 || !hasGuard()) {
    const [seat] = session.match.toAct;
    session.play(seat, session.match.list(seat, { most: 1 })[0].steps);
  }
  app.draw();
}"""


def test_a_trick_stays_and_the_table_says_who_took_it(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/hearts", tmp_path)
    assert page.evaluate(PLAY, [4, ".took"]) > 0
    for width in (390, 1280):  # the cards lie round the middle of the table
        page.set_viewport_size({"width": width, "height": 844})
        # The table is laid anew a moment after the window has changed.
        page.wait_for_function(_CROSS)
    assert page.inner_text(".took").endswith("takes the trick.")
    assert page.locator(".passed .card").count() == 4
    page.locator(".hand [data-act]").first.click()
    assert page.locator(".took").count() == 0


def test_hands_that_were_shown_stay_until_somebody_goes_on(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/holdem", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".showdown"]) > 0
    page.evaluate("window.gamedslPage.draw()")
    assert page.locator(".showdown .seen").count() == 2
    assert page.locator(".showdown .common .card").count() == 5
    assert "chips" in page.inner_text(".showdown .won")
    shown, told = page.inner_text(".showdown"), page.inner_text(".log")
    assert re.search(r"\b(?:Ann|Bob) shows \S+, \S+\. The best five make (?:an? )?[a-z ]+: ", told)
    assert re.search(r"The pot of \d+ goes to (?:Ann|Bob|Ann and Bob) with (?:an? )?[a-z ]+\.", told)
    # Whoever plays on meanwhile, at another screen or as the computer, takes nothing away.
    for _ in range(2):
        page.evaluate(_PLAY_ONE)
        assert page.inner_text(".showdown") == shown
        assert page.inner_text(".log") == told
    page.keyboard.press("Enter")
    assert page.locator(".showdown").count() == 0
    assert page.inner_text(".log").startswith(told)
    assert len(page.inner_text(".log")) > len(told)


def test_amounts_have_the_names_that_players_give_them(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/holdem", tmp_path, has_look=True)
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    page.locator(".choices .btn", has_text="Raise").click()
    steps = page.locator(".amount .steps .btn")
    assert steps.all_inner_texts() == ["Half the pot: 4", "The pot: 6", "99"]


def test_places_of_a_player_are_counted_in_the_panel_and_a_line_of_the_log_that_is_looked_at_holds_the_badge(
    chromium: Browser, tmp_path: Path
) -> None:
    page = opened(chromium, "classics/reversi", tmp_path, has_look=True)
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    page.locator(".sq.can").first.click()
    counts = page.locator('.seat [data-of="field disc"] b').all_inner_texts()
    assert sorted(counts) == ["1", "4"]
    page.locator(".logline").first.click()
    line, badge = page.locator(".logline.looked").bounding_box(), page.locator(".logline.looked .disc").bounding_box()
    assert line is not None
    assert badge is not None
    assert line["x"] <= badge["x"]


def test_nobody_waits_for_the_computer_where_all_choose_at_once(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/hearts", tmp_path)
    agents = ", ".join(f'{{name: "{name}", who: "steady"}}' for name in ("Bob", "Cat", "Dan"))
    page.evaluate(write_beginning(f'[{{name: "Ann", who: "person"}}, {agents}]', 3))
    assert page.evaluate("window.gamedslPage.session.moments.length") == 0
    assert page.locator(".waits").count() == 0
    assert page.locator(".hand .can").count() > 0


def test_cards_of_a_hand_are_read_and_players_are_chosen_at_the_table(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = Opened(context, written_page("modern/love_letter", tmp_path, slice(1, 2), has_look=True)).page
    page.evaluate("window.gamedslPage.pause = 1e9")
    agents = ", ".join(f'{{name: "{name}", who: "random"}}' for name in ("Bob", "Cat"))
    page.evaluate(write_beginning(f'[{{name: "Ann", who: "person"}}, {agents}]', 3))
    page.evaluate(_UNTIL_GUARD)
    guard = page.locator(".hand [data-act]", has_text="Guard").first
    assert guard.locator(".text").first.is_visible()
    guard.click()
    page.locator(".sits .who.can", has_text="Bob").click()
    assert page.locator(".choices .btn", has_text="Princess").count() == 1
    context.close()


def test_a_card_says_what_its_number_counts_and_used_cards_interrupt_nobody(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/spell_kitchen", tmp_path, has_look=True)
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    told = page.locator(".flow .card:last-child .num").all_inner_texts()
    assert {text.replace("\n", " ") for text in told} == {"1 spark", "2 sparks", "3 sparks"}
    assert page.evaluate(PLAY, [2, ".showdown", 0, 25]) == -1  # it would stay until somebody goes on


def test_a_strip_lies_before_players_as_it_is_laid(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/shire_quilt", tmp_path, has_look=True)
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    box = page.locator(".flow .card.drawn").first.bounding_box()
    assert box is not None
    assert box["width"] > 1.5 * box["height"]
    assert "Box" not in page.inner_text(".page")


def test_columns_have_dice_above_and_a_bar_between_them_and_their_numbers_are_read(
    chromium: Browser, tmp_path: Path
) -> None:
    page = opened(chromium, "classics/backgammon", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".dice"]) == 0
    assert page.locator(".dice .die").count() == 2
    assert page.locator(".bar-of").count() == 1
    assert page.evaluate(PLAY, [2, ".tall .lying.column > .x", 120]) >= 0
    ground = page.evaluate("getComputedStyle(document.querySelector('.tall .lying.column > .x')).backgroundColor")
    assert ground == "rgb(58, 39, 18)"


def test_tiles_are_turned_as_they_were_laid(chromium: Browser, tmp_path: Path) -> None:
    path = written_page("modern/hedge_country", tmp_path, slice(0, 1), has_look=True)
    page = Opened(chromium.new_context(reduced_motion="reduce"), path).page
    assert page.evaluate(PLAY, [2, '.sq:has(.tile[style*="180deg"]) ~ .sq .tile[style*="90deg"]', 24]) > 0
    drawn = page.evaluate("[...document.querySelectorAll('.sq .tile')].map((one) => one.style.rotate)")
    tops = page.evaluate("""() => {
      const { zones, fields } = window.gamedslPage.session.view;
      const laid = zones.filter(({ name, count }) => name.endsWith(".tile") && count).map(({ name }) => name.replace(".tile", ".top"));
      return laid.map((name) => fields.find((one) => one.name === name).text);
    }""")
    assert sorted(drawn) == sorted(f"{'NESW'.index(top) * 90}deg" for top in tops)
    assert len(drawn) > 2
    # Nothing but a tile lies beside the board, whose places have no names that anybody sees.
    assert page.locator(".twoc").evaluate("(one) => one.style.getPropertyValue('--share')") == "0.8"
    assert [one for one in page.locator(".log .part, .fact").all_inner_texts() if "·" in one] == []
    frame = "(tile) => getComputedStyle(tile, '::after').borderTopWidth"
    assert page.locator(".sq.came .tile").evaluate(frame) == "3px"


CUT = "all => all.filter(one => one.scrollWidth > one.clientWidth && !one.classList.contains('unread')).map(one => one.textContent)"
"""The words on cards of which something is cut."""


def test_cards_say_what_they_count_who_is_there_and_what_lies_there(chromium: Browser, tmp_path: Path) -> None:
    path = written_page("modern/kiln_lane", tmp_path, slice(0, 1), has_look=True)
    page = Opened(chromium.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce"), path).page
    assert page.evaluate(PLAY, [2, ".state .disc"]) > 0
    town, plans = page.locator(".zone[aria-label='The town']"), page.locator(".zone[aria-label='Plans']")
    assert "Food\n2" in town.locator(".grp:has-text('River') .state").inner_text()
    assert town.locator(".num").count() == 0, "nought points of the town"
    assert plans.locator(".num").first.inner_text().endswith("\npoints")
    wide = page.locator(".cards.big .card").first.bounding_box()
    assert wide is not None
    assert wide["width"] >= 68
    assert page.locator(".bar h1").inner_text() == "Kiln Lane"
    # Who begins has a tag on the panel, and no row on the table.
    begins = page.locator('[data-of="field starter"]:visible')
    assert begins.count() == 1
    assert page.locator(".seat", has=begins).count() == 1
    # On a strip, numbers with a drawing stand in two rows, and nothing stands out of the box of its player.
    box = page.locator(".seats").bounding_box()
    assert box is not None
    assert box["height"] < 110
    assert page.locator(".seat .pictured:visible").count() > 4
    assert page.locator(".seat").evaluate_all("all => all.map(one => one.scrollWidth > one.clientWidth)") == [False] * 2
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".opens-seats").wait_for(state="hidden")
    # What all share has the room: what is somebody's lies small where all does not fit.
    page.evaluate(PLAY_ON)
    # All that is said of a round's end is read before what that has brought.
    assert page.locator(".part:not(:has(.disc)) > .follows + small:not(.detail)").count() > 0
    assert page.locator(".part:not(:has(.disc)) > small + .follows").count() == 0
    card = page.locator(".belongs .card").first.bounding_box()
    assert card is not None
    assert card["width"] < 60
    # When all is over, nothing of the table lies below the result.
    assert page.locator(".table").evaluate(_IS_WHOLE)
    assert page.locator(".card > .top").evaluate_all(CUT) == []
    # What is said below a card has room in its box, however small the card.
    said = page.locator(".state .lab", has_text="Food").first
    said.evaluate("(own) => own.closest('.cards').classList.add('sm')")
    said.evaluate("(own) => own.style.setProperty('--cw', '24px')")
    assert said.evaluate("({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth")


def test_homes_have_the_colours_of_their_players_and_pawns_stand_in_the_middle_of_the_places_of_a_ring(
    chromium: Browser, tmp_path: Path
) -> None:
    page = opened(chromium, "classics/ludo", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".sq.home"]) == 0
    grounds = page.evaluate(
        "[...document.querySelectorAll('.sq.home')].map((one) => getComputedStyle(one).backgroundColor)"
    )
    assert len(grounds) == 2, "two play, so two homes are nobody's"
    assert len(set(grounds)) == 2
    assert page.evaluate(PLAY, [2, ".loop > .sq .pawn"]) >= 0
    assert page.evaluate("getComputedStyle(document.querySelector('.loop')).boxShadow") != "none"
    middle = "(one) => { const { left, right } = one.getBoundingClientRect(); return (left + right) / 2; }"
    pawn = page.evaluate(f"({middle})(document.querySelector('.loop > .sq .pawn .glyph'))")
    place = page.evaluate(f"({middle})(document.querySelector('.loop > .sq:has(.pawn)'))")
    assert abs(pawn - place) < 1


def test_an_audit_of_a_table_in_play_finds_nothing_serious(chromium: Browser, tmp_path: Path) -> None:
    path = written_page("classics/hearts", tmp_path, slice(0, 1), has_look=True)
    assert audited(chromium, path, ["tablet"], ["dark"]) == []


def test_tokens_stand_in_the_columns_and_at_the_heights_that_the_position_has(
    chromium: Browser, tmp_path: Path
) -> None:
    page = opened(chromium, "modern/cant_stop", tmp_path)
    assert page.evaluate(PLAY, [2, ".col.won", 60]) != 0
    drawn, fields = page.evaluate(
        """() => {
  const session = window.gamedslPage.session;
  const columns = [...document.querySelectorAll(".climb .col")].map((one) => one.title);
  return [columns, session.match.view(0).fields.map(({ name, text }) => [name, text])];
}"""
    )
    camps = [(re.fullmatch(r"P(\d)\.camp\[(\d+)\]", name), text) for name, text in fields]
    standing = [(int(camp[1]), camp[2], height) for camp, height in camps if camp is not None and height != "0"]
    assert len(standing) > 4
    for seat, column, height in standing:
        [told] = [one for one in drawn if one.startswith(f"{column}, ")]
        assert f"{('Ann', 'Bob')[seat - 1]} at {height}" in told
    assert sum(one.count("Ann at") + one.count("Bob at") for one in drawn) == len(standing)


_CROSS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const found = [".cross .at", ".felt > .at"].map((of, i) => [0, 1, 2, 3].map((seat) => document.querySelector(`${of}${seat}${i ? " .who" : ""}`)));
  if (!found.flat().every(Boolean)) return false;
  const [cards, names] = found.map((ones) => ones.map(box));
  const [below, left, above, right] = cards;
  const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return left.x < above.x && above.x < right.x && above.y < left.y && left.y < below.y && !cards.some((card) => names.some((name) => overlap(card, name)));
}"""


def test_a_few_squares_are_marked_beside_many_crossings(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/quoridor", tmp_path)
    page.evaluate(PLAY, [2, ".sq.knot.can"])
    assert page.locator(".sq.knot.can.quiet").count() == 64
    assert page.locator(".sq.can:not(.knot)").count() == 3
    assert page.locator(".sq.can.quiet:not(.knot)").count() == 0


def test_dots_are_dark_on_a_pale_board_and_light_on_a_dark_one(chromium: Browser, tmp_path: Path) -> None:
    dots: list[str] = []
    for game in ("modern/shire_quilt", "classics/reversi"):
        page = opened(chromium, game, tmp_path, has_look=True)
        page.evaluate(PLAY, [2, ".cloth"])
        dots.append(str(page.evaluate("getComputedStyle(document.querySelector('.cloth')).getPropertyValue('--dot')")))
    assert dots == ["120 66 8", "255 255 255"]


def test_hands_and_crib_are_shown_with_what_each_has_brought(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/cribbage", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".showdown"]) > 0
    page.evaluate("window.gamedslPage.draw()")
    told = page.locator(".log").inner_text()
    who = page.locator(".showdown .seen .who").all_inner_texts()
    assert len(who) == 3
    assert sum(text.endswith(": dealer’s crib") for text in who) == 1
    # A lane for each player leads to the goal.
    assert page.locator(".race .lane > b").all_inner_texts() == page.locator(".seat .pts").evaluate_all(
        "all => all.map(one => one.firstChild.textContent)"
    )
    brought = [int(text.split()[0]) for text in page.locator(".showdown .seen > b").all_inner_texts()]
    counted = [int(number) for number in re.findall(r"scores (\d+) points? for this", told)]
    assert sorted(brought) == sorted(number for number in counted if number)


def test_all_columns_of_a_result_are_seen(chromium: Browser, tmp_path: Path) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = Opened(context, written_page("modern/lantern_show", tmp_path, slice(4, 5), has_look=True)).page
    names = ", ".join(
        f'{{name: "{name}", who: "person"}}' for name in ("Charlotte", "Benjamin", "Alexandra", "Dominic")
    )
    page.evaluate(write_beginning(f"[{names}]", 3))
    _check_columns(page, 4)
    context.close()


def test_three_columns_stand_beside_what_is_done_next(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "gloriana", tmp_path, has_look=True)
    names = ", ".join(f'{{name: "{name}", who: "person"}}' for name in ("Ann", "Bob", "Cat"))
    page.evaluate(write_beginning(f"[{names}]", 3))
    _check_columns(page, 3)


def _check_columns(page: Page, players: int) -> None:
    """Plays the match to its end; all columns of its scores lie within the panel, and no button covers one."""
    page.evaluate(PLAY_ON)
    scores = page.locator(".ending .scores")
    assert scores.locator("thead th").count() == players + 1
    assert scores.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    last, table = scores.locator("thead th").last.bounding_box(), page.locator(".ending").bounding_box()
    again = page.locator(".ending .acts").bounding_box()
    assert last is not None
    assert table is not None
    assert again is not None
    assert last["x"] + last["width"] <= table["x"] + table["width"]
    assert again["y"] >= last["y"] + last["height"] or again["x"] >= last["x"] + last["width"]


def test_numbered_places_have_words_and_headings_cover_no_number(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/tile_walls", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".rung"]) >= 0
    assert page.locator(".rung em").all_inner_texts() == ["Floor", "Step 1", "Step 2", "Step 3", "Step 4"]
    heading = page.evaluate("document.querySelector('.mine .zone:has(> .board) > h2').getBoundingClientRect().bottom")
    number = page.evaluate("document.querySelector('.mine .board > .coordinate').getBoundingClientRect().top")
    assert heading <= number


def test_what_is_taken_lies_in_no_box_beside_the_panels(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/nine_mens_morris", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".captured"]) > 0
    assert page.locator(".shelf .pack").count() == 0


def test_tokens_are_smaller_than_the_cards_beside_them(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/gem_guild", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".row .card.worded"]) >= 0
    wide = "(one) => document.querySelector(one).getBoundingClientRect().width"
    token = page.evaluate(wide, ".row .cards.big .card.drawn:not(.worded)")
    assert token < 0.8 * page.evaluate(wide, ".row .card.worded")


def test_men_stand_beside_what_is_printed_on_their_square(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "glory_islands", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".sq:has(> .co) .pawn"]) > 0
    covered = """() => [...document.querySelectorAll(".sq:has(> .co)")].flatMap((square) => {
      const printed = [...square.querySelectorAll(":scope > .co, :scope > .mk")].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
      });
      const men = [...square.querySelectorAll(".pawn svg > *")].map((one) => one.getBoundingClientRect());
      return men.filter((man) => printed.some((box) => man.left < box.right + 2 && man.right > box.left && man.top < box.bottom && man.bottom > box.top));
    }).length"""
    assert page.locator(".sq:has(> .co) .pawn svg > *").count() > 0
    assert page.evaluate(covered) == 0
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".page .board.small").first.wait_for()
    assert page.evaluate(covered) == 0


def test_what_each_player_lays_out_for_a_colour_lies_beside_what_all_share_of_it(
    chromium: Browser, tmp_path: Path
) -> None:
    page = opened(chromium, "modern/lost_cities", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".place .cascade > .grp + .grp", 56]) > 0
    parts = (
        page.locator(".place")
        .first.locator(".own")
        .evaluate_all("(all) => all.map((one) => one.ariaLabel ?? one.querySelector('em').textContent)")
    )
    looker = page.evaluate("window.gamedslPage.session.looker")
    names = ["Ann", "Bob"]
    assert parts == [
        f"{names[1 - looker]}’s expeditions Yellow",
        "Discard pile",
        f"{names[looker]}’s expeditions Yellow",
    ]
    heads = page.locator(".cascade > .grp + .grp").first.evaluate(
        "(last) => last.getBoundingClientRect().top - last.previousElementSibling.getBoundingClientRect().top"
    )
    assert 10 < heads < 30
    # A hand lies by the colours that tell the piles apart.
    values = page.evaluate("window.gamedslPage.session.model.columns.find(({ name }) => name === 'colour').values")
    kinds = page.locator(".hand .grp").evaluate_all("all => all.map((one) => Number(/\\d+/.exec(one.dataset.piece)))")
    assert sorted(kinds, key=lambda kind: values[kind]) == kinds != []
    # A card with a name of its own that counts nothing has no nought in its middle.
    assert "0" not in page.locator(".card > .num").all_inner_texts()
    assert page.locator(".card:has(> .emb)", has_text="Wager").count() > 0
    assert page.locator(".mine .zone", has_text="Expeditions").count() == 0
    # What is laid out is as large as the table has room for, and all of it is seen.
    widths: list[float] = []
    for height in (1000, 800, 620):
        page.set_viewport_size({"width": 1280, "height": height})
        page.wait_for_function(f"() => document.querySelector('.page').offsetHeight === {height}")
        page.evaluate("window.gamedslPage.draw()")
        card = page.locator(".cascade .card").first.bounding_box()
        assert card is not None
        widths.append(card["width"])
        assert page.locator(".table").evaluate(_IS_WHOLE)
    assert widths[1] > 70
    assert widths[1] > widths[2]
    # On a phone all colours stand side by side.
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".page.small, .opens-seats").first.wait_for()
    assert len(set(page.locator(".places > .place").evaluate_all("all => all.map(one => one.offsetTop)"))) == 1


def test_columns_of_a_patience_lie_below_their_heads(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/golf_patience", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [1, ".trays .cascade"]) == 0
    columns = page.locator(".trays .place")
    assert columns.count() == 7
    assert len(set(columns.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)"))) == 1
    assert columns.first.locator(".cascade > .grp").count() == 5


def test_a_sheet_shows_what_its_owner_knows_and_nobody_else_has_one_on_the_page(
    chromium: Browser, tmp_path: Path
) -> None:
    page = opened(chromium, "classics/phantom_tic_tac_toe", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".board .stone"]) > 0
    assert page.locator(".board").count() == 1
    assert page.inner_text(".boardblock h2") == "Ann’s sheet"


def test_the_row_that_has_won_is_marked_at_the_end(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/connect_four", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [2, ".decides"]) == -1
    page.evaluate("window.gamedslPage.draw()")
    told = page.eval_on_selector_all(".sq.decides", "(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert len(told) == 4
    assert all("it has decided the match" in one for one in told)


_PLAY_MOVES = """async (moves) => {
  const app = window.gamedslPage;
  app.pause = 1e9;
  const session = await app.begin(0, ["Ann", "Bob"].map((name) => ({ name, who: "person" })), 3);
  for (const text of moves) {
    const [seat] = session.match.toAct;
    session.play(seat, session.match.list(seat, { most: 400 }).find((one) => one.text.includes(text)).steps);
  }
  session.uncover();
  app.draw();
}"""


def test_a_forced_move_is_written_as_the_others_and_marked_as_the_last_one(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/chess", tmp_path, has_look=True)
    page.evaluate(
        _PLAY_MOVES,
        [
            "start = square[7, 5], target = square[5, 5]",
            "start = square[2, 6], target = square[3, 6]",
            "start = square[8, 4], target = square[4, 8]",
        ],
    )
    parts = [one.split("\n")[-1] for one in page.locator(".log .part").all_inner_texts()]
    assert [one.split()[-1] for one in parts] == ["e4", "f6", "Qh5+", "g6"]
    came = page.locator(".board .sq.came")
    assert came.count() == 1
    assert "g6" in (came.get_attribute("title") or came.get_attribute("aria-label") or came.inner_html())


def test_a_check_that_is_mate_is_a_sign_too(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/chess", tmp_path, has_look=True)
    page.evaluate(
        _PLAY_MOVES,
        [
            "start = square[7, 6], target = square[6, 6]",
            "start = square[2, 5], target = square[4, 5]",
            "start = square[7, 7], target = square[5, 7]",
            "start = square[1, 4], target = square[5, 8]",
        ],
    )
    assert page.locator(".log .part").last.inner_text().endswith("Qh4+")
    assert page.locator(".board .sq.came").count() == 1


def test_a_single_stake_is_not_told_again_as_the_pot(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "classics/twenty_one", tmp_path, has_look=True)
    assert page.evaluate(PLAY, [1, ".stake"]) >= 0
    assert [" ".join(one.split()) for one in page.locator(".stake").all_inner_texts()] == ["A Stake 1"]
