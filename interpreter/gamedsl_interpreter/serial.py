"""States of the reference executor as JSON data and back; the data names the game that it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from attrs import frozen
from cattrs import Converter
from cattrs.strategies import configure_tagged_union

from gamedsl.errors import GameDslError
from gamedsl.graph.serial import digest
from gamedsl.graph.types import NodeId, SeatId
from gamedsl_interpreter.random import Stream
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.facts import Fact, Log
from gamedsl_interpreter.reference.state import ReferenceState

__all__ = ["FORMAT", "OtherGameError", "digest", "state_from_json", "state_to_json"]

FORMAT = 1
"""Number of the JSON form; it grows when a state written earlier could no longer be read."""


class OtherGameError(GameDslError, ValueError):
    """A state that belongs to another game, or to another version or setup of this one."""


@frozen
class _Saved:
    """A state as it is written. Numbers of 64 bits are hexadecimal texts, as not every reader of JSON keeps them."""

    format: int
    game: str
    node: int
    frame: list[Any]
    pending: list[tuple[int, list[int]]]
    stream: tuple[str, str] | None
    counters: list[int]
    log: list[list[Fact]]


def state_to_json(engine: ReferenceEngine, state: ReferenceState) -> dict[str, Any]:
    """The state with all that goes with its match, as plain JSON data."""
    stretches = [list(log.facts) for log in state.log.newest_first()]
    saved = _Saved(
        format=FORMAT,
        game=digest(engine.game),
        node=state.node,
        frame=[_plain(value) for value in state.frame],
        pending=[(seat, list(steps)) for seat, steps in state.pending],
        stream=None if state.stream is None else (f"{state.stream.state:016x}", f"{state.stream.increment:016x}"),
        counters=list(state.counters),
        log=list(reversed(stretches)),
    )
    data: dict[str, Any] = _CONVERTER.unstructure(saved)
    return data


def state_from_json(engine: ReferenceEngine, data: dict[str, Any]) -> ReferenceState:
    """The state that `state_to_json` wrote. OtherGameError for one of another game, ValueError for another format, cattrs' errors for other data."""
    if data.get("format") != FORMAT:
        raise ValueError(f"this is not a state of format {FORMAT}")
    if data.get("game") != digest(engine.game):
        raise OtherGameError(f"this state belongs to another game than {engine.game.name} as it is set up here")
    saved = _CONVERTER.structure(data, _Saved)
    return engine.machine.state(
        node=NodeId(saved.node),
        frame=[_value(value) for value in saved.frame],
        pending=tuple((SeatId(seat), tuple(steps)) for seat, steps in saved.pending),
        stream=None if saved.stream is None else Stream(int(saved.stream[0], 16), int(saved.stream[1], 16)),
        counters=saved.counters,
        log=_log(saved.log),
    )


def _log(stretches: Sequence[Sequence[Fact]]) -> Log:
    log = Log(None, tuple(stretches[0]))
    for facts in stretches[1:]:
        log = Log(log, tuple(facts))
    return log


def _plain(value: Any) -> Any:
    items: Iterable[Any] = value
    return [_plain(item) for item in items] if isinstance(value, tuple) else value


def _value(data: Any) -> Any:
    items: Iterable[Any] = data
    return tuple(_value(item) for item in items) if isinstance(data, list) else data


def _is_value(form: object) -> bool:
    """Whether a type is Value, whose recursion hides its name from converters."""
    return get_origin(form) in (Union, UnionType) and {NoneType, bool, int} <= set(get_args(form))


def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook_func(_is_value, lambda data, _: _value(data))
    converter.register_unstructure_hook_func(_is_value, _plain)
    configure_tagged_union(Fact, converter, tag_name="is")
    return converter


_CONVERTER = _converter()
