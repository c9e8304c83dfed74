"""Texts fit into their areas, whatever they are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamedsl.cards import Size
from gamedsl.cards.drawing.fitting import Area, Ink, fit_text
from gamedsl.cards.drawing.marks import around, bounds, words_in
from share import less
from unit.cards.games import printer
from unit.cards.made import box, deck, sheets

LONG = "The Extraordinarily Honourable Lord Protector of the Northern Harbours and of All Their Lighthouses"


@settings(max_examples=less(20, 4))
@given(st.text(max_size=120), st.floats(3, 80), st.floats(2, 40), st.floats(4, 60))
def test_no_text_leaves_its_area(text: str, width: float, height: float, size: float) -> None:
    lines = fit_text(printer(), text, Area(10, 10, width, height), Ink(size))
    if lines:
        left, top, right, bottom = around(lines)
        assert left >= 10 - 0.01
        assert right <= 10 + width + 0.01
        assert bottom - top <= height + 1.5


def test_short_texts_keep_their_size_and_long_ones_shrink_or_wrap() -> None:
    (short,) = fit_text(printer(), "Guard", Area(0, 0, 50, 10), Ink(14))
    assert short.size == 14
    lines = fit_text(printer(), LONG, Area(0, 0, 40, 10), Ink(14))
    assert len(lines) > 1
    assert " ".join(line.text for line in lines) == LONG
    (cut,) = fit_text(printer(), LONG, Area(0, 0, 12, 1.6), Ink(14))
    assert cut.text.endswith("…")


def test_texts_of_east_asia_are_wrapped_between_their_letters() -> None:
    lines = fit_text(printer(), "東京の門番は、一人の手札を当てる。", Area(0, 0, 20, 30), Ink(12))
    assert len(lines) > 1
    assert "".join(line.text for line in lines) == "東京の門番は、一人の手札を当てる。"
    assert not any(line.text.startswith(("、", "。")) for line in lines)
    assert lines[0].size == 12


@pytest.mark.parametrize("size", [Size(15.0, 15.0), Size(44.0, 68.0), Size(180.0, 20.0), Size(20.0, 270.0)])
def test_cards_of_any_size_hold_their_texts(size: Size) -> None:
    name = LONG.replace(" ", "_")
    text = "Draw two cards and keep one of them. " * 12
    made = box(deck(f"{name} 1 1", "Guard 2 1"), {"value": {"Guard": {"text": text}}}, size)
    for page in sheets(made):
        for words in words_in(page.marks):
            left, top, right, bottom = bounds(words)
            assert right - left <= page.size.width
            assert bottom - top < 30
        for piece in page.marks:
            left, top, right, bottom = bounds(piece)
            assert left >= 0
            assert top >= 0
            assert right <= page.size.width
            assert bottom <= page.size.height
