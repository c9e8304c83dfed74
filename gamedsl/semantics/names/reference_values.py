"""Turns references into formulas."""

from __future__ import annotations

from gamedsl.graph.model import expressions, types
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.arguments import argument
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import BoardSymbol, ClassSymbol, Deed, EnumSymbol, ListTableSymbol, RowTableSymbol
from gamedsl.semantics.model.types import optional
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import exact_arguments
from gamedsl.semantics.names.own_boards import holds_own_places, note_arguments
from gamedsl.semantics.names.references import FieldNeedsIndex, FunctionRef, Ref, ZoneNeedsIndex
from gamedsl.semantics.problems.names import NobodyActs, WrongSort
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import WrongArguments
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


def as_formula(
    world: World, ref: Ref, scope: Scope, node: formulas.Expr, expected: types.Type | None
) -> expressions.Expr:
    """Returns a reference as a formula of its own: for a type the set of its values, for a class the set of its kinds, and so on."""
    if isinstance(ref, Deed):
        return refuse(world, WrongSort(node.span, words(node), ref.thing, Thing.VALUE))
    match ref:
        case EnumSymbol():
            return conversions.all_values(world, types.Enum(ref.id, len(world.enums[ref.id].values)))
        case ClassSymbol():
            single = single_kind(world, ref.id)
            if single is not None and isinstance(
                types.plain(expected) if expected else None, types.Kind | types.Piece | types.Bag | types.Pieces
            ):
                return expressions.Const(single, types.Kind((ref.id,)))
            return expressions.Const(tuple(world.kinds_of((ref.id,))), types.SetOf(types.Kind((ref.id,))))
        case BoardSymbol():
            return conversions.all_values(world, types.Position(ref.id, len(world.boards[ref.id].spec.places)))
        case ListTableSymbol():
            spec = world.tables[ref.table]
            return expressions.Const(spec.values, types.ListOf(ref.cell, len(spec.values)))
        case RowTableSymbol():
            return conversions.all_values(world, types.Row(ref.id, len(ref.keys)))
        case FieldNeedsIndex() | ZoneNeedsIndex():
            needing = world.zones[ref.zone] if isinstance(ref, ZoneNeedsIndex) else world.fields[ref.field]
            return refuse(world, WrongArguments(node.span, needing.name, Thing.INDEX, 0))
        case FunctionRef():
            if ref.let is not None:
                return let_call(world, ref, node, scope)
            return refuse(
                world, WrongArguments(node.span, ref.name, about(Thing.ARGUMENTS, SIGNATURES[ref.name].arguments), 0)
            )
        case _:
            return ref


def certain(world: World, element: expressions.Expr, scope: Scope, span: Span, name: str) -> expressions.Expr:
    return facts.need(world, scope, element, span, name) if isinstance(element.type, types.Optional) else element


def position_of(world: World, kind: expressions.Expr, scope: Scope, span: Span) -> expressions.Expr:
    """Returns the number of a kind within its component, from 0, which is its index in fields and zones. Other indices are returned unchanged. Only a number
    that is looked up has a site: sites are numbered, and their numbers are part of the digest of a game."""
    type_ = types.plain(kind.type)
    if not isinstance(type_, types.Kind):
        return kind
    spec = world.classes[type_.classes[0]]
    if spec.first == 0:
        return kind
    numbers = tuple([max(0, min(i - spec.first, spec.count - 1)) for i in range(len(world.kinds))])
    table = world.table(f"numbers of {spec.name}", (0,), (len(numbers),), numbers)
    whole = types.Int(0, max(0, spec.count - 1))
    of = optional(whole) if isinstance(kind.type, types.Optional) else whole
    return constants.look_up(world, table, (kind,), of, world.site(span, scope.where))


def field_at(world: World, field: types.FieldId, index: tuple[expressions.Expr, ...], scope: Scope, span: Span) -> Ref:
    spec = world.fields[field]
    if len(index) < len(spec.dimensions):
        return FieldNeedsIndex(field, index)
    blank = any(isinstance(i.type, types.Optional) for i in index)
    return expressions.FieldAt(field, index, optional(spec.type) if blank else spec.type, world.site(span, scope.where))


def zone_at(world: World, zone: types.ZoneId, index: tuple[expressions.Expr, ...], scope: Scope, span: Span) -> Ref:
    spec = world.zones[zone]
    if len(index) < len(spec.dimensions):
        return ZoneNeedsIndex(zone, index)
    blank = any(isinstance(i.type, types.Optional) for i in index)
    type_ = types.Zone(spec.classes, spec.form)
    return expressions.ZoneAt(zone, index, types.Optional(type_) if blank else type_, world.site(span, scope.where))


def let_call(world: World, ref: FunctionRef, node: formulas.Expr, scope: Scope) -> expressions.Expr:
    """Builds a call of a declared function (`let`)."""
    if ref.let is None:
        return refuse(world, WrongSort(node.span, ref.name, Thing.BUILTIN_FUNCTION, Thing.FORMULA))
    function = world.check.let(ref.name, ref.let, node.span)
    if function is None:
        return BROKEN
    given = node.args if isinstance(node, formulas.Apply) else ()
    args: list[expressions.Expr] = []
    if function.owner is not None:
        if ref.owner is None:
            return refuse(world, NobodyActs(node.span, ref.name))
        args.append(certain(world, ref.owner, scope, node.span, ref.name))
    if function.needs_me:
        if scope.me is None:
            return refuse(world, NobodyActs(node.span, ref.name))
        scope.uses.me = True
        args.append(scope.me)
    values = exact_arguments(world, given, len(function.params), ref.name, node.span)
    if values is None:
        return BROKEN
    acting = args[0] if args else scope.me
    for arg, (_, type_) in zip(values, function.params, strict=True):
        args.append(argument(world, scope, arg, type_))
    note_arguments(world, function.id, args[len(args) - len(values) :], [a.span for a in values], acting)
    for risk in function.risks:
        constants.risk(world, scope, risk.problem)
    if any(is_broken(a) for a in args) or isinstance(function.type, types.Unknown):
        return BROKEN
    call = expressions.Call(function.id, tuple(args), function.type)
    if function.owner is not None and holds_own_places(world, call.type):
        return call  # constant places still belong to a player
    return constants.fold_if_fixed(world, call, *args) if args else _constant_call(world, call)


def _constant_call(world: World, call: expressions.Call) -> expressions.Expr:
    body = world.functions[call.function]
    return (
        body.body
        if body is not None and isinstance(body.body, expressions.Const)
        else constants.fold_if_fixed(world, call)
    )


def single_kind(world: World, cls: types.ClassId) -> types.KindId | None:
    spec = world.classes[cls]
    return spec.first if spec.count == 1 else None
