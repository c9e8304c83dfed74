"""Mistakes in tables, paths and pictures of boards."""

from __future__ import annotations

from gamedsl.diagnostics.model import Diagnostic, Edit, Fix
from gamedsl.source import Span
from gamedsl.syntax.problems.problem import SyntaxProblem
from gamedsl.syntax.problems.wording import PERHAPS, SURE, replace
from gamedsl.values import frozen


@frozen
class CommaInRow(SyntaxProblem):
    """Cells separated by commas or other signs; `commas` are all of the line."""

    code = "E0081"
    title = "commas between cells"
    commas: tuple[Span, ...]

    def explain(self) -> Diagnostic:
        edits = tuple(Edit(comma, "") for comma in self.commas)
        return self._say(
            "the cells of a row are separated by spaces",
            help="an empty cell is written `.`",
            fix=Fix("remove what stands between them", edits, SURE),
        )


@frozen
class PipesInRows(SyntaxProblem):
    """A table as in Markdown: `| name | value |`. `whole` is the place of all its rows; `rows` are the same rows in this language.

    `is_plain`: each cell is one word or number. `indent`: the blanks that the first row lacks.
    """

    code = "E0096"
    title = "`|` between cells"
    whole: Span
    rows: str
    is_plain: bool
    indent: int

    def explain(self) -> Diagnostic:
        first, _, below = self.rows.partition("\n")
        ruled = ", and no line stands below the heading" if below else ""
        return self._say(
            "the cells of a row are separated by spaces, not by `|`",
            "this row, and those below it" if below else "",
            help=f"write the row as `{'  '.join(first.split())}`; an empty cell is `.`{ruled}",
            fix=replace(
                "write the rows without `|`",
                self.whole,
                " " * self.indent + self.rows,
                SURE if self.is_plain else PERHAPS,
            ),
        )


@frozen
class CellInPath(SyntaxProblem):
    """A number or an empty cell in a path of a graph."""

    code = "E0095"
    title = "a path of something else than places"
    message = "a path has names of places, and `{text}` is none"
    help = "write a table below: it is called like the edges, and its heading begins with `name  from  to`"
    text: str


@frozen
class QuotedPicture(SyntaxProblem):
    """A shape as texts: `Corner: "##" "#."`; `picture` is the same in cells."""

    code = "E0089"
    title = "the picture of a shape as a text"
    picture: str

    def explain(self) -> Diagnostic:
        return self._say(
            "the picture of a shape consists of cells, without quotes",
            help="`X` is a square, `.` is none, and `/` begins the next row",
            fix=replace(f"write `{self.picture}`", self.span, self.picture, PERHAPS),
        )


@frozen
class ShapeOfNothing(SyntaxProblem):
    """`shape Corner: X X / X .` outside of a block of shapes."""

    code = "E0090"
    title = "a shape without its declaration"
    message = "`shape {name}` does not say to which shapes it belongs"
    help = (
        "draw it in a block: below `shapes piece by pose with turns:` write `{name}: X X / X .`",
        "`shape {name} of piece: X X / X .` adds one to such a block",
    )
    name: str


@frozen
class KindInPicture(SyntaxProblem):
    """A kind of several cells in a picture: `lantern[Red, 1]`. `line` puts it on a place without a picture."""

    code = "E0091"
    title = "a kind with brackets in a picture"
    message = "a picture has one word for each place, and `{text}` is more"
    help = "write a line for each place instead of the picture, like `{line}`"
    text: str
    line: str


@frozen
class GluedCell(SyntaxProblem):
    """A `.` that touches its neighbour: a blank cell needs blanks around it."""

    code = "E0082"
    title = "an empty cell that touches another"
    message = "an empty cell stands alone"
    label = "this `.` touches its neighbour"
    help = "put spaces around it, or remove it: a heading has no dots"
