"""Converts results to JSON data, for hosts that send them elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from typing import cast

from gamedsl.errors import ArgumentError
from gamedsl.json import Json
from gamedsl.values import field_names
from gamedsl_interpreter import arguments, things
from gamedsl_interpreter.engine import (
    ChanceOutcome,
    Event,
    Move,
    Outcome,
    Refusal,
    Step,
    StepOption,
    View,
    ZoneView,
)
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.simulate import SeatSummary, Summary, Tally

_THINGS = (
    things.Place, things.Seat, things.Word, things.Kind, things.Zone, things.Piece, things.Counted,
)  # fmt: skip
_RESULTS = (
    ChanceOutcome, Event, Move, Outcome, Played, Refusal, SeatSummary, Step, StepOption, Summary, Tally, View, ZoneView, things.Choice,
)  # fmt: skip


def json_of(value: object) -> Json:
    """Converts a move, step, refusal, view, event, outcome, chance outcome, summary or thing to JSON data; lists and tuples of them become lists.

    A result becomes an object with its fields by name, a pair a list of two, a fraction its text (`"1/2"`). The key `is` gives the sort of a thing:
    `{"is": "place", "board": "cell", …}`. Nothing is left out, so the data of a view is as safe to send to its seat as the view itself. Raises
    ArgumentError for anything else.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Fraction():
            return str(value)
        case Enum():
            return json_of(value.value)
        case _ if isinstance(value, _THINGS):
            return things.thing_json(value)
        case _ if isinstance(value, _RESULTS):
            # Some moves are of a subclass that makes its text only when it is read.
            form = Move if isinstance(value, Move) else type(value)
            return {name: json_of(getattr(value, name)) for name in field_names(form) or ()}
        case Sequence() if not isinstance(value, bytes):
            return [json_of(one) for one in cast("Sequence[object]", value)]
        case _:
            raise ArgumentError(f"`value` is a result of an engine, not {arguments.shown(value)}")
