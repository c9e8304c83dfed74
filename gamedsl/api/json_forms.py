"""The JSON data of results, as typed dictionaries: what `json_of` gives, and what `Match.to_json` writes. Fields have the names of the classes.

Pairs are typed as tuples, so that both parts have their types; in the data they are lists of two. `tools.model_schema` makes the JSON schema of them.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from gamedsl_interpreter.hosting.messages import ThingData


class ChoiceData(TypedDict):
    """A `Choice`."""

    name: str
    is_declined: bool
    values: list[tuple[str, ThingData]]


class MoveData(TypedDict):
    """A `Move`."""

    steps: list[int]
    text: str
    asked: int
    choices: list[ChoiceData]


class PlayedData(TypedDict):
    """A `Played`, which is a move of a match."""

    seat: int
    text: str
    choices: list[ChoiceData]


class StepOptionData(TypedDict):
    """A `StepOption`."""

    value: int
    text: str
    thing: ThingData


class StepData(TypedDict):
    """A `Step`."""

    decision: str
    kind: Literal["gate", "menu", "one", "count", "group", "member", "yes_no", "only"]
    name: str
    about: str
    options: list[StepOptionData]
    ask: str | None
    questions: list[tuple[str, str]]
    topic: ThingData


class RefusalData(TypedDict):
    """A `Refusal`."""

    kind: Literal["not_your_turn", "unknown", "not_offered", "selection", "requirement"]
    reason: str
    why: str | None
    text: str
    site: int
    menu: str | None


class RefusedData(TypedDict):
    """A `Refused`: an option that a step offers, but a requirement does not allow."""

    value: int
    text: str
    thing: ThingData
    refusal: RefusalData


class EventData(TypedDict):
    """An `Event`."""

    text: str
    data: Annotated[list[object], "differs for different observations; texts, numbers, and lists of them"]


class ZoneViewData(TypedDict):
    """A `ZoneView`."""

    name: str
    contents: list[tuple[str, int]] | None
    count: int | None
    backs: list[tuple[str, int]]
    known: list[tuple[str, int]]


class ViewData(TypedDict):
    """A `View`, with all events: `Match.message` gives what is new only."""

    seat: int | None
    phase: str
    to_act: list[int]
    zones: list[ZoneViewData]
    fields: list[tuple[str, str]]
    events: list[EventData]
    round: int | None
    locals: list[tuple[str, str]]


class OutcomeData(TypedDict):
    """An `Outcome`."""

    ranking: list[list[int]]
    scores: list[list[tuple[str, int]]]
    totals: list[int]
    shares: Annotated[list[str], "fractions as texts: `1/2`"]
    reason: str
    won: list[bool] | None


class ReplayMoveData(TypedDict):
    seat: Annotated[str, "the name of the seat"]
    move: str


class OpenStepsData(TypedDict):
    seat: str
    steps: list[int]


class ReplayOutcomeData(TypedDict):
    ranking: list[list[int]]
    scores: list[list[tuple[str, int]]]
    totals: list[int]
    shares: list[str]
    reason: str
    won: NotRequired[list[bool]]


class SeatedPersonData(TypedDict):
    """Who sits at a seat."""

    name: str
    who: Annotated[str, "`person`, or how the computer plays there, as a page calls it"]


class ReplayData(TypedDict):
    """A match as `Match.to_json` and `replay_to_json` write it, and `gamedsl replay` reads it."""

    format: str
    game: str
    rules: str
    players: int
    options: dict[str, str]
    variants: list[str]
    seats: list[str]
    digest: Annotated[str, "of the compiled rules"]
    seed: int
    index: int
    moves: list[ReplayMoveData]
    outcome: ReplayOutcomeData | None
    start: NotRequired[Annotated[str, "the start of the rules from which it began"]]
    open: NotRequired[Annotated[list[OpenStepsData], "the steps taken of open decisions"]]
    added: NotRequired[Annotated[list[str], "what was put on top of the rules: `variant gossip`"]]
    version: NotRequired[Annotated[int, "`Match.version`, if it is not the number of moves and open steps"]]
    taken_back: NotRequired[
        Annotated[list[int], "how often something was taken back that a seat had seen, by seat; the last: spectators"]
    ]
    people: NotRequired[Annotated[list[SeatedPersonData], "who sits where, in a match that a page has saved"]]
