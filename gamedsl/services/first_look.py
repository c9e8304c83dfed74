"""Finds certain mistakes in the text that somebody is typing, before the whole text is checked.

The declaration (or change of a variant) that is being typed is merged into the setups of the last whole check, and only the merged result is checked again. If
others know what has changed, as in a table or a field, all names of a few setups are declared anew. A whole check of the present text reports the same
mistakes, and perhaps more. So a mistake is reported here only if no mistake elsewhere can hide it, and only while there are no other mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.diagnostics.model import Diagnostic
from gamedsl.diagnostics.problem import MOST_PROBLEMS, Problem
from gamedsl.pipeline.checking import Kept
from gamedsl.pipeline.merging import also_missing, merge_setup
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.setups import seat_names, setups
from gamedsl.semantics.formula_checker import new_world
from gamedsl.semantics.model.effort import Effort
from gamedsl.semantics.model.meanings import Meanings
from gamedsl.semantics.model.merged import Merged
from gamedsl.semantics.one_declaration import is_alike, problems_anew, problems_of
from gamedsl.semantics.problems.choices import NotAnAction
from gamedsl.semantics.problems.data import BadCell, NeedsType, WrongWidth
from gamedsl.semantics.problems.elements import NotACollection
from gamedsl.semantics.problems.kinds_and_zones import CannotMove, NotAZone
from gamedsl.semantics.problems.names import NobodyActs, NoElement, UnknownMember, UnknownName, WrongSort
from gamedsl.semantics.problems.values import CannotAssign, Mismatch, NotComparable, WrongArguments
from gamedsl.semantics.problems.variants import Conflict, UnknownTarget
from gamedsl.semantics.rules.program import Program
from gamedsl.services import changed_part
from gamedsl.services.declarations import list_names
from gamedsl.source import Source, Span
from gamedsl.syntax.moving import place_anew
from gamedsl.syntax.parse import parse_part
from gamedsl.syntax.problems.problem import FIRST_OF_MEANING
from gamedsl.syntax.reparse import declaration_part, edit_between
from gamedsl.syntax.tree import declarations, example_lines, fields, statements
from gamedsl.syntax.tree.walk import walk
from gamedsl.values import evolve
from gamedsl.variants.merge import Chain, Merging
from gamedsl.variants.prepared_examples import resolve_examples

_TOLD = (
    UnknownName | UnknownMember | WrongSort | Mismatch | NotComparable | NotACollection | NotAZone | WrongArguments | CannotAssign | CannotMove | NobodyActs
    | NoElement | NotAnAction | UnknownTarget | BadCell | WrongWidth | NeedsType
)  # fmt: skip
"""The mistakes that are told."""

_HERE = "what is typed"
"""Stands for the name of the text in places of new declarations, until they are told: old and new places do not mix."""

_ANEW = 2
"""The most setups whose names are declared anew: it takes milliseconds for each, and nearly all mistakes are mistakes in every setup."""
_STEPS = 30_000
"""The most steps of checking in each of these setups."""


def first_look(kept: Kept, before: Parsed, after: Parsed) -> tuple[Diagnostic, ...]:
    """Returns mistakes of a text that a whole check would report too. `kept` are the results of checking the text `before`."""
    if not kept.programs or [program.merged.setup for program in kept.programs] != list(setups(after)):
        return ()
    part = changed_part.find_changed_part(before, after)
    if part is None or any(not mistake.begins_in(part.old) for mistake in kept.mistakes):
        return ()
    look = _Look(part, after)
    found: dict[Problem, None] = {}
    for program in dict.fromkeys((kept.programs[0], kept.programs[-1], *kept.programs)):  # the least alike first
        problems = look.problems(program)
        if problems is None:
            return ()
        found.update(dict.fromkeys(problems))
    found.update(dict.fromkeys((look.missing or {}).values()))
    mistakes = [q for q in found if q.is_error and q.span.begins_in(part.new)]
    if not mistakes or len(mistakes) > MOST_PROBLEMS // 2:
        return ()
    return tuple(q.explain() for q in _mistakes_to_tell(mistakes, look.lost, after))


def meanings_of(kept: Kept, before: Parsed, source: Source, offset: int) -> Meanings | None:
    """Returns the known meanings of names and formulas in the declaration around an offset of a new text, in the first setup; None if the declaration cannot
    be checked alone."""
    begin, end = declaration_part(source.text, offset)
    read = parse_part(source, begin, end).tree.decls
    old_text = next((one.text for one in before.sources if one.name == source.name), None)
    if not kept.programs or old_text is None or before.name != source.name or len(read) != 1:
        return None
    edit = edit_between(old_text, source.text)
    name, file = before.chain.files[-1]
    old = next((one for one in file.decls if one.span.start == begin), None)
    if old is None or not begin < edit.start <= end:
        return None
    decls = tuple(read[0] if one is old else one for one in file.decls)
    chain = Chain((*before.chain.files[:-1], (name, evolve(file, decls=decls))), before.chain.ancestors)
    look, found = _Look(changed_part.part_of(before, edit, old, read[0]), evolve(before, chain=chain)), Meanings()
    if look.problems(kept.programs[0], found) is None:
        return None

    def here(span: Span) -> Span:
        return Span(source.name, span.start, span.end)

    return Meanings(
        {here(span): one for span, one in found.names.items() if span.source == _HERE},
        {here(span): one for span, one in found.owners.items() if span.source == _HERE},
        {here(span): one for span, one in found.types.items() if span.source == _HERE},
        {here(span): one for span, one in found.members.items() if span.source == _HERE},
    )


class _Look:
    """Checks the changed declarations in one setup after the other."""

    def __init__(self, part: changed_part.ChangedPart, after: Parsed) -> None:
        self._part, self._after, self._merging = part, after, Merging(after.chain)
        self._is_joined = len(after.chain.files) > 2  # files that do not build on each other may contradict each other
        self._is_alone = len(after.chain.files) == 1
        self._known: dict[int, tuple[declarations.Decl, declarations.Decl]] = {}
        self._inner: dict[int, tuple[declarations.Decl, set[str]]] = {}
        self._anew = 0
        self.lost: set[str] = set()
        """Names that declarations have given to parts of themselves, and do not give any more."""
        self.missing: dict[Span, UnknownTarget] | None = None
        """The changes that have had no target in any setup."""

    def problems(self, program: Program, meanings: Meanings | None = None) -> tuple[Problem, ...] | None:
        """Returns the problems in one setup, at their places in the new text; None if more than the changed declarations must be checked."""
        alone = None if self._is_joined else changed_part.one_difference(self._part, program.merged)
        if alone is not None and _are_alike(alone):
            self.missing = {}
            return self._check_again(program, alone, meanings)
        if self._anew == _ANEW and self._is_alone:
            self.missing = {}
            return ()
        merged, problems = merge_setup(self._after, program.merged.setup, self._merging)
        if merged is None or any(isinstance(one, Conflict) for one in problems):
            return None
        self.missing = also_missing(merged, self.missing)
        changed = changed_part.difference(self._part, program.merged, merged)
        if _are_alike(changed):
            inside = self._check_again(program, changed, meanings)
            return None if inside is None else (*problems, *inside)
        if list_names(changed.gone) - list_names(changed.come):
            return None
        if self._anew == _ANEW:
            return problems
        self._anew += 1
        made = self._make(changed)
        replaced = dict(zip(map(id, changed.come), made, strict=True))
        decls = tuple(replaced.get(id(decl), decl) for decl in merged.decls)
        inside = _anew(evolve(merged, decls=decls), made, meanings)
        return None if inside is None else (*problems, *(place_anew(one, self._back) for one in inside))

    def _make(self, changed: changed_part.Difference) -> tuple[declarations.Decl, ...]:
        """Returns the new declarations with places of their own."""
        self.lost |= self._inner_names(changed.gone) - self._inner_names(changed.come)
        for decl in changed.come:
            if id(decl) not in self._known:
                self._known[id(decl)] = decl, place_anew(decl, self._here)
        return tuple(self._known[id(decl)][1] for decl in changed.come)

    def _inner_names(self, decls: Sequence[declarations.Decl]) -> set[str]:
        for decl in decls:
            if id(decl) not in self._inner:
                self._inner[id(decl)] = decl, _inner_names(decl)
        return set[str]().union(*(self._inner[id(decl)][1] for decl in decls))

    def _check_again(
        self, program: Program, changed: changed_part.Difference, meanings: Meanings | None
    ) -> tuple[Problem, ...] | None:
        """Returns the problems of declarations in a setup that has been checked; None if they must be checked together with all others."""
        found: list[Problem] = []
        for old, decl in zip(changed.gone, self._make(changed), strict=True):
            examples: tuple[example_lines.Example, ...] = ()
            if isinstance(decl, example_lines.Example):
                decls = tuple(decl if one is old else one for one in program.merged.decls)
                examples = resolve_examples(evolve(program.merged, decls=decls), program.world.seats, only=decl)
            problems = problems_of(program, decl, examples, meanings)
            if problems is None:
                return None
            found += problems
        return tuple(self._in_new_text(found))

    def _here(self, span: Span) -> Span:
        return Span(_HERE, span.start, span.end) if span.source == self._part.new.source else span

    def _back(self, span: Span) -> Span:
        return Span(self._part.new.source, span.start, span.end) if span.source == _HERE else span

    def _in_new_text(self, found: Sequence[Problem]) -> Iterator[Problem]:
        """Yields the problems of new declarations in a setup of the old text."""
        edit = self._part.edit

        def place(span: Span) -> Span:
            by = edit.shift(span.start) if span.source == self._part.new.source else 0
            return self._back(Span(span.source, span.start + by, span.end + by))

        yield from (place_anew(one, place) for one in found if one.span.source == _HERE)


def _are_alike(changed: changed_part.Difference) -> bool:
    """Whether everything that other declarations use is unchanged."""
    return (
        not changed.is_elsewhere
        and len(changed.gone) == len(changed.come)
        and all(map(is_alike, changed.gone, changed.come))
    )


def _anew(merged: Merged, made: Sequence[declarations.Decl], meanings: Meanings | None) -> tuple[Problem, ...] | None:
    """Returns the problems of all names of a setup, and of some declarations."""
    names = seat_names(merged, None)
    world = new_world(names, len(names) - len(merged.seats), Effort(_STEPS), frozenset())
    return problems_anew(Program(world, merged), made, meanings)


def _mistakes_to_tell(mistakes: list[Problem], lost: set[str], after: Parsed) -> Iterator[Problem]:
    """Yields the mistakes that are told in any case. A name that a declaration no longer gives may be told elsewhere, where it is used."""
    from gamedsl.semantics.problems.following.causes import at_causes
    from gamedsl.semantics.problems.following.consequences import independent
    from gamedsl.semantics.problems.following.dependence import Dependence

    sources = {source.name: source for source in after.sources}
    texts = Dependence(sources)
    unread = [d.primary.span for d in after.diagnostics if d.code < FIRST_OF_MEANING]
    for one in independent(mistakes, unread, sources):
        is_doubtful = not lost.isdisjoint(texts.mentions(one.span)) or getattr(one, "name", None) in lost
        if isinstance(one, _TOLD) and not is_doubtful:
            yield from at_causes((one,), sources)


def _inner_names(decl: declarations.Decl) -> set[str]:
    """Returns the names that a declaration gives to parts of itself."""
    return {
        node.name.text
        for node in walk(decl)
        if isinstance(node, statements.Selection | fields.Param | statements.LetStmt)
    }
