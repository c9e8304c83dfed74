"""What can only be meant otherwise: certain faults, conditions that are settled, what does nothing or stands there twice."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.semantics.problems import problems
from gamedsl.semantics.problems.term_words import advised, phrase
from gamedsl.semantics.problems.terms import Idle


def explain_certain(
    problem: problems.Settled
    | problems.SureFault
    | problems.DoesNothing
    | problems.SureTie
    | problems.MayTie
    | problems.SameKey
    | problems.SameScore
    | problems.UnusedYet,
) -> Diagnostic:
    """The diagnostic of something that is certain, and that nobody can have meant."""
    span = problem.span
    match problem:
        case problems.Settled():
            return _settled(problem)
        case problems.SureFault(flaw=flaw):
            what, help = advised(flaw)
            return diagnostic("E0415", span, what, "this can never work", help=help)
        case problems.DoesNothing(what=what):
            said, help = _NOTHING[what]
            return diagnostic("W0916", span, said, "the number is always 0", help=help)
        case problems.SureTie(at=at, ranked=ranked, results=results):
            return diagnostic(
                "E0416", span, "this ranking always leaves a tie", f"{ranked} are ranked, and there are only {results} different results",
                help=_TIES, fixes=(Fix("write `, ties shared`", (Edit(at, ", ties shared"),)),),
            )  # fmt: skip
        case problems.MayTie(at=at):
            return diagnostic(
                "W0917", span, "this ranking may leave a tie", "a tie that nothing resolves is a fault in play",
                help=(_TIES, "if the rules make sure that no tie can come, switch this warning off: `# off W0917`"),
                fixes=(Fix("write `, ties shared`", (Edit(at, ", ties shared"),)),),
            )  # fmt: skip
        case problems.SameKey(table=table, first=first):
            return diagnostic(
                "E0609", span, f"two rows of `{table}` have the same key", "this row is never found", others=(Label(first, "this row is found"),),
                help="give one of them another key, or remove it",
            )  # fmt: skip
        case problems.SameScore(name=name, first=first, first_name=other):
            return diagnostic(
                "W0918", span, f"`{name}` counts the same as `{other}`", "the total has it twice", others=(Label(first, "the first one"),),
                help="remove one of them, or let it count something else",
            )  # fmt: skip
        case problems.UnusedYet(name=name, sort=sort):
            return diagnostic(
                "I0901",
                span,
                f"nothing uses the {phrase(sort)} `{name}` yet",
                "",
                help="use it in a rule, or remove it",
            )
        case _:
            assert_never(problem)


_TIES = "write `, ties shared`, or `, ties decided by p`, or another key: `then highest coins`"

_NOTHING = {
    Idle.DRAW: ("this draws nothing", "write how many are drawn, or remove it"),
    Idle.MOVE: ("this moves nothing", "write how many are moved, or remove it"),
    Idle.REPEAT: ("this is never repeated", "write how often, or remove it"),
    Idle.CHOICE: ("here nothing can be chosen", "write how many may be chosen, or remove it"),
}


def _settled(problem: problems.Settled) -> Diagnostic:
    how = "always" if problem.always else "never"
    message = f"this {how} holds"
    text = problem.text
    if problem.why == "else":
        message, label = "this `else` is never needed", "every value has its line"
        help = "remove it, or one of the lines in front of it"
    elif problem.component is not None:
        label = f"`{problem.component}` means all kinds of this component, in every position"
        help = f"name the zone whose pieces are meant, as `hand`, or write `hand where it in {problem.component}`"
    elif problem.why == "before":
        label = f"what was tested before {'leaves nothing else' if problem.always else 'rules it out'}"
        help = "test something else, or remove what is not needed"
    elif problem.why == "range" and problem.low == problem.high:
        label = f"`{text}` is always {problem.low}"
        help = "test something else, or remove what is not needed"
    elif problem.why == "range":
        label = f"`{text}` is a number from {problem.low} to {problem.high}"
        help = "test another number, or remove what is not needed"
    else:
        label = "it is the same in every position"
        help = "let it depend on a field or a zone, or remove what is not needed"
    return diagnostic("W0915", problem.span, message, label, help=help)
