"""Pictures of a rulebook in its PDF: symbols and pictures of look files are shapes there, in their colours and at their places."""

from __future__ import annotations

import base64
import re
import zlib
from xml.etree import ElementTree

import gamedsl
from gamedsl.api.making.writing import book_of
from gamedsl.rulebook import pdf
from gamedsl.rulebook.formats.pdf import Printer
from gamedsl.rulebook.formats.pdf_pictures import letters_of, svg_of
from gamedsl.rulebook.model import Block, Book, Illustration, Paragraph, Section, Table, sections_in_order
from gamedsl.values import evolve

_STAR = '<symbol id="i-star" viewBox="0 0 24 24"><path d="M0 0h24v24z" fill="currentColor"/></symbol>'
_DOCUMENT = base64.b64encode(
    b'<svg viewBox="0 0 48 24" width="48" height="24"><g id="a"><path d="M0 0h48z" fill="url(#a)"/></g></svg>'
).decode()
_PICTURE = f'<image href="data:image/svg+xml;base64,{_DOCUMENT}" x="0" y="0" width="12" height="12"></image>'


def _illustration(inside: str, *symbols: tuple[str, str]) -> Illustration:
    return Illustration("The table.", ("Ann has a star.",), 40.0, 20.0, inside, symbols)


def _groups(picture: Illustration) -> list[dict[str, str]]:
    root = ElementTree.fromstring(svg_of(picture))
    return [dict(one.attrib) for one in root.iter() if one.tag.endswith("}g")]


def test_a_symbol_stands_where_it_is_used_in_its_colour() -> None:
    use = '<use x="2" y="4" width="12" height="6" href="#i-star" color="#b3262e"></use>'
    found = svg_of(_illustration(use, ("i-star", _STAR)))
    assert "use" not in found
    assert "currentColor" not in found
    assert '<path d="M0 0h24v24z" fill="#b3262e"/>' in found
    # As large as it fits, in the middle.
    assert _groups(_illustration(use, ("i-star", _STAR)))[0]["transform"] == "translate(5.0000 4.0000) scale(0.25000)"


def test_pictures_in_a_picture_are_shapes_with_names_of_their_own() -> None:
    found = svg_of(_illustration(_PICTURE * 2))
    assert "image" not in found
    assert re.findall(r' id="([^"]*)"', found) == ["p1-a", "p2-a"]
    assert re.findall(r"url\(#([^)]*)\)", found) == ["p1-a", "p2-a"]
    assert "translate(0.0000 3.0000) scale(0.25000)" in found


def test_a_window_shows_only_what_lies_in_it() -> None:
    window = f'<svg x="3" y="5" width="6" height="7" viewBox="0 0 6 7">{_PICTURE}</svg>'
    picture = _illustration(window)
    assert '<clipPath id="c0"><rect x="0" y="0" width="6" height="7"/></clipPath>' in svg_of(picture)
    assert _groups(picture)[0] == {"transform": "translate(3 5)", "clip-path": "url(#c0)"}


def test_an_edge_lies_under_its_shape() -> None:
    edged = '<g stroke="#ffffff" stroke-width="2" paint-order="stroke" fill="#25303f"><path d="M0 0h9v9z"></path></g>'
    under, upon = _groups(_illustration(edged))
    assert under == {"stroke": "#ffffff", "stroke-width": "2", "fill": "#25303f", "stroke-linejoin": "round"}
    assert upon == {"fill": "#25303f"}


def test_a_picture_is_drawn_with_its_caption_and_its_letters_are_known() -> None:
    picture = _illustration(
        '<rect x="1" y="1" width="9" height="9" fill="#ff0000"/><text x="1" y="9" font-size="3">♞</text>'
    )
    printed = pdf(Book("A game", (Section("Set-up", (picture,)),)))
    assert letters_of(picture) == "♞"
    assert printed.missing == "♞"
    streams = re.findall(rb"stream\n(.*?)\nendstream", printed.data, re.DOTALL)
    drawn = b"".join(zlib.decompressobj().decompress(one) for one in streams if one.startswith(b"x"))
    assert b"1 0 0 rg" in drawn


def test_the_book_of_a_game_has_pictures_for_paper_too() -> None:
    sections = book_of(gamedsl.load_rules("tic_tac_toe"), "pdf").sections
    blocks = [block for place in sections_in_order(sections) for block in place.section.blocks]
    assert any(isinstance(block, Illustration) for block in blocks)


def _pages(picture: Illustration) -> dict[str, int]:
    """Returns the pages of the sections of a book whose picture has no room on the first one."""
    long = tuple(Paragraph("The bank is full.") for _ in range(16))
    after = Section("Turns", (Paragraph("Take a coin."),))
    printer = Printer(Book("A game", (Section("The game", long), Section("Set-up", (picture,)), after)))
    printer.make_pdf()
    return {place.section.title: printer.pages[place.anchor] for place in sections_in_order(printer.book.sections)}


def test_text_goes_on_before_a_picture_that_has_no_room_on_its_page() -> None:
    high = Illustration("The table after the set-up.", (), 100.0, 150.0, '<rect width="9" height="9"/>')
    assert _pages(evolve(high, is_alone=True)) == {"The game": 1, "Set-up": 1, "Turns": 1}
    assert _pages(high) == {"The game": 1, "Set-up": 2, "Turns": 2}


def test_a_picture_is_smaller_where_its_page_has_little_room() -> None:
    high = Illustration("The table after the set-up.", (), 100.0, 100.0, '<rect width="9" height="9"/>', least=0.5)
    assert _pages(high)["Set-up"] == 1
    assert _pages(evolve(high, least=0.95))["Set-up"] == 2


def test_a_table_of_half_a_page_begins_on_the_page_that_has_begun() -> None:
    rows = tuple((f"{number}", "a word") for number in range(12))
    long = tuple(Paragraph("The bank is full.") for _ in range(25))
    first = Section("The game", long)
    table = Section("Cards", (Table(("number", "word"), rows),))
    printer = Printer(Book("A game", (first, table), has_index=False))
    printer.make_pdf()
    assert [*printer.pages.values()][:2] == [1, 1]


def _tops(picture: Illustration, *story: str) -> tuple[float, float]:
    """Returns how far down the page the text behind a picture begins, and the section behind them."""
    blocks: tuple[Block, ...] = (Paragraph("Ann has a star."), picture, *map(Paragraph, story))
    printer = Printer(Book("A game", (Section("A star", blocks), Section("Turns", (Paragraph("Take a coin."),)))))
    tops: dict[str, float] = {}
    line = printer.print_line

    def noted(parts: list[tuple[str, str]]) -> None:
        tops["".join(text for text, _ in parts).strip()] = printer.paper.y
        line(parts)

    printer.print_line = noted  # type: ignore[method-assign]
    printer.make_pdf()
    return tops[story[0]], tops["Take a coin."]


def test_a_text_stands_beside_its_picture_where_it_has_room() -> None:
    narrow = Illustration("Before Ann chooses.", (), 60.0, 50.0, '<rect width="9" height="9"/>')
    beside, after = _tops(narrow, "She takes it.")
    below, later = _tops(evolve(narrow, width=150.0), "She takes it.")
    assert below - beside > 50.0
    assert later - after > 5.0
    _, long = _tops(narrow, "She takes it.", *("The bank is full." for _ in range(14)))
    assert long > later + 60.0, "a text much longer than its picture stands below it"


def test_pictures_with_their_texts_beside_them_share_a_page() -> None:
    picture = Illustration("Before Ann chooses.", (), 112.0, 85.0, '<rect width="9" height="9"/>', least=0.75)
    story = (Paragraph("Ann has a star."), picture, Paragraph("She keeps it for the next round. " * 5))
    printer = Printer(Book("A game", tuple(Section(f"Star {number}", story) for number in range(2))))
    printer.make_pdf()
    assert [*printer.pages.values()][:2] == [1, 1]


def test_pictures_are_larger_where_their_page_has_room_and_all_stays_on_its_page() -> None:
    picture = Illustration("Before Ann chooses.", (), 70.0, 60.0, '<rect width="9" height="9"/>')
    story = (Paragraph("Ann has a star."), picture, Paragraph("She keeps it."))
    printer = Printer(Book("A game", tuple(Section(f"Star {number}", story) for number in range(3))))
    scales: list[float] = []
    draw = printer.draw_picture

    def noted(picture: Illustration, scale: float) -> None:
        scales.append(scale)
        draw(picture, scale)

    printer.draw_picture = noted  # type: ignore[method-assign]
    printer.make_pdf()
    assert [*printer.pages.values()][:3] == [1, 1, 2]
    first, again = scales[:3], scales[3:]
    assert first == [1.0] * 3
    assert again[0] > 1.0
    assert again[2] == 1.0


def test_a_sign_that_is_only_read_aloud_needs_no_letter_of_the_font() -> None:
    picture = Illustration("The table.", ("Corner c4 has ━.",), 40.0, 20.0, '<rect width="9" height="9"/>')
    assert pdf(Book("A game", (Section("Set-up", (picture,)),))).missing == ""


def test_a_chapter_keeps_its_distance_from_a_picture_at_the_top_of_its_page() -> None:
    def gap(lines: int) -> float:
        long = tuple(Paragraph("The bank is full.") for _ in range(lines))
        high = Illustration("The table.", (), 100.0, 60.0, '<rect width="9" height="9"/>', is_alone=True)
        coins = tuple(Paragraph("Take a coin.") for _ in range(3))
        sections = Section("The game", long), Section("Set-up", (high,)), Section("Turns", coins)
        printer = Printer(Book("A game", sections, has_index=False))
        at: dict[str, float] = {}
        line = printer.print_line

        def noted(parts: list[tuple[str, str]]) -> None:
            at.setdefault(f"{''.join(text for text, _ in parts).strip()} {printer.paper.page_no()}", printer.paper.y)
            line(parts)

        printer.print_line = noted  # type: ignore[method-assign]
        printer.make_pdf()
        return at["Take a coin. 2"] - at["The table. 2"]

    assert gap(30) > 8.0 + 17.0, "the picture stands above the chapter that begins the page"
