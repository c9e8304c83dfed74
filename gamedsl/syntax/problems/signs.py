"""Mistakes in signs, numbers, sentences and comments."""

from __future__ import annotations

import re

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.source import Span
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.wording import PERHAPS, SURE, character_text, remove, replace, short
from gamedsl.syntax.signs import DICE
from gamedsl.values import frozen


@frozen
class LineTwice(SyntaxProblem):
    """A header that repeats the line above."""

    code = "E0043"
    title = "a header that stands twice"
    message = "this header stands twice"
    label = "the same as in the line above"
    help = "remove one of the two"


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
    meant: tuple[Span, str] | None = None
    """A part of the line, and what is meant by it."""

    def explain(self) -> Diagnostic:
        message = f"{character_text(self.character)} means nothing here"
        if self.meant is not None:
            return self._say(message, fix=replace(f"write `{short(self.meant[1])}`", *self.meant, PERHAPS))
        return self._say(message, help=_CHARACTERS.get(self.character, "remove it"))


@frozen
class ForeignSign(SyntaxProblem):
    """A sign of other languages; `instead` is the sign with its meaning here. `is_call`: a call with such a sign, and the formula for the whole of it."""

    code = "E0031"
    title = "a sign of another language"
    sign: str
    instead: str
    is_call: bool = False

    def explain(self) -> Diagnostic:
        if self.sign == "\xa0":
            return self._say(
                "this is not a plain space", "a no-break space", fix=replace("make it plain", self.span, " ", SURE)
            )
        if self.is_call:
            fix = replace(f"write `{self.instead}`", self.span, self.instead, PERHAPS)
            return self._say(f"`{short(self.sign)}` is written in another way in this language", fix=fix)
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
    message = "this number is too large"
    label = "more than nine digits"
    help = "nine digits are the most"


@frozen
class GluedNumber(SyntaxProblem):
    """`2nd`, `3Horse`: a number runs into a name. `meant`: the words for `2d6`, `4x4`."""

    code = "E0038"
    title = "a number that runs into a name"
    number: str
    rest: str
    meant: str = ""

    def explain(self) -> Diagnostic:
        if self.meant:
            return self._say(
                f"`{short(self.number + self.rest)}` is neither a number nor a name",
                help=f"so many dice are rolled like `roll dice: {self.meant}`" if "of" in self.meant else (),
                fix=replace(f"write `{self.meant}`", self.span, self.meant, PERHAPS),
            )
        thrown = DICE.fullmatch(self.number + self.rest)
        if thrown is not None:
            roll = f"die: one of 1..{thrown[2]}" if thrown[1] == "1" else f"dice: {thrown[1]} of 1..{thrown[2]}"
            value = "die" if thrown[1] == "1" else "sum(dice)"
            return self._say(
                f"`{short(self.number + self.rest)}` is neither a number nor a name",
                help=f"dice are rolled in a line of their own, `roll {roll}`; below it their value is `{value}`",
            )
        size = SIZE.fullmatch(self.rest)
        if size is not None:
            return self._say(
                f"`{short(self.number + self.rest)}` is neither a number nor a name",
                help=f"the size of a board is written `{self.number} by {size[1]}`",
            )
        return self._say(
            f"`{short(self.number + self.rest)}` is neither a number nor a name",
            help=f"a name starts with a letter; `{short(self.number)} {short(self.rest)}` means so many of a kind",
        )


SIZE = re.compile(r"[xX](\d+)")
"""The text behind the rows of a board in `4x4`."""


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
    divisor: str = ""
    """The text behind the sign, if it may be a divisor."""

    def explain(self) -> Diagnostic:
        level = SURE if self.is_plain else PERHAPS
        if self.divisor:
            end = self.span.start + len(self.sign) + len(self.divisor)
            place, words = Span(self.span.source, self.span.start, end), f"/ {self.divisor.strip()} rounded down"
            return self._say(
                f"a comment starts with `#`, not with `{self.sign}`",
                fix=replace(f"write `{words}`", place, words, PERHAPS),
            )
        return self._say(
            f"a comment starts with `#`, not with `{self.sign}`",
            help=() if self.is_plain else _OTHER_COMMENTS.get(self.sign, ()),
            fix=replace("write `#`", self.span, f"# {self.text}".rstrip(), level) if self.one_line else None,
        )


@frozen
class Braces(SyntaxProblem):
    """`{` or `}`; `body` is what stands between them on the same line, where the span is the whole block."""

    code = "E0020"
    title = "braces"
    sign: str
    body: str = ""

    def explain(self) -> Diagnostic:
        return self._say(
            f"`{self.sign}` is not used here",
            "blocks have no braces",
            fix=replace(f"write `: {short(self.body)}`", self.span, f": {self.body}", PERHAPS) if self.body else None,
            help=()
            if self.body
            else (
                "end the header with `:` and indent the lines of the block; a list stands in `[` and `]`",
                "a formula in braces stands inside a sentence in quotes",
            ),
        )


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

_OTHER_READINGS = frozenset(["=>", "->", "&", "|", "\u2212", "\u2013", "\u2014", "-", "to", "or", "and"])
"""Signs with several possible meanings."""

_OTHER_COMMENTS = {
    "//": "a division is `a / b rounded down`",
    "--": "what is less by a negative number is more: `n + 1`",
}
