"""Decisions: plans of the graph are compiled to searches, which answer all questions about a decision."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from gamedsl.graph.analysis import walk
from gamedsl.graph.model.nodes import Plan
from gamedsl.graph.model.statements import Bind, Requirement, Select, YesNo
from gamedsl.graph.model.types import LocalId, SiteId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault, Step
from gamedsl_interpreter.noted import Noted
from gamedsl_interpreter.plans.facts import PartFacts, PlanFacts, Stretch
from gamedsl_interpreter.plans.schedule import Due
from gamedsl_interpreter.proposals import Wanted
from gamedsl_interpreter.reference.decisions.pruning import Chance, could_hold
from gamedsl_interpreter.reference.decisions.search import (
    ON,
    STOP,
    Broken,
    Search,
    Trial,
    Visit,
    at_leaf,
    taking,
    values_of,
)
from gamedsl_interpreter.reference.decisions.selections import (
    Selecting,
    one_of,
    several_of,
    yes_no,
)
from gamedsl_interpreter.reference.meter import Meter, OverBudgetError, Scope
from gamedsl_interpreter.reference.values.slots import Formula, Frame
from gamedsl_interpreter.things import Things
from gamedsl_interpreter.wording import steps as wording
from gamedsl_interpreter.wording.moves import LateMove, MoveWords, PlanSite, Vocabulary, Walk, plan_site
from gamedsl_interpreter.wording.steps import Open
from gamedsl_interpreter.wording.texts import Texts


@frozen
class Ending:
    """A complete move: its steps, the frame with its values bound, its parts, and its exit."""

    steps: tuple[int, ...]
    frame: Frame
    walk: Walk
    exit: int


@frozen
class Asked:
    """An open step: the steps before it, its description, and its completable values. For kind `only`, all steps of the only move come before it."""

    before: tuple[int, ...]
    opened: Open
    values: tuple[int, ...]

    def step(self, decision: Decision) -> Step:
        """Returns the step as the engine shows it."""
        return decision.shown(self.opened, self.values)

    def answered(self, value: int) -> tuple[int, ...]:
        """Returns the steps taken after one of the values is chosen."""
        return self.before if self.opened.kind == "only" else (*self.before, value)


_MOVE_COST = 4
"""Units of work that a complete move takes which is put into words, besides one for each step."""


class Decision:
    """A compiled plan. In all methods `prefix` holds the steps that are already taken."""

    def __init__(self, plans: Plans, plan: Plan, trial: Trial | None = None) -> None:
        self._trial = trial
        self._requires = any(isinstance(part, Requirement) for one in walk.plans(plan) for part in one.parts)
        self.name = plan.name
        self.site = plan.site
        self._root, self.top = plans.compiled(plan)
        self._questions = self.top.questions()
        self._texts = plans.shared.texts
        self._vocabulary = Vocabulary(plans.sites, plans.shared.texts, plans.shared.things)
        self._first_local = plans.shared.make.slots.local(LocalId(0))
        self._meter = plans.shared.make.meter
        self._scope = Scope(self._meter, plan.site, f"the search for what `{plan.name}` allows")

    def unjudged(self) -> Decision:
        """Returns the same decision, but no `ensure` refuses a move."""
        other = copy(self)
        other._trial = None
        return other

    def _run_search(self, search: Search) -> None:
        """Runs a search through the decision. Fault E_BUDGET."""
        search.trial = self._trial
        with self._scope:
            self._root(search)
            search.visited()

    def endings(self, frame: Frame, prefix: tuple[int, ...], most: int) -> list[Ending]:
        """Returns the first complete moves, at most `most`: two suffice to show that there is a choice."""
        found: list[Ending] = []

        def leaf(s: Search, exit_number: int) -> int:
            found.append(Ending(tuple(s.steps), list(s.frame), s.walk(self._first_local), exit_number))
            return ON if len(found) < most else STOP

        self._run_search(Search(self._meter, list(frame), prefix, leaf))
        return found

    def ending_of(self, frame: Frame, walk: Walk, wants: Sequence[Wanted]) -> Ending | None:
        """Returns the complete move with these parts; None if it is not legal. `wants` says the same and makes the search short."""
        found: list[Ending] = []

        def leaf(s: Search, exit_number: int) -> int:
            if s.walk(self._first_local) != walk:
                return ON
            found.append(Ending(tuple(s.steps), list(s.frame), walk, exit_number))
            return STOP

        search = Search(self._meter, list(frame), (), leaf)
        search.wants = tuple(wants)
        self._run_search(search)
        return found[0] if found else None

    def is_possible(self, frame: Frame) -> bool:
        """Whether there is a complete move. The frame is overwritten."""
        search = Search(self._meter, frame, (), _no_leaf)
        self._run_search(search)
        return search.leaves > 0

    def ending(self, frame: Frame, steps: tuple[int, ...]) -> Ending | None:
        """Returns the complete move with exactly these steps."""
        found = self.endings(frame, steps, 1)
        return found[0] if found and found[0].steps == steps else None

    def moves(self, frame: Frame, prefix: tuple[int, ...], most: int = ON) -> list[tuple[Walk, LateMove]]:
        """Lists the complete moves in normative order, at most `most` of them."""
        return self._collect_moves(Search(self._meter, list(frame), prefix, _no_leaf), most)

    def matching(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted]) -> list[tuple[Walk, LateMove]]:
        """Returns the first two complete moves that do what is wanted."""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.wants = tuple(wants)
        return self._collect_moves(search, 2)

    def _collect_moves(self, search: Search, most: int) -> list[tuple[Walk, LateMove]]:
        found: list[tuple[Walk, LateMove]] = []

        def leaf(s: Search, _: int) -> int:
            self._meter.spend(_MOVE_COST + len(s.steps))
            walk = s.walk(self._first_local)
            words = MoveWords(self._vocabulary, walk, dict(s.doubtful))
            found.append((walk, LateMove(tuple(s.steps), words)))
            return ON if len(found) < most else STOP

        search.leaf = leaf
        self._run_search(search)
        return found

    def open_step(self, frame: Frame, prefix: tuple[int, ...]) -> tuple[int, ...] | None:
        """Extends the prefix by all steps that have only one completable value; the step after it has several. None if there are no two moves."""
        first: list[tuple[int, ...]] = []
        depth = 0

        def leaf(s: Search, _: int) -> int:
            # Find the move that differs from the first one at the earliest step: each difference limits the search to earlier steps.
            nonlocal depth
            steps = tuple(s.steps)
            if not first:
                first.append(steps)
                depth = len(steps)
            else:
                depth = next(i for i, (a, b) in enumerate(zip(first[0], steps, strict=False)) if a != b)
            return depth - 1

        self._run_search(Search(self._meter, list(frame), prefix, leaf))
        return first[0][:depth] if first and depth < len(first[0]) else None

    def options(self, frame: Frame, prefix: tuple[int, ...]) -> tuple[Open, tuple[int, ...]] | None:
        """Returns the step after the prefix with its completable values; None if there is no such step."""
        depth = len(prefix)
        values: list[int] = []

        def leaf(s: Search, _: int) -> int:
            if len(s.steps) > depth:
                values.append(s.steps[depth])
            return depth

        search = Search(self._meter, list(frame), prefix, leaf)
        search.probe = depth
        self._run_search(search)
        return None if search.opened is None or not values else (search.opened, tuple(values))

    def opened(self, frame: Frame, steps: tuple[int, ...]) -> Open:
        """Describes the last of these steps, which can be completed, without trying its other values."""
        search = Search(self._meter, list(frame), steps, _no_leaf)
        search.probe = len(steps) - 1
        self._run_search(search)
        assert search.opened is not None, "the steps can be completed"
        return search.opened

    def asked(self, frame: Frame, prefix: tuple[int, ...]) -> Asked | None:
        """Returns the first step from the prefix on that has several completable values; None if there are no two moves."""
        found = self.options(frame, prefix)
        if found is not None and len(found[1]) > 1:
            return Asked(prefix, *found)
        at = None if found is None else self.open_step(frame, prefix)
        found = None if at is None else self.options(frame, at)
        return None if at is None or found is None else Asked(at, *found)

    def asked_at_stop(self, frame: Frame, prefix: tuple[int, ...]) -> Asked:
        """Returns the question at a stop: the open step, or in a private decision the only move."""
        asked = self.asked(frame, prefix)
        if asked is not None:
            return asked
        (_, move), *_ = self.moves(frame, prefix)
        return Asked(move.steps, wording.only_move(self.name, move.text), (0,))

    def shown(self, opened: Open, values: Sequence[int]) -> Step:
        """Returns an open step as the engine shows it."""
        return wording.show_step(self._vocabulary.things, self.name, self._questions, opened, values)

    def note_conditions(self, frame: Frame, prefix: tuple[int, ...], noted: Noted, most: int) -> None:
        """Records which conditions are tested, and which exclude a move, over the first `most` nodes of the search for all moves."""
        meter = Meter(most)
        meter.left = most
        search = Search(meter, list(frame), prefix, lambda _, __: ON)
        search.noted, search.trial = noted, self._trial
        try:
            self._root(search)
        except OverBudgetError:
            return  # the conditions recorded so far suffice

    @property
    def texts(self) -> Texts:
        """The names in its game."""
        return self._texts

    @property
    def things(self) -> Things:
        """The objects of the game that the words of moves and steps name."""
        return self._vocabulary.things

    def broken(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted]) -> tuple[bool, Broken | None]:
        """Tests whether what is wanted could be done without requirements, and returns the first requirement that forbids it."""
        found = self._first_broken(Search(self._meter, list(frame), prefix, _no_leaf), wants)
        return bool(found), found[0] if found else None

    def takes_more(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted]) -> bool:
        """Whether what is wanted could be done if selections could have fewer elements than required."""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.any_number = True
        return bool(self._first_broken(search, wants))

    def left_out(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted], selection: str) -> bool:
        """Whether what is wanted could be done without the filter of a selection. (The filter may exclude elements for which the rest of the move fails.)"""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.unfiltered = selection
        try:
            return bool(self._first_broken(search, wants))
        except Fault as fault:
            if fault.code == "E_BUDGET":
                raise
            return True

    def lies_there(self, frame: Frame, prefix: tuple[int, ...], wants: Sequence[Wanted], selection: str) -> bool:
        """Whether a selection of one, made last, would offer the wanted element without its filter; without a wanted element, whether it would offer
        anything."""
        search = Search(self._meter, list(frame), prefix, _no_leaf)
        search.unfiltered = search.until = selection
        return bool(self._first_broken(search, wants))

    def refused(self, frame: Frame, prefix: tuple[int, ...]) -> tuple[Open, dict[int, Broken]] | None:
        """Lists the values that the open step after the prefix offers but requirements forbid: by value, the first requirement that forbids it. None if
        nothing is open, or if the decision has no requirement."""
        asked = self.asked(frame, prefix) if self._requires or self._trial is not None else None
        if asked is None:
            return None
        depth = len(asked.before)
        found: dict[int, Broken] = {}

        def leaf(s: Search, _: int) -> int:
            if len(s.steps) > depth and s.broken:
                found.setdefault(s.steps[depth], s.broken[0])
            return depth

        search = Search(self._meter, list(frame), asked.before, leaf)
        search.broken = []
        self._run_search(search)
        return asked.opened, {value: broken for value, broken in found.items() if value not in asked.values}

    def _first_broken(self, search: Search, wants: Sequence[Wanted]) -> list[Broken | None]:
        """Finds the first move that does what is wanted, ignoring requirements; lists the first requirement that it breaks (None: it breaks none)."""
        found: list[Broken | None] = []

        def leaf(s: Search, _: int) -> int:
            found.append(s.broken[0] if s.broken else None)
            return STOP

        search.leaf = leaf
        search.wants = tuple(wants)
        search.broken = []
        self._run_search(search)
        return found


def _no_leaf(_: Search, __: int) -> int:
    return STOP


# ---------------------------------------------------------------- plans


class Plans:
    """Compiles plans; `sites` numbers all compiled plans."""

    def __init__(self, shared: Selecting) -> None:
        self.shared = shared
        self.sites: list[PlanSite] = []

    def compiled(self, plan: Plan) -> tuple[Visit, PlanSite]:
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
        return whole if offer is None else _only_if(self.shared.make.of(offer), plan.site, whole)

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


def _only_if(condition: Formula, site: SiteId, go_on: Visit) -> Visit:
    """Makes the visit of a part with a condition on its offer. If it fails, the part does not exist, even when refusals are explained."""

    def visit(s: Search) -> int:
        holds = bool(condition(s.frame))
        s.note(site, holds=holds)
        return go_on(s) if holds else ON

    return visit


def _behind_gate(site: PlanSite, plan: Plan, body: Visit) -> Visit:
    """Makes the visit of a plan within a walk, behind its gate if it has one."""
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
) -> int:  # the flag is the answer to the gate
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


# ---------------------------------------------------------------- requirements


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
