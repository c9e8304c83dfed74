"""Files that are no rules: a clear word, and exit code 2."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cli.running import Runs
from gamedsl.bases import Bases, Found, find, rules_names
from gamedsl.cli.reading.files import open_file

GAMES = Path(__file__).parents[2] / "games"

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


def test_a_link_to_nothing(gamedsl: Runs) -> None:
    Path("kalah.gdl").symlink_to("away.gdl")
    ran = gamedsl("check", "kalah.gdl")
    assert (ran.code, ran.err) == (2, "error: `kalah.gdl` is a link to `away.gdl`, which is not there\n")


@pytest.mark.parametrize("command", [command for command in READERS if command[0] not in ("check", "fmt", "test")])
def test_a_folder(gamedsl: Runs, command: list[str]) -> None:
    Path("games").mkdir()
    Path("games/kalah.gdl").write_text("game kalah:\n")
    ran = gamedsl(*command, "games")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: `games` is a folder\nhelp: name a file in it: kalah.gdl\n"


@pytest.mark.parametrize("command", ["check", "verify", "rulebook"])
def test_a_saved_match_is_no_rules(gamedsl: Runs, command: str) -> None:
    Path("match.json").write_text('{"game": "pig", "moves": []}', "utf-8")
    ran = gamedsl(command, "match.json")
    assert ran.code == 2
    assert ran.err == "error: `match.json` is JSON and no rules\nhelp: `gamedsl replay FILE` tells a saved match\n"


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_is_no_text(gamedsl: Runs, command: list[str]) -> None:
    Path("image.gdl").write_bytes(b"game x:\n\xff\xfe")
    ran = gamedsl(*command, "image.gdl")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: `image.gdl` is not a text in UTF-8: byte 8 (line 2)\n"


def test_carriage_returns_alone_end_lines(gamedsl: Runs, heap: str) -> None:
    Path("old.gdl").write_bytes(
        Path(heap).read_bytes().replace(b"\n", b"\r").replace(b"heap -= stones", b"heap -= stonse")
    )
    ran = gamedsl("check", "--fix", "old.gdl")
    assert (ran.code, ran.out.splitlines()[0]) == (0, "old.gdl:21:13: write `stones` (E0301)")
    assert Path("old.gdl").read_text() == Path(heap).read_text()


def test_standard_input_that_is_no_text(gamedsl: Runs) -> None:
    ran = gamedsl("check", "-", stdin=b"\x80")
    assert (ran.code, ran.err) == (2, "error: standard input is not a text in UTF-8: byte 0 (line 1)\n")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_file_can_have(gamedsl: Runs, name: str) -> None:
    ran = gamedsl("check", name)
    assert ran.code == 2
    assert "cannot be read" in ran.err or "there is no file" in ran.err


def test_base_files_are_found_nearby(tmp_path: Path) -> None:
    places = {
        "beside": tmp_path / "games" / "variants" / "beside.gdl",
        "above": tmp_path / "games" / "above.gdl",
        "cousin": tmp_path / "variants" / "cousin.gdl",
    }
    (tmp_path / "games" / "variants").mkdir(parents=True)
    (tmp_path / "variants").mkdir()
    for name, place in places.items():
        place.write_text(name)
    mine = tmp_path / "games" / "variants" / "mine.gdl"
    mine.write_text("")
    files = open_file(str(mine))
    for name in places:
        found = files.bases.find(name)
        assert found is not None
        assert found.text == name
    assert files.bases.find("nowhere") is None
    assert len(files.sources) == 4


def test_a_base_is_found_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "near").mkdir()
    (tmp_path / "near" / "base.gdl").write_text("near")
    (tmp_path / "base.gdl").write_text("beside")
    assert [find(name, tmp_path) for name in ("near/base.gdl", "base", "base.gdl")] == [
        Found(tmp_path / "near" / "base.gdl", ()),
        Found(tmp_path / "base.gdl", ()),
        Found(tmp_path / "base.gdl", ()),
    ]
    assert find("near/none.gdl", tmp_path) is None


def test_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of `--path` come before those of the environment; two files of a name are both told."""
    for name in ("start", "given", "environment"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"only_{name}.gdl").write_text(name)
    for name in ("given", "environment"):
        (tmp_path / name / "both.gdl").write_text(name)
    monkeypatch.setenv("GAMEDSL_PATH", str(tmp_path / "environment"))
    start, given, environment = (tmp_path / name for name in ("start", "given", "environment"))
    assert find("only_environment", start, (str(given),)) == Found(environment / "only_environment.gdl", ())
    assert find("both", start, (str(given),)) == Found(given / "both.gdl", (environment / "both.gdl",))
    assert {"only_start", "only_given", "only_environment", "gloriana"} <= set(rules_names(start, (str(given),)))


def test_commands_take_a_search_path_and_names_of_games(gamedsl: Runs, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "mine.gdl").write_text((GAMES / "classics" / "tic_tac_toe.gdl").read_text())
    (tmp_path / "short.gdl").write_text("variant short of mine:\n    set rounds up to 2\n")
    assert "E0704" in gamedsl("check", "short.gdl").out
    assert f"builds on {os.path.join('far', 'mine.gdl')}" in gamedsl("check", "-v", "short.gdl", "--path", "far").out
    assert gamedsl("check", "gloriana").code == 0
    assert gamedsl("simulate", "tic_tac_toe", "--matches", "1").code == 0


def test_a_misspelt_base_gets_a_suggestion(gamedsl: Runs, tmp_path: Path) -> None:
    (tmp_path / "short.gdl").write_text("variant short of glorianna:\n    set rounds up to 2\n")
    assert "did you mean `gloriana`?" in gamedsl("check", "short.gdl").out


def test_the_shipped_games_are_found_from_anywhere(tmp_path: Path) -> None:
    found = Bases(tmp_path, (), Path.read_text, str).find("gloriana")
    assert found is not None
    assert found.text.startswith("game gloriana:")
