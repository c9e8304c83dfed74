"""`gamedsl check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

WRONG = "heap -= stonse"


@pytest.fixture
def wrong(heap: str) -> str:
    """The game with a mistyped name in line 21."""
    text = Path(heap).read_text().replace("heap -= stones", WRONG)
    Path("wrong.gdl").write_text(text)
    return "wrong.gdl"


def test_a_game_without_findings(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("check", heap)
    assert (ran.code, ran.out, ran.err) == (0, "heap.gdl: no findings\n", "")


def test_standard_input(gamedsl: Runs, heap: str) -> None:
    ran = gamedsl("check", "-", stdin=Path(heap).read_bytes())
    assert (ran.code, ran.out) == (0, "standard input: no findings\n")


def test_decisions_are_printed_on_demand(gamedsl: Runs, heap: str) -> None:
    assert gamedsl("check", heap, "--decisions").out.splitlines()[0] == "turns(stones)"


def test_findings_are_shown_at_their_line(gamedsl: Runs, wrong: str) -> None:
    ran = gamedsl("check", wrong)
    assert (ran.code, ran.err) == (1, "")
    first, place, line, mark, *_ = ran.out.splitlines()
    assert first.startswith("error[E")
    assert "stonse" in first
    assert place == " --> wrong.gdl:21:13"
    assert line == "21 |     heap -= stonse"
    assert mark.startswith("   |             ^^^^^^")
    assert "did you mean `stones`" in ran.out
    assert ran.out.endswith("wrong.gdl: 1 error\n")


def test_several_files(gamedsl: Runs, heap: str, wrong: str) -> None:
    ran = gamedsl("check", heap, wrong)
    assert ran.code == 1
    assert ran.out.startswith("heap.gdl: no findings\n")


def test_as_data(gamedsl: Runs, heap: str, wrong: str) -> None:
    ran = gamedsl("check", heap, wrong, "--json")
    assert (ran.code, ran.err) == (1, "")
    good, bad = json.loads(ran.out)["files"]
    assert list(good) == ["file", "variants", "diagnostics", "decisions"]
    assert (good["file"], good["diagnostics"]) == ("heap.gdl", [])
    (found,) = bad["diagnostics"]
    assert list(found) == ["code", "severity", "message", "primary", "others", "help", "fixes"]
    assert found["primary"]["start"]["line"] == 21


def test_for_other_programs(gamedsl: Runs, wrong: str) -> None:
    sarif = json.loads(gamedsl("check", wrong, "--format", "sarif").out)
    assert sarif["version"] == "2.1.0"
    assert len(sarif["runs"][0]["results"]) == 1
    assert gamedsl("check", wrong, "--format", "github").out.startswith("::error file=wrong.gdl,line=21")


@pytest.mark.usefixtures("heap")
def test_annotations_name_files_that_cannot_be_read_and_mistakes_of_look_files(gamedsl: Runs) -> None:
    Path("binary.gdl").write_bytes(b"\xff\x00")
    Path("heap.look.toml").write_text('[rule.nowhere]\nlabel = "Nowhere"\n', "utf-8")
    ran = gamedsl("check", "heap.gdl", "binary.gdl", "--format", "github")
    assert ran.code == 2
    assert ran.out.splitlines() == [
        "::error file=binary.gdl::`binary.gdl` is not a text in UTF-8: byte 0 (line 1)",
        "::error file=heap.look.toml::heap.look.toml: [rule]: the rules have no `nowhere`",
    ]


_QUICK = """variant quick of heap:
    remove the_last_stone
    replace phase turns, each player:
        choose two_stones: one of 1..2 where it <= heap    # off I0913
        heap -= two_stones
    add action rest:
        took_last = yes
    add game ends when heap is 1
"""


@pytest.mark.usefixtures("heap")
def test_the_look_file_beside_rules_is_checked_as_pages_and_rulebooks_check_it(gamedsl: Runs) -> None:
    Path("heap.look.toml").write_text('[rule.nowhere]\nlabel = "Nowhere"\n', "utf-8")
    mistake = "heap.look.toml: [rule]: the rules have no `nowhere`\n"
    ran = gamedsl("check", "heap.gdl")
    assert (ran.code, ran.out) == (1, f"{mistake}heap.gdl: no findings, 1 mistake in its look file\n")
    (found,) = json.loads(gamedsl("check", "heap.gdl", "--json").out)["files"]
    assert found["look"] == [mistake.strip()]
    for words, undone in (
        ("page heap.gdl -o made.html", "no page is written"),
        ("rulebook heap.gdl -o made.html", "no rulebook is written"),
        ("play heap.gdl", "nothing is done"),
    ):
        ran = gamedsl(*words.split())
        assert (ran.code, ran.err) == (1, f"{mistake}error: {undone} until the look file is corrected\n")
        assert not Path("made.html").exists()


def test_a_line_of_the_scores_has_a_label(gamedsl: Runs, tmp_path: Path) -> None:
    rules = tmp_path / "purse.gdl"
    rules.write_text(_PURSE, "utf-8")
    rules.with_suffix(".look.toml").write_text('[rule.purse]\nlabel = "Full purse"\n', "utf-8")
    assert gamedsl("check", str(rules)).code == 0
    assert "full purse" in gamedsl("rulebook", str(rules), "-o", "-", "--format", "markdown").out


_PURSE = """game purse:
    "Coins."
    players 2

each player:
    coins: 0..9 = 1

rounds up to 2:
    turns

phase turns, each player:
    choose taken: one of 1..2, ask "How many coins do you take?"
    say "{me} takes {taken}."
    coins += taken

score purse: coins "A point for each coin."
score even: 2 if coins is 4 else 0 "Two points for four coins."

ranking by highest total, ties shared
"""


@pytest.mark.usefixtures("heap")
def test_words_are_looked_for_in_the_file_itself(gamedsl: Runs) -> None:
    Path("quick.gdl").write_text(_QUICK)
    (found,) = json.loads(gamedsl("check", "quick.gdl", "--words", "--json").out)["files"]
    words = [one for one in found["diagnostics"] if one["code"].startswith("I091")]
    assert [(one["code"], one["primary"]["start"]["line"], one["help"]) for one in words] == [
        (
            "I0912",
            4,
            ['write the question behind it, in the words of the game: `two_stones: …, ask "Which one do you choose?"`'],
        ),
        ("I0913", 6, ['say directly below what was done: `say "{me} chooses rest."`']),
        ("I0911", 8, ['write the reason behind it: `game ends when heap is 1 "Why the match is over."`']),
    ]
    assert "I091" not in gamedsl("check", "quick.gdl").out


def test_words_wait_until_there_are_no_errors(gamedsl: Runs, wrong: str) -> None:
    assert gamedsl("check", wrong, "--words").out == gamedsl("check", wrong).out


@pytest.mark.parametrize(
    "text", ["", "\n\n", "[" * 10_000, "game x:\n\0", "\t\t\t", "game", "variant a of b:\n    remove c\n"]
)
def test_no_text_makes_a_traceback(gamedsl: Runs, text: str) -> None:
    ran = gamedsl("check", "-", stdin=text.encode())
    assert ran.code == 1
    assert ran.out.startswith("error[E")


@pytest.mark.parametrize("command", [["test"], ["graph"], ["simulate"], ["play"], ["perft", "--depth", "1"]])
def test_nothing_else_is_done_with_wrong_rules(gamedsl: Runs, wrong: str, command: list[str]) -> None:
    ran = gamedsl(*command, wrong)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error[E")
    assert ran.err.endswith("wrong.gdl: 1 error\n")
