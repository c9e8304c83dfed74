"""Reads texts of moves and of the values in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.errors import GameDslError
from gamedsl.graph.model import shapes, types
from gamedsl.graph.model.types import Value
from gamedsl.values import frozen
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Element
from gamedsl_interpreter.wording.texts import Texts


class NotReadableError(GameDslError, ValueError):
    """A text that is no move or no value; the message says so in one sentence."""


@frozen
class Named:
    """A part of a move as it was written: `name(selection = value, …)`, or `no name`."""

    name: str
    decline: bool
    args: tuple[tuple[str, str], ...]


_PART = re.compile(r"(?P<no>no\s+)?(?P<name>\w+)\s*(?:\((?P<args>.*)\))?", re.DOTALL)
_ARG = re.compile(r"(?P<name>\w+)\s*=\s*(?P<value>.+)", re.DOTALL)
_COUNTED = re.compile(r"(?P<count>\d+)\s+(?P<what>.+)", re.DOTALL)
_PLACED = re.compile(r"(?P<kind>.+?)\s+from\s+(?P<zone>.+)", re.DOTALL)


def parts(text: str) -> tuple[Named, ...]:
    """Splits the text of a move into its parts. Raises NotReadableError."""
    return tuple(_part(piece) for piece in _split(text))


def _part(text: str) -> Named:
    found = _PART.fullmatch(text)
    if found is None:
        raise NotReadableError(f"`{text}` is not written like a move: name(selection = value, …)")
    args = found["args"]
    return Named(found["name"], found["no"] is not None, () if args is None else tuple(map(_arg, _split(args))))


def _arg(text: str) -> tuple[str, str]:
    found = _ARG.fullmatch(text)
    if found is None:
        raise NotReadableError(f"`{text}` is not written like a selection: name = value")
    return found["name"], found["value"].strip()


def _split(text: str) -> list[str]:
    """Splits a text at commas outside of brackets. Raises NotReadableError."""
    found: list[str] = []
    depth = start = 0
    for i, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:
            break
        if sign == "," and not depth:
            found.append(text[start:i].strip())
            start = i + 1
    if depth:
        raise NotReadableError(f"`{text}` has brackets that do not match")
    last = text[start:].strip()
    return [*found, last] if found or last else []


# ---------------------------------------------------------------- values


def value(names: Texts, text: str, of: types.Type) -> Value:
    """Reads the value that a text names; pieces have no place if it names none. Raises NotReadableError."""
    match of:
        case types.Optional(inner):
            return None if text == "none" else value(names, text, inner)
        case types.Flag():
            return _ordinal(("no", "yes"), text) == 1
        case types.Int():
            return _number(text)
        case types.Kind(classes):
            return _kind(names, text, classes)
        case types.Piece(classes):
            return _piece(names, text, classes)
        case types.Pieces(classes):
            return collections.merge(tuple((*_piece(names, what, classes), count) for count, what in _items(text)))
        case types.Bag(types.Int()):
            return collections.bag((_number(what), 1) for what in _split_list(text))
        case types.Bag(inner):
            return collections.bag((shapes.number(value(names, what, inner)), count) for count, what in _items(text))
        case types.SetOf(inner):
            elements: list[Element] = [value(names, what, inner) for _, what in _items(text)]
            return collections.unique(elements, inner)
        case types.ListOf(inner):
            return tuple(value(names, what, inner) for what in _split_list(text))
        case types.Position(board):
            called = names.game.about.shapes[board].place_names if names.game.about.shapes else ()
            return called.index(text) if text in called else _ordinal(_names_of(names, of), text)
        case _:
            return _ordinal(_names_of(names, of), text)


def _number(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text):
        raise NotReadableError(f"`{text}` is no number")
    return int(text)


def _split_list(text: str) -> list[str]:
    if text in ("none", "[]"):
        return []
    return _split(text[1:-1]) if text.startswith("[") and text.endswith("]") else [text]


def _items(text: str) -> Iterator[tuple[int, str]]:
    for item in _split_list(text):
        found = _COUNTED.fullmatch(item)
        yield (int(found["count"]), found["what"]) if found else (1, item)


def _piece(names: Texts, text: str, classes: tuple[types.ClassId, ...]) -> tuple[int, int]:
    found = _PLACED.fullmatch(text)
    if found is None:
        return types.NO_PLACE, _kind(names, text, classes)
    return _ordinal(names.zones, found["zone"]), _kind(names, found["kind"], classes)


def _kind(names: Texts, text: str, classes: tuple[types.ClassId, ...]) -> types.KindId:
    """Finds a kind by its name, or by the part after its last dot if that is enough (`Ann` for `pirate.Ann`)."""
    kinds = [i for i, kind in enumerate(names.game.kinds) if kind.cls in classes]
    wanted = _drop_spaces(text)
    for spelled in (
        [_drop_spaces(name) for name in names.kinds],
        [_drop_spaces(name).rpartition(".")[2] for name in names.kinds],
    ):
        fitting = [kind for kind in kinds if spelled[kind] == wanted]
        if len(fitting) == 1:
            return types.KindId(fitting[0])
    raise NotReadableError(f"there is no `{text}`")


def _names_of(names: Texts, of: types.Type) -> tuple[str, ...]:
    match of:
        case types.Enum(size=size) | types.Position(size=size) | types.Player(size) | types.Row(size=size):
            return tuple(names.value(i, of) for i in range(size))
        case types.Direction():
            return tuple(names.value(i, of) for i in range(8))
        case types.Zone():
            return names.zones
        case _:
            return ()


def _ordinal(known: tuple[str, ...], text: str) -> int:
    wanted = _drop_spaces(text)
    for i, name in enumerate(known):
        if _drop_spaces(name) == wanted:
            return i
    raise NotReadableError(f"there is no `{text}`")


def _drop_spaces(text: str) -> str:
    """Removes the spaces from a name."""
    return re.sub(r"\s+", "", text)
