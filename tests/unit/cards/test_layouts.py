"""Layouts: what parts show of a kind, texts with emblems that stay in their places, and pieces of any form on sheets."""

from __future__ import annotations

import math
import tomllib
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl import pipeline
from gamedsl.cards import (
    PAPERS,
    Backs,
    Contents,
    Page,
    Piece,
    Size,
    Wishes,
    contents,
    hard_to_read,
    pages,
    size_of,
    too_large,
)
from gamedsl.cards.cut_out import grid_for_folding, upright_grid
from gamedsl.cards.drawing.card_marks import front, token
from gamedsl.cards.drawing.fitting import Area, Ink
from gamedsl.cards.drawing.laid_marks import draw_piece
from gamedsl.cards.drawing.marks import At, Clip, Image, Turned, around, bounds, words_in
from gamedsl.cards.drawing.running_text import running_text
from gamedsl.cards.drawing.usual_ruler import UsualRuler
from gamedsl.cards.layouts import Laid
from gamedsl.cards.paper import MARGIN
from gamedsl.cards.pieces import Cut
from gamedsl.cards.sheets import token_side
from gamedsl.cards.style import Style
from gamedsl.graph.model.game import Game
from gamedsl.json import JsonObject
from gamedsl.source import Source
from gamedsl.values import evolve
from games.shipped import GAMES
from share import few, less
from unit.cards.games import CARD, ROOT, look, printer
from unit.cards.games import box as shipped_box

SAMPLES = ROOT / "docs/examples/cards"
SAMPLE_NAMES = ("tinkers", "lanterns", "moor")
A4 = PAPERS["a4"]
RED = (179, 38, 46)


def sample_game(name: str) -> Game:
    """A game whose cards the documentation shows, for its first setup."""
    text = (SAMPLES / f"{name}.gdl").read_text("utf-8")
    parsed = pipeline.parse_files(Source(f"{name}.gdl", text), lambda _: None)
    return pipeline.compile(parsed, pipeline.setups(parsed)[0]).game


@cache
def sample(name: str) -> Contents:
    """What is printed of it."""
    said: JsonObject = tomllib.loads((SAMPLES / f"{name}.look.toml").read_text("utf-8"))
    return contents([sample_game(name)], said, CARD)


def _piece(box: Contents, name: str) -> Piece:
    return next(piece for piece in (*box.cards, *box.tokens) if piece.key[1] == name)


def _laid(box: Contents, name: str) -> Laid:
    laid = _piece(box, name).face.laid
    assert laid is not None
    return laid


def _told(laid: Laid, part: str) -> list[str]:
    """What a part shows: its words, and the words of its emblems in brackets."""
    runs = next((one.runs for one in laid.parts if one.name == part), ())
    return [run if isinstance(run, str) else f"<{run.word}>" for run in runs]


# ---------------------------------------------------------------- what parts show


def test_parts_show_columns_names_texts_and_pictures() -> None:
    laid = _laid(shipped_box("mill_valley"), "Hop_garden")
    assert _told(laid, "title") == ["Hop garden"]
    assert _told(laid, "cost") == ["3"]
    assert _told(laid, "trade") == ["Farm"]
    assert next(part.picture for part in laid.parts if part.name == "scene") == "mill_valley/Farm.svg"
    assert next(part.fill for part in laid.parts if part.name == "band") == (0xA8, 0x74, 0x0F)


def test_words_and_names_of_icons_become_icons() -> None:
    assert _told(_laid(shipped_box("mill_valley"), "Bakery"), "rules") == [
        "Once each turn: a ", "<Grain>", " becomes four ", "<Coin>", ". Two bakeries bake once too.",
    ]  # fmt: skip
    assert _told(_laid(sample("tinkers"), "Anvil"), "rules") == ["Pay ", "<Purse>", " to take a ", "<Tool>", "."]


def test_icons_are_repeated_and_a_part_without_them_is_left_out() -> None:
    box = shipped_box("domino_vale")
    assert _told(_laid(box, "domino[48]"), "first_crowns") == ["<Crown>"] * 3
    for number in (1, 48):
        names = [part.name for part in _laid(box, f"domino[{number}]").parts]
        assert "second_crowns" not in names
        assert ("first_crowns" in names) == (number == 48)


def test_the_usual_face_says_the_names_of_icons() -> None:
    assert _piece(sample("tinkers"), "Anvil").face.text == "Pay purse to take a tool."


def test_a_kind_may_have_a_layout_of_its_own() -> None:
    said: JsonObject = tomllib.loads(
        """
        [class.card]
        layout = "usual"
        [value.Anvil]
        layout = "great"
        [layout.usual.parts]
        name = { at = [0, 0, 63, 10], show = "{name}" }
        [layout.great]
        size = "tarot"
        [layout.great.parts]
        name = { at = [0, 0, 70, 20], show = "{name}!" }
        """
    )
    box = contents([sample_game("tinkers")], said, CARD)
    assert _told(_laid(box, "Anvil"), "name") == ["Anvil", "!"]
    assert _told(_laid(box, "Pedlar"), "name") == ["Pedlar"]
    assert (_piece(box, "Anvil").size, _piece(box, "Pedlar").size) == (Size(70.0, 120.0), Size(63.0, 88.0))


# ---------------------------------------------------------------- nothing overflows


def test_no_text_leaves_its_part_and_all_can_be_read() -> None:
    boxes = {name: sample(name) for name in SAMPLE_NAMES}
    boxes |= {name: shipped_box(name) for name in GAMES if "layout" in look(name)}
    assert {"mill_valley", "domino_vale"} < boxes.keys()
    for name, box in boxes.items():
        sides = [side for piece in (*box.cards, *box.tokens) for side in piece.sides]
        assert hard_to_read(printer(), sides) == ()
        for title, face in sides:
            if face.laid is not None:
                for part in face.laid.parts:
                    _check_part(evolve(face.laid, parts=(evolve(part, is_twice=False),)), (name, title, part.name))


def _check_part(laid: Laid, where: tuple[str, str, str]) -> None:
    """All lines of a piece with one part lie inside the part."""
    (part,) = laid.parts
    for words in words_in(draw_piece(printer(), laid).marks):
        left, top, right, bottom = bounds(words)
        assert left >= part.x - 0.02, where
        assert right <= part.x + part.width + 0.02, where
        assert top >= part.y - 0.3, where
        assert bottom <= part.y + part.height + 0.3, where


@pytest.mark.parametrize("name", few(GAMES, 3, 2))
def test_no_text_leaves_its_card(name: str) -> None:
    box = shipped_box(name)
    side = token_side(box, A4)
    for piece in (*box.cards, *box.tokens):
        size = piece.size or Size(side, side)
        drawn = front(printer(), piece, size, "note") if piece in box.cards else token(printer(), piece.face, side)
        for words in words_in(drawn):
            left, top, right, bottom = bounds(words)
            where = (piece.key, words.text)
            assert left >= -0.01, where
            assert top >= -0.01, where
            assert right <= size.width + 0.01, where
            assert bottom <= size.height + 0.01, where


_RUNS = st.lists(st.one_of(st.text(max_size=60), st.just(Style(RED, "Coin", glyph="♥"))), max_size=6)


@settings(max_examples=less(40, 8), deadline=None)
@given(
    _RUNS, st.floats(3, 60), st.floats(2, 40), st.floats(4, 40), st.sampled_from(["", "left", "top right", "bottom"])
)
def test_texts_with_emblems_stay_in_their_area(
    runs: list[str | Style], width: float, height: float, size: float, align: str
) -> None:
    area = Area(10, 10, width, height)
    found = running_text(printer(), runs, area, Ink(size), frozenset(align.split()), (255, 255, 255))
    if found.marks:
        left, top, right, bottom = around(found.marks)
        assert left >= 10 - 0.02
        assert right <= 10 + width + 0.02
        assert bottom - top <= height + 1.5
    words = sum(len(run.split()) for run in runs if isinstance(run, str))
    assert found.is_cut or len(found.marks) <= words + len(runs)


def test_texts_shrink_first_and_then_tell_that_they_are_hard_to_read() -> None:
    def unclear(times: int) -> tuple[str, ...]:
        said: JsonObject = {
            "class": {"card": {"layout": "tiny"}},
            "value": {"Anvil": {"text": "Take two tools, and give one away. " * times}},
            "layout": {"tiny": {"parts": {"rules": {"at": [5, 5, 40, 14], "show": "{text}"}}}},
        }
        box = contents([sample_game("tinkers")], said, CARD)
        return hard_to_read(printer(), [side for piece in box.cards for side in piece.sides])

    assert unclear(2) == ()
    (small,) = unclear(14)
    assert small == (
        "[layout.tiny.parts] rules: its text needs letters of less than 6 points, which few people can read:"
        " give it a larger place, or say less (Anvil)"
    )
    (cut,) = unclear(30)
    assert "a part of its text has no room and is missing" in cut


def test_lines_of_a_text_have_about_the_same_width() -> None:
    text = "Two coins whenever you build a house at the water, also for this one."
    found = running_text(printer(), [text], Area(0, 0, 53, 21), Ink(13), frozenset(), (255, 255, 255))
    widths = [words.width for words in words_in(found.marks)]
    assert len(widths) > 1
    assert min(widths) > 0.6 * max(widths)


def test_pages_measure_as_printers_do() -> None:
    usual = UsualRuler()
    for text in ("Old surgeon", "Größe, çà và là", "Ξένος και Москва", "1/2 – “quoted” … ½ ×"):
        for is_bold in (False, True):
            assert usual.width(text, 11, is_bold) == pytest.approx(printer().width(text, 11, is_bold), abs=0.02)


# ---------------------------------------------------------------- sheets


CUTS = [
    Cut(Size(63.0, 88.0), 1.5),
    Cut(Size(63.0, 88.0), 3.0),
    Cut(Size(44.0, 68.0), 3.0),
    Cut(Size(70.0, 120.0)),
    Cut(Size(45.0, 51.96), 0.0, is_hex=True),
    Cut(Size(60.0, 69.28), 2.0, is_hex=True),
]


@pytest.mark.parametrize("cut", CUTS, ids=str)
def test_pieces_do_not_overlap_and_have_their_backs_behind_them(cut: Cut) -> None:
    grid = upright_grid(A4, cut)
    assert grid is not None
    wide, high = cut.size.width + 2 * cut.bleed, cut.size.height + 2 * cut.bleed
    for number, (x, y) in enumerate(grid.spots):
        assert MARGIN - 0.01 <= x <= A4.width - MARGIN - cut.size.width + 0.01
        assert MARGIN - 1.5 <= y <= A4.height - MARGIN - cut.size.height + 0.01
        for other_x, other_y in grid.spots[:number]:
            across, down = abs(x - other_x), abs(y - other_y)
            is_apart = (
                math.hypot(across, down) >= wide - 0.01 if cut.is_hex else across >= wide - 0.01 or down >= high - 0.01
            )
            assert is_apart
        mirrored, same = grid.behind(number)
        assert mirrored + cut.size.width / 2 == pytest.approx(A4.width - (x + cut.size.width / 2))
        assert same == y


def test_sheets_hold_as_many_as_there_is_room_for() -> None:
    numbers = [len(grid.spots) for cut in CUTS if (grid := upright_grid(A4, cut)) is not None]
    assert numbers == [9, 6, 12, 4, 21, 10]
    assert grid_for_folding(A4, CUTS[0]) is not None


def test_what_touches_an_edge_is_continued_into_the_bleed() -> None:
    laid = _laid(shipped_box("mill_valley"), "Bakery")
    marks = draw_piece(printer(), laid).marks
    assert around(marks) == (-1.5, -1.5, 63 + 1.5, 88 + 1.5)
    (picture,) = (mark for mark in marks if isinstance(mark, Image) and mark.file.endswith("Craft.svg"))
    assert bounds(picture) == (-1.5, -1.5, 64.5, 47.0)
    assert around(draw_piece(printer(), laid, bleed=0.0).marks) == (0.0, 0.0, 63.0, 88.0)


def test_a_part_that_is_shown_twice_stands_upside_down_in_the_other_corner() -> None:
    marks = draw_piece(printer(), _laid(sample("lanterns"), "card[Rust, 7]")).marks
    (turned,) = (mark for mark in marks if isinstance(mark, Turned))
    left, top, right, bottom = around(turned.marks)
    assert bounds(turned) == pytest.approx((44 - right, 68 - bottom, 44 - left, 68 - top))


def _sheets(box: Contents, backs: Backs) -> tuple[Page, ...]:
    return pages(printer(), box, Wishes(A4, backs, ("cards", "tokens")))


def test_tiles_with_six_sides_lie_in_rows_that_are_moved() -> None:
    (page,) = _sheets(sample("moor"), "duplex")
    pieces = [mark for mark in page.marks if isinstance(mark, At)]
    assert len(pieces) == len(page.holds) == 21
    assert all(isinstance(piece.marks[0], Clip) for piece in pieces)
    assert len({round(piece.right, 1) for piece in pieces}) == 7


def test_folded_cards_keep_their_bleed_on_their_own_side() -> None:
    page = _sheets(sample("tinkers"), "fold")[0]
    piece = next(mark for mark in page.marks if isinstance(mark, At))
    back, face, _ = piece.marks
    assert bounds(back)[3] == pytest.approx(88.0)
    assert bounds(face)[1] == pytest.approx(88.0)


def test_a_picture_may_be_the_back_of_cards() -> None:
    _, back = _sheets(sample("lanterns"), "duplex")[:2]
    pieces = [mark for mark in back.marks if isinstance(mark, At)]
    assert {piece.marks for piece in pieces} == {(Image("lanterns.svg", -1.5, -1.5, 47.0, 71.0),)}


def test_sizes_of_the_trade_have_names() -> None:
    assert [size_of(name) for name in ("poker", "mini", "tarot", "square", "hex 40", "big")] == [
        Size(63.0, 88.0), Size(44.0, 68.0), Size(70.0, 120.0), Size(70.0, 70.0), None, None,
    ]  # fmt: skip
    large: JsonObject = {
        "class": {"tile": {"layout": "ground"}},
        "layout": {"ground": {"size": "hex 300", "parts": {"name": {"at": [50, 50, 90, 20], "show": "{name}"}}}},
    }
    box = contents([sample_game("moor")], large, CARD)
    assert too_large(box, Wishes(A4, "duplex")) == ("tile (300 × 346.41 mm)",)
