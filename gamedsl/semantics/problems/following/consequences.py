"""One mistake, one diagnostic: leaves out the problems that only follow from others.

Nothing is reported that depends on something broken. A line that cannot be read, or whose meaning is in doubt, breaks the names that it gives, and
these break the declarations that use them (`dependence.py`). A name that is unknown in many places is reported at the first one; so is `card[…]` if
many of them are wrong. One place is not reported twice because it means something else with four players than with three.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from gamedsl.diagnostics.problem import Problem
from gamedsl.diagnostics.suggest import VERY_NEAR, closest
from gamedsl.semantics.problems.ambiguous import AmbiguousName
from gamedsl.semantics.problems.certain import Settled
from gamedsl.semantics.problems.choices import NotAnAction, Unanswered, UnknownSelection
from gamedsl.semantics.problems.data import (
    BadCell,
    BadData,
    DataFlaw,
    NeedsType,
    TooMany,
    WrongHeight,
    WrongTotal,
    WrongWidth,
)
from gamedsl.semantics.problems.elements import NotACollection, NotPairs
from gamedsl.semantics.problems.following.dependence import DATA, Broken, Dependence, Gift, Place
from gamedsl.semantics.problems.following.text_lines import TextLines
from gamedsl.semantics.problems.kinds_and_zones import BadKindBlock, CannotMove, NotAZone
from gamedsl.semantics.problems.names import DeclaredTwice, NobodyActs, UnknownMember, UnknownName, WrongSort
from gamedsl.semantics.problems.rules import NotExhaustive
from gamedsl.semantics.problems.secrets import Tells
from gamedsl.semantics.problems.terms import About, Role
from gamedsl.semantics.problems.usage import NeverChanges, Unused, UnusedYet
from gamedsl.semantics.problems.values import (
    CannotAssign,
    MayBeNone,
    MayFail,
    Mismatch,
    NotComparable,
    NotConstant,
    OutOfRange,
    WrongArguments,
)
from gamedsl.semantics.problems.variants import UnknownTarget
from gamedsl.semantics.problems.worked_examples import BadExample, ExampleFlaw
from gamedsl.source import Source, Span
from gamedsl.syntax.recovery.stumble import DECLARATION_WORDS
from gamedsl.values import frozen

_OF_NAMES = UnknownName | UnknownMember | UnknownSelection | UnknownTarget | WrongSort | NotAnAction
_SOUGHT = UnknownName | UnknownSelection | UnknownTarget
"""Problems of unknown names. They are reported even if other names are broken."""
_OF_VALUES = (
    Mismatch | NotComparable | NotACollection | NotPairs | MayBeNone | MayFail | UnknownMember | AmbiguousName | WrongSort | CannotMove | NotAZone
    | CannotAssign | BadCell | BadExample | NeedsType | OutOfRange | WrongArguments | NotConstant | NotExhaustive
    | UnknownSelection
)  # fmt: skip
"""Problems that can result from a missing or wrong type."""
_MOST = 300
"""More problems than this do not come from a few mistakes, and comparing each with all others would take long."""
_DATA = WrongTotal | WrongWidth | WrongHeight | BadCell | BadData | TooMany


@frozen
class _Found:
    """A problem with its place and the names that it breaks."""

    problem: Problem
    place: Place | None
    mentions: frozenset[str]
    broken: Broken
    breaks: bool
    """Whether the problem breaks the declaration at its place."""


def independent(
    problems: Iterable[Problem], unread: Iterable[Span], sources: Mapping[str, Source]
) -> tuple[Problem, ...]:
    """Returns the problems that are mistakes of their own, in the order of the text. `unread` are the parts that could not be read."""
    texts = Dependence(sources)
    order = {name: i for i, name in enumerate(sources)}
    ordered = sorted(problems, key=lambda q: (order.get(q.span.source, 0), q.span.start))
    if len(ordered) > _MOST:
        return tuple(ordered)
    unreadable = _Unread.of(texts, tuple(unread))
    left: list[Problem] = []
    doubtful: set[tuple[str, int]] = set()
    for problem in ordered:
        place = texts.place(problem.span)
        if not unreadable.explains(texts, problem):
            left.append(problem)
        elif place is not None:
            doubtful.add((place.source, place.scope))
    found = [_find(texts, q) for q in left if not _is_total_of(texts, q, doubtful)]
    kept: dict[object, Problem] = {}
    for one in _roots(texts, found):
        kept.setdefault(_mistake(one.problem, one.place), one.problem)
    return tuple(kept.values())


def _is_total_of(texts: Dependence, problem: Problem, declarations: Container[tuple[str, int]]) -> bool:
    """Whether a problem is a wrong total of one of these declarations."""
    place = texts.place(problem.span)
    return isinstance(problem, WrongTotal) and place is not None and (place.source, place.scope) in declarations


# ---------------------------------------------------------------- lines that could not be read


@frozen
class _Unread:
    """Lines that could not be read: the words in them and below, the names that they break, and the places where anything may be missing."""

    rows: frozenset[tuple[str, int]]
    words: frozenset[str]
    declarations: frozenset[tuple[str, int]]
    headers: bool
    """Whether a declaration lost its first line, and with it an unknown name."""
    variants: frozenset[str]
    """Files of variants with changes that are not applied."""
    broken: Broken

    @classmethod
    def of(cls, texts: Dependence, spans: Sequence[Span]) -> _Unread:
        rows: set[tuple[str, int]] = set()
        words: set[str] = set()
        declarations: set[tuple[str, int]] = set()
        gifts: list[Gift] = []
        variants: set[str] = set()
        has_headers = False
        for span in dict.fromkeys(spans):
            place, lines = texts.place(span), texts.lines(span.source)
            if place is None or lines is None:
                continue
            rows.add((place.source, place.row))
            words |= lines.all_words(lines.block(place.row))
            words |= {w for row in lines.around(place.row)[:-1] for w in _words_of_declaration(lines.words(row))}
            declarations.add((place.source, place.scope))
            gifts += texts.find_gifts(place)
            above = _declaration_above(lines, place)
            if above is not None:
                declarations.add((place.source, above))
                gifts += texts.find_gifts(Place(place.source, above, above))
            has_headers = has_headers or place.row == place.scope or lines.words(place.scope)[:1] in _DATA_HEADS
            if lines.words(place.scope)[:1] == ("variant",):
                variants.add(place.source)
        broken = texts.find_broken(gifts)
        return cls(frozenset(rows), frozenset(words), frozenset(declarations), has_headers, frozenset(variants), broken)

    def explains(self, texts: Dependence, problem: Problem) -> bool:
        """Whether a problem only follows from lines that could not be read."""
        place = texts.place(problem.span)
        if not self.rows or place is None:
            return False
        scope = (place.source, place.scope)
        if (place.source, place.row) in self.rows:
            return True
        if isinstance(problem, _OF_NAMES) and problem.name.partition("[")[0] in self.words:
            return True
        if isinstance(problem, Tells | BadKindBlock) and scope in self.declarations:
            return True  # the line that shows the secret, or the only one of the block, may be the one that could not be read
        if isinstance(problem, WrongTotal):
            return scope in self.declarations or self.broken.spoils(_all_mentions(texts, place), scope)
        if isinstance(problem, BadData) and scope in self.declarations and _flaw(problem) is DataFlaw.NOBODY_PLAYS:
            return True
        if any(source != place.source for source in self.variants):
            return True
        if isinstance(problem, AmbiguousName) and (self.headers or scope in self.declarations):
            return True
        if "rounds" in self.words and _is_outside(problem):
            return True
        if isinstance(problem, _SOUGHT):
            return (self.headers or scope in self.declarations) and not _is_misspelt(problem)
        mentions = texts.mentions(problem.span)
        lines = texts.lines(place.source)
        is_example = lines is not None and lines.words(place.scope)[:1] == ("example",)
        return self.broken.spoils(mentions, scope) or (is_example and self.broken.spoils_anywhere(mentions))


def _declaration_above(lines: TextLines, place: Place) -> int | None:
    """Returns the first line of the declaration above a line that starts in the first column but starts no declaration: it has probably lost its indentation."""
    if place.row != place.scope or lines.words(place.row)[:1] in _ALL_HEADS:
        return None
    return next((row for row in range(place.row - 1, -1, -1) if lines.words(row) and not lines.indentation(row)), None)


_ALL_HEADS = frozenset((word,) for word in (*DECLARATION_WORDS, "add", "replace", "remove", "set"))


def _words_of_declaration(words: tuple[str, ...]) -> list[str]:
    return [word for word in words if word not in ("add", "replace")][:2]


def _is_outside(problem: Problem) -> bool:
    """Whether an example gives a number outside the range of its field. That can be a consequence of an unknown number of rounds."""
    return (
        isinstance(problem, BadExample) and isinstance(problem.flaw, About) and problem.flaw.term is ExampleFlaw.OUTSIDE
    )


# ---------------------------------------------------------------- consequences of another problem


def _find(texts: Dependence, problem: Problem) -> _Found:
    """Returns a problem with the names that it makes unusable for others. Most problems have none, because the checker itself reports nothing about their
    consequences."""
    place, lines = texts.place(problem.span), texts.lines(problem.span.source)
    mentions = texts.mentions(problem.span)
    if place is None or lines is None or isinstance(problem, WrongTotal) or not problem.is_error:
        return _Found(problem, place, mentions, Broken({}, set()), False)
    head = lines.words(place.scope)[:1]
    breaks = _loses_data(problem) or (isinstance(problem, UnknownName) and head in _DECLARING)
    if isinstance(problem, Mismatch) and head in _OWNING:  # `store: good = 0` for `store[good]: 0..99 = 0`
        value = texts.sources[problem.span.source].text[problem.span.start : problem.span.end]
        breaks = isinstance(problem.expected, About) and value.isdigit()
    broken = texts.find_broken(texts.find_gifts(place) if breaks else ())
    if not breaks and head in _DATA_HEADS and lines.words(place.row)[:1] == ("let",):
        broken.everywhere.update(lines.words(place.row)[1:2])
    if isinstance(problem, UnknownName | UnknownMember | UnknownSelection | DeclaredTwice):
        name = problem.name.partition("[")[0]
        is_second = isinstance(problem, DeclaredTwice) and any(name in gift.names for gift in texts.find_gifts(place))
        if is_second or not (isinstance(problem, DeclaredTwice) or texts.is_declared(name)):
            broken.everywhere.add(name)
    return _Found(problem, place, mentions, broken, breaks)


def _flaw(problem: BadData) -> DataFlaw:
    return problem.flaw.term if isinstance(problem.flaw, About) else problem.flaw


def _loses_data(problem: Problem) -> bool:
    if isinstance(problem, BadData):
        return _flaw(problem) in _LOSING
    return isinstance(problem, _DATA)


_LOSING = frozenset([
    DataFlaw.NO_PLACES, DataFlaw.RING_HEADING, DataFlaw.RING_ROW, DataFlaw.COMPONENT_WITHOUT_KINDS, DataFlaw.EACH_OF_CHANGING, DataFlaw.NO_NUMBERS,
    DataFlaw.CELL_NOT_FIXED, DataFlaw.NO_ROWS, DataFlaw.NO_NUMBERS_IN_CELL, DataFlaw.EMPTY_RANGE, DataFlaw.NO_FILE, DataFlaw.EMPTY_FILE, DataFlaw.BAD_FILE,
])  # fmt: skip
"""Problems after which data are missing, all or in part."""

_DATA_HEADS = frozenset((word,) for word in DATA)
_OWNING = (("shared",), ("each",))
_DECLARING = frozenset((word,) for word in (*DATA, "let", "pick", "score", "shared", "each"))


def _roots(texts: Dependence, found: Sequence[_Found]) -> list[_Found]:
    """Removes problems that follow from others, directly or indirectly. Of several that follow from each other, one is kept."""
    kept = [one for i, one in enumerate(found) if not any(_follows(texts, one, other) for other in found[:i])]
    for one in kept.copy():
        if any(
            _follows(texts, one, other) and not _follows(texts, other, one)
            for other in kept
            if other is not one
            and (one.place == other.place or not _is_data(texts, one.place) or isinstance(one.problem, WrongTotal))
        ):
            kept.remove(one)
    return kept


def _is_data(texts: Dependence, place: Place | None) -> bool:
    lines = None if place is None else texts.lines(place.source)
    return place is not None and lines is not None and bool(DATA.intersection(lines.words(place.scope)[:1]))


def _follows(texts: Dependence, one: _Found, other: _Found) -> bool:
    problem, cause = one.problem, other.problem
    if one.place is None or other.place is None or isinstance(cause, Unused | UnusedYet):
        return False
    if problem.span == cause.span:
        return isinstance(problem, WrongSort) and isinstance(cause, UnknownName)
    if one.place == other.place and _is_told_beside(texts, problem, cause):
        return True
    if isinstance(problem, Unanswered):
        if isinstance(cause, UnknownTarget):
            return one.place.source == other.place.source
        return isinstance(cause, UnknownSelection) and closest(cause.name, [problem.name]) is not None
    scope = (one.place.source, one.place.scope)
    if scope == (other.place.source, other.place.scope) and _is_data(texts, one.place):
        return _follows_in_data(texts, one, other)
    if isinstance(problem, WrongTotal) and isinstance(cause, UnknownName) and _says_copies(texts, other.place):
        return True
    if isinstance(problem, WrongTotal):
        is_type = isinstance(cause, BadCell | WrongWidth) and _starts(texts, other.place, "type")
        return is_type and other.broken.spoils(_all_mentions(texts, one.place), scope)
    if isinstance(problem, BadCell) and isinstance(cause, BadCell):
        return False
    if isinstance(problem, UnknownSelection) and isinstance(cause, UnknownName):
        if _is_made_below(texts, problem, other.place):
            return True
        if cause.sort in _DECIDING:
            return not _is_misspelt(problem) and not _is_misspelt(cause)
    if isinstance(problem, NeverChanges):
        return one.place == other.place
    if isinstance(problem, UnknownMember) and problem.name in other.broken.everywhere:
        return True
    if isinstance(problem, UnknownName | UnknownTarget):
        name = problem.name.partition("[")[0]
        return other.breaks and (name in other.broken.everywhere or _may_be_part(problem, cause))
    return isinstance(problem, _OF_VALUES) and other.broken.spoils(one.mentions, scope)


def _says_copies(texts: Dependence, place: Place) -> bool:
    """Whether a line of change sets the number of copies."""
    lines = texts.lines(place.source)
    return lines is not None and lines.words(place.row)[:2] == ("set", "copies")


def _is_made_below(texts: Dependence, problem: UnknownSelection, header: Place) -> bool:
    """Whether a selection is made in a declaration whose first line is broken, such as `phase turns, each playr:`. Then no selection below it is known."""
    lines = texts.lines(header.source)
    if lines is None or header.row != header.scope or lines.words(header.row)[:1] not in _DECIDING_HEADS:
        return False
    return problem.name in lines.all_words(lines.block(header.row))


def _follows_in_data(texts: Dependence, one: _Found, other: _Found) -> bool:
    """Whether the first of two problems in one declaration of data only follows from the second."""
    problem, cause = one.problem, other.problem
    if one.place is None or other.place is None:
        return False
    if isinstance(problem, WrongTotal):
        return not isinstance(cause, WrongTotal)
    if one.place.row == other.place.row:
        is_reason = isinstance(problem, UnknownName) and isinstance(cause, NotConstant)
        return not is_reason and not isinstance(problem, WrongWidth) and not isinstance(cause, WrongTotal)
    lines = texts.lines(one.place.source)
    first = () if lines is None else lines.words(other.place.row)[:1]
    return isinstance(cause, WrongWidth) and not one.mentions.isdisjoint(first)


def _starts(texts: Dependence, place: Place, word: str) -> bool:
    """Whether the declaration around a place begins with this word."""
    lines = texts.lines(place.source)
    return lines is not None and lines.words(place.scope)[:1] == (word,)


def _all_mentions(texts: Dependence, place: Place) -> frozenset[str]:
    """Returns the words of the declaration around a place."""
    lines = texts.lines(place.source)
    return frozenset() if lines is None else frozenset(lines.all_words(lines.block(place.scope)))


def _is_told_beside(texts: Dependence, problem: Problem, cause: Problem) -> bool:
    """Whether a problem only follows from another problem of the same line."""
    if isinstance(problem, MayBeNone | MayFail):
        return isinstance(cause, Mismatch | NotComparable | WrongArguments | UnknownName)
    if isinstance(problem, UnknownName) and problem.owners and isinstance(cause, UnknownName) and not cause.owners:
        return True
    if isinstance(cause, UnknownName) and not _is_misspelt(cause):
        is_unknown = isinstance(problem, NobodyActs) or (isinstance(problem, UnknownName) and not _is_misspelt(problem))
        return is_unknown and _are_compared(texts, cause.span, problem.span)
    return False


def _are_compared(texts: Dependence, left: Span, right: Span) -> bool:
    """Whether one place is compared with the other: then the type of the first decides the meaning of the second."""
    lines = texts.lines(left.source)
    between = "" if lines is None else lines.source.text[left.end : right.start].strip()
    return between in ("is", "is not", "in", "not in")


_DECIDING = (Role.RULE, Role.ACTION, Role.PHASE, Role.RULE_OR_ACTION)
"""Declarations that hold decisions."""
_DECIDING_HEADS = frozenset((word,) for word in ("rule", "action", "phase"))


def _may_be_part(problem: UnknownName | UnknownTarget, cause: Problem) -> bool:
    """Whether an unknown name may belong to a type that is not declared."""
    is_part = isinstance(problem, UnknownName) and (isinstance(problem.sort, About) or problem.sort in _PARTS)
    is_missing = isinstance(cause, UnknownName) and cause.sort in _TYPES and not _is_misspelt(cause)
    return is_part and is_missing and (not _is_misspelt(problem) or _has_another_case(problem))


def _has_another_case(problem: UnknownName | UnknownTarget) -> bool:
    """Whether the nearest known name differs only in the case of its first letter: a kind `Owl` beside a rule `owl` is no misspelt rule."""
    near = closest(problem.name, problem.known, VERY_NEAR)
    return near is not None and problem.name[:1].isupper() and near == problem.name[:1].lower() + problem.name[1:]


_TYPES = (Role.TYPE, Role.COMPONENT, Role.GRID, Role.NAME)
"""The roles of names in declarations of data and fields."""


_PARTS = (Role.NAME, Role.VALUE)


def _is_misspelt(problem: UnknownName | UnknownTarget | UnknownSelection) -> bool:
    return closest(problem.name, problem.known, VERY_NEAR) is not None


def same_mistake(one: Problem, other: Problem) -> bool:
    """Whether two problems come from one mistake, so that only the first of them is reported."""
    return _mistake(one, None) == _mistake(other, None)


def _mistake(problem: Problem, place: Place | None) -> object:
    """Returns a key that problems from one mistake have in common."""
    match problem:
        case UnknownName(sort=Role.NAME) if (
            place is not None and problem.name[:1].isupper() and not _is_misspelt(problem)
        ):
            return "value", place.source, place.scope  # such as the players of an example
        case UnknownName() | UnknownMember() | UnknownSelection():
            thing, bracket, _ = problem.name.partition("[")
            return thing + bracket
        case WrongArguments(found=0):
            return problem.name
        case AmbiguousName():
            return type(problem), problem.name
        case Unanswered():
            return problem
        case TooMany():
            return type(problem), problem.what
        case Settled(why="unset" | "left"):
            return type(problem), problem.text
        case BadCell() if problem.text.isidentifier():
            return type(problem), problem.text, problem.column
        case BadData() if place is not None and _flaw(problem) is DataFlaw.ZONE_OF_NOBODY:
            return type(problem), problem.flaw, place.source, place.scope
        case _:
            return type(problem), problem.span
