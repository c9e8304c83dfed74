"""Verifies that external data is a possible state of a game, because a file can contain anything.

It verifies that every value has its type and is in its range, that no piece is lost or made, that play really stops here with these steps taken, and that
the event log is of this game and agrees with the position. It does not verify that the position can be reached by playing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, EndNode, TogetherNode
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter import facts
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.reference.decisions.decisions import Decision
from gamedsl_interpreter.reference.fitting import fits, is_bag, is_number, lies
from gamedsl_interpreter.reference.knowledge.events import lower_bounds
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.moves import Part

MOST_COUNTED = 1 << 30
"""Proof counters stay below."""

_WORD = 1 << 64


def wrong_values(machine: Machine, node: int, frame: Sequence[object], counters: Sequence[int]) -> str | None:
    """Describes an error in the values of a position, in one sentence; None if there is none."""
    game, slots = machine.game, machine.slots
    if not is_number(node, 0, len(game.nodes) - 1):
        return f"there is no node {node}"
    if len(frame) != slots.fields + slots.zones + slots.locals:
        return "the position has another number of values"
    if len(counters) != slots.counters or not all(is_number(count, 0, MOST_COUNTED) for count in counters):
        return "the counters of limits are not those of this game"
    for i, field in enumerate(machine.field_specs):
        if not fits(game, field.type, frame[i]):
            return f"{machine.texts.fields[i]} has a value that it cannot have"
    for i, zone in enumerate(machine.zone_specs):
        if not lies(game, zone, frame[slots.zone(i)]):
            return f"in {machine.texts.zones[i]} lies what cannot lie there"
    live = machine.live_slots(NodeId(node))
    for local, spec in enumerate(game.locals):
        slot = slots.fields + slots.zones + local
        if not (fits(game, spec.type, frame[slot]) if slot in live else frame[slot] is None):
            return f"{spec.name} has a value that it cannot have"
    if machine.promises.missing_kinds(list(frame)):
        return f"pieces are lost or made: {', '.join(machine.promises.missing_kinds(list(frame)))}"
    return None


def wrong_stop(machine: Machine, state: ReferenceState) -> str | None:
    """Explains why play would not stop at a state with valid values; None if it does."""
    try:
        stands = _stops_here(machine, state)
    except Fault as fault:
        return f"the rules do not allow it ({fault})"
    return None if stands else "play does not stop like that"


def _stops_here(machine: Machine, state: ReferenceState) -> bool:
    if state.stream is not None and not (
        is_number(state.stream.state, 0, _WORD - 1) and is_number(state.stream.increment, 0, _WORD - 1)
    ):
        return False
    node = machine.game.nodes[state.node]
    if not isinstance(node, DecisionNode | TogetherNode) and state.pending:
        return False
    match node:
        case DecisionNode():
            return _is_asked(machine, state, node)
        case TogetherNode():
            return _are_asked(machine, state, node)
        case ChanceNode():
            return state.stream is None and machine.events[state.node](machine.frame(state)).is_open
        case EndNode():
            machine.run(machine.resume(state), state.node, state.node)
            return True
        case _:
            return False


def _is_asked(machine: Machine, state: ReferenceState, node: DecisionNode) -> bool:
    """Whether one seat has a choice here; for a scripted seat, whether it leaves a step to chance."""
    seat, decision = machine.seat_at(state.frame, state.node), machine.decisions[state.node]
    if seat not in range(len(machine.game.seats)) or any(other != seat for other, _ in state.pending):
        return False
    if not machine.is_scripted(seat):
        frame = machine.frame(state)
        fewest = 1 if node.is_private else 2
        return len(decision.endings(frame, (), fewest)) == fewest and _has_taken(
            decision, frame, dict(state.pending).get(seat, ())
        )
    work = machine.resume(state)
    return machine.reply_of_script(work, seat, decision, node) is None and _list_steps(work.pending) == state.pending


def _are_asked(machine: Machine, state: ReferenceState, node: TogetherNode) -> bool:
    """Whether some seats still have to choose, each of them can, and the others have chosen."""
    decision, waiting = machine.decisions[state.node], machine.waiting(state.frame, node)
    asked = machine.list_asked_seats(machine.frame(state), state.node, node)
    chosen = {fact.seat for fact in machine.choices_since_opening(state)}
    if not waiting or set(asked) != {*waiting, *chosen} or chosen & set(waiting):
        return False
    for seat, steps in state.pending:
        if seat not in waiting:
            return False
        frame = machine.as_seat(machine.frame(state), node, seat)
        if not machine.is_scripted(seat) and not _has_taken(decision, frame, steps):
            return False
    work = machine.resume(state)
    goes_on = machine.settle_seats(work, state.node, node)
    same = tuple(machine.clear_locals(work.frame, state.node)) == state.frame
    return goes_on is None and same and _list_steps(work.pending) == state.pending


def _has_taken(decision: Decision, frame: Frame, steps: tuple[int, ...]) -> bool:
    """Whether a seat can have taken exactly these steps of a decision: the next one is open, and all forced ones are included."""
    asked = decision.next_question(frame, steps)
    return not steps or (asked is not None and asked.before == steps)


def _list_steps(pending: dict[SeatId, tuple[int, ...]]) -> tuple[tuple[SeatId, tuple[int, ...]], ...]:
    return tuple(sorted((seat, steps) for seat, steps in pending.items() if steps))


# ---------------------------------------------------------------- event log


def wrong_log(machine: Machine, log: facts.Log) -> str | None:
    """Describes an error in the event log; None if there is none."""
    for fact in log.all():
        if not all(_facts_hold(machine, fact)):
            return f"what the seats have seen is not of this game ({type(fact).__name__})"
    return None


def wrong_knowledge(machine: Machine, state: ReferenceState) -> str | None:
    """Names a seat that has seen pieces at places where they are not; None if there is no such seat."""
    frame = machine.frame(state)
    only = next((stretch.only for stretch in state.log.newest_first() if stretch.only is not None), None)
    for number, name in enumerate(machine.game.seats):
        if only is not None and number != only:
            continue
        for zone, certain in enumerate(lower_bounds(machine, state.log, SeatId(number))):
            there = dict(machine.zones.contents(frame, zone))
            if any(count > there.get(kind, 0) for kind, count in certain.items()):
                return f"{name} has seen pieces in {machine.texts.zones[zone]} that are not there"
    return None


def _facts_hold(machine: Machine, fact: facts.Fact) -> Iterator[bool]:
    """Tests each statement of a fact for things that are not in the game."""
    game, slots = machine.game, machine.slots

    def is_zone(zone: int) -> bool:
        return is_number(zone, 0, slots.zones - 1)

    def are_seats(bits: int) -> bool:
        return is_number(bits, 0, (1 << len(game.seats)) - 1)

    match fact:
        case facts.Moved(to, parts):
            yield is_zone(to)
            for part in parts:
                yield is_zone(part.zone) and are_seats(part.seen) and is_bag(game, part.pieces)
                yield sum(count for _, count in part.pieces) <= part.before
        case facts.Exchanged(parts):
            for passing in parts:
                yield is_zone(passing.zone) and is_zone(passing.to) and are_seats(passing.seen)
                yield is_bag(game, passing.pieces)
        case facts.Shuffled(zone):
            yield is_zone(zone)
        case facts.Resolved(zone, number, back):
            backs = {kind.back for kind in game.kinds}
            yield is_zone(zone) and machine.zones.piles[zone] and number > 0 and back in backs | {-1}
        case facts.Shown(zone, pieces, seen, by):
            yield is_zone(zone) and are_seats(seen) and is_bag(game, pieces)
            yield by is None or is_number(by, 0, len(game.seats) - 1)
        case facts.FieldSet(instance, value, seen):
            yield is_number(instance, 0, slots.fields - 1) and are_seats(seen)
            yield fits(game, machine.field_specs[instance].type, value)
        case facts.Rolled(node, value, seen):
            yield node in machine.rolls and are_seats(seen)
            yield fits(game, machine.rolls[node][1], value)
        case facts.Chosen(seat, walk, seen):
            yield is_number(seat, 0, len(game.seats) - 1) and are_seats(seen)
            yield from (_was_chosen(machine, part) for part in walk)
        case facts.Laid(start, shown):
            yield is_number(start, 0, len(game.starts) - 1)
            for zone, pieces, seen in shown:
                yield is_zone(zone) and are_seats(seen) and is_bag(game, pieces)
        case facts.Said(form, values):
            forms = machine.make.sentences.forms
            yield is_number(form, 0, len(forms) - 1) and len(values) == len(forms[form][1])
            yield all(fits(game, of, value) for of, value in zip(forms[form][1], values, strict=True))
        case facts.Opened(node):
            yield is_number(node, 0, len(game.nodes) - 1) and isinstance(game.nodes[node], TogetherNode)
        case _:
            assert_never(fact)


def _was_chosen(machine: Machine, part: Part) -> bool:
    """Whether the plan exists, and its selections can have these values."""
    sites = machine.plans.sites
    if not is_number(part.plan, 0, len(sites) - 1):
        return False
    selections = () if part.declined else sites[part.plan].selections
    return len(part.values) == len(selections) and all(
        fits(machine.game, selection.type, value) for selection, value in zip(selections, part.values, strict=True)
    )
