"""Settings of all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from math import inf
from pathlib import Path

import pytest
from hypothesis import settings

import made_once
from gamedsl.cli.printing import progress
from share import less

settings.register_profile("gamedsl", deadline=None, max_examples=less(100, 15))
settings.load_profile("gamedsl")

# What collecting imports lives as long as the process, and tests make more objects than programs do: the search for garbage is worth
# its time less often. It goes through all that a test has made and still needs, which is a tenth of the time of many tests if it happens after 100,000 objects.
gc.set_threshold(1_000_000, 20, 20)

# Tests make what they test anew, and leave nothing in the cache of who runs them.
os.environ["GAMEDSL_CACHE"] = "off"

# More processes run tests than there are cores: threads of numpy would only wait for each other, and use twenty times the time for small tables.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Tests start hundreds of processes. Each would compile the whole package again where the environment keeps Python from writing compiled modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# What a command prints does not depend on how busy the machine is.
progress.EVERY = inf

# A shell ignores Ctrl-C in what it starts in the background, and programs inherit that: tests that interrupt a program need the usual answer.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: who waits for a browser or another program leaves its core to the others."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each process of a whole run imports other modules first: each module is compiled, with its assertions, by one of them, and read by the others."""
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not number or session.config.args != session.config.getini("testpaths"):
        return
    paths = sorted(Path(__file__).parent.rglob("test_*.py"))
    begin = len(paths) * int(number) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    with suppress(ImportError, SyntaxError):  # collecting tells what is wrong
        for path in paths[begin:] + paths[:begin]:
            import_module(".".join(path.relative_to(session.config.rootpath).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests begin first: at the end, one process would still be busy with them while the others have nothing to do."""
    items.sort(key=lambda item: item.path.parent.name != "workshop")


def pytest_collection_finish() -> None:
    """What collecting has made lives as long as the process: the search for garbage need not go through it again and again."""
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tests of these folders are about what is done with compiled games: they share a cache."""
    first, second, *_ = item.path.relative_to(Path(__file__).parent).parts
    shares = not _SHARING.isdisjoint((first, f"{first}/{second}"))
    os.environ["GAMEDSL_CACHE"] = made_once.cache_folder() if shares else "off"


_SHARING = frozenset(
    (
        "adapters",
        "api",
        "cli",
        "differential",
        "docs",
        "golden",
        "hosts",
        "page",
        "server",
        "studio",
        "unit/cards",
        "unit/differences",
        "unit/rulebook",
        "unit/thinking",
        "unit/trouble",
        "unit/workbench",
        "words",
        "workshop",
    )
)


def pytest_sessionfinish() -> None:
    """What is still in cycles is deleted while modules still have what deleting needs. pytest then looks for more, five times, through all that is left: it is
    spared that, since xdist interrupts a process that takes five seconds to end."""
    made_once.forget()
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def pytest_configure() -> None:
    made_once.begin()


def pytest_unconfigure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker:
        made_once.end()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", default=False, help="write the expected texts anew")


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes begin as copies of this one, where there are such, for tests of what they do: a new one reads in the program, and pytest with the file of
    the test. That new ones do the same is tested with a campaign, with commands, and where processes begin."""
    from gamedsl.mutation import trial
    from gamedsl.workbench.playing import players, workers
    from gamedsl_interpreter.matches.processes import pool_of

    for module in (trial, players, workers):
        monkeypatch.setattr(module, "pool_of", partial(pool_of, forks=sys.platform == "linux"))


@pytest.fixture
def blessing(request: pytest.FixtureRequest) -> bool:
    """Whether expected texts are written anew."""
    return bool(request.config.getoption("--bless", default=False))
