"""Books of blocks made at random, on pages, in Markdown and as PDF: where pages break, how columns and pictures fit, what a book refers to.

A row has the number of a book, of its pages, and digests of the three; `test_drawings` has the text of a book with every block.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from io import BytesIO
from random import Random

from pypdf import PdfReader

from gamedsl.rulebook import html, markdown, pdf
from gamedsl.rulebook.model import (
    Block,
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
)
from golden.conftest import CompareRows
from golden.test_cards import page_operators

_BOOKS = 7
_WORDS = [
    "a",
    "rule",
    "of",
    "takes",
    "the",
    "market",
    "5",
    "coins,",
    "hand",
    "Otherwise",
    "somebody’s",
    "(twice)",
    "incomprehensibly",
]


def test_made_books(golden_rows: CompareRows) -> None:
    golden_rows("made_books.txt", [partial(_row, number) for number in range(_BOOKS)], 1)


def _row(number: int) -> str:
    random = Random(number)
    book = Book(
        f"Book {number}",
        tuple(_section(random, depth=0) for _ in range(random.randint(1, 3))),
        has_index=random.random() < 0.7,
    )
    pages = [page_operators(page) for page in PdfReader(BytesIO(pdf(book).data)).pages]
    told = [_digest(texts) for texts in (pages, [markdown(book)], [html(book)])]
    return f"{number}: {len(pages)} pages {told[0]}, Markdown {told[1]}, HTML {told[2]}"


def _digest(texts: Sequence[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:8]


def _section(random: Random, depth: int) -> Section:
    blocks = tuple(_block(random) for _ in range(random.randint(0 if depth else 1, 6)))
    parts = tuple(_section(random, depth + 1) for _ in range(random.randint(0, 2 - depth)))
    keys = (Key(random.choice(("rule", "action", "zone")), random.choice(_WORDS[:8])),) if random.random() < 0.5 else ()
    return Section(_text(random, 5).capitalize(), blocks, parts, keys, is_exact=depth > 0 and random.random() < 0.2)


def _text(random: Random, most: int) -> str:
    words = [random.choice(_WORDS) for _ in range(random.randint(1, most))]
    at = random.randrange(len(words))
    match random.randrange(6):
        case 0:
            words[at] = mark_name(words[at])
        case 1:
            words[at] = quiet(mark_name(words[at]))
        case _:
            pass
    return " ".join(words)


def _block(random: Random) -> Block:
    match random.randrange(7):
        case 0 | 1:
            text = _text(random, random.choice((8, 60, 200)))
            sorts = (
                Paragraph(text),
                Paragraph(text, is_own=True),
                Paragraph(text, is_aside=True),
                Paragraph(text, is_position=True),
                Paragraph(text, lead="Goal"),
            )
            return random.choice(sorts)
        case 2:
            return Steps(_steps(random, random.randint(1, 14), 0), is_ordered=random.random() < 0.5)
        case 3 | 4:
            columns = random.choice((1, 2, 2, 3, 5, 14))
            rows = tuple(tuple(_cells(random, columns)) for _ in range(random.choice((1, 3, 9, 13, 40, 60))))
            return Table(tuple(_cells(random, columns)), rows, _text(random, 6) if random.random() < 0.5 else "")
        case 5:
            rows = tuple(tuple(_cells(random, random.randint(1, 12))) for _ in range(random.randint(0, 14)))
            return Drawing(_text(random, 9), rows, is_hex=random.random() < 0.4)
        case _:
            width, height = random.choice((40.0, 170.0, 300.0)), random.choice((20.0, 90.0, 200.0, 400.0))
            inside = f'<rect width="{width}" height="{height}" fill="#369"/>'
            least, is_alone = random.choice((0.5, 0.8, 1.0)), random.random() < 0.5
            return Illustration(
                _text(random, 25), (_text(random, 9),), width, height, inside, least=least, is_alone=is_alone
            )


def _steps(random: Random, number: int, depth: int) -> tuple[Step, ...]:
    return tuple(
        Step(_text(random, 40), _steps(random, random.randint(0, 3), depth + 1) if depth < 3 else ())
        for _ in range(number)
    )


def _cells(random: Random, number: int) -> list[str]:
    return [
        random.choice(("", str(random.randint(-9, 99)), _text(random, 3), _text(random, 12))) for _ in range(number)
    ]
