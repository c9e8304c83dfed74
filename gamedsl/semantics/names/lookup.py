"""What names refer to. Look-up order: the innermost `where` element's own fields, locals, the acting player's fields, shared names, values.

A reference (`Ref`) is a formula, or something that is not yet one: a field or zone that still wants its index, a class, a board, a table, a function.
"""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import (
    Type,
)
from gamedsl.semantics.construction.constants import BROKEN, is_broken
from gamedsl.semantics.model.builtin_names import SIGNATURES
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import (
    BoardSymbol,
    ClassSymbol,
    EnumSymbol,
    ListTableSymbol,
    RowTableSymbol,
)
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.bare_names import is_local, named, owner_name, shared_name
from gamedsl.semantics.names.indexes import completed, item_at, list_cell, place_at
from gamedsl.semantics.names.kinds import keyed_kind
from gamedsl.semantics.names.members import member_of
from gamedsl.semantics.names.reference_values import as_formula, let_call
from gamedsl.semantics.names.references import FunctionRef, NeedsIndex, Ref
from gamedsl.semantics.names.rows import row_cell
from gamedsl.semantics.problems.problems import (
    WrongSort,
)
from gamedsl.syntax import tree

SHARED = tree.Name("shared")
"""What stands in front of the dot in `shared.coins`."""


# ---------------------------------------------------------------- references


def refer(
    w: World, e: tree.Name | tree.Attribute | tree.Index | tree.Apply, scope: Scope, expected: Type | None
) -> Ref:
    match e:
        case tree.Name():
            return named(w, e.id, e.span, scope, expected)
        case tree.Attribute():
            return _attribute(w, e, scope, expected)
        case tree.Index():
            return _index(w, e, scope, expected)
        case tree.Apply():
            target = tree.Name("no", span=e.of.span) if isinstance(e.of, tree.FlagLiteral) and not e.of.value else e.of
            if not isinstance(target, tree.Name | tree.Attribute):
                w.problem(WrongSort(e.of.span, "this", "a formula", "a function"))
                return BROKEN
            if isinstance(target, tree.Name) and target.id in SIGNATURES and not is_local(w, target.id, scope):
                return w.check.builtin(target.id, e, scope, expected)
            found = refer(w, target, scope, None)
            if isinstance(found, FunctionRef):
                return let_call(w, found, e, scope)
            if isinstance(found, expressions.Const) and is_broken(found):
                return BROKEN
            w.problem(WrongSort(target.span, words(target), "no function", "a function"))
            return BROKEN


# ---------------------------------------------------------------- x.name


def _attribute(w: World, e: tree.Attribute, scope: Scope, expected: Type | None) -> Ref:

    if e.of == SHARED:
        return shared_name(w, e.name, scope)
    static = _static_attribute(w, e, scope)
    if static is not None:
        return static
    if isinstance(e.of, tree.Name | tree.Attribute | tree.Index | tree.Apply):
        ref = refer(w, e.of, scope, None)
        of = as_formula(w, ref, scope, e.of, None)
    else:
        of = w.check.formula(e.of, scope)
    if is_broken(of):
        return BROKEN
    return member_of(w, of, e.name, scope)


def _static_attribute(w: World, e: tree.Attribute, scope: Scope) -> Ref | None:
    """`Three.Red`, `pirate.Ann`, `symbol.Horse`."""
    if not isinstance(e.of, tree.Name | tree.Index):
        return None
    if isinstance(e.of, tree.Index):
        of_seat = e.name.text in w.seats
        if of_seat and isinstance(e.of.of, tree.Name) and isinstance(w.symbols.get(e.of.of.id), ClassSymbol):
            return keyed_kind(w, cast("ClassSymbol", w.symbols[e.of.of.id]), e.of, scope, e.name.text)
        return None
    if e.of.id in scope.names:
        return None
    kinds = w.pivot_kinds.get((e.of.id, e.name.text))
    if kinds is not None:
        return expressions.Const(kinds[0], w.kind_type(kinds[0]))
    symbol = w.symbols.get(e.of.id)
    if isinstance(symbol, EnumSymbol | ClassSymbol | BoardSymbol):
        for c in w.values.get(e.name.text, []):
            if owner_name(w, c) == e.of.id:
                return c
    return None


# ---------------------------------------------------------------- x[...]


def _index(w: World, e: tree.Index, scope: Scope, expected: Type | None) -> Ref:

    ref: Ref
    match e.of:
        case tree.Name() | tree.Attribute() | tree.Index() | tree.Apply():
            ref = refer(w, e.of, scope, None)
        case _:
            ref = w.check.formula(e.of, scope)
    if isinstance(ref, expressions.Expr) and is_broken(ref):
        return BROKEN
    match ref:
        case NeedsIndex():
            return completed(w, ref, e, scope)
        case ClassSymbol():
            return keyed_kind(w, ref, e, scope, None)
        case BoardSymbol():
            return place_at(w, w.boards[ref.id], ref, e, scope)
        case ListTableSymbol():
            return list_cell(w, ref, e, scope)
        case RowTableSymbol():
            return row_cell(w, ref, e, scope)
        case _:
            return item_at(w, as_formula(w, ref, scope, e.of, None), e, scope)
