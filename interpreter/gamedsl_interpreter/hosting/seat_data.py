"""Views and choices of a seat as JSON data in the form that pages draw. The JavaScript package gives equal data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import dumps
from typing import cast

from gamedsl.graph.analysis.secrecy import list_shown_locals
from gamedsl.graph.model.types import Value
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
from gamedsl_interpreter.open_steps import step_after
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.things import Choice, Kind, Things, thing_json
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState

_MOST_KNOWN = 20_000
"""The most data of fields and zones that are kept."""


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
        self._field_data: dict[tuple[int, Value], _Part] = {}
        self._zone_data: dict[int, tuple[ZoneView, _Part]] = {}
        """Data of fields and zones that were made before: those of one match differ little from view to view."""

    def _kinds(self, classes: Sequence[int]) -> dict[str, Kind]:
        kinds = enumerate(self.engine.game.kinds)
        return {kind.name: self._things.kind(number) for number, kind in kinds if kind.cls in classes}

    def _position(self, state: State) -> ReferenceState:
        """Returns the position with its values. Only fields and locals that are in the seat's view may be read from it."""
        return _position(self.engine, state)

    # ------------------------------------------------------------ messages

    def message(self, state: State, seat: int | None, key: str, events: Sequence[Event], is_whole: bool) -> str:
        """Returns everything that the page of a seat needs, as the JSON text of a `Message`. `events` are those that the page has not received yet. Raises
        Fault."""
        is_asked = seat is not None and seat in self.engine.to_act(state)
        outcome = self.engine.outcome(state)
        rest: JsonObject = {
            "step": self._open_step(state, seat) if seat is not None and is_asked else None,
            "refused": self.refusals(state, seat, ()) if seat is not None and is_asked else [],
            "events": [self.event(event) for event in events],
            "isWhole": is_whole,
            "outcome": None if outcome is None else self.outcome(state, outcome),
        }
        head = f'{{"key": {dumps(key)}, "isOver": {dumps(state.is_over)}, "view": '
        return f"{head}{self.view_text(state, seat)}, {dumps(rest)[1:]}"

    def view_text(self, state: State, seat: int | None) -> str:
        """Returns a view as JSON text, joined from the texts of its parts, which are kept because few parts change between two views of a match."""
        view = self.engine.view(state, seat)
        position = self._position(state)
        head = {"seat": view.seat, "phase": view.phase, "round": view.round, "toAct": view.to_act}
        fields = ", ".join([part.text for part in self._fields_of_view(position, view)])
        zones = ", ".join([self._zone(zone).text for zone in view.zones])
        seen = dumps([*self._locals_of_view(position, view)])
        return f'{dumps(head)[:-1]}, "fields": [{fields}], "zones": [{zones}], "locals": {seen}}}'

    def _open_step(self, state: State, seat: int) -> JsonObject:
        step = self.engine.step(state, seat)
        data = self.step(step)
        if step.kind == "only":
            data["choices"] = [_choice(choice) for choice in self.engine.moves(state, seat)[0].choices]
        return data

    # ------------------------------------------------------------ views

    def view(self, state: State, seat: int | None) -> JsonObject:
        """Returns everything that a seat may know of a position; None: what all seats see. Other views share its parts, so these must not be changed."""
        view = self.engine.view(state, seat)
        zones: list[Json] = [self._zone(zone).data for zone in view.zones]
        acting: list[Json] = [*view.to_act]
        position = self._position(state)
        return {
            "seat": view.seat,
            "phase": view.phase,
            "round": view.round,
            "toAct": acting,
            "fields": [part.data for part in self._fields_of_view(position, view)],
            "zones": zones,
            "locals": [*self._locals_of_view(position, view)],
        }

    def _fields_of_view(self, position: ReferenceState, view: View) -> Iterator[_Part]:
        specs, known = self._reference.machine.field_specs, self._field_data
        for name, text in view.fields:
            number = self._fields[name]
            value = position.frame[number]
            found = known.get((number, value))
            if found is None:
                thing = self._things.thing(value, specs[number].type)
                found = _part({"number": number, "name": name, "text": text, "thing": thing_json(thing)})
                if len(known) >= _MOST_KNOWN:
                    known.clear()
                known[number, value] = found
            yield found

    def _locals_of_view(self, position: ReferenceState, view: View) -> Iterator[JsonObject]:
        machine, game = self._reference.machine, self.engine.game
        shown = list_shown_locals(game, position.node, machine.known.locals)
        values = [(position.frame[machine.slots.local(local)], game.locals[local].type) for local in shown]
        seen = [self._things.thing(value, of) for value, of in values if value is not None]
        for (name, text), thing in zip(view.locals, seen, strict=True):
            yield {"name": name, "text": text, "thing": thing_json(thing)}

    def _zone(self, zone: ZoneView) -> _Part:
        """Describes a zone. Executors give the same object for the same content, so it is found by its identity."""
        known = self._zone_data
        kept = known.get(id(zone))
        if kept is not None and kept[0] is zone:
            return kept[1]
        made = _part(self._make_zone(zone))
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[id(zone)] = zone, made
        return made

    def _make_zone(self, zone: ZoneView) -> JsonObject:
        names = self._zones[zone.name]

        def counts_of_kinds(pairs: Sequence[tuple[str, int]]) -> list[Json]:
            return [{"kind": thing_json(names.kinds[name]), "count": count} for name, count in pairs]

        backs: list[Json] = [[name, count] for name, count in zone.backs]
        return {
            "number": names.number,
            "name": zone.name,
            "family": names.family,
            "contents": None if zone.contents is None else counts_of_kinds(zone.contents),
            "count": zone.count,
            "backs": backs,
            "known": counts_of_kinds(zone.known),
        }

    def event(self, event: Event) -> JsonObject:
        """Describes an observation: its kind (`is`), its words, and its data."""
        what, *told = event.data
        head: JsonObject = {"is": str(what), "text": event.text}
        match what, told:
            case "move", [pieces, source, to]:
                return {**head, "pieces": _to_json(pieces), "from": _to_json(source), "to": _to_json(to)}
            case "move", [number, backs, source, to]:
                ends: JsonObject = {"from": _to_json(source), "to": _to_json(to)}
                return {**head, "number": _to_json(number), "backs": _to_json(backs), **ends}
            case "see", [who, zone, pieces]:
                return {**head, "zone": _to_json(zone), "by": _to_json(who), "pieces": _to_json(pieces)}
            case "peek", [who, zone, _]:
                return {**head, "zone": _to_json(zone), "by": _to_json(who)}
            case (("field" | "roll"), [name, value]):
                return {**head, "name": _to_json(name), "value": _to_json(value)}
            case (("shuffle" | "shuffle_under"), [zone]):
                return {**head, "zone": _to_json(zone)}
            case "choose", [str(who), _]:
                return {**head, "seat": self.engine.game.seats.index(who)}
            case "start", [name]:
                return {**head, "name": _to_json(name)}
            case _:
                return head

    def node(self, state: State) -> int:
        """Returns the node at which play has stopped. Only a seat that has to choose may learn it."""
        return self._position(state).node

    # ------------------------------------------------------------ choices

    def after(self, state: State, seat: int, values: Sequence[int]) -> Step | Move:
        """Returns the open step of a seat after these answers; the complete move if no question is left. Nothing is played. Raises IllegalMove, Fault."""
        found = step_after(self.engine, state, seat, values)
        if isinstance(found, Move) and len(values) > found.asked:
            name = self.engine.game.seats[seat]
            raise IllegalMove(Refusal("unknown", name, None, "the move is complete before its last answer", -1))
        return found

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

    def refusals(self, state: State, seat: int, values: Sequence[int]) -> list[Json]:
        """Lists the options that the step after these values offers but a requirement forbids, each with its sentence. Raises IllegalMove, Fault."""
        found: list[Json] = []
        for option, name, why, text in self.list_refused_options(state, seat, values):
            refusal: JsonObject = {"kind": "requirement", "name": name, "why": why, "text": text}
            found.append({**_option(option), "refusal": refusal})
        return found

    def list_refused_options(
        self, state: State, seat: int, values: Sequence[int]
    ) -> Iterator[tuple[StepOption, str, str | None, str]]:
        """Yields the options that the step after these values offers but a requirement forbids, each with the name of the requirement, its sentence, and a
        sentence for people. Raises IllegalMove, Fault."""
        for option, name, why in self._reference.refusals(self._position(state), seat, values):
            yield option, name, why, why or f"`{name}` does not hold"

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

    def pick_amounts(
        self, state: State, seat: int, values: Sequence[int], amounts: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Returns the further answers that choose `amounts` of each part of `several`, and no other things; None if no move does that. Raises IllegalMove,
        Fault."""
        return self._reference.pick_amounts(self._position(state), seat, values, amounts)

    # ------------------------------------------------------------ results

    def outcome(self, state: State, outcome: Outcome) -> JsonObject:
        """Describes the result of a position at which the match is over."""
        ranking: list[Json] = [[*group] for group in outcome.ranking]
        scores: list[Json] = [[[line, points] for line, points in lines] for lines in outcome.scores]
        won: list[Json] | None = None if outcome.won is None else [*outcome.won]
        decisive: list[Json] = [[board, place] for board, place in self._decisive(state)]
        return {
            "ranking": ranking,
            "scores": scores,
            "totals": [*outcome.totals],
            "reason": outcome.reason,
            "won": won,
            "decisive": decisive,
        }

    def _decisive(self, state: State) -> list[tuple[int, int]]:
        machine = self._reference.machine
        with machine.scope:
            return machine.results.decisive(self._position(state).frame)


@frozen
class _ZoneNames:
    """The number and family of a zone, and the kinds that can be there by name."""

    number: int
    family: str
    kinds: dict[str, Kind]


@frozen
class _Part:
    """A part of views, as data and as their JSON text."""

    data: JsonObject
    text: str


def _part(data: JsonObject) -> _Part:
    return _Part(data, dumps(data))


def _to_json(part: object) -> Json:
    """Converts a part of an observation: texts, numbers, and tuples of them."""
    match part:
        case None | bool() | int() | str():
            return part
        case tuple():
            return [_to_json(one) for one in cast("tuple[object, ...]", part)]
        case _:
            raise TypeError(f"{part!r} is not observed")


def _choice(choice: Choice) -> JsonObject:
    values: list[Json] = [[name, thing_json(thing)] for name, thing in choice.values]
    return {"name": choice.name, "isDeclined": choice.is_declined, "values": values}


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
