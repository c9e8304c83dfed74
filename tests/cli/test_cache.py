"""The cache on the command line: it changes how long commands take, and nothing else."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from cli.running import Ran, Runs
from gamedsl import pipeline
from gamedsl.cache.program import program


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache for this test, on."""
    monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path / "cache"))
    program.cache_clear()
    assert program() is not None
    return tmp_path / "cache"


COMMANDS = (
    ("simulate", "--matches", "20", "--json"),
    ("simulate", "--matches", "20", "--players", "3"),
    ("perft", "--depth", "2"),
    ("perft", "--depth", "2", "--skip-forced"),
    ("explore", "--depth", "3"),
    ("test",),
    ("graph",),
    ("build", "-o", "heap.wasm", "--json"),
)


NOT_AGAIN = "     all not run again: nothing they depend on has changed\n"
"""Only this line of `test` tells of the cache."""


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_say_the_same_with_a_cache_and_without(
    gamedsl: Runs, heap: str, cache: Path, command: tuple[str, ...]
) -> None:
    name, *options = command
    plain = gamedsl(name, heap, *options, "--no-cache")
    assert not cache.exists()
    ran = [gamedsl(name, heap, *options) for _ in range(3)]
    assert [Ran(one.code, one.out.replace(NOT_AGAIN, ""), one.err) for one in ran] == [plain] * 3
    assert list(cache.iterdir())


@pytest.mark.usefixtures("cache")
def test_rules_with_a_look_file_are_checked_once_and_again_when_their_base_changes(
    gamedsl: Runs, heap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("tall.gdl").write_text("variant tall of heap:\n    set heap = 12\n", encoding="utf-8")
    Path("tall.look.toml").write_text('[field.heap]\nlabel = "Heap"\n', encoding="utf-8")
    checked: list[str] = []

    def check(parsed: pipeline.Parsed, *args: Any) -> pipeline.Report:
        checked.append(parsed.name)
        return _check(parsed, *args)

    monkeypatch.setattr(pipeline, "check", check)
    assert gamedsl("check", "tall.gdl").code == 0
    assert gamedsl("simulate", "tall.gdl", "--matches", "1").code == 0
    assert checked == ["tall.gdl"]
    text = Path(heap).read_text(encoding="utf-8")
    Path(heap).write_text(text.replace("heap -= stones", "heap -= stone"), encoding="utf-8")
    assert gamedsl("simulate", "tall.gdl", "--matches", "1").code == 1


_check = pipeline.check


def test_changed_rules_are_read_again(gamedsl: Runs, heap: str, cache: Path) -> None:
    command = ("simulate", heap, "--matches", "5", "--json")
    text = Path(heap).read_text(encoding="utf-8")
    first = gamedsl(*command)
    Path(heap).write_text(text.replace("= 21 ", "= 4 "), encoding="utf-8")
    changed = gamedsl(*command)
    assert changed.out != first.out
    assert changed == gamedsl(*command) == gamedsl(*command, "--no-cache")
    Path(heap).write_text(text.replace("heap -= stones", "heap -= stone"), encoding="utf-8")
    for _ in range(2):
        wrong = gamedsl(*command)
        assert wrong.code == 1
        assert "E0301" in wrong.err
    Path(heap).write_text(text, encoding="utf-8")
    assert gamedsl(*command) == first


def test_a_base_that_comes_nearer_counts(gamedsl: Runs, heap: str, cache: Path) -> None:
    Path("inside").mkdir()
    Path("inside/small.gdl").write_text("variant small of heap:\n    set heap = 5\n", encoding="utf-8")
    command = ("simulate", "inside/small.gdl", "--matches", "5", "--json")
    first = gamedsl(*command)
    assert gamedsl(*command) == first
    nearer = Path(heap).read_text(encoding="utf-8").replace("1..min(3,", "1..min(1,")
    Path("inside", heap).write_text(nearer, encoding="utf-8")
    changed = gamedsl(*command)
    assert changed.code == 0
    assert changed.out != first.out
    assert changed == gamedsl(*command) == gamedsl(*command, "--no-cache")


def test_damage_is_repaired(gamedsl: Runs, heap: str, cache: Path) -> None:
    command = ("simulate", heap, "--matches", "5", "--json")
    first = gamedsl(*command)
    for entry in cache.iterdir():
        entry.write_bytes(b"damaged")
    assert gamedsl(*command) == first
    assert all(entry.stat().st_size > 7 for entry in cache.iterdir())


def test_a_folder_that_cannot_be_written_is_not_used(
    gamedsl: Runs, heap: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("GAMEDSL_CACHE", os.path.join("file", "cache"))
    ran = gamedsl("simulate", heap, "--matches", "5", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert "this folder cannot be written" in gamedsl("cache").out


def test_the_cache_can_be_looked_at_and_deleted(gamedsl: Runs, heap: str, cache: Path) -> None:
    assert f"{cache}\n0 entries" in gamedsl("cache").out
    gamedsl("simulate", heap, "--matches", "5")
    told = json.loads(gamedsl("cache", "--json").out)
    sizes = [entry.stat().st_size for entry in cache.iterdir()]
    assert (told["folder"], told["entries"], told["bytes"]) == (str(cache), len(sizes), sum(sizes))
    assert f"{len(sizes)} entries deleted" in gamedsl("cache", "--clear").out
    assert list(cache.iterdir()) == []
    assert json.loads(gamedsl("cache", "--clear", "--json").out)["deleted"] == 0


def test_without_a_cache_the_command_says_why(gamedsl: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEDSL_CACHE", "off")
    assert "there is no cache: GAMEDSL_CACHE is `off`" in gamedsl("cache").out
    assert json.loads(gamedsl("cache", "--json").out)["folder"] is None


def test_what_cannot_have_changed_is_not_run_again(gamedsl: Runs, heap: str, cache: Path) -> None:
    other = "\nexample one_stone:\n    players Ann, Bob\n    as Ann: turns\n    Ann plays turns(stones = 1)\n    then heap is 20\n"
    Path(heap).write_text(Path(heap).read_text(encoding="utf-8") + other, encoding="utf-8")
    Path("rare.gdl").write_text("variant rare of heap:\n    set heap = 20\n    remove one_stone\n", encoding="utf-8")
    Path("mild.gdl").write_text("variant mild of heap:\n    replace ranking by lowest took_last, ties shared\n")
    command = ("test", "--matches", "0")
    assert NOT_AGAIN not in gamedsl(*command, heap).out
    assert NOT_AGAIN in gamedsl(*command, heap).out
    assert NOT_AGAIN in gamedsl(*command, "mild.gdl").out
    assert "not run again" not in gamedsl(*command, "mild.gdl", "--no-cache").out
    (file,) = json.loads(gamedsl(*command, "rare.gdl", "--json").out)["files"]
    assert [example["known"] for example in file["examples"]] == [False]


def test_what_fails_is_run_again(gamedsl: Runs, heap: str, cache: Path) -> None:
    text = Path(heap).read_text(encoding="utf-8")
    Path(heap).write_text(text.replace("took_last and heap is 0", "took_last and heap is 7"), encoding="utf-8")
    ran = [gamedsl("test", heap, "--matches", "0") for _ in range(2)]
    assert ran[0] == ran[1]
    assert "heap is 7" in ran[1].out
