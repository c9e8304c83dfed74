"""An instance that grows search trees from sampled worlds: its calls, the nodes that they leave in memory, and the plan of the worlds as words of memory, which
`emit.hosts.dealing` reads. See `emit.hosts.searching_worlds`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from struct import pack, pack_into, unpack_from
from typing import TYPE_CHECKING

from gamedsl_interpreter.engine import State
from gamedsl_interpreter.wasm.bulk.searcher import Counts, Searcher
from gamedsl_interpreter.wasm.instances.calls import round_up, write_match
from gamedsl_interpreter.wasm.instances.interface import STATES, Purpose
from gamedsl_interpreter.wasm.state import WasmState
from gamedsl_interpreter.worlds.dealt import Counted, Deal, Shuffled, WorldPlan

if TYPE_CHECKING:
    from gamedsl_interpreter.wasm.reference_twin import TwinState

_MOST = 128
"""The most worlds of a call."""

PLAN = 1 << 20
"""The bytes for a plan of worlds."""

_NODE = "<Qiiiiii"
_OPTION = "<qiiQii"


class WorldSearcher(Searcher):
    """A `Searcher` for games with hidden information. Worlds are sampled in the module, or given to it."""

    purpose = Purpose.WORLDS
    unit = 32
    more = PLAN

    def _begin(self) -> None:
        self._functions["worlds_begun"]()
        self._set("DEAL_RECORD", 0)

    def deal(self, record: bytes, plan: WorldPlan[TwinState]) -> bool:
        """Samples later worlds inside the module, as copies of this record; False if the plan does not fit there."""
        base = self._begin_of_worlds
        at = self._first + self.unit * self._room
        encoded = _plan_bytes(plan, at)
        if encoded is None or len(encoded[0]) + encoded[1] > PLAN:
            return False
        data, _ = encoded
        self._memory[at : at + len(data)] = data
        self._memory[base : base + self._module.state_size] = record[: self._module.state_size]
        for name, value in (("DEAL", at), ("DEAL_WORK", at + len(data)), ("DEAL_RECORD", base)):
            self._set(name, value)
        return True

    def answer(self, root: WasmState, value: int) -> None:
        """Answers the open step; `root` is the first world after the answer. Raises Trapped."""
        self._functions["worlds_answered"](self._module.states, self._word("ORIGIN"), value)
        self.move_root(root)

    def begin_again(self, root: WasmState) -> None:
        """See `Searcher`."""
        pack_into("<q", self._memory, self._at["TREE_ROOT_SAID"], 0)
        self.move_root(root)

    @property
    def room(self) -> int:
        """Returns how many worlds fit into one call."""
        left = STATES - (self._begin_of_worlds - self._module.states)
        return max(1, min(_MOST, left // round_up(self._module.state_size)))

    @property
    def _begin_of_worlds(self) -> int:
        """Returns the address of the records of worlds: after the root and the steps taken there."""
        steps = self._at["PREFIX_LENGTH"] - self._at["PREFIX"]
        return self._module.states + 2 * round_up(self._module.state_size) + round_up(steps + 16)

    def grow_from(self, first: int, records: Sequence[bytes]) -> None:
        """Runs an iteration from each of these records, from number `first` on. Raises Trapped; the tree is useless then."""
        apart = round_up(self._module.state_size)
        begin = self._begin_of_worlds
        for number, record in enumerate(records):
            at = begin + apart * number
            self._memory[at : at + self._module.state_size] = record[: self._module.state_size]
        write_match(self._memory, self._at, self._seed, first)
        self._functions["worlds_grown"](self._module.states, begin, len(records))

    def grow_dealt(self, first: int, number: int) -> None:
        """Runs `number` iterations from number `first` on, from worlds that are sampled inside the module. Raises Trapped; the tree is useless then."""
        write_match(self._memory, self._at, self._seed, first)
        self._functions["dealt_grown"](self._module.states, self._word("DEAL_RECORD"), number)

    def root(self) -> Counts:
        """Returns the options of the step that is open at the root: see `Searcher`."""
        write_match(self._memory, self._at, self._seed, 0)
        at = self._functions["worlds_root"](self._module.states, self._word("ORIGIN"))
        return self._options(at) if at else ()

    def nodes(self) -> Iterator[tuple[int, int, Counts]]:
        """Yields all nodes: see `Searcher`."""
        at = self._first if self._word("TREE_NODES") else 0
        while at:
            _, _, visits, _, seat, _, after = unpack_from(_NODE, self._memory, at)
            yield seat, visits, self._options(at)
            at = after

    def _options(self, node: int) -> Counts:
        options: list[tuple[int, int, int, int]] = []
        (at,) = unpack_from("<i", self._memory, node + 16)
        while at:
            won, tried, value, _, _, after = unpack_from(_OPTION, self._memory, at)
            options.append((value, tried, won, 0))
            at = after
        return tuple(options)


_MOST_WEIGHT = 1 << 31


def _plan_bytes(plan: WorldPlan[State], at: int) -> tuple[bytes, int] | None:
    """Encodes the plan for an address; returns the bytes, the address of its first words, and the bytes of working memory that its deals need. None if its
    weights are too large."""
    if sum(plan.weights) >= _MOST_WEIGHT:
        return None
    written = _Written(at + _HEAD)
    explanations = [_append_explanation(written, deal) for deal in plan.deals]
    listed = [word for pair in zip(accumulate(plan.weights), explanations, strict=True) for word in pair]
    rolls = [word for field, node, seat in plan.rolls for word in (field, node, seat)]
    head = (
        sum(plan.weights), written.words(listed), len(plan.zones), written.words(plan.zones), len(plan.rolls), written.words(rolls),
        int(plan.settles), 0,
    )  # fmt: skip
    return _pack_words(head) + bytes(written.data), max(map(_size, plan.deals))


_HEAD = 32


class _Written:
    """Bytes that are placed one after the other, starting at an address."""

    def __init__(self, at: int) -> None:
        self._at = at
        self.data = bytearray()

    def put(self, data: bytes) -> int:
        """Appends bytes, and returns their address."""
        at = self._at + len(self.data)
        self.data += data.ljust(-(-len(data) // 8) * 8, b"\0")
        return at

    def words(self, words: Sequence[int]) -> int:
        """Appends words, and returns their address."""
        return self.put(_pack_words(words))


def _append_explanation(written: _Written, deal: Deal) -> int:
    """Appends an explanation, and returns its address."""
    starts = _starts(deal)
    holders = [word for kinds, start in zip(deal.named, starts, strict=False) for word in (len(kinds), start)]
    made = bytearray(_pack_words(holders).ljust(_size(deal), b"\0"))
    for kinds, start in zip(deal.named, starts, strict=False):
        made[start : start + 2 * len(kinds)] = pack(f"<{len(kinds)}H", *kinds)
    steps = [word for step in deal.steps for word in _step(written, step)]
    return written.words(
        (len(made), written.put(bytes(made)), len(deal.steps), written.words(steps), written.words(deal.stretches), 0)
    )


def _step(written: _Written, step: Shuffled | Counted) -> tuple[int, ...]:
    """Encodes a step as words."""
    if isinstance(step, Shuffled):
        return step.pool, len(step.to), *(one for place in step.to for one in place)
    at: dict[int, int] = {}
    for number, split in reversed([*enumerate(step.splits)]):  # reversed, because a split refers to later ones
        is_last = split.number == len(step.classes)
        total = split.sums[-1] if len(split.sums) > 1 else 1
        words = [-1 if is_last else step.classes[split.number], total]
        sums = split.sums if len(split.sums) > 1 else (1,) * len(split.sums)
        for most, amounts, after in zip(sums, split.amounts, split.after, strict=True):
            words += [most, at[after], *amounts]
        at[number] = written.words(words)
    return -1, len(step.groups), step.groups[0], at[0]


def _starts(deal: Deal) -> list[int]:
    """Returns the start of each holder's pieces, after the words of all holders, and the end of the last pieces."""
    most = [len(kinds) for kinds in deal.named]
    for step in deal.steps:
        if isinstance(step, Shuffled):
            for holder, number in step.to:
                most[holder] += number
        else:
            for holder in step.groups:
                most[holder] += sum(len(deal.named[one]) for one in step.classes)
    return [8 * len(most) + 2 * number for number in accumulate(most, initial=0)]


def _size(deal: Deal) -> int:
    return _starts(deal)[-1]


def _pack_words(words: Sequence[int]) -> bytes:
    return pack(f"<{len(words)}i", *words)
