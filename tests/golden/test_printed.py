"""What commands print, in every form, is as it is written in `printed/`: a change of any renderer shows in `git diff`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from cli.running import Ran, Runs, runner
from golden.conftest import Compare

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "printed"
EVERYTHING = (Path(__file__).parents[1] / "unit/variants/everything.gdl").read_text(encoding="utf-8")
CHANGES = (
    ('"Wet."', '"Dry."'),
    ("let bonus = 2", "let bonus = 3"),
    ('"Too much."', '"Enough."'),
    ("    Opal  4", "    Jade  4"),
    ("each Opal in pan", "each Jade in pan"),
    ("while you sell", "when you sell"),
)
"""What the file `changed.gdl` has in place of what stands in `everything.gdl`."""
FAULTY = """game faulty:
    players 2 to 3

shared:
    heap: 0..9 = 9

rounds up to 9:
    turn

phase turns, each player:
    choose number: one of 1..hep
    heap =- number

ranking by heap
"""
BROKEN = """game broken:
    players 2

shared:
    heap: 0..9 = 9

each player:
    hand: 0..9 = 0, seen by owner

rounds up to 9:
    turns

phase turns, each player:
    choose number: one of 1..3
    heap -= number
    hand += number

invariant never_two: heap is not 2

game ends when heap is 0

ranking by highest hand, ties shared

example takes_three:
    as P1: turns
    P1 plays turns(number = 3)
    then heap is 7
"""

COMMANDS = {
    "diff.txt": "diff everything.gdl changed.gdl",
    "diff.md": "diff everything.gdl changed.gdl --format markdown",
    "diff.html": "diff everything.gdl changed.gdl --format html",
    "diff.json": "diff everything.gdl changed.gdl --json",
    "diff_variant.txt": "diff long_haul --players 3",
    "graph.txt": "graph everything.gdl --format text",
    "graph.dot": "graph everything.gdl --format dot",
    "graph.mmd": "graph everything.gdl --format mermaid",
    "graph.svg": "graph kuhn_poker --format svg",
    "rulebook.md": "rulebook everything.gdl --format markdown -o -",
    "rulebook.html": "rulebook love_letter --format html -o -",
    "check.txt": "check faulty.gdl",
    "check.json": "check faulty.gdl --json",
    "test.txt": "test broken.gdl --matches 20",
    "test.json": "test broken.gdl --matches 20 --json",
    "verify.txt": "verify broken.gdl --thinking 0",
    "verify.json": "verify broken.gdl --thinking 0 --json",
    "secrets.txt": "secrets love_letter --players 2 --matches 20",
    "secrets.json": "secrets kuhn_poker --matches 20 --json",
    "simulate.txt": "simulate love_letter --players 3 --matches 50 --seed 2",
    "compare.txt": "compare pig two_dice_pig --players 2 --matches 60 --seed 2",
    "compare.json": "compare pig two_dice_pig --players 2 --matches 60 --seed 2 --json",
    "perft.txt": "perft tic_tac_toe --depth 3",
    "explore.txt": "explore kuhn_poker",
    "solve.txt": "solve kuhn_poker",
    "mutate.txt": "mutate sound.gdl --jobs 1 --seed 1",
    "mutate.json": "mutate sound.gdl --jobs 1 --seed 1 --json",
    "explain.txt": "explain E0301",
    "play.txt": "play love_letter --players 2 --seed 3 --replay match.json",
    "replay.txt": "replay match.json",
}


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the commands name; the match is saved by the command before it is replayed."""
    folder = tmp_path_factory.mktemp("printed")
    changed = EVERYTHING
    for before, after in CHANGES:
        assert before in changed
        changed = changed.replace(before, after)
    texts = {
        "everything": EVERYTHING,
        "changed": changed,
        "faulty": FAULTY,
        "broken": BROKEN,
        "sound": BROKEN.replace("heap is 7", "heap is 6"),
    }
    for name, text in texts.items():
        (folder / f"{name}.gdl").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(name="gamedsl")
def _gamedsl(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Runs:
    monkeypatch.chdir(folder)
    return runner(monkeypatch, capsys)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "replay.txt"])
def test_what_is_printed(name: str, gamedsl: Runs, golden: Compare) -> None:
    ran = gamedsl(*shlex.split(COMMANDS[name]), stdin=b"1\n1\n1\nquit\n")
    golden(f"printed/{name}", _all_of(ran))


def test_what_a_replay_prints(gamedsl: Runs, golden: Compare) -> None:
    gamedsl(*shlex.split(COMMANDS["play.txt"]), stdin=b"1\n1\n1\nquit\n")
    ran = gamedsl(*shlex.split(COMMANDS["replay.txt"]))
    golden("printed/replay.txt", _all_of(ran))


def _all_of(ran: Ran) -> str:
    """What is printed, the same in all folders, and the exit code."""
    return f"{ran.out}{ran.err}\nexit code {ran.code:d}\n".replace(f"{ROOT}/", "")


def test_no_other_file_is_left(blessing: bool) -> None:
    for path in FOLDER.iterdir():
        if blessing and path.name not in COMMANDS:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == set(COMMANDS)
