"""Saves states and replays as JSON text, and loads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from gamedsl.api.rules import additions_of
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.json import Json, JsonObject
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, S
from gamedsl_interpreter.matches.match import MatchRecord
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.state import WasmState

if TYPE_CHECKING:
    from gamedsl_interpreter.matches.replay import Replay
    from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState


def state_to_json(engine: Engine[S], state: S) -> str:
    """Returns the state as JSON text, with the random stream and the observations of the seats. Raises ArgumentError.

    The text contains the digest of its game and its own digest. It is not secret: it shows hidden cards to every reader.
    """
    from gamedsl_interpreter.serial import state_to_json

    data = state_to_json(*_with_log(engine, state))
    return _json(data | {"digest": _digest(data)})


def state_from_json(engine: Engine[S], text: str) -> S:
    """Reads a state that `state_to_json` wrote, for an engine of the same game (same rules, setup and names).

    Every returned state can be played: values, pieces and the node are verified, even if the digest is right. Raises StateError, and ArgumentError for a
    wrong engine or text.
    """
    from gamedsl_interpreter.serial import StateError

    arguments.text("text", text)
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError):
        raise StateError("this is no JSON") from None
    if not isinstance(data, dict) or "digest" not in data:
        raise StateError("this is no saved state")
    try:
        is_whole = data.pop("digest") == _digest(data)
    except (ValueError, RecursionError):
        is_whole = False
    if not is_whole:
        raise StateError("this saved state is damaged: it is not what its digest says")
    return cast("S", _convert_state(engine, data))


def _convert_state(engine: object, saved: JsonObject) -> object:
    """Converts the state to the form of the engine. Raises StateError, ArgumentError."""
    from gamedsl_interpreter.reference import ReferenceEngine
    from gamedsl_interpreter.serial import state_from_json

    match engine:
        case WasmEngine():
            return engine.put(state_from_json(engine.reference, saved))
        case ReferenceEngine():
            return state_from_json(engine, saved)
        case _:
            raise ArgumentError(f"`engine` is what `engine_for(game)` gives, not {arguments.describe_value(engine)}")


def _digest(data: JsonObject) -> str:
    from hashlib import sha256

    return sha256(_json(data).encode()).hexdigest()


def _json(data: JsonObject) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def replay_to_json(
    game: Game, record: MatchRecord | Replay, rules: str = "", variants: Sequence[str] = (), sets: Sequence[str] = ()
) -> str:
    """Returns a match as JSON text for `gamedsl replay` and `replay_from_json`. `rules` is the path of the rules file; `variants` and `sets` are the
    additions that were given to `load_rules`. A Replay contains these itself. Raises ArgumentError."""
    from gamedsl_interpreter.matches import replay as replays

    arguments.require("game", game, Game)
    if isinstance(record, replays.Replay):
        return replays.to_json(record)
    arguments.require("record", record, MatchRecord, "`play_match` gives one")
    arguments.text("rules", rules)
    added = additions_of(variants, sets).lines
    if record.seats != game.seats:
        raise ArgumentError(f"this match is of {', '.join(record.seats)}; the game is for {', '.join(game.seats)}")
    if record.state is not None:
        raise ArgumentError(
            "this match was played on from a state, and a replay begins at the beginning: `state_to_json` writes the state"
        )
    moves = tuple((played.seat, played.text) for played in record.moves)
    return replays.to_json(
        replays.replay_of(game, rules, record.seed, record.index, moves, record.outcome, record.start, added)
    )


def replay_from_json(text: str) -> Replay:
    """Reads a replay that `replay_to_json` wrote; `verify_replay(engine, it)` plays it again. Raises ReplayError, ArgumentError."""
    from gamedsl_interpreter.matches import replay as replays

    return replays.from_json(text)


def _with_log(engine: object, state: object) -> tuple[ReferenceEngine, ReferenceState]:
    """Converts the state to one of the reference executor, with the observations of the seats. Raises ArgumentError."""
    from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState

    match engine, state:
        case WasmEngine(), WasmState():
            return engine.reference, engine.with_log(state)
        case ReferenceEngine(), ReferenceState():
            return engine, engine.own(state)
        case ((WasmEngine() | ReferenceEngine()), _):
            raise ArgumentError(f"`state` is a state of this engine, not {arguments.describe_value(state)}")
        case _:
            raise ArgumentError(f"`engine` is what `engine_for(game)` gives, not {arguments.describe_value(engine)}")
