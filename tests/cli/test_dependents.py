"""`--dependents`: what builds on changed files is looked at, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs


@pytest.fixture(autouse=True)
def folder(gamedsl: Runs, tmp_path: Path) -> Path:
    """A game, a variant of it, a variant of that elsewhere, one that names the file, another game, and one with a table in a file."""
    gamedsl("new", "heap")
    gamedsl("new", "other")
    text = Path("heap.gdl").read_text()
    files = {
        "variants/long.gdl": "variant long of heap:\n    set rounds up to 30\n",
        "deep/er/longer.gdl": "# a comment\nvariant longer of long:\n    set rounds up to 40\n",
        "named.gdl": 'variant named of "heap.gdl":\n    set rounds up to 50\n',
        "made/ignored.gdl": "variant ignored of heap:\n    set rounds up to 60\n",
        ".gitignore": "made/\n",
        "data.gdl": text.replace("game heap", "game data").replace(
            "each player:", 'table worth: "points.csv"\n\neach player:'
        ),
        "points.csv": "stone, 1\n",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


def looked_at(gamedsl: Runs, *words: str) -> list[str]:
    """The files that `check` has looked at."""
    return [file["file"] for file in json.loads(gamedsl("check", "--json", *words).out)["files"]]


def test_variants_of_all_kinds(gamedsl: Runs) -> None:
    found = looked_at(gamedsl, "heap.gdl", "--dependents")
    assert found == ["heap.gdl", "deep/er/longer.gdl", "named.gdl", "variants/long.gdl"]
    assert looked_at(gamedsl, "variants/long.gdl", "--dependents") == ["variants/long.gdl", "deep/er/longer.gdl"]
    assert looked_at(gamedsl, "other.gdl", "--dependents") == ["other.gdl"]
    assert looked_at(gamedsl, "heap.gdl") == ["heap.gdl"]


def test_files_that_are_named_come_once(gamedsl: Runs) -> None:
    found = looked_at(gamedsl, "named.gdl", "heap.gdl", "--dependents", "--exclude", "deep/")
    assert found == ["named.gdl", "heap.gdl", "variants/long.gdl"]


def test_tables_in_files(gamedsl: Runs) -> None:
    assert looked_at(gamedsl, "points.csv", "--dependents") == ["data.gdl"]
    assert "\ndata.gdl: " in gamedsl("check", "points.csv", "--dependents").out


def test_folders_elsewhere(gamedsl: Runs, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "deep")
    assert looked_at(gamedsl, "../heap.gdl", "--dependents") == [
        "../heap.gdl",
        "er/longer.gdl",
        "../named.gdl",
        "../variants/long.gdl",
    ]
    monkeypatch.setenv("GAMEDSL_PATH", str(folder / "variants"))
    assert looked_at(gamedsl, "er/longer.gdl", "--dependents") == ["er/longer.gdl"]


def test_a_mistake_in_the_base_is_told_once(gamedsl: Runs) -> None:
    Path("heap.gdl").write_text(Path("heap.gdl").read_text().replace("heap -= stones", "heap -= stonse"))
    ran = gamedsl("check", "heap.gdl", "--dependents", "-q")
    assert ran.code == 1
    assert ran.out.count("error[E0301]") == 1
    assert ran.out.endswith("4 files: 1 error\n")


def test_only_files_that_are_named_are_mended(gamedsl: Runs) -> None:
    slip = Path("variants/long.gdl").read_text() + "\nrule more:\n    heap += stonse\n"
    Path("variants/long.gdl").write_text(slip)
    gamedsl("check", "heap.gdl", "--dependents", "--fix")
    assert Path("variants/long.gdl").read_text() == slip


def test_test_takes_them_too(gamedsl: Runs) -> None:
    ran = gamedsl("test", "variants/long.gdl", "--dependents", "--matches", "0")
    assert ran.out.startswith("variants/long.gdl\n")
    assert "\ndeep/er/longer.gdl\n" in ran.out


def test_names_of_shipped_games_and_no_files(gamedsl: Runs) -> None:
    assert len(looked_at(gamedsl, "nim", "--dependents")) == 1
    ran = gamedsl("check", "none.gdl", "--dependents")
    assert (ran.code, ran.err) == (2, "error: there is no file `none.gdl`\nhelp: did you mean `named.gdl`?\n")
