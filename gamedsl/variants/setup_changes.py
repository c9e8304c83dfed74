"""Checks and records changes of the number of players, options and `when` blocks; their effect is in the frame."""

from __future__ import annotations

from gamedsl.semantics.formulas.conditions import value_problem
from gamedsl.semantics.problems.terms import Thing, about
from gamedsl.semantics.problems.values import Mismatch
from gamedsl.semantics.problems.variants import AlreadyThere, Change, UnknownTarget
from gamedsl.source import Span
from gamedsl.syntax.tree import declarations, formulas
from gamedsl.syntax.tree.node import Ident
from gamedsl.variants.texts import text_of
from gamedsl.variants.touches import Deed
from gamedsl.variants.work import Work, find, is_disputed, name_of, names_to_suggest, note, unknown


def set_players(work: Work, change: declarations.SetPlayers) -> None:
    """Applies `set players 2 to 5`."""
    note(work, ("players",), Deed.SET, change.span)


def add_option(work: Work, option: declarations.Option) -> None:
    """Adds an option that the rules below do not have."""
    at = find(work, option.name.text)
    note(work, (option.name.text,), Deed.ADD, option.span)
    if at is None:
        added = next(o for o in work.frame.options if o.name.text == option.name.text)
        work.decls.append(added)
        return
    if not is_disputed(work, option.name.text):
        first = name_of(work.decls[at])
        work.problems.append(AlreadyThere(option.name.span, option.name.text, (first or option.name).span))


def change_option(work: Work, name: Ident, span: Span, deed: Deed) -> None:
    """Changes the values of an option, or fixes it: an option without alternatives always has its default."""
    at = find(work, name.text)
    note(work, (name.text,), deed, span)
    if at is None or not isinstance(work.decls[at], declarations.Option):
        unknown(work, name, Change.REPLACE if deed is Deed.REPLACE else Change.REMOVE, names_to_suggest(work))


def set_default(work: Work, option: declarations.Option, change: declarations.SetValue) -> None:
    """Sets another default of an option: one of its values."""
    note(work, (option.name.text,), Deed.SET, change.span)
    if not isinstance(change.value, formulas.Name | formulas.Number | formulas.FlagLiteral):
        work.problems.append(Mismatch(change.value.span, about(Thing.VALUE_OF, option.name.text), Thing.FORMULA))
        return
    wrong = value_problem(option, change.value)
    if wrong is not None:
        work.problems.append(wrong)


def remove_when(work: Work, condition: formulas.Expr, span: Span, deed: Deed) -> None:
    """Removes the blocks below with this condition: they are not applied, and their additions are gone."""
    text = f"when {text_of(condition)}"
    note(work, (text,), deed, span)
    found = list(work.whens.below(work.file, condition))
    if not found:
        known = tuple(dict.fromkeys(f"when {text_of(when.condition)}" for when in work.whens.below(work.file)))
        kind = Change.REMOVE if deed is Deed.REMOVE else Change.REPLACE
        work.problems.append(UnknownTarget(condition.span, text, kind, known))
    for change in (c for when in found for c in when.changes):
        name = name_of(change.decl) if isinstance(change, declarations.Add) else None
        if name is not None:
            note(work, (name.text,), Deed.REMOVE, span)
