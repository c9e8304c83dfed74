"""Positions of a shipped game laid out by hand, fragments of its rules run on them, and moves as names and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from gamedsl import pipeline
from gamedsl.graph.model.example_lines import GivenField, GivenZone, Run
from gamedsl.graph.model.types import FieldId, KindId, NodeId, Piece, Pieces, SeatId, SiteId, Type, Value
from gamedsl.graph.text.names import instance_text
from gamedsl.pipeline.compiling import examples_of_files
from gamedsl.source import Source
from gamedsl_interpreter.engine import Move, Outcome
from gamedsl_interpreter.proposals import Walk
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.reference.play import outcomes
from games import shipped
from property.walks import Position, Reading

NOWHERE = SiteId(-1)

Zones = Mapping[str, Mapping[str, int]]
"""By zone instance: how many of which kind."""


@frozen
class Way:
    """A complete move: its parts by name, each with the values of its selections (pieces as counts by kind, others as they are)."""

    names: tuple[str, ...]
    declined: bool
    values: Mapping[str, Any]
    places: Mapping[str, str]
    """Where single pieces are taken from."""
    move: Move

    def number(self, name: str) -> int:
        """The value of a selection of anything but pieces."""
        value: int = self.values[name]
        return value

    def word(self, name: str) -> str:
        """The kind that a selection of one piece has."""
        value: str = self.values[name]
        return value

    def counts(self, name: str) -> Counter[str]:
        """The kinds of a selection of pieces."""
        value: Counter[str] = self.values[name]
        return value


class Table:
    """A setup of a shipped game with entries to fragments of its rules (`as Ann: take_event`)."""

    def __init__(self, name: str, seats: Sequence[str], options: Mapping[str, str], fragments: Sequence[str]) -> None:
        text = _probe(name, seats, options, fragments)
        parsed = pipeline.parse_files(Source("probe", text), shipped.find)
        setup = next(
            setup
            for setup in pipeline.setups(parsed)
            if setup.players == len(seats) and options.items() <= dict(setup.options).items()
        )
        ((self._compiled, specs),) = examples_of_files(parsed, setup, ("probe",))
        self.game = self._compiled.game
        self._entries = dict(zip(fragments, _entries(specs, len(fragments)), strict=True))
        self.host = ReferenceHost(self.game)
        self._reading = Reading(self.game)
        self._engine = ReferenceEngine(self.game)
        self._zones = {
            instance_text(self.game, spec.name, spec.dimensions, spec.owned, i): spec.base + i
            for spec in self.game.zones
            for i in range(len(spec.start))
        }
        self._fields = {
            instance_text(self.game, spec.name, spec.dimensions, spec.owned, i): (FieldId(number), i)
            for number, spec in enumerate(self.game.fields)
            for i in range(len(spec.start))
        }
        self._kinds = {kind.name: KindId(number) for number, kind in enumerate(self.game.kinds)}

    def seat(self, name: str) -> SeatId:
        """The number of a seat."""
        return SeatId(self.game.seats.index(name))

    # ------------------------------------------------------------ positions

    def laid(self, zones: Zones, fields: Mapping[str, Value]) -> ReferenceState:
        """The position before the set-up with these zones and fields; all other pieces lie where they come from."""
        given: list[GivenZone | GivenField] = [
            GivenZone(
                self._zones[zone],
                tuple((self._kinds[kind], count) for kind, count in pieces.items() if count),
                NOWHERE,
            )
            for zone, pieces in zones.items()
        ]
        given += [GivenField(*self._fields[field], value, NOWHERE) for field, value in fields.items()]
        return self.host.put(self.host.table(), given)

    def run(self, state: ReferenceState, fragment: str) -> ReferenceState:
        """The first stop when a fragment is run."""
        return self.host.enter(state, self._entries[fragment])

    def position(self, state: ReferenceState) -> Position:
        """What lies where."""
        return self._reading.position(state.bytes)

    def outcome(self, state: ReferenceState) -> Outcome:
        """How the match has ended, or would end here."""
        return outcomes.outcome(self._engine.machine, state)

    def totals(self, outcome: Outcome) -> dict[str, dict[str, int]]:
        """Score lines by seat, `total` among them."""
        return {
            name: {**dict(lines), "total": total}
            for name, lines, total in zip(self.game.seats, outcome.scores, outcome.totals, strict=True)
        }

    def places(self, outcome: Outcome) -> list[set[str]]:
        """The seats by place."""
        return [{self.game.seats[seat] for seat in group} for group in outcome.ranking]

    # ------------------------------------------------------------ moves

    def asked(self, state: ReferenceState) -> str | None:
        """The name of the open decision, also of one with a single move; none where chance decides or nothing is open."""
        plan = self.host.plan(state)
        return None if plan is None else plan.name

    def ways(self, state: ReferenceState, seat: str) -> list[Way]:
        """All complete moves of a seat."""
        return [self._way(walk) for walk in self.host.walks(state, self.seat(seat), ())]

    def _way(self, walk: Walk) -> Way:
        chosen = [c for part in walk.parts for c in part.chosen]
        values = {c.name: self._plain(c.value, c.type) for c in chosen}
        places = {c.name: self._zone_of(c.value) for c in chosen if isinstance(c.type, Piece)}
        return Way(tuple(part.name for part in walk.parts), walk.parts[-1].declined, values, places, walk.move)

    def _zone_of(self, piece: Any) -> str:
        return next(name for name, zone in self._zones.items() if zone == piece[0])

    def _plain(self, value: Any, of: Type) -> object:
        match of:
            case Piece():
                return self._kind(value[1])
            case Pieces():
                counts: Counter[str] = Counter()
                for _, kind, count in value:
                    counts[self._kind(kind)] += count
                return counts
            case _:
                return value

    def _kind(self, number: int) -> str:
        return self.game.kinds[number].name

    def settled(self, state: ReferenceState, dice: Dice, until: Callable[[str], bool]) -> ReferenceState:
        """Chance falls, and decisions are made at random, until one comes up whose name is looked for, or nothing is open."""
        while True:
            name = self.asked(state)
            if name is not None:
                if until(name):
                    return state
                seat = self.host.choosers(state)[0]
                walks = self.host.walks(state, seat, ())
                state = self.host.play(state, seat, walks[dice.below(len(walks))].move)
            elif self.host.open_chance(state) is not None:
                state = self.host.play_chance(state, self.host.sample(state, dice))
            else:
                return state


def _probe(name: str, seats: Sequence[str], options: Mapping[str, str], fragments: Sequence[str]) -> str:
    """A variant that changes nothing, with an example for each fragment."""
    head = f'variant probe of {name}:\n    "The same rules."\n'
    wanted = "".join(f"    with {option} = {value}\n" for option, value in options.items())
    return head + "".join(
        f"\nexample probe_{i}:\n    players {', '.join(seats)}\n{wanted}    {fragment}\n"
        for i, fragment in enumerate(fragments)
    )


def _entries(specs: Sequence[Any], number: int) -> Iterator[NodeId]:
    for i in range(number):
        spec = next(spec for spec in specs if spec.name == f"probe_{i}")
        yield next(line.entry for line in spec.lines if isinstance(line, Run))
