"""gamedsl: rules of tabletop games as text, checked, compiled into a graph, and played.

    import gamedsl

    rules = gamedsl.load("games/gloriana.gdl")
    game = rules.game(players=4)
    engine = gamedsl.engine(game)
    record = gamedsl.play_match(engine, [gamedsl.RandomSteps()] * 4, seed=1)

Everything here is described in `docs/embedding.md`. A name is read in when it is first used, so that importing the
package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamedsl.api import (
        Agent,
        ArgumentError,
        Checking,
        Choice,
        Counted,
        DivergedError,
        Engine,
        Fault,
        Forced,
        Game,
        GameDslError,
        IllegalMove,
        Kind,
        MatchFault,
        Piece,
        Place,
        RandomMoves,
        RandomSteps,
        Replay,
        ReplayError,
        Rules,
        RulesError,
        Scripted,
        Seat,
        SetupError,
        State,
        StateError,
        Thing,
        TooManyOutcomes,
        Word,
        Zone,
        engine,
        load,
        load_replay,
        load_state,
        loads,
        play_match,
        replay,
        save_replay,
        save_state,
        simulate,
        thing_json,
    )

__all__ = [
    "Agent",
    "ArgumentError",
    "Checking",
    "Choice",
    "Counted",
    "DivergedError",
    "Engine",
    "Fault",
    "Forced",
    "Game",
    "GameDslError",
    "IllegalMove",
    "Kind",
    "MatchFault",
    "Piece",
    "Place",
    "RandomMoves",
    "RandomSteps",
    "Replay",
    "ReplayError",
    "Rules",
    "RulesError",
    "Scripted",
    "Seat",
    "SetupError",
    "State",
    "StateError",
    "Thing",
    "TooManyOutcomes",
    "Word",
    "Zone",
    "engine",
    "load",
    "load_replay",
    "load_state",
    "loads",
    "play_match",
    "replay",
    "save_replay",
    "save_state",
    "simulate",
    "thing_json",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module("gamedsl.api"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
