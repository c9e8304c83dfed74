"""Describes the set-up: where the pieces begin, which pieces are mixed, what each player begins with, and how this changes with the number of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gamedsl.rulebook.box.beginnings import first_amounts, has_first_marker, marker_text, nothing_yet
from gamedsl.rulebook.box.data import is_standard, start_steps, without_shuffles, zones_to_mix, zones_to_shuffle
from gamedsl.rulebook.box.players import players_table
from gamedsl.rulebook.box.totals import totals
from gamedsl.rulebook.contents import Contents
from gamedsl.rulebook.course import beginner_text
from gamedsl.rulebook.declarations import section
from gamedsl.rulebook.ending import join_sections
from gamedsl.rulebook.model import Block, Paragraph, Section, Step, Steps, plain, readable, split_sentences
from gamedsl.rulebook.printed.material import without_needs
from gamedsl.rulebook.sentences.formulas import Formulas
from gamedsl.syntax.tree import data, declarations
from gamedsl.values import evolve


def set_up_section(
    say: Formulas, told: Contents, below: Sequence[declarations.Decl], *, is_printed: bool = False
) -> Section:
    """Makes the chapter on the set-up. A `printed` book leaves out components that a sentence names, and facts in the list of the box."""
    shuffled = zones_to_shuffle(told.decls) if is_printed else frozenset[str]()
    setups = (decl for decl in told.decls if isinstance(decl, declarations.Setup))
    first = evolve(say, is_set_up=True)
    parts = [section(first, without_shuffles(decl, shuffled) if shuffled else decl) for decl in setups]
    numbers = range(told.game.fewest, told.game.most + 1)
    table = players_table(say, told.decls, told.seats, told.whens, numbers)
    if is_printed:
        parts = [evolve(part, blocks=tuple(_without_needs(part.blocks))) for part in parts]
    own = "\n".join(block.text for part in parts for block in part.blocks if isinstance(block, Paragraph))
    mixed = zones_to_mix(told.decls)
    blocks = _in_one_list(
        [
            *(
                step
                for decl in told.decls
                if isinstance(decl, data.Component)
                and not _says_where(say, decl, plain(own))
                and not (is_printed and (_is_ready(say, decl, shuffled) or _names_pieces(say, decl, plain(own))))
                for step in start_steps(say.names, decl, mixed, shuffled)
            ),
            *first_amounts(say, told.decls, plain(own)),
        ],
        [block for part in parts for block in part.blocks],
    )
    for last in (nothing_yet(say, told.decls, plain(own)), marker_text(told.decls, plain(own))):
        blocks = _with_last_step(blocks, last)
    if told.game.most > 1 and not has_first_marker(told.decls):
        blocks = _with_last_step(blocks, beginner_text(told.decls))
    if not blocks:
        has_pieces = any(isinstance(decl, data.Component) for decl in told.decls)
        has_deck = any(isinstance(decl, data.Component) and is_standard(say, decl) for decl in told.decls)
        blocks.append(
            Paragraph(_ONLY_CARDS if has_deck else _AS_LISTED if has_pieces else "Nothing has to be prepared.")
        )
    if table is not None and not (is_printed and _TELLS_NUMBERS.search(plain(own))):
        blocks += [Paragraph("What the number of players decides:"), table]
    more = tuple(section(say, decl) for decl in below)
    return evolve(join_sections("Set-up", parts), blocks=tuple(blocks), parts=more)


def _says_where(say: Formulas, decl: data.Component, told: str) -> bool:
    """Whether the sentence of the set-up names all places in which the pieces of a component begin."""
    zones = [readable(zone) for zone in totals(say.names, decl)] if decl.start is None else [readable(decl.start.text)]
    return bool(zones) and all(f" {zone}" in f" {told.casefold()}" for zone in zones)


def _is_ready(say: Formulas, decl: data.Component, shuffled: frozenset[str]) -> bool:
    """Whether a component is a deck that everybody has at home, and that needs no preparation."""
    return is_standard(say, decl) and (decl.start is None or decl.start.text not in shuffled)


_TELLS_NUMBERS = re.compile(r"\b(\d|two|three|four|five|six|more|fewer) (\w+ )?(players|people)\b")
"""Words of a set-up that says what the number of players changes."""


def _without_needs(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yields the sentences of a set-up without sentences on the needed material."""
    for block in blocks:
        if not isinstance(block, Paragraph) or not block.is_own:
            yield block
        elif text := without_needs(block.text):
            yield evolve(block, text=text)


def _names_pieces(say: Formulas, decl: data.Component, told: str) -> bool:
    """Whether the sentence of the set-up names the pieces of a component."""
    words = (readable(decl.name.text), say.names.several(decl.name.text))
    return any(re.search(rf"\b{re.escape(word)}\b", told, re.IGNORECASE) for word in words)


def _in_one_list(first: list[Step], blocks: list[Block]) -> list[Block]:
    """Makes one list of the steps of the set-up: the first ones, the sentences of the rules, and steps that the sentences do not mention."""
    steps, others = list(first), list[Block]()
    for block in blocks:
        match block:
            case Steps(more):
                steps += more
            case Paragraph(text, is_own=True):
                steps += map(Step, _as_steps(text))
            case _:
                others.append(block)
    return [*((Steps(tuple(steps), is_ordered=len(steps) > 1),) if steps else ()), *others]


def _as_steps(text: str) -> Iterator[str]:
    """Splits the text of a set-up into steps: each sentence, together with following sentences that only add to it."""
    said = ""
    for one in split_sentences(text):
        if said and not _ADDS.match(plain(one)):
            yield said
            said = ""
        said = f"{said} {one}".strip()
    if said:
        yield said


_ADDS = re.compile(r"(They|It|This|That|These|Those|He|She|Its|Their|Otherwise|Nobody)\b(?! is the first)")
"""How a sentence begins that only adds something to the one before it."""


def _with_last_step(blocks: list[Block], last: str) -> list[Block]:
    """Adds a step at the end of a set-up."""
    if not last:
        return blocks
    match blocks:
        case [Steps(steps), *others]:
            return [Steps((*steps, Step(last)), is_ordered=True), *others]
        case _:
            return [Steps((Step(last),)), *blocks]


_ONLY_CARDS = "Have the cards ready, and paper to note what is scored."
_AS_LISTED = "Put everything where the list of pieces says."
