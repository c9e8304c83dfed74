"""Converts results to JSON data, for hosts that send them elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import cast, overload

from gamedsl.api import json_forms
from gamedsl.api.asked import GIVE_GAME
from gamedsl.api.refused import Refused
from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.json import Json
from gamedsl.values import field_names
from gamedsl_interpreter import arguments, things
from gamedsl_interpreter.engine import ChanceOutcome, Event, Move, Outcome, Refusal, Step, StepOption, View, ZoneView
from gamedsl_interpreter.explore import Exploration
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.simulate import SeatSummary, Summary, Tally
from gamedsl_interpreter.perft import Level
from gamedsl_interpreter.solving.exploiting import Exploited
from gamedsl_interpreter.solving.hidden_games import HiddenSolution
from gamedsl_interpreter.solving.open_games import OpenSolution

_THINGS = (
    things.Place, things.Seat, things.Word, things.Kind, things.Zone, things.Piece, things.Counted,
)  # fmt: skip
_RESULTS = (
    ChanceOutcome, Event, Exploited, Move, Outcome, Played, Refusal, Refused, SeatSummary, Step, StepOption, Summary, Tally, View, ZoneView, things.Choice,
)  # fmt: skip
_SHOWN: dict[type, tuple[str, ...]] = {
    Played: ("seat", "text", "choices"),
    Exploited: ("agent", "aim", "histories", "information_sets", "payoff", "gains", "exploitability", "choices"),
}
"""The attributes that are written, of classes in which these are not the fields."""


@overload
def json_of(value: View) -> json_forms.ViewData: ...  # type: ignore[overload-overlap]  # pyright: ignore[reportOverlappingOverload]
@overload
def json_of(value: ZoneView) -> json_forms.ZoneViewData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Event) -> json_forms.EventData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Move) -> json_forms.MoveData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Played) -> json_forms.PlayedData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: things.Choice) -> json_forms.ChoiceData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Step) -> json_forms.StepData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: StepOption) -> json_forms.StepOptionData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Refusal) -> json_forms.RefusalData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Refused) -> json_forms.RefusedData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Outcome) -> json_forms.OutcomeData: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Sequence[Event]) -> list[json_forms.EventData]: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Sequence[Move]) -> list[json_forms.MoveData]: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Sequence[Played]) -> list[json_forms.PlayedData]: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: Sequence[Refused]) -> list[json_forms.RefusedData]: ...  # type: ignore[overload-overlap]
@overload
def json_of(value: object, game: Game | None = None) -> Json: ...
def json_of(value: object, game: Game | None = None) -> object:
    """Converts a move, step, refusal, view, event, outcome, chance outcome, summary or thing to JSON data; lists and tuples of them become lists.

    A result becomes an object with its fields by name, a pair a list of two, a fraction its text (`"1/2"`). The key `is` gives the sort of a thing:
    `{"is": "place", "board": "cell", …}`. Nothing is left out, so the data of a view is as safe to send to its seat as the view itself. The data has a type:
    `ViewData` for a `View`, and so on.

    Levels of `perft`, and what `explore` and `solve` find in a `game`, become what these commands print with `--json`. An `Exploited` has its
    `exploitability`, too. Raises ArgumentError for anything else.
    """
    return _json(value) if game is None else _json_in(value, arguments.require("game", game, Game, GIVE_GAME))


def _json_in(value: object, game: Game) -> Json:
    """Converts what was found in a game."""
    from gamedsl.reports import solutions, trees

    match value:
        case Level():
            return trees.level_data(value)
        case Exploration():
            return trees.exploration_data(game, value)
        case OpenSolution():
            return solutions.open_data(game, value)
        case HiddenSolution():
            return solutions.data_of_hidden(game, value)
        case Sequence() if not isinstance(value, str | bytes):
            return [_json_in(one, game) for one in cast("Sequence[object]", value)]
        case _:
            return _json(value)


def _json(value: object) -> Json:
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Fraction():
            return str(value)
        case Enum():
            return _json(value.value)
        case _ if isinstance(value, _THINGS):
            return things.thing_json(value)
        case _ if isinstance(value, _RESULTS):
            # Some moves are of a subclass that makes its text only when it is read.
            form = Move if isinstance(value, Move) else type(value)
            return {name: _json(getattr(value, name)) for name in _SHOWN.get(form) or field_names(form) or ()}
        case Sequence() if not isinstance(value, bytes):
            return [_json(one) for one in cast("Sequence[object]", value)]
        case _:
            raise ArgumentError(f"`value` is a result of an engine, not {arguments.describe_value(value)}")
