"""Resolves `t[…]` of tables whose rows are values, and of attributes in columns."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Enum, EnumId, Int, Kind, ListOf, Optional, Row, Type, plain
from gamedsl.semantics.construction import constants, conversions, facts
from gamedsl.semantics.construction.constants import BROKEN, is_broken, refuse
from gamedsl.semantics.data.tables import note_keys
from gamedsl.semantics.model.formula_words import arguments_without_names
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.symbols import RowTableSymbol
from gamedsl.semantics.model.types import optional, size
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.names.arguments import note_index_risk
from gamedsl.semantics.names.member_symbols import row_table
from gamedsl.semantics.names.members import member
from gamedsl.semantics.problems.terms import Thing
from gamedsl.semantics.problems.values import WrongArguments
from gamedsl.source import Span
from gamedsl.syntax.tree import formulas


def row_cell(world: World, ref: RowTableSymbol, node: formulas.Index, scope: Scope) -> expressions.Expr:
    """Resolves `t[key]` to a row, and `t[key, column]` to a cell."""
    args = arguments_without_names(node.args)
    if len(args) != len(node.args) or len(args) not in (1, 2):
        return refuse(world, WrongArguments(node.span, ref.name, Thing.ROW_AND_COLUMN, len(node.args)))
    row_type = Row(ref.id, len(ref.keys))
    if ref.key_type is not None:
        note_keys(world, ref, ref.keys)
    if ref.key_type is None:
        row = world.check.coerce(args[0], scope, row_type)
    elif isinstance(ref.key_type, Int):
        row = _row_by_number(world, ref, world.check.integer(args[0], scope), row_type, node, scope)
    else:
        key = world.check.coerce(args[0], scope, ref.key_type)
        keys = range(size(world, ref.key_type))
        row = BROKEN if is_broken(key) else _row_at(world, ref, key, keys, row_type, node, scope)
    if is_broken(row) or len(args) == 1:
        return row
    column = args[1]
    if isinstance(column, formulas.Name) and column.id in ref.columns:
        found = member(world, row, column.id, scope, column.span)
        return cast("expressions.Expr", found)
    by_value = column_by_value(world, row, formulas.Index(node.of, (column,), span=node.span), scope)
    if by_value is not None:
        return by_value
    return cell_by_number(world, ref, row, world.check.integer(column, scope), node, scope)


def _row_by_number(
    world: World, ref: RowTableSymbol, key: expressions.Expr, row_type: Row, node: formulas.Index, scope: Scope
) -> expressions.Expr:
    if is_broken(key):
        return BROKEN
    low, high = min(map(ordinal, ref.keys)), max(map(ordinal, ref.keys))
    note_index_risk(world, scope, key, low, high, node.span, ref.name)
    return _row_at(world, ref, key, range(low, high + 1), row_type, node, scope)


def _row_at(
    world: World,
    ref: RowTableSymbol,
    key: expressions.Expr,
    keys: range,
    row_type: Row,
    node: formulas.Index,
    scope: Scope,
) -> expressions.Expr:
    """Builds the row with this key, which is one of `keys`."""
    row_of = {key: row for row, key in reversed(tuple(enumerate(ref.keys)))}  # the first row of a key counts
    rows = tuple(row_of.get(key) for key in keys)
    world.effort.spend(len(rows) // 4)
    table = world.table(f"{ref.name} rows", (keys.start,), (len(rows),), rows)
    found = expressions.Lookup(
        table, (key,), Optional(row_type) if None in rows else row_type, world.site(node.span, scope.where)
    )
    certain = facts.need(world, scope, found, node.span, ref.name) if None in rows else found
    return constants.fold_if_fixed(world, certain, key)


def cell_by_number(
    world: World, ref: RowTableSymbol, row: expressions.Expr, at: expressions.Expr, node: formulas.Index, scope: Scope
) -> expressions.Expr:
    if is_broken(at) or not ref.numbered:
        return refuse(world, WrongArguments(node.span, ref.name, Thing.COLUMN_NAME, len(node.args)), at)
    low, high = min(ref.numbered), max(ref.numbered)
    if tuple(ref.numbered) != tuple(range(low, high + 1)):
        return refuse(world, WrongArguments(node.span, ref.name, Thing.CONSECUTIVE_COLUMNS, len(node.args)))
    note_index_risk(world, scope, at, low, high, node.span, ref.name)
    table = world.table(f"{ref.name} cells", (0, low), (len(ref.keys), len(ref.numbered)), ref.cells.values)
    return constants.look_up(world, table, (row, at), ref.cells.full_type, world.site(node.span, scope.where))


def row_as_list(world: World, row: expressions.Expr) -> expressions.Expr | None:
    """Reads a row with numbered columns as the list of those cells (without blanks)."""
    if not isinstance(row.type, Row):
        return None
    ref = row_table(world, row.type)
    if not ref.numbered:
        return None
    width = len(ref.numbered)
    lists = tuple(
        tuple(c for c in ref.cells.values[i * width : (i + 1) * width] if c is not None) for i in range(len(ref.keys))
    )
    table = world.table(f"{ref.name} lists", (0,), (len(lists),), lists)
    return constants.look_up(world, table, (row,), ListOf(ref.cells.type, width), world.site(Span("", 0, 0), ref.name))


def column_by_value(world: World, of: expressions.Expr, node: formulas.Index, scope: Scope) -> expressions.Expr | None:
    """Resolves `card[gem]`: the column headed by a value. None if the columns are not headed by the values of a type."""
    if len(node.args) != 1 or isinstance(node.args[0], formulas.Named | formulas.Comprehension | formulas.Number):
        return None
    element = conversions.as_kind(of)
    type_ = plain(element.type)
    if isinstance(type_, Row):
        columns = row_table(world, type_).columns
    elif isinstance(type_, Kind) and len(type_.classes) == 1:
        columns = {n: c for (cls, n), c in world.attributes.items() if cls == type_.classes[0]}
    else:
        return None
    headed = [(i, s) for i, s in enumerate(world.enums) if all(v in columns for v in s.values)]
    if not headed:
        return None
    at = world.check.formula(node.args[0], scope, Enum(EnumId(headed[0][0]), len(headed[0][1].values)))
    enum = plain(at.type)
    if not isinstance(enum, Enum) or enum.id not in [i for i, _ in headed]:
        return None
    if isinstance(at.type, Optional):
        at = facts.need(world, scope, at, node.span, world.enums[enum.id].name)
    made = [columns[v] for v in world.enums[enum.id].values]
    cells = tuple(column.values[r] for r in range(len(made[0].values)) for column in made)
    cell: Type = conversions.hull([c.type for c in made])
    first = world.classes[type_.classes[0]].first if isinstance(type_, Kind) else 0
    table = world.table(f"by {world.enums[enum.id].name}", (first, 0), (len(made[0].values), len(made)), cells)
    full = optional(cell) if None in cells or isinstance(element.type, Optional) else cell
    return constants.look_up(world, table, (element, at), full, world.site(node.span, scope.where))
