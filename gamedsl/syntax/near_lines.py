"""Guesses the intended line: with one word doubled, lost, glued, cut in two, out of order or exchanged for another small word.

Each such edit near the place where the line does not fit is tried, the likeliest first. This needs no rule for each form of the language: the grammar decides
which line can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gamedsl.syntax.lines import Token
from gamedsl.syntax.machine import Machine
from gamedsl.values import frozen

_MOST_WORDS = 60
"""Longer lines are not tried: each try parses the whole line."""


_LONGEST_WORD = 60


@frozen
class NearLine:
    """The words from `first` to before `last` of a line stand for `words`; `tokens` are the intended line."""

    first: int
    last: int
    words: tuple[str, ...]
    tokens: tuple[Token, ...]
    is_slip: bool
    """Whether it is one typing slip: a word doubled, glued or cut in two."""


Edit = tuple[int, int, tuple[str, ...]]
"""The words from one place to before another, and their replacements."""


def near_line(
    machine: Machine, tokens: Sequence[Token], position: int, height: int, text: str, *, only_sure: bool = False
) -> NearLine | None:
    """Returns the line that can be read after one edit near `position`, if there is one. `text` is the whole text.

    `only_sure`: only edits that have further evidence besides a readable line.
    """
    if len(tokens) > _MOST_WORDS:
        return None
    known = _vocabulary(text)
    for is_slip, edits in (
        (True, _twice(tokens, position)),
        (True, _join_words(machine, tokens, position, known)),
        (True, _split_word(machine, tokens, position, known)),
        (False, _first_lost(machine, tokens)),
        *(() if only_sure else _doubtful(tokens, position, text)),
    ):
        for begin, end, words in edits:
            line = _apply_edit(machine, tokens, begin, end, words)
            if (
                line
                and machine.reads(line, height)
                and (is_slip or not _may_be_names(machine, line, begin, words, height))
            ):
                return NearLine(begin, end, words, tuple(line), is_slip)
    return None


def _doubtful(tokens: Sequence[Token], position: int, text: str) -> tuple[tuple[bool, Iterator[Edit]], ...]:
    """Returns edits that are tried without further evidence, the likeliest first."""
    return (
        (False, _join_parts(tokens, position, text)),
        (False, _beside(tokens, position)),
        (False, _needless(tokens, position)),
        (False, _exchange_word(tokens, position)),
        (False, _add_word(tokens, position)),
        (False, _swap_words(tokens, position)),
    )


@lru_cache(maxsize=2)
def _vocabulary(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z]\w*", text))


def _may_be_names(machine: Machine, line: list[Token], begin: int, words: tuple[str, ...], height: int) -> bool:
    """Whether any name could replace the inserted words: then there is no evidence for them."""
    if not any(word[0].isalpha() for word in words):
        return False
    new: list[Token] = [("NAME", word, 0, 0) for word in words]
    return machine.reads([*line[:begin], *new, *line[begin + len(words) :]], height)


def _around(position: int, count: int, before: int, behind: int) -> Iterator[int]:
    """Yields the places of words near a place, those just before it first."""
    order = (0, -1, 1, *range(-2, -before - 1, -1), *range(2, behind + 1))
    yield from (position + by for by in order if -before <= by <= behind and 0 <= position + by < count)


# ---------------------------------------------------------------- slips of the fingers


def _twice(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits for `in in`: the second word goes."""
    for i in _around(at, len(tokens), 4, 1):
        if i and tokens[i][1] == tokens[i - 1][1]:
            yield i, i + 1, ()


def _join_words(machine: Machine, tokens: Sequence[Token], at: int, known: frozenset[str]) -> Iterator[Edit]:
    """Yields edits for `wh ere`, `se eds`: two parts of a word that occurs elsewhere, or that belongs to the language."""
    for i in _around(at, len(tokens), 3, 2):
        if i and tokens[i - 1][1][:1].isalpha() and tokens[i][1][:1].isalnum() and len(tokens[i][1]) <= _LONGEST_WORD:
            word = tokens[i - 1][1] + tokens[i][1]
            if word in machine.tables.words or word in known:
                yield i - 1, i + 1, (word,)


def _split_word(machine: Machine, tokens: Sequence[Token], at: int, known: frozenset[str]) -> Iterator[Edit]:
    """Yields edits for `seenby`, `is3`, `notBob`: two words of the language, or one and a name or a number."""
    words = machine.tables.words
    for i in dict.fromkeys((*_around(at, len(tokens), 3, 1), 0)):
        word = tokens[i][1]
        if tokens[i][0] != "NAME" or len(word) > _LONGEST_WORD:
            continue
        cuts = [(word[:c], word[c:]) for c in range(1, len(word))]
        for one, two in sorted(cuts, key=lambda cut: -((cut[0] in words) + (cut[1] in words))):
            is_two = (two in words or two in known or two.isdigit()) and (one in words or one in known)
            if is_two and (one in words or two in words):
                yield i, i + 1, (one, two)


def _first_lost(machine: Machine, tokens: Sequence[Token]) -> Iterator[Edit]:
    """Yields edits for `Ann, Bob`, `high is none: x = 1`: a line that begins with a name and becomes readable with a first word."""
    if tokens[0][0] in ("NAME", "INT") and tokens[0][1] not in machine.tables.words and len(tokens) > 1:
        yield from ((0, 0, (word,)) for word in _LOST_FIRST)


def _join_parts(tokens: Sequence[Token], at: int, text: str) -> Iterator[Edit]:
    """Yields edits for `per form(Hunting)`: two words that occur nowhere else."""
    for i in _around(at, len(tokens), 1, 1):
        one, two = tokens[i - 1][1], tokens[i][1]
        is_short = i and one[:1].isalpha() and two[:1].isalpha() and len(one) + len(two) <= _LONGEST_WORD
        if is_short and all(len(re.findall(rf"\b{word}\b", text)) == 1 for word in (one, two)):
            yield i - 1, i + 1, (one + two,)


_KEYS_BESIDE = {"-": "=", "=": "-", ".": ",", ",": ".", ";": ":", "/": "."}
"""Signs, and those on the next key."""


def _beside(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits for `cell[1, 1] - 3` instead of `=`: the sign on the next key."""
    for i in _around(at, len(tokens), 1, 0):
        if tokens[i][1] in _KEYS_BESIDE:
            yield i, i + 1, (_KEYS_BESIDE[tokens[i][1]],)


# ---------------------------------------------------------------- small words


_SMALL = (
    "of",
    "to",
    "from",
    "in",
    "is",
    "where",
    "with",
    "by",
    "as",
    "at",
    "for",
    "until",
    "after",
    "each",
    "no",
    "none",
    "not",
    "and",
    "if",
)
"""Words that people confuse, in the order of likelihood."""

_TAKEN = frozenset([
    *_SMALL, "into", "onto", "inside", "like", "called", "out", "that", "when", "whose", "per", "than", "on", "till", "unless", "behind",
    "are", "was", "were", "be", "every", "all", "any", "nothing", "or", "case", "through", "upto",
])  # fmt: skip
_ARTICLES = frozenset(["the", "a", "an", "than", "that", "then", "please"])


def _exchange_word(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits for `move hand for deck`, `out of deck`, `5, pot is 0`: another small word."""
    for i in _around(at, len(tokens), 2, 1):
        word = tokens[i][1]
        if word in ("out", "in") and i + 1 < len(tokens) and tokens[i + 1][1] in ("of", "case"):
            yield i, i + 2, ("from",) if tokens[i + 1][1] == "of" else ("if",)
        if word in _TAKEN:
            yield from (
                (i, i + 1, (other,)) for other in sorted(_SMALL, key=lambda o: -_likeness(word, o)) if other != word
            )
        if word == ",":
            yield i, i + 1, ("and",)


def _needless(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits for `to the deck`, or a comma or a full stop too many."""
    for i in _around(at, len(tokens), 2, 0):
        if tokens[i][1] in _ARTICLES or tokens[i][0] in ("COMMA", "DOT", "COLON"):
            yield i, i + 1, ()


_LOST = (
    ("of",), ("to",), ("from",), ("is",), ("in",), (",",), ("with",), ("by",), ("as",), ("for",), ("where",), (":",), ("=",), ("and",), ("one", "of"),
    ("up", "to"), ("at", "most"), ("most",), ("plays",), ("seen",), ("rounded",),
)  # fmt: skip
"""Words and signs that people forget, the likeliest first."""


_LOST_FIRST = (
    "if", "each", "for", "move", "draw", "players", "as", "then", "require", "set", "score", "rule", "action", "phase", "type", "component", "choose", "roll",
    "when", "repeat", "example", "variant",
)  # fmt: skip
"""Words with which a line begins, the likeliest first."""


def _likeness(word: str, other: str) -> int:
    """Counts the letters that two words share; equals keep their order."""
    return len(set(word) & set(other)) if len(word) > 1 else 0


def _add_word(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    for words in _LOST:
        for i in (at, at - 1):
            if 0 < i <= len(tokens) and words[-1] not in (tokens[i - 1][1], *(token[1] for token in tokens[i : i + 1])):
                yield i, i, words


def _swap_words(tokens: Sequence[Token], at: int) -> Iterator[Edit]:
    """Yields edits that swap two neighbours. A line that ends too early lacks something instead."""
    for i in () if at >= len(tokens) else _around(at, len(tokens), 2, 1):
        if i and tokens[i][1] != tokens[i - 1][1]:
            yield i - 1, i + 1, (tokens[i][1], tokens[i - 1][1])


def _apply_edit(
    machine: Machine, tokens: Sequence[Token], first: int, last: int, words: tuple[str, ...]
) -> list[Token]:
    start = tokens[first][2] if first < len(tokens) else tokens[-1][3]
    end = tokens[last - 1][3] if last > first else start
    new: list[Token] = [(_terminal(machine, word), word, start, end) for word in words]
    return [*tokens[:first], *new, *tokens[last:]]


def _terminal(machine: Machine, word: str) -> str:
    if word.isdigit():
        return "INT"
    if word[:1].isalpha():
        return machine.tables.words.get(word, "NAME")
    brackets = {"(": "LPAR", ")": "RPAR", "[": "LSQB", "]": "RSQB", "<": "CMP", ">": "CMP", "<=": "CMP", ">=": "CMP"}
    return machine.tables.signs.get(word) or brackets.get(word, "STRING")
