"""Checks lists, sets and bags in brackets."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.construction import constants, conversions
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.formulas.comprehensions import comprehension_list
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe, element_of, most, set_of
from gamedsl.semantics.model.values import bag_entries
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.terms import Thing

# `names` imports this module only when it is first used, so importing the problems here costs nothing.
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.walk import split_count


def list_literal(
    world: World, node: formulas.ListLiteral, scope: Scope, expected: types.Type | None
) -> expressions.Expr:
    """Returns a list; a bag where it holds `3 Horse` or a bag is expected; a set where a set is expected."""
    if len(node.items) == 1 and isinstance(node.items[0], formulas.Comprehension):
        return comprehension_list(world, node.items[0], scope)
    expected = _list_expectation(expected)
    wanted = element_of(expected) if expected is not None else None
    if isinstance(expected, types.Pieces | types.Bag | types.Zone) and isinstance(wanted, types.Piece):
        wanted = types.Kind(wanted.classes)
    counted = any(split_count(i) is not None for i in node.items)
    items = [_item(world, i, scope, wanted) for i in node.items]
    if any(is_broken(i) for i in items):
        return BROKEN
    if counted or isinstance(expected, types.Bag | types.Pieces | types.Zone):
        return bag_of(world, scope, node, items, wanted)
    type_: types.Type = types.UNKNOWN
    for found in items:
        joined = conversions.join_types(world, type_, found.type)
        if joined is None:
            return refuse(world, Mismatch(node.span, describe(world, type_), describe(world, found.type)))
        type_ = joined
    if isinstance(type_, types.Zone):
        type_ = types.Piece(type_.classes) if type_.form == "slot" else types.Pieces(type_.classes, most(world, type_))
    if isinstance(type_, types.Piece | types.Zone):
        type_ = types.Kind(type_.classes)
    items = [
        conversions.coerce(world, scope, i, type_, node.span) if not isinstance(i.type, types.Int) else i for i in items
    ]
    made: types.Type = (
        set_of(type_, len(items)) if isinstance(expected, types.SetOf) else types.ListOf(type_, len(items))
    )
    return constants.fold_if_fixed(world, expressions.MakeList(tuple(items), made), *items)


def _list_expectation(expected: types.Type | None) -> types.Type | None:
    if isinstance(expected, types.Optional):
        return _list_expectation(expected.of)
    if isinstance(expected, types.Kind | types.Piece):
        return types.Bag(types.Kind(expected.classes), 0)
    return expected


def _item(world: World, item: formulas.Arg, scope: Scope, wanted: types.Type | None) -> expressions.Expr:
    if isinstance(item, formulas.Named | formulas.Comprehension):
        return refuse(world, Mismatch(item.span, Thing.ELEMENT, Thing.SOMETHING_ELSE))
    found = world.check.formula(item, scope, wanted)
    return found if isinstance(found.type, types.Bag) else conversions.as_kind(found)


def bag_of(
    world: World, scope: Scope, node: formulas.Expr, items: list[expressions.Expr], wanted: types.Type | None
) -> expressions.Expr:
    """Returns a Bag from kinds and from `3 Horse` items (which are one-entry bags)."""
    type_: types.Type | None = None
    entries: list[tuple[expressions.Expr, expressions.Expr]] = []
    total = 0
    for item in items:
        if isinstance(item.type, types.Bag):
            type_ = item.type.of if type_ is None else conversions.join_types(world, type_, item.type.of)
            if isinstance(item, expressions.MakeBag):
                entries.extend(item.items)
            elif isinstance(item, expressions.Const):
                entries.extend((number(n), expressions.Const(k, item.type.of)) for k, n in bag_entries(item.value))
            total += item.type.most
        else:
            kind = (
                conversions.kind_of_value(world, item, wanted)
                if isinstance(wanted, types.Kind) and isinstance(types.plain(item.type), types.Enum | types.Position)
                else item
            )
            kind = item if kind is None else kind
            type_ = kind.type if type_ is None else conversions.join_types(world, type_, kind.type)
            entries.append((number(1), kind))
            total += 1
        if type_ is None:
            return refuse(world, Mismatch(node.span, Thing.PIECES_OF_ONE_BAG, Thing.DIFFERENT_THINGS))
    return constants.fold_if_fixed(
        world,
        expressions.MakeBag(
            tuple(entries), types.Bag(types.plain(type_ if type_ is not None else wanted or types.UNKNOWN), total)
        ),
        *(e for entry in entries for e in entry),
    )
