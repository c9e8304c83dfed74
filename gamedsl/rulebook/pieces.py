"""Adds the effects of pieces to the table of these pieces, so that people read one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gamedsl.rulebook.layout.appendix import PIECES
from gamedsl.rulebook.model import Block, Paragraph, Section, Table, capital, plain, readable, small
from gamedsl.values import evolve, frozen


@frozen
class _Effect:
    """The effect of a piece, and the place where the piece must lie for it. The place is empty if most pieces have their effect there, or if the effect
    works anywhere."""

    does: str
    place: str


def with_effects(chapters: Sequence[Section]) -> tuple[Section, ...]:
    """Returns the chapters with the effects of pieces in the table of their component, if each piece has a row there."""
    told = next((one for one in chapters if one.title == PIECES), None)
    effects, place = _effects(told)
    if told is None or not effects:
        return tuple(chapters)
    joined = [_join(one, effects, place) if one is not told else one for one in chapters]
    if joined == list(chapters):
        return tuple(chapters)
    return tuple(one for one in joined if one is not told)


def _effects(chapter: Section | None) -> tuple[Mapping[str, _Effect], str]:
    """Returns the effect of each piece, by its name, and the place in which most of them have it; empty if some effects have a long description."""
    blocks = () if chapter is None or chapter.parts else chapter.blocks
    rows = [row for block in blocks if isinstance(block, Table) for row in block.rows]
    places = [row[1] if len(row) > _BARE else "" for row in rows]
    most = next((one for one in dict.fromkeys(places) if one and 2 * places.count(one) > len(places)), "")
    found = {
        plain(row[0]): _Effect(row[-1], where if where != most else "") for row, where in zip(rows, places, strict=True)
    }
    return found, most


_BARE = 2
"""The cells of a row that does not say where its piece lies."""


def _join(chapter: Section, effects: Mapping[str, _Effect], place: str) -> Section:
    return evolve(chapter, parts=tuple(_part(one, effects, place) for one in chapter.parts))


def _part(part: Section, effects: Mapping[str, _Effect], place: str) -> Section:
    blocks: list[Block] = []
    for block in part.blocks:
        if isinstance(block, Table) and effects.keys() <= {readable(plain(row[0])) for row in block.rows}:
            blocks += [Paragraph(f"What it says counts while it lies in {place}.")] if place else []
            blocks += _tables(block, effects)
        else:
            blocks.append(block)
    return evolve(part, blocks=tuple(blocks))


def _tables(table: Table, effects: Mapping[str, _Effect]) -> Iterator[Block]:
    """Yields the table with the effects of pieces; pieces that begin in different places have a table each."""
    places = [at for at, name in enumerate(table.head) if plain(name).startswith("in ")]
    starts = [tuple(row[at] for at in places) for row in table.rows]
    is_apart = len(places) > 1 and all(sorted(one) == ["1", *["–"] * (len(places) - 1)] for one in starts)
    for place in places if is_apart else ():
        rows = [row for row in table.rows if row[place] == "1"]
        yield Paragraph(f"{capital(table.head[place])}:")
        yield from _by_place(table.head, rows, places, effects)
    if not is_apart:
        yield from _by_place(table.head, table.rows, (), effects)


def _by_place(
    head: Sequence[str], rows: Sequence[tuple[str, ...]], left_out: Sequence[int], effects: Mapping[str, _Effect]
) -> Iterator[Block]:
    """Yields a table of the pieces whose effects work anywhere, and a table for each place in which several other effects work."""
    own = [effects.get(plain(row[0]), _NOTHING).place for row in rows]
    apart = [one for one in dict.fromkeys(own) if one and own.count(one) > 1 and len(set(own)) > 1]
    first = [row for row, place in zip(rows, own, strict=True) if place not in apart]
    if first:
        yield _with_effects(head, first, left_out, effects, has_places=True)
    for place in apart:
        yield Paragraph(f"These do something by themselves, while they lie in {place}:")
        those = [row for row, one in zip(rows, own, strict=True) if one == place]
        yield _with_effects(head, those, left_out, effects, has_places=False)


_NOTHING = _Effect("–", "")


def _with_effects(
    head: Sequence[str],
    rows: Sequence[tuple[str, ...]],
    left_out: Sequence[int],
    effects: Mapping[str, _Effect],
    *,
    has_places: bool,
) -> Table:
    """Makes a table without the columns that are empty for all these rows."""
    at = [
        i for i in range(len(head)) if i not in left_out and (i == 0 or any(row[i] not in ("0", "–") for row in rows))
    ]
    own = [effects.get(plain(row[0]), _NOTHING) for row in rows]
    does = [f"In {one.place}: {small(one.does)}" if one.place and has_places else one.does for one in own]
    return Table(
        (*(head[i] for i in at), "what it does"),
        tuple((*(row[i] for i in at), text) for row, text in zip(rows, does, strict=True)),
    )
