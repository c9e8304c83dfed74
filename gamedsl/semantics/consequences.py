"""One mistake, one diagnostic: leaves out the problems that only follow from others.

A line that cannot be read, or data that do not fit together, take the names with them that they would declare:
nothing is said about their uses, nor about the rest of such a line. A name that is unknown in many places is reported where it stands first. One place
is not reported twice because it means something else with four players than with three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from gamedsl.semantics import problems as p
from gamedsl.source import Source, Span

_WORD = re.compile(r"[^\W\d]\w*")
_OF_NAMES = p.UnknownName | p.UnknownMember | p.UnknownSelection | p.UnknownTarget | p.WrongSort
_DATA = p.WrongTotal | p.WrongWidth | p.WrongHeight | p.BadCell | p.BadData | p.TooMany


def independent(
    problems: Iterable[p.Problem], unread: Iterable[Span], sources: Mapping[str, Source]
) -> tuple[p.Problem, ...]:
    """The problems that stand for mistakes of their own, in the order of the text; `unread`: what could not be read."""
    order = {name: i for i, name in enumerate(sources)}
    ordered = sorted(problems, key=lambda q: (order.get(q.span.source, 0), q.span.start))
    unread = tuple(unread)
    mended = {_line(sources, span) for span in unread}
    lost = {word for span in unread for word in _words_of_line(sources, span)}
    lost |= {word for q in ordered if isinstance(q, _DATA) for word in _words_of_declaration(sources, q.span)}
    kept: dict[object, p.Problem] = {}
    for problem in ordered:
        follows = isinstance(problem, _OF_NAMES) and problem.name in lost
        if not follows and _line(sources, problem.span) not in mended:
            kept.setdefault(_mistake(problem), problem)
    return tuple(kept.values())


def _mistake(problem: p.Problem) -> object:
    """What two problems have in common that come from one mistake."""
    match problem:
        case p.UnknownName() | p.UnknownMember() | p.UnknownSelection():
            return problem.name
        case p.Unanswered():
            return problem
        case _:
            return type(problem), problem.span


def _line(sources: Mapping[str, Source], span: Span) -> tuple[str, int]:
    source = sources.get(span.source)
    return span.source, 0 if source is None else source.position(span.start)[0]


def _words_of_line(sources: Mapping[str, Source], span: Span) -> list[str]:
    """The words of the line where a place begins, and of the lines below it that stand deeper."""
    source = sources.get(span.source)
    if source is None:
        return []
    return _words(source.text.split("\n"), source.position(span.start)[0] - 1)


def _words_of_declaration(sources: Mapping[str, Source], span: Span) -> list[str]:
    """The words of the whole declaration around a place."""
    source = sources.get(span.source)
    if source is None:
        return []
    lines = source.text.split("\n")
    first = source.position(span.start)[0] - 1
    while first > 0 and (not lines[first].strip() or _indentation(lines[first])):
        first -= 1
    return _words(lines, first)


def _words(lines: list[str], first: int) -> list[str]:
    column = _indentation(lines[first])
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or _indentation(lines[last]) > column):
        last += 1
    return _WORD.findall("\n".join(lines[first:last]))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
