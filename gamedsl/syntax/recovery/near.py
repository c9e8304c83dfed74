"""The answer for a line that reads with one word different."""

import re

from gamedsl.source import Span
from gamedsl.syntax.guessing.near_lines import NearLine
from gamedsl.syntax.problems.forms import Unfitting
from gamedsl.syntax.recovery.stumble import Answer, Stumble
from gamedsl.values import evolve

_GLUED = re.compile(r" ([:,(])|(?<=\()( )| (?=\))")
"""Blanks that stand beside signs only because words are joined by blanks."""


def report_near_line(s: Stumble, problem: Unfitting, near: NearLine) -> Answer:
    """The line that was meant, in words."""
    text, tokens, words = s.source.text, s.tokens, _GLUED.sub(r"\1", " ".join(near.words))
    start = tokens[near.first][2] if near.first < near.last else tokens[near.first - 1][3] if near.first else s.first[2]
    end = tokens[near.last - 1][3] if near.last else start
    if near.first == near.last:
        end = tokens[near.last][2] if near.last < len(tokens) else start
        before = "" if not near.first or words in (",", ":", ".") else " "
        words = f"{before}{words}{'' if near.last == len(tokens) or words == '.' else ' '}"
    elif not words:
        start = tokens[near.first - 1][3] if near.first else start
        end = end if near.first else tokens[near.last][2]
    if words[:1].isalnum() and start and not (text[start - 1].isspace() or text[start - 1] in "(["):
        words = f" {words}"
    if words[-1:].isalnum() and text[end : end + 1].isalnum():
        words = f"{words} "
    left = tokens[max(0, near.first - 2)][2]
    right = tokens[min(len(tokens) - 1, near.last + 1)][3]
    meant = " ".join(f"{text[left:start]}{words}{text[end:right]}".split())
    place = Span(s.source.name, start, end)
    goes_on = s.with_tokens(near.tokens) if near.is_slip else []
    return evolve(problem, meant=meant, place=place, words=words), goes_on
