"""Converts states of the reference executor to JSON data and back; the data name the game to which a state belongs."""

from __future__ import annotations

import re
import struct
from functools import cache
from typing import TYPE_CHECKING

from gamedsl.errors import GameDslError
from gamedsl.graph.model.types import NodeId, SeatId, Value
from gamedsl.graph.serial import register_values
from gamedsl.json import JsonObject
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Pending
from gamedsl_interpreter.facts import Fact, Position, log_of
from gamedsl_interpreter.random import Stream
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.reference.verifying import wrong_knowledge, wrong_log, wrong_stop, wrong_values

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = ["FORMAT", "OtherGameError", "StateError", "state_from_json", "state_to_json"]

_HEXADECIMAL = re.compile("[0-9a-f]{16}")

FORMAT = 2
"""Number of the JSON form; it grows when a state written earlier could no longer be read."""


class StateError(GameDslError, ValueError):
    """A text that is no saved state of this game; the text of the error is one sentence."""


class OtherGameError(StateError):
    """A state that belongs to another game, or to another version or setup of this one."""


@frozen
class _Saved:
    """The JSON form of a state. Numbers of 64 bits are hexadecimal texts, because not every JSON reader keeps them exactly."""

    format: int
    game: str
    node: int
    frame: list[Value]
    pending: list[tuple[int, list[int]]]
    stream: tuple[str, str] | None
    counters: list[int]
    log: list[list[Fact]]
    asked: list[str | None]
    """By stretch of the log, the bytes of the decision with which it begins, as hexadecimal text."""
    only: int | None
    """The only seat that has seen what the first stretch says: see `Log.only`."""


def state_to_json(engine: ReferenceEngine, state: ReferenceState) -> JsonObject:
    """Writes the state with its match (log, chance stream and counters) as plain JSON data."""
    stretches = list(reversed(list(state.log.newest_first())))
    saved = _Saved(
        format=FORMAT,
        game=engine.machine.origin.digest,
        node=state.node,
        frame=list(state.frame),
        pending=[(seat, list(steps)) for seat, steps in state.pending],
        stream=None if state.stream is None else (f"{state.stream.state:016x}", f"{state.stream.increment:016x}"),
        counters=list(state.counters),
        log=[list(stretch.facts) for stretch in stretches],
        asked=[_position_text(engine.machine, stretch.asked) for stretch in stretches],
        only=stretches[0].only,
    )
    data: JsonObject = _converter().unstructure(saved)
    return data


def state_from_json(engine: ReferenceEngine, data: JsonObject) -> ReferenceState:
    """Reads the state that `state_to_json` wrote. Raises StateError for anything else."""
    from cattrs import BaseValidationError

    if data.get("format") != FORMAT:
        raise StateError(f"this is not a state of format {FORMAT}")
    if data.get("game") != engine.machine.origin.digest:
        raise OtherGameError(f"this state belongs to another game than {engine.game.name} as it is set up here")
    try:
        saved = _converter().structure(data, _Saved)
    except (BaseValidationError, RecursionError):
        raise StateError("this saved state is of another form than this version writes") from None
    machine = engine.machine
    log = log_of(
        saved.log or [[]], [_read_asked(machine, text) for text in saved.asked], _read_seat(machine, saved.only)
    )
    _refuse(wrong_values(machine, saved.node, saved.frame, saved.counters) or wrong_log(machine, log))
    state = machine.state(
        node=NodeId(saved.node),
        frame=saved.frame,
        pending=_pending(saved.pending),
        stream=None if saved.stream is None else _stream(*saved.stream),
        counters=saved.counters,
        log=log,
    )
    _refuse(wrong_stop(machine, state) or wrong_knowledge(machine, state))
    return state


def _position_text(machine: Machine, asked: Position | None) -> str | None:
    """Writes a position of a decision (`Log.asked`) as text."""
    if asked is None or isinstance(asked, bytes):
        return None if asked is None else asked[: machine.game.layout.size].hex()
    node, frame = asked
    zones, locals = machine.slots.fields, machine.slots.fields + machine.slots.zones
    return machine.coder.encode(node, frame[:zones], frame[zones:locals], frame[locals:]).hex()


def _read_asked(machine: Machine, text: str | None) -> Position | None:
    """Reads such a position, and checks that it is one that logs keep. Raises StateError."""
    if text is None:
        return None
    try:
        data = bytes.fromhex(text)
        node, fields, zones, locals = machine.coder.decode(data)
    except (ValueError, LookupError, struct.error):
        raise StateError("a position in this saved state is damaged") from None
    _refuse(wrong_values(machine, node, [*fields, *zones, *locals], [0] * machine.slots.counters))
    if node not in machine.telling:
        _refuse("a position is at no decision from which anything hidden can be learned")
    return data


def _read_seat(machine: Machine, seat: int | None) -> SeatId | None:
    if seat is not None and not 0 <= seat < len(machine.game.seats):
        _refuse("there is no such seat")
    return None if seat is None else SeatId(seat)


def _refuse(wrong: str | None) -> None:
    if wrong is not None:
        raise StateError(f"this saved state cannot be one of this game: {wrong}")


def _pending(saved: list[tuple[int, list[int]]]) -> Pending:
    """Returns the steps already taken, by ascending seat. Raises an error for seats without a step, or in another order."""
    pending = tuple((SeatId(seat), tuple(steps)) for seat, steps in saved)
    seats = [seat for seat, _ in pending]
    if seats != sorted(set(seats)) or not all(
        steps and min(steps) >= 0 and max(steps) < 1 << 31 for _, steps in pending
    ):
        _refuse("the steps taken are not in order")
    return pending


def _stream(state: str, increment: str) -> Stream:
    """Reads a random stream; its increment must be odd."""
    if not all(_HEXADECIMAL.fullmatch(word) for word in (state, increment)) or not int(increment, 16) & 1:
        _refuse("this is no random stream")
    return Stream(int(state, 16), int(increment, 16))


def require_type(data: object, form: type) -> object:
    """Returns numbers, texts and flags unchanged; cattrs would convert one into another."""
    if type(data) is not form:
        raise ValueError(f"{data!r} is not {form.__name__}")
    return data


@cache
def _converter() -> Converter:
    from cattrs import Converter
    from cattrs.strategies import configure_tagged_union

    converter = Converter(forbid_extra_keys=True)
    register_values(converter)
    for form in (int, str, bool):
        converter.register_structure_hook(form, require_type)
    configure_tagged_union(Fact, converter, tag_name="is")
    return converter
