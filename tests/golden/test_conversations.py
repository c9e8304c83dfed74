"""What players see at the terminal, from the first line to the last: questions, answers, tables, refusals and commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import runner
from golden.conftest import Compare
from share import picked

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "conversations"
MATCHES = {
    "chess": (
        "chess --hot-seat --names Ann,Bob --seed 3",
        "e2e4|why e7e3|why turns(piece = e7, to = e3)|why e7e5|moves|Nf6|view|view rules|view it|undo|log|? all|? some|d7d5|Ke3|e4d5|table|help"
        "|save match.json|save match.json|save /nowhere/match.json|99|0|some|a b c|why|card|Qd5|d1f3|d5f3|gf|g2f3|why Qf3",
    ),
    "hearts": (
        "hearts --seed 3",
        "why 3d 3s 5d|why 3d xx|why xx|3d 3s|why 3d 3s|why 3d|3d 3s 5d|undo|none|why 3d|3d 3d 5d|9|why 3d 3s 5d|1 2 3|moves|?|1|1|view|log|undo",
    ),
    "gloriana": (
        "gloriana --hot-seat --players 3 --seed 3 --allow-undo",
        "merm|horse|from tavern mermaid soldier|?|log|undo|from Mermaid|why from Mermaid|hire|1|view|table|card Soldier|card|moves|hire drake|1|1|1|2|1|1",
    ),
    "glory_islands": (
        "glory_islands --screen-reader --hot-seat --players 3 --seed 3",
        "view|1|view|log|1|why 1|moves|undo|1|1|2|1|3|? all|1|1",
    ),
    "love_letter": (
        "love_letter --players 3 --hot-seat --seed 3",
        "?|? all|view|undo|moves|why 1|card guard|nonsense|why king|1|1|log|2|view|1|1|1|1|1",
    ),
    "backgammon": ("backgammon --hot-seat --seed 5", "1|moves|8|1|4|undo|view|why 1|log|1|6|1"),
    "nine_mens_morris": ("nine_mens_morris --hot-seat --seed 5", "d2|d2|a1|1|view|why d2|g1|g4|g7|a1|undo|b4"),
    "liars_dice": ("liars_dice --hot-seat --seed 5", "1|1|5|why 5|view|moves|1|?|2|3|4|99|log"),
    "brimming_bowls": ("brimming_bowls --hot-seat --seed 1", "?|? full|card|rules drop|why 30|1|?"),
    "hex": ("hex --seed 3 --names Ann,Bob --screen-reader", "e5|e5|z9|why e5|view|undo|f6|log"),
}
"""Commands with the answers that are given, one after the other; then the input ends. Everyday runs leave out Glory Islands, whose setups take longest to
check, and boards that tests of the command line show too."""
_LONG = ("glory_islands", "hex", "nine_mens_morris", "backgammon")


@pytest.mark.parametrize("name", picked(tuple(MATCHES), [name for name in MATCHES if name not in _LONG]))
def test_conversations(
    name: str, golden: Compare, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "90")
    arguments, answers = MATCHES[name]
    ran = runner(monkeypatch, capsys)("play", *arguments.split(), stdin=answers.replace("|", "\n").encode())
    told = f"{ran.out}{ran.err}\nexit code {ran.code:d}\n"
    golden(f"conversations/{name}.txt", told.replace(f"{ROOT}/", "").replace("\r\n", "\n"))


def test_no_other_file_is_left(blessing: bool) -> None:
    expected = {f"{name}.txt" for name in MATCHES}
    for path in FOLDER.iterdir():
        if blessing and path.name not in expected:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == expected
