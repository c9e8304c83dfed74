"""Marks in sentences that separate a file's own additions from its rulebook. `[A4: text]` is a numbered reading, `[ours: text]` an addition."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gamedsl.source import Source, Span
from gamedsl.values import frozen

_MARK = re.compile(r"(?<![\w\]])\[(A\d+(?:, A\d+)*|ours): (?=[^\s\]])((?:[^\[\]]|(?<=\w)\[[^\[\]]*\])+)\]")
_ATTEMPT = re.compile(r"(?<![\w\]])\[\s*(?:A\d+|ours)\b[^\s\]]*\]?", re.IGNORECASE)
_SENTENCE = re.compile(r'"([^"\n]*)"|#[^\n]*')
_END = ".!?"


@frozen
class Mark:
    """A marked part of a sentence. `label` is its name: `A4`, `A4, A5` or `ours`."""

    label: str
    text: str

    @property
    def note(self) -> str:
        """The note that people read after the text."""
        return "our own" if self.label == "ours" else f"our reading, {self.label}"


def marks(doc: str) -> Iterator[Mark]:
    """Yields the marks of a sentence, in order."""
    for found in _MARK.finditer(doc):
        yield Mark(found[1], found[2])


def strip_marks(doc: str) -> str:
    """Returns a sentence as people read it: `[A4: It may not sink.]` becomes `It may not sink. (Our reading, A4.)`"""
    return replace_marks(doc, _write_mark)


def without_notes(said: str) -> str:
    """Returns a sentence made by `strip_marks` without its notes, and without our own additions."""
    return _NOTE.sub("", _OWN.sub("", said)).strip()


_OWN = re.compile(r"(?:^|(?<=[.!?:] ))[^.!?]*[.!?] \(Our own\.\)")
_NOTE = re.compile(r" ?\([Oo]ur (?:own|reading, [^()]*)\)")


def replace_marks(doc: str, write: Callable[[Mark], str]) -> str:
    """Returns a sentence with something else in the place of each mark."""
    return _MARK.sub(lambda found: write(Mark(found[1], found[2])), doc) if "[" in doc else doc


def sentence_or_none(doc: str | None) -> str | None:
    """Returns a sentence as people read it, or None for None."""
    return None if doc is None else strip_marks(doc)


def _write_mark(mark: Mark) -> str:
    if mark.text[-1] in _END:
        return f"{mark.text} ({mark.note[0].upper()}{mark.note[1:]}.)"
    return f"{mark.text} ({mark.note})"


# ---------------------------------------------------------------- where they stand


@frozen
class Attempt:
    """Something that looks like a mark in a text of rules. `sentence` contains it."""

    span: Span
    text: str
    sentence: str
    is_mark: bool


def attempts(source: Source) -> Iterator[Attempt]:
    """Yields everything in the sentences of a text that is a mark, or begins like one."""
    for sentence in _SENTENCE.finditer(source.text) if "[" in source.text else ():
        if sentence[1] is None or "[" not in sentence[1]:
            continue
        whole = {found.start() for found in _MARK.finditer(sentence[1])}
        for found in _ATTEMPT.finditer(sentence[1]):
            at = sentence.start(1) + found.start()
            span = Span(source.name, at, at + len(found[0]))
            yield Attempt(span, found[0], sentence[1], found.start() in whole)
