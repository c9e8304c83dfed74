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

from gamedsl_interpreter.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.match import MatchFault, play_match
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.simulate import SeatSummary, Summary, Tally, nothing_played
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
    memory, at = engine.instance.memory, engine.module.addresses
    pack_into("<Q", memory, at["SEED"], seed & _U64)
    pack_into("<Q", memory, at["INDEX"], first & _U64)
    memory[at["STATS"] : at["STATS_END"]] = bytes(at["STATS_END"] - at["STATS"])
    done, size = 0, 1
    while done < count:
        number = min(size, count - done)
        began = perf_counter()
        try:
            engine.instance.functions["playouts"](engine.module.states, number, policy.value)
        except Trapped as trapped:
            raise _fault(engine, policy, seed, trapped) from trapped
        done += number
        spent = perf_counter() - began
        if spent < SLICE / 4:
            size = min(size * 4, 1 << 24)
        elif spent > SLICE:
            size = max(1, size // 2)
        if watch is not None:
            watch(done)
    return _summary(engine, policy, seed, count)


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


def _fault(engine: WasmEngine, policy: Policy, seed: int, trapped: Trapped) -> Exception:
    """The match that ran into a fault, played by the reference executor: its record leads there."""
    if trapped.code != UNREACHABLE:
        return MismatchError(f"the module stopped with trap {trapped.code}")
    (index,) = unpack_from("<Q", engine.instance.memory, engine.module.addresses["INDEX"])
    agent = RandomMoves() if policy is Policy.MOVES else RandomSteps()
    try:
        play_match(ReferenceEngine(engine.game), [agent] * len(engine.game.seats), seed, index)
    except MatchFault as fault:
        return fault
    return MismatchError("only one executor runs into a fault")


def _summary(engine: WasmEngine, policy: Policy, seed: int, count: int) -> Summary:
    game, memory, at = engine.game, engine.instance.memory, engine.module.addresses
    agent = RandomMoves() if policy is Policy.MOVES else RandomSteps()
    seats, lines = len(game.seats), len(game.scores)
    empty = nothing_played(game, [agent] * seats, seed)
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
