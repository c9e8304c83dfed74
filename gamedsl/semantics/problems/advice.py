"""Finds rules that are allowed but probably not meant: hands that everybody sees, names that are never used, mixed capital and small letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.terms import Role
from gamedsl.semantics.problems.unused import as_hints, names_in, unused_declarations, unused_locals
from gamedsl.semantics.problems.usage import NeverReached, OpenHand, Unused, WrongCase
from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk_in_order


def advice(files: Sequence[tree.File]) -> tuple[Problem, ...]:
    """Finds doubtful lines in the files of a game, before any setup is checked."""
    found: list[Problem] = []
    written = [(decl, tuple(walk_in_order((decl,)))) for file in files for decl in file.decls]
    nodes = [node for _, inside in written for node in inside]
    mentions = Counter(names_in(nodes))
    found.extend(_never_reached([(decl, set(names_in(inside))) for decl, inside in written], mentions))
    mentions.subtract(node.of.text for node in nodes if isinstance(node, tree.Whenever))
    found.extend(_unused_in_loops(nodes))
    for decl in nodes:
        if isinstance(decl, _DECLARATIONS):
            found.extend(_unused(decl, mentions))
            found.extend(_cases(decl))
            if isinstance(decl, tree.Fields):
                found.extend(_open(decl))
    found.extend(unused_declarations(nodes, mentions))
    found.extend(unused_locals(written, nodes))
    return tuple(as_hints(found, files))


_DECLARATIONS = (
    tree.Rule, tree.Phase, tree.Define, tree.PickDecl, tree.Whenever, tree.History, tree.Fields, tree.EnumType, tree.Component, tree.ListTable,
    tree.RowTable, tree.RecordType, tree.Shapes, tree.Shape, tree.Grid, tree.GrowingGrid, tree.Ring, tree.Graph,
)  # fmt: skip
"""Declarations of rules, including those that variants, options and seats add or replace."""


# ---------------------------------------------------------------- names


def _never_reached(written: Sequence[tuple[tree.Decl, set[str]]], mentions: Counter[str]) -> Iterator[Problem]:
    """Finds rules, actions and phases that are mentioned only by each other. Rules that an example runs count as used."""
    units = {decl.name.text: (decl, words) for decl, words in written if isinstance(decl, tree.Rule | tree.Phase)}
    outside = (words for decl, words in written if not isinstance(decl, tree.Rule | tree.Phase))
    pending = [name for words in outside for name in words if name in units]
    reached: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += [other for other in units[name][1] if other in units and other not in reached]
    for name, (decl, _) in units.items():
        if name not in reached and mentions[name] > 1:
            sort = Role.PHASE if isinstance(decl, tree.Phase) else Role.ACTION if decl.is_action else Role.RULE
            yield NeverReached(decl.name.span, name, sort)


_SORTS: dict[type, Role] = {
    tree.PickDecl: Role.PICK,
    tree.ListTable: Role.TABLE,
    tree.RowTable: Role.TABLE,
    tree.Define: Role.LET,
}


def _unused(decl: tree.Decl, mentions: Counter[str]) -> Iterator[Problem]:
    match decl:
        case tree.Rule(into=tree.Ident()):
            return  # used in a menu
        case tree.Rule(name=name):
            sort = Role.ACTION if decl.is_action else Role.RULE
        case tree.Phase(name=name):
            sort = Role.PHASE
        case tree.History(name=name):
            sort = Role.HISTORY
        case tree.PickDecl(name=name) | tree.ListTable(name=name) | tree.RowTable(name=name) | tree.Define(name=name):
            sort = _SORTS[type(decl)]
        case _:
            return
    if mentions[name.text] == 1:
        yield Unused(name.span, name.text, sort)


def _unused_in_loops(nodes: Iterable[object]) -> Iterator[Problem]:
    """Finds sums like `sum(bid for p in players)`, which add one value again and again. A number in place of `bid` is not reported: it counts the elements."""
    for node in nodes:
        if isinstance(node, tree.Comprehension) and node.second is None and _is_plain(node.body):
            named = [part.id for part in walk_in_order((node.body, node.source)) if isinstance(part, tree.Name)]
            if node.var.text not in named:
                yield Unused(node.var.span, node.var.text, Role.LOOP_NAME)


def _is_plain(body: tree.Expr | tree.Comprehension) -> bool:
    """Whether the body is a value: neither a number nor a formula that iterates over a collection."""
    return isinstance(body, tree.Name | tree.Attribute)


def _cases(decl: tree.Decl) -> Iterator[Problem]:
    match decl:
        case tree.EnumType():
            yield from _case(decl.name, capital=False)
            for value in decl.values:
                yield from _case(value, capital=True)
        case tree.Shapes():
            for name in (decl.name, decl.by):
                yield from _case(name, capital=False)
            for picture in decl.pictures:
                yield from _case(picture.name, capital=True)
        case tree.Shape():
            yield from _case(decl.name, capital=True)
        case tree.Fields():
            for member in decl.members:
                yield from _case(member.name, capital=False)
        case tree.Whenever():
            if decl.name is not None:
                yield from _case(decl.name, capital=False)
        case (
            tree.Rule()
            | tree.Phase()
            | tree.PickDecl()
            | tree.Define()
            | tree.Component()
            | tree.ListTable()
            | tree.RowTable()
        ):
            yield from _case(decl.name, capital=False)
        case tree.RecordType() | tree.Grid() | tree.GrowingGrid() | tree.Ring() | tree.Graph():
            yield from _case(decl.name, capital=False)
        case tree.History():
            yield from _case(decl.name, capital=False)
        case _:
            return


def _case(name: tree.Ident, *, capital: bool) -> Iterator[Problem]:
    first = name.text[:1]
    if first.isalpha() and first.isupper() is not capital:
        yield WrongCase(name.span, name.text, capital)


# ---------------------------------------------------------------- zones


def _open(block: tree.Fields) -> Iterator[Problem]:
    """Finds hands and decks without a statement about who sees them."""
    for member in block.members:
        if not isinstance(member, tree.Field) or not isinstance(member.type, tree.ZoneType):
            continue
        closed = (block.owner is not None and member.name.text == "hand") or (
            block.owner is None and member.name.text == "deck" and member.type.form == "pile"
        )
        if closed and not any(isinstance(a, tree.SeenBy) for a in member.attributes):
            yield OpenHand(member.name.span, member.name.text)
