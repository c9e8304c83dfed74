"""Encodes the plan of worlds as words of memory: `emit.hosts.dealing` reads it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from struct import pack

from gamedsl_interpreter.engine import State
from gamedsl_interpreter.worlds.dealt import Counted, Deal, Shuffled, WorldPlan

_MOST_WEIGHT = 1 << 31


def plan_bytes(plan: WorldPlan[State], at: int) -> tuple[bytes, int] | None:
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
