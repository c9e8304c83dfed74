"""One mistake, one diagnostic: leaves out the problems that only follow from others.

A line that cannot be read, or data that do not fit together, take the names with them that they would declare:
nothing is said about their uses, nor about the rest of such a line, nor about the total of such data. If that line
stands inside a declaration, the declaration may be left out with it, so its name counts as taken too. A name that is
unknown in many places is reported where it stands first, and so is `card[…]` of which many are. One place is not reported twice because it means something
else with four players than with three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from gamedsl.semantics.problems.problems import (
    BadCell,
    BadData,
    BadExample,
    Problem,
    TooMany,
    Unanswered,
    UnknownMember,
    UnknownName,
    UnknownSelection,
    UnknownTarget,
    WrongHeight,
    WrongSort,
    WrongTotal,
    WrongWidth,
)
from gamedsl.semantics.problems.terms import About, ExampleFlaw
from gamedsl.source import Source, Span

_OF_NAMES = UnknownName | UnknownMember | UnknownSelection | UnknownTarget | WrongSort
_DATA = WrongTotal | WrongWidth | WrongHeight | BadCell | BadData | TooMany
_NAMES_THINGS = ("type ", "component ", "table ", "grid ", "ring ", "graph ", "add ", "replace ")
_WORD = re.compile(r"[^\W\d]\w*")


def independent(
    problems: Iterable[Problem], unread: Iterable[Span], sources: Mapping[str, Source]
) -> tuple[Problem, ...]:
    """The problems that stand for mistakes of their own, in the order of the text; `unread`: what could not be read."""
    order = {name: i for i, name in enumerate(sources)}
    ordered = sorted(problems, key=lambda q: (order.get(q.span.source, 0), q.span.start))
    unread = tuple(unread)
    spoilt = tuple(dict.fromkeys(_lines(sources, span) for span in unread))
    mended = {(lines.source, lines.first) for lines in spoilt}
    data = [(q, _declaration(sources, q.span)) for q in ordered if isinstance(q, _DATA)]
    lost = {word for lines in spoilt for word in lines.words}
    lost |= {word for _, lines in data if lines.starts(_NAMES_THINGS) for word in lines.words}
    above = {name for span in unread for name in _names_above(sources, span)}
    partial = [lines for q, lines in data if not isinstance(q, WrongTotal)]
    partial += [_declaration(sources, span) for span in unread]
    uncounted = {(lines.source, lines.first) for lines in partial}
    kept: dict[object, Problem] = {}
    for problem in ordered:
        here = _lines(sources, problem.span)
        follows = isinstance(problem, _OF_NAMES) and problem.name.partition("[")[0] in lost
        follows = follows or (isinstance(problem, UnknownName | UnknownTarget) and problem.name in above)
        follows = follows or ("rounds" in lost and _is_outside(problem))
        follows = follows or (isinstance(problem, WrongTotal) and (here.source, here.first) in uncounted)
        if not follows and (here.source, here.first) not in mended:
            kept.setdefault(_mistake(problem), problem)
    return tuple(kept.values())


def _is_outside(problem: Problem) -> bool:
    """Whether an example gives a number that its field cannot hold: how many rounds there are may be unknown."""
    return (
        isinstance(problem, BadExample) and isinstance(problem.flaw, About) and problem.flaw.term is ExampleFlaw.OUTSIDE
    )


def same_mistake(one: Problem, other: Problem) -> bool:
    """Whether two problems come from one mistake, so that only the first of them is told."""
    return _mistake(one) == _mistake(other)


def _mistake(problem: Problem) -> object:
    """What two problems have in common that come from one mistake."""
    match problem:
        case UnknownName() | UnknownMember() | UnknownSelection():
            thing, bracket, _ = problem.name.partition("[")
            return thing + bracket
        case Unanswered():
            return problem
        case TooMany():
            return type(problem), problem.what
        case _:
            return type(problem), problem.span


# ---------------------------------------------------------------- lines of the text


@frozen
class _Lines:
    """A line (its number counted from 0) with the lines below it that stand deeper."""

    source: str
    first: int
    text: str

    @property
    def words(self) -> list[str]:
        return _WORD.findall(self.text)

    def starts(self, beginnings: tuple[str, ...]) -> bool:
        return self.text.startswith(beginnings)


def _lines(sources: Mapping[str, Source], span: Span) -> _Lines:
    """The line where a place begins."""
    source = sources.get(span.source)
    if source is None:
        return _Lines(span.source, 0, "")
    return _block(source.name, source.text, source.position(span.start)[0] - 1)


def _names_above(sources: Mapping[str, Source], span: Span) -> Iterator[str]:
    """What the lines above a place declare, if it stands below them in their block or brackets: they may be left out with it."""
    source = sources.get(span.source)
    if source is None:
        return
    lines = _split(source.text)
    row = source.position(span.start)[0] - 1
    depth = _indentation(lines[row])
    for line in reversed(lines[:row]):
        if depth == 0:
            return
        if line.strip() and _indentation(line) < depth:
            depth = _indentation(line)
            yield from [word for word in _WORD.findall(line) if word not in ("add", "replace")][:2]


def _declaration(sources: Mapping[str, Source], span: Span) -> _Lines:
    """The whole declaration around a place."""
    source = sources.get(span.source)
    if source is None:
        return _Lines(span.source, 0, "")
    lines = _split(source.text)
    first = source.position(span.start)[0] - 1
    while first > 0 and (not lines[first].strip() or _indentation(lines[first])):
        first -= 1
    return _block(source.name, source.text, first)


@lru_cache(maxsize=1024)
def _block(name: str, text: str, first: int) -> _Lines:
    lines = _split(text)
    column = _indentation(lines[first])
    last = first + 1
    while last < len(lines) and (not lines[last].strip() or _indentation(lines[last]) > column):
        last += 1
    return _Lines(name, first, "\n".join(lines[first:last]))


@lru_cache(maxsize=8)
def _split(text: str) -> list[str]:
    return text.split("\n")


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())
