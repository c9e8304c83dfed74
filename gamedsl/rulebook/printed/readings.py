"""Gathers the readings of a printed book on its last page, so that no sign stands in its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.rulebook.model import (
    OURS,
    Book,
    Paragraph,
    Placed,
    Section,
    Step,
    Steps,
    Table,
    notes_in,
    placed,
    plain,
    split_sentences,
    with_texts,
    without_notes,
)
from gamedsl.values import evolve


def with_readings(book: Book) -> Book:
    """Returns a book without the signs of readings and additions, and with a chapter behind the others that tells them, section by section."""
    rows: list[tuple[str, str]] = []
    told: set[str] = set()
    for place in placed(book.sections):
        for said in dict.fromkeys(_readings(place)):
            if said not in told:
                told.add(said)
                rows.append((place.label, said))
    sections = tuple(with_texts(section, without_notes) for section in book.sections)
    notes = Section(_TITLE, (_OPENING, Table(("section", "note"), tuple(rows))), is_exact=True)
    return evolve(book, sections=(*sections, *((notes,) if rows else ())))


_TITLE = "Notes"
_OPENING = Paragraph(
    "The published rulebook leaves some questions open. This is how this book answers them, and what in it is a guess.",
    is_aside=True,
)


def _readings(place: Placed) -> Iterator[str]:
    """Yields the readings and additions in the texts of a section, each as a sentence that can be read by itself."""
    for text in _texts(place.section):
        before = ""
        for sentence in split_sentences(text):
            said = plain(sentence)
            for note in notes_in(sentence):
                aside, whole = _aside(note), note.partition(": ")[2]
                if aside and aside not in said:
                    yield aside
                    continue
                whole = whole if whole.endswith((".", "!", "?")) else said
                yield f"{before} {whole}" if before and _ADDS.match(whole) else whole
            before = said


def _aside(note: str) -> str:
    """Returns the text of an addition that stands in the notes only; empty for others."""
    label, _, said = note.partition(": ")
    return said if label == OURS and said.endswith((".", "!", "?")) else ""


_ADDS = re.compile(r"(They|It|This|That|These|Those|He|She|So|Its|Their|Otherwise|Then|For (them|it|this)|You)\b")
"""How a sentence begins that cannot be read without the one before it."""


def _texts(section: Section) -> Iterator[str]:
    for block in section.blocks:
        match block:
            case Paragraph(text):
                yield text
            case Steps(steps):
                yield from _of_steps(steps)
            case Table(rows=rows):
                yield from (cell for row in rows for cell in row)
            case _:
                pass


def _of_steps(steps: tuple[Step, ...]) -> Iterator[str]:
    for step in steps:
        yield step.text
        yield from _of_steps(step.steps)
