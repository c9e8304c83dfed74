"""Describes in a printed book what lies on the table, without facts that everybody knows from the name of a place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gamedsl.rulebook.members import COUNTED
from gamedsl.rulebook.model import Block, Section, Table, plain
from gamedsl.rulebook.sentences.english import is_out_of_play
from gamedsl.values import evolve


def places_section(parts: Iterable[Section]) -> Section:
    """Makes the chapter of these parts. A deck that no sentence mentions is left out."""
    return Section("On the table", parts=tuple(map(_place, parts)))


def _place(part: Section) -> Section:
    """Returns the section of a block of fields. A section without a table loses the `has` of its title, because no list of things follows; readers take
    such a list for all that there is, so it keeps what would go without saying."""
    blocks = part.blocks if _is_list(part) else tuple(_without_decks(part.blocks))
    has_names = any(isinstance(block, Table) for block in blocks)
    return evolve(part, title=part.title if has_names else part.title.removesuffix(" has"), blocks=blocks)


def _is_list(part: Section) -> bool:
    """Whether a section tells what each owner has, and not only what goes without saying."""
    rows = [row for block in part.blocks if isinstance(block, Table) for row in block.rows]
    return part.title.endswith(" has") and any(map(_says_more, rows))


def _without_decks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        rows = tuple(filter(_says_more, block.rows)) if isinstance(block, Table) else ()
        if not isinstance(block, Table):
            yield block
        elif rows:
            yield evolve(block, rows=rows)


def _says_more(row: tuple[str, ...]) -> bool:
    """Whether a row says more than the name of a place and the picture do. Whether cards that are out of play may be looked at, players ask."""
    name, said, *_ = map(plain, row)
    if said.startswith(COUNTED.removesuffix(".")):
        return False
    return _DECK.fullmatch(said) is None or (_OPEN in said and is_out_of_play(name.casefold()))


_OPEN = "seen by everybody"
_DECK = re.compile(
    r"(A pile of |Room for one )?[\w\u2019']+( [\w\u2019']+){0,2}(; (face down|seen by everybody|with room for \d+|everybody sees what lies on top))*\."
)
"""Texts about a place without a sentence that say no more than its name and the picture."""
