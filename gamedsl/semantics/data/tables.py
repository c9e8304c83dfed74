"""Declares tables of lists and rows."""

from __future__ import annotations

from typing import cast

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int, Row, Type, Value
from gamedsl.semantics.data.cells import cell_text, column, nameless, rows_with_sets
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.data.components import MOST_COPIES
from gamedsl.semantics.data.set_lines import Sets, argument_text, as_cell
from gamedsl.semantics.data.type_names import find_type
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.symbols import Column, ListTableSymbol, RowTableSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, BadData, DataFlaw, SameKey, TooMany
from gamedsl.semantics.problems.terms import about
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax.tree import data, formulas


def declare_list_table(world: World, decl: data.ListTable, sets: Sets) -> None:
    cells = list(decl.cells)
    for line, place in sets.cells(decl.name.text):
        sets.used.add(id(line))
        at = (
            int(argument_text(place.args[0])) - decl.first
            if isinstance(place, formulas.Index) and argument_text(place.args[0]).lstrip("-").isdigit()
            else -1
        )
        if not 0 <= at < len(cells):
            world.problem(UnknownTarget(place.span, words(place), Change.SET, ()))
            continue
        cells[at] = as_cell(world, line.value)
    found = column(world, decl.name.text, list(cells))
    table = world.table(decl.name.text, (decl.first,), (len(cells),), found.values)
    claim(world, decl.name, ListTableSymbol(decl.name.text, table, found.type))


def note_keys(world: World, table: RowTableSymbol, keys: tuple[object, ...]) -> None:
    """Records rows of a table with the key of an earlier one."""
    first: dict[object, Span] = {}
    for key, span in zip(keys, table.spans, strict=True):
        earlier = first.setdefault(key, span)
        if earlier is not span:
            world.judge("key", span, SameKey(span, table.name, earlier))


def declare_row_table(world: World, decl: data.RowTable, sets: Sets) -> None:
    if not decl.rows.rows:
        return  # there is at least a heading, or its absence was reported
    grid = rows_with_sets(world, decl.name.text, decl.rows, sets)
    heading, body = grid[0].cells, grid[1:]
    if not body:
        world.problem(BadData(decl.span, about(DataFlaw.NO_ROWS, decl.name.text)))
        return
    key_head = cell_text(heading[0])
    keys: tuple[Value, ...]
    key_type: Type | None = None
    first = [r.cells[0] for r in body]
    if all(isinstance(c, data.CellNumber) for c in first) or find_type(world, key_head) is not None:
        key_column = column(world, key_head, first)
        nameless(world, first, key_head)
        if isinstance(key_column.type, Int) and key_column.type.high - key_column.type.low > MOST_COPIES:
            reach = key_column.type.high - key_column.type.low + 1
            world.problem(TooMany(decl.name.span, about(Amount.LOOKUPS, decl.name.text), reach, MOST_COPIES))
            return
        key_type, keys = key_column.type, key_column.values
    else:
        keys = tuple(range(len(first)))
    numbered = [i for i, h in enumerate(heading) if i and isinstance(h, data.CellNumber)]
    columns = {
        cell_text(h): column(world, cell_text(h), [r.cells[i] for r in body])
        for i, h in enumerate(heading)
        if isinstance(h, data.CellName) and (i or key_type is not None)
    }
    cells = (
        column(world, decl.name.text, [r.cells[i] for r in body for i in numbered])
        if numbered
        else Column(Int(0, 0), ())
    )
    names = tuple(cell_text(c) for c in first)
    row_numbers = tuple(range(len(body)))
    made = world.table(decl.name.text, (0,), (len(body),), row_numbers, names)
    numbers = tuple(cast("data.CellNumber", heading[i]).value for i in numbered)
    symbol = RowTableSymbol(made, decl.name.text, key_type, keys, columns, numbers, cells, tuple(r.span for r in body))
    if claim(world, decl.name, symbol) and key_type is None:
        note_keys(world, symbol, names)
        for i, name in enumerate(names):
            world.values.setdefault(name, []).append(expressions.Const(i, Row(made, len(body))))
