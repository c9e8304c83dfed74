"""The problems of how a text is written: a class for each, with its code, its facts and its words."""

from __future__ import annotations

from typing import Literal

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.diagnostics.problem import Problem
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.syntax.problems.word_uses import USES
from gamedsl.syntax.problems.wording import PERHAPS, SURE, counted, insert_word, listed, remove, replace, short, shown
from gamedsl.values import frozen

FIRST_OF_MEANING = "E0200"
"""Codes before this one are about how a text is written."""


@frozen
class SyntaxProblem(Problem):
    """A mistake in how a text is written. It shows before anything is known of what the text means."""


# ---------------------------------------------------------------- the text as a whole


@frozen
class TooMany(SyntaxProblem):
    """The number of problems that were found but not reported; a text full of them is not read to its end."""

    code = "E0001"
    title = "more problems than are shown"
    count: int

    def explain(self) -> Diagnostic:
        noun = "problem" if self.count == 1 else "problems"
        return self._say(f"and {self.count} more {noun}", help="put the ones above right first")


@frozen
class TooDeep(SyntaxProblem):
    """Blocks, brackets or operators are nested more than `limit` times."""

    code = "E0002"
    title = "something is nested too deep"
    limit: int

    def explain(self) -> Diagnostic:
        return self._say(
            f"this is nested more than {self.limit} levels deep",
            "too deep here",
            help="move inner parts into a rule or a `let` of their own",
        )


@frozen
class LongLine(SyntaxProblem):
    """A line of more than `limit` words, or a whole text of more than `limit` characters: it is not read."""

    code = "E0003"
    title = "a line or a text is too long"
    limit: int
    of: Literal["words", "characters"] = "words"

    def explain(self) -> Diagnostic:
        if self.of == "characters":
            return self._say(
                f"this text has more than {self.limit} characters, and is not read",
                help="put rows into CSV files, and what deviates into variants",
            )
        return self._say(f"this line has more than {self.limit} words", help="break it into several lines")


# ---------------------------------------------------------------- signs, numbers, sentences, comments


@frozen
class LineTwice(SyntaxProblem):
    """A header that repeats the line above."""

    code = "E0043"
    title = "a header that stands twice"

    def explain(self) -> Diagnostic:
        return self._say("this header stands twice", "the same as in the line above", help="remove one of the two")


@frozen
class TurnedText(SyntaxProblem):
    """A character that turns the direction of text, so that the display differs from the content."""

    code = "E0042"
    title = "a character that turns the direction of text"
    character: str

    def explain(self) -> Diagnostic:
        return self._say(
            "a character that is not seen turns the direction of this line",
            f"the character U+{ord(self.character):04X}",
            help="remove it: what is read here is not what is shown",
            fix=remove("remove it", self.span, PERHAPS),
        )


@frozen
class UnknownCharacter(SyntaxProblem):
    code = "E0030"
    title = "an unknown character"
    character: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"{shown(self.character)} means nothing here", help=_CHARACTERS.get(self.character, "remove it")
        )


@frozen
class ForeignSign(SyntaxProblem):
    """A sign of other languages; `instead` is the sign with its meaning here."""

    code = "E0031"
    title = "a sign of another language"
    sign: str
    instead: str

    def explain(self) -> Diagnostic:
        if self.sign == "\xa0":
            return self._say(
                "this is not a plain space", "a no-break space", fix=replace("make it plain", self.span, " ", SURE)
            )
        padded = self.instead if self.instead != "not" else "not "
        return self._say(
            f"`{self.sign}` is written `{self.instead}` in this language",
            f"`{self.instead}` belongs here",
            fix=replace(
                f"write `{self.instead}`",
                self.span,
                padded,
                PERHAPS
                if self.sign in _OTHER_READINGS or (self.sign, self.instead) == (";", ":") or self.sign[0] == "#"
                else SURE,
            ),
        )


@frozen
class Increment(SyntaxProblem):
    """`x++`, `x--`, `x *= 2`; `instead` replaces the sign, where that is possible."""

    code = "E0032"
    title = "`++`, `--` and their like"
    sign: str
    instead: str | None

    def explain(self) -> Diagnostic:
        return self._say(
            f"there is no `{self.sign}`",
            help=_OPERATORS[self.sign],
            fix=None
            if self.instead is None
            else replace(f"write `{self.instead.strip()}`", self.span, self.instead, SURE),
        )


@frozen
class PercentSign(SyntaxProblem):
    """`a % b`; `operands` are the span and the two texts if both are one word or number."""

    code = "E0033"
    title = "`%`"
    operands: tuple[Span, str, str] | None

    def explain(self) -> Diagnostic:
        fix = None
        if self.operands is not None:
            whole, left, right = self.operands
            fix = replace(f"write `mod({left}, {right})`", whole, f"mod({left}, {right})", PERHAPS)
        return self._say("there is no `%`", help="the remainder of a division is `mod(a, b)`", fix=fix)


@frozen
class DecimalNumber(SyntaxProblem):
    code = "E0036"
    title = "a number with a decimal point"
    text: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{short(self.text)}` is no whole number",
            "only whole numbers are known",
            help="count in smaller units, or divide at the end: `total / 2 rounded down`",
        )


@frozen
class LongNumber(SyntaxProblem):
    code = "E0037"
    title = "a number that is too large"

    def explain(self) -> Diagnostic:
        return self._say("this number is too large", "more than nine digits", help="nine digits are the most")


@frozen
class GluedNumber(SyntaxProblem):
    """`2nd`, `3Horse`: a number runs into a name."""

    code = "E0038"
    title = "a number that runs into a name"
    number: str
    rest: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{short(self.number + self.rest)}` is neither a number nor a name",
            help=f"a name starts with a letter; `{short(self.number)} {short(self.rest)}` means so many of a kind",
        )


@frozen
class BadName(SyntaxProblem):
    """A name with a character that names may not have."""

    code = "E0039"
    title = "a name with other characters"
    name: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{short(self.name)}` cannot be a name",
            help="a name starts with a letter and has only the letters a to z, digits and `_`",
        )


@frozen
class UnclosedString(SyntaxProblem):
    """A sentence without its closing quote; `end` is where the line's text ends."""

    code = "E0040"
    title = "a sentence without closing quote"
    end: Span

    def explain(self) -> Diagnostic:
        return self._say(
            "this sentence has no closing quote",
            "it starts here",
            help='a sentence stands between two `"` on one line',
            fix=replace('put in `"`', self.end, '"', PERHAPS),
        )


@frozen
class WrongQuotes(SyntaxProblem):
    """A sentence in typographic or single quotes."""

    code = "E0041"
    title = "other quotes"
    text: str

    def explain(self) -> Diagnostic:
        fix = None if '"' in self.text else replace('write `"`', self.span, f'"{self.text}"', SURE)
        return self._say('a sentence stands in plain double quotes: `"..."`', "", fix=fix)


@frozen
class Semicolon(SyntaxProblem):
    code = "E0034"
    title = "a `;`"
    at_end: bool

    def explain(self) -> Diagnostic:
        return self._say(
            "a line needs no `;`",
            help=() if self.at_end else "every statement has a line of its own",
            fix=remove("remove it", self.span, SURE) if self.at_end else None,
        )


@frozen
class ForeignComment(SyntaxProblem):
    """A comment that starts with `sign`; `span` is the whole of it. `is_plain`: it can be nothing else, such as a division."""

    code = "E0035"
    title = "a comment of another language"
    sign: str
    text: str
    one_line: bool
    is_plain: bool

    def explain(self) -> Diagnostic:
        level = SURE if self.is_plain else PERHAPS
        return self._say(
            f"a comment starts with `#`, not with `{self.sign}`",
            help=() if self.is_plain else _OTHER_COMMENTS.get(self.sign, ()),
            fix=replace("write `#`", self.span, f"# {self.text}".rstrip(), level) if self.one_line else None,
        )


@frozen
class Braces(SyntaxProblem):
    code = "E0020"
    title = "braces"
    sign: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.sign}` is not used here",
            "blocks have no braces",
            help=(
                "end the header with `:` and indent the lines of the block; a list stands in `[` and `]`",
                "a formula in braces stands inside a sentence in quotes",
            ),
        )


# ---------------------------------------------------------------- brackets and indentation


@frozen
class UnclosedBracket(SyntaxProblem):
    code = "E0017"
    title = "a bracket is never closed"
    sign: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"the bracket `{self.sign}` is never closed",
            "opened here",
            help=(
                f"close it with `{')' if self.sign == '(' else ']'}`",
                "lines that continue it stand deeper than its first line",
            ),
        )


@frozen
class StrayBracket(SyntaxProblem):
    code = "E0018"
    title = "a bracket closes nothing"
    sign: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"this `{self.sign}` closes nothing",
            "no bracket is open here",
            help=f"put in the `{'(' if self.sign == ')' else '['}` that opens it, or remove it",
            fix=remove("remove it", self.span, PERHAPS),
        )


@frozen
class MismatchedBracket(SyntaxProblem):
    """`sign` closes the bracket `opened`, and should have been `wanted`."""

    code = "E0019"
    title = "a bracket is closed by the wrong sign"
    sign: str
    opened: Span
    wanted: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.sign}` does not close this bracket",
            f"`{self.wanted}` belongs here",
            others=(Label(self.opened, "opened here"),),
            help=f"or `{_OPENERS[self.sign]}` where it is opened, if that is wrong",
            fix=replace(f"write `{self.wanted}`", self.span, self.wanted, PERHAPS),
        )


@frozen
class MixedIndentation(SyntaxProblem):
    """The line is indented by tabs and others by spaces, or both are mixed; `lines` are all indentations with tabs."""

    code = "E0010"
    title = "tabs and spaces are mixed"
    lines: tuple[tuple[Span, int], ...]

    def explain(self) -> Diagnostic:
        edits = tuple(Edit(blank, " " * column) for blank, column in self.lines)
        are_tabs = all(column == _TAB * (blank.end - blank.start) for blank, column in self.lines)
        return self._say(
            "tabs and spaces are mixed in the indentation",
            "a tab here",
            help="indent with four spaces for each level",
            fix=Fix("indent with spaces", edits, SURE if are_tabs else PERHAPS),
        )


@frozen
class DeeperLine(SyntaxProblem):
    """A line is deeper than the one above although that opens no block; it would fit at column `to`."""

    code = "E0011"
    title = "a line is indented too far"
    to: int

    def explain(self) -> Diagnostic:
        return self._say(
            "this line is indented too far",
            "no block begins above this line",
            help="a block begins after a line that ends in `:`",
            fix=replace("move the line back", self.span, " " * self.to, PERHAPS),
        )


@frozen
class UnevenLine(SyntaxProblem):
    """A line goes back to a column at which no block began; `to` is the nearest one that would fit."""

    code = "E0012"
    title = "an indentation fits no block"
    to: int

    def explain(self) -> Diagnostic:
        return self._say(
            "this indentation fits no block above",
            f"{counted(self.span.end - self.span.start, 'space')} here",
            help="lines of one block start in the same column",
            fix=replace(f"indent by {counted(self.to, 'space')}", self.span, " " * self.to, PERHAPS),
        )


@frozen
class NoBody(SyntaxProblem):
    """The header line that starts with `header` ends in `:`, but no deeper line follows.

    `blank`: the indentation of the line that probably belongs into the block, at column `to`.
    """

    code = "E0013"
    title = "a block is empty"
    header: str
    blank: Span | None = None
    to: int = 0

    def explain(self) -> Diagnostic:
        return self._say(
            f"nothing stands in this `{self.header}` block",
            "the line ends in `:`, and the next one is no deeper",
            help=(
                "indent the lines that belong to it by four spaces",
                'a block may consist of a sentence only: `"To do."`',
            ),
            fix=None if self.blank is None else replace("indent the next line", self.blank, " " * self.to, PERHAPS),
        )


@frozen
class IncompleteBlock(SyntaxProblem):
    """The block of this header ends before something that it must contain."""

    code = "E0014"
    title = "a block is not complete"
    header: str
    missing: tuple[str, ...]

    def explain(self) -> Diagnostic:
        return self._say(
            f"this `{self.header}` block is not complete",
            f"what is missing: {listed(self.missing)}",
            help=_COMPLETE.get(self.header, ()),
        )


@frozen
class IndentedDeclaration(SyntaxProblem):
    """A declaration inside a block; `header` is the block's first word, empty if there is no block."""

    code = "E0015"
    title = "a declaration is indented"
    word: str
    header: str

    def explain(self) -> Diagnostic:
        if self.header in ("variant", "when", "seat"):
            return self._say(
                f"a change is missing before `{self.word}`",
                f"inside `{self.header}` this is not a line of its own",
                help=f"write `replace {self.word} ...` to change what is there, `add {self.word} ...` for something new",
            )
        return self._say(
            f"`{self.word}` starts in the first column",
            "indented here",
            help="only the lines inside a block are indented",
            fix=None if self.header else remove("move it back", self.span, SURE),
        )


@frozen
class HeaderChain(SyntaxProblem):
    """A second header on the line of the first; `indent` is its depth on a line of its own."""

    code = "E0016"
    title = "two headers on one line"
    header: str
    gap: Span
    indent: int

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.header}` needs a line of its own",
            "a second header on one line",
            help="after a header's `:` stands a plain statement, a loop or `as`, or a block on deeper lines",
            fix=replace(
                "move it to the next line",
                self.gap,
                "\n" + " " * self.indent,
                PERHAPS if self.header in _WITH_ELSE else SURE,
            ),
        )


# ---------------------------------------------------------------- words


@frozen
class MissingColon(SyntaxProblem):
    """`span` is where it belongs: the place behind the header's last word, or the `=` found there instead."""

    code = "E0021"
    title = "a missing `:`"
    header: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"a `:` is missing in this `{self.header}` line",
            "`:` belongs here",
            fix=replace("put in `:`", self.span, ":", SURE),
        )


@frozen
class ForeignWord(SyntaxProblem):
    """A line starts with a word of other languages; `instead` is the word of this language, if one fits as it is. `is_only`: no other one would do."""

    code = "E0050"
    title = "a word of another language"
    word: str
    instead: str | None
    is_only: bool = False

    def explain(self) -> Diagnostic:
        return self._say(
            f"there is no `{self.word}` in this language",
            help=_FOREIGN_HELP.get(self.word, ()),
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

    def explain(self) -> Diagnostic:
        return self._say(
            "there is no `if` or `choose` for this `else`",
            "neither of them is directly above in this block",
            help="`else` stands in the same column as its `if` or `choose`",
        )


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
            help="a declaration starts with a word like `component`, `phase`, `rule` or `score`",
        )


@frozen
class Misspelt(SyntaxProblem):
    """A word that is nearly the keyword `meant`. `is_only`: no other one would do. `gap`: where the `:` of the line is missing as well."""

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

    def explain(self) -> Diagnostic:
        return self._say(
            "a `then` line belongs to an example",
            "this is not an example",
            help="what must always hold is an `invariant`; what an action asks for is a `require`",
        )


@frozen
class ReservedName(SyntaxProblem):
    """A reserved word where a name is wanted."""

    code = "E0056"
    title = "a reserved word as a name"
    word: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.word}` is a word of the language and cannot be a name",
            "a name is wanted here",
            help=f"it is kept for `{USES[self.word]}`: add to it or choose another name",
        )


# ---------------------------------------------------------------- forms


@frozen
class EqualsInCondition(SyntaxProblem):
    code = "E0070"
    title = "`=` in a condition"

    def explain(self) -> Diagnostic:
        return self._say(
            "a condition compares with `is`", "`=` sets a value", fix=replace("write `is`", self.span, "is", SURE)
        )


@frozen
class Unrounded(SyntaxProblem):
    """A division without `rounded up` or `rounded down`; `span` is the division, `end` the place behind it."""

    code = "E0072"
    title = "a division without rounding"
    end: Span

    def explain(self) -> Diagnostic:
        return self._say(
            "a division says how it is rounded",
            "`rounded up` or `rounded down` is missing",
            fixes=(
                replace("round down", self.end, " rounded down", PERHAPS),
                replace("round up", self.end, " rounded up", PERHAPS),
            ),
        )


@frozen
class Chained(SyntaxProblem):
    """`a < b < c`; `middle` is the text of b if it is one word or number."""

    code = "E0073"
    title = "a chained comparison"
    middle: str | None

    def explain(self) -> Diagnostic:
        at = Span(self.span.source, self.span.start, self.span.start)
        return self._say(
            "comparisons cannot be chained",
            "a second comparison",
            help="join two comparisons with `and`",
            fix=None
            if self.middle is None
            else replace(f"put in `and {short(self.middle)}`", at, f"and {self.middle} ", SURE),
        )


@frozen
class NoLeftSide(SyntaxProblem):
    """`where not in city`: `word` compares with nothing; `element` is what stands at `place` if a filter is meant."""

    code = "E0087"
    title = "a comparison without its left side"
    word: str
    place: Span
    element: str | None

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.word}` has nothing on its left",
            "what is compared?",
            help="write both sides" if self.element is None else f"the element of the filter is `{self.element}`",
            fix=None
            if self.element is None
            else replace(f"put in `{self.element}`", self.place, f"{self.element} ", PERHAPS),
        )


@frozen
class MissingComma(SyntaxProblem):
    """A missing comma; `span` is the place in front of `word`."""

    code = "E0022"
    title = "a missing `,`"
    word: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"a `,` is missing before `{self.word}`",
            "`,` belongs here",
            fix=replace("put in `,`", self.span, ",", SURE),
        )


@frozen
class SentenceBeforeElse(SyntaxProblem):
    """A sentence between two alternatives; `cut` is the stretch to remove to move it to `to`, None if a sentence stands there already."""

    code = "E0086"
    title = "a sentence in front of `else`"
    text: str
    cut: Span
    to: Span | None

    def explain(self) -> Diagnostic:
        if self.to is None:
            return self._say(
                "a selection has one sentence, behind its last alternative",
                "a second one",
                help="keep one of them: it is read whichever alternative the player is offered",
            )
        return self._say(
            "the sentence stands behind the last `else`",
            "another alternative follows",
            help="move it to the end: it is read whichever alternative the player is offered",
            fix=Fix("move it to the end", (Edit(self.cut, ""), Edit(self.to, f" {self.text}")), SURE),
        )


@frozen
class NamelessChoice(SyntaxProblem):
    """`choose one of S`: the choice has no name; `span` is the place of the name."""

    code = "E0074"
    title = "a choice or a condition without a name"
    word: str

    def explain(self) -> Diagnostic:
        if self.word.startswith("ensure"):
            here = "a name and `:` belong here" + (", not `that`" if self.word == "ensure that" else "")
            return self._say(
                "what is ensured needs a name",
                here,
                help="like `ensure king_safe: not in_check`: a refusal gives this name",
            )
        example = "roll first: one of players" if self.word == "roll" else "choose card: one of hand"
        return self._say("what is chosen needs a name", "the name and `:` belong here", help=f"like `{example}`")


@frozen
class MissingOf(SyntaxProblem):
    """`one hand`; `span` is the place where `of` belongs."""

    code = "E0075"
    title = "a missing `of`"
    quantity: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"`of` is missing after `{self.quantity}`",
            "`of` belongs here",
            help="like `one of hand` or `2 of hand`",
            fix=insert_word("put in `of`", self.span, "of", self.quantity),
        )


Counted = Literal["choice", "comprehension", "given"]
"""The things that a number before `of` may count: pieces to choose or move, elements to combine, pieces in an example."""


@frozen
class NoQuantity(SyntaxProblem):
    """`count of hand`: no number, and no word for one; only a choice knows other words than numbers."""

    code = "E0084"
    title = "a word that is no quantity"
    word: str
    of: Counted

    def explain(self) -> Diagnostic:
        if self.of == "choice":
            return self._say(
                f"`{short(self.word)}` does not say how many are chosen",
                "no quantity",
                help="a quantity is `one`, `some` (at least one), `any`, `2`, `up to 2` or `1..2`; `of` follows it",
            )
        if self.of == "given":
            return self._say(
                f"`{short(self.word)}` is no number of pieces",
                "no number",
                help="like `9 of deck`; which nine they are is left open",
            )
        return self._say(
            f"`{short(self.word)}` is no number of elements",
            "no number",
            help="`x in S` goes through the elements, `x in 2 of S` through the pairs that they make",
        )


@frozen
class RangeAlone(SyntaxProblem):
    """`promise: 0..cards`: numbers to choose from, and no word for how many of them."""

    code = "E0084"
    title = "a word that is no quantity"
    text: str

    def explain(self) -> Diagnostic:
        start = Span(self.span.source, self.span.start, self.span.start)
        return self._say(
            f"`{short(self.text)}` does not say how many are chosen",
            "numbers to choose from",
            help=f"one number of these is `one of {short(self.text)}`",
            fix=replace("put in `one of`", start, "one of ", PERHAPS),
        )


@frozen
class NoCase(SyntaxProblem):
    """`x = 1`, `x for x in S`, or an early `else` among the values of a `match`."""

    code = "E0085"
    title = "something that is no value of a `match`"

    def explain(self) -> Diagnostic:
        return self._say(
            "this cannot be a value of a `match`",
            "a plain value is wanted",
            help="like `match gem(Ruby: 3, Emerald, Crown: 2, else: 1)`; `else` comes last",
        )


@frozen
class MissingPart(SyntaxProblem):
    """A statement without `word` and the words after it: `move x` without `to`."""

    code = "E0076"
    title = "a statement without its place"
    statement: str
    word: str

    def explain(self) -> Diagnostic:
        return self._say(
            f"this `{self.statement}` does not say {_PLACES[self.word]}",
            f"`{self.word} ...` is missing",
            help=f"like `{_EXAMPLES[self.statement]}`",
        )


@frozen
class MissingNumber(SyntaxProblem):
    """`draw from deck to hand`; `span` is the place of the number."""

    code = "E0077"
    title = "a `draw` without number"

    def explain(self) -> Diagnostic:
        return self._say(
            "this `draw` does not say how many",
            "a number is missing",
            help="like `draw 1 from deck to hand`",
            fix=replace("draw one", self.span, " 1", PERHAPS),
        )


@frozen
class ForOf(SyntaxProblem):
    code = "E0078"
    title = "`for ... of`"

    def explain(self) -> Diagnostic:
        return self._say("`for` goes through a set with `in`", fix=replace("write `in`", self.span, "in", SURE))


@frozen
class PlayersRange(SyntaxProblem):
    """`players 2-4`; `span` is the sign between the numbers."""

    code = "E0079"
    title = "the numbers of players"
    sign: str

    def explain(self) -> Diagnostic:
        return self._say(
            "the numbers of players are joined by `to`",
            f"`{self.sign}` here",
            help="like `players 2 to 4`",
            fix=replace(
                "write `to`",
                self.span,
                " to " if self.sign in "-..," else "to",
                SURE if self.sign in ("-", "..") else PERHAPS,
            ),
        )


@frozen
class PlayersColon(SyntaxProblem):
    code = "E0080"
    title = "`players:`"

    def explain(self) -> Diagnostic:
        return self._say(
            "`players` has no `:` here", help="like `players 2 to 4`", fix=remove("remove it", self.span, SURE)
        )


@frozen
class NumberWithoutUpTo(SyntaxProblem):
    """`repeat 2:`, `rounds 5:`; `times` is the place of that word, with the blank before it, where it follows the number."""

    code = "E0088"
    title = "a number of passes without `up to`"
    word: str
    times: Span | None

    def explain(self) -> Diagnostic:
        edits = (Edit(self.span, " up to"), *(() if self.times is None else (Edit(self.times, ""),)))
        return self._say(
            f"a number of `{self.word}` is said with `up to` or `at most`",
            "`up to` belongs here",
            help=f"`{self.word} up to 3:` ends there, and reaching the bound of `{self.word} at most 3` is a fault",
            fix=Fix("put in `up to`", edits, PERHAPS),
        )


@frozen
class CommaInRow(SyntaxProblem):
    """Cells separated by commas; `commas` are all commas of the line."""

    code = "E0081"
    title = "commas between cells"
    commas: tuple[Span, ...]

    def explain(self) -> Diagnostic:
        edits = tuple(Edit(comma, "") for comma in self.commas)
        return self._say(
            "the cells of a row are separated by spaces",
            help="an empty cell is written `.`",
            fix=Fix("remove the commas", edits, SURE),
        )


@frozen
class GluedCell(SyntaxProblem):
    """A `.` that touches its neighbour: a blank cell stands alone."""

    code = "E0082"
    title = "an empty cell that touches another"

    def explain(self) -> Diagnostic:
        return self._say(
            "an empty cell stands alone",
            "this `.` touches its neighbour",
            help="put spaces around it, or remove it: a heading has no dots",
        )


@frozen
class EmptyBrackets(SyntaxProblem):
    """`rule f():`; a rule without parameters has no brackets."""

    code = "E0083"
    title = "empty brackets"

    def explain(self) -> Diagnostic:
        return self._say("a rule without parameters has no brackets", fix=remove("remove them", self.span, SURE))


@frozen
class CompareAsSet(SyntaxProblem):
    """`x is 3` as a statement."""

    code = "E0071"
    title = "`is` as a statement"

    def explain(self) -> Diagnostic:
        return self._say(
            "a value is set with `=`", "`is` only compares", fix=replace("write `=`", self.span, "=", PERHAPS)
        )


@frozen
class SetAgain(SyntaxProblem):
    """A `let` name that is set a second time in the same rule."""

    code = "E0057"
    title = "a `let` name that is set again"
    name: str
    first: Span

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.name}` is set a second time",
            "a `let` name keeps its value",
            others=(Label(self.first, "named here"),),
            help=f"use a new name, or make `{self.name}` a field under `shared:` or `each player:`",
        )


@frozen
class SaidTwice(SyntaxProblem):
    """A part of a component's heading that is written twice."""

    code = "E0058"
    title = "a part said twice"
    part: Literal["each", "by", "in", "back", "other side"]

    def explain(self) -> Diagnostic:
        return self._say(f"`{self.part}` stands twice in this heading", "the second one", help="keep one of them")


@frozen
class Unfitting(SyntaxProblem):
    """Words that do not fit at their place; `wanted` are the terminals that would.

    `found` is empty at the end of a line, `after` is the word before it, empty at the start of a line. `meant` is the line of change that was probably meant,
    with `words` at `place`.
    """

    code = "E0059"
    title = "something that does not fit"
    found: str
    after: str
    wanted: tuple[str, ...]
    meant: str = ""
    place: Span = NOWHERE
    words: str = ""

    def explain(self) -> Diagnostic:
        if self.meant:
            message = f"`{short(self.found)}` does not fit here" if self.found else "this line ends too early"
            either = ", or the same with `or`" if self.found == "," and self.words.strip() == "and" else ""
            return self._say(
                message,
                help=f"did you mean `{self.meant}`{either}?",
                fix=replace(f"write `{self.meant}`", self.place, self.words, PERHAPS),
            )
        place = f"`{short(self.found)}` does not fit here" if self.found else "this line ends too early"
        behind = f"after `{short(self.after)}` comes " if self.after else "here comes "
        return self._say(place, help=behind + listed(self.wanted))


@frozen
class InWords(SyntaxProblem):
    """A line as rulebooks write it: `said`. `lines` say it here, at `place`; `is_own`: with names of the file, not with those of an example.

    `indent` is the column of the line if the lines may stand there, and None if they belong elsewhere.
    """

    code = "E0044"
    title = "a sentence of a rulebook"
    said: str
    lines: tuple[str, ...]
    place: Place
    is_own: bool
    indent: int | None

    def explain(self) -> Diagnostic:
        written = " and below it ".join(f"`{line}`" for line in self.lines)
        like = "" if self.is_own else " something like"
        where = f"{_STANDS[self.place]}, " if self.indent is None else ""
        text = ("\n" + " " * (self.indent or 0)).join(self.lines)
        return self._say(
            f"`{short(self.said)}` is written in another way here",
            help=f"{where}write{like} {written}",
            fix=replace(f"write {written}", self.span, text, PERHAPS)
            if self.is_own and self.indent is not None
            else None,
        )


_OPENERS = {")": "(", "]": "["}

_STANDS = {
    Place.RULE: "in a phase, an action or a rule",
    Place.HEADER: "in a phase, an action or a rule",
    Place.TOP: "in the first column",
    Place.PHASE: "in the first column",
    Place.GAME: "below `game`",
    Place.FIELDS: "below `each player:`",
    Place.SHARED: "below `shared:`",
}
"""The blocks or places in which each sort of line belongs."""

_OPERATORS = {
    "++": "write `x += 1` on a line of its own; in a formula `+` stands once",
    "--": "write `x -= 1` on a line of its own; in a formula `-` stands once",
    "*=": "write `x = x * 2`",
    "/=": "write `x = x / 2 rounded down`",
    "%=": "write `x = mod(x, 2)`",
    "**": "there are no powers: multiply, like `x * x`, or write a `table` of them",
    "->": "a field of an element is `x.f`, a piece goes by `move x to z`, a value is set by `x = 1`",
}
"""The words of this language for signs of other languages."""

_CHARACTERS = {
    "?": "a choice of values is `a if c else b`, a test `if c:`; a field that may be empty is `t or none`",
    "^": "there are no powers: multiply, like `x * x`",
    "~": "the opposite is `not`, and `~=` is `is not`",
    "\\": "a line goes on inside of brackets; elsewhere every statement is one line",
    "`": "names stand without quotes",
}
"""The words of this language for characters of other languages."""

_TAB = 4
"""The columns of a tab."""

_WITH_ELSE = frozenset(["if", "choose"])
"""Statements that an `else` below may belong to, so that the line of the header decides to which."""

_OTHER_READINGS = frozenset(["=>", "->", "&", "|", "\u2212", "\u2013", "\u2014", "-", "to", "or", "and"])
"""Signs with several possible meanings."""

_OTHER_COMMENTS = {
    "//": "a division is `a / b rounded down`",
    "--": "what is less by a negative number is more: `n + 1`",
}

_COMPLETE = {
    "game": "a game says how many can play: `players 2 to 4`",
    "component": "its kinds stand above the `let` lines, or behind the `:`, like `component card: 1..104`",
}
_FOREIGN_HELP = {
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
    "print": 'what happens is shown by itself; a sentence of your own is `say "…"`',
    "def": "a `rule` is carried out where it is called, an `action` can be chosen; a value is named by `let f(x: t) = …`",
    "function": "a `rule` is carried out where it is called; a value is named by `let f(x: t) = …`",
    "func": "a `rule` is carried out where it is called; a value is named by `let f(x: t) = …`",
    "foreach": "write `for x in S:`",
    "elif": "write `else if …:`",
}

_PLACES = {"to": "where to", "from": "from where", "with": "with what"}
_EXAMPLES = {
    "move": "move card to hand",
    "draw": "draw 1 from deck to hand",
    "swap": "swap card with left(me).card",
    "award": "award glory from prizes to crews by highest men, ties shared rounded up",
}
