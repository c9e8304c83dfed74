"""Problems of names that are allowed but probably not intended: unused, never reached, never in play, always the same, with unusual letters."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.model.game import AimName
from gamedsl.semantics.problems.terms import Role, phrase
from gamedsl.semantics.problems.wording import advice_on_name, join_names
from gamedsl.source import Span
from gamedsl.values import frozen


@frozen
class Unused(Problem):
    """A name that is never used. `is_set`: it is a field that rules set and never read."""

    code = "W0902"
    title = "something that is never used"
    name: str
    sort: Role
    is_set: bool = False

    def explain(self) -> Diagnostic:
        how = "is set, and nothing reads it" if self.is_set else "is used nowhere"
        return self._say(f"the {phrase(self.sort)} `{self.name}` {how}", help="use it or remove it")


@frozen
class UnusedYet(Problem):
    """An unused name in a file that is still being written."""

    code = "I0901"
    title = "something that nothing uses yet"
    name: str
    sort: Role

    def explain(self) -> Diagnostic:
        how = {
            Role.ACTION: f"offer it in a `choose one:`, in a variant with `add action {self.name} to r:`",
            Role.PHASE: f"name it under `rounds:`, in a variant with `add {self.name} after p in rounds`",
        }.get(self.sort, "use it in a rule")
        return self._say(f"nothing uses the {phrase(self.sort)} `{self.name}` yet", help=f"{how}, or remove it")


@frozen
class WrongCase(Problem):
    code = "W0903"
    title = "capital and small letters"
    name: str
    capital: bool

    def explain(self) -> Diagnostic:
        first = self.name[:1].upper() if self.capital else self.name[:1].lower()
        only = "" if self.capital else "only "
        return self._say(
            f"`{self.name}` is better written `{first}{self.name[1:]}`",
            f"{only}values and kinds of pieces have a capital letter",
        )


@frozen
class NeverReached(Problem):
    """A rule, an action or a phase that no match reaches: it is mentioned only by rules that no match reaches."""

    code = "W0911"
    title = "something that no match comes to"
    name: str
    sort: Role

    def explain(self) -> Diagnostic:
        what, how = {
            Role.ACTION: ("offered", "offer it in a `choose one:`"),
            Role.PHASE: ("reached", "name it under `rounds:`"),
            Role.RULE: ("used", "call it from a phase or an action"),
        }.get(self.sort, ("used", "call it"))
        return self._say(
            f"the {phrase(self.sort)} `{self.name}` is never {what}",
            "only what is never reached itself names it",
            help=f"{how}, or remove it",
        )


@frozen
class NeverInPlay(Problem):
    """A kind without a piece."""

    code = "W0912"
    title = "a kind that never comes into play"
    message = "`{name}` never comes into play"
    label = "no copy of it is anywhere, with any number of players and any option"
    help = "give it copies, or remove its row; a variant can put it in with `set copies`"
    needs_every_setup = True
    name: str


@frozen
class NeverFilled(Problem):
    """A zone that starts empty and stays empty, although rules use it. `component`: a component whose pieces start nowhere, and the end of its name; `use`
    is a line with the zone. `is_late`: rules put pieces here, but only after a choice of a piece that lies here."""

    code = "W0923"
    title = "a zone that nothing ever fills"
    name: str
    use: Span | None
    component: tuple[str, Span] | None
    is_late: bool = False

    def explain(self) -> Diagnostic:
        uses = () if self.use is None else (Label(self.use, "it is used here"),)
        fixes: tuple[Fix, ...] = ()
        help = f"let a rule move or draw pieces here, or let them start here: `component … in {self.name}`"
        if self.component is not None:
            of, at = self.component
            help = f"the pieces of `{of}` start nowhere: write `{of} in {self.name}` in their `component` line, or move pieces here in a rule"
            fixes = (Fix(f"write `{of} in {self.name}`", (Edit(Span(at.source, at.end, at.end), f" in {self.name}"),)),)
        return self._say(
            f"nothing ever comes into `{self.name}`",
            "it starts empty, and rules put something here only after a choice from it"
            if self.is_late
            else "it starts empty, and no rule puts anything here",
            others=uses,
            help=help,
            fixes=fixes,
        )


@frozen
class NeverSet(Problem):
    """A field that rules read and never set, so that it always has the value with which it starts. `use` is a line that reads it."""

    code = "W0934"
    title = "a field that nothing ever changes"
    name: str
    use: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"nothing ever changes `{self.name}`",
            "it keeps the value with which it starts",
            others=(Label(self.use, "it is read here"),),
            help=f"let a rule set it, or write `let {self.name} = …` for what always stays the same",
        )


@frozen
class TightLimit(Problem):
    """A loop whose passes players choose, with a small `at most`: reaching it is a fault. `passes`: the limit."""

    code = "W0935"
    title = "a limit that choices may reach"
    passes: int

    def explain(self) -> Diagnostic:
        return self._say(
            f"this loop ends in a fault after {self.passes} pass{'' if self.passes == 1 else 'es'}",
            "unless its `until` holds by then",
            help=f"if the loop may just end then, write `up to {self.passes}`",
            fixes=(Fix(f"write `up to {self.passes}`", (Edit(self.span, f"up to {self.passes}"),), FixLevel.PERHAPS),),
        )


@frozen
class NeverChanges(Problem):
    """A score, an invariant or a `possible` line with the same value in every position."""

    code = "W0910"
    title = "a score or an invariant that never changes"
    needs_every_setup = True
    name: str
    of: Literal["score", "invariant", "possible"]
    value: str

    def explain(self) -> Diagnostic:
        if self.of == "score":
            return self._say(
                f"the score `{self.name}` is always {self.value}",
                "the same for everybody, in every match",
                help="let it depend on a field or a zone, or remove it",
            )
        holds = self.value == "yes"
        message = (
            f"`{self.name}` {'is always so' if holds else 'can never happen'}"
            if self.of == "possible"
            else f"the invariant `{self.name}` {'always' if holds else 'never'} holds"
        )
        return self._say(
            message, "nothing in a match changes this", help="let it speak of fields or zones, or remove it"
        )


@frozen
class UnusedRanking(Problem):
    """A ranking in rules where every end has a verdict; `verdict` is the place of the verdict that holds `otherwise`."""

    code = "W0921"
    title = "a ranking that decides nothing"
    verdict: Span

    def explain(self) -> Diagnostic:
        return self._say(
            "this ranking decides nothing: the rules say for every end who has won",
            "never used",
            others=(Label(self.verdict, "this line decides all ends that no other line decides"),),
            help="remove the ranking, or the line with `otherwise`",
        )


@frozen
class UndecidedEnd(Problem):
    """A verdict in rules without a ranking, if the match can also end for another reason that has no verdict."""

    code = "W0922"
    title = "an end for which nobody says who has won"
    reason: str

    def explain(self) -> Diagnostic:
        how = f"for the reason “{self.reason}”" if self.reason else "by another line"
        return self._say(
            f"if the match ends {how}, the rules do not say who has won",
            "there is no ranking, and this line is not about that end",
            help="add `all lose otherwise` (or `all win otherwise`), or a `ranking`",
        )


@frozen
class NobodyWins(Problem):
    """Rules without a ranking and without verdicts, so that all players share the first place. `after` is the last line of the score, where there is one."""

    code = "W0936"
    title = "rules that do not say who has won"
    after: Span | None

    def explain(self) -> Diagnostic:
        ranking = "ranking by highest total, ties shared"
        end = None if self.after is None else Span(self.after.source, self.after.end, self.after.end)
        return self._say(
            "the rules do not say who has won",
            "at the end all players share the first place",
            help=f"write `{ranking}` below the lines of the score"
            if end is not None
            else "write a `ranking by highest NAME, ties shared`, with a number of each player or a `score`, or a verdict such as `all win when …`",
            fixes=() if end is None else (Fix(f"write `{ranking}`", (Edit(end, f"\n\n{ranking}"),)),),
        )


@frozen
class UnknownAim(Problem):
    """An aim of players that is none of the words for aims."""

    code = "E0422"
    title = "an aim that players cannot have"
    aim: str
    known: tuple[str, ...]

    def explain(self) -> Diagnostic:
        helps, fixes = advice_on_name(self.span, self.aim, self.known)
        return self._say(
            f"players cannot aim at `{self.aim}`",
            f"players aim at {join_names(self.known, 'or')}",
            help=helps,
            fixes=fixes,
        )


@frozen
class AimWithoutMeans(Problem):
    """An aim at something that the rules do not give to anybody."""

    code = "E0421"
    title = "an aim at something that the rules do not give"
    aim: AimName

    def explain(self) -> Diagnostic:
        lacks, line = ("points", "`score`") if self.aim == "points" else ("ranks", "`ranking`")
        return self._say(
            f"players aim at {self.aim}, and the rules give no {lacks}",
            f"there is no {line}",
            help=f"add a {line} line, or let players aim at something else",
        )


@frozen
class OpenHand(Problem):
    """A hand or a deck without a statement about who sees it."""

    code = "W0901"
    title = "a hand that everybody sees"
    message = "everybody sees `{name}`"
    help = "add `, seen by owner`, or `, seen by everyone` if that is meant"
    name: str


@frozen
class IdleSwitch(Problem):
    """A comment that switches off the code `off` without any effect."""

    code = "W0970"
    title = "a comment that switches nothing off"
    off: str
    why: Literal["unknown", "error", "idle"]

    def explain(self) -> Diagnostic:
        message, label = {
            "unknown": (f"no finding has the code `{self.off}`", "there is no finding with this code"),
            "error": (f"`{self.off}` is an error, which cannot be switched off", "an error stays"),
            "idle": (f"there is no warning `{self.off}` to switch off at this line", "no such warning here"),
        }[self.why]
        return self._say(message, label, help="remove the comment")
