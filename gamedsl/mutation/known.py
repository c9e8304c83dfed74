"""What names of the rules stand for, as far as operators need it: values of types, and zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.syntax import tree
from gamedsl.syntax.tree_walk import walk
from gamedsl.values import frozen

Decls = Iterable[tree.Decl]


@frozen
class Zone:
    """A zone: what lies in it, and for what there is one each (None: it is shared)."""

    name: str
    form: str
    classes: tuple[str, ...]
    owner: str | None


@frozen
class Known:
    """The next value of its type for each value, and the zones, by name; all fields and zones; `mentioned` are the names that stand in each declaration of this name."""

    next_value: dict[str, str]
    zones: dict[str, Zone]
    fields: frozenset[str]
    mentioned: dict[str, frozenset[str]]

    def other_zone(self, name: str) -> str | None:
        """Another zone that may take the place of this one."""
        zone = self.zones.get(name)
        if zone is None:
            return None
        alike = [z.name for z in self.zones.values() if z.owner == zone.owner and set(z.classes) & set(zone.classes)]
        at = alike.index(name)
        return alike[(at + 1) % len(alike)] if len(alike) > 1 else None

    def reached(self, names: frozenset[str]) -> frozenset[str]:
        """These names and all that their declarations mention, directly or through others."""
        found, todo = set(names), list(names)
        while todo:
            for name in self.mentioned.get(todo.pop(), frozenset()) - found:
                found.add(name)
                todo.append(name)
        return frozenset(found)


def known_names(decls: Decls) -> Known:
    """What the names of these declarations stand for."""
    following: dict[str, str] = {}
    zones: dict[str, Zone] = {}
    mentioned: dict[str, frozenset[str]] = {}
    fields: set[str] = set()
    for decl in _all(decls):
        values = _values(decl)
        for value, other in zip(values, (*values[1:], *values[:1]), strict=True):
            following[value] = other
        if isinstance(decl, tree.Fields):
            owner = None if decl.owner is None else decl.owner.text
            for member in decl.members:
                mentioned[member.name.text] = mentioned.get(member.name.text, frozenset()) | names_in(member)
                if isinstance(member, tree.Field):
                    fields.add(member.name.text)
                if isinstance(member, tree.Field) and isinstance(member.type, tree.ZoneType):
                    classes = tuple(c.text for c in member.type.classes)
                    zones[member.name.text] = Zone(member.name.text, member.type.form, classes, owner)
        elif (name := name_of(decl)) is not None:
            mentioned[name] = mentioned.get(name, frozenset()) | names_in(decl)
    return Known(following, zones, frozenset(fields), mentioned)


def names_in(node: object) -> frozenset[str]:
    """All names that stand in a part of the tree."""
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, tree.Name):
            found.add(part.id)
        elif isinstance(part, tree.Ident):
            found.add(part.text)
    return frozenset(found)


def name_of(decl: object) -> str | None:
    """The name of a declaration; `setup`, `rounds` and `end` for those without one."""
    if isinstance(decl, tree.Setup | tree.Rounds | tree.End | tree.Ranking):
        return type(decl).__name__.lower()
    name = getattr(decl, "name", None)
    return name.text if isinstance(name, tree.Ident) else None


def _all(decls: Iterable[object]) -> Iterator[object]:
    """Declarations, those inside changes too."""
    for decl in decls:
        yield decl
        match decl:
            case tree.When() | tree.Variant():
                yield from _all(decl.changes)
            case tree.Seat():
                yield from _all(decl.members)
            case tree.Add() | tree.Replace():
                yield from _all((decl.decl,))
            case _:
                pass


def _values(decl: object) -> tuple[str, ...]:
    match decl:
        case tree.EnumType():
            return tuple(value.text for value in decl.values)
        case tree.RecordType():
            return tuple(row.cells[0].text for row in decl.rows.rows[1:] if isinstance(row.cells[0], tree.CellName))
        case _:
            return ()
