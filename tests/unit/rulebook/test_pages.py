"""Printed pages: no heading stands alone at the foot of a page, tables keep at least three rows on each page, and the contents name the right pages."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO

from pypdf import PdfReader

from gamedsl.rulebook import pdf
from gamedsl.rulebook.model import Block, Book, Illustration, Key, Paragraph, Section, Table

WIDE = "x" * 50


@cache
def pages() -> tuple[tuple[str, ...], ...]:
    """The lines of each page of a book of pictures, tables and texts of many sizes, without the number at its foot."""
    parts = tuple(Section(f"Title {number}", blocks(number)) for number in range(12))
    book = Book("A book", (Section("First", (Paragraph("One."),)), Section("Second", parts=parts)), has_index=False)
    read = PdfReader(BytesIO(pdf(book).data))
    return tuple(tuple(page.extract_text().splitlines()[:-1]) for page in read.pages)


def blocks(number: int) -> tuple[Block, ...]:
    match number % 4:
        case 0:
            return Paragraph("It begins."), Illustration("Seen.", width=100, height=30 + number * 9)
        case 1:
            return (Table(("name", "what"), tuple((f"row {at}", WIDE) for at in range(6 + 3 * number))),)
        case 2:
            return (Table(("kind", "n"), tuple((f"kind {at}", f"{at}") for at in range(24))),)
        case _:
            return (Paragraph(" ".join([f"Text {number}."] * 9 * number)),)


def test_no_heading_stands_alone_at_the_foot_of_a_page() -> None:
    assert len(pages()) > 3
    assert [lines[-1] for lines in pages() if re.match(r"[\d.]+ +(Title|Second)", lines[-1])] == []


def test_tables_have_at_least_three_rows_on_each_page() -> None:
    for lines in pages():
        for at in (at for at, line in enumerate(lines) if line.startswith("name")):
            rows = [line for line in lines[at + 1 : at + 4] if line.startswith("row ")]
            assert len(rows) == 3, lines


def test_a_long_narrow_table_has_two_parts_side_by_side() -> None:
    assert any(line.split() == ["kind", "n", "kind", "n"] for lines in pages() for line in lines)


def test_a_table_with_more_long_words_than_a_page_is_wide_has_room_for_a_letter_in_each_column() -> None:
    table = Table(("who", *(f"{at}" for at in range(11))), ((WIDE, "7", *(WIDE,) * 10),) * 2)
    read = PdfReader(BytesIO(pdf(Book("A book", (Section("Wide", (table,)),))).data))
    assert any(line.startswith("7") for page in read.pages for line in page.extract_text().splitlines())


def test_the_contents_stand_above_the_first_chapter_and_name_pages() -> None:
    first = pages()[0]
    assert first[0] == "A book"
    assert "One." in first
    assert any(re.fullmatch(r"2 +Second ?1", line) for line in first), first


def test_an_index_stands_in_columns_below_the_last_chapter() -> None:
    part = Section("Trades", tuple(Paragraph(f"A {name} sells.") for name in TRADES), tells=tuple(map(_key, TRADES)))
    read = PdfReader(BytesIO(pdf(Book("A book", (Section("Town", parts=(part,)),))).data))
    (page,) = read.pages
    lines = page.extract_text(extraction_mode="layout").splitlines()
    below = lines[next(at for at, line in enumerate(lines) if line.split() == ["Index"] and at > 3) + 1 :]
    assert [re.split(r" {3,}", line.strip()) for line in below if line.strip()][:2] == [
        ["Baker  1", "Miller  1", "Sawyer  1"],
        ["Cooper  1", "Potter  1", "Weaver  1"],
    ]


TRADES = ("baker", "cooper", "miller", "potter", "sawyer", "weaver")


def _key(name: str) -> Key:
    return Key("rule", name)


def test_a_heading_with_a_text_of_its_own_needs_nothing_of_its_parts() -> None:
    lead = Section("Lead", tuple(Paragraph(f"Line {at}.") for at in range(24)))
    part = Section("Part", (Illustration("Seen.", width=100, height=90), Paragraph("Told.")))
    texts = tuple(Paragraph(" ".join([said] * 20)) for said in ("It is long.", "So is this."))
    book = Book("A book", (lead, Section("Whole", texts, parts=(part,))), has_index=False)
    first = PdfReader(BytesIO(pdf(book).data)).pages[0].extract_text()
    assert "So is this." in first
    assert "Told." not in first
