"""The JSON data that pages of seats are sent, as typed dictionaries. `hosting.seat_data` makes them, the JavaScript package gives equal ones, and
`tools.model_schema` derives the JSON schema and the declarations for TypeScript from them.

Texts in `Annotated` and docstrings become the descriptions there. A record with the key `is` is declared by a call, because Python reserves that word.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

# ---------------------------------------------------------------- things

PlaceData = TypedDict(
    "PlaceData",
    {
        "is": Literal["place"],
        "board": str,
        "name": str,
        "number": int,
        "at": Annotated[tuple[int, int], "row and column, from 0"],
    },
)
SeatThingData = TypedDict("SeatThingData", {"is": Literal["seat"], "name": str, "number": int})
WordData = TypedDict(
    "WordData", {"is": Literal["word"], "of": Annotated[str, "its type or table"], "name": str, "number": int}
)
KindData = TypedDict("KindData", {"is": Literal["kind"], "component": str, "name": str, "number": int})
ZoneThingData = TypedDict(
    "ZoneThingData", {"is": Literal["zone"], "family": str, "index": list["ThingData"], "name": str, "number": int}
)
PieceData = TypedDict("PieceData", {"is": Literal["piece"], "kind": KindData, "zone": ZoneThingData | None})
CountedData = TypedDict(
    "CountedData", {"is": Literal["counted"], "entries": Annotated[list[tuple["ThingData", int]], "things and numbers"]}
)
ThingData: TypeAlias = (
    PlaceData
    | SeatThingData
    | WordData
    | KindData
    | ZoneThingData
    | PieceData
    | CountedData
    | int
    | bool
    | list["ThingData"]
    | None
)

# ---------------------------------------------------------------- choices


class MessageOption(TypedDict):
    value: Annotated[int, "what is answered"]
    text: str
    thing: ThingData


class MessageRefusal(TypedDict):
    kind: Literal["not_your_turn", "unknown", "not_offered", "selection", "requirement"]
    name: Annotated[str, "what refuses: a requirement, a selection, a seat"]
    why: Annotated[str | None, "its sentence in the rules"]
    text: Annotated[str, "one sentence for people"]


class MessageRefused(MessageOption):
    """An option that the open step offers, but a requirement does not allow."""

    refusal: MessageRefusal


class MessageChoice(TypedDict):
    """The choices of a move in one rule or action."""

    name: str
    isDeclined: bool
    values: Annotated[list[tuple[str, ThingData]], "the selections by name"]


class MessageMove(TypedDict):
    steps: list[int]
    text: str
    choices: list[MessageChoice]


class MessageStep(TypedDict):
    """An open step: one question, and its answers."""

    decision: str
    kind: Literal["gate", "menu", "one", "count", "group", "member", "yes_no", "only"]
    name: str
    about: str
    ask: Annotated[str | None, "the question that the rules write"]
    topic: ThingData
    options: list[MessageOption]
    choices: NotRequired[Annotated[list[MessageChoice], "of kind `only`: what the move consists of"]]


# ---------------------------------------------------------------- views


class MessagePieces(TypedDict):
    kind: KindData
    count: int


class MessageZone(TypedDict):
    number: int
    name: str
    family: str
    contents: Annotated[
        list[MessagePieces] | None, "null: the seat does not see it. Piles from bottom to top, one by one"
    ]
    count: Annotated[int | None, "null: not even how many is seen"]
    backs: list[tuple[str, int]]
    known: Annotated[list[MessagePieces], "what the seat knows to lie there at least"]


class MessageField(TypedDict):
    number: int
    name: str
    text: str
    thing: ThingData


class MessageLocal(TypedDict):
    name: str
    text: str
    thing: ThingData


class MessageView(TypedDict):
    seat: Annotated[int | None, "null: a spectator, who sees what all seats see"]
    phase: str
    round: int | None
    toAct: Annotated[list[int], "the seats that have to choose, as far as the seat may know it"]
    fields: list[MessageField]
    zones: list[MessageZone]
    locals: Annotated[
        list[MessageLocal],
        "what was rolled, chosen or gone through before and still counts, as far as everybody may know it",
    ]


_EventKind = TypedDict(
    "_EventKind",
    {"is": Literal["move", "shuffle", "shuffle_under", "see", "peek", "field", "roll", "choose", "say", "start"]},
)
_EventFrom = TypedDict("_EventFrom", {"from": NotRequired[Annotated[str, "of `move`: the zone that the pieces left"]]})


class MessageEvent(_EventKind, _EventFrom):
    """The observations of a seat: their words, and the parts of these."""

    text: str
    to: NotRequired[Annotated[str, "of `move`: the zone in which the pieces arrived"]]
    pieces: NotRequired[Annotated[list[tuple[str, int]], "of `move` and `see`: kinds and numbers"]]
    number: NotRequired[Annotated[int, "of an unseen `move`: how many pieces"]]
    backs: NotRequired[Annotated[list[tuple[str, int]], "of an unseen `move`: the backs that were seen"]]
    zone: NotRequired[Annotated[str, "of `shuffle`, `shuffle_under`, `see` and `peek`"]]
    by: NotRequired[Annotated[str, "of `see` and `peek`: who looks; empty: pieces were shown"]]
    name: NotRequired[Annotated[str, "of `field`, `roll` and `start`"]]
    value: NotRequired[Annotated[str, "of `field` and `roll`"]]
    seat: NotRequired[Annotated[int, "of `choose`"]]


class MessageOutcome(TypedDict):
    ranking: Annotated[list[list[int]], "groups of equal seats, best first"]
    scores: Annotated[list[list[tuple[str, int]]], "by seat: the lines of the score and their points"]
    totals: list[int]
    reason: str
    won: Annotated[list[bool] | None, "by seat, where the rules say who has won"]
    decisive: Annotated[
        list[tuple[int, int]],
        "board and place of all that has made the end come true: of a row, of a chain between two sides",
    ]


class Message(TypedDict):
    """All that the page of a seat needs to be drawn."""

    key: Annotated[str, "of the position: it is sent back with an answer, and with the wish for news"]
    isOver: bool
    view: MessageView
    step: Annotated[MessageStep | None, "the open step of the seat; null: it has not to choose"]
    refused: Annotated[list[MessageRefused], "what the step offers but the rules do not allow"]
    events: list[MessageEvent]
    isWhole: Annotated[
        bool, "the events are all that the seat has observed; else those since the key that the page had"
    ]
    outcome: MessageOutcome | None
