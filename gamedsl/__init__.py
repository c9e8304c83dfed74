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
    from gamedsl.api.actions import ActionSpace as ActionSpace
    from gamedsl.api.actions import action_space as action_space
    from gamedsl.api.actions import apply as apply
    from gamedsl.api.actions import legal_actions as legal_actions
    from gamedsl.api.answers import OutOfDateError as OutOfDateError
    from gamedsl.api.disclosing import secrets_told as secrets_told
    from gamedsl.api.engines import engine_for as engine_for
    from gamedsl.api.json_forms import ChoiceData as ChoiceData
    from gamedsl.api.json_forms import EventData as EventData
    from gamedsl.api.json_forms import MoveData as MoveData
    from gamedsl.api.json_forms import OpenStepsData as OpenStepsData
    from gamedsl.api.json_forms import OutcomeData as OutcomeData
    from gamedsl.api.json_forms import PlayedData as PlayedData
    from gamedsl.api.json_forms import RefusalData as RefusalData
    from gamedsl.api.json_forms import RefusedData as RefusedData
    from gamedsl.api.json_forms import ReplayData as ReplayData
    from gamedsl.api.json_forms import ReplayMoveData as ReplayMoveData
    from gamedsl.api.json_forms import ReplayOutcomeData as ReplayOutcomeData
    from gamedsl.api.json_forms import SeatedPersonData as SeatedPersonData
    from gamedsl.api.json_forms import StepData as StepData
    from gamedsl.api.json_forms import StepOptionData as StepOptionData
    from gamedsl.api.json_forms import ViewData as ViewData
    from gamedsl.api.json_forms import ZoneViewData as ZoneViewData
    from gamedsl.api.learning import GameBounds as GameBounds
    from gamedsl.api.learning import Known as Known
    from gamedsl.api.learning import bounds as bounds
    from gamedsl.api.learning import hides_something as hides_something
    from gamedsl.api.learning import information_key as information_key
    from gamedsl.api.learning import observation as observation
    from gamedsl.api.learning import observation_space as observation_space
    from gamedsl.api.learning import returns as returns
    from gamedsl.api.making.cards import Cards as Cards
    from gamedsl.api.making.cards import PrintedPiece as PrintedPiece
    from gamedsl.api.making.cards import PrintError as PrintError
    from gamedsl.api.making.cards import cards_of as cards_of
    from gamedsl.api.making.drawings import graph_of as graph_of
    from gamedsl.api.making.drawings import svg_of as svg_of
    from gamedsl.api.making.writing import RulesDifferences as RulesDifferences
    from gamedsl.api.making.writing import differences_of as differences_of
    from gamedsl.api.making.writing import model_of as model_of
    from gamedsl.api.making.writing import module_of as module_of
    from gamedsl.api.making.writing import page_of as page_of
    from gamedsl.api.making.writing import rulebook_of as rulebook_of
    from gamedsl.api.matches import Match as Match
    from gamedsl.api.plain import json_of as json_of
    from gamedsl.api.refused import Refused as Refused
    from gamedsl.api.rules import Rules as Rules
    from gamedsl.api.rules import RulesError as RulesError
    from gamedsl.api.rules import SetupError as SetupError
    from gamedsl.api.rules import format_rules as format_rules
    from gamedsl.api.rules import load_rules as load_rules
    from gamedsl.api.rules import parse_rules as parse_rules
    from gamedsl.api.saved import replay_from_json as replay_from_json
    from gamedsl.api.saved import replay_to_json as replay_to_json
    from gamedsl.api.saved import state_from_json as state_from_json
    from gamedsl.api.saved import state_to_json as state_to_json
    from gamedsl.api.solving import exploit as exploit
    from gamedsl.api.solving import solve as solve
    from gamedsl.api.studies.campaigns import CampaignCell as CampaignCell
    from gamedsl.api.studies.campaigns import CampaignPart as CampaignPart
    from gamedsl.api.studies.campaigns import CampaignResults as CampaignResults
    from gamedsl.api.studies.campaigns import campaign as campaign
    from gamedsl.api.studies.comparing import Compared as Compared
    from gamedsl.api.studies.comparing import ComparedFigure as ComparedFigure
    from gamedsl.api.studies.comparing import ComparedPair as ComparedPair
    from gamedsl.api.studies.comparing import ComparedSide as ComparedSide
    from gamedsl.api.studies.comparing import compare as compare
    from gamedsl.api.studies.mutating import Mutated as Mutated
    from gamedsl.api.studies.mutating import TriedMutant as TriedMutant
    from gamedsl.api.studies.mutating import mutate as mutate
    from gamedsl.api.studies.reporting import MatchReport as MatchReport
    from gamedsl.api.studies.reporting import ReportFigure as ReportFigure
    from gamedsl.api.studies.reporting import ReportFinding as ReportFinding
    from gamedsl.api.studies.reporting import report_of as report_of
    from gamedsl.api.studies.tuning import Tuned as Tuned
    from gamedsl.api.studies.tuning import TunedFigure as TunedFigure
    from gamedsl.api.studies.tuning import TunedVariant as TunedVariant
    from gamedsl.api.studies.tuning import tune as tune
    from gamedsl.api.tests import RulesTest as RulesTest
    from gamedsl.api.tests import RulesTestResult as RulesTestResult
    from gamedsl.api.traits import Traits as Traits
    from gamedsl.api.traits import traits_of as traits_of
    from gamedsl.api.verifying import Possible as Possible
    from gamedsl.api.verifying import Trouble as Trouble
    from gamedsl.api.verifying import Verified as Verified
    from gamedsl.api.verifying import verify as verify
    from gamedsl.cards.drawing.pdf import FontError as FontError
    from gamedsl.diagnostics.model import Diagnostic as Diagnostic
    from gamedsl.diagnostics.model import Edit as Edit
    from gamedsl.diagnostics.model import Fix as Fix
    from gamedsl.diagnostics.model import FixLevel as FixLevel
    from gamedsl.diagnostics.model import Label as Label
    from gamedsl.diagnostics.model import Severity as Severity
    from gamedsl.differences.export import CellData as CellData
    from gamedsl.differences.export import DifferenceData as DifferenceData
    from gamedsl.differences.export import DifferencesData as DifferencesData
    from gamedsl.differences.export import LineData as LineData
    from gamedsl.differences.export import MembersData as MembersData
    from gamedsl.differences.export import SetupData as SetupData
    from gamedsl.differences.export import ValueData as ValueData
    from gamedsl.errors import ArgumentError as ArgumentError
    from gamedsl.errors import GameDslError as GameDslError
    from gamedsl.errors import MissingExtraError as MissingExtraError
    from gamedsl.graph.analysis.winning import Contest as Contest
    from gamedsl.graph.compiled import Setup as Setup
    from gamedsl.graph.model.game import Game as Game
    from gamedsl.json import Json as Json
    from gamedsl.json import JsonObject as JsonObject
    from gamedsl.mutation.trial import BaseFailsError as BaseFailsError
    from gamedsl.page.mistakes import LookError as LookError
    from gamedsl.page.pictures import PictureError as PictureError
    from gamedsl.pipeline import Report as Report
    from gamedsl.reports.secrets import Disclosed as Disclosed
    from gamedsl.reports.secrets import Disclosure as Disclosure
    from gamedsl.reports.shipped_games import ShippedGame as ShippedGame
    from gamedsl.reports.shipped_games import shipped_games as shipped_games
    from gamedsl.rulebook.labels import LabelError as LabelError
    from gamedsl.server.making import Server as Server
    from gamedsl.server.making import server_of as server_of
    from gamedsl.server.refusals import KeepingError as KeepingError
    from gamedsl.source import Source as Source
    from gamedsl.source import Span as Span
    from gamedsl.workbench.campaigns.errors import ClusterError as ClusterError
    from gamedsl.workbench.campaigns.plan import PlanError as PlanError
    from gamedsl.workbench.campaigns.results import ResultsError as ResultsError
    from gamedsl.workbench.tuning.mistakes import WishesError as WishesError
    from gamedsl.workbench.tuning.mistakes import WishMistake as WishMistake
    from gamedsl.workbench.tuning.search import SearchError as SearchError
    from gamedsl_interpreter.aims import Aim as Aim
    from gamedsl_interpreter.aims import Utility as Utility
    from gamedsl_interpreter.aims import aim_of as aim_of
    from gamedsl_interpreter.aims import utility_of as utility_of
    from gamedsl_interpreter.engine import BUDGET as BUDGET
    from gamedsl_interpreter.engine import Candidates as Candidates
    from gamedsl_interpreter.engine import ChanceOutcome as ChanceOutcome
    from gamedsl_interpreter.engine import Checking as Checking
    from gamedsl_interpreter.engine import Engine as Engine
    from gamedsl_interpreter.engine import Event as Event
    from gamedsl_interpreter.engine import Fault as Fault
    from gamedsl_interpreter.engine import Forced as Forced
    from gamedsl_interpreter.engine import IllegalMove as IllegalMove
    from gamedsl_interpreter.engine import Move as Move
    from gamedsl_interpreter.engine import Outcome as Outcome
    from gamedsl_interpreter.engine import Pending as Pending
    from gamedsl_interpreter.engine import Refusal as Refusal
    from gamedsl_interpreter.engine import S as S
    from gamedsl_interpreter.engine import S_co as S_co
    from gamedsl_interpreter.engine import State as State
    from gamedsl_interpreter.engine import Step as Step
    from gamedsl_interpreter.engine import StepOption as StepOption
    from gamedsl_interpreter.engine import TooManyOutcomes as TooManyOutcomes
    from gamedsl_interpreter.engine import View as View
    from gamedsl_interpreter.engine import Worlds as Worlds
    from gamedsl_interpreter.engine import ZoneView as ZoneView
    from gamedsl_interpreter.explore import Exploration as Exploration
    from gamedsl_interpreter.explore import ExploresItself as ExploresItself
    from gamedsl_interpreter.explore import explore as explore
    from gamedsl_interpreter.hosting.messages import CountedData as CountedData
    from gamedsl_interpreter.hosting.messages import KindData as KindData
    from gamedsl_interpreter.hosting.messages import Message as Message
    from gamedsl_interpreter.hosting.messages import MessageChoice as MessageChoice
    from gamedsl_interpreter.hosting.messages import MessageEvent as MessageEvent
    from gamedsl_interpreter.hosting.messages import MessageField as MessageField
    from gamedsl_interpreter.hosting.messages import MessageLocal as MessageLocal
    from gamedsl_interpreter.hosting.messages import MessageMove as MessageMove
    from gamedsl_interpreter.hosting.messages import MessageOption as MessageOption
    from gamedsl_interpreter.hosting.messages import MessageOutcome as MessageOutcome
    from gamedsl_interpreter.hosting.messages import MessagePieces as MessagePieces
    from gamedsl_interpreter.hosting.messages import MessageRefusal as MessageRefusal
    from gamedsl_interpreter.hosting.messages import MessageRefused as MessageRefused
    from gamedsl_interpreter.hosting.messages import MessageStep as MessageStep
    from gamedsl_interpreter.hosting.messages import MessageView as MessageView
    from gamedsl_interpreter.hosting.messages import MessageZone as MessageZone
    from gamedsl_interpreter.hosting.messages import PieceData as PieceData
    from gamedsl_interpreter.hosting.messages import PlaceData as PlaceData
    from gamedsl_interpreter.hosting.messages import SeatThingData as SeatThingData
    from gamedsl_interpreter.hosting.messages import ThingData as ThingData
    from gamedsl_interpreter.hosting.messages import WordData as WordData
    from gamedsl_interpreter.hosting.messages import ZoneThingData as ZoneThingData
    from gamedsl_interpreter.matches.agents import Advice as Advice
    from gamedsl_interpreter.matches.agents import Adviser as Adviser
    from gamedsl_interpreter.matches.agents import Agent as Agent
    from gamedsl_interpreter.matches.agents import MixedAgent as MixedAgent
    from gamedsl_interpreter.matches.agents import RandomMoves as RandomMoves
    from gamedsl_interpreter.matches.agents import RandomSteps as RandomSteps
    from gamedsl_interpreter.matches.agents import Scripted as Scripted
    from gamedsl_interpreter.matches.agents import ScriptEndedError as ScriptEndedError
    from gamedsl_interpreter.matches.agents import Weighed as Weighed
    from gamedsl_interpreter.matches.fastest import simulate as simulate
    from gamedsl_interpreter.matches.fastest import simulate_rows as simulate_rows
    from gamedsl_interpreter.matches.match import MatchFault as MatchFault
    from gamedsl_interpreter.matches.match import MatchRecord as MatchRecord
    from gamedsl_interpreter.matches.match import Played as Played
    from gamedsl_interpreter.matches.match import play_match as play_match
    from gamedsl_interpreter.matches.replay import DivergedError as DivergedError
    from gamedsl_interpreter.matches.replay import OpenSteps as OpenSteps
    from gamedsl_interpreter.matches.replay import Replay as Replay
    from gamedsl_interpreter.matches.replay import ReplayError as ReplayError
    from gamedsl_interpreter.matches.replay import ReplayMove as ReplayMove
    from gamedsl_interpreter.matches.replay import SeatedPerson as SeatedPerson
    from gamedsl_interpreter.matches.replay import verify_replay as verify_replay
    from gamedsl_interpreter.matches.rows import Rows as Rows
    from gamedsl_interpreter.matches.simulate import SeatSummary as SeatSummary
    from gamedsl_interpreter.matches.simulate import Summary as Summary
    from gamedsl_interpreter.matches.simulate import Tally as Tally
    from gamedsl_interpreter.observations import ObservationSpace as ObservationSpace
    from gamedsl_interpreter.observations import Part as Part
    from gamedsl_interpreter.perft import CountsItself as CountsItself
    from gamedsl_interpreter.perft import Level as Level
    from gamedsl_interpreter.perft import TooManyError as TooManyError
    from gamedsl_interpreter.perft import perft as perft
    from gamedsl_interpreter.random import Dice as Dice
    from gamedsl_interpreter.random import Stream as Stream
    from gamedsl_interpreter.serial import StateError as StateError
    from gamedsl_interpreter.solving.exploiting import Exploited as Exploited
    from gamedsl_interpreter.solving.hidden_games import HiddenSolution as HiddenSolution
    from gamedsl_interpreter.solving.hidden_games import Mixture as Mixture
    from gamedsl_interpreter.solving.history_tree import InformationSet as InformationSet
    from gamedsl_interpreter.solving.open_games import MoveValue as MoveValue
    from gamedsl_interpreter.solving.open_games import OpenSolution as OpenSolution
    from gamedsl_interpreter.solving.values import EndlessError as EndlessError
    from gamedsl_interpreter.things import Choice as Choice
    from gamedsl_interpreter.things import Counted as Counted
    from gamedsl_interpreter.things import Kind as Kind
    from gamedsl_interpreter.things import Piece as Piece
    from gamedsl_interpreter.things import Place as Place
    from gamedsl_interpreter.things import Seat as Seat
    from gamedsl_interpreter.things import Thing as Thing
    from gamedsl_interpreter.things import Word as Word
    from gamedsl_interpreter.things import Zone as Zone
    from gamedsl_interpreter.thinking.cfr import Cfr as Cfr
    from gamedsl_interpreter.thinking.cfr import NoStrategyError as NoStrategyError
    from gamedsl_interpreter.thinking.greedy import Greedy as Greedy
    from gamedsl_interpreter.thinking.mcts import Mcts as Mcts
    from gamedsl_interpreter.thinking.specs import AgentSpecError as AgentSpecError
    from gamedsl_interpreter.thinking.specs import agent_from as agent_from
    from gamedsl_interpreter.thinking.specs import agents_from as agents_from
    from gamedsl_interpreter.trouble.survey import Idle as Idle
    from gamedsl_interpreter.wasm.bulk.batch import Batch as Batch
    from gamedsl_interpreter.wasm.bulk.batch import Finished as Finished
    from gamedsl_interpreter.wasm.bulk.batch import Observing as Observing
    from gamedsl_interpreter.wasm.instances.instance import NoRoomError as NoRoomError
    from gamedsl_interpreter.worked_examples.proof import ExampleNote as ExampleNote
    from gamedsl_interpreter.worked_examples.run import ExampleResult as ExampleResult
    from gamedsl_interpreter.worked_examples.run import Failure as Failure
    from gamedsl_interpreter.worlds.lost import Lost as Lost
    from gamedsl_interpreter.worlds.lost import LostKind as LostKind
    from gamedsl_interpreter.worlds.lost import WorldsError as WorldsError

_HOMES = {
    "gamedsl.api.actions": "ActionSpace action_space apply legal_actions",
    "gamedsl.api.disclosing": "secrets_told",
    "gamedsl.api.making.cards": "Cards PrintError PrintedPiece cards_of",
    "gamedsl.api.making.drawings": "graph_of svg_of",
    "gamedsl.api.engines": "engine_for",
    "gamedsl.api.json_forms": "ChoiceData EventData MoveData OpenStepsData OutcomeData PlayedData RefusalData RefusedData ReplayData ReplayMoveData"
    " ReplayOutcomeData SeatedPersonData StepData StepOptionData ViewData ZoneViewData",
    "gamedsl.api.learning": "GameBounds Known bounds hides_something information_key observation observation_space returns",
    "gamedsl.api.answers": "OutOfDateError",
    "gamedsl.api.matches": "Match",
    "gamedsl.api.refused": "Refused",
    "gamedsl.api.plain": "json_of",
    "gamedsl.api.rules": "Rules RulesError SetupError format_rules load_rules parse_rules",
    "gamedsl.api.saved": "replay_from_json replay_to_json state_from_json state_to_json",
    "gamedsl.api.solving": "exploit solve",
    "gamedsl.api.studies.campaigns": "CampaignCell CampaignPart CampaignResults campaign",
    "gamedsl.api.studies.comparing": "Compared ComparedFigure ComparedPair ComparedSide compare",
    "gamedsl.api.studies.mutating": "Mutated TriedMutant mutate",
    "gamedsl.api.studies.reporting": "MatchReport ReportFigure ReportFinding report_of",
    "gamedsl.api.studies.tuning": "Tuned TunedFigure TunedVariant tune",
    "gamedsl.api.tests": "RulesTest RulesTestResult",
    "gamedsl.api.traits": "Traits traits_of",
    "gamedsl.api.verifying": "Possible Trouble Verified verify",
    "gamedsl.api.making.writing": "RulesDifferences differences_of model_of module_of page_of rulebook_of",
    "gamedsl.diagnostics.model": "Diagnostic Edit Fix FixLevel Label Severity",
    "gamedsl.differences.export": "CellData DifferenceData DifferencesData LineData MembersData SetupData ValueData",
    "gamedsl.cards.drawing.pdf": "FontError",
    "gamedsl.errors": "ArgumentError GameDslError MissingExtraError",
    "gamedsl.mutation.trial": "BaseFailsError",
    "gamedsl.page.mistakes": "LookError",
    "gamedsl.page.pictures": "PictureError",
    "gamedsl.rulebook.labels": "LabelError",
    "gamedsl.graph.compiled": "Setup",
    "gamedsl.graph.model.game": "Game",
    "gamedsl.graph.analysis.winning": "Contest",
    "gamedsl.json": "Json JsonObject",
    "gamedsl.pipeline": "Report",
    "gamedsl.reports.secrets": "Disclosed Disclosure",
    "gamedsl.reports.shipped_games": "ShippedGame shipped_games",
    "gamedsl.server.making": "Server server_of",
    "gamedsl.server.refusals": "KeepingError",
    "gamedsl.source": "Source Span",
    "gamedsl.workbench.campaigns.errors": "ClusterError",
    "gamedsl.workbench.campaigns.plan": "PlanError",
    "gamedsl.workbench.campaigns.results": "ResultsError",
    "gamedsl.workbench.tuning.mistakes": "WishMistake WishesError",
    "gamedsl.workbench.tuning.search": "SearchError",
    "gamedsl_interpreter.engine": "BUDGET Candidates ChanceOutcome Checking Engine Event Fault Forced IllegalMove Move Outcome Pending Refusal S"
    " S_co State Step StepOption TooManyOutcomes View Worlds ZoneView",
    "gamedsl_interpreter.explore": "Exploration ExploresItself explore",
    "gamedsl_interpreter.hosting.messages": "CountedData KindData Message MessageChoice MessageEvent MessageField MessageLocal"
    " MessageMove MessageOption MessageOutcome MessagePieces MessageRefusal MessageRefused MessageStep MessageView MessageZone"
    " PieceData PlaceData SeatThingData ThingData WordData ZoneThingData",
    "gamedsl_interpreter.matches.agents": "Advice Adviser Agent MixedAgent RandomMoves RandomSteps ScriptEndedError Scripted Weighed",
    "gamedsl_interpreter.matches.fastest": "simulate simulate_rows",
    "gamedsl_interpreter.matches.match": "MatchFault MatchRecord Played play_match",
    "gamedsl_interpreter.matches.replay": "DivergedError OpenSteps Replay ReplayError ReplayMove SeatedPerson verify_replay",
    "gamedsl_interpreter.matches.rows": "Rows",
    "gamedsl_interpreter.matches.simulate": "SeatSummary Summary Tally",
    "gamedsl_interpreter.observations": "ObservationSpace Part",
    "gamedsl_interpreter.perft": "CountsItself Level TooManyError perft",
    "gamedsl_interpreter.random": "Dice Stream",
    "gamedsl_interpreter.serial": "StateError",
    "gamedsl_interpreter.aims": "Aim Utility aim_of utility_of",
    "gamedsl_interpreter.solving.hidden_games": "HiddenSolution Mixture",
    "gamedsl_interpreter.solving.history_tree": "InformationSet",
    "gamedsl_interpreter.solving.open_games": "MoveValue OpenSolution",
    "gamedsl_interpreter.solving.values": "EndlessError",
    "gamedsl_interpreter.things": "Choice Counted Kind Piece Place Seat Thing Word Zone",
    "gamedsl_interpreter.solving.exploiting": "Exploited",
    "gamedsl_interpreter.thinking.cfr": "Cfr NoStrategyError",
    "gamedsl_interpreter.thinking.greedy": "Greedy",
    "gamedsl_interpreter.thinking.mcts": "Mcts",
    "gamedsl_interpreter.thinking.specs": "AgentSpecError agent_from agents_from",
    "gamedsl_interpreter.trouble.survey": "Idle",
    "gamedsl_interpreter.wasm.bulk.batch": "Batch Finished Observing",
    "gamedsl_interpreter.wasm.instances.instance": "NoRoomError",
    "gamedsl_interpreter.worked_examples.proof": "ExampleNote",
    "gamedsl_interpreter.worked_examples.run": "ExampleResult Failure",
    "gamedsl_interpreter.worlds.lost": "Lost LostKind WorldsError",
}
"""The names by the modules that define them."""

_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:  # for type checkers, imported names are public already
    __all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
