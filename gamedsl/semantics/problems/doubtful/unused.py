"""Finds unused names: declarations that no file uses, local names that their declaration does not use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import Role
from gamedsl.semantics.problems.usage import Unused, UnusedYet
from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import name_of_place, walk_in_order

_RULES = (
    declarations.Rule,
    declarations.Phase,
    declarations.Whenever,
    declarations.Setup,
    declarations.End,
    fields.Define,
    declarations.PickDecl,
)
_PROGRAM = (
    *_RULES[:-2],
    declarations.Rounds,
    declarations.Score,
    declarations.Ranking,
    declarations.Aimed,
    declarations.Ends,
    declarations.When,
    declarations.Seat,
)
"""Declarations that use others. Names declared after the last of them may still be waiting for their use."""


_NAMED = (Ident, data.CellName, formulas.Name)


def names_in(nodes: Iterable[object]) -> list[str]:
    """Lists every name as often as it is written."""
    return [node.id if isinstance(node, formulas.Name) else node.text for node in nodes if isinstance(node, _NAMED)]


def find_unused_declarations(nodes: Sequence[object], mentions: Counter[str]) -> Iterator[Unused]:
    """Yields options, fields, zones, types, components, columns and boards whose names occur only once."""
    targets = Counter(name_of_place(node.target) for node in nodes if isinstance(node, statements.Assign))
    names: tuple[str, ...]
    for node in nodes:
        match node:
            case declarations.Option(name=name):
                sort, names = Role.OPTION, (name.text,)
            case fields.Fields():
                for member in node.members:
                    name_, number = member.name, mentions[member.name.text]
                    if not isinstance(member, fields.Field):
                        continue
                    unread = (
                        targets[name_.text] if _is_unseen(member) else 0
                    )  # Visible fields may exist for the players.
                    if number <= 1 + unread:
                        yield Unused(name_.span, name_.text, _sort_of(member), is_set=number > 1)
                continue
            case data.EnumType(name=name):
                sort, names = Role.TYPE, tuple(names_in(walk_in_order((name, node.values))))
            case data.RecordType(name=name):
                yield from _find_unread_columns(node.rows, mentions)
                sort, names = Role.TYPE, (name.text, *_first_cells(node.rows))
            case data.Shapes(name=name):
                shapes = [picture.name.text for picture in node.pictures]
                if any(mention.startswith(tuple(f"{shape}_" for shape in shapes)) for mention in mentions):
                    continue  # the name of a pose
                sort, names = Role.TYPE, (name.text, node.by.text, *shapes)
            case data.Component(name=name) if node.csv is None:
                if node.rows is not None and not mentions[_SIDES]:
                    yield from _find_unread_columns(node.rows, mentions)
                sort, names = Role.COMPONENT, (name.text, *(() if node.rows is None else _first_cells(node.rows)))
            case data.Grid(name=name, by=Ident() as edges):
                sort, names = Role.BOARD, (name.text, edges.text)
            case data.Grid(name=name) | data.GrowingGrid(name=name) | data.Ring(name=name) | data.Track(name=name):
                sort, names = Role.BOARD, (name.text,)
            case data.Graph(name=name):
                parts = Counter(names_in(walk_in_order((name, node.by, node.paths, node.tables))))
                if all(mentions[part] <= number for part, number in parts.items()):
                    yield Unused(name.span, name.text, Role.BOARD)
                continue
            case _:
                continue
        if all(mentions[each] <= 1 for each in names):
            yield Unused(name.span, name.text, sort)


def _find_unread_columns(rows: data.Rows, mentions: Counter[str]) -> Iterator[Unused]:
    """Yields columns of numbers that no formula names. Columns of words may be for people."""
    for at, cell in enumerate(rows.rows[0].cells if rows.rows else ()):
        below = [row.cells[at] for row in rows.rows[1:] if len(row.cells) > at]
        is_number = any(isinstance(one, data.CellNumber) for one in below)
        if isinstance(cell, data.CellName) and is_number and cell.text != "count" and mentions[cell.text] <= 1:
            yield Unused(cell.span, cell.text, Role.COLUMN)


_SIDES = "side_of"
"""The function that reads columns without naming them."""


def _is_unseen(member: fields.Field) -> bool:
    return any(isinstance(a, fields.SeenBy) and a.who.text == "nobody" for a in member.attributes)


def _sort_of(member: fields.Field) -> Role:
    return Role.ZONE if isinstance(member.type, fields.ZoneType) else Role.FIELD


def _first_cells(rows: data.Rows) -> Iterator[str]:
    yield from names_in([row.cells[0] for row in rows.rows[1:] if row.cells])


def find_unused_locals(
    written: Sequence[tuple[declarations.Decl, tuple[object, ...]]], nodes: Sequence[object]
) -> Iterator[Unused]:
    """Yields local `let`s, parameters, selections and rolls that their rule does not read. `written`: declarations with all nodes in them."""
    told = {
        name for node in nodes if isinstance(node, declarations.Whenever) for name in names_in(walk_in_order((node,)))
    }
    replaced = {
        node.decl.name.text
        for node in nodes
        if isinstance(node, declarations.Replace) and isinstance(node.decl, declarations.Rule)
    }
    members = {member.name.text for node in nodes if isinstance(node, fields.Fields) for member in node.members}
    of_seats = {
        id(part) for node in nodes if isinstance(node, declarations.Seat) for part in walk_in_order((node.members,))
    }
    for rule, inside in _rules(written):
        if id(rule) in of_seats:
            continue
        locals_ = [found for node in inside for found in _local(node)]
        if not locals_:
            continue
        mentions = Counter(names_in(inside))
        rolled = {name.text for name, sort in locals_ if sort is Role.ROLL}
        for name, sort in locals_:
            same = name.text in (
                members if sort is Role.ROLL else rolled
            )  # A roll can set a field, and a selection can be called like a roll.
            if mentions[name.text] > 1 or name.text in told or same:
                continue
            if sort is Role.PARAMETER and isinstance(rule, declarations.Rule) and rule.name.text in replaced:
                continue
            yield Unused(name.span, name.text, sort)


def _rules(
    written: Sequence[tuple[declarations.Decl, tuple[object, ...]]],
) -> Iterator[tuple[object, tuple[object, ...]]]:
    """Yields everything with local names, and the nodes in it, including the contents of variants, options and fields."""
    for decl, inside in written:
        if isinstance(decl, _RULES):
            yield decl, inside
        else:
            yield from ((node, tuple(walk_in_order((node,)))) for node in inside if isinstance(node, _RULES))


def _local(node: object) -> Iterator[tuple[Ident, Role]]:
    match node:
        case statements.LetStmt(name=name):
            yield name, Role.LOCAL
        case fields.Param(name=name):
            yield name, Role.PARAMETER
        case statements.Choose():
            yield from ((line.name, Role.SELECTION) for line in node.lines if isinstance(line, statements.Selection))
        case statements.Roll():
            yield from ((line.name, Role.ROLL) for line in node.lines if isinstance(line, statements.Selection))
        case _:
            return


def as_hints(problems: Iterable[Problem], files: Iterable[declarations.File]) -> Iterator[Problem]:
    """Turns warnings into hints if a file is unfinished: after the last declaration that uses others, or if nothing in the file acts yet."""
    ends = {file.span.source: _last_use(file) for file in files}
    for problem in problems:
        if isinstance(problem, Unused) and problem.span.start >= ends.get(problem.span.source, problem.span.start + 1):
            yield UnusedYet(problem.span, problem.name, problem.sort)
        else:
            yield problem


def _last_use(file: declarations.File) -> int:
    """Returns the start of the last declaration that refers to others; the start of the file if there is no phase and no rule."""
    starts = [_start(decl) for decl in file.decls if isinstance(decl, _PROGRAM)]
    is_begun = any(
        isinstance(decl, declarations.Rule | declarations.Phase | declarations.Variant) for decl in file.decls
    )
    return max(starts, default=0) if is_begun else 0


def _start(decl: declarations.Decl) -> int:
    span: Span = decl.span
    return span.start
