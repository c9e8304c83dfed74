"""Recovers lines with mistakes in formulas."""

from __future__ import annotations

import re

from gamedsl.source import Span
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import Chained, CompareAsSet, EqualsInCondition, MissingComma, NoLeftSide
from gamedsl.syntax.problems.numbers import Unrounded
from gamedsl.syntax.problems.signs import ForeignSign
from gamedsl.syntax.problems.words import MissingColon
from gamedsl.syntax.recovery.stumble import Answer, Stumble

_COMPARISONS = frozenset(["CMP", "IS", "IN"])


def division_without_rounding(s: Stumble) -> Answer | None:
    signs = [token for token in s.tokens[: s.position] if token[0] == "SLASH"]
    if not signs or not s.accepts("ROUNDED"):
        return None
    return Unrounded(s.span(signs[-1]), s.gap()), s.insert(("ROUNDED", "rounded"), ("DOWN", "down"))


def chain_of_comparisons(s: Stumble) -> Answer | None:
    if s.found[0] not in _COMPARISONS or not s.accepts("AND"):
        return None
    start = s.position
    while start > 0 and s.tokens[start - 1][0] not in (*_COMPARISONS, "AND", "OR", "IF", "ELSE", "WHERE", "COLON"):
        start -= 1
    if start == 0 or s.tokens[start - 1][0] not in _COMPARISONS:
        return None
    middle = s.tokens[start + (s.tokens[start][0] == "NOT") : s.position]
    if not middle:
        return None
    text = s.source.text[middle[0][2] : middle[-1][3]]
    new: list[Token] = [("AND", "and", s.found[2], s.found[2]), *middle]
    return Chained(s.span(s.found), text), s.with_tokens(s.tokens[: s.position], new, s.tokens[s.position :])


def equals_in_condition(s: Stumble) -> Answer | None:
    if s.found[0] != "EQUAL" or not s.accepts("IS"):
        return None
    return EqualsInCondition(s.span(s.found)), s.replace(s.position, ("IS", "is"))


def equals_in_match(s: Stumble) -> Answer | None:
    """Handles `match gem (Ruby = 3)`, which was read as a call."""
    if s.before[0] != "RPAR" or not s.accepts("LPAR"):
        return None
    depth, at = 0, s.position - 1
    first: int | None = None
    while at > 0:
        kind = s.tokens[at][0]
        depth += (kind in ("RPAR", "RSQB")) - (kind in ("LPAR", "LSQB"))
        if depth == 0:
            break
        if kind == "EQUAL" and depth == 1:
            first = at
        at -= 1
    if first is None or "match" not in [token[1] for token in s.tokens[:at]]:
        return None
    return MissingColon(s.span(s.tokens[first]), "match"), s.replace(first, ("COLON", ":"))


def case_without_colon(s: Stumble) -> Answer | None:
    """Handles `Ruby = 3` or `Ruby 3` as a line of a block of cases."""
    in_cases = bool(s.headers) and s.headers[-1] in ("let", "score")
    if not in_cases or s.position == 0 or not s.accepts("COLON") or s.found[0] == "_NL":
        return None
    if any(token[0] == "COLON" for token in s.tokens):
        return None
    if s.found[0] == "EQUAL":
        return MissingColon(s.span(s.found), "match"), s.replace(s.position, ("COLON", ":"))
    return MissingColon(s.gap(), "match"), s.insert(("COLON", ":"))


def two_names_of_for(s: Stumble) -> Answer | None:
    """Handles `for i card in numbered(hand)`."""
    is_named = s.word(s.position - 2) == "for" and s.before[1] not in s.machine.tables.words
    if s.found[0] != "NAME" or not is_named or s.word(s.position + 1) != "in":
        return None
    return MissingComma(s.gap(), s.found[1]), s.insert(("COMMA", ","))


def no_left_side(s: Stumble) -> Answer | None:
    """Handles `row where not in city`, `hand where > 3`, where `in` was read as a name."""
    for at in range(s.position, max(0, s.position - 3), -1):
        if at >= len(s.tokens) or s.tokens[at][0] not in _COMPARISONS:
            continue
        if at == s.position - 2 and s.before[1] != "not":
            return None
        start = at - 1 if s.word(at) == "in" and s.word(at - 1) == "not" else at
        if s.word(start - 1) not in ("where", "while", "and", "or", "not", "if", "("):
            return None
        first = start - 1 if s.word(start - 1) == "not" else start
        if s.word(first) == "not" or (first + 1 < len(s.tokens) and s.tokens[first + 1][0] == "NAME"):
            turned = [*s.tokens[:first], s.tokens[first + 1], s.tokens[first], *s.tokens[first + 2 :]]
            if s.machine.reads(
                turned, s.height
            ):  # `where is colour red`, `x not is none`: two words in the other order
                return None
        element = _element_of_filter(s, start)
        place = s.tokens[start][2]
        problem = NoLeftSide(
            s.span(s.tokens[at]),
            s.source.text[s.tokens[at][2] : s.tokens[at][3]],
            Span(s.source.name, place, place),
            element,
        )
        if element is None:
            return problem, []
        terminal = "IT" if element == "it" else "NAME"
        return problem, s.with_tokens(s.tokens[:start], [(terminal, element, place, place)], s.tokens[start:])
    return None


def _element_of_filter(s: Stumble, at: int) -> str | None:
    """Returns the name of the element in the `where` around a word: `it`, or the name after `as`."""
    for i in range(at - 1, 0, -1):
        if s.word(i) in ("where", "while"):
            return s.word(i - 1) if s.word(i - 2) == "as" else "it"
    return None


def compare_as_set(s: Stumble) -> Answer | None:
    if s.found[0] != "IS" or not s.accepts("EQUAL"):
        return None
    span, sign = s.span(s.found), s.source.text[s.found[2] : s.found[3]]
    problem = CompareAsSet(span) if sign == "is" else ForeignSign(span, sign, "is")  # the second is reported elsewhere
    return problem, s.replace(s.position, ("EQUAL", "="))


def count_sign(s: Stumble) -> Answer | None:
    """Handles `if #hand > 1:`, where the text after `#` is a comment."""
    found = _COUNTED.match(s.source.text, s.before[3]) if s.found[0] == "_NL" else None
    if found is None:
        return None
    span = Span(s.source.name, found.start(1), found.end(1))
    return ForeignSign(span, found[1], f"count({found[1][1:]})"), []


_COUNTED = re.compile(r"[ \t]*(#[a-z]\w*)")
