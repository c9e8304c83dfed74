"""The nodes of examples."""

from __future__ import annotations

from gamedsl.source import Span
from gamedsl.syntax.tree.data import Rows
from gamedsl.syntax.tree.formulas import Expr, Literal_
from gamedsl.syntax.tree.node import Ident, span_field
from gamedsl.values import frozen


@frozen
class ExamplePlayers:
    names: tuple[Ident, ...]
    span: Span = span_field()


@frozen
class ExampleWith:
    options: tuple[tuple[Ident, Literal_], ...]
    span: Span = span_field()


@frozen
class FreeContent:
    """`9 of deck`: any nine of the pieces there."""

    number: Expr
    zone: Expr
    span: Span = span_field()


@frozen
class GivenZone:
    zone: Expr
    content: tuple[Expr | FreeContent, ...]
    span: Span = span_field()


@frozen
class GivenValue:
    place: Expr
    value: Expr
    span: Span = span_field()


@frozen
class GivenPicture:
    """`cell.stone:` and a row of cells for each row of the board."""

    layer: Expr
    rows: Rows
    span: Span = span_field()


@frozen
class ExampleGiven:
    lines: tuple[Given, ...]
    span: Span = span_field()


@frozen
class ExampleFrom:
    """`from NAME`: players, options and position of a start."""

    name: Ident
    span: Span = span_field()


@frozen
class ExampleRun:
    """`rule(args)`, a phase, `setup`, `rounds` or `end`; `who` is the player of `as P:`."""

    who: Expr | None
    call: Expr
    span: Span = span_field()


@frozen
class ExampleRoll:
    name: Ident
    value: Expr
    span: Span = span_field()


@frozen
class ExampleDraw:
    pieces: tuple[Expr, ...]
    source: Expr
    span: Span = span_field()


@frozen
class Decline:
    """`no throw`: the optional choice with this name is declined."""

    name: Ident
    span: Span = span_field()


@frozen
class ExamplePlays:
    who: Expr
    moves: tuple[Expr | Decline, ...]
    span: Span = span_field()


@frozen
class ExampleDeclines:
    """`Ann declines throw`."""

    who: Expr
    name: Ident
    span: Span = span_field()


@frozen
class ExampleCannot:
    who: Expr
    moves: tuple[Expr | Decline, ...]
    because: Ident | None
    span: Span = span_field()


@frozen
class ExampleOptions:
    who: Expr
    selection: Ident
    values: tuple[Expr, ...]
    span: Span = span_field()


@frozen
class ExampleThen:
    """`then F`, `then F, as before`."""

    fact: Expr
    as_before: bool = False
    span: Span = span_field()


@frozen
class ExampleOver:
    """`then game over`, `then not game over`."""

    is_over: bool
    span: Span = span_field()


@frozen
class ExampleSees:
    """`then Ann sees Bob.hand`, `then Ann does not see Bob.hand`."""

    who: Expr
    place: Expr
    is_seen: bool
    span: Span = span_field()


Given = GivenZone | GivenValue | GivenPicture

ExampleLine = (
    ExamplePlayers | ExampleWith | ExampleFrom | ExampleGiven | ExampleRun | ExampleRoll | ExampleDraw | ExamplePlays | ExampleDeclines
    | ExampleCannot | ExampleOptions | ExampleThen | ExampleOver | ExampleSees
)  # fmt: skip


StartLine = ExamplePlayers | ExampleWith | Given | ExampleRun


@frozen
class StartPosition:
    """`start NAME:`; the last `ExampleRun` says where play continues."""

    name: Ident
    doc: str | None
    lines: tuple[StartLine, ...]
    span: Span = span_field()


@frozen
class Example:
    name: Ident
    of: Ident | None
    doc: str | None
    lines: tuple[ExampleLine, ...]
    span: Span = span_field()
