"""Answers lines that take several lines in this language: `type fruit: Apple 2, Pear 3`, `component crate for each good`, `roll rain` for a number of the
file, `component 12 cloud: 1..4, 3 of each`, `add phase dawn before watching:`."""

from __future__ import annotations

import re

from gamedsl.source import Span
from gamedsl.syntax.guessing.change_slips import CHANGING
from gamedsl.syntax.guessing.declared_lines import component_of_values
from gamedsl.syntax.guessing.own_names import OwnNames, own_names, same_name
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.problems.forms import InWords
from gamedsl.syntax.problems.wording import indent_rows
from gamedsl.syntax.recovery.stumble import Answer, Stumble

_JOINING = frozenset(["(", ")", "=", ":", "/"])
"""Signs between a value and its numbers."""
_LISTED = re.compile(r"component (\w+): (\d+) (\w+)( in \w+)?:?(?=\s*\n)")
_PER = (["per"], ["for", "each"], ["of", "each"], ["one", "per"], ["one", "of", "each"], ["for", "every"])


def several_lines(s: Stumble) -> Answer | None:
    """Returns the answer with all lines."""
    words, own = [token[1] for token in s.tokens], own_names(s.source.text)
    if s.headers and s.headers[-1] in CHANGING:
        return _phase_with_place(words, s)
    if s.headers == ("component",) and (listed := _component_above(s)):
        return listed
    lines = () if s.headers or s.opens else _table(words, s.source.text) or _kinds(words, own) or _copies(words)
    place = Place.TOP
    if s.headers and s.headers[0] not in ("game", "example") and words[:1] == ["roll"] and len(words) == 2:
        lines, place = _roll(words[1], own), Place.RULE
    if s.headers and words[1:4] == ["=", "one", "of"] and words[0] in own.numbers:
        behind = s.source.text[s.tokens[4][2] : s.tokens[-1][3]] if len(words) > 4 else ""
        lines, place = (f"roll rolled: one of {behind}", f"{words[0]} = rolled"), Place.RULE
    if s.headers == ("component",):
        lines, place = _heading_too(words, s), Place.TOP
    if not lines:
        return None
    span = s.span(s.first).to(s.span(s.tokens[-1]))
    text = s.source.text[span.start : span.end]
    return InWords(span, text, lines, place, is_own=True, indent=s.line.column), []


def _phase_with_place(words: list[str], s: Stumble) -> Answer | None:
    """Answers `add phase dawn before watching:`: the phase and its place in a round are two changes."""
    match words:
        case ["add", "phase", name, ("after" | "before") as when, other, ":" | ",", *_] if other.isidentifier():
            span = s.span(s.first).to(s.span(s.tokens[-1]))
            text = s.source.text[span.start : span.end]
            behind = s.source.text[s.tokens[5][2] : span.end]
            lines = (f"add {name} {when} {other} in rounds", f"add phase {name}{behind}")
            problem = InWords(span, text, lines, Place.TOP, is_own=True, indent=s.line.column)
            return problem, s.with_tokens(s.tokens[:3], s.tokens[5:])
        case _:
            return None


def _copies(words: list[str]) -> tuple[str, ...]:
    """Returns the component for numbers of which there are several copies: `component 12 cloud in sky: 1..4 3 times`, `… 1..4, 3 of each`."""
    found = _COPIES.fullmatch(" ".join(words))
    return () if found is None else (f"{found[1]}:", "    number count", f"    each {found[2]}..{found[3]} {found[4]}")


_COPIES = re.compile(
    r"(component (?:\d+ )?\w+(?: in \w+)?) : (\d+) (?:\.\.|to|-) (\d+) (?:, )?(?:(?:each|x|\*) )?(\d+)(?: (?:times|each|copies|of each|copies each|copies of each))?"
)


def _table(words: list[str], text: str) -> tuple[str, ...]:
    """Returns the table for a type whose values are given on one line with their numbers."""
    if words[:1] != ["type"] or words[2:3] not in ([":"], ["="]):
        return ()
    rows = [
        [cell for cell in part.split(" ") if cell and cell not in _JOINING] for part in " ".join(words[3:]).split(",")
    ]
    width = len(rows[0])
    if width < 2 or any(len(row) != width or not row[0].istitle() or row[1] == "or" for row in rows):
        return ()
    parts = dict.fromkeys(re.findall(rf"\b{words[1]}\.(\w+)", text))
    heads = ["name", *parts, *(f"value_{i}" for i in range(1, width))][:width]
    rows.insert(0, heads)
    return (f"type {words[1]}:", *indent_rows(rows))


def _kinds(words: list[str], own: OwnNames) -> tuple[str, ...]:
    """Returns the component with a kind for each value of a type."""
    head = words[:-2] if words[-2:-1] == ["in"] else words
    if words[:1] != ["component"] or len(head) < 4 or head[2:-1] not in _PER:
        return ()
    name, of = words[1], head[-1]
    return component_of_values(name, of, words[-1] if head != words else None, own)


def _component_above(s: Stumble) -> Answer | None:
    """Answers the first row below `component basket: 10 basket in barn`: the line above is another one, and a table follows it."""
    start = s.source.text.rfind("\n", 0, s.source.line_start(s.first[2]) - 1) + 1
    line = _LISTED.match(s.source.text, start)
    if line is None or not same_name(line[1], (line[3],)):
        return None
    span = Span(s.source.name, start, line.end())
    meant = f"component {line[2]} {line[3]}{line[4] or ''}:"
    return InWords(span, line[0], (meant,), Place.TOP, is_own=True, indent=0), []


def _heading_too(words: list[str], s: Stumble) -> tuple[str, ...]:
    """Returns the rows for `each ware: 8` as the first row below a component: the heading is missing as well."""
    above = s.source.text[: s.first[2]].rstrip().rpartition("\n")[2]
    match words:
        case ["each", of, ":" | "=" | "x", number] if number.isdigit() and above.startswith("component "):
            return tuple(row.strip() for row in indent_rows(((of, "count"), (f"each {of}", number))))
        case _:
            return ()


def _roll(name: str, own: OwnNames) -> tuple[str, ...]:
    """Returns the lines for a roll whose result is stored in a field."""
    if name in own.numbers:
        return ("roll rolled: one of 1..6", f"{name} = rolled")
    return (f"roll {name}: one of 1..6",) if name.isidentifier() else ()
