"""The PDF: its text can be read, its fonts are embedded, and it is the same for the same game."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from gamedsl.cards import FontError, Printer, unknown_colours
from gamedsl.cards.drawing.signs import sign
from gamedsl.json import JsonObject
from unit.cards.games import box as shipped_box
from unit.cards.made import box, deck, sheets


def _read(printer: Printer, rows: tuple[str, ...], label: str = "") -> tuple[list[PageObject], str]:
    said: JsonObject = {"value": {"Guard": {"label": label}}} if label else {}
    made = box(deck(*rows), said)
    printed = printer.printed(sheets(made, printer=printer), made.title)
    return list(PdfReader(BytesIO(printed.data)).pages), printed.missing


def test_text_is_text_and_each_copy_is_there() -> None:
    pages, missing = _read(Printer(), ("Guard 1 5", "Priest 2 2"))
    fronts = pages[2].extract_text()
    assert (fronts.count("Guard"), fronts.count("Priest")) == (5, 2)
    assert pages[3].extract_text().count("Made") == 7
    assert "7 cards on 1 sheet" in pages[0].extract_text()
    assert missing == ""
    width, height = float(pages[2].mediabox.width), float(pages[2].mediabox.height)
    assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (210, 297)


def test_fonts_are_embedded() -> None:
    made = box(deck("Guard 1 1"))
    printer = Printer()
    data = printer.printed(sheets(made, printer=printer), made.title).data
    assert (
        data.count(b"/Type /Font\n") == data.count(b"/Subtype /Type0\n") + data.count(b"/Subtype /CIDFontType2\n") > 0
    )
    assert data.count(b"/FontFile2") == data.count(b"/Type /FontDescriptor") > 0


def test_printers_are_told_the_scale_and_the_sides() -> None:
    for name, sides in (("hex", b"/Duplex /DuplexFlipLongEdge"), ("chess", b"/Duplex /Simplex")):
        printer = Printer()
        data = printer.printed(sheets(shipped_box(name), printer=printer), name).data
        assert sides in data
        assert b"/PrintScaling /None" in data


def test_the_same_game_gives_the_same_bytes() -> None:
    def made() -> bytes:
        printer = Printer()
        return printer.printed(sheets(shipped_box("love_letter"), printer=printer), "Love letter").data

    assert made() == made()


def test_letters_that_the_font_lacks_are_named_and_nothing_is_markup() -> None:
    pages, missing = _read(Printer(), ("Guard 1 1",), "<b>東 & (Ö)</b> \\) Tj")
    assert missing == "東"
    assert "■" in pages[2].extract_text()
    assert "<b>" in pages[2].extract_text()
    assert "& (Ö)</b> \\) Tj" in pages[2].extract_text().replace("\n", " ")


def test_a_font_must_be_one(tmp_path: Path) -> None:
    wrong = tmp_path / "font.ttf"
    wrong.write_text("no font")
    with pytest.raises(FontError, match="no font"):
        Printer(str(wrong))
    with pytest.raises(FontError, match="no font"):
        Printer(str(tmp_path / "none.ttf"))


def test_known_glyphs_are_drawn() -> None:
    for glyph in "♥♦♣♠♚♛♜♝♞♟☀☂":
        assert sign(glyph) is not None
    assert sign("o-chevron") is not None
    assert sign("東") is None


def test_colours_that_cannot_be_printed_are_named() -> None:
    look: JsonObject = {
        "value": {"Guard": {"color": "redd"}, "Priest": {"color": "rust"}},
        "seats": {"colors": ["#fa0", "var(--x)"]},
    }
    assert unknown_colours(look) == ("redd", "var(--x)")
