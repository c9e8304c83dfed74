"""From a rules file to the first finished playout in a fresh process, by phase: process time, median of the runs.

Compile the sources first (`python -m compileall -q gamedsl interpreter`): otherwise the first run measures Python's compiler. Each run is a process of
its own; `python` is what the interpreter spends before the first line of the program.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from argparse import ArgumentParser
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time

GAMES = Path(__file__).parent.parent / "games"
FLAGSHIPS = (("gloriana", 4), ("glory_islands", 4), ("classics/connect_four", 2))
PHASES = ("python", "import", "parse", "check and compile", "import wasm", "emit", "compile wasm", "first playout")


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--once", nargs=2, metavar=("FILE", "PLAYERS"), help="one run, as JSON")
    given = parser.parse_args()
    if given.once is not None:
        print(json.dumps(_once(given.once[0], int(given.once[1]))))
        return
    print(f"{'game':16}" + "".join(f"{name:>19}" for name in PHASES) + f"{'total ms':>12}")
    for path, players in FLAGSHIPS:
        runs = [_run(str(GAMES / f"{path}.gdl"), players) for _ in range(given.runs)]
        spent = [median(run[i] for run in runs) * 1000 for i in range(len(PHASES))]
        total = median(sum(run) for run in runs) * 1000
        print(f"{path.split('/')[-1]:16}" + "".join(f"{ms:19.0f}" for ms in spent) + f"{total:12.0f}")


def _run(path: str, players: int) -> list[float]:
    command = [sys.executable, __file__, "--once", path, str(players)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: list[float] = json.loads(done.stdout)
    return found


def _once(path: str, players: int) -> list[float]:
    gc.set_threshold(50_000)  # as the command line does
    times = [0.0, process_time()]
    from gamedsl import pipeline
    from gamedsl.cli.common.files import open_rules

    times.append(process_time())
    files = open_rules(path)
    parsed = pipeline.parse_files(files.source, files.find)
    times.append(process_time())
    setup = next(s for s in pipeline.setups(parsed) if s.players == players)
    game = pipeline.compile(parsed, setup).game
    times.append(process_time())
    from gamedsl_interpreter.wasm.emit.build import built
    from gamedsl_interpreter.wasm.emit.optimise import unchanged
    from gamedsl_interpreter.wasm.engine import WasmEngine
    from gamedsl_interpreter.wasm.module import Program
    from gamedsl_interpreter.wasm.playouts import Policy, playouts

    times.append(process_time())
    module = built(game, improve=unchanged)
    times.append(process_time())
    program = Program(module.code)
    times.append(process_time())
    playouts(WasmEngine(game, module=module, program=program), Policy.STEPS, 1, 0, 1)
    times.append(process_time())
    return [after - before for before, after in pairwise(times)]


if __name__ == "__main__":
    main()
