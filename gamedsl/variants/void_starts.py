"""Finds changes of start values that no match sees, because `setup` gives these fields other values before anything reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamedsl.semantics.problems.variants import ChangedTwice
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, example_lines, fields, formulas, statements
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk
from gamedsl.variants.touches import Deed
from gamedsl.variants.work import Work, find_member


def void_starts(work: Work) -> Iterator[ChangedTwice]:
    """Yields the problems after all files are applied. A named start begins without `setup`, so nothing is void in rules that have one."""
    body = next((decl.body.body for decl in work.decls if isinstance(decl, declarations.Setup)), ())
    if not body or any(isinstance(decl, example_lines.StartPosition) for decl in work.decls):
        return
    readers = frozenset(_readers(work.decls))
    for touch in work.touches.every:
        member = find_member(work, touch.path[0]) if touch.deed is Deed.SET and len(touch.path) == 1 else None
        block = None if member is None else work.decls[member[0]]
        if member is not None and isinstance(block, fields.Fields):
            is_field = isinstance(block.members[member[1]], fields.Field)
            later = _find_assignment(body, touch.path[0], readers) if is_field else None
            if later is not None:
                yield ChangedTwice(touch.span, touch.what, later, by_setup=True)


def _readers(decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Yields the names behind which a field may be read: those of rules and of `let`s."""
    for decl in decls:
        if isinstance(decl, declarations.Rule | declarations.Phase | fields.Define):
            yield decl.name.text
        elif isinstance(decl, fields.Fields):
            yield from (member.name.text for member in decl.members if isinstance(member, fields.Define))


def _find_assignment(body: Sequence[statements.Stmt], name: str, readers: frozenset[str]) -> Span | None:
    """Returns the place where statements give a field another value, whatever its value was; None if something may read it before."""
    for stmt in body:
        match stmt:
            case statements.Assign(op="=", target=formulas.Name(id=target), value=value) if target == name:
                return None if {name, *readers} & _names(value) else stmt.span
            case statements.Each(clause=clause) if _is_all_players(clause):
                found = _find_assignment(stmt.body.body, name, readers)
                if found is not None:
                    return found
            case _:
                pass
        if {name, *readers} & _names(stmt):
            return None
    return None


def _is_all_players(clause: statements.EachClause) -> bool:
    return clause.noun.text == "player" and not (clause.where or clause.until or clause.limit)


def _names(node: object) -> frozenset[str]:
    """Returns the names that a part of the rules mentions."""
    found = (
        one.text if isinstance(one, Ident) else one.id for one in walk(node) if isinstance(one, Ident | formulas.Name)
    )
    return frozenset(found)
