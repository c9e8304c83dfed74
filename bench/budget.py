"""What it costs that modules count their work for the budget of a call: the same module with and without counting, in turns.

Process time of one core. Each figure is the median of the paired quotients (with counting / without), so that a busy machine disturbs it little; the
last column gives the middle half of the quotients.
"""

from __future__ import annotations

from argparse import ArgumentParser
from statistics import median, quantiles
from time import process_time

from bench.playouts import GAMES, ROWS, game_of
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.assembly.metering import add_meter
from gamedsl_interpreter.wasm.emit.build import Meter, build_module
from gamedsl_interpreter.wasm.engine import WasmEngine


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.3, help="of one run")
    parser.add_argument("--only", default="", help="games whose name contains this")
    given = parser.parse_args()
    print(f"{'game':18}{'policy':>8}{'with / without':>16}{'middle half':>18}")
    for row in ROWS:
        if given.only not in row.path:
            continue
        game = game_of(GAMES / f"{row.path}.gdl", row.players)
        quotients = _quotients(game, row.policy, given.runs, given.seconds)
        low, _, high = quantiles(quotients, n=4)
        name = f"{row.path.split('/')[-1]} {row.players}"
        print(f"{name:18}{row.policy.name.lower():>8}{median(quotients):16.3f}{low:10.3f} –{high:6.3f}", flush=True)


def _quotients(game: Game, policy: Policy, runs: int, seconds: float) -> list[float]:
    counting, plain = _engine(game, add_meter), _engine(game, lambda functions, left: None)
    count = 256
    while _spent(plain, policy, count, 0) < seconds / 2:
        count *= 2
    found: list[float] = []
    for run in range(runs):
        order = (counting, plain) if run % 2 else (plain, counting)
        times = {id(engine): _spent(engine, policy, count, run) for engine in order}
        found.append(times[id(counting)] / times[id(plain)])
    return found


def _engine(game: Game, meter: Meter) -> WasmEngine:
    module = build_module(game, meter=meter)
    return WasmEngine(game, module=module)


def _spent(engine: WasmEngine, policy: Policy, count: int, seed: int) -> float:
    began = process_time()
    playouts(engine, policy, seed, 0, count)
    return process_time() - began


if __name__ == "__main__":
    main()
