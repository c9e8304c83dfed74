"""The plan of worlds as words of memory: see `emit.hosts.dealing`, which reads it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from struct import pack

from gamedsl_interpreter.engine import State
from gamedsl_interpreter.worlds.dealt import Counted, Deal, Shuffled, WorldPlan

_MOST_WEIGHT = 1 << 31


def plan_bytes(plan: WorldPlan[State], at: int) -> tuple[bytes, int] | None:
    """The plan as it lies at an address, where its first words are, and how many bytes of work its deals need. None if its weights are too large."""
    if sum(plan.weights) >= _MOST_WEIGHT:
        return None
    written = _Written(at + _HEAD)
    explanations = [_explanation(written, deal) for deal in plan.deals]
    listed = [word for pair in zip(accumulate(plan.weights), explanations, strict=True) for word in pair]
    rolls = [word for field, node, seat in plan.rolls for word in (field, node, seat)]
    head = (
        sum(plan.weights), written.words(listed), len(plan.zones), written.words(plan.zones), len(plan.rolls), written.words(rolls),
        int(plan.settles), 0,
    )  # fmt: skip
    return _packed(head) + bytes(written.data), max(map(_size, plan.deals))


_HEAD = 32


class _Written:
    """Bytes that lie from an address on, one behind the other."""

    def __init__(self, at: int) -> None:
        self._at = at
        self.data = bytearray()

    def put(self, data: bytes) -> int:
        """The address of more bytes."""
        at = self._at + len(self.data)
        self.data += data.ljust(-(-len(data) // 8) * 8, b"\0")
        return at

    def words(self, words: Sequence[int]) -> int:
        """The address of more words."""
        return self.put(_packed(words))


def _explanation(written: _Written, deal: Deal) -> int:
    """The address of an explanation."""
    starts = _starts(deal)
    holders = [word for kinds, start in zip(deal.named, starts, strict=False) for word in (len(kinds), start)]
    made = bytearray(_packed(holders).ljust(_size(deal), b"\0"))
    for kinds, start in zip(deal.named, starts, strict=False):
        made[start : start + 2 * len(kinds)] = pack(f"<{len(kinds)}H", *kinds)
    steps = [word for step in deal.steps for word in _step(written, step)]
    return written.words(
        (len(made), written.put(bytes(made)), len(deal.steps), written.words(steps), written.words(deal.stretches), 0)
    )


def _step(written: _Written, step: Shuffled | Counted) -> tuple[int, ...]:
    """The words of a step."""
    if isinstance(step, Shuffled):
        return step.pool, len(step.to), *(one for place in step.to for one in place)
    at: dict[int, int] = {}
    for number, split in reversed([*enumerate(step.splits)]):  # each leads to later ones
        is_last = split.number == len(step.classes)
        total = split.sums[-1] if len(split.sums) > 1 else 1
        words = [-1 if is_last else step.classes[split.number], total]
        sums = split.sums if len(split.sums) > 1 else (1,) * len(split.sums)
        for most, amounts, after in zip(sums, split.amounts, split.after, strict=True):
            words += [most, at[after], *amounts]
        at[number] = written.words(words)
    return -1, len(step.groups), step.groups[0], at[0]


def _starts(deal: Deal) -> list[int]:
    """By holder, where its pieces begin, behind the words of all holders; and where they end."""
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


def _packed(words: Sequence[int]) -> bytes:
    return pack(f"<{len(words)}i", *words)
