"""Worlds of the reference executor: the plan of one seat at one state (`engine.Worlds` defines what is sampled, and with what probability)."""

from __future__ import annotations

from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter import arguments
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.worlds.belief import Belief, ImpossibleError
from gamedsl_interpreter.worlds.courses.population import CoursesAt
from gamedsl_interpreter.worlds.dealing import DealPlan, Take
from gamedsl_interpreter.worlds.dealt import WorldPlan
from gamedsl_interpreter.worlds.history import belief_after, belief_again, belief_without_conclusions
from gamedsl_interpreter.worlds.lost import Lost, WorldsError
from gamedsl_interpreter.worlds.past import log_for_seat
from gamedsl_interpreter.worlds.placing import Placing, list_hidden_zones
from gamedsl_interpreter.worlds.rules.analysis import rules_of
from gamedsl_interpreter.worlds.rules.hidden_fields import hides_pieces
from gamedsl_interpreter.worlds.rules.rolled_again import RolledAgain
from gamedsl_interpreter.worlds.sight import back_of


class ReferenceWorlds:
    """See `Worlds`. Raises WorldsError."""

    def __init__(self, machine: Machine, state: ReferenceState, seat: SeatId) -> None:
        self._seat = seat
        rules = rules_of(machine)
        refused = rules.refused or why_no_worlds(machine, state, seat)
        if refused:
            raise WorldsError(refused)
        belief = belief_after(machine, rules, state.log, seat)
        log = log_for_seat(machine, state.log, seat)
        log.beliefs[seat] = belief
        courses = None
        if rules.hides_choices:
            courses = CoursesAt(machine, state, seat)
            log.courses[seat] = state.log.courses[seat]
        self._placing = Placing(machine, rules, state, seat, belief.rolled, log, courses)
        piles, zones = machine.zones.piles, self._placing.zones
        try:
            self.plan = DealPlan(_with_tops(machine, state, seat, belief), piles, zones)
        except ImpossibleError:
            # Masks can contradict each other without being noticed before their deals are counted.
            log.beliefs[seat], self.plan = self._plan_again(machine, state)
        lost = rules.lost
        if courses is not None:
            # Courses use all observations except those of pieces.
            lost = courses.lost | (rules.lost if hides_pieces(machine.game) else frozenset[Lost]())
        self.lossy: tuple[Lost, ...] = tuple(
            sorted(lost | self.plan.lost, key=lambda one: (one.kind.value, one.where, one.text))
        )

    def _plan_again(self, machine: Machine, state: ReferenceState) -> tuple[Belief, DealPlan]:
        """Makes the plan from a belief with fewer conclusions."""
        rules, piles, zones = rules_of(machine), machine.zones.piles, self._placing.zones
        belief = belief_again(machine, rules, state.log, self._seat)
        try:
            return belief, DealPlan(_with_tops(machine, state, self._seat, belief), piles, zones)
        except ImpossibleError:
            belief = belief_without_conclusions(machine, rules, state.log, self._seat)
            return belief, DealPlan(_with_tops(machine, state, self._seat, belief), piles, zones)

    @property
    def seat(self) -> SeatId:
        return self._seat

    @property
    def exact(self) -> bool:
        return not self.lossy

    @property
    def zones(self) -> tuple[int, ...]:
        return self._placing.zones

    @property
    def rolled(self) -> tuple[RolledAgain, ...]:
        return self._placing.rolled

    @property
    def is_plain(self) -> bool:
        """See `Placing.is_plain`."""
        return self._placing.is_plain

    def plan_of_worlds(self) -> WorldPlan[ReferenceState] | None:
        """Returns the steps of `sample` as data; None if there are too many ways to deal kinds under masks, or if courses of play are drawn."""
        found = self.plan.deals
        rolls = self._placing.rolls
        if found is None or rolls is None or self._placing.has_courses:
            return None
        template, settles = self._placing.template()
        return WorldPlan(template, self.zones, *found, rolls, settles)

    def deal(self, dice: Dice, take: Take = Dice.take) -> list[list[list[int]]]:
        """Deals the kinds of pieces, by zone and stretch. Raises ArgumentError."""
        arguments.require("dice", dice, Dice, "`Dice.seeded(seed)` gives some")
        return self.plan.deal(dice, take)

    def sample(self, dice: Dice) -> ReferenceState:
        return self._placing.place(self.deal(dice), dice)


def _with_tops(machine: Machine, state: ReferenceState, seat: SeatId, belief: Belief) -> Belief:
    """Adds the visible backs of the tops of piles to the belief. They appear when the pieces above them leave, and no fact records that."""
    if not any(one.backs for one in machine.game.classes):
        return belief
    found = belief.copy()
    frame = machine.frame(state)
    for zone in list_hidden_zones(machine, frame, seat):
        lying = frame[machine.slots.zone(zone)]
        if machine.zones.piles[zone] and lying:
            backs = {back_of(machine.game, kind) for kind, _ in lying[-1]}
            if len(backs) == 1:
                found.top_shows(zone, backs.pop())
    return found


def why_no_worlds(machine: Machine, state: ReferenceState, seat: SeatId) -> str:
    """Says why no worlds can be sampled for a seat at a state; empty if they can."""
    game = machine.game
    for number, node in enumerate(game.nodes):
        if not isinstance(node, TogetherNode) or number == state.node:
            continue
        for local, field in node.commits:
            spec = game.fields[field]
            for other in range(len(game.seats)):
                if other != seat and state.frame[spec.base + other] != spec.start[other]:
                    return f"what {game.seats[other]} has chosen as `{game.locals[local].name}` is still hidden here"
    return ""
