"""Observations written by the module: the numbers of `observations.ObservationSpace`, for the seat that is to act in each match of a batch, and at the
end of a match for the seat that has acted.

Only values that the seat sees are written: no number is computed from a field or zone that it does not see. A record is observed while play is stopped,
so its bytes are canonical (see `gamedsl.graph.bytes.codings`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import add
from typing import TypeVar

from gamedsl.graph.bytes import codings
from gamedsl.graph.bytes.scales import Scale, ordinal_code
from gamedsl.graph.model.game import FieldSpec, Visibility, ZoneSpec
from gamedsl.values import frozen
from gamedsl_interpreter.observations import FieldPart, ObservationSpace, Values, ZonePart
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, call, eqz, load, minimum, ne, op1, select, wrap
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.forms.state_access import LOADS, WORD_BYTES, mask_words
from gamedsl_interpreter.wasm.emit.hosts import seeing
from gamedsl_interpreter.wasm.emit.planning.records import Family
from gamedsl_interpreter.wasm.emit.telling import audience

P = TypeVar("P", FieldPart, ZonePart)
_NUMBER = 4
"""The bytes of a number of an observation."""


def declare(ctx: Context) -> None:
    """Sets the constants of observations, and declares the function that writes fields and zones."""
    audience.declare(ctx)
    space = ObservationSpace(ctx.game)
    phases = [_NUMBER * (space.phase_at + space.phases.get(node.cluster, 0)) for node in ctx.game.nodes]
    ctx.constants |= {
        "BATCH_OBSERVATIONS": ctx.memory.space(4),
        "BATCH_END_OBSERVATIONS": ctx.memory.space(4),
        "OBSERVATION_BYTES": _NUMBER * space.size,
        "SEAT_SHOWN": _NUMBER * space.seat_at,
        "ACTING_SHOWN": _NUMBER * space.to_act_at,
        "PHASE_SHOWN": ctx.memory.words(phases),
        "ASKED_ANEW": ctx.memory.space(ctx.record.size, 16),
    }
    ctx.functions.writers["observe_parts"] = partial(_write_parts, ctx, space)


def _write_parts(ctx: Context, space: ObservationSpace) -> None:
    """Writes `observe_parts(s, seat, at)`: a loop for each family of fields and zones."""
    fn = Fn("observe_parts", ("i32", "i32", "i32"), "i32")
    writer = _Writer(ctx, fn)
    fields, zones = seeing.masks(ctx)
    for field, family in zip(ctx.game.fields, ctx.record.fields, strict=True):
        parts = _of_family(field, space.field_parts)
        if parts:
            of = _Instances("field_audience", field, family, fields)
            writer.each(of, parts, partial(writer.field, parts[0], codings.type_coding(ctx.game, field.type)))
    for zone, family in zip(ctx.game.zones, ctx.record.zones, strict=True):
        lying = _of_family(zone, space.zone_parts)
        if lying:
            of = _Instances("zone_audience", zone, family, zones)
            writer.each(of, lying, partial(writer.zone, zone.visibility, lying[0], codings.zone_coding(ctx.game, zone)))
    fn.ret(c(0))
    ctx.functions.bounded.append(fn)


def _of_family(spec: FieldSpec | ZoneSpec, parts: Sequence[P]) -> list[P]:
    """Gives the parts of the instances of a family, in order; none if the family is not shown."""
    return [part for part in parts if spec.base <= part.instance < spec.base + len(spec.start)]


@frozen
class _Instances:
    """The instances of a family: the function that computes which seats see an instance (if the rules compute it), their addresses, and the masks of all
    instances."""

    seen: str
    spec: FieldSpec | ZoneSpec
    family: Family
    masks: Sequence[int]


class _Writer:
    """Emits the code that writes observations. `lies` is always the address of a value in the record; `to` is the address at which its numbers are written."""

    def __init__(self, ctx: Context, fn: Fn) -> None:
        self._ctx = ctx
        self._fn = fn
        self._record, self._seat, self._start = map(fn.param, range(3))

    def each(self, of: _Instances, parts: Sequence[FieldPart | ZonePart], write: Callable[[Ir, Ir, Ir], None]) -> None:
        """Iterates over the instances of a family. `write` gets the address of an instance, the address of its numbers, and whether it is seen."""
        fn, family, number = self._fn, of.family, len(parts)
        apart = _NUMBER * (parts[1].first - parts[0].first) if number > 1 else 0

        def one(i: Ir) -> None:
            lies = fn.reuse(self._record + i * family.stride + family.offset)
            to = fn.reuse(self._start + i * apart + _NUMBER * parts[0].first)
            write(lies, to, self._is_seen(of, i))

        if number == 1:
            one(c(0))
        else:
            with fn.count(c(0), c(number)) as i:
                one(i)

    def _is_seen(self, of: _Instances, i: Ir) -> Ir:
        masks = list(of.masks[of.spec.base : of.spec.base + len(of.spec.start)])
        everyone = (1 << len(self._ctx.game.seats)) - 1
        if set(masks) in ({0}, {everyone}):
            return c(int(masks[0] == everyone))
        if seeing.COMPUTED in masks:
            mask = self._fn.let(call(of.seen, "i32", self._record, i + of.spec.base))
        else:
            mask = self._ctx.memory.entry(masks, i)
        return self._fn.let((mask >> self._seat) & 1)

    # ------------------------------------------------------------ fields

    def field(self, part: FieldPart, coding: codings.Coding, lies: Ir, to: Ir, is_seen: Ir) -> None:
        """Writes a field."""
        flag = _NUMBER * (part.values_at - part.first)
        with self._fn.when(is_seen):
            if flag:
                self._fn.store("32", to, c(1))
            self._value(part.values, coding, lies, to + flag)

    def _value(self, values: Values, coding: codings.Coding, lies: Ir, to: Ir) -> None:
        fn = self._fn
        match values.form, coding:
            case "one_hot", codings.Ordinal():
                self._store(to, load(LOADS[coding.codes], lies), c(1))
            case "one_hot", codings.Perhaps():
                raw = fn.let(load(LOADS[coding.codes], lies))
                self._store(to, select(raw, raw - 1, c(values.size - 1)), c(1))
            case "number", codings.Perhaps(scale):
                raw = fn.let(load(LOADS[coding.codes], lies))
                with fn.when(raw):
                    self._number(to, self._read_scale(scale, raw - 1))
            case "number", codings.Ordinal(scale):
                self._number(to, self._read_scale(scale, load(LOADS[coding.codes], lies)))
            case "number", codings.Plain(word_code):
                self._number(to, load(LOADS[word_code], lies))
            case "counts", codings.Mask():
                self._write_bits(mask_words(coding.codes, lies), to)
            case "counts", codings.Counted(scale, word_code):
                self._write_counts(word_code, scale.count, lies, to)
            case "list", codings.Listed() if values.items is not None:
                self._list(values, values.items, coding, lies, to)
            case _:
                raise AssertionError(f"{values.form} shows no {type(coding).__name__}")

    def _number(self, to: Ir, value: Ir) -> None:
        self._fn.store("32", to, c(1))
        self._fn.store("32", to, value, _NUMBER)

    def _read_scale(self, scale: Scale, number: Ir) -> Ir:
        """Gives the value at a place of a scale."""
        return self._ctx.memory.entry(list(scale.kinds), number) if scale.kinds else number + scale.low

    def _list(self, values: Values, items: Values, coding: codings.Listed, lies: Ir, to: Ir) -> None:
        fn, length = self._fn, coding.codes[0]
        shown, step = (values.size - 1) // items.size, codings.size_of(coding.of)
        number = fn.let(load(LOADS[length], lies))
        fn.store("32", to, number)
        with fn.count(c(0), minimum(number, c(shown))) as i:
            item = fn.let(lies + i * step + WORD_BYTES[length])
            at = fn.let(to + i * (_NUMBER * items.size) + _NUMBER)
            self._value(items, coding.of, item, at)

    # ------------------------------------------------------------ zones

    def zone(
        self, visibility: Visibility, part: ZonePart, coding: codings.Coding, lies: Ir, to: Ir, is_seen: Ir
    ) -> None:
        """Writes a zone: how many pieces lie there, which ones, and the top one of a pile."""
        fn, kinds_to = self._fn, to + _NUMBER
        number = fn.let(self._count_pieces(coding, lies))
        fn.store("32", to, select(is_seen, number, c(-1)) if visibility.count_hidden else number)
        with fn.when(is_seen):
            self._write_kinds(coding, number, lies, kinds_to)
        if isinstance(coding, codings.PileZone):
            top_to = to + _NUMBER * (part.top_at - part.first)
            with fn.when(c(1) if visibility.top_seen else is_seen), fn.when(number):
                self._write_top(coding, number, lies, top_to)

    def _count_pieces(self, coding: codings.Coding, lies: Ir) -> Ir:
        """Counts the pieces in a zone."""
        fn = self._fn
        match coding:
            case codings.SlotZone():
                return ne(load(LOADS[coding.codes], lies), c(0))
            case codings.MaskZone():
                words = [wrap(op1("popcnt", word)) for word in mask_words(coding.codes, lies)]
                return reduce(add, words)
            case codings.CountZone(codings.Counted(scale, word_code)):
                sum_ = fn.let_var(c(0))
                with fn.count(c(0), c(scale.count)) as i:
                    fn.set(sum_, sum_ + load(LOADS[word_code], lies + i * WORD_BYTES[word_code]))
                return sum_
            case codings.PileZone():
                return load(LOADS[coding.codes[0]], lies)
            case _:
                raise AssertionError(f"{type(coding).__name__} codes no zone")

    def _write_kinds(self, coding: codings.Coding, number: Ir, lies: Ir, to: Ir) -> None:
        fn = self._fn
        match coding:
            case codings.SlotZone():
                with fn.when(number):
                    self._store(to, load(LOADS[coding.codes], lies) - 1, c(1))
            case codings.MaskZone():
                self._write_bits(mask_words(coding.codes, lies), to)
            case codings.CountZone(codings.Counted(scale, word_code)):
                self._write_counts(word_code, scale.count, lies, to)
            case codings.PileZone():
                with fn.count(c(0), number) as i:
                    at = fn.let(to + _pile_kind(coding, lies, i) * _NUMBER)
                    fn.store("32", at, load("i32", at) + 1)
            case _:
                raise AssertionError(f"{type(coding).__name__} codes no zone")

    def _write_top(self, coding: codings.PileZone, number: Ir, lies: Ir, to: Ir) -> None:
        """Writes the top piece if it is known: if it is the only piece, or separated from the piece below it by a cut (the end of a part in which chance has
        not decided the order)."""
        fn = self._fn
        last = fn.let(number - 1)
        cuts = lies + (codings.size_of(coding) - -(-coding.most // 8))
        cut = load("u8", cuts + (last >> 3)) >> (last & 7)
        with fn.when(eqz(last) | (cut & 1)):
            self._store(to, _pile_kind(coding, lies, last), c(1))

    # ------------------------------------------------------------ numbers

    def _store(self, to: Ir, place: Ir, value: Ir) -> None:
        self._fn.store("32", to + place * _NUMBER, value)

    def _write_counts(self, word_code: str, number: int, lies: Ir, to: Ir) -> None:
        with self._fn.count(c(0), c(number)) as i:
            self._store(to, i, load(LOADS[word_code], lies + i * WORD_BYTES[word_code]))

    def _write_bits(self, words: Sequence[Ir], to: Ir) -> None:
        """Writes 1 for each set bit."""
        fn = self._fn
        for i, word in enumerate(words):
            left = fn.let_var(word)
            with fn.until(eqz(left), 64):
                fn.store("32", to + wrap(op1("ctz", left)) * _NUMBER, c(1), 64 * _NUMBER * i)
                fn.set(left, left & (left - 1))


def _pile_kind(coding: codings.PileZone, lies: Ir, i: Ir) -> Ir:
    """Gives the number of the kind of piece `i` of a pile."""
    length, kind = coding.codes[0], ordinal_code(coding.kinds.count)
    return load(LOADS[kind], lies + i * WORD_BYTES[kind] + WORD_BYTES[length])
