"""Problems of repetitions, of reactions (`whenever`), and of histories."""

from __future__ import annotations

from enum import Enum, auto

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Term, phrase
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class NothingToDecline(Problem):
    """A `repeat until declined` without a `may choose` of its own."""

    code = "E0640"
    title = "a `repeat until declined` without a `may choose`"
    message = "nothing in this `repeat` can be declined"
    label = "it has no `may choose` of its own"
    help = "put the `may choose` into the loop itself: a decline in a rule that is called ends only that rule"


@frozen
class AsksAgain(Problem):
    """A `may choose` in a `repeat` that asks again after a decline."""

    code = "W0905"
    title = "a `repeat` that a decline does not end"
    message = "after a decline this asks again"
    label = "a decline ends only the rule in which it is asked"
    help = "write `repeat until declined:` and put the `may choose` into the loop itself"
    needs_every_setup = True


@frozen
class NeedsName(Problem):
    """A `whenever` with a decision but without a name: examples cannot refer to the decision."""

    code = "E0641"
    title = "a `whenever` that asks and has no name"
    message = "a `whenever` that asks needs a name"
    label = "examples and answers name decisions"
    help = "give it one: `whenever {of} as ...:`"
    of: str


@frozen
class NotForHistory(Problem):
    """A field or zone that cannot be a part of a history."""

    code = "E0642"
    title = "something that no history can remember"
    name: str
    why: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` cannot be a part of a history",
            self.why,
            help="a history is made of fields, slots and bags that everybody sees: flags, values, places, players, small numbers",
        )


@frozen
class EndlessHistory(Problem):
    """A history without a number of remembered positions; `text` must be added at `at`."""

    code = "E0643"
    title = "a history without a limit"
    name: str
    at: Span
    text: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"how many positions does `{self.name}` remember at most?",
            "each one takes room in every position",
            help="`at most 200` promises that no match records more",
            fixes=(Fix(f"write `{self.text.strip()}`", (Edit(self.at, self.text),)),),
        )


class ChainFlaw(Enum):
    """The mistake in `, once for each c`."""

    ACTION = auto()
    PERIOD = auto()
    NO_PARAMETER = auto()
    SEVERAL = auto()
    OR_NONE = auto()
    UNCOUNTED = auto()


@frozen
class BadChain(Problem):
    """A `, once for each c` that cannot limit a chain. `rule` has the parameters `names`; `of` is the type of c, if c is one of them."""

    code = "E0647"
    title = "a chain without values to count"
    flaw: ChainFlaw
    rule: str
    name: str
    of: Term | About[Term] | None
    names: tuple[str, ...]

    def explain(self) -> Diagnostic:
        message, label, help = {
            ChainFlaw.ACTION: (
                f"the action `{self.rule}` cannot run `once for each {self.name}`",
                "a player chooses an action, and nothing leads back to it",
                "put what spreads into a rule with `, once for each`, and call it from the action",
            ),
            ChainFlaw.PERIOD: (
                f"`{self.name}` is a parameter of `{self.rule}`, and no period",
                "`once each` limits a turn, a round or the game",
                f"if `{self.rule}` is to run once for each value in a chain, write `, once for each {self.name}`",
            ),
            ChainFlaw.NO_PARAMETER: (
                f"`{self.rule}` has no parameter `{self.name}`",
                "the rule runs once for each value of its parameter",
                f"write `, once for each {self.names[0]}`" if self.names else "give the rule a parameter",
            ),
            ChainFlaw.SEVERAL: (
                f"`{self.rule}` has more parameters than `{self.name}`",
                f"a call within the chain waits, and only `{self.name}` is remembered",
                f"keep `{self.name}` alone, and put the rest into a field before the call",
            ),
            ChainFlaw.OR_NONE: (
                f"`{self.name}` can be none",
                "a chain has a turn for each value, and none is no value",
                f"leave out `or none`, and test `{self.name} is not none` before the call",
            ),
            ChainFlaw.UNCOUNTED: (
                f"the values of `{self.name}` cannot be counted",
                "" if self.of is None else f"it is {phrase(self.of)}",
                "a chain runs once for each place, player, number of a range, or value of a type",
            ),
        }[self.flaw]
        fixes: tuple[Fix, ...] = ()
        if self.flaw is ChainFlaw.NO_PARAMETER and len(self.names) == 1:
            fixes = (Fix(help, (Edit(self.span, self.names[0]),)),)
        return self._say(message, label, help=help, fixes=fixes)


@frozen
class ChainOfOne(Problem):
    """A `, once for each c` at a rule that does not lead back to itself."""

    code = "W0927"
    title = "a `once for each` that limits nothing"
    message = "`once for each {name}` says nothing here"
    label = "`{rule}` never leads back to itself, so each call runs once"
    help = "leave it out, or call the rule from what it does"
    needs_every_setup = True
    rule: str
    name: str
