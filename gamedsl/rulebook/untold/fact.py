"""A fact that the rules imply, and its place in a book that does not tell it yet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamedsl.rulebook.model import Block, Key, Paragraph, Section, Table, plain, sections_in_order, texts
from gamedsl.values import evolve, frozen


@frozen
class Fact:
    """A sentence about the rules. The book leaves it out if `told` matches its text: the whole book or, if `is_local`, only the section with its parts. The
    sentence is placed in the first section about one of the declarations `of`, or else about one of `instead`."""

    text: str
    told: re.Pattern[str]
    of: tuple[Key, ...]
    instead: tuple[Key, ...] = ()
    is_local: bool = False


def with_facts(chapters: Sequence[Section], facts: Iterable[Fact], examples: str) -> tuple[Section, ...]:
    """Returns chapters with the facts that they do not contain. The chapter of `examples` does not count: it states no rules."""
    found = tuple(chapters)
    for fact in facts:
        rules = [one for one in found if one.title != examples]
        host = next(
            (
                place.section
                for keys in (fact.of, fact.instead)
                for place in sections_in_order(tuple(rules))
                if any(key in place.section.tells for key in keys)
            ),
            None,
        )
        if host is None or fact.told.search(_text_of([host] if fact.is_local else rules)):
            continue
        found = tuple(_with_fact(one, host, fact.text) for one in found)
    return found


def _text_of(sections: Sequence[Section]) -> str:
    """Returns the text of some sections without their titles, which are the same in all books."""
    return " ".join(
        plain(text) for one in sections_in_order(tuple(sections)) for text in texts(evolve(one.section, title=""))
    )


def _with_fact(section: Section, host: Section, text: str) -> Section:
    """Adds a sentence after the sentences of a section."""
    if section is host:
        return evolve(section, blocks=tuple(_with_sentence(section.blocks, text)))
    return evolve(section, parts=tuple(_with_fact(part, host, text) for part in section.parts))


def _with_sentence(blocks: Sequence[Block], text: str) -> list[Block]:
    """Puts a sentence after the last sentence of the rules; if there is none, before the first table."""
    own = [i for i, one in enumerate(blocks) if isinstance(one, Paragraph) and one.is_own]
    before = own[-1] if own else next((i for i, one in enumerate(blocks) if isinstance(one, Table)), len(blocks)) - 1
    last = blocks[before] if before >= 0 else None
    if isinstance(last, Paragraph) and not last.lead and len(plain(last.text).split()) <= _SHORT:
        return [*blocks[:before], evolve(last, text=f"{last.text} {text}"), *blocks[before + 1 :]]
    return [*blocks[: before + 1], Paragraph(text), *blocks[before + 1 :]]


_SHORT = 60
"""The most words of a text to which a sentence is added."""
