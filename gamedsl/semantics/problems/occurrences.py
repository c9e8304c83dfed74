"""Problems of repetitions, of reactions (`whenever`), and of histories."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.diagnostics.problem import Problem
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class NothingToDecline(Problem):
    """A `repeat until declined` without a `may choose` of its own."""

    code = "E0640"
    title = "a `repeat until declined` without a `may choose`"

    def explain(self) -> Diagnostic:
        return self._say(
            "nothing in this `repeat` can be declined",
            "it has no `may choose` of its own",
            help="put the `may choose` into the loop itself: a decline in a rule that is called ends only that rule",
        )


@frozen
class AsksAgain(Problem):
    """A `may choose` in a `repeat` that asks again after a decline."""

    code = "W0905"
    title = "a `repeat` that a decline does not end"
    needs_every_setup = True

    def explain(self) -> Diagnostic:
        return self._say(
            "after a decline this asks again",
            "a decline ends only the rule in which it is asked",
            help="write `repeat until declined:` and put the `may choose` into the loop itself",
        )


@frozen
class NeedsName(Problem):
    """A `whenever` with a decision but without a name: examples cannot refer to the decision."""

    code = "E0641"
    title = "a `whenever` that asks and has no name"
    of: str

    def explain(self) -> Diagnostic:
        return self._say(
            "a `whenever` that asks needs a name",
            "examples and answers name decisions",
            help=f"give it one: `whenever {self.of} as ...:`",
        )


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
    """A history without a number of remembered positions; `text` belongs at the place `at`."""

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
