"""What commands print, in every form, is as it is written in `printed/`: a change of any renderer shows in `git diff`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from cli.running import Ran, Runs, runner
from gamedsl.cli.main import COMMANDS as EVERY_COMMAND
from golden.conftest import Compare

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "printed"
EVERYTHING = (Path(__file__).parents[1] / "unit/variants/everything.gdl").read_text(encoding="utf-8")
CHANGES = (
    ("players 2\n", "players 2 to 3\n"),
    ("once, for changes to be tried on.", "almost once."),
    ("type metal: Gold, Iron", "type metal: Iron, Gold, Tin"),
    ("Ace    11", "Ace    12"),
    ("Big    2       10", "Big    3       10"),
    ("    Opal  4", "    Jade  4"),
    ("each Opal in pan", "each Jade in pan"),
    ("while you sell", "when you sell"),
    ("component 5 ticket in ground: 1..5", "component 4 ticket in ground: 1..4"),
    ("from 0: 0 1 3 5 8", "from 0: 0 1 3 6 8"),
    ("Tiny   6      3", "Tiny   6      4"),
    ("        3 4\n", "        3 5\n"),
    ("ring rim around cell:\n    name   corner", 'ring rim around cell:\n    "The shore."\n    name   corner'),
    ("ring wheel 6", "ring wheel 8"),
    (
        "row stair 4\n",
        'row stair 4\n\ntable toll:\n    "For the bridge."\n    who   day  night\n    Monk  1    2\n    Lord  3    4\n',
    ),
    ("Highway: London Leeds", "Highway: London Leeds\n    Lane: Leeds Dover"),
    ("Coast  London  Dover  2", "Coast  London  Dover  3"),
    ("Leeds   5", "Leeds   6"),
    ("let bonus = 2", "let bonus = 3"),
    ("Gold: bonus, Iron: 1", "Gold: bonus, Iron: 1, Tin: 0"),
    ("gem or ticket, seen by nobody", "gem or ticket"),
    ("gold: 0..999 = 0", "gold: 0..99 = 1"),
    ("at most 50: cell.mark", "at most 60: cell.mark"),
    ("rounds up to 5:", "rounds up to 6:"),
    ('"Wet."', '"Dry."'),
    ("Iron: log += 2", "Iron: log += 3\n        Tin: log -= 1"),
    ("end:\n    tidy", "end:\n    sweep"),
    ("rule tidy:", "rule sweep:"),
    ("as echo: log += 1", "as echo: log += 2"),
    ('"Too much."', '"Enough."'),
    ("score sunk: gold / 10 rounded down\n", ""),
    ("possible flood: log is 7\n", ""),
    ("ties shared", "ties decided by P1"),
    ("add rule lottery: log += 2", "add rule lottery: log += 3"),
    ("        sold: first", "        sold: last\n        winner: first"),
    ("Ann.gold is 7", "Ann.gold is 8"),
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
    "help.txt": "--help",
    "help_of_one.txt": "help new",
    "wrong_command.txt": "chek everything.gdl",
    "wrong_option.txt": "check everything.gdl --jsn",
    "wrong_file.txt": "check evrything.gdl",
    "wrong_setup.txt": "simulate everything.gdl --players 7 --option strm=yes",
    "diff.txt": "diff everything.gdl changed.gdl",
    "diff.md": "diff everything.gdl changed.gdl --format markdown",
    "diff.html": "diff everything.gdl changed.gdl --format html",
    "diff.json": "diff everything.gdl changed.gdl --json",
    "diff_variant.txt": "diff two_dice_pig --players 2",
    "graph.txt": "graph everything.gdl --format text",
    "graph.dot": "graph everything.gdl --format dot",
    "graph.mmd": "graph everything.gdl --format mermaid",
    "graph.svg": "graph kuhn_poker --format svg",
    "rulebook.md": "rulebook everything.gdl --format markdown -o -",
    "rulebook.html": "rulebook love_letter --format html -o -",
    "check.txt": "check faulty.gdl",
    "check.json": "check faulty.gdl --json",
    "check_decisions.txt": "check everything.gdl love_letter --decisions",
    "check_github.txt": "check faulty.gdl --format github",
    "fmt.txt": "fmt messy.gdl --diff",
    "graph_diff.dot": "graph everything.gdl changed.gdl --diff --format dot",
    "graph_diff.txt": "graph everything.gdl changed.gdl --diff --format text",
    "test.txt": "test broken.gdl --matches 20",
    "test.json": "test broken.gdl --matches 20 --json",
    "verify.txt": "verify broken.gdl --matches 40 --seconds 0",
    "verify.json": "verify broken.gdl --matches 40 --seconds 0 --json",
    "secrets.txt": "secrets love_letter --players 2 --matches 20",
    "secrets.json": "secrets kuhn_poker --matches 20 --json",
    "simulate.json": "simulate pig --players 2 --matches 20 --seed 2 --json",
    "simulate_rows.csv": "simulate everything.gdl --option storm=yes --matches 3 --seed 2 -o -",
    "simulate_decisions.csv": "simulate kuhn_poker --matches 3 --seed 2 --decisions -o -",
    "simulate.txt": "simulate love_letter --players 3 --matches 50 --seed 2",
    "compare.txt": "compare pig two_dice_pig --players 2 --matches 20 --seed 2 --jobs 1",
    "compare.json": "compare pig two_dice_pig --players 2 --matches 20 --seed 2 --jobs 1 --json",
    "compare_others.txt": "compare leduc_poker kuhn_poker --matches 10 --seed 2 --jobs 1",
    "perft.txt": "perft tic_tac_toe --depth 3",
    "perft.json": "perft pig --players 2 --depth 3 --skip-forced --json",
    "explore.txt": "explore kuhn_poker",
    "explore.json": "explore kuhn_poker --json",
    "solve.txt": "solve kuhn_poker",
    "solve.json": "solve kuhn_poker --json",
    "solve_open.txt": "solve tic_tac_toe",
    "solve_open.json": "solve tic_tac_toe --json",
    "mutate.txt": "mutate sound.gdl --jobs 1 --seed 1",
    "mutate.json": "mutate sound.gdl --jobs 1 --seed 1 --json",
    "explain.txt": "explain E0301",
    "play_fields.txt": "play everything.gdl --option storm=yes --seed 2",
    "play.txt": "play love_letter --players 2 --seed 3 --replay match.json --force",
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
        "messy": BROKEN.replace(" = ", "=").replace("    ", "  ").replace("example", "\n\n\nexample"),
    }
    for name, text in texts.items():
        (folder / f"{name}.gdl").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(name="gamedsl")
def _gamedsl(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Runs:
    monkeypatch.chdir(folder)
    return runner(monkeypatch, capsys)


HELP = "help_of_commands.txt"


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "replay.txt"])
def test_what_is_printed(name: str, gamedsl: Runs, golden: Compare) -> None:
    ran = gamedsl(*shlex.split(COMMANDS[name]), stdin=b"1\n1\n1\nquit\n")
    golden(f"printed/{name}", _all_of(ran))


def test_what_a_replay_prints(gamedsl: Runs, golden: Compare) -> None:
    gamedsl(*shlex.split(COMMANDS["play.txt"]), stdin=b"1\n1\n1\nquit\n")
    ran = gamedsl(*shlex.split(COMMANDS["replay.txt"]))
    golden("printed/replay.txt", _all_of(ran))


def test_what_help_tells_of_every_command(gamedsl: Runs, golden: Compare) -> None:
    golden(f"printed/{HELP}", "\n".join(_all_of(gamedsl(name, "--help")) for name in EVERY_COMMAND))


def _all_of(ran: Ran) -> str:
    """What is printed, the same in all folders, and the exit code."""
    return f"{ran.out}{ran.err}\nexit code {ran.code:d}\n".replace(f"{ROOT}/", "").replace("\r\n", "\n")


def test_no_other_file_is_left(blessing: bool) -> None:
    for path in FOLDER.iterdir():
        if blessing and path.name not in {*COMMANDS, HELP}:
            path.unlink()
    assert {path.name for path in FOLDER.iterdir()} == {*COMMANDS, HELP}
