"""Mistakes in words: misspelt, from other languages, at the wrong place."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.source import Span
from gamedsl.syntax.guessing.foreign_words import EARNING, PAYING, PUTTING, REMOVING
from gamedsl.syntax.problems.blocks import EXPECTED_BLOCKS
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.word_uses import USES
from gamedsl.syntax.problems.wording import PERHAPS, SURE, replace, short
from gamedsl.values import frozen


@frozen
class MissingColon(SyntaxProblem):
    """`span` is the place of the missing colon: after the header's last word, or the `=` that is written there instead."""

    code = "E0021"
    title = "a missing `:`"
    header: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"a `:` is missing in this `{self.header}` line",
            "`:` belongs here",
            fix=replace("put in `:`", self.span, ":", SURE),
            otherwise=(_CHOICE,) if self.header in ("choose", "roll") else (),
        )


_CHOICE = "what is chosen has a name and a number, like `choose card: one of hand`"


@frozen
class ForeignWord(SyntaxProblem):
    """A line starts with a word of other languages; `instead` is the word of this language, if one fits as it is. `is_only`: no other word fits."""

    code = "E0050"
    title = "a word of another language"
    word: str
    instead: str | None
    is_only: bool = False

    def explain(self) -> Diagnostic:
        return self._say(
            f"there is no `{self.word}` in this language",
            help=_FOREIGN_HELP.get(self.word, _AN_ORDER if self.instead is None else ()),
            fix=None
            if self.instead is None
            else replace(f"write `{self.instead}`", self.span, self.instead, SURE if self.is_only else PERHAPS),
        )


@frozen
class ForeignValue(SyntaxProblem):
    """A value of another language: `true`, `null` and the like."""

    code = "E0051"
    title = "a value of another language"
    word: str
    instead: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.word}` is written `{self.instead}` in this language",
            fix=replace(f"write `{self.instead}`", self.span, self.instead, SURE),
        )


@frozen
class LonelyElse(SyntaxProblem):
    code = "E0023"
    title = "an `else` without `if` or `choose`"
    message = "there is no `if` or `choose` for this `else`"
    label = "neither of them is directly above in this block"
    help = "`else` stands in the same column as its `if` or `choose`"


@frozen
class StatementAtTop(SyntaxProblem):
    code = "E0052"
    title = "a statement outside a block"
    word: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{short(self.word)}` cannot stand outside a block",
            "a statement in the first column",
            help="statements stand in `setup:`, in a phase, an action or a rule, indented by four spaces",
        )


@frozen
class NoDeclaration(SyntaxProblem):
    """A line in column 1 that starts no declaration."""

    code = "E0053"
    title = "a line that declares nothing"
    word: str

    def explain(self) -> Diagnostic:
        if self.word in ("replace", "add", "remove", "set"):
            return self._say(
                f"`{self.word}` stands in a variant or in a `when` block",
                "outside of them nothing is changed",
                help=(
                    "begin the file with `variant name of game:`, and indent this below it",
                    "or put it into a block like `when storm:`, for one value of an option",
                ),
            )
        return self._say(
            f"no declaration starts with `{short(self.word)}`",
            help=EXPECTED_BLOCKS.get(
                self.word.lower(), "a declaration starts with a word like `component`, `phase`, `rule` or `score`"
            ),
        )


@frozen
class Misspelt(SyntaxProblem):
    """A word that is nearly the keyword `meant`. `is_only`: no other word fits. `gap`: the place where the line also lacks its `:`."""

    code = "E0054"
    title = "a misspelt word"
    word: str
    meant: str
    is_only: bool = False
    gap: Span | None = None

    def explain(self) -> Diagnostic:
        if self.gap is not None:
            return self._say(
                f"`{short(self.word)}` does not fit here",
                help=f"write `{self.meant}`, and `:` at the end of the line",
                fix=Fix(
                    f"write `{self.meant}` and put in `:`", (Edit(self.span, self.meant), Edit(self.gap, ":")), PERHAPS
                ),
            )
        return self._say(
            f"`{short(self.word)}` does not fit here",
            help=f"did you mean `{self.meant}`?",
            fix=replace(f"write `{self.meant}`", self.span, self.meant, SURE if self.is_only else PERHAPS),
        )


@frozen
class FactOutsideExample(SyntaxProblem):
    code = "E0055"
    title = "a fact outside an example"
    message = "a `then` line belongs to an example"
    label = "this is not an example"
    help = "what must always hold is an `invariant`; what an action asks for is a `require`"


@frozen
class ReservedName(SyntaxProblem):
    """A reserved word where a name is wanted."""

    code = "E0056"
    title = "a reserved word as a name"
    word: str
    is_cell: bool = False
    """Whether it stands in a table."""

    def explain(self) -> Diagnostic:
        message, label = f"`{self.word}` is a word of the language and cannot be a name", "a name is wanted here"
        if self.is_cell and self.word == "copies":
            return self._say(
                message, label, help="the column for the numbers of pieces is `count`, or `@` with their zone"
            )
        return self._say(
            message,
            label,
            help=f"it is kept for `{USES[self.word]}`: add to it or choose another name",
        )


_AN_ORDER = "what happens is said by `move`, `draw`, `choose`, `coins += 2` and the like; the values of a rule of your own stand in brackets: `name(…)`"
_PIECES_MOVE = (
    "pieces move: `move card to pile`, and of a kind from where they lie: `move 1 White from box to place.piece`"
)

_FOREIGN_HELP = {
    **dict.fromkeys((*PUTTING, "give", "pass"), _PIECES_MOVE),
    **dict.fromkeys(REMOVING, "what leaves the game goes to the box: `move card to box`"),
    **dict.fromkeys(("call", "run", "perform"), "a rule is carried out where its name stands alone, like `storm`"),
    **dict.fromkeys((*PAYING, "cost"), "a number becomes smaller by `coins -= 2`"),
    **dict.fromkeys((*EARNING, "score"), "a number becomes greater by `coins += 2`"),
    **dict.fromkeys(("deal", "take", "refill", "fill"), "pieces come out of a zone by `draw 3 from deck to hand`"),
    "while": "write `repeat at most 20 until done:`",
    "loop": "write `repeat up to 3:`",
    "do": "write `repeat up to 3:`",
    "until": "write `repeat at most 20 until done:`",
    "return": "a rule gives nothing back; a value is named by `let f(x: t) = ...` in the first column",
    "class": "the kinds of pieces are a `component`, sorts of values a `type`",
    "struct": "the kinds of pieces are a `component`, sorts of values a `type`",
    "import": "everything a game needs stands in its file; a variant says `variant v of game:`",
    "unless": "write `if not ...:`",
    "case": "the lines of a `match` are the values themselves: `Guard: guess`",
    "break": "a loop ends by its `until` or its limit; `repeat until declined:` goes on as often as a player likes",
    "continue": "put what is left of the pass into an `if`",
    **dict.fromkeys(
        ("end turn", "finish turn", "stop turn", "next player", "next turn"),
        "a turn ends by itself with its last line: put what is left out below an `if`",
    ),
    "print": 'what happens is shown by itself; a sentence of your own is `say "…"`',
    "def": "a `rule` is carried out where it is called, an `action` can be chosen; a value is named by `let f(x: t) = …`",
    "function": "a `rule` is carried out where it is called; a value is named by `let f(x: t) = …`",
    "func": "a `rule` is carried out where it is called; a value is named by `let f(x: t) = …`",
    "foreach": "write `for x in S:`",
    "elif": "write `else if …:`",
}
