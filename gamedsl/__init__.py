"""gamedsl: rules of tabletop games as text, checked, compiled into a graph, and played.

    import gamedsl

    rules = gamedsl.load_rules("games/gloriana.gdl")
    engine = gamedsl.engine_for(rules.game(players=4))
    record = gamedsl.play_match(engine, [gamedsl.RandomSteps()] * 4, seed=1)

Everything here is described in `docs/embedding/`. A name is read in when it is first used, so that importing the
package costs nothing.
"""

from __future__ import annotations

from importlib import import_module

import gamedsl.versions as _versions

__version__: str = _versions.PACKAGE
"""The version of the package."""

TYPE_CHECKING = False
"""True for type checkers. Importing `typing` would take a good part of the time that importing this package takes."""

if TYPE_CHECKING:
    from gamedsl.api.actions import ActionSpace, action_space, apply, legal_actions
    from gamedsl.api.disclosing import secrets_told
    from gamedsl.api.drawings import svg_of
    from gamedsl.api.engines import engine_for
    from gamedsl.api.learning import (
        GameBounds,
        Known,
        bounds,
        hides_something,
        information_key,
        observation,
        observation_space,
        returns,
    )
    from gamedsl.api.matches import Match
    from gamedsl.api.models import model_of
    from gamedsl.api.plain import json_of
    from gamedsl.api.rules import Rules, RulesError, SetupError, load_rules, parse_rules
    from gamedsl.api.saved import replay_from_json, replay_to_json, state_from_json, state_to_json
    from gamedsl.api.solving import solve
    from gamedsl.api.tests import RulesTest, RulesTestResult
    from gamedsl.api.traits import Traits, traits_of
    from gamedsl.api.verifying import Possible, Trouble, Verified, verify
    from gamedsl.diagnostics.model import Diagnostic, Edit, Fix, FixLevel, Label, Severity
    from gamedsl.errors import ArgumentError, GameDslError
    from gamedsl.graph.compiled import Setup
    from gamedsl.graph.model.game import Game
    from gamedsl.json import Json, JsonObject
    from gamedsl.pipeline import Report
    from gamedsl.reports.secrets import Disclosed, Disclosure
    from gamedsl.source import Source, Span
    from gamedsl_interpreter.engine import (
        BUDGET,
        ChanceOutcome,
        Checking,
        Engine,
        Event,
        Fault,
        Forced,
        IllegalMove,
        Move,
        Outcome,
        Pending,
        Refusal,
        S,
        S_co,
        State,
        Step,
        StepOption,
        TooManyOutcomes,
        View,
        Worlds,
        ZoneView,
    )
    from gamedsl_interpreter.explore import Exploration, ExploresItself, explore
    from gamedsl_interpreter.matches.agents import Agent, RandomMoves, RandomSteps, Scripted, ScriptEndedError
    from gamedsl_interpreter.matches.fastest import simulate, simulate_rows
    from gamedsl_interpreter.matches.match import MatchFault, MatchRecord, Played, play_match
    from gamedsl_interpreter.matches.replay import (
        DivergedError,
        OpenSteps,
        Replay,
        ReplayError,
        ReplayMove,
        verify_replay,
    )
    from gamedsl_interpreter.matches.rows import Rows
    from gamedsl_interpreter.matches.simulate import SeatSummary, Summary, Tally
    from gamedsl_interpreter.observations import ObservationSpace, Part
    from gamedsl_interpreter.perft import CountsItself, Level, TooManyError, perft
    from gamedsl_interpreter.random import Dice, Stream
    from gamedsl_interpreter.serial import StateError
    from gamedsl_interpreter.solving.aims import Aim
    from gamedsl_interpreter.solving.hidden_games import HiddenSolution, Mixture
    from gamedsl_interpreter.solving.history_tree import InformationSet
    from gamedsl_interpreter.solving.open_games import MoveValue, OpenSolution
    from gamedsl_interpreter.solving.values import EndlessError
    from gamedsl_interpreter.things import Choice, Counted, Kind, Piece, Place, Seat, Thing, Word, Zone
    from gamedsl_interpreter.thinking.greedy import Greedy
    from gamedsl_interpreter.thinking.mcts import Mcts
    from gamedsl_interpreter.thinking.specs import AgentSpecError, agent_from, agents_from
    from gamedsl_interpreter.trouble.survey import Idle
    from gamedsl_interpreter.wasm.bulk.batch import Batch, Finished, Observing
    from gamedsl_interpreter.wasm.instances.module import NoRoomError
    from gamedsl_interpreter.worked_examples.running import ExampleNote, ExampleResult, Failure
    from gamedsl_interpreter.worlds.lost import Lost, LostKind, WorldsError

__all__ = [
    "BUDGET",
    "ActionSpace",
    "Agent",
    "AgentSpecError",
    "Aim",
    "ArgumentError",
    "Batch",
    "ChanceOutcome",
    "Checking",
    "Choice",
    "Counted",
    "CountsItself",
    "Diagnostic",
    "Dice",
    "Disclosed",
    "Disclosure",
    "DivergedError",
    "Edit",
    "EndlessError",
    "Engine",
    "Event",
    "ExampleNote",
    "ExampleResult",
    "Exploration",
    "ExploresItself",
    "Failure",
    "Fault",
    "Finished",
    "Fix",
    "FixLevel",
    "Forced",
    "Game",
    "GameBounds",
    "GameDslError",
    "Greedy",
    "HiddenSolution",
    "Idle",
    "IllegalMove",
    "InformationSet",
    "Json",
    "JsonObject",
    "Kind",
    "Known",
    "Label",
    "Level",
    "Lost",
    "LostKind",
    "Match",
    "MatchFault",
    "MatchRecord",
    "Mcts",
    "Mixture",
    "Move",
    "MoveValue",
    "NoRoomError",
    "ObservationSpace",
    "Observing",
    "OpenSolution",
    "OpenSteps",
    "Outcome",
    "Part",
    "Pending",
    "Piece",
    "Place",
    "Played",
    "Possible",
    "RandomMoves",
    "RandomSteps",
    "Refusal",
    "Replay",
    "ReplayError",
    "ReplayMove",
    "Report",
    "Rows",
    "Rules",
    "RulesError",
    "RulesTest",
    "RulesTestResult",
    "S",
    "S_co",
    "ScriptEndedError",
    "Scripted",
    "Seat",
    "SeatSummary",
    "Setup",
    "SetupError",
    "Severity",
    "Source",
    "Span",
    "State",
    "StateError",
    "Step",
    "StepOption",
    "Stream",
    "Summary",
    "Tally",
    "Thing",
    "TooManyError",
    "TooManyOutcomes",
    "Traits",
    "Trouble",
    "Verified",
    "View",
    "Word",
    "Worlds",
    "WorldsError",
    "Zone",
    "ZoneView",
    "action_space",
    "agent_from",
    "agents_from",
    "apply",
    "bounds",
    "engine_for",
    "explore",
    "hides_something",
    "information_key",
    "json_of",
    "legal_actions",
    "load_rules",
    "model_of",
    "observation",
    "observation_space",
    "parse_rules",
    "perft",
    "play_match",
    "replay_from_json",
    "replay_to_json",
    "returns",
    "secrets_told",
    "simulate",
    "simulate_rows",
    "solve",
    "state_from_json",
    "state_to_json",
    "svg_of",
    "traits_of",
    "verify",
    "verify_replay",
]

_HOMES = {
    "gamedsl.api.actions": (
        "ActionSpace",
        "action_space",
        "apply",
        "legal_actions",
    ),
    "gamedsl.api.disclosing": ("secrets_told",),
    "gamedsl.api.drawings": ("svg_of",),
    "gamedsl.api.engines": ("engine_for",),
    "gamedsl.api.learning": (
        "GameBounds",
        "Known",
        "bounds",
        "hides_something",
        "information_key",
        "observation",
        "observation_space",
        "returns",
    ),
    "gamedsl.api.matches": ("Match",),
    "gamedsl.api.models": ("model_of",),
    "gamedsl.api.plain": ("json_of",),
    "gamedsl.api.rules": (
        "Rules",
        "RulesError",
        "SetupError",
        "load_rules",
        "parse_rules",
    ),
    "gamedsl.api.saved": (
        "replay_from_json",
        "replay_to_json",
        "state_from_json",
        "state_to_json",
    ),
    "gamedsl.api.solving": ("solve",),
    "gamedsl.api.tests": (
        "RulesTest",
        "RulesTestResult",
    ),
    "gamedsl.api.traits": (
        "Traits",
        "traits_of",
    ),
    "gamedsl.api.verifying": (
        "Possible",
        "Trouble",
        "Verified",
        "verify",
    ),
    "gamedsl.diagnostics.model": (
        "Diagnostic",
        "Edit",
        "Fix",
        "FixLevel",
        "Label",
        "Severity",
    ),
    "gamedsl.errors": (
        "ArgumentError",
        "GameDslError",
    ),
    "gamedsl.graph.compiled": ("Setup",),
    "gamedsl.graph.model.game": ("Game",),
    "gamedsl.json": (
        "Json",
        "JsonObject",
    ),
    "gamedsl.pipeline": ("Report",),
    "gamedsl.reports.secrets": (
        "Disclosed",
        "Disclosure",
    ),
    "gamedsl.source": (
        "Source",
        "Span",
    ),
    "gamedsl_interpreter.matches.agents": (
        "Agent",
        "RandomMoves",
        "RandomSteps",
        "ScriptEndedError",
        "Scripted",
    ),
    "gamedsl_interpreter.engine": (
        "Pending",
        "BUDGET",
        "ChanceOutcome",
        "Checking",
        "Engine",
        "Event",
        "Fault",
        "Forced",
        "IllegalMove",
        "Move",
        "Outcome",
        "Refusal",
        "S",
        "S_co",
        "State",
        "Step",
        "StepOption",
        "TooManyOutcomes",
        "View",
        "Worlds",
        "ZoneView",
    ),
    "gamedsl_interpreter.worked_examples.running": (
        "ExampleNote",
        "ExampleResult",
        "Failure",
    ),
    "gamedsl_interpreter.explore": (
        "ExploresItself",
        "Exploration",
        "explore",
    ),
    "gamedsl_interpreter.matches.fastest": (
        "simulate",
        "simulate_rows",
    ),
    "gamedsl_interpreter.matches.match": (
        "MatchFault",
        "MatchRecord",
        "Played",
        "play_match",
    ),
    "gamedsl_interpreter.observations": (
        "ObservationSpace",
        "Part",
    ),
    "gamedsl_interpreter.perft": (
        "CountsItself",
        "Level",
        "TooManyError",
        "perft",
    ),
    "gamedsl_interpreter.random": (
        "Stream",
        "Dice",
    ),
    "gamedsl_interpreter.matches.replay": (
        "OpenSteps",
        "DivergedError",
        "Replay",
        "ReplayError",
        "ReplayMove",
        "verify_replay",
    ),
    "gamedsl_interpreter.matches.rows": ("Rows",),
    "gamedsl_interpreter.serial": ("StateError",),
    "gamedsl_interpreter.matches.simulate": (
        "SeatSummary",
        "Summary",
        "Tally",
    ),
    "gamedsl_interpreter.solving.aims": ("Aim",),
    "gamedsl_interpreter.solving.hidden_games": (
        "HiddenSolution",
        "Mixture",
    ),
    "gamedsl_interpreter.solving.history_tree": ("InformationSet",),
    "gamedsl_interpreter.solving.open_games": (
        "MoveValue",
        "OpenSolution",
    ),
    "gamedsl_interpreter.solving.values": ("EndlessError",),
    "gamedsl_interpreter.things": (
        "Choice",
        "Counted",
        "Kind",
        "Piece",
        "Place",
        "Seat",
        "Thing",
        "Word",
        "Zone",
    ),
    "gamedsl_interpreter.trouble.survey": ("Idle",),
    "gamedsl_interpreter.thinking.greedy": ("Greedy",),
    "gamedsl_interpreter.thinking.mcts": ("Mcts",),
    "gamedsl_interpreter.thinking.specs": (
        "AgentSpecError",
        "agent_from",
        "agents_from",
    ),
    "gamedsl_interpreter.wasm.bulk.batch": (
        "Finished",
        "Batch",
        "Observing",
    ),
    "gamedsl_interpreter.wasm.instances.module": ("NoRoomError",),
    "gamedsl_interpreter.worlds.lost": (
        "Lost",
        "LostKind",
        "WorldsError",
    ),
}
"""The names by the modules that define them."""

_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
