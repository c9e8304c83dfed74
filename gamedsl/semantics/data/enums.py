"""Declares types with named values, and options."""

from __future__ import annotations

from collections.abc import Iterable

from gamedsl.graph.model import expressions
from gamedsl.graph.model.game import EnumSpec
from gamedsl.graph.model.types import FLAG, Enum, EnumId, Int
from gamedsl.semantics.data.cells import column, rows_with_sets
from gamedsl.semantics.data.claims import claim
from gamedsl.semantics.data.graphs import Edge
from gamedsl.semantics.data.set_lines import Sets
from gamedsl.semantics.model.merged import Merged, literal_text
from gamedsl.semantics.model.symbols import ConstSymbol, EnumSymbol
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import Amount, TooMany
from gamedsl.semantics.problems.names import DeclaredTwice
from gamedsl.semantics.problems.terms import about
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, formulas
from gamedsl.syntax.tree.node import Ident

MOST_VALUES = 256
"""The most values of a type: a set of them fits into four machine words."""


def declare_enum(world: World, decl: data.EnumType | data.RecordType) -> None:
    if isinstance(decl, data.EnumType):
        names = decl.values
    else:
        names = tuple(
            Ident(c.text, span=c.span)
            for r in decl.rows.rows[1:]
            if r.cells and isinstance(c := r.cells[0], data.CellName)
        )
    new_enum(world, decl.name, names)


def new_enum(world: World, name: Ident, values: tuple[Ident, ...]) -> EnumId | None:
    if len(values) > MOST_VALUES:
        world.problem(TooMany(name.span, about(Amount.VALUES, name.text), len(values), MOST_VALUES))
    enum = EnumId(len(world.enums))
    if not claim(world, name, EnumSymbol(enum)):
        return None
    seen: dict[str, Span] = {}
    for value in values:
        if value.text in seen:
            world.problem(DeclaredTwice(value.span, value.text, seen[value.text]))
        seen.setdefault(value.text, value.span)
    names = tuple(seen)
    world.enums.append(EnumSpec(name.text, names))
    for i, value_name in enumerate(names):
        world.values.setdefault(value_name, []).append(expressions.Const(i, Enum(enum, len(names))))
    return enum


def declare_options(world: World, merged: Merged) -> None:
    chosen = dict(merged.setup.options)
    for decl in merged.decls:
        if not isinstance(decl, declarations.Option):
            continue
        by_text = {literal_text(v): v for v in decl.values}
        # If two options share a name, the setup may hold the value of the other one; `claim` reports them.
        literal = by_text.get(chosen.get(decl.name.text, ""), decl.values[0])
        claim(world, decl.name, ConstSymbol(_option_value(world, decl, literal)))


def _option_value(
    world: World, decl: declarations.Option, literal: formulas.Name | formulas.Number | formulas.FlagLiteral
) -> expressions.Const:
    if isinstance(literal, formulas.Number):
        return expressions.Const(literal.value, Int(literal.value, literal.value))
    if isinstance(literal, formulas.FlagLiteral):
        return expressions.Const(literal.value, FLAG)
    names = [v.id for v in decl.all_values() if isinstance(v, formulas.Name)]
    for candidate in world.values.get(literal.id, []):
        if isinstance(candidate.type, Enum) and all(n in world.enums[candidate.type.id].values for n in names):
            return candidate
    enum = EnumId(len(world.enums))
    world.enums.append(EnumSpec(decl.name.text, tuple(names)))
    for i, name in enumerate(names):
        world.values.setdefault(name, []).append(expressions.Const(i, Enum(enum, len(names))))
    return expressions.Const(names.index(literal.id), Enum(enum, len(names)))


def declare_routes(world: World, edges: Iterable[Edge], by: Ident) -> None:
    new_enum(world, by, tuple(Ident(edge.name, span=edge.span) for edge in edges))


def declare_record_columns(world: World, decl: data.RecordType, sets: Sets) -> None:
    symbol = world.symbols.get(decl.name.text)
    if not isinstance(symbol, EnumSymbol) or not decl.rows.rows:
        return
    grid = rows_with_sets(world, decl.name.text, decl.rows, sets)
    heading = grid[0]
    for i, head in enumerate(heading.cells[1:], 1):
        if isinstance(head, data.CellName):
            world.enum_columns[(symbol.id, head.text)] = column(world, head.text, [r.cells[i] for r in grid[1:]])
