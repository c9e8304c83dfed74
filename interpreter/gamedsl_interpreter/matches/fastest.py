"""The fastest executor that can play a Game here, and many random matches with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from gamedsl.errors import ArgumentError
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SiteId
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import BUDGET, Checking, Engine, Forced, S, State
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.cores import cores
from gamedsl_interpreter.matches.match import MatchRecord
from gamedsl_interpreter.matches.rows import LAST_MATCH, Rows, Sheet
from gamedsl_interpreter.matches.simulate import Summary, make_empty_summary
from gamedsl_interpreter.matches.simulate import simulate as one_by_one
from gamedsl_interpreter.wasm.bulk.playouts import Policy, check_matches, in_time, parallel, play_rows
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.instance import Unavailable
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.modules import Keeper
from gamedsl_interpreter.wasm.state import WasmState

_PATIENCE = 2.0
"""Seconds that the slow executor plays before it begins other processes, each of which takes a good part of a second to begin."""

_OWN = "give a state of this engine"

if TYPE_CHECKING:
    from gamedsl_interpreter.reference.engine import ReferenceEngine
    from gamedsl_interpreter.reference.state import ReferenceState


@frozen
class Chosen:
    """An engine, and the reason why it is the slow one (None if it is the fast one)."""

    engine: WasmEngine | ReferenceEngine
    note: str | None
    site: SiteId = SiteId(-1)
    """A line of the declaration that the note names; -1 if none is known."""


def fastest(
    game: Game,
    checking: Checking = Checking.OFF,
    budget: int = BUDGET,
    forced: Forced = Forced.PLAYED,
    keeper: Keeper | None = None,
    purpose: Purpose | None = None,
) -> Chosen:
    """Makes the wasm engine, or the reference engine with a note that says why the wasm engine cannot be used. Each call may take `budget` units of work.
    `keeper` keeps modules for later starts. `purpose` says which module to make first. Raises ArgumentError."""
    try:
        return Chosen(WasmEngine(game, checking, budget=budget, forced=forced, keeper=keeper, purpose=purpose), None)
    except Unsupported as missing:
        note, site = f"the slow executor plays, because of a limit of the fast one: {missing}", missing.site
    except Unavailable as missing:
        note, site = f"the slow executor plays, because the fast one cannot be used here: {missing}", SiteId(-1)
    from gamedsl_interpreter.reference.engine import ReferenceEngine

    return Chosen(ReferenceEngine(game, checking, budget=budget, forced=forced), note, site)


def random_matches(
    chosen: Chosen,
    policy: Policy,
    seed: int,
    first: int,
    count: int,
    workers: int | None = None,
    watch: Callable[[int], None] | None = None,
    start: str | None = None,
    state: State | None = None,
    seconds: float | None = None,
) -> Summary:
    """Plays matches `first` to `first + count - 1` of a seed with one random policy for all seats, and sums them up. `workers` threads play them (the slow
    executor: processes); None: one at first, and one for each processor if it takes long. `start` names a start of the rules. With a `state` they are
    playouts from there: see `play_match`. After `seconds`, no further match begins.

    The summary does not depend on the executor or the number of workers. `watch` is called from time to time with the number of
    matches finished since its last call. Raises MatchFault for the first match that runs into a fault, and ArgumentError.
    """
    arguments.require("chosen", chosen, Chosen, "`fastest(game)` gives one")
    check_matches(policy, seed, first, count, watch)
    arguments.workers(workers)
    engine = chosen.engine
    if isinstance(engine, WasmEngine):
        return parallel(engine, policy, seed, first, count, workers, watch, start, _check_own(engine, state), seconds)
    from gamedsl_interpreter.reference.state import ReferenceState

    own = None if state is None else engine.own(arguments.require("state", state, ReferenceState, _OWN))
    indices = range(first, first + count)
    if seconds is not None:
        agents = [policy.agent] * len(engine.game.seats)
        return one_by_one(engine, agents, seed, in_time(indices, seconds), None, start, own)
    return _play_slowly(engine, policy, seed, indices, workers, watch, start, own)


def _play_slowly(
    engine: ReferenceEngine,
    policy: Policy,
    seed: int,
    indices: range,
    workers: int | None,
    watch: Callable[[int], None] | None,
    start: str | None,
    state: ReferenceState | None,
) -> Summary:
    """Plays the matches in this process or, if that takes long and no number of workers is given, in several."""
    agents = [policy.agent] * len(engine.game.seats)
    summary, began = make_empty_summary(engine.game, agents, seed), perf_counter()
    while indices and (workers == 1 or (workers is None and (perf_counter() - began < _PATIENCE or cores() == 1))):
        summary += one_by_one(engine, agents, seed, indices[:1], None, start, state)
        indices = indices[1:]
        if watch is not None:
            watch(1)
    if not indices:
        return summary
    # Importing what processes need takes longer than many runs of the fast executor.
    from gamedsl_interpreter.matches.processes import in_processes

    return summary + in_processes(engine, policy, seed, indices, workers or cores(), watch, start, state)


def simulate(
    engine: Engine[S],
    agents: Sequence[Agent],
    seed: int,
    indices: Sequence[int],
    watch: Callable[[MatchRecord], None] | None = None,
    start: str | None = None,
    state: S | None = None,
    processes: int = 1,
) -> Summary:
    """Plays the matches (seed, index) and sums them up; `watch` sees each one when it is over. Raises MatchFault, ArgumentError.

    With a `state` each of them is a playout from there, with the chance of (seed, index): see `play_match`.

    With `processes` they are played in so many other processes, which takes some seconds to begin and is worth it for agents that think. The summary is the
    same. Agents are sent there, so they can be pickled; nobody can `watch`. A script that asks for it does its work below `if __name__ == "__main__":`,
    because each process reads the script again.

    Where the fast executor plays a range of matches with one random policy, and nobody watches, they are played inside
    its module; the summary is the same.
    """
    arguments.engine(engine)
    arguments.agents(engine.game, agents)
    seed = arguments.whole("seed", seed)
    if isinstance(indices, range):
        arguments.countable("len(indices)", max(0, -((indices.start - indices.stop) // indices.step)))
    if arguments.whole("processes", processes, 1) > 1:
        if watch is not None:
            raise ArgumentError("matches in other `processes` cannot be watched: give `watch` or `processes`, not both")
        from gamedsl_interpreter.matches.processes import simulate_in_processes

        return simulate_in_processes(engine, agents, seed, indices, processes, start, state)
    policy = next((p for p in Policy if all(agent == p.agent for agent in agents)), None)
    fast: object = engine
    if isinstance(fast, WasmEngine) and isinstance(indices, range) and indices.step == 1 and policy and watch is None:
        return parallel(fast, policy, seed, indices.start, len(indices), 1, None, start, _check_own(fast, state))
    return one_by_one(engine, agents, seed, indices, watch, start, state)


def simulate_rows(
    engine: Engine[S],
    agents: Sequence[Agent],
    seed: int,
    indices: Sequence[int],
    start: str | None = None,
    state: S | None = None,
) -> Rows:
    """Plays the matches of `simulate`, and gives their results as a table with a row for each match and seat. Raises MatchFault, ArgumentError.

    `indices` are consecutive and below 2^31. Where `simulate` plays inside the module of the fast executor, so does this, about as fast.
    """
    arguments.engine(engine)
    arguments.agents(engine.game, agents)
    seed = arguments.whole("seed", seed)
    numbers = _consecutive(indices)
    policy = next((p for p in Policy if all(agent == p.agent for agent in agents)), None)
    fast: object = engine
    if isinstance(fast, WasmEngine) and policy:
        return play_rows(fast, policy, seed, numbers, start, _check_own(fast, state))
    sheet = Sheet(engine.game, numbers.start, len(numbers))
    one_by_one(engine, agents, seed, numbers, sheet.note, start, state)
    return sheet.rows


def _consecutive(indices: object) -> range:
    """Returns the indices as a range, if they are consecutive and a table of rows can hold them. Raises ArgumentError."""
    found = [arguments.whole("indices", one, 0) for one in arguments.several("indices", indices)]
    numbers = range(found[0], found[0] + len(found)) if found else range(0)
    if list(numbers) != found or numbers.stop > LAST_MATCH:
        raise ArgumentError("`indices` are consecutive numbers from 0 to 2147483646, like `range(1000)`")
    return numbers


def _check_own(engine: WasmEngine, state: object) -> WasmState | None:
    """Returns the state, if there is one, after checking that it belongs to the engine. Raises ArgumentError."""
    return None if state is None else engine.own(arguments.require("state", state, WasmState, _OWN))
