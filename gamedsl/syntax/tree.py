"""The syntax tree: the content of the text in written order, without its meaning.

Every node is frozen. Its place in the text does not count for equality. Optional parts are `None`, repeated parts tuples.
"""

from __future__ import annotations

from typing import Literal

from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.tree_traits import written
from gamedsl.values import field, frozen


@frozen
class Node:
    """A part of the text with its place, which is nowhere unless it is given."""

    span: Span = field(default=NOWHERE, eq=False, repr=False, kw_only=True)


@frozen
class Ident(Node):
    """A name as written, with its place."""

    text: str


Declared = Ident
"""A name that is declared here, so it must not be a word of the language."""


# ---------------------------------------------------------------- formulas, and the contents of brackets


UNREAD = "?"
"""The name that replaces a formula that could not be read. It is reported already."""


@frozen
class Name(Node):
    id: str


@frozen
class Number(Node):
    value: int


@frozen
class FlagLiteral(Node):
    value: bool


@frozen
class NoneLiteral(Node):
    """`none`."""


@frozen
class Me(Node):
    """`me`."""


@frozen
class It(Node):
    """`it`."""


@frozen
class Placed(Node):
    """`Horse from hand`: pieces with the zone in which they lie, in moves of examples."""

    of: Expr
    zone: Expr


@frozen
class SomeOf(Node):
    """`3 Horse`: a number of pieces of one kind."""

    number: int
    name: Ident


@frozen
class ListLiteral(Node):
    items: Args


@frozen
class Named(Node):
    """`name = value` among arguments."""

    name: Ident
    value: Expr


@frozen
class Comprehension(Node):
    """`body for var in source` among arguments or list items; `choose` is the n of `for var in n of source`.

    `second` is the b of `for a, b in source`. Further loops are nested: the body of the first `for` is the comprehension of the second.
    """

    body: Expr | Comprehension
    var: Declared
    source: Expr
    choose: Expr | None = None
    second: Declared | None = None


@frozen
class Filter(Node):
    """`source where condition`; `name` is the x of `source as x where condition`."""

    source: Expr
    condition: Expr
    name: Declared | None = None


@frozen
class Leading(Node):
    """`source while condition`, or `source as name while condition`."""

    source: Expr
    condition: Expr
    name: Declared | None = None


@frozen
class Key(Node):
    direction: Literal["highest", "lowest"]
    value: Expr


@frozen
class Sort(Node):
    """`source by keys`, or `source as name by keys`."""

    source: Expr
    keys: tuple[Key, ...]
    name: Declared | None = None


@frozen
class Ternary(Node):
    """`yes if condition else no`."""

    condition: Expr
    yes: Expr
    no: Expr


@frozen
class MatchExpr(Node):
    """`match subject (A: x, B, C: y, else: z)`, or its block: each arm has its values and its result."""

    subject: Expr
    arms: tuple[tuple[tuple[Expr, ...], Expr], ...]
    otherwise: Expr | None


BinaryOp = Literal["or", "and", "is", "is not", "in", "not in", "<", "<=", ">", ">=", "..", "+", "-", "*"]


@frozen
class Binary(Node):
    op: BinaryOp
    left: Expr
    right: Expr


@frozen
class Divide(Node):
    left: Expr
    right: Expr
    rounding: Literal["up", "down"]


@frozen
class Unary(Node):
    op: Literal["not", "-"]
    operand: Expr


@frozen
class Attribute(Node):
    of: Expr
    name: Ident


@frozen
class Index(Node):
    of: Expr
    args: Args


@frozen
class Apply(Node):
    of: Expr
    args: Args


Expr = (
    Name | Number | FlagLiteral | NoneLiteral | Me | It | SomeOf | ListLiteral | Filter | Leading | Sort
    | Ternary | MatchExpr | Binary | Divide | Unary | Attribute | Index | Apply | Placed
)  # fmt: skip
Arg = Expr | Named | Comprehension
Args = tuple[Arg, ...]


Literal_ = Name | Number | FlagLiteral


# ---------------------------------------------------------------- data: types, rows, components, tables, boards and fields


@frozen
class TypeName(Node):
    name: Ident


@frozen
class RangeType(Node):
    low: int
    high: int


@frozen
class SetType(Node):
    of: Ident


@frozen
class UnionType(Node):
    """`ring or lane`: two or more types."""

    names: tuple[Ident, ...]


@frozen
class OptionalType(Node):
    of: TypeName | RangeType | UnionType


@frozen
class ZoneType(Node):
    form: Literal["bag", "pile", "slot"]
    classes: tuple[Ident, ...]


@frozen
class ValueBagType(Node):
    """`bag of 1..6`."""

    form: Literal["bag", "pile", "slot"]
    low: int
    high: int


TypeExpr = TypeName | RangeType | SetType | UnionType | OptionalType | ZoneType | ValueBagType
Indices = tuple[TypeExpr, ...]


@frozen
class CellName(Node):
    text: str


@frozen
class CellNumber(Node):
    value: int


@frozen
class CellFlag(Node):
    value: bool


@frozen
class CellBlank(Node):
    """`.`: none, or zero copies."""


@frozen
class CellEachNumber(Node):
    """`each 1..9`: one row per number."""

    low: int
    high: int


@frozen
class CellEach(Node):
    """`each S`: one row per element of S."""

    of: Ident


@frozen
class CellZone(Node):
    """`@zone` in the heading of a component."""

    zone: Ident


Cell = CellName | CellNumber | CellFlag | CellBlank | CellEach | CellEachNumber | CellZone


@frozen
class Row(Node):
    cells: tuple[Cell, ...]


@frozen
class Rows(Node):
    doc: str | None
    rows: tuple[Row, ...]


@written("type suit: Clubs, Hearts")
@frozen
class EnumType(Node):
    """`type t: A, B`."""

    name: Declared
    values: tuple[Declared, ...]
    doc: str | None


@frozen
class RecordType(Node):
    """`type t:` with rows: its values have attributes. The first row is the heading."""

    name: Declared
    rows: Rows


@frozen
class Picture(Node):
    """The picture of a shape: its rows from top to bottom."""

    name: Declared
    rows: Rows


@written("shapes piece by pose with turns:")
@frozen
class Shapes(Node):
    """Shapes, and the type of the ways in which they can lie (`by`)."""

    name: Declared
    by: Declared
    hex: bool
    turns: bool
    flips: bool
    doc: str | None
    pictures: tuple[Picture, ...]


@written("shape Corner of piece: X X / X .")
@frozen
class Shape(Node):
    """One more shape: what a variant adds."""

    name: Declared
    of: Ident
    rows: Rows


@written("component 9 card in deck:")
@frozen
class Component(Node):
    """Exactly one of `rows`, `numbers` (`: 1..13`, `: 5`), `csv` is given, or none of them (one kind, `total` copies).

    `lets` are attributes by formula: the `let` lines below rows, numbers or file.
    """

    total: int | None
    name: Declared
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
    side: Ident | None = None
    """`, other side column`"""
    called: tuple[str, str] | None = None
    """`, called "goose" or "geese"`: what players call one piece and several."""


@written("table NAME from 0: 0 1 3")
@frozen
class ListTable(Node):
    name: Declared
    first: int
    cells: tuple[Cell, ...]
    doc: str | None


@frozen
class RowTable(Node):
    """The first row is the heading."""

    name: Declared
    rows: Rows


@frozen
class CsvTable(Node):
    name: Declared
    path: str


@frozen
class Layer(Node):
    name: Declared
    rows: Rows


@frozen
class EightNeighbours(Node):
    """`, eight neighbours`: the diagonal ones too."""


@frozen
class Called(Node):
    """What players call the columns or rows of a grid, in order: `a to h`, `8 to 1`, `a to t without i`."""

    first: Ident
    last: Ident
    without: Ident | None = None


@frozen
class RowsFromBelow(Node):
    """`, rows from below`: rows are numbered, and the last one is 1."""


@written("grid cell 3 by 3")
@frozen
class Grid(Node):
    """A grid of places. `by` is the type of its edges (`grid square 9 by 9 by groove`), `per` the T of `, each T`: a board for each. `columns_called` and
    `rows_called` say what players call its places."""

    name: Declared
    rows: int
    columns: int
    hex: bool
    doc: str | None
    layers: tuple[Layer, ...]
    by: Declared | None = None
    per: Ident | None = None
    eight: EightNeighbours | None = None
    columns_called: Called | None = None
    rows_called: Called | RowsFromBelow | None = None


@written("grid nest without edge for 22 pieces hex")
@frozen
class GrowingGrid(Node):
    """A grid whose places are what has been laid, and what is beside it: at most `pieces` places are laid at a time. `of`: only pieces of this component are
    laid (`for 19 tile`); other pieces lie on them."""

    name: Declared
    pieces: int
    hex: bool
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None
    eight: EightNeighbours | None = None
    of: Ident | None = None


@written("ring pit 12")
@frozen
class Ring(Node):
    name: Declared
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None


@written("row trail 20")
@frozen
class Track(Node):
    """`row stone 9`: places in a line, which does not close to a ring."""

    name: Declared
    size: int
    doc: str | None
    layers: tuple[Layer, ...]
    per: Ident | None = None


@frozen
class RingAround(Node):
    name: Declared
    grid: Ident
    rows: Rows


@frozen
class Path(Node):
    """A row of a graph: neighbours next to each other; `name` in `Name: a b c`."""

    name: Declared | None
    places: tuple[Ident, ...]


@written("graph town by road:")
@frozen
class Graph(Node):
    name: Declared
    by: Ident | None
    doc: str | None
    paths: tuple[Path, ...]
    per: Ident | None = None
    tables: tuple[Layer, ...] = ()
    """The tables of its edges and of its places, called like them."""


@frozen
class SeenBy(Node):
    who: Ident


@frozen
class TopSeen(Node):
    """A visibility of piles: everyone sees the piece on top."""


@frozen
class CountHidden(Node):
    """`, count hidden`."""


@frozen
class ResetEach(Node):
    """`, each round`, `, each turn`, or `, each` phase or rule."""

    period: Ident


@frozen
class Capacity(Node):
    number: int


@frozen
class Refilled(Node):
    source: Ident


@frozen
class NotShown(Node):
    """`, not shown`: players need not see it, because only the rules use it. It is no secret."""


@frozen
class ShownAs(Node):
    """`, shown as "£{}"`: how players read its number; `several` is for all numbers but one, as in `"{} coin" or "{} coins"`."""

    text: str
    several: str | None


FieldAttribute = SeenBy | TopSeen | CountHidden | ResetEach | Capacity | Refilled | NotShown | ShownAs


@frozen
class Field(Node):
    """A field or a zone. `indices` are the types in `name[index, index]`."""

    name: Declared
    indices: Indices
    type: TypeExpr | None
    start: Expr | None
    attributes: tuple[FieldAttribute, ...]
    doc: str | None

    @property
    def is_shown(self) -> bool:
        """Whether players see it on the table and in logs."""
        return not any(isinstance(one, NotShown) for one in self.attributes)


@frozen
class Param(Node):
    name: Declared
    type: TypeExpr | None


Params = tuple[Param, ...]


@written("let NAME = 3")
@frozen
class Define(Node):
    """`let f(x: t) = e` outside a rule."""

    name: Declared
    params: Params
    value: Expr
    doc: str | None


@written("shared:", "each player:")
@frozen
class Fields(Node):
    """`shared:` (`owner` is `None`) or `each T:`."""

    owner: Ident | None
    doc: str | None
    members: tuple[Field | Define, ...]


# ---------------------------------------------------------------- statements and choices


@frozen
class Suite(Node):
    doc: str | None
    body: tuple[Stmt, ...]


@written("let NAME = 3")
@frozen
class LetStmt(Node):
    name: Declared
    value: Expr


@frozen
class CallStmt(Node):
    """A name or an application as a statement."""

    call: Expr


@frozen
class Assign(Node):
    op: Literal["=", "+=", "-="]
    target: Expr
    value: Expr


@written("require NAME: C")
@frozen
class RequireStmt(Node):
    name: Declared
    condition: Expr
    why: str | None


@written("ensure NAME: C")
@frozen
class EnsureStmt(Node):
    """`ensure name: c "why"`: only moves after which c holds here are legal."""

    name: Declared
    condition: Expr
    why: str | None


@frozen
class Verdict(Node):
    """`all win`, `players where c lose`: who has won. `which` is c, or None for all players; `word` says whether they win or lose."""

    which: Expr | None
    word: Literal["win", "lose"]


@written(changes_all=True)
@frozen
class EndGame(Node):
    """`end game "why"`, `end game, all lose "why"`: the match ends at once."""

    verdict: Verdict | None
    why: str | None


@written("move card to hand", moves=("what",))
@frozen
class Move(Node):
    """A move of pieces. With a quantity (`move 2 of hand to deck`), `what` is the set from which the actor chooses. `any_order`: nobody may ask for
    their order on the pile."""

    what: Expr
    source: Expr | None
    side: Literal["to", "under"]
    target: Expr
    any_order: bool = False
    quantity: Quantity | None = None


@written("draw 2 from deck to hand")
@frozen
class Draw(Node):
    """A draw, of a pile from the top, or from the bottom if `is_below` (`from under deck`). `keep` is the number that the actor keeps, or a range of numbers;
    `None` without a `keep` part. `rest` is where the others go; else they return."""

    up_to: bool
    number: Expr
    source: Expr
    keep: Expr | None
    side: Literal["to", "under"]
    target: Expr
    rest_side: Literal["to", "under"] | None = None
    rest: Expr | None = None
    is_below: bool = False


@written("flip piece", moves=("piece",), changes_all=True)
@frozen
class Flip(Node):
    """A piece shows its other side."""

    piece: Expr


@written('say "A sentence."')
@frozen
class Say(Node):
    """A sentence for the log: its texts, with a value between any two of them."""

    texts: tuple[str, ...]
    values: tuple[Expr, ...]


@written("swap a with b", moves=("first", "second"))
@frozen
class Swap(Node):
    first: Expr
    second: Expr


@written("rotate hand left", changes_all=True)
@frozen
class Rotate(Node):
    zone: Expr
    side: Literal["left", "right"]


@written("shuffle deck")
@frozen
class Shuffle(Node):
    """A shuffle. Without a target, the zone itself is shuffled."""

    what: Expr
    side: Literal["to", "under"] | None
    target: Expr | None


@written("peek deck")
@frozen
class Peek(Node):
    """A look at pieces. Others do not notice an `unseen` look (`, seen by nobody`)."""

    zone: Expr
    unseen: bool = False


@written("reveal hand")
@frozen
class Reveal(Node):
    zone: Expr


@written("record NAME", changes_all=True)
@frozen
class Record(Node):
    """Records the current values in a history."""

    history: Ident


@written("forget NAME", changes_all=True)
@frozen
class Forget(Node):
    """Empties a history."""

    history: Ident


@written("eliminate p", changes_all=True)
@frozen
class Eliminate(Node):
    who: Expr


@written("award glory from prizes to players by highest k")
@frozen
class Award(Node):
    """Tied players share `all` prizes of the places that they fill, or only `one`: the prize of the first place."""

    field: Expr
    prizes: Expr
    to: Expr
    rounding: Literal["up", "down"]
    share: Literal["all", "one"] = "all"


@frozen
class Quantity(Node):
    """`one`, `any`, `some`, `up_to` a number, `exactly` a number, or `between` a number and a `high` one."""

    kind: Literal["one", "any", "some", "up_to", "exactly", "between"]
    number: Expr | None = None
    high: Expr | None = None


@frozen
class PickOf(Node):
    """`one of S`, `any of S`, `some of S`, `up to e of S`, `e of S`, `e..f of S`."""

    quantity: Quantity
    source: Expr


@frozen
class PickYesNo(Node):
    """`may [if c]`."""

    condition: Expr | None


@frozen
class PickNamed(Node):
    """A named pick, or its application."""

    pick: Expr


Pick = PickOf | PickYesNo | PickNamed


@frozen
class Selection(Node):
    """A selection. `picks` are the alternatives of `P else Q`. With `, seen by owner` nobody else sees the choice; with `, seen by nobody` the others
    do not notice it (which applies to the whole `choose`). `why` is the sentence of its filter, `ask` the question for it."""

    name: Declared
    picks: tuple[Pick, ...]
    distinct: Ident | None
    seen_by: Literal["everyone", "owner", "nobody"] = "everyone"
    why: str | None = None
    ask: str | None = None


@frozen
class MenuEntry(Node):
    """An action, or its application; `strike if armed` is there only under its condition."""

    call: Expr
    condition: Expr | None


@frozen
class Menu(Node):
    """The lines of a `choose one:` or `then one:`."""

    lines: tuple[MenuEntry, ...]


@written("choose card: one of hand")
@frozen
class Choose(Node):
    """A choice. `lines` are selections, `let` and `require` lines in written order; either part may be missing.

    `condition` is the c of `may if c choose`; `otherwise` is the `else` part, for when nothing can be chosen. Others do not notice an `unseen` one
    (`, seen by nobody`).
    """

    may: bool
    if_able: bool
    lines: tuple[Selection | LetStmt | RequireStmt, ...]
    menu: Menu | None
    condition: Expr | None = None
    otherwise: Suite | None = None
    unseen: bool = False


@written("roll die: one of 1..6")
@frozen
class Roll(Node):
    lines: tuple[Selection | LetStmt | RequireStmt, ...]


@written("if C:")
@frozen
class If(Node):
    """An `if` with its `else if` arms in order; `otherwise` is the `else` part."""

    arms: tuple[tuple[Expr, Suite], ...]
    otherwise: Suite | None


@frozen
class MatchArm(Node):
    values: tuple[Expr, ...]
    body: Suite


@written("match suit:")
@frozen
class Match(Node):
    subject: Expr
    arms: tuple[MatchArm, ...]
    otherwise: Suite | None


@written("for x in S:")
@frozen
class For(Node):
    """A `for` loop: with one name, or with two names over a list of pairs."""

    names: tuple[Declared, ...]
    source: Expr
    body: Suite


@frozen
class Limit(Node):
    """`up to number`, `at most number`; `cut_off` is `at most number, else cut off`."""

    kind: Literal["up_to", "at_most"]
    number: Expr
    cut_off: bool = False


@frozen
class EachClause(Node):
    """`each noun [in order] [by keys] [from first] [where c] [together] [until c] [, limit]`."""

    noun: Ident
    order: Expr | None
    first: Expr | None
    where: Expr | None
    together: bool
    until: Expr | None
    limit: Limit | None
    keys: tuple[Key, ...] = ()


@written("each player:")
@frozen
class Each(Node):
    clause: EachClause
    body: Suite


@written("repeat up to 3:")
@frozen
class Repeat(Node):
    """`repeat [limit] [until c]`; the c of `repeat until declined` is that name."""

    limit: Limit | None
    until: Expr | None
    body: Suite


@written("as player: NAME")
@frozen
class As(Node):
    who: Expr
    body: Suite


Stmt = (
    LetStmt | CallStmt | Assign | RequireStmt | EnsureStmt | EndGame | Move | Draw | Swap | Rotate | Shuffle | Peek | Reveal | Flip | Say | Eliminate
    | Award | Choose | Roll | If | Match | For | Each | Repeat | As | Record | Forget
)  # fmt: skip


# ---------------------------------------------------------------- examples


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


Given = GivenZone | GivenValue | GivenPicture

ExampleLine = (
    ExamplePlayers | ExampleWith | ExampleFrom | ExampleGiven | ExampleRun | ExampleRoll | ExampleDraw | ExamplePlays | ExampleDeclines
    | ExampleCannot | ExampleOptions | ExampleThen | ExampleOver | ExampleSees
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


# ---------------------------------------------------------------- declarations and changes to them, and the whole file


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
    """`game ends when c`, `all win when c`, `all lose otherwise`. Without a verdict the ranking says who wins; without a condition the verdict holds for
    every end that has none."""

    after: EndsAfter | None
    condition: Expr | None
    doc: str | None
    verdict: Verdict | None = None


@written("option NAME: no, yes")
@frozen
class Option(Node):
    name: Declared
    values: tuple[Literal_, ...]
    doc: str | None


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
    """The pieces of a kind (`is`) or of all kinds of a component (`in`), in zones; without zones the piece that the first name in the brackets of the
    `whenever` means."""

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
class Aimed(Node):
    """`players aim at points`: what players play for."""

    aim: Ident


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
class RemoveWhen(Node):
    """`remove when storm`: the `when` blocks with this condition."""

    condition: Expr


Change = (
    SetValue | SetCopies | SetPlayers | SetTotal | SetLimit | Replace | Add | Insert | Remove | ReplaceRequirement
    | RemoveBroken | RemoveRequirement | ChangeMatch | ChangeEnd | RemoveWhen | Seat
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
    """`each Robots of card in built:`: rules and amounts of a kind. They count for each piece of the kind in `zones`, without zones for the piece that the event
    is about. `columns` are the row of the kind, if it stands here and not in the component."""

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
    """All declarations of one text, in written order. `marks` are the formulas behind `openly`: the word changes no value, so no node holds it."""

    decls: tuple[Decl, ...]
    marks: tuple[Span, ...] = field(default=(), eq=False)
