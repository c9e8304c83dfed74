"""What is repeated, and what happens whenever something else does, in words."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.semantics.problems import problems


def explain_occurrence(
    problem: problems.NothingToDecline | problems.NeedsName | problems.NotForHistory | problems.EndlessHistory,
) -> Diagnostic:
    """The diagnostic of a problem with what happens again."""
    span = problem.span
    match problem:
        case problems.NothingToDecline():
            return diagnostic(
                "E0640", span, "nothing in this `repeat` can be declined", "it has no `may choose` of its own",
                help="put the `may choose` into the loop itself: a decline in a rule that is called ends only that rule",
            )  # fmt: skip
        case problems.NeedsName(of=of):
            return diagnostic(
                "E0641", span, "a `whenever` that asks needs a name", "examples and answers name decisions",
                help=f"give it one: `whenever {of} as ...:`",
            )  # fmt: skip
        case problems.NotForHistory(name=name, why=why):
            return diagnostic(
                "E0642", span, f"`{name}` cannot be a part of a history", why,
                help="a history is made of fields, slots and bags that everybody sees: flags, values, places, players, small numbers",
            )  # fmt: skip
        case problems.EndlessHistory(name=name, at=at, text=text):
            return diagnostic(
                "E0643", span, f"how many positions does `{name}` remember at most?", "each one takes room in every position",
                help="`at most 200` promises that no match records more",
                fixes=(Fix(f"write `{text.strip()}`", (Edit(at, text),)),),
            )  # fmt: skip
        case _:
            assert_never(problem)
