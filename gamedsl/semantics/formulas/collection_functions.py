"""Built-in functions of collections: count, take, compare."""

from __future__ import annotations

from typing import Literal, cast

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
)
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number
from gamedsl.semantics.formulas.builtin_calls import Given, Make
from gamedsl.semantics.formulas.pile_reads import note_order
from gamedsl.semantics.model.types import describe, most, optional, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.rows import row_as_list
from gamedsl.semantics.problems.problems import (
    MayFail,
    Mismatch,
    NotACollection,
    RepeatsLost,
    WrongArguments,
)
from gamedsl.syntax import tree


def _collection(w: World, g: Given, i: int = 0) -> expressions.Expr:

    found = w.check.formula(g.args[i], g.scope)
    listed = row_as_list(w, found)
    if listed is not None:
        return listed
    source = conversions.as_list(w, found)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces) and not is_broken(source):
        w.problem(NotACollection(g.args[i].span, describe(w, found.type)))
        return BROKEN
    return source


def _lost(w: World, g: Given, source: expressions.Expr) -> None:
    """`sum(S.field)`: equal numbers would count once."""
    arg = g.args[0]
    if (
        isinstance(source, expressions.Distinct)
        and isinstance(arg, tree.Attribute)
        and isinstance(plain(source.body.type), Int)
    ):
        w.problem(RepeatsLost(g.e.span, g.name, arg.name.text))


def _counted(w: World, g: Given) -> expressions.Expr:
    """The argument of count, some, no: a zone stays a zone."""
    found = w.check.formula(g.args[0], g.scope)
    if is_broken(found) or isinstance(plain(found.type), Zone):
        return found
    if isinstance(found.type, Optional) and isinstance(found.type.of, Piece):
        return conversions.as_pieces(w, found) or found
    source = conversions.as_list(w, found)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces):
        w.problem(NotACollection(g.args[0].span, describe(w, found.type)))
        return BROKEN
    return source


def _count(w: World, g: Given) -> expressions.Expr:
    source = _counted(w, g)
    _lost(w, g, source)
    return BROKEN if is_broken(source) else counted(w, source)


def counted(w: World, source: expressions.Expr) -> expressions.Expr:
    return constants.folded(w, expressions.Count(source, Int(0, most(w, source.type))), source)


def _some(w: World, g: Given) -> expressions.Expr:
    source = _counted(w, g)
    if is_broken(source):
        return BROKEN
    n = counted(w, source)
    return constants.folded(w, expressions.Compare(">", n, number(0), FLAG), n)


def _no(w: World, g: Given) -> expressions.Expr:
    source = _counted(w, g)
    if is_broken(source):
        return BROKEN
    n = counted(w, source)
    return constants.folded(w, expressions.Equal(n, number(0), FLAG), n)


def _sum(w: World, g: Given) -> expressions.Expr:
    source = _collection(w, g)
    if is_broken(source):
        return BROKEN
    _lost(w, g, source)
    return _number_fold(w, g, source)


def _number_fold(w: World, g: Given, source: expressions.Expr) -> expressions.Expr:
    element = source.type.of if isinstance(source.type, ListOf | SetOf | Bag) else None
    if not isinstance(element, Int):
        w.problem(Mismatch(g.args[0].span, "a collection of numbers", describe(w, source.type)))
        return BROKEN
    local = w.local("it", element)
    size = most(w, source.type)
    type_ = Int(min(0, element.low * size), max(0, element.high * size))
    return constants.folded(
        w, expressions.Fold("sum", source, local.id, local, type_, w.site(g.e.span, g.scope.where)), source
    )


def _extreme(w: World, g: Given) -> expressions.Expr:
    op = cast("Literal['max', 'min']", g.name)
    site = w.site(g.e.span, g.scope.where)
    first = g.args[0]
    if len(g.args) > 1:
        items = [w.check.integer(a, g.scope) for a in g.args]
        if any(is_broken(i) for i in items):
            return BROKEN
        types = [cast("Int", i.type) for i in items]
        best = max if op == "max" else min
        type_ = Int(best(i.low for i in types), best(i.high for i in types))
        whole = ListOf(Int(min(i.low for i in types), max(i.high for i in types)), len(items))
        return constants.folded(
            w, expressions.Extreme(op, expressions.MakeList(tuple(items), whole), type_, site), *items
        )
    source = _collection(w, g)
    if is_broken(source):
        return BROKEN
    element = source.type.of if isinstance(source.type, ListOf | SetOf | Bag) else None
    if not isinstance(element, Int | Enum):
        w.problem(Mismatch(first.span, "a collection of numbers", describe(w, source.type)))
        return BROKEN
    if not facts.nonempty(source, g.scope.facts):
        constants.risk(
            w,
            g.scope,
            MayFail(
                g.e.span, f"`{g.name}` of what may be nothing", f"add a value that is always there: `{g.name}([0] + …)`"
            ),
        )
    if isinstance(source.type, Bag):
        source = expressions.Convert(source, SetOf(element))
    return constants.folded(w, expressions.Extreme(op, source, element, site), source)


def _condition(w: World, g: Given) -> expressions.Expr:
    w.problem(WrongArguments(g.e.span, g.name, "`condition for x in collection`", len(g.args)))
    return BROKEN


def _pick(w: World, g: Given) -> expressions.Expr:
    source = conversions.as_list(w, w.check.formula(g.args[0], g.scope))
    if isinstance(source.type, Ranking):
        source = conversions.as_list(w, source)
    if not isinstance(source.type, ListOf | SetOf | Bag | Pieces):
        if not is_broken(source):
            w.problem(NotACollection(g.args[0].span, describe(w, source.type)))
        return BROKEN
    note_order(w, source, g.e.span, g.scope.where)
    if len(g.args) == 2:
        n = w.check.integer(g.args[1], g.scope)
        if is_broken(n) or not isinstance(n.type, Int):
            return BROKEN
        return constants.folded(
            w,
            expressions.Some(
                cast("Literal['first', 'last']", g.name), source, n, _shorter(source.type, max(0, n.type.high))
            ),
            source,
            n,
        )
    element: Type = Piece(source.type.classes) if isinstance(source.type, Pieces) else source.type.of
    site = w.site(g.e.span, g.scope.where)
    if g.name == "only":
        constants.risk(w, g.scope, MayFail(g.e.span, "`only` of what may not be exactly one", "use `first(…)`"))
        return constants.folded(w, expressions.Pick("only", source, element, site), source)
    certain = isinstance(source, expressions.Const) and bool(source.value)
    op = cast("Literal['first', 'last']", g.name)
    return constants.folded(w, expressions.Pick(op, source, element if certain else optional(element), site), source)


def _shorter(type_: ListOf | SetOf | Bag | Pieces, n: int) -> Type:
    match type_:
        case ListOf():
            return ListOf(type_.of, min(type_.most, n))
        case Bag():
            return Bag(type_.of, min(type_.most, n))
        case Pieces():
            return Pieces(type_.classes, min(type_.most, n))
        case SetOf():
            return type_


def _leaders(w: World, g: Given) -> expressions.Expr:
    source = w.check.formula(g.args[0], g.scope)
    if not isinstance(source.type, Ranking):
        if not is_broken(source):
            w.problem(Mismatch(g.args[0].span, "something sorted with `by highest …`", describe(w, source.type)))
        return BROKEN
    return expressions.Leaders(source, ListOf(source.type.of, source.type.most))


def _join_list(w: World, g: Given) -> expressions.Expr:
    source = _collection(w, g)
    if is_broken(source):
        return BROKEN
    element = source.type.of if isinstance(source.type, ListOf) else None
    if not isinstance(element, ListOf | SetOf | Pieces):
        w.problem(Mismatch(g.args[0].span, "a list of lists", describe(w, source.type)))
        return BROKEN
    local = w.local("it", element)
    type_: Type = (
        ListOf(element.of, element.most * max(1, most(w, source.type))) if isinstance(element, ListOf) else element
    )
    return constants.folded(w, expressions.FlatMap(source, local.id, local, type_), source)


def _sets(w: World, g: Given) -> expressions.Expr:
    source = w.check.formula(g.args[0], g.scope)
    bag = conversions.as_bag(w, source)
    if bag is None or not isinstance(bag.type, Bag):
        if not is_broken(source):
            w.problem(Mismatch(g.args[0].span, "a bag", describe(w, source.type)))
        return BROKEN
    return expressions.KindSets(bag, ListOf(SetOf(bag.type.of), bag.type.most))


def _outside_in(w: World, g: Given) -> expressions.Expr:
    source = _collection(w, g)
    if not isinstance(source.type, ListOf):
        if not is_broken(source):
            w.problem(Mismatch(g.args[0].span, "a list", describe(w, source.type)))
        return BROKEN
    return constants.folded(
        w, expressions.OutsideIn(source, ListOf(ListOf(source.type.of, 2), source.type.most // 2)), source
    )


COLLECTION_FUNCTIONS: dict[str, Make] = {
    "count": _count,
    "sum": _sum,
    "max": _extreme,
    "min": _extreme,
    "some": _some,
    "no": _no,
    "all": _condition,
    "any": _condition,
    "first": _pick,
    "last": _pick,
    "only": _pick,
    "leaders": _leaders,
    "join": _join_list,
    "sets": _sets,
    "outside_in": _outside_in,
}
