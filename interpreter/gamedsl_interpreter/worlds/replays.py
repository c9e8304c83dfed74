"""Replays one stretch of a match with other pieces in the hidden zones, and says how many facts the seat would have been told unchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from gamedsl.graph.analysis.secrecy import is_pieces
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode
from gamedsl.graph.model.types import NodeId, Piece, SeatId, Value
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.facts import (
    Chosen,
    Exchanged,
    Fact,
    FieldSet,
    Leaving,
    Log,
    Moved,
    Position,
    Resolved,
    Rolled,
    Said,
    Shown,
)
from gamedsl_interpreter.proposals import Wanted
from gamedsl_interpreter.reference.knowledge.audience import mask_of
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.moves import Part, Walk
from gamedsl_interpreter.wording.texts import Counts
from gamedsl_interpreter.worlds.past import visible_facts

Contents: TypeAlias = Mapping[int, tuple[int, ...]]
"""The kinds in hidden zones, in ascending order."""


class Replay:
    """The stretch of a log that begins with a choice, up to the first chance that nobody has drawn yet or to the next decision. It reads only facts that one
    seat has seen, and nothing from the hidden zones of the position."""

    def __init__(self, machine: Machine, position: Position, facts: Sequence[Fact], seat: SeatId) -> None:
        self._machine = machine
        self.seat = seat
        self._seen = [one for fact in facts for one in visible_facts(machine, fact, seat)]
        self.node, self._frame = decode_position(machine, position)
        audience, slots = machine.audience, machine.slots
        self.zones = tuple(zone for zone in range(slots.zones) if not audience.zone(zone, self._frame) >> seat & 1)
        """The zones that the seat does not see."""
        fields = tuple(field for field in machine.shown_fields if not audience.field(field, self._frame) >> seat & 1)
        # Nothing hidden stays in the frame.
        for zone in self.zones:
            self._frame[slots.zone(zone)] = ()
        for field in fields:
            spec = machine.field_specs[field]
            self._frame[field] = spec.start[field - spec.base]
        self.shown, self.until = _find_first_shown(facts, seat, self.zones)
        """The pieces that left hidden zones in the sight of the seat before anything else happened to these zones, by zone; and the number of facts until then."""
        self.shows_more = any(_shows(fact, seat, self.zones) for fact in facts[self.until :])
        """Whether the seat sees hidden pieces later."""
        chosen = facts[0]
        assert isinstance(chosen, Chosen)
        self._chooser = chosen.seat
        self._walk = chosen.walk if chosen.seat == seat else self._walk_of(chosen.walk)
        self._wants = wants(machine, self._walk or ())
        self.exit: int | None = None
        """The exit that the move took, once a replay has found it."""
        self._picks: dict[tuple[int, int], tuple[int, int]] = {}
        self._known: dict[tuple[tuple[int, tuple[int, ...]], ...], int] = {}

    @property
    def is_possible(self) -> bool:
        """Whether the seat can tell which move was made."""
        return self._walk is not None

    def _walk_of(self, walk: Walk) -> Walk | None:
        """Returns a move of another seat as this one can tell it; None if it cannot."""
        pieces = tuple((zone, kind, count) for zone, counts in self.shown.items() for kind, count in counts)
        parts: list[Part] = []
        for part in walk:
            site = self._machine.plans.sites[part.plan]
            if site.is_secret or any(selection.is_secret for selection in site.selections):
                return None
            values: list[Value] = []
            for selection, value in zip(site.selections, part.values, strict=not part.declined):
                if is_pieces(selection.type):
                    if not pieces:
                        return None
                    value = pieces[0][:2] if isinstance(selection.type, Piece) else pieces
                values.append(value)
            parts.append(Part(part.plan, part.declined, tuple(values)))
        return tuple(parts)

    @property
    def whole(self) -> int:
        """The score of contents with which the seat is told all of the same facts."""
        return len(self._seen) + 1

    @property
    def number(self) -> int:
        """The number of replays."""
        return len(self._known)

    def score(self, contents: Contents) -> int:
        """Counts how many facts the seat would have been told as in the match, up to the first difference; `whole` if there is none, -1 if the choice is not
        legal."""
        key = tuple(sorted(contents.items()))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._play_again(contents)
        return found

    def _play_again(self, contents: Contents) -> int:
        machine, frame = self._machine, list(self._frame)
        for zone, kinds in contents.items():
            pieces = collections.bag((kind, 1) for kind in kinds)
            frame[machine.slots.zone(zone)] = collections.normal([pieces]) if machine.zones.piles[zone] else pieces
        node = machine.game.nodes[self.node]
        assert isinstance(node, DecisionNode)
        decision = machine.decisions[self.node]
        try:
            ending = decision.ending_of(frame, self._walk or (), self._wants)
            if ending is None:
                return -1
            self.exit = ending.exit
            work = machine.begin(Work(frame, None, Log(None, ())))
            with machine.scope:
                at = machine.advance(work, machine.complete(work, node, self._chooser, ending), self.node)
                is_chance = isinstance(machine.game.nodes[at], ChanceNode)
                if not is_chance:
                    machine.note_audience(work)
        except Fault:
            return 0
        told = [one for fact in work.facts for one in visible_facts(machine, fact, self.seat)]
        for number, (one, other) in enumerate(zip(told, self._seen, strict=False)):
            if one != other:
                return number
        rest = self._seen[len(told) :]
        is_same = len(told) <= len(self._seen) and (_begins_with_chance(rest) if is_chance else not rest)
        if not is_same:
            return min(len(told), len(self._seen))
        self._note_picks(contents, work.facts)
        return self.whole

    def _note_picks(self, contents: Contents, facts: Sequence[Fact]) -> None:
        """Notes which kinds left each zone unseen, and which stayed, in a replay that tells the seat the same."""
        touched: set[int] = set()
        for number, fact in enumerate(fact for fact in facts if isinstance(fact, Moved)):
            for part in fact.parts:
                if part.zone in contents and part.zone not in touched and self._picks_some(part):
                    left = list(contents[part.zone])
                    for kind, count in part.pieces:
                        for _ in range(count):
                            left.remove(kind)
                    gone, stayed = self._picks.get((number, part.zone), (0, 0))
                    self._picks[number, part.zone] = (
                        gone | mask_of(kind for kind, _ in part.pieces),
                        stayed | mask_of(left),
                    )
                touched.add(part.zone)
            touched.add(fact.to)

    def _picks_some(self, part: Leaving) -> bool:
        """Whether a part of the pieces of a zone without order left it unseen."""
        number = sum(count for _, count in part.pieces)
        is_unseen = not part.seen >> self.seat & 1
        return is_unseen and 0 < number < part.before and not self._machine.zones.piles[part.zone]

    @property
    def picks(self) -> dict[tuple[int, int], int]:
        """The unseen moves that took all pieces of some kinds: by the number of the move in the stretch and the zone, a mask of these kinds."""
        return {place: gone for place, (gone, stayed) in self._picks.items() if not gone & stayed}


def wants(machine: Machine, walk: Walk) -> tuple[Wanted, ...]:
    """Converts a move into wanted parts, which make the search for this move short."""
    sites = machine.plans.sites
    return tuple(
        Wanted(
            sites[part.plan].name,
            part.declined,
            tuple(
                (selection.name, value)
                for selection, value in zip(sites[part.plan].selections, part.values, strict=not part.declined)
            ),
        )
        for part in walk
    )


def _begins_with_chance(facts: Sequence[Fact]) -> bool:
    return not facts or isinstance(facts[0], Rolled | Resolved) or (isinstance(facts[0], Moved) and facts[0].drawn)


def _find_first_shown(facts: Sequence[Fact], seat: SeatId, hidden: Sequence[int]) -> tuple[dict[int, Counts], int]:
    found: dict[int, list[tuple[int, int]]] = {}
    until = 0
    for number, fact in enumerate(facts):
        if isinstance(fact, Chosen | Said | FieldSet):
            continue
        if not isinstance(fact, Moved) or fact.to in hidden or not all(part.seen >> seat & 1 for part in fact.parts):
            break
        leaving = [part for part in fact.parts if part.zone in hidden]
        for part in leaving:
            found.setdefault(part.zone, []).extend(part.pieces)
        if leaving:
            until = number + 1
    return {zone: collections.bag(pieces) for zone, pieces in found.items()}, until


def _shows(fact: Fact, seat: SeatId, hidden: Sequence[int]) -> bool:
    match fact:
        case Moved(parts=parts):
            return any(part.zone in hidden and part.seen >> seat & 1 for part in parts)
        case Shown(seen=seen):
            return bool(seen >> seat & 1)
        case Exchanged():
            return True
        case _:
            return False


def decode_position(machine: Machine, position: Position) -> tuple[NodeId, Frame]:
    """Returns the node of a position, and a frame that may be changed."""
    if isinstance(position, bytes):
        node, fields, zones, locals = machine.coder.decode(position)
        values: list[Any] = [*fields, *zones, *locals]
    else:
        node, frame = position
        values = list(frame)
    return node, [*values, *[0] * machine.slots.counters]
