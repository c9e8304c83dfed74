"""Gives trees, and other values with places in them, another place in the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from gamedsl.source import Span
from gamedsl.syntax.tree.walk import parts_of
from gamedsl.values import evolve, field_names

_Moved = TypeVar("_Moved")


def move_by(node: _Moved, by: int) -> _Moved:
    """Returns a node, or several, moved by this many characters."""
    return cast("_Moved", _move_by(node, by)) if by else node


def _move_by(node: object, by: int) -> object:
    kind = node.__class__
    if kind is tuple:
        return tuple([_move_by(one, by) for one in cast("tuple[object, ...]", node)])
    if kind is Span:
        span = cast("Span", node)
        return Span(span.source, span.start + by, span.end + by)
    parts = parts_of(kind)
    if parts is None:
        return node
    made = cast("Callable[..., object]", kind)
    span = cast("Any", node).span
    return made(*[_move_by(part, by) for part in parts(node)], span=Span(span.source, span.start + by, span.end + by))


def place_anew(node: _Moved, place: Callable[[Span], Span]) -> _Moved:
    """Returns a value of any class with other places in it."""
    return cast("_Moved", _place_anew(node, place))


def _place_anew(node: object, place: Callable[[Span], Span]) -> object:
    if isinstance(node, tuple):
        return tuple([_place_anew(one, place) for one in cast("tuple[object, ...]", node)])
    if isinstance(node, Span):
        return place(node)
    names = field_names(node.__class__)
    if not names:
        return node
    parts: Any = node  # there is no type for "any class of values"
    return evolve(parts, **{name: _place_anew(getattr(parts, name), place) for name in names})
