"""Puts the marked sentences of a rules file among the notes at the end of a book: readings of the rulebook, and what is our own."""

from __future__ import annotations

from gamedsl.rulebook.model import AGAIN, Book, Notes, Paragraph, Section, numbered_notes, with_texts
from gamedsl.values import evolve

_OPENING = Paragraph(
    "The rulebook of this game does not settle everything. These notes say what is read so here, and what is our own.",
    is_aside=True,
)


def with_notes(book: Book) -> Book:
    """Returns a book with numbers in its texts and, if there are any, a last chapter with the notes."""
    numbers: dict[str, int] = {}

    def number(note: str) -> str:
        is_new = note not in numbers
        return f"{'' if is_new else AGAIN}{numbers.setdefault(note, len(numbers) + 1)}"

    sections = tuple(with_texts(section, lambda text: numbered_notes(text, number)) for section in book.sections)
    last = (Section("Notes", (_OPENING, Notes(tuple(numbers)))),) if numbers else ()
    return evolve(book, sections=(*sections, *last))
