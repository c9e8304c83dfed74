"""Renames declarations, so that uses of a renamed one do not count as changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from gamedsl.semantics.model.merged import Merged, ScriptedSeat
from gamedsl.source import Span
from gamedsl.syntax.tree import data, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import is_tuple
from gamedsl.values import evolve, field_names

_Node = TypeVar("_Node")


def with_names(merged: Merged, names: Mapping[str, str]) -> Merged:
    """Returns the declarations of a setup with new names in place of old ones, everywhere."""
    return evolve(
        merged,
        decls=_rename(merged.decls, names),
        written=_rename(merged.written, names),
        sets=_rename(merged.sets, names),
        seats=tuple(_seat(seat, names) for seat in merged.seats),
    )


def _seat(seat: ScriptedSeat, names: Mapping[str, str]) -> ScriptedSeat:
    return evolve(
        seat,
        name=names.get(seat.name, seat.name),
        members=_rename(seat.members, names),
        replaced=_rename(seat.replaced, names),
        answers=_rename(seat.answers, names),
    )


def _rename(node: _Node, names: Mapping[str, str]) -> _Node:
    return cast("_Node", _with_names(node, names))


def _with_names(node: object, names: Mapping[str, str]) -> object:
    match node:
        case Ident(text):
            return evolve(node, text=names[text]) if text in names else node
        case formulas.Name(id):
            return evolve(node, id=names[id]) if id in names else node
        case data.CellName(text):
            return evolve(node, text=names[text]) if text in names else node
        case _ if is_tuple(node):
            return tuple([_with_names(item, names) for item in node])
        case _:
            parts = field_names(type(node))
            if parts is None or isinstance(node, Span):
                return node
            changes = {name: _with_names(getattr(node, name), names) for name in parts if name != "span"}
            return evolve(cast("Any", node), **changes)
