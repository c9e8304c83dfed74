"""From where a guided search walks, how far and how often, along walks whose results are made up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import cast

import pytest

from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.trouble import guided
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.bulk.prober import Near, Prober, Walks
from golden.conftest import Compare

WALKS = 400


class _MadeUp:
    """Notes each call, and gives results that follow from the number of the first walk alone."""

    measures = 3

    def __init__(self) -> None:
        self.lines: list[str] = []

    def walk(self, record: bytes | None, seed: int, first: int, number: int, longest: int, policy: Policy) -> Walks:
        """Returns near positions in some of the cells, sometimes a new rule, and rarely a fault."""
        begin = "the beginning" if record is None else record.decode()
        self.lines.append(f"{number} walks {first}… of {seed} from {begin}, {longest} at most, {policy.name}")
        dice = Dice.seeded(first)
        nearest = tuple(self._near(dice, first) if dice.below(3) else None for _ in range(self.measures))
        news = self._near(dice, first) if dice.below(6) == 0 else None
        finished = dice.below(number)
        return Walks(finished, finished * (1 + dice.below(40)), nearest, news, is_broken=dice.below(20) == 0)

    def _near(self, dice: Dice, first: int) -> Near:
        distance = dice.below(30)
        return Near(distance, f"{first} at {distance}".encode(), first, dice.below(9))


def test_where_walks_begin(golden: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = (tick * 0.004 for tick in count())
    monkeypatch.setattr(guided, "monotonic", lambda: next(clock))
    golden("guided.txt", "\n".join(_lines()) + "\n")


def _lines() -> Iterator[str]:
    made_up = _MadeUp()
    ticks: list[int] = []
    search = guided.search_guided(cast("Prober", made_up), 7, lambda: len(made_up.lines) < WALKS, ticks.append)
    for progress in search:
        yield from made_up.lines[len(made_up.lines) - len(ticks) :]
        ticks.clear()
        yield f"{progress.positions} positions, {progress.broken}"
