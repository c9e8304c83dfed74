"""Checks comparisons: equality, order and membership."""

from __future__ import annotations

from functools import reduce
from typing import Literal

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.construction import constants, conversions, facts, logic
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.formulas.collections import COLLECTIONS, UNRANKED, several
from gamedsl.semantics.formulas.lying import piece_test
from gamedsl.semantics.formulas.pile_ends import is_in_order
from gamedsl.semantics.formulas.pile_reads import note_orders
from gamedsl.semantics.formulas.sums import one_form
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol
from gamedsl.semantics.model.types import describe, element_of, most
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names import bare_names
from gamedsl.semantics.names.paths import not_comparable
from gamedsl.semantics.problems.certain import ComparedWithItself
from gamedsl.semantics.problems.elements import NotACollection
from gamedsl.semantics.problems.names import UnknownName
from gamedsl.semantics.problems.terms import Role
from gamedsl.semantics.problems.values import NotComparable
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.walk import split_count
from gamedsl.values import evolve


def comparison(
    world: World, node: formulas.Binary, op: Literal["<", "<=", ">", ">="], scope: Scope
) -> expressions.Expr:
    left, right = pair(world, node.left, node.right, scope)
    if is_broken(left) or is_broken(right):
        return BROKEN
    left, right = conversions.as_kind(left), conversions.as_kind(right)
    if isinstance(left.type, types.Optional | types.Nothing):
        left = facts.need(world, scope, left, node.left.span, words(node.left))
    if isinstance(right.type, types.Optional | types.Nothing):
        right = facts.need(world, scope, right, node.right.span, words(node.right))
    ordered = isinstance(left.type, types.Int) and isinstance(right.type, types.Int)
    if not ordered and not (left.type == right.type and isinstance(left.type, types.Enum | types.Player)):
        return refuse(world, not_comparable(world, node, left, right))
    note_same(world, node, left, right, op in ("<=", ">="))
    return constants.fold_if_fixed(world, expressions.Compare(op, left, right, types.FLAG), left, right)


def note_same(
    world: World, node: formulas.Binary, left: expressions.Expr, right: expressions.Expr, always: bool
) -> None:
    """Records whether a comparison has the same formula on both sides."""
    same = (left == right or node.left == node.right) and not isinstance(left, expressions.Const)
    found = ComparedWithItself(node.span, words(node.left if words(node.left) != "this" else node.right), always)
    world.judge("same", node.span, found if same else None)


def pair(world: World, a: formulas.Expr, b: formulas.Expr, scope: Scope) -> tuple[expressions.Expr, expressions.Expr]:
    """Checks both sides of a comparison. The unambiguous side is checked first; it decides the meaning of the other one."""
    if bare_names.needs_expectation(world, a, scope) and not bare_names.needs_expectation(world, b, scope):
        right = world.check.formula(b, scope)
        return _check_second(world, a, right, scope), right
    left = world.check.formula(a, scope)
    return left, _check_second(world, b, left, scope)


def _check_second(world: World, node: formulas.Expr, other: expressions.Expr, scope: Scope) -> expressions.Expr:
    """Checks the second side of a comparison. Kinds that are written in brackets beside a pile have an order, too."""
    if isinstance(node, formulas.ListLiteral) and node.items and is_in_order(world, other):
        pieces = conversions.as_pieces(world, other) or other
        if isinstance(pieces.type, types.Pieces):
            return world.check.formula(
                _one_by_one(node), scope, types.ListOf(types.Kind(pieces.type.classes), pieces.type.most)
            )
    return world.check.formula(node, scope, other.type)


def _one_by_one(node: formulas.ListLiteral) -> formulas.ListLiteral:
    """Writes `[2 Horse, Boat]` as `[Horse, Horse, Boat]`, and `[2 card[Red, 1]]` likewise."""
    items: list[formulas.Arg] = []
    for item in node.items:
        counted = split_count(item)
        if counted is not None and counted[0] <= MOST_WRITTEN:
            items += [counted[1]] * counted[0]
        else:
            items.append(item)
    return evolve(node, items=tuple(items))


MOST_WRITTEN = 1000
"""The most pieces of one kind that stand in a list one by one."""


def alike(world: World, node: formulas.Expr, scope: Scope) -> expressions.Const | None:
    """Returns the kinds that a bare name means beside a piece where every player has their own: `King` is the king of any player."""
    if (
        not isinstance(node, formulas.Name)
        or node.id in world.symbols
        or not bare_names.needs_expectation(world, node, scope)
    ):
        return None
    # If a value names the rows of the component, a value and a kind have the same name.
    found = [c for c in world.values.get(node.id, []) if not isinstance(c.type, types.Enum | types.Position)]
    kinds = [c for c in found if isinstance(c.type, types.Kind) and world.kinds[ordinal(c.value)].owner is not None]
    if len(kinds) < 2 or len(kinds) < len(found) or len({c.type for c in kinds}) > 1:
        return None
    return expressions.Const(tuple(c.value for c in kinds), types.SetOf(kinds[0].type))


_EMPTY = ("empty", "exhausted")
"""Words with which people ask whether nothing lies in a zone."""


def _asks_whether_empty(world: World, node: formulas.Binary, scope: Scope) -> UnknownName | None:
    """Returns the problem of `deck is empty`, if nothing has this name."""
    word = node.right.id if isinstance(node.right, formulas.Name) else ""
    if word not in _EMPTY or word in world.symbols or word in world.values or word in scope.names:
        return None
    if any(word in members for members in world.members.values()):
        return None
    asked = "some" if node.op == "is not" else "no"
    return UnknownName(node.span, word, Role.NAME, (), instead=f"{asked}({words(node.left)})")


def equal(world: World, node: formulas.Binary, scope: Scope) -> expressions.Expr:
    empty = _asks_whether_empty(world, node, scope)
    if empty is not None:
        return refuse(world, empty)
    for name, other in ((node.right, node.left), (node.left, node.right)):
        kinds = alike(world, name, scope)
        if kinds is None:
            continue
        found = world.check.formula(other, scope)
        item = conversions.as_kind(found)
        if isinstance(types.plain(item.type), types.Kind):
            return constants.fold_if_fixed(world, expressions.Has(kinds, item, types.FLAG), kinds, item)
        value = world.check.formula(name, scope, found.type)
        return make_equal(world, node, *((found, value) if name is node.right else (value, found)), scope)
    left, right = pair(world, node.left, node.right, scope)
    is_empty = any(isinstance(side.type, types.ListOf) and side.type.most == 0 for side in (left, right))
    if has_order(world, left) and has_order(world, right) and not is_empty:
        for side, formula in ((node.left, left), (node.right, right)):
            note_orders(world, one_form(world, formula), side.span, scope.where)
    return make_equal(world, node, left, right, scope)


def make_equal(
    world: World, node: formulas.Binary, left: expressions.Expr, right: expressions.Expr, scope: Scope
) -> expressions.Expr:
    """Builds the comparison of both sides, converted to one type."""
    if is_broken(left) or is_broken(right):
        return BROKEN
    many = [
        isinstance(s.type, COLLECTIONS) or (isinstance(s.type, types.Zone) and s.type.form != "slot")
        for s in (left, right)
    ]
    if _may_be_missing(left.type, right.type):
        return _equal_if_there(world, node, left, right, scope)
    pair_ = _equal_collections(world, left, right) if any(many) else _equal_values(world, left, right)
    if _is_one_of_kinds(left, right) or _is_one_of_kinds(right, left):
        one, several = (node.left, node.right) if _is_one_of_kinds(left, right) else (node.right, node.left)
        instead = (
            f"{words(one)} {'not in' if node.op == 'is not' else 'in'} {words(several)}"
            if _classes(left.type) & _classes(right.type)
            else None
        )
        sides = describe(world, left.type), describe(world, right.type)
        if several is node.left and _classes(left.type) & _classes(right.type):  # `card is Princess`
            return refuse(world, NotComparable(node.span, *sides, piece_test(world, node), whole=words(several)))
        return refuse(world, NotComparable(node.span, *sides, instead))
    if pair_ is None:
        return refuse(world, not_comparable(world, node, left, right))
    if node.op in ("is", "is not"):
        note_same(world, node, *pair_, node.op == "is")
    return constants.fold_if_fixed(world, expressions.Equal(pair_[0], pair_[1], types.FLAG), *pair_)


def _may_be_missing(left: types.Type, right: types.Type) -> bool:
    """Whether collections are compared of which one may be none, or both, in different forms."""
    many = all(isinstance(types.plain(side), COLLECTIONS) for side in (left, right))
    return many and (isinstance(left, types.Optional) or isinstance(right, types.Optional)) and left != right


def _equal_if_there(
    world: World, node: formulas.Binary, left: expressions.Expr, right: expressions.Expr, scope: Scope
) -> expressions.Expr:
    """Builds the comparison of collections of which one may be none: both are none, or both are there and equal."""
    site = world.site(node.span, scope.where)
    found = [
        expressions.Need(side, types.plain(side.type), site) if isinstance(side.type, types.Optional) else side
        for side in (left, right)
    ]
    same = make_equal(world, node, found[0], found[1], scope)
    missing = [
        expressions.Equal(side, expressions.Const(None, types.NOTHING), types.FLAG)
        for side in (left, right)
        if isinstance(side.type, types.Optional)
    ]
    for is_none in reversed(missing):
        same = logic.both(logic.negate(is_none), same)
    return logic.either(logic.both(*missing), same) if len(missing) > 1 else same


def _is_one_of_kinds(one: expressions.Expr, several: expressions.Expr) -> bool:
    """Whether a single piece or kind is compared with several kinds: a component's name means all its kinds, so this never holds."""
    return (
        (
            isinstance(types.plain(one.type), types.Piece | types.Kind)
            or (isinstance(one.type, types.Zone) and one.type.form == "slot")
        )
        and isinstance(several, expressions.Const)
        and isinstance(several.type, types.SetOf | types.ListOf)
        and isinstance(several.type.of, types.Kind)
        and isinstance(several.value, tuple)
        and len(several.value) > 1
    )


def _classes(type_: types.Type) -> set[types.ClassId]:
    """Returns the components of a piece, of a kind, or of several kinds."""
    single = types.plain(type_)
    element = single if isinstance(single, types.Piece | types.Kind) else element_of(single)
    return set(element.classes) if isinstance(element, types.Piece | types.Kind) else set()


def _equal_values(
    world: World, left: expressions.Expr, right: expressions.Expr
) -> tuple[expressions.Expr, expressions.Expr] | None:
    left, right = conversions.as_kind(left), conversions.as_kind(right)
    for a, b in ((left, right), (right, left)):
        kind = types.plain(a.type)
        if isinstance(kind, types.Kind) and isinstance(types.plain(b.type), types.Enum | types.Position):
            named = conversions.kind_of_value(world, b, kind)
            if named is None:
                return None
            return (left, named) if a is left else (named, right)
    a_type, b_type = types.plain(left.type), types.plain(right.type)
    if isinstance(a_type, types.Position) and isinstance(b_type, types.Position):
        left, right = (
            conversions.on_joined_board(world, left, b_type),
            conversions.on_joined_board(world, right, a_type),
        )
        a_type, b_type = types.plain(left.type), types.plain(right.type)
    if isinstance(a_type, types.Nothing) or isinstance(b_type, types.Nothing):
        return left, right
    if isinstance(a_type, types.Kind) and isinstance(b_type, types.Kind):
        return (left, right) if set(a_type.classes) & set(b_type.classes) else None
    if isinstance(a_type, types.Int) and isinstance(b_type, types.Int):
        return left, right
    return (left, right) if a_type == b_type else None


def _equal_collections(
    world: World, left: expressions.Expr, right: expressions.Expr
) -> tuple[expressions.Expr, expressions.Expr] | None:
    in_order = has_order(world, left) and has_order(world, right)
    left, right = (_pieces_of_list(world, one_form(world, side)) for side in (left, right))
    for a, b in ((left, right), (right, left)):
        if isinstance(a.type, types.ListOf) and a.type.most == 0:
            nothing = conversions.empty_like(b.type) if isinstance(b.type, UNRANKED) else None
            if nothing is None:
                return None
            if isinstance(b.type, types.Pieces):
                b = conversions.as_bag(world, b) or b
                nothing = conversions.empty_like(b.type)
            return (nothing, b) if a is left else (b, nothing)
    if isinstance(left.type, types.Pieces | types.Bag) or isinstance(right.type, types.Pieces | types.Bag):
        form = _kinds_in_order if in_order else _bag_like
        first, second = form(world, left, right.type), form(world, right, left.type)
        return None if first is None or second is None else (first, second)
    if isinstance(left.type, types.SetOf) or isinstance(right.type, types.SetOf):
        left, right = conversions.as_set(world, left), conversions.as_set(world, right)
    if conversions.join_types(world, left.type, right.type) is None or type(left.type) is not type(right.type):
        return None
    return left, right


def has_order(world: World, expr: expressions.Expr) -> bool:
    """Whether the order of a collection counts in a comparison: it is a list, a pile, or a part of a pile. Pieces that are taken out of others have none."""
    return (isinstance(expr.type, types.ListOf) and not isinstance(expr.type.of, types.Piece)) or is_in_order(
        world, expr
    )


def _pieces_of_list(world: World, expr: expressions.Expr) -> expressions.Expr:
    """Returns a list of pieces, such as a pair out of `2 of hand`, as pieces."""
    if isinstance(expr.type, types.ListOf) and isinstance(expr.type.of, types.Piece):
        return conversions.as_pieces(world, expr) or expr
    return expr


def _kinds_in_order(world: World, expr: expressions.Expr, other: types.Type) -> expressions.Expr | None:
    """Returns the kinds of pieces, or of the values that name them, as a list."""
    if isinstance(expr.type, types.Pieces):
        return expressions.Convert(expr, types.ListOf(types.Kind(expr.type.classes), expr.type.most))
    expr = _convert_to_kinds(world, expr, other)
    return expr if isinstance(expr.type, types.ListOf) and isinstance(expr.type.of, types.Kind) else None


def _bag_like(world: World, expr: expressions.Expr, other: types.Type) -> expressions.Expr | None:
    return conversions.as_bag(world, _convert_to_kinds(world, expr, other))


def _convert_to_kinds(world: World, expr: expressions.Expr, other: types.Type) -> expressions.Expr:
    """Returns values beside pieces as the kinds that have their names."""
    if (
        isinstance(expr.type, types.ListOf | types.SetOf)
        and isinstance(expr.type.of, types.Enum | types.Position)
        and isinstance(other, types.Pieces | types.Bag)
    ):
        kind = types.Kind(other.classes) if isinstance(other, types.Pieces) else other.of
        local = world.local("it", expr.type.of)
        if isinstance(kind, types.Kind) and (named := conversions.kind_of_value(world, local, kind)) is not None:
            return expressions.MapList(
                expr, local.id, named, types.ListOf(types.plain(named.type), most(world, expr.type))
            )
    return expr


def member(world: World, node: formulas.Binary, scope: Scope) -> expressions.Expr:
    """Checks `item in collection`; in a zone it asks by kind."""
    listed = node.right.items if isinstance(node.right, formulas.ListLiteral) else ()
    items = [item for item in listed if not isinstance(item, formulas.Named | formulas.Comprehension)]
    if isinstance(node.right, formulas.ListLiteral) or bare_names.needs_expectation(world, node.right, scope):
        item = conversions.as_kind(world.check.formula(node.left, scope))
        if isinstance(types.plain(item.type), types.Kind) and any(
            alike(world, other, scope) is not None for other in items
        ):
            return reduce(
                logic.either,
                (equal(world, formulas.Binary("is", node.left, other, span=node.span), scope) for other in items),
            )
        source = world.check.formula(node.right, scope, types.SetOf(types.plain(item.type)))
    else:
        source = several(world, node.right, scope)
        element = element_of(conversions.as_list(world, source).type)
        element = types.Kind(element.classes) if isinstance(element, types.Piece) else element
        item = conversions.as_kind(world.check.formula(node.left, scope, element))
    if is_broken(item) or is_broken(source):
        return BROKEN
    source = _pieces_of_list(world, conversions.as_list(world, source))
    if isinstance(source.type, types.Pieces):
        source = conversions.as_bag(world, source) or source
    element = element_of(source.type)
    if element is None:
        return refuse(world, NotACollection(node.right.span, describe(world, source.type)))
    if isinstance(kind := types.plain(element), types.Kind) and isinstance(
        types.plain(item.type), types.Enum | types.Position
    ):
        item = conversions.kind_of_value(world, item, kind) or item
    joined = types.plain(item.type)
    if isinstance(element, types.Position) and isinstance(joined, types.Position) and element != joined:
        local = world.local("it", element)
        place = conversions.on_joined_board(world, local, joined)
        source = constants.fold_if_fixed(
            world, expressions.Distinct(source, local.id, place, types.SetOf(types.plain(place.type))), source
        )
        element = types.plain(place.type)
    if isinstance(source.type, types.ListOf) and source.type.most == 0:
        return constants.NO
    among = _is_among(world, node, item, source, scope)
    if among is not None:
        return among
    if not conversions.fits(world, types.plain(item.type), types.plain(element)) and not _overlap(item.type, element):
        wanted = describe(world, element)
        is_component = isinstance(node.left, formulas.Name) and isinstance(world.symbols.get(node.left.id), ClassSymbol)
        whole = words(node.left) if is_component and _classes(item.type) & _classes(element) else None
        return refuse(world, NotComparable(node.span, describe(world, item.type), wanted, None, wanted, whole))
    if isinstance(source, expressions.MakeList) and item in source.items and not isinstance(item, expressions.Const):
        world.judge("same", node.span, ComparedWithItself(node.span, words(node.left), node.op == "in"))
    return constants.fold_if_fixed(world, expressions.Has(source, item, types.FLAG), source, item)


def _is_among(
    world: World, node: formulas.Binary, item: expressions.Expr, source: expressions.Expr, scope: Scope
) -> expressions.Expr | None:
    """Builds the test whether several pieces are an element of a collection: their kinds are compared, as with `is`. None for other elements."""
    element = element_of(source.type) or source.type
    is_bag = isinstance(element, types.Bag) and not isinstance(item.type, types.Bag)
    if not is_bag and not _are_pieces(element) and not _are_pieces(item.type):
        return None
    one = world.local("it", element)
    sides = _equal_collections(world, item, one) if isinstance(item.type, UNRANKED) else None
    if sides is None:
        return None
    same, site = expressions.Equal(sides[0], sides[1], types.FLAG), world.site(node.span, scope.where)
    return constants.fold_if_fixed(world, expressions.Fold("any", source, one.id, same, types.FLAG, site), source, item)


def _are_pieces(type_: types.Type) -> bool:
    return isinstance(type_, types.Pieces) or (isinstance(type_, types.ListOf) and isinstance(type_.of, types.Piece))


def _overlap(a: types.Type, b: types.Type) -> bool:
    a, b = types.plain(a), types.plain(b)
    if isinstance(a, types.Nothing):
        return True
    if isinstance(a, types.Kind) and isinstance(b, types.Kind):
        return bool(set(a.classes) & set(b.classes))
    if isinstance(a, types.ListOf | types.SetOf) and isinstance(b, types.ListOf | types.SetOf):
        return _overlap(a.of, b.of) or (isinstance(a.of, types.Int) and isinstance(b.of, types.Int))
    return isinstance(a, types.Int) and isinstance(b, types.Int)
