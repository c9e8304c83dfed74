"""Arranges the chapters of a printed book: words are explained with the pieces, places with the picture of the set-up, and counts with the rules that use
them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.rulebook.declarations import key_of
from gamedsl.rulebook.model import (
    Block,
    Key,
    Paragraph,
    Section,
    Table,
    capital,
    go_on,
    mark_name,
    plain,
    sections_in_order,
    texts,
)
from gamedsl.rulebook.printed.material import BOX
from gamedsl.syntax.tree import declarations, fields, formulas
from gamedsl.syntax.tree.walk import name_of_place, walk
from gamedsl.values import evolve, frozen

WORDS, PLACES, SET_UP, COUNTED = "Words of the game", "On the table", "Set-up", "How things are counted"


def arrange(chapters: Sequence[Section], decls: Sequence[declarations.Decl]) -> tuple[Section, ...]:
    """Returns the chapters in the order in which people read: no chapter of words stands between the box and the table, and no chapter of formulas after the
    round."""
    found = _join(_join(chapters, WORDS, BOX), PLACES, SET_UP)
    counted = next((one for one in found if one.title == COUNTED), None)
    if counted is None:
        return tuple(found)
    parts = tuple(
        part for part in _parts_of_counting(counted) if part.blocks or not _is_told(part.said, found, counted)
    )
    hosts = _hosts(found, parts, decls)
    rest = [part for part in parts if not any(part in own for own in hosts.values())]
    exact = tuple(part for part in counted.parts if part.exactly is not None and not part.blocks)
    left = evolve(counted, blocks=tuple(_blocks_of(rest)), parts=exact, tells=tuple(one.key for one in rest))
    return tuple(left if one is counted else _add_counted(one, hosts) for one in found)


def _join(chapters: Sequence[Section], title: str, into: str) -> list[Section]:
    """Moves the content of a chapter into another chapter, as parts."""
    moved = next((one for one in chapters if one.title == title), None)
    host = next((one for one in chapters if one.title == into), None)
    if moved is None or host is None or not (host.blocks or host.parts):
        return list(chapters)
    own = (evolve(moved, title=_AS_PART.get(title, title), parts=()),) if moved.blocks or moved.exactly else ()
    more = tuple(evolve(part, blocks=tuple(map(_without_numbering, part.blocks))) for part in moved.parts)
    joined = evolve(host, parts=(*host.parts, *own, *more))
    return [joined if one is host else one for one in chapters if one is not moved]


_AS_PART = {WORDS: "Words"}
_NUMBERINGS = frozenset({"", "number", "no.", "place", "position", "order", "rank", "row", "step", "value"})
"""The headings of columns that may number the rows of a table."""


def _without_numbering(block: Block) -> Block:
    """Returns a table without columns whose heading shows that they only number the rows: the rows stand in this order anyway."""
    if not isinstance(block, Table) or not block.rows:
        return block
    count = [str(at + 1) for at in range(len(block.rows))]
    keep = [
        at
        for at, head in enumerate(block.head)
        if [row[at] for row in block.rows] != count or plain(head).casefold() not in _NUMBERINGS
    ]
    head, *rows = [tuple(row[at] for at in keep) for row in (block.head, *block.rows)]
    return evolve(block, head=head, rows=tuple(rows))


# ---------------------------------------------------------------- what is counted


@frozen
class _Counted:
    """A formula with its sentence: as a row, or as a table with more explanations."""

    key: Key
    name: str
    said: str
    blocks: tuple[Block, ...] = ()


def _parts_of_counting(chapter: Section) -> Iterator[_Counted]:
    rows = [row for block in chapter.blocks if isinstance(block, Table) for row in block.rows]
    for key, (name, said) in zip(chapter.tells, rows, strict=True):
        yield _Counted(key, capital(name), said)
    for part in chapter.parts:
        first = part.blocks[0] if part.blocks else None
        is_told = isinstance(first, Paragraph) and first.is_own
        said = first.text if isinstance(first, Paragraph) and is_told else ""
        if not part.blocks:
            continue
        yield _Counted(part.tells[0], mark_name(part.title), said, part.blocks[1:] if is_told else part.blocks)


def _is_told(said: str, chapters: Sequence[Section], counted: Section) -> bool:
    """Whether the text of another chapter has a sentence already."""
    words = _bare(said).removesuffix(".")
    others = (one.section for one in sections_in_order(tuple(chapters)) if one.section is not counted)
    return any(words in _bare(text) for section in others for text in texts(section))


def _bare(text: str) -> str:
    return plain(text).casefold().replace(" if ", " ")


def _blocks_of(parts: Sequence[_Counted]) -> Iterator[Block]:
    """Tells the sentences in a table, or, if there is one only, by itself; then the tables."""
    lines = [one for one in parts if not one.blocks]
    if len(lines) == 1:
        yield Paragraph(f"{lines[0].name}: {go_on(lines[0].said)}")
    elif lines:
        yield Table(("name", "what it is"), tuple((one.name, one.said) for one in lines))
    for one in parts:
        if one.blocks:
            yield Paragraph(f"{one.name}: {go_on(one.said)}" if one.said else f"{one.name}:")
            yield from (_by_players(block) if _OF_PLAYERS in one.said else block for block in one.blocks)


_OF_PLAYERS = "number of players"


def _by_players(block: Block) -> Block:
    """Returns a table that goes by the number of players with this heading."""
    if not isinstance(block, Table) or block.head[:1] != ("number",):
        return block
    return evolve(block, head=("players", *block.head[1:]))


def _add_counted(section: Section, hosts: Mapping[tuple[Key, ...], Sequence[_Counted]]) -> Section:
    own = hosts.get(section.tells, ()) if section.tells else ()
    blocks = (*section.blocks, *_blocks_of(own))
    parts = tuple(_add_counted(part, hosts) for part in section.parts)
    return evolve(section, blocks=blocks, parts=parts, tells=(*section.tells, *(one.key for one in own)))


def _hosts(
    chapters: Sequence[Section], parts: Sequence[_Counted], decls: Sequence[declarations.Decl]
) -> dict[tuple[Key, ...], list[_Counted]]:
    """Returns which formulas each section explains, by the declarations of the section: each formula is explained where the order of play first uses it."""
    of_play = sorted((one for one in chapters if one.title != COUNTED), key=_order_of_play)
    sections = [one.section for chapter in of_play for one in sections_in_order((chapter,)) if one.section.tells]
    used = _list_names(sections, decls)
    found: dict[tuple[Key, ...], list[_Counted]] = {}
    for part in parts:
        host = next((one.tells for one in sections if part.key.name in used[one.tells]), None)
        if host is not None:
            found.setdefault(host, []).append(part)
    return found


def _order_of_play(chapter: Section) -> int:
    """Returns the rank of a chapter: first the course of a match, then the scores, at last what is there before a match."""
    if any(key.sort in ("rounds", "phase") for one in sections_in_order((chapter,)) for key in one.section.tells):
        return 0
    return 2 if chapter.title in (SET_UP, BOX) else 1


def _list_names(
    sections: Sequence[Section], decls: Sequence[declarations.Decl]
) -> dict[tuple[Key, ...], frozenset[str]]:
    """Returns by the declarations of a section the names that they use, also by formulas and by rules that no section tells."""
    by_key: dict[Key, list[declarations.Decl]] = {}
    behind: dict[str, list[object]] = {}
    told = {key.name for one in sections for key in one.tells if key.sort in ("rule", "action", "pick")}
    for decl in decls:
        if isinstance(decl, fields.Fields):
            for member in decl.members:
                if isinstance(member, fields.Define):
                    behind.setdefault(member.name.text, []).append(member)
        else:
            by_key.setdefault(key_of(decl), []).append(decl)
        if isinstance(decl, fields.Define | declarations.PickDecl | declarations.Rule) and decl.name.text not in told:
            behind.setdefault(decl.name.text, []).append(decl)
    return {
        one.tells: _names_behind([decl for key in one.tells for decl in by_key.get(key, ())], behind)
        for one in sections
    }


def _names_behind(roots: Sequence[object], behind: Mapping[str, Sequence[object]]) -> frozenset[str]:
    waiting = list(roots)
    found: set[str] = set()
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, formulas.Name | formulas.Attribute) and (name := name_of_place(node)) not in found:
                found.add(name)
                waiting += behind.get(name, ())
    return frozenset(found)
