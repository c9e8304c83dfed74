"""Completions where somebody types: the words that the grammar allows there, and the names that the rules have."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gamedsl.semantics.model.builtin_names import BUILTIN_NAMES, SIGNATURES, TYPE_NAMES
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.services.declarations import BEHIND, Declared
from gamedsl.services.first_look import meanings_of
from gamedsl.services.fitting import fitting
from gamedsl.services.names import locals_in
from gamedsl.services.workspace import View
from gamedsl.source import Source
from gamedsl.syntax.parse import parse_part, words_at
from gamedsl.syntax.problems.word_uses import FORMS
from gamedsl.syntax.reparse import declaration_part
from gamedsl.syntax.tables import load
from gamedsl.syntax.tree import declarations
from gamedsl.values import frozen


@frozen
class Completion:
    """A word or name that can be written here. `sort` is the sort of thing that it names, `detail` a short text beside it, `insert` the text to insert
    (`$0`: the place of the cursor afterwards)."""

    label: str
    sort: str
    detail: str = ""
    doc: str | None = None
    insert: str | None = None


_DECLARING = frozenset(
    ["phase", "rule", "action", "let", "type", "table", "grid", "ring", "row", "graph", "option", "game", "variant", "score", "example", "start",
     "history", "invariant", "possible", "pick", "seat", "shapes", "shape", "as", "for", "require", "ensure"]
)  # fmt: skip
"""Words behind which a new name is made up."""


def completions(view: View, offset: int, source: Source | None = None) -> list[Completion]:
    """Returns the words that can be written at an offset, in place of the word that is being typed there. `source` is the present text, if the view is of an
    older one."""
    source = view.source if source is None else source
    text = source.text
    start = offset
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    if is_in_words(text, start):
        return []
    before = text[:start].rstrip(" ")
    if before.endswith(".") and not before.endswith(".."):
        return _members(view, source, len(before) - 1)
    allowed = words_at(_from_declaration(source, start), start - declaration_part(text, start)[0])
    found = list(_words(allowed))
    if "NAME" in allowed:
        found += _names(view, source, start, before)
    return list({one.label: one for one in found}.values())


def is_in_words(text: str, offset: int) -> bool:
    """Whether an offset is in a comment or a sentence."""
    begin = text.rfind("\n", 0, offset) + 1
    is_open = False
    for sign in text[begin:offset]:
        if sign == '"':
            is_open = not is_open
        elif sign == "#" and not is_open:
            return True
    return is_open


def _from_declaration(source: Source, offset: int) -> Source:
    begin, _ = declaration_part(source.text, offset)
    return Source(source.name, source.text[begin:offset])


def _words(allowed: frozenset[str]) -> Iterator[Completion]:
    for word, terminal in load().words.items():
        if terminal in allowed:
            yield Completion(word, "word", FORMS.get(word, ""))


def _names(view: View, source: Source, start: int, before: str) -> Iterator[Completion]:
    fits = fitting(view, source.text, start)
    if fits is not None:
        for fit in fits:
            yield _complete_declared(fit.declared) if fit.declared is not None else Completion(fit.name, fit.sort)
        return
    last = before.split("\n")[-1].split()
    word = last[-1] if last else ""
    if word in _DECLARING:
        return
    sorts = BEHIND.get(word)
    if word == "of" and len(last) > 1 and last[-2] in ("bag", "pile", "slot"):
        sorts = ("component",)
    if sorts is None:
        for decl in _find_around(source, start):
            for local in locals_in(decl):
                yield Completion(local.name, local.sort, f"{local.sort} of this part of the rules")
    for one in view.declared.values():
        if one.sort in ("game", "variant", "example", "invariant", "part", "possible") or (
            sorts is not None and one.sort not in sorts
        ):
            continue
        if one.owner in (None, "player") or one.sort in ("value", "kind", "place", "shape"):
            yield _complete_declared(one)
    if sorts is None:
        yield from (Completion(name, "value", "of the language") for name in (*BUILTIN_NAMES, *TYPE_NAMES))
        yield from (
            Completion(name, "function", f"takes {s.arguments}", insert=f"{name}($0)") for name, s in SIGNATURES.items()
        )


def _find_around(source: Source, offset: int) -> tuple[declarations.Decl, ...]:
    """Returns the declaration around an offset, as far as it can be read."""
    begin, end = declaration_part(source.text, offset)
    return parse_part(source, begin, end).tree.decls


def _complete_declared(one: Declared) -> Completion:
    sort = one.sort
    owned = sort if one.owner is None else f"{sort} of {one.owner}"
    return Completion(one.name, sort, owned, one.doc)


def _members(view: View, source: Source, dot: int) -> list[Completion]:
    """Returns the names that can follow the dot at an offset."""
    names = _member_names(view, source, dot)
    by_name: dict[str, Declared] = {}
    for one in view.declared.values():
        if one.owner is not None:
            by_name.setdefault(one.name, one)
    return [_complete_declared(by_name[name]) if name in by_name else Completion(name, "member") for name in names]


def _member_names(view: View, source: Source, dot: int) -> list[str]:
    text = source.text
    written = _formula_before(text, dot)
    owned = [one.name for one in view.declared.values() if one.owner == written]
    if owned:
        return owned
    # The line cannot be read without a name after the dot, so it is read with an invented one.
    tried = Source(view.path, f"{text[: dot + 1]}x{_text_after_name(text, dot + 1)}")
    last = view.workspace.checked.get(view.path)
    known = None if last is None else meanings_of(last.kept, last.view.parsed, tried, dot)
    found = _longest(known, view.path, dot)
    if found is None:
        found = _longest(view.workspace.view_of(view.path, tried.text).meanings, view.path, dot)
    if found is not None:
        return found()
    members = view.meanings.members
    same = [span for span in members if span.source == view.path and text[span.start : span.end] == written]
    return members[min(same, key=lambda one: abs(one.start - dot))]() if same else []


def _longest(meanings: Meanings | None, path: str, end: int) -> Callable[[], list[str]] | None:
    """Returns a function that lists the members of the longest formula that ends at an offset."""
    members = {} if meanings is None else meanings.members
    spans = [span for span in members if span.source == path and span.end == end]
    return members[max(spans, key=lambda one: one.end - one.start)] if spans else None


def _text_after_name(text: str, at: int) -> str:
    """Returns the text after the name that is being typed."""
    while at < len(text) and (text[at].isalnum() or text[at] == "_"):
        at += 1
    return text[at:]


def _formula_before(text: str, end: int) -> str:
    start = end
    while start and (text[start - 1].isalnum() or text[start - 1] in "_."):
        start -= 1
    return text[start:end]


# ---------------------------------------------------------------- arguments


@frozen
class Signature:
    """The call around an offset: its text, its parameters, and the number of the one that is being written."""

    text: str
    parameters: tuple[str, ...]
    active: int
    doc: str | None = None


def signature(view: View, offset: int) -> Signature | None:
    """Returns the call whose brackets are open at an offset."""
    text = view.source.text
    begin = text.rfind("\n", 0, offset) + 1
    depth, commas, at = 0, 0, offset - 1
    while at >= begin:
        sign = text[at]
        if sign in ")]":
            depth += 1
        elif sign in "([":
            if depth == 0:
                break
            depth -= 1
        elif sign == "," and depth == 0:
            commas += 1
        at -= 1
    if at < begin or text[at] != "(":
        return None
    name = _formula_before(text, at).rpartition(".")[2]
    if name in SIGNATURES:
        of = SIGNATURES[name]
        return Signature(f"{name}({of.arguments})", (of.arguments,), 0)
    declared = next((one for one in view.declared.values() if one.name == name), None)
    source = None if declared is None else view.source_of(declared.place.source)
    if declared is None or source is None:
        return None
    following = source.text[declared.place.end :]
    if not following.startswith("("):
        return None
    inside = following[1:].partition(")")[0]
    parameters = tuple(part.strip() for part in inside.split(","))
    return Signature(f"{name}({inside})", parameters, min(commas, len(parameters) - 1), declared.doc)
