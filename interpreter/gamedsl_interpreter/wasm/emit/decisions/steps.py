"""The steps of a selection of several: how many values each step has, and which elements each value chooses.

There is a step for each entry that is offered (how many copies of it?), or for each group of a `distinct` selection (none, or which member?). The sizes
of the steps are in working memory, so tables and walks iterate over them in the same way, whatever form the offer has.
"""

from __future__ import annotations

from typing import Protocol

from gamedsl.graph.model.expressions import Expr
from gamedsl.graph.model.statements import Select
from gamedsl.values import frozen
from gamedsl_interpreter.plans.ways import Several
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64, call, ge, load, lt, minimum, ne, op1, op2, wide, wrap
from gamedsl_interpreter.wasm.emit.bulk import bulk_conditions, bulk_words, lane_conditions
from gamedsl_interpreter.wasm.emit.decisions import multi_select, offers
from gamedsl_interpreter.wasm.emit.decisions.entries import Entries
from gamedsl_interpreter.wasm.emit.decisions.forms.pieces import slots_of
from gamedsl_interpreter.wasm.emit.decisions.groups import Groups
from gamedsl_interpreter.wasm.emit.decisions.search_state import SelectionScratch
from gamedsl_interpreter.wasm.emit.effects import fields
from gamedsl_interpreter.wasm.emit.forms import lane_values
from gamedsl_interpreter.wasm.emit.forms.lane_values import LanesV
from gamedsl_interpreter.wasm.emit.forms.masks import MaskV
from gamedsl_interpreter.wasm.emit.lowering import Lowering
from gamedsl_interpreter.wasm.emit.planning.lane_shapes import Slots
from gamedsl_interpreter.wasm.emit.tables import constants

MOST_STEPS = 96
"""The most steps and the most chosen elements of a selection that is counted; longer ones are searched."""


class Steps(Protocol):
    """The steps of a selection, computed at one point of a function."""

    @property
    def number(self) -> Ir:
        """Gives the number of steps."""
        ...

    @property
    def total(self) -> Ir:
        """Gives how many elements can be chosen together."""
        ...

    def lay_out(self) -> None:
        """Writes the data that `size` and `choose` read, if that is not done yet."""
        ...

    def size(self, step: Ir) -> Ir:
        """Gives the greatest value of a step."""
        ...

    def begin(self) -> None:
        """Clears the chosen elements."""
        ...

    def choose(self, step: Ir, value: Ir) -> None:
        """Records the value of a step, which must be above 0."""
        ...

    def bind(self) -> None:
        """Binds the local to the chosen elements."""
        ...


@frozen
class Bounds:
    """The least and greatest number of chosen elements: locals or constants."""

    least: Ir
    most: Ir


def bounds_of(code: Lowering, node: Several, steps: Steps) -> Bounds:
    """Computes the bounds of a selection. Fault E_BOUND."""
    fn, part = code.fn, node.part
    if part.number is None:
        most = steps.total
    else:
        most = fn.reuse(code.scalar(part.number))
        code.check(ge(most, c(0)), "E_BOUND", part.site)
    for limit in node.limits:
        most = fn.reuse(minimum(fn.reuse(code.scalar(limit.most)), most))
    if part.quantity == "exactly":
        return Bounds(most, most)
    return Bounds(c(0) if part.least is None else fn.reuse(code.scalar(part.least)), most)


# ---------------------------------------------------------------- slots


@frozen
class SlotStorage:
    """Working memory of a selection from slots: the sizes of the steps, the slot or group of each step, and how many of each slot are chosen."""

    sizes: int
    which: int
    amounts: int


@frozen
class SlotSteps:
    """A step for each kind at each place."""

    code: Lowering
    part: Select
    given: LanesV
    storage: SlotStorage
    number: Ir
    total: Ir

    def lay_out(self) -> None:
        """Does nothing: the data is written when the steps are made."""

    def size(self, step: Ir) -> Ir:
        """Gives how many pieces lie in the slot."""
        return load("u8", step, self.storage.sizes)

    def begin(self) -> None:
        _clear(self.code, self.given, self.storage.amounts)

    def choose(self, step: Ir, value: Ir) -> None:
        """Chooses that many pieces of the slot."""
        slot = load("u8", step, self.storage.which)
        self.code.fn.store("8", slot, value, self.storage.amounts)

    def bind(self) -> None:
        """Binds the local to the chosen pieces, as lanes."""
        fields.set_local(self.code, self.part.local, _load_chosen(self.code, self.given, self.storage.amounts))


@frozen
class OneSlotSteps:
    """At most one step: all offered pieces are of one kind in one zone."""

    code: Lowering
    part: Select
    given: LanesV
    chosen: Ir
    """A local: the lanes of the chosen pieces."""
    number: Ir
    total: Ir

    def lay_out(self) -> None:
        """Does nothing: there is no data to write."""

    def size(self, step: Ir) -> Ir:
        """Gives how many pieces lie in the slot."""
        return self.total

    def begin(self) -> None:
        self.code.fn.set(self.chosen, c64(0))

    def choose(self, step: Ir, value: Ir) -> None:
        """Chooses that many pieces of the slot."""
        lane = op1("ctz", self.given.counts[0][0]) & 56
        self.code.fn.set(self.chosen, wide(value) << lane)

    def bind(self) -> None:
        """Binds the local to the chosen pieces, as lanes."""
        chosen = LanesV(self.given.zones, ((self.code.fn.let(self.chosen),),))
        fields.set_local(self.code, self.part.local, chosen)


@frozen
class GroupSteps:
    """A step for each value that distinguishes the slots, if one of its slots holds a piece."""

    code: Lowering
    part: Select
    given: LanesV
    storage: SlotStorage
    groups: Groups
    bits: Ir
    chosen: Ir
    """A local: the chosen slots, as bits."""

    @property
    def number(self) -> Ir:
        """Gives how many groups have members."""
        number: Ir = c(0)
        for mask in self.groups.masks:
            number = number + op2("ne", self.bits & mask, c64(0))
        return self.code.fn.let(number)

    @property
    def total(self) -> Ir:
        """Gives the number of groups: one element can be chosen from each."""
        return self.number

    def lay_out(self) -> None:
        """Writes the groups that have members, without gaps."""
        fn, number = self.code.fn, self.code.fn.let_var(c(0))
        for i, mask in enumerate(self.groups.masks):
            # Written even if the group is empty: the next group then overwrites it.
            size = fn.let(wrap(op1("popcnt", self.bits & mask)))
            fn.store("8", number, size, self.storage.sizes)
            fn.store("8", number, c(i), self.storage.which)
            fn.set(number, number + ne(size, c(0)))

    def size(self, step: Ir) -> Ir:
        """Gives how many slots of the group hold a piece."""
        return load("u8", step, self.storage.sizes)

    def begin(self) -> None:
        self.code.fn.set(self.chosen, c64(0))

    def choose(self, step: Ir, value: Ir) -> None:
        """Chooses one piece of a slot of the group."""
        group = load("u8", step, self.storage.which)
        mask = load("i64", group * 8, self.code.ctx.memory.longs(list(self.groups.masks)))
        inside = self.bits & mask
        slot = self.code.fn.let(call("nth_bit", "i32", inside, value - 1))
        self.code.fn.set(self.chosen, self.chosen | (c64(1) << wide(slot)))

    def choose_all(self, chosen: Ir) -> None:
        """Chooses these slots."""
        self.code.fn.set(self.chosen, chosen)

    def bind(self) -> None:
        """Binds the local to the chosen pieces, as lanes."""
        fn, layout = self.code.fn, lane_values.layout_of(self.code.game, self.given)
        counts: list[tuple[Ir, ...]] = []
        at = 0
        for kinds, words in zip(layout.kinds, layout.words, strict=True):
            here: list[Ir] = []
            for w in range(words):
                byte = wrap(self.chosen >> at) & 255
                here.append(fn.let(lane_values.spread(byte, min(8, len(kinds) - 8 * w))))
                at += 8
            counts.append(tuple(here))
        fields.set_local(self.code, self.part.local, LanesV(self.given.zones, tuple(counts)))


def _clear(code: Lowering, given: LanesV, amounts: int) -> None:
    for w in range(sum(map(len, given.counts))):
        code.fn.store("i64", c(amounts), c64(0), 8 * w)


def _load_chosen(code: Lowering, given: LanesV, amounts: int) -> LanesV:
    counts: list[tuple[Ir, ...]] = []
    at = amounts
    for words in given.counts:
        counts.append(tuple(code.fn.let(load("i64", c(at), 8 * w)) for w in range(len(words))))
        at += 8 * len(words)
    return LanesV(given.zones, tuple(counts))


def _slot_steps(code: Lowering, node: Several, storage: SlotStorage) -> Steps | None:
    given = slots_of(code, node)
    if given is None:
        return None
    if node.part.distinct is not None:
        return _group_steps(code, node, node.part.distinct, given, storage)
    fn = code.fn
    rows = lane_conditions.rows(code, lane_values.layout_of(code.game, given), node.part.sources[0])
    if max(map(len, rows)) == 1 and sum(map(len, given.counts)) == 1:
        total = fn.let(given.number(code))
        return OneSlotSteps(code, node.part, given, fn.local("i64"), ne(total, c(0)), total)
    number, caps, at = fn.let_var(c(0)), storage.amounts, 0
    for words in given.counts:
        for word in words:
            fn.store("i64", c(caps), word, at)
            at += 8

    def one(slot: Ir) -> None:
        fn.store("8", number, load("u8", slot, caps), storage.sizes)
        fn.store("8", number, slot, storage.which)
        fn.set(number, number + 1)

    MaskV((lane_values.bits(code, given),), 0).each_bit(code, one)
    return SlotSteps(code, node.part, given, storage, number, fn.let(given.number(code)))


def groups_of(code: Lowering, part: Select, apart: Expr, layout: Slots) -> list[list[int]] | None:
    """Groups the slots by the value that distinguishes them, values ascending, none last; None if it depends on more than the kind."""
    apart = bulk_conditions.expand_calls(code, apart)
    groups: dict[tuple[bool, int], list[int]] = {}
    try:
        for slot, _, kind in layout.every():
            value = bulk_conditions.value_for(code, apart, {part.element: kind})
            key = (value is None, 0 if value is None else bulk_words.number_for(code, value, apart.type))
            groups.setdefault(key, []).append(slot)
    except constants.NoConstant:
        return None
    return [groups[key] for key in sorted(groups)]


def _group_steps(code: Lowering, node: Several, apart: Expr, given: LanesV, storage: SlotStorage) -> GroupSteps | None:
    fn, layout = code.fn, lane_values.layout_of(code.game, given)
    groups = groups_of(code, node.part, apart, layout)
    if groups is None:
        return None
    sets = tuple(sum(1 << slot for slot in group) for group in groups)
    bits = lane_values.bits(code, given)
    return GroupSteps(code, node.part, given, storage, Groups(code.ctx, sets), bits, fn.local("i64"))


# ---------------------------------------------------------------- entries


@frozen
class EntrySteps:
    """A step for each entry in working memory, or for each group of entries."""

    code: Lowering
    part: Select
    entries: Entries
    scratch: SelectionScratch
    number: Ir
    total: Ir

    def lay_out(self) -> None:
        """Does nothing: the data is written when the steps are made."""

    def size(self, step: Ir) -> Ir:
        """Gives the count of the entry, or the number of members of the group."""
        if self.part.distinct is None:
            return self.entries.number(step)
        starts = self.code.fn.let(step * 4)
        return load("i32", starts, self.scratch.starts + 4) - load("i32", starts, self.scratch.starts)

    def begin(self) -> None:
        self.code.fn.fill(c(self.scratch.amounts), self.entries.count * 4)

    def choose(self, step: Ir, value: Ir) -> None:
        """Chooses that many copies of the entry, or that member of the group."""
        fn = self.code.fn
        if self.part.distinct is None:
            fn.store("32", step * 4, value, self.scratch.amounts)
            return
        start = load("i32", step * 4, self.scratch.starts)
        entry = fn.let(load("i32", (start + value) * 4, self.scratch.order - 4))
        fn.store("32", entry * 4, c(1), self.scratch.amounts)

    def bind(self) -> None:
        self.code.env.pop(self.part.local, None)
        multi_select.bind_chosen(self.code, self.part, self.entries, self.scratch)


def _entry_steps(code: Lowering, node: Several, scratch: SelectionScratch) -> EntrySteps:
    fn, part = code.fn, node.part
    entries = offers.emit_entries(code, part, node.facts, node.rivals)
    fn.store("32", c(scratch.count), entries.count)
    if part.distinct is not None:
        multi_select.group_elements(code, part, part.distinct, entries, scratch)
        number = fn.let(load("i32", c(scratch.groups)))
        total = number
    else:
        number, total = entries.count, fn.let_var(c(0))
        with fn.count(c(0), entries.count) as i:
            fn.set(total, total + entries.number(i))
    code.room(lt(number, c(MOST_STEPS + 1)))
    code.room(lt(total, c(MOST_STEPS + 1)))
    return EntrySteps(code, part, entries, scratch, number, total)


# ---------------------------------------------------------------- all forms


def steps_of(code: Lowering, node: Several, storage: tuple[SlotStorage, SelectionScratch]) -> Steps:
    """Computes the steps of a selection."""
    return _slot_steps(code, node, storage[0]) or _entry_steps(code, node, storage[1])
