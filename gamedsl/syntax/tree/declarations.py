"""Declarations, changes of them, and the whole file."""

from __future__ import annotations

from typing import Literal

from gamedsl.source import Span
from gamedsl.syntax.tree.data import (
    Cell,
    CellName,
    CellZone,
    Component,
    CsvTable,
    EnumType,
    Graph,
    Grid,
    GrowingGrid,
    ListTable,
    RecordType,
    Ring,
    RingAround,
    RowTable,
    Shape,
    Shapes,
    Track,
)
from gamedsl.syntax.tree.example_lines import Example, StartPosition
from gamedsl.syntax.tree.fields import Define, Field, Fields, Params
from gamedsl.syntax.tree.formulas import Expr, Key, Literal_, Number
from gamedsl.syntax.tree.node import Declared, Ident, Node
from gamedsl.syntax.tree.statements import EachClause, EnsureStmt, Limit, Pick, RequireStmt, Suite, Verdict
from gamedsl.syntax.tree.traits import written
from gamedsl.values import field, frozen


@written("game NAME:")
@frozen
class Game(Node):
    name: Declared
    doc: str | None
    fewest: int
    most: int


EndsAfter = Literal["round", "one more round", "one more turn each", "one more turn of the others"]
"""How long a match goes on when the condition of an end has held."""


@written("all win when C")
@frozen
class Ends(Node):
    """`game ends when c`, `all win when c`, `all lose otherwise`. Without a verdict the ranking decides who wins; without a condition the verdict applies to
    every end that has none."""

    after: EndsAfter | None
    condition: Expr | None
    doc: str | None
    verdict: Verdict | None = None


@written("option NAME: no, yes")
@frozen
class Option(Node):
    """`option storm: no, yes`. An option that a variant removes keeps its default as the only value; rules may still name the `removed` ones."""

    name: Declared
    values: tuple[Literal_, ...]
    doc: str | None
    removed: tuple[Literal_, ...] = ()

    def all_values(self) -> tuple[Literal_, ...]:
        """Returns the values that rules may name, including values that no setup has any more."""
        return (*self.values, *self.removed)


@written("pick NAME: one of hand")
@frozen
class PickDecl(Node):
    name: Declared
    params: Params
    picks: tuple[Pick, ...]
    distinct: Ident | None
    doc: str | None


@written("setup:")
@frozen
class Setup(Node):
    body: Suite


@frozen
class RoundEntry(Node):
    """A phase of a round: played once, or again and again (`auction until no(lots), at most 8`)."""

    name: Ident
    until: Expr | None
    limit: Limit | None


@written("rounds up to 5:")
@frozen
class Rounds(Node):
    limit: Limit | None
    doc: str | None
    phases: tuple[RoundEntry, ...]


@written("phase NAME:")
@frozen
class Phase(Node):
    name: Declared
    each: EachClause | None
    body: Suite


@written("end:")
@frozen
class End(Node):
    body: Suite


@written("rule NAME:", "action NAME:")
@frozen
class Rule(Node):
    """A rule or action. `into` is the menu that an added action joins (`add action a to r:`).

    `once` is the period of `, once each turn`: `turn`, `round`, `game`, or a phase or rule. `chain` is the parameter of `, once for each c`.
    """

    is_action: bool
    name: Declared
    params: Params
    into: Ident | None
    body: Suite
    once: Ident | None = None
    chain: Ident | None = None


@written("whenever RULE:")
@frozen
class Whenever(Node):
    """Statements to run after each occurrence of a rule or action, `of`. `taken` are names that it takes over from there; `name` is its own, if it has one.

    `other` names the player who acted: then it runs for each of the others. `once` is the period of `, once each turn`, `chain` the taken name of
    `, once for each c`. `pieces` are those for each of which it runs, if it stands in the block of a kind.
    """

    of: Ident
    taken: tuple[Ident, ...]
    name: Declared | None
    body: Suite
    other: Declared | None = None
    once: Ident | None = None
    pieces: OfPieces | None = None
    chain: Ident | None = None


@frozen
class OfPieces(Node):
    """The pieces of a kind (`is`) or of all kinds of a component (`in`), in zones; without zones, the piece that is the first name in the brackets of the
    `whenever`."""

    kind: Ident
    test: Literal["is", "in"]
    zones: tuple[Ident, ...]


@written("history NAME: cell.mark, me")
@frozen
class History(Node):
    """Positions that may recur: `parts` are names of fields and zones, or `me`; `most`: how many are remembered."""

    name: Declared
    most: Number | None
    parts: tuple[Expr, ...]
    doc: str | None


@written("score NAME: 3 * wins")
@frozen
class Score(Node):
    """A line of the score. `after` is the period after which the line is added up: `round`, or a phase."""

    name: Declared
    value: Expr
    doc: str | None
    after: Ident | None = None


@written("ranking by highest total")
@frozen
class Ranking(Node):
    """A ranking. `decider` is the P of `ties decided by P`; without ties clause both parts are empty."""

    of: Ident | None
    keys: tuple[Key, ...]
    ties_shared: bool
    decider: Expr | None
    doc: str | None


@frozen
class Judged(Node):
    """`judged after 8 choices: FORMULA` or `judged when CONDITION: FORMULA`: how well a player stands before the end. Players that search use it after this
    many random choices, or as soon as the condition holds."""

    after: int | None
    when: Expr | None
    value: Expr


@frozen
class Aimed(Node):
    """`players aim at points`: the aim of the players."""

    aim: Ident
    judged: Judged | None = None


@written("invariant NAME: C")
@frozen
class Invariant(Node):
    name: Declared
    condition: Expr
    doc: str | None


@written("possible NAME: C")
@frozen
class Possible(Node):
    """A condition that must be possible."""

    name: Declared
    condition: Expr
    doc: str | None


@frozen
class Answer(Node):
    """An answer of a scripted seat. `key` is the `e` of `highest e`."""

    name: Ident
    policy: Literal["highest", "lowest", "first", "last", "random", "none", "yes", "no"]
    key: Expr | None


@written("seat NAME:")
@frozen
class Seat(Node):
    name: Declared
    condition: Expr | None
    doc: str | None
    members: tuple[Field | Define | Answer | Change, ...]


@frozen
class SetValue(Node):
    place: Expr
    value: Expr


@frozen
class SetCopies(Node):
    of: Expr
    zone: Expr | None
    value: Expr


@frozen
class Replace(Node):
    decl: Decl


@frozen
class Add(Node):
    decl: Decl


@frozen
class Insert(Node):
    """`add call after anchor in part`; `part` may be `setup`, `rounds`, `end`."""

    call: Expr
    side: Literal["after", "before"]
    anchor: Ident
    part: Ident


@frozen
class Remove(Node):
    name: Ident


@frozen
class RemoveBroken(Node):
    """`remove examples broken by points`: the examples of bases that fail because of this file's changes of `name`."""

    name: Ident


@frozen
class ReplaceRequirement(Node):
    """`replace ensure name in part: c "why"`, and the same with `require`: a line with the name and word of `new`."""

    new: RequireStmt | EnsureStmt
    part: Ident


@frozen
class RemoveRequirement(Node):
    """`remove ensure name in part`, and the same with `require`."""

    word: Literal["require", "ensure"]
    name: Ident
    part: Ident


@frozen
class SetPlayers(Node):
    """`set players 2 to 5`."""

    fewest: int
    most: int


@frozen
class SetTotal(Node):
    """`set component 31 nugget`: the required total of its copies."""

    total: int
    component: Ident


@frozen
class SetLimit(Node):
    """`set rounds up to 7`, `set pull at most 3`, `set auction in rounds at most 8`: the limit of `part`, or of its entry in `rounds`."""

    part: Ident
    limit: Limit
    is_entry: bool


@frozen
class ChangeMatch(Node):
    """`replace match Red, Blue in worth: …`: the arm of a `match` for these values; no values are its `else`.

    `to` is the new content of the arm: statements, or a formula after `=`; None with `remove`.
    """

    deed: Literal["set", "add", "replace", "remove"]
    values: tuple[Expr, ...]
    part: Ident
    to: Suite | Expr | None


@frozen
class ChangeEnd(Node):
    """`replace "The heap is empty.": game ends when …`, `remove "The heap is empty."`: one of several ends, by its sentence."""

    sentence: Ident
    new: Ends | None


@frozen
class Reword(Node):
    """`replace "four taverns" with "five taverns"`: other words in all sentences of the rules before."""

    old: Ident
    new: str


@frozen
class RemoveWhen(Node):
    """`remove when storm`: the `when` blocks with this condition."""

    condition: Expr


Change = (
    SetValue | SetCopies | SetPlayers | SetTotal | SetLimit | Replace | Add | Insert | Remove | ReplaceRequirement
    | RemoveBroken | RemoveRequirement | ChangeMatch | ChangeEnd | Reword | RemoveWhen | Seat
)  # fmt: skip


@written("when storm:")
@frozen
class When(Node):
    condition: Expr
    doc: str | None
    changes: tuple[Change, ...]


@written("variant NAME of game:")
@frozen
class Variant(Node):
    """A variant. The name of a base is the name of its game or variant, or the path of its file (`"../chess.gdl"`)."""

    name: Declared
    bases: tuple[Ident, ...]
    doc: str | None
    changes: tuple[Change, ...]


@frozen
class Column(Node):
    """`cost = 3` or `@deck = 2`: a cell of the row of a kind, with its heading."""

    heading: CellName | CellZone
    cell: Cell


@frozen
class KindBlock(Node):
    """`each Robots of card in built:`: rules and amounts of a kind. They apply to each piece of the kind in `zones`; without zones, to the piece that the
    event is about. `columns` are the row of the kind, if it is here and not in the component."""

    name: Ident
    component: Ident | None
    zones: tuple[Ident, ...]
    doc: str | None
    columns: tuple[Column, ...]
    members: tuple[Field | Define | Whenever | Rule, ...]


WithBody = Setup | Phase | Rule | Whenever | End
"""Declarations that hold statements, in `body`."""

Decl = (
    Game | Ends | Option | EnumType | RecordType | Shapes | Shape | Component | ListTable | RowTable | CsvTable | Grid | GrowingGrid | Ring | RingAround
    | Track | Graph | Fields | KindBlock | Define | PickDecl | History | Setup | Rounds | Phase | End | Rule | Whenever | Score | Ranking | Aimed | Seat | When
    | Invariant | Possible | StartPosition | Example | Variant
)  # fmt: skip


@frozen
class File(Node):
    """All declarations of one text, in written order. `marks` are the formulas after `openly`: the word `openly` changes no value, so no node holds it."""

    decls: tuple[Decl, ...]
    marks: tuple[Span, ...] = field(default=(), eq=False)
