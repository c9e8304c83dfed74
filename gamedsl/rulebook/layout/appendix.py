"""Places the exact steps for the sentences of a book: below each sentence, or in a chapter after the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamedsl.rulebook.model import Block, Key, Paragraph, Section, Table, mark_name
from gamedsl.values import evolve


def with_content(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Returns the sections that are not empty."""
    return tuple(one for one in sections if one.blocks or one.parts)


def steps_in_place(section: Section) -> Section:
    """Places the exact steps of a sentence below the sentence. Examples are left out: they would be told twice."""
    is_story = any(key.sort == "example" for key in section.tells)
    exact = () if section.exactly is None or is_story else section.exactly.blocks
    parts = with_content(map(steps_in_place, section.parts))
    return evolve(section, blocks=(*section.blocks, *exact), parts=parts, exactly=None)


def with_appendix(chapters: Sequence[Section], last: Sequence[Section]) -> tuple[Section, ...]:
    """Collects the exact steps for sentences in a chapter after the others, before the `last` ones. It repeats the titles of the sections with the
    sentences. A section that consists only of exact steps moves there."""
    exact: list[Section] = []

    def visit(section: Section) -> Section:
        if section.exactly is not None:
            exact.append(evolve(section.exactly, is_exact=True))
        return evolve(section, parts=with_content([visit(part) for part in section.parts]), exactly=None)

    others = with_content([in_table(visit(chapter)) for chapter in chapters])
    steps = (Section("Step by step", _EXACTLY, tuple(exact), is_exact=True),) if exact else ()
    return (*others, *steps, *with_content(last))


_EXACTLY: tuple[Block, ...] = (
    Paragraph(
        "Nobody needs to read this before playing. What the chapters before say in sentences stands here exactly, under the same titles.",
        is_aside=True,
    ),
)

PIECES = "Pieces with rules of their own"
COUNTS_IN = "This counts for each one that lies in "
"""The beginning of the sentence on the places in which a piece has its rules."""


def in_table(chapter: Section) -> Section:
    """Makes a table of the pieces with rules of their own that are told in a few sentences."""
    rows: list[tuple[str, str, str]] = []
    tells: list[Key] = []
    parts: list[Section] = []
    for part in chapter.parts if chapter.title == PIECES else ():
        told = [block.text for block in part.blocks if isinstance(block, Paragraph)]
        if len(told) < len(part.blocks) or part.parts:
            parts.append(part)
            continue
        where = "".join(one.removeprefix(COUNTS_IN).removesuffix(".") for one in told if one.startswith(COUNTS_IN))
        does = " ".join(one for one in told if not one.startswith(COUNTS_IN))
        rows.append((mark_name(part.title), where, does))
        tells += part.tells
    if not rows:
        return chapter
    at = [0, *([1] if any(where for _, where, _ in rows) else []), 2]
    head = ("piece", "if it lies in", "what it does")
    table = Table(tuple(head[i] for i in at), tuple(tuple(row[i] for i in at) for row in rows))
    return evolve(chapter, blocks=(table,), parts=tuple(parts), tells=tuple(tells))
