"""No `assert` carries logic: Python run with `-O` leaves them out, and every answer stays what it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gamedsl
from share import less, picked

HERE = Path(__file__).parent
TESTS = HERE.parent
ROOT = Path(gamedsl.__file__).parents[1]
FILES = [
    *sorted((TESTS / "corpus").rglob("*.gdl"))[:: less(3, 80)],
    *picked(sorted((TESTS.parent / "games").rglob("*.gdl")), [TESTS.parent / "games/classics/leduc_poker.gdl"]),
    *picked(sorted((TESTS / "zoo").rglob("row_of_*.gdl")), sorted((TESTS / "zoo").rglob("row_of_eight_*.gdl"))),
    HERE / "diagnostics" / "village.gdl",
]


def _answers(*flags: str) -> dict[str, Any]:
    command = [sys.executable, *flags, str(HERE / "answers.py"), *map(str, FILES)]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_answers_are_the_same() -> None:
    plain, without = _answers(), _answers("-O")
    assert (plain["asserts"], without["asserts"]) == (True, False)
    assert len(plain["answers"]) == len(FILES)
    assert plain["answers"] == without["answers"]
