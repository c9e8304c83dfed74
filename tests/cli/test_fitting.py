"""What is told at a question fits on the screen, and stands in one order."""

from __future__ import annotations

import re

import pytest

from cli.running import Runs
from cli.test_table import STYLES, played
from gamedsl.cli.playing.fitting import Forms, fit_screen
from gamedsl.table.logs.entries import Line


@pytest.fixture(autouse=True)
def _folder(gamedsl: Runs) -> None:  # replays are written to a folder of the test
    assert gamedsl is not None


@pytest.mark.parametrize("game", ["gloriana", "glory_islands", "tile_walls"])
def test_the_first_question_fits_on_a_small_terminal(game: str) -> None:
    shown = STYLES.sub("", played(["quit"], game, "--seed", "7", COLUMNS="80", LINES="30"))
    begun, _, _ = shown.partition("\nAnn> ")
    # What stands above the table is read first, where both have no room.
    assert all(part.count("\n") < 30 for part in begun.split("Enter goes on> "))
    assert "Ann (you)" in begun
    assert re.search(r"\nAnn: [^\n]+", begun)


def test_a_first_question_that_just_fits_is_whole() -> None:
    shown = STYLES.sub("", played(["quit"], "gem_guild", "--seed", "4", COLUMNS="80", LINES="24"))
    assert shown.partition("\nAnn> ")[0].count("\n") == 22


def test_what_happened_stands_above_the_table_and_that_above_the_question() -> None:
    log = [Line("choice", "Ann plays."), Line("effect", "Points: 3 → 4"), Line("choice", "Bob plays.")]
    told = fit_screen(log, Forms(["a\n\nb", "a\nb"]), Forms(["Ann: What?\n  1  x"]), 80, None)
    assert STYLES.sub("", told) == "  Ann plays.\n    Points: 3 → 4\n  Bob plays.\n\na\n\nb\n\nAnn: What?\n  1  x"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (10, "  Ann plays.\n    Points: 3 → 4\n  Bob plays.\n\na\n\nb\n\nAnn: What?\n  1  x"),
        (9, "  Ann plays.\n    Points: 3 → 4\n  Bob plays.\n\na\nb\n\nAnn: What?\n  1  x"),
        (8, "  Ann plays.  Points: 3 → 4\n  Bob plays.\n\na\nb\n\nAnn: What?\n  1  x"),
        (7, "  Ann plays.  Points: 3 → 4\n  Bob plays.\n\na\nb\n\nAnn: What?"),
    ],
)
def test_less_is_told_where_there_is_less_room(rows: int, told: str) -> None:
    log = [Line("choice", "Ann plays."), Line("effect", "Points: 3 → 4"), Line("choice", "Bob plays.")]
    shown = fit_screen(log, Forms(["a\n\nb", "a\nb"]), Forms(["Ann: What?\n  1  x", "Ann: What?"]), 80, rows)
    assert STYLES.sub("", shown) == told


def test_what_a_person_has_read_before_gives_way_to_the_table() -> None:
    table, question = (
        Forms(["a\n\nb", "a\nb"]),
        Forms(["Ann: What?\n  1  x\n     y", "Ann: What?\n  1  x"], is_known=True),
    )
    told = [STYLES.sub("", fit_screen([], table, question, 80, rows)) for rows in (7, 6)]
    assert told == ["a\n\nb\n\nAnn: What?\n  1  x\n     y", "a\n\nb\n\nAnn: What?\n  1  x"]


def test_of_a_long_log_the_end_is_told() -> None:
    log = [Line("choice", f"Move {number}.") for number in range(30)]
    shown = STYLES.sub("", fit_screen(log, Forms(["table"]), Forms(["Ann: What?"]), 80, 10))
    assert shown.startswith("  … (`log` tells all)\n  Move 25.\n")
    assert shown.count("\n") < 10


def test_what_the_own_choice_brought_stays_longest() -> None:
    brought = [Line("choice", "Ann acts.", seat=0), Line("effect", "Points: 3 → 4", seat=0)]
    log = [*brought, *(Line("choice", f"Move {number}.", seat=1) for number in range(30))]
    shown = STYLES.sub("", fit_screen(log, Forms(["table"]), Forms(["Ann: What?"]), 80, 10, own=0))
    assert shown.startswith("  Ann acts.  Points: 3 → 4\n  … (`log` tells all)\n  Move 26.\n")
    few = [*brought, Line("choice", "Bob acts.", seat=1), Line("effect", "Points: 5 → 6", seat=1)]
    told = STYLES.sub("", fit_screen(few, Forms(["table"]), Forms(["Ann: What?"]), 80, 7, own=0))
    assert told.startswith("  Ann acts.\n    Points: 3 → 4\n  Bob acts.  Points: 5 → 6\n\ntable")
    narrow = STYLES.sub("", fit_screen(few, Forms(["table"]), Forms(["Ann: What?"]), 20, 7, own=0))
    assert narrow.startswith("  Ann acts.\n  … (`log` tells all)\n  Bob acts.\n\ntable"), "the gap is marked"
    forced = [*few, *(Line("choice", f"Ann goes on by {number}.", seat=0) for number in range(30))]
    late = STYLES.sub("", fit_screen(forced, Forms(["table"]), Forms(["Ann: What?"]), 80, 9, own=0))
    assert late.startswith("  Ann acts.  Points: 3 → 4\n  … (`log` tells all)\n  Ann goes on by 27.\n")


def test_a_first_question_that_needs_the_whole_screen_comes_behind_the_greeting() -> None:
    shown = STYLES.sub("", played(["quit"], "kiln_lane", "--seed", "4", COLUMNS="80", LINES="30"))
    greeting, _, begun = shown.partition("Enter goes on> ")
    assert "Kiln Lane, 2 players\n" in greeting
    assert "— Round 1 —" not in greeting
    assert begun.partition("\nAnn> ")[0].count("\n") < 30


def test_what_can_be_bought_is_told_below_each_whole_table() -> None:
    shown = STYLES.sub("", played(["2", "quit"], "gem_guild", "--seed", "12", COLUMNS="100", LINES="40"))
    assert shown.count("  Green forge  Jade, points 1; costs 4 topaz\n") == 2


def test_a_round_stands_behind_an_empty_line_unless_it_is_the_first_line() -> None:
    log = [Line("choice", "Ann plays."), Line("period", "Round 2"), Line("choice", "Bob plays.")]
    for first, told in ((0, "  Ann plays.\n\n— Round 2 —\n  Bob plays."), (1, "— Round 2 —\n  Bob plays.")):
        shown = fit_screen(log[first:], Forms(["table"]), Forms(["Ann: What?"]), 80, None)
        assert STYLES.sub("", shown) == f"{told}\n\ntable\n\nAnn: What?"
