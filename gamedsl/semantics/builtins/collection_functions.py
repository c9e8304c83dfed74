"""Built-in functions of collections: count, take, compare."""

from __future__ import annotations

from typing import Literal

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    FLAG,
    Bag,
    Enum,
    Int,
    ListOf,
    Optional,
    Piece,
    Pieces,
    Ranking,
    SetOf,
    Type,
    Zone,
    plain,
)
from gamedsl.semantics.builtins.calls import BuiltinCall, Make
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.construction.sure import note_twice
from gamedsl.semantics.formulas.collections import several
from gamedsl.semantics.formulas.pile_reads import note_order
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.types import describe, most, optional, put_together, set_of
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.rows import row_as_list
from gamedsl.semantics.problems.elements import NotACollection, RepeatsLost
from gamedsl.semantics.problems.rules import Misplaced, Misplacement
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import MayFail, Mismatch, Risk, WrongArguments
from gamedsl.syntax.tree import formulas


def _collection(world: World, call: BuiltinCall, i: int = 0) -> expressions.Expr:

    found = several(world, call.args[i], call.scope)
    listed = row_as_list(world, found)
    if listed is not None:
        return listed
    source = conversions.as_list(world, found)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces) and not is_broken(source):
        return refuse(world, NotACollection(call.args[i].span, describe(world, found.type)))
    return source


def _report_lost(world: World, call: BuiltinCall, source: expressions.Expr) -> None:
    """Reports `sum(S.field)`, also with a `where` after it: equal numbers would count once."""
    arg = call.args[0]
    while isinstance(arg, formulas.Filter | formulas.Leading):
        arg = arg.source
    while isinstance(source, expressions.Filter | expressions.While | expressions.Convert):
        source = source.operand if isinstance(source, expressions.Convert) else source.source
    if (
        isinstance(source, expressions.Distinct)
        and isinstance(arg, formulas.Attribute)
        and isinstance(plain(source.body.type), Int)
    ):
        whole, path = arg.of, [arg.name.text]
        while isinstance(whole, formulas.Attribute) and isinstance(source := _parts_of(source), expressions.Distinct):
            path.insert(0, whole.name.text)
            whole = whole.of
        place = whole.span if arg is call.args[0] and isinstance(whole, formulas.Name | formulas.Attribute) else None
        world.problem(RepeatsLost(call.node.span, call.name, arg.name.text, ".".join(path), place))


def _parts_of(parts: expressions.Distinct) -> expressions.Expr:
    """Returns the collection whose elements are divided into different parts."""
    return parts.source.operand if isinstance(parts.source, expressions.Convert) else parts.source


def _argument_to_count(world: World, call: BuiltinCall) -> expressions.Expr:
    """Returns the argument of count, some, no: a zone stays a zone."""
    found = several(world, call.args[0], call.scope)
    if is_broken(found) or isinstance(plain(found.type), Zone):
        return found
    if isinstance(found.type, Optional) and isinstance(found.type.of, Piece):
        return conversions.as_pieces(world, found) or found
    source = conversions.as_list(world, found)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces):
        return refuse(world, NotACollection(call.args[0].span, describe(world, found.type)))
    return source


def _count(world: World, call: BuiltinCall) -> expressions.Expr:
    source = _argument_to_count(world, call)
    return BROKEN if is_broken(source) else count_of(world, source)


def count_of(world: World, source: expressions.Expr) -> expressions.Expr:
    longest = most(world, source.type)
    if isinstance(source, expressions.Distinct):
        longest = min(longest, most(world, source.source.type))
    return constants.fold_if_fixed(world, expressions.Count(source, Int(0, longest)), source)


def _some(world: World, call: BuiltinCall) -> expressions.Expr:
    source = _argument_to_count(world, call)
    if is_broken(source):
        return BROKEN
    n = count_of(world, source)
    return constants.fold_if_fixed(world, expressions.Compare(">", n, number(0), FLAG), n)


def _no(world: World, call: BuiltinCall) -> expressions.Expr:
    source = _argument_to_count(world, call)
    if is_broken(source):
        return BROKEN
    n = count_of(world, source)
    return constants.fold_if_fixed(world, expressions.Equal(n, number(0), FLAG), n)


def _sum(world: World, call: BuiltinCall) -> expressions.Expr:
    source = _collection(world, call)
    if is_broken(source):
        return BROKEN
    _report_lost(world, call, source)
    return _number_fold(world, call, source)


def _number_fold(world: World, call: BuiltinCall, source: expressions.Expr) -> expressions.Expr:
    element = plain(source.type.of) if isinstance(source.type, ListOf | SetOf | Bag) else None
    if not isinstance(element, Int):
        return refuse(world, Mismatch(call.args[0].span, Thing.COLLECTION_OF_NUMBERS, describe(world, source.type)))
    source = _there(world, call, source)
    local = world.local("it", element)
    size = most(world, source.type)
    type_ = Int(min(0, element.low * size), max(0, element.high * size))
    return constants.fold_if_fixed(
        world, expressions.Fold("sum", source, local.id, local, type_, call.site(world)), source
    )


def _there(world: World, call: BuiltinCall, source: expressions.Expr) -> expressions.Expr:
    """Returns values of which some may be none as values without `or none`: it is proved, or tested in play, that none of them is."""
    if not isinstance(source.type, ListOf | SetOf) or not isinstance(source.type.of, Optional):
        return source
    made, span = ListOf(source.type.of.of, most(world, source.type)), call.args[0].span
    if isinstance(source, expressions.MakeList) and isinstance(call.args[0], formulas.ListLiteral):
        written = [node for node in call.args[0].items if not isinstance(node, formulas.Named | formulas.Comprehension)]
        named = zip(source.items, written, strict=True)
        items = [facts.need(world, call.scope, item, node.span, words(node)) for item, node in named]
        return expressions.MakeList(tuple(items), made)
    constants.risk(world, call.scope, MayFail(span, about(Risk.NONE_AMONG, call.name)))
    local = world.local("it", source.type.of)
    there = expressions.Need(local, made.of, call.site(world))
    return expressions.MapList(source, local.id, there, made)


def _extreme(world: World, call: BuiltinCall) -> expressions.Expr:
    op: Literal["max", "min"] = "max" if call.name == "max" else "min"
    site = call.site(world)
    first = call.args[0]
    if len(call.args) > 1:
        items = [world.check.integer(a, call.scope) for a in call.args]
        if any(is_broken(i) for i in items):
            return BROKEN
        twice = next((a for a, i in zip(call.args[1:], items[1:], strict=True) if i == items[0]), None)
        note_twice(
            world, call.node.span, call.args[0], items[0], twice is not None, "greatest" if op == "max" else "least"
        )
        types = [i.type for i in items if isinstance(i.type, Int)]
        best = max if op == "max" else min
        type_ = Int(best(i.low for i in types), best(i.high for i in types))
        whole = ListOf(Int(min(i.low for i in types), max(i.high for i in types)), len(items))
        return constants.fold_if_fixed(
            world, expressions.Extreme(op, expressions.MakeList(tuple(items), whole), type_, site), *items
        )
    source = _collection(world, call)
    if is_broken(source):
        return BROKEN
    element = plain(source.type.of) if isinstance(source.type, ListOf | SetOf | Bag) else None
    if not isinstance(element, Int | Enum):
        return refuse(world, Mismatch(first.span, Thing.COLLECTION_OF_NUMBERS, describe(world, source.type)))
    source = _there(world, call, source)
    if not facts.nonempty(source, call.scope.facts):
        constants.risk(world, call.scope, MayFail(call.node.span, about(Risk.BEST_OF_NOTHING, call.name)))
    if isinstance(source.type, Bag):
        source = expressions.Convert(source, set_of(element, most(world, source.type)))
    return constants.fold_if_fixed(world, expressions.Extreme(op, source, element, site), source)


def _condition(world: World, call: BuiltinCall) -> expressions.Expr:
    return refuse(world, WrongArguments(call.node.span, call.name, Thing.COMPREHENSION, len(call.args)))


def _shows_top(world: World, source: expressions.Expr) -> bool:
    """Whether the source is the content of a pile whose top everyone sees."""
    return (
        isinstance(source, expressions.Contents)
        and isinstance(source.zone, expressions.ZoneAt)
        and world.zones[source.zone.zone].visibility.top_seen
    )


def _pick(world: World, call: BuiltinCall) -> expressions.Expr:
    source = conversions.as_list(world, world.check.formula(call.args[0], call.scope))
    if isinstance(source.type, Ranking):
        source = conversions.as_list(world, source)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces):
        return refuse(world, NotACollection(call.args[0].span, describe(world, source.type)), source)
    if call.name != "last" or len(call.args) == 2 or not _shows_top(world, source):
        note_order(world, source, call.node.span, call.scope.where)
    if len(call.args) == 2:
        n = world.check.integer(call.args[1], call.scope)
        if is_broken(n) or not isinstance(n.type, Int):
            return BROKEN
        return constants.fold_if_fixed(
            world, expressions.Some(_end(call), source, n, _shorter(source.type, max(0, n.type.high))), source, n
        )
    element: Type = Piece(source.type.classes) if isinstance(source.type, Pieces) else source.type.of
    site = call.site(world)
    if call.name == "only":
        constants.risk(world, call.scope, MayFail(call.node.span, Risk.NOT_ONLY))
        return constants.fold_if_fixed(world, expressions.Pick("only", source, element, site), source)
    certain = isinstance(source, expressions.Const) and bool(source.value)
    return constants.fold_if_fixed(
        world, expressions.Pick(_end(call), source, element if certain else optional(element), site), source
    )


def _end(call: BuiltinCall) -> Literal["first", "last"]:
    return "first" if call.name == "first" else "last"


def _shorter(type_: ListOf | SetOf | Bag | Pieces, n: int) -> Type:
    match type_:
        case ListOf():
            return ListOf(type_.of, min(type_.most, n))
        case Bag():
            return Bag(type_.of, min(type_.most, n))
        case Pieces():
            return Pieces(type_.classes, min(type_.most, n))
        case SetOf():
            return type_ if type_.most is None else SetOf(type_.of, min(type_.most, n))


def _leaders(world: World, call: BuiltinCall) -> expressions.Expr:
    source = world.check.formula(call.args[0], call.scope)
    if not isinstance(source.type, Ranking):
        return refuse(world, Mismatch(call.args[0].span, Thing.SORTED, describe(world, source.type)), source)
    return expressions.Leaders(source, ListOf(source.type.of, source.type.most))


def _join_list(world: World, call: BuiltinCall) -> expressions.Expr:
    source = _collection(world, call)
    if is_broken(source):
        return BROKEN
    element = source.type.of if isinstance(source.type, ListOf) else None
    if not isinstance(element, ListOf | SetOf | Pieces):
        return refuse(world, Mismatch(call.args[0].span, Thing.LIST_OF_LISTS, describe(world, source.type)))
    local = world.local("it", element)
    type_ = put_together(world, element, most(world, source.type))
    return constants.fold_if_fixed(world, expressions.FlatMap(source, local.id, local, type_), source)


def _sets(world: World, call: BuiltinCall) -> expressions.Expr:
    source = world.check.formula(call.args[0], call.scope)
    bag = conversions.as_bag(world, source)
    if bag is None or not isinstance(bag.type, Bag):
        return refuse(world, Mismatch(call.args[0].span, Thing.BAG, describe(world, source.type)), source)
    return expressions.KindSets(bag, ListOf(set_of(bag.type.of, bag.type.most), bag.type.most))


def _as_bag(world: World, call: BuiltinCall) -> expressions.Expr:
    source = _collection(world, call)
    if is_broken(source):
        return BROKEN
    return conversions.as_bag(world, source) or refuse(
        world, Mismatch(call.args[0].span, Thing.BAG, describe(world, source.type)), source
    )


def _outside_in(world: World, call: BuiltinCall) -> expressions.Expr:
    source = _collection(world, call)
    if not isinstance(source.type, ListOf):
        return refuse(world, Mismatch(call.args[0].span, Thing.LIST, describe(world, source.type)), source)
    return constants.fold_if_fixed(
        world, expressions.OutsideIn(source, ListOf(ListOf(source.type.of, 2), source.type.most // 2)), source
    )


def _build_numbered(world: World, call: BuiltinCall) -> expressions.Expr:
    """Builds `numbered(S)` outside a `for` of two names."""
    return refuse(world, Misplaced(call.node.span, Misplacement.NUMBERED))


COLLECTION_FUNCTIONS: dict[str, Make] = {
    "count": _count,
    "sum": _sum,
    "max": _extreme,
    "min": _extreme,
    "some": _some,
    "no": _no,
    "all": _condition,
    "any": _condition,
    "all_equal": _condition,
    "first": _pick,
    "last": _pick,
    "only": _pick,
    "leaders": _leaders,
    "join": _join_list,
    "sets": _sets,
    "unordered": _as_bag,
    "outside_in": _outside_in,
    "numbered": _build_numbered,
}
