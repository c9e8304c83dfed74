"""Who learns what, in words."""

from __future__ import annotations

from typing import assert_never

from gamedsl.diagnostics.catalogue import diagnostic
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.semantics.problems import problems


def explain_secret(problem: problems.Tells | problems.IdleMark) -> Diagnostic:
    """The diagnostic of a place where hidden facts reach somebody."""
    match problem:
        case problems.SentenceTells(name=name):
            return _told(
                problem, "E0520", f"everybody reads this sentence, and it tells what is hidden of `{name}`",
                "name something that all players know: no sentence is for one player alone, but views show each player what is theirs",
            )  # fmt: skip
        case problems.OfferTells(name=name):
            return _told(
                problem, "E0521", f"what may be chosen tells who is asked what is hidden of `{name}`",
                "let it depend on what this player sees, or let the player look first with `peek`",
            )  # fmt: skip
        case problems.QuestionTells(name=name):
            return _told(
                problem, "E0522", f"who is asked, or what is said, tells what is hidden of `{name}`",
                "ask however the test comes out, or test what all players see",
            )  # fmt: skip
        case problems.ValueTells(name=name):
            return _told(
                problem, "W0962", f"this tells what is hidden of `{name}`",
                "set it from what all players see, or say who sees it: `, seen by owner`, `, seen by nobody`",
            )  # fmt: skip
        case problems.BranchTells(name=name):
            return _told(
                problem, "W0963", f"what happens here tells what is hidden of `{name}`",
                "test what all players see, or let only hidden things depend on it",
            )  # fmt: skip
        case problems.CountTells(name=name):
            return _told(
                problem, "W0965", f"how many pieces it is tells what is hidden of `{name}`",
                "move a number that all players know, or say `, count hidden` of the zones",
            )  # fmt: skip
        case problems.EndTells(name=name):
            return _told(
                problem, "W0966", f"the end of the match tells what is hidden of `{name}`",
                "test what all players see, or end the match behind something that shows it",
            )  # fmt: skip
        case problems.IdleMark(span=span):
            return diagnostic(
                "W0964", span, "`openly` says nothing here", "all players know this anyway",
                help="leave the word out: it stands where players learn something that was hidden from them",
            )  # fmt: skip
        case _:
            assert_never(problem)


def _told(problem: problems.Tells, code: str, message: str, help: str) -> Diagnostic:
    meant = "if players are to learn it here, write `openly` in front of the formula, and brackets around a `where` or `by` behind it"
    return diagnostic(code, problem.span, message, _HIDDEN[problem.sort].format(problem.name), help=(help, meant))


_HIDDEN: dict[problems.Secret, str] = {
    "choice": "`{}` is seen only by the player who chooses it",
    "roll": "`{}` is seen only by the player who rolls it",
    "zone": "some players do not see what lies in `{}`",
    "field": "some players do not see `{}`",
}
