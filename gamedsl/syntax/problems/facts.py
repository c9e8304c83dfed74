"""The problems of the syntax, as facts only; explain.py has the words."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.guessing.phrase_table import Place
from gamedsl.values import frozen

# ---------------------------------------------------------------- the text as a whole


@frozen
class TooMany:
    """The number of problems that were found but not reported; a text full of them is not read to its end."""

    span: Span
    count: int


@frozen
class TooDeep:
    """Blocks, brackets or operators are nested more than `limit` times."""

    span: Span
    limit: int


@frozen
class LongLine:
    """A line of more than `limit` words, or a whole text of more than `limit` characters: it is not read."""

    span: Span
    limit: int
    of: Literal["words", "characters"] = "words"


# ---------------------------------------------------------------- signs, numbers, sentences, comments


@frozen
class LineTwice:
    """A header that repeats the line above."""

    span: Span


@frozen
class TurnedText:
    """A character that turns the direction of text, so that the display differs from the content."""

    span: Span
    character: str


@frozen
class UnknownCharacter:
    span: Span
    character: str


@frozen
class ForeignSign:
    """A sign of other languages; `instead` is the sign with its meaning here."""

    span: Span
    sign: str
    instead: str


@frozen
class Increment:
    """`x++`, `x--`, `x *= 2`; `instead` replaces the sign, where that is possible."""

    span: Span
    sign: str
    instead: str | None


@frozen
class PercentSign:
    """`a % b`; `operands` are the span and the two texts if both are one word or number."""

    span: Span
    operands: tuple[Span, str, str] | None


@frozen
class DecimalNumber:
    span: Span
    text: str


@frozen
class LongNumber:
    span: Span


@frozen
class GluedNumber:
    """`2nd`, `3Horse`: a number runs into a name."""

    span: Span
    number: str
    rest: str


@frozen
class BadName:
    """A name with a character that names may not have."""

    span: Span
    name: str


@frozen
class UnclosedString:
    """A sentence without its closing quote; `end` is where the line's text ends."""

    span: Span
    end: Span


@frozen
class WrongQuotes:
    """A sentence in typographic or single quotes."""

    span: Span
    text: str


@frozen
class Semicolon:
    span: Span
    at_end: bool


@frozen
class ForeignComment:
    """A comment that starts with `sign`; `span` is the whole of it. `is_plain`: it can be nothing else, such as a division."""

    span: Span
    sign: str
    text: str
    one_line: bool
    is_plain: bool


@frozen
class Braces:
    span: Span
    sign: str


# ---------------------------------------------------------------- brackets and indentation


@frozen
class UnclosedBracket:
    span: Span
    sign: str


@frozen
class StrayBracket:
    span: Span
    sign: str


@frozen
class MismatchedBracket:
    """`sign` closes the bracket `opened`, and should have been `wanted`."""

    span: Span
    sign: str
    opened: Span
    wanted: str


@frozen
class MixedIndentation:
    """The line is indented by tabs and others by spaces, or both are mixed; `lines` are all indentations with tabs."""

    span: Span
    lines: tuple[tuple[Span, int], ...]


@frozen
class DeeperLine:
    """A line is deeper than the one above although that opens no block; it would fit at column `to`."""

    span: Span
    to: int


@frozen
class UnevenLine:
    """A line goes back to a column at which no block began; `to` is the nearest one that would fit."""

    span: Span
    to: int


@frozen
class NoBody:
    """The header line that starts with `header` ends in `:`, but no deeper line follows.

    `blank`: the indentation of the line that probably belongs into the block, at column `to`.
    """

    span: Span
    header: str
    blank: Span | None = None
    to: int = 0


@frozen
class IncompleteBlock:
    """The block of this header ends before something that it must contain."""

    span: Span
    header: str
    missing: tuple[str, ...]


@frozen
class IndentedDeclaration:
    """A declaration inside a block; `header` is the block's first word, empty if there is no block."""

    span: Span
    word: str
    header: str


@frozen
class HeaderChain:
    """A second header on the line of the first; `indent` is its depth on a line of its own."""

    span: Span
    header: str
    gap: Span
    indent: int


# ---------------------------------------------------------------- words


@frozen
class MissingColon:
    """`span` is where it belongs: the place behind the header's last word, or the `=` found there instead."""

    span: Span
    header: str


@frozen
class ForeignWord:
    """A line starts with a word of other languages; `instead` is the word of this language, if one fits as it is. `is_only`: no other one would do."""

    span: Span
    word: str
    instead: str | None
    is_only: bool = False


@frozen
class ForeignValue:
    """A value of another language: `true`, `null` and the like."""

    span: Span
    word: str
    instead: str


@frozen
class LonelyElse:
    span: Span


@frozen
class StatementAtTop:
    span: Span
    word: str


@frozen
class NoDeclaration:
    """A line in column 1 that starts no declaration."""

    span: Span
    word: str


@frozen
class Misspelt:
    """A word that is nearly the keyword `meant`. `is_only`: no other one would do. `gap`: where the `:` of the line is missing as well."""

    span: Span
    word: str
    meant: str
    is_only: bool = False
    gap: Span | None = None


@frozen
class FactOutsideExample:
    span: Span


@frozen
class ReservedName:
    """A reserved word where a name is wanted."""

    span: Span
    word: str


# ---------------------------------------------------------------- forms


@frozen
class EqualsInCondition:
    span: Span


@frozen
class Unrounded:
    """A division without `rounded up` or `rounded down`; `span` is the division, `end` the place behind it."""

    span: Span
    end: Span


@frozen
class Chained:
    """`a < b < c`; `middle` is the text of b if it is one word or number."""

    span: Span
    middle: str | None


@frozen
class NoLeftSide:
    """`where not in city`: `word` compares with nothing; `element` is what stands at `place` if a filter is meant."""

    span: Span
    word: str
    place: Span
    element: str | None


@frozen
class MissingComma:
    """A missing comma; `span` is the place in front of `word`."""

    span: Span
    word: str


@frozen
class SentenceBeforeElse:
    """A sentence between two alternatives; `cut` is the stretch to remove to move it to `to`, None if a sentence stands there already."""

    span: Span
    text: str
    cut: Span
    to: Span | None


@frozen
class NamelessChoice:
    """`choose one of S`: the choice has no name; `span` is the place of the name."""

    span: Span
    word: str


@frozen
class MissingOf:
    """`one hand`; `span` is the place where `of` belongs."""

    span: Span
    quantity: str


Counted = Literal["choice", "comprehension", "given"]
"""The things that a number before `of` may count: pieces to choose or move, elements to combine, pieces in an example."""


@frozen
class NoQuantity:
    """`count of hand`: no number, and no word for one; only a choice knows other words than numbers."""

    span: Span
    word: str
    of: Counted


@frozen
class RangeAlone:
    """`promise: 0..cards`: numbers to choose from, and no word for how many of them."""

    span: Span
    text: str


@frozen
class NoCase:
    """`x = 1`, `x for x in S`, or an early `else` among the values of a `match`."""

    span: Span


@frozen
class MissingPart:
    """A statement without `word` and the words after it: `move x` without `to`."""

    span: Span
    statement: str
    word: str


@frozen
class MissingNumber:
    """`draw from deck to hand`; `span` is the place of the number."""

    span: Span


@frozen
class ForOf:
    span: Span


@frozen
class PlayersRange:
    """`players 2-4`; `span` is the sign between the numbers."""

    span: Span
    sign: str


@frozen
class PlayersColon:
    span: Span


@frozen
class NumberWithoutUpTo:
    """`repeat 2:`, `rounds 5:`; `times` is the place of that word, with the blank before it, where it follows the number."""

    span: Span
    word: str
    times: Span | None


@frozen
class CommaInRow:
    """Cells separated by commas; `commas` are all commas of the line."""

    span: Span
    commas: tuple[Span, ...]


@frozen
class GluedCell:
    """A `.` that touches its neighbour: a blank cell stands alone."""

    span: Span


@frozen
class EmptyBrackets:
    """`rule f():`; a rule without parameters has no brackets."""

    span: Span


@frozen
class CompareAsSet:
    """`x is 3` as a statement."""

    span: Span


@frozen
class SetAgain:
    """A `let` name that is set a second time in the same rule."""

    span: Span
    name: str
    first: Span


@frozen
class SaidTwice:
    """A part of a component's heading that is written twice."""

    span: Span
    part: Literal["each", "by", "in", "back", "other side"]


@frozen
class Unfitting:
    """Words that do not fit at their place; `wanted` are the terminals that would.

    `found` is empty at the end of a line, `after` is the word before it, empty at the start of a line. `meant` is the line of change that was probably meant,
    with `words` at `place`.
    """

    span: Span
    found: str
    after: str
    wanted: tuple[str, ...]
    meant: str = ""
    place: Span = NOWHERE
    words: str = ""


@frozen
class InWords:
    """A line as rulebooks write it: `said`. `lines` say it here, at `place`; `is_own`: with names of the file, not with those of an example.

    `indent` is the column of the line if the lines may stand there, and None if they belong elsewhere.
    """

    span: Span
    said: str
    lines: tuple[str, ...]
    place: Place
    is_own: bool
    indent: int | None


SyntaxProblem = (
    TooMany | TooDeep | LongLine | UnknownCharacter | TurnedText | LineTwice | ForeignSign | Increment | PercentSign | DecimalNumber
    | LongNumber | GluedNumber
    | BadName | UnclosedString | WrongQuotes | Semicolon | ForeignComment | Braces | UnclosedBracket | StrayBracket
    | MismatchedBracket | MixedIndentation | DeeperLine | UnevenLine | NoBody | IncompleteBlock | IndentedDeclaration
    | HeaderChain | MissingColon | ForeignWord | ForeignValue | LonelyElse | StatementAtTop | NoDeclaration | Misspelt
    | FactOutsideExample | ReservedName | EqualsInCondition | Unrounded | Chained | MissingComma | SentenceBeforeElse | NoLeftSide | RangeAlone | NamelessChoice
    | MissingOf | NoQuantity | NoCase | MissingPart
    | MissingNumber | ForOf | PlayersRange | PlayersColon | NumberWithoutUpTo | CommaInRow | GluedCell | EmptyBrackets | CompareAsSet
    | SetAgain
    | SaidTwice | Unfitting | InWords
)  # fmt: skip
