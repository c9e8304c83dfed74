"""Reads text that begins with a digit: numbers, and what people write with them, such as `1.5`, `2d6` and `4x4`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gamedsl.source import Source, Span
from gamedsl.syntax.lines import LONGEST_NUMBER, Token
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.signs import SIZE, DecimalNumber, GluedNumber, LongNumber
from gamedsl.syntax.signs import DICE
from gamedsl.values import define, field

_NUMBER = re.compile(r"(?P<decimal>[0-9]+\.[0-9]+(?!\.))|(?P<digits>[0-9]+)(?P<rest>\w*)")


@define
class ReadNumber:
    """The words that were read, their problems, and the offset after them."""

    end: int
    tokens: list[Token] = field(factory=list[Token])
    problems: list[SyntaxProblem] = field(factory=list[SyntaxProblem])


def read_number(source: Source, start: int, before: Sequence[Token], words: Mapping[str, str]) -> ReadNumber:
    """Reads a number, with what is glued to it. `before` are the words of the line in front of it."""
    found = _NUMBER.match(source.text, start)
    assert found is not None  # there is a digit
    read = ReadNumber(found.end())
    span, digits, rest = Span(source.name, start, read.end), found["digits"] or "", found["rest"] or ""
    middle = start + len(digits)
    if found["decimal"]:
        read.problems.append(DecimalNumber(span, found["decimal"]))
        digits = found["decimal"].partition(".")[0]
    elif rest and (parts := _read_glued(digits, rest, before)):
        read.problems.append(GluedNumber(span, digits, rest, " ".join(word for _, word in parts).replace(" .. ", "..")))
        read.tokens += [(terminal, word, start, read.end) for terminal, word in parts]
        return read
    elif rest:
        read.problems.append(GluedNumber(span, digits, rest))
    if len(digits.lstrip("0")) > LONGEST_NUMBER:
        read.problems.append(LongNumber(span))
        digits = "0"
    read.tokens.append(("INT", digits, start, middle if rest else read.end))
    if rest:
        read.tokens.append((words.get(rest, "NAME"), rest, middle, read.end))
    return read


def _read_glued(digits: str, rest: str, before: Sequence[Token]) -> tuple[tuple[str, str], ...]:
    """Returns the words for dice, as in `roll dice: 2d6`, and for the size of a board, as in `grid cell 4x4`."""
    first = before[0][1] if before else ""
    is_in_brackets = any(token[1] in ("(", "[") for token in before)
    dice, size = DICE.fullmatch(digits + rest), SIZE.fullmatch(rest)
    if dice and first in ("roll", "let", "choose") and not is_in_brackets:
        return (("INT", dice[1]), ("OF", "of"), ("INT", "1"), ("DOTS", ".."), ("INT", dice[2]))
    if size and first == "grid":
        return (("INT", digits), ("BY", "by"), ("INT", size[1]))
    return ()
