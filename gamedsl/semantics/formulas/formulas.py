"""Formulas: tree in, typed formula out. Bottom-up, with one expected type pushed down; names are looked up in `lookup.py`."""

from __future__ import annotations

from functools import reduce
from math import comb
from typing import Literal, assert_never, cast

from gamedsl.graph.analysis.walk import free_locals
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    DIRECTION,
    FLAG,
    UNKNOWN,
    Bag,
    Enum,
    Flag,
    Int,
    Kind,
    ListOf,
    Nothing,
    Optional,
    Piece,
    Pieces,
    Player,
    Position,
    Ranking,
    SetOf,
    Type,
    Unknown,
    Zone,
)
from gamedsl.semantics.formulas import construct
from gamedsl.semantics.formulas.construct import BROKEN, is_broken, number
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import MOST_NUMBERS, describe, element_of, most, plain
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names import lookup  # names reads this module in when it is used
from gamedsl.semantics.problems.problems import (
    Mismatch,
    NotACollection,
    NotComparable,
    NotExhaustive,
    SameForAll,
    TooMany,
)
from gamedsl.syntax import tree

MOST_SUBSETS = 10_000
"""So many parts of a set may a formula go through."""


def collection(w: World, e: tree.Expr, scope: Scope, expected: Type | None = None) -> expressions.Expr:
    """Something to go through: ListOf, SetOf, Bag or Pieces."""
    found = construct.as_list(w, w.check.formula(e, scope, expected))
    if element_of(found.type) is None or isinstance(found.type, Zone):
        w.problem(NotACollection(e.span, describe(w, found.type)))
        return BROKEN
    return found


def elements(
    w: World, e: tree.Expr, scope: Scope, expected: Type | None = None, name: str = "it"
) -> tuple[expressions.Expr | None, expressions.Local]:
    """A collection and a fresh local for its elements; rankings keep their groups."""
    found = filtered(w, e, scope, expected, name) if isinstance(e, tree.Filter) else w.check.formula(e, scope, expected)
    if not isinstance(found.type, Ranking):
        found = listed(w, found)
    element = element_of(found.type)
    if element is None:
        w.problem(NotACollection(e.span, describe(w, found.type)))
        element = UNKNOWN
    local = w.local(name, element)
    return (
        None if is_broken(found) or (isinstance(element, Unknown) and not isinstance(found.type, ListOf)) else found
    ), local


# ---------------------------------------------------------------- collections


def listed(w: World, e: expressions.Expr) -> expressions.Expr:
    """Something to go through: zones as their pieces, a row of numbered columns as the list of its cells."""
    return lookup.row_as_list(w, e) or construct.as_list(w, e)


def filtered(w: World, e: tree.Filter, scope: Scope, expected: Type | None, name: str = "it") -> expressions.Expr:
    """`S where C`. The variable of a comprehension (`name`) is bound in its own `where`."""
    source, local = elements(w, e.source, scope, expected)
    if source is None:
        return BROKEN
    inner = named_element(w, scope, local, name, e.name)
    condition = w.check.flag(e.condition, inner)
    if isinstance(condition, expressions.Const) and condition.value is True:
        return source
    return construct.folded(w, expressions.Filter(source, local.id, condition, source.type), source)


def named_element(w: World, scope: Scope, local: expressions.Local, name: str, own: tree.Ident | None) -> Scope:
    """The scope of a condition: the element's own names, its name in `S as x where …`, a comprehension's variable."""
    inner = scope.with_element(local)
    if name != "it":
        inner = inner.with_name(name, local)
    return inner if own is None else lookup.with_variable(w, inner, own, local)


def _leading(w: World, e: tree.Leading, scope: Scope, expected: Type | None) -> expressions.Expr:
    source, local = elements(w, e.source, scope, expected)
    if source is None:
        return BROKEN
    from gamedsl.semantics.formulas.builtins import note_order

    source = construct.as_list(w, source)
    note_order(w, source, e.span, scope.where)
    condition = w.check.flag(e.condition, named_element(w, scope, local, "it", e.name))
    return construct.folded(w, expressions.While(source, local.id, condition, source.type), source)


def ranking(w: World, e: tree.Sort, scope: Scope, expected: Type | None = None) -> expressions.Expr:
    source, local = elements(w, e.source, scope, expected)
    if source is None:
        return BROKEN
    if isinstance(source.type, Ranking):
        source = construct.as_list(w, source)
    inner = named_element(w, scope, local, "it", e.name)
    keys = tuple(expressions.SortKey(k.direction == "highest", sort_key(w, k.value, inner)) for k in e.keys)
    return expressions.Sorted(source, local.id, keys, Ranking(local.type, most(w, source.type)))


def sort_key(w: World, e: tree.Expr, scope: Scope) -> expressions.Expr:
    """What a sort compares: it should be able to differ between the elements."""
    key = construct.as_kind(w.check.formula(e, scope))
    if not isinstance(plain(key.type), Int | Flag | Enum | Position | Player | Kind | Unknown):
        w.problem(Mismatch(e.span, "a number, a yes or no, or a value of an ordered type", describe(w, key.type)))
        return BROKEN
    if isinstance(scope.element, expressions.Local) and not is_broken(key) and scope.element.id not in free_locals(key):
        w.problem(SameForAll(e.span, describe(w, scope.element.type).removeprefix("a ").removeprefix("an ")))
    return key


def _list(w: World, e: tree.ListLiteral, scope: Scope, expected: Type | None) -> expressions.Expr:
    """A list; a bag where it holds `3 Horse` or a bag is expected; a set where a set is expected."""
    if len(e.items) == 1 and isinstance(e.items[0], tree.Comprehension):
        return comprehension_list(w, e.items[0], scope)
    expected = _list_expectation(expected)
    wanted = element_of(expected) if expected is not None else None
    if isinstance(expected, Pieces | Bag | Zone) and isinstance(wanted, Piece):
        wanted = Kind(wanted.classes)
    counted = any(isinstance(i, tree.SomeOf) for i in e.items)
    items = [_item(w, i, scope, wanted) for i in e.items]
    if any(is_broken(i) for i in items):
        return BROKEN
    if counted or isinstance(expected, Bag | Pieces | Zone):
        return bag_of(w, scope, e, items, wanted)
    type_: Type = UNKNOWN
    for found in items:
        joined = construct.join_types(w, type_, found.type)
        if joined is None:
            w.problem(Mismatch(e.span, describe(w, type_), describe(w, found.type)))
            return BROKEN
        type_ = joined
    if isinstance(type_, Zone):
        type_ = Piece(type_.classes) if type_.form == "slot" else Pieces(type_.classes, most(w, type_))
    if isinstance(type_, Piece | Zone):
        type_ = Kind(type_.classes)
    items = [construct.coerce(w, scope, i, type_, e.span) if not isinstance(i.type, Int) else i for i in items]
    made: Type = SetOf(type_) if isinstance(expected, SetOf) else ListOf(type_, len(items))
    return construct.folded(w, expressions.MakeList(tuple(items), made), *items)


def _list_expectation(expected: Type | None) -> Type | None:
    if isinstance(expected, Optional):
        return _list_expectation(expected.of)
    if isinstance(expected, Kind | Piece):
        return Bag(Kind(expected.classes), 0)
    return expected


def _item(w: World, item: tree.Arg, scope: Scope, wanted: Type | None) -> expressions.Expr:
    if isinstance(item, tree.Named | tree.Comprehension):
        w.problem(Mismatch(item.span, "an element", "something else"))
        return BROKEN
    found = w.check.formula(item, scope, wanted)
    return found if isinstance(found.type, Bag) else construct.as_kind(found)


def bag_of(
    w: World, scope: Scope, e: tree.Expr, items: list[expressions.Expr], wanted: Type | None
) -> expressions.Expr:
    """A Bag from kinds and from `3 Horse` items (which are one-entry bags)."""
    type_: Type | None = None
    entries: list[tuple[expressions.Expr, expressions.Expr]] = []
    total = 0
    for item in items:
        if isinstance(item.type, Bag):
            type_ = item.type.of if type_ is None else construct.join_types(w, type_, item.type.of)
            if isinstance(item, expressions.MakeBag):
                entries.extend(item.items)
            elif isinstance(item, expressions.Const):
                entries.extend(
                    (number(n), expressions.Const(k, item.type.of))
                    for k, n in cast("tuple[tuple[int, int], ...]", item.value)
                )
            total += item.type.most
        else:
            kind = (
                construct.named_kind(w, item, wanted)
                if isinstance(wanted, Kind) and isinstance(plain(item.type), Enum)
                else item
            )
            kind = item if kind is None else kind
            type_ = kind.type if type_ is None else construct.join_types(w, type_, kind.type)
            entries.append((number(1), kind))
            total += 1
        if type_ is None:
            w.problem(Mismatch(e.span, "pieces of one bag", "different things"))
            return BROKEN
    return construct.folded(
        w,
        expressions.MakeBag(tuple(entries), Bag(plain(type_ if type_ is not None else wanted or UNKNOWN), total)),
        *(e for entry in entries for e in entry),
    )


def gone_through(w: World, c: tree.Comprehension, scope: Scope) -> tuple[expressions.Expr, expressions.Local] | None:
    """What a comprehension goes through, and the local of its variable."""
    source, local = elements(w, c.source, scope, name=c.var.text)
    if source is None:
        return None
    if c.choose is None:
        return construct.as_list(w, source), local
    parts = subsets(w, c, source, scope)
    if not isinstance(parts.type, ListOf):
        return None
    return parts, w.local(c.var.text, parts.type.of)


def comprehension_list(w: World, c: tree.Comprehension, scope: Scope) -> expressions.Expr:
    found = gone_through(w, c, scope)
    if found is None:
        return BROKEN
    source, local = found
    body = construct.as_kind(w.check.formula(c.body, lookup.with_variable(w, scope, c.var, local)))
    if isinstance(body.type, Zone):
        body = construct.as_pieces(w, body) or body
    return construct.folded(
        w, expressions.MapList(source, local.id, body, ListOf(body.type, most(w, source.type))), source
    )


def subsets(w: World, c: tree.Comprehension, source: expressions.Expr, scope: Scope) -> expressions.Expr:
    """`for x in n of S`: x goes through the n-element parts of S."""
    if c.choose is None:
        return source
    number_ = w.check.integer(c.choose, scope)
    pieces = construct.as_list(w, source)
    element = element_of(pieces.type)
    if isinstance(pieces.type, Pieces | Bag | SetOf) and element is not None:
        pieces = expressions.Convert(pieces, ListOf(element, most(w, pieces.type)))
    if is_broken(number_) or not isinstance(pieces.type, ListOf) or not isinstance(number_.type, Int):
        return BROKEN
    high = max(0, min(number_.type.high, pieces.type.most))
    ways = comb(pieces.type.most, min(high, pieces.type.most // 2) if number_.type.low != high else high)
    if ways > MOST_SUBSETS:
        w.problem(TooMany(c.span, f"{high}-element parts", ways, MOST_SUBSETS))
        return BROKEN
    return construct.folded(
        w, expressions.Subsets(pieces, number_, ListOf(ListOf(pieces.type.of, high), ways)), pieces, number_
    )


# ---------------------------------------------------------------- operators


def _match(w: World, e: tree.MatchExpr, scope: Scope, expected: Type | None) -> expressions.Expr:
    """`match s (A: x, B, C: y, else: z)`: the result of the first arm that has the value."""
    subject = construct.as_kind(w.check.formula(e.subject, scope))
    if is_broken(subject):
        return BROKEN
    seen: set[object] = set()
    arms: list[tuple[expressions.Expr, expressions.Expr, tree.Expr]] = []
    for values, outcome in e.arms:
        tests: list[expressions.Expr] = []
        for value in values:
            wanted = arm_value(w, value, scope, subject.type)
            if isinstance(wanted, expressions.Const):
                seen.add(wanted.value)
            tests.append(construct.folded(w, expressions.Equal(subject, wanted, FLAG), subject, wanted))
        arms.append((construct.any_of(tests), w.check.formula(outcome, scope, expected), outcome))
    if e.otherwise is not None:
        arms.append((construct.YES, w.check.formula(e.otherwise, scope, expected), e.otherwise))
    else:
        missing = missing_values(w, subject.type, seen)
        if missing:
            w.problem(NotExhaustive(e.span, missing))
            return BROKEN
    type_: Type = UNKNOWN
    for _, result, place in arms:
        joined = construct.join_types(w, type_, result.type)
        if joined is None:
            w.problem(Mismatch(place.span, describe(w, type_), describe(w, result.type)))
            return BROKEN
        type_ = joined
    if any(is_broken(r) for _, r, _ in arms) or not arms:
        return BROKEN
    results = [r if isinstance(type_, Int) else construct.coerce(w, scope, r, type_, p.span) for _, r, p in arms]
    tried = [(test, result) for (test, _, _), result in zip(arms[:-1], results[:-1], strict=True)]
    return construct.first_of(tried, results[-1], lambda test, yes, no: _one_of(test, yes, no, type_))


def _one_of(test: expressions.Expr, yes: expressions.Expr, no: expressions.Expr, type_: Type) -> expressions.Expr:
    if isinstance(test, expressions.Const):
        return yes if test.value else no
    return expressions.IfElse(test, yes, no, type_)


def arm_value(w: World, value: tree.Expr, scope: Scope, subject: Type) -> expressions.Expr:
    """A value of a `match` in the form of its subject."""
    if isinstance(value, tree.NoneLiteral):
        return w.check.typed(value, scope, subject)
    return (
        w.check.integer(value, scope)
        if isinstance(plain(subject), Int)
        else w.check.typed(value, scope, plain(subject))
    )


def missing_values(w: World, type_: Type, seen: set[object]) -> tuple[str, ...]:
    """The values of a type that no arm of a `match` names."""
    inner = plain(type_)
    match inner:
        case Enum():
            every: dict[object, str] = dict(enumerate(w.enums[inner.id].values))
        case Kind():
            every = {k: w.kinds[k].name for k in w.kinds_of(inner.classes)}
        case Flag():
            every = {False: "no", True: "yes"}
        case Player():
            every = dict(enumerate(w.seats))
        case _:
            every = {object(): "else"}
    missing = tuple(name for value, name in every.items() if value not in seen)
    return (*missing, "none") if isinstance(type_, Optional) and None not in seen else missing


def _ternary(w: World, e: tree.Ternary, scope: Scope, expected: Type | None) -> expressions.Expr:
    condition = w.check.flag(e.condition, scope)
    if isinstance(condition, expressions.Const) and not is_broken(condition):
        kept, left_out = (e.yes, e.no) if condition.value else (e.no, e.yes)
        _leave_out(w, left_out, scope, expected)
        w.reached.add(kept.span)
        return w.check.formula(kept, scope, expected)
    w.reached.update((e.yes.span, e.no.span))
    yes = w.check.formula(e.yes, scope.with_facts(construct.holds(condition)), expected)
    no = w.check.formula(e.no, scope.with_facts(construct.fails(condition)), expected or yes.type)
    type_ = construct.join_types(w, yes.type, no.type)
    if type_ is None:
        yes, no = construct.as_kind(yes), construct.as_kind(no)
        type_ = construct.join_types(w, yes.type, no.type)
    if type_ is None:
        w.problem(Mismatch(e.no.span, describe(w, yes.type), describe(w, no.type)))
        return BROKEN
    if isinstance(type_, Unknown):
        return BROKEN
    if not isinstance(type_, Int):
        yes, no = construct.coerce(w, scope, yes, type_, e.yes.span), construct.coerce(w, scope, no, type_, e.no.span)
    return expressions.IfElse(condition, yes, no, type_)


def _leave_out(w: World, e: tree.Expr, scope: Scope, expected: Type | None) -> None:
    """A side that the setup leaves out may mean nothing in it; it is looked at if every setup leaves it out."""
    w.left_out.add(e.span)
    if e.span in w.looked_at:
        w.check.formula(e, scope, expected)


def _binary(w: World, e: tree.Binary, scope: Scope, expected: Type | None) -> expressions.Expr:
    match e.op:
        case "and":
            left = w.check.flag(e.left, scope)
            if isinstance(left, expressions.Const) and left.value is False:
                _leave_out(w, e.right, scope, FLAG)
                return construct.NO
            w.reached.add(e.right.span)
            return construct.both(left, w.check.flag(e.right, scope.with_facts(construct.holds(left))))
        case "or":
            left = w.check.flag(e.left, scope)
            if isinstance(left, expressions.Const) and left.value is True:
                _leave_out(w, e.right, scope, FLAG)
                return construct.YES
            w.reached.add(e.right.span)
            return construct.either(left, w.check.flag(e.right, scope.with_facts(construct.fails(left))))
        case "is":
            return equal(w, e, scope)
        case "is not":
            return construct.negated(equal(w, e, scope))
        case "in":
            return member(w, e, scope)
        case "not in":
            return construct.negated(member(w, e, scope))
        case "<" | "<=" | ">" | ">=":
            return _compare(w, e, e.op, scope)
        case "..":
            low, high = w.check.integer(e.left, scope), w.check.integer(e.right, scope)
            if not isinstance(low.type, Int) or not isinstance(high.type, Int):
                return BROKEN
            type_ = ListOf(
                Int(low.type.low, max(high.type.high, low.type.low)), max(0, high.type.high - low.type.low + 1)
            )
            if type_.most > MOST_NUMBERS:
                w.problem(TooMany(e.span, "numbers in this range", type_.most, MOST_NUMBERS))
                return BROKEN
            return construct.folded(w, expressions.Range(low, high, type_), low, high)
        case "+" | "-" | "*":
            return _sum(w, e, e.op, scope, expected)
        case _:
            assert_never(e.op)


def _sum(w: World, e: tree.Binary, op: Literal["+", "-", "*"], scope: Scope, expected: Type | None) -> expressions.Expr:
    left = w.check.formula(e.left, scope, expected)
    right = w.check.formula(e.right, scope, expected if isinstance(left.type, Unknown) else left.type)
    if is_broken(left) or is_broken(right):
        return BROKEN
    left_type, right_type = plain(left.type), plain(right.type)
    if isinstance(left_type, Position) and isinstance(right_type, Int) and op != "*":
        steps = (
            construct.need(w, scope, right, e.right.span, words(e.right)) if isinstance(right.type, Optional) else right
        )
        return _walk_ring(w, e, op, left, left_type, steps, right_type, scope)
    if isinstance(left_type, Int) and isinstance(right_type, Int):
        left = construct.need(w, scope, left, e.left.span, words(e.left)) if isinstance(left.type, Optional) else left
        right = (
            construct.need(w, scope, right, e.right.span, words(e.right)) if isinstance(right.type, Optional) else right
        )
        return construct.arithmetic(w, scope, op, left, right, e.span)
    if op == "*":
        wrong, place = (left, e.left) if not isinstance(left_type, Int) else (right, e.right)
        w.problem(Mismatch(place.span, "a number", describe(w, wrong.type)))
        return BROKEN
    return combine(w, e, op, left, right, scope)


def combine(
    w: World, e: tree.Binary, op: Literal["+", "-"], left: expressions.Expr, right: expressions.Expr, scope: Scope
) -> expressions.Expr:
    """a + b and a - b of collections."""
    left, right = _one_form(w, left), _one_form(w, right)
    if isinstance(left.type, ListOf) and left.type.most == 0:
        return right if op == "+" else left
    if isinstance(right.type, ListOf) and right.type.most == 0:
        return left
    kinds = (left.type, right.type)
    match kinds:
        case (Pieces(), Pieces()):
            pass
        case (Pieces() | Bag(), Pieces() | Bag()):
            left, right = construct.as_bag(w, left) or left, construct.as_bag(w, right) or right
        case (SetOf(), ListOf()):
            right = construct.as_set(w, right)
        case (ListOf(), SetOf()):
            left = construct.as_set(w, left)
        case (ListOf() | SetOf(), Bag()) if isinstance(right.type.of if isinstance(right.type, Bag) else None, Int):
            left = construct.as_bag(w, left) or left
        case (Bag(), ListOf() | SetOf()):
            right = construct.as_bag(w, right) or right
        case _:
            pass
    type_ = construct.join_types(w, left.type, right.type)
    if type_ is None or not isinstance(type_, Pieces | Bag | SetOf | ListOf):
        if isinstance(left.type, Pieces | Bag | SetOf | ListOf):
            w.problem(Mismatch(e.right.span, describe(w, left.type), describe(w, right.type)))
        else:
            w.problem(Mismatch(e.left.span, "a number or a collection", describe(w, left.type)))
        return BROKEN
    if op == "-":
        return construct.folded(w, expressions.Without(left, right, left.type), left, right)
    if isinstance(type_, Pieces):
        type_ = Pieces(type_.classes, most(w, left.type) + most(w, right.type))
    elif isinstance(type_, Bag):
        type_ = Bag(type_.of, most(w, left.type) + most(w, right.type))
    elif isinstance(type_, ListOf):
        type_ = ListOf(type_.of, most(w, left.type) + most(w, right.type))
    return construct.folded(w, expressions.Join(left, right, type_), left, right)


def _one_form(w: World, e: expressions.Expr) -> expressions.Expr:
    """Zones, slots and single pieces as pieces; rankings as lists."""
    if isinstance(plain(e.type), Zone | Piece):
        return construct.as_pieces(w, e) or e
    if isinstance(e.type, Ranking):
        return construct.as_list(w, e)
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
        place = construct.need(w, scope, place, e.left.span, words(e.left))
    reach = Int(min(0, number_.low) - position.size, max(0, number_.high) + position.size)
    site = w.site(e.span, scope.where)
    moved = expressions.Arithmetic(op, place, steps, reach, site)
    return construct.folded(
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
    from gamedsl.semantics.formulas.builtins import rays_of

    if isinstance(place.type, Optional):
        place = construct.need(w, scope, place, e.left.span, words(e.left))
    if op == "-":
        steps = construct.negative(w, steps, e.span, scope.where)
    east = expressions.Const(2, DIRECTION)
    return expressions.Along(rays_of(w, w.boards[position.board]), place, east, steps, Optional(position))


def _compare(w: World, e: tree.Binary, op: Literal["<", "<=", ">", ">="], scope: Scope) -> expressions.Expr:
    left, right = pair(w, e.left, e.right, scope)
    if is_broken(left) or is_broken(right):
        return BROKEN
    left, right = construct.as_kind(left), construct.as_kind(right)
    if isinstance(left.type, Optional | Nothing):
        left = construct.need(w, scope, left, e.left.span, words(e.left))
    if isinstance(right.type, Optional | Nothing):
        right = construct.need(w, scope, right, e.right.span, words(e.right))
    ordered = isinstance(left.type, Int) and isinstance(right.type, Int)
    if not ordered and not (left.type == right.type and isinstance(left.type, Enum | Player)):
        w.problem(NotComparable(e.span, describe(w, left.type), describe(w, right.type)))
        return BROKEN
    return construct.folded(w, expressions.Compare(op, left, right, FLAG), left, right)


def pair(w: World, a: tree.Expr, b: tree.Expr, scope: Scope) -> tuple[expressions.Expr, expressions.Expr]:
    """Both sides of a comparison: the one whose meaning stands by itself first, so that it tells what the other one means."""
    if lookup.needs_expectation(w, a, scope) and not lookup.needs_expectation(w, b, scope):
        right = w.check.formula(b, scope)
        return w.check.formula(a, scope, right.type), right
    left = w.check.formula(a, scope)
    return left, w.check.formula(b, scope, left.type)


_COLLECTIONS = (ListOf, SetOf, Bag, Pieces)


def alike(w: World, e: tree.Expr, scope: Scope) -> expressions.Const | None:
    """Where every player has kinds of their own, those that a bare name means: `King` is anybody's king."""
    if not isinstance(e, tree.Name) or e.id in w.symbols or not lookup.needs_expectation(w, e, scope):
        return None
    found = w.values.get(e.id, [])
    kinds = [c for c in found if isinstance(c.type, Kind) and w.kinds[cast("int", c.value)].owner is not None]
    if len(kinds) < 2 or len(kinds) < len(found) or len({c.type for c in kinds}) > 1:
        return None
    return expressions.Const(tuple(c.value for c in kinds), SetOf(cast("Kind", kinds[0].type)))


def equal(w: World, e: tree.Binary, scope: Scope) -> expressions.Expr:
    for name, other in ((e.right, e.left), (e.left, e.right)):
        kinds = alike(w, name, scope)
        item = construct.as_kind(w.check.formula(other, scope)) if kinds is not None else BROKEN
        if kinds is not None and isinstance(plain(item.type), Kind):
            return construct.folded(w, expressions.Has(kinds, item, FLAG), kinds, item)
    left, right = pair(w, e.left, e.right, scope)
    return make_equal(w, e, left, right)


def make_equal(w: World, e: tree.Binary, left: expressions.Expr, right: expressions.Expr) -> expressions.Expr:
    """Both sides in one form, compared."""
    if is_broken(left) or is_broken(right):
        return BROKEN
    many = [
        isinstance(s.type, (*_COLLECTIONS, Ranking)) or (isinstance(s.type, Zone) and s.type.form != "slot")
        for s in (left, right)
    ]
    pair_ = _equal_collections(w, left, right) if any(many) else _equal_values(w, left, right)
    if pair_ is None:
        w.problem(NotComparable(e.span, describe(w, left.type), describe(w, right.type)))
        return BROKEN
    return construct.folded(w, expressions.Equal(pair_[0], pair_[1], FLAG), *pair_)


def _equal_values(
    w: World, left: expressions.Expr, right: expressions.Expr
) -> tuple[expressions.Expr, expressions.Expr] | None:
    left, right = construct.as_kind(left), construct.as_kind(right)
    for a, b in ((left, right), (right, left)):
        if isinstance(plain(a.type), Kind) and isinstance(plain(b.type), Enum):
            named = construct.named_kind(w, b, cast("Kind", plain(a.type)))
            if named is None:
                return None
            return (left, named) if a is left else (named, right)
    a_type, b_type = plain(left.type), plain(right.type)
    if isinstance(a_type, Position) and isinstance(b_type, Position):
        left, right = construct.on_joined_board(w, left, b_type), construct.on_joined_board(w, right, a_type)
        a_type, b_type = plain(left.type), plain(right.type)
    if isinstance(a_type, Nothing) or isinstance(b_type, Nothing):
        return left, right
    if isinstance(a_type, Kind) and isinstance(b_type, Kind):
        return (left, right) if set(a_type.classes) & set(b_type.classes) else None
    if isinstance(a_type, Int) and isinstance(b_type, Int):
        return left, right
    return (left, right) if a_type == b_type else None


def _equal_collections(
    w: World, left: expressions.Expr, right: expressions.Expr
) -> tuple[expressions.Expr, expressions.Expr] | None:
    left, right = _one_form(w, left), _one_form(w, right)
    for a, b in ((left, right), (right, left)):
        if isinstance(a.type, ListOf) and a.type.most == 0:
            nothing = construct.empty_like(b.type) if isinstance(b.type, _COLLECTIONS) else None
            if nothing is None:
                return None
            if isinstance(b.type, Pieces):
                b = construct.as_bag(w, b) or b
                nothing = construct.empty_like(b.type)
            return (nothing, b) if a is left else (b, nothing)
    if isinstance(left.type, Pieces | Bag) or isinstance(right.type, Pieces | Bag):
        bags = _bag_like(w, left, right.type), _bag_like(w, right, left.type)
        return None if bags[0] is None or bags[1] is None else (bags[0], bags[1])
    if isinstance(left.type, SetOf) or isinstance(right.type, SetOf):
        left, right = construct.as_set(w, left), construct.as_set(w, right)
    if construct.join_types(w, left.type, right.type) is None or type(left.type) is not type(right.type):
        return None
    return left, right


def _bag_like(w: World, e: expressions.Expr, other: Type) -> expressions.Expr | None:
    if isinstance(e.type, ListOf | SetOf) and isinstance(e.type.of, Enum) and isinstance(other, Pieces | Bag):
        kind = Kind(other.classes) if isinstance(other, Pieces) else other.of
        local = w.local("it", e.type.of)
        if isinstance(kind, Kind) and (named := construct.named_kind(w, local, kind)) is not None:
            return construct.as_bag(
                w, expressions.MapList(e, local.id, named, ListOf(plain(named.type), most(w, e.type)))
            )
    return construct.as_bag(w, e)


def member(w: World, e: tree.Binary, scope: Scope) -> expressions.Expr:
    """`item in collection`; in a zone it asks by kind."""
    listed = e.right.items if isinstance(e.right, tree.ListLiteral) else ()
    items = [item for item in listed if not isinstance(item, tree.Named | tree.Comprehension)]
    if any(alike(w, item, scope) is not None for item in items):
        return reduce(
            construct.either, (equal(w, tree.Binary("is", e.left, item, span=e.span), scope) for item in items)
        )
    if isinstance(e.right, tree.ListLiteral) or lookup.needs_expectation(w, e.right, scope):
        item = construct.as_kind(w.check.formula(e.left, scope))
        source = w.check.formula(e.right, scope, SetOf(plain(item.type)))
    else:
        source = w.check.formula(e.right, scope)
        element = element_of(construct.as_list(w, source).type)
        element = Kind(element.classes) if isinstance(element, Piece) else element
        item = construct.as_kind(w.check.formula(e.left, scope, element))
    if is_broken(item) or is_broken(source):
        return BROKEN
    source = construct.as_list(w, source)
    if isinstance(source.type, Pieces):
        source = construct.as_bag(w, source) or source
    element = element_of(source.type)
    if element is None:
        w.problem(NotACollection(e.right.span, describe(w, source.type)))
        return BROKEN
    if isinstance(element, Kind) and isinstance(plain(item.type), Enum):
        item = construct.named_kind(w, item, element) or item
    joined = plain(item.type)
    if isinstance(element, Position) and isinstance(joined, Position) and element != joined:
        local = w.local("it", element)
        place = construct.on_joined_board(w, local, joined)
        source = construct.folded(w, expressions.Distinct(source, local.id, place, SetOf(plain(place.type))), source)
        element = plain(place.type)
    if isinstance(source.type, ListOf) and source.type.most == 0:
        return construct.NO
    if not construct.fits(w, plain(item.type), plain(element)) and not _overlap(item.type, element):
        w.problem(NotComparable(e.span, describe(w, item.type), describe(w, element)))
        return BROKEN
    return construct.folded(w, expressions.Has(source, item, FLAG), source, item)


def _overlap(a: Type, b: Type) -> bool:
    a, b = plain(a), plain(b)
    if isinstance(a, Nothing):
        return True
    if isinstance(a, Kind) and isinstance(b, Kind):
        return bool(set(a.classes) & set(b.classes))
    if isinstance(a, ListOf | SetOf) and isinstance(b, ListOf | SetOf):
        return _overlap(a.of, b.of) or (isinstance(a.of, Int) and isinstance(b.of, Int))
    return isinstance(a, Int) and isinstance(b, Int)
