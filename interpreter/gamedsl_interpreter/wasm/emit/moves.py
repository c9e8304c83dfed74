"""Pieces that move: between bags and slots in place, where the families are known while emitting; everything else through the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from gamedsl.graph.analysis.walk import zones_named
from gamedsl.graph.bytes.codings import Counted, CountZone, MaskZone, SlotZone, zone_coding
from gamedsl.graph.model import expressions, statements, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import ZoneId
from gamedsl_interpreter.wasm.emit import places, zones
from gamedsl_interpreter.wasm.emit.context import zone_kinds
from gamedsl_interpreter.wasm.emit.ir import Ir, add, c, call, ge, load, mul, op2, sub
from gamedsl_interpreter.wasm.emit.values import PiecesV, PieceV, Value, ZoneV, expect

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.emit.lowering import Lowering


def move(code: Lowering, effect: statements.Move) -> None:
    """Pieces leave their places, then arrive."""
    if not code.ctx.tells and _in_place(code, effect):
        return
    pieces = given(code, effect.what)
    to = code.fn.reuse(code.zone(effect.to).instance)
    of_entries(code, pieces, to, effect.site, int(effect.under) | 2 * int(effect.from_bottom))


def given(code: Lowering, what: Expr) -> PiecesV:
    """Piece entries that may be used up: those that somebody else keeps (a local, a constant, a list) are copied, where `move` writes to entries."""
    found = code.pinned(code.pieces(what))
    is_kept = isinstance(
        what,
        expressions.Local
        | expressions.Call
        | expressions.Lookup
        | expressions.Item
        | expressions.Pick
        | expressions.Need,
    )
    return _copied(code, found) if is_kept and any(spec.form == "pile" for spec in code.game.zones) else found


def swap(code: Lowering, effect: statements.SwapPieces) -> None:
    """Two groups of pieces change places."""
    groups = [code.pinned(code.pieces(effect.first)), code.pinned(code.pieces(effect.second))]
    ends: list[Ir] = []
    for group in groups:
        copied = _copied(code, group)
        ends += [copied.at, copied.end]
    at = code.ctx.memory.space(16)
    for i, end in enumerate(ends):
        code.fn.store("32", c(at), end, 4 * i)
    code.fn.drop(call("swap_pieces", "i32", code.s, c(at), c(effect.site)))


def _copied(code: Lowering, pieces: PiecesV) -> PiecesV:
    at = c(code.ctx.memory.space(12 * code.ctx.pieces))
    size = code.fn.let(sub(pieces.end, pieces.at))
    code.room(op2("le_s", size, c(12 * code.ctx.pieces)))
    code.fn.copy(at, pieces.at, size)
    return PiecesV(at, code.fn.let(add(size, at)))


def of_entries(code: Lowering, pieces: PiecesV, to: Ir, site: types.SiteId, flags: int) -> None:
    """Moves piece entries of working memory."""
    code.fn.drop(call("move", "i32", code.s, pieces.at, pieces.end, to, c(site), c(flags)))


# ---------------------------------------------------------------- in place


@frozen
class Part:
    """Pieces out of one zone: those for which the conditions hold, or one piece of the only kind there."""

    zone: expressions.ZoneAt
    filters: tuple[expressions.Filter, ...]
    single: expressions.TakeSome | None


def _in_place(code: Lowering, effect: statements.Move) -> bool:
    """Writes the move in place, if that gives the same position and the same faults; tells whether it did."""
    target = effect.to.operand if isinstance(effect.to, expressions.Need) else effect.to
    if not isinstance(target, expressions.ZoneAt) or not _is_simple(code, target.zone):
        return False
    parts = _parts(code, effect.what)
    if parts is None:
        return False
    families = {part.zone.zone for part in parts}
    if not all(_is_simple(code, family) for family in families):
        return False
    touched = families | {target.zone}
    if any(
        zones_named(f.condition) & touched or not code.ctx.analysis.totality.is_total(f.condition)
        for part in parts
        for f in part.filters
    ):
        return False
    if any(zones_named(part.zone.index) & touched for part in parts) or (
        len(parts) > 1 and zones_named(target.index) & touched
    ):
        return False
    capacity = _capacity(code, target.zone)
    if capacity is not None and (
        len(parts) > 1 or not (parts[0].single or code.game.zones[parts[0].zone.zone].form == "slot")
    ):
        return False
    if target.zone in families and code.game.zones[target.zone].form == "slot":
        return False
    _write(code, effect, parts, capacity)
    return True


def _is_simple(code: Lowering, family: ZoneId) -> bool:
    """Whether a zone is a bag or slot whose kinds follow each other."""
    spec = code.game.zones[family]
    if spec.form == "pile":
        return False
    kinds = zone_kinds(code.game, spec)
    coding = zone_coding(code.game, spec)
    if isinstance(coding, MaskZone):
        return 0 < len(kinds) <= 64 and list(kinds) == list(range(kinds[0], kinds[0] + len(kinds)))
    return bool(kinds) and list(kinds) == list(range(kinds[0], kinds[0] + len(kinds)))


def _capacity(code: Lowering, family: ZoneId) -> int | None:
    spec = code.game.zones[family]
    return 1 if spec.form == "slot" else spec.capacity


def _parts(code: Lowering, what: Expr) -> list[Part] | None:
    match what:
        case expressions.Contents(expressions.ZoneAt() as zone):
            return [Part(zone, (), None)]
        case expressions.Filter(source):
            inner = _parts(code, source)
            if inner is None or any(part.single for part in inner):
                return None
            return [Part(part.zone, (*part.filters, what), None) for part in inner]
        case expressions.Join(left, right):
            one, other = _parts(code, left), _parts(code, right)
            if one is None or other is None or {p.zone.zone for p in one} & {p.zone.zone for p in other}:
                return None
            return [*one, *other]
        case expressions.TakeSome(expressions.Const(1), expressions.Contents(expressions.ZoneAt() as zone)) if (
            not what.up_to
        ):
            return [Part(zone, (), what)]
        case _:
            return None


def _write(code: Lowering, effect: statements.Move, parts: list[Part], capacity: int | None) -> None:
    fn = code.fn
    target: list[ZoneV] = []

    def to() -> ZoneV:
        # Where the pieces go is asked after what moves, and only once; the reference executor asks even if nothing moves.
        if not target:
            target.append(code.pinned(code.zone(effect.to)))
        return target[0]

    sources = [code.pinned(code.zone(part.zone)) for part in parts]
    singles = [
        None if part.single is None else _single(code, part.single, source)
        for part, source in zip(parts, sources, strict=True)
    ]
    tops = [
        fn.let(places.top(code, source).kind) if capacity is not None and single is None else single
        for source, single in zip(sources, singles, strict=True)
    ]
    to()
    for part, source, top in zip(parts, sources, tops, strict=True):
        if top is not None:
            with fn.when(ge(top, c(0))):
                _one(code, effect, source, to(), top, capacity)
        else:
            _all(code, effect, part, source, to())


def _single(code: Lowering, taken: expressions.TakeSome, source: ZoneV) -> Ir:
    """The one kind of which a piece is taken. Faults E_MISSING, E_WHICH, as taking some pieces has them."""
    fn = code.fn
    kind, kinds, total = fn.let_var(c(-1)), fn.let_var(c(0)), fn.let_var(c(0))

    def seen(element: Value, number: Ir) -> None:
        fn.set(kind, expect(PieceV, element).kind)
        fn.set(kinds, add(kinds, c(1)))
        fn.set(total, add(total, number))

    zones.stream(code, source, seen)
    code.check(total, "E_MISSING", taken.site)
    code.check(op2("or", op2("eq", kinds, c(1)), op2("eq", total, c(1))), "E_WHICH", taken.site)
    return kind


def _none(code: Lowering, effect: statements.Move, to: ZoneV) -> None:
    if to.maybe:
        code.check(ge(to.instance, c(0)), "E_NONE", effect.site)


def _one(code: Lowering, effect: statements.Move, source: ZoneV, to: ZoneV, kind: Ir, capacity: int | None) -> None:
    _none(code, effect, to)
    put(code, source, kind, c(-1))
    if capacity is not None:
        code.check(op2("lt_s", zones.size(code, to), c(capacity)), "E_FULL", effect.site)
    put(code, to, kind, c(1))


def _all(code: Lowering, effect: statements.Move, part: Part, source: ZoneV, to: ZoneV) -> None:
    fn = code.fn

    def passes(element: Value, number: Ir) -> None:
        onward = c(1)
        for test in part.filters:
            code.bound(test.local, element)
            onward = op2("and", onward, fn.reuse(code.scalar(test.condition)))
        with fn.when(onward):
            kind = expect(PieceV, element).kind
            _none(code, effect, to)
            put(code, source, kind, sub(c(0), number))
            put(code, to, kind, number)

    zones.stream(code, source, passes)


def put(code: Lowering, zone: ZoneV, kind: Ir, number: Ir) -> None:
    """So many more pieces (fewer, if below 0) of a kind in a bag or slot; a slot holds one or none."""
    fn, spec = code.fn, code.game.zones[zone.known_family]
    first = zone_kinds(code.game, spec)[0]
    at = places.zone_address(code, zone)
    index = sub(kind, c(first))
    match zone_coding(code.game, spec):
        case SlotZone() as coding:
            there = op2("gt_s", number, c(0))
            fn.store("8" if coding.codes == "B" else "16", at, op2("and", add(index, c(1)), op2("sub", c(0), there)))
        case CountZone(Counted(_, word_code)):
            width = 1 if word_code == "B" else 2
            here = fn.let(add(mul(index, c(width)), at))
            fn.store(str(8 * width), here, add(load("u8" if width == 1 else "u16", here), number))
        case MaskZone():
            index = fn.reuse(index)
            here = fn.let(add(at, op2("shr_u", index, c(3))))
            fn.store("8", here, op2("xor", load("u8", here), op2("shl", c(1), op2("and", index, c(7)))))
        case _:
            raise AssertionError("only bags and slots are written in place")
