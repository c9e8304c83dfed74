"""Formulas and lines by which players learn hidden facts."""

from __future__ import annotations

from typing import ClassVar, Literal

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import Problem
from gamedsl.values import frozen

Secret = Literal["choice", "roll", "zone", "field"]
"""Hidden facts: a choice or roll that some players did not see, the contents of a zone, the value of a field."""

_HIDDEN: dict[Secret, str] = {
    "choice": "`{}` is seen only by the player who chooses it",
    "roll": "`{}` is seen only by the player who rolls it",
    "zone": "some players do not see what lies in `{}`",
    "field": "some players do not see `{}`",
}


@frozen
class Tells(Problem):
    """A formula that reveals a secret called `name` to somebody, without the word `openly`. Each subclass is one way to reveal it."""

    what: ClassVar[str]
    """The beginning of the message: the thing that reveals the secret."""
    help: ClassVar[str]
    sort: Secret
    name: str

    def explain(self) -> Diagnostic:
        meant = "if players are to learn it here, write `openly` in front of the formula, and brackets around a `where` or `by` behind it"
        return self._say(
            f"{self.what} what is hidden of `{self.name}`",
            _HIDDEN[self.sort].format(self.name),
            help=(self.help, meant),
        )


@frozen
class SentenceTells(Tells):
    """A sentence for everybody that reveals a secret."""

    code = "E0520"
    title = "a sentence that tells a secret"
    what = "everybody reads this sentence, and it tells"
    help = "name something that all players know: no sentence is for one player alone, but views show each player what is theirs"


@frozen
class OfferTells(Tells):
    """An offer that reveals a secret."""

    code = "E0521"
    title = "an offer that tells a secret"
    what = "what may be chosen tells who is asked"
    help = "let it depend on what this player sees, or let the player look first with `peek`"


@frozen
class QuestionTells(Tells):
    """A test that reveals a secret, because it decides who is asked or which sentence is shown."""

    code = "E0522"
    title = "a question that tells a secret"
    what = "who is asked, or what is said, tells"
    help = "ask however the test comes out, or test what all players see"


@frozen
class ValueTells(Tells):
    """A visible value that reveals a secret."""

    code = "W0962"
    title = "an open value that tells a secret"
    what = "this tells"
    help = "set it from what all players see, or say who sees it: `, seen by owner`, `, seen by nobody`"


@frozen
class BranchTells(Tells):
    """A test that reveals a secret, because players notice its outcome."""

    code = "W0963"
    title = "a test of a secret that everybody notices"
    what = "what happens here tells"
    help = "test what all players see, or let only hidden things depend on it"


@frozen
class CountTells(Tells):
    """A number of pieces that reveals a secret."""

    code = "W0965"
    title = "a number of pieces that tells a secret"
    what = "how many pieces it is tells"
    help = "move a number that all players know, or say `, count hidden` of the zones"


@frozen
class EndTells(Tells):
    """An end of the match that reveals a secret."""

    code = "W0966"
    title = "an end of the match that tells a secret"
    what = "the end of the match tells"
    help = "test what all players see, or end the match behind something that shows it"


@frozen
class IdleMark(Problem):
    """A formula after `openly` that reveals nothing."""

    code = "W0964"
    title = "`openly` where nothing is hidden"
    message = "`openly` says nothing here"
    label = "all players know this anyway"
    help = "leave the word out: it stands where players learn something that was hidden from them"
