"""Colours for rules: a lexer for Pygments, which finds it as `gdl` by the entry point in `pyproject.toml`.

The parse tables say which words are keywords, and after which words, so a new word of the grammar needs no change here. Pygments is installed with rich.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,  # pyright: ignore[reportPrivateUsage]
)

from gamedsl.syntax.tables import OPERATOR_WORDS, UNNAMEABLE, load

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<comment>\#[^\n]*)
    | (?P<string>"[^"\n]*"?)
    | (?P<number>[0-9]+)
    | (?P<word>[A-Za-z][A-Za-z0-9_]*)
    | (?P<operator>\.\.|[+-]=|<=|>=|[=+\-*/<>])
    | (?P<sign>[:,.@()\[\]])
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
CONSTANTS = frozenset(["yes", "no", "none"])
"""Words that are values."""
PRONOUNS = frozenset(["me", "it", "players"])
"""Words that stand for players or pieces."""
LINE_START = "_NL"
"""The terminal before the first word of a line."""
_EMPTY_CELL = "an empty cell"
"""A point with a blank after it, in a picture: no attribute follows."""


class GdlLexer(Lexer):
    """A lexer for `.gdl` text, also for parts of a file: it looks at a word and its two neighbours, not at whole declarations."""

    name = "Game rules"
    url = "docs/language/reference.md"
    aliases: ClassVar[list[str]] = ["gdl"]  # pyright: ignore[reportIncompatibleVariableOverride]
    filenames: ClassVar[list[str]] = ["*.gdl"]  # pyright: ignore[reportIncompatibleVariableOverride]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yields the tokens of `text` in order, as (offset, type, text); together they are the whole text."""
        before = LINE_START
        for found in _TOKEN.finditer(text):
            sort, value = str(found.lastgroup), found[0]
            type_ = _type(sort, value, before, text[found.end() : found.end() + 1])
            yield found.start(), type_, value
            if sort == "space":
                before = LINE_START if "\n" in value else _EMPTY_CELL if before == "DOT" else before
            elif sort != "comment":
                before = _terminal(sort, value, type_)


def _terminal(sort: str, value: str, type_: _TokenType) -> str:
    """Returns the grammar's name of this token."""
    match sort:
        case "number":
            return "INT"
        case "string":
            return "STRING"
        case "word":
            return "NAME" if type_[0] == "Name" and type_ is not Name.Builtin.Pseudo else load().words[value]
        case _:
            return load().signs.get(value, "CMP")


def _type(sort: str, value: str, before: str, following: str) -> _TokenType:
    match sort:
        case "space":
            return Whitespace
        case "comment":
            return Comment.Single
        case "string":
            return String.Doc if before == LINE_START else String.Double
        case "number":
            return Number.Integer
        case "word":
            return _word(value, before, following)
        case "operator":
            return Operator
        case "sign":
            return Punctuation
        case _:
            return Error


def _word(value: str, before: str, following: str) -> _TokenType:
    if before == "DOT":
        return Name.Attribute
    if before == "EACH" and value in load().reserved:  # `once each game`
        return Name
    if value in UNNAMEABLE:
        return Operator.Word
    if following == "(":
        return Name.Function
    tables = load()
    is_word = value in tables.reserved or tables.words.get(value) in next_words().get(before, ())
    is_alone = (before == LINE_START and following == ":") or (before == "COMMA" and following in (")", "]", ",", ":"))
    is_named = is_alone and value not in tables.reserved
    if not is_word or is_named or (value in tables.soft and following in (".", "[")):
        return Name.Constant if value[0].isupper() else Name
    if value in OPERATOR_WORDS:
        return Operator.Word
    if value in CONSTANTS:
        return Keyword.Constant
    return Name.Builtin.Pseudo if value in PRONOUNS else Keyword


@cache
def next_words() -> dict[str, frozenset[str]]:
    """Returns, for each terminal, all terminals that the grammar allows after it."""
    tables = load()
    entered = {0: LINE_START}
    for steps in tables.actions.every():
        entered |= {target: terminal for terminal, target in steps.items() if target >= 0}
    found: dict[str, set[str]] = {}
    for state, terminal in entered.items():
        shown = LINE_START if terminal in ("_INDENT", "_DEDENT") else terminal
        found.setdefault(shown, set()).update(tables.actions[state])
    return {terminal: frozenset(following) for terminal, following in found.items()}
