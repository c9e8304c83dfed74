"""The `set` lines of variants, and the cell values that they write."""

from __future__ import annotations

from gamedsl.graph.model import expressions
from gamedsl.graph.model.types import Int
from gamedsl.semantics.model.formula_words import words
from gamedsl.semantics.model.scope import Scope
from gamedsl.semantics.model.values import ordinal
from gamedsl.semantics.model.world import World
from gamedsl.semantics.problems.data import BadData, DataFlaw
from gamedsl.semantics.problems.variants import Change, UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, formulas
from gamedsl.values import define, field


@define(eq=False)
class Sets:
    """The `set` lines, and which of them a declaration has used."""

    values: list[declarations.SetValue]
    copies: list[declarations.SetCopies]
    used: set[int] = field(factory=set)
    heads: dict[str, set[str]] = field(factory=dict)
    """The columns of each table and row, and the layers of each board, by its name."""
    counting: dict[str, list[Span]] = field(factory=dict)
    """By component, the lines that change the number of copies."""

    def cells(self, name: str) -> list[tuple[declarations.SetValue, formulas.Expr]]:
        """Returns lines whose place is `name[…]`, `name[…].x` or `name.x`."""
        return [(s, s.place) for s in self.values if root_name(s.place) == name]


def report_unused(world: World, sets: Sets) -> None:
    """Reports the lines that no declaration has used: nothing has such a cell."""
    for line in sets.values:
        if id(line) in sets.used:
            continue
        place, name = line.place, root_name(line.place) or "this"
        heads = tuple(sorted(sets.heads.get(name, ())))
        if isinstance(place, formulas.Attribute) and heads:
            found = UnknownTarget(place.name.span, place.name.text, Change.SET, heads, words(place.of))
        elif heads:
            found = UnknownTarget(place.span, words(place), Change.SET, heads)
        else:
            found = UnknownTarget(place.span, name, Change.SET, tuple(sorted({*world.symbols, *world.values})))
        world.problem(found)


def root_name(place: formulas.Expr) -> str | None:
    while isinstance(place, formulas.Attribute | formulas.Index | formulas.Apply):
        place = place.of
    return place.id if isinstance(place, formulas.Name) else None


def argument_text(node: formulas.Arg) -> str:
    match node:
        case formulas.Name():
            return node.id
        case formulas.Number():
            return str(node.value)
        case formulas.Unary(op="-", operand=formulas.Number(value=v)):
            return str(-v)
        case formulas.FlagLiteral():
            return "yes" if node.value else "no"
        case _:
            return "?"


def plain_cell(node: formulas.Expr) -> data.Cell | None:
    """Returns a value that is written as a cell could be; None for a formula."""
    match node:
        case formulas.Name():
            return data.CellName(node.id, span=node.span)
        case formulas.Number():
            return data.CellNumber(node.value, span=node.span)
        case formulas.Unary(op="-", operand=formulas.Number(value=v)):
            return data.CellNumber(-v, span=node.span)
        case formulas.FlagLiteral():
            return data.CellFlag(node.value, span=node.span)
        case formulas.NoneLiteral():
            return data.CellBlank(span=node.span)
        case _:
            return None


def as_cell(world: World, node: formulas.Expr) -> data.Cell:
    """Returns a `set` line's value as a cell."""
    plain = plain_cell(node)
    if plain is not None:
        return plain
    found = constant(world, node)
    if isinstance(found, expressions.Const) and isinstance(found.type, Int):
        return data.CellNumber(ordinal(found.value), span=node.span)
    world.problem(BadData(node.span, DataFlaw.CELL_NOT_FIXED))
    return data.CellBlank(span=node.span)


def constant(world: World, node: formulas.Expr) -> expressions.Expr:
    return world.check.formula(node, Scope("data"))
