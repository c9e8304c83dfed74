"""Checks `+` and `-` of numbers, collections and places."""

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
    plain,
)
from gamedsl.semantics.construction import constants, conversions, facts, intervals, sure
from gamedsl.semantics.construction.board_tables import rays_of
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Thing

# `names` imports this module only when it is first used, so importing the problems here costs nothing.
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import formulas


def plus_or_minus(
    world: World, node: formulas.Binary, op: Literal["+", "-", "*"], scope: Scope, expected: Type | None
) -> expressions.Expr:
    left = world.check.formula(node.left, scope, expected)
    right = world.check.formula(node.right, scope, expected if isinstance(left.type, Unknown) else left.type)
    if is_broken(left) or is_broken(right):
        return BROKEN
    left_type, right_type = plain(left.type), plain(right.type)
    if isinstance(left_type, Position) and isinstance(right_type, Int) and op != "*":
        steps = (
            facts.need(world, scope, right, node.right.span, words(node.right))
            if isinstance(right.type, Optional)
            else right
        )
        return _walk_ring(world, node, op, left, left_type, steps, right_type, scope)
    if isinstance(left_type, Int) and isinstance(right_type, Int):
        left = (
            facts.need(world, scope, left, node.left.span, words(node.left))
            if isinstance(left.type, Optional)
            else left
        )
        right = (
            facts.need(world, scope, right, node.right.span, words(node.right))
            if isinstance(right.type, Optional)
            else right
        )
        if op == "-":
            sure.note_twice(world, node.span, node.left, left, left == right, "difference")
        return intervals.arithmetic(world, scope, op, left, right, node.span)
    if op == "*":
        wrong, place = (left, node.left) if not isinstance(left_type, Int) else (right, node.right)
        return refuse(world, Mismatch(place.span, Thing.NUMBER, describe(world, wrong.type)))
    return combine(world, node, op, left, right, scope)


def combine(
    world: World,
    node: formulas.Binary,
    op: Literal["+", "-"],
    left: expressions.Expr,
    right: expressions.Expr,
    scope: Scope,
) -> expressions.Expr:
    """Builds a + b and a - b of collections."""
    left, right = one_form(world, left), one_form(world, right)
    for side, one, other in ((node.left, left, right), (node.right, right, left)):
        if _is_empty(one) and isinstance(plain(other.type), Int):
            return refuse(world, Mismatch(side.span, Thing.NUMBER, describe(world, one.type)))
    if _is_empty(left):
        return right if op == "+" else left
    if _is_empty(right):
        return left
    kinds = (left.type, right.type)
    match kinds:
        case (Pieces(), Pieces()):
            pass
        case (Pieces() | Bag(), Pieces() | Bag()):
            left, right = conversions.as_bag(world, left) or left, conversions.as_bag(world, right) or right
        case (SetOf(), ListOf()):
            right = conversions.as_set(world, right)
        case (ListOf(), SetOf()):
            left = conversions.as_set(world, left)
        case (ListOf() | SetOf(), Bag()) if isinstance(right.type.of if isinstance(right.type, Bag) else None, Int):
            left = conversions.as_bag(world, left) or left
        case (Bag(), ListOf() | SetOf()):
            right = conversions.as_bag(world, right) or right
        case _:
            pass
    type_ = conversions.join_types(world, left.type, right.type)
    if type_ is None or not isinstance(type_, Pieces | Bag | SetOf | ListOf):
        if (
            isinstance(left.type, Int)
            and isinstance(right.type, SetOf | ListOf | Bag)
            and isinstance(right.type.of, Int)
        ):
            world.problem(Mismatch(node.right.span, Thing.NUMBER, describe(world, right.type)))
        elif isinstance(right.type, Int) and _is_meant_as_number(node.left, op, left.type):
            world.problem(Mismatch(node.left.span, Thing.NUMBER, describe(world, left.type)))
        elif isinstance(left.type, Pieces | Bag | SetOf | ListOf):
            world.problem(Mismatch(node.right.span, describe(world, left.type), describe(world, right.type)))
        else:
            world.problem(Mismatch(node.left.span, Thing.NUMBER_OR_COLLECTION, describe(world, left.type)))
        return BROKEN
    if op == "-":
        return constants.fold_if_fixed(world, expressions.Without(left, right, left.type), left, right)
    if isinstance(type_, Pieces):
        type_ = Pieces(type_.classes, most(world, left.type) + most(world, right.type))
    elif isinstance(type_, Bag):
        type_ = Bag(type_.of, most(world, left.type) + most(world, right.type))
    elif isinstance(type_, ListOf):
        type_ = ListOf(type_.of, most(world, left.type) + most(world, right.type))
    return constants.fold_if_fixed(world, expressions.Join(left, right, type_), left, right)


def _is_empty(expr: expressions.Expr) -> bool:
    """Whether a formula is `[]`."""
    return isinstance(expr.type, ListOf) and expr.type.most == 0


def _is_meant_as_number(node: formulas.Expr, op: Literal["+", "-"], type_: Type) -> bool:
    """Whether a collection in front of `+` or `-` and a number was meant as a number: lists do not shrink by one, and `hand.price` looks like a sum."""
    is_part = isinstance(node, formulas.Attribute) and isinstance(type_, SetOf)
    return is_part or (op == "-" and isinstance(type_, ListOf))


def one_form(world: World, expr: expressions.Expr) -> expressions.Expr:
    """Returns zones, slots and single pieces as pieces; rankings as lists."""
    if isinstance(plain(expr.type), Zone | Piece):
        return conversions.as_pieces(world, expr) or expr
    if isinstance(expr.type, Ranking):
        return conversions.as_list(world, expr)
    return expr


def _walk_ring(
    world: World,
    node: formulas.Binary,
    op: Literal["+", "-"],
    place: expressions.Expr,
    position: Position,
    steps: expressions.Expr,
    number_: Int,
    scope: Scope,
) -> expressions.Expr:
    """Builds `Harbour + sailed`: clockwise on a ring, wrapping. `position` and `number_` are the plain types of both sides."""
    if world.boards[position.board].kind == "row":
        return _walk_row(world, node, op, place, position, steps, scope)
    if world.boards[position.board].kind != "ring":
        return refuse(world, Mismatch(node.left.span, Thing.PLACE_OF_RING, describe(world, position)))
    if isinstance(place.type, Optional):
        place = facts.need(world, scope, place, node.left.span, words(node.left))
    reach = Int(min(0, number_.low) - position.size, max(0, number_.high) + position.size)
    site = world.site(node.span, scope.where)
    moved = expressions.Arithmetic(op, place, steps, reach, site)
    return constants.fold_if_fixed(
        world, expressions.Arithmetic("mod", moved, number(position.size), position, site), place, steps
    )


def _walk_row(
    world: World,
    node: formulas.Binary,
    op: Literal["+", "-"],
    place: expressions.Expr,
    position: Position,
    steps: expressions.Expr,
    scope: Scope,
) -> expressions.Expr:
    """Builds a walk along a row. Past the end it gives none."""

    if isinstance(place.type, Optional):
        place = facts.need(world, scope, place, node.left.span, words(node.left))
    if op == "-":
        steps = intervals.negative(world, steps, node.span, scope.where)
    east = expressions.Const(2, DIRECTION)
    return expressions.Along(rays_of(world, world.boards[position.board]), place, east, steps, Optional(position))
