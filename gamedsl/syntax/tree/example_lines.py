"""Worked examples and start positions, with their lines."""

from __future__ import annotations

from gamedsl.syntax.tree.data import Rows
from gamedsl.syntax.tree.formulas import Expr, Literal_
from gamedsl.syntax.tree.node import Declared, Ident, Node
from gamedsl.syntax.tree.statements import Verdict
from gamedsl.syntax.tree.traits import written
from gamedsl.values import frozen


@frozen
class ExamplePlayers(Node):
    names: tuple[Ident, ...]


@frozen
class ExampleWith(Node):
    options: tuple[tuple[Ident, Literal_], ...]


@frozen
class FreeContent(Node):
    """`9 of deck`: any nine of the pieces there."""

    number: Expr
    zone: Expr


@frozen
class GivenZone(Node):
    zone: Expr
    content: tuple[Expr | FreeContent, ...]


@frozen
class GivenValue(Node):
    place: Expr
    value: Expr


@frozen
class GivenPicture(Node):
    """`cell.stone:` and a row of cells for each row of the board."""

    layer: Expr
    rows: Rows


@frozen
class ExampleGiven(Node):
    lines: tuple[Given, ...]


@frozen
class ExampleFrom(Node):
    """`from NAME`: players, options and position of a start."""

    name: Ident


@frozen
class ExampleRun(Node):
    """`rule(args)`, a phase, `setup`, `rounds` or `end`; `who` is the player of `as P:`."""

    who: Expr | None
    call: Expr


@frozen
class ExampleRoll(Node):
    name: Ident
    value: Expr


@frozen
class ExampleDraw(Node):
    pieces: tuple[Expr, ...]
    source: Expr


@frozen
class Decline(Node):
    """`no throw`: the optional choice with this name is declined."""

    name: Ident


@frozen
class ExamplePlays(Node):
    who: Expr
    moves: tuple[Expr | Decline, ...]


@frozen
class ExampleDeclines(Node):
    """`Ann declines throw`."""

    who: Expr
    name: Ident


@frozen
class ExampleCannot(Node):
    who: Expr
    moves: tuple[Expr | Decline, ...]
    because: Ident | None


@frozen
class ExampleOptions(Node):
    who: Expr
    selection: Ident
    values: tuple[Expr, ...]


@frozen
class ExampleThen(Node):
    """`then F`, `then F, as before`."""

    fact: Expr
    as_before: bool = False


@frozen
class ExampleOver(Node):
    """`then game over`, `then game over, all lose`, `then not game over`."""

    is_over: bool
    verdict: Verdict | None = None


@frozen
class ExampleSees(Node):
    """`then Ann sees Bob.hand`, `then Ann does not see Bob.hand`."""

    who: Expr
    place: Expr
    is_seen: bool


@frozen
class ExampleSentence(Node):
    """`"Ann has {Ann.coins} coins."`: a sentence for the lines up to the next sentence. The `then` lines among these give the `values` between the `texts`."""

    texts: tuple[str, ...]
    values: tuple[Expr, ...]


Given = GivenZone | GivenValue | GivenPicture

ExampleLine = (
    ExamplePlayers | ExampleWith | ExampleFrom | ExampleGiven | ExampleRun | ExampleRoll | ExampleDraw | ExamplePlays | ExampleDeclines
    | ExampleCannot | ExampleOptions | ExampleThen | ExampleOver | ExampleSees | ExampleSentence
)  # fmt: skip


StartLine = ExamplePlayers | ExampleWith | Given | ExampleRun


@written("start NAME:")
@frozen
class StartPosition(Node):
    """`start NAME:`; the last `ExampleRun` says where play continues."""

    name: Declared
    doc: str | None
    lines: tuple[StartLine, ...]


@written("example NAME:")
@frozen
class Example(Node):
    name: Declared
    of: Ident | None
    doc: str | None
    lines: tuple[ExampleLine, ...]
