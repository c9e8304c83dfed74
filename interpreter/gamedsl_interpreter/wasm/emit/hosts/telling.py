"""Modules that tell what happens: beside playing, they write a log of it.

Such a module is made for one purpose: to play a match again and find what its seats have observed. It is an ordinary module in which every change
of a position is also written to memory, from TELL on, as 32-bit words. Each entry begins with one of the numbers below. Masks of seats are bits; -1
where who sees something never changes, which a host knows. *Bytes* are their number, then the bytes, padded to words.

* FIELD: field instance, mask, bytes of the cell in canonical coding.
* MOVED: flags as of `move` (8: mixed in; 16: committed; 32: swapped), zone, mask of the zone afterwards, number of entries; for each entry zone, kind,
  count, pieces in the zone before, mask of the zone before, kind on top of it (-1: not known).
* DRAWN: flags, zone, mask of the zone afterwards, source, pieces in the source before, mask of the source before, kind on top of it, number, kinds.
* EXCHANGED: number of passes; for each source, zone, mask of the source before, mask of the zone afterwards, number of pairs, kinds and counts.
* SHUFFLED: pile, whether only what went beneath it.
* RESOLVED: pile, number of pieces that were settled, kind of the top one.
* SHOWN: zone, mask, number of triples, zones and kinds and counts.
* PEEKED: seat, whether it is noticed, number of triples, zones and kinds and counts.
* ROLLED: node, who alone sees it (-1: not only one), number of pairs, the zones of the pieces that it was rolled from and their masks, bytes of the
  value as it lies in working memory.
* CHOSEN: node, seat, exit, bytes of the value of each selection on the way to the exit.
* OPENED: node of a simultaneous decision that begins.
* REVEALED: node of a simultaneous decision in which all have chosen.
* SAID: number of the sentence's form, bytes of each value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gamedsl.graph.model import statements, types
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, Ir, add, c, call, load, mul
from gamedsl_interpreter.wasm.emit.hosts import audience
from gamedsl_interpreter.wasm.emit.memory import scratch_values
from gamedsl_interpreter.wasm.emit.memory.context import Context, is_bits
from gamedsl_interpreter.wasm.emit.values.lowering import Lowering
from gamedsl_interpreter.wasm.emit.values.values import is_piece, is_scalar
from gamedsl_interpreter.wording.sentences import sentences

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.values.values import PiecesV

FIELD, MOVED, DRAWN, EXCHANGED, SHUFFLED, SHOWN, PEEKED, ROLLED, CHOSEN, OPENED, REVEALED, SAID, RESOLVED = range(1, 14)
"""What entries begin with."""

_NUMBERS = {
    "TELLS_FIELD": FIELD, "TELLS_MOVED": MOVED, "TELLS_DRAWN": DRAWN, "TELLS_EXCHANGED": EXCHANGED, "TELLS_SHUFFLED": SHUFFLED, "TELLS_SHOWN": SHOWN,
    "TELLS_PEEKED": PEEKED, "TELLS_OPENED": OPENED, "TELLS_REVEALED": REVEALED,
    "TELLS_RESOLVED": RESOLVED, "TELLS_SWAPPED": 32,
}  # fmt: skip

COMMITTED = 16
"""A flag of moves: the pieces were chosen in a simultaneous decision. The library does not look at it."""

SWAPPED = 32
"""The same: the pieces left before those of the entry before arrived."""

_SIZE = 1 << 18
"""Bytes of the log of one call."""

_WRAPPED = ("move", "swap_pieces", "exchange", "shuffle_pile", "draw_to", "resolved")
"""Functions of the library that are called what they were plus `_untold`, inside those of TEXT that have their names."""


def declare(ctx: Context) -> None:
    """Gives the log its place, and declares the functions that depend on the Game. To write them raises Unsupported (see `audience`)."""
    game, memory = ctx.game, ctx.memory
    moving = [spec.base + i for spec in game.zones for i in range(len(spec.start)) if audience.is_computed(spec)]
    log = memory.space(_SIZE)
    ctx.constants |= _NUMBERS | {
        "TELL": log,
        "SEATS_MASK": (1 << len(game.seats)) - 1,
        "TELL_END": log + _SIZE,
        "TELL_PIECES": memory.space(12 * ctx.pieces),
        "TELL_MASKS": memory.space(4 * max(1, len(moving))),
        "MOVING_ZONES": memory.words(moving),
        "MOVING_COUNT": len(moving),
        "TOP_SEEN": memory.words([int(spec.visibility.top_seen) for spec in _each(game.zones)]),
    }
    audience.declare(ctx)
    ctx.writers["tell_choice"] = partial(_choices, ctx)


def wrapped(text: str) -> str:
    """The library with what is told around it."""
    for name in _WRAPPED:
        text, found = re.subn(rf"\bdef {name}\(", f"def {name}_untold(", text)
        if found != 1:
            raise AssertionError(f"the library has one function `{name}`")
    return text + TEXT


def _each(specs: Sequence[ZoneSpec]) -> list[ZoneSpec]:
    """The family of each instance."""
    return [spec for spec in sorted(specs, key=lambda one: one.base) for _ in spec.start]


# ---------------------------------------------------------------- choices


def _choices(ctx: Context) -> None:
    """Writes the function that tells a finished choice, whose values lie in the locals."""
    fn = Fn("tell_choice", ("i32", "i32", "i32", "i32"), "i32")
    code = Lowering(ctx, fn)
    _tell(code, c(CHOSEN), *map(fn.param, (1, 2, 3)))
    nodes = [
        (number, node.plan)
        for number, node in enumerate(ctx.game.nodes)
        if isinstance(node, DecisionNode | TogetherNode)
    ]
    fn.switch(fn.param(1), [(number, _ways(code, plan)) for number, plan in nodes])
    fn.ret(c(0))
    ctx.functions.append(fn)


def _ways(code: Lowering, plan: Plan) -> Callable[[], None]:
    """Tells the values of the selections on the way to the exit."""

    def way(locals: tuple[LocalId, ...]) -> Callable[[], None]:
        def write() -> None:
            for local in locals:
                _tell_local(code, local)

        return write

    cases = [(number, way(locals)) for number, locals in sorted(exits(plan, ()).items())]
    return lambda: code.fn.switch(code.fn.param(3), cases)


def exits(plan: Plan, before: tuple[LocalId, ...]) -> dict[int, tuple[LocalId, ...]]:
    """The exits of a plan, each with the selections on the way there."""
    found: dict[int, tuple[LocalId, ...]] = {}
    if plan.gate_exit is not None:
        found[plan.gate_exit] = before
    here = (*before, *(part.local for part in plan.parts if isinstance(part, Select | YesNo)))
    if plan.exit is not None:
        found[plan.exit] = here
    for line in plan.menu or ():
        found |= exits(line, here)
    return found


# ---------------------------------------------------------------- hooks of the emitter


def _tell(code: Lowering, *words: Ir) -> None:
    for word in words:
        code.fn.drop(call("tell", "i32", word))


def tell_value(code: Lowering, of: types.Type, at: Ir) -> None:
    """Tells a value that lies in working memory."""
    code.fn.drop(call("tell_bytes", "i32", at, _used(code, of, at)))


def _tell_local(code: Lowering, local: LocalId) -> None:
    """Tells the value of a local of the Game, as it lies in working memory."""
    at, lanes = c(code.ctx.local_at(local)), code.ctx.lanes.get(local)
    if lanes is None:
        tell_value(code, code.game.locals[local].type, at)
    else:
        code.fn.drop(call("tell_bytes", "i32", at, c(lanes.bytes)))


def _used(code: Lowering, of: types.Type, at: Ir) -> Ir:
    """How many bytes of a value are in use."""
    size = c(scratch_values.size(code.ctx, of))
    if is_scalar(of) or is_piece(of):
        return size
    match of:
        case types.ListOf(inner) | types.SetOf(inner) if not _is_bits(code.game, of):
            return add(mul(load("i32", at), c(scratch_values.size(code.ctx, inner))), c(4))
        case types.Ranking(inner):
            return add(mul(load("i32", at), c(4 + scratch_values.size(code.ctx, inner))), c(4))
        case types.Pieces():
            return add(load("i32", at), c(4))
        case _:
            return size


def _is_bits(game: Game, of: types.Type) -> bool:
    return isinstance(of, types.SetOf) and is_bits(game, of.of)


def choice(code: Lowering, number: int, seat: Ir, exit_number: Ir) -> None:
    """A seat's choice is finished."""
    code.fn.drop(call("tell_choice", "i32", code.s, c(number), seat, exit_number))


def opened(code: Lowering, number: int) -> None:
    """A simultaneous decision begins."""
    _tell(code, c(OPENED), c(number))


def revealed(code: Lowering, number: int) -> None:
    """All have chosen in a simultaneous decision."""
    _tell(code, c(REVEALED), c(number))


def field(code: Lowering, spec: FieldSpec, flat: Ir, change: Callable[[], None]) -> None:
    """A field changes. What does not change is not told, nor are the compiler's own fields."""
    if spec.hidden:
        change()
        return
    fn = code.fn
    family = code.ctx.fields[code.game.fields.index(spec)]
    old = c(code.ctx.memory.space(family.stride))
    at = fn.let(add(add(code.s, mul(flat, c(family.stride))), c(family.offset)))
    fn.copy(old, at, c(family.stride))
    change()
    fn.drop(call("tell_field", "i32", code.s, add(flat, c(spec.base)), at, old, c(family.stride)))


def peek(code: Lowering, pieces: PiecesV, seat: Ir, *, is_noticed: bool) -> None:
    """A seat sees pieces where they lie."""
    code.fn.drop(call("tell_peek", "i32", pieces.at, pieces.end, seat, c(int(is_noticed))))


def say(code: Lowering, said: statements.Say) -> None:
    """A sentence for everyone."""
    form = sentences(code.game).number(said)
    spaces: list[tuple[types.Type, Ir]] = []
    for value in said.values:
        at = c(code.ctx.memory.space(scratch_values.size(code.ctx, value.type)))
        scratch_values.put(code, value.type, at, code.pinned(code.value(value)))
        spaces.append((value.type, at))
    _tell(code, c(SAID), c(form))
    for of, at in spaces:
        tell_value(code, of, at)


def rolled(code: Lowering, number: int, event: statements.Roll, elements: int, step: int, count: Ir) -> None:
    """A roll came out of `count` elements from `elements` on."""
    fn = code.fn
    seat = c(-1) if event.seat is None else code.scalar(event.seat)
    _tell(code, c(ROLLED), c(number), seat)
    if event.seat is None and isinstance(event.source.type, types.Pieces):
        _tell(code, count)
        with fn.count(c(0), count) as i:
            zone = fn.let(load("i32", mul(i, c(step)), elements))
            _tell(code, zone, call("zone_seen", "i32", code.s, zone))
    else:
        _tell(code, c(0))
    _tell_local(code, event.local)


TEXT = '''
def tell(value):
    at = i32[TELL_AT]
    if at >= TELL_END:
        fault(NO_ROOM, 0 - 1)
    i32[at] = value
    i32[TELL_AT] = at + 4
    return 0

def tell_bytes(at, size):
    tell(size)
    to = i32[TELL_AT]
    end = to + ((size + 3) >> 2) * 4
    if end > TELL_END:
        fault(NO_ROOM, 0 - 1)
    copy(to, at, size)
    i32[TELL_AT] = end
    return 0

def tell_begin(s):
    """The log begins; notes who sees the zones of which that is computed."""
    i32[TELL_AT] = TELL
    for i in range(MOVING_COUNT):
        i32[TELL_MASKS + i * 4] = zone_seen(s, i32[MOVING_ZONES + i * 4])
    return 0

def tell_end(s):
    """Tells who has come to see a zone. Gives the end of the log."""
    for i in range(MOVING_COUNT):
        z = i32[MOVING_ZONES + i * 4]
        now = zone_seen(s, z)
        more = (now ^ i32[TELL_MASKS + i * 4]) & now
        if more != 0:
            tell(TELLS_SHOWN)
            tell(z)
            tell(more)
            tell_triples(TELL_PIECES, z_list(s, z, TELL_PIECES))
    return i32[TELL_AT]

def tell_play(s, seat):
    """Makes the move whose steps are PREFIX, and tells what happens. Gives the end of the log; 0 if there is no such move."""
    tell_begin(s)
    if play(s, seat) < 0:
        return 0
    return tell_end(s)

def tell_revealed(node):
    tell(TELLS_REVEALED)
    tell(node)
    return 0

def tell_triples(at, end):
    tell((end - at) // 12)
    while at < end:
        tell(i32[at])
        tell(i32[at + 4])
        tell(i32[at + 8])
        at += 12
    return 0

def tell_peek(at, end, seat, noticed):
    tell(TELLS_PEEKED)
    tell(seat)
    tell(noticed)
    tell_triples(at, end)
    return 0

def tell_field(s, instance, at, old, size):
    same = 1
    for i in range(size):
        if u8[at + i] != u8[old + i]:
            same = 0
            break
    if same == 0:
        tell(TELLS_FIELD)
        tell(instance)
        tell(field_seen(s, instance))
        tell_bytes(at, size)
    return 0

def top_kind(s, z):
    """The kind on top of a pile, if it is known; else -1."""
    if not is_pile(z):
        return 0 - 1
    d = ZONES + z * 32
    p = s + i32[d]
    j = pile_len(p, d) - 1
    if j < 0:
        return 0 - 1
    k = pile_at(p, d, j)
    while not pile_cut(p, d, j):
        j -= 1
        if pile_at(p, d, j) != k:
            return 0 - 1
    return i32[i32[d + 16] + k * 4]

def tell_leaving(s, at, end, to, flags):
    """Tells what leaves; gives where it has to be written who sees it arrive."""
    tell(TELLS_MOVED)
    tell(flags)
    tell(to)
    here = i32[TELL_AT]
    tell(0)
    tell((end - at) // 12)
    while at < end:
        z = i32[at]
        tell(z)
        tell(i32[at + 4])
        tell(i32[at + 8])
        if z < 0:
            tell(0)
            tell(0)
            tell(0 - 1)
        else:
            tell(z_size(s, z))
            tell(zone_seen(s, z))
            tell(top_kind(s, z))
        at += 12
    return here

def move(s, at, end, to, site, flags):
    if at >= end:
        return 0
    here = tell_leaving(s, at, end, to, flags)
    move_untold(s, at, end, to, site, flags)
    i32[here] = zone_seen(s, to)
    if flags & 4:
        tell(TELLS_SHUFFLED)
        tell(to)
        tell(1)
    return 0

def swap_pieces(s, ends, site):
    if i32[ends] < i32[ends + 4] and i32[ends + 8] < i32[ends + 12]:
        from_ = i32[i32[ends]]
        to = i32[i32[ends + 8]]
        first = tell_leaving(s, i32[ends], i32[ends + 4], to, 0)
        second = tell_leaving(s, i32[ends + 8], i32[ends + 12], from_, TELLS_SWAPPED)
        swap_pieces_untold(s, ends, site)
        i32[first] = zone_seen(s, to)
        i32[second] = zone_seen(s, from_)
        return 0
    return swap_pieces_untold(s, ends, site)

def exchange(s, passes, n, site):
    tell(TELLS_EXCHANGED)
    tell(n)
    at = i32[TELL_AT]
    for i in range(n):
        z = i32[passes + i * 8]
        tell(z)
        tell(i32[passes + i * 8 + 4])
        tell(zone_seen(s, z))
        tell(0)
        end = z_list(s, z, TELL_PIECES)
        tell((end - TELL_PIECES) // 12)
        a = TELL_PIECES
        while a < end:
            tell(i32[a + 4])
            tell(i32[a + 8])
            a += 12
    exchange_untold(s, passes, n, site)
    for i in range(n):
        i32[at + 12] = zone_seen(s, i32[at + 4])
        at += 20 + i32[at + 16] * 8
    return 0

def shuffle_pile(s, z):
    shuffle_pile_untold(s, z)
    tell(TELLS_SHUFFLED)
    tell(z)
    tell(0)
    return 0

def draw_to(s, z, at, end, to, site, flags):
    if at >= end:
        return 0
    tell(TELLS_DRAWN)
    tell(flags)
    tell(to)
    here = i32[TELL_AT]
    tell(0)
    tell(z)
    tell(z_size(s, z))
    tell(zone_seen(s, z))
    tell(top_kind(s, z))
    tell((end - at) >> 2)
    a = at
    while a < end:
        tell(i32[a])
        a += 4
    draw_to_untold(s, z, at, end, to, site, flags)
    i32[here] = zone_seen(s, to)
    return 0

def resolved(s, r, z, depth):
    size = z_size(s, z)
    waits = resolved_untold(s, r, z, depth)
    if waits == 0 and size != 0 and depth != 0:
        tell(TELLS_RESOLVED)
        tell(z)
        if depth < 0 or depth > size:
            tell(size)
        else:
            tell(depth)
        tell(i32[RESULT])
        if i32[TOP_SEEN + z * 4]:
            tell(TELLS_SHOWN)
            tell(z)
            tell(SEATS_MASK)
            tell(1)
            tell(z)
            tell(i32[RESULT])
            tell(1)
    return waits
'''
