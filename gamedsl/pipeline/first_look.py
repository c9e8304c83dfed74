"""Finds what is certainly wrong in the declaration that somebody is typing, before the whole text is checked.

The declaration is checked again in the setups of the last whole check. What is told here, a whole check of the present text tells too; it may tell more. So only
mistakes are told that no mistake elsewhere can hide, and only while there are no others.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import MOST_PROBLEMS, Problem
from gamedsl.pipeline.checking import Kept
from gamedsl.pipeline.reading import Parsed
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.one_declaration import is_alike, problems_of
from gamedsl.semantics.problems.choices import NotAnAction
from gamedsl.semantics.problems.names import NobodyActs, NoElement, UnknownMember, UnknownName, WrongSort
from gamedsl.semantics.problems.values import (
    CannotAssign,
    CannotMove,
    Mismatch,
    NotACollection,
    NotAZone,
    NotComparable,
    WrongArguments,
)
from gamedsl.semantics.rules.program import Program
from gamedsl.source import Source, Span
from gamedsl.syntax import tree
from gamedsl.syntax.moving import placed
from gamedsl.syntax.parse import parse_part
from gamedsl.syntax.problems.problem import FIRST_OF_MEANING
from gamedsl.syntax.reparse import TextEdit, declaration_part, edit_between
from gamedsl.syntax.tree_walk import walk
from gamedsl.values import evolve, frozen
from gamedsl.variants.prepared_examples import resolve_examples

_TOLD = (
    UnknownName | UnknownMember | WrongSort | Mismatch | NotComparable | NotACollection | NotAZone | WrongArguments | CannotAssign | CannotMove | NobodyActs
    | NoElement | NotAnAction
)  # fmt: skip
"""The mistakes that are told."""

_HERE = "the declaration that is typed"
"""Stands for the name of the text in places of the new declaration; all other places are those of the old text."""


@frozen
class Changed:
    """The one declaration in which two texts differ, and the edit."""

    old: tree.Decl
    new: tree.Decl
    edit: TextEdit


def changed_declaration(before: Parsed, after: Parsed) -> Changed | None:
    """Returns the declaration of a game in which two texts differ; None if more has changed, or what others know of it."""
    if len(before.chain.files) != 1 or len(after.chain.files) != 1:
        return None
    old, new = before.sources[0], after.sources[0]
    edit = edit_between(old.text, new.text)
    olds, news = before.chain.files[0][1].decls, after.chain.files[0][1].decls
    at = max((i for i, one in enumerate(olds) if one.span.start < edit.start), default=-1)
    if at < 0 or len(olds) != len(news) or (at + 1 < len(olds) and olds[at + 1].span.start <= edit.end):
        return None
    if news[at].span.start != olds[at].span.start or not is_alike(olds[at], news[at]):
        return None
    return Changed(olds[at], news[at], edit) if (*olds[:at], *olds[at + 1 :]) == (*news[:at], *news[at + 1 :]) else None


def first_look(kept: Kept, before: Parsed, after: Parsed) -> tuple[Diagnostic, ...]:
    """Returns mistakes of a text that a whole check will tell too. `kept` is what the check of the text `before` has left."""
    changed = changed_declaration(before, after)
    if changed is None or not kept.programs or any(not m.begins_in(changed.old.span) for m in kept.mistakes):
        return ()
    found: dict[Problem, None] = {}
    for program in kept.programs:
        problems = _problems(program, changed, None)
        if problems is None:
            return ()
        found.update(dict.fromkeys(problems))
    placing = _Placing(after.sources[0], changed)
    mistakes = [placed(q, placing.place) for q in found if q.is_error and q.span.source == _HERE]
    if not mistakes or len(mistakes) > MOST_PROBLEMS // 2:
        return ()
    return tuple(q.explain() for q in _told(mistakes, changed, after))


def meanings_of(kept: Kept, before: Parsed, source: Source, offset: int) -> Meanings | None:
    """Returns what is known of the names and formulas in the declaration around an offset of a new text, in the first setup; None if they cannot be checked
    alone."""
    if not kept.programs or len(before.chain.files) != 1:
        return None
    begin, end = declaration_part(source.text, offset)
    part = parse_part(source, begin, end).tree.decls
    edit = edit_between(before.sources[0].text, source.text)
    old = next((one for one in before.chain.files[0][1].decls if one.span.start == begin), None)
    if old is None or len(part) != 1 or not begin < edit.start <= end or not is_alike(old, part[0]):
        return None
    changed, found = Changed(old, part[0], edit), Meanings()
    if _problems(kept.programs[0], changed, found) is None:
        return None
    place = _Placing(source, changed).place
    return Meanings(
        {place(span): one for span, one in found.names.items()},
        {place(span): one for span, one in found.owners.items()},
        {place(span): one for span, one in found.types.items()},
        {place(span): one for span, one in found.members.items()},
    )


def _problems(program: Program, changed: Changed, meanings: Meanings | None) -> tuple[Problem, ...] | None:
    """Returns the problems of a declaration in one setup; None if it has to be checked with all others."""
    if not any(decl is changed.old for decl in program.merged.decls):  # the setup changes it
        return None
    decl = placed(changed.new, _here)
    examples: tuple[tree.Example, ...] = ()
    if isinstance(decl, tree.Example):
        decls = tuple(decl if one is changed.old else one for one in program.merged.decls)
        resolved = resolve_examples(evolve(program.merged, decls=decls), program.world.seats)
        examples = tuple(one for one in resolved if one.name.text == decl.name.text)
    return problems_of(program, decl, examples, meanings)


def _here(span: Span) -> Span:
    return Span(_HERE, span.start, span.end)


@frozen
class _Placing:
    """Finds the places of a new text: those of the new declaration, and old ones that have moved."""

    source: Source
    changed: Changed

    def place(self, span: Span) -> Span:
        if span.source == _HERE:
            return Span(self.source.name, span.start, span.end)
        by = self.changed.edit.shift(span.start) if span.source == self.source.name else 0
        return Span(span.source, span.start + by, span.end + by)


def _told(mistakes: list[Problem], changed: Changed, after: Parsed) -> Iterator[Problem]:
    """Yields the mistakes that are told in any case. A name that the declaration no longer gives may be told elsewhere, where it is used."""
    from gamedsl.semantics.problems.following.causes import at_causes
    from gamedsl.semantics.problems.following.consequences import independent
    from gamedsl.semantics.problems.following.dependence import Dependence

    sources = {source.name: source for source in after.sources}
    texts = Dependence(sources)
    gone = _given(changed.old) - _given(changed.new)
    unread = [d.primary.span for d in after.diagnostics if d.code < FIRST_OF_MEANING]
    for one in independent(mistakes, unread, sources):
        is_doubtful = not gone.isdisjoint(texts.mentions(one.span)) or getattr(one, "name", None) in gone
        if isinstance(one, _TOLD) and not is_doubtful:
            yield from at_causes((one,), sources)


def _given(decl: tree.Decl) -> set[str]:
    """Returns the names that a declaration gives to parts of itself."""
    found: set[str] = set()
    for node in walk(decl):
        if isinstance(node, tree.Selection | tree.Param | tree.LetStmt):
            found.add(node.name.text)
    return found
