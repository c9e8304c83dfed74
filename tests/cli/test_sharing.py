"""What the command line does with the file of a shared match."""

from __future__ import annotations

import json
import re
import stat
from pathlib import Path

import pytest

from cli.running import Runs


@pytest.mark.usefixtures("servers_end")
def test_the_same_command_goes_on_with_the_same_links(gamedsl: Runs, heap: str, tmp_path: Path) -> None:
    first = gamedsl("studio", heap, "--share", "--names", "Ann,Bob")
    again = gamedsl("studio", heap, "--share")
    links = [re.findall(r"(\w+) +(http\S+/seat/\S+)", ran.out) for ran in (first, again)]
    assert links[0] == links[1]
    assert [name for name, _ in links[0]] == ["Ann", "Bob"]
    assert "The match goes on" in again.out
    file = tmp_path / "heap.match.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    seed = json.loads(file.read_text())["replay"]["seed"]
    gamedsl("studio", heap, "--share", "--new-match")
    assert json.loads(file.read_text())["replay"]["seed"] != seed


@pytest.mark.usefixtures("servers_end")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--names Ann,Ann", "two players are called Ann"),
        ("--names ,Bob", "is no name for a player"),
        ("--names A,B,C,D,E,F,G,H,I", "names for"),
        ("--seat 2 --seat 2=mcts", "you and an agent are to play P2"),
        ("--seat 2=mcts --seat P2=random", "two agents are named for P2"),
        ("--seat 2=mctz", "did you mean `mcts`?"),
        ("--host 192.0.2.250", "this machine has no address 192.0.2.250"),
        ("--match heap.gdl", "is not the file of a shared match"),
        ("--match none/x.json", "`none/x.json` cannot be written: No such file"),
    ],
)
def test_what_cannot_be_shared_says_why(gamedsl: Runs, heap: str, arguments: str, says: str, tmp_path: Path) -> None:
    before = sorted(path.name for path in tmp_path.iterdir())
    ran = gamedsl("studio", heap, "--share", *arguments.split())
    assert ran.code in (2, 4), ran.out + ran.err
    assert says in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_host_that_is_no_address_of_this_machine_is_told(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("serve", heap, "--port", "0", "--host", "300.1.1.1")
    assert (ran.code, ran.err) == (2, "error: this machine has no address 300.1.1.1\nhelp: leave out `--host`\n")


@pytest.mark.usefixtures("servers_end")
def test_an_empty_file_is_no_match_yet(gamedsl: Runs, heap: str, tmp_path: Path) -> None:
    (tmp_path / "kept.json").touch()
    ran = gamedsl("studio", heap, "--share", "--match", "kept.json")
    assert ran.code == 0, ran.err
    assert "The match goes on" not in ran.out
    assert json.loads((tmp_path / "kept.json").read_text())["replay"]["game"] == "heap"


@pytest.mark.usefixtures("servers_end")
def test_rules_that_come_with_gamedsl_keep_the_match_here(gamedsl: Runs, tmp_path: Path) -> None:
    assert gamedsl("studio", "hex", "--share").code == 0
    assert (tmp_path / "hex.match.json").exists()


@pytest.mark.usefixtures("servers_end")
@pytest.mark.parametrize(("data", "why"), [(b"{}", ""), (b"\xff\xfe", "it is no text")])
def test_a_file_of_something_else_stays(gamedsl: Runs, heap: str, tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "mine.json").write_bytes(data)
    ran = gamedsl("studio", heap, "--share", "--match", "mine.json")
    assert ran.code == 2
    assert "`mine.json` is not the file of a shared match: " + why in ran.err
    assert (tmp_path / "mine.json").read_bytes() == data
