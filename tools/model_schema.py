"""The JSON schema of models (`gamedsl build --model`) and their types for TypeScript, made from the types below: `python -m tools.model_schema` writes both.

The schema allows keys that it does not know, because later versions add some. The tests use a `closed` one, so that nothing is missing here.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

_ROOT = Path(__file__).parents[1]


class PlainType(TypedDict):
    is_: Literal["flag", "direction", "nothing"]


class NumberType(TypedDict):
    is_: Literal["number"]
    low: int
    high: int


class WordType(TypedDict):
    is_: Literal["word"]
    type: Annotated[int, "its number in `types`"]
    size: int


class PlaceType(TypedDict):
    is_: Literal["place"]
    board: Annotated[int, "its number in `boards`"]
    size: int


class SeatType(TypedDict):
    is_: Literal["seat"]
    size: int


class RowType(TypedDict):
    is_: Literal["row"]
    table: Annotated[int, "the `number` of a table"]
    size: int


class PieceType(TypedDict):
    is_: Literal["kind", "piece"]
    components: Annotated[list[int], "their numbers in `components`"]


class PiecesType(TypedDict):
    is_: Literal["pieces"]
    components: list[int]
    most: int


class ZoneType(TypedDict):
    is_: Literal["zone"]
    components: list[int]
    form: str | None


class OptionalType(TypedDict):
    is_: Literal["optional", "set"]
    of: Type


class ManyType(TypedDict):
    is_: Literal["list", "bag", "ranking"]
    of: Type
    most: int


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


class Shape(TypedDict):
    """How a board was declared. A `rim` is the ring around the grid `around`; `corners` are the places at its corners, from the top left one clockwise."""

    is_: Literal["grid", "hex", "row", "ring", "rim", "graph", "union"]
    rows: int
    columns: int
    around: Annotated[int | None, "the number of a board"]
    corners: list[int]
    edges: Annotated[int | None, "the type of its edges"]
    ends: Annotated[list[list[int]], "the two places of each edge"]
    parts: Annotated[list[int], "the boards that a union joins"]
    is_owned: Annotated[bool, "every player has such a board"]


class Board(TypedDict):
    name: str
    shape: Shape | None
    places: Annotated[list[str], "names, by number"]
    at: Annotated[list[list[int]], "row and column of each place, from 0"]
    sentence: Sentence


class Component(TypedDict):
    name: str
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
    values: Annotated[list[Any], "a value for each row; null: none"]


class Said(TypedDict):
    of: str
    name: str
    text: str


class Dimension(TypedDict):
    type: Type
    size: int
    low: int


class Visibility(TypedDict):
    who: Any
    count_hidden: bool
    top_seen: bool


class Family(TypedDict):
    """What families of fields and of zones have in common."""

    name: str
    base: Annotated[int, "the number of the first instance"]
    count: Annotated[int, "how many instances there are"]
    dimensions: list[Dimension]
    is_owned: bool
    visibility: Visibility
    is_hidden: Annotated[bool, "it is no part of the rules' own words, and is not shown"]
    sentence: Sentence


class Field(Family):
    type: Type
    start: Annotated[list[Any], "a value for each instance"]
    reset: Annotated[str | None, "when it gets its start value again"]


class Zone(Family):
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


class Selection(TypedDict):
    is_: Literal["selection"]
    name: str
    local: int
    quantity: str
    number: str | None
    least: str | None
    element: Type
    sources: list[Source]
    distinct: Type | None
    is_secret: bool
    takes_pieces: bool
    is_counted: bool
    why: Annotated[str | None, "the sentence of its filter"]
    ask: Annotated[str | None, "the question that it asks"]
    site: int


class YesNo(TypedDict):
    is_: Literal["yes_no"]
    name: str
    local: int
    condition: str | None
    why: str | None
    ask: str | None
    site: int


class Bound(TypedDict):
    is_: Literal["let"]
    name: str
    local: int
    type: Type


class Requirement(TypedDict):
    is_: Literal["requirement"]
    name: str
    why: str | None
    text: str
    site: int


class Plan(TypedDict):
    """What is chosen, in order: the parts, then one line of the menu."""

    name: str
    number: Annotated[int, "among all plans, as texts of moves count them"]
    site: int
    gate: str | None
    gate_exit: int | None
    exit: int | None
    offered_if: str | None
    parts: list[Selection | YesNo | Bound | Requirement]
    menu: list[Plan] | None


class Node(TypedDict):
    """Where play can stop."""

    is_: Literal["decision", "together", "roll", "draw", "stop", "end"]
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
    shown: Annotated[list[Any], "`[zone, [[kind, number], …], seats]`: what lies there, and who sees it, as bits"]


class Saying(TypedDict):
    texts: Annotated[list[str], "what stands before, between and behind the values"]
    types: list[Type]


class Model(TypedDict):
    """What a host has to know to name the things of a game, draw them and ask questions. Numbers are those of positions and of the module."""

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


def schema(*, closed: bool = False) -> dict[str, object]:
    """The schema as JSON data; `closed`: without unknown keys."""
    found: dict[str, object] = {}
    top = _of(Model, found, closed)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The model of a game of gamedsl",
        **top,
        "$defs": dict(sorted(found.items())),
    }


def files() -> dict[Path, str]:
    """What is written where."""
    return {
        _ROOT / "docs/embedding/model.schema.json": json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
        _ROOT / "hosts/js/model.d.ts": typescript(),
    }


def typescript() -> str:
    """The types as declarations of TypeScript."""
    found: dict[str, str] = {}
    _script(Model, found)
    head = "// The model of a game, as `gamedsl build` writes it. Made by `python -m tools.model_schema`.\n"
    return "\n".join(
        [head, f"export type Type = {' | '.join(one.__name__ for one in get_args(Type))};", *found.values()]
    )


_SCRIPTS: dict[object, str] = {str: "string", int: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


def _script(form: Any, found: dict[str, str]) -> str:
    """A type in TypeScript; those of TypedDicts are noted in `found`."""
    origin, parts = get_origin(form), get_args(form)
    if is_typeddict(form):
        if form.__name__ not in found:
            found[form.__name__] = ""
            found[form.__name__] = _interface(form, found)
        return str(form.__name__)
    if origin in (Annotated, NotRequired):
        return _script(parts[0], found)
    if origin is Literal:
        return " | ".join(json.dumps(part) for part in parts)
    if origin is list:
        inner = _script(parts[0], found)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {_script(parts[1], found)}>"
    if origin in (Union, UnionType):
        names = [_script(part, found) for part in parts]
        whole = [_script(part, found) for part in get_args(Type)]
        rest = [name for name in names if name not in whole]
        return " | ".join(names if len(rest) + len(whole) > len(names) else ["Type", *rest])
    return _SCRIPTS[form]


def _interface(form: Any, found: dict[str, str]) -> str:
    lines: list[str] = [f"/** {form.__doc__} */"] if _is_described(form) else []
    lines.append(f"export interface {form.__name__} {{")
    for key, hint in get_type_hints(form, include_extras=True).items():
        inner = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        lines += [f"  /** {get_args(inner)[1]} */"] if get_origin(inner) is Annotated else []
        mark = "?" if inner is not hint else ""
        lines.append(f"  {key.rstrip('_')}{mark}: {_script(inner, found)};")
    return "\n".join([*lines, "}", ""])


def _is_described(form: Any) -> bool:
    """Python writes a docstring where there is none."""
    return bool(form.__doc__) and not form.__doc__.startswith("dict(")


_PLAIN: dict[object, dict[str, object]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
    Any: {},
}


def _of(form: Any, found: dict[str, object], closed: bool) -> dict[str, object]:
    """The schema of a type; those of TypedDicts are noted in `found`."""
    if is_typeddict(form):
        if form.__name__ not in found:
            found[form.__name__] = {}
            found[form.__name__] = _object(form, found, closed)
        return {"$ref": f"#/$defs/{form.__name__}"}
    origin, parts = get_origin(form), get_args(form)
    if origin is Annotated:
        return {**_of(parts[0], found, closed), "description": parts[1]}
    if origin is NotRequired:
        return _of(parts[0], found, closed)
    if origin is Literal:
        return {"enum": [*parts]}
    if origin is list:
        return {"type": "array", "items": _of(parts[0], found, closed)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _of(parts[1], found, closed)}
    if origin in (Union, UnionType):
        return {"anyOf": [_of(part, found, closed) for part in parts]}
    return dict(_PLAIN[form])


def _object(form: Any, found: dict[str, object], closed: bool) -> dict[str, object]:
    hints = get_type_hints(form, include_extras=True)
    names = {key: key.rstrip("_") for key in hints}
    about: dict[str, object] = {"description": form.__doc__} if _is_described(form) else {}
    return {
        "type": "object",
        **about,
        "properties": {names[key]: _of(hint, found, closed) for key, hint in hints.items()},
        "required": [names[key] for key, hint in hints.items() if get_origin(hint) is not NotRequired],
        **({"additionalProperties": False} if closed else {}),
    }


if __name__ == "__main__":
    for place, content in files().items():
        place.write_text(content, encoding="utf-8")
    sys.exit(0)
