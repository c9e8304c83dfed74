"""Views and choices of a seat as JSON data in the form that pages draw. The JavaScript package gives equal data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from gamedsl.graph.analysis.secrecy import shown_locals
from gamedsl.json import Json, JsonObject
from gamedsl.values import frozen
from gamedsl_interpreter.engine import (
    Engine,
    Event,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    State,
    Step,
    StepOption,
    View,
    ZoneView,
)
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.things import Kind, Things, thing_json
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState


class SeatData:
    """The views and choices of seats in matches of one engine. Everything is built from what the engine shows to the seat, never by removing parts of the
    whole."""

    def __init__(self, engine: Engine[State]) -> None:
        self.engine = engine
        self._reference = _reference(engine)
        self._things = Things(engine.game)
        machine = self._reference.machine
        self._fields = {name: number for number, name in enumerate(machine.texts.fields)}
        self._zones = {
            name: _ZoneNames(number, spec.name, self._kinds(spec.classes))
            for number, (name, spec) in enumerate(zip(machine.texts.zones, machine.zone_specs, strict=True))
        }

    def _kinds(self, classes: Sequence[int]) -> dict[str, Kind]:
        kinds = enumerate(self.engine.game.kinds)
        return {kind.name: self._things.kind(number) for number, kind in kinds if kind.cls in classes}

    def _position(self, state: State) -> ReferenceState:
        """Returns the position with its values. Only fields and locals that are in the seat's view may be read from it."""
        return _position(self.engine, state)

    # ------------------------------------------------------------ views

    def view(self, state: State, seat: int) -> JsonObject:
        """Returns everything that a seat may know of a position."""
        view = self.engine.view(state, seat)
        zones: list[Json] = [self._zone(zone) for zone in view.zones]
        acting: list[Json] = [*view.to_act]
        position = self._position(state)
        return {
            "seat": seat,
            "phase": view.phase,
            "round": view.round,
            "toAct": acting,
            "fields": [*self._seen_fields(position, view)],
            "zones": zones,
            "locals": [*self._seen_locals(position, view)],
        }

    def _seen_fields(self, position: ReferenceState, view: View) -> Iterator[JsonObject]:
        specs = self._reference.machine.field_specs
        for name, text in view.fields:
            number = self._fields[name]
            thing = self._things.thing(position.frame[number], specs[number].type)
            yield {"number": number, "name": name, "text": text, "thing": thing_json(thing)}

    def _seen_locals(self, position: ReferenceState, view: View) -> Iterator[JsonObject]:
        machine, game = self._reference.machine, self.engine.game
        shown = shown_locals(game, position.node, machine.known.locals)
        values = [(position.frame[machine.slots.local(local)], game.locals[local].type) for local in shown]
        seen = [self._things.thing(value, of) for value, of in values if value is not None]
        for (name, text), thing in zip(view.locals, seen, strict=True):
            yield {"name": name, "text": text, "thing": thing_json(thing)}

    def _zone(self, zone: ZoneView) -> JsonObject:
        names = self._zones[zone.name]

        def named(pairs: Sequence[tuple[str, int]]) -> list[Json]:
            return [{"kind": thing_json(names.kinds[name]), "count": count} for name, count in pairs]

        backs: list[Json] = [[name, count] for name, count in zone.backs]
        return {
            "number": names.number,
            "name": zone.name,
            "family": names.family,
            "contents": None if zone.contents is None else named(zone.contents),
            "count": zone.count,
            "backs": backs,
            "known": named(zone.known),
        }

    def event(self, event: Event) -> JsonObject:
        """Describes an observation: its kind (`is`), its words, and its data."""
        what, *told = event.data
        head: JsonObject = {"is": str(what), "text": event.text}
        match what, told:
            case "move", [pieces, source, to]:
                return {**head, "pieces": _plain(pieces), "from": _plain(source), "to": _plain(to)}
            case "move", [number, backs, source, to]:
                ends: JsonObject = {"from": _plain(source), "to": _plain(to)}
                return {**head, "number": _plain(number), "backs": _plain(backs), **ends}
            case "see", [who, zone, pieces]:
                return {**head, "zone": _plain(zone), "by": _plain(who), "pieces": _plain(pieces)}
            case "peek", [who, zone, _]:
                return {**head, "zone": _plain(zone), "by": _plain(who)}
            case (("field" | "roll"), [name, value]):
                return {**head, "name": _plain(name), "value": _plain(value)}
            case (("shuffle" | "shuffle_under"), [zone]):
                return {**head, "zone": _plain(zone)}
            case "choose", [str(who), _]:
                return {**head, "seat": self.engine.game.seats.index(who)}
            case "start", [name]:
                return {**head, "name": _plain(name)}
            case _:
                return head

    def node(self, state: State) -> int:
        """Returns the node at which play has stopped. Only a seat that has to choose may learn it."""
        return self._position(state).node

    # ------------------------------------------------------------ choices

    def after(self, state: State, seat: int, values: Sequence[int]) -> Step | Move:
        """Returns the open step of a seat after it has answered others with these values; the complete move if nothing more is asked. Nothing is played.
        Raises IllegalMove, Fault."""
        rest = iter(values)

        def pick(step: Step) -> int:
            value = next(rest, None)
            if value is None:
                raise _OpenError(step)
            return value

        try:
            move = self.engine.walk(state, seat, pick)
        except _OpenError as opened:
            return opened.step
        if next(rest, None) is not None:
            name = self.engine.game.seats[seat]
            raise IllegalMove(Refusal("unknown", name, None, "the move is complete before its last answer", -1))
        return move

    def step(self, step: Step) -> JsonObject:
        """Describes an open step."""
        options: list[Json] = [_option(option) for option in step.options]
        return {
            "decision": step.decision,
            "kind": step.kind,
            "name": step.name,
            "about": step.about,
            "ask": step.ask,
            "topic": thing_json(step.topic),
            "options": options,
        }

    def refused(self, state: State, seat: int, values: Sequence[int]) -> list[Json]:
        """Lists the options that the step after these values offers but a requirement forbids, each with its sentence. Raises IllegalMove, Fault."""
        found: list[Json] = []
        for option, name, why in self._reference.refused(self._position(state), seat, values):
            text = why or f"`{name}` does not hold"
            refusal: JsonObject = {"kind": "requirement", "name": name, "why": why, "text": text}
            found.append({**_option(option), "refusal": refusal})
        return found

    def several(self, state: State, seat: int, values: Sequence[int]) -> JsonObject | None:
        """Describes the selection of several that is open after these values, as a whole; None if there is none. Raises IllegalMove, Fault."""
        found = self._reference.several(self._position(state), seat, values)
        if found is None:
            return None
        parts: list[Json] = [
            {"text": part.text, "thing": thing_json(part.thing), "most": part.most, "group": part.group}
            for part in found.parts
        ]
        head: JsonObject = {"name": found.name, "ask": found.ask, "quantity": found.quantity, "number": found.number}
        return {**head, "parts": parts}

    def picked(self, state: State, seat: int, values: Sequence[int], amounts: Sequence[int]) -> tuple[int, ...] | None:
        """Returns the further answers that choose `amounts` of each part of `several`, and nothing else; None if no move does that. Raises IllegalMove,
        Fault."""
        return self._reference.picked(self._position(state), seat, values, amounts)

    # ------------------------------------------------------------ results

    def outcome(self, outcome: Outcome) -> JsonObject:
        """Describes the result."""
        ranking: list[Json] = [[*group] for group in outcome.ranking]
        scores: list[Json] = [[[line, points] for line, points in lines] for lines in outcome.scores]
        won: list[Json] | None = None if outcome.won is None else [*outcome.won]
        return {"ranking": ranking, "scores": scores, "totals": [*outcome.totals], "reason": outcome.reason, "won": won}


@frozen
class _ZoneNames:
    """The number and family of a zone, and the kinds that can be there by name."""

    number: int
    family: str
    kinds: dict[str, Kind]


class _OpenError(Exception):
    """A step is open for which there is no value."""

    def __init__(self, step: Step) -> None:
        super().__init__()
        self.step = step


def _plain(part: object) -> Json:
    """Converts a part of an observation: texts, numbers, and tuples of them."""
    match part:
        case None | bool() | int() | str():
            return part
        case tuple():
            return [_plain(one) for one in cast("tuple[object, ...]", part)]
        case _:
            raise TypeError(f"{part!r} is not observed")


def _option(option: StepOption) -> JsonObject:
    return {"value": option.value, "text": option.text, "thing": thing_json(option.thing)}


def _position(engine: object, state: object) -> ReferenceState:
    match engine, state:
        case WasmEngine(), WasmState():
            return engine.reference_state(state)
        case ReferenceEngine(), ReferenceState():
            return state
        case _:
            raise TypeError("a state of another engine")


def _reference(engine: object) -> ReferenceEngine:
    match engine:
        case WasmEngine():
            return engine.reference
        case ReferenceEngine():
            return engine
        case _:
            raise TypeError("an engine of another kind")
