"""Modules that log events: besides playing, they record what happens.

Such a module has one purpose: to replay a match and find what its seats have observed. It is an ordinary module in which every change of a position is
also written to memory, from TELL on, as 32-bit words. Each entry begins with one of the numbers below. Masks of seats are bits; a mask is -1 if the
seats that see something never change, because a host knows these. *Bytes* are their number, then the bytes, padded to words.

* FIELD: field instance, mask, bytes of the cell in canonical coding.
* MOVED: flags as of `move` (8: mixed in; 16: committed; 32: swapped), zone, mask of the zone afterwards, number of entries; for each entry zone, kind,
count, pieces in the zone before, mask of the zone before, kind on top of it (-1: not known).
* DRAWN: flags, zone, mask of the zone afterwards, source, pieces in the source before, mask of the source before, kind on top of it, number, kinds.
* EXCHANGED: number of passes; for each source, zone, mask of the source before, mask of the zone afterwards, number of pairs, kinds and counts.
* SHUFFLED: pile, whether only the pieces put beneath it were shuffled.
* RESOLVED: pile, number of pieces that were settled, kind of the top one.
* SHOWN: zone, mask, number of triples, zones and kinds and counts.
* PEEKED: seat, whether others notice it, number of triples, zones and kinds and counts.
* ROLLED: node, the only seat that sees it (-1: not only one), number of pairs, the zones of the pieces that it was rolled from and their masks, bytes
of the value as in working memory.
* CHOSEN: node, seat, exit, bytes of the value of each selection on the way to the exit.
* OPENED: node of a simultaneous decision that begins.
* REVEALED: node of a simultaneous decision in which all have chosen.
* SAID: number of the sentence's form, bytes of each value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gamedsl.graph.model import statements, types
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import LocalId
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, load
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms import scratch_values
from gamedsl_interpreter.wasm.emit.forms.pieces import PiecesV
from gamedsl_interpreter.wasm.emit.formulas.formula_lowering import FormulaLowering
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, is_piece, is_scalar
from gamedsl_interpreter.wasm.emit.telling import audience
from gamedsl_interpreter.wording.sentences import Sentences, sentences

FIELD, MOVED, DRAWN, EXCHANGED, SHUFFLED, SHOWN, PEEKED, ROLLED, CHOSEN, OPENED, REVEALED, SAID, RESOLVED = range(1, 14)
"""The first words of entries."""

_NUMBERS = {
    "TELLS_FIELD": FIELD, "TELLS_MOVED": MOVED, "TELLS_DRAWN": DRAWN, "TELLS_EXCHANGED": EXCHANGED, "TELLS_SHUFFLED": SHUFFLED, "TELLS_SHOWN": SHOWN,
    "TELLS_PEEKED": PEEKED, "TELLS_OPENED": OPENED, "TELLS_REVEALED": REVEALED,
    "TELLS_RESOLVED": RESOLVED, "TELLS_SWAPPED": 32,
}  # fmt: skip

COMMITTED = 16
"""A flag of moves: the pieces were chosen in a simultaneous decision. The library ignores it."""

SWAPPED = 32
"""A flag of moves: the pieces left before those of the entry before arrived. The library ignores it."""

_SIZE = 1 << 18
"""The bytes of the log of one call."""


def declare(ctx: Context) -> None:
    """Reserves memory for the log, and declares the functions that depend on the Game. Writing them raises Unsupported (see `audience`)."""
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
        "TOP_SEEN": memory.words([int(spec.visibility.top_seen) for spec in _list_families(game.zones)]),
    }
    audience.declare(ctx)
    ctx.functions.writers["tell_choice"] = partial(_write_choices, ctx)


def _list_families(specs: Sequence[ZoneSpec]) -> list[ZoneSpec]:
    """Gives the family of each instance."""
    return [spec for spec in sorted(specs, key=lambda one: one.base) for _ in spec.start]


# ---------------------------------------------------------------- choices


def _write_choices(ctx: Context) -> None:
    """Writes the function that logs a finished choice, whose values are in the locals."""
    fn = Fn("tell_choice", ("i32", "i32", "i32", "i32"), "i32")
    code = FormulaLowering(ctx, fn)
    _tell(code, c(CHOSEN), *map(fn.param, (1, 2, 3)))
    nodes = [
        (number, node.plan)
        for number, node in enumerate(ctx.game.nodes)
        if isinstance(node, DecisionNode | TogetherNode)
    ]
    fn.switch(fn.param(1), [(number, _log_ways(code, plan)) for number, plan in nodes])
    fn.ret(c(0))
    ctx.functions.append(fn)


def _log_ways(code: Lowering, plan: Plan) -> Callable[[], None]:
    """Logs the values of the selections on the way to the exit."""

    def way(locals: tuple[LocalId, ...]) -> Callable[[], None]:
        def write() -> None:
            for local in locals:
                _tell_local(code, local)

        return write

    cases = [(number, way(locals)) for number, locals in sorted(exits(plan, ()).items())]
    return lambda: code.fn.switch(code.fn.param(3), cases)


def exits(plan: Plan, before: tuple[LocalId, ...]) -> dict[int, tuple[LocalId, ...]]:
    """Gives the exits of a plan, each with the selections on the way there."""
    by_exit: dict[int, tuple[LocalId, ...]] = {}
    if plan.gate_exit is not None:
        by_exit[plan.gate_exit] = before
    here = (*before, *(part.local for part in plan.parts if isinstance(part, Select | YesNo)))
    if plan.exit is not None:
        by_exit[plan.exit] = here
    for line in plan.menu or ():
        by_exit |= exits(line, here)
    return by_exit


# ---------------------------------------------------------------- hooks of the emitter


def _tell(code: Lowering, *words: Ir) -> None:
    for word in words:
        code.fn.drop(call("tell", "i32", word))


def tell_value(code: Lowering, of: types.Type, at: Ir) -> None:
    """Logs a value in working memory."""
    code.fn.drop(call("tell_bytes", "i32", at, _count_used_bytes(code, of, at)))


def _tell_local(code: Lowering, local: LocalId) -> None:
    """Logs the value of a local of the Game, in its form in working memory."""
    at, lanes = c(code.ctx.locals.at(local)), code.ctx.locals.lanes.get(local)
    if lanes is None:
        tell_value(code, code.game.locals[local].type, at)
    else:
        code.fn.drop(call("tell_bytes", "i32", at, c(lanes.bytes)))


def _count_used_bytes(code: Lowering, of: types.Type, at: Ir) -> Ir:
    """Computes how many bytes of a value are in use."""
    size = c(scratch_values.size(code.ctx, of))
    if is_scalar(of) or is_piece(of):
        return size
    match of:
        case types.ListOf(inner) | types.SetOf(inner) if not _is_bits(code.game, of):
            return load("i32", at) * scratch_values.size(code.ctx, inner) + 4
        case types.Ranking(inner):
            return load("i32", at) * (4 + scratch_values.size(code.ctx, inner)) + 4
        case types.Pieces():
            return load("i32", at) + 4
        case _:
            return size


def _is_bits(game: Game, of: types.Type) -> bool:
    return isinstance(of, types.SetOf) and is_bits(game, of.of)


def choice(code: Lowering, number: int, seat: Ir, exit_number: Ir) -> None:
    """Logs that a seat has finished its choice."""
    code.fn.drop(call("tell_choice", "i32", code.s, c(number), seat, exit_number))


def log_opening(code: Lowering, number: int) -> None:
    """Logs that a simultaneous decision begins."""
    _tell(code, c(OPENED), c(number))


def log_reveal(code: Lowering, number: int) -> None:
    """Logs that all have chosen in a simultaneous decision."""
    _tell(code, c(REVEALED), c(number))


def field(code: Lowering, spec: FieldSpec, flat: Ir, change: Callable[[], None]) -> None:
    """Logs a change of a field. Logs nothing if the value stays the same, or if the field is the compiler's own."""
    if spec.hidden:
        change()
        return
    fn = code.fn
    family = code.ctx.record.fields[code.game.fields.index(spec)]
    old = c(code.ctx.memory.space(family.stride))
    at = fn.let(code.s + flat * family.stride + family.offset)
    fn.copy(old, at, c(family.stride))
    change()
    fn.drop(call("tell_field", "i32", code.s, flat + spec.base, at, old, c(family.stride)))


def peek(code: Lowering, pieces: PiecesV, seat: Ir, *, is_noticed: bool) -> None:
    """Logs that a seat sees pieces in their zones."""
    code.fn.drop(call("tell_peek", "i32", pieces.at, pieces.end, seat, c(int(is_noticed))))


def say(code: Lowering, said: statements.Say) -> None:
    """Logs a sentence for everyone."""
    form = _sentences(code.ctx).number(said)
    spaces: list[tuple[types.Type, Ir]] = []
    for value in said.values:
        at = c(code.ctx.memory.space(scratch_values.size(code.ctx, value.type)))
        scratch_values.put(code, value.type, at, code.pin(code.value(value)))
        spaces.append((value.type, at))
    _tell(code, c(SAID), c(form))
    for of, at in spaces:
        tell_value(code, of, at)


def _sentences(ctx: Context) -> Sentences:
    """Collects the sentences of the Game once."""
    known = ctx.find_memo(Sentences)
    if known is None:
        known = sentences(ctx.game)
        ctx.set_memo(known)
    return known


def log_roll(code: Lowering, number: int, event: statements.Roll, options: scratch_values.Elements, count: Ir) -> None:
    """Logs a roll of one of `count` options."""
    fn = code.fn
    seat = c(-1) if event.seat is None else code.scalar(event.seat)
    _tell(code, c(ROLLED), c(number), seat)
    if event.seat is None and isinstance(event.source.type, types.Pieces):
        _tell(code, count)
        with fn.count(c(0), count) as i:
            zone = fn.let(load("i32", options.entry(i)))
            _tell(code, zone, call("zone_audience", "i32", code.s, zone))
    else:
        _tell(code, c(0))
    _tell_local(code, event.local)
