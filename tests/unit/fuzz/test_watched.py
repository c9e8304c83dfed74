"""Whatever an input does to its process, the verdict is on that input, and the next one is tried."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise

import pytest

from fuzz.inputs import MIX, made
from fuzz.verdict import CRASH, DIED, HANG, MEMORY
from fuzz.watched import StoppedError, Watched, time_used
from fuzz.worker import Block
from unit.fuzz.planted import DEADLY, STAGE, has_three


@pytest.fixture
def worker() -> Iterator[Watched]:
    watched = Watched(STAGE)
    yield watched
    watched.close()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [(b"raise", CRASH), (b"loop", HANG), (b"deaf", HANG), (b"eat", MEMORY), (b"die", DIED)],
)
def test_a_failure_has_its_verdict(worker: Watched, text: bytes, outcome: str) -> None:
    verdict = worker.judged(text)
    assert verdict.outcome == outcome
    assert verdict.mark.startswith(outcome)
    assert worker.judged(b"nothing").outcome == "fine"


def test_who_uses_no_time_waits_in_vain(worker: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.watched._PATIENCE", 0.3)
    assert worker.judged(b"wait").outcome == HANG
    assert worker.judged(b"nothing").outcome == "fine"


def test_a_process_that_works_is_seen_to_use_time() -> None:
    before = time_used(os.getpid())
    while os.times().user + os.times().system < before / os.sysconf("SC_CLK_TCK") + 0.05:
        pass
    assert time_used(os.getpid()) > before > 0


def test_a_crash_tells_where() -> None:
    worker = Watched(STAGE)
    verdict = worker.judged(b"raise")
    worker.close()
    assert verdict.what == "ValueError: planted"
    assert "planted.py" in verdict.trace


def test_a_deadly_input_of_a_block_is_found_and_the_others_are_counted() -> None:
    job = Block(9, 0, 20, MIX["parse"])
    inputs = [made(9, index, job.mix) for index in range(20)]
    deadly = [i for i, one in enumerate(inputs) if has_three(one.data)]
    assert 2 <= len(deadly) < 10
    assert any(second - first > 1 for first, second in pairwise(deadly)), "some others stand between them"
    worker = Watched(DEADLY)
    counts, answers = worker.tried(job)
    worker.close()
    assert sorted(answer.index for answer in answers) == deadly
    assert all(answer.data == inputs[answer.index].data for answer in answers)
    assert sum(counts.values()) == 20
    assert sum(many for (_, outcome), many in counts.items() if outcome == DIED) == len(deadly)


def test_a_closed_worker_takes_no_job() -> None:
    worker = Watched(STAGE)
    worker.close()
    with pytest.raises(StoppedError):
        worker.judged(b"")
