"""Hashes a seat's sight of a position. Two positions have the same hash exactly if `gamedsl_interpreter.thinking.sight` gives the same bytes for them.

A seat has a list of *looks*, each of them eight words: the form, the offset of the field or zone in the position, its bytes, the width of a number, the
most pieces of a pile, the width of a kind, the condition, and the instance that the condition is about. Adjacent bytes that the seat always sees
unchanged are one look.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import calcsize

from gamedsl.graph.bytes.codec import coding_of
from gamedsl.graph.bytes.codings import CountZone, MaskZone, PileZone, SlotZone
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.layout import Cell
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.values import evolve, frozen
from gamedsl_interpreter.observations import ObservationSpace
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.telling import audience
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.watchers import find_fixed_watchers
from gamedsl_interpreter.wording.texts import specs_by_instance

BYTES, BITS, FILLED, SUM, TOP, PILE = range(1, 7)
"""Forms of a look: the bytes themselves; the number of set bits; whether anything is there; the sum of the numbers; the number and the top piece of a
pile; the contents of a pile."""

ALWAYS, IF_ZONE_SEEN, IF_ZONE_HIDDEN, IF_FIELD_SEEN = range(4)
"""Conditions of a look."""

_CONSTANTS = {
    "LOOK_BYTES": BYTES, "LOOK_BITS": BITS, "LOOK_FILLED": FILLED, "LOOK_SUM": SUM, "LOOK_TOP": TOP, "LOOK_PILE": PILE,
    "IF_ZONE_SEEN": IF_ZONE_SEEN, "IF_ZONE_HIDDEN": IF_ZONE_HIDDEN, "IF_FIELD_SEEN": IF_FIELD_SEEN,
}  # fmt: skip


@frozen
class _Look:
    form: int
    offset: int
    size: int
    width: int = 0
    most: int = 0
    kind_width: int = 0
    when: int = ALWAYS
    number: int = 0

    @property
    def words(self) -> tuple[int, ...]:
        return (
            self.form, self.offset, self.size, self.width, self.most, self.kind_width, self.when, self.number
        )  # fmt: skip


def write(ctx: Context) -> None:
    """Writes, for each seat, which parts of a position it looks at, and the functions that compute whether the rules let it see a part. Raises Unsupported
    if the rules hide who has to choose."""
    game, memory = ctx.game, ctx.memory
    if any(isinstance(node, DecisionNode) and node.is_unseen for node in game.nodes):
        raise Unsupported("decisions that nobody else notices, for players that think")
    looks = [_merge_looks([*_list_looks(game, seat)]) for seat in range(len(game.seats))]
    is_computed = any(look.when for found in looks for look in found)
    if is_computed:
        lossy = ObservationSpace(game).lossy
        if lossy:
            raise Unsupported(f"`{lossy[0]}`, which observations do not show in full, for players that think")
    audience.declare(ctx)
    phases = {name: i for i, name in enumerate(dict.fromkeys(node.cluster for node in game.nodes))}
    ctx.constants |= _CONSTANTS | {
        "LOOKS": memory.words([memory.words([word for look in found for word in look.words]) for found in looks]),
        "LOOKS_NUMBER": memory.words([len(found) for found in looks]),
        "LOOKS_COMPUTED": int(is_computed),
        "PHASES": memory.words([2 * phases[n.cluster] + isinstance(n, TogetherNode) for n in game.nodes]),
        "LOOK_HASH": memory.space(8),
    }


def _list_looks(game: Game, seat: int) -> Iterator[_Look]:
    fields, zones = specs_by_instance(game)
    specs: tuple[FieldSpec | ZoneSpec, ...] = (*game.fields, *game.zones)
    is_fixed = all(find_fixed_watchers(game, spec, i) is not None for spec in specs for i in range(len(spec.start)))
    # If visibility depends on the position, a seat sees the parts that observations show. Observations leave out the compiler's own zones.
    for cell in game.layout.cells:
        if cell.what == "field":
            yield from _look_at_field(game, cell, fields[cell.id], seat)
        elif cell.what == "zone" and (is_fixed or not zones[cell.id].hidden):
            yield from _look_at_zone(game, cell, zones[cell.id], seat)


def _look_at_field(game: Game, cell: Cell, spec: FieldSpec, seat: int) -> Iterator[_Look]:
    if spec.hidden:
        return
    watchers = find_fixed_watchers(game, spec, cell.id - spec.base)
    look = _Look(BYTES, cell.offset, cell.size)
    if watchers is None:
        yield evolve(look, when=IF_FIELD_SEEN, number=cell.id)
    elif watchers >> seat & 1:
        yield look


def _look_at_zone(game: Game, cell: Cell, spec: ZoneSpec, seat: int) -> Iterator[_Look]:
    watchers = find_fixed_watchers(game, spec, cell.id - spec.base)
    if watchers is not None:
        look = _zone(game, cell, spec, is_seen=bool(watchers >> seat & 1))
        if look is not None:
            yield look
        return
    for is_seen, when in ((True, IF_ZONE_SEEN), (False, IF_ZONE_HIDDEN)):
        look = _zone(game, cell, spec, is_seen=is_seen)
        if look is not None:
            yield evolve(look, when=when, number=cell.id)


def _zone(game: Game, cell: Cell, spec: ZoneSpec, *, is_seen: bool) -> _Look | None:
    """Gives the look at a zone; None if the seat sees nothing of the zone."""
    coding = coding_of(game, cell)
    if spec.visibility.count_hidden and not is_seen:
        raise Unsupported(f"`{spec.name}`, of which it is hidden how many pieces lie in it, for players that think")
    widths = [calcsize(f"<{code}") for code in coding.codes]
    if isinstance(coding, PileZone):
        kind_width = widths[1] if coding.most else 1
        form = PILE if is_seen else TOP if spec.visibility.top_seen else BYTES
        size = widths[0] if form == BYTES else cell.size
        return _Look(form, cell.offset, size, widths[0], coding.most, kind_width)
    if is_seen:
        return _Look(BYTES, cell.offset, cell.size)
    match coding:
        case MaskZone():
            return _Look(BITS, cell.offset, cell.size)
        case SlotZone():
            return _Look(FILLED, cell.offset, cell.size)
        case CountZone():
            return _Look(SUM, cell.offset, cell.size, widths[0] if widths else 1)
        case _:
            raise AssertionError(f"`{spec.name}` is no zone")


def _merge_looks(looks: list[_Look]) -> list[_Look]:
    """Merges adjacent looks at bytes that are always seen."""
    merged: list[_Look] = []
    for look in looks:
        last = merged[-1] if merged else None
        if (
            last is not None
            and (last.form, last.when, look.form, look.when) == (BYTES, ALWAYS, BYTES, ALWAYS)
            and last.offset + last.size == look.offset
        ):
            merged[-1] = evolve(last, size=last.size + look.size)
        else:
            merged.append(look)
    return merged
