"""Lines as they may have been meant: the words of a line with some of them replaced, as far as the grammar can read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Machine
from gamedsl.values import frozen


@frozen
class NearLine:
    """A proposed line: `words` replace the words from `first` to before `last` of the line; `tokens` are the proposed line as a whole."""

    first: int
    last: int
    words: tuple[str, ...]
    tokens: tuple[Token, ...]
    is_slip: bool
    """Whether it is one typing slip: a word doubled, glued or cut in two."""


Edit = tuple[int, int, tuple[str, ...]]
"""The words from one place to before another, and their replacements."""


def word_at(words: Sequence[str], at: int) -> str:
    """Returns the word at a place; an empty one beyond the ends of the line."""
    return words[at] if 0 <= at < len(words) else ""


def readable_line(machine: Machine, tokens: Sequence[Token], height: int, edits: Iterable[Edit]) -> NearLine | None:
    """Returns the line after the first edit that makes it readable, if there is one."""
    return next(readable_lines(machine, tokens, height, edits, is_slip=True), None)


def readable_lines(
    machine: Machine, tokens: Sequence[Token], height: int, edits: Iterable[Edit], *, is_slip: bool
) -> Iterator[NearLine]:
    """Yields the lines that can be read after one of these edits. Those that need more words than there are, as behind `player with highest`, make none."""
    for first, last, words in edits:
        line = _edit(machine, tokens, first, last, words) if last <= len(tokens) else []
        if line and machine.reads(line, height):
            yield NearLine(first, last, words, tuple(line), is_slip)


def _edit(machine: Machine, tokens: Sequence[Token], first: int, last: int, words: tuple[str, ...]) -> list[Token]:
    """Returns the words of a line after an edit."""
    start = tokens[first][2] if first < len(tokens) else tokens[-1][3]
    end = tokens[last - 1][3] if last > first else start
    new: list[Token] = [(_terminal(machine, word), word, start, end) for word in words]
    return [*tokens[:first], *new, *tokens[last:]]


def tokens_of(machine: Machine, words: Iterable[str]) -> list[Token]:
    """Returns the tokens of words without a place in a text."""
    return [(_terminal(machine, word), word, 0, 0) for word in words]


def _terminal(machine: Machine, word: str) -> str:
    if word.isdigit():
        return "INT"
    if word[:1].isalpha():
        return machine.tables.words.get(word, "NAME")
    brackets = {"(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "<": "CMP", ">": "CMP", "<=": "CMP", ">=": "CMP"}
    return machine.tables.signs.get(word) or brackets.get(word, "STRING")
