"""`gamedsl diff` and `gamedsl graph --diff`: two games in, what differs out, and an exit code that says whether anything does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.running import Runs

GAME = """\
game heap:
    players 2 to 3
option windy: no, yes
table points from 0: 0 1 3 6
shared:
    heap: 0..99 = 9
phase turns, each player:
    choose one:
        take
        wait
action take:
    if heap > 0: heap -= 1
action wait: heap += points[2]
rounds up to 3: turns
score rest: heap
ranking by highest total, ties shared
when windy: set heap = 5
"""
RICH = """\
variant rich of heap:
    "More of all."
    set points[2] = 4
    add action leap to turns: heap += 9
"""


@pytest.fixture(name="heap")
def _heap(gamedsl: Runs) -> str:
    Path("heap.gdl").write_text(GAME, encoding="utf-8")
    Path("rich.gdl").write_text(RICH, encoding="utf-8")
    return "heap.gdl"


@pytest.fixture(name="other")
def _other(heap: str) -> str:
    """The game with another number."""
    Path("other.gdl").write_text(GAME.replace("heap -= 1", "heap -= 2"), encoding="utf-8")
    return "other.gdl"


def test_equal_games_end_with_0(gamedsl: Runs, heap: str) -> None:
    Path("copy.gdl").write_text("# a copy\n\n" + Path(heap).read_text(encoding="utf-8"), encoding="utf-8")
    ran = gamedsl("diff", heap, "copy.gdl")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "heap (heap.gdl) → heap (copy.gdl)\nThere is no difference.\n"


def test_different_games_end_with_1(gamedsl: Runs, heap: str, other: str) -> None:
    ran = gamedsl("diff", heap, other)
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.startswith("heap (heap.gdl) → heap (other.gdl)\nRules: 1 changed.")
    assert ran.out.endswith("    -     heap -= 1\n    +     heap -= 2\n")


def test_a_comparison_says_which_side_broke_a_promise(gamedsl: Runs, heap: str) -> None:
    Path("deep.gdl").write_text("variant deep of heap:\n    replace action take: heap -= 90\n", encoding="utf-8")
    ran = gamedsl("compare", heap, "deep.gdl", "--matches", "5")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("deep of heap, 2 players, windy = no:\nerror[E_BOUND]")


def test_a_side_whose_default_is_changed_plays_with_it(gamedsl: Runs, heap: str) -> None:
    def heads(*line: str) -> list[str]:
        return gamedsl("compare", heap, *line, "--matches", "2").out.splitlines()[:2]

    calm, windy = (
        "heap: 2 players, windy = no, random steps",
        "heap with windy=yes: 2 players, windy = yes, random steps",
    )
    assert heads("--set", "windy=yes") == [calm, windy]
    assert heads("--set", "windy=yes", "--option", "windy=no") == [calm, windy.replace("windy = yes", "windy = no")]


def test_a_variant_alone_is_compared_with_its_base(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("diff", "rich")
    assert ran.code == 1
    assert ran.out == gamedsl("diff", heap, "rich.gdl").out
    assert ran.out == (
        "heap → rich of heap\nRules: 1 changed, 1 new.\n\nchanged table points\n    for 2  3 → 4\n\n"
        "new action leap in turns\n    + heap += 9\n"
    )


def test_two_variants_of_one_game(gamedsl: Runs) -> None:
    out = gamedsl("diff", "frugal_court", "gossip").out
    assert out.startswith("frugal_court of gloriana → gossip of gloriana\n")
    assert "for 7  26 → 28" in out


def test_colours_only_where_they_are_wished(gamedsl: Runs, heap: str) -> None:
    plain, coloured = gamedsl("diff", "rich").out, gamedsl("--color", "always", "diff", "rich").out
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b[32m" in coloured


@pytest.mark.parametrize("flag", [("--json",), ("--format", "json")])
def test_data(gamedsl: Runs, heap: str, flag: tuple[str, ...]) -> None:
    data = json.loads(gamedsl("diff", "rich", *flag).out)
    assert (data["before"], data["after"], data["equal"]) == ("heap", "rich of heap", False)
    points = next(difference for difference in data["differences"] if difference["name"] == "points")
    assert points["cells"][0] == {"row": "2", "column": "", "before": "3", "after": "4"}
    assert len(data["setups"]) == 4
    assert data["setups"][0] == {"players": 2, "options": {"windy": "no"}}


@pytest.mark.parametrize(
    ("ending", "begins"),
    [("txt", "heap → "), ("md", "# heap → "), ("html", "<!DOCTYPE html>"), ("json", "{\n")],
)
def test_files_are_made_by_their_endings_and_made_again(gamedsl: Runs, heap: str, ending: str, begins: str) -> None:
    for _ in range(2):
        ran = gamedsl("diff", "rich", "-o", f"out.{ending}")
        assert (ran.code, ran.out, ran.err) == (1, f"out.{ending} is written\n", "")
        assert Path(f"out.{ending}").read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_forms_on_standard_output(gamedsl: Runs, heap: str, form: str) -> None:
    ran = gamedsl("diff", "rich", "--format", form)
    assert ran.code == 1
    assert "rich" in ran.out
    assert "made by gamedsl" not in ran.out


def test_nothing_is_overwritten(gamedsl: Runs, heap: str, other: str) -> None:
    Path("notes.md").write_text("mine", encoding="utf-8")
    before = Path(heap).read_text(encoding="utf-8")
    assert gamedsl("diff", heap, other, "-o", heap, "--format", "text").code == 2
    assert gamedsl("diff", heap, other, "-o", "notes.md").code == 2
    assert (Path(heap).read_text(encoding="utf-8"), Path("notes.md").read_text(encoding="utf-8")) == (before, "mine")
    assert gamedsl("diff", heap, other, "-o", "notes.md", "--force").code == 1


def test_setups_of_one_game(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("diff", heap, "--option", "windy=no", "--to-option", "windy=yes")
    assert ran.out.startswith("heap (windy = no) → heap (windy = yes)\nRules: 1 changed.\n")
    assert "changed field heap\n    start  9 → 5\n" in ran.out
    assert gamedsl("diff", heap, "--players", "2", "--to-players", "3").code == 0


def test_an_option_of_one_side_does_not_bother_the_other(gamedsl: Runs, heap: str) -> None:
    Path("calm.gdl").write_text("variant calm of heap:\n    add option calm: no, yes\n", encoding="utf-8")
    assert gamedsl("diff", heap, "calm.gdl", "--option", "calm=yes").code == 1
    ran = gamedsl("diff", heap, "calm.gdl", "--option", "calmer=yes")
    assert (ran.code, ran.out) == (2, "")


def test_one_side_from_standard_input(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_bytes()
    assert gamedsl("diff", heap, "-", stdin=text).code == 0
    assert gamedsl("diff", "-", heap, stdin=text + b"\nlet more = 1\n").code == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (
            ("heap.gdl",),
            "error: heap.gdl is no variant: it has nothing to be compared with\nhelp: name a second file\n",
        ),
        (("heap.gdl", "nothing.gdl"), "error: there is no file `nothing.gdl`\n"),
        (("-", "-"), "error: only one of the two sides can be standard input\n"),
        (("heap.gdl", "heap.gdl", "--players", "99"), "error: heap.gdl is for "),
        (("rich", "--to-players", "9"), "error: "),
        (("rich", "--json", "--format", "html"), "error: `--json` and `--format html` contradict each other\n"),
        (("rich", "-o", "x.png"), "error: nothing is made that ends in `.png`\n"),
        (("heap.gdl", "broken.gdl"), "error[E"),
    ],
)
def test_what_cannot_be_compared_ends_with_2(gamedsl: Runs, heap: str, args: tuple[str, ...], says: str) -> None:
    Path("broken.gdl").write_text(
        Path(heap).read_text(encoding="utf-8") + "\nlet wrong = nothing_here\n", encoding="utf-8"
    )
    ran = gamedsl("diff", *args)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(says)


# ---------------------------------------------------------------- graphs


def test_two_graphs_in_one(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("graph", "--diff", "rich")
    assert (ran.code, ran.err) == (0, "")
    assert "nodes: 1 new, 0 gone, " in ran.out
    assert ran.out == gamedsl("graph", "--diff", heap, "rich.gdl").out


@pytest.mark.parametrize("form", ["svg", "dot", "mermaid", "json"])
def test_drawings_of_two_graphs(gamedsl: Runs, heap: str, other: str, form: str) -> None:
    ran = gamedsl("graph", "--diff", heap, other, "--format", form)
    assert (ran.code, ran.err) == (0, "")
    assert "±" in ran.out or "#177;" in ran.out


def test_graphs_of_two_setups(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("graph", "--diff", heap, "--players", "2", "--to-players", "3")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("heap (2 seats, windy no → 3 seats, windy no)\n")


@pytest.mark.parametrize("args", [("heap.gdl", "heap.gdl"), ("heap.gdl", "--to-players", "2"), ("--diff", "heap.gdl")])
def test_two_graphs_need_two_games(gamedsl: Runs, heap: str, args: tuple[str, ...]) -> None:
    ran = gamedsl("graph", *args)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
