"""Moves a problem to its cause, if the text shows the cause.

A name that is misspelt in its declaration: all uses have another spelling. `1 of S` where one element was expected: the values made of it do not fit. A
sign beside an unknown name, or two words in one: another sign or a blank was meant between them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping

from gamedsl.diagnostics.problem import Problem
from gamedsl.diagnostics.suggest import closest, is_slip
from gamedsl.semantics.problems.data import BadCell
from gamedsl.semantics.problems.elements import NotACollection, OneOfMany
from gamedsl.semantics.problems.following.dependence import Dependence
from gamedsl.semantics.problems.following.meant_lines import add_meaning
from gamedsl.semantics.problems.names import MEANINGS, Misdeclared, OtherwiseMeant, UnknownMember, UnknownName
from gamedsl.semantics.problems.usage import NeverChanges
from gamedsl.semantics.problems.values import Mismatch, NotComparable
from gamedsl.semantics.problems.wording import JOINING
from gamedsl.source import Source, Span
from gamedsl.values import evolve


def at_causes(found: Iterable[Problem], sources: Mapping[str, Source]) -> tuple[Problem, ...]:
    """Replaces each problem by its cause, if the text shows one; reports each cause only once."""
    texts = Dependence(sources)
    names: set[str] = set()
    told: dict[Problem, None] = {}
    for one in found:
        if isinstance(one, UnknownName | UnknownMember):
            names.add(one.name)
        cause = _at_cause(one, texts) if len(names) <= _MOST_NAMES else one
        source = sources.get(cause.span.source)
        told[cause if source is None else add_meaning(cause, source)] = None
    is_misdeclared = any(isinstance(one, Misdeclared) for one in told)
    return tuple(one for one in told if not (is_misdeclared and isinstance(one, NeverChanges)))


_MOST_NAMES = 200
"""The most different unknown names whose causes are looked for: the time grows with this number times that of the known names."""


def _at_cause(problem: Problem, texts: Dependence) -> Problem:
    match problem:
        case UnknownName() | UnknownMember() if problem.name.isidentifier():
            return (
                _sign_beside(problem, texts)
                or _find_misdeclared(problem.name, problem.known, problem.span, texts)
                or _find_glued(problem, texts)
                or problem
            )
        case BadCell(column=str(), is_column=False):
            return _find_misdeclared(problem.text, problem.known, problem.span, texts) or _add_turned_cell(
                problem, texts
            )
        case Mismatch() | NotComparable() | NotACollection():
            return _one_of_many(problem, texts) or problem
        case _:
            return problem


# ---------------------------------------------------------------- names


def _find_misdeclared(name: str, known: tuple[str, ...], use: Span, texts: Dependence) -> Misdeclared | None:
    """Finds a misspelt declaration: of two similar names one is declared but never used. It is the misspelt one if the other is used several times, or
    if the parts of the other occur elsewhere."""
    source = texts.sources.get(use.source)
    if source is None or not name.isidentifier():
        return None
    plural = next((word for word in (f"{name}s", name.removesuffix("s")) if word in known and word != name), None)
    other = plural or closest(name, {*known, *texts.other_spellings(name)})
    if other is None or other in MEANINGS or texts.uses[other] != 1 or texts.is_declared(name):
        return None
    is_known = _has_known_parts(name, texts) and not _has_known_parts(other, texts)
    if texts.uses[name] < _FEWEST and (plural is not None or not is_known):
        return None
    lines = texts.lines(source.name)
    found = None if lines is None else re.search(rf"\b{re.escape(other)}\b", "\n".join(lines.lines))
    if found is None or _UNUSED_BY_NATURE.search(found.string, 0, found.start()):
        return None
    return Misdeclared(Span(source.name, found.start(), found.end()), other, name, use)


_UNUSED_BY_NATURE = re.compile(r"\b(?:score|game|variant|example|start|invariant|possible|require|ensure) \Z")
"""Words behind which a name is declared that nothing has to use."""

_FEWEST = 2
"""The least number of uses that outweigh a declaration."""


def _has_known_parts(name: str, texts: Dependence) -> bool:
    """Whether each part of a name occurs a second time in the texts, also in sentences and other names."""
    return all(texts.parts[part] > 1 for part in re.findall(r"[a-z]+", name.casefold()))


def _sign_beside(problem: UnknownName | UnknownMember, texts: Dependence) -> OtherwiseMeant | None:
    """Finds a wrong sign before or after the name: `[plan,rear]`, `[card[1]. card[2]]`, `self.players`."""
    source = texts.sources.get(problem.span.source)
    if source is None:
        return None
    span, name, behind = problem.span, problem.name, source.text[problem.span.end :]
    line = source.text[source.line_start(span.end) : span.end].removesuffix(name)
    before = span.end - len(name)
    of = problem.of if isinstance(problem, UnknownMember) else None

    def otherwise(shown: str, start: int, end: int, words: str) -> OtherwiseMeant:
        return OtherwiseMeant(span, name, of, shown, Span(source.name, start, end), words)

    owner, other = re.search(r"([A-Za-z]\w*),$", line), re.match(r",([A-Za-z]\w*)", behind)
    stop, member = re.search(r"\.([ \t]+)$", line), re.match(r"\.([A-Za-z]\w*)", behind)
    if isinstance(problem, UnknownMember):
        return None if stop is None else otherwise(f", {name}", before - len(stop[0]), before, f",{stop[1]}")
    if owner is not None:
        return otherwise(f"{owner[1]}.{name}", before - 1, before, ".")
    if other is not None:
        return otherwise(f"{name}.{other[1]}", span.end, span.end + 1, ".")
    if (
        member is not None
        and name in _LIBRARIES
        and (member[1] in problem.known or behind[member.end() :].startswith("("))
    ):
        return otherwise(member[1], before, span.end + 1, "")
    return None


_LIBRARIES = frozenset(["self", "this", "math", "Math", "std"])
"""Words that other languages put before a name."""


def _find_glued(problem: UnknownName | UnknownMember, texts: Dependence) -> OtherwiseMeant | None:
    """Finds two words without a sign between them, such as `deckscolour` or `pairor`. Both words must occur elsewhere; one may be a word of the language."""
    name, end = problem.name, problem.span.end
    near = closest(name, problem.known)
    if texts.uses[name] > 1 or (near is not None and is_slip(name, near)):
        return None
    known = texts.uses.keys()
    of = problem.of if isinstance(problem, UnknownMember) else None
    for at in range(len(name) - 2, 1, -1):
        one, two = name[:at], name[at:]
        if one in known and two in known and not (one in JOINING and two in JOINING):
            sign = " " if one in JOINING or two in JOINING else "."
            place = Span(problem.span.source, end - len(name), end)
            return OtherwiseMeant(problem.span, name, of, f"{one}{sign}{two}", place, f"{one}{sign}{two}")
    return None


# ---------------------------------------------------------------- one element, and a collection with one in it


def _one_of_many(problem: Mismatch | NotComparable | NotACollection, texts: Dependence) -> OneOfMany | None:
    """Finds the selection `x: 1 of S` that gives a value its wrong type: of several with this name the last one before the value."""
    place, source = texts.place(problem.span), texts.sources.get(problem.span.source)
    lines = texts.lines(problem.span.source)
    if place is None or source is None or lines is None:
        return None
    for name in lines.words(place.row):
        selections = lines.selections.get(name, [])
        before = bisect_left(selections, problem.span.start, key=lambda one: one.start)
        if before and selections[before - 1].words == "1 of":
            return OneOfMany(Span(source.name, selections[before - 1].start, selections[before - 1].end), name)
    return None


# ---------------------------------------------------------------- cells in the wrong order


_BEFORE = re.compile(r"(\w+)([ \t]+)$")
_BEHIND = re.compile(r"([ \t]+)(\w+)")


def _add_turned_cell(problem: BadCell, texts: Dependence) -> BadCell:
    """Adds the neighbouring cell to the problem if exchanging the two would correct the row, as in `7  Seven`."""
    source = texts.sources.get(problem.span.source)
    if source is None or closest(problem.text, problem.known) is not None:
        return problem
    text, span = source.text, problem.span
    cell = text[span.start : span.end]
    for before, behind in (
        (_BEFORE.search(text, source.line_start(span.start), span.start), None),
        (None, _BEHIND.match(text, span.end)),
    ):
        if before is not None and _fits(problem, before[1], cell):
            start = span.start - len(before[0])
            return evolve(problem, turned=(Span(source.name, start, span.end), f"{cell}{before[2]}{before[1]}"))
        if behind is not None and _fits(problem, behind[2], cell):
            place = Span(source.name, span.start, span.end + len(behind[0]))
            return evolve(problem, turned=(place, f"{behind[2]}{behind[1]}{cell}"))
    return problem


def _fits(problem: BadCell, other: str, cell: str) -> bool:
    return other in problem.known or (not problem.known and other.isdigit() and not cell.isdigit())
