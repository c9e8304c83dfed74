"""What the optimiser gains: playouts of every shipped game with the functions as they were written and with optimised ones, in alternation with equal seeds.

Process time of one core. `ratio` is the median of the ratios of neighbouring runs, above 1 where the optimised module is faster; `emit` and `improve` are
seconds to make each module for playouts and its machine code, `kB` their sizes. Games whose optimised module is slower are marked.
"""

from __future__ import annotations

from argparse import ArgumentParser
from math import exp, log
from pathlib import Path
from statistics import median
from time import process_time

from attrs import frozen

from gamedsl import pipeline
from gamedsl.cli.reading.files import open_rules
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.unsupported import Unsupported
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import Purpose

GAMES = Path(__file__).parent.parent / "games"
SLOWER = 0.97
"""Ratios below this are no noise of the measurement."""


@frozen
class Tier:
    """An engine, and seconds to make it."""

    engine: WasmEngine
    made: float

    @property
    def size(self) -> float:
        """Kilobytes of the module."""
        return len(self.engine.modules.of(Purpose.PLAYOUTS).module.code) / 1024


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="files below games/, without `.gdl`; by default all")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.1, help="of one run")
    given = parser.parse_args()
    names: list[str] = given.games or sorted(_name(path) for path in GAMES.rglob("*.gdl"))
    print(f"{'game':34}{'policy':>8}{'plain /s':>12}{'ratio':>7}{'emit':>8}{'improve':>9}{'kB':>7}{'kB':>7}")
    ratios: list[float] = []
    for name in names:
        try:
            ratios += _compared(name, given.runs, given.seconds)
        except Unsupported as missing:
            print(f"{name:34} {missing}")
    print(f"mean ratio {exp(sum(map(log, ratios)) / len(ratios)):.2f}, least {min(ratios):.2f}")


def _compared(name: str, runs: int, seconds: float) -> list[float]:
    game = _game(name)
    began = process_time()
    plain = WasmEngine(game, purpose=Purpose.PLAYOUTS)
    _run(plain, Policy.MOVES, 1)
    written = process_time()
    better = plain.improved()
    _run(better, Policy.MOVES, 1)
    tiers = Tier(plain, written - began), Tier(better, process_time() - written)
    return [_line(name, tiers, policy, runs, seconds) for policy in Policy]


def _line(name: str, tiers: tuple[Tier, Tier], policy: Policy, runs: int, seconds: float) -> float:
    plain, better = tiers
    _run(plain.engine, policy, 1)
    count = 1
    while _run(plain.engine, policy, count) < seconds / 2:
        count *= 2
    _run(better.engine, policy, count)
    times = [(_run(plain.engine, policy, count), _run(better.engine, policy, count)) for _ in range(runs)]
    ratio = median(before / after for before, after in times)
    mark = " slower" if ratio < SLOWER else ""
    rate = count / median(before for before, _ in times)
    print(
        f"{name:34}{policy.name.lower():>8}{rate:12,.0f}{ratio:7.2f}{plain.made:8.2f}{better.made:9.2f}{plain.size:7.0f}{better.size:7.0f}{mark}",
        flush=True,
    )
    return ratio


def _run(engine: WasmEngine, policy: Policy, count: int) -> float:
    began = process_time()
    playouts(engine, policy, 1, 0, count)
    return process_time() - began


def _name(path: Path) -> str:
    return str(path.relative_to(GAMES).with_suffix(""))


def _game(name: str) -> Game:
    files = open_rules(str(GAMES / f"{name}.gdl"))
    parsed = files.parse()
    return pipeline.compile(parsed, next(iter(pipeline.setups(parsed)))).game


if __name__ == "__main__":
    main()
