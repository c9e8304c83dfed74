"""The appendix on marked sentences of a rules file: readings of the rulebook with their numbers, and additions to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import Paragraph, Section, Table, capital, clean, named
from gamedsl.syntax.marks import Mark, marks
from gamedsl.syntax.tree import declarations, fields
from gamedsl.syntax.tree.node import Ident
from gamedsl.syntax.tree.walk import walk_in_order

_OPENING = Paragraph(
    "The rulebook of this game does not settle everything. These sentences say how it is read here, by number, and what is our own."
)


def house_section(decls: tuple[declarations.Decl, ...]) -> Section:
    """Makes the section: a row for each mark, first the readings by number, then the rest in source order; empty without marks."""
    found = [(mark, name) for decl in decls for name, mark in _marks(decl)]
    found.sort(key=lambda one: _number(one[0]))
    rows = tuple(("ours" if mark.label == "ours" else mark.label, capital(mark.text), name) for mark, name in found)
    title = "Readings and additions of our own"
    return Section(title, (_OPENING, Table(("number", "what it says", "said of"), rows)) if rows else ())


def _marks(decl: declarations.Decl) -> Iterator[tuple[str, Mark]]:
    """Yields the marks in a declaration, each with the name of the marked part."""
    if isinstance(decl, fields.Fields | declarations.When | declarations.Seat | declarations.Variant):
        name = ""
    else:
        key = key_of(decl)
        name = key.name or key.sort
    for node in walk_in_order((decl,)):
        doc, own = getattr(node, "doc", None), getattr(node, "name", None)
        if isinstance(own, Ident):
            name = own.text
        for mark in marks(clean(doc)) if isinstance(doc, str) else ():
            yield named(name) if name else "", mark


def _number(mark: Mark) -> tuple[int, ...]:
    numbers = tuple(int(digits) for digits in re.findall(r"\d+", mark.label))
    return numbers or (1 << 30,)
