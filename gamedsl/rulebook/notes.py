"""Marks the readings (interpretations) in the sentences of a rules file, and collects our own additions: neither is part of the published rulebook."""

from __future__ import annotations

from gamedsl.rulebook.model import OURS, Book, Paragraph, Section, Step, Steps, Table, replace_notes, with_texts
from gamedsl.values import evolve


def with_notes(book: Book, *, has_appendix: bool = True) -> Book:
    """Returns a book with a sign after each reading; the first page explains the sign. The appendix lists the readings, by their numbers in the rules file,
    and our own additions."""
    noted: dict[str, None] = {}

    def sign(note: str) -> str:
        noted.setdefault(note)
        return "" if note.startswith(f"{OURS}: ") else READING

    sections = [with_texts(section, lambda text: replace_notes(text, sign)) for section in book.sections]
    ours = tuple(said for label, _, said in (note.partition(": ") for note in noted) if label == OURS)
    readings = tuple((label, said) for label, _, said in (note.partition(": ") for note in noted) if label != OURS)
    if readings:
        first, *others = sections
        sections = [evolve(first, blocks=(*first.blocks, _EXPLAINED)), *others]
    if noted and has_appendix:
        last = sections.pop() if sections[-1].title == KEEPERS else Section(KEEPERS, is_exact=True)
        more: list[Section] = []
        if readings:
            table = Table(("in the rules file", "reading"), readings)
            more.append(Section("Readings by number", (table,), is_exact=True))
        if ours:
            more.append(Section("What is our own", (Steps(tuple(map(Step, ours))),), is_exact=True))
        sections.append(evolve(last, parts=(*last.parts, *more)))
    return evolve(book, sections=tuple(sections))


READING = "°"
_EXPLAINED = Paragraph(
    f"The published rulebook does not settle everything: {READING} stands behind what is our reading of it.",
    is_aside=True,
)
KEEPERS = "For those who change these rules"
"""The chapter for authors."""
