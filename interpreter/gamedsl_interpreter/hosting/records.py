"""The records of a model. `hosting.model` writes them, and `tools.model_schema` derives the JSON schema and the declarations for TypeScript from them.

Texts in `Annotated` and docstrings become the descriptions there. A record with the key `is` is declared by a call, because Python reserves that word.
A value of type `object` is any JSON data.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

PlainType = TypedDict("PlainType", {"is": Literal["flag", "direction", "nothing"]})
NumberType = TypedDict("NumberType", {"is": Literal["number"], "low": int, "high": int})
WordType = TypedDict("WordType", {"is": Literal["word"], "type": Annotated[int, "its number in `types`"], "size": int})
PlaceType = TypedDict(
    "PlaceType", {"is": Literal["place"], "board": Annotated[int, "its number in `boards`"], "size": int}
)
SeatType = TypedDict("SeatType", {"is": Literal["seat"], "size": int})
RowType = TypedDict("RowType", {"is": Literal["row"], "table": Annotated[int, "the `number` of a table"], "size": int})
PieceType = TypedDict(
    "PieceType", {"is": Literal["kind", "piece"], "components": Annotated[list[int], "their numbers in `components`"]}
)
PiecesType = TypedDict("PiecesType", {"is": Literal["pieces"], "components": list[int], "most": int})
ZoneType = TypedDict("ZoneType", {"is": Literal["zone"], "components": list[int], "form": str | None})
OptionalType = TypedDict("OptionalType", {"is": Literal["optional", "set"], "of": "Type"})
ManyType = TypedDict("ManyType", {"is": Literal["list", "bag", "ranking"], "of": "Type", "most": int})
Type = (
    PlainType
    | NumberType
    | WordType
    | PlaceType
    | SeatType
    | RowType
    | PieceType
    | PiecesType
    | ZoneType
    | OptionalType
    | ManyType
)

Sentence = str | None


class Rounds(TypedDict):
    """Where the number of the round is kept: in a field, in a counter, or nowhere."""

    most: int | None
    is_exact: bool
    field: int | None
    counter: int | None


class WordsOf(TypedDict):
    name: str
    values: list[str]
    sentence: Sentence


_ShapeForm = TypedDict("_ShapeForm", {"is": Literal["grid", "hex", "row", "ring", "rim", "graph", "union"]})


class Shape(_ShapeForm):
    """How a board was declared. A `rim` is the ring around the grid `around`; `corners` are the places at its corners, from the top left one clockwise."""

    rows: int
    columns: int
    around: Annotated[int | None, "the number of a board"]
    corners: list[int]
    edges: Annotated[int | None, "the type of its edges"]
    ends: Annotated[list[list[int]], "the two places of each edge"]
    parts: Annotated[list[int], "the boards that a union joins"]
    is_owned: Annotated[bool, "every player has such a board"]
    torus: Annotated[
        list[int] | None,
        "of a grid without an edge, its width and size: row r and column c have the place (c + width * r) mod size",
    ]
    column_names: Annotated[list[str] | None, "what players call the columns of a grid, if the rules say so"]
    row_names: Annotated[list[str] | None, "what players call its rows"]


class Board(TypedDict):
    name: str
    shape: Shape | None
    places: Annotated[list[str], "names, by number"]
    names: Annotated[list[str] | None, "what players call the places, if the rules say so"]
    at: Annotated[list[list[int]], "row and column of each place, from 0"]
    sentence: Sentence


class Component(TypedDict):
    name: str
    called: Annotated[list[str], "what players call one piece, and several"]
    first: Annotated[int, "the number of its first kind"]
    count: Annotated[int, "how many kinds it has"]
    has_backs: bool
    sentence: Sentence


class Kind(TypedDict):
    name: str
    component: int
    copies: int
    back: int
    back_name: str
    owner: Annotated[int | None, "a seat"]
    other_side: Annotated[int | None, "the kind on its other side"]


class Table(TypedDict):
    number: int
    name: str
    low: Annotated[int, "the number of its first row"]
    size: int
    rows: list[str]
    sentence: Sentence


class Column(TypedDict):
    of: Literal["component", "type", "board", "table"]
    number: Annotated[int, "which of them"]
    name: str
    type: Type
    values: Annotated[list[object], "a value for each row; null: none"]


class Said(TypedDict):
    of: str
    name: str
    text: str


class Dimension(TypedDict):
    type: Type
    size: int
    low: int


class Visibility(TypedDict):
    who: object
    count_hidden: bool
    top_seen: bool


class _Name(TypedDict):
    name: str


class Instances(TypedDict):
    """The description of the instances of a field or zone."""

    base: Annotated[int, "the number of the first instance"]
    count: Annotated[int, "how many instances there are"]
    dimensions: list[Dimension]
    is_owned: bool
    visibility: Visibility
    is_hidden: Annotated[bool, "it is no part of the rules' own words, and in no view"]
    is_shown: Annotated[bool, "players see it: it is not hidden, and the rules do not say `not shown`"]
    sentence: Sentence


class Field(_Name, Instances):
    type: Type
    start: Annotated[list[object], "a value for each instance"]
    reset: Annotated[str | None, "when it gets its start value again"]
    shown_as: Annotated[
        list[str] | None,
        "how players read its number if it is 1, and how all others: `{}` is the number, `{+}` with its sign",
    ]


class Zone(_Name, Instances):
    form: str
    components: list[int]
    start: Annotated[list[list[list[int]]], "for each instance pairs of kind and number"]
    capacity: int | None
    room: int | None
    refill: int | None


class Local(TypedDict):
    name: str
    type: Type
    is_public: Annotated[bool, "nothing hidden flows into it"]
    is_named: Annotated[bool, "the rules name it"]
    is_kept: Annotated[bool, "a position can hold it"]


class Let(TypedDict):
    name: str
    owner: str | None
    needs_me: bool
    function: int
    parameters: list[str]
    parameter_types: list[Type]
    type: Type
    is_public: bool
    sentence: Sentence


class Source(TypedDict):
    text: Annotated[str, "the formula as the rules write it"]
    offers: Annotated[str, "the same without its filters"]
    from_zones: Annotated[list[int], "zone families of which it offers pieces"]
    reads_zones: list[int]
    reads_fields: list[int]


Selection = TypedDict(
    "Selection",
    {
        "is": Literal["selection"],
        "name": str,
        "local": int,
        "quantity": str,
        "number": str | None,
        "least": str | None,
        "element": Type,
        "sources": list[Source],
        "distinct": Type | None,
        "is_secret": bool,
        "takes_pieces": bool,
        "is_counted": bool,
        "why": Annotated[str | None, "the sentence of its filter"],
        "ask": Annotated[str | None, "the question that it asks"],
        "site": int,
    },
)
YesNo = TypedDict(
    "YesNo",
    {
        "is": Literal["yes_no"],
        "name": str,
        "local": int,
        "condition": str | None,
        "why": str | None,
        "ask": str | None,
        "site": int,
    },
)
Bound = TypedDict("Bound", {"is": Literal["let"], "name": str, "local": int, "type": Type})
Requirement = TypedDict(
    "Requirement", {"is": Literal["requirement"], "name": str, "why": str | None, "text": str, "site": int}
)


class Plan(TypedDict):
    """The choices of a decision, in order: the parts, then one line of the menu."""

    name: str
    number: Annotated[int, "among all plans, as texts of moves count them"]
    site: int
    gate: str | None
    gate_exit: int | None
    exit: int | None
    offered_if: str | None
    parts: list[Selection | YesNo | Bound | Requirement]
    menu: list[Plan] | None


NodeForm = Literal["decision", "together", "roll", "draw", "stop", "end"]
_NodeForm = TypedDict("_NodeForm", {"is": NodeForm})


class Node(_NodeForm):
    """Where play can stop."""

    node: int
    phase: str
    path: list[str]
    live: Annotated[list[int], "the locals that count there"]
    is_private: NotRequired[bool]
    is_unseen: NotRequired[bool]
    plan: NotRequired[Plan]
    todo: NotRequired[Annotated[int, "the first field of those who have not chosen yet"]]
    me: NotRequired[int | None]
    name: NotRequired[str]
    local: NotRequired[int]


class Named(TypedDict):
    name: str
    sentence: Sentence


class RankingOf(TypedDict):
    of: Annotated[str | None, "the type whose values are ranked; null: the players"]
    ties: str


class Start(Named):
    position: Annotated[str, "the bytes of the position in which it begins, in base64"]
    shown: Annotated[list[object], "`[zone, [[kind, number], …], seats]`: what lies there, and who sees it, as bits"]


class Saying(TypedDict):
    texts: Annotated[list[str], "what stands before, between and behind the values"]
    types: list[Type]


class Model(TypedDict):
    """Everything that a host needs to name the things of a game, draw them and ask questions. Numbers are those of positions and of the module."""

    model: Annotated[int, "version of this form"]
    name: str
    sentence: Sentence
    digest: Annotated[str, "of the compiled rules"]
    seats: list[str]
    humans: int
    options: dict[str, str]
    variants: list[str]
    is_hiding: Annotated[bool, "a seat may come to know what another does not"]
    rounds: Rounds | None
    types: list[WordsOf]
    boards: list[Board]
    components: list[Component]
    kinds: list[Kind]
    tables: list[Table]
    columns: list[Column]
    sentences: list[Said]
    fields: list[Field]
    zones: list[Zone]
    locals: list[Local]
    lets: list[Let]
    phases: list[str]
    nodes: list[Node]
    scores: list[Named]
    ranking: RankingOf
    reasons: list[str]
    invariants: list[Named]
    possibles: Annotated[list[Named], "what has to happen in some match"]
    starts: list[Start]
    sayings: list[Saying]
