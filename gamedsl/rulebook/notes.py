"""Puts the marked sentences of a rules file among the notes at the end of a book: readings of the rulebook, and what is our own."""

from __future__ import annotations

import re

from gamedsl.rulebook.model import AGAIN, Book, Notes, Paragraph, Section, Table, numbered_notes, with_texts
from gamedsl.values import evolve

_OPENING = Paragraph(
    "The rulebook of this game does not settle everything. These notes say what is read so here, and what is our own.",
    is_aside=True,
)


def with_notes(book: Book, *, has_appendix: bool = True) -> Book:
    """Returns a book with numbers in its texts and, if there are any, a last chapter with the notes. The numbers that readings have in the rules file stand in
    the appendix."""
    numbers: dict[str, int] = {}

    def number(note: str) -> str:
        is_new = note not in numbers
        return f"{'' if is_new else AGAIN}{numbers.setdefault(note, len(numbers) + 1)}"

    sections = [with_texts(section, lambda text: numbered_notes(text, number)) for section in book.sections]
    if not numbers:
        return evolve(book, sections=tuple(sections))
    found = [_CODE.search(note) for note in numbers]
    coded = tuple((code[1], str(at)) for at, code in enumerate(found, 1) if code is not None)
    if coded and has_appendix:
        last = sections.pop() if sections[-1].title == KEEPERS else Section(KEEPERS, is_exact=True)
        table = Table(("in the rules file", "note"), coded)
        numbered = Section("Readings by number", (table,), is_exact=True)
        sections.append(evolve(last, parts=(*last.parts, numbered)))
    notes = Notes(tuple(_CODE.sub(":", note, count=1) for note in numbers))
    return evolve(book, sections=(*sections, Section("Notes", (_OPENING, notes))))


KEEPERS = "For those who change these rules"
"""The chapter for authors."""
_CODE = re.compile(r"(?<=^Our reading) \((A\d+(?:, A\d+)*)\):")
