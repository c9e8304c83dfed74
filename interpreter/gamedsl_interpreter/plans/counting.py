"""Converts plans to counting trees (`ways`), which describe how their moves are counted: the dependences between choices, and computations that are made
once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamedsl.graph.analysis.walk import local_of
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.plans.analysis import Analysis
from gamedsl_interpreter.plans.facts import Dependence, PartFacts, PlanFacts, Stretch
from gamedsl_interpreter.plans.hoisting import hoist
from gamedsl_interpreter.plans.reading import Reading
from gamedsl_interpreter.plans.rivals import meeting, resolve_lets
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
        values[bind.local] = resolve_lets(bind.value, values)
    return values
