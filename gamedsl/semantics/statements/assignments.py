"""Checks assignments to fields: `=`, `+=`, `-=`."""

from __future__ import annotations

from gamedsl.graph.model import expressions, source_statements, statements
from gamedsl.graph.model.types import Bag, Int, Kind, ListOf, Optional, Pieces, Position, SetOf, Type, Zone, plain
from gamedsl.semantics.construction import conversions, facts, intervals, sure
from gamedsl.semantics.construction.constants import is_broken, refuse
from gamedsl.semantics.formulas.sums import combine
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.types import describe
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.lookup import refer
from gamedsl.semantics.names.reference_values import as_formula
from gamedsl.semantics.names.references import FieldNeedsIndex, Ref, ZoneNeedsIndex
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import CannotAssign, Mismatch
from gamedsl.syntax.tree import formulas
from gamedsl.syntax.tree import statements as written


def assign(world: World, node: written.Assign, scope: Scope) -> list[source_statements.Stmt]:
    if not isinstance(node.target, formulas.Name | formulas.Attribute | formulas.Index):
        world.problem(CannotAssign(node.target.span, "this"))
        return []
    ref = refer(world, node.target, scope, None)
    if isinstance(ref, expressions.Const) and is_broken(ref):
        return []
    return _store(world, node, ref, scope)


def _store(world: World, node: written.Assign, ref: Ref, scope: Scope) -> list[source_statements.Stmt]:
    """Builds the assignment to a target. For a place of joined boards it goes to the field of the board that has the place."""
    if isinstance(ref, expressions.IfElse):
        then, otherwise = _store(world, node, ref.yes, scope), _store(world, node, ref.no, scope)
        return [statements.If(ref.condition, tuple(then), tuple(otherwise))] if then and otherwise else []
    if not isinstance(ref, expressions.FieldAt):
        if isinstance(ref, FieldNeedsIndex | ZoneNeedsIndex):
            as_formula(world, ref, scope, node.target, None)
        else:
            is_zone = isinstance(ref, expressions.ZoneAt)
            several = None
            if isinstance(node.target, formulas.Attribute) and isinstance(ref, expressions.Distinct):
                several = words(node.target.of), node.target.name.text
            world.problem(CannotAssign(node.target.span, words(node.target), is_zone, several))
        return []
    spec = world.fields[ref.field]
    index = tuple(
        facts.need(world, scope, i, node.target.span, words(node.target)) if isinstance(i.type, Optional) else i
        for i in ref.index
    )
    current = expressions.FieldAt(ref.field, index, spec.type, ref.site)
    value = _new_value(world, node, current, spec.type, scope)
    if is_broken(value):
        return []
    taken = None
    if node.op == "=" and isinstance(node.value, formulas.Unary) and node.value.op == "-":
        taken = _in_words(node.value.operand, value.type)
    sure.note_assigned(world, node.span, words(node.target), value.type, spec.type, taken)
    return [statements.SetField(ref.field, index, value, world.site(node.span, scope.where))]


def _new_value(
    world: World, node: written.Assign, current: expressions.Expr, type_: Type, scope: Scope
) -> expressions.Expr:
    """Returns the new value. The assignment itself checks number ranges."""
    if node.op == "=":
        value = world.check.formula(node.value, scope, type_)
    elif isinstance(type_, SetOf | ListOf | Bag):
        element = type_.of
        value = world.check.formula(node.value, scope, element)
        if isinstance(type_, SetOf) and isinstance(element, Kind):
            value = _kinds(world, value)
        one = plain(value.type)
        if one == element or (isinstance(one, Int) and isinstance(element, Int)):
            if not facts.present(world, value, scope):
                value = facts.need(world, scope, value, node.value.span, words(node.value))
            of = element
            if (
                isinstance(one, Int)
                and isinstance(element, Int)
                and not element.low <= one.low <= one.high <= element.high
            ):
                of = one  # the range is tested when the field is set, so the type must not promise it
            value = expressions.MakeList((value,), SetOf(of) if isinstance(type_, SetOf) else ListOf(of, 1))
        fake = formulas.Binary("+" if node.op == "+=" else "-", node.target, node.value, span=node.span)
        value = combine(world, fake, "+" if node.op == "+=" else "-", current, conversions.as_list(world, value), scope)
    else:
        value = world.check.formula(node.value, scope, type_)
        if isinstance(plain(value.type), Int) and isinstance(plain(type_), Int):
            right = facts.need(world, scope, value, node.value.span, words(node.value))
            left = facts.need(world, scope, current, node.target.span, words(node.target))
            value = intervals.arithmetic(world, scope, "+" if node.op == "+=" else "-", left, right, node.span)
        elif not is_broken(value):
            return refuse(world, _make_mismatch(world, node, value, type_))
    if isinstance(value.type, Int) and isinstance(plain(type_), Int):
        return value
    return conversions.coerce(world, scope, value, type_, node.value.span, words(node.value))


def _kinds(world: World, value: expressions.Expr) -> expressions.Expr:
    """Returns the kind of a piece, and the kinds of several pieces or of what lies in a zone; other values as they are."""
    several = isinstance(value.type, Pieces | Zone)
    return conversions.as_set(world, value) if several else conversions.as_kind(value)


def _make_mismatch(world: World, node: written.Assign, value: expressions.Expr, type_: Type) -> Mismatch:
    """Returns the problem of `spot += 2`, where `spot` is a place, and of anything else that is no number."""
    target = plain(type_)
    if (
        isinstance(plain(value.type), Int)
        and isinstance(target, Position)
        and world.boards[target.board].kind in ("ring", "row")
    ):
        place = words(node.target)
        walk = f"{place} = {place} {node.op[0]} {_in_words(node.value, value.type)}"
        return Mismatch(node.target.span, Thing.NUMBER, describe(world, target), walk=walk)
    return Mismatch(node.value.span, Thing.NUMBER, describe(world, value.type))


def _in_words(node: formulas.Expr, type_: Type) -> str:
    """Returns a number as rules write it, without its sign; `…` for a longer formula."""
    type_ = plain(type_)
    if isinstance(type_, Int) and type_.low == type_.high:
        return str(abs(type_.low))
    return "…" if words(node) == "this" else words(node)
