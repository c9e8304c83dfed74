"""Mistakes in brackets and indentation."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, Label
from gamedsl.source import Span
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.wording import (
    LEVEL,
    PERHAPS,
    SURE,
    count_text,
    list_terminals,
    remove,
    replace,
    tell_rows,
    write_table,
)
from gamedsl.values import frozen


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
    """The line is indented by tabs and other lines by spaces, or both are mixed; `lines` are all indentations with tabs."""

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
    """A line is deeper than the line above, although the line above opens no block; it would fit at column `to`.

    `rows`: those of a table, if the line gives a number or a value to each value of the type above it; `values` are where these stand.
    """

    code = "E0011"
    title = "a line is indented too far"
    to: int
    rows: tuple[tuple[str, str], ...] = ()
    values: Span | None = None

    def explain(self) -> Diagnostic:
        if self.values is not None:
            return self._say(
                f"`{self.rows[0][1]}` is a column: values with columns are written as a table",
                "no block begins above this line",
                help=tell_rows(self.rows),
                fix=write_table(self.rows, self.values, LEVEL),
            )
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
            f"{count_text(self.span.end - self.span.start, 'space')} here",
            help="lines of one block start in the same column",
            fix=replace(f"indent by {count_text(self.to, 'space')}", self.span, " " * self.to, PERHAPS),
        )


@frozen
class NoBody(SyntaxProblem):
    """The header line that starts with `header` ends in `:`, but no deeper line follows.

    `blanks`: the indentations of the lines that probably belong into the block, at column `to`.
    """

    code = "E0013"
    title = "a block is empty"
    header: str
    blanks: tuple[Span, ...] = ()
    to: int = 0

    def explain(self) -> Diagnostic:
        if self.blanks:
            return self._say(
                f"the lines of this `{self.header}` block are not indented",
                "what stands below is no deeper",
                help="indent the lines that belong to it by four spaces",
                fix=self._indent(),
            )
        return self._say(
            f"nothing stands in this `{self.header}` block",
            "the line ends in `:`, and the next one is no deeper",
            help=(
                "indent the lines that belong to it by four spaces",
                'a block may consist of a sentence only: `"To do."`',
            ),
        )

    def _indent(self) -> Fix:
        title = "indent the next line" if len(self.blanks) == 1 else f"indent the next {len(self.blanks)} lines"
        return Fix(title, tuple(Edit(blank, " " * self.to) for blank in self.blanks), PERHAPS)


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
            f"what is missing: {list_terminals(self.missing)}",
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
            help="a condition inside a block begins with `if`: `if rain > 4: coins -= 1`"
            if self.word == "when" and self.header
            else "only the lines inside a block are indented",
            fix=None if self.header else remove("move it back", self.span, SURE),
        )


@frozen
class HeaderChain(SyntaxProblem):
    """A second header on the line of the first; `indent` is its depth on a line of its own.
    `rows`: the lines of the table, if the first header is a component."""

    code = "E0016"
    title = "two headers on one line"
    header: str
    gap: Span
    indent: int
    rows: tuple[tuple[str, str], ...] = ()
    is_behind_comma: bool = False

    def explain(self) -> Diagnostic:
        if self.is_behind_comma:
            return self._say(
                f"`{self.header}` needs a line of its own",
                "a second header on one line",
                help=f"end the first header with `:`; `{self.header}` stands below it, four spaces deeper, and what belongs to it still deeper",
            )
        if self.rows:
            return self._say(
                "the kinds of a component stand in a table",
                "a row of this table",
                help=tell_rows(self.rows),
                fix=write_table(self.rows, Span(self.gap.source, self.gap.start, self.span.end), self.indent),
            )
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


_OPENERS = {")": "(", "]": "["}

_TAB = 4
"""The columns of a tab."""

_WITH_ELSE = frozenset(["if", "choose"])
"""Statements that an `else` below may belong to, so that the line of the header decides to which."""

_COMPLETE = {
    "game": "a game says how many can play: `players 2 to 4`",
    "component": "its kinds stand above the `let` lines, or behind the `:`, like `component card: 1..104`",
}
