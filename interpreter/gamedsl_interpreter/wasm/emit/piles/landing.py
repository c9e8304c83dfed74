"""The destination of drawn pieces: adds a piece to a zone of a known family at a known address."""

from __future__ import annotations

from gamedsl.graph.bytes.codings import Coding, Counted, CountZone, MaskZone, PileZone, SlotZone, zone_coding
from gamedsl.graph.model.types import ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, call, load
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.piles import pools, tops
from gamedsl_interpreter.wasm.emit.piles.pools import Pool
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds


@frozen
class Landing:
    """A zone that receives pieces of a pool: the kind with number i in the pool has number `numbers[i]` in the zone."""

    family: ZoneId
    coding: Coding
    numbers: tuple[int, ...]

    @property
    def is_pile(self) -> bool:
        """Whether the order in which pieces arrive matters."""
        return isinstance(self.coding, PileZone)

    def put(self, ctx: Context, fn: Fn, at: Ir, extra: Ir, kind: Ir, number: Ir) -> None:
        """Adds pieces of a kind of the pool; only one piece for a slot or a pile."""
        index = fn.reuse(ctx.memory.entry(list(self.numbers), kind))
        match self.coding:
            case SlotZone() as coding:
                fn.store("8" if coding.codes == "B" else "16", at, index + 1)
            case CountZone(Counted(_, code)):
                width = 1 if code == "B" else 2
                here = fn.let(index * width + at)
                fn.store(str(8 * width), here, load("u8" if width == 1 else "u16", here) + number)
            case MaskZone():
                here = fn.let(at + (index >> 3))
                fn.store("8", here, load("u8", here) | (c(1) << (index & 7)))
            case _:
                fn.drop(call(tops.putter(ctx, self.family), "i32", at, extra, index))


def landing(ctx: Context, kinds: tuple[int, ...], family: ZoneId) -> Landing | None:
    """Gives how pieces of these kinds arrive in a family; None if only the library's functions can move them there."""
    game = ctx.game
    spec = game.zones[family]
    there = {kind: i for i, kind in enumerate(zone_kinds(game, spec))}
    if not all(kind in there for kind in kinds):
        return None
    return Landing(family, zone_coding(game, spec), tuple(there[kind] for kind in kinds))


def all_arrive(ctx: Context, fn: Fn, pool: Pool, base: Ir, to: Landing, at: Ir) -> None:
    """Moves all pieces of a pool to a bag or slot; the pool is empty afterwards."""
    same = pools.of_bag(ctx.game, to.family) if ctx.game.zones[to.family].form == "bag" else None
    if same is None or (same.kinds, same.is_mask) != (pool.kinds, pool.is_mask):
        pools.take_all(fn, pool, base, lambda kind, number: to.put(ctx, fn, at, c(0), kind, number))
        return
    for number in range(pool.words):
        word = fn.let(pool.word(base, number))
        if pool.is_mask:
            same.store(fn, at, number, same.word(at, number) | word)
        else:
            fn.store("i64", at, load("i64", at, 8 * number) + word, 8 * number)
        pool.store(fn, base, number, c64(0))
