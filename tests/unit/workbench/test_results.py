"""The folder of a campaign's results: files that are gone, cut short, of another campaign, or not yet in the index."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import polars
import pytest

from bench.campaign_rows import rows_in
from cli.running import Runs, runner
from gamedsl.workbench.campaigns.results import open_results

PLAN = """
matches = 30
seeds = [1, 2]
agents = ["random", "random:moves"]
[[games]]
file = "kuhn_poker"
"""

FIRST = "parts/cell=1/0000000000-0000000029.parquet"


def _nothing(_: str) -> None:
    """As if no module were installed."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runs:
    """The commands, in a folder with a campaign that has been played."""
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    run = runner(monkeypatch, capsys)
    assert run("campaign", "plan.toml", "-j", "1").code == 0
    return run


def test_the_matches_of_a_file_that_is_gone_are_played_again(run: Runs) -> None:
    before = rows_in(Path("plan.results"))
    Path("plan.results", FIRST).unlink()
    ran = run("compare", "plan.results")
    assert ran.code == 2
    assert f"{FIRST.removeprefix('parts/')}: it is gone" in ran.err
    assert "120 matches, of which 30 are new" in run("campaign", "plan.toml", "-j", "1").out
    assert rows_in(Path("plan.results")) == before


def test_files_that_are_not_in_the_index_are_found(run: Runs) -> None:
    """They are left by a campaign that was killed just after it gave them their names; here all of them."""
    before = json.loads(run("campaign", "plan.toml", "-j", "1", "--json").out)
    index = Path("plan.results/index.db")
    index.write_bytes(index.read_bytes()[:5000])
    for words in (("campaign", "plan.toml", "-j", "1"), ("report", "plan.results")):
        told = run(*words)
        assert (told.code, told.err.splitlines()[0]) == (2, "error: plan.results: the index `index.db` is damaged")
    index.unlink()
    assert json.loads(run("campaign", "plan.toml", "-j", "1", "--json").out) == before
    assert before["played"] == 0


def test_a_part_that_is_cut_short_is_named(run: Runs) -> None:
    part = Path("plan.results", FIRST)
    whole = part.read_bytes()
    part.write_bytes(whole[:-9])
    ran = run("campaign", "plan.toml", "-j", "1")
    assert (ran.code, ran.err) == (
        2,
        f"error: plan.results: {FIRST}: this part has {len(whole) - 9:,} bytes in place of {len(whole):,}\n"
        "help: move the file away: the campaign plays its matches again\n",
    )
    assert (
        f"{FIRST.removeprefix('parts/')}: this is no Parquet, or it is cut short" in run("report", "plan.results").err
    )
    Path("plan.results/index.db").unlink()
    assert f"{FIRST}: this is no Parquet, or it is cut short" in run("campaign", "plan.toml", "-j", "1").err


@pytest.mark.parametrize("text", ["seeds = [3]", "matches = 60"])
def test_a_part_of_another_campaign_is_named(run: Runs, text: str) -> None:
    """A part of another cell, and one that has matches that are there already."""
    key = text.partition(" ")[0]
    lines = [text if line.startswith(key) else line for line in PLAN.splitlines()]
    Path("other.toml").write_text("\n".join(lines), encoding="utf-8")
    run("campaign", "other.toml", "-j", "1")
    [part] = Path("other.results/parts/cell=1").iterdir()
    name = "0000000030-0000000059.parquet" if key == "seeds" else part.name
    shutil.copy(part, Path("plan.results/parts/cell=1", name))
    ran = run("campaign", "plan.toml", "-j", "1")
    assert ran.code == 2
    wrong = "this part belongs to another campaign" if key == "seeds" else "matches of this part are in parts/cell=1/"
    assert wrong in ran.err


def test_parquet_of_something_else_is_named(run: Runs) -> None:
    polars.DataFrame({"a": [1]}).write_parquet("plan.results/parts/cell=1/0000000030-0000000059.parquet")
    assert "this file is of something else" in run("campaign", "plan.toml", "-j", "1").err


def test_two_campaigns_do_not_write_to_one_folder(run: Runs) -> None:
    with open_results("plan.results"):
        ran = run("campaign", "plan.toml", "-j", "1")
        assert run("compare", "plan.results").code == 0
    assert (ran.code, ran.err) == (
        2,
        "error: plan.results: another campaign is writing to this folder\n"
        "help: wait until it has ended, or name another folder with `--output`\n",
    )


def test_what_a_worker_left_that_was_given_up_is_removed(run: Runs) -> None:
    left = Path("plan.results/arrivals/of_a_run_before/0123.parquet")
    left.parent.mkdir(parents=True)
    left.write_bytes(b"half of a fi")
    assert run("campaign", "plan.toml", "-j", "1").code == 0
    assert sorted(one.name for one in Path("plan.results").iterdir()) == [".lock", "index.db", "parts"]


def test_folders_of_something_else_are_left_alone(run: Runs) -> None:
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear")
    ran = run("campaign", "plan.toml", "-o", "mine")
    assert (ran.code, ran.err.splitlines()[0]) == (
        2,
        "error: mine: this folder has other files, and is no result of a campaign",
    )
    for words in (("report", "mine"), ("compare", "mine", "plan.gdl")):
        assert "mine: these are no results of a campaign" in run(*words).err
    sqlite3.connect("mine/index.db").execute("CREATE TABLE mine (a)").connection.close()
    assert "mine: these are no results of a campaign" in run("campaign", "plan.toml", "-o", "mine").err
    assert Path("mine/letter.txt").read_text() == "dear"


@pytest.mark.parametrize("line", [("campaign", "plan.toml", "-o", "new"), ("compare", "plan.results")])
def test_a_missing_extra_is_named(run: Runs, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...]) -> None:
    monkeypatch.setattr("gamedsl.workbench.extras.find_spec", _nothing)
    ran = run(*line)
    assert (ran.code, ran.err) == (
        2,
        "error: a campaign needs a library that is not installed\nhelp: install it with `pip install 'gamedsl[parquet]'`\n",
    )
    assert not Path("new").exists()
