"""What is allowed but probably not meant: hands that everybody sees, names that nothing uses, capital and small letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gamedsl.semantics.model.tree_walk import walk_in_order
from gamedsl.semantics.problems.problems import OpenHand, Problem, Unused, WrongCase
from gamedsl.syntax import tree as t


def advice(files: Iterable[t.File]) -> tuple[Problem, ...]:
    """What to think about in the files of a game, before any setup is looked at."""
    found: list[Problem] = []
    every = tuple(files)
    mentions = Counter(_words(every))
    for decl in (d for file in every for d in _declared(file)):
        found.extend(_unused(decl, mentions))
        found.extend(_cases(decl))
        if isinstance(decl, t.Fields):
            found.extend(_open(decl))
    return tuple(found)


def _declared(file: t.File) -> Iterator[t.Decl]:
    """Declarations, also those that variants, options and seats add or replace."""
    for node in walk_in_order(file):
        match node:
            case t.Rule() | t.Phase() | t.Define() | t.PickDecl() | t.Fields() | t.EnumType() | t.Component():
                yield node
            case t.ListTable() | t.RowTable() | t.RecordType() | t.Grid() | t.Ring() | t.Graph():
                yield node
            case _:
                pass


# ---------------------------------------------------------------- names


def _words(files: tuple[t.File, ...]) -> Iterator[str]:
    """Every name as often as it is written."""
    for node in walk_in_order(files):
        match node:
            case t.Ident() | t.CellName():
                yield node.text
            case t.Name():
                yield node.id
            case _:
                pass


_SORTS: dict[type, str] = {t.PickDecl: "pick", t.ListTable: "table", t.RowTable: "table", t.Define: "let"}


def _unused(decl: t.Decl, mentions: Counter[str]) -> Iterator[Problem]:
    match decl:
        case t.Rule(name=name):
            sort = "action" if decl.is_action else "rule"
        case t.Phase(name=name):
            sort = "phase"
        case t.PickDecl(name=name) | t.ListTable(name=name) | t.RowTable(name=name) | t.Define(name=name):
            sort = _SORTS[type(decl)]
        case _:
            return
    if mentions[name.text] == 1:
        yield Unused(name.span, name.text, sort)


def _cases(decl: t.Decl) -> Iterator[Problem]:
    match decl:
        case t.EnumType():
            yield from _case(decl.name, capital=False)
            for value in decl.values:
                yield from _case(value, capital=True)
        case t.Fields():
            for member in decl.members:
                yield from _case(member.name, capital=False)
        case t.Rule() | t.Phase() | t.PickDecl() | t.Define() | t.Component() | t.ListTable() | t.RowTable():
            yield from _case(decl.name, capital=False)
        case t.RecordType() | t.Grid() | t.Ring() | t.Graph():
            yield from _case(decl.name, capital=False)
        case _:
            return


def _case(name: t.Ident, *, capital: bool) -> Iterator[Problem]:
    first = name.text[:1]
    if first.isalpha() and first.isupper() is not capital:
        yield WrongCase(name.span, name.text, capital)


# ---------------------------------------------------------------- zones


def _open(block: t.Fields) -> Iterator[Problem]:
    """A hand or a deck that does not say who sees it."""
    for member in block.members:
        if not isinstance(member, t.Field) or not isinstance(member.type, t.ZoneType):
            continue
        closed = (block.owner is not None and member.name.text == "hand") or (
            block.owner is None and member.name.text == "deck" and member.type.form == "pile"
        )
        if closed and not any(isinstance(a, t.SeenBy) for a in member.attributes):
            yield OpenHand(member.name.span, member.name.text)
