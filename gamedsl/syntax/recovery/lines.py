"""Reads lines as they were meant before anything fails: headers that lack a word, words of other languages, a capital first letter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gamedsl.diagnostics.suggest import is_slip
from gamedsl.source import Source, Span
from gamedsl.syntax.lines import Line, Token
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.words import ForeignWord, MissingColon, Misspelt
from gamedsl.syntax.recovery.stumble import DECLARATION_WORDS
from gamedsl.syntax.tree import declarations
from gamedsl.syntax.tree.formulas import UNREAD
from gamedsl.syntax.tree.traits import words_of
from gamedsl.values import evolve


def name_alone(line: Line, headers: tuple[str, ...]) -> Line | None:
    """Returns an unreadable line reduced to the name that it declares, so that uses of the name are not reported."""
    if not headers or headers[0] not in WITH_STATEMENTS:
        return None
    words = [token[1] for token in line.tokens]
    if words[0] == "let" and words[2:3] == ["="]:
        return _until(line, 3, ())
    colon = next((i for i, token in enumerate(line.tokens) if token[0] == "COLON"), 0)
    asks = colon > 1 and words[0] in ("choose", "may", "roll") and words[colon - 2] in ("choose", "able", "roll")
    if asks or (colon == 1 and headers[-1] in ("choose", "may", "roll")):
        return _until(line, colon + 1, (("ONE", "one"), ("OF", "of")))
    return None


WITH_STATEMENTS = words_of(declarations.WithBody) | {"replace", "add"}
"""Declarations that hold statements."""


def _until(line: Line, count: int, words: tuple[tuple[str, str], ...]) -> Line | None:
    """Returns a line that keeps its first `count` words. The rest is replaced by `words` and a formula that is not read."""
    if len(line.tokens) <= count:
        return None
    start = line.tokens[count][2]
    more: list[Token] = [(terminal, text, start, start) for terminal, text in (*words, ("NAME", UNREAD))]
    return evolve(line, tokens=[*line.tokens[:count], *more], lost=False, unread=True)


def read_as_ours(line: Line, source: Source) -> list[SyntaxProblem]:
    """Reads `elif` as `else if`, before the line is taken: it decides where the `if` ends. Returns the problem, if there is one."""
    kind, word, start, end = line.tokens[0]
    second = line.tokens[1][0] if len(line.tokens) > 1 else "_NL"
    if kind != "NAME" or second in ("EQUAL", "ADD_SET", "TAKE_SET", "DOT", "LSQB", "COLON", "_NL"):
        return []
    line.tokens[:1] = [("ELSE", "else", start, end), ("IF", "if", start, end)]
    return [ForeignWord(Span(source.name, start, end), word, "else if", is_only=True)]


def small_letter(line: Line, source: Source, opens: bool) -> list[SyntaxProblem]:
    """Reads `Phase turns:` in the first column as `phase turns:`, before its depth is examined. Returns the problem, if there is one."""
    kind, word, start, end = line.tokens[0]
    small = word[:1].lower() + word[1:]
    is_header = opens or line.tokens[-1][0] == "COLON"
    if kind != "NAME" or small == word or not is_header or small not in DECLARATION_WORDS | {"given"}:
        return []
    if (small == "given") != (line.column > 0):
        return []
    line.tokens[0] = (small.upper(), small, start, end)
    return [Misspelt(Span(source.name, start, end), word, small, is_only=True)]


def misspelt_else(line: Line, source: Source) -> list[SyntaxProblem]:
    """Reads `elsse:` as `else:`, before the line is taken: it decides where the `if` ends. Returns the problem, if there is one."""
    kind, word, start, end = line.tokens[0]
    second = line.tokens[1][0] if len(line.tokens) > 1 else "_NL"
    if kind != "NAME" or second not in ("COLON", "IF") or not is_slip(word, "else") or source.text.count(word) > 1:
        return []
    line.tokens[:1] = [("ELSE", "else", start, end)]
    return [Misspelt(Span(source.name, start, end), word, "else", is_only=True)]


def letter_for_colon(line: Line, source: Source, opens: bool) -> list[SyntaxProblem]:
    """Reads `phase exploringl` above deeper lines as `phase exploring:`, if the name without its last letter occurs elsewhere. Returns the problem, if there
    is one."""
    kind, word, start, end = line.tokens[-1]
    if (
        kind != "NAME"
        or not opens
        or line.repairs
        or word[-1] not in "lp"
        or line.tokens[0][1] not in DECLARATION_WORDS
    ):
        return []
    name = word[:-1]
    if (
        not name.isidentifier()
        or re.search(rf"\b{name}\b", source.text) is None
        or len(re.findall(rf"\b{word}\b", source.text)) > 1
    ):
        return []
    line.tokens[-1:] = [(kind, name, start, end - 1), ("COLON", ":", end - 1, end)]
    return [MissingColon(Span(source.name, end - 1, end), line.tokens[0][1])]


def rows_of_values(above: Sequence[Token], below: Sequence[Token]) -> tuple[tuple[str, str], ...]:
    """Returns the rows of the table that is meant by `type colour: Red, Blue` above `price: 1, 2`; none for other lines."""
    names, numbers = [token[1] for token in above], [token[1] for token in below]
    match names, numbers:
        case ["type", _, ":", *values], [str(column), ":", *cells] if len(values) == len(cells):
            rows = tuple(zip(("name", *values[::2]), (column, *cells[::2]), strict=True))
            are_lists = all(sign == "," for sign in (*values[1::2], *cells[1::2]))
            return rows if are_lists and len(values) > 1 else ()
        case _:
            return ()
