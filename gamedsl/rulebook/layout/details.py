"""Chooses which names a printed book explains step by step: names that its text uses and no sentence explains."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from gamedsl.rulebook.layout.appendix import in_table, with_content
from gamedsl.rulebook.model import (
    Block,
    Paragraph,
    Section,
    Steps,
    Table,
    capital,
    go_on,
    plain,
    readable,
    sections_in_order,
    sentence_of_doc,
    small,
    spans,
    texts,
)
from gamedsl.rulebook.names import Names
from gamedsl.rulebook.pieces import with_effects
from gamedsl.syntax.tree import data, declarations, fields
from gamedsl.values import evolve, frozen


@frozen
class _Entry:
    """The steps that explain one name, and the title of the section that has them."""

    title: str
    name: str
    blocks: tuple[Block, ...]


def with_details(chapters: Sequence[Section], names: Names, decls: Sequence[declarations.Decl]) -> tuple[Section, ...]:
    """Leaves out the exact steps of the book's sentences. A chapter after the others keeps the steps for names that the text uses and that have no sentence,
    unless the sentences of the rules describe the game as a whole. Formulas
    are among them where a phase or action has no sentence, and those of steps that stand below a sentence."""
    scores = (one for one in decls if isinstance(one, declarations.Score))
    is_told = names.is_told and all(sentence_of_doc(one.doc) for one in scores)
    silent = {readable(name) for name in _silent_formulas(decls)}
    others = with_effects(with_content([in_table(_without_exact(chapter)) for chapter in chapters]))
    rules = [
        one.section for one in sections_in_order(others) if all(key.sort != "example" for key in one.section.tells)
    ]
    entries = () if is_told else tuple(_entries_in(chapters, set[str]() if names.is_told else silent))
    kept = _explain(entries, silent, rules)
    if names.is_told:
        of_steps = [
            one
            for one in _entries_in(chapters, silent)
            if one.name in silent and one not in kept and not _is_said(one.name, names)
        ]
        kept = [*kept, *_explain(of_steps, silent, [_steps_below(one) for one in rules])]
    parts = tuple(_sections(kept))
    return (*others, *((Section("In detail", _ASIDE, parts),) if parts else ()))


def _entries_in(chapters: Sequence[Section], silent: Collection[str]) -> Iterator[_Entry]:
    """Yields the entries of all chapters; of chapters on words and on what is counted only `silent` formulas."""
    for chapter in chapters:
        for one in sections_in_order((chapter,)):
            for entry in _entries(one.section, silent):
                if chapter.title not in _ONLY_WORDS or entry.name in silent:
                    yield entry


def _explain(entries: Sequence[_Entry], silent: Collection[str], rules: Sequence[Section]) -> list[_Entry]:
    """Returns the entries for names that the made texts of some sections use, and for names that these entries use."""
    waiting = [text for one in rules for text in _made_texts(one)]
    kept: dict[str, None] = {}
    while waiting:
        shown = {name for text in waiting for name in _names(text)}
        said = " ".join(plain(text) for text in waiting)
        more = [
            one
            for one in entries
            if one.name not in kept and (one.name in shown or (one.name in silent and _is_used(one.name, said)))
        ]
        kept |= dict.fromkeys(one.name for one in more)
        waiting = [text for one in more for text in texts(Section("", one.blocks))]
    return [one for one in entries if one.name in kept]


def _is_said(name: str, names: Names) -> bool:
    """Whether some sentence of the rules has a word, which then says enough of it."""
    return re.search(rf"\b{re.escape(name.casefold())}\b", names.sentences) is not None


def _steps_below(section: Section) -> Section:
    """Returns only the steps that stand below the sentence of a rule, because it leaves them out."""
    first = next(iter(section.blocks), None)
    is_rule = any(key.sort in ("action", "phase", "rule") for key in section.tells)
    has_sentence = isinstance(first, Paragraph) and first.is_own
    left = tuple(block for block in section.blocks if isinstance(block, Steps)) if is_rule and has_sentence else ()
    return Section("", left)


_ONLY_WORDS = ("Words of the game", "On the table", "How things are counted")
"""Chapters on words and on what is counted: of these, people need only the formulas that steps use."""
_ASIDE: tuple[Block, ...] = (Paragraph("This chapter explains what the chapters before only name.", is_aside=True),)
_MEANT = "What words mean"


def _silent_formulas(decls: Sequence[declarations.Decl]) -> Iterator[str]:
    """Yields the names of formulas and tables without a sentence, and of amounts that pieces add up to."""
    for decl in decls:
        match decl:
            case fields.Fields(members=members):
                yield from (one.name.text for one in members if isinstance(one, fields.Define) and not one.doc)
            case declarations.KindBlock(members=members):
                yield from (one.name.text for one in members if isinstance(one, fields.Define))
            case fields.Define(doc=None) | data.ListTable(doc=None):
                yield decl.name.text
            case data.RowTable(rows=rows) if not rows.doc:
                yield decl.name.text
            case _:
                pass


def _is_used(name: str, said: str) -> bool:
    """Whether a text uses the name of a formula, also in another form of its verb: `if it does not pay` for `pays`."""
    last = name.removesuffix(" of").rpartition(" ")[2]
    stem = last.removesuffix("s") if len(last) > _SHORT else last
    return re.search(rf"\b{re.escape(stem)}(?:s|es|d|ed)?\b", said, re.IGNORECASE) is not None


_SHORT = 3


def _made_texts(section: Section) -> Iterator[str]:
    """Yields the texts of a section that are made from the rules."""
    blocks = tuple(one for one in section.blocks if not (isinstance(one, Paragraph) and one.is_own))
    yield from texts(evolve(section, blocks=blocks))


def _without_exact(section: Section) -> Section:
    return evolve(section, parts=with_content(map(_without_exact, section.parts)), exactly=None)


def _entries(section: Section, silent: Collection[str]) -> Iterator[_Entry]:
    """Yields the entries that a section explains step by step. Names that its sentences explain are left out, and so are tables of names that are no
    `silent` formulas, because people know these names."""
    exact = section.exactly
    if exact is None:
        return
    if any(isinstance(block, Paragraph) and block.is_own for block in section.blocks):
        silent_ones = (one for one in _entries(evolve(section, blocks=()), silent) if one.name in silent)
        yield from silent_ones if any(map(_is_list, exact.blocks)) else ()
        return
    told = {readable(key.name) for key in section.tells} if section.blocks else set[str]()
    if len(exact.tells) == 1 and not any(map(_is_list, exact.blocks)):
        yield _Entry(exact.title, readable(exact.tells[0].name), exact.blocks)
        return
    name, blocks = "", list[Block]()
    for block in exact.blocks:
        if isinstance(block, Table) and _is_list(block):
            for called, said in block.rows:
                if plain(called) in silent:
                    yield _Entry(_MEANT, plain(called), (Paragraph(f"{capital(called)}: {go_on(said)}"),))
        elif isinstance(block, Paragraph) and (first := next(spans(block.text))).is_name:
            yield from _of_blocks(exact.title, name, blocks, told)
            name, blocks = first.text, list[Block]((block,))
        else:
            blocks.append(block)
    yield from _of_blocks(exact.title, name, blocks, told)


def _of_blocks(title: str, name: str, blocks: Sequence[Block], told: set[str]) -> Iterator[_Entry]:
    if name and not {name, small(name)} & told:
        yield _Entry(title, small(name), tuple(blocks))


def _is_list(block: Block) -> bool:
    """Whether a block is a table with a row for each name."""
    return isinstance(block, Table) and block.head[1:] == ("what it is",)


def _sections(entries: Sequence[_Entry]) -> Iterator[Section]:
    """Joins the entries of each title into a section."""
    for title in dict.fromkeys(one.title for one in entries):
        yield Section(title, tuple(block for one in entries if one.title == title for block in one.blocks))


def _names(text: str) -> Iterable[str]:
    """Returns the names of the rules in a text."""
    return {small(span.text) for span in spans(text) if span.is_name} | {
        span.text for span in spans(text) if span.is_name
    }
