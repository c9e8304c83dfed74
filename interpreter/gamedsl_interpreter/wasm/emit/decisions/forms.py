"""The offer of one choice in the form that suits it: bits of a set, slots of zones known while emitting, or entries in working memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gamedsl.graph.model import expressions, shapes, types
from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.plans.sources import is_distinct
from gamedsl_interpreter.plans.spans import scale_span
from gamedsl_interpreter.plans.ways import One, Several
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    add,
    c,
    call,
    const_value,
    eqz,
    load,
    lt,
    mul,
    ne,
    op1,
    op2,
    select,
    sub,
    wrap,
)
from gamedsl_interpreter.wasm.emit.bulk import runs
from gamedsl_interpreter.wasm.emit.decisions import offers
from gamedsl_interpreter.wasm.emit.decisions.entries import Entries
from gamedsl_interpreter.wasm.emit.forms import lane_values, masks
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.forms.pieces import PieceV, ZoneV
from gamedsl_interpreter.wasm.emit.forms.runs import RunV, each_of, nth
from gamedsl_interpreter.wasm.emit.forms.values import Value, expect
from gamedsl_interpreter.wasm.emit.formulas import lanes, places
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning import capacities
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots
from gamedsl_interpreter.wasm.emit.planning.type_forms import is_bits, is_scalar


class Offer(Protocol):
    """The elements that a choice offers, numbered from 0 in normative order."""

    @property
    def count(self) -> Ir:
        """Gives the number of elements: a constant or a local."""
        ...

    @property
    def some(self) -> Ir:
        """Whether there is an element. This costs less than counting them where bits are kept."""
        ...

    @property
    def most(self) -> int:
        """Gives an upper bound for the number of elements."""
        ...

    def get(self, place: Ir) -> Value:
        """Gives the element at a place, which must exist."""
        ...

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the places and their elements, in order."""
        ...


# ---------------------------------------------------------------- bits


@frozen
class Bits:
    """The elements of a set, ascending."""

    code: Lowering
    value: MaskV
    count: Ir
    most: int

    @property
    def some(self) -> Ir:
        """Whether a bit is set."""
        return self.value.some(self.code)

    def get(self, place: Ir) -> Ir:
        """Gives the element at a place."""
        return nth_of(self.code, self.value, self.most, place)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the set bits."""
        fn = self.code.fn
        place = fn.let_var(c(0))

        def one(bit: Ir) -> None:
            body(place, bit)
            fn.set(place, add(place, c(1)))

        self.value.each_bit(self.code, one, self.most)


def nth_of(code: Lowering, value: MaskV, size: int, place: Ir) -> Ir:
    """Gives the element at a place of a set. `size` is an upper bound for the number of elements."""
    fn = code.fn
    if all_first(value):
        return fn.let(add(place, c(value.low)))
    if size <= 8:
        at = add(mul(wrap(value.words[0]), c(8)), place)
        return fn.let(add(load("u8", at, code.ctx.constants["NTH"]), c(value.low)))
    if len(value.words) == 1:
        return fn.let(add(call("nth_bit", "i32", value.words[0], place), c(value.low)))
    place = fn.let_var(place)
    base = fn.let_var(c(value.low))
    word = fn.let_var(value.words[0])
    for i, other in enumerate(value.words[1:], 1):
        count = fn.let(wrap(op1("popcnt", word)))
        with fn.when(op2("ge_s", place, count)):
            fn.set(place, sub(place, count))
            fn.set(base, c(value.low + 64 * i))
            fn.set(word, other)
    return fn.let(add(base, call("nth_bit", "i32", word, place)))


def all_first(value: MaskV) -> bool:
    """Whether a set is known, and has all numbers from its lowest possible one to its greatest."""
    bits = const_value(value.words[0])
    return len(value.words) == 1 and bits is not None and bits & bits + 1 == 0


def is_bit_source(game: Game, source: Expr) -> bool:
    """Whether the offer of a formula can be kept as bits."""
    match source.type:
        case types.SetOf(of):
            return is_scalar(of) and is_bits(game, of)
        case types.ListOf(of) if is_scalar(of):
            return _is_ascending(source)
        case _:
            return False


def _is_ascending(source: Expr) -> bool:
    match source:
        case expressions.Const(tuple() as value, types.ListOf(types.Int(low, high))):
            numbers = shapes.numbers(value)
            return list(numbers) == sorted(set(numbers)) and high - low < 64
        case expressions.Filter(inner):
            return _is_ascending(inner)
        case expressions.Range():
            of = source.type
            return isinstance(of, types.ListOf) and isinstance(of.of, types.Int) and of.of.high - of.of.low < 64
        case _:
            return False


def bits_of(code: Lowering, source: Expr) -> MaskV:
    """Computes the offer of a formula as bits."""
    if isinstance(source.type, types.SetOf):
        return code.pinned(code.mask(source))
    assert isinstance(source.type, types.ListOf)
    builder = masks.Builder(code, source.type.of)
    code.stream(source, lambda element, _: builder.add(expect(Ir, element)))
    return code.pinned(builder.made())


def element_of(source: Expr) -> types.Type:
    """Gives the type of the elements of a set or list."""
    assert isinstance(source.type, types.SetOf | types.ListOf)
    return source.type.of


def _bits(code: Lowering, node: One) -> Bits | None:
    sources = node.part.sources
    if node.rivals or not all(is_bit_source(code.game, source) for source in sources):
        return None
    elements = {element_of(source) for source in sources}
    if len(elements) > 1:
        return None
    (of,) = elements
    fn, value = code.fn, bits_of(code, sources[0])
    for source in sources[1:]:
        words = tuple(fn.let_var(word) for word in value.words)
        value = MaskV(words, value.low)
        with fn.when(eqz(value.number(code))):
            other = masks.rescaled(code, bits_of(code, source), of)
            for word, found in zip(words, other.words, strict=True):
                fn.set(word, found)
    return Bits(code, value, fn.reuse(value.number(code)), scale_span(code.game, of)[1])


# ---------------------------------------------------------------- intervals


@frozen
class Interval:
    """A number of consecutive numbers, starting at a first one."""

    code: Lowering
    first: Ir
    count: Ir
    most: int

    @property
    def some(self) -> Ir:
        """Whether there is an element."""
        return ne(self.count, c(0))

    def get(self, place: Ir) -> Ir:
        """Gives the number at a place."""
        return self.code.fn.let(add(self.first, place))

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the numbers, ascending."""
        with self.code.fn.count(c(0), self.count) as place:
            body(place, self.get(place))


def _interval(code: Lowering, node: One) -> Interval | None:
    match node.part.sources:
        case (expressions.Range(low, high),) if not node.rivals:
            fn = code.fn
            first = fn.reuse(code.scalar(low))
            size = fn.let(sub(add(code.scalar(high), c(1)), first))
            return Interval(code, first, fn.let(select(lt(size, c(0)), c(0), size)), most_elements(code, node))
        case _:
            return None


# ---------------------------------------------------------------- runs


@frozen
class Rays:
    """The elements of several runs in a row."""

    code: Lowering
    runs: tuple[RunV, ...]
    counts: tuple[Ir, ...]
    count: Ir
    most: int

    @property
    def some(self) -> Ir:
        """Whether there is an element."""
        return ne(self.count, c(0))

    def get(self, place: Ir) -> Ir:
        """Gives the element at a place."""
        mask, rank = nth(self.code, self.runs, self.counts, place)
        return nth_of(self.code, mask, 64 * len(mask.words), rank)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the runs."""
        fn = self.code.fn
        place = fn.let_var(c(0))

        def one(element: Value, _: Ir) -> None:
            body(place, element)
            fn.set(place, add(place, c(1)))

        each_of(self.code, self.runs, one)


def _rays(code: Lowering, node: One) -> Rays | None:
    sources = node.part.sources
    if node.rivals or not all(is_distinct(code.game, source) for source in sources):
        return None
    with code.fn.formula():
        several = runs.several(code, sources[0]) if len(sources) == 1 else None
        all_runs = several or _first_ray(code, sources)
    if all_runs is None:
        return None
    counts = tuple(code.fn.let(run.number(code)) for run in all_runs)
    total = c(0)
    for number in counts:
        total = add(number, total)
    return Rays(code, all_runs, counts, code.fn.let(total), most_elements(code, node))


def _first_ray(code: Lowering, sources: tuple[Expr, ...]) -> tuple[RunV] | None:
    """Gives the first of several runs that has elements. If one of the sources is no run, nothing is emitted and the result is None."""
    fn = code.fn
    with fn.aside() as stmts:
        run = runs.run(code, sources[0])
        if run is None:
            return None
        words, back = [fn.let_var(word) for word in run.mask.words], fn.let_var(run.back)
        first = RunV(MaskV(tuple(words), run.mask.low), back)
        for source in sources[1:]:
            with fn.when(eqz(first.number(code))):
                other = runs.run(code, source)
                if other is None or len(other.mask.words) != len(words) or other.mask.low != run.mask.low:
                    return None
                for word, another in zip(words, other.mask.words, strict=True):
                    fn.set(word, another)
                fn.set(back, other.back)
    fn.splice(stmts)
    return (first,)


# ---------------------------------------------------------------- slots


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
        """Gives the piece at a place."""
        slot = nth_of(self.code, MaskV((self.bits,), 0), self._layout.size, place)
        return lane_values.piece_at(self.code, self.given, self._layout, slot)

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the slots."""
        fn = self.code.fn
        place = fn.let_var(c(0))

        def one(slot: Ir) -> None:
            body(place, lane_values.piece_at(self.code, self.given, self._layout, slot))
            fn.set(place, add(place, c(1)))

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
    return None if as_lanes is None else code.pinned(as_lanes)


def _slot_bits(code: Lowering, source: Expr) -> SlotBits | None:
    as_lanes = lanes.value(code, source)
    if as_lanes is None:
        return None
    given = code.pinned(as_lanes)
    bits = lane_values.bits(code, given)
    most = len(lane_values.layout_of(code.game, given).every())
    return SlotBits(code, given, bits, code.fn.reuse(wrap(op1("popcnt", bits))), most)


# ---------------------------------------------------------------- slots of places


@frozen
class PlaceBits:
    """The pieces in the slots of one family, by place: a bit for each place with a piece."""

    code: Lowering
    where: Bits
    family: types.ZoneId

    @property
    def count(self) -> Ir:
        """Gives the number of pieces."""
        return self.where.count

    @property
    def some(self) -> Ir:
        """Whether there is a piece."""
        return self.where.some

    @property
    def most(self) -> int:
        """Gives the number of places."""
        return self.where.most

    def get(self, place: Ir) -> Value:
        """Gives the piece at a place of the offer."""
        return self._piece(self.where.get(place))

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the places."""
        self.where.each(lambda i, place: body(i, self._piece(expect(Ir, place))))

    def _piece(self, place: Ir) -> Value:
        base = self.code.game.zones[self.family].base
        return self.code.pinned(places.top(self.code, ZoneV(add(place, c(base)), self.family, place, False)))


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


# ---------------------------------------------------------------- alternatives


@frozen
class Alternatives:
    """Two offers of pieces. The second one is used if the first one is empty."""

    code: Lowering
    first: Offer
    other: Offer
    count: Ir
    most: int

    @property
    def some(self) -> Ir:
        """Whether one of the offers has an element."""
        return ne(self.count, c(0))

    def get(self, place: Ir) -> Value:
        """Gives the piece at a place."""
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


def _alternatives(code: Lowering, node: One) -> Offer | None:
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


# ---------------------------------------------------------------- entries


@frozen
class Listed:
    """Elements in working memory, or elements that are written there on demand."""

    code: Lowering
    entries: Entries
    most: int

    @property
    def count(self) -> Ir:
        """Gives the number of elements."""
        return self.entries.count

    @property
    def some(self) -> Ir:
        """Whether there is an entry."""
        return ne(self.entries.count, c(0))

    def get(self, place: Ir) -> Value:
        """Gives the element at a place."""
        return self.code.pinned(self.entries.get(place))

    def each(self, body: Callable[[Ir, Value], None]) -> None:
        """Iterates over the entries."""
        with self.code.fn.count(c(0), self.entries.count) as place:
            body(place, self.get(place))


def offer_of(code: Lowering, node: One) -> Offer:
    """Computes the offer of a selection of one."""
    offer = _interval(code, node) or _bits(code, node) or _alternatives(code, node) or _rays(code, node)
    if offer is not None:
        return offer
    return Listed(code, offers.emit_entries(code, node.part, node.facts, node.rivals), most_elements(code, node))


def most_elements(code: Lowering, node: One | Several) -> int:
    """Gives an upper bound for the different elements of an offer."""
    of, most = node.facts.element, capacities.offered(code.game, node.part)
    if isinstance(
        of, types.Int | types.Enum | types.Position | types.Player | types.Row | types.Direction | types.Kind
    ):
        return min(most, max(1, scale_span(code.game, of)[1]))
    pieces = [source.type.most for source in node.part.sources if isinstance(source.type, types.Pieces)]
    return min(most, max(pieces)) if pieces else most


def most_offered(game: Game, node: One | Several) -> int:
    """Gives an upper bound for the elements of an offer, duplicates included."""
    most = capacities.offered(game, node.part)
    return max(
        source.type.most if isinstance(source.type, types.Pieces | types.Bag | types.ListOf) else most
        for source in node.part.sources
    )
