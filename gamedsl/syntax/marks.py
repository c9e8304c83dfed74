"""Marks in sentences: what a rules file says of its own, and not its rulebook. `[A4: text]` is a reading with its number, `[ours: text]` an addition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.source import Source, Span
from gamedsl.values import frozen

_MARK = re.compile(r"(?<![\w\]])\[(A\d+(?:, A\d+)*|ours): (?=[^\s\]])((?:[^\[\]]|(?<=\w)\[[^\[\]]*\])+)\]")
_ATTEMPT = re.compile(r"(?<![\w\]])\[\s*(?:A\d+|ours)\b[^\s\]]*\]?", re.IGNORECASE)
_SENTENCE = re.compile(r'"([^"\n]*)"|#[^\n]*')
_END = ".!?"


@frozen
class Mark:
    """A marked part of a sentence. `label` is what names it: `A4`, `A4, A5` or `ours`."""

    label: str
    text: str

    @property
    def note(self) -> str:
        """What people read behind the text."""
        return "our own" if self.label == "ours" else f"our reading, {self.label}"


def marks(doc: str) -> Iterator[Mark]:
    """The marks of a sentence, in their order."""
    for found in _MARK.finditer(doc):
        yield Mark(found[1], found[2])


def told(doc: str) -> str:
    """A sentence as people read it: `[A4: It may not sink.]` is told as `It may not sink. (Our reading, A4.)`"""
    return _MARK.sub(lambda found: _told(Mark(found[1], found[2])), doc) if "[" in doc else doc


def told_or_none(doc: str | None) -> str | None:
    """The same, where there may be no sentence."""
    return None if doc is None else told(doc)


def _told(mark: Mark) -> str:
    if mark.text[-1] in _END:
        return f"{mark.text} ({mark.note[0].upper()}{mark.note[1:]}.)"
    return f"{mark.text} ({mark.note})"


# ---------------------------------------------------------------- where they stand


@frozen
class Attempt:
    """What looks like a mark in a text of rules. `sentence` is the one in which it stands."""

    span: Span
    text: str
    sentence: str
    is_mark: bool


def attempts(source: Source) -> Iterator[Attempt]:
    """Everything in the sentences of a text that is a mark, or begins like one."""
    for sentence in _SENTENCE.finditer(source.text) if "[" in source.text else ():
        if sentence[1] is None or "[" not in sentence[1]:
            continue
        whole = {found.start() for found in _MARK.finditer(sentence[1])}
        for found in _ATTEMPT.finditer(sentence[1]):
            at = sentence.start(1) + found.start()
            span = Span(source.name, at, at + len(found[0]))
            yield Attempt(span, found[0], sentence[1], found.start() in whole)
