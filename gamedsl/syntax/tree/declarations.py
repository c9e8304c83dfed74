"""The nodes of declarations and of changes to them, and the whole file."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.tree.data import (
    Component,
    CsvTable,
    Define,
    EnumType,
    Field,
    Fields,
    Graph,
    Grid,
    ListTable,
    Param,
    RecordType,
    Ring,
    RingAround,
    RowTable,
    Track,
)
from gamedsl.syntax.tree.examples import Example, StartPosition
from gamedsl.syntax.tree.formulas import Expr, Key, Literal_, Number
from gamedsl.syntax.tree.node import Ident, span_field
from gamedsl.syntax.tree.statements import EachClause, EnsureStmt, Limit, Pick, RequireStmt, Suite
from gamedsl.values import field, frozen


@frozen
class Game:
    name: Ident
    doc: str | None
    fewest: int
    most: int
    span: Span = span_field()


@frozen
class Ends:
    after_round: bool
    condition: Expr
    doc: str | None
    span: Span = span_field()


@frozen
class Option:
    name: Ident
    values: tuple[Literal_, ...]
    doc: str | None
    span: Span = span_field()


@frozen
class PickDecl:
    name: Ident
    params: tuple[Param, ...]
    picks: tuple[Pick, ...]
    distinct: Ident | None
    doc: str | None
    span: Span = span_field()


@frozen
class Setup:
    body: Suite
    span: Span = span_field()


@frozen
class RoundEntry:
    """A phase of a round: played once, or again and again (`auction until no(lots), at most 8`)."""

    name: Ident
    until: Expr | None
    limit: Limit | None
    span: Span = span_field()


@frozen
class Rounds:
    limit: Limit | None
    doc: str | None
    phases: tuple[RoundEntry, ...]
    span: Span = span_field()


@frozen
class Phase:
    name: Ident
    each: EachClause | None
    body: Suite
    span: Span = span_field()


@frozen
class End:
    body: Suite
    span: Span = span_field()


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
    span: Span = span_field()


@frozen
class Whenever:
    """Statements to run after each occurrence of a rule or action, `of`. `taken` are names that it takes over from there; `name` is its own, if it has one."""

    of: Ident
    taken: tuple[Ident, ...]
    name: Ident | None
    body: Suite
    span: Span = span_field()


@frozen
class History:
    """Positions that may recur: `parts` are names of fields and zones, or `me`; `most`: how many are remembered."""

    name: Ident
    most: Number | None
    parts: tuple[Expr, ...]
    doc: str | None
    span: Span = span_field()


@frozen
class Score:
    """`after` is the period after which the line is added up: `round`, or a phase."""

    name: Ident
    value: Expr
    doc: str | None
    after: Ident | None = None
    span: Span = span_field()


@frozen
class Ranking:
    """`decider` is the P of `ties decided by P`; without ties clause both parts are empty."""

    of: Ident | None
    keys: tuple[Key, ...]
    ties_shared: bool
    decider: Expr | None
    doc: str | None
    span: Span = span_field()


@frozen
class Invariant:
    name: Ident
    condition: Expr
    doc: str | None
    span: Span = span_field()


@frozen
class Possible:
    """A condition that must be possible."""

    name: Ident
    condition: Expr
    doc: str | None
    span: Span = span_field()


@frozen
class Answer:
    """`key` is the `e` of `highest e`."""

    name: Ident
    policy: Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]
    key: Expr | None
    span: Span = span_field()


@frozen
class Seat:
    name: Ident
    condition: Expr | None
    doc: str | None
    members: tuple[Field | Define | Answer | Change, ...]
    span: Span = span_field()


@frozen
class SetValue:
    place: Expr
    value: Expr
    span: Span = span_field()


@frozen
class SetCopies:
    of: Expr
    zone: Expr | None
    value: Expr
    span: Span = span_field()


@frozen
class Replace:
    decl: Decl
    span: Span = span_field()


@frozen
class Add:
    decl: Decl
    span: Span = span_field()


@frozen
class Insert:
    """`add call after anchor in part`; `part` may be `setup`, `rounds`, `end`."""

    call: Expr
    side: Literal["after", "before"]
    anchor: Ident
    part: Ident
    span: Span = span_field()


@frozen
class Remove:
    name: Ident
    span: Span = span_field()


@frozen
class RemoveBroken:
    """`remove examples broken by points`: the examples of bases that fail because of this file's changes of `name`."""

    name: Ident
    span: Span = span_field()


@frozen
class ReplaceRequirement:
    """`replace ensure name in part: c "why"`, and the same with `require`: a line with the name and word of `new`."""

    new: RequireStmt | EnsureStmt
    part: Ident
    span: Span = span_field()


@frozen
class RemoveRequirement:
    """`remove ensure name in part`, and the same with `require`."""

    word: Literal["require", "ensure"]
    name: Ident
    part: Ident
    span: Span = span_field()


@frozen
class SetPlayers:
    """`set players 2 to 5`."""

    fewest: int
    most: int
    span: Span = span_field()


@frozen
class SetTotal:
    """`set component 31 nugget`: the required total of its copies."""

    total: int
    component: Ident
    span: Span = span_field()


@frozen
class SetLimit:
    """`set rounds up to 7`, `set pull at most 3`, `set auction in rounds at most 8`: the limit of `part`, or of its entry in `rounds`."""

    part: Ident
    limit: Limit
    is_entry: bool
    span: Span = span_field()


@frozen
class ChangeMatch:
    """`replace match Red, Blue in worth: …`: the arm of a `match` for these values; no values are its `else`.

    `to` is the new content of the arm: statements, or a formula after `=`; None with `remove`.
    """

    deed: Literal["set", "add", "replace", "remove"]
    values: tuple[Expr, ...]
    part: Ident
    to: Suite | Expr | None
    span: Span = span_field()


@frozen
class ChangeEnd:
    """`replace "The heap is empty.": game ends when …`, `remove "The heap is empty."`: one of several ends, by its sentence."""

    sentence: Ident
    new: Ends | None
    span: Span = span_field()


@frozen
class RemoveWhen:
    """`remove when storm`: the `when` blocks with this condition."""

    condition: Expr
    span: Span = span_field()


Change = (
    SetValue | SetCopies | SetPlayers | SetTotal | SetLimit | Replace | Add | Insert | Remove | ReplaceRequirement
    | RemoveBroken | RemoveRequirement | ChangeMatch | ChangeEnd | RemoveWhen | Seat
)  # fmt: skip


@frozen
class When:
    condition: Expr
    doc: str | None
    changes: tuple[Change, ...]
    span: Span = span_field()


@frozen
class Variant:
    """The name of a base is its game's or variant's, or the path of its file (`"../chess.gdl"`)."""

    name: Ident
    bases: tuple[Ident, ...]
    doc: str | None
    changes: tuple[Change, ...]
    span: Span = span_field()


Decl = (
    Game | Ends | Option | EnumType | RecordType | Component | ListTable | RowTable | CsvTable | Grid | Ring | RingAround
    | Track | Graph | Fields | Define | PickDecl | History | Setup | Rounds | Phase | End | Rule | Whenever | Score | Ranking | Seat | When
    | Invariant | Possible | StartPosition | Example | Variant
)  # fmt: skip


@frozen
class File:
    """All declarations of one text, in written order. `marks` are the formulas behind `openly`: the word changes no value, so no node holds it."""

    decls: tuple[Decl, ...]
    span: Span = span_field()
    marks: tuple[Span, ...] = field(default=(), eq=False)
