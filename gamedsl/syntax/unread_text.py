"""Finds text that rules do not have: comments of other languages, and characters that turn the direction of a line."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.source import Source, Span
from gamedsl.syntax.problems.signs import ForeignComment, TurnedText
from gamedsl.syntax.signs import BLANKS, LINE_ENDS, PROSE, RIGHT_OPERAND, TURN, end_of_line


def read_comment(
    source: Source, sign: str, start: int, *, has_words: bool, may_close: bool
) -> tuple[ForeignComment, int, bool]:
    """Returns the problem of a comment, the offset after it, and whether a `*/` closes it. `has_words`: words stand in front of it on its line; `may_close`:
    there may be a `*/` further down."""
    text = source.text
    close = text.find("*/", start + 2) if sign == "/*" and may_close else -1
    end = close + 2 if close >= 0 else end_of_line(text, start)
    words = text[start + len(sign) : close if close >= 0 else end]
    alone = "\n" not in words and LINE_ENDS.match(text, end) is not None
    may_be_sign = has_words or (sign == "--" and words[:1] not in BLANKS)
    is_plain = sign == "/*" or not may_be_sign or PROSE.search(words.partition('"')[0]) is not None
    divisor = RIGHT_OPERAND.match(words) if sign == "//" and not is_plain else None
    behind = divisor[0] if divisor and divisor[1].isdigit() else ""
    span = Span(source.name, start, end)
    return ForeignComment(span, sign, words.strip(), alone, is_plain, behind), end, close >= 0


def find_turned_texts(source: Source) -> Iterator[TurnedText]:
    """Yields a problem for each line with a character that reverses its direction, also in sentences and comments."""
    if source.text.isascii():
        return
    last = -1
    for found in TURN.finditer(source.text):
        row = source.position(found.start())[0]
        if row != last:
            yield TurnedText(Span(source.name, found.start(), found.end()), found[0][0])
        last = row
