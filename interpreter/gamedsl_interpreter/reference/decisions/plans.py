"""Compiles the plans of the graph to visits of a search."""

from __future__ import annotations

from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Select, YesNo
from gamedsl.graph.model.types import SiteId
from gamedsl_interpreter.plans.facts import PartFacts, PlanFacts, Stretch
from gamedsl_interpreter.plans.schedule import Due
from gamedsl_interpreter.reference.decisions.pruning import Chance, could_hold
from gamedsl_interpreter.reference.decisions.search import ON, STOP, Broken, Search, Visit, at_leaf, taking, values_of
from gamedsl_interpreter.reference.decisions.selections import Selecting, one_of, several_of, yes_no
from gamedsl_interpreter.reference.values.slots import Formula
from gamedsl_interpreter.wording import steps as wording
from gamedsl_interpreter.wording.moves import PlanSite, plan_site


class Plans:
    """Compiles plans; `sites` numbers all compiled plans."""

    def __init__(self, shared: Selecting) -> None:
        self.shared = shared
        self.sites: list[PlanSite] = []

    def compile_plan(self, plan: Plan) -> tuple[Visit, PlanSite]:
        """Compiles a plan; returns the visit that goes through it, and its data for words."""
        site = plan_site(self.shared.make.game, plan, len(self.sites))
        self.sites.extend(site.all())
        return self._plan(self.shared.make.analysis.plan(plan), site), site

    def _plan(self, facts: PlanFacts, site: PlanSite) -> Visit:
        plan = facts.plan
        lines = [(self._plan(line, found), found) for line, found in zip(facts.menu, site.lines, strict=True)]
        end = at_leaf(plan.exit) if plan.exit is not None else _menu(plan.name, lines)
        whole = self._stretch(facts.before_gate, _behind_gate(site, plan, self._stretch(facts.behind_gate, end)))
        offer = plan.offered_if
        return whole if offer is None else _make_conditional(self.shared.make.of(offer), plan.site, whole)

    def _stretch(self, stretch: Stretch, end: Visit) -> Visit:
        """Compiles the parts, last one first: each continues with the next part and the requirements that can be tested then."""
        go_on = end
        for facts in reversed(stretch.parts):
            go_on = self._part(facts, self._if_due(facts.due, go_on))
        return self._if_due(stretch.due, go_on)

    def _part(self, facts: PartFacts, go_on: Visit) -> Visit:
        match facts.part:
            case Bind(local, value):
                return _bind(self.shared.make.slots.local(local), self.shared.make.of(value), go_on)
            case YesNo() as part:
                return yes_no(self.shared, part, go_on)
            case Select() as part if facts.selection is not None:
                if part.quantity == "one":
                    return one_of(self.shared, part, facts.selection, go_on)
                return several_of(self.shared, part, facts.selection, self._bounds(part, facts.due), go_on)
            case _:
                return go_on

    def _bounds(self, part: Select, due: Due) -> list[tuple[Chance, SiteId]]:
        """Returns requirements that can be tested while a selection is still being made, with their lines."""
        make = self.shared.make
        chances = ((could_hold(make, one.condition, part.local), one.site) for one in due.requirements)
        return [(chance, site) for chance, site in chances if chance is not None]

    def _if_due(self, due: Due, go_on: Visit) -> Visit:
        """Returns the visit that continues if the due requirements hold."""
        for part in reversed(due.requirements):
            go_on = _require(self.shared.make.of(part.condition), Broken(part.name, part.why, part.site), go_on)
        for sources in due.sources:
            go_on = _require_offer(self.shared.make.all(sources), go_on)
        return go_on


def _menu(owner: str, lines: list[tuple[Visit, PlanSite]]) -> Visit:
    """Makes the visit of a step that chooses an action."""
    opened = wording.menu(owner, [site.name for _, site in lines])

    def visit(s: Search) -> int:
        depth = len(s.steps)
        if depth == s.probe:
            s.opened = opened
        for value in values_of(s, 0, len(lines) - 1):
            go_on, site = lines[value]
            if s.wants and s.matched < len(s.wants) and s.wants[s.matched].name not in site.names:
                continue
            result = taking(s, value, go_on)
            if result < depth:
                return result
        return ON

    return visit


def _make_conditional(condition: Formula, site: SiteId, go_on: Visit) -> Visit:
    """Makes the visit of a part with a condition on its offer. If it fails, the part does not exist, even when refusals are explained."""

    def visit(s: Search) -> int:
        holds = bool(condition(s.frame))
        s.note(site, holds=holds)
        return go_on(s) if holds else ON

    return visit


def _behind_gate(site: PlanSite, plan: Plan, body: Visit) -> Visit:
    """Makes the visit of a plan within a walk, after its gate if it has one."""
    taken, declined = _enter(site, body, declined=False), None
    if plan.gate is None or plan.gate_exit is None:
        return taken
    declined = _enter(site, at_leaf(plan.gate_exit), declined=True)
    return _may(plan.name, taken, declined) if plan.gate == "may" else _if_able(taken, declined)


def _enter(site: PlanSite, go_on: Visit, *, declined: bool) -> Visit:
    entry = (site, declined)

    def visit(s: Search) -> int:
        s.trail.append(entry)
        result = go_on(s) if s.wants is None else _continue_if_wanted(s, site, declined, go_on)
        s.trail.pop()
        return result

    return visit


def _continue_if_wanted(
    s: Search, site: PlanSite, declined: bool, go_on: Visit
) -> int:  # the flag: whether the gate is passed
    """Continues if the next wanted part is not of this plan, or agrees with it."""
    matched, args = s.matched, s.args
    s.args = {}
    if s.wants is not None and matched < len(s.wants) and s.wants[matched].name == site.name:
        want = s.wants[matched]
        known = {selection.name for selection in site.selections}
        if want.decline != declined or not all(name in known for name, _ in want.args):
            s.args = args
            return ON
        s.matched, s.args = matched + 1, dict(want.args)
    result = go_on(s)
    s.matched, s.args = matched, args
    return result


def _may(name: str, take: Visit, decline: Visit) -> Visit:
    opened = wording.gate(name)

    def visit(s: Search) -> int:
        depth = len(s.steps)
        if depth == s.probe:
            s.opened = opened
        for value in values_of(s, 0, 1):
            result = taking(s, value, decline if value else take)
            if result < depth:
                return result
        return ON

    return visit


def _if_able(take: Visit, skip: Visit) -> Visit:
    def visit(s: Search) -> int:
        before = s.leaves
        result = take(s)
        if s.leaves > before or result < len(s.steps):
            return result
        # No wanted move was found; the plan can still be possible, so search for any move.
        other = s.fork(lambda _, __: STOP)
        take(other)
        s.nodes = other.nodes
        return ON if other.leaves else skip(s)

    return visit


def _require(check: Formula, broken: Broken, go_on: Visit) -> Visit:
    def visit(s: Search) -> int:
        holds = bool(check(s.frame))
        s.note(broken.site, holds=holds)
        if holds:
            return go_on(s)
        if s.broken is None:
            return ON
        s.broken.append(broken)
        result = go_on(s)
        s.broken.pop()
        return result

    return visit


def _require_offer(sources: tuple[Formula, ...], go_on: Visit) -> Visit:
    def visit(s: Search) -> int:
        if s.unfiltered is not None:
            return go_on(s)  # an empty source must not end the search: its filter may have removed everything
        return go_on(s) if any(source(s.frame) for source in sources) else ON

    return visit


def _bind(slot: int, value: Formula, go_on: Visit) -> Visit:
    def visit(s: Search) -> int:
        s.frame[slot] = value(s.frame)
        return go_on(s)

    return visit
