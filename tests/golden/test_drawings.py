"""Pictures of tables, of examples and of icons, and a book on paper: what they tell, and digests of what is drawn where.

If a digest has changed, `gamedsl rulebook --format html`, or `--format pdf`, shows the picture or the page itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

import gamedsl
from gamedsl.api.making.writing import book_of
from gamedsl.cards.boards import grounds_in
from gamedsl.cards.own_files import OwnFiles
from gamedsl.cards.table.book import icons_section, table_picture
from gamedsl.rulebook import html, pdf
from gamedsl.rulebook.model import (
    Book,
    Drawing,
    Illustration,
    Key,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    mark_name,
    quiet,
    sections_in_order,
)
from games import shipped
from golden.conftest import Compare, CompareRows
from share import picked
from unit.cards.games import look

FOLDER = Path(__file__).parent / "drawings"
GAMES = Path(__file__).parents[2] / "games"
NAMES = (
    "canal_country", "chess", "colour_rows", "domino_vale", "gloriana", "hex", "leduc_poker", "ludo", "nine_mens_morris",
)  # fmt: skip
"""Games that together have every sort of piece, board and place. The others have all that Gloriana has, in fewer pictures."""
WITH_LOOKS = [name for name in shipped.GAMES if look(name)]
_BOARD = (("A", "", mark_name("B")), ("", "ten", ""), ("a long name", "", "C"))
_DEEP = Step("Take one.", (Step("Or two.", (Step("But never three of the same colour, " * 8),)), Step("Or none.")))
MADE = Book(
    "Every block",
    (
        Section(
            "First",
            (
                Paragraph(f"A sentence of the {mark_name('rules_file')} that is longer than a line. " * 6, is_own=True),
                Paragraph("An aside in small letters.", is_aside=True),
                Paragraph(quiet(f"Where it stands: {mark_name('hand')}."), is_position=True),
                Steps((_DEEP, Step("Pass."))),
                Steps((_DEEP, Step("Pass."), *(Step(f"Step {number}.") for number in range(3, 12))), is_ordered=True),
            ),
            (
                Section("Inside", (Drawing("A board.", _BOARD),), (), (Key("rule", "inside"),)),
                Section("Hexagons", (Drawing("", _BOARD, True, (("x", "y", "z"), ("1", "2", "3"))),), is_exact=True),
            ),
            (Key("rule", "first"), Key("action", "go_first")),
        ),
        Section(
            "Second",
            (
                Table(
                    ("name", "what it does"), (("Guard", "Looks at a card. " * 12), (mark_name("king"), "")), "Cards."
                ),
                Table(("a", "b", "c"), tuple((f"{row}", f"{row * row}", "wide " * row) for row in range(45))),
                Drawing("", (("?",) * 14,) * 9),
                Drawing("No places.", ()),
            ),
            (Section("Last", (Drawing("Near the end of a page.", (("x",) * 3,) * 14, True),), called="the last"),),
        ),
    ),
)
"""A book with all blocks that a book can have, in all their forms."""


@pytest.mark.parametrize("name", picked(NAMES, [name for name in NAMES if name != "gloriana"]))
def test_pictures_and_pages(name: str, golden: Compare) -> None:
    path = next(GAMES.rglob(f"{name}.gdl"))
    look = path.with_suffix(".look.toml")
    book = book_of(gamedsl.load_rules(path), "html", look if look.is_file() else None)
    lines = [line for place in sections_in_order(book.sections) for line in _pictures(place.section)]
    assert lines
    golden(f"drawings/{name}.txt", "\n".join(lines) + "\n")


def test_blocks_on_pages_and_paper(golden: Compare) -> None:
    # The style is compared with the whole book of `printed`.
    golden("drawings/every_block.html", html(MADE).partition("</style>")[2].lstrip())
    golden("drawings/every_block.txt", "\n".join(_pages(MADE)) + "\n")


def _pictures(section: Section) -> Iterator[str]:
    for block in section.blocks:
        if isinstance(block, Illustration):
            yield f"{section.title}: {block.width:.1f} by {block.height:.1f} mm, {block.caption or 'no caption'}"
            yield from (f"  {told}" for told in block.told)
            counted = sorted(Counter(re.findall(r"<(\w+)", block.inside)).items())
            yield f"  {', '.join(f'{number} {name}' for name, number in counted)}, {_digest(block.inside)}"
            yield f"  symbols: {' '.join(f'{name} {_digest(text)}' for name, text in block.symbols)}"


def _pages(book: Book) -> Iterator[str]:
    """Yields what stands on each page and where, with a digest of its lines and colours."""
    reader = PdfReader(BytesIO(pdf(book).data))
    yield f"{reader.metadata.title if reader.metadata else ''}: {len(reader.pages)} pages"
    for number, page in enumerate(reader.pages, 1):
        contents = page.get_contents()
        assert contents is not None
        drawn = re.sub(r"\((?:\\.|[^\\)])*\) *Tj", "", contents.get_data().decode("latin-1"), flags=re.DOTALL)
        links = ", ".join(sorted(rounded(str(one.get_object()["/Rect"])) for one in page.get("/Annots") or ()))
        yield f"page {number}: drawn {_digest(rounded(drawn))}, links {_digest(links)}"
        yield from _texts(page)


def _texts(page: PageObject) -> Iterator[str]:
    found: list[str] = []

    def note(text: str, _: object, matrix: list[float], __: object, size: float) -> None:
        if text.strip():
            found.append(f"  {matrix[4]:.0f} {matrix[5]:.0f} {size:.0f} {text.strip()}")

    page.extract_text(visitor_text=note)
    yield from found


_COLOURS_AND_NUMBERS = re.compile(r"(?:\d*\.?\d+ ){3}(?:rg|RG)\b|-?\d+\.\d+")


def rounded(text: str) -> str:
    """Returns a text with its broken numbers in tenths, which are the same on every machine. Colours of PDFs are whole bytes, and stay."""
    return _COLOURS_AND_NUMBERS.sub(
        lambda found: found[0] if found[0][-1] in "gG" else f"{float(found[0]) + 0.0:.1f}", text
    )


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def test_icons_of_games_with_looks(golden_rows: CompareRows) -> None:
    golden_rows(
        "drawings/icons.txt", [partial(_icons, name) for name in WITH_LOOKS], 3, [WITH_LOOKS.index("ember_watch")]
    )


def _icons(name: str) -> str:
    """Returns what the icons of a game tell, with a digest of their drawings and one of the table after the set-up."""
    game, own = shipped.game(name, shipped.setups(name)[0]), look(name)
    section = icons_section(game, own, OwnFiles({}, {}))
    blocks = [block for block in (section.blocks if section else ()) if isinstance(block, Illustration)]
    table = table_picture(game, own, grounds_in(game, own), OwnFiles({}, {}))
    told = " | ".join(line for block in blocks for line in block.told)
    return f"{name} {_digest(rounded(repr(blocks)))}, table {_digest(rounded(repr(table)))}: {told}"


def test_no_other_file_is_left(blessing: bool) -> None:
    expected = {*(f"{name}.txt" for name in (*NAMES, "every_block", "icons")), "every_block.html"}
    for path in FOLDER.iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == expected
