"""Divides a text into lines of words, and limits the number of lines and of words."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.syntax.signs import BLANKS, WITH_PARAMETERS, end_of_line
from gamedsl.values import define

Token = tuple[str, str, int, int]
"""(terminal, text, start, end). A keyword has its own terminal, every other word is a NAME."""


@define
class Line:
    """One line of a block, with its continuation lines in brackets; `column` is its indentation."""

    column: int
    tokens: list[Token]
    lost: bool = False
    """Whether the end of the line was not found; then it is not parsed."""
    guessed: bool = False
    """A bracket was closed at a guessed place, so problems that follow from it are not reported."""
    unread: bool = False
    """The content is left out; only the declared name is kept."""
    repairs: int = 0
    """The number of repairs that the parser has made to it."""


DEEPEST_BRACKET = 60
"""The deepest nesting of brackets."""

LONGEST_NUMBER = 9
"""The most digits of a number: more than any game needs, and safely inside 32 bits."""

LONGEST_LINE = 2_000
"""The most words of a line."""

MOST_KEPT = 1_000
"""The most problems kept. Fewer are shown."""

GIVE_UP = 20_000
"""After this many further problems the rest of a text is not read."""


def is_path(tokens: Sequence[Token]) -> bool:
    """Whether words are the name of something that is set: `coins`, `Ann.coins`."""
    return bool(tokens) and all(token[0] == ("DOT" if i % 2 else "NAME") for i, token in enumerate(tokens))


def end_of_brackets(tokens: Sequence[Token], opened: Sequence[Token]) -> int:
    """Returns where the open brackets of a line were probably meant to end: before the `:` of a header, otherwise at the end."""
    if tokens[-1][0] == "COLON":
        return len(tokens) - 1
    if tokens[0][1] not in WITH_PARAMETERS:
        for i, token in enumerate(tokens):
            if token[0] == "COLON" and token[2] > opened[-1][2]:
                return i
    return len(tokens)


def is_colon_missed(tokens: Sequence[Token], text: str, start: int) -> bool:
    """Whether a lone quote right after a word may be a mistyped `:`, which is the neighbouring key."""
    is_behind = bool(tokens) and tokens[-1][3] == start and text[start + 1 : start + 2] in BLANKS
    return is_behind and "'" not in text[start + 1 : end_of_line(text, start)]
