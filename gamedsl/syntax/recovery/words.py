"""Recovers lines with a wrong, missing or additional word."""

from __future__ import annotations

from gamedsl.diagnostics.suggest import closest
from gamedsl.source import Span
from gamedsl.syntax.lines import Token
from gamedsl.syntax.problems.forms import MissingComma
from gamedsl.syntax.problems.words import MissingColon
from gamedsl.syntax.recovery.starts import misspelt
from gamedsl.syntax.recovery.stumble import BOARDS, HEADER_WORDS, Answer, Stumble

_AFTER_COMMA = frozenset([
    "each", "distinct", "keep", "ties", "seen", "count", "up", "at", "refilled", "back", "once", "else", "eight", "top", "ask", "other",
    "columns", "rows",
])  # fmt: skip


def misspelt_here(s: Stumble) -> Answer | None:
    if s.found[0] != "NAME" or not s.found[1].isidentifier():
        return None
    meant = closest(s.found[1], s.keywords(s.machine.list_words()))
    if meant is None:
        return None
    terminal = s.machine.tables.words[meant]
    return misspelt(s, s.found, meant), s.replace(s.position, (terminal, meant))


def missing_comma(s: Stumble) -> Answer | None:
    if s.found[1] not in _AFTER_COMMA or not s.machine.accepts_all(("COMMA", s.found[0])):
        return None
    return MissingComma(s.gap(), s.found[1]), s.insert(("COMMA", ","))


def comma_before_as(s: Stumble) -> Answer | None:
    """Handles `then Ann.coins is 3 as before`, where a comma is missing before `as`."""
    at = s.position - 2
    if (
        s.first[1] != "then"
        or s.found[0] != "_NL"
        or [token[1] for token in s.tokens[at : s.position]] != ["as", "before"]
    ):
        return None
    place = s.tokens[at - 1][3]
    comma: Token = ("COMMA", ",", place, place)
    return MissingComma(Span(s.source.name, place, place), "as"), s.with_tokens(s.tokens[:at], [comma], s.tokens[at:])


def missing_colon(s: Stumble) -> Answer | None:
    if s.position == 0 or not s.accepts("COLON") or s.found[0] in ("COMMA", "RPAR", "RSQB"):
        return None
    if s.found[0] == "EQUAL":
        return MissingColon(s.span(s.found), s.first[1]), s.replace(s.position, ("COLON", ":"))
    if s.first[1] in BOARDS and s.found[0] != "_NL":
        return None
    later = any(token[0] == "COLON" for token in s.tokens[s.position :])
    if later or not (s.first[1] in HEADER_WORDS or s.first[1] in ("replace", "add")):
        return None
    at = next((i for i in range(s.position, max(0, s.position - _BACK), -1) if _reads_with_colon(s, i)), s.position)
    place = s.tokens[at - 1][3]
    colon: Token = ("COLON", ":", place, place)
    return MissingColon(Span(s.source.name, place, place), s.first[1]), s.with_tokens(
        s.tokens[:at], [colon], s.tokens[at:]
    )


_BACK = 4
"""The most words that may be read as the continuation of a formula before the line fails to fit: `if n > 3 coins[me] = 1`."""


def _reads_with_colon(s: Stumble, at: int) -> bool:
    line: list[Token] = [*s.tokens[:at], ("COLON", ":", 0, 0), *s.tokens[at:]]
    return s.machine.reads(line, s.height)
