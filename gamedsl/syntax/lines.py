"""Divides a text into lines of words, and limits the number of lines and of words."""

from __future__ import annotations

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
