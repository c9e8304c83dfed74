"""The meaning of each name in the texts: its declaration, its other uses, and a new name for all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from gamedsl.graph import compact
from gamedsl.services.declarations import BINDERS, Declared, walk_declarations
from gamedsl.services.workspace import View
from gamedsl.source import Span
from gamedsl.syntax.tables import UNNAMEABLE, load
from gamedsl.syntax.tree import data, declarations, example_lines, formulas, statements
from gamedsl.syntax.tree.node import Ident, Node
from gamedsl.syntax.tree.walk import is_tuple, parts_of, walk_in_order
from gamedsl.values import field, frozen


@frozen
class Use:
    """A name at a place: `key` is that of its declaration; `is_declared`: this place is the declaration."""

    place: Span
    key: str
    is_declared: bool = False


@frozen
class Local:
    """A name that is valid in a part of one declaration: of a selection, a `let`, a loop, a parameter."""

    name: str
    place: Span
    reach: Span
    sort: str

    @property
    def key(self) -> str:
        """The key of the declaration, which no other one has."""
        return f"{self.name}@{self.place.source}:{self.place.start}"


@frozen
class Names:
    """All names in the texts of a view."""

    uses: tuple[Use, ...]
    locals: tuple[Local, ...]
    by_key: dict[str, list[Use]] = field(eq=False)

    def at(self, source: str, offset: int) -> Use | None:
        """Returns the name at an offset of a text, or directly in front of it."""
        for use in self.uses:
            if use.place.source == source and use.place.start <= offset <= use.place.end:
                return use
        return None


_NARROW = (statements.For, formulas.Comprehension, formulas.Filter, formulas.Leading, formulas.Sort)
"""Nodes outside of which their names mean nothing."""


def names_of(view: View) -> Names:
    """Returns all names in the texts of a view. The result is kept with the view."""
    known = _KNOWN.get(view)
    if known is not None:
        return known
    uses: list[Use] = [Use(one.place, one.key, True) for one in view.declared.values()]
    places = {use.place for use in uses}
    locals_: list[Local] = []
    resolver = _Resolver(view)
    answers = _answers(view)
    for _, file in view.parsed.chain.files:
        for decl in walk_declarations(file.decls):
            own = list(locals_in(decl))
            locals_ += own
            uses += (Use(one.place, one.key, True) for one in own)
            places.update(one.place for one in own)
            for span, text, is_member in _names_in(decl):
                key = None if span in places else answers.get(span) or resolver.key(span, text, own, is_member)
                if key is not None:
                    uses.append(Use(span, key))
                    places.add(span)
    by_key: dict[str, list[Use]] = {}
    for use in uses:
        by_key.setdefault(use.key, []).append(use)
    made = Names(tuple(uses), tuple(locals_), by_key)
    _KNOWN[view] = made
    return made


_KNOWN: WeakKeyDictionary[View, Names] = WeakKeyDictionary()


class _Resolver:
    """Finds the declaration that a name means: as the checker says, else by the rules of the language as far as the text alone tells."""

    def __init__(self, view: View) -> None:
        self.declared = view.declared
        self.meanings = view.meanings.names
        owners: dict[str, list[str]] = {}
        for key, one in view.declared.items():
            if one.owner is not None:
                owners.setdefault(one.name, []).append(key)
        self.members = {name: keys[0] for name, keys in owners.items() if len(keys) == 1}
        self.selections = _selections(view)

    def key(self, span: Span, text: str, own: Sequence[Local], is_member: bool) -> str | None:
        said = self.meanings.get(span)
        if said is not None:
            return said if said in self.declared else self._as_score(said)
        if not is_member:
            local = _local_at(own, text, span)
            if local is not None:
                return local.key
            if text in self.declared:
                return text
        return self.members.get(text) or self.selections.get(text)

    def _as_score(self, said: str) -> str | None:
        name = said.rpartition(".")[2]
        return name if name in self.declared else self.members.get(name)


def _selections(view: View) -> dict[str, str]:
    """Returns the keys of selections and parameters with unique names: examples can name them."""
    found: dict[str, list[str]] = {}
    for _, file in view.parsed.chain.files:
        for decl in walk_declarations(file.decls):
            for local in locals_in(decl):
                if local.sort in ("selection", "parameter"):
                    found.setdefault(local.name, []).append(local.key)
    return {name: keys[0] for name, keys in found.items() if len(keys) == 1}


def _answers(view: View) -> dict[Span, str]:
    """Returns the keys of the selections that moves of examples name, as in `Ann plays throw(bad = rotten)`."""
    examples: list[example_lines.Example] = []
    inside: dict[str, dict[str, str]] = {}
    for _, file in view.parsed.chain.files:
        for decl in walk_declarations(file.decls):
            if isinstance(decl, example_lines.Example):
                examples.append(decl)
            elif isinstance(decl, declarations.Rule):
                inside[decl.name.text] = {local.name: local.key for local in locals_in(decl)}
    found: dict[Span, str] = {}
    for example in examples:
        for node in walk_in_order(example):
            if isinstance(node, formulas.Apply) and isinstance(node.of, formulas.Name):
                known = inside.get(node.of.id, {})
                named = [one.name for one in node.args if isinstance(one, formulas.Named)]
                found.update((name.span, known[name.text]) for name in named if name.text in known)
    return found


def locals_in(decl: declarations.Decl) -> Iterator[Local]:
    """Yields the names that a declaration gives to parts of itself."""
    for node in walk_in_order(decl):
        binder = BINDERS.get(type(node))
        if binder is None or not isinstance(node, Node):
            continue
        attributes, sort = binder
        reach = node.span if isinstance(node, _NARROW) else decl.span
        for attribute in attributes:
            held: object = getattr(node, attribute)
            for name in held if is_tuple(held) else (held,):
                if isinstance(name, Ident):
                    yield Local(name.text, name.span, reach, sort)


def _local_at(own: Sequence[Local], name: str, span: Span) -> Local | None:
    """Returns the local that a name means: the innermost loop around it, else the last one that was bound before."""
    fitting = [one for one in own if one.name == name and one.reach.start <= span.start < one.reach.end]
    loops = [one for one in fitting if one.sort in ("loop", "element")]
    if loops:
        return min(loops, key=lambda one: one.reach.end - one.reach.start)
    before = [one for one in fitting if one.place.start <= span.start]
    return before[-1] if before else (fitting[0] if fitting else None)


def _names_in(decl: declarations.Decl) -> Iterator[tuple[Span, str, bool]]:
    """Yields the names in a declaration: place, text, and whether the name follows a dot."""
    for node in walk_in_order(decl):
        match node:
            case formulas.Name():
                yield node.span, node.id, False
            case formulas.Attribute():
                yield node.name.span, node.name.text, True
            case formulas.Named():
                yield node.name.span, node.name.text, True
            case data.CellZone():
                yield node.zone.span, node.zone.text, False
            case data.CellName():
                yield node.span, node.text, False
            case Node():
                yield from _own_idents(node)
            case _:
                continue


def _own_idents(node: Node) -> Iterator[tuple[Span, str, bool]]:
    parts = parts_of(type(node))
    for part in () if parts is None else parts(node):
        for one in part if is_tuple(part) else (part,):
            if isinstance(one, Ident):
                yield one.span, one.text, False


# ---------------------------------------------------------------- questions


def declaration_at(view: View, offset: int) -> Declared | Local | None:
    """Returns the declaration of the name at an offset."""
    names = names_of(view)
    use = names.at(view.path, offset)
    return None if use is None else declaration_of(view, use.key)


def declaration_of(view: View, key: str) -> Declared | Local | None:
    """Returns a declaration by its key."""
    found = view.declared.get(key)
    if found is not None:
        return found
    return next((local for local in names_of(view).locals if local.key == key), None)


def uses_at(view: View, offset: int) -> tuple[Use, ...]:
    """Returns all places of the name at an offset, in all files of the view, its declaration among them."""
    names = names_of(view)
    use = names.at(view.path, offset)
    return (
        () if use is None else tuple(sorted(names.by_key[use.key], key=lambda one: (one.place.source, one.place.start)))
    )


@frozen
class Renamed:
    """The places of the old name, or the reason why the new name is refused."""

    places: tuple[Span, ...]
    refusal: str | None = None


def rename(view: View, offset: int, name: str, folders: Sequence[str] = ()) -> Renamed:
    """Returns the places at which a new name has to be written, also in files of `folders` that build on the one with the declaration. It is refused if the
    new name would change the meaning of the rules."""
    from gamedsl.services.folders import dependents

    uses = uses_at(view, offset)
    if not uses:
        return Renamed((), "there is no name of these rules")
    old, key = _text_at(view, uses[0].place), uses[0].key
    first = next((use.place for use in uses if use.is_declared), uses[0].place)
    views = [view]
    for other in dependents(view.workspace, folders, first.source, old):
        is_own = any(use.is_declared and use.place == first for use in names_of(other).by_key.get(key, ()))
        views += [other] if is_own and other.path != view.path else []
    places: dict[Span, None] = {}
    for one in views:
        refusal = _why_not(one, old, name)
        if refusal is not None:
            return Renamed((), refusal)
        found = (use.place for use in names_of(one).by_key[key])
        places.update(dict.fromkeys(place for place in found if _text_at(one, place) == old))
    changed: dict[str, str] = {}
    for one in views:
        changed = {**rename_in_texts(one, tuple(places), name), **changed}
    for one in views:
        if not _is_same(one, changed, old, name):
            where = "" if one is view else f" of {one.path}"
            return Renamed((), f"the rules{where} would not be the same with `{name}` in place of `{old}`")
    return Renamed(tuple(sorted(places, key=lambda place: (place.source, place.start))))


def rename_in_texts(view: View, places: Sequence[Span], name: str) -> dict[str, str]:
    """Returns the texts with a new name at these places, by path."""
    texts: dict[str, str] = {}
    for span in sorted(places, key=lambda one: one.start, reverse=True):
        source = view.source_of(span.source)
        if source is not None:
            text = texts.get(span.source, source.text)
            texts[span.source] = text[: span.start] + name + text[span.end :]
    return texts


def _text_at(view: View, place: Span) -> str:
    source = view.source_of(place.source)
    return "" if source is None else source.text[place.start : place.end]


def _why_not(view: View, old: str, name: str) -> str | None:
    tables = load()
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        return f"`{name}` is no name: it has letters, digits and `_`, and begins with a letter"
    if name in tables.reserved | UNNAMEABLE:
        return f"`{name}` is a word of the language"
    if name == old:
        return None
    if any(re.search(rf"\b{name}\b", source.text) for source in view.parsed.sources):
        return f"there is a `{name}` already"
    return None


def _is_same(view: View, changed: Mapping[str, str], old: str, new: str) -> bool:
    """Whether the renamed texts have the same findings, and the same graph but for the name."""
    from gamedsl.services.workspace import Workspace

    other = Workspace(view.workspace.more, {**view.workspace.opened, **changed})
    text = other.text(view.path)
    if text is None:
        return False
    after = other.view_of(view.path, text)
    codes = [[finding.code for finding in one.report.diagnostics] for one in (view, after)]
    if codes[0] != codes[1]:
        return False
    games = [one.compile() for one in (view, after)]
    if games[0] is None or games[1] is None:
        return games[0] is games[1]
    return re.sub(rf"\b{new}\b", old, compact.to_text(games[1])) == compact.to_text(games[0])
