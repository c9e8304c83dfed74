"""The package in a zip file: its tables, pages, games and runtimes are read from there, too."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
_FOLDERS = {
    ROOT / "gamedsl": "gamedsl",
    ROOT / "interpreter" / "gamedsl_interpreter": "gamedsl_interpreter",
    ROOT / "games": "gamedsl/games",
}
"""Folders of the repository, and where a wheel has them."""
_PROGRAM = """
import runpy
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
sys.argv = ["gamedsl", "check", "two_dice_pig"]
runpy.run_module("gamedsl", run_name="__main__")
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As a wheel holds the package, with what Python has compiled of it already."""
    place = tmp_path_factory.mktemp("archive") / "gamedsl.zip"
    with ZipFile(place, "w") as archive:  # not compressed: Python reads both, and this one faster
        for folder, inside in _FOLDERS.items():
            for path in sorted(folder.rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    archive.write(path, f"{inside}/{path.relative_to(folder).as_posix()}")
                compiled = Path(cache_from_source(str(path)))
                if path.suffix == ".py" and compiled.exists():
                    archive.write(compiled, f"{inside}/{path.relative_to(folder).with_suffix('.pyc').as_posix()}")
    return place


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


COMMANDS = {
    "explain E0301": "an unknown name",
    "games": "ultimate_tic_tac_toe",
    "page tic_tac_toe -o toe.html": "toe.html",
    "rulebook nim -o book.md": "book.md",
    "cards kuhn_poker -o cards.pdf": "cards.pdf",
    "simulate nim --matches 20 --jobs 2": "20 matches",
    "new mine": "mine.gdl",
    "check nimm": "did you mean `nim`?",
}


def test_programs_use_it_and_commands_work(archive: Path, tmp_path: Path) -> None:
    """In one process: from a zip file Python reads and checks all that it imports, each time. At the end it is the program itself."""
    code, said = _run(archive, tmp_path, "-c", _PROGRAM, answers="".join(f"{line}\n" for line in COMMANDS))
    assert code == 0, said
    assert said.startswith("9\n")
    told = re.split(r"^ended with (\d)\n", said, flags=re.MULTILINE)
    assert told[1::2] == ["0"] * 7 + ["2"], said
    for text, says in zip(told[::2], COMMANDS.values(), strict=False):
        assert says in text
    assert told[-1].endswith("two_dice_pig.gdl: no findings\n"), said
