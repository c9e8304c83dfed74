"""Converts plans to counting trees (`ways`), which describe how their moves are counted: the dependences between choices, and computations that are made
once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from gamedsl.graph.analysis.walk import local_of, substitute
from gamedsl.graph.bytes.scales import kinds_of
from gamedsl.graph.model import expressions
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Select, YesNo
from gamedsl.graph.model.types import LocalId, TableId, Value
from gamedsl.values import define, evolve, field, frozen
from gamedsl_interpreter.plans import ways
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import Dependence, PartFacts, PlanFacts, Stretch
from gamedsl_interpreter.plans.reading import Reading, mentions
from gamedsl_interpreter.plans.sources import zones_of_all
from gamedsl_interpreter.plans.totality import Totality
from gamedsl_interpreter.plans.ways import Bound, Counting, Flag, Gate, IfAble, Leaf, Menu, One, Several, Tested, Ways


def counting(game: Game, analysis: Analysis, plan: Plan) -> Counting:
    """Makes the counting tree of a plan."""
    builder = _Builder(game, analysis.totality)
    root = builder.plan(analysis.plan(plan), frozenset(), {})
    return Counting(hoist(root, Reading(analysis.totality)))


# ---------------------------------------------------------------- building


class _Builder:
    """Makes the tree of a plan, last part first."""

    def __init__(self, game: Game, totality: Totality) -> None:
        self._game = game
        self._reading = Reading(totality)
        self._count = 0

    def plan(self, facts: PlanFacts, bound: frozenset[LocalId], values: Mapping[LocalId, Expr]) -> Ways:
        """Makes the tree of a plan; `bound`: the locals that the plans around it bind; `values`: the formulas of their lets."""
        plan = facts.plan
        inside = bound | {local for part in plan.parts if (local := local_of(part)) is not None}
        known = _values(values, (part for part in plan.parts if isinstance(part, Bind)))
        end: Ways
        if plan.exit is not None:
            end = Leaf(plan.exit, inside)
        else:
            end = Menu(plan.name, tuple(self.plan(line, inside, known) for line in facts.menu))
        ways = self._stretch(facts.behind_gate, end, known)
        if plan.gate is not None and plan.gate_exit is not None:
            decline = Leaf(plan.gate_exit, bound)
            ways = Gate(plan.name, ways, decline) if plan.gate == "may" else IfAble(ways, decline)
        ways = self._stretch(facts.before_gate, ways, known)
        return ways if plan.offered_if is None else Tested((plan.offered_if,), ways)

    def _stretch(self, stretch: Stretch, end: Ways, values: Mapping[LocalId, Expr]) -> Ways:
        ways = end
        for facts in reversed(stretch.parts):
            ways = self._part(facts, _with_tests([r.condition for r in facts.tests], ways), values)
        return _with_tests([requirement.condition for requirement in stretch.due.requirements], ways)

    def _part(self, facts: PartFacts, then: Ways, values: Mapping[LocalId, Expr]) -> Ways:
        match facts.part:
            case Bind() as part:
                is_counted = part.local in self._reading.reads(then) or not self._reading.totality.is_total(part.value)
                return Bound(part, then, is_counted)
            case YesNo() as part:
                is_read = part.local in self._reading.reads(then)
                return Flag(self._next_number(), part, then, Dependence.CHOICE if is_read else Dependence.NONE)
            case Select() as part if facts.selection is not None:
                dependence = self._reading.reads(then).get(part.local, Dependence.NONE)
                rivals = meeting(self._game, part, facts.selection.rivals, values)
                if part.quantity == "one":
                    dependence = Dependence.NONE if dependence is Dependence.NONE else Dependence.CHOICE
                    return One(self._next_number(), part, facts.selection, rivals, then, dependence)
                if dependence is Dependence.NUMBER and not self._reading.is_total(then):
                    dependence = Dependence.CHOICE
                return Several(self._next_number(), part, facts.selection, rivals, facts.limits, then, dependence)
            case _:
                return then

    def _next_number(self) -> int:
        self._count += 1
        return self._count


def _with_tests(conditions: list[Expr], then: Ways) -> Ways:
    return Tested(tuple(conditions), then) if conditions else then


def _values(outer: Mapping[LocalId, Expr], binds: Iterable[Bind]) -> dict[LocalId, Expr]:
    values = dict(outer)
    for bind in binds:
        values[bind.local] = _resolve_lets(bind.value, values)
    return values


# ---------------------------------------------------------------- rivals


@frozen
class _Wanted:
    """A condition on a piece: the entry of its kind in a table equals a value, or does not."""

    table: TableId
    value: Expr
    is_equal: bool


def meeting(game: Game, part: Select, rivals: Sequence[Select], values: Mapping[LocalId, Expr]) -> tuple[Select, ...]:
    """Returns the rivals that can take a piece which `part` offers. `values`: the formulas of locals that lets have bound.

    Two selections from one zone never meet if their conditions exclude each other for every kind of piece: one requires `f(piece) = v`, the other
    `not f(piece) = v`. A selection of one never meets a later one that leaves out all pieces p with `f(p) = f(chosen)`.
    """
    return tuple(other for other in rivals if not _never_meet(game, part, other, values))


def _never_meet(game: Game, part: Select, other: Select, values: Mapping[LocalId, Expr]) -> bool:
    kinds = _common_kinds(game, part, other)
    wanted = [_collect_conditions(game, source, values) for source in part.sources]
    theirs = [_collect_conditions(game, source, values) for source in other.sources]
    return all(
        (other.quantity == "one" and any(_excludes_chosen(game, want, other.local, kinds) for want in mine))
        or all(any(_are_opposite(game, a, b, kinds) for a in mine for b in wants) for wants in theirs)
        for mine in wanted
    )


def _common_kinds(game: Game, part: Select, other: Select) -> Sequence[int]:
    """Lists the kinds that can be in a zone from which both choose."""
    mine, theirs = zones_of_all(game, part.sources), zones_of_all(game, other.sources)
    if mine is None or theirs is None:
        return range(len(game.kinds))
    return sorted({kind for zone in mine & theirs for kind in kinds_of(game, game.zones[zone].classes)})


def _excludes_chosen(game: Game, want: _Wanted, chosen: LocalId, kinds: Sequence[int]) -> bool:
    match want.value:
        case expressions.Lookup(table, (expressions.KindOf(expressions.Local(id)),)) if id == chosen:
            return not want.is_equal and _are_equal_tables(game, want.table, table, kinds)
        case _:
            return False


def _are_opposite(game: Game, a: _Wanted, b: _Wanted, kinds: Sequence[int]) -> bool:
    return a.is_equal != b.is_equal and a.value == b.value and _are_equal_tables(game, a.table, b.table, kinds)


def _are_equal_tables(game: Game, a: TableId, b: TableId, kinds: Sequence[int]) -> bool:
    """Whether two tables have the same value for each of the kinds."""
    return a == b or all(_value(game, a, kind) == _value(game, b, kind) for kind in kinds)


def _value(game: Game, table: TableId, kind: int) -> tuple[Value, ...]:
    """Returns the entry of a table for a kind, as a tuple; empty outside of the table."""
    spec = game.tables[table]
    at = kind - spec.lows[0]
    return spec.values[at : at + 1] if at >= 0 else ()


def _collect_conditions(game: Game, source: Expr, values: Mapping[LocalId, Expr]) -> list[_Wanted]:
    """Collects the conditions on pieces from the filters around a source."""
    found: list[_Wanted] = []
    while isinstance(source, expressions.Filter):
        want = _condition(game, source.condition, source.local, values, is_equal=True)
        if want is not None:
            found.append(want)
        source = source.source
    return found


def _condition(
    game: Game, condition: Expr, element: LocalId, values: Mapping[LocalId, Expr], *, is_equal: bool
) -> _Wanted | None:
    match condition:
        case expressions.Not(operand):
            return _condition(game, operand, element, values, is_equal=not is_equal)
        case expressions.Equal(
            expressions.Lookup(table, (expressions.KindOf(expressions.Local(id)),)), value
        ) | expressions.Equal(value, expressions.Lookup(table, (expressions.KindOf(expressions.Local(id)),))) if (
            id == element and len(game.tables[table].sizes) == 1
        ):
            return _Wanted(table, _resolve_lets(value, values), is_equal)
        case _:
            return None


def _resolve_lets(expr: Expr, values: Mapping[LocalId, Expr]) -> Expr:
    """Replaces the locals of lets in a formula by their formulas."""
    return substitute(expr, dict(values))


def hoist(root: ways.Ways, reading: Reading) -> ways.Ways:
    """Returns the tree with each computation moved out of a choice if the choice can make it once for all its values."""
    return _Hoisting(reading, count()).hoist(root)


@define
class _Hoisting:
    """Walks the tree from the root, so that each computation is moved out of as many choices as possible."""

    reading: Reading
    numbers: Iterator[int]

    def hoist(self, node: ways.Ways) -> ways.Ways:
        """Returns the node with everything that its choices can compute once moved out of them."""
        match node:
            case ways.Leaf() | ways.Kept():
                return node
            case ways.Menu(lines=lines):
                return evolve(node, lines=tuple(map(self.hoist, lines)))
            case ways.Gate() | ways.IfAble():
                return evolve(node, take=self.hoist(node.take))
            case (
                ways.One(dependence=Dependence.CHOICE, part=part, then=then)
                | ways.Several(dependence=Dependence.NUMBER, part=part, then=then)
            ):
                moving = _Moving(self)
                then = moving.out_of(then, frozenset((part.local,)), ())
                return evolve(node, then=self.hoist(then), hoisted=tuple(moving.found))
            case ways.Tested() | ways.Bound() | ways.Flag() | ways.One() | ways.Several():
                return evolve(node, then=self.hoist(node.then))


@define
class _Moving:
    """Collects the computations that do not depend on one choice."""

    hoisting: _Hoisting
    found: list[ways.Hoisted] = field(factory=list[ways.Hoisted])

    def out_of(self, node: ways.Ways, banned: frozenset[LocalId], binds: tuple[Bind, ...]) -> ways.Ways:
        """Returns the node without the computations that can be moved. `banned`: locals that depend on the choice, or are chosen after it; `binds`: lets
        after it that do not depend on it."""
        reading = self.hoisting.reading
        if _is_worth_it(node) and reading.is_total(node) and not reading.reads(node).keys() & banned:
            kept = ways.Kept(next(self.hoisting.numbers), self.hoisting.hoist(node))
            self.found.append(ways.Hoisted(_find_needed_binds(binds, reading.reads(node)), kept))
            return kept
        match node:
            case ways.Leaf() | ways.Kept():
                return node
            case ways.Menu(lines=lines):
                return evolve(node, lines=tuple(self.out_of(line, banned, binds) for line in lines))
            case ways.Gate() | ways.IfAble():
                return evolve(node, take=self.out_of(node.take, banned, binds))
            case ways.Tested(then=then):
                return evolve(node, then=self.out_of(then, banned, binds))
            case ways.Bound(part, then):
                if mentions(part.value).keys() & banned or not reading.totality.is_total(part.value):
                    return evolve(node, then=self.out_of(then, banned | {part.local}, binds))
                return evolve(node, then=self.out_of(then, banned, (*binds, part)))
            case ways.Flag(part=part, then=then) | ways.One(part=part, then=then):
                return evolve(node, then=self.out_of(then, banned | {part.local}, binds))
            case ways.Several(part=part, then=then):
                if self._can_move_table(node, banned):
                    node = evolve(node, is_table_hoisted=True)
                    self.found.append(ways.Hoisted(_find_needed_binds(binds, reading.offer_reads(node)), node))
                then = self.out_of(then, banned | {part.local}, binds)
                return evolve(node, then=then)

    def _can_move_table(self, node: ways.Several, banned: frozenset[LocalId]) -> bool:
        reading = self.hoisting.reading
        is_fresh = node.dependence is Dependence.NONE and is_free(node.part) and not node.is_table_hoisted
        return is_fresh and reading.is_offer_total(node) and not reading.offer_reads(node).keys() & banned


def _is_worth_it(node: ways.Ways) -> bool:
    return not isinstance(node, ways.Kept) and any(
        isinstance(inner, ways.One | ways.Several) for inner in ways.nodes(node)
    )


def _find_needed_binds(binds: tuple[Bind, ...], reads: Iterable[LocalId]) -> tuple[Bind, ...]:
    """Returns the lets that are read, directly or by others, in written order."""
    wanted, found = set(reads), list[Bind]()
    for bind in reversed(binds):
        if bind.local in wanted:
            found.append(bind)
            wanted |= mentions(bind.value).keys()
    return tuple(reversed(found))
