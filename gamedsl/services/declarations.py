"""The declarations of a file: each name with its place, its sort and its sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamedsl.source import Span
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.values import frozen


@frozen
class Declared:
    """One declared name. `key` is `owner.name` for members and values, else `name`; `sort` is the sort of the declaration, in a word or two."""

    key: str
    name: str
    sort: str
    place: Span
    whole: Span
    doc: str | None = None
    owner: str | None = None


_SORTS: dict[type[object], str] = {
    declarations.Game: "game",
    declarations.Variant: "variant",
    declarations.Option: "option",
    data.EnumType: "type",
    data.RecordType: "type",
    data.Shapes: "shapes",
    data.Component: "component",
    data.ListTable: "table",
    data.RowTable: "table",
    data.CsvTable: "table",
    data.Grid: "board",
    data.GrowingGrid: "board",
    data.Ring: "board",
    data.RingAround: "board",
    data.Track: "board",
    data.Graph: "board",
    fields.Define: "let",
    declarations.PickDecl: "pick",
    declarations.History: "history",
    declarations.Phase: "phase",
    declarations.Rule: "rule",
    declarations.Whenever: "whenever",
    declarations.Score: "score",
    declarations.Seat: "seat",
    declarations.Invariant: "invariant",
    declarations.Possible: "possible",
    example_lines.StartPosition: "start",
    example_lines.Example: "example",
}
"""The sorts of declarations with a name."""


@frozen
class Sort:
    """How editors show declarations of a sort: the symbol and the colour of the name (by their names in the protocol), whether it has rules in it, and
    whether rules run it."""

    symbol: str = "Object"
    colour: str = "variable"
    has_rules: bool = False
    is_run: bool = False


SORTS = {
    "game": Sort("Module"),
    "variant": Sort("Module"),
    "option": Sort("Boolean"),
    "type": Sort("Enum", "type"),
    "component": Sort("Class", "class"),
    "shapes": Sort("Class", "class"),
    "table": Sort("Array", "class"),
    "board": Sort("Class", "class"),
    "let": Sort("Constant", has_rules=True, is_run=True),
    "pick": Sort("Function", "function", has_rules=True, is_run=True),
    "rule": Sort("Function", "function", has_rules=True, is_run=True),
    "action": Sort("Function", "function", has_rules=True, is_run=True),
    "phase": Sort("Event", "namespace", has_rules=True, is_run=True),
    "part": Sort("Event", "namespace", has_rules=True),
    "whenever": Sort("Event", "function", has_rules=True),
    "score": Sort("Field", "property", has_rules=True),
    "invariant": Sort(has_rules=True),
    "example": Sort("Method", has_rules=True),
    "block": Sort("Namespace"),
    "zone": Sort("Field", "property"),
    "field": Sort("Field", "property"),
    "column": Sort("Field", "property"),
    "value": Sort("EnumMember", "enumMember"),
    "kind": Sort("EnumMember", "enumMember"),
    "place": Sort("EnumMember", "enumMember"),
    "shape": Sort("EnumMember", "enumMember"),
}
_OTHER = Sort()


def sort_of(word: str) -> Sort:
    """Returns how editors show declarations of a sort."""
    return SORTS.get(word, _OTHER)


BINDERS: dict[type[object], tuple[tuple[str, ...], str]] = {
    statements.LetStmt: (("name",), "let"),
    statements.Selection: (("name",), "selection"),
    fields.Param: (("name",), "parameter"),
    statements.For: (("names",), "loop"),
    formulas.Comprehension: (("var", "second"), "loop"),
    formulas.Filter: (("name",), "element"),
    formulas.Leading: (("name",), "element"),
    formulas.Sort: (("name",), "element"),
    declarations.Whenever: (("taken", "other"), "parameter"),
}
"""The nodes that give a name to something, with the attributes that hold the names and what they are."""

BEHIND: dict[str, tuple[str, ...]] = {
    "whenever": ("rule", "action"),
    "each": ("component", "board", "type", "table", "phase", "rule", "kind"),
    "record": ("history",),
    "forget": ("history",),
}
"""The sorts of names that stand behind a word, where not every name can."""

_PARTS: dict[type[object], str] = {
    declarations.Setup: "setup",
    declarations.Rounds: "rounds",
    declarations.End: "end",
    declarations.Ranking: "ranking",
    declarations.Aimed: "players aim",
}
"""Declarations that have no name but their word."""


def declarations_in(file: declarations.File) -> Iterator[Declared]:
    """Yields all names that a file declares, including names that a variant adds or replaces."""
    return _list_declared(file.decls)


def walk_declarations(decls: Iterable[declarations.Decl | declarations.Change]) -> Iterator[declarations.Decl]:
    """Yields the declarations, including those inside variants and `when` blocks."""
    for decl in decls:
        match decl:
            case declarations.Variant() | declarations.When():
                yield decl
                yield from walk_declarations(decl.changes)
            case declarations.Add() | declarations.Replace():
                yield decl.decl
            case (
                declarations.SetValue()
                | declarations.SetCopies()
                | declarations.SetPlayers()
                | declarations.SetTotal()
                | declarations.SetLimit()
                | declarations.Insert()
                | declarations.Remove()
                | declarations.ReplaceRequirement()
                | declarations.RemoveBroken()
                | declarations.RemoveRequirement()
                | declarations.ChangeMatch()
                | declarations.ChangeEnd()
                | declarations.Reword()
                | declarations.RemoveWhen()
            ):
                continue
            case _:
                yield decl


def list_names(decls: Sequence[declarations.Decl]) -> set[str]:
    """Returns the names of declarations, and of their values, members, rows and columns."""
    return {one.name for one in _list_declared(decls)}


def _list_declared(decls: Sequence[declarations.Decl]) -> Iterator[Declared]:
    for decl in walk_declarations(decls):
        yield from _of(decl)


def _of(decl: declarations.Decl) -> Iterator[Declared]:
    doc = getattr(decl, "doc", None)
    name = getattr(decl, "name", None)
    if isinstance(decl, fields.Fields):
        yield from _members(decl)
        return
    if isinstance(decl, declarations.KindBlock):
        owner = decl.component.text if decl.component is not None else decl.name.text
        for member in decl.members:
            if isinstance(member, fields.Field | fields.Define):
                yield _member(member, owner)
        return
    part = _PARTS.get(type(decl))
    if part is not None:
        yield Declared(
            part, part, "part", Span(decl.span.source, decl.span.start, decl.span.start + len(part)), decl.span, doc
        )
        return
    if not isinstance(name, Ident) or type(decl) not in _SORTS:
        return
    sort = "action" if isinstance(decl, declarations.Rule) and decl.is_action else _SORTS[type(decl)]
    body = getattr(decl, "body", None)
    sentence = doc if isinstance(doc, str) else body.doc if isinstance(body, statements.Suite) else None
    yield Declared(name.text, name.text, sort, name.span, decl.span, sentence)
    yield from _values(decl, name.text)


def _members(decl: fields.Fields) -> Iterator[Declared]:
    owner = None if decl.owner is None else decl.owner.text
    for member in decl.members:
        yield _member(member, owner)


def _member(member: fields.Field | fields.Define, owner: str | None) -> Declared:
    key = member.name.text if owner is None else f"{owner}.{member.name.text}"
    if isinstance(member, fields.Define):
        sort = "let"
    else:
        sort = "zone" if isinstance(member.type, fields.ZoneType) else "field"
    return Declared(key, member.name.text, sort, member.name.span, member.span, member.doc, owner)


def _values(decl: declarations.Decl, owner: str) -> Iterator[Declared]:
    """Yields the values, kinds, rows, columns and places that a declaration declares."""
    match decl:
        case data.EnumType():
            for value in decl.values:
                yield _part(owner, value, "value", value.span)
        case data.RecordType() | data.RowTable():
            yield from _rows(decl.rows, owner, "value")
        case data.Component() if decl.rows is not None:
            yield from _rows(decl.rows, owner, "kind")
        case data.Shapes():
            for picture in decl.pictures:
                yield _part(owner, picture.name, "shape", picture.span)
        case data.Graph():
            seen: set[str] = set()
            for path in decl.paths:
                for place in path.places:
                    if place.text not in seen:
                        seen.add(place.text)
                        yield _part(owner, place, "place", place.span)
        case data.Grid() | data.Ring() | data.Track() | data.GrowingGrid():
            for layer in decl.layers:
                yield _part(owner, layer.name, "column", layer.span)
        case _:
            return


def _rows(rows: data.Rows, owner: str, sort: str) -> Iterator[Declared]:
    if not rows.rows:
        return
    for heading in rows.rows[0].cells:
        if isinstance(heading, data.CellName):
            yield _part(owner, heading, "column", heading.span)
    for row in rows.rows[1:]:
        first = row.cells[0] if row.cells else None
        if isinstance(first, data.CellName):
            yield _part(owner, first, sort, row.span)


def _part(owner: str, name: Ident | data.CellName, sort: str, whole: Span) -> Declared:
    return Declared(f"{owner}.{name.text}", name.text, sort, name.span, whole, None, owner)
