"""What can be wrong with rules that parse: facts, found by the passes of this package; the words are in `explain.py`."""

from __future__ import annotations

from typing import Literal

from gamedsl.semantics.problems.terms import (
    About,
    Amount,
    Change,
    ChangeFlaw,
    Clash,
    DataFlaw,
    Described,
    ExampleFlaw,
    Idle,
    Loop,
    Misplacement,
    Risk,
    Role,
    SureFlaw,
    WayOut,
)
from gamedsl.source import Span
from gamedsl.values import frozen

MOST_PROBLEMS = 100
"""At most this many problems of one game are shown, and the number of the others."""

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
    """`sort`: what it would have to stand for. `owners`: what has something of this name. `kinds`: kinds of pieces of which it is a part."""

    span: Span
    name: str
    sort: Role | About[Role]
    known: tuple[str, ...]
    owners: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@frozen
class Misdeclared:
    """`name` is declared and used nowhere; `used`, which is like it, is used several times, first at `use`, and declared nowhere."""

    span: Span
    name: str
    used: str
    use: Span


@frozen
class OtherwiseMeant:
    """`name` is unknown (in `of`, if that has parts), and what stands beside it shows that `meant` was: `words` in place of what stands at `place`."""

    span: Span
    name: str
    of: Described | None
    meant: str
    place: Span
    words: str


@frozen
class OneOfMany:
    """`name: 1 of S` gives a collection with one element in it, where others need the element."""

    span: Span
    name: str


@frozen
class AmbiguousName:
    span: Span
    name: str
    readings: tuple[str, ...]


@frozen
class UnknownMember:
    """`of`: what has no such field."""

    span: Span
    name: str
    of: Described
    known: tuple[str, ...]


Hidden = Literal["local", "me", "shared", "score"]
"""Whose name is hidden: one of the rule itself, one of the acting player, one that all share, that of a score line."""


@frozen
class HidesName:
    """A name that `of` has (`it`, or `me`) and that something else has too; `read` is how the first is read."""

    span: Span
    name: str
    of: Described
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
    is_: Described
    needed: Described


@frozen
class ReservedName:
    span: Span
    name: str


# ---------------------------------------------------------------- types


@frozen
class Mismatch:
    """`instead`: what says by itself which kind of piece is meant. `text`: what stands there. `compared`: the whole comparison, if its left side is missing."""

    span: Span
    expected: Described
    found: Described
    instead: str | None = None
    text: str = "x"
    compared: str | None = None


@frozen
class NotComparable:
    """`instead`: what asks whether one thing is among several, as it is written.

    `wanted`: what has to be in front of `in`. `whole`: the component whose name stands there, where one piece is meant.
    """

    span: Span
    left: Described
    right: Described
    instead: str | None = None
    wanted: Described | None = None
    whole: str | None = None


@frozen
class NotACollection:
    span: Span
    found: Described


@frozen
class NotPairs:
    """`for a, b in S`, but the elements of S are no pairs."""

    span: Span
    found: Described


@frozen
class WrongArguments:
    span: Span
    name: str
    expected: Described
    found: int


@frozen
class MayBeNone:
    """In a choice, where formulas must not fail: `what` (source text) may be none. `is_none`: a condition in front of it even says that it is."""

    span: Span
    what: str
    is_none: bool = False


@frozen
class MayFail:
    """In a choice: an index outside, a division by zero, the greatest of nothing."""

    span: Span
    risk: Risk | About[Risk]


@frozen
class RepeatsLost:
    span: Span
    function: str
    field: str


@frozen
class NotConstant:
    span: Span
    what: Described


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
    found: Described


@frozen
class CannotMove:
    span: Span
    found: Described


@frozen
class CannotAssign:
    span: Span
    what: str


# ---------------------------------------------------------------- rules


@frozen
class Recursion:
    """`of`: whether rules are carried out in a circle, or formulas need each other."""

    span: Span
    names: tuple[str, ...]
    of: Literal["rules", "formulas"] = "rules"


@frozen
class NoLimit:
    """`at`: where a limit can be written, and `text`: what would stand there."""

    span: Span
    what: Loop
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
class TwiceInMenu:
    """A line of a menu that is the same as an earlier one."""

    span: Span
    text: str
    first: Span


@frozen
class NothingRefused:
    """A sentence after a selection that leaves nothing out."""

    span: Span
    name: str


Secret = Literal["choice", "roll", "zone", "field"]
"""What some players do not know: what was chosen or rolled unseen, what lies in a zone, the value of a field."""


@frozen
class SentenceTells:
    """A sentence for everybody that depends on a secret called `name`, without the word `openly`."""

    span: Span
    sort: Secret
    name: str


@frozen
class OfferTells:
    """An offer that depends on a secret called `name`, without the word `openly`."""

    span: Span
    sort: Secret
    name: str


@frozen
class QuestionTells:
    """A test of a secret that decides who is asked, or what is said: it reads a secret called `name`, without the word `openly`."""

    span: Span
    sort: Secret
    name: str


@frozen
class ValueTells:
    """A value that players see, and that comes from a secret called `name`, without the word `openly`."""

    span: Span
    sort: Secret
    name: str


@frozen
class BranchTells:
    """A test with an outcome that players notice; it reads a secret called `name`, without the word `openly`."""

    span: Span
    sort: Secret
    name: str


@frozen
class CountTells:
    """A number of pieces that depends on a secret called `name`, without the word `openly`."""

    span: Span
    sort: Secret
    name: str


@frozen
class EndTells:
    """An end of the match that depends on a secret called `name`, without the word `openly`."""

    span: Span
    sort: Secret
    name: str


Tells = SentenceTells | OfferTells | QuestionTells | ValueTells | BranchTells | CountTells | EndTells
"""A formula by which somebody learns what is hidden."""


@frozen
class IdleMark:
    """A formula behind `openly` that tells nothing."""

    span: Span


@frozen
class OpenBrace:
    """A sentence of `say` with a brace that has no partner, or with nothing in it."""

    span: Span


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
    what: Clash


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
    """Something where it cannot stand."""

    span: Span
    what: Misplacement | About[Misplacement]


@frozen
class NotExhaustive:
    span: Span
    missing: tuple[str, ...]


@frozen
class UnknownSelection:
    span: Span
    name: str
    sort: Role | About[Role]
    known: tuple[str, ...]


# ---------------------------------------------------------------- data


@frozen
class WrongTotal:
    """`at` is the component, if the place is the line of a variant that changes its copies."""

    span: Span
    name: str
    declared: int
    found: int
    at: Span | None = None


@frozen
class WrongWidth:
    span: Span
    expected: int
    found: int


@frozen
class WrongHeight:
    span: Span
    what: About[Amount]
    expected: int
    found: int


@frozen
class BadCell:
    """`column`: its heading; None for the number of copies. `known`: the values that fit, if they have names. `turned`: this cell and one beside it, and both in
    the other order, if the other one would fit here."""

    span: Span
    text: str
    column: str | None
    expected: Described
    known: tuple[str, ...] = ()
    turned: tuple[Span, str] | None = None


@frozen
class TooFull:
    """More pieces start in a zone than it can hold."""

    span: Span
    zone: str
    found: int
    limit: int


@frozen
class BadData:
    """Anything else that is wrong with tables, boards and components."""

    span: Span
    flaw: DataFlaw | About[DataFlaw]


@frozen
class TooMany:
    span: Span
    what: Amount | About[Amount]
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
    """`of` is the table, row or board in which a row or column is looked for."""

    span: Span
    name: str
    change: Change
    known: tuple[str, ...]
    of: str = ""


@frozen
class SeveralTargets:
    """A change of one line, and `part` has several with this name."""

    span: Span
    name: str
    change: Change
    part: str
    places: tuple[Span, ...]


@frozen
class AlreadyThere:
    span: Span
    name: str
    first: Span
    is_variant: bool = False
    """Whether it is a whole variant that is put on top of rules which have it."""


@frozen
class Conflict:
    """Two variants that do not build on each other change one thing; `span` is the variant that joins them."""

    span: Span
    name: str
    first: Span
    second: Span
    first_name: str
    second_name: str
    way: WayOut
    has_lines: bool = True
    """Whether lines can be written where the two are joined; flags join them too."""


@frozen
class ChangedTwice:
    """A change (`name` says what it changes) of which nothing is left, because of a later one in the same file."""

    span: Span
    name: str
    later: Span


@frozen
class NotChangeable:
    """A change that is not for what it names."""

    span: Span
    name: str
    flaw: ChangeFlaw


@frozen
class NoBase:
    """`circle`: the files that lead from this one back to it."""

    span: Span
    name: str
    known: tuple[str, ...]
    circle: tuple[str, ...] = ()


@frozen
class TwoBases:
    """Two files of a name are as near as each other; `taken` is the one that counts."""

    span: Span
    name: str
    taken: str
    others: tuple[str, ...]


@frozen
class OtherGame:
    """A variant that builds on variants of two games: `name` is about `game`, the others are about `first`."""

    span: Span
    name: str
    game: str
    first: str


@frozen
class BadExample:
    span: Span
    flaw: ExampleFlaw | About[ExampleFlaw]


@frozen
class SetupOnly:
    """A condition of a `when` or a seat asks for what the setup does not decide."""

    span: Span


@frozen
class NotJudged:
    """An `ensure` that play can come to without a choice of one player before it: `after` is what stands in between."""

    span: Span
    name: str
    after: Literal["start", "roll", "draw", "order", "together"]
    other: Span | None = None
    """Where the roll or draw is."""


@frozen
class AsksItself:
    """A `can`: whether the action can be chosen depends on the answer. `names` lead from the action back to itself."""

    span: Span
    names: tuple[str, ...]


@frozen
class IdleElse:
    """An `else` below a choice that cannot lack an option: with `may` it can be declined, with `if able` it is skipped."""

    span: Span
    word: Literal["may", "if able"]


# ---------------------------------------------------------------- advice


@frozen
class NeverRuns:
    """A statement behind `end game` in the same block."""

    span: Span


@frozen
class LeavesNothingOut:
    """A line `remove examples broken by name`, and no example is broken by that."""

    span: Span
    name: str


@frozen
class SlowFormula:
    """A formula that goes through about `number` elements each time it is computed."""

    span: Span
    number: int


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
class NothingToDecline:
    """`repeat until declined` without a `may choose` of its own."""

    span: Span


@frozen
class NeedsName:
    """A `whenever` that asks, and has no name by which examples could speak of the decision."""

    span: Span
    of: str


@frozen
class EndlessHistory:
    """A history that does not say how many positions it remembers; `text` belongs at the place `at`."""

    span: Span
    name: str
    at: Span
    text: str


@frozen
class NotForHistory:
    """A field or zone that cannot be a part of a history."""

    span: Span
    name: str
    why: str


@frozen
class SameForAll:
    """The key of a ranking that is the same for every player."""

    span: Span
    who: Described


@frozen
class ComparedWithItself:
    """A comparison whose sides are one formula, or something else that is done with one value twice."""

    span: Span
    text: str
    always: bool
    of: Literal["comparison", "difference", "greatest", "least"] = "comparison"


@frozen
class Settled:
    """A condition that can only turn out one way: because of a range (of `text`, from `low` to `high`), of the setup, or of what was tested before.

    `component`: the component whose kinds are counted there. `else`: what no value is left for.
    """

    span: Span
    always: bool
    why: Literal["range", "setup", "before", "else"]
    text: str = ""
    low: int = 0
    high: int = 0
    component: str | None = None


@frozen
class SureFault:
    """What can never work: it is a fault whenever play comes to it, or nothing can ever be chosen."""

    span: Span
    flaw: SureFlaw | About[SureFlaw]


@frozen
class DoesNothing:
    """A number of pieces, passes or options that is 0."""

    span: Span
    what: Idle


@frozen
class SureTie:
    """A ranking without a word about ties that has fewer different results than those that are ranked."""

    span: Span
    at: Span
    ranked: int
    results: int


@frozen
class MayTie:
    """A ranking without a word about ties by numbers that can be equal; `at` is its end."""

    span: Span
    at: Span


@frozen
class SameKey:
    """A row of a table with the key of an earlier one, and the table is read by its keys."""

    span: Span
    table: str
    first: Span


@frozen
class SameScore:
    """A score line with the formula of an earlier one."""

    span: Span
    name: str
    first: Span
    first_name: str


@frozen
class UnusedYet:
    """What nothing uses, in a file that is being written."""

    span: Span
    name: str
    sort: Role


@frozen
class OpenHand:
    span: Span
    name: str


@frozen
class BadMark:
    """Something in a sentence that begins like a mark."""

    span: Span
    text: str


@frozen
class MarkInPlay:
    """A mark in a sentence that players are shown as it is."""

    span: Span
    text: str


@frozen
class Unused:
    """`is_set`: whether it is a field that rules set, and that nothing reads."""

    span: Span
    name: str
    sort: Role
    is_set: bool = False


@frozen
class NeverReached:
    """A rule, an action or a phase that only others name that no match comes to."""

    span: Span
    name: str
    sort: Role


@frozen
class NeverInPlay:
    """A kind of which there is no piece."""

    span: Span
    name: str


@frozen
class NeverChanges:
    """A score, an invariant or what must be possible is the same in every position."""

    span: Span
    name: str
    of: Literal["score", "invariant", "possible"]
    value: str


@frozen
class WrongCase:
    span: Span
    name: str
    capital: bool


Problem = (
    NoGame | DeclaredTwice | Misdeclared | OtherwiseMeant | OneOfMany
    | UnknownName | AmbiguousName | UnknownMember | HidesName | OuterElement | NobodyActs | NoElement
    | WrongSort | ReservedName | Mismatch | NotComparable | NotACollection | NotPairs | WrongArguments | MayBeNone | MayFail | RepeatsLost
    | NotConstant | OutOfRange | TooWide | NeedsType | NotAZone | CannotMove | CannotAssign | Recursion | NoLimit | UnknownOrder
    | NotAnAction | TwoMenus | TwiceInMenu | NothingRefused | OpenBrace | UnseenChoice | Unanswered | TogetherTwice | NeedsOrder | Misplaced | NotExhaustive
    | UnknownSelection | WrongTotal | WrongWidth | WrongHeight | BadCell | TooFull | BadData | TooMany | HardToCheck | UnknownTarget
    | SeveralTargets | AlreadyThere | Conflict | ChangedTwice | NotChangeable | NoBase | TwoBases | OtherGame
    | BadExample | SetupOnly | NeverOrAlways | LeavesNothingOut | SlowFormula | AsksAgain | SameForAll | ComparedWithItself
    | OpenHand | BadMark | MarkInPlay | Unused | WrongCase | NeverReached | NeverChanges | NeverInPlay
    | Tells | IdleMark | NotJudged | IdleElse | NeverRuns | AsksItself
    | NothingToDecline | NeedsName | NotForHistory | EndlessHistory
    | Settled | SureFault | DoesNothing | SureTie | MayTie | SameKey | SameScore | UnusedYet
)  # fmt: skip

Judged = dict[tuple[str, Span], dict[Problem | None, None]]
"""What was found of a sort at each place, or not found (None), each time it was looked at."""

OfEverySetup = AsksAgain | SameForAll | ComparedWithItself | NeverChanges | NeverInPlay
"""What is only worth a word if it is so in every setup: an option may need it to be possible."""
