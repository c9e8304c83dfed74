"""The places of a board by the content of a field, as bits that are kept up to date while a module for playouts plays.

A condition such as "mark is none" on each place then loads a word for 64 places, instead of comparing all their bytes. Each assignment to the field moves the
bit of one place. A board that has just been written cannot be read sixteen bytes at a time without waiting for the processor, and its bits can.

Only modules for playouts keep them: these play from the first node to the end, on one position that nobody else writes. Games whose moves are tried and taken
back keep none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamedsl.graph.bytes.codings import Ordinal, Perhaps, type_coding
from gamedsl.graph.model.types import FieldId, Position
from gamedsl.values import define, field
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, call, const_value, load, op2, select, wide
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.lowering import Lowering

_LEAST_PLACES = 17
"""The bytes of fewer places are compared at once."""
_MOST_PLACES = 400
"""The bits of a larger board take too long to fill when a match begins."""
_MOST_JOINED = 2
"""The most contents whose places are joined to one set."""


@define
class Kept:
    """The bits of one field: a row for each content, then an empty row; each row has one bit for each place."""

    field: FieldId
    contents: int
    places: int
    at: int | None = None
    """The address of the first row; None as long as no condition reads one."""

    @property
    def words(self) -> int:
        """The words of a row."""
        return -(-self.places // 64)

    @property
    def moving(self) -> str:
        """The name of the function that moves the bit of a place."""
        return f"kept{self.field}_moved"


@define
class _KeptFields:
    """The fields whose bits are kept, if a condition reads them."""

    fields: dict[FieldId, Kept | None] = field(factory=dict[FieldId, Kept | None])


def mask_of(ctx: Context, number: FieldId) -> Kept | None:
    """Gives the bits of a field; None if they are not kept."""
    known = ctx.memo(_KeptFields).fields
    if number not in known:
        known[number] = _find_mask(ctx, number)
    return known[number]


def _find_mask(ctx: Context, number: FieldId) -> Kept | None:
    game, family = ctx.game, ctx.record.fields[number]
    spec = game.fields[number]
    if ctx.can_stop or ctx.trials.ahead or ctx.trials.with_candidates or game.questions:
        return None
    is_of_a_board = len(spec.dimensions) == 1 and isinstance(spec.dimensions[0].type, Position)
    if not is_of_a_board or family.stride != 1 or not _LEAST_PLACES <= family.size <= _MOST_PLACES:
        return None
    coding = type_coding(game, spec.type)
    match coding:
        case Perhaps(scale) if coding.codes == "B":
            return Kept(number, scale.count + 1, family.size)
        case Ordinal(scale) if coding.codes == "B":
            return Kept(number, scale.count, family.size)
        case _:
            return None


def with_contents(code: Lowering, of: Kept, holds: Sequence[bool], every: Sequence[Ir]) -> tuple[Ir, ...] | None:
    """Gives the places whose content fulfils `holds`; None if too many rows would be joined. `every` are all places."""
    members, others = ([i for i, truth in enumerate(holds) if truth is wanted] for wanted in (True, False))
    if len(members) > _MOST_JOINED and len(others) > _MOST_JOINED:
        return None
    at = _address(code.ctx, of)
    joined = members if len(members) <= len(others) else others
    rows = [load("i64", c(at + 8 * (of.words * i)), 8 * w) for w in range(of.words) for i in joined]
    words = [_union(rows[w * len(joined) : (w + 1) * len(joined)]) for w in range(of.words)]
    if joined is others:
        words = [full & ~word for full, word in zip(every, words, strict=True)]
    return tuple(code.fn.let(word) for word in words)


def _union(rows: Sequence[Ir]) -> Ir:
    word = c64(0)
    for row in rows:
        word = word | row
    return word


def with_content(code: Lowering, of: Kept, content: Ir) -> tuple[Ir, ...]:
    """Gives the places with a content that is computed while playing; no places for a number that is no content."""
    at = _address(code.ctx, of)
    known = const_value(content)
    inside = content if known is not None else code.fn.reuse(content)
    row = code.fn.reuse(select(op2("lt_u", inside, c(of.contents)), inside, c(of.contents)) * (8 * of.words))
    return tuple(code.fn.let(load("i64", row, at + 8 * w)) for w in range(of.words))


def _address(ctx: Context, of: Kept) -> int:
    if of.at is None:
        of.at = ctx.memory.space(8 * of.words * (of.contents + 1))
    return of.at


# ---------------------------------------------------------------- keeping


def move_bit(code: Lowering, number: FieldId, flat: Ir, at: Ir, put: Callable[[Ir], None]) -> None:
    """Assigns a value to an instance of a field by `put`, which gets its address, and moves the bit of the instance."""
    of = mask_of(code.ctx, number)
    if of is None:
        put(at)
        return
    at = code.fn.reuse(at)
    before = code.fn.let(load("u8", at))
    put(at)
    code.fn.drop(call(of.moving, "i32", flat, before, load("u8", at)))


def fill(code: Lowering, number: FieldId) -> None:
    """Computes the bits of a field whose instances have all changed."""
    if mask_of(code.ctx, number) is not None:
        code.fn.drop(call(_FILLED.format(number), "i32", code.s))


def begin(code: Lowering) -> None:
    """Computes all bits when play begins."""
    for number in range(len(code.game.fields)):
        fill(code, FieldId(number))


_FILLED = "kept{}_filled"


def write(ctx: Context) -> None:
    """Writes the functions that keep the bits. This comes after all other functions, because only then is it known which fields conditions read by bits; for
    other fields the functions do nothing."""
    for of in ctx.memo(_KeptFields).fields.values():
        if of is not None:
            _write_moving(ctx, of)
            _write_filling(ctx, of)


def _write_moving(ctx: Context, of: Kept) -> None:
    fn = Fn(of.moving, ("i32", "i32", "i32"), "i32")
    if of.at is not None:
        flat = fn.param(0)
        bit = fn.let(c64(1) << wide(flat & 63))
        word = c(0) if of.words == 1 else fn.let((flat >> 6) * 8)
        for content in (fn.param(1), fn.param(2)):
            row = fn.let(content * (8 * of.words) + word)
            fn.store("i64", row, load("i64", row, of.at) ^ bit, of.at)
    fn.ret(c(0))
    ctx.functions.bounded.append(fn)


def _write_filling(ctx: Context, of: Kept) -> None:
    fn = Fn(_FILLED.format(of.field), ("i32",), "i32")
    if of.at is not None:
        fn.fill(c(of.at), c(8 * of.words * of.contents))
        offset = ctx.record.fields[of.field].offset
        with fn.count(c(0), c(of.places)) as i:
            content = load("u8", fn.param(0) + i, offset)
            row = fn.let(content * (8 * of.words) + (i >> 6) * 8)
            bit = c64(1) << wide(i & 63)
            fn.store("i64", row, load("i64", row, of.at) | bit, of.at)
    fn.ret(c(0))
    ctx.functions.bounded.append(fn)
