"""Maps on pages: places and ways with what lies on them and what is told of them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, BrowserContext

from page.browser import Opened, write_beginning
from page.playing import written_page
from page.tables import PLAY, opened

_DELTA = """game delta:
    "Land barges on the islands."
    players 2

type good:
    name  paid_at_the_market  needed_for_a_feast  barrels_in_a_boat  kept_for_so_long
    Fish  1                   2                   3                  4
    Reed  1                   2                   3                  4
    Salt  1                   2                   3                  4
    Wool  1                   2                   3                  4
    Iron  1                   2                   3                  4
    Wine  1                   2                   3                  4

type colour: White, Blue

component 12 cube in supply
component raft each player in rafts: 2

component 2 parcel in post:
    goal   pay
    North  2
    South  3

component 2 ribbon in drawer:
    colour
    each colour

component 4 buoy in quay:
    colour       count
    each colour  2

shared:
    supply: bag of cube
    quay: bag of buoy
    post: pile of parcel, seen by nobody
    drawer: pile of ribbon, seen by nobody

graph isle by water:
    Stream: North South
    Ford: North South
    North_South: North South

each good:
    sold: 0..9 = 0

each water:
    frozen = no
    moored: bag of cube

each isle:
    horses: 0..4 = 1
    mail: bag of parcel
    buoys: bag of buoy
    ribbons: bag of ribbon
    barges[player]: 0..9 = 0
    was_there[player] = no
    stock[good]: 0..9 = 0
    camp[player]: bag of cube

each player:
    landed: 0..9 = 0
    spot: isle = North
    rafts: bag of raft

setup:
    draw 2 from post to North.mail
    draw 2 from drawer to South.ribbons
    move 1 of (quay where colour is Blue) to South.buoys

rounds up to 2:
    landing

phase landing, each player:
    choose:
        shore: one of isle
        good: one of good
    shore.barges[me] += 1
    shore.was_there[me] = yes
    shore.stock[good] += 1
    move 2 of supply to shore.camp[me]
    landed += 1
    Ford.frozen = yes
    move 1 of supply to Stream.moored

ranking by highest landed, ties shared
"""

_LAND = """() => {
  const app = window.gamedslPage;
  app.pause = 1e9;
  const { session } = app;
  for (let i = 0; i < 2; i++) {
    const [seat] = session.match.toAct;
    session.play(seat, session.match.list(seat, { most: 1 })[0].steps);
    session.uncover();
  }
  app.draw();
}"""


_ON_LINES = """() => {
  const trays = [...document.querySelectorAll(".plate")].map((one) => one.getBoundingClientRect());
  const { x, y } = document.querySelector(".lines").getBoundingClientRect();
  const isIn = (point) => trays.some(({ left, right, top, bottom }) => left < x + point.x && x + point.x < right && top < y + point.y && y + point.y < bottom);
  return [...document.querySelectorAll(".edge")].filter((edge) =>
    Array.from({ length: 40 }, (_, i) => edge.getPointAtLength((edge.getTotalLength() * i) / 40)).some(isIn)).length;
}"""


_ON_EACH_OTHER = """() => {
  const all = [...document.querySelectorAll(".plate, .edgemark, .graph > .sq, .men")];
  const isApart = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    return one.contains(other) || other.contains(one) || a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  };
  return all.flatMap((one, i) => all.slice(0, i).filter((other) => !isApart(one, other)).map((other) => [one.textContent, other.textContent]));
}"""


def test_what_a_place_has_for_each_player_or_thing_stands_on_it(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "delta.gdl").write_text(_DELTA, encoding="utf-8")
    context = chromium.new_context(viewport={"width": 1000, "height": 800}, reduced_motion="reduce")
    page = Opened(context, written_page("delta", tmp_path, rules_file=tmp_path / "delta.gdl")).page
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    page.evaluate(_LAND)
    assert page.locator(".shares .share").evaluate_all("all => all.map(one => [one.title, one.textContent])") == [
        ["Barges Ann", "1"],
        ["Barges Bob", "1"],
        ["Was there Ann", ""],
        ["Was there Bob", ""],
    ]
    # What is so of a line stands on the line alone, which is drawn unlike the others.
    assert page.locator(".edge").evaluate_all("all => all.map(({ classList }) => classList.contains('broken'))") == [
        False,
        True,
        False,
    ]
    # A line that is called after its ends has a name only where it can be chosen.
    marks = page.locator(".edgemark")
    assert marks.evaluate_all("all => all.map((one) => one.ariaLabel)") == ["Stream, 2 cubes", "Ford, Frozen"]
    assert marks.first.locator(".token").count() == 1
    # A piece that is alone on a place is as large as that.
    alone = page.locator(".graph .sq > .lying > .token").bounding_box()
    assert alone is not None
    assert alone["width"] > 20
    assert page.locator(".zone", has_text="Moored").count() == 0
    assert marks.last.locator(".words").inner_text() == "Frozen"
    assert page.locator(".place", has_text="Ford").count() == 0
    assert page.locator(".shares .chip").evaluate_all("all => all.map(one => one.textContent)") == ["Fish 2"]
    assert page.locator(".shares .lying").evaluate_all("all => all.map(one => one.title)") == [
        "2 cubes of Ann",
        "2 cubes of Bob",
    ]
    # A number of a place stands below its name; what it counts is said once, below the board.
    assert page.locator(".plate > .head").all_inner_texts() == ["North\n1", "South\n1"]
    assert page.locator(".legend").inner_text().split("\n") == ["number on each isle", "horses"]
    # It stands in a ring beside the name: it counts none of the cards below.
    assert page.locator(".plate .at + .only").count() == 2
    # A card has its number once, and the beginning of its name for small plates; what is white is told by dark letters.
    slips = page.locator(".plate .slip")
    assert [one.split("\n") for one in slips.all_inner_texts()] == [["North", "2"], ["South", "3"], ["White"], ["Blue"]]
    assert page.locator(".slip [data-short]").evaluate_all("all => all.map((one) => one.dataset.short)") == [
        "Nor",
        "Sou",
    ]
    colours = page.locator(".slip.pale > em").evaluate_all(
        "all => all.map((one) => [one.textContent, getComputedStyle(one).color])"
    )
    assert [name for name, _ in colours] == ["White"]
    assert colours[0][1] != "rgb(255, 255, 255)"
    # Plates, names of lines, places and what stands on these lie beside each other.
    assert page.evaluate(_ON_EACH_OTHER) == []
    # Several pieces stand in a row on the place, which is as large as one.
    assert page.locator(".sq > .pawn").count() == 0
    assert page.locator(".men .pawn").count() == 2
    told = page.locator(".sq").first.get_attribute("aria-label") or ""
    assert "Barges Ann 1: Barges Bob 1: Was there Ann: Was there Bob: Stock Fish 2" in told
    changed = " · ".join(page.locator(".log small:not(.detail)").all_inner_texts())
    assert changed.count("Barges at ") == 2
    rows = page.locator(".shares > span").evaluate_all("all => all.map(one => one.getBoundingClientRect().y)")
    assert rows == sorted(set(rows))
    # What is said of the values of a type has room in their boxes.
    assert (
        page.locator(".place").evaluate_all("all => all.map(one => one.scrollWidth > one.clientWidth)") == [False] * 6
    )
    # Where lines run down from a place, its pieces stand beside them.
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".page.small, .opens-seats").first.wait_for()
    page.evaluate("window.gamedslPage.draw()")
    assert page.evaluate(_ON_LINES) == 0
    assert page.evaluate(_ON_EACH_OTHER) == []
    # Pieces of one kind are told by what they look like.
    assert page.locator(".seat > .ph .emblem").count() == 2
    # A map that becomes lower lies as it has lain.
    places = page.locator(".graph > .sq")
    assert len(set(places.evaluate_all("all => all.map((one) => one.offsetLeft)"))) == 1
    page.evaluate("() => { const app = window.gamedslPage; app.sizes.height = 200; app.draw(); }")
    assert len(set(places.evaluate_all("all => all.map((one) => one.offsetLeft)"))) == 1
    # Its end is looked at from the beginning of the table.
    page.evaluate("document.querySelector('.table').append(Object.assign(new Image(), { height: 2000 }))")
    page.evaluate("document.querySelector('.table').scrollTop = 50")
    page.evaluate(_LAND)
    assert page.locator(".page.ended").count() == 1
    assert page.evaluate("document.querySelector('.table').scrollTop") == 0
    # All that can be done next stands in one row, so that the table has room.
    assert len(set(page.locator(".ending .acts .btn").evaluate_all("all => all.map((one) => one.offsetTop)"))) == 1


def test_lines_of_a_map_tell_their_colour_and_their_length(chromium: Browser, tmp_path: Path) -> None:
    page = opened(chromium, "modern/branch_lines", tmp_path)
    page.evaluate(PLAY, [2, ".edgemark"])
    assert page.locator(".edge.tinted").count() == page.locator(".edgemark").count() == 16
    twins = [page.locator(f".edgemark[title^='{name}']") for name in ("Shore Line", "Old Shore")]
    assert [twin.get_attribute("title") for twin in twins] == [
        "Shore Line, length 3, colour Blue",
        "Old Shore, length 3, colour Amber",
    ]
    one, other = (twin.bounding_box() for twin in twins)
    assert one is not None
    assert other is not None
    assert max(abs(one["y"] - other["y"]) / one["height"], abs(one["x"] - other["x"]) / one["width"]) > 0.8
    assert "3" in twins[0].inner_text()
    # At a zoom of 200 % nothing of a map is cut at its sides.
    page.set_viewport_size({"width": 640, "height": 400})
    wide = page.wait_for_function(
        "() => (({ clientWidth }) => clientWidth < 400 && clientWidth)(document.querySelector('.boards'))"
    )
    assert page.locator(".boards").evaluate("({ scrollWidth }) => scrollWidth") == wide.json_value()
    # On a phone, what is chosen from beside the map is seen with it.
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator(".opens-seats").wait_for()
    page.evaluate(PLAY, [2, ".edgemark"])
    row, dock = page.locator(".flow .cards").first.bounding_box(), page.locator(".dock").bounding_box()
    assert row is not None
    assert dock is not None
    assert row["y"] + row["height"] <= dock["y"]


_REMEDIES = """game remedies:
    "Find what heals the farms."
    players 2

type blight: Rust, Mould, Scab

graph farm by lane:
    lane: North South

each blight:
    found = no

each player:
    seen: 0..9 = 0
    spot: farm = North

rounds up to 2:
    searching

phase searching, each player:
    choose one_blight: one of blight where not found
    one_blight.found = yes
    seen += 1

ranking by highest seen, ties shared
"""


def test_tiles_on_which_nothing_lies_leave_a_map_the_width(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "remedies.gdl").write_text(_REMEDIES, encoding="utf-8")
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = Opened(context, written_page("remedies", tmp_path, rules_file=tmp_path / "remedies.gdl")).page
    assert page.evaluate(PLAY, [2, ".places.line"]) == 0
    tiles, board = page.locator(".places.line").bounding_box(), page.locator(".boards").bounding_box()
    assert tiles is not None
    assert board is not None
    assert tiles["y"] + tiles["height"] <= board["y"]
    assert tiles["height"] < 60
    context.close()


_STRAITS = """game straits:
    "Sail to an isle."
    players 2

type weather: Calm, Rough

graph isle by strait:
    strait:
        from   to     days  water
        North  South  1     Calm
        North  East   2     Rough
        South  East   2     Rough
        North  Cape   9     Rough

component 4 letter in bottle:
    name   sea
    Cook   Calm
    Widow  Calm
    Bride  Rough
    Smith  Rough

component boat each player in boats: 1

shared:
    bottle: bag of letter
    boats: bag of boat

each isle:
    moored: bag of boat

each player:
    spot: isle = North
    coins: 0..9 = 4
    letters: bag of letter

setup:
    each player: draw 2 from bottle to letters

rounds up to 2:
    sailing

phase sailing, each player:
    choose:
        way: one of strait where spot in ends(it)
        require pays: way.days <= coins "You cannot pay for so many days."
        goal: one of ends(way) where it is not spot
    move 1 of (boats where owner is me) to goal.moored
    spot = goal
    coins -= way.days

ranking by highest 0, ties shared
"""

_FROM_THE_LINE = """(mark) => {
  const line = document.querySelectorAll(".edge")[Number(mark.dataset.line)];
  const { x, y } = line.ownerSVGElement.getBoundingClientRect();
  const middle = line.getPointAtLength(line.getTotalLength() / 2);
  const { left, top, width, height } = mark.getBoundingClientRect();
  return Math.round(Math.hypot(left + width / 2 - x - middle.x, top + height / 2 - y - middle.y));
}"""

_ON_THE_LINE = """(line) => {
  const { x, y } = line.ownerSVGElement.getBoundingClientRect();
  const point = line.getPointAtLength(line.getTotalLength() * 0.3);
  return [x + point.x, y + point.y];
}"""


def test_a_line_is_chosen_anywhere_on_it_and_where_it_leads(context: BrowserContext, tmp_path: Path) -> None:
    (tmp_path / "straits.gdl").write_text(_STRAITS, encoding="utf-8")
    page = Opened(context, written_page("straits", tmp_path, rules_file=tmp_path / "straits.gdl")).page
    page.evaluate(write_beginning('[{name: "Ann", who: "person"}, {name: "Bob", who: "person"}]', 3))
    # Two letters have each sign: their names tell them apart.
    letters = page.locator(".seat .lab[data-of^='zone letters'] b").all_inner_texts()
    assert letters == ["Cook", "Smith"]
    # Lines have their colour: their names need no pattern of it beside the number.
    assert page.locator(".edgemark").all_inner_texts() == ["1", "2", "2", "9"]
    assert page.locator(".edgemark .mk").count() == 0
    # Where nothing is in the way, a number stands in the middle of its line.
    assert [one.evaluate(_FROM_THE_LINE) for one in page.locator(".edgemark").all()] == [0, 0, 0, 0]
    # What a way costs has no room on the map.
    assert page.locator(".choices .btn").all_inner_texts() == ["South\ncoins −1", "East\ncoins −2"]
    # Lines that have no drawing lend none to their buttons.
    assert page.locator(".choices .btn .emblem").count() == 0
    # Its button lights it; of a place where one cannot go, the rules say why.
    page.locator(".choices .btn").first.hover()
    assert page.locator(".sq.alike").get_attribute("data-key") == "b0.1"
    why = page.evaluate("window.gamedslPage.session.reasonAgainst('b0.3', '')")
    assert why == "You cannot pay for so many days."
    page.locator(".graph .sq.can").first.hover()
    assert page.locator(".alike").evaluate_all("all => all.map((one) => one.classList[0])") == [
        "edge",
        "along",
        "edgemark",
        "sq",
    ]
    x, y = page.locator(".along").last.evaluate(_ON_THE_LINE)
    page.mouse.click(x, y)
    page.locator(".graph .sq.can").last.click()
    assert page.evaluate("window.gamedslPage.session.moments.map(({ text }) => text)") == [
        "sailing(way = North_East, goal = East)",
        "sailing(way = North_East, goal = East)",
    ]
    # A boat at a place says where its player is: no pawn stands beside it.
    assert page.locator(".graph .lying").count() == 2
    assert page.locator(".graph .sq>.pawn, .graph .men>.pawn").count() == 0
