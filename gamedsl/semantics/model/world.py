"""All that one setup declares, by name; filled by `data.py` and `declare.py`, read by formulas and statements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from attrs import define, evolve, field

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import (
    BoardSpec,
    ClassSpec,
    EnumSpec,
    FieldSpec,
    FunctionSpec,
    KindSpec,
    LocalSpec,
    TableSpec,
    ZoneSpec,
)
from gamedsl.graph.model.types import (
    BoardId,
    ClassId,
    EnumId,
    FieldId,
    FunctionId,
    Int,
    Kind,
    KindId,
    LocalId,
    Optional,
    Player,
    SeatId,
    SiteId,
    TableId,
    Type,
    Value,
    ZoneId,
)
from gamedsl.semantics.model.checked import Site
from gamedsl.semantics.model.effort import MOST_FOLDED_IN_ALL, Effort
from gamedsl.semantics.problems.problems import Problem
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax import tree
from gamedsl.values import frozen

# ---------------------------------------------------------------- what a name can stand for

ONCE = "once"
"""The reason why an action `once each turn` is refused the second time."""


@frozen
class Column:
    """An attribute: one value per element (kind of a class, value of a type, place, row); None is a blank."""

    type: Type
    values: tuple[Value, ...]

    @property
    def full_type(self) -> Type:
        """The type of reading it, with `or none` if there are blanks."""
        return Optional(self.type) if None in self.values else self.type


@frozen
class EnumSymbol:
    id: EnumId


@frozen
class ClassSymbol:
    id: ClassId


@frozen
class BoardSymbol:
    id: BoardId


@frozen
class ListTableSymbol:
    name: str
    table: TableId
    cell: Type


@frozen
class RowTableSymbol:
    """A table whose rows are values. `keys`: key value -> row; `key_type` None: rows have names of their own."""

    id: TableId
    name: str
    key_type: Type | None
    keys: tuple[Value, ...]
    columns: dict[str, Column] = field(eq=False)
    numbered: tuple[int, ...]
    """Columns headed by numbers."""
    cells: Column = field(eq=False)
    """Row-major over `numbered`."""


@frozen
class ConstSymbol:
    value: expressions.Const


@frozen
class FieldSymbol:
    id: FieldId


@frozen
class ZoneSymbol:
    id: ZoneId


@frozen
class OwnBoardSymbol:
    """A field or zone of a place on a board that every player has: without a player it is the acting player's."""

    inner: FieldSymbol | ZoneSymbol


@frozen
class LetSymbol:
    """`owner`: the T of the `each T:` block; `seats`: definitions that hold for one scripted seat."""

    decl: tree.Define
    owner: str | None
    seats: tuple[tuple[SeatId, tree.Define], ...] = ()


@frozen
class PickSymbol:
    decl: tree.PickDecl
    seats: tuple[tuple[SeatId, tree.PickDecl], ...] = ()


@frozen
class RuleSymbol:
    decl: tree.Rule
    seats: tuple[tuple[SeatId, tree.Rule], ...] = ()


@frozen
class PhaseSymbol:
    index: int


@frozen
class ScoreSymbol:
    index: int


Symbol = (
    EnumSymbol | ClassSymbol | BoardSymbol | ListTableSymbol | RowTableSymbol | ConstSymbol | FieldSymbol | ZoneSymbol | OwnBoardSymbol
    | LetSymbol | PickSymbol | RuleSymbol | PhaseSymbol | ScoreSymbol
)  # fmt: skip


@define(eq=False)
class Board:
    spec: BoardSpec
    kind: Literal["grid", "hex", "ring", "row", "graph", "union"]
    rows: int
    columns: int
    layers: dict[str, Column]
    neighbours: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[int, ...], ...]
    """Position x 8 directions, row-major; empty where there are none."""
    paths: tuple[tuple[int, ...], ...]
    """Rows of a graph."""
    views: tuple[tuple[int, ...], ...]
    """`line(p)` of a ring around a grid."""
    around: BoardId | None
    edges: EnumId | None
    ends: tuple[tuple[int, int], ...]
    parts: tuple[tuple[BoardId, int], ...] = ()
    """Of a union of boards: each with the number of its first place."""


@frozen
class Risk:
    """A place where a formula could fail; an error where it decides about a choice."""

    problem: Problem


@define(eq=False)
class Inside:
    """How many levels of rules and `let`s stand inside one, and how many uses of them there are all together."""

    levels: int = 0
    uses: int = 0
    size: int = 0
    """Statements, with those of the rules that become part of it."""
    stops: bool = False
    """Whether play can stop in it: then it becomes part of what uses it."""


@define(eq=False)
class Function:
    """A function under work: `spec` is None until its body is known."""

    id: FunctionId
    owner: Type | None
    params: list[tuple[str, Type]]
    needs_me: bool
    type: Type
    risks: list[Risk]
    inside: Inside = field(factory=lambda: Inside(1, 1))


@define(eq=False)
class Uses:
    """Whether a body has used the acting seat."""

    me: bool = False


@frozen
class Scope:
    """What names mean at one place. `total`: here formulas must not fail (they decide what may be chosen)."""

    where: str
    names: dict[str, expressions.Expr] = field(factory=dict, eq=False)
    element: expressions.Expr | None = None
    outer: tuple[expressions.Expr, ...] = ()
    me: expressions.Expr | None = None
    facts: frozenset[expressions.Expr] = frozenset()
    total: bool = False
    uses: Uses = field(factory=Uses, eq=False)
    risks: list[Risk] | None = field(default=None, eq=False)

    def with_name(self, name: str, value: expressions.Expr) -> Scope:
        return evolve(self, names=self.names | {name: value})

    def with_element(self, element: expressions.Expr) -> Scope:
        outer = self.outer if self.element is None else (*self.outer, self.element)
        return evolve(self, element=element, outer=outer)

    def with_facts(self, facts: Iterable[expressions.Expr]) -> Scope:
        return evolve(self, facts=self.facts | frozenset(facts))

    def choosing(self) -> Scope:
        return evolve(self, total=True)


@define(eq=False)
class World:
    """Declarations of one setup under construction."""

    seats: tuple[str, ...]
    humans: int
    problems: list[Problem] = field(factory=list)
    effort: Effort = field(factory=Effort)
    at: Span = NOWHERE
    """What is under work."""
    room: int = 0
    """How many values and pieces a position has to keep, so far."""
    foldable: int = MOST_FOLDED_IN_ALL
    """Steps that are left for working out formulas."""
    inside: list[Inside] = field(factory=list)
    """For each rule or `let` that is under work: what stands inside it."""
    match: Inside = field(factory=Inside)
    """What stands in phases, `setup` and `end`, outside of rules."""
    sites: list[Site] = field(factory=list)
    enums: list[EnumSpec] = field(factory=list)
    enum_columns: dict[tuple[EnumId, str], Column] = field(factory=dict)
    classes: list[ClassSpec] = field(factory=list)
    kinds: list[KindSpec] = field(factory=list)
    attributes: dict[tuple[ClassId, str], Column] = field(factory=dict)
    attribute_tables: dict[tuple[tuple[ClassId, ...], str, int], tuple[TableId, Type]] = field(factory=dict)
    """What `attribute` has made: for classes, a name and a number of kinds."""
    kind_of_value: dict[ClassId, tuple[EnumId, tuple[KindId | None, ...]]] = field(factory=dict)
    """Classes whose kinds are named by the values of a type."""
    keyed_kinds: dict[str, list[tuple[tuple[Value | str, ...], KindId]]] = field(factory=dict)
    """Class name -> (leading cells, kind) for `event[Hunting, 1]`."""
    key_types: dict[str, list[Type | None]] = field(factory=dict)
    pivot_kinds: dict[tuple[str, str], list[KindId]] = field(factory=dict)
    """`Three.Red`, `pirate.Ann`."""
    boards: list[Board] = field(factory=list)
    tables: list[TableSpec] = field(factory=list)
    values: dict[str, list[expressions.Const]] = field(factory=dict)
    """Bare names of values: enumeration values, kinds, places, seats, rows, directions."""
    symbols: dict[str, Symbol] = field(factory=dict)
    members: dict[str, dict[str, Symbol]] = field(factory=dict)
    """`each T:` block members by T."""
    fields: list[FieldSpec] = field(factory=list)
    zones: list[ZoneSpec] = field(factory=list)
    functions: list[FunctionSpec | None] = field(factory=list)
    function_of: dict[tuple[str, str], Function] = field(factory=dict)
    locals: list[LocalSpec] = field(factory=list)
    score_decls: list[tree.Score] = field(factory=list)
    once_fields: dict[str, FieldId] = field(factory=dict)
    score_stores: dict[int, tuple[FieldId, FunctionId, Type]] = field(factory=dict)
    round_limit: int = 0
    round_field: FieldId | None = None
    out_field: FieldId | None = None
    winner_field: FieldId | None = None
    box: ZoneId | None = None
    scripted: dict[str, SeatId] = field(factory=dict)
    table_cache: dict[tuple[str, object], TableId] = field(factory=dict)
    spans: dict[str, Span] = field(factory=dict)
    left_out: set[Span] = field(factory=set)
    """Sides of `and`, `or` and `… if … else …` that this setup decides against, and `reached`: those that it does not."""
    reached: set[Span] = field(factory=set)
    looked_at: frozenset[Span] = frozenset()
    """Sides that are looked at although they are left out: no setup reaches them."""
    used: set[str] = field(factory=set)
    decls: tuple[tree.Decl, ...] = ()
    pile_reads: list[tuple[ZoneId, Span, str]] = field(factory=list)
    """Where a formula reads the order of a pile: the pile, the place, and the rule."""
    own_boards: set[str] = field(factory=set)
    """Boards of which every player has one."""
    first_cut: int = 1
    cuts: list[str] = field(factory=list)
    """Reasons of matches that are cut off; the first has the index `first_cut`."""

    # ------------------------------------------------------------ making things

    def problem(self, problem: Problem) -> None:
        self.problems.append(problem)

    def work(self, at: Span, steps: int) -> None:
        """Counts work on what stands at a place. Raises TooMuchWork."""
        self.at = at
        self.effort.spend(steps)

    def site(self, span: Span, where: str) -> SiteId:
        self.sites.append(Site(span, where))
        return SiteId(len(self.sites) - 1)

    def local(self, name: str, type_: Type) -> expressions.Local:
        self.locals.append(LocalSpec(name, type_))
        return expressions.Local(LocalId(len(self.locals) - 1), type_)

    def table(
        self,
        name: str,
        lows: tuple[int, ...],
        sizes: tuple[int, ...],
        values: tuple[Value, ...],
        rows: tuple[str, ...] = (),
    ) -> TableId:
        """A table of this content; equal contents of one name are made once."""
        self.effort.spend(1 + len(values) // 8)
        key = (name, (lows, sizes, values))
        if key not in self.table_cache:
            self.tables.append(TableSpec(name, lows, sizes, values, rows))
            self.table_cache[key] = TableId(len(self.tables) - 1)
        return self.table_cache[key]

    # ------------------------------------------------------------ asking

    @property
    def player(self) -> Player:
        return Player(len(self.seats))

    def enum_id(self, name: str) -> EnumId | None:
        symbol = self.symbols.get(name)
        return symbol.id if isinstance(symbol, EnumSymbol) else None

    def joined_board(self, boards: tuple[BoardId, ...]) -> BoardId:
        """The board that holds the places of several boards (`ring or lane`), made once."""
        for i, known in enumerate(self.boards):
            if known.kind == "union" and tuple(b for b, _ in known.parts) == boards:
                return BoardId(i)
        parts: list[tuple[BoardId, int]] = []
        places: tuple[str, ...] = ()
        for b in boards:
            parts.append((b, len(places)))
            places += self.boards[b].spec.places
        spec = BoardSpec(
            " or ".join(self.boards[b].spec.name for b in boards),
            "graph",
            places,
            tuple((1, i) for i in range(len(places))),
        )
        self.effort.spend(2 * len(places))
        none = tuple(() for _ in places)
        self.boards.append(
            Board(spec, "union", 1, len(places), {}, none, none * 8, (), (), None, None, (), tuple(parts))
        )
        return BoardId(len(self.boards) - 1)

    def kinds_of(self, classes: Iterable[ClassId]) -> tuple[KindId, ...]:
        """Kind numbers of the classes in order."""
        found: list[KindId] = []
        for c in classes:
            spec = self.classes[c]
            self.effort.spend(spec.count // 8)
            found.extend(KindId(spec.first + i) for i in range(spec.count))
        return tuple(found)

    def copies_of(self, classes: Iterable[ClassId]) -> int:
        return sum(self.kinds[k].copies for k in self.kinds_of(classes))

    def attribute(self, classes: tuple[ClassId, ...], name: str) -> tuple[TableId, Type] | None:
        """A table over all kind numbers, and the type of reading it for a kind of these classes."""
        key = (classes, name, len(self.kinds))
        made = self.attribute_tables.get(key)
        if made is None:
            made = self._attribute(classes, name)
            if made is not None:
                self.attribute_tables[key] = made
        return made

    def _attribute(self, classes: tuple[ClassId, ...], name: str) -> tuple[TableId, Type] | None:
        columns = [(c, self.attributes.get((c, name))) for c in classes]
        known = [column for _, column in columns if column is not None]
        if not known:
            return None
        first = known[0].type
        if any(
            type(column.type) is not type(first) or (not isinstance(first, Int) and column.type != first)
            for column in known
        ):
            return None
        values: list[Value] = [None] * len(self.kinds)
        blank = False
        low, high = 0, 0
        for c, column in columns:
            spec = self.classes[c]
            cells: tuple[Value, ...] = column.values if column is not None else (None,) * spec.count
            blank = blank or None in cells
            values[spec.first : spec.first + spec.count] = cells
            if column is not None and isinstance(column.type, Int):
                low, high = min(low, column.type.low), max(high, column.type.high)
        if isinstance(first, Int):
            first = Int(min(cast("Int", c.type).low for c in known), max(cast("Int", c.type).high for c in known))
        return self.table(name, (0,), (len(self.kinds),), tuple(values)), Optional(first) if blank else first

    def kind_type(self, kind: KindId) -> Kind:
        return Kind((self.kinds[kind].cls,))
