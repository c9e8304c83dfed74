"""Finds rules that are allowed but probably not meant: hands that everybody sees, names that are never used, mixed capital and small letters,
limits that are soon reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gamedsl.diagnostics.problem import Problem
from gamedsl.semantics.problems.doubtful.unused import as_hints, find_unused_declarations, find_unused_locals, names_in
from gamedsl.semantics.problems.doubtful.without_effect import lines_without_effect
from gamedsl.semantics.problems.terms import Role
from gamedsl.semantics.problems.usage import NeverReached, OpenHand, TightLimit, Unused, WrongCase
from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import decision_in, walk_in_order


def advice(files: Sequence[declarations.File]) -> tuple[Problem, ...]:
    """Finds doubtful lines in the files of a game, before any setup is checked."""
    found: list[Problem] = []
    written = [(decl, tuple(walk_in_order((decl,)))) for file in files for decl in file.decls]
    nodes = [node for _, inside in written for node in inside]
    mentions = Counter(names_in(nodes))
    found.extend(_find_unreachable([(decl, set(names_in(inside))) for decl, inside in written], mentions))
    mentions.subtract(node.of.text for node in nodes if isinstance(node, declarations.Whenever))
    found.extend(_find_unused_in_loops(nodes))
    for decl in nodes:
        if isinstance(decl, _DECLARATIONS):
            found.extend(_find_unused(decl, mentions))
            found.extend(_cases(decl))
            if isinstance(decl, fields.Fields):
                found.extend(_open(decl))
    found.extend(find_unused_declarations(nodes, mentions))
    found.extend(find_unused_locals(written, nodes))
    found.extend(lines_without_effect(nodes))
    found.extend(_find_tight_limits(nodes))
    return tuple(as_hints(found, files))


_DECLARATIONS = (
    declarations.Rule, declarations.Phase, declarations.PickDecl, declarations.Whenever, declarations.History, fields.Define, fields.Fields, data.EnumType,
    data.Component, data.ListTable, data.RowTable, data.RecordType, data.Shapes, data.Shape, data.Grid, data.GrowingGrid, data.Ring, data.Graph,
)  # fmt: skip
"""Declarations of rules, including those that variants, options and seats add or replace."""


def _find_tight_limits(nodes: Sequence[object]) -> Iterator[TightLimit]:
    """Finds loops with a choice and an `until` about flags that may well be repeated as often as their `at most`, which is a fault."""
    for node in nodes:
        match node:
            case statements.Repeat(
                limit=statements.Limit(kind="at_most", number=formulas.Number(value=number), cut_off=False) as limit,
                until=until,
            ) if until is not None and 0 < number <= _FEW_PASSES and decision_in(node.body) is not None:
                asked = tuple(walk_in_order((until,)))
                if "declined" not in names_in(asked) and not any(isinstance(part, _COUNTING) for part in asked):
                    yield TightLimit(limit.span, number)
            case _:
                pass


_FEW_PASSES = 3
_COUNTING = (formulas.Number, formulas.Apply)
"""Parts of conditions that passes may bring nearer one by one."""

# ---------------------------------------------------------------- names


def _find_unreachable(
    written: Sequence[tuple[declarations.Decl, set[str]]], mentions: Counter[str]
) -> Iterator[Problem]:
    """Finds rules, actions and phases that are mentioned only by each other. Rules that an example runs count as used."""
    units = {
        decl.name.text: (decl, words)
        for decl, words in written
        if isinstance(decl, declarations.Rule | declarations.Phase)
    }
    outside = (words for decl, words in written if not isinstance(decl, declarations.Rule | declarations.Phase))
    pending = [name for words in outside for name in words if name in units]
    reached: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += [other for other in units[name][1] if other in units and other not in reached]
    for name, (decl, _) in units.items():
        if name not in reached and mentions[name] > 1:
            sort = Role.PHASE if isinstance(decl, declarations.Phase) else Role.ACTION if decl.is_action else Role.RULE
            yield NeverReached(decl.name.span, name, sort)


_SORTS: dict[type, Role] = {
    declarations.PickDecl: Role.PICK,
    data.ListTable: Role.TABLE,
    data.RowTable: Role.TABLE,
    fields.Define: Role.LET,
}


def _find_unused(decl: declarations.Decl, mentions: Counter[str]) -> Iterator[Problem]:
    match decl:
        case declarations.Rule(into=Ident()):
            return  # used in a menu
        case declarations.Rule(name=name):
            sort = Role.ACTION if decl.is_action else Role.RULE
        case declarations.Phase(name=name):
            sort = Role.PHASE
        case declarations.History(name=name):
            sort = Role.HISTORY
        case (
            declarations.PickDecl(name=name)
            | data.ListTable(name=name)
            | data.RowTable(name=name)
            | fields.Define(name=name)
        ):
            sort = _SORTS[type(decl)]
        case _:
            return
    if mentions[name.text] == 1:
        yield Unused(name.span, name.text, sort)


def _find_unused_in_loops(nodes: Iterable[object]) -> Iterator[Problem]:
    """Finds sums like `sum(bid for p in players)`, which add one value again and again. A number in place of `bid` is not reported: it counts the elements."""
    for node in nodes:
        if isinstance(node, formulas.Comprehension) and node.second is None and _is_plain(node.body):
            named = [part.id for part in walk_in_order((node.body, node.source)) if isinstance(part, formulas.Name)]
            if node.var.text not in named:
                yield Unused(node.var.span, node.var.text, Role.LOOP_NAME)


def _is_plain(body: formulas.Expr | formulas.Comprehension) -> bool:
    """Whether the body is a value: neither a number nor a formula that iterates over a collection."""
    return isinstance(body, formulas.Name | formulas.Attribute)


def _cases(decl: declarations.Decl) -> Iterator[Problem]:
    match decl:
        case data.EnumType():
            yield from _case(decl.name, capital=False)
            for value in decl.values:
                yield from _case(value, capital=True)
        case data.Shapes():
            for name in (decl.name, decl.by):
                yield from _case(name, capital=False)
            for picture in decl.pictures:
                yield from _case(picture.name, capital=True)
        case data.Shape():
            yield from _case(decl.name, capital=True)
        case fields.Fields():
            for member in decl.members:
                yield from _case(member.name, capital=False)
        case declarations.Whenever():
            if decl.name is not None:
                yield from _case(decl.name, capital=False)
        case (
            declarations.Rule()
            | declarations.Phase()
            | declarations.PickDecl()
            | fields.Define()
            | data.Component()
            | data.ListTable()
            | data.RowTable()
        ):
            yield from _case(decl.name, capital=False)
        case data.RecordType() | data.Grid() | data.GrowingGrid() | data.Ring() | data.Graph():
            yield from _case(decl.name, capital=False)
        case declarations.History():
            yield from _case(decl.name, capital=False)
        case _:
            return


def _case(name: Ident, *, capital: bool) -> Iterator[Problem]:
    first = name.text[:1]
    if first.isalpha() and first.isupper() is not capital:
        yield WrongCase(name.span, name.text, capital)


# ---------------------------------------------------------------- zones


def _open(block: fields.Fields) -> Iterator[Problem]:
    """Finds hands and decks without a statement about who sees them."""
    for member in block.members:
        if not isinstance(member, fields.Field) or not isinstance(member.type, fields.ZoneType):
            continue
        closed = (block.owner is not None and member.name.text == "hand") or (
            block.owner is None and member.name.text == "deck" and member.type.form == "pile"
        )
        if closed and not any(isinstance(a, fields.SeenBy) for a in member.attributes):
            yield OpenHand(member.name.span, member.name.text)
