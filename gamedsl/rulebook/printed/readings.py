"""Collects, on the last page of a printed book, everything that is not in the published rules, so that its sentences contain no signs."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.rulebook.model import (
    OURS,
    Block,
    Book,
    Paragraph,
    Placed,
    Section,
    Step,
    Steps,
    Table,
    notes_in,
    plain,
    sections_in_order,
    split_sentences,
    with_texts,
    without_notes,
)
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.values import evolve


def with_readings(book: Book) -> Book:
    """Returns a book without the signs of readings and additions. A chapter after the others tells the additions, and lists the sections whose text settles
    questions that the published rules leave open."""
    rows: list[tuple[str, str]] = []
    answers: dict[str, None] = {}
    told: set[str] = set()
    for place in sections_in_order(book.sections):
        asides, has_readings = _notes(place)
        answers |= {place.label: None} if has_readings else {}
        for said in asides:
            if said not in told:
                told.add(said)
                rows.append((place.label, said))
    sections = tuple(with_texts(section, without_notes) for section in book.sections)
    blocks: list[Block] = []
    if answers:
        blocks.append(Paragraph(_ANSWERS.format(join_items(list(answers), "and")), is_aside=True))
    if rows:
        blocks.append(Table(("section", "what is ours, or a guess"), tuple(rows)))
    notes = Section(_TITLE, tuple(blocks), is_exact=True)
    return evolve(book, sections=(*sections, *((notes,) if blocks else ())))


_TITLE = "Notes"
_ANSWERS = "The published rulebook leaves some questions open. How this book answers them stands in the text of these sections: {}."


def _notes(place: Placed) -> tuple[list[str], bool]:
    """Returns the additions to the texts of a section, each as a sentence, and whether its texts answer something that the published rulebook leaves open."""
    asides: dict[str, None] = {}
    has_readings = False
    for text in _texts(place.section):
        for sentence in split_sentences(text):
            said = plain(sentence)
            for note in notes_in(sentence):
                aside = _aside(note)
                if aside and aside not in said:
                    asides[aside] = None
                else:
                    has_readings = True
    return list(asides), has_readings


def _aside(note: str) -> str:
    """Returns the text of an addition that appears in the notes only; empty for other notes."""
    label, _, said = note.partition(": ")
    return said if label == OURS and said.endswith((".", "!", "?")) else ""


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
