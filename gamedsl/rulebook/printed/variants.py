"""Says on the first page of a variant's book what differs from its base: in words, with what was before beside what is now."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl.reports.titles import game_title
from gamedsl.rulebook.changed_tables import table_cells
from gamedsl.rulebook.contents import Contents
from gamedsl.rulebook.declarations import doc_of, key_of
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
from gamedsl.rulebook.sentences.english import plural, with_article
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.rulebook.sentences.shapes import join_items
from gamedsl.syntax.tree import data, declarations, example_lines, fields, formulas

Row = tuple[str, str, str]


def changes_blocks(say: Formulas, told: Contents) -> tuple[Block, ...]:
    """Returns what the first page of a variant's book says of the game before; nothing for a game."""
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
    """Yields what is changed, with what was before and what is now."""
    before = _declarations_before(told)
    yield from _cells(say, told, before)
    for change in variant.changes:
        match change:
            case declarations.SetPlayers(fewest, most):
                game = next((one for one in before.values() if isinstance(one, declarations.Game)), told.game)
                yield "players", _numbers(game.fewest, game.most), _numbers(fewest, most)
            case declarations.SetLimit(part, limit) if limit.kind == "up_to":
                old = before.get(part.text)
                former = old.limit if isinstance(old, declarations.Rounds) else None
                yield mark_name(part.text), "–" if former is None else say.part(former.number), say.part(limit.number)
            case declarations.SetCopies(of=formulas.Name(name), value=value) if (
                isinstance(old := before.get(name), data.Component) and old.numbers is not None
            ):
                yield capital(say.names.several(name)), say.part(old.numbers), say.part(value)
            case declarations.SetTotal(total, component):
                old = before.get(component.text)
                number = old.total if isinstance(old, data.Component) else None
                yield say.names.several(component.text), "–" if number is None else str(number), str(total)
            case declarations.Add(decl) if not isinstance(decl, _NO_RULES):
                yield from _rows_of_addition(decl)
            case declarations.Replace(decl) if not isinstance(decl, _NO_RULES):
                yield from _rows_of_replacement(decl, before, told)
            case declarations.Remove(name) if (old := before.get(name.text)) is not None and not isinstance(
                old, _NO_RULES
            ):
                yield mark_name(name.text), _first_words(doc_of(old)) or "there is one", "there is none"
            case _:
                pass


def _numbers(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest} to {most}"


_NO_RULES = (
    example_lines.Example,
    declarations.Invariant,
    declarations.Possible,
    example_lines.StartPosition,
    declarations.When,
    declarations.Seat,
)


def _first_words(doc: str | None) -> str:
    return without_notes(sentence_of_doc(doc))


def _declarations_before(told: Contents) -> dict[str, declarations.Decl]:
    """Returns the declarations of the files before the variant by their names; those without a name by their sorts."""
    found: dict[str, declarations.Decl] = {}
    for _, file in told.parsed.chain.files:
        for decl in file.decls:
            if isinstance(decl, declarations.Variant):
                continue
            if not isinstance(decl, fields.Fields | declarations.When | declarations.Seat):
                key = key_of(decl)
                found.setdefault(key.name or key.sort, decl)
    return found


def _rows_of_addition(decl: declarations.Decl) -> Iterator[Row]:
    if isinstance(decl, fields.Fields):
        for member in decl.members:
            if said := _first_words(member.doc):
                yield mark_name(member.name.text), "–", said
        return
    if said := _first_words(doc_of(decl)):
        yield _name_of(decl), "–", said


def _name_of(decl: declarations.Decl) -> str:
    """Returns the name of what is changed; scores are called by when they count."""
    key = key_of(decl)
    return (
        "at the end of the match"
        if isinstance(decl, declarations.Score)
        else mark_name(key.name)
        if key.name
        else key.sort
    )


def _rows_of_replacement(
    decl: declarations.Decl, before: dict[str, declarations.Decl], told: Contents
) -> Iterator[Row]:
    members = decl.members if isinstance(decl, fields.Fields) else ()
    for member in members:
        if said := _first_words(member.doc):
            yield mark_name(member.name.text), "–", said
    if members:
        return
    key = key_of(decl)
    old = before.get(key.name or key.sort)
    if isinstance(decl, data.EnumType) and isinstance(old, data.EnumType):
        yield _name_of(decl), _values(old), _values(decl)
        return
    was, now = ("" if old is None else _first_words(doc_of(old))), _first_words(doc_of(decl))
    if now and now != was:
        yield _name_of(decl), _not_in(was, now) or "–", _not_in(now, was) or now
    elif not now and isinstance(decl, declarations.Phase | declarations.Rule):
        first, *more = split_sentences(was) or ["–"]
        yield _name_of(decl), f"{first} …" if more else first, "changed: its steps stand in its section"


def _values(decl: data.EnumType) -> str:
    return join_items([readable(one.text) for one in decl.values])


def _not_in(said: str, other: str) -> str:
    """Returns the sentences of a text that another text has not."""
    every = split_sentences(other)
    return " ".join(one for one in split_sentences(said) if one not in every)


def _cells(say: Formulas, told: Contents, before: dict[str, declarations.Decl]) -> Iterator[Row]:
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
        about = (*split_sentences(_first_words(decl.doc)), "")[0]
        return f"{about.removesuffix('.')}: {row}" if about else f"{capital(mark_name(decl.name.text))} for {row}"
    if isinstance(decl, data.Component) and column.startswith("@"):
        return f"{capital(plural(row))} in {with_article(column[1:])}"
    if isinstance(decl, data.Component) and column == "count":
        return f"{capital(readable(row))}, how many"
    return f"{capital(readable(row))}, {readable(column)}"
