"""Moves of all or some of the contents of bags and slots of known families: counts are added to counts."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.analysis.walk import list_named_zones
from gamedsl.graph.model import expressions, shapes, statements
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.types import ZoneId
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, ge, op2
from gamedsl_interpreter.wasm.emit.bulk import lane_conditions
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.formulas import places, zones
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.piles import pools
from gamedsl_interpreter.wasm.emit.piles.pools import Pool
from gamedsl_interpreter.wasm.emit.planning import lane_shapes
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import zone_kinds


@frozen
class Part:
    """Pieces out of one zone: those for which the conditions hold, one piece of the only kind there, or a constant bag."""

    zone: expressions.ZoneAt
    filters: tuple[expressions.Filter, ...]
    single: expressions.TakeSome | None = None
    wanted: expressions.TakeFrom | None = None


def move(code: Lowering, effect: statements.Move) -> bool:
    """Emits the move in place, if that gives the same position and the same faults. Gives whether it was emitted."""
    target = effect.to.operand if isinstance(effect.to, expressions.Need) else effect.to
    if not isinstance(target, expressions.ZoneAt) or not _is_simple(code, target.zone):
        return False
    parts = _parts(code, effect.what)
    if parts is None:
        return False
    families = {part.zone.zone for part in parts}
    if not all(_is_simple(code, family) for family in families):
        return False
    if any(part.wanted and not _same_pools(code, part.zone.zone, target.zone) for part in parts):
        return False
    touched = families | {target.zone}
    if any(
        list_named_zones(f.condition) & touched or not code.ctx.analysis.totality.is_total(f.condition)
        for part in parts
        for f in part.filters
    ):
        return False
    if any(list_named_zones(part.zone.index) & touched for part in parts) or (
        len(parts) > 1 and list_named_zones(target.index) & touched
    ):
        return False
    capacity = capacity_of(code, target.zone)
    if capacity is not None and (
        len(parts) > 1 or not (parts[0].single or code.game.zones[parts[0].zone.zone].form == "slot")
    ):
        return False
    if target.zone in families and code.game.zones[target.zone].form == "slot":
        return False
    _write(code, effect, parts, capacity)
    return True


def _is_simple(code: Lowering, family: ZoneId) -> bool:
    """Whether a zone is a bag or slot that can hold pieces."""
    spec = code.game.zones[family]
    return spec.form != "pile" and bool(zone_kinds(code.game, spec))


def _same_pools(code: Lowering, source: ZoneId, target: ZoneId) -> bool:
    """Whether the words of one family can be added to those of the other."""
    pool, same = (pools.of_bag(code.game, family) for family in (source, target))
    return pool is not None and same is not None and (pool.kinds, pool.is_mask) == (same.kinds, same.is_mask)


def capacity_of(code: Lowering, family: ZoneId) -> int | None:
    """Returns how many pieces a zone of the family holds at most."""
    spec = code.game.zones[family]
    return 1 if spec.form == "slot" else spec.capacity


def _parts(code: Lowering, what: Expr) -> list[Part] | None:
    match what:
        case expressions.Contents(expressions.ZoneAt() as zone):
            return [Part(zone, ())]
        case expressions.Filter(source):
            inner = _parts(code, source)
            if inner is None or any(part.single or part.wanted for part in inner):
                return None
            return [Part(part.zone, (*part.filters, what)) for part in inner]
        case expressions.Join(left, right):
            one, other = _parts(code, left), _parts(code, right)
            if one is None or other is None or {p.zone.zone for p in one} & {p.zone.zone for p in other}:
                return None
            return [*one, *other]
        case expressions.TakeSome(expressions.Const(1), expressions.Contents(expressions.ZoneAt() as zone)) if (
            not what.up_to
        ):
            return [Part(zone, (), single=what)]
        case expressions.TakeFrom(expressions.Const(), expressions.Contents(expressions.ZoneAt() as zone)) if {
            kind for kind, _ in _read_wanted(what)
        } <= set(zone_kinds(code.game, code.game.zones[zone.zone])):
            return [Part(zone, (), wanted=what)]
        case _:
            return None


def _write(code: Lowering, effect: statements.Move, parts: list[Part], capacity: int | None) -> None:
    fn = code.fn
    target: list[ZoneV] = []

    def to() -> ZoneV:
        # The target is computed after the moved pieces, and only once; the reference executor computes it even if nothing moves.
        if not target:
            target.append(code.pin(code.zone(effect.to)))
        return target[0]

    sources = [code.pin(code.zone(part.zone)) for part in parts]
    singles = [
        None if part.single is None else _find_single_kind(code, part.single, source)
        for part, source in zip(parts, sources, strict=True)
    ]
    for part, source in zip(parts, sources, strict=True):
        if part.wanted is not None:
            _check_wanted(code, part.wanted, source)
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
            _move_all(code, part, source, to())


def _find_single_kind(code: Lowering, taken: expressions.TakeSome, source: ZoneV) -> Ir:
    """Gives the only kind in the source, of which one piece is taken. Faults E_MISSING, E_WHICH, as in `some_pieces`."""
    fn = code.fn
    kind, kinds, total = fn.let_var(c(-1)), fn.let_var(c(0)), fn.let_var(c(0))

    def note(element: Value, number: Ir) -> None:
        fn.set(kind, expect(PieceV, element).kind)
        fn.set(kinds, kinds + 1)
        fn.set(total, total + number)

    zones.stream(code, source, note)
    code.check(total, "E_MISSING", taken.site)
    code.check(op2("eq", kinds, c(1)) | op2("eq", total, c(1)), "E_WHICH", taken.site)
    return kind


def _one(code: Lowering, effect: statements.Move, source: ZoneV, to: ZoneV, kind: Ir, capacity: int | None) -> None:
    zones.put(code, source, kind, c(-1))
    if capacity is not None:
        code.check(op2("lt_s", zones.size(code, to), c(capacity)), "E_FULL", effect.site)
    zones.put(code, to, kind, c(1))


def _move_all(code: Lowering, part: Part, source: ZoneV, to: ZoneV) -> None:
    pool, same = (pools.of_bag(code.game, zone.known_family) for zone in (source, to))
    if pool is None or same is None or not _same_pools(code, source.known_family, to.known_family):
        _one_by_one(code, part, source, to)
        return
    moving = _select_moving(code, part, source.known_family, pool)
    if moving is None:
        _one_by_one(code, part, source, to)
        return
    with code.fn.when(ge(source.instance, c(0)) if source.maybe else c(1)):
        _words(code, (source, pool), (to, same), moving)


_Moving = Callable[[int, Ir], Ir]
"""Gives the moved part of a word; its parameters are the number of the word and the word."""


def _select_moving(code: Lowering, part: Part, family: ZoneId, pool: Pool) -> _Moving | None:
    if part.wanted is not None:
        words = _words_of_bag(part.wanted, pool)
        return lambda number, _: c64(words[number])
    kept = _find_passing_bits(code, part, family, pool)
    if kept is None:
        return None

    def passing(number: int, there: Ir) -> Ir:
        mask = kept[number]
        return there if mask is None else code.fn.let(there & mask)

    return passing


def _words_of_bag(taken: expressions.TakeFrom, pool: Pool) -> list[int]:
    """Encodes a constant bag as words of the pool, which must have all kinds of the bag."""
    words = [0] * pool.words
    for kind, number in _read_wanted(taken):
        place = pool.kinds.index(kind)
        words[place // 8 if not pool.is_mask else 0] += number << (place if pool.is_mask else 8 * (place % 8))
    return words


def _read_wanted(taken: expressions.TakeFrom) -> list[tuple[int, int]]:
    if not isinstance(taken.wanted, expressions.Const):
        return []
    return [(kind, number) for kind, number in shapes.counts(taken.wanted.value) if number > 0]


def _check_wanted(code: Lowering, taken: expressions.TakeFrom, source: ZoneV) -> None:
    """Checks that the zone holds the pieces of the bag. Fault E_MISSING."""
    if source.maybe and _read_wanted(taken):
        code.check(ge(source.instance, c(0)), "E_MISSING", taken.site)
    for kind, number in _read_wanted(taken):
        zone = ZoneV(source.instance, source.family, source.flat, False)
        code.check(ge(zones.count(code, zone, c(kind)), c(number)), "E_MISSING", taken.site)


def _find_passing_bits(code: Lowering, part: Part, family: ZoneId, pool: Pool) -> list[Ir | None] | None:
    """Gives the bits of each word of the pool that pass the filters (None: all). The whole result is None if the filters depend on more than the kind."""
    layout = lane_shapes.slots(code.game, (family,))
    masks = lane_conditions.bit_mask if pool.is_mask else lane_conditions.byte_masks
    words: list[Ir | None] = [None] * pool.words
    for test in part.filters:
        passing = lane_conditions.kinds_holding(code, layout, test.local, test.condition, masks)
        if passing is None:
            return None
        words = [word if one is None else one & word for one, word in zip(words, passing, strict=True)]
    return [None if one is None else code.fn.reuse(one) for one in words]


def _words(code: Lowering, source: tuple[ZoneV, Pool], to: tuple[ZoneV, Pool], moving: _Moving) -> None:
    fn = code.fn
    (zone, pool), (target, same) = source, to
    base, at = fn.let(places.zone_address(code, zone)), fn.let(places.zone_address(code, target))
    for number in range(pool.words):
        there = fn.let(pool.word(base, number))
        word = moving(number, there)
        pool.store(fn, base, number, there - word)
        same.store(fn, at, number, same.word(at, number) + word)


def _one_by_one(code: Lowering, part: Part, source: ZoneV, to: ZoneV) -> None:
    fn = code.fn

    def passes(element: Value, number: Ir) -> None:
        onward = c(1)
        for test in part.filters:
            code.bind(test.local, element)
            onward = onward & fn.reuse(code.scalar(test.condition))
        with fn.when(onward):
            kind = expect(PieceV, element).kind
            zones.put(code, source, kind, c(0) - number)
            zones.put(code, to, kind, number)

    zones.stream(code, source, passes)
