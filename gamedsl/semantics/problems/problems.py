"""What can be wrong with rules that parse: facts, found by the passes of this package; the words are in `explain.py`."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.values import frozen

MOST_PROBLEMS = 100
"""So many are shown of one game, and the number of the others."""

# ---------------------------------------------------------------- names


@frozen
class NoGame:
    span: Span


@frozen
class DeclaredTwice:
    span: Span
    name: str
    first: Span


@frozen
class UnknownName:
    """`sort`: what kind of thing was expected there ("zone", "rule", "name", …). `owners`: what has something of this name."""

    span: Span
    name: str
    sort: str
    known: tuple[str, ...]
    owners: tuple[str, ...] = ()


@frozen
class AmbiguousName:
    span: Span
    name: str
    readings: tuple[str, ...]


@frozen
class UnknownMember:
    """`of` says in words what has no such field."""

    span: Span
    name: str
    of: str
    known: tuple[str, ...]


Hidden = Literal["local", "me", "shared", "score"]
"""Whose name is hidden: one of the rule itself, one of the acting player, one that all share, that of a score line."""


@frozen
class HidesName:
    """A name that `of` has (`it`, or `me`) and that something else has too; `read` is how the first is read."""

    span: Span
    name: str
    of: str
    read: Literal["it", "me"]
    hidden: Hidden


@frozen
class OuterElement:
    """A bare name that only an outer `where` element has."""

    span: Span
    name: str


@frozen
class NobodyActs:
    span: Span
    name: str


@frozen
class NoElement:
    """`it` outside a `where`."""

    span: Span


@frozen
class WrongSort:
    """A name of another sort than is needed here."""

    span: Span
    name: str
    is_: str
    needed: str


@frozen
class ReservedName:
    span: Span
    name: str


# ---------------------------------------------------------------- types


@frozen
class Mismatch:
    span: Span
    expected: str
    found: str


@frozen
class NotComparable:
    span: Span
    left: str
    right: str


@frozen
class NotACollection:
    span: Span
    found: str


@frozen
class WrongArguments:
    span: Span
    name: str
    expected: str
    found: int


@frozen
class MayBeNone:
    """In a choice, where formulas must not fail: `what` (source text) may be none."""

    span: Span
    what: str


@frozen
class MayFail:
    """In a choice: an index outside, a division by zero, the greatest of nothing."""

    span: Span
    what: str
    guard: str


@frozen
class RepeatsLost:
    span: Span
    function: str
    field: str


@frozen
class NotConstant:
    span: Span
    what: str


@frozen
class OutOfRange:
    span: Span
    value: str
    range: str


@frozen
class TooWide:
    span: Span
    low: int
    high: int


@frozen
class NeedsType:
    span: Span
    name: str


@frozen
class NotAZone:
    span: Span
    found: str


@frozen
class CannotMove:
    span: Span
    found: str


@frozen
class CannotAssign:
    span: Span
    what: str


# ---------------------------------------------------------------- rules


@frozen
class Recursion:
    span: Span
    names: tuple[str, ...]


@frozen
class NoLimit:
    """`at`: where a limit can be written, and `text`: what would stand there."""

    span: Span
    what: str
    at: Span
    text: str


@frozen
class NotAnAction:
    span: Span
    name: str


@frozen
class TwoMenus:
    span: Span
    name: str
    first: Span


@frozen
class UnseenChoice:
    span: Span
    zone: str


@frozen
class Unanswered:
    span: Span
    seat: str
    name: str


@frozen
class TogetherTwice:
    span: Span
    phase: str
    what: str


@frozen
class NeedsOrder:
    span: Span
    zone: str


@frozen
class UnknownOrder:
    """The order of a pile is read although it was shuffled."""

    span: Span
    zone: str


@frozen
class Misplaced:
    """A statement where it cannot stand; `where` says where it can."""

    span: Span
    what: str
    where: str


@frozen
class NotExhaustive:
    span: Span
    missing: tuple[str, ...]


@frozen
class UnknownSelection:
    span: Span
    name: str
    owner: str
    known: tuple[str, ...]


# ---------------------------------------------------------------- data


@frozen
class WrongTotal:
    span: Span
    name: str
    declared: int
    found: int


@frozen
class WrongWidth:
    span: Span
    expected: int
    found: int


@frozen
class WrongHeight:
    span: Span
    what: str
    expected: int
    found: int


@frozen
class BadCell:
    span: Span
    text: str
    column: str
    expected: str


@frozen
class TooFull:
    """More pieces start in a zone than it can hold."""

    span: Span
    zone: str
    found: int
    limit: int


@frozen
class BadData:
    """Anything else that is wrong with tables, boards and components; `what` is a whole sentence without full stop."""

    span: Span
    what: str
    help: str


@frozen
class TooMany:
    span: Span
    what: str
    found: int
    limit: int


@frozen
class HardToCheck:
    """Checking has taken `limit` steps, and has come to the declaration `name` of one of `setups`."""

    span: Span
    name: str
    setup: int
    setups: int
    limit: int


# ---------------------------------------------------------------- variants and examples


@frozen
class UnknownTarget:
    span: Span
    name: str
    deed: str
    known: tuple[str, ...]


@frozen
class AlreadyThere:
    span: Span
    name: str
    first: Span


@frozen
class Conflict:
    """Two variants that do not build on each other change one thing; `span` is the variant that joins them."""

    span: Span
    name: str
    first: Span
    second: Span
    first_name: str
    second_name: str


@frozen
class NoBase:
    span: Span
    name: str
    known: tuple[str, ...]


@frozen
class BadExample:
    span: Span
    what: str
    help: str


@frozen
class SetupOnly:
    """A condition of a `when` or a seat asks for what the setup does not decide."""

    span: Span


# ---------------------------------------------------------------- advice


@frozen
class NeverOrAlways:
    """A condition, or a part of one, that holds in no setup (`always`: in every setup)."""

    span: Span
    always: bool


@frozen
class AsksAgain:
    """A `may choose` in a `repeat` that asks again after a decline."""

    span: Span


@frozen
class SameForAll:
    """The key of a ranking that is the same for every player."""

    span: Span
    who: str


@frozen
class OpenHand:
    span: Span
    name: str


@frozen
class Unused:
    span: Span
    name: str
    sort: str


@frozen
class WrongCase:
    span: Span
    name: str
    capital: bool


Problem = (
    NoGame | DeclaredTwice | UnknownName | AmbiguousName | UnknownMember | HidesName | OuterElement | NobodyActs | NoElement
    | WrongSort | ReservedName | Mismatch | NotComparable | NotACollection | WrongArguments | MayBeNone | MayFail | RepeatsLost
    | NotConstant | OutOfRange | TooWide | NeedsType | NotAZone | CannotMove | CannotAssign | Recursion | NoLimit | UnknownOrder
    | NotAnAction | TwoMenus | UnseenChoice | Unanswered | TogetherTwice | NeedsOrder | Misplaced | NotExhaustive
    | UnknownSelection | WrongTotal | WrongWidth | WrongHeight | BadCell | TooFull | BadData | TooMany | HardToCheck | UnknownTarget
    | AlreadyThere | Conflict | NoBase | BadExample | SetupOnly | NeverOrAlways | AsksAgain | SameForAll | OpenHand | Unused | WrongCase
)  # fmt: skip

OfEverySetup = AsksAgain | SameForAll
"""What is only worth a word if it is so in every setup: an option may need it to be possible."""
