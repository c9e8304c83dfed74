"""Describes the differences between a variant and its base on the first page of the variant's book, with the old text beside the new text."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.reports.titles import game_title
from gamedsl.rulebook.changed_tables import table_cells
from gamedsl.rulebook.changes import change_line
from gamedsl.rulebook.contents import Contents
from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import (
    Block,
    Paragraph,
    Table,
    capital,
    mark_name,
    own_sentence,
    readable,
    sentence_of_doc,
    split_sentences,
    without_notes,
)
from gamedsl.rulebook.printed.changed_rows import NOTHING, Before, Row, rows_of_change
from gamedsl.rulebook.sentences.english import plural, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import data, declarations, fields, formulas


def changes_blocks(say: Formulas, told: Contents) -> tuple[Block, ...]:
    """Returns the differences from the base for the first page of a variant's book; empty for a game."""
    if not told.variants:
        return ()
    variant = told.variants[-1]
    base = join_items([game_title(one.text, ()) for one in variant.bases])
    rows = tuple(dict.fromkeys(_rows(say, told, variant)))
    how = (
        "These are its changes; the chapters tell the rules with them."
        if rows
        else "The chapters tell the rules with its changes."
    )
    opening = Paragraph(f"A variant of {base}. {how}")
    table = Table(("what", f"in {base}", "here"), rows)
    return (*own_sentence(variant.doc), opening, *((table,) if rows else ()))


def _rows(say: Formulas, told: Contents, variant: declarations.Variant) -> Iterator[Row]:
    """Yields a row for each change, with the old and the new text."""
    before = _before(told)
    yield from _cells(say, told, before)
    for change in variant.changes:
        match change:
            case declarations.SetPlayers(fewest, most):
                game = next((one for one in before.values() if isinstance(one, declarations.Game)), told.game)
                yield "players", _numbers(game.fewest, game.most), _numbers(fewest, most)
            case declarations.SetCopies(of=formulas.Name(name), value=value) if (
                isinstance(old := before.get(name), data.Component) and old.rows is None
            ):
                number = "" if old.numbers is None else say.part(old.numbers)
                yield capital(say.names.several(name)), number or str(old.total or NOTHING), say.part(value)
            case declarations.SetCopies() if change in told.elsewhere:
                yield "pieces", NOTHING, change_line(say, change).text
            case declarations.SetValue() if change in told.elsewhere and not isinstance(change.place, formulas.Name):
                yield (
                    capital(say.impersonal().value(change.place)),
                    NOTHING,
                    capital(say.impersonal().value(change.value)),
                )
            case _:
                yield from rows_of_change(say, change, before)


def _numbers(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _before(told: Contents) -> Before:
    """Returns the rules before the variant."""
    found: dict[str, declarations.Decl | fields.Field | fields.Define] = {}
    for decl in told.before:
        if isinstance(decl, fields.Fields):
            for member in decl.members:
                found.setdefault(member.name.text, member)
        else:
            key = key_of(decl)
            found.setdefault(key.name or key.sort, decl)
    return found


def _cells(say: Formulas, told: Contents, before: Before) -> Iterator[Row]:
    """Yields the cells of tables and pieces that have another value now."""
    for decl in told.decls:
        if isinstance(decl, _WITH_CELLS) and (old := before.get(decl.name.text)) is not None and old != decl:
            was = table_cells(say.names, old) if isinstance(old, _WITH_CELLS) else {}
            for (row, column), now in table_cells(say.names, decl).items():
                if (former := was.get((row, column))) not in (None, now):
                    yield _cell_name(say, decl, row, column), former or "–", now


_WITH_CELLS = (data.ListTable, data.RowTable, data.Component, data.RecordType)


def _cell_name(say: Formulas, decl: declarations.Decl, row: str, column: str) -> str:
    if isinstance(decl, data.ListTable):
        about = (*split_sentences(without_notes(sentence_of_doc(decl.doc))), "")[0]
        return f"{about.removesuffix('.')}: {row}" if about else f"{capital(mark_name(decl.name.text))} for {row}"
    if isinstance(decl, data.Component) and column.startswith("@"):
        return f"{capital(plural(row))} in {with_article(column[1:])}"
    if isinstance(decl, data.Component) and column == "count":
        return f"{capital(readable(row))}, how many"
    return f"{capital(readable(row))}, {readable(column)}"
