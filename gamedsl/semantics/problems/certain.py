"""Problems that are certainly mistakes: certain faults, conditions with only one outcome, lines without effect, duplicates."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Described, Flaw, advice_on, phrase
from gamedsl.source import Span
from gamedsl.values import frozen


class SureFlaw(Flaw):
    """Reasons why something can never work."""

    VALUE = ("{0} is outside {1}", "use a number from {1}")
    VALUE_OF_FIELD = ("`{0}` would become {1}, and holds {2}", "change the number, or the range of `{0}`")
    GROWN = ("with the lines before, `{0}` grows by {1}, and holds {2}", "add less, or give `{0}` a wider range")
    FALLEN = ("with the lines before, `{0}` falls by {1}, and holds {2}", "take less, or give `{0}` a wider range")
    VALUE_TAKEN = ("`{0}` would become {1}, and holds {2}", "to take that away, write `{0} -= {3}`")
    INDEX = ("`{0}` has the numbers {1}, and no {2}", "use one of these numbers")
    ELEMENT = ("there is no element {0}: {1} has {2}", "elements are counted from 1")
    DIVISION = ("this divides by {0}", "divide by a number from 1 on")
    NOT_YET_THERE = (
        "in the set-up `{0}` has only {1} pieces here, and {2} are taken",
        "name the zone where the pieces are, or move them there first",
    )
    PIECES_THERE = ("there are never {0} pieces for this: at most {1}", "take fewer, or write `up to {0}`")
    ROOM = ("`{0}` has room for {2}, not for {1}", "let fewer pieces go there, or give it more room")
    ROOM_OF_NOTHING = ("`{0}` can never hold anything", "give it room: `up to 5`, or leave out the limit")
    NO_NUMBER_BETWEEN = ("no number lies between {0} and {1}", "write the smaller number first")
    NO_NUMBERS = ("the numbers from {0} to {1} are none at all", "write the smaller number first")
    NOT_SO_MANY = ("{0} cannot be chosen: there are never more than {1}", "ask for fewer, or write `up to {0} of`")
    NO_PASS = ("a limit of {0} is reached at once", "`at most` promises an end: write a number from 1 on")
    NO_DIRECTION = ("`{0}` has no such direction", "write {1}")
    NO_DIRECTIONS = ("the places of `{0}` have no directions", "the places beside one are `neighbours(p)`")
    NO_SIDE = ("these pieces have no such side", "write {0}")
    REFILLED_FROM_ITSELF = ("`{0}` is refilled from itself", "name the zone of the discards")


@frozen
class SureFault(Problem):
    """A formula or choice that can never work: it always causes a fault, or it never has an option."""

    code = "E0415"
    title = "something that can never work"
    flaw: SureFlaw | About[SureFlaw]

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.flaw)
        return self._say(what, "this can never work", help=help)


@frozen
class IndexBeyond(Problem):
    """A number of a field, from `least` to `most`, that a score looks up in a table with the numbers `low` to `high`."""

    code = "W0932"
    title = "a score with a table that is too short"
    field: str
    least: int
    most: int
    table: str
    low: int
    high: int

    def explain(self) -> Diagnostic:
        outside = self.most if self.most > self.high else self.least
        return self._say(
            f"`{self.table}` has the numbers {self.low}..{self.high}, and `{self.field}` holds {self.least}..{self.most}",
            f"with {outside} this is a fault",
            help=(
                f"give `{self.table}` the numbers that are missing, or `{self.field}` the range {self.low}..{self.high}",
                f"or look up no more than there is: `{self.table}[min({self.high}, …)]`"
                if self.most > self.high
                else f"or look up no less than there is: `{self.table}[max({self.low}, …)]`",
            ),
        )


@frozen
class WalkBeyond(Problem):
    """A field that walks along a row and may pass its end, while no condition reads its position."""

    code = "W0933"
    title = "a walk past the end of a row"
    message = "`{field}` may go past the end of `{board}`"
    label = "past the end there is no place, and this is a fault"
    help = (
        "let it stop there: `let goal = {field} + …`, and below it `if goal is not none: {field} = goal`",
        "or offer only steps that lead to a place: `choose steps: one of 1..2 where {field} + it is not none`",
    )
    field: str
    board: str


class Idle(Flaw):
    """Things that are useless with the number 0."""

    DRAW = ("this draws nothing", "write how many are drawn, or remove it")
    MOVE = ("this moves nothing", "write how many are moved, or remove it")
    REPEAT = ("this is never repeated", "write how often, or remove it")
    CHOICE = ("here nothing can be chosen", "write how many may be chosen, or remove it")
    SET = ("this sets a value to what it is already", "write the value that is meant, or remove it")
    MOVE_BACK = ("these pieces stay where they are", "say where they go, or remove it")
    PUT_BACK = ("these pieces go back to where they were chosen", "say where they go, or remove it")
    BOUND = (
        "this sets a value to what it is already",
        "write the value that is meant, as `max(1, x - 1)`, or remove it",
    )
    THERE_AND_BACK = (
        "this sets a value to what it is already",
        "one of `left(…)` and `right(…)` alone is the neighbour",
    )


@frozen
class DoesNothing(Problem):
    """A statement without effect: a number of pieces, passes or options that is 0, or a change to the value that is there already."""

    code = "W0916"
    title = "something that does nothing"
    what: Idle

    def explain(self) -> Diagnostic:
        what, help = advice_on(self.what)
        why = _WHY_IDLE.get(self.what, "the number is always 0")
        return self._say(what, why, help=help)


_WHY_IDLE = {
    Idle.SET: "both sides are the same",
    Idle.MOVE_BACK: "both sides are the same",
    Idle.PUT_BACK: "they lie there already",
    Idle.BOUND: "its range is within this bound",
    Idle.THERE_AND_BACK: "one step to each side",
}


_WITHOUT_CHANGE: dict[str, tuple[str, str]] = {
    "unset": ("nothing ever changes `{0}`", "change it in a rule, like `{0} = …`, or test something else"),
    "set": ("no rule gives `{0}` a value that changes this", "give it such a value in a rule, or test something else"),
    "left": ("nothing ever leaves `{0}`", "take something from it in a rule, or test something else"),
    "loop": (
        "no line of this loop changes `{0}`",
        "change `{0}` below, or test something that changes there; where only the number of passes counts, leave `until` out",
    ),
}
"""For conditions whose outcome no rule changes: the label, and what to do."""


@frozen
class Settled(Problem):
    """A condition with only one possible outcome: because of a range (of `text`, from `low` to `high`), of the setup, or of an earlier test. `component`:
    the component whose kinds are counted. `else`: the value whose cases are all tested before. `unset`, `set`, `left`: because of all rules together,
    which never change the field `text`, give it only such values, or take nothing from the zone `text`. `loop`: its loop changes no field like `text`."""

    code = "W0915"
    title = "a test that can only turn out one way"
    always: bool
    why: Literal["range", "setup", "before", "else", "unset", "set", "left", "loop"]
    text: str = ""
    low: int = 0
    high: int = 0
    component: str | None = None

    def explain(self) -> Diagnostic:
        message = f"this {'always' if self.always else 'never'} holds"
        if self.why == "else":
            message, label = "this `else` is never needed", "every value has its line"
            help = "remove it, or one of the lines in front of it"
        elif self.why in _WITHOUT_CHANGE:
            message = "this turns out the same in every pass" if self.why == "loop" else message
            label, help = (text.format(self.text) for text in _WITHOUT_CHANGE[self.why])
        elif self.component is not None:
            label = f"`{self.component}` means all kinds of this component, in every position"
            help = f"name the zone whose pieces are meant, as `hand`, or write `hand where it in {self.component}`"
        elif self.why == "before":
            label = f"what was tested before {'leaves nothing else' if self.always else 'rules it out'}"
            help = "test something else, or remove what is not needed"
        elif self.why == "range" and self.low == self.high:
            label = f"`{self.text}` is always {self.low}"
            help = "test something else, or remove what is not needed"
        elif self.why == "range":
            label = f"`{self.text}` is a number from {self.low} to {self.high}"
            help = "test another number, or remove what is not needed"
        else:
            label = "it is the same in every position"
            help = "let it depend on a field or a zone, or remove what is not needed"
        return self._say(message, label, help=help)


_WHOSE = "inside a `where`, a name means what the element has: `me.coins` are those of the player who acts; or give the other value a name of its own, with `let`"


@frozen
class ComparedWithItself(Problem):
    """A comparison of a formula with itself, or another operation on one value twice."""

    code = "W0908"
    title = "a comparison with itself"
    needs_every_setup = True
    text: str
    always: bool
    of: Literal["comparison", "difference", "greatest", "least"] = "comparison"

    def explain(self) -> Diagnostic:
        match self.of:
            case "difference":
                message, label = f"this takes `{self.text}` from itself", "it is always 0"
            case "comparison":
                message = f"this compares `{self.text}` with itself"
                label = f"it {'always' if self.always else 'never'} holds"
            case of:
                message, label = f"this is the {of} of `{self.text}` and `{self.text}`", "both are the same"
        return self._say(message, label, help=_WHOSE)


# ---------------------------------------------------------------- rankings and scores

_TIES = "write `, ties shared`, or `, ties decided by p`, or another key: `then highest coins`"


def _share_ties(at: Span) -> tuple[Fix, ...]:
    return (Fix("write `, ties shared`", (Edit(at, ", ties shared"),)),)


@frozen
class SureTie(Problem):
    """A ranking without a rule for ties whose keys have fewer different values than there are players, so that some must be equal."""

    code = "E0416"
    title = "a ranking that always leaves a tie"
    at: Span
    ranked: int
    results: int

    def explain(self) -> Diagnostic:
        return self._say(
            "this ranking always leaves a tie",
            f"{self.ranked} are ranked, and there are only {self.results} different results",
            help=_TIES,
            fixes=_share_ties(self.at),
        )


@frozen
class MayTie(Problem):
    """A ranking without a rule for ties whose keys can be equal; `at` is the place where the rule can be added."""

    code = "W0917"
    title = "a ranking that may leave a tie"
    at: Span

    def explain(self) -> Diagnostic:
        return self._say(
            "this ranking may leave a tie",
            "a tie that nothing resolves is a fault in play",
            help=(_TIES, "if the rules make sure that no tie can come, switch this warning off: `# off W0917`"),
            fixes=_share_ties(self.at),
        )


@frozen
class SameForAll(Problem):
    """The key of a ranking, or a score called `score`, that is the same for every player."""

    code = "W0906"
    title = "a key or a score that is the same for all"
    needs_every_setup = True
    who: Described
    score: str = ""

    def explain(self) -> Diagnostic:
        who = phrase(self.who).removeprefix("a ").removeprefix("an ")
        if self.score:
            help = f"count what each {who} has of its own, like `coins`, or remove it"
            return self._say(f"the score `{self.score}` is the same for every {who}", "it is nobody's own", help=help)
        return self._say(
            f"this is the same for every {who}",
            "it ranks nobody before anybody",
            help=f"rank by what each {who} has of its own, like `points`",
        )


@frozen
class SameScore(Problem):
    """A score line with the formula of an earlier one."""

    code = "W0918"
    title = "a score that is counted twice"
    name: str
    first: Span
    first_name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` counts the same as `{self.first_name}`",
            "the total has it twice",
            others=(Label(self.first, "the first one"),),
            help="remove one of them, or let it count something else",
        )


# ---------------------------------------------------------------- lines without effect


@frozen
class Overwritten(Problem):
    """A value that a later line of the same block replaces before anything reads it."""

    code = "W0924"
    title = "a value that is lost at once"
    name: str
    again: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"this value of `{self.name}` is lost: `{self.name}` is set again before anything reads it",
            "the first time",
            others=(Label(self.again, "the second time"),),
            help="remove one of the two lines, or say when each of them is meant: `if …:`",
        )


@frozen
class SameBranches(Problem):
    """An `if`, a `match` or `a if c else b` whose branches are equal; in a longer `if`, its last two branches. `first` is the first of the equal branches."""

    code = "W0929"
    title = "branches that are the same"
    first: Span
    is_value: bool

    def explain(self) -> Diagnostic:
        return self._say(
            f"{'both values are' if self.is_value else 'both branches do'} the same, so the condition decides nothing",
            "the same again",
            others=(Label(self.first, "the first time"),),
            help="let one of them say something else, or write it once, without the condition",
        )


@frozen
class UncountedScore(Problem):
    """A score line in rules whose ranking reads neither it nor the total."""

    code = "W0925"
    title = "a score that decides nothing"
    name: str
    ranking: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"nothing reads the score `{self.name}`: it does not count for the ranking",
            "this is added up, and decides nothing",
            others=(Label(self.ranking, "who wins is decided by this alone"),),
            help=f"rank by the sum of all score lines, `highest total`, or by this one, `highest {self.name}`; or remove the score",
        )


@frozen
class RepeatedKey(Problem):
    """A key of an order that is an earlier one again."""

    code = "W0926"
    title = "a key that decides nothing"
    first: Span

    def explain(self) -> Diagnostic:
        return self._say(
            "this key decides nothing",
            "whoever is compared by it is equal in it already",
            others=(Label(self.first, "this key has told all others apart"),),
            help="rank by something else here, or remove this key",
        )


@frozen
class TestsNothing(Problem):
    """An example with a position and no line that a match could contradict."""

    code = "W0928"
    title = "an example that tests nothing"
    message = "the example `{name}` tests nothing"
    label = "a position alone is never wrong"
    help = "say what happens and what is true then: `then …`, `Ann plays …`, `Ann may not …`"
    name: str
