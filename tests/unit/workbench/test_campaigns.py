"""Campaigns: the same table whoever plays, in which order, and however often it was killed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.campaign_kills import killed
from bench.campaign_rows import rows_in
from cli.running import Runs, runner
from gamedsl.workbench.campaigns.part_files import Played
from gamedsl.workbench.campaigns.plan import PlanError, plan_of
from share import less

PLAN = """
matches = 60
agents = ["random", "random:moves"]

[[games]]
file = "kuhn_poker"

[[games]]
file = "tic_tac_toe"
variants = "misere_tic_tac_toe"
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runs:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAN, encoding="utf-8")
    return runner(monkeypatch, capsys)


def table(path: str) -> list[tuple[object, ...]]:
    return [(cell, *row) for cell, rows in rows_in(Path(path)).items() for row in rows]


def test_a_campaign_that_is_killed_ends_with_the_same_table(tmp_path: Path) -> None:
    number, matches = less(2, 1), less(5_000, 1_000)
    kills, starts, rows = killed(tmp_path, kills=number, matches=matches, jobs=1, longest=1.5)
    assert kills == number < starts
    assert rows == 2 * 2 * 2 * matches * 2


def test_processes_play_the_same_as_this_one(run: Runs) -> None:
    for number in ("1", "2"):
        assert run("campaign", "plan.toml", "-j", number, "-o", f"by_{number}").code == 0
    assert table("by_1") == table("by_2")
    assert len(table("by_1")) == 4 * 60 * 2


def _no_time(_: int) -> float:
    return 0.0


def test_a_part_ends_when_its_time_is_over(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is played in halves, and the rows are the same."""
    run("campaign", "plan.toml", "-j", "1")
    monkeypatch.setattr("gamedsl.workbench.campaigns.play.part_seconds", _no_time)
    ran = run("campaign", "plan.toml", "-j", "1", "-o", "short", "--json")
    assert len(list(Path("short/parts/cell=1").iterdir())) == 60
    assert table("short") == table("plan.results")
    told = json.loads(run("campaign", "plan.toml", "-j", "1", "--json").out)
    assert told["cells"] == json.loads(ran.out)["cells"]


def test_an_empty_folder_is_filled(run: Runs) -> None:
    Path("plan.results").mkdir()
    assert run("campaign", "plan.toml", "-j", "1").code == 0
    assert table("plan.results")


def test_standard_output_is_no_folder(run: Runs) -> None:
    ran = run("campaign", "plan.toml", "-j", "1", "-o", "-")
    assert ran.code == 2
    assert "`--output -` is no folder" in ran.err
    assert not Path("-").exists()


def test_a_plan_that_has_grown_is_played_on(run: Runs) -> None:
    run("campaign", "plan.toml", "-j", "1")
    before = table("plan.results")
    assert "0 are new" in run("campaign", "plan.toml", "-j", "1").out
    Path("plan.toml").write_text(PLAN.replace("60", "80") + 'agents = "random"\nmatches = 70\n', encoding="utf-8")
    ran = run("campaign", "plan.toml", "-j", "1")
    assert f"of which {20 + 20 + 10} are new" in ran.out
    assert set(before) < set(table("plan.results"))


def test_a_fault_does_not_end_a_campaign(run: Runs) -> None:
    run("new", "heap")
    rules = Path("heap.gdl").read_text(encoding="utf-8").replace("shared:\n", "shared:\n    turns_taken: 0..11 = 0\n")
    Path("heap.gdl").write_text(
        rules.replace("heap -= stones\n", "heap -= stones\n    turns_taken += 1\n"), encoding="utf-8"
    )
    Path("heap.toml").write_text('matches = 100\n[[games]]\nfile = "heap.gdl"\nplayers = 2\n', encoding="utf-8")
    ran = run("campaign", "heap.toml", "-j", "1")
    assert ran.code == 1
    assert "100 matches, of which 100 are new" in ran.out
    line = "gamedsl simulate heap.gdl --players 2 --agents random --seed 1 --first 3 --matches 1"
    assert f"match 3 of heap (2 players, random, seed 1) ended in a fault; `{line}`" in ran.err
    assert "error[" in run(*line.split()[1:]).err
    assert 100 < len(table("heap.results")) < 200


def test_other_rules_do_not_get_into_the_same_table(run: Runs) -> None:
    run("new", "heap")
    Path("heap.toml").write_text('matches = 5\n[[games]]\nfile = "heap.gdl"\nplayers = 2\n', encoding="utf-8")
    run("campaign", "heap.toml", "-j", "1")
    Path("heap.gdl").write_text(
        Path("heap.gdl").read_text(encoding="utf-8").replace("= 21 ", "= 20 "), encoding="utf-8"
    )
    ran = run("campaign", "heap.toml", "-j", "1")
    assert (ran.code, ran.err) == (
        2,
        "error: heap.results: the rules of heap (heap.gdl) have changed since these results were played\n"
        "help: name another folder with `--output`\n",
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("campaign", "nothing.toml"), "there is no file `nothing.toml`"),
        (("campaign", "plan.toml", "-o", "plan.toml"), "results of a campaign are a folder, and this is a file"),
        (("campaign", "plan.toml", "--cluster", "tcp://127.0.0.1:9", "-o", "x"), "no cluster answers at `tcp://127.0.0.1:9`"),
        (("campaign", "plan.toml", "--cluster", "nowhere", "-j", "2"), "`--jobs` and `--cluster` contradict each other"),
    ],
)  # fmt: skip
def test_wrong_use(run: Runs, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...], said: str) -> None:
    monkeypatch.setattr("gamedsl.workbench.campaigns.lasting._PATIENCE", 1.0)
    ran = run(*line)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("matches = ", "this is no TOML"),
        ("matches = 3", "the plan has no games"),
        ("games = 3", "the plan has no games"),
        ("games = [3]", "an entry of `games` is no table"),
        ("[[games]]", "an entry of `games` has no `file`"),
        ('[[games]]\nfile = "a"\nplayer = 2', "an entry of `games` has no `player`"),
        ('match = 2\n[[games]]\nfile = "a"', "a plan has no `match`"),
        ('matches = 0\n[[games]]\nfile = "a"', "`matches` is no number of matches"),
        ('seeds = [1, 1]\n[[games]]\nfile = "a"', "`seeds` is no list of different whole numbers"),
        ('seeds = [true]\n[[games]]\nfile = "a"', "`seeds` is no list of different whole numbers"),
        ('matches = true\n[[games]]\nfile = "a"', "`matches` is no number of matches"),
        ('seeds = []\n[[games]]\nfile = "a"', "`seeds` is empty"),
        ('agents = []\n[[games]]\nfile = "a"', "`agents` is empty"),
        ('agents = [1]\n[[games]]\nfile = "a"', "`agents` is no list of different texts"),
        ('[[games]]\nfile = "a"\noptions = 3', "`options` are no table"),
    ],
)
def test_what_is_no_plan(text: str, said: str) -> None:
    with pytest.raises(PlanError) as caught:
        plan_of(text)
    assert str(caught.value).startswith(said)
    assert caught.value.advice


def test_matches_with_faults_are_not_counted() -> None:
    assert Played(20, 30, (22, 25), 0, (), "", 0).matches == 8


def test_results_are_compared_and_reported(run: Runs) -> None:
    run("campaign", "plan.toml", "-j", "1")
    ran = run("compare", "plan.results")
    assert ran.code == 0, ran.err
    assert "kuhn_poker (random): 2 players, random: 60 matches\n" in ran.out
    assert "kuhn_poker (random) → misere_tic_tac_toe of tic_tac_toe (random)\n" in ran.out
    assert "Only kuhn_poker (random) has the score line “chips”." in ran.out
    assert run("report", "plan.results").out == "plan.report.html is written\n"
    assert "kuhn_poker (random:moves): Is a seat better?" in Path("plan.report.html").read_text(encoding="utf-8")


def test_comparing_results_is_comparing_matches(run: Runs) -> None:
    """The same figures as when the games are played for it."""
    text = 'matches = 50\nagents = ["random", "random:moves"]\n[[games]]\nfile = "kuhn_poker"\n'
    Path("one.toml").write_text(text, encoding="utf-8")
    run("campaign", "one.toml", "-j", "1")
    kept = json.loads(run("compare", "one.results", "--json").out)["pairs"][0]["figures"]
    line = ("compare", "kuhn_poker", "--to-agents", "random:moves", "--matches", "50", "--json", "-j", "1")
    played = json.loads(run(*line).out)["pairs"][0]["figures"]
    assert kept == [one for one in played if one["group"] not in ("action", "kind", "place")]


def test_results_that_say_nothing(run: Runs) -> None:
    Path("plan.toml").write_text('matches = 5\n[[games]]\nfile = "kuhn_poker"\n', encoding="utf-8")
    run("campaign", "plan.toml", "-j", "1")
    assert "there is one game only" in run("compare", "plan.results").err
    assert "results of a campaign are compared alone" in run("compare", "plan.results", "kuhn_poker").err
