"""Texts that nobody writes by mistake alone: an answer in words, never a traceback, and in a moment."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from cli.running import Runs

HEAD = "game x:\n    players 2 to 4\n\n"
TAIL = """
each player:
    points: 0..100 = 0

rounds at most 5:
    turns

phase turns, each player:
    choose a: one of 1..3
    points += a

ranking by highest points, ties shared
"""
DEEP = 1500


def chain(start: str, lines: list[str], last: str) -> str:
    """Declarations `r0`, `r1`, … of which each uses the next."""
    names = [f"r{i}" for i in range(DEEP)]
    return "".join(start.format(name) + "".join(lines).format(other) for name, other in pairwise(names)) + last


def options(number: int, values: int) -> str:
    return "".join(
        f"option o{i}: {', '.join(f'v{i}_{j}' for j in range(values))}\n" for i in range(number)
    )  # each value has a name of its own


TEXTS = {
    "empty": ("", "E0201"),
    "many brackets": ("[" * (1 << 18), "E0002"),
    "many brackets that close": (")" * (1 << 17), "E0018"),
    "many quotes": ('"' * (1 << 17), "E0003"),
    "a megabyte of tabs": ("\t" * (1 << 20), "E0201"),
    "NUL": (HEAD + "\0" * 1000 + TAIL, "E0030"),
    "a text that is too long": (HEAD + "# " + "x" * (1 << 21) + TAIL, "E0003"),
    "a long word beside a mistake": (HEAD + "rull r:\n    # " + "x" * 1_000_000 + TAIL, "E0013"),
    "unknown characters": (HEAD + "§¶\u202e\U0001f600" * 5_000 + TAIL, "E0030"),
    "blocks inside each other": (HEAD + "rule a:\n" + "".join("    " * i + "if yes:\n" for i in range(1, 500)), "E0002"),
    "a number of many digits": (HEAD + "let l = " + "9" * 10_000 + "\n" + TAIL, "E0037"),
    "a million players": ("game x:\n    players 1 to 1000000\n" + TAIL, "E0606"),
    "millions of setups": (HEAD + options(4, 50) + TAIL, "E0606"),
    "billions of setups": (HEAD + options(30, 2) + TAIL, "E0606"),
    "a large board": (HEAD + "grid b 500 by 500\n" + TAIL, "E0606"),
    "a long track": (HEAD + "row b 999999\n" + TAIL, "E0606"),
    "rules that call the next one twice": (
        HEAD
        + "".join(f"rule r{i}:\n    choose c{i}: one of 1..3\n    r{i + 1}\n    r{i + 1}\n" for i in range(30))
        + "rule r30:\n    choose q: one of 1..3\n    points += q\n"
        + TAIL.replace("points += a", "points += a\n    r0"),
        "E0606",
    ),
    "lets that use the next one twice": (
        HEAD + "".join(f"let r{i} = r{i + 1} - r{i + 1}\n" for i in range(30)) + "let r30 = count(players where points > 1)\n" + TAIL, "E0606"
    ),
    "a million copies": (HEAD + "component 1000000 c\n" + TAIL, "E0606"),
    "a loop over many numbers": (HEAD + TAIL.replace("points += a", "for i in 1..1000000:\n        points += a"), "E0606"),
    "rules that call rules": (HEAD + chain("rule {}:\n", ["    {}\n"], f"rule r{DEEP - 1}:\n    let q = 1\n") + TAIL, "E0606"),
    "lets that use those below": (HEAD + chain("let {} = ", ["{} + 1\n"], f"let r{DEEP - 1} = 1\n") + TAIL, "E0606"),
    "lets that use those above": (HEAD + "let r0 = 1\n" + "".join(f"let r{i + 1} = r{i} + 1\n" for i in range(DEEP)) + TAIL, "E0606"),
    "all limits at once": (
        HEAD
        + "".join(
            f"rule r{i}:\n"
            + "".join("    " * k + f"if {'(' * 40}yes{')' * 40}:\n" for k in range(1, 50))
            + "    " * 50
            + f"r{i + 1}\n"
            for i in range(9)
        )
        + "rule r9:\n    let q = 1\n"
        + TAIL.replace("points += a", "points += a\n    r0"),
        "E0605",
    ),
    "numbers that double": (
        HEAD + "let r0 = 1\n" + "".join(f"let r{i + 1} = r{i} + r{i}\n" for i in range(60)) + TAIL.replace("+= a", "+= r39"),
        "E0410",
    ),
    "unknown names": (HEAD + "".join(f"let a{i} = b{i}\n" for i in range(1500)) + TAIL, "E0301"),
    "wrong comparisons": (HEAD + "rule r:\n" + "    if points > players: points += 1\n" * 500 + TAIL, "E0402"),
    "one for many": (HEAD + "rule r:\n" + "    points += players + 1\n" * 500 + TAIL, "E0401"),
    "lines that nobody can read": (HEAD + "m\n" * 4_000 + TAIL, "E0053"),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_texts_have_an_answer(gamedsl: Runs, name: str) -> None:
    text, code = TEXTS[name]
    ran = gamedsl("check", "-", stdin=text.encode())
    assert (ran.code, ran.err) == (1, "")
    assert f"[{code}]" in ran.out


@pytest.mark.parametrize("line", ["let a{0} = {0}\n", "let a{0} = b{0}\n", "let a = {0}\n"])
def test_a_hundred_findings_are_shown(gamedsl: Runs, line: str) -> None:
    text = HEAD + "".join(line.format(i) for i in range(1000)) + TAIL
    ran = gamedsl("check", "-", "--strict", stdin=text.encode())
    assert ran.code == 1
    assert re.search(r"\[E0001\]: and [89]\d\d ", ran.out)
    assert ran.out.splitlines()[-1].startswith("standard input: 101 ")


def test_a_game_of_many_declarations_is_no_mistake(gamedsl: Runs) -> None:
    text = HEAD + "shared:\n" + "".join(f"    a{i}: 0..9 = 0\n" for i in range(2_000)) + TAIL
    ran = gamedsl("check", "-", stdin=text.encode())
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "standard input: 101 warnings")
