"""Calls of other languages whose parts stand in another order here: `hand.sum(c => c.worth)`, `sum(map(lambda c: c.worth, hand))`, `IF(a > 6; 2; b)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.syntax.signs import READ_AS, end_of_line

_PATH = r"[A-Za-z]\w*(?:\.\w+)*"
_ARROW = r"\(?(?P<name>[A-Za-z]\w*)\)?[ \t]*(?:=>|->)[ \t]*"
_LAMBDA = r"lambda[ \t]+(?P<name>[A-Za-z]\w*)[ \t]*:[ \t]*"
_METHODS = tuple(re.compile(rf"(?P<of>{_PATH})\.(?P<verb>\w+)\((?:{start})") for start in (_ARROW, _LAMBDA))
_CALLS = tuple(re.compile(rf"(?<![\w.])(?P<verb>\w+)\((?:{start})") for start in (_ARROW, _LAMBDA))
_IF = re.compile(r"(?<![\w.])(?:IF|If|iif|IIF|WENN|SI)\(")
_VERBS = {
    "some": "any", "any": "any", "anyMatch": "any", "exists": "any", "every": "all", "all": "all", "allMatch": "all", "sum": "sum", "sumBy": "sum",
    "sumOf": "sum", "max": "max", "maxOf": "max", "min": "min", "minOf": "min", "map": "map", "select": "map", "filter": "filter", "where": "filter",
    "count": "count", "find": "find", "first": "find",
}  # fmt: skip
"""Functions that take a function, with what they do."""
_SIGN = re.compile(r" *(={2,3}|!=|<>|&&|\|\|) *")
_ROUNDED = re.compile(r"\brounded (?:up|down)\b")


def call_as_meant(text: str, at: int) -> tuple[int, int, str] | None:
    """Returns the beginning and the end of the foreign call around a place of a text, and how it is written here; None if there is none."""
    row = text.rfind("\n", 0, at) + 1
    calls = [one for one in _calls(text[row : end_of_line(text, at)]) if one[0] <= at - row < one[1]]
    if not calls:
        return None
    start, end, meant = min(calls)
    while inner := next(_calls(meant), None):
        meant = f"{meant[: inner[0]]}{inner[2]}{meant[inner[1] :]}"
    return row + start, row + end, _SIGN.sub(lambda sign: f" {READ_AS[sign[1]][1]} ", meant)


def _calls(line: str) -> Iterator[tuple[int, int, str]]:
    """Yields the foreign calls of a line, each with its beginning, its end and how it is written here."""
    for pattern in (*_METHODS, *_CALLS, _IF):
        for found in pattern.finditer(line):
            end = _closing(line, found.end())
            inside = line[found.end() : end]
            meant = None if end < 0 else _if(inside) if pattern is _IF else _fold(found, inside)
            if meant is not None:
                yield found.start(), end + 1, meant


def _fold(found: re.Match[str], inside: str) -> str | None:
    """Returns the formula for a function that goes through a collection."""
    verb, name, of = _VERBS.get(found["verb"]), found["name"], found.groupdict().get("of")
    parts = _parts(inside, ",")
    if of is None and len(parts) == _BODY_AND_COLLECTION:
        parts, of = parts[:1], parts[1]
    if verb is None or of is None or len(parts) != 1 or not parts[0]:
        return None
    body = parts[0]
    asked = re.sub(rf"(?<![\w.]){name}\b", "it", body)
    match verb:
        case "map":
            return f"[{body} for {name} in {of}]"
        case "filter":
            return f"({of} where {asked})"
        case "find":
            return f"first({of} where {asked})"
        case "count":
            return f"count({of} where {asked})"
        case _:
            return f"{verb}({body} for {name} in {of})"


_BODY_AND_COLLECTION = 2


def _if(inside: str) -> str | None:
    """Returns the formula for the `IF` of a spreadsheet."""
    parts = _parts(inside, ";")
    if len(parts) != _PARTS_OF_IF or not all(parts):
        return None
    asked, yes, no = (f"{one} rounded down" if "/" in one and not _ROUNDED.search(one) else one for one in parts)
    return f"{yes} if {re.sub(r' *(?<![<>=!])=(?![=>]) *', ' is ', asked)} else {no}"


_PARTS_OF_IF = 3


def _closing(line: str, start: int) -> int:
    """Returns the place of the bracket that closes the one before `start`; -1 if none does."""
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] in "([") - (line[at] in ")]")
        if depth < 0:
            return at
    return -1


def _parts(text: str, sign: str) -> list[str]:
    """Cuts a text at the signs that stand outside of its brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == sign and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
