"""Commands that change rules files: `gamedsl check --fix` and `gamedsl fmt`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

SLIPS = [
    ("heap -= stones", "heap -= stonse", "w.gdl:21:13: write `stones` (E0301)"),
    (
        "players 2 to 4",
        "players 2 to 4\n\nshared\n    a = 0\n\npossible more: a + heap is 3",
        "w.gdl:5:7: put in `:` (E0021)",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "told"), SLIPS)
def test_what_leaves_no_choice_is_corrected(gamedsl: Runs, heap: str, right: str, wrong: str, told: str) -> None:
    Path("w.gdl").write_text(Path(heap).read_text().replace(right, wrong))
    ran = gamedsl("check", "--fix", "w.gdl")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [told, "w.gdl: 1 fixed, no findings"]
    assert gamedsl("check", "w.gdl").code == 0


def test_corrections_bring_corrections_to_light(gamedsl: Runs, heap: str) -> None:
    """The misspelt name is seen only when its line can be read."""
    text = Path(heap).read_text()
    Path("w.gdl").write_text(text.replace("heap is 0: took", "heap is 0\n        tok"))
    assert "tok_last" not in gamedsl("check", "w.gdl").out
    ran = gamedsl("check", "--fix", "w.gdl")
    assert ran.code == 0
    assert ran.out.endswith("w.gdl: 2 fixed, no findings\n")


def test_what_leaves_a_choice_stays(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_text().replace("heap -= stones", "heap -= unheard_of")
    Path("w.gdl").write_text(text)
    ran = gamedsl("check", "--fix", "w.gdl")
    assert (ran.code, Path("w.gdl").read_text()) == (1, text)
    assert ran.out.endswith("w.gdl: 1 error\n")


def test_that_nothing_was_corrected_is_said(gamedsl: Runs, heap: str) -> None:
    Path("w.gdl").write_text(Path(heap).read_text().replace("heap -= stones", "heap -= unheard_of"))
    ran = gamedsl("check", "--fix", "w.gdl")
    assert ran.out.endswith(
        "w.gdl: nothing is corrected: no finding has a correction that is certain\nw.gdl: 1 error\n"
    )
    Path("w.gdl").write_text(Path(heap).read_text().replace("heap -= stones", "Take away all stones of the heap."))
    assert "nothing is corrected" in gamedsl("check", "--fix", "w.gdl").out


def test_corrections_wait_for_the_other_mistakes(gamedsl: Runs, heap: str) -> None:
    text = (
        Path(heap)
        .read_text()
        .replace("heap is 0: took", "heap == 0: took")
        .replace("heap -= stones", "heap -= unheard_of")
    )
    Path("w.gdl").write_text(text)
    ran = gamedsl("check", "--fix", "w.gdl")
    assert (ran.code, Path("w.gdl").read_text()) == (1, text)
    assert "w.gdl: nothing is corrected: with 1 correction that would leave no choice, mistakes are left\n" in ran.out


def test_what_is_perhaps_meant_is_shown_and_left(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_text().replace("heap -= stones", "heap -= heap // stones")
    Path("w.gdl").write_text(text)
    ran = gamedsl("check", "--fix", "w.gdl")
    assert (ran.code, Path("w.gdl").read_text()) == (1, text)
    assert "a comment starts with `#`" in ran.out
    assert "a division is `a / b rounded down`" in ran.out


def test_line_ends_stay(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_text().replace("\n", "\r\n")
    Path("w.gdl").write_text(text.replace("-= stones", "-= stonse"), newline="")
    assert gamedsl("check", "--fix", "w.gdl").code == 0
    assert Path("w.gdl").read_bytes().decode() == text


def test_the_corrected_text_of_standard_input_is_printed(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_text()
    ran = gamedsl("check", "--fix", "-", stdin=text.replace("-= stones", "-= stonse").encode())
    assert (ran.code, ran.out) == (0, text)
    assert ran.err == "standard input:21:13: write `stones` (E0301)\nstandard input: 1 fixed, no findings\n"
    assert gamedsl("check", "--fix", "-", "--json").code == 2


def test_corrections_as_data(gamedsl: Runs, heap: str) -> None:
    Path("w.gdl").write_text(Path(heap).read_text().replace("-= stones", "-= stonse"))
    data = json.loads(gamedsl("check", "--fix", "--json", "w.gdl").out)
    assert data["files"][0]["fixed"] == [{"code": "E0301", "place": "w.gdl:21:13", "title": "write `stones`"}]


def test_sizes_of_all_setups(gamedsl: Runs, heap: str) -> None:
    lines = gamedsl("check", "-v", heap).out.splitlines()
    assert [line.split(":")[0] for line in lines[1:-1]] == ["2 players", "3 players", "4 players"]
    sizes = json.loads(gamedsl("check", "-v", "--json", heap).out)["files"][0]["setups"]
    assert [size["players"] for size in sizes] == [2, 3, 4]
    assert all(size["bytes"] > 0 and size["nodes"] > 0 for size in sizes)


# ---------------------------------------------------------------- fmt


def test_formatting(gamedsl: Runs, heap: str) -> None:
    text = Path(heap).read_text()
    Path("w.gdl").write_text(text.replace("heap -= stones", "heap  -=  stones"))
    checked = gamedsl("fmt", "--check", "w.gdl", heap)
    assert (checked.code, checked.out) == (1, "w.gdl: would change\n")
    done = gamedsl("fmt", "w.gdl", heap)
    assert (done.code, done.out) == (0, "w.gdl: formatted\n")
    assert Path("w.gdl").read_text() == text
    assert gamedsl("fmt", "--check", "w.gdl").code == 0


def test_what_cannot_be_read_is_left_alone(gamedsl: Runs) -> None:
    Path("w.gdl").write_text("game  x  y\n")
    ran = gamedsl("fmt", "w.gdl")
    assert (ran.code, ran.out, Path("w.gdl").read_text()) == (1, "", "game  x  y\n")
    assert ran.err.startswith("error[E")
    assert ran.err.endswith("w.gdl: left as it is: 1 error\n")


def test_standard_input_is_formatted(gamedsl: Runs) -> None:
    ran = gamedsl("fmt", "-", stdin=b"game  x:\n  players  2\n")
    assert (ran.code, ran.out, ran.err) == (0, "game x:\n    players 2\n", "")
    ran = gamedsl("fmt", "-", stdin=b"game  x  y\n")
    assert (ran.code, ran.out) == (1, "game  x  y\n")
