"""The syntax tree: what is written, in the order in which it is written, and nothing about what it means.

Every node is frozen; its place in the text stands outside equality. Optional parts are `None`, repeated parts tuples.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import field

from gamedsl.source import NOWHERE, Span
from gamedsl.values import frozen


def _span() -> Any:
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Ident:
    """A name as written, with its place."""

    text: str
    span: Span = _span()


# ---------------------------------------------------------------- expressions


@frozen
class Name:
    id: str
    span: Span = _span()


@frozen
class Number:
    value: int
    span: Span = _span()


@frozen
class FlagLiteral:
    value: bool
    span: Span = _span()


@frozen
class NoneLiteral:
    span: Span = _span()


@frozen
class Me:
    span: Span = _span()


@frozen
class It:
    span: Span = _span()


@frozen
class SomeOf:
    """`3 Horse`: so many of a kind."""

    number: int
    name: Ident
    span: Span = _span()


@frozen
class ListLiteral:
    items: tuple[Arg, ...]
    span: Span = _span()


@frozen
class Named:
    """`name = value` among arguments."""

    name: Ident
    value: Expr
    span: Span = _span()


@frozen
class Comprehension:
    """`body for var in source` among arguments or list items; `choose` is the n of `for var in n of source`."""

    body: Expr
    var: Ident
    source: Expr
    choose: Expr | None = None
    span: Span = _span()


@frozen
class Filter:
    """`source where condition`; `name` is the x of `source as x where condition`."""

    source: Expr
    condition: Expr
    name: Ident | None = None
    span: Span = _span()


@frozen
class Leading:
    """`source while condition`, or `source as name while condition`."""

    source: Expr
    condition: Expr
    name: Ident | None = None
    span: Span = _span()


@frozen
class Key:
    direction: Literal["highest", "lowest"]
    value: Expr
    span: Span = _span()


@frozen
class Sort:
    """`source by keys`, or `source as name by keys`."""

    source: Expr
    keys: tuple[Key, ...]
    name: Ident | None = None
    span: Span = _span()


@frozen
class Ternary:
    """`yes if condition else no`."""

    condition: Expr
    yes: Expr
    no: Expr
    span: Span = _span()


@frozen
class MatchExpr:
    """`match subject (A: x, B, C: y, else: z)`: each arm has its values and its result."""

    subject: Expr
    arms: tuple[tuple[tuple[Expr, ...], Expr], ...]
    otherwise: Expr | None
    span: Span = _span()


BinaryOp = Literal["or", "and", "is", "is not", "in", "not in", "<", "<=", ">", ">=", "..", "+", "-", "*"]


@frozen
class Binary:
    op: BinaryOp
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class Divide:
    left: Expr
    right: Expr
    rounding: Literal["up", "down"]
    span: Span = _span()


@frozen
class Unary:
    op: Literal["not", "-"]
    operand: Expr
    span: Span = _span()


@frozen
class Attribute:
    of: Expr
    name: Ident
    span: Span = _span()


@frozen
class Index:
    of: Expr
    args: tuple[Arg, ...]
    span: Span = _span()


@frozen
class Apply:
    of: Expr
    args: tuple[Arg, ...]
    span: Span = _span()


Expr = (
    Name | Number | FlagLiteral | NoneLiteral | Me | It | SomeOf | ListLiteral | Filter | Leading | Sort
    | Ternary | MatchExpr | Binary | Divide | Unary | Attribute | Index | Apply
)  # fmt: skip
Arg = Expr | Named | Comprehension


# ---------------------------------------------------------------- types


@frozen
class TypeName:
    name: Ident
    span: Span = _span()


@frozen
class RangeType:
    low: int
    high: int
    span: Span = _span()


@frozen
class SetType:
    of: Ident
    span: Span = _span()


@frozen
class UnionType:
    """`ring or lane`: two or more types."""

    names: tuple[Ident, ...]
    span: Span = _span()


@frozen
class OptionalType:
    of: TypeName | RangeType | UnionType
    span: Span = _span()


@frozen
class ZoneType:
    form: Literal["bag", "pile", "slot"]
    classes: tuple[Ident, ...]
    span: Span = _span()


@frozen
class ValueBagType:
    """`bag of 1..6`."""

    form: Literal["bag", "pile", "slot"]
    low: int
    high: int
    span: Span = _span()


TypeExpr = TypeName | RangeType | SetType | UnionType | OptionalType | ZoneType | ValueBagType


# ---------------------------------------------------------------- rows and cells


@frozen
class CellName:
    text: str
    span: Span = _span()


@frozen
class CellNumber:
    value: int
    span: Span = _span()


@frozen
class CellFlag:
    value: bool
    span: Span = _span()


@frozen
class CellBlank:
    """`.`: none, or zero copies."""

    span: Span = _span()


@frozen
class CellEach:
    """`each S`: one row per element of S."""

    of: Ident
    span: Span = _span()


@frozen
class CellZone:
    """`@zone` in the heading of a component."""

    zone: Ident
    span: Span = _span()


Cell = CellName | CellNumber | CellFlag | CellBlank | CellEach | CellZone


@frozen
class Row:
    cells: tuple[Cell, ...]
    span: Span = _span()


@frozen
class Rows:
    doc: str | None
    rows: tuple[Row, ...]
    span: Span = _span()


# ---------------------------------------------------------------- statements


@frozen
class Suite:
    doc: str | None
    body: tuple[Stmt, ...]
    span: Span = _span()


@frozen
class LetStmt:
    name: Ident
    value: Expr
    span: Span = _span()


@frozen
class CallStmt:
    """A name or an application that stands as a statement."""

    call: Expr
    span: Span = _span()


@frozen
class Assign:
    op: Literal["=", "+=", "-="]
    target: Expr
    value: Expr
    span: Span = _span()


@frozen
class RequireStmt:
    name: Ident
    condition: Expr
    why: str | None
    span: Span = _span()


@frozen
class Move:
    """With a quantity (`move 2 of hand to deck`) `what` is the set that it is taken from."""

    what: Expr
    source: Expr | None
    side: Literal["to", "under"]
    target: Expr
    quantity: Quantity | None = None
    span: Span = _span()


@frozen
class Draw:
    """`keep` is the number that the actor may keep; `None` without a `keep` part."""

    up_to: bool
    number: Expr
    source: Expr
    keep: Expr | None
    side: Literal["to", "under"]
    target: Expr
    span: Span = _span()


@frozen
class Swap:
    first: Expr
    second: Expr
    span: Span = _span()


@frozen
class Rotate:
    zone: Expr
    side: Literal["left", "right"]
    span: Span = _span()


@frozen
class Shuffle:
    """Without a target the zone is shuffled in itself."""

    what: Expr
    side: Literal["to", "under"] | None
    target: Expr | None
    span: Span = _span()


@frozen
class Peek:
    zone: Expr
    span: Span = _span()


@frozen
class Reveal:
    zone: Expr
    span: Span = _span()


@frozen
class Eliminate:
    who: Expr
    span: Span = _span()


@frozen
class Award:
    """Those who tie share `all` the prizes of the places that they fill, or only `one`: that of the first of them."""

    field: Expr
    prizes: Expr
    to: Expr
    rounding: Literal["up", "down"]
    share: Literal["all", "one"] = "all"
    span: Span = _span()


@frozen
class Quantity:
    """`one`, `any`, `some`, `up_to` a number, `exactly` a number, or `between` a number and a `high` one."""

    kind: Literal["one", "any", "some", "up_to", "exactly", "between"]
    number: Expr | None = None
    high: Expr | None = None
    span: Span = _span()


@frozen
class PickOf:
    """`one of S`, `any of S`, `some of S`, `up to e of S`, `e of S`, `e..f of S`."""

    quantity: Quantity
    source: Expr
    span: Span = _span()


@frozen
class PickYesNo:
    """`may [if c]`."""

    condition: Expr | None
    span: Span = _span()


@frozen
class PickNamed:
    """A named pick, or its application."""

    pick: Expr
    span: Span = _span()


Pick = PickOf | PickYesNo | PickNamed


@frozen
class Selection:
    """`picks` are the alternatives of `P else Q`; a `secret` one (`, seen by owner`) is told to nobody else."""

    name: Ident
    picks: tuple[Pick, ...]
    distinct: Ident | None
    secret: bool = False
    span: Span = _span()


@frozen
class MenuEntry:
    """An action, or its application; `strike if armed` is there only under its condition."""

    call: Expr
    condition: Expr | None
    span: Span = _span()


@frozen
class Menu:
    """The lines of a `choose one:` or `then one:`."""

    lines: tuple[MenuEntry, ...]
    span: Span = _span()


@frozen
class Choose:
    """`lines` are selections, `let` and `require` lines in written order; either part may be missing.

    `condition` is the c of `may if c choose`.
    """

    may: bool
    if_able: bool
    lines: tuple[Selection | LetStmt | RequireStmt, ...]
    menu: Menu | None
    condition: Expr | None = None
    span: Span = _span()


@frozen
class Roll:
    lines: tuple[Selection | LetStmt | RequireStmt, ...]
    span: Span = _span()


@frozen
class If:
    """`arms` are the conditions in order; `otherwise` is the `else` part."""

    arms: tuple[tuple[Expr, Suite], ...]
    otherwise: Suite | None
    span: Span = _span()


@frozen
class MatchArm:
    values: tuple[Expr, ...]
    body: Suite
    span: Span = _span()


@frozen
class Match:
    subject: Expr
    arms: tuple[MatchArm, ...]
    otherwise: Suite | None
    span: Span = _span()


@frozen
class For:
    """One name, or two names over a list of pairs."""

    names: tuple[Ident, ...]
    source: Expr
    body: Suite
    span: Span = _span()


@frozen
class Limit:
    """`up to number`, `at most number`; `cut_off` is `at most number, else cut off`."""

    kind: Literal["up_to", "at_most"]
    number: Expr
    cut_off: bool = False
    span: Span = _span()


@frozen
class EachClause:
    """`each noun [in order] [by keys] [from first] [where c] [together] [until c] [, limit]`."""

    noun: Ident
    order: Expr | None
    first: Expr | None
    where: Expr | None
    together: bool
    until: Expr | None
    limit: Limit | None
    keys: tuple[Key, ...] = ()
    span: Span = _span()


@frozen
class Each:
    clause: EachClause
    body: Suite
    span: Span = _span()


@frozen
class Repeat:
    limit: Limit | None
    until: Expr | None
    body: Suite
    span: Span = _span()


@frozen
class As:
    who: Expr
    body: Suite
    span: Span = _span()


Stmt = (
    LetStmt | CallStmt | Assign | RequireStmt | Move | Draw | Swap | Rotate | Shuffle | Peek | Reveal | Eliminate
    | Award | Choose | Roll | If | Match | For | Each | Repeat | As
)  # fmt: skip


# ---------------------------------------------------------------- declarations


@frozen
class Game:
    name: Ident
    doc: str | None
    fewest: int
    most: int
    span: Span = _span()


@frozen
class Ends:
    after_round: bool
    condition: Expr
    doc: str | None
    span: Span = _span()


Literal_ = Name | Number | FlagLiteral


@frozen
class Option:
    name: Ident
    values: tuple[Literal_, ...]
    doc: str | None
    span: Span = _span()


@frozen
class EnumType:
    """`type t: A, B`."""

    name: Ident
    values: tuple[Ident, ...]
    doc: str | None
    span: Span = _span()


@frozen
class RecordType:
    """`type t:` with rows: its values have attributes. The first row is the heading."""

    name: Ident
    rows: Rows
    span: Span = _span()


@frozen
class Component:
    """Exactly one of `rows`, `numbers` (`: 1..13`, `: 5`), `csv` is given, or none of them (one kind, `total` copies).

    `lets` are attributes by formula: the `let` lines below rows, numbers or file.
    """

    total: int | None
    name: Ident
    per: Ident | None
    """`each player`"""
    pivot: tuple[Ident, Ident] | None
    """`by type as attribute`"""
    start: Ident | None
    """`in zone`"""
    back: Ident | None
    rows: Rows | None
    numbers: Expr | None
    csv: str | None
    doc: str | None
    lets: tuple[Define, ...] = ()
    span: Span = _span()


@frozen
class ListTable:
    name: Ident
    first: int
    cells: tuple[Cell, ...]
    doc: str | None
    span: Span = _span()


@frozen
class RowTable:
    """The first row is the heading."""

    name: Ident
    rows: Rows
    span: Span = _span()


@frozen
class CsvTable:
    name: Ident
    path: str
    span: Span = _span()


@frozen
class Layer:
    name: Ident
    rows: Rows
    span: Span = _span()


@frozen
class Grid:
    """`by` is the type of its edges (`grid square 9 by 9 by groove`), `per` the T of `, each T`: a board for each."""

    name: Ident
    rows: int
    columns: int
    hex: bool
    doc: str | None
    layers: tuple[Layer, ...]
    by: Ident | None = None
    per: Ident | None = None
    span: Span = _span()


@frozen
class Ring:
    name: Ident
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None
    span: Span = _span()


@frozen
class Track:
    """`row stone 9`: places in a line, which does not close to a ring."""

    name: Ident
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None
    span: Span = _span()


@frozen
class RingAround:
    name: Ident
    grid: Ident
    rows: Rows
    span: Span = _span()


@frozen
class Path:
    """A row of a graph: neighbours next to each other; `name` in `Name: a b c`."""

    name: Ident | None
    places: tuple[Ident, ...]
    span: Span = _span()


@frozen
class Graph:
    name: Ident
    by: Ident | None
    doc: str | None
    paths: tuple[Path, ...]
    per: Ident | None = None
    span: Span = _span()


@frozen
class SeenBy:
    who: Ident
    span: Span = _span()


@frozen
class CountHidden:
    span: Span = _span()


@frozen
class ResetEach:
    """`, each round`, `, each turn`, or `, each` phase or rule."""

    period: Ident
    span: Span = _span()


@frozen
class Capacity:
    number: int
    span: Span = _span()


@frozen
class Refilled:
    source: Ident
    span: Span = _span()


FieldAttribute = SeenBy | CountHidden | ResetEach | Capacity | Refilled


@frozen
class Field:
    """A field or a zone. `index` is the type in `name[index]`."""

    name: Ident
    index: TypeExpr | None
    type: TypeExpr | None
    start: Expr | None
    attributes: tuple[FieldAttribute, ...]
    doc: str | None
    span: Span = _span()


@frozen
class Param:
    name: Ident
    type: TypeExpr | None
    span: Span = _span()


@frozen
class Define:
    """`let f(x: t) = e` outside a rule."""

    name: Ident
    params: tuple[Param, ...]
    value: Expr
    doc: str | None
    span: Span = _span()


@frozen
class Fields:
    """`shared:` (`owner` is `None`) or `each T:`."""

    owner: Ident | None
    doc: str | None
    members: tuple[Field | Define, ...]
    span: Span = _span()


@frozen
class PickDecl:
    name: Ident
    params: tuple[Param, ...]
    picks: tuple[Pick, ...]
    distinct: Ident | None
    doc: str | None
    span: Span = _span()


@frozen
class Setup:
    body: Suite
    span: Span = _span()


@frozen
class RoundEntry:
    """A phase of a round: played once, or again and again (`auction until no(lots), at most 8`)."""

    name: Ident
    until: Expr | None
    limit: Limit | None
    span: Span = _span()


@frozen
class Rounds:
    limit: Limit | None
    doc: str | None
    phases: tuple[RoundEntry, ...]
    span: Span = _span()


@frozen
class Phase:
    name: Ident
    each: EachClause | None
    body: Suite
    span: Span = _span()


@frozen
class End:
    body: Suite
    span: Span = _span()


@frozen
class Rule:
    """`into` is the menu that an added action joins (`add action a to r:`).

    `once` is the period of `, once each turn`: `turn`, `round`, `game`, or a phase or rule.
    """

    is_action: bool
    name: Ident
    params: tuple[Param, ...]
    into: Ident | None
    body: Suite
    once: Ident | None = None
    span: Span = _span()


@frozen
class Score:
    """`after` is what the line is added up after: `round`, or a phase."""

    name: Ident
    value: Expr
    doc: str | None
    after: Ident | None = None
    span: Span = _span()


@frozen
class Ranking:
    """`decider` is the P of `ties decided by P`; without ties clause both parts are empty."""

    of: Ident | None
    keys: tuple[Key, ...]
    ties_shared: bool
    decider: Expr | None
    doc: str | None
    span: Span = _span()


@frozen
class Invariant:
    name: Ident
    condition: Expr
    doc: str | None
    span: Span = _span()


@frozen
class Answer:
    """`key` is the `e` of `highest e`."""

    name: Ident
    policy: Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]
    key: Expr | None
    span: Span = _span()


@frozen
class Seat:
    name: Ident
    condition: Expr | None
    doc: str | None
    members: tuple[Field | Define | Answer | Change, ...]
    span: Span = _span()


@frozen
class SetValue:
    place: Expr
    value: Expr
    span: Span = _span()


@frozen
class SetCopies:
    of: Expr
    zone: Expr | None
    value: Expr
    span: Span = _span()


@frozen
class Replace:
    decl: Decl
    span: Span = _span()


@frozen
class Add:
    decl: Decl
    span: Span = _span()


@frozen
class Insert:
    """`add call after anchor in part`; `part` may be `setup`, `rounds`, `end`."""

    call: Expr
    side: Literal["after", "before"]
    anchor: Ident
    part: Ident
    span: Span = _span()


@frozen
class Remove:
    name: Ident
    span: Span = _span()


Change = SetValue | SetCopies | Replace | Add | Insert | Remove | Seat


@frozen
class When:
    condition: Expr
    doc: str | None
    changes: tuple[Change, ...]
    span: Span = _span()


@frozen
class Variant:
    name: Ident
    bases: tuple[Ident, ...]
    doc: str | None
    changes: tuple[Change, ...]
    span: Span = _span()


# ---------------------------------------------------------------- examples


@frozen
class ExamplePlayers:
    names: tuple[Ident, ...]
    span: Span = _span()


@frozen
class ExampleWith:
    options: tuple[tuple[Ident, Literal_], ...]
    span: Span = _span()


@frozen
class FreeContent:
    """`9 of deck`: so many of the pieces there, whichever they are."""

    number: Expr
    zone: Expr
    span: Span = _span()


@frozen
class GivenZone:
    zone: Expr
    content: tuple[Expr | FreeContent, ...]
    span: Span = _span()


@frozen
class GivenValue:
    place: Expr
    value: Expr
    span: Span = _span()


@frozen
class ExampleGiven:
    lines: tuple[GivenZone | GivenValue, ...]
    span: Span = _span()


@frozen
class ExampleRun:
    """`rule(args)`, a phase, `setup`, `rounds` or `end`; `who` is the player of `as P:`."""

    who: Expr | None
    call: Expr
    span: Span = _span()


@frozen
class ExampleRoll:
    name: Ident
    value: Expr
    span: Span = _span()


@frozen
class ExampleDraw:
    pieces: tuple[Expr, ...]
    source: Expr
    span: Span = _span()


@frozen
class Decline:
    """`no throw`: what may be chosen under this name is declined."""

    name: Ident
    span: Span = _span()


@frozen
class ExamplePlays:
    who: Expr
    moves: tuple[Expr | Decline, ...]
    span: Span = _span()


@frozen
class ExampleDeclines:
    """`Ann declines throw`."""

    who: Expr
    name: Ident
    span: Span = _span()


@frozen
class ExampleCannot:
    who: Expr
    moves: tuple[Expr | Decline, ...]
    because: Ident | None
    span: Span = _span()


@frozen
class ExampleOptions:
    who: Expr
    selection: Ident
    values: tuple[Expr, ...]
    span: Span = _span()


@frozen
class ExampleThen:
    fact: Expr
    span: Span = _span()


ExampleLine = (
    ExamplePlayers | ExampleWith | ExampleGiven | ExampleRun | ExampleRoll | ExampleDraw | ExamplePlays | ExampleDeclines
    | ExampleCannot | ExampleOptions | ExampleThen
)  # fmt: skip


@frozen
class Example:
    name: Ident
    of: Ident | None
    doc: str | None
    lines: tuple[ExampleLine, ...]
    span: Span = _span()


Decl = (
    Game | Ends | Option | EnumType | RecordType | Component | ListTable | RowTable | CsvTable | Grid | Ring | RingAround
    | Track | Graph | Fields | Define | PickDecl | Setup | Rounds | Phase | End | Rule | Score | Ranking | Seat | When
    | Invariant | Example | Variant
)  # fmt: skip


@frozen
class File:
    """All declarations of one text, in written order."""

    decls: tuple[Decl, ...]
    span: Span = _span()
