"""The reference executor in several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Checking, Forced
from gamedsl_interpreter.match import MatchFault
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.simulate import Summary, nothing_played, simulate
from gamedsl_interpreter.wasm.playouts import Policy


@frozen
class _Job:
    """What a process needs to know to play matches."""

    game: Game
    checking: Checking
    budget: int
    forced: Forced
    policy: Policy
    seed: int
    start: str | None
    state: ReferenceState | None


_CHUNKS = 8
"""So many chunks of matches go to each process: few enough to cost little, enough that none waits long for the last."""


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
    """The matches of a seed with these indices, summed up. Raises MatchFault."""
    game = engine.game
    size = max(1, len(indices) // (workers * _CHUNKS))
    chunks = [indices[at : at + size] for at in range(0, len(indices), size)]
    agents = [policy.agent] * len(game.seats)
    summary = nothing_played(game, agents, seed)
    job = _Job(game, engine.checking, engine.budget, engine.forced, policy, seed, start, state)
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _prepare, (job,))
    try:
        for part, chunk in zip(pool.map(_chunk, chunks), chunks, strict=True):
            # A match that ends in a fault is played again here: an exception with its record does not travel well.
            summary += simulate(engine, agents, seed, chunk, None, start, state) if part is None else part
            if watch is not None:
                watch(len(chunk))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return summary


_prepared: list[tuple[_Job, ReferenceEngine]] = []
"""In a process that plays matches: what it plays."""


def follow_parent() -> None:
    """For a process that works for another one: it does not listen to the keyboard, and ends when the other one has ended."""
    # The keyboard interrupts the whole group of processes; one of them is enough to say so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _prepare(job: _Job) -> None:
    follow_parent()
    _prepared.append((job, ReferenceEngine(job.game, job.checking, budget=job.budget, forced=job.forced)))


def _end_with_parent() -> None:
    """Nobody waits for matches any more when the command has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _chunk(indices: range) -> Summary | None:
    """The summary of some matches; None if one ends in a fault."""
    [(job, engine)] = _prepared
    try:
        return simulate(engine, [job.policy.agent] * len(job.game.seats), job.seed, indices, None, job.start, job.state)
    except MatchFault:
        return None
