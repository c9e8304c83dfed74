"""Processes that work for this one, and how they end."""

from __future__ import annotations

import os
import signal
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import active_children, get_context
from threading import Event

import pytest

from gamedsl_interpreter.matches.processes import pool_of
from share import paired

_FORKS = [False, *([True] if sys.platform == "linux" else [])]


class _Broken(Exception):
    pass


def _nothing() -> None:
    pass


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _wait_for_work() -> None:
    Event().wait()


def _interrupt_itself() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def _large(number: int) -> bytes:
    """More than a pipe holds."""
    os.kill(os.getpid(), signal.SIGINT)
    return bytes(number)


@pytest.mark.parametrize("forks", _FORKS)
def test_they_do_not_hear_the_keyboard(forks: bool) -> None:
    with pool_of(2, _interrupt_itself, forks=forks) as pool:
        assert list(pool.map(_large, range(6))) == [bytes(number) for number in range(6)]
    assert not active_children()


@pytest.mark.parametrize(("taken", "forks"), paired([0, 1, 3], _FORKS))
def test_they_end_in_the_middle_of_an_answer(forks: bool, taken: int) -> None:
    """Nobody takes the rest of it."""
    with suppress(_Broken), pool_of(2, _nothing, forks=forks) as pool:
        waiting = [pool.submit(_large, 3_000_000) for _ in range(12)]
        for one in waiting[:taken]:
            assert len(one.result()) == 3_000_000
        raise _Broken
    assert not active_children()


def test_nobody_elses_process_is_ended() -> None:
    with pool_of(1, _nothing) as mine:
        assert mine.submit(_large, 1).result() == b"\0"
        with suppress(_Broken), pool_of(1, _nothing) as other:
            other.submit(_large, 1).result()
            raise _Broken
        assert mine.submit(_large, 2).result() == b"\0\0"


def test_one_that_began_while_another_died_is_ended() -> None:
    """Python has ended the others before it heard of this one, and waits for it."""
    late = get_context("spawn").Process(target=_wait_for_work, daemon=True)
    with pool_of(1, _nothing) as pool:
        with pytest.raises(BrokenProcessPool):
            pool.submit(_die).result()
        getattr(pool, "_executor_manager_thread").join()  # noqa: B009  # what Python keeps for itself
        late.start()
        getattr(pool, "_processes")[late.pid] = late  # noqa: B009
    late.join(60)
    assert late.exitcode == -signal.SIGTERM
