"""Lays out the sentences of the rules for a printed book: sentences with "first", "then" and "at last" become steps, and readings at the end of a long text
become a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from gamedsl.rulebook.model import (
    Block,
    Book,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    capital,
    go_on,
    is_reading,
    plain,
    split_sentences,
    with_texts,
)
from gamedsl.values import evolve


def lay_out(book: Book) -> Book:
    """Returns the book as it is printed: long texts become steps and lists, apostrophes are round, and sums stay on one line."""
    return evolve(book, sections=tuple(with_texts(_section(one), _for_print) for one in book.sections))


def _for_print(text: str) -> str:
    """Returns a text with round apostrophes, with the minus of numbers below 0, and with sums that stay on one line."""
    return _SIGN_OF_SUM.sub("\u00a0\\1\u00a0", _BELOW_ZERO.sub("\u2212", _APOSTROPHE.sub("\u2019", text)))


_APOSTROPHE = re.compile(r"(?<=\w)'(?!\w*')")
_BELOW_ZERO = re.compile(r"(?<![\w)])-(?=\d)")
_SIGN_OF_SUM = re.compile(r"(?<=\d) ([-+−×=]) (?=\d)")


def _section(section: Section) -> Section:
    """Lays out a section; stories stay as they are told."""
    is_story = any(key.sort == "example" for key in section.tells)
    blocks = section.blocks if is_story else tuple(block for one in section.blocks for block in _blocks(one))
    return evolve(section, blocks=blocks, parts=tuple(map(_section, section.parts)))


def _blocks(block: Block) -> Iterator[Block]:
    if isinstance(block, Table) and len(block.rows) == 1 and block.head[1:] in _SAID:
        ((name, said),) = block.rows
        yield Paragraph(f"{capital(name)}: {go_on(said)}")
        return
    if not isinstance(block, Paragraph) or not block.is_own or len(plain(block.text).split()) < _LONG:
        yield block
        return
    sentences = split_sentences(block.text)
    sentences, notes = _without_notes_at_end(sentences)
    first = next((at for at, one in enumerate(sentences) if _FIRST.match(plain(one))), len(sentences))
    steps = tuple(_steps(sentences[first:]))
    if len(steps) > 1:
        yield from _paragraphs(block, sentences[:first])
        yield Steps(steps, is_ordered=True)
    else:
        yield from _paragraphs(block, sentences)
    if notes:
        yield Steps(tuple(map(Step, notes)))


_SAID = (("what it is",), ("what it is worth",))
"""The heading beside the names of a table that says a sentence of each: one alone needs no table."""


def _paragraphs(block: Paragraph, sentences: Sequence[str]) -> Iterator[Block]:
    """Yields a text in paragraphs; an enumeration in a sentence becomes a list."""
    waiting: list[str] = []
    for one in sentences:
        if found := _COUNTS_UP.fullmatch(one):
            yield from _apart(block, [*waiting, found[1]])
            yield Steps(tuple(Step(f"{capital(part)}.") for part in _PARTS.split(found[2])))
            waiting = []
        else:
            waiting.append(one)
    yield from _apart(block, waiting)


def _apart(block: Paragraph, sentences: Sequence[str]) -> Iterator[Block]:
    """Yields a text as one paragraph, or a very long one as two, where a sentence begins that can be read by itself."""
    words = [len(plain(one).split()) for one in sentences]
    breaks = [at for at in range(1, len(sentences)) if not _ADDS.match(plain(sentences[at]))]
    at = min(breaks, key=lambda one: abs(2 * sum(words[:one]) - sum(words)), default=0)
    parts = (sentences[:at], sentences[at:]) if at and sum(words) >= _VERY_LONG else (sentences,)
    yield from (evolve(block, text=" ".join(part)) for part in parts if part)


_VERY_LONG = 90
"""The words from which on a paragraph is broken in two."""
_COUNTS_UP = re.compile(r"([^:;]{12,}:) ([^;:]+;(?: [^;:]+;)* [^;:]+)\.")
"""A sentence that counts up, behind a colon, what semicolons part."""
_PARTS = re.compile(r"; (?:and |or )?")


def begins_steps(sentence: str) -> bool:
    """Whether a sentence is the first of several steps ("first …")."""
    return _FIRST.match(plain(sentence)) is not None


_LONG = 45
"""The words from which on a text is laid out in parts."""
_FIRST = re.compile(r"First,? ")
_NEXT = re.compile(r"(First|Then|Next|After that|Finally|Last|At the end),? ")
_ADDS = re.compile(r"(They|It|This|That|These|Those|He|She|So|Its|Their|Otherwise|Then|For (them|it|this))\b")
"""How a sentence begins that cannot be read without the one before it."""


def _steps(sentences: Sequence[str]) -> Iterator[Step]:
    """Yields a step for each sentence with "then" or a similar word, together with the sentences that follow it."""
    said = ""
    for one in sentences:
        if found := _NEXT.match(one):
            yield from (Step(text) for text in (said,) if text)
            said = capital(one[found.end() :])
        else:
            said = f"{said} {one}".strip()
    yield from (Step(text) for text in (said,) if text)


def _without_notes_at_end(sentences: Sequence[str]) -> tuple[list[str], list[str]]:
    """Splits off the readings at the end of a text, if they are more than one and can be read by themselves."""
    last = list(takewhile(is_reading, reversed(sentences)))[::-1]
    while last and _ADDS.match(plain(last[0])):
        last.pop(0)
    notes = list[str]()
    for one in last:
        if notes and _ADDS.match(plain(one)):
            notes[-1] += f" {one}"
        else:
            notes.append(one)
    return (list(sentences[: len(sentences) - len(last)]), notes) if len(notes) > 1 else (list(sentences), [])
