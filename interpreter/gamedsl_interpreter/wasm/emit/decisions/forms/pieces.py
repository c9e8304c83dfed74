"""The offer of pieces as bits: of slots, or of places."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.model import expressions, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.values import frozen
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.plans.ways import One, Several
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, eqz, op1, wrap
from gamedsl_interpreter.wasm.emit.decisions.forms.offer import Counted, Offer
from gamedsl_interpreter.wasm.emit.decisions.forms.sets import Bits, bits_of, is_bit_source, nth_of
from gamedsl_interpreter.wasm.emit.forms import lane_values
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.formulas import lanes, places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots


@frozen
class SlotBits:
    """Pieces of zones known while emitting: a bit for each slot where something lies."""

    code: Lowering
    given: LanesV
    bits: Ir
    count: Ir
    most: int

    @property
    def some(self) -> Ir:
        """Whether something lies in a slot."""
        return lane_values.some(self.given)

    def get(self, place: Ir) -> Value:
        slot = nth_of(self.code, MaskV((self.bits,), 0), self._layout.size, place)
        return lane_values.piece_at(self.code, self.given, self._layout, slot)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        fn = self.code.fn
        place = fn.let_var(c(0))

        def one(slot: Ir) -> None:
            body(place, lane_values.piece_at(self.code, self.given, self._layout, slot))
            fn.set(place, place + 1)

        MaskV((self.bits,), 0).each_bit(self.code, one, self.most)

    @property
    def _layout(self) -> Slots:
        return lane_values.layout_of(self.code.game, self.given)


def slots_of(code: Lowering, node: One | Several) -> LanesV | None:
    """Computes the offer of a choice as lanes, if it consists of pieces from zones known while emitting, and no other choice can have taken any of them."""
    part = node.part
    if node.rivals or len(part.sources) != 1 or not isinstance(part.sources[0].type, types.Pieces):
        return None
    as_lanes = lanes.value(code, part.sources[0])
    return None if as_lanes is None else code.pin(as_lanes)


def _slot_bits(code: Lowering, source: Expr) -> SlotBits | None:
    as_lanes = lanes.value(code, source)
    if as_lanes is None:
        return None
    given = code.pin(as_lanes)
    bits = lane_values.bits(code, given)
    most = len(lane_values.layout_of(code.game, given).every())
    return SlotBits(code, given, bits, code.fn.reuse(wrap(op1("popcnt", bits))), most)


@frozen
class PlaceBits:
    """The pieces in the slots of one family, by place: a bit for each place with a piece."""

    code: Lowering
    where: Bits
    family: types.ZoneId

    @property
    def count(self) -> Ir:
        return self.where.count

    @property
    def some(self) -> Ir:
        return self.where.some

    @property
    def most(self) -> int:
        return self.where.most

    def get(self, place: Ir) -> Value:
        """Gives the piece at a place of the offer."""
        return self._piece(self.where.get(place))

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        self.where.each(lambda i, place: body(i, self._piece(expect(Ir, place))))

    def _piece(self, place: Ir) -> Value:
        base = self.code.game.zones[self.family].base
        return self.code.pin(places.top(self.code, ZoneV(place + base, self.family, place, False)))


def _place_bits(code: Lowering, source: Expr) -> PlaceBits | None:
    """Gives the offer of a formula that collects the contents of slots over the places of a set; None for other formulas."""
    match source:
        case expressions.FlatMap(
            where, local, expressions.Contents(expressions.ZoneAt(family, (expressions.Local(id),)) as zone)
        ) if id == local and isinstance(where.type, types.SetOf) and is_bit_source(code.game, where):
            spec = code.game.zones[family]
            whole = isinstance(where.type.of, types.Position) and spec.dimensions[0].size == where.type.of.size
            if spec.form != "slot" or len(spec.dimensions) != 1 or not whole:
                return None
            taken = expressions.Compare(
                ">", expressions.Count(zone, types.WORD), expressions.Const(0, types.WORD), types.FLAG
            )
            value = bits_of(code, expressions.Filter(where, local, taken, where.type))
            bits = Bits(code, value, code.fn.reuse(value.number(code)), scale_span(code.game, where.type.of)[1])
            return PlaceBits(code, bits, family)
        case _:
            return None


@frozen
class Alternatives(Counted):
    """Two offers of pieces. The second one is used if the first one is empty."""

    code: Lowering
    first: Offer
    other: Offer
    count: Ir
    most: int

    def get(self, place: Ir) -> Value:
        fn = self.code.fn
        zone, kind = fn.local(), fn.local()

        def set_to(value: Value) -> None:
            piece = expect(PieceV, value)
            fn.set(zone, piece.zone)
            fn.set(kind, piece.kind)

        with fn.when(self.first.some):
            set_to(self.first.get(place))
        with fn.orelse():
            set_to(self.other.get(place))
        return PieceV(zone, kind)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the offer that is used."""
        self.first.each(body)
        with self.code.fn.when(eqz(self.first.some)):
            self.other.each(body)


def piece_offer(code: Lowering, node: One) -> Offer | None:
    """Computes pieces as bits, from one source, or from a second source if the first one is empty."""
    one, *more = node.part.sources
    if node.rivals or len(more) > 1 or not all(isinstance(source.type, types.Pieces) for source in (one, *more)):
        return None
    fn, first = code.fn, _piece_bits(code, one)
    if first is None or not more:
        return first
    count = fn.let_var(first.count)
    with fn.aside() as stmts:
        other = _piece_bits(code, more[0])
    if other is None:
        return None
    with fn.when(eqz(count)):
        fn.splice(stmts)
        fn.set(count, other.count)
    return Alternatives(code, first, other, count, max(first.most, other.most))


def _piece_bits(code: Lowering, source: Expr) -> Offer | None:
    return _place_bits(code, source) or _slot_bits(code, source)
