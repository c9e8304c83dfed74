"""All declarations of one setup, by name. `data` fills it; formulas and statements read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import cached_property
from typing import TypeVar

from gamedsl.diagnostics.problem import Problem
from gamedsl.graph.compiled import Site
from gamedsl.graph.model import expressions, game, types
from gamedsl.graph.model.about import NumberWords, PieceWords
from gamedsl.semantics.model.board import Board
from gamedsl.semantics.model.checked import Places
from gamedsl.semantics.model.checker import Checker
from gamedsl.semantics.model.effort import MOST_FOLDED_IN_ALL, Effort
from gamedsl.semantics.model.functions import Expansion, Function
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.poses import Poses
from gamedsl.semantics.model.symbols import Column, EnumSymbol, RuleSymbol, Symbol
from gamedsl.source import NOWHERE, Span
from gamedsl.syntax.tree import declarations, statements
from gamedsl.values import define, field, frozen

# ---------------------------------------------------------------- what a name can stand for

ONCE = "once"
"""The reason for refusing an action `once each turn` the second time."""


ExprT = TypeVar("ExprT", bound=expressions.Expr)
AskAction = Callable[[str, RuleSymbol], tuple[types.RuleId, tuple[types.Type, ...]]]
"""From the name of a declared action to its number and the types of its parameters."""

Judged = dict[tuple[str, Span], dict[Problem | None, None]]
"""For each sort of problem and place: the result of every check, a problem or None."""


@frozen
class PassedPlace:
    """A place of an own board that is passed to a function, or to a rule by its name; `number` is the number of the parameter, counted backwards from -1 for
    the last one."""

    called: types.FunctionId | str
    number: int
    argument: expressions.Expr
    acting: expressions.Expr
    span: Span


@define(eq=False)
class World:
    """Declarations of one setup under construction."""

    seats: tuple[str, ...]
    humans: int
    problems: list[Problem] = field(factory=list)
    check: Checker = field(init=False)
    """Checks the formulas in the declarations; `formula_checker.new_world` fills it in."""
    ask: AskAction = field(init=False)
    """Finds an action that a formula asks about; `rule_bodies.declare_rules` fills it in."""
    asked: dict[types.RuleId, None] = field(factory=dict)
    """The actions that formulas ask about."""
    effort: Effort = field(factory=Effort)
    at: Span = NOWHERE
    """The place of the declaration or formula being checked."""
    room: int = 0
    """The number of values and pieces in a position, counted so far."""
    foldable: int = MOST_FOLDED_IN_ALL
    """The steps left for evaluating formulas."""
    expansions: list[Expansion] = field(factory=list)
    """The expansions of the rules and `let`s being checked, the innermost last."""
    match: Expansion = field(factory=Expansion)
    """The expansion of phases, `setup` and `end`."""
    sites: list[Site] = field(factory=list)
    enums: list[game.EnumSpec] = field(factory=list)
    enum_columns: dict[tuple[types.EnumId, str], Column] = field(factory=dict)
    poses: dict[types.EnumId, Poses] = field(factory=dict)
    """The ways in which shapes lie, by their type."""
    placements: dict[tuple[str, types.EnumId, types.BoardId], types.TableId | types.FunctionId] = field(factory=dict)
    """The tables and functions that lay shapes on boards."""
    classes: list[game.ClassSpec] = field(factory=list)
    kinds: list[game.KindSpec] = field(factory=list)
    kind_spans: list[Span] = field(factory=list)
    """The place of each kind in the text."""
    attributes: dict[tuple[types.ClassId, str], Column] = field(factory=dict)
    sides: dict[types.ClassId, str] = field(factory=dict)
    """The column that names the other sides of a component's kinds."""
    sides_zone: types.ZoneId | None = None
    attribute_tables: dict[tuple[tuple[types.ClassId, ...], str, int], tuple[types.TableId, types.Type]] = field(
        factory=dict
    )
    """The results of `attribute`, by classes, name and number of kinds."""
    kind_of_value: dict[types.ClassId, tuple[types.Enum | types.Position, tuple[types.KindId | None, ...]]] = field(
        factory=dict
    )
    """Classes whose kinds are named by the values of a type, or by places."""
    keyed_kinds: dict[str, list[tuple[tuple[types.Value | str, ...], types.KindId]]] = field(factory=dict)
    """Class name -> (leading cells, kind) for `event[Hunting, 1]`."""
    key_types: dict[str, list[types.Type | None]] = field(factory=dict)
    pivot_kinds: dict[tuple[str, str], list[types.KindId]] = field(factory=dict)
    """Kinds by a pair of names, such as `Three.Red` or `pirate.Ann`."""
    boards: list[Board] = field(factory=list)
    tables: list[game.TableSpec] = field(factory=list)
    values: dict[str, list[expressions.Const]] = field(factory=dict)
    """Bare names of values: enumeration values, kinds, places, seats, rows, directions."""
    symbols: dict[str, Symbol] = field(factory=dict)
    members: dict[str, dict[str, Symbol]] = field(factory=dict)
    """`each T:` block members by T."""
    fields: list[game.FieldSpec] = field(factory=list)
    zones: list[game.ZoneSpec] = field(factory=list)
    unshown_fields: list[types.FieldId] = field(factory=list)
    """Fields and zones that players need not see."""
    unshown_zones: list[types.ZoneId] = field(factory=list)
    number_words: list[NumberWords] = field(factory=list)
    piece_words: list[PieceWords] = field(factory=list)
    functions: list[game.FunctionSpec | None] = field(factory=list)
    function_of: dict[tuple[str, str], Function] = field(factory=dict)
    locals: list[game.LocalSpec] = field(factory=list)
    score_decls: list[declarations.Score] = field(factory=list)
    once_fields: dict[str, types.FieldId] = field(factory=dict)
    score_stores: dict[int, tuple[types.FieldId, types.FunctionId, types.Type]] = field(factory=dict)
    round_limit: int = 0
    round_field: types.FieldId | None = None
    out_field: types.FieldId | None = None
    winner_field: types.FieldId | None = None
    box: types.ZoneId | None = None
    scripted: dict[str, types.SeatId] = field(factory=dict)
    table_cache: dict[tuple[str, object], types.TableId] = field(factory=dict)
    spans: dict[str, Span] = field(factory=dict)
    left_out: set[Span] = field(factory=set)
    """Sides of `and`, `or` and `… if … else …` that this setup never reaches; `reached` are those that it reaches."""
    reached: set[Span] = field(factory=set)
    looked_at: frozenset[Span] = frozenset()
    """Sides to check although this setup never reaches them, because no setup does."""
    used: set[str] = field(factory=set)
    decls: tuple[declarations.Decl, ...] = ()
    places: Places = field(factory=dict)
    """The places of formulas, by `id`; the formulas are kept here, so their ids stay unique."""
    judged: Judged = field(factory=dict)
    """Findings, or their absence, that count only if every setup agrees."""
    conditions: list[tuple[Span, expressions.Expr | None]] = field(factory=list[tuple[Span, expressions.Expr | None]])
    """Conditions of the rules with their places; None for those that ranges, the setup or earlier tests settle."""
    pile_reads: list[tuple[types.ZoneId, Span, str]] = field(factory=list)
    """Reads of the order of a pile: the pile, the place, and the rule."""
    origins: dict[types.LocalId, tuple[expressions.Expr, ...]] = field(factory=dict)
    """The formulas from which a local takes its value, or its elements, where that is known."""
    chosen: set[types.LocalId] = field(factory=set)
    """The locals among them that a choice or chance fills: their pieces have no order."""
    moved_parameters: dict[types.RuleId, dict[int, bool]] = field(factory=dict)
    """The parameters that a called rule moves, and whether it does so whenever it runs."""
    meanings: Meanings | None = None
    """Collects what names mean, where somebody asks for it."""
    own_boards: set[str] = field(factory=set)
    """Boards of which every player has one."""
    owners: set[types.LocalId] = field(factory=set)
    """The locals that stand for the player to whom a `let` of `each player:` belongs."""
    read_as_own: set[types.LocalId] = field(factory=set)
    """The parameters that are places of an own board whose fields are read as those of the player who acts."""
    parameters: dict[str, list[tuple[types.LocalId, ...]]] = field(factory=dict)
    """The parameters of the checked versions of a rule, by its name."""
    passed_places: list[PassedPlace] = field(factory=list)
    first_cut: int = 1
    cuts: list[str] = field(factory=list)
    """Reasons of matches that end inside the rules or are cut off; the first has the index `first_cut`."""
    won_field: types.FieldId | None = None
    """Notes who has won, where `end game` says which players."""
    cut_verdicts: dict[int, statements.Verdict] = field(factory=dict)
    """Who has won for such a reason, by its place in `cuts`, where the rules say it."""

    # ------------------------------------------------------------ making things

    def problem(self, problem: Problem) -> None:
        self.problems.append(problem)

    def judge(self, sort: str, span: Span, found: Problem | None) -> None:
        """Records the result of checking a place once more: a problem, or None. The problem is reported only if every check of the place finds it."""
        self.judged.setdefault((sort, span), {})[found] = None

    def work(self, at: Span, steps: int) -> None:
        """Counts steps of work at a place. Raises TooMuchWork."""
        self.at = at
        self.effort.spend(steps)

    def site(self, span: Span, where: str) -> types.SiteId:
        self.sites.append(Site(span, where))
        return types.SiteId(len(self.sites) - 1)

    def local(self, name: str, type_: types.Type) -> expressions.Local:
        self.locals.append(game.LocalSpec(name, type_))
        return expressions.Local(types.LocalId(len(self.locals) - 1), type_)

    def record_place(self, expr: ExprT, span: Span) -> ExprT:
        """Records the place of a formula and returns it. A formula with two places becomes two objects; constants have no place."""
        if isinstance(expr, expressions.Const):
            return expr
        known = self.places.get(id(expr))
        if known is not None and known[1] != span:
            expr = copy(expr)
        self.places[id(expr)] = expr, span
        return expr

    def table(
        self,
        name: str,
        lows: tuple[int, ...],
        sizes: tuple[int, ...],
        values: tuple[types.Value, ...],
        rows: tuple[str, ...] = (),
    ) -> types.TableId:
        """Returns a table with this content. Tables with equal name and content are made once."""
        self.effort.spend(1 + len(values) // 8)
        key = (name, (lows, sizes, values))
        if key not in self.table_cache:
            self.tables.append(game.TableSpec(name, lows, sizes, values, rows))
            self.table_cache[key] = types.TableId(len(self.tables) - 1)
        return self.table_cache[key]

    # ------------------------------------------------------------ asking

    @property
    def player(self) -> types.Player:
        return types.Player(len(self.seats))

    @cached_property
    def seat_called(self) -> dict[str, types.SeatId]:
        """The seats by the words for them: the names of players, and `P1`, `P2`, … for the seats of people, whatever these are called."""
        numbered = {f"P{seat + 1}": seat for seat in range(self.humans)}
        return numbered | {name: seat for seat, name in enumerate(self.seats)}

    def enum_id(self, name: str) -> types.EnumId | None:
        symbol = self.symbols.get(name)
        return symbol.id if isinstance(symbol, EnumSymbol) else None

    def join_board(self, boards: tuple[types.BoardId, ...]) -> types.BoardId:
        """Returns the board that holds the places of several boards (`ring or lane`), made once."""
        for i, known in enumerate(self.boards):
            if known.kind == "union" and tuple(b for b, _ in known.parts) == boards:
                return types.BoardId(i)
        parts: list[tuple[types.BoardId, int]] = []
        places: tuple[str, ...] = ()
        for b in boards:
            parts.append((b, len(places)))
            places += self.boards[b].spec.places
        spec = game.BoardSpec(
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
        return types.BoardId(len(self.boards) - 1)

    def kinds_of(self, classes: Iterable[types.ClassId]) -> tuple[types.KindId, ...]:
        """Returns the kind numbers of the classes in order."""
        found: list[types.KindId] = []
        for c in classes:
            spec = self.classes[c]
            self.effort.spend(spec.count // 8)
            found.extend(types.KindId(spec.first + i) for i in range(spec.count))
        return tuple(found)

    def copies_of(self, classes: Iterable[types.ClassId]) -> int:
        return sum(self.kinds[k].copies for k in self.kinds_of(classes))

    def attribute(self, classes: tuple[types.ClassId, ...], name: str) -> tuple[types.TableId, types.Type] | None:
        """Returns a table over all kind numbers, and the type of its values for the kinds of these classes."""
        key = (classes, name, len(self.kinds))
        made = self.attribute_tables.get(key)
        if made is None:
            made = self._attribute(classes, name)
            if made is not None:
                self.attribute_tables[key] = made
        return made

    def _attribute(self, classes: tuple[types.ClassId, ...], name: str) -> tuple[types.TableId, types.Type] | None:
        columns = [(c, self.attributes.get((c, name))) for c in classes]
        known = [column for _, column in columns if column is not None]
        if not known:
            return None
        first = known[0].type
        if any(
            type(column.type) is not type(first) or (not isinstance(first, types.Int) and column.type != first)
            for column in known
        ):
            return None
        values: list[types.Value] = [None] * len(self.kinds)
        blank = False
        for c, column in columns:
            spec = self.classes[c]
            cells: tuple[types.Value, ...] = column.values if column is not None else (None,) * spec.count
            blank = blank or None in cells
            values[spec.first : spec.first + spec.count] = cells
        if isinstance(first, types.Int):
            ranges = [c.type for c in known if isinstance(c.type, types.Int)]
            first = types.Int(min(r.low for r in ranges), max(r.high for r in ranges))
        return self.table(name, (0,), (len(self.kinds),), tuple(values)), types.Optional(first) if blank else first

    def kind_type(self, kind: types.KindId) -> types.Kind:
        return types.Kind((self.kinds[kind].cls,))
