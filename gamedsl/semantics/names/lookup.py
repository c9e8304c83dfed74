"""Resolves names. Look-up order: the innermost `where` element's own fields, locals, the acting player's fields, shared names, values.

A reference (`Ref`) is a formula, or something that is not a formula yet: a field or zone that still needs its index, a class, a board, a table, a function.
"""

from __future__ import annotations

from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Type
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    EnumSymbol,
    LetSymbol,
    ListTableSymbol,
    RowTableSymbol,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.bare_names import is_local, owner_name, resolve_bare_name, resolve_shared_name
from gamedsl.semantics.names.indexes import complete_index, item_at, list_cell, place_at
from gamedsl.semantics.names.kinds import kind_by_keys
from gamedsl.semantics.names.members import member_of
from gamedsl.semantics.names.reference_values import as_formula, let_call
from gamedsl.semantics.names.references import FieldNeedsIndex, FunctionRef, Ref, ZoneNeedsIndex
from gamedsl.semantics.names.rows import row_cell
from gamedsl.semantics.problems.names import UnknownName, WrongSort
from gamedsl.semantics.problems.terms import Thing
from gamedsl.syntax.tree import formulas
from gamedsl.values import evolve

SHARED = formulas.Name("shared")
"""The name in front of the dot in `shared.coins`."""


# ---------------------------------------------------------------- references


def refer(
    world: World,
    node: formulas.Name | formulas.Attribute | formulas.Index | formulas.Apply,
    scope: Scope,
    expected: Type | None,
) -> Ref:
    match node:
        case formulas.Name():
            return resolve_bare_name(world, node.id, node.span, scope, expected)
        case formulas.Attribute():
            return _attribute(world, node, scope, expected)
        case formulas.Index():
            return _index(world, node, scope, expected)
        case formulas.Apply():
            target = (
                formulas.Name("no", span=node.of.span)
                if isinstance(node.of, formulas.FlagLiteral) and not node.of.value
                else node.of
            )
            if not isinstance(target, formulas.Name | formulas.Attribute):
                return refuse(world, WrongSort(node.of.span, "this", Thing.FORMULA, Thing.FUNCTION))
            if isinstance(target, formulas.Name) and target.id in SIGNATURES and not is_local(world, target.id, scope):
                return world.check.builtin(target.id, node, scope, expected)
            found = refer(world, target, scope, None)
            if isinstance(target, formulas.Name):
                _seek_functions(world, target, scope)
            if isinstance(found, FunctionRef):
                return let_call(world, found, node, scope)
            if isinstance(found, expressions.Const) and is_broken(found):
                return BROKEN
            return refuse(world, WrongSort(target.span, words(target), Thing.NO_FUNCTION, Thing.FUNCTION, node.span))


def _seek_functions(world: World, target: formulas.Name, scope: Scope) -> None:
    """Suggests functions for an unknown name with brackets after it, if one is similar."""
    last = world.problems[-1] if world.problems else None
    if not isinstance(last, UnknownName) or last.span != target.span:
        return
    owned = world.members.get("player", {}) if scope.me is not None else {}
    lets = (
        name for symbols in (world.symbols, owned) for name, symbol in symbols.items() if isinstance(symbol, LetSymbol)
    )
    functions = tuple(sorted({*SIGNATURES, *lets}))
    if closest(target.id, functions) is not None:
        world.problems[-1] = evolve(last, known=functions)


def _seek_kinds(world: World, node: formulas.Index) -> None:
    """Suggests the components that have the kind in brackets, for an unknown name in front of them: `lantern[Red, 1]` for `card[Red, 1]`."""
    last = world.problems[-1] if world.problems else None
    if not isinstance(last, UnknownName) or last.span != node.of.span:
        return
    cells = words(node).partition("[")[2]
    named = {kind.name for kind in world.kinds}
    found = tuple(one.name for one in world.classes if f"{one.name}[{cells}" in named)
    if found:
        world.problems[-1] = evolve(last, components=found, cells=cells)


# ---------------------------------------------------------------- x.name


def _attribute(world: World, node: formulas.Attribute, scope: Scope, expected: Type | None) -> Ref:

    if node.of == SHARED:
        return resolve_shared_name(world, node.name, scope)
    static = _static_attribute(world, node, scope)
    if static is not None:
        return static
    if isinstance(node.of, formulas.Name | formulas.Attribute | formulas.Index | formulas.Apply):
        ref = refer(world, node.of, scope, None)
        of = as_formula(world, ref, scope, node.of, None)
    else:
        of = world.check.formula(node.of, scope)
    if is_broken(of):
        return BROKEN
    if world.meanings is not None:
        world.meanings.owners[node.of.span] = of
    return member_of(world, of, node.name, scope)


def _static_attribute(world: World, node: formulas.Attribute, scope: Scope) -> Ref | None:
    """Resolves `Three.Red`, `pirate.Ann`, `symbol.Horse`."""
    if not isinstance(node.of, formulas.Name | formulas.Index):
        return None
    if isinstance(node.of, formulas.Index):
        owner = world.symbols.get(node.of.of.id) if isinstance(node.of.of, formulas.Name) else None
        if node.name.text in world.seats and isinstance(owner, ClassSymbol):
            return kind_by_keys(world, owner, node.of, scope, node.name.text)
        return None
    if node.of.id in scope.names:
        return None
    kinds = world.pivot_kinds.get((node.of.id, node.name.text))
    if kinds is not None:
        return expressions.Const(kinds[0], world.kind_type(kinds[0]))
    symbol = world.symbols.get(node.of.id)
    if isinstance(symbol, EnumSymbol | ClassSymbol | BoardSymbol):
        for c in world.values.get(node.name.text, []):
            if owner_name(world, c) == node.of.id:
                return c
    return None


# ---------------------------------------------------------------- x[...]


def _index(world: World, node: formulas.Index, scope: Scope, expected: Type | None) -> Ref:

    ref: Ref
    match node.of:
        case formulas.Name() | formulas.Attribute() | formulas.Index() | formulas.Apply():
            ref = refer(world, node.of, scope, None)
            _seek_kinds(world, node)
        case _:
            ref = world.check.formula(node.of, scope)
    if isinstance(ref, expressions.Expr) and is_broken(ref):
        return BROKEN
    match ref:
        case FieldNeedsIndex() | ZoneNeedsIndex():
            return complete_index(world, ref, node, scope)
        case ClassSymbol():
            return kind_by_keys(world, ref, node, scope, None)
        case BoardSymbol():
            return place_at(world, world.boards[ref.id], ref, node, scope)
        case ListTableSymbol():
            return list_cell(world, ref, node, scope)
        case RowTableSymbol():
            return row_cell(world, ref, node, scope)
        case _:
            return item_at(world, as_formula(world, ref, scope, node.of, None), node, scope)
