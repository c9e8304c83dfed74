"""Digests the part of a Game that a worked example depends on, under names that do not change with the rest of the Game.

Nodes, functions, tables, rules, fields and locals are numbered in the order in which they are met, so variants may add or remove others.
Types, pieces and zones count as a whole. Places in the rules, sentences about things, and the layout of positions do not count.
"""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from typing import Literal, cast

from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import EndNode, Node, StopNode
from gamedsl.json import Json
from gamedsl.values import evolve, field_names, frozen

_Kind = Literal["node", "function", "table", "rule", "field", "local"]
_Ref = tuple[_Kind, int]

_KINDS: dict[str, _Kind] = {
    "NodeId": "node",
    "FunctionId": "function",
    "TableId": "table",
    "RuleId": "rule",
    "FieldId": "field",
    "LocalId": "local",
}
"""The names in field types of the ids of parts that may be numbered differently."""

_LEFT_OUT = ("doc", "base")
"""Fields that only people read, and the number of the first instance among those of all fields or zones."""


@frozen
class _Item:
    """A part of a Game as JSON text, with a mark for each part that it refers to, in order."""

    text: str
    refs: tuple[_Ref, ...]


class Slices:
    """The parts of one Game, each serialised once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._items: dict[_Ref, _Item] = {}
        pieces = (game.classes, game.kinds, game.enums, game.boards, game.zones)
        # Scores are left out: only formulas read them, and these refer to the function itself.
        self._common = _item((game.seats, game.humans, game.scripts, pieces, evolve(game.builtins, total=None)))

    def digest(self, spec: ExampleSpec) -> str:
        """Returns the SHA-256 (64 hex digits) of an example and all that it depends on. Equal digests in two Games mean equal results."""
        found = sha256()
        numbers: dict[_Ref, int] = {}
        pending = [_item(spec), self._common]
        while pending:
            item = pending.pop()
            for ref in item.refs:
                if ref not in numbers:
                    numbers[ref] = len(numbers)
                    pending.append(self._part(ref))
            found.update(f"{item.text}{[numbers[ref] for ref in item.refs]}\n".encode())
        return found.hexdigest()

    def _part(self, ref: _Ref) -> _Item:
        if ref not in self._items:
            self._items[ref] = _item(self._content(*ref))
        return self._items[ref]

    def _content(self, kind: _Kind, number: int) -> object:
        game = self._game
        match kind:
            case "node":
                return self._node(game.nodes[number])
            case "function":
                return game.functions[number]
            case "table":
                return game.tables[number]
            case "rule":
                routines = tuple(routine for routine in game.routines if routine.rule == number)
                return routines, tuple(question for question in game.questions if question.rule == number)
            case "field":
                return game.fields[number]
            case "local":
                return game.locals[number]

    def _node(self, node: Node) -> object:
        """Adds the ranking and the verdicts to a node that ends the match, because they are evaluated there."""
        is_end = isinstance(node, EndNode) or (isinstance(node, StopNode) and node.is_over)
        return (node, self._game.ranking, self._game.scores, self._game.verdicts, self._game.judged) if is_end else node


def _item(thing: object) -> _Item:
    refs: list[_Ref] = []
    return _Item(json.dumps(_to_json(thing, refs), separators=(",", ":")), tuple(refs))


def _to_json(thing: object, refs: list[_Ref]) -> Json:
    """Converts the thing to JSON; references are appended to `refs`, and null stands in their places."""
    if thing is None or isinstance(thing, bool | int | str):
        return thing
    if isinstance(thing, tuple):
        return [_to_json(part, refs) for part in cast("tuple[object, ...]", thing)]
    kind: type = thing.__class__
    made: list[Json] = [kind.__name__]
    for name, form in _forms(kind):
        value: object = getattr(thing, name)
        made.append(_to_json(value, refs) if form is None else _collect_refs(value, form, refs))
    return made


def _collect_refs(value: object, kinds: tuple[_Kind, ...], refs: list[_Ref]) -> Json:
    """Returns a placeholder for ids that keeps only their number. Ids in a tuple of tuples have the kinds in turn."""
    if isinstance(value, tuple):
        parts = cast("tuple[object, ...]", value)
        own = kinds if len(kinds) == len(parts) else kinds[:1] * len(parts)
        return [
            _collect_refs(part, kinds if isinstance(part, tuple) else (kind,), refs)
            for part, kind in zip(parts, own, strict=True)
        ]
    if isinstance(value, int):
        refs.append((kinds[0], value))
    return value is not None


@cache
def _forms(kind: type) -> tuple[tuple[str, tuple[_Kind, ...] | None], ...]:
    """Lists the fields of a class of the graph that are compared, each with the kinds of ids that it holds (None: no ids). TypeError for another class."""
    names = field_names(kind)
    if names is None:
        raise TypeError(f"a Game cannot hold {kind.__name__}")
    written: dict[str, str] = kind.__annotations__
    return tuple(
        (name, _ids(written[name])) for name in names if name not in _LEFT_OUT and "SiteId" not in written[name]
    )


def _ids(annotation: str) -> tuple[_Kind, ...] | None:
    words: list[str] = re.findall(r"\w+", annotation)
    return tuple([_KINDS[word] for word in words if word in _KINDS]) or None
