"""Divides rules into the units that variants change by name: declarations, and the fields and formulas of blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.semantics.data.cells import cell_text
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import frozen
from gamedsl.variants.work import name_of


@frozen
class Unit:
    """A declaration, or a member of a block, which is `inside` its block."""

    name: str
    node: Node
    decl: declarations.Decl
    """The declaration that contains it, or that it is."""

    @property
    def uses(self) -> frozenset[str]:
        """The names that it mentions."""
        return frozenset(names_in(self.node))

    @property
    def is_about_all(self) -> bool:
        """Whether its sentence is about the game as a whole."""
        return isinstance(self.node, _ABOUT_ALL)

    @property
    def things(self) -> tuple[str, ...]:
        """The names of the things that it puts on the table or gives to players."""
        match self.node:
            case data.Component(name=name, rows=rows):
                return (name.text, *(() if rows is None else map(_first_cell, rows.rows[1:])))
            case declarations.KindBlock(name=name):
                return (name.text,)
            case data.EnumType(name=name, values=values):
                return (name.text, *(one.text for one in values))
            case data.Grid() | data.GrowingGrid() | data.Ring() | data.Track() | data.Graph() | fields.Field():
                return (self.name,)
            case _:
                return ()


_ABOUT_ALL = (
    declarations.Game,
    declarations.Rounds,
    declarations.Ends,
    declarations.Score,
    declarations.Ranking,
    declarations.Setup,
)


def _first_cell(row: data.Row) -> str:
    return cell_text(row.cells[0])


def units_of(decls: Sequence[declarations.Decl]) -> Iterator[Unit]:
    """Yields the units of rules in order, each with the name by which a variant changes it."""
    for decl in decls:
        match decl:
            case fields.Fields(members=members):
                yield from (Unit(member.name.text, member, decl) for member in members)
            case declarations.Ends(doc=doc):
                yield Unit(end_name(doc or "…"), decl, decl)
            case _:
                name = name_of(decl)
                yield Unit("" if name is None else name.text, decl, decl)


def end_name(sentence: str) -> str:
    """Returns the name of an end of the match, which has only its sentence."""
    return f"game ends {sentence}"


def names_in(node: Node) -> Iterator[str]:
    """Yields the names in formulas."""
    for one in walk(node):
        match one:
            case formulas.Name(id=name):
                yield name
            case formulas.Attribute(name=name):
                yield name.text
            case _:
                pass


def numbers_in(node: Node) -> dict[int, frozenset[str]]:
    """Returns the numbers in formulas, ranges and limits, each with the names in the statement or the formula around it."""
    found: dict[int, frozenset[str]] = {}
    for part in _parts(node):
        names = frozenset(names_in(part))
        for one in walk(part):
            for number in _numbers_of(one):
                found[number] = found.get(number, frozenset()) | names
    return found


def _parts(node: Node) -> Iterator[Node]:
    """Yields the statements of a body, or the declaration itself."""
    if isinstance(node, declarations.Rule | declarations.Phase | declarations.Setup | declarations.End):
        for one in walk(node):
            if isinstance(one, statements.Suite):
                yield from (part for part in one.body if not any(isinstance(x, statements.Suite) for x in walk(part)))
            elif isinstance(one, statements.If):
                yield from (condition for condition, _ in one.arms)
        return
    yield node


def _numbers_of(node: object) -> Iterator[int]:
    match node:
        case formulas.Number(value=number) | fields.Capacity(number=number):
            yield number
        case fields.RangeType(high=high):
            yield high
        case _:
            pass


def is_story(decl: declarations.Decl) -> bool:
    """Whether a declaration tells an example, or a promise that no player reads."""
    return isinstance(decl, example_lines.Example | declarations.Invariant | declarations.Possible)
