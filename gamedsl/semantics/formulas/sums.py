"""`+` and `-` of numbers, collections and places."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    DIRECTION,
    Bag,
    Int,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Position,
    Ranking,
    SetOf,
    Type,
    Unknown,
    Zone,
)
from gamedsl.semantics.construction import constants, conversions, facts, intervals
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number
from gamedsl.semantics.formulas.board_tables import rays_of
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most, plain
from gamedsl.semantics.model.world import World

# names reads this module in when it is used
from gamedsl.semantics.problems.problems import (
    Mismatch,
)
from gamedsl.syntax import tree


def plus_or_minus(
    w: World, e: tree.Binary, op: Literal["+", "-", "*"], scope: Scope, expected: Type | None
) -> expressions.Expr:
    left = w.check.formula(e.left, scope, expected)
    right = w.check.formula(e.right, scope, expected if isinstance(left.type, Unknown) else left.type)
    if is_broken(left) or is_broken(right):
        return BROKEN
    left_type, right_type = plain(left.type), plain(right.type)
    if isinstance(left_type, Position) and isinstance(right_type, Int) and op != "*":
        steps = facts.need(w, scope, right, e.right.span, words(e.right)) if isinstance(right.type, Optional) else right
        return _walk_ring(w, e, op, left, left_type, steps, right_type, scope)
    if isinstance(left_type, Int) and isinstance(right_type, Int):
        left = facts.need(w, scope, left, e.left.span, words(e.left)) if isinstance(left.type, Optional) else left
        right = facts.need(w, scope, right, e.right.span, words(e.right)) if isinstance(right.type, Optional) else right
        return intervals.arithmetic(w, scope, op, left, right, e.span)
    if op == "*":
        wrong, place = (left, e.left) if not isinstance(left_type, Int) else (right, e.right)
        w.problem(Mismatch(place.span, "a number", describe(w, wrong.type)))
        return BROKEN
    return combine(w, e, op, left, right, scope)


def combine(
    w: World, e: tree.Binary, op: Literal["+", "-"], left: expressions.Expr, right: expressions.Expr, scope: Scope
) -> expressions.Expr:
    """a + b and a - b of collections."""
    left, right = one_form(w, left), one_form(w, right)
    if isinstance(left.type, ListOf) and left.type.most == 0:
        return right if op == "+" else left
    if isinstance(right.type, ListOf) and right.type.most == 0:
        return left
    kinds = (left.type, right.type)
    match kinds:
        case (Pieces(), Pieces()):
            pass
        case (Pieces() | Bag(), Pieces() | Bag()):
            left, right = conversions.as_bag(w, left) or left, conversions.as_bag(w, right) or right
        case (SetOf(), ListOf()):
            right = conversions.as_set(w, right)
        case (ListOf(), SetOf()):
            left = conversions.as_set(w, left)
        case (ListOf() | SetOf(), Bag()) if isinstance(right.type.of if isinstance(right.type, Bag) else None, Int):
            left = conversions.as_bag(w, left) or left
        case (Bag(), ListOf() | SetOf()):
            right = conversions.as_bag(w, right) or right
        case _:
            pass
    type_ = conversions.join_types(w, left.type, right.type)
    if type_ is None or not isinstance(type_, Pieces | Bag | SetOf | ListOf):
        if isinstance(left.type, Pieces | Bag | SetOf | ListOf):
            w.problem(Mismatch(e.right.span, describe(w, left.type), describe(w, right.type)))
        else:
            w.problem(Mismatch(e.left.span, "a number or a collection", describe(w, left.type)))
        return BROKEN
    if op == "-":
        return constants.folded(w, expressions.Without(left, right, left.type), left, right)
    if isinstance(type_, Pieces):
        type_ = Pieces(type_.classes, most(w, left.type) + most(w, right.type))
    elif isinstance(type_, Bag):
        type_ = Bag(type_.of, most(w, left.type) + most(w, right.type))
    elif isinstance(type_, ListOf):
        type_ = ListOf(type_.of, most(w, left.type) + most(w, right.type))
    return constants.folded(w, expressions.Join(left, right, type_), left, right)


def one_form(w: World, e: expressions.Expr) -> expressions.Expr:
    """Zones, slots and single pieces as pieces; rankings as lists."""
    if isinstance(plain(e.type), Zone | Piece):
        return conversions.as_pieces(w, e) or e
    if isinstance(e.type, Ranking):
        return conversions.as_list(w, e)
    return e


def _walk_ring(
    w: World,
    e: tree.Binary,
    op: Literal["+", "-"],
    place: expressions.Expr,
    position: Position,
    steps: expressions.Expr,
    number_: Int,
    scope: Scope,
) -> expressions.Expr:
    """`Harbour + sailed`: clockwise on a ring, wrapping. `position` and `number_` are the plain types of both sides."""
    if w.boards[position.board].kind == "row":
        return _walk_row(w, e, op, place, position, steps, scope)
    if w.boards[position.board].kind != "ring":
        w.problem(Mismatch(e.left.span, "a place of a ring", describe(w, position)))
        return BROKEN
    if isinstance(place.type, Optional):
        place = facts.need(w, scope, place, e.left.span, words(e.left))
    reach = Int(min(0, number_.low) - position.size, max(0, number_.high) + position.size)
    site = w.site(e.span, scope.where)
    moved = expressions.Arithmetic(op, place, steps, reach, site)
    return constants.folded(
        w, expressions.Arithmetic("mod", moved, number(position.size), position, site), place, steps
    )


def _walk_row(
    w: World,
    e: tree.Binary,
    op: Literal["+", "-"],
    place: expressions.Expr,
    position: Position,
    steps: expressions.Expr,
    scope: Scope,
) -> expressions.Expr:
    """On a row a walk may lead past the end: then it leads to none."""

    if isinstance(place.type, Optional):
        place = facts.need(w, scope, place, e.left.span, words(e.left))
    if op == "-":
        steps = intervals.negative(w, steps, e.span, scope.where)
    east = expressions.Const(2, DIRECTION)
    return expressions.Along(rays_of(w, w.boards[position.board]), place, east, steps, Optional(position))
