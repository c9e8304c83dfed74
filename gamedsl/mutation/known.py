"""Collects the meanings of names, as far as operators need them: values of types, and zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamedsl.syntax.tree import data, declarations, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import frozen

Decls = Iterable[declarations.Decl]


@frozen
class Zone:
    """A zone, with the classes of its pieces. `owner` names the type that each have one of these zones, or None for a shared zone."""

    name: str
    form: str
    classes: tuple[str, ...]
    owner: str | None


@frozen
class Known:
    """Facts about declarations: for each value the next value of its type; zones by name; the names that formulas mention; the bodies of rules and phases."""

    next_value: dict[str, str]
    zones: dict[str, Zone]
    formulas: dict[str, frozenset[str]]
    """The names that the formulas with this name mention."""
    bodies: dict[str, tuple[statements.Suite, ...]]
    """The bodies of the rules, actions and phases with this name."""

    def other_zone(self, name: str, not_these: frozenset[str]) -> str | None:
        """Returns another zone that can replace this one; None if there is none."""
        zone = self.zones.get(name)
        if zone is None:
            return None
        alike = [z.name for z in self.zones.values() if z.owner == zone.owner and set(z.classes) & set(zone.classes)]
        at = alike.index(name)
        return next((other for other in (*alike[at:], *alike[:at]) if other not in not_these), None)

    def read(self, names: frozenset[str]) -> frozenset[str]:
        """Returns these names, and the names that their formulas mention, directly or through others."""
        found, todo = set(names), list(names)
        while todo:
            for name in self.formulas.get(todo.pop(), frozenset()) - found:
                found.add(name)
                todo.append(name)
        return frozenset(found)


def collect_names(decls: Decls) -> Known:
    """Collects the names in declarations."""
    following: dict[str, str] = {}
    zones: dict[str, Zone] = {}
    mentions: dict[str, frozenset[str]] = {}
    bodies: dict[str, tuple[statements.Suite, ...]] = {}
    for decl in _walk_declarations(decls):
        values = _values(decl)
        following.update(zip(values, (*values[1:], *values[:1]), strict=True))
        match decl:
            case fields.Fields(owner=owner):
                for member in decl.members:
                    if isinstance(member, fields.Field) and isinstance(member.type, fields.ZoneType):
                        classes = tuple(c.text for c in member.type.classes)
                        name = member.name.text
                        zones[name] = Zone(name, member.type.form, classes, None if owner is None else owner.text)
            case fields.Define(name=name) | declarations.PickDecl(name=name) | declarations.Score(name=name):
                mentions[name.text] = mentions.get(name.text, frozenset()) | names_in(decl)
            case declarations.Rule(name=name) | declarations.Phase(name=name):
                bodies[name.text] = (*bodies.get(name.text, ()), decl.body)
            case _:
                pass
    return Known(following, zones, mentions, bodies)


def names_in(node: object) -> frozenset[str]:
    """Returns all names in a part of the tree."""
    found: set[str] = set()
    for part in walk(node):
        if isinstance(part, formulas.Name):
            found.add(part.id)
        elif isinstance(part, Ident):
            found.add(part.text)
    return frozenset(found)


def name_of(decl: object) -> str | None:
    """Returns the name of a declaration; `setup`, `rounds`, `end` and `ranking` for those without one."""
    if isinstance(decl, declarations.Setup | declarations.Rounds | declarations.End | declarations.Ranking):
        return type(decl).__name__.lower()
    name = getattr(decl, "name", None)
    return name.text if isinstance(name, Ident) else None


def _walk_declarations(decls: Iterable[object]) -> Iterator[object]:
    """Yields declarations, including those inside changes."""
    for decl in decls:
        yield decl
        match decl:
            case declarations.When() | declarations.Variant():
                yield from _walk_declarations(decl.changes)
            case declarations.Seat() | fields.Fields() | declarations.KindBlock():
                yield from _walk_declarations(decl.members)
            case declarations.Add() | declarations.Replace():
                yield from _walk_declarations((decl.decl,))
            case _:
                pass


def _values(decl: object) -> tuple[str, ...]:
    match decl:
        case data.EnumType():
            return tuple(value.text for value in decl.values)
        case data.Shapes():
            return tuple(picture.name.text for picture in decl.pictures)
        case data.RecordType():
            return tuple(row.cells[0].text for row in decl.rows.rows[1:] if isinstance(row.cells[0], data.CellName))
        case _:
            return ()
