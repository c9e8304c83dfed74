"""Processes that play parts, and what becomes of a part when they are killed."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gamedsl.workbench.playing.players import DEATHS, Part, local

pytestmark = pytest.mark.usefixtures("forks")


def _taker(parts: list[Part]) -> Callable[[], Part | None]:
    waiting = deque(parts)
    return lambda: waiting.popleft() if waiting else None


def _sum(job: str, indices: range, deadly: int, folder: str, most: int) -> int:
    """Adds some numbers; the process is killed at one of them, as long as that has not happened often enough."""
    deaths = Path(folder, job)
    if deadly in indices:
        count = len(deaths.read_text()) if deaths.exists() else 0
        if count < most:
            deaths.write_text("x" * (count + 1))
            os.kill(os.getpid(), signal.SIGKILL)
    return sum(indices)


def _played(folder: Path, most: int) -> dict[Part, int | None]:
    parts = [Part(0, range(at, at + 10)) for at in range(0, 60, 10)]
    with local(["job"], 2) as players:
        work = partial(_sum, deadly=33, folder=str(folder), most=most)
        return dict(players.play_parts(_taker(parts), work))


def test_a_part_that_kills_every_process_is_given_up_and_the_rest_is_played(tmp_path: Path) -> None:
    found = _played(tmp_path, most=100)
    assert found == {part: None if 33 in part.indices else sum(part.indices) for part in found}
    assert len(found) == 6
    assert len((tmp_path / "job").read_text()) == DEATHS


def test_a_part_that_a_broken_pool_does_not_take_is_played_by_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit, calls = ProcessPoolExecutor.submit, list[object]()

    def breaking(pool: ProcessPoolExecutor, /, *args: Any) -> Future[Any]:
        calls.append(args)
        if len(calls) == 3:
            raise BrokenProcessPool
        return submit(pool, *args)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", breaking)
    found = _played(tmp_path, most=0)
    assert found == {part: sum(part.indices) for part in found}
    assert len(found) == 6


def test_what_a_process_played_that_died_once_is_played_again(tmp_path: Path) -> None:
    found = _played(tmp_path, most=1)
    assert found == {part: sum(part.indices) for part in found}
    assert len(found) == 6
