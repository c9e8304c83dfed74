"""Resolves kinds of pieces by name: `3 Horse`, `2 Wager.Red`, `card[White, 5]`."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Bag, ClassId, Enum, Int, Kind, KindId, Piece, Position, Type, Value, plain
from gamedsl.semantics.construction import conversions
from gamedsl.semantics.construction.constants import BROKEN, is_broken, number, refuse
from gamedsl.semantics.model.formula_words import arguments_without_names, words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import ClassSymbol
from gamedsl.semantics.model.types import MOST_NUMBERS, describe
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import note_index_risk
from gamedsl.semantics.names.bare_names import find_element_type, own_kinds, resolve_bare_name
from gamedsl.semantics.names.reference_values import single_kind
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.names import UnknownName, WrongSort
from gamedsl.semantics.problems.terms import Role, Thing, about
from gamedsl.semantics.problems.values import Mismatch, WrongArguments
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree.node import Ident


def kind_by_keys(
    world: World, ref: ClassSymbol, node: formulas.Index, scope: Scope, suffix: str | None
) -> expressions.Expr:
    """Resolves `event[Hunting, 1]`, `card[4]`: the kind with these leading cells."""

    name = world.classes[ref.id].name
    types = world.key_types.get(name, [])
    wanted: list[Value | str] = []
    for i, arg in enumerate(node.args):
        if isinstance(arg, formulas.Named | formulas.Comprehension):
            return refuse(world, WrongArguments(node.span, name, Thing.LEADING_CELLS, len(node.args)))
        type_ = types[i] if i < len(types) else None
        if type_ is None and isinstance(arg, formulas.Name):
            wanted.append(arg.id)
            continue
        at = world.check.formula(arg, scope, type_)
        if not isinstance(at, expressions.Const):
            return BROKEN if is_broken(at) else _dynamic_kind(world, ref, node, at, scope)
        wanted.append(at.value)
    found = [k for key, k in world.keyed_kinds.get(name, []) if key[: len(wanted)] == tuple(wanted)]
    if suffix is not None:
        found = [k for k in found if world.kinds[k].owner == world.seat_called[suffix]]
    if len(found) > 1:
        found = [
            KindId(ordinal(c.value))
            for c in own_kinds(world, [expressions.Const(k, world.kind_type(k)) for k in found], scope)
        ]
    if len(found) != 1:
        return refuse(
            world,
            UnknownName(
                node.span,
                words(node),
                about(Role.KIND_OF, name),
                tuple(world.kinds[k].name for k in world.kinds_of((ref.id,))),
            ),
        )
    return expressions.Const(found[0], Kind((ref.id,)))


def _dynamic_kind(
    world: World, ref: ClassSymbol, node: formulas.Index, first: expressions.Expr, scope: Scope
) -> expressions.Expr:
    """Resolves `card[round]` of a class whose kinds are numbered. `first` is the first part between the brackets."""
    name = world.classes[ref.id].name
    if len(node.args) == 1 and _says_kind(world, ref, plain(first.type)):
        inner = arguments_without_names(node.args)[0]
        return refuse(world, Mismatch(inner.span, Thing.NUMBER, describe(world, first.type), words(inner)))
    keys = [(key[0], k) for key, k in world.keyed_kinds.get(name, []) if len(key) == 1 and isinstance(key[0], int)]
    args = arguments_without_names(node.args)
    if len(args) != 1 or len(node.args) != 1 or not keys or len(keys) != world.classes[ref.id].count:
        return refuse(world, UnknownName(node.span, words(node), about(Role.KIND_OF, name), ()))
    low, high = min(n for n, _ in keys), max(n for n, _ in keys)
    if high - low > MOST_NUMBERS:
        return refuse(world, TooMany(node.span, about(Amount.NUMBERS, name), high - low + 1, MOST_NUMBERS))
    by_number = dict(keys)
    table = world.table(
        f"{name} by number", (low,), (high - low + 1,), tuple(by_number.get(n) for n in range(low, high + 1))
    )
    at = world.check.integer(args[0], scope)
    if is_broken(at):
        return BROKEN
    note_index_risk(world, scope, at, low, high, node.span, words(node.of))
    return expressions.Lookup(table, (at,), Kind((ref.id,)), world.site(node.span, scope.where))


def _says_kind(world: World, ref: ClassSymbol, type_: Type) -> bool:
    """Whether a value of this type already determines a kind of the component: it is a piece of it, or it alone names the component's kinds."""
    if isinstance(type_, Kind | Piece):
        return type_.classes == (ref.id,)
    return isinstance(type_, Enum) and world.key_types.get(world.classes[ref.id].name, []) == [type_]


def some_of(world: World, node: formulas.SomeOf, scope: Scope, expected: Type | None) -> expressions.Expr:
    """Builds `3 Horse`: a bag with one entry."""
    kind = _find_kind(world, node.name, scope, expected)
    if kind is None:
        return BROKEN
    return expressions.MakeBag(((number(node.number), kind),), Bag(plain(kind.type), node.number))


def some_kind(
    world: World,
    number_: int,
    node: formulas.Name | formulas.Attribute | formulas.Index,
    scope: Scope,
    expected: Type | None,
) -> expressions.Expr:
    """Builds `2 Wager.Red`: a bag with one entry, the kind written with its parts."""

    kind = conversions.as_kind(world.check.formula(node, scope, find_element_type(expected)))
    if is_broken(kind):
        return BROKEN
    if not isinstance(kind.type, Kind):
        return refuse(world, Mismatch(node.span, Thing.KIND, describe(world, kind.type)))
    return expressions.MakeBag(((number(number_), kind),), Bag(kind.type, number_))


def _kind_of_seat(world: World, of: ClassId, seat: Value) -> KindId | None:
    """Returns the kind of a seat, if each seat has just one of the component."""
    owners = world.attributes.get((of, "owner"))
    if owners is None or owners.values.count(seat) != 1:
        return None
    return KindId(world.classes[of].first + owners.values.index(seat))


def _find_kind(world: World, name: Ident, scope: Scope, expected: Type | None) -> expressions.Expr | None:
    symbol = world.symbols.get(name.text)
    if isinstance(symbol, ClassSymbol):
        single = single_kind(world, symbol.id)
        if single is None and isinstance(scope.me, expressions.Const):
            single = _kind_of_seat(world, symbol.id, scope.me.value)
        if single is not None:
            return expressions.Const(single, Kind((symbol.id,)))
    wanted = find_element_type(expected)
    found = resolve_bare_name(world, name.text, name.span, scope, wanted if isinstance(wanted, Kind) else None)
    if not isinstance(found, expressions.Expr):
        world.problem(WrongSort(name.span, name.text, Thing.NO_KIND, Thing.KIND))
        return None
    if is_broken(found):
        return None
    if isinstance(found.type, Enum | Position):
        kinds = Kind(tuple(ClassId(i) for i in range(len(world.classes))))
        found = conversions.kind_of_value(world, found, wanted if isinstance(wanted, Kind) else kinds) or found
    if not isinstance(plain(found.type), Kind | Int):
        world.problem(Mismatch(name.span, Thing.KIND, describe(world, found.type)))
        return None
    return found
