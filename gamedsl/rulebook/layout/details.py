"""Chooses which names a printed book explains step by step: names that its text uses and no sentence explains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamedsl.rulebook.layout.appendix import in_table, with_content
from gamedsl.rulebook.model import (
    Block,
    Paragraph,
    Section,
    Table,
    readable,
    sections_in_order,
    small,
    spans,
    texts,
)
from gamedsl.rulebook.pieces import with_effects
from gamedsl.values import evolve, frozen


@frozen
class _Entry:
    """The steps that explain one name, and the title of the section that has them."""

    title: str
    name: str
    blocks: tuple[Block, ...]


def with_details(chapters: Sequence[Section], *, is_told: bool) -> tuple[Section, ...]:
    """Leaves out the exact steps of the book's sentences. A chapter after the others keeps the steps for names that the text uses and that have no sentence,
    unless the sentences of the rules describe the game as a whole (`is_told`)."""
    entries = [
        entry
        for chapter in chapters
        if not is_told and chapter.title not in _ONLY_WORDS
        for one in sections_in_order((chapter,))
        for entry in _entries(one.section)
    ]
    others = with_effects(with_content([in_table(_without_exact(chapter)) for chapter in chapters]))
    rules = [
        one.section for one in sections_in_order(others) if all(key.sort != "example" for key in one.section.tells)
    ]
    shown = {name for one in rules for text in texts(one) for name in _names(text)}
    kept: set[str] = set()
    while more := [one for one in entries if one.name in shown - kept]:
        kept |= {one.name for one in more}
        shown |= {name for one in more for name in _names_of(one)}
    parts = tuple(_sections([one for one in entries if one.name in kept]))
    return (*others, *((Section("In detail", _ASIDE, parts),) if parts else ()))


_ONLY_WORDS = ("Words of the game", "On the table", "How things are counted")
"""Chapters on words and on what is counted: people know what their names say, and need no formula."""
_ASIDE: tuple[Block, ...] = (Paragraph("This chapter explains what the chapters before only name.", is_aside=True),)


def _without_exact(section: Section) -> Section:
    return evolve(section, parts=with_content(map(_without_exact, section.parts)), exactly=None)


def _entries(section: Section) -> Iterator[_Entry]:
    """Yields the entries that a section explains step by step. Names that its sentences explain are left out, and so are tables, because people know the
    names in them."""
    exact = section.exactly
    if exact is None or any(isinstance(block, Paragraph) and block.is_own for block in section.blocks):
        return
    told = {readable(key.name) for key in section.tells} if section.blocks else set[str]()
    if len(exact.tells) == 1 and not any(map(_is_list, exact.blocks)):
        yield _Entry(exact.title, readable(exact.tells[0].name), exact.blocks)
        return
    name, blocks = "", list[Block]()
    for block in exact.blocks:
        if _is_list(block):
            continue
        if isinstance(block, Paragraph) and (first := next(spans(block.text))).is_name:
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


def _names_of(entry: _Entry) -> Iterator[str]:
    yield from (name for text in texts(Section("", entry.blocks)) for name in _names(text))


def _names(text: str) -> Iterable[str]:
    """Returns the names of the rules in a text."""
    return {small(span.text) for span in spans(text) if span.is_name} | {
        span.text for span in spans(text) if span.is_name
    }
