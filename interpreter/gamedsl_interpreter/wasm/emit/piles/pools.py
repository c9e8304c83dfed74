"""Pools: collections from which pieces are drawn at random, kept as adjacent words. A bag of a known family is a pool, and so is the open stretch of a pile."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, zone_coding
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, call, load, lt, op1, op2, select, wide, wrap
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.planning import count_lanes as lanes
from gamedsl_interpreter.wasm.emit.planning.pile_forms import PileForm

Put = Callable[[Ir, Ir], None]
"""Takes a kind, as its number in the pool, and the number of its pieces."""

_MASK_WIDTHS = {"B": ("u8", "8"), "H": ("u16", "16"), "I": ("u32", "32"), "Q": ("i64", "i64")}


@frozen
class Pool:
    """Counts of `kinds`, or a bit for each of them."""

    kinds: tuple[int, ...]
    words: int
    is_mask: bool
    width: str
    """The code of a mask in a layout."""
    is_alone: bool
    """Whether the unused lanes of the last word are always empty."""

    def _inside(self, number: int) -> int:
        """Gives the bits of a word that belong to the pool."""
        return lanes.mask_of(8 if self.is_alone else len(self.kinds) - 8 * number)

    def word(self, base: Ir, number: int) -> Ir:
        """Loads a word without the data after the pool."""
        if self.is_mask:
            loaded = load(_MASK_WIDTHS[self.width][0], base)
            return loaded if loaded.ty == "i64" else wide(loaded)
        return load("i64", base, 8 * number) & self._inside(number)

    def store(self, fn: Fn, base: Ir, number: int, word: Ir) -> None:
        """Writes a word without changing the data after the pool."""
        if self.is_mask:
            kind = _MASK_WIDTHS[self.width][1]
            fn.store(kind, base, word if kind == "i64" else wrap(word))
            return
        behind = load("i64", base, 8 * number) & ~self._inside(number)
        fn.store("i64", base, word if behind == c64(0) else word | behind, 8 * number)

    def size(self, base: Ir) -> Ir:
        """Counts the pieces."""
        total = c(0)
        for number in range(self.words):
            word = self.word(base, number)
            total = (wrap(op1("popcnt", word)) if self.is_mask else lanes.total(word)) + total
        return total


def of_pile(form: PileForm) -> Pool:
    """Gives the open stretch of a pile as a pool."""
    return Pool(form.kinds, form.words, form.is_mask, "Q", is_alone=True)


def of_bag(game: Game, family: ZoneId) -> Pool | None:
    """Gives the bags of a family as pools; None if their counts are not lanes or bits of a few words."""
    match zone_coding(game, game.zones[family]):
        case MaskZone() as coding if len(coding.codes) == 1 and coding.mask.scale.count:
            return Pool(tuple(coding.mask.scale.kinds), 1, True, coding.codes, is_alone=False)
        case CountZone(Counted(scale, "B")) if scale.count:
            kinds = tuple(scale.kinds)
            most = [sum(game.kinds[kind].copies for kind in kinds[i : i + 8]) for i in range(0, len(kinds), 8)]
            return (
                Pool(kinds, len(most), False, "", is_alone=False)
                if max(most) <= lanes.MOST and len(most) <= 8
                else None
            )
        case _:
            return None


# ---------------------------------------------------------------- taking pieces out of a pool


def take_all(fn: Fn, pool: Pool, base: Ir, put: Put) -> None:
    """Iterates over the kinds and their numbers, ascending; the pool is empty afterwards."""
    for number in range(pool.words):
        left = fn.let_var(pool.word(base, number))
        with fn.until(op2("eq", left, c64(0))):
            place = fn.let(op1("ctz", left))
            if pool.is_mask:
                fn.set(left, left & (left - 1))
                put(wrap(place), c(1))
            else:
                bits = fn.let(place & 0x38)
                many = fn.let((left >> bits) & 255)
                fn.set(left, left - (many << bits))
                put((wrap(bits) >> 3) + 8 * number, wrap(many))
        pool.store(fn, base, number, c64(0))


def take_some(ctx: Context, fn: Fn, pool: Pool, base: Ir, number: Ir, size: Ir, stream: Ir, put: Put) -> None:
    """Draws a number of pieces, one after the other, from a pool of `size` pieces. `size` is a local that is counted down."""
    if pool.words > 1:
        name = _memory_taker(ctx, pool)
        with fn.count(c(0), number):
            put(fn.let(call(name, "i32", base, size, stream)), c(1))
            fn.set(size, size - 1)
        return
    word = fn.let_var(pool.word(base, 0))
    with fn.count(c(0), number):
        put(_take_one(fn, pool, word, size, stream), c(1))
        fn.set(size, size - 1)
    pool.store(fn, base, 0, word)


def _take_one(fn: Fn, pool: Pool, word: Ir, size: Ir, stream: Ir) -> Ir:
    """Removes a drawn piece from the word and gives its kind. If there is only one kind, nothing is drawn at random."""
    marks = word if pool.is_mask else fn.let(lanes.bits_of_filled(word))
    place = fn.let_var(c(0))
    with fn.when(op2("ne", marks & (marks - 1), c64(0))):
        fn.set(place, call("below", "i32", stream, size))
    if pool.is_mask:
        kind = fn.let(call("nth_bit", "i32", word, place))
        fn.set(word, word ^ (c64(1) << wide(kind)))
    else:
        kind = fn.let(lanes.kind_at(word, place))
        fn.set(word, word - lanes.one_of(kind))
    return kind


def _memory_taker(ctx: Context, pool: Pool) -> str:
    """Gives the function that takes one piece out of a pool of several words. Its parameters: the address of the pool, its size, the stream."""
    tail = 0 if pool.is_alone else len(pool.kinds) % lanes.LANES
    name = f"taken_{pool.words}_{tail}"
    if name in ctx.functions.shared:
        return name
    ctx.functions.shared.add(name)
    fn = Fn(name, ("i32", "i32", "i32"), "i32")
    base, size, stream = map(fn.param, range(3))
    last = fn.let(base + 8 * (pool.words - 1))

    def word_at(at: Ir) -> Ir:
        word = load("i64", at)
        return word & select(op2("eq", at, last), c64(lanes.mask_of(tail)), c64(-1)) if tail else word

    at, seen, place = fn.let_var(base), fn.let_var(c(0)), fn.let_var(c(0))
    with fn.block() as counted, fn.loop() as again:
        fn.set(seen, seen + lanes.kinds_in(fn.let(word_at(at))))
        with fn.when(op2("gt_s", seen, c(1))):
            fn.set(place, call("below", "i32", stream, size))
            fn.br(counted)
        fn.set(at, at + 8)
        fn.br_if(again, op2("le_s", at, last))
    fn.set(at, base)
    word, many = fn.local("i64"), fn.local()
    with fn.block() as found, fn.loop() as again:
        fn.set(word, word_at(at))
        fn.set(many, lanes.total(word))
        fn.br_if(found, lt(place, many))
        fn.set(place, place - many)
        fn.set(at, at + 8)
        fn.br(again)
    lane = fn.let(lanes.kind_at(word, place))
    fn.store("i64", at, load("i64", at) - lanes.one_of(lane))
    fn.ret(at - base + lane)
    ctx.functions.bounded.append(fn)
    return name
