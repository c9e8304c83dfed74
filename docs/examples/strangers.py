"""Plays rules that a stranger wrote, in a process of its own with a limit of time and of memory, and says how they do.

    python docs/examples/strangers.py rules.gdl

The limits need a system with `resource` (Linux, macOS). On others only the time is limited.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import gamedsl

SECONDS, MEMORY, MATCHES = 10, 2 << 30, 1000


def tried(text: str, seconds: int = SECONDS) -> str:
    """What became of the rules, in a sentence or in several lines; there is always an answer."""
    alone = {**os.environ, "GAMEDSL_CACHE": "off", "PYTHONUTF8": "1"}
    try:
        done = subprocess.run(
            [sys.executable, __file__, "--inside", str(seconds)],
            input=text, capture_output=True, encoding="utf-8", timeout=2 * seconds, env=alone, check=True,
        )  # fmt: skip
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return "These rules take too long, or too much memory."
    found = json.loads(done.stdout)
    return (
        str(found["problem"]) if found["problem"] else f"{found['matches']} matches, {found['moves']:.1f} choices each."
    )


def inside(text: str) -> dict[str, object]:
    """Checks rules and plays some random matches; runs in the process with limits."""
    try:
        engine = gamedsl.engine_for(gamedsl.parse_rules(text).game())
        agents = [gamedsl.RandomSteps()] * len(engine.game.seats)
        summary = gamedsl.simulate(engine, agents, 1, range(MATCHES))
    except gamedsl.GameDslError as error:
        return {"problem": str(error)}
    return {"problem": None, "matches": summary.matches, "moves": float(summary.decisions.mean)}


def limit(seconds: int) -> None:
    """Limits this process for good."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    if sys.argv[1] == "--inside":
        limit(int(sys.argv[2]))
        print(json.dumps(inside(sys.stdin.read())))
    else:
        print(tried(Path(sys.argv[1]).read_text(encoding="utf-8")))
