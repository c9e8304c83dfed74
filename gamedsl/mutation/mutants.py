"""Lists all changes of a rules file that an example could notice, in source order."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.mutation.changes import Change, Words
from gamedsl.mutation.choices import choice_changes
from gamedsl.mutation.declarations import declaration_changes, leave_out, leave_out_of_kind
from gamedsl.mutation.formulas import formula_changes
from gamedsl.mutation.known import Known, collect_names, name_of
from gamedsl.mutation.statements import statement_changes
from gamedsl.source import Source, Span
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.walk import is_tuple, parts_of, with_node
from gamedsl.values import evolve, frozen
from gamedsl.variants.merge import Chain

_NOT_RULES = (
    declarations.Game
    | declarations.Option
    | data.EnumType
    | example_lines.Example
    | declarations.Invariant
    | declarations.Possible
    | example_lines.StartPosition
    | data.CsvTable
    | declarations.History
    | declarations.Judged
)
"""Parts of a file that are not changed: the tests themselves, those that other means check, and how well players stand, which no example can notice."""

_CLOSED = statements.Say | fields.RangeType | fields.TypeName
"""Nodes in which nothing is changed: texts, and the ranges that the rules promise."""

_LONGEST = 90
"""The most characters of changed text that are shown."""


@frozen(eq=False)
class Mutant:
    """The rules with one change. `at` is the changed part of the text, `before` and `after` are its words, shortened (`after` is empty for a deletion);
    `part` is the name of its declaration."""

    number: int
    decl: int
    change: Change
    part: str | None
    at: Span
    before: str
    after: str

    def tree_of(self, file: declarations.File) -> declarations.File:
        """Returns the syntax tree of the file with the change."""
        old = file.decls[self.decl]
        if self.change.old is old and self.change.new is None:
            return evolve(file, decls=(*file.decls[: self.decl], *file.decls[self.decl + 1 :]))
        new = with_node(old, self.change.old, self.change.new)
        return evolve(file, decls=(*file.decls[: self.decl], new, *file.decls[self.decl + 1 :]))

    def chain_of(self, chain: Chain) -> Chain:
        """Returns the chain of files with the changed file in place of the original."""
        files = ((name, self.tree_of(file) if name == self.at.source else file) for name, file in chain.files)
        return evolve(chain, files=tuple(files))


def mutants(chain: Chain, source: Source) -> tuple[Mutant, ...]:
    """Returns all mutants of that file of a chain whose text is `source`. It is the last file, unless additions follow it."""
    words = Words(source)
    known = collect_names(decl for _, file in chain.files for decl in file.decls)
    found: list[tuple[int, int, Change, Span]] = []
    decls = dict(chain.files)[source.name].decls
    for number, decl in enumerate(decls):
        for change in _changes(decl, words, known):
            at = Span(source.name, min(e.start for e in change.edits), max(e.end for e in change.edits))
            found.append((at.start, number, change, at))
    found.sort(key=lambda one: one[0])
    return tuple(
        Mutant(number, decl, change, _part(decls[decl], change), at, *_texts_to_show(change, source.text))
        for number, (_, decl, change, at) in enumerate(found)
    )


def _changes(decl: declarations.Decl, words: Words, known: Known) -> Iterator[Change]:
    if isinstance(decl, _NOT_RULES):
        return
    yield from leave_out(decl, words)
    if isinstance(decl, declarations.KindBlock):
        yield from leave_out_of_kind(decl, words)
    alone: set[int] = set()
    for node in _walk(decl):
        if (only := _only_step(node)) is not None:
            alone.add(id(only))
        if id(node) in alone:
            continue
        yield from declaration_changes(node, words, known)
        yield from statement_changes(node, words, known)
        yield from choice_changes(node, words)
        yield from formula_changes(node, words, known)


def _only_step(node: object) -> statements.Suite | None:
    """Returns the body if it is the statement's only step: deleting the step or the statement gives the same mutant."""
    match node:
        case statements.If(arms=((_, body),), otherwise=None):
            pass
        case (
            statements.For(body=body)
            | statements.Each(body=body)
            | statements.Repeat(body=body)
            | statements.As(body=body)
        ):
            pass
        case _:
            return None
    return body if len(body.body) == 1 else None


def _walk(root: object) -> Iterator[object]:
    """Yields the nodes that may be changed, in source order."""
    stack = [root]
    while stack:
        top = stack.pop()
        if is_tuple(top):
            stack += reversed(top)
        elif isinstance(top, _CLOSED | _NOT_RULES) or (isinstance(top, statements.Limit) and top.kind == "at_most"):
            continue  # `at most` is a promise: no match reaches it, so a change would not be noticed
        elif (parts := parts_of(type(top))) is not None:
            yield top
            # The `no` of `no(…)` is parsed as a flag.
            is_no = isinstance(top, formulas.Apply) and isinstance(top.of, formulas.FlagLiteral)
            stack += reversed(parts(top)[1:] if is_no else parts(top))


def _part(decl: declarations.Decl, change: Change) -> str | None:
    """Returns the name of the changed declaration; inside blocks and seats, the name of the member."""
    if isinstance(decl, fields.Fields | declarations.Seat | declarations.KindBlock):
        at = change.shown
        for member in decl.members:
            if member.span.start <= at.start < member.span.end and (name := name_of(member)) is not None:
                return name
    return name_of(decl)


def _texts_to_show(change: Change, text: str) -> tuple[str, str]:
    """Returns the shown text before and after the change, with the same words around it on both sides, if there is space for them."""
    start = min(change.shown.start, *(edit.start for edit in change.edits))
    end = max(change.shown.end, *(edit.end for edit in change.edits))
    after = change.apply(text)
    old, new = text[start:end], after[start : end + len(after) - len(text)]
    return _shorten(" ".join(old.split()).strip(", "), " ".join(new.split()).strip(", "))


def _shorten(old: str, new: str) -> tuple[str, str]:
    if new in ("", '""'):
        return _cut(old), ""
    if max(len(old), len(new)) <= _LONGEST:
        return old, new
    same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    begin = old.rfind(" ", 0, max(0, same - 30)) + 1
    prefix = "… " if begin else ""
    return prefix + _cut(old[begin:]), prefix + _cut(new[begin:])


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: text.rfind(" ", 0, _LONGEST)] + " …"
