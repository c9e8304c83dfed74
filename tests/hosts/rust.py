"""The Rust host plays the same matches as Python: `PYTHONPATH=tests python -m hosts.rust`. Needs cargo; ends with 1 if a match differs.

What it prints of a match (the steps of each move, then the result) is played again here. It is linked with the library that comes with wasmtime for Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import gamedsl
from hosts.driving import ROOT, written_for_users

GAMES = ("gloriana", "glory_islands", "classics/hearts", "classics/chess", "classics/goofspiel")


def main() -> int:
    """Builds the host and compares a match of each game."""
    with TemporaryDirectory() as folder:
        program = _built(Path(folder))
        found = {name: _difference(name, program, Path(folder)) for name in GAMES}
    for name, difference in found.items():
        print(f"{name}: {difference or 'the same match'}")
    return 1 if any(found.values()) else 0


def _built(folder: Path) -> Path:
    spec = find_spec("wasmtime")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("wasmtime is not installed")
    library = next(Path(spec.origin).parent.glob("*/_*wasmtime.*"))
    (folder / f"libwasmtime{library.suffix}").symlink_to(library)
    named = {"WASMTIME": str(folder), "CARGO_TARGET_DIR": str(folder / "target")}
    subprocess.run(
        ["cargo", "build", "--offline", "--locked", "--quiet", "--manifest-path", str(ROOT / "hosts/rust/Cargo.toml")],
        env={**os.environ, **named, "RUSTFLAGS": "-D warnings"}, check=True,
    )  # fmt: skip
    return folder / "target/debug/play"


def _difference(name: str, program: Path, folder: Path) -> str | None:
    game = gamedsl.load_rules(ROOT / f"games/{name}.gdl").game()
    done = subprocess.run(
        [str(program), str(written_for_users(game, folder)), str(2**40 + 7)], capture_output=True, text=True, check=True
    )
    moves = [line.partition(": ") for line in done.stdout.splitlines() if line.endswith("]")]
    engine = gamedsl.engine_for(game)
    state = engine.initial(2**40 + 7)
    for seat, _, steps in moves:
        state = engine.play(state, game.seats.index(seat), gamedsl.Move(tuple(json.loads(steps)), ""))
    outcome = engine.outcome(state)
    if outcome is None:
        return "the match is not over in Python"
    ranked = [seat for group in outcome.ranking for seat in group]
    wanted = [outcome.reason, *(f"{game.seats[seat]}: {outcome.totals[seat]}" for seat in ranked)]
    told = done.stdout.splitlines()[len(moves) :]
    return None if told == wanted else f"{told} and not {wanted}"


if __name__ == "__main__":
    sys.exit(main())
