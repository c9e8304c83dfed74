"""Walks the graph from a node to the next stop, on a working position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cached_property
from typing import TypeAlias, assert_never

from gamedsl.graph.analysis.secrecy import Known, find_known_to_all, find_telling
from gamedsl.graph.analysis.trials import ensures_ahead, find_tried_exits
from gamedsl.graph.analysis.walk import site_of
from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import (
    BranchNode,
    ChanceNode,
    DecisionNode,
    EffectNode,
    EndNode,
    Node,
    StopNode,
    TogetherNode,
)
from gamedsl.graph.model.statements import Roll
from gamedsl.graph.model.types import NodeId, RuleId, SeatId, Type, Value
from gamedsl_interpreter.engine import BUDGET, Checking, Fault, Pending, ZoneView
from gamedsl_interpreter.facts import Chosen, Log, Opened, Shown
from gamedsl_interpreter.origin import Origin
from gamedsl_interpreter.plans.candidates import nodes_with_candidates
from gamedsl_interpreter.random import Stream
from gamedsl_interpreter.reference.decisions.decisions import Decision, Ending
from gamedsl_interpreter.reference.decisions.plans import Plans
from gamedsl_interpreter.reference.decisions.scripted_seats import scripts
from gamedsl_interpreter.reference.decisions.search import Broken, Trial
from gamedsl_interpreter.reference.decisions.selections import Selecting
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.knowledge.audience import audience
from gamedsl_interpreter.reference.meter import Meter, OverBudgetError, Scope, over_budget
from gamedsl_interpreter.reference.play.chance import ChanceEvents, EventAt
from gamedsl_interpreter.reference.play.effects import BrokenError, Effects
from gamedsl_interpreter.reference.play.moving import zones_of
from gamedsl_interpreter.reference.play.promises import NO_SITE, Promises
from gamedsl_interpreter.reference.play.results import Results
from gamedsl_interpreter.reference.play.work import Work, dice_of, pending_of
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values.slots import Contents, Formula, Frame, slots, table_position
from gamedsl_interpreter.things import Things
from gamedsl_interpreter.watchers import everyone
from gamedsl_interpreter.wording.texts import Texts, specs_by_instance


class Stops(Enum):
    """The places where play stops: where something is open, or (for examples) at every decision and chance node."""

    OPEN = "open"
    ALL = "all"


Advance: TypeAlias = Callable[[Work], NodeId | None]
"""Runs a node and returns the next one; None if play stops here."""

_UNSEEN = Log(None, ())
"""The log of trials, which is never read."""

_TRIAL_COST = 4
"""Units of work that it takes to try a move, besides one for each node."""

_AT_ONCE = 64
"""The nodes that are counted before the meter is charged for them."""


class Machine:
    """A compiled Game: closures for its formulas, effects, decisions and chance nodes."""

    def __init__(self, game: Game, checking: Checking, stops: Stops, budget: int = BUDGET) -> None:
        self.game = game
        self.slots = slots(game)
        self.make = Formulas(game, self.slots, Meter(budget))
        self.scope = Scope(self.make.meter, NO_SITE, "what is computed here")
        """The scope of formulas that are computed at a position, outside of a run."""
        self.texts = Texts(game)
        self.audience = audience(self.make)
        self.zones = zones_of(self.make, self.audience, self.texts)
        self.coder = Coder(game)
        self.origin = Origin(game)
        self.start = table_position(game)
        self.field_specs, self.zone_specs = specs_by_instance(game)
        self.shown_fields = tuple(i for i, spec in enumerate(self.field_specs) if not spec.hidden)
        """The fields that are not the compiler's own."""
        self.shown_zones = tuple(
            (i, self.slots.fields + i) for i, spec in enumerate(self.zone_specs) if not spec.hidden
        )
        """The zones that are not the compiler's own, each with its place in a frame."""
        self.field_views: dict[tuple[int, Value], tuple[str, str]] = {}
        self.zone_views: dict[tuple[int, Value, tuple[tuple[int, int], ...] | None], ZoneView] = {}
        """Views of single fields and zones that were made before: see `knowledge.views`."""
        self._stops = stops
        self._checking = checking
        self._effects = Effects(self.make, self.zones)
        self._events = ChanceEvents(self.make, self.zones, self.texts)
        self._scripts = scripts(self.make)
        self.plans = Plans(Selecting(self.make, self.zones, self.texts, Things(game)))
        self.decisions: dict[NodeId, Decision] = {}
        self.events: dict[NodeId, EventAt] = {}
        self.rolls: dict[NodeId, tuple[str, Type]] = {}
        """The name of each roll, and the type of its result."""
        self._seats: dict[NodeId, Formula] = {}
        self._asked: dict[NodeId, Formula] = {}
        self._ahead = ensures_ahead(game)
        self.with_candidates = nodes_with_candidates(game)
        self._advance = [self._compile_node(NodeId(i), node) for i, node in enumerate(game.nodes)]
        self._questions = {question.rule: question for question in game.questions}
        self._asking = {q.rule: Decision(self.plans, q.plan, self._trial(q.exits, None)) for q in game.questions}
        self.make.answer = self._can
        self._live = [
            tuple(self.slots.local(local) for local in sorted(getattr(node, "live", ()))) for node in game.nodes
        ]
        self._moving_audience = tuple(i for i, mask in enumerate(self.audience.zones) if not isinstance(mask, int))
        self.promises = Promises(game, self.make, self.zones, self.start)
        self.results = Results(game, self.make)

    @cached_property
    def telling(self) -> dict[NodeId, tuple[tuple[Expr, ...], ...]]:
        """The decisions whose positions the log keeps, because seats can draw conclusions from them that worlds depend on: see `find_telling`."""
        return find_telling(self.game)

    @cached_property
    def known(self) -> Known:
        """The public knowledge of locals, for views."""
        return find_known_to_all(self.game)

    # ------------------------------------------------------------ positions

    def opening(self, stream: Stream | None) -> Work:
        """Returns the position before anything has happened."""
        return self.begin(Work(list(self.start), dice_of(stream), Log(None, ())))

    def resume(self, state: ReferenceState) -> Work:
        """Makes a working copy of a state."""
        work = Work(self.frame(state), dice_of(state.stream), state.log)
        work.pending = dict(state.pending)
        if state.node in self.telling:
            work.asked = state.node, state.frame
        return self.begin(work)

    def run(self, work: Work, node: NodeId | None, at: NodeId) -> ReferenceState:
        """Continues play at `node` and returns the next stop; if `node` is None, play has stopped at the node `at`."""
        with self.scope:
            return self.stop(work, self.advance(work, node, at))

    def advance(self, work: Work, node: NodeId | None, at: NodeId) -> NodeId:
        """Continues play at `node`, and returns the node of the next stop; `at` if `node` is None. Raises Fault."""
        nodes = 0
        try:
            while node is not None:
                at = node
                nodes += 1
                if not nodes % _AT_ONCE:
                    self.make.meter.spend(_AT_ONCE)
                if work.passed is not None:
                    work.passed.append((at, len(work.facts)))
                node = self._advance[at](work)
        except OverBudgetError:
            raise self._too_long(at) from None
        return at

    def stop(self, work: Work, at: NodeId) -> ReferenceState:
        """Makes a state from the working position, at a node."""
        self.note_audience(work)
        node = self.game.nodes[at]
        if self._checking is Checking.ON and not isinstance(node, StopNode | ChanceNode):
            self.promises.check(work.frame)
            if not isinstance(node, EndNode):
                self.results.try_judging(work.frame)
        return self.state(
            node=at,
            frame=self.clear_locals(work.frame, at),
            pending=pending_of(work),
            stream=None if work.dice is None else work.dice.stream,
            counters=work.frame[self.slots.counter(0) :],
            log=Log(work.log, tuple(work.facts), asked=work.asked) if work.facts else work.log,
        )

    def _too_long(self, at: NodeId) -> Fault:
        """Makes the fault of a run that used up its budget at a node."""
        node = self.game.nodes[at]
        name = f"`{node.path[-1]}`" if node.path else "this match"
        return over_budget(self.make.meter, site_of(node), f"what {name} does")

    def frame(self, state: ReferenceState) -> Frame:
        """Returns a state's frame, for changing."""
        return [*state.frame, *state.counters]

    def clear_locals(self, frame: Frame, at: NodeId) -> Frame:
        """Returns the frame without locals that are no longer needed."""
        clean = frame[: self.slots.fields + self.slots.zones] + [None] * self.slots.locals
        for slot in self._live[at]:
            clean[slot] = frame[slot]
        return clean

    def state(
        self, *, node: NodeId, frame: Frame, pending: Pending, stream: Stream | None, counters: Sequence[int], log: Log
    ) -> ReferenceState:
        """Makes a state of this Game."""
        here = self.game.nodes[node]
        return ReferenceState(
            origin=self.origin,
            coder=self.coder,
            slots=self.slots,
            node=node,
            frame=tuple(frame),
            pending=pending,
            is_shared=isinstance(here, TogetherNode),
            is_over=isinstance(here, EndNode),
            stream=stream,
            counters=tuple(counters),
            log=log,
        )

    def begin(self, work: Work) -> Work:
        """Records in the working position which seats see which zones before anything happens."""
        work.seen = self._audience_now(work.frame)
        return work

    def _audience_now(self, frame: Frame) -> tuple[int, ...]:
        return tuple(self.audience.zone(zone, frame) for zone in self._moving_audience)

    def note_audience(self, work: Work) -> None:
        """Logs which seats have come to see a zone whose audience the rules compute."""
        now = self._audience_now(work.frame)
        for zone, before, after in zip(self._moving_audience, work.seen, now, strict=True):
            if after & ~before:
                work.facts.append(Shown(zone, self.zones.contents(work.frame, zone), after & ~before, None))
        work.seen = now

    def live_slots(self, node: NodeId) -> frozenset[int]:
        """Returns the slots of the locals that are still needed when play stops at a node."""
        return frozenset(self._live[node])

    # ------------------------------------------------------------ nodes

    def _compile_node(self, number: NodeId, node: Node) -> Advance:
        match node:
            case EffectNode(body, after):
                return _effect(self._effects.block(body), after)
            case BranchNode(condition, yes, no):
                test = self.make.of(condition)
                return lambda work: yes if test(work.frame) else no
            case DecisionNode():
                self.decisions[number] = Decision(
                    self.plans, node.plan, self._trial(node.exits, find_tried_exits(node, self._ahead))
                )
                self._seats[number] = self.make.of(node.seat)
                return lambda work: self._decide(work, number, node)
            case TogetherNode():
                self.decisions[number] = Decision(self.plans, node.plan)
                self._asked[number] = self.make.of(node.asked)
                return lambda work: self._open_together(work, number, node)
            case ChanceNode():
                self.events[number] = self._events.of(number, node)
                if isinstance(node.event, Roll):
                    self.rolls[number] = (node.event.name, self.game.locals[node.event.local].type)
                return lambda work: self._chance(work, number, node)
            case EndNode():
                return self._end
            case StopNode():
                return lambda work: None
            case _:
                assert_never(node)

    def _can(self, rule: RuleId, given: tuple[Value, ...], frame: Frame) -> bool:
        """Whether an action can be chosen, given the acting seat and the arguments. Proof counters are ignored."""
        question = self._questions[rule]
        first = self.slots.counter(0)
        copy = [*frame[:first], *[0] * self.game.counters]
        for local, value in zip((question.me, *question.params), given, strict=True):
            copy[self.slots.local(local)] = value
        return self._asking[rule].is_possible(copy)

    def _trial(self, exits: Sequence[NodeId], tried: frozenset[int] | None) -> Trial | None:
        """Returns the function that tries a complete move by its exit; None if no `ensure` restricts the moves. `tried`: the exits that need it, None for
        all."""
        if not exits or tried == frozenset():
            return None
        return lambda frame, exit: self._try_exit(frame, exits[exit]) if tried is None or exit in tried else None

    def _try_exit(self, frame: Frame, node: NodeId | None) -> Broken | None:
        """Plays on at the node with a copy of the position, as far as an `ensure` may follow; returns the first `ensure` that does not hold.

        A fault does not make a move illegal: it is raised when the move is played. Raises OverBudgetError.
        """
        work = Work(list(frame), None, _UNSEEN, is_trial=True)
        nodes = 0
        try:
            while node is not None and node in self._ahead:
                nodes += 1
                node = self._advance[node](work)
        except BrokenError as error:
            return error.broken
        except Fault:
            return None
        finally:
            self.make.meter.spend(_TRIAL_COST + nodes)
        return None

    def _end(self, work: Work) -> None:
        ranking = self.game.ranking
        if ranking.ties != "error" or self.results.verdict(work.frame) is not None:
            return
        for group in self.results.ranking(work.frame):
            if len(group) > 1:
                *others, last = (self.game.seats[seat] for seat in group)
                raise Fault("E_TIE", ranking.site, f"{', '.join(others)} and {last} are tied")

    def _chance(self, work: Work, number: NodeId, node: ChanceNode) -> NodeId | None:
        if self._stops is Stops.ALL:
            return None
        event = self.events[number](work.frame)
        if event.is_open and work.dice is None:
            return None
        event.settle(work, work.dice)
        return node.next

    # ------------------------------------------------------------ decisions of one seat

    def seat_at(self, frame: Contents, node: NodeId) -> SeatId:
        """Returns the seat that decides at a decision node."""
        seat: SeatId = self._seats[node](list(frame))
        return seat

    def is_scripted(self, seat: SeatId) -> bool:
        """Whether a seat follows a script."""
        return seat in self._scripts

    def _decide(self, work: Work, number: NodeId, node: DecisionNode) -> NodeId | None:
        seat: SeatId = self._seats[number](work.frame)
        decision = self.decisions[number]
        if seat in self._scripts:
            ending = self.reply_of_script(work, seat, decision, node)
            return None if ending is None else self.complete(work, node, seat, ending)
        if self._stops is Stops.ALL:
            return None
        ending = self._only_ending(seat, decision, work.frame, node)
        return None if ending is None else self.complete(work, node, seat, ending)

    def complete(self, work: Work, node: DecisionNode, seat: SeatId, ending: Ending) -> NodeId:
        """Completes a decision: its values are bound, all see it unless it is unseen, and the node of its exit is returned."""
        work.frame = ending.frame
        work.pending.pop(seat, None)
        seen = 1 << seat if node.is_unseen else everyone(self.game)
        work.facts.append(Chosen(seat, ending.walk, seen))
        return node.exits[ending.exit]

    def reply_of_script(
        self, work: Work, seat: SeatId, decision: Decision, node: DecisionNode | TogetherNode
    ) -> Ending | None:
        """Returns the move of a scripted seat; None if chance has to decide, and there is no stream. Fault E_CHOICE."""
        script, prefix = self._scripts[seat], work.pending.get(seat, ())
        while True:
            asked = decision.next_question(work.frame, prefix)
            if asked is None:
                break
            value = script.reply(asked.opened, asked.values, list(work.frame), node.plan)
            if value is None:
                if work.dice is None:
                    work.pending[seat] = asked.before
                    return None
                value = asked.values[work.dice.below(len(asked.values))]
            prefix = (*asked.before, value)
        endings = decision.endings(work.frame, prefix, 1)
        if not endings:
            raise self._stuck(seat, decision)
        return endings[0]

    def _only_ending(
        self, seat: SeatId, decision: Decision, frame: Frame, node: DecisionNode | TogetherNode
    ) -> Ending | None:
        """Returns the only complete move; None if there are several, or if the decision is private. Fault E_CHOICE if there is none."""
        endings = decision.endings(frame, (), 1 if node.is_private else 2)
        if not endings:
            raise self._stuck(seat, decision)
        return endings[0] if len(endings) == 1 and not node.is_private else None

    def _stuck(self, seat: SeatId, decision: Decision) -> Fault:
        """Returns the fault of a seat that can choose nothing."""
        return Fault("E_CHOICE", decision.site, f"{self.game.seats[seat]} has nothing to choose in `{decision.name}`")

    # ------------------------------------------------------------ decisions of several seats

    def waiting(self, frame: Contents, node: TogetherNode) -> tuple[SeatId, ...]:
        """Returns the seats that still have to choose."""
        base = self.game.fields[node.todo_field].base
        return tuple(SeatId(seat) for seat in range(len(self.game.seats)) if frame[base + seat])

    def list_asked_seats(self, frame: Contents, number: NodeId, node: TogetherNode) -> tuple[SeatId, ...]:
        """Returns the seats that take part in a simultaneous decision: nothing changes in it, so they can be computed at any time."""
        work = list(frame)
        slot, asked = self.slots.local(node.me), self._asked[number]
        out = self.game.builtins.out
        seats: list[SeatId] = []
        for seat in range(len(self.game.seats)):
            work[slot] = seat
            if (out is None or not work[self.game.fields[out].base + seat]) and asked(work):
                seats.append(SeatId(seat))
        return tuple(seats)

    def _open_together(self, work: Work, number: NodeId, node: TogetherNode) -> NodeId | None:
        base = self.game.fields[node.todo_field].base
        for seat in self.list_asked_seats(work.frame, number, node):
            work.frame[base + seat] = True
        work.facts.append(Opened(number))
        return self.settle_seats(work, number, node)

    def settle_seats(self, work: Work, number: NodeId, node: TogetherNode) -> NodeId | None:
        """Commits for the seats that have nothing to choose; when all have committed, play continues."""
        for seat in self.waiting(work.frame, node):
            if not self.settle_seat(work, number, node, seat):
                return None
        return self.close_together(work, number, node)

    def settle_seat(self, work: Work, number: NodeId, node: TogetherNode, seat: SeatId) -> bool:
        """Commits the choice of a seat that is not asked, if there is one; False if chance has to decide for a scripted seat."""
        decision, frame = self.decisions[number], self.as_seat(work.frame, node, seat)
        if seat in self._scripts:
            held, work.frame = work.frame, frame
            ending = self.reply_of_script(work, seat, decision, node)
            work.frame = held
            if ending is None:
                return False
        elif self._stops is Stops.ALL or seat in work.pending:
            return True
        else:
            ending = self._only_ending(seat, decision, frame, node)
        if ending is not None:
            self.commit(work, node, seat, ending)
        return True

    def close_together(self, work: Work, number: NodeId, node: TogetherNode) -> NodeId | None:
        """Reveals the choices and continues play, if all have committed."""
        return None if self.waiting(work.frame, node) else self._reveal_choices(work, number, node)

    def as_seat(self, frame: Contents, node: TogetherNode, seat: SeatId) -> Frame:
        """Returns the position from which one of the seats decides."""
        mine = list(frame)
        mine[self.slots.local(node.me)] = seat
        return mine

    def commit(self, work: Work, node: TogetherNode, seat: SeatId, ending: Ending) -> None:
        """Stores a seat's choice, unseen by the others."""
        bound = {local for part in ending.walk if not part.declined for local in self.plans.sites[part.plan].binds}
        for local, field in node.commits:
            if local in bound:
                work.frame[self.game.fields[field].base + seat] = ending.frame[self.slots.local(local)]
        work.frame[self.game.fields[node.exit_field].base + seat] = ending.exit
        work.frame[self.game.fields[node.todo_field].base + seat] = False
        work.pending.pop(seat, None)
        work.facts.append(Chosen(seat, ending.walk, 1 << seat))

    def choices_since_opening(self, state: ReferenceState) -> Iterable[Chosen]:
        """Returns the choices at the simultaneous decision of the state, newest first."""
        return _list_choices_since_opening(self.resume(state), state.node)

    def _reveal_choices(self, work: Work, number: NodeId, node: TogetherNode) -> NodeId:
        chosen = {fact.seat: fact for fact in _list_choices_since_opening(work, number)}
        for seat in sorted(chosen):
            others = everyone(self.game) & ~(1 << seat)
            work.facts.append(Chosen(seat, chosen[seat].walk, others))
        return node.next


def _effect(deed: Callable[[Work], None], after: NodeId) -> Advance:
    def advance(work: Work) -> NodeId:
        deed(work)
        return after

    return advance


def _list_choices_since_opening(work: Work, number: NodeId) -> Iterable[Chosen]:
    """Yields the choices since the simultaneous decision began, newest first."""
    facts = [*reversed(work.facts)]
    for log in work.log.newest_first():
        if Opened(number) in facts:
            break
        facts += reversed(log.facts)
    for fact in facts:
        if fact == Opened(number):
            return
        if isinstance(fact, Chosen):
            yield fact
