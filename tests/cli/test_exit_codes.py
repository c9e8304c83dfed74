"""Every exit code is reached, and the pages say what each of them means."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import Runs, environment
from gamedsl.cli.common.exit_codes import ExitCode

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"

REACHED = {
    ExitCode.SUCCESS: ("check heap.gdl", "test heap.gdl --matches 0", "fmt heap.gdl", "explain", "help"),
    ExitCode.FINDINGS: (
        "check broken.gdl",
        "fmt broken.gdl",
        "test broken.gdl",
        "test failing.gdl --matches 0",
        "simulate broken.gdl",
        "graph broken.gdl",
        "play broken.gdl",
        "perft broken.gdl --depth 1",
        "explore broken.gdl",
        "build broken.gdl",
        "new other --from broken.gdl",
    ),
    ExitCode.WRONG_USE: (
        "check none.gdl",
        "check heap.gdl none.gdl",
        "fmt none.gdl",
        "test heap.gdl --seed x",
        "simulate heap.gdl --players 9",
        "graph heap.gdl -o heap.gdl",
        "play heap.gdl --seat Zoe",
        "replay heap.gdl",
        "perft heap.gdl",
        "explore heap.gdl --from nowhere",
        "build",
        "page heap.gdl --look none.toml",
        "studio none.gdl",
        "studio -",
        "studio heap.gdl --share --host nowhere",
        "studio heap.gdl --share --match heap.gdl",
        "studio heap.gdl --share --seat 1 --seat 2",
        "explain E9999",
        "new 7",
        "games all",
        "cache --all",
        "completion tcsh",
        "help helpp",
        "",
    ),
    ExitCode.LIMIT: ("perft heap.gdl --depth 9 --most 3", "explore heap.gdl --most 3", "check large.gdl"),
    ExitCode.UNWRITTEN: (
        "graph heap.gdl -o none/a.svg",
        "build heap.gdl -o none/a.wasm",
        "page heap.gdl --players 2 -o none/a.html",
        "test heap.gdl --junit none/a",
        "report heap.gdl --matches 99999999 -o none/a.html",  # told before the work
        "diff heap.gdl heap.gdl -o none/a.html",
    ),
}
"""Command lines by their end. The other codes need a process of their own."""


@pytest.fixture
def folder(gamedsl: Runs) -> None:
    """A game, one with a mistake in its form, one with an example that fails, and a file that is too large."""
    gamedsl("new", "heap")
    Path("broken.gdl").write_text("game")
    text = Path("heap.gdl").read_text()
    Path("failing.gdl").write_text(text.replace("took_last and heap is 0", "took_last and heap is 7"))
    with Path("large.gdl").open("wb") as file:
        file.truncate(17 << 20)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("code", list(REACHED), ids=lambda code: code.name)
def test_codes_are_reached(gamedsl: Runs, code: ExitCode) -> None:
    for line in REACHED[code]:
        ran = gamedsl(*line.split())
        assert ran.code == code, f"gamedsl {line}\n{ran.out}{ran.err}"


def test_a_mistake_in_the_program_is_no_finding() -> None:
    program = "from gamedsl.cli import main; main.run = lambda args: args.wrong; main.main()"
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True, check=False
    )
    assert ran.returncode == ExitCode.INTERNAL
    assert "AttributeError" in ran.stderr
    assert "This is a mistake in gamedsl, not in your rules." in ran.stderr


def test_all_codes_are_tested() -> None:
    """Those of Ctrl-C and of a closed pipe are in `test_main`."""
    others = {ExitCode.INTERNAL, ExitCode.INTERRUPTED, ExitCode.BROKEN_PIPE}
    assert set(REACHED) | others == set(ExitCode)


def test_the_page_says_what_codes_mean() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [code for code in ExitCode if f"\n| {code:d} | {code.meaning}" not in page] == []
