"""The package in a zip file: its tables, pages, games and runtimes are read from there, too."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_PROGRAM = """
import sys
import gamedsl
from gamedsl.cli.main import run
assert ".zip" in gamedsl.__file__, gamedsl.__file__
rules = gamedsl.load_rules("tic_tac_toe", variants=["misere_tic_tac_toe"])
assert not rules.check().has_errors
engine = gamedsl.engine_for(rules.game())
agents = [gamedsl.RandomMoves()] * len(engine.game.seats)
print(gamedsl.simulate(engine, agents, 1, range(9)).matches)
for line in sys.stdin.read().splitlines():
    print("ended with", run(line.split()), flush=True)
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As a wheel holds the package, with what Python has compiled of it already."""
    place = tmp_path_factory.mktemp("archive")
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "gamedsl", place / "all" / "gamedsl", ignore=without)
    shutil.copytree(ROOT / "interpreter" / "gamedsl_interpreter", place / "all" / "gamedsl_interpreter", ignore=without)
    shutil.copytree(ROOT / "games", place / "all" / "gamedsl" / "games", ignore=without)
    for package in (ROOT / "gamedsl", ROOT / "interpreter" / "gamedsl_interpreter"):
        for source in package.rglob("*.py"):
            compiled = Path(cache_from_source(str(source)))
            if compiled.exists():
                shutil.copy2(compiled, place / "all" / source.relative_to(package.parent).with_suffix(".pyc"))
    return Path(shutil.make_archive(str(place / "gamedsl"), "zip", place / "all"))


def _run(archive: Path, folder: Path, *arguments: str, answers: str = "") -> tuple[int, str]:
    env = {**os.environ, "PYTHONPATH": str(archive), "GAMEDSL_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, *arguments],
        env=env,
        cwd=folder,
        input=answers,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_it_is_a_program(archive: Path, tmp_path: Path) -> None:
    code, said = _run(archive, tmp_path, "-m", "gamedsl", "check", "gossip")
    assert code == 0, said
    assert said.endswith("gossip.gdl: no findings\n")


COMMANDS = {
    "explain E0301": "an unknown name",
    "games": "ultimate_tic_tac_toe",
    "page hex -o hex.html": "hex.html",
    "rulebook nim -o book.md": "book.md",
    "cards kuhn_poker -o cards.pdf": "cards.pdf",
    "simulate nim --matches 20 --jobs 2": "20 matches",
    "new mine": "mine.gdl",
    "check nimm": "did you mean `nim`?",
}


def test_programs_use_it_and_commands_work(archive: Path, tmp_path: Path) -> None:
    """In one process: from a zip file Python reads and checks all that it imports, each time."""
    code, said = _run(archive, tmp_path, "-c", _PROGRAM, answers="".join(f"{line}\n" for line in COMMANDS))
    assert code == 0, said
    assert said.startswith("9\n")
    told = re.split(r"^ended with (\d)\n", said, flags=re.MULTILINE)
    assert told[1::2] == ["0"] * 7 + ["2"], said
    for text, says in zip(told[::2], COMMANDS.values(), strict=False):
        assert says in text
