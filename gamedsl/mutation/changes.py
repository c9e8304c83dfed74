"""One change of rules: in the tree, in the text, and in words."""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum

from gamedsl.source import Source, Span
from gamedsl.syntax.lines import Token
from gamedsl.syntax.reader import Reader
from gamedsl.syntax.tables import load
from gamedsl.values import frozen


class Operator(Enum):
    """The sort of a change; the value is its name for people."""

    NUMBER = "number"
    ARITHMETIC = "sign of a sum or product"
    ROUNDING = "rounding"
    COMPARISON = "comparison"
    CONDITION = "condition"
    GUARD = "guard left out"
    FILTER = "filter left out"
    FUNCTION = "function"
    VALUE = "value"
    FLAG = "yes and no"
    HIGHEST = "highest and lowest"
    KEY = "part of an order left out"
    STEP = "step left out"
    SWAP = "steps swapped"
    QUANTITY = "quantity"
    MAY = "may or must"
    OFFER = "offer left out"
    TARGET = "another zone"
    SIDE = "side"
    ASSIGNMENT = "assignment"
    LOOP = "part of a loop left out"
    VISIBILITY = "visibility"
    CLAUSE = "clause left out"
    CELL = "cell of a table"
    ANSWER = "answer of a scripted seat"
    DECLARATION = "line left out"


@frozen
class TextEdit:
    """A replacement of the characters from `start` to before `end` by `text`."""

    start: int
    end: int
    text: str = ""


@frozen(eq=False)
class Change:
    """A replacement of one node of the tree by another one (None: it is deleted, with its line). `edits` make the same change in the text; `shown` is the
    part of the text that people are shown; `notice` describes an example that would notice the change."""

    operator: Operator
    old: object
    new: object
    edits: tuple[TextEdit, ...]
    shown: Span
    notice: str

    def apply(self, text: str) -> str:
        """Returns the text after the change."""
        for edit in sorted(self.edits, key=lambda e: e.start, reverse=True):
            text = text[: edit.start] + edit.text + text[edit.end :]
        return text


class Words:
    """The words of a text with their places."""

    def __init__(self, source: Source) -> None:
        reader = Reader(source, load())
        reader.read()
        self.source = source
        self._tokens: list[Token] = sorted((t for line in reader.lines for t in line.tokens), key=lambda t: t[2])
        self._starts = [token[2] for token in self._tokens]

    def quote(self, span: Span) -> str:
        """Returns the text at a place, on one line."""
        return " ".join(self.source.text[span.start : span.end].split())

    def at(self, offset: int) -> Token:
        """Returns the first word that begins at an offset or later."""
        return self._tokens[bisect_left(self._starts, offset)]

    def before(self, offset: int) -> Token:
        """Returns the last word that begins before an offset."""
        return self._tokens[bisect_left(self._starts, offset) - 1]

    def find(self, word: str, start: int, end: int) -> Token | None:
        """Returns the first such word that begins between two offsets, outside of brackets that open there."""
        depth = 0
        for token in self._tokens_between(start, end):
            if token[1] == word and depth <= 0:
                return token
            depth += (token[1] in "([") - (token[1] in ")]")
        return None

    def cut(self, start: int, end: int) -> TextEdit:
        """Deletes a part, with any unbalanced brackets and the space before it."""
        depth = 0
        for token in self._tokens_between(start, end):
            depth += (token[1] in "([") - (token[1] in ")]")
        while depth > 0:
            token = self.at(end)
            end, depth = token[3], depth - (token[1] in ")]")
        text = self.source.text
        while start > 0 and text[start - 1] == " " and (end >= len(text) or text[end] in ' \n,:)]"'):
            start -= 1
        return TextEdit(start, end)

    def line_of(self, span: Span) -> TextEdit:
        """Deletes the whole lines of a statement or declaration; on the line of a header, replaces it by an empty sentence."""
        text = self.source.text
        end = self.before(span.end)[3]
        begin = text.rfind("\n", 0, span.start) + 1
        if text[begin : span.start].strip():
            return TextEdit(span.start, end, '""')
        after = text.find("\n", end)
        return TextEdit(begin, len(text) if after < 0 else after + 1)

    def trim(self, span: Span) -> Span:
        """Returns the place without the line breaks at its end."""
        return Span(span.source, span.start, self.before(span.end)[3])

    def _tokens_between(self, start: int, end: int) -> list[Token]:
        return self._tokens[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
