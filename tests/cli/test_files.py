"""Files that are no rules: a clear word, and exit code 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Runs

READERS = [
    ["check"],
    ["check", "--fix"],
    ["fmt"],
    ["test"],
    ["graph"],
    ["simulate"],
    ["play"],
    ["perft", "--depth", "1"],
    ["replay"],
]


@pytest.mark.parametrize("command", READERS)
def test_a_missing_file(gamedsl: Runs, command: list[str]) -> None:
    Path("kalah.gdl").write_text("game kalah:\n")
    ran = gamedsl(*command, "kaloh.gdl")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: there is no file `kaloh.gdl`\nhelp: did you mean `kalah.gdl`?\n"


@pytest.mark.parametrize("command", [command for command in READERS if command[0] not in ("check", "fmt", "test")])
def test_a_folder(gamedsl: Runs, command: list[str]) -> None:
    Path("games").mkdir()
    Path("games/kalah.gdl").write_text("game kalah:\n")
    ran = gamedsl(*command, "games")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: `games` is a folder\nhelp: name a file in it: kalah.gdl\n"


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_is_no_text(gamedsl: Runs, command: list[str]) -> None:
    Path("image.gdl").write_bytes(b"game x:\n\xff\xfe")
    ran = gamedsl(*command, "image.gdl")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: `image.gdl` is not a text in UTF-8: byte 8 (line 2)\n"


def test_standard_input_that_is_no_text(gamedsl: Runs) -> None:
    ran = gamedsl("check", "-", stdin=b"\x80")
    assert (ran.code, ran.err) == (2, "error: standard input is not a text in UTF-8: byte 0 (line 1)\n")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_file_can_have(gamedsl: Runs, name: str) -> None:
    ran = gamedsl("check", name)
    assert ran.code == 2
    assert "cannot be read" in ran.err or "there is no file" in ran.err
