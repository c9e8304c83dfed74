"""Converts a Game to JSON and back, and computes its digest: the name of its content."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Union, get_args, get_origin
from weakref import ref

from attrs import has

from gamedsl.graph.model import about, expressions, types
from gamedsl.graph.model.about import About
from gamedsl.graph.model.expressions import Expr, Form
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.statements import Draw
from gamedsl.graph.model.types import Value
from gamedsl.json import Json, JsonObject
from gamedsl.values import evolve

if TYPE_CHECKING:
    from cattrs import Converter

FORMAT = 1
"""The number of the JSON form; it increases when Games written earlier can no longer be read."""

TAG = "is"
"""The key that names the class of a member of a closed union."""


def to_json(game: Game) -> JsonObject:
    """Returns the Game as plain JSON data: objects with the names of the classes' fields, tuples as lists, union members tagged."""
    data: JsonObject = json.loads(canonical(game))
    return data


def from_json(data: JsonObject) -> Game:
    """Reads a Game from the data of `to_json`. ValueError for another format; cattrs' errors for data that is no Game."""
    if data.get("format") != FORMAT:
        raise ValueError(f"this is not a game of format {FORMAT}")
    game: Game = _converter().structure(data["game"], Game)
    return game


def digest(game: Game) -> str:
    """Returns the SHA-256 (64 hex digits) of the canonical JSON without descriptions for people (`about`): equal on every platform, Python version and hash
    seed."""
    known = _DIGESTS.get(id(game))
    if known is not None and known[0]() is game:
        return known[1]
    made = sha256(canonical(evolve(game, about=About())).encode("utf-8")).hexdigest()
    at = id(game)
    _DIGESTS[at] = ref(game, lambda _: _DIGESTS.pop(at, None)), made
    return made


_DIGESTS: dict[int, tuple[ref[Game], str]] = {}
"""The digests of living Games, by identity: each saved and loaded state needs one, and computing it takes as long as hundreds of moves."""


def canonical(game: Game) -> str:
    """Returns the one canonical JSON text of a Game: sorted keys, no spaces, ASCII."""
    data = {"format": FORMAT, "game": _converter().unstructure(game)}
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


# ---------------------------------------------------------------- the converter


@cache
def _converter() -> Converter:
    """Makes the converter when a Game is first written or read. That takes as long as reading the rules, and few programs need it."""
    from cattrs import Converter
    from cattrs.gen import make_dict_unstructure_fn, override

    # Hooks of members are looked up per value: formulas, statements and types are recursive, so building hooks in advance would never end.
    converter = Converter(forbid_extra_keys=True)

    def untag(data: JsonObject | None, union: object) -> object:
        if data is None:
            return None
        fields = {key: value for key, value in data.items() if key != TAG}
        member: type[object] = _member(union, data[TAG])
        return converter.structure(fields, member)

    def tag(value: object) -> JsonObject | None:
        if value is None:
            return None
        fields: JsonObject = converter.unstructure(value, unstructure_as=type(value))
        return {TAG: type(value).__name__, **fields}

    converter.register_structure_hook_func(_is_union_of_classes, untag)
    converter.register_unstructure_hook_func(_is_union_of_classes, tag)
    register_values(converter)
    # Absent features are not written, so the digests of older Games stay valid when a feature is added.
    is_left_out = override(omit_if_default=True)
    as_before = make_dict_unstructure_fn(
        Game,
        converter,
        starts=is_left_out,
        questions=is_left_out,
        possibles=is_left_out,
        verdicts=is_left_out,
        aim=is_left_out,
        judged=is_left_out,
        about=is_left_out,
    )
    converter.register_unstructure_hook(Game, as_before)
    converter.register_unstructure_hook(Draw, make_dict_unstructure_fn(Draw, converter, from_bottom=is_left_out))
    for kind, name in (*expressions.ADDED, *about.ADDED, *types.ADDED):
        converter.register_unstructure_hook(kind, _without_absent(make_dict_unstructure_fn(kind, converter), name))
    return converter


def _without_absent(write: Callable[[object], dict[str, object]], name: str) -> Callable[[object], dict[str, object]]:
    """Leaves out an attribute that is none."""

    def write_present(value: object) -> dict[str, object]:
        return {key: part for key, part in write(value).items() if key != name or part is not None}

    return write_present


def _is_union(form: object) -> bool:
    return get_origin(form) in (Union, UnionType)


def _is_union_of_classes(form: object) -> bool:
    return (_is_union(form) or form is Expr) and all(
        member is NoneType or (isinstance(member, type) and has(member)) for member in _members(form)
    )


def _is_value(form: object) -> bool:
    """Whether a type is Value, whose recursion hides its name from converters."""
    return _is_union(form) and {member for member in get_args(form) if isinstance(member, type)} >= {
        NoneType,
        bool,
        int,
    }


def _members(union: object) -> Iterator[object]:
    """Yields the members of a union; for formulas, each of their classes."""
    for member in (union,) if union is Expr else get_args(union):
        if member is Expr:
            yield from get_args(Form)
        else:
            yield member


def _member(union: object, name: Json) -> type:
    for member in _members(union):
        if isinstance(member, type) and member.__name__ == name:
            return member
    raise ValueError(f"no part of a game is called {name}")


def register_values(converter: Converter) -> None:
    """Registers hooks for the values of a game: tuples become lists."""
    converter.register_structure_hook_func(_is_value, lambda data, _: _value(data))
    converter.register_unstructure_hook_func(_is_value, _to_lists)


def _value(data: Json) -> Value:
    if isinstance(data, list):
        return tuple(_value(item) for item in data)
    if data is None or isinstance(data, bool | int):
        return data
    raise ValueError(f"not a value of a game: {data!r}")


def _to_lists(value: Value) -> object:
    return [_to_lists(item) for item in value] if isinstance(value, tuple) else value
