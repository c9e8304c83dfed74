"""What terminals print in many games and files of the corpus, as digests: questions, tables, logs, reasons, refusals, after answers drawn at random.

A row has the name of a file, how it was played, and a digest. `gamedsl play` with the answers of `answers_of` shows the conversation itself.
"""

from __future__ import annotations

import re
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from cli.running import Runs, runner
from golden.conftest import CompareRows
from golden.test_conversations import MATCHES

ROOT = Path(__file__).parents[2]
GAMES = [path for path in sorted((ROOT / "games").rglob("*.gdl"))[1::4] if path.stem not in MATCHES]
"""Those of conversations are looked at there."""
CORPUS = sorted((ROOT / "tests/corpus/meaning").glob("*.gdl"))[::2]
COMMANDS = (
    "?", "? all", "view", "view rules", "table", "log", "moves", "undo", "undo anyway", "why 1", "why 2", "why 1 2", "rules", "help", "save match.json", "0", "",
)  # fmt: skip
WITH_WORDS = ("why", "rules", "card", "")
"""What is said with words of the rules behind it; without a command the words are a move."""
FLAGS = ("", "--screen-reader", "--allow-undo", "--names Ann,Bob", "--color always")
WIDTHS = (50, 90, 140)
ANSWERS = 20


def answers_of(text: str, dice: Random) -> list[str]:
    """Draws answers: every second one chooses by a number, the others are commands and moves with words of the rules."""
    words = re.findall(r"\w+", text)
    told = [f"{dice.choice(WITH_WORDS)} {' '.join(dice.sample(words, dice.randint(1, 2)))}".strip() for _ in COMMANDS]
    return [
        dice.choice(("1", "1", "2", "3", "1 2")) if turn % 2 == 0 else dice.choice((*COMMANDS, *told))
        for turn in range(ANSWERS)
    ]


@pytest.mark.parametrize(("name", "files", "one_in"), [("games", GAMES, 8), ("corpus", CORPUS, 8)])
def test_terminals(
    name: str,
    files: list[Path],
    one_in: int,
    golden_rows: CompareRows,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    run = runner(monkeypatch, capsys)
    golden_rows(f"terminals/{name}.txt", [partial(_row, path, run, monkeypatch) for path in files], one_in)


def _row(path: Path, run: Runs, monkeypatch: pytest.MonkeyPatch) -> str:
    dice = Random(path.stem)
    flag, width = dice.choice(FLAGS), dice.choice(WIDTHS)
    monkeypatch.setenv("COLUMNS", str(width))
    answers = answers_of(path.read_text(encoding="utf-8"), dice)
    Path("match.json").unlink(missing_ok=True)
    ran = run("play", str(path), "--hot-seat", "--seed", "5", *flag.split(), stdin="\n".join(answers).encode())
    told = f"{ran.out}{ran.err}".replace(f"{ROOT}/", "").replace("\r\n", "\n")
    how = " ".join((flag, f"in {width} columns")).strip()
    return (
        f"{path.stem} {how}: {sha256(told.encode()).hexdigest()[:8]} of {len(told)} characters, exit code {ran.code:d}"
    )
