"""Playouts inside the module: many matches of a random policy, summed up where they are played."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from struct import pack_into, unpack_from
from time import perf_counter

from attrs import evolve

from gamedsl_interpreter.agents import Agent, RandomMoves, RandomSteps
from gamedsl_interpreter.match import play_match
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.simulate import SeatSummary, Summary, Tally, nothing_played, simulate
from gamedsl_interpreter.wasm.emit.nodes import highest_score
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.module import UNREACHABLE, Trapped
from gamedsl_interpreter.wasm.shadow import MismatchError

SLICE = 0.05
"""Seconds after which the host gets a turn: Ctrl-C and progress wait no longer than this."""

_U64 = (1 << 64) - 1


class Policy(Enum):
    """The two normative random players; every seat plays the same one."""

    MOVES = 1
    STEPS = 2


def playouts(
    engine: WasmEngine, policy: Policy, seed: int, first: int, count: int, watch: Callable[[int], None] | None = None
) -> Summary:
    """Matches `first` to `first + count - 1` of a seed, summed up. `watch` is told after each slice how many are done. Raises MatchFault."""
    summary = nothing_played(engine.game, [_agent(policy)] * len(engine.game.seats), seed)
    done, size, most = 0, 1, _most_at_once(engine)
    while done < count:
        number = min(size, most, count - done)
        began = perf_counter()
        part = _slice(engine, policy, seed, first + done, number)
        summary += part
        done += part.matches
        spent = perf_counter() - began
        if spent < SLICE / 4:
            size = min(size * 4, 1 << 24)
        elif spent > SLICE:
            size = max(1, size // 2)
        if watch is not None:
            watch(done)
    return summary


def _slice(engine: WasmEngine, policy: Policy, seed: int, first: int, count: int) -> Summary:
    """So many matches, or fewer where one has no room in the module: that one is the last, and the reference executor plays it."""
    memory, at = engine.instance.memory, engine.module.addresses
    pack_into("<Q", memory, at["SEED"], seed & _U64)
    pack_into("<Q", memory, at["INDEX"], first & _U64)
    memory[at["STATS"] : at["STATS_END"]] = bytes(at["STATS_END"] - at["STATS"])
    try:
        engine.instance.functions["playouts"](engine.module.states, count, policy.value)
        return _summary(engine, policy, seed, count)
    except Trapped as trapped:
        if trapped.code != UNREACHABLE:
            raise MismatchError(f"the module stopped with trap {trapped.code}") from trapped
    (index,) = unpack_from("<Q", memory, at["INDEX"])
    done = index - (first & _U64) & _U64
    agents = [_agent(policy)] * len(engine.game.seats)
    if engine.has_no_room():
        rest = simulate(ReferenceEngine(engine.game), agents, seed, [first + done])
        return _summary(engine, policy, seed, done) + rest
    # The match that ran into a fault, played by the reference executor: its record leads there.
    play_match(ReferenceEngine(engine.game), agents, seed, first + done)
    raise MismatchError("only one executor runs into a fault")


def _most_at_once(engine: WasmEngine) -> int:
    """So many matches that no sum of squares outgrows 64 bits."""
    return (1 << 62) // (highest_score(engine.game) + 1) ** 2 or 1


def _agent(policy: Policy) -> Agent:
    return RandomMoves() if policy is Policy.MOVES else RandomSteps()


def parallel(engine: WasmEngine, policy: Policy, seed: int, first: int, count: int, workers: int) -> Summary:
    """The same by several threads (a call of the module lets others run); the summary does not depend on how many. Raises MatchFault."""
    bounds = [first + count * i // workers for i in range(workers + 1)]
    spans = [(a, b - a) for a, b in pairwise(bounds) if b > a]
    if len(spans) <= 1:
        return playouts(engine, policy, seed, first, count)
    # The first engine plays too; each of the others has an instance of its own.
    engines = [engine, *(WasmEngine(engine.game, engine.module, engine.program) for _ in spans[1:])]
    with ThreadPoolExecutor(len(spans)) as pool:
        parts = [pool.submit(playouts, one, policy, seed, a, n) for one, (a, n) in zip(engines, spans, strict=True)]
        return reduce(Summary.__add__, (part.result() for part in parts))


def _summary(engine: WasmEngine, policy: Policy, seed: int, count: int) -> Summary:
    game, memory, at = engine.game, engine.instance.memory, engine.module.addresses
    seats, lines = len(game.seats), len(game.scores)
    empty = nothing_played(game, [_agent(policy)] * seats, seed)
    where = at["STATS"]

    def tally() -> Tally:
        nonlocal where
        number, total, squares, least, most = unpack_from("<qqqqq", memory, where)
        where += 40
        return Tally(number, total, squares, _signed(least), _signed(most))

    decisions, steps = tally(), tally()
    made: list[SeatSummary] = []
    for seat in range(seats):
        scored = tuple((line.name, tally()) for line in game.scores)
        total = tally()
        places = unpack_from(f"<{seats}q", memory, at["PLACES"] + 8 * seat * seats)
        wins = unpack_from(f"<{seats}q", memory, at["WINS"] + 8 * seat * seats)
        won = sum((Fraction(n, k) for k, n in enumerate(wins, 1)), Fraction(0))
        made.append(evolve(empty.seats[seat], lines=scored, total=total, wins=won, ranks=places))
    counts = unpack_from(f"<{max(1, len(game.reasons))}q", memory, at["REASONS"])
    texts = game.reasons or ("",)
    reasons = sorted(((text, n) for text, n in zip(texts, counts, strict=True) if n), key=lambda r: (-r[1], r[0]))
    assert lines == len(empty.seats[0].lines) if seats else True
    return evolve(empty, matches=count, decisions=decisions, steps=steps, seats=tuple(made), reasons=tuple(reasons))


def _signed(value: int) -> int:
    """The low word, which was written alone."""
    low = value & 0xFFFFFFFF
    return low - (1 << 32) if low >> 31 else low
