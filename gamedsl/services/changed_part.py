"""Finds the part that somebody is typing: the part in which a text differs from an older one, and the declarations of a setup that result from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.model.merged import Merged, ScriptedSeat
from gamedsl.source import Source, Span
from gamedsl.syntax.reparse import TextEdit, edit_between
from gamedsl.syntax.tree import declarations, example_lines, fields
from gamedsl.values import define, field, frozen

_Part: TypeAlias = declarations.Decl | declarations.Change | fields.Field | fields.Define | declarations.Answer


@define(eq=False)
class ChangedPart:
    """The smallest declarations, or changes of a variant, in which two texts differ: with their places in the old text and in the new one."""

    edit: TextEdit
    old: Span
    new: Span
    pair: tuple[declarations.Decl, declarations.Decl] | None = None
    """The one declaration in which they differ, in both texts; None if there is more, or a change of another sort."""
    twins: dict[int, object] = field(factory=dict)
    """The old node of each node of the new text outside of the part, by `id`; only of declarations and changes."""
    compared: dict[tuple[int, int], tuple[declarations.Decl, declarations.Decl, bool]] = field(factory=dict)
    """Declarations, by their `id`s, and whether they are equal: the same ones occur in many setups."""


@frozen
class Difference:
    """The declarations of a setup that a change has added, and those that it has removed."""

    gone: tuple[declarations.Decl, ...]
    come: tuple[declarations.Decl, ...]
    is_elsewhere: bool
    """Whether `set` lines or scripted seats differ too."""


def find_changed_part(before: Parsed, after: Parsed) -> ChangedPart | None:
    """Returns the part in which the last files of two chains differ; None if other files differ too, or if anything outside of the edited declarations has
    changed."""
    (*bases, (name, old)), (*same_bases, (same_name, new)) = before.chain.files, after.chain.files
    if name != same_name or [one for one, _ in bases] != [one for one, _ in same_bases]:
        return None
    if any(one.decls != other.decls for (_, one), (_, other) in zip(bases, same_bases, strict=True)):
        return None
    sources = [_source(parsed, name) for parsed in (before, after)]
    if sources[0] is None or sources[1] is None:
        return None
    edit = edit_between(sources[0].text, sources[1].text)
    whole = ChangedPart(edit, Span(name, 0, len(sources[0].text)), Span(name, 0, len(sources[1].text)))
    return _narrow(whole, old.decls, new.decls)


_DECLARATIONS = (
    declarations.Rule
    | declarations.Phase
    | fields.Define
    | declarations.Invariant
    | declarations.Possible
    | example_lines.Example
    | declarations.Setup
    | declarations.End
)
"""Declarations that can be checked alone."""


def part_of(before: Parsed, edit: TextEdit, old: declarations.Decl, new: declarations.Decl) -> ChangedPart:
    """Returns the part of one declaration that was read alone in a new text. The others have the places of the old text."""
    name = before.name
    whole = ChangedPart(edit, Span(name, old.span.start, old.span.end), Span(name, new.span.start, new.span.end))
    return _narrow(whole, (old,), (new,)) or whole


def _source(parsed: Parsed, name: str) -> Source | None:
    return next((one for one in parsed.sources if one.name == name), None)


def _narrow(part: ChangedPart, olds: Sequence[_Part], news: Sequence[_Part]) -> ChangedPart | None:
    """Narrows a part to those of its declarations or changes that surround the edit; None if other declarations differ."""
    edit = part.edit
    first = max((i for i, one in enumerate(olds) if one.span.start < edit.start), default=0)
    last = next((i for i, one in enumerate(olds) if i >= first and one.span.start > edit.end), len(olds))
    behind = len(olds) - last
    if len(news) < first + behind:
        return None
    kept = [*zip(olds[:first], news[:first], strict=True)]
    kept += zip(olds[last:], news[len(news) - behind :], strict=True)
    if any(one != other for one, other in kept):
        return None
    for one, other in kept:
        part.twins.update((id(twin), was) for was, twin in _twins(one, other))
    old, new = olds[first:last], news[first : len(news) - behind]
    if not old or not new or old[0].span.start >= edit.start or old[0].span.start != new[0].span.start:
        return part
    part.old = Span(part.old.source, old[0].span.start, _end(olds, last, part.old))
    part.new = Span(part.new.source, new[0].span.start, _end(news, len(news) - behind, part.new))
    if len(old) != 1 or len(new) != 1:
        return part
    below = _find_inner_parts(old[0], new[0])
    if below is not None:
        return _narrow(part, *below)
    part.pair = _declaration(old[0], new[0])
    return part


def _declaration(old: _Part, new: _Part) -> tuple[declarations.Decl, declarations.Decl] | None:
    """Returns two declarations, or those of two changes that only add or replace them."""
    found: tuple[_Part, _Part]
    match old, new:
        case declarations.Add(), declarations.Add():
            found = old.decl, new.decl
        case declarations.Replace(), declarations.Replace():
            found = old.decl, new.decl
        case ((declarations.Variant() | declarations.When() | declarations.Seat()), _):
            return None
        case _:
            found = old, new
    one, other = found
    return (one, other) if isinstance(one, _DECLARATIONS) and isinstance(other, _DECLARATIONS) else None


def _end(parts: Sequence[_Part], at: int, around: Span) -> int:
    """Returns where the part before `at` ends: at the next one."""
    return parts[at].span.start if at < len(parts) else around.end


def _twins(old: _Part, new: _Part) -> Iterator[tuple[object, object]]:
    """Yields pairs of equal declarations and changes of two texts, including those inside of others."""
    if old is new:
        return
    yield old, new
    below = _find_inner_parts(old, new)
    if below is not None:
        for one, other in zip(*below, strict=True):
            yield from _twins(one, other)
    elif isinstance(old, declarations.Add | declarations.Replace) and isinstance(
        new, declarations.Add | declarations.Replace
    ):
        yield from _twins(old.decl, new.decl)


def _find_inner_parts(old: _Part, new: _Part) -> tuple[Sequence[_Part], Sequence[_Part]] | None:
    """Returns the parts of two nodes that differ only in these; None if they differ otherwise, or have no parts."""
    match old, new:
        case declarations.Variant(), declarations.Variant() if (old.name, old.bases, old.doc) == (
            new.name,
            new.bases,
            new.doc,
        ):
            found: tuple[Sequence[_Part], Sequence[_Part]] = (old.changes, new.changes)
        case declarations.When(), declarations.When() if old.condition == new.condition:
            found = (old.changes, new.changes)
        case declarations.Seat(), declarations.Seat() if (old.name, old.condition, old.doc) == (
            new.name,
            new.condition,
            new.doc,
        ):
            found = (old.members, new.members)
        case declarations.Add(), declarations.Add():
            return _find_inner_parts(old.decl, new.decl)
        case declarations.Replace(), declarations.Replace():
            return _find_inner_parts(old.decl, new.decl)
        case _:
            return None
    return found if found[0] and found[1] else None


# ---------------------------------------------------------------- in one setup


def one_difference(part: ChangedPart, old: Merged) -> Difference | None:
    """Returns the difference in a setup whose changed declaration is taken over unchanged from the text; None if more than this declaration may differ. It
    is found without merging."""
    if part.pair is None or not any(decl is part.pair[0] for decl in old.decls):
        return None
    one, other = part.pair
    return Difference((one,), (other,), is_elsewhere=False)


def difference(part: ChangedPart, old: Merged, new: Merged) -> Difference:
    """Returns the declarations in which a setup differs. Different places in the text do not count."""
    left = {id(decl): decl for decl in old.decls}
    come: list[declarations.Decl] = []
    for decl in new.decls:
        if left.pop(id(part.twins.get(id(decl), decl)), None) is None:
            come.append(decl)
    gone = list(left.values())
    for decl in tuple(come):  # merging makes equal copies of some
        same = next((one for one in gone if _is_same(part, one, decl)), None)
        if same is not None:
            gone.remove(same)
            come = [one for one in come if one is not decl]
    is_elsewhere = old.sets != new.sets or list(map(_facts_of, old.seats)) != list(map(_facts_of, new.seats))
    seats = [decl for seat in new.seats for decl in seat.replaced if _is_of_part(part, decl)] if is_elsewhere else []
    return Difference(tuple(gone), (*come, *seats), is_elsewhere)


def _is_same(part: ChangedPart, one: declarations.Decl, other: declarations.Decl) -> bool:
    if type(one) is not type(other):
        return False
    key = (id(one), id(other))
    if key not in part.compared:
        part.compared[key] = one, other, one == other
    return part.compared[key][2]


def _facts_of(seat: ScriptedSeat) -> tuple[object, ...]:
    return (seat.name, seat.members, seat.replaced, seat.answers)


def _is_of_part(part: ChangedPart, decl: declarations.Decl) -> bool:
    return decl.span.source == part.new.source and part.new.start < decl.span.end and decl.span.start < part.new.end
