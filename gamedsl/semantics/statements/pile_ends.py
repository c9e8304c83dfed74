"""Finds the end of a pile from which pieces must be taken, so that of equal pieces those leave that a formula means.

A position knows pieces by zone and kind. So a move takes the top-most (or lowest) pieces of these kinds, and that is exact only if the formula holds, with each
piece of a pile, also all equal ones above it (or below it).
"""

from __future__ import annotations

from enum import Flag, auto

from gamedsl.graph.analysis.walk import expressions as formulas_in
from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.traits import traits_of
from gamedsl.graph.model.types import Int, LocalId, Optional, Piece, Pieces, Type, Zone
from gamedsl.semantics.model.types import element_of, most, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.rules import WhichOfEqual
from gamedsl.source import Span


class Ends(Flag):
    """The ends from which taking pieces by kind is exact. UNORDERED: none of the pieces lies in a pile."""

    NONE = 0
    TOP = auto()
    BOTTOM = auto()
    UNORDERED = auto()
    BOTH = TOP | BOTTOM
    ANY = BOTH | UNORDERED


def ends_of(world: World, pieces: expressions.Expr) -> Ends:
    """Returns the ends from which pieces can be taken by kind. Pieces of which every kind has one copy can always be."""
    found = _find(world, pieces)
    return found if found or _has_equal(world, pieces.type) else Ends.BOTH


def must_leave_from_top(world: World, pieces: expressions.Expr, span: Span) -> None:
    """Reports pieces of a pile that taking from its top would exchange for equal ones."""
    if Ends.TOP not in ends_of(world, pieces):
        world.problem(WhichOfEqual(span))


def moves_some(
    world: World, source: expressions.Expr, element: LocalId, body: tuple[source_statements.Stmt, ...]
) -> bool:
    """Whether a loop over a part of a pile may move some of its pieces and leave equal ones, because a condition reads more than the kind."""
    found = _find(world, source)
    if (
        found & Ends.BOTH in (Ends.BOTH, Ends.NONE)
        or most(world, source.type) < 2
        or not _has_equal(world, source.type)
    ):
        return False
    return _moves_if(element, body, certain=True)


def _moves_if(element: LocalId, body: tuple[source_statements.Stmt, ...], *, certain: bool) -> bool:
    for stmt in body:
        match stmt:
            case statements.If(condition, then, otherwise):
                by_kind = certain and _reads_only(condition, element)
                if _moves_if(element, then, certain=by_kind) or _moves_if(element, otherwise, certain=by_kind):
                    return True
            case statements.Repeat():
                if _moves_if(element, stmt.body, certain=False):
                    return True
            case statements.Move(what) if not certain and element in free_locals(what):
                return True
            case _:
                pass
    return False


def _reads_only(condition: expressions.Expr, element: LocalId) -> bool:
    """Whether a condition depends on nothing but the kind of an element."""
    fixed = all(isinstance(e, expressions.KindOf) or traits_of(e).is_static for e in formulas_in(condition))
    return fixed and free_locals(condition) <= {element}


def _has_equal(world: World, type_: Type) -> bool:
    """Whether two of the pieces can be equal."""
    of = plain(type_)
    of = of if isinstance(of, Piece | Pieces | Zone) else plain(element_of(of) or of)
    if not isinstance(of, Piece | Pieces | Zone):
        return True
    return any(world.kinds[k].copies > 1 or world.kinds[k].cls in world.sides for k in world.kinds_of(of.classes))


def _find(world: World, expr: expressions.Expr) -> Ends:
    match expr:
        case expressions.Contents(zone) | expressions.TopPiece(zone):
            return _of_zone(zone, top=isinstance(expr, expressions.TopPiece))
        case expressions.Some(op, source, number):
            whole = isinstance(number.type, Int) and number.type.low >= most(world, source.type)
            return _find(world, source) if whole else _cut(_find(world, source), op)
        case expressions.Pick(op, source):
            found = _find(world, source)
            return found if op == "only" else _cut(found, op)
        case expressions.While(source):
            return _cut(_find(world, source), "first")
        case expressions.Rest(source):
            return _cut(_find(world, source), "last")
        case expressions.Item(source):
            found = _find(world, source)
            return found if Ends.UNORDERED in found else Ends.NONE
        case (
            expressions.Filter(source)
            | expressions.Sorted(source)
            | expressions.Leaders(source)
            | expressions.TakeFrom(_, source)
            | expressions.TakeSome(_, source)
            | expressions.LyingIn(source)
            | expressions.Need(source)
            | expressions.Within(source)
            | expressions.Convert(source)
        ):
            return _find(world, source)
        case expressions.MapList(_, _, body) | expressions.FlatMap(_, _, body):
            return _find(world, body)
        case expressions.Join(left, right):
            return _find(world, left) & _find(world, right)
        case expressions.IfElse(_, yes, no):
            return _find(world, yes) & _find(world, no)
        case expressions.Without(left, right):
            return _without(_find(world, left), _find(world, right))
        case expressions.Call(function, args):
            spec = world.functions[function]
            found = Ends.ANY if spec is None else _find(world, spec.body)
            for arg in args:
                found &= _find(world, arg)
            return found
        case expressions.Local(id_):
            found = Ends.ANY
            for origin in world.piece_origins.get(id_, ()):
                found &= _find(world, origin)
            return found
        case _:
            return Ends.ANY


def _of_zone(zone: expressions.Expr, *, top: bool) -> Ends:
    of = zone.type.of if isinstance(zone.type, Optional) else zone.type
    if isinstance(of, Zone) and of.form != "pile":
        return Ends.ANY
    return Ends.TOP if top else Ends.BOTH


def _cut(found: Ends, end: str) -> Ends:
    """Returns the ends of the first or last pieces of others."""
    if Ends.UNORDERED in found:
        return found
    return found & (Ends.BOTTOM if end == "first" else Ends.TOP)


def _without(left: Ends, right: Ends) -> Ends:
    """Returns the ends of what is left without others: without the lowest pieces of a pile those on top are left."""
    if Ends.BOTH in right:
        return left
    if Ends.BOTH not in left:
        return Ends.NONE
    return (Ends.TOP if Ends.BOTTOM in right else Ends.NONE) | (Ends.BOTTOM if Ends.TOP in right else Ends.NONE)
