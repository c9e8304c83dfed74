"""The PDF: its text can be read, its fonts are embedded, and it is the same for the same game."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PageObject, PdfReader

from gamedsl.cards import PAPERS, FontError, Page, Printer, Wishes, own_files, unknown_colours
from gamedsl.cards.drawing.signs import sign
from gamedsl.json import JsonObject
from gamedsl.page.pictures import PictureError
from unit.cards.games import box as shipped_box
from unit.cards.made import box, deck, sheets


def _read(printer: Printer, rows: tuple[str, ...], label: str = "") -> tuple[list[PageObject], str]:
    said: JsonObject = {"value": {"Guard": {"label": label}}} if label else {}
    made = box(deck(*rows), said)
    printed = printer.print_pages(sheets(made, printer=printer), made.title)
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
    data = printer.print_pages(sheets(made, printer=printer), made.title).data
    assert (
        data.count(b"/Type /Font\n") == data.count(b"/Subtype /Type0\n") + data.count(b"/Subtype /CIDFontType2\n") > 0
    )
    assert data.count(b"/FontFile2") == data.count(b"/Type /FontDescriptor") > 0


def test_printers_are_told_the_scale_and_the_sides() -> None:
    for name, sides in (("hex", b"/Duplex /DuplexFlipLongEdge"), ("chess", b"/Duplex /Simplex")):
        printer = Printer()
        data = printer.print_pages(sheets(shipped_box(name), printer=printer), name).data
        assert sides in data
        assert b"/PrintScaling /None" in data


def test_the_same_game_gives_the_same_bytes() -> None:
    def made() -> bytes:
        printer = Printer()
        return printer.print_pages(sheets(shipped_box("love_letter"), printer=printer), "Love letter").data

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


def _with_picture(tmp_path: Path, data: bytes, font: str = "") -> tuple[Printer, tuple[Page, ...]]:
    """A printer of a card with a picture and a font of somebody's own, and its pages."""
    (tmp_path / "a.png").write_bytes(data)
    part: JsonObject = {"at": [0, 0, 63, 50], "picture": "a.png"}
    title: JsonObject = {"at": [5, 60, 53, 10], "show": "{name}", "font": font}
    look: JsonObject = {
        "class": {"card": {"layout": "own"}},
        "layout": {"own": {"bleed": 2, "parts": {"art": part, "title": title}}},
    }
    made = box(deck("Guard 1 2"), look)
    own = own_files(look, [piece.face for piece in made.cards], tmp_path)
    printer = Printer(fonts=own.fonts, pictures=own.pictures)
    return printer, sheets(made, printer=printer)


def _png() -> bytes:
    made = BytesIO()
    Image.new("RGB", (40, 30), (180, 30, 40)).save(made, "PNG")
    return made.getvalue()


def test_a_picture_is_kept_once_and_shown_on_each_card(tmp_path: Path) -> None:
    printer, pages = _with_picture(tmp_path, _png())
    data = printer.print_pages(pages, "Made").data
    assert data.count(b"/Subtype /Image") == 1
    assert b"/Width 40" in data
    contents = PdfReader(BytesIO(data)).pages[2].get_contents()
    assert contents is not None
    assert contents.get_data().count(b" Do") == 2


def test_a_damaged_picture_is_named(tmp_path: Path) -> None:
    whole = _png()
    printer, pages = _with_picture(tmp_path, whole[:45] + b"xxxx" + whole[49:])
    with pytest.raises(PictureError, match=r"`a.png` cannot be printed"):
        printer.print_pages(pages, "Made")


def test_a_font_of_a_look_file_is_embedded(tmp_path: Path) -> None:
    own = files("font_source_serif_pro") / "files" / "SourceSerifPro-BlackIt.ttf"
    (tmp_path / "own.ttf").write_bytes(own.read_bytes())
    printer, pages = _with_picture(tmp_path, _png(), "own.ttf")
    data = printer.print_pages(pages, "Made").data
    assert b"BlackIt" in data
    assert printer.width("Guard", 11, False, "own.ttf") > printer.width("Guard", 11, False)
    assert "Guard" in PdfReader(BytesIO(data)).pages[2].extract_text()


def test_each_text_of_folded_cards_has_its_font() -> None:
    part: JsonObject = {"at": [5, 60, 53, 10], "show": "{name}"}
    look: JsonObject = {
        "class": {"card": {"layout": "own"}},
        "layout": {"own": {"bleed": 2, "parts": {"title": part}}},
    }
    printer = Printer()
    pages = sheets(box(deck("Guard 1 3"), look), Wishes(PAPERS["a4"], "fold", ("cards",)), printer)
    (page,) = PdfReader(BytesIO(printer.print_pages(pages, "Made").data)).pages
    contents = page.get_contents()
    assert contents is not None
    fonts, texts = [""], 0
    for operands, operator in contents.operations:
        if operator == b"q":
            fonts.append(fonts[-1])
        elif operator == b"Q":
            fonts.pop()
        elif operator == b"Tf":
            fonts[-1] = str(operands[0])
        elif operator == b"Tj":
            texts += 1
            assert fonts[-1]
    assert texts > 3
