"""Pages, Markdown and PDF of rulebooks: what rules say is text, links lead somewhere, and the books in the documentation are current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamedsl
from gamedsl.cli.printing.made_files import Made, makes, mark_pdf, sort_of_file
from gamedsl.rulebook import html, markdown, pdf
from gamedsl.rulebook.model import index
from share import picked
from unit.rulebook.books import GAMES, VARIANTS, book_of, book_of_text

NASTY = """game nasty:
    "<script>alert(1)</script> *bold* [link](http://x) `code` # | table &amp; \\ end"
    players 2

each player:
    points = 0   "</td><b>not bold</b> | cell"

rounds up to 1:
    turns

phase turns, each player:
    "1. <img src=x onerror=alert(1)>"
    choose one:
        win

action win:
    require low: points < 3 "<i>too</i> *much*"
    points += 1

score scored: points
ranking by highest total, ties shared
"""


def test_nothing_from_rules_is_markup() -> None:
    book = book_of_text(NASTY)
    page, text = html(book), markdown(book)
    for tag in ("<script", "<img", "<b>", "</td><b"):
        assert tag not in page
    assert page.count("<td>") == page.count("</td>")
    assert not re.search(r"(?<!\\)<", text)
    assert not re.search(r"(?<!\\)\]\(http", text)
    assert r"\*bold\*" in text


def test_links_lead_somewhere() -> None:
    """Those of Markdown are tested with the books in the documentation."""
    _, book = book_of(next(path for path in VARIANTS if path.stem == "parrot"))
    page = html(book)
    anchors = re.findall(r'id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(anchors)
    names = [name for name, _ in index(book)]
    assert "Parrot" in names


@pytest.mark.parametrize("game", picked(["gloriana", "glory_islands"], ["gloriana"]))
def test_the_books_in_the_documentation_are_current(game: str) -> None:
    path = next(path for path in GAMES if path.stem == game)
    book = gamedsl.rulebook_of(gamedsl.load_rules(path), look=path.with_suffix(".look.toml"))
    kept = (Path(__file__).parents[3] / "docs" / "rulebooks" / f"{game}.md").read_text("utf-8")
    assert kept.startswith(book), f"run: gamedsl rulebook games/{game}.gdl -o docs/rulebooks/{game}.md"


# ---------------------------------------------------------------- on paper


def test_a_pdf_has_text_and_its_fonts() -> None:
    """The same book gives the same bytes; what the font cannot show is told."""
    _, book = book_of(next(path for path in GAMES if path.stem == "pig"))
    printed = pdf(book)
    assert printed == pdf(book)
    assert printed.missing == ""
    assert printed.data.startswith(b"%PDF-")
    assert b"/FontFile2" in printed.data
    assert b"/ToUnicode" in printed.data
    lacking = pdf(book_of_text(NASTY.replace("<i>too</i>", "\u6771")))
    assert lacking.missing == "\u6771"


def test_a_pdf_can_be_made_again_until_somebody_changes_it() -> None:
    made = mark_pdf(b"%PDF-1.4 some pages %%EOF", Made.RULEBOOK)
    assert makes(Made.RULEBOOK)(made)
    assert not makes(Made.CARDS)(made)
    assert sort_of_file(made.replace(b"some", b"more")) is None
    assert sort_of_file(made + b"a note") is None
    assert sort_of_file(b"%PDF-1.4 of somebody else") is None
