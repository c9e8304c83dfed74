"""A plugin of pytest for one run of some tests: which of them run, in which order, and what is noted of each.

The variable `BROKEN_LINES_RUN` names a file that holds a `Run` as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from attrs import frozen

from bench.broken_lines.forks import serve

VARIABLE = "BROKEN_LINES_RUN"


@frozen
class Run:
    """The tests that are left out, those that come first in their order, and the file to which the result of each test is added.

    With `asked` and `told`, two ends of pipes, the process runs what it is asked to run in forks, and tells how they ended.
    """

    left_out: list[str]
    first: list[str]
    results: str
    asked: int = 0
    told: int = 0


_RUN = Run(**json.loads(Path(os.environ[VARIABLE]).read_text(encoding="utf-8"))) if VARIABLE in os.environ else None
_PARENT = os.getppid()
_failed: set[str] = set()


def _note(*row: object) -> None:
    if _RUN:
        with open(_RUN.results, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves tests out, and puts the others in order. Tests that nobody has named stay: a break may have changed what a test is called."""
    if _RUN:
        left_out = set(_RUN.left_out)
        rank = {name: number for number, name in enumerate(_RUN.first)}
        items[:] = sorted(
            (item for item in items if item.nodeid not in left_out), key=lambda item: rank.get(item.nodeid, len(rank))
        )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Runs tests in forks, or as always."""
    if not _RUN or not _RUN.asked:
        return None
    serve(session, _RUN.asked, _RUN.told, _run_until_one_fails)
    return True


def _run_until_one_fails(items: list[pytest.Item]) -> int:
    for item, following in zip_longest(items, items[1:]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if _failed:
            return 1
    return 0


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Notes the seconds of processor time of a test with the processes that it starts, and whether it failed."""
    if _RUN and not _RUN.asked and os.getppid() != _PARENT:
        os._exit(1)  # who began this run was killed, and a later one may write to the same files
    before = sum(os.times()[:4])
    yield
    _note(item.nodeid, round(sum(os.times()[:4]) - before, 3), item.nodeid not in _failed)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A phase of a test has ended."""
    if report.failed:
        _failed.add(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """A file has been collected."""
    if report.failed:
        _note(report.nodeid, 0, False)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """What a test executes is noted anew, also if the test before has executed it."""
    _forget()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call() -> None:
    """What a test executes is noted apart from what its preparation does."""
    _forget()


def _forget() -> None:
    hits = sys.modules.get("gamedsl.hits")
    if hits:
        hits.seen.clear()
