"""The structure of a file: its declarations, the blocks that can be folded, and the declarations and blocks around a place."""

from __future__ import annotations

from gamedsl.services.declarations import Declared, declarations_in, sort_of
from gamedsl.services.names import names_of
from gamedsl.services.workspace import View
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, fields
from gamedsl.syntax.tree.node import Node
from gamedsl.syntax.tree.walk import walk_in_order
from gamedsl.values import frozen


@frozen
class Entry:
    """A line of the outline, with the lines below it."""

    name: str
    sort: str
    place: Span
    whole: Span
    below: tuple[Entry, ...] = ()


def outline(view: View) -> list[Entry]:
    """Returns the declarations of the file itself, in the order in which they are written; members and values below their owner's."""
    file = view.file
    found = [one for one in declarations_in(file) if one.sort != "column"]
    tops = [one for one in found if one.owner is None]
    blocks = [(d.span, "shared" if d.owner is None else f"each {d.owner.text}") for d in _fields(file)]
    inside = {id(one): next((span for span, _ in blocks if _holds(span, one.whole)), None) for one in found}
    entries = [_entry(one, found) for one in tops if inside[id(one)] is None]
    for span, name in blocks:
        members = tuple(Entry(one.name, one.sort, one.place, one.whole) for one in found if inside[id(one)] == span)
        entries.append(Entry(name, "block", Span(span.source, span.start, span.start + len(name)), span, members))
    return sorted(entries, key=lambda one: one.place.start)


def _fields(file: declarations.File) -> list[fields.Fields]:
    return [node for node in walk_in_order(file.decls) if isinstance(node, fields.Fields)]


def _holds(span: Span, other: Span) -> bool:
    return span.source == other.source and span.start <= other.start and other.end <= span.end


def _entry(one: Declared, found: list[Declared]) -> Entry:
    if one.sort == "variant":
        return Entry(one.name, one.sort, one.place, one.whole)
    values = (
        other for other in found if other.owner == one.name and other is not one and _holds(one.whole, other.place)
    )
    return Entry(
        one.name, one.sort, one.place, one.whole, tuple(Entry(v.name, v.sort, v.place, v.whole) for v in values)
    )


@frozen
class Fold:
    """The lines of a block, from 0: its first line stays."""

    first: int
    last: int
    is_comment: bool = False


def folds(text: str) -> list[Fold]:
    """Returns the blocks of a text by indentation, and the runs of comments."""
    lines = text.split("\n")  # as editors count them: `splitlines` knows other ends of lines
    found: list[Fold] = []
    open_: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        column = len(line) - len(line.lstrip())
        while open_ and open_[-1][1] >= column:
            begin, _ = open_.pop()
            if last > begin:
                found.append(Fold(begin, last))
        open_.append((number, column))
        last = number
    found += [Fold(begin, last) for begin, _ in open_ if last > begin]
    return sorted([*found, *_comments(lines)], key=lambda one: (one.first, -one.last))


def _comments(lines: list[str]) -> list[Fold]:
    found: list[Fold] = []
    begin: int | None = None
    for number, line in enumerate([*lines, ""]):
        is_comment = line.lstrip().startswith("#")
        if is_comment and begin is None:
            begin = number
        elif not is_comment and begin is not None:
            if number - 1 > begin:
                found.append(Fold(begin, number - 1, True))
            begin = None
    return found


def around(view: View, offset: int) -> list[Span]:
    """Returns the parts of the text around an offset, from the smallest to the whole file."""
    spans = {
        node.span
        for node in walk_in_order(view.file)
        if isinstance(node, Node)
        and node.span.source == view.path
        and node.span.start <= offset <= node.span.end > node.span.start
    }
    return sorted(spans, key=lambda one: (one.end - one.start, one.start))


@frozen
class Call:
    """A rule or phase that runs another one, at these places."""

    of: Declared
    places: tuple[Span, ...]


def calls_to(view: View, key: str) -> list[Call]:
    """Returns the parts of the rules that name a rule, action or phase."""
    found: dict[str, list[Span]] = {}
    for use in names_of(view).by_key.get(key, ()):
        holder = None if use.is_declared else _holder(view, use.place)
        if holder is not None:
            found.setdefault(holder.key, []).append(use.place)
    return [Call(view.declared[key], tuple(places)) for key, places in found.items()]


def calls_from(view: View, key: str) -> list[Call]:
    """Returns the rules, actions and `let`s that a part of the rules names."""
    declared = view.declared.get(key)
    if declared is None:
        return []
    found: dict[str, list[Span]] = {}
    for use in names_of(view).uses:
        target = view.declared.get(use.key)
        if (
            target is not None
            and sort_of(target.sort).is_run
            and not use.is_declared
            and _holds(declared.whole, use.place)
        ):
            found.setdefault(use.key, []).append(use.place)
    return [Call(view.declared[key], tuple(places)) for key, places in found.items()]


def _holder(view: View, place: Span) -> Declared | None:
    """Returns the declaration around a place."""
    around_ = [one for one in view.declared.values() if sort_of(one.sort).has_rules and _holds(one.whole, place)]
    return min(around_, key=lambda one: one.whole.end - one.whole.start) if around_ else None
