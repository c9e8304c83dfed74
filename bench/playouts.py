"""Random playouts per second of the wasm executor, beside plain C programs for the same games, in one run.

Process time of one core; every number is the median of the runs. The C programs (`bench/c`, gcc -O2) list the legal moves, draw one and apply it;
those of Gloriana and Glory Islands count the moves, or draw value by value (`check_c.py` compares their matches with the executor's). The
policy is told with each number: `moves` draws one of the complete moves, `steps` one value at each step. Statistics by seat, score line and
reason are kept while the wasm executor plays; the C programs keep none. The module is the optimised one for playouts. Compiling
and the first playout are measured as wall time.
"""

from __future__ import annotations

import subprocess
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from attrs import frozen

from gamedsl import pipeline
from gamedsl.cli.reading.files import open_rules
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.wasm.bulk.playouts import Policy, playouts
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.module import Program

HERE = Path(__file__).parent
GAMES = HERE.parent / "games"


@frozen
class Row:
    """One line of the table: the game, its people, the policy, and the C program beside it."""

    path: str
    players: int
    policy: Policy
    program: str


ROWS = (
    Row("classics/tic_tac_toe", 2, Policy.MOVES, "tic_tac_toe"),
    Row("classics/connect_four", 2, Policy.MOVES, "connect_four"),
    Row("classics/breakthrough", 2, Policy.MOVES, "breakthrough"),
    Row("classics/hex", 2, Policy.MOVES, "hex"),
    Row("gloriana", 4, Policy.STEPS, "gloriana"),
    Row("gloriana", 4, Policy.MOVES, "gloriana"),
    Row("glory_islands", 4, Policy.STEPS, "glory_islands"),
    Row("glory_islands", 4, Policy.MOVES, "glory_islands"),
)


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="of one run")
    given = parser.parse_args()
    head = f"{'game':16}{'policy':>8}{'playouts/s':>12}{'Msteps/s':>10}{'C /s':>12}{'C Msteps/s':>12}{'ratio':>7}{'emit ms':>9}{'compile ms':>11}"
    print(head)
    with TemporaryDirectory() as folder:
        for row in ROWS:
            print(_line(row, Path(folder), given.runs, given.seconds), flush=True)


def _line(row: Row, folder: Path, runs: int, seconds: float) -> str:
    game = game_of(GAMES / f"{row.path}.gdl", row.players)
    began = perf_counter()
    module = build_module(game, purpose=Purpose.PLAYOUTS)
    emitted = perf_counter()
    Program(module.code)
    ready = perf_counter()
    engine = WasmEngine(game, module=module, purpose=None)
    count = 256
    while _run(engine, row.policy, count)[0] < seconds / 2:
        count *= 2
    ours: list[float] = []
    steps: list[float] = []
    theirs: list[float] = []
    executable = compiled(row.program, row.policy, folder)
    for _ in range(runs):
        spent, made = _run(engine, row.policy, count)
        ours.append(count / spent)
        steps.append(made / spent / 1e6)
        theirs.append(_c_run(executable, count))
    ratio = median(ours) / median(theirs)
    beside = f"{median(theirs):12,.0f}{median(steps) / ratio:12.2f}{ratio:7.2f}"
    times = f"{(emitted - began) * 1000:9.0f}{(ready - emitted) * 1000:11.0f}"
    name = f"{row.path.split('/')[-1]} {row.players}"
    return f"{name:16}{row.policy.name.lower():>8}{median(ours):12,.0f}{median(steps):10.2f}{beside}{times}"


def game_of(path: Path, players: int) -> Game:
    """The setup of a rules file for so many players."""
    files = open_rules(str(path))
    parsed = files.parse()
    setup = next(s for s in pipeline.setups(parsed) if s.players == players)
    return pipeline.compile(parsed, setup).game


def _run(engine: WasmEngine, policy: Policy, count: int) -> tuple[float, int]:
    began = process_time()
    summary = playouts(engine, policy, 1, 0, count)
    return process_time() - began, summary.steps.total


def compiled(name: str, policy: Policy, folder: Path, *options: str) -> Path:
    """A C program, as an executable file in the folder. Those of small games know one policy only."""
    out = folder / f"{name}_{policy.name.lower()}"
    source = HERE / "c" / f"{name}.c"
    subprocess.run(["gcc", "-O2", f"-DPOLICY={policy.name}", *options, "-o", str(out), str(source)], check=True)
    return out


def _c_run(executable: Path, count: int) -> float:
    done = subprocess.run([str(executable), str(count)], check=True, capture_output=True, text=True)
    return float(done.stdout.split()[0])


if __name__ == "__main__":
    main()
