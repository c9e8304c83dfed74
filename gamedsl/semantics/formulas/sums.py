"""Checks `+` and `-` of numbers, collections and places."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.construction import constants, conversions, facts, intervals, sure
from gamedsl.semantics.construction.board_tables import rays_of
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, most, set_of
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Thing

# `names` imports this module only when it is first used, so importing the problems here costs nothing.
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import formulas


def plus_or_minus(
    world: World, node: formulas.Binary, op: Literal["+", "-", "*"], scope: Scope, expected: types.Type | None
) -> expressions.Expr:
    left = world.check.formula(node.left, scope, expected)
    right = world.check.formula(node.right, scope, expected if isinstance(left.type, types.Unknown) else left.type)
    if is_broken(left) or is_broken(right):
        return BROKEN
    left_type, right_type = types.plain(left.type), types.plain(right.type)
    if isinstance(left_type, types.Position) and isinstance(right_type, types.Int) and op != "*":
        steps = facts.need(world, scope, right, node.right.span, words(node.right))
        return _walk_ring(world, node, op, left, left_type, steps, right_type, scope)
    if isinstance(left_type, types.Int) and isinstance(right_type, types.Int):
        left = facts.need(world, scope, left, node.left.span, words(node.left))
        right = facts.need(world, scope, right, node.right.span, words(node.right))
        if op == "-":
            sure.note_twice(world, node.span, node.left, left, left == right, "difference")
        return intervals.arithmetic(world, scope, op, left, right, node.span)
    if op == "*":
        wrong, place = (left, node.left) if not isinstance(left_type, types.Int) else (right, node.right)
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
        if _is_empty(one) and isinstance(types.plain(other.type), types.Int):
            return refuse(world, Mismatch(side.span, Thing.NUMBER, describe(world, one.type)))
    if _is_empty(left):
        return right if op == "+" else left
    if _is_empty(right):
        return left
    kinds = (left.type, right.type)
    match kinds:
        case (types.Pieces(), types.Pieces()):
            pass
        case (types.Pieces() | types.Bag(), types.Pieces() | types.Bag()):
            left, right = conversions.as_bag(world, left) or left, conversions.as_bag(world, right) or right
        case (types.SetOf(), types.ListOf()):
            right = conversions.as_set(world, right)
        case (types.ListOf(), types.SetOf()):
            left = conversions.as_set(world, left)
        case (types.ListOf() | types.SetOf(), types.Bag()) if isinstance(
            right.type.of if isinstance(right.type, types.Bag) else None, types.Int
        ):
            left = conversions.as_bag(world, left) or left
        case (types.Bag(), types.ListOf() | types.SetOf()):
            right = conversions.as_bag(world, right) or right
        case _:
            pass
    type_ = conversions.join_types(world, left.type, right.type)
    if type_ is None or not isinstance(type_, types.Pieces | types.Bag | types.SetOf | types.ListOf):
        if (
            isinstance(left.type, types.Int)
            and isinstance(right.type, types.SetOf | types.ListOf | types.Bag)
            and isinstance(right.type.of, types.Int)
        ):
            world.problem(Mismatch(node.right.span, Thing.NUMBER, describe(world, right.type)))
        elif isinstance(right.type, types.Int) and _is_meant_as_number(node.left, op, left.type):
            world.problem(Mismatch(node.left.span, Thing.NUMBER, describe(world, left.type)))
        elif isinstance(left.type, types.Pieces | types.Bag | types.SetOf | types.ListOf):
            world.problem(Mismatch(node.right.span, describe(world, left.type), describe(world, right.type)))
        else:
            world.problem(Mismatch(node.left.span, Thing.NUMBER_OR_COLLECTION, describe(world, left.type)))
        return BROKEN
    if op == "-":
        return constants.fold_if_fixed(world, expressions.Without(left, right, left.type), left, right)
    if isinstance(type_, types.Pieces):
        type_ = types.Pieces(type_.classes, most(world, left.type) + most(world, right.type))
    elif isinstance(type_, types.Bag):
        type_ = types.Bag(type_.of, most(world, left.type) + most(world, right.type))
    elif isinstance(type_, types.ListOf):
        type_ = types.ListOf(type_.of, most(world, left.type) + most(world, right.type))
    else:
        type_ = set_of(type_.of, most(world, left.type) + most(world, right.type))
    return constants.fold_if_fixed(world, expressions.Join(left, right, type_), left, right)


def _is_empty(expr: expressions.Expr) -> bool:
    """Whether a formula is `[]`."""
    return isinstance(expr.type, types.ListOf) and expr.type.most == 0


def _is_meant_as_number(node: formulas.Expr, op: Literal["+", "-"], type_: types.Type) -> bool:
    """Whether a collection in front of `+` or `-` and a number was meant as a number: lists do not shrink by one, and `hand.price` looks like a sum."""
    is_part = isinstance(node, formulas.Attribute) and isinstance(type_, types.SetOf)
    return is_part or (op == "-" and isinstance(type_, types.ListOf))


def one_form(world: World, expr: expressions.Expr) -> expressions.Expr:
    """Returns zones, slots and single pieces as pieces; rankings as lists."""
    if isinstance(types.plain(expr.type), types.Zone | types.Piece):
        return conversions.as_pieces(world, expr) or expr
    if isinstance(expr.type, types.Ranking):
        return conversions.as_list(world, expr)
    return expr


def _walk_ring(
    world: World,
    node: formulas.Binary,
    op: Literal["+", "-"],
    place: expressions.Expr,
    position: types.Position,
    steps: expressions.Expr,
    number_: types.Int,
    scope: Scope,
) -> expressions.Expr:
    """Builds `Harbour + sailed`: clockwise on a ring, wrapping. `position` and `number_` are the plain types of both sides."""
    if world.boards[position.board].kind == "row":
        return _walk_row(world, node, op, place, position, steps, scope)
    if world.boards[position.board].kind != "ring":
        return refuse(world, Mismatch(node.left.span, Thing.PLACE_OF_RING, describe(world, position)))
    if isinstance(place.type, types.Optional):
        place = facts.need(world, scope, place, node.left.span, words(node.left))
    reach = types.Int(min(0, number_.low) - position.size, max(0, number_.high) + position.size)
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
    position: types.Position,
    steps: expressions.Expr,
    scope: Scope,
) -> expressions.Expr:
    """Builds a walk along a row. Past the end it gives none."""

    if isinstance(place.type, types.Optional):
        place = facts.need(world, scope, place, node.left.span, words(node.left))
    if op == "-":
        steps = intervals.negative(world, steps, node.span, scope.where)
    east = expressions.Const(2, types.DIRECTION)
    return expressions.Along(rays_of(world, world.boards[position.board]), place, east, steps, types.Optional(position))
