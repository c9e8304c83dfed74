"""The fastest executor that can play a Game here, and many random matches with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gamedsl.graph.model.game import Game
from gamedsl.values import frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.agents import Agent
from gamedsl_interpreter.engine import BUDGET, Checking, Engine, Forced, S
from gamedsl_interpreter.match import MatchRecord
from gamedsl_interpreter.simulate import Summary
from gamedsl_interpreter.simulate import simulate as one_by_one
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.module import Unavailable
from gamedsl_interpreter.wasm.modules import Keeper
from gamedsl_interpreter.wasm.playouts import Policy, check_matches, parallel

if TYPE_CHECKING:
    from gamedsl_interpreter.reference.engine import ReferenceEngine


@frozen
class Chosen:
    """An engine, and why it is the slow one (None if it is the fast one)."""

    engine: WasmEngine | ReferenceEngine
    note: str | None


def fastest(
    game: Game,
    checking: Checking = Checking.OFF,
    budget: int = BUDGET,
    forced: Forced = Forced.PLAYED,
    keeper: Keeper | None = None,
) -> Chosen:
    """The wasm engine, or the reference engine with a note that says why the wasm engine cannot be used. Each call takes at most `budget` units of work.
    `keeper` keeps modules for later starts. Raises ArgumentError."""
    try:
        return Chosen(WasmEngine(game, checking, budget=budget, forced=forced, keeper=keeper), None)
    except Unsupported as missing:
        note = f"the slow executor plays, because of a limit of the fast one: {missing}"
    except Unavailable as missing:
        note = f"the slow executor plays, because the fast one cannot be used here: {missing}"
    from gamedsl_interpreter.reference.engine import ReferenceEngine

    return Chosen(ReferenceEngine(game, checking, budget=budget, forced=forced), note)


def random_matches(
    chosen: Chosen,
    policy: Policy,
    seed: int,
    first: int,
    count: int,
    workers: int = 1,
    watch: Callable[[int], None] | None = None,
    start: str | None = None,
) -> Summary:
    """Matches `first` to `first + count - 1` of a seed, summed up, played by so many threads (the slow executor: processes). All seats play the policy.
    `start` names a start of the rules.

    The summary does not depend on the executor or the number of workers. `watch` is told from time to time how many
    more are done. Raises MatchFault for the first match that runs into a fault, and ArgumentError.
    """
    arguments.given("chosen", chosen, Chosen, "`fastest(game)` gives one")
    check_matches(policy, seed, first, count, watch)
    arguments.whole("workers", workers, 1)
    engine = chosen.engine
    if isinstance(engine, WasmEngine):
        return parallel(engine, policy, seed, first, count, workers, watch, start)
    if workers > 1:
        # Importing what processes need takes longer than many runs of the fast executor.
        from gamedsl_interpreter.processes import in_processes

        return in_processes(engine, policy, seed, range(first, first + count), workers, watch, start)
    told: Callable[[MatchRecord], None] | None = None if watch is None else lambda _: watch(1)
    return one_by_one(engine, [policy.agent] * len(engine.game.seats), seed, range(first, first + count), told, start)


def simulate(
    engine: Engine[S],
    agents: Sequence[Agent],
    seed: int,
    indices: Sequence[int],
    watch: Callable[[MatchRecord], None] | None = None,
    start: str | None = None,
) -> Summary:
    """Plays the matches (seed, index) and sums them up; `watch` sees each one when it is over. Raises MatchFault, ArgumentError.

    Where the fast executor plays a range of matches with one random policy, and nobody watches, they are played inside
    its module; the summary is the same.
    """
    arguments.engine(engine)
    arguments.agents(engine.game, agents)
    arguments.whole("seed", seed)
    policy = next((p for p in Policy if all(agent == p.agent for agent in agents)), None)
    fast: object = engine
    if isinstance(fast, WasmEngine) and isinstance(indices, range) and indices.step == 1 and policy and watch is None:
        return parallel(fast, policy, seed, indices.start, len(indices), 1, start=start)
    return one_by_one(engine, agents, seed, indices, watch, start)
