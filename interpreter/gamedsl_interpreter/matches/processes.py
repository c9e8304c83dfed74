"""Worker processes, and simulation with the reference executor in several of them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import current_process, get_context, parent_process
from pathlib import Path
from pickle import PicklingError, UnpicklingError, dumps, loads
from tempfile import TemporaryDirectory
from threading import Thread
from typing import ParamSpec, TypeVar, cast

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Checking, Engine, Forced, S, State
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.simulate import Summary, make_empty_summary, simulate
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.wasm.bulk.playouts import Policy

P = ParamSpec("P")
T = TypeVar("T")


@frozen
class _Job:
    """The data that a process needs to play matches."""

    game: Game
    checking: Checking
    budget: int
    forced: Forced
    policy: Policy
    seed: int
    start: str | None
    state: ReferenceState | None


_CHUNKS = 8
"""The chunks of matches for each process: few enough to cost little, and enough that no process waits long for the last one."""


def in_processes(
    engine: ReferenceEngine,
    policy: Policy,
    seed: int,
    indices: range,
    workers: int,
    watch: Callable[[int], None] | None,
    start: str | None = None,
    state: ReferenceState | None = None,
) -> Summary:
    """Plays the matches of a seed with these indices, and sums them up. Raises MatchFault."""
    game = engine.game
    size = max(1, len(indices) // (workers * _CHUNKS))
    chunks = [indices[at : at + size] for at in range(0, len(indices), size)]
    agents = [policy.agent] * len(game.seats)
    summary = make_empty_summary(game, agents, seed)
    job = _Job(game, engine.checking, engine.budget, engine.forced, policy, seed, start, state)
    with pool_of(workers, _prepare, job) as pool:
        for part, chunk in zip(pool.map(_chunk, chunks), chunks, strict=True):
            # A match that ends in a fault is played again here: an exception with its record cannot be sent between processes reliably.
            summary += simulate(engine, agents, seed, chunk, None, start, state) if part is None else part
            if watch is not None:
                watch(len(chunk))
    return summary


_prepared: list[tuple[_Job, ReferenceEngine]] = []
"""In a process that plays matches: its job and its engine."""


def _prepare(job: _Job) -> None:
    _prepared.append((job, ReferenceEngine(job.game, job.checking, budget=job.budget, forced=job.forced)))


def _chunk(indices: range) -> Summary | None:
    """Sums up some matches; None if one ends in a fault."""
    [(job, engine)] = _prepared
    try:
        return simulate(engine, [job.policy.agent] * len(job.game.seats), job.seed, indices, None, job.start, job.state)
    except MatchFault:
        return None


# ---------------------------------------------------------------- any engine and agents

_NO_GUARD = (
    "the other processes ended before they could play. Each of them reads the script again: do its work below"
    ' `if __name__ == "__main__":`, or in a function that is called there'
)


@frozen
class _Study:
    """The data that a process needs to play matches with given agents."""

    engine: Engine
    agents: tuple[Agent, ...]
    seed: int
    start: str | None
    state: State | None


_study: list[_Study | str] = []
"""In a process that plays matches of `simulate_in_processes`: what they have in common, or why that could not be read."""


def simulate_in_processes(
    engine: Engine[S],
    agents: Sequence[Agent],
    seed: int,
    indices: Sequence[int],
    processes: int,
    start: str | None,
    state: S | None,
) -> Summary:
    """Plays matches in other processes, and sums them up. Raises MatchFault for the first match that ends in a fault, and ArgumentError for agents that
    cannot be sent to another process, and in a script that begins processes while it is read."""
    many = tuple(arguments.whole("indices", one) for one in arguments.several("indices", indices))
    study = _Study(cast("Engine", engine), tuple(agents), seed, start, state)
    try:
        sent = dumps(study)
    except (PicklingError, AttributeError, TypeError) as error:
        raise ArgumentError(_explain_unsendable(error)) from error
    size = max(1, -(-len(many) // (processes * _CHUNKS)))
    chunks = [many[at : at + size] for at in range(0, len(many), size)]
    summary = make_empty_summary(engine.game, agents, seed)
    with with_guard(processes), pool_of(min(processes, max(1, len(chunks))), _take_study, sent) as pool:
        for part, chunk in zip(pool.map(_play_part, chunks), chunks, strict=True):
            # A match that ends in a fault is played again here, as above.
            summary += simulate(engine, agents, seed, chunk, None, start, state) if part is None else part
    return summary


@contextmanager
def with_guard(processes: int | None) -> Generator[None]:
    """Explains the missing guard in a script that starts processes while Python imports it: raises ArgumentError there, and ends such a process silently."""
    if processes != 1 and getattr(current_process(), "_inheriting", False):
        raise SystemExit(1)
    try:
        yield
    except BrokenProcessPool:
        raise ArgumentError(_NO_GUARD) from None


def _explain_unsendable(error: Exception) -> str:
    return f"these agents cannot be sent to other processes, which need a class at the top of a module: {error}"


def _take_study(sent: bytes) -> None:
    try:
        _study.append(loads(sent))
    except (AttributeError, ImportError, TypeError, ValueError, UnpicklingError) as error:
        _study.append(_explain_unsendable(error))


def _play_part(indices: Sequence[int]) -> Summary | None:
    """Sums up some matches; None if one ends in a fault."""
    [study] = _study
    if isinstance(study, str):
        raise ArgumentError(study)
    try:
        return simulate(study.engine, study.agents, study.seed, indices, None, study.start, study.state)
    except MatchFault:
        return None


# ---------------------------------------------------------------- processes


@contextmanager
def pool_of(
    workers: int, prepare: Callable[..., None], *arguments: object, forks: bool = False
) -> Generator[ProcessPoolExecutor]:
    """Yields processes that work until the block ends; each begins with `prepare(*arguments)`. With `forks` they begin as copies of this process.

    They ignore interrupts from the keyboard from their first instruction on: an interrupt reaches the whole group of processes, and only this process should
    report it. If an exception leaves the block, their unfinished work is dropped. All processes have ended when the block is left.

    The processes read what they are given from a file. The pipe that starts a process holds 64 KiB: if one died before it had read more than that, Python would
    wait for it forever.
    """
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1, initializer=_block_interrupts) as starter:
        given = Path(folder, "given")
        given.write_bytes(dumps((prepare, arguments)))
        pool = _Pool(workers, get_context("fork" if forks else "spawn"), _begin, (given,))
        pool.starter = starter
        is_whole = False
        try:
            yield pool
            is_whole = not pool.is_broken
        finally:
            if not is_whole:
                pool.end()
            pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A pool that starts its processes in a separate thread, `starter`. An interrupt reaches the main thread, so it never finds a process half started."""

    starter: ThreadPoolExecutor

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        begun = self.starter.submit(super().submit, fn, *args, **kwargs)
        try:
            return begun.result()
        except BaseException:
            wait([begun])
            raise

    @property
    def is_broken(self) -> bool:
        """Whether a process has died. One that was just being started then has been told nothing, and waits for work until somebody ends it."""
        return bool(self._broken)

    def end(self) -> None:
        """Ends the processes, even in the middle of their work."""
        for process in list((self._processes or {}).values()):
            process.terminate()
        # A process may have written half of an answer. Closing the write end of the pipe makes the reader stop waiting for the rest.
        self._result_queue._writer.close()  # type: ignore[attr-defined]  # pyright: ignore[reportUnknownMemberType, reportAttributeAccessIssue]


def _block_interrupts() -> None:
    """Blocks the signals that would end a command, in this thread; processes that it starts inherit this."""
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGTERM])


def _begin(given: Path) -> None:
    """Starts the work of a new process. From now on it ends when its parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, signal.SIGTERM])
    Thread(target=_end_with_parent, daemon=True).start()
    prepare, arguments = loads(given.read_bytes())
    prepare(*arguments)


def _end_with_parent() -> None:
    """Ends this process when its parent has ended: nobody waits for its matches any more."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
