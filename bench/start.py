"""What starting costs: process time of whole processes, median of the runs, and with `--base` the same of another checkout in turn.

The targets are those of process time. Compile the sources of both first (`python -m compileall -q gamedsl interpreter`): otherwise the first run
measures Python's compiler. Each run is a process of its own. `play` is from a rules file to the first finished playout, by a program that imports the
package; `simulate` is the same by the command line. Cold: the cache is empty; warm: the same was done before. A checkout without a cache has the same
figure for both. Below stands the module with which Gloriana's playouts begin: its size, and the time to emit and to compile it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from statistics import median
from time import process_time

from bench.playouts import game_of
from gamedsl.garbage import garbage_stays
from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.emit.optimise import keep_functions
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.module import Program

ROOT = Path(__file__).parents[1]
_PLAY = """
import gamedsl
engine = gamedsl.engine_for(gamedsl.load_rules({path!r}).game(players=4))
gamedsl.simulate(engine, [gamedsl.RandomSteps()] * 4, 1, range(1))
"""
_CHECK, _COLD, _WARM = 200, 350, 200
"""Targets in milliseconds: `check`, and the first finished playout with an empty cache and with a full one."""
_SIZE, _COMPILED = 45, 40
"""Targets for the module of Gloriana: kB, and milliseconds to compile it."""


@frozen
class Case:
    """What is started: the arguments of Python, and whether the cache is empty before."""

    name: str
    args: tuple[str, ...]
    is_cold: bool = False
    target: int | None = None
    """Milliseconds, where there is a target."""


def cases() -> list[Case]:
    """All cases, in the order of the table."""
    found = [Case("python", ("-c", "pass")), Case("import gamedsl", ("-c", "import gamedsl"))]
    found.append(Case("gamedsl --version", ("-m", "gamedsl", "--version")))
    for name in ("gloriana", "glory_islands"):
        path = str(ROOT / "games" / f"{name}.gdl")
        simulate = ("-m", "gamedsl", "simulate", path, "--players", "4", "--matches", "1")
        found.append(Case(f"check {name}", ("-m", "gamedsl", "check", path), target=_CHECK))
        for is_cold in (True, False):
            word, target = ("cold", _COLD) if is_cold else ("warm", _WARM)
            found.append(Case(f"play {name}, {word}", ("-c", _PLAY.format(path=path)), is_cold, target))
            found.append(Case(f"simulate {name}, {word}", simulate, is_cold, target))
    return found


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--base", type=Path, help="another checkout, measured in turn with this one")
    given = parser.parse_args()
    runs: int = given.runs
    base: Path | None = given.base
    roots = [ROOT] if base is None else [base.resolve(), ROOT]
    names = ["ms", "target"] if base is None else ["base ms", "ms", "target", "ratio"]
    print(f"{'':26}" + "".join(f"{name:>12}" for name in names))
    for case in cases():
        found = _medians(case, roots, runs)
        ratio = [] if base is None else [f"{found[1] / found[0]:12.2f}"]
        target = f"{'' if case.target is None else case.target:>12}"
        print(f"{case.name:26}" + "".join([*[f"{ms:12.0f}" for ms in found], target, *ratio]), flush=True)
    _print_module(runs)


def _print_module(runs: int) -> None:
    """The module of Gloriana for playouts, as a cold start makes it."""
    game = game_of(ROOT / "games" / "gloriana.gdl", 4)
    emitted: list[float] = []
    compiled: list[float] = []
    size = 0
    for _ in range(runs):
        began = process_time()
        with garbage_stays():
            code = build_module(game, improve=keep_functions, purpose=Purpose.PLAYOUTS).code
        middle = process_time()
        Program(code)
        compiled.append(1000 * (process_time() - middle))
        emitted.append(1000 * (middle - began))
        size = len(code)
    print(f"{'module of gloriana':26}{size / 1000:10.1f}kB{_SIZE:10}kB")
    print(f"{'  emitted, ms':26}{median(emitted):12.0f}")
    print(f"{'  compiled, ms':26}{median(compiled):12.0f}{_COMPILED:12}")


def _medians(case: Case, roots: list[Path], runs: int) -> list[float]:
    """Milliseconds by checkout; each is run in turn, after one run to warm up."""
    spent: list[list[float]] = [[] for _ in roots]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(runs + 1):
            for number, root in enumerate(roots):
                cache = Path(folder, str(number))
                if case.is_cold:
                    shutil.rmtree(cache, ignore_errors=True)
                spent[number].append(_cost(case, root, cache, folder))
    return [median(times[1:]) for times in spent]


def _cost(case: Case, root: Path, cache: Path, folder: str) -> float:
    """Milliseconds in user and system mode of one process, which has to end well; its output is thrown away."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(root), str(root / "interpreter"))),
        "GAMEDSL_CACHE": str(cache),
    }
    command = (sys.executable, "-P", *case.args)  # -P: this checkout does not get in the way of the other one
    silence = os.open(os.devnull, os.O_WRONLY)
    process = os.posix_spawn(command[0], command, environment, file_actions=[(os.POSIX_SPAWN_DUP2, silence, 1)])
    _, status, usage = os.wait4(process, 0)
    os.close(silence)
    if status:
        raise RuntimeError(f"{case.name} of {root} in {folder} ended with {os.waitstatus_to_exitcode(status)}")
    return 1000 * (usage.ru_utime + usage.ru_stime)


if __name__ == "__main__":
    main()
