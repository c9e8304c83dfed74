"""Finds the end of a pile from which pieces must be taken, so that, of equal pieces, exactly those leave that a formula means.

A position knows pieces by zone and kind. So a move takes the top-most (or the lowest) pieces of these kinds. That is exact only if a formula that holds a
piece of a pile holds all equal pieces above it (or below it) as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Flag, auto
from typing import Literal

from gamedsl.graph.analysis.walk import children
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int, LocalId, Piece, Pieces, Type, Unknown, Zone, plain
from gamedsl.semantics.model.types import element_of, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.rules import EqualInPile
from gamedsl.source import Span


class Ends(Flag):
    """The ends of a pile from which the right pieces leave even if only their kinds are given.

    IN_ORDER: equal pieces stand in the order of their pile. UNORDERED: none of the pieces lies in a pile.
    """

    NONE = 0
    TOP = auto()
    BOTTOM = auto()
    IN_ORDER = auto()
    UNORDERED = auto()
    BOTH = TOP | BOTTOM
    PILE = BOTH | IN_ORDER
    ANY = PILE | UNORDERED


_Bound = Mapping[LocalId, Ends]
"""The ends of the arguments of the `let` that is being read."""


def ends_of(world: World, pieces: expressions.Expr) -> Ends:
    """Returns the ends from which pieces can be taken by kind. This is always possible if every kind has only one copy."""
    found = _find(world, pieces, {})
    return found if found & Ends.BOTH or has_equal(world, pieces.type) else Ends.PILE


def must_leave_from_top(world: World, pieces: expressions.Expr, span: Span) -> None:
    """Reports pieces of a pile that taking from its top would exchange for equal ones."""
    if Ends.TOP not in ends_of(world, pieces):
        world.problem(EqualInPile(span))


def must_keep_order(world: World, pieces: expressions.Expr, span: Span) -> None:
    """Reports a read of the order of pieces from which others were subtracted: of equal pieces, subtraction removes the lowest, which may be the wrong ones."""
    if Ends.IN_ORDER not in _find(world, pieces, {}) and has_equal(world, pieces.type):
        world.problem(EqualInPile(span))


def is_in_order(world: World, pieces: expressions.Expr) -> bool:
    """Whether these are the pieces of a pile, or of a part of it, in their order. Pieces that a player has chosen have no order."""
    return _is_in_order(world, pieces, {})


def _is_in_order(world: World, expr: expressions.Expr, given: Mapping[LocalId, bool]) -> bool:
    if isinstance(plain(expr.type), Zone):
        of = plain(expr.type)
        return isinstance(of, Zone) and of.form == "pile"
    match expr:
        case expressions.Contents(zone):
            return _is_in_order(world, zone, given)
        case expressions.Filter() | expressions.While() | expressions.Some() | expressions.Rest() as part:
            return _is_in_order(world, part.source, given)
        case expressions.LyingIn(part) | expressions.Without(part):
            return _is_in_order(world, part, given)
        case expressions.Join(left, right) | expressions.IfElse(_, left, right):
            return _is_in_order(world, left, given) and _is_in_order(world, right, given)
        case expressions.Call(function, args) if (spec := world.functions[function]) is not None:
            inner = {param: _is_in_order(world, arg, given) for param, arg in zip(spec.params, args, strict=True)}
            return _is_in_order(world, spec.body, inner)
        case expressions.Local(id_) if id_ in given:
            return given[id_]
        case expressions.Local(id_) if id_ not in world.chosen:
            origins = world.origins.get(id_, ())
            return bool(origins) and all(_is_in_order(world, origin, given) for origin in origins)
        case _:
            return False


def has_equal(world: World, type_: Type) -> bool:
    """Whether two of the pieces can be equal."""
    of = _pieces_in(type_)
    return of is None or any(
        world.kinds[k].copies > 1 or world.kinds[k].cls in world.sides for k in world.kinds_of(of.classes)
    )


def _pieces_in(type_: Type) -> Piece | Pieces | Zone | None:
    """Returns the type of the pieces in a value; None if it holds none."""
    inner: Type | None = plain(type_)
    while inner is not None and not isinstance(inner, Piece | Pieces | Zone):
        inner = None if isinstance(inner, Unknown) else element_of(inner)
        inner = None if inner is None else plain(inner)
    return inner


def _find(world: World, expr: expressions.Expr, bound: _Bound) -> Ends:
    match expr:
        case expressions.Contents(zone) | expressions.TopPiece(zone):
            of = plain(zone.type)
            if isinstance(of, Zone) and of.form != "pile":
                return Ends.ANY
            return Ends.TOP | Ends.IN_ORDER if isinstance(expr, expressions.TopPiece) else Ends.PILE
        case expressions.Some(op, source, number):
            whole = isinstance(number.type, Int) and number.type.low >= most(world, source.type)
            return _find(world, source, bound) if whole else _cut(_find(world, source, bound), op)
        case expressions.Pick("first" | "last" as op, source):
            return _cut(_find(world, source, bound), op)
        case expressions.While(source):
            return _cut(_find(world, source, bound), "first")
        case expressions.Rest(source):
            return _cut(_find(world, source, bound), "last")
        case expressions.Item(source) | expressions.OutsideIn(source) | expressions.Subsets(source):
            found = _find(world, source, bound)
            return found if Ends.UNORDERED in found else Ends.NONE
        case expressions.Without(left, right):
            return _subtract(_find(world, left, bound), _find(world, right, bound))
        case expressions.Call(function, args) if (spec := world.functions[function]) is not None:
            given = {param: _find(world, arg, bound) for param, arg in zip(spec.params, args, strict=True)}
            return _find(world, spec.body, given)
        case expressions.Local(id_) if id_ in bound:
            return bound[id_]
        case expressions.Local(id_) if id_ in world.origins:
            return _join_ends(_find(world, origin, bound) for origin in world.origins[id_])
        case expressions.Local():
            return Ends.TOP | Ends.IN_ORDER  # a parameter of a rule: calls pass pieces that can be taken from the top
        case _:
            return _join_ends(_find(world, part, bound) for part in children(expr) if _pieces_in(part.type) is not None)


def _join_ends(found: Iterable[Ends]) -> Ends:
    ends = Ends.ANY
    for one in found:
        ends &= one
    return ends


def _cut(found: Ends, end: Literal["first", "last"]) -> Ends:
    """Returns the ends of the first or the last pieces of others."""
    if Ends.UNORDERED in found:
        return found
    if Ends.IN_ORDER not in found:
        return Ends.NONE
    return found & (Ends.IN_ORDER | (Ends.BOTTOM if end == "first" else Ends.TOP))


def _subtract(left: Ends, right: Ends) -> Ends:
    """Returns the ends of pieces after a subtraction. What is left of a pile without its lowest pieces can be taken from the top. Of equal pieces,
    subtraction removes the lowest; the rest is in order only if these are the right ones."""
    if Ends.UNORDERED in left or Ends.BOTH in right:
        return left
    if Ends.BOTH not in left:
        return Ends.NONE
    ends = Ends.NONE
    if Ends.BOTTOM in right:
        ends |= Ends.TOP | Ends.IN_ORDER
    if Ends.TOP in right:
        ends |= Ends.BOTTOM
    return ends
