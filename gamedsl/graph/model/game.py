"""Game: the compiled rules of one setup (rules + variants + options + player count). Only data: the one bridge to execution."""

from __future__ import annotations

from typing import Literal, TypeAlias

from gamedsl.graph.model.about import About
from gamedsl.graph.model.example_lines import GivenField, GivenZone
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.layout import Layout
from gamedsl.graph.model.nodes import Node, Plan, Script
from gamedsl.graph.model.statements import Effect
from gamedsl.graph.model.types import (
    ClassId,
    FieldId,
    FunctionId,
    KindId,
    LocalId,
    NodeId,
    RuleId,
    SeatId,
    SiteId,
    Type,
    Value,
    ZoneId,
)
from gamedsl.notebook_hook import html_by
from gamedsl.values import frozen

CUT_OFF = "cut off after"
"""The beginning of the reasons of matches that are cut off at a limit."""


@frozen
class ClassSpec:
    """A component class; its kinds are `kinds[first : first + count]` of the Game. `backs`: an attribute shows on the backs."""

    name: str
    first: KindId
    count: int
    backs: bool


@frozen
class KindSpec:
    """A kind with `copies` pieces. `other` is the kind on the other side of its pieces.
    `back` is the picture on the back (equal backs look alike; 0 where the class has no backs).
    """

    name: str
    cls: ClassId
    copies: int
    back: int
    back_name: str
    owner: SeatId | None
    other: KindId | None = None


@frozen
class EnumSpec:
    """An ordered type; `values` are its texts in order."""

    name: str
    values: tuple[str, ...]


@frozen
class BoardSpec:
    """A board; `places` are the texts of its positions in order, e.g. `cell[1, 1]`. `shape` and `at` are for drawing: (row, column) of each place."""

    name: str
    shape: Literal["grid", "hex", "ring", "graph"]
    places: tuple[str, ...]
    at: tuple[tuple[int, int], ...]


@frozen
class TableSpec:
    """A constant table, row-major over `sizes`; dimension d is indexed from `lows[d]`."""

    name: str
    lows: tuple[int, ...]
    sizes: tuple[int, ...]
    values: tuple[Value, ...]
    row_names: tuple[str, ...]
    """Texts of the rows where the table's rows are values (`mark` in `for mark in landmark`)."""


@frozen
class Visibility:
    """The seats that see it: `everyone`, `owner`, `others` (all but the owners), `nobody`, or the players that `function` gives (its arguments are the
    owner's indices).

    `count_hidden`: seats that do not see the pieces do not see their number either. `top_seen`: everyone sees the top of the pile.
    """

    who: Literal["everyone", "owner", "others", "nobody", "function"]
    function: FunctionId | None = None
    count_hidden: bool = False
    top_seen: bool = False


@frozen
class Dimension:
    """One index of a field or zone: its element type (an ordinal type or Int), the number of elements, and the first one (its number, or the ordinal of its type:
    kinds are numbered among those of all components). An index in a formula counts from 0."""

    type: Type
    size: int
    low: int


@frozen
class FieldSpec:
    """A field; its instances are numbered `base + flat index` (row-major). `owned`: the first dimension is the `each T` element it belongs to.

    `owners` (element -> ListOf Player) names the owners where T is not a player; None: the player itself, or nobody if not owned.
    `hidden` fields are the compiler's own (never in views). `reset` names the period at whose
    start the field goes back to its start value (`, each …`): `round`, `turn`, a phase or a rule.
    """

    name: str
    type: Type
    dimensions: tuple[Dimension, ...]
    owned: bool
    owners: FunctionId | None
    base: int
    start: tuple[Value, ...]
    reset: str | None
    visibility: Visibility
    hidden: bool
    doc: str | None


@frozen
class ZoneSpec:
    """A family of zones; instances `base + flat index`. `start[i]` is the initial content of instance i as (kind, count) pairs.

    `capacity` None: no limit except the existing pieces (a slot has 1). `room`: the compiler has proved that no instance ever holds more (None: no proof).
    `refill`: the zone family (same index if that has dimensions) shuffled in when a draw runs out.
    """

    name: str
    form: Literal["bag", "pile", "slot"]
    classes: tuple[ClassId, ...]
    dimensions: tuple[Dimension, ...]
    owned: bool
    owners: FunctionId | None
    base: int
    start: tuple[tuple[tuple[KindId, int], ...], ...]
    capacity: int | None
    refill: ZoneId | None
    visibility: Visibility
    hidden: bool
    doc: str | None
    room: int | None = None


OWNER = "owner"
"""The name of the first parameter of a function that belongs to an element of a type: a `let` in an `each` block."""


@frozen
class FunctionSpec:
    """A `let`, score line or helper: pure and acyclic."""

    name: str
    params: tuple[LocalId, ...]
    body: Expr


@frozen
class LocalSpec:
    name: str
    type: Type


@frozen
class Routine:
    """A rule that neither asks nor draws, called from effect nodes."""

    rule: RuleId
    name: str
    me: LocalId | None
    params: tuple[LocalId, ...]
    body: tuple[Effect, ...]


@frozen
class Question:
    """An action that formulas ask about with `can`: whether `plan` has a complete move, with `me` and `params` set. If moves have to be tried, `exits` are
    the nodes after the exits of the plan, and all paths from them end in a StopNode; otherwise it is empty."""

    rule: RuleId
    name: str
    me: LocalId
    params: tuple[LocalId, ...]
    plan: Plan
    exits: tuple[NodeId, ...]


@frozen
class ScoreLine:
    """A line of the score sheet. `function`: player -> integer."""

    name: str
    function: FunctionId
    doc: str | None


AimName: TypeAlias = Literal["points", "victory", "rank"]
"""The aims of players."""


@frozen
class JudgedSpec:
    """How well players stand before the end, for searches that stop early: after `choices` random choices, or as soon as the formula `when` holds.
    `function`: player -> the chance of the victory (or of the best rank) in percent, or the likely points."""

    choices: int
    when: Expr | None
    function: FunctionId


@frozen
class RankingSpec:
    """The ranking at the end. `order` is a formula for the Ranking of players (or of the elements of the type called `of`; `members`: element -> ListOf Player).

    Eliminated players are last in it, and where ties are decided the `winner` first. `ties` `error`: a tie left for any place is fault E_TIE.
    """

    order: Expr
    ties: Literal["shared", "decided", "error"]
    of: str | None
    members: FunctionId | None
    site: SiteId


@frozen
class VerdictSpec:
    """Who has won if the match ends for one of these reasons (places in `Game.reasons`). `wins`: player -> flag. For other reasons the ranking decides."""

    reasons: tuple[int, ...]
    wins: FunctionId


@frozen
class InvariantSpec:
    name: str
    condition: Expr
    doc: str | None
    site: SiteId


@frozen
class PossibleSpec:
    """A condition that must be possible at a stop. Executors ignore it; the search for a witness turns its negation into an invariant."""

    name: str
    condition: Expr
    doc: str | None
    site: SiteId


@frozen
class StartSpec:
    """A named start: before the set-up the givens are applied as in an example; then play continues at `node`."""

    name: str
    doc: str | None
    given: tuple[GivenZone | GivenField, ...]
    node: NodeId


@frozen
class Builtins:
    """Fields that the language itself keeps; None for those that no rule needs."""

    round: FieldId | None
    out: FieldId | None
    """Flag by seat: eliminated."""
    reason: FieldId | None
    """The index into `Game.reasons` of the reason that ended the game."""
    winner: FieldId | None
    """Player or none: named by `ties decided by`."""
    box: ZoneId | None
    total: FunctionId | None
    sides: ZoneId | None = None
    """Holds the hidden side of each piece with two sides."""


@frozen
class Declared:
    """The declarations of one setup that the checked tree and the Game share."""

    name: str
    doc: str | None
    seats: tuple[str, ...]
    humans: int
    options: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]
    classes: tuple[ClassSpec, ...]
    kinds: tuple[KindSpec, ...]
    enums: tuple[EnumSpec, ...]
    boards: tuple[BoardSpec, ...]
    tables: tuple[TableSpec, ...]
    fields: tuple[FieldSpec, ...]
    zones: tuple[ZoneSpec, ...]
    functions: tuple[FunctionSpec, ...]
    locals: tuple[LocalSpec, ...]
    scripts: tuple[Script, ...]
    scores: tuple[ScoreLine, ...]
    ranking: RankingSpec
    invariants: tuple[InvariantSpec, ...]
    reasons: tuple[str, ...]
    """The reasons for the end of a match, in words; reason 0 is that all rounds were played."""
    builtins: Builtins


@frozen
class Game(Declared):
    """The compiled rules of one setup: only data, which can be compared, hashed and pickled.

    `seats` are the names of all seats in order. The first `humans` of them are people, and the seats after them are played by the rules (`scripts`). `options`
    and `variants` say what was chosen, `starts` where a match can begin (see `Engine.initial`). `layout.size` is the length of a position without an open
    decision, in bytes. The ids of seats, zones, nodes and so on are places in these tuples, from 0."""

    routines: tuple[Routine, ...]
    nodes: tuple[Node, ...]
    start: NodeId
    counters: int
    layout: Layout
    starts: tuple[StartSpec, ...] = ()

    def _repr_svg_(self) -> str:
        return html_by("game_svg", self)

    questions: tuple[Question, ...] = ()
    """The questions of `can`, in the order of their rules. The JSON of a Game without questions does not mention them."""
    possibles: tuple[PossibleSpec, ...] = ()
    """The `possible` lines, in written order. The JSON of a Game without such lines does not mention them."""
    verdicts: tuple[VerdictSpec, ...] = ()
    """Who has won, by reason. The JSON of a Game whose winners are always found by the ranking does not mention them."""
    aim: AimName | None = None
    """The aim that the rules give to players. The JSON of a Game whose rules do not say it does not mention it."""
    about: About = About()
    """Descriptions for people, which no rule uses. The digest leaves them out."""
    judged: JudgedSpec | None = None
    """How well players stand before the end. The JSON of a Game whose rules do not say it does not mention it."""
