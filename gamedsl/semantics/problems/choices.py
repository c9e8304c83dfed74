"""Choices of players, and the sentences that players read."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import About, Described, Role, phrase
from gamedsl.semantics.problems.wording import advice_on_name
from gamedsl.source import Span
from gamedsl.values import frozen

# ---------------------------------------------------------------- menus and selections


@frozen
class NotAnAction(Problem):
    code = "E0503"
    title = "a menu line that is no action"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` is no action",
            "a menu offers actions",
            help=f"declare it as `action {self.name.partition('(')[0]}:`",
        )


@frozen
class TwoMenus(Problem):
    code = "E0504"
    title = "two menus in one rule"
    name: str
    first: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` has two menus",
            "the second one",
            others=(Label(self.first, "the first one"),),
            help="a menu is called like its rule: put the second one into a rule of its own",
        )


@frozen
class TwiceInMenu(Problem):
    """A line of a menu that repeats an earlier one."""

    code = "W0907"
    title = "a line that is in a menu twice"
    text: str
    first: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.text}` is in this menu twice",
            "the second one",
            others=(Label(self.first, "the first one"),),
            help="leave one of them out: two moves with the same words cannot be told apart",
        )


@frozen
class UnseenChoice(Problem):
    code = "E0505"
    title = "a choice from what is not seen"
    message = "the player who chooses does not see what is in `{zone}`"
    label = "the options would give it away"
    help = "use `draw`, choose a place instead of its pieces, or let the player see `{zone}`"
    zone: str


@frozen
class Unanswered(Problem):
    code = "E0506"
    title = "a scripted seat without an answer"
    message = "`{seat}` has no answer for `{name}`"
    label = "this seat comes here, and nobody plays it"
    help = "add a line like `{name}: first` to the `answers:` of `{seat}`"
    seat: str
    name: str


@frozen
class UnknownSelection(Problem):
    """An unknown name of a choice, a roll or a reason. `seat`: the scripted seat that answers it."""

    code = "E0511"
    title = "an unknown selection, roll or reason"
    name: str
    sort: Role | About[Role]
    known: tuple[str, ...]
    seat: str | None = None

    @property
    def way_out(self) -> str:
        """The line to write if a scripted seat answers a question that nobody asks; empty for others."""
        if self.seat is None:
            return ""
        anew = f"`replace seat {self.seat} when …:`, or remove it, `remove {self.seat}`"
        return f"nobody asks `{self.seat}` that: leave the answer out; in a variant, write the seat anew, {anew}"

    def explain(self) -> Diagnostic:
        help, fixes = advice_on_name(self.span, self.name, self.known)
        if self.way_out and not fixes:
            help = (*help, self.way_out)
        return self._say(f"there is no {phrase(self.sort)} called `{self.name}`", help=help, fixes=fixes)


# ---------------------------------------------------------------- sentences


@frozen
class NothingRefused(Problem):
    """A sentence for refusals after a selection that refuses nothing."""

    code = "W0960"
    title = "a sentence that nobody reads"
    message = "nobody ever reads the sentence of `{name}`"
    label = "this selection leaves nothing out"
    help = 'the sentence says why a `where` refuses; a question to the player is `, ask "…"`'
    name: str


@frozen
class OpenBrace(Problem):
    """A sentence of `say` with an unmatched brace or empty braces."""

    code = "E0660"
    title = "braces that do not fit"
    message = "the braces of this sentence do not fit"
    label = "a `{{` without its `}}`, or nothing between them"
    help = 'a formula stands between `{{` and `}}`: `say "{{me}} takes {{card}}."`'


@frozen
class BadNumberWords(Problem):
    """`shown as` with a text that has no place for the number, or several; or after a field of another type, which is `found` then."""

    code = "E0423"
    title = "words for a number that do not fit"
    text: str
    found: Described | None = None

    def explain(self) -> Diagnostic:
        if self.found is not None:
            return self._say(
                "`shown as` is for numbers",
                f"the field holds {phrase(self.found)}",
                help="leave it out: values, pieces and players are called as the rules call them",
            )
        return self._say(
            f'"{self.text}" must say once where the number stands',
            "here it stands nowhere" if not self.text.count("{") else "not once",
            help='write `{}` for the number, or `{+}` for the number with its sign: `shown as "£{}"`, `shown as "{} coin" or "{} coins"`',
        )


@frozen
class BadMark(Problem):
    """Text in a sentence that begins like a mark but is none."""

    code = "W0980"
    title = "a mark that is written wrongly"
    message = "`{text}` begins like a mark, and is none"
    label = "people read it as it is"
    help = "write `[A4: text]` for a reading of the rulebook with its number, or `[ours: text]` for what is not in the rulebook"
    text: str


@frozen
class MarkInPlay(Problem):
    """A mark in a sentence that players are shown literally."""

    code = "W0981"
    title = "a mark that players are shown in play"
    message = "players are shown this mark in play"
    label = "`{text}` and its bracket are part of what they read"
    help = "put the mark into the sentence of a declaration, and write only the text here"
    text: str


@frozen
class BraceInText(Problem):
    """Braces in a text that is shown unchanged: no value replaces them."""

    code = "W0982"
    title = "braces in a text where nothing is put in"
    text: str
    of_end: str = ""
    """The whole text, if it is the reason of `end game`."""

    def explain(self) -> Diagnostic:
        help = "say it in words that always fit; only `say`, and the sentences of a worked example, put values in"
        if self.of_end:
            help = f'a reason is the same in every match: write a line before it, `say "{self.of_end}"`, and here words that always fit'
        return self._say(
            "players are shown these braces",
            f"`{self.text}` is told as it stands: this text is the same in every position",
            help=help,
        )
