"""`--variant`, `--set` and `--option`: what a command line puts on top of a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs

_TOY = """game toy:
    "Take points."
    players 2 to 4

option storm: no, yes

table points from 0: 0 1 3 5

each player:
    coins: 0..99 = 3

rounds up to 2:
    turns

phase turns, each player:
    choose take: one of 0..3
    coins += points[take]
    if storm: coins -= min(coins, 1)

ranking by highest coins, ties shared

example most:
    players Ann, Bob, Cat
    as Ann: turns
    Ann plays turns(take = 3)
    then Ann.coins is 8
"""
_RICH = 'variant rich of toy:\n    "More."\n    set points[3] = 9\n    remove most\n'
_POOR = "variant poor of toy:\n    set points[3] = 2\n    set rounds up to 1\n    remove most\n"

ALL_THREE = ("--variant", "poor", "--set", "points[1]=7", "--option", "storm=yes")

COMMANDS = {
    "check": (),
    "test": ("--matches", "1"),
    "simulate": ("--matches", "2"),
    "play": ("--seed", "1"),
    "perft": ("--depth", "1"),
    "explore": ("--depth", "1"),
    "solve": (),
    "exploit": (),
    "verify": ("--matches", "2", "--seconds", "0"),
    "graph": (),
    "build": (),
    "page": ("--players", "2"),
}
NAMED = {
    "check": "toy.gdl with poor, points[1]=7: no findings",
    "test": "toy.gdl with poor, points[1]=7",
    "simulate": "poor of toy with points[1]=7, 2 players, storm = yes: 2 matches",
    "play": "Poor of Toy with points[1]=7, 2 players, storm, seed 1",
    "graph": "variants  poor, set points[1]=7",
    "build": "poor.wasm: poor of toy with points[1]=7, 2 players, storm = yes",
}


@pytest.fixture
def toy(gamedsl: Runs) -> Runs:
    """Commands in a folder with a game and two variants, one of them in a folder of its own."""
    Path("toy.gdl").write_text(_TOY)
    Path("poor.gdl").write_text(_POOR)
    Path("drafts").mkdir()
    Path("drafts/rich.gdl").write_text(_RICH)
    return gamedsl


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_all_three_and_says_so(toy: Runs, command: str) -> None:
    ran = toy(command, "toy.gdl", *ALL_THREE, *COMMANDS[command], stdin=b"quit\n")
    assert (ran.code, ran.err) == (0, "")
    assert NAMED.get(command, "") in ran.out


@pytest.mark.parametrize("command", ["check", "test", "simulate", "perft", "explore", "build"])
def test_data_names_what_was_played(toy: Runs, command: str) -> None:
    data = json.loads(toy(command, "toy.gdl", *ALL_THREE, *COMMANDS[command], "--json").out)
    (one,) = data.get("files", [data])
    assert one["file"] == "toy.gdl"
    assert one["variants"] == ["poor", "set points[1]=7"]


def test_the_game_is_that_of_the_same_file(toy: Runs) -> None:
    Path("both.gdl").write_text("variant both of toy, poor:\n    set points[1] = 7\n")
    one = toy("simulate", "toy.gdl", *ALL_THREE, "--matches", "20", "--json").out
    other = toy("simulate", "both.gdl", "--option", "storm=yes", "--matches", "20", "--json").out
    unnamed = [{k: v for k, v in json.loads(text).items() if k not in ("file", "variants")} for text in (one, other)]
    assert unnamed[0] == unnamed[1]


def test_one_variant_on_top_is_that_variant(toy: Runs) -> None:
    assert toy("graph", "toy.gdl", "--variant", "poor").out == toy("graph", "poor.gdl").out


def test_findings_point_to_the_flag(toy: Runs) -> None:
    ran = toy("check", "toy.gdl", "--set", "points[1]=7", "--set", "pionts[3]=26")
    assert ran.code == 1
    assert ran.out.startswith("""\
error[E0701]: there is no `pionts` to set
 --> --set pionts[3]=26:1:7
1 | --set pionts[3]=26
  |       ^^^^^^ the rules that this builds on do not have it
help: did you mean `points`?
""")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("points[9]=1", "E0701"),
        ("points[3]=Rainy", "E0604"),
        ("points[3]", "E0059"),
        ("points[3]=", "E0059"),
        ("points[3]=1 remove most", "E0059"),
        ("# nothing", "E0059"),
        ("storm=maybe", "E0301"),
        ("players 3 to 20", "E0606"),
        ("rounds 3 to 20", "E0059"),
        ('coins = "x', "E0040"),
    ],
)
def test_what_is_wrong_with_a_change(toy: Runs, change: str, code: str) -> None:
    ran = toy("check", "toy.gdl", "--set", change)
    assert ran.code == 1
    assert f"error[{code}]" in ran.out
    assert f" --> --set {change}:1:" in ran.out


def test_the_same_thing_changed_twice(toy: Runs) -> None:
    ran = toy("check", "toy.gdl", "--set", "points[3]=7", "--set", "points[3]=8")
    assert "error[E0708]: nothing is left of this change of `points[3]`\n --> --set points[3]=7:1:3\n" in ran.out


def test_two_variants_contradict_each_other_until_a_change_settles_it(toy: Runs) -> None:
    both = ("--variant", "drafts/rich.gdl", "--variant", "poor")
    ran = toy("check", "toy.gdl", *both)
    assert "error[E0703]: `poor` and `rich` both change `points[3]`\n --> --variant poor:1:1\n" in ran.out
    assert "help: say what counts with one more change on top: `set points[3] = …`\n" in ran.out
    ran = toy("simulate", "toy.gdl", *both, "--set", "points[3]=4", "--matches", "1")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("rich + poor of toy with points[3]=4, 2 players")


def test_a_variant_is_found_by_name_or_path_and_put_on_the_rules_that_are_named(toy: Runs) -> None:
    Path("drafts/richer.gdl").write_text("variant richer of rich:\n    set points[2] = 8\n")
    Path("mine.gdl").write_text(_TOY.replace("= 3\n", "= 4\n").replace("is 8", "is 9"))
    ran = toy("check", "./mine.gdl", "--variant", "drafts/richer.gdl", "-v")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("builds on drafts/rich.gdl\nbuilds on drafts/richer.gdl\n")
    ran = toy("check", "-", "--variant", "poor", stdin=_TOY.encode())
    assert ran.out == "standard input with poor: no findings\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("por", "error[E0704]: there is no game or variant called `por`"),
        ("drafts/poor.gdl", "error[E0704]: there is no game or variant called `drafts/poor.gdl`"),
        ("empty", "error[E0704]: there is no game or variant called `empty`"),
        ("toy", "error[E0702]: `toy` is part of these rules already"),
        ("nim", "error[E0709]: `nim` is about `nim`, and this is about `toy`"),
    ],
)
def test_what_is_wrong_with_a_variant(toy: Runs, name: str, message: str) -> None:
    Path("empty.gdl").write_text("# Nothing yet.\n")
    ran = toy("check", "toy.gdl", "--variant", name)
    assert ran.code == 1
    assert ran.out.startswith(f"{message}\n --> --variant {name}:1:11\n")


def test_rules_without_a_name_on_themselves(toy: Runs) -> None:
    Path("part.gdl").write_text("rule x: y = 1\n")
    assert toy("check", "part.gdl", "--variant", "part").out.startswith("error[E0702]: `part` is part of these rules")


def test_advice_on_a_change_is_a_flag(toy: Runs) -> None:
    ran = toy("check", "toy.gdl", "--set", "rounds=6")
    assert 'help: did you mean `--set "rounds up to 6"`?' in ran.out


def test_flags_that_are_no_change(toy: Runs) -> None:
    assert "`--set` is empty" in toy("check", "toy.gdl", "--set", " ").err
    said = toy("check", "toy.gdl", "--set", "set points[1]=2").err
    assert "`--set` says `set` itself: leave the word out in `set points[1]=2`" in said
    assert "`--set` is one line, and this has 2" in toy("check", "toy.gdl", "--set", "points[1]=2\nremove most").err
    assert "corrects files" in toy("check", "toy.gdl", "--fix", "--set", "points[1]=2").err


def test_examples_that_a_change_breaks_fail_in_test_and_do_no_harm_to_play(toy: Runs) -> None:
    ran = toy("test", "toy.gdl", "--set", "points[3]=6", "--matches", "0")
    assert ran.code == 1
    assert "because of `--set points[3]=6`\n" in ran.out
    assert toy("check", "toy.gdl", "--set", "players 2").code == 1  # the example is for three
    assert toy("simulate", "toy.gdl", "--set", "players 2", "--matches", "1").code == 0
    assert toy("test", "toy.gdl", "--set", "players 2", "--matches", "0").code == 1


def test_check_and_test_go_through_the_setups_that_are_chosen(toy: Runs) -> None:
    Path("toy.gdl").write_text(_TOY + "\nwhen storm:\n    set points[7] = 3\n")
    assert toy("check", "toy.gdl").code == 1
    assert toy("check", "toy.gdl", "--option", "storm=no", "--players", "3").code == 0
    assert toy("check", "toy.gdl", "--option", "storm=yes").code == 1
    assert (
        "there is no option `strom`\nhelp: did you mean `storm`?" in toy("check", "toy.gdl", "--option", "strom=no").err
    )
    Path("toy.gdl").write_text(_TOY)
    ran = toy("test", "toy.gdl", "--set", "points[3]=6", "--option", "storm=no", "--players", "3", "--matches", "1")
    assert (ran.code, ran.out.count(": 1 match")) == (1, 1)


def test_a_saved_match_knows_what_it_was_played_with(toy: Runs) -> None:
    toy("play", "toy.gdl", *ALL_THREE, "--seed", "1", "--replay", "match.json", stdin=b"1\nquit\n")
    assert json.loads(Path("match.json").read_text())["added"] == ["variant poor", "set points[1]=7"]
    ran = toy("replay", "match.json")
    assert ran.code == 0
    assert ran.out.startswith("Poor of Toy with points[1]=7, 2 players, storm, match 0 of seed 1\n")
    assert "note:" not in ran.out
    ran = toy("replay", "match.json", "--set", "points[1]=6")
    assert (
        "note: this is a match of poor of toy with points[1]=7, and these are the rules of toy with points[1]=6\n"
        in ran.out
    )
    on = toy("simulate", "toy.gdl", "--from", "match.json", "--matches", "1")
    assert (on.code, on.err) == (0, "")
    assert on.out.startswith("poor of toy with points[1]=7, ")
    on = toy("simulate", "toy.gdl", "--from", "match.json", "--matches", "1", "--variant", "poor")
    assert on.err.startswith(
        "note: this is a match of poor of toy with points[1]=7, and these are the rules of poor of toy\n"
    )


def test_a_replay_with_additions_of_another_kind(toy: Runs) -> None:
    toy("play", "toy.gdl", "--set", "points[1]=7", "--replay", "match.json", stdin=b"1\nquit\n")
    Path("match.json").write_text(Path("match.json").read_text().replace('"set points', '"wish points'))
    ran = toy("replay", "match.json")
    assert (ran.code, ran.out) == (2, "")
    assert "`match.json` was written by a newer gamedsl" in ran.err


def test_the_cache_keeps_rules_with_different_additions_apart(
    toy: Runs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path / "cache"))
    heads = [
        toy("simulate", "toy.gdl", *flags, "--matches", "1", "--seed", "2").out
        for _ in range(2)
        for flags in ((), ("--set", "points[1]=7"), ("--set", "points[1]=8"), ("--variant", "poor"))
    ]
    assert heads[:4] == heads[4:]
    assert len(set(heads)) == 4
    Path("poor.gdl").write_text(_POOR.replace("up to 1", "up to 4"))
    assert toy("simulate", "toy.gdl", "--variant", "poor", "--matches", "1", "--seed", "2").out != heads[3]
    assert toy("test", "toy.gdl", "--set", "points[3]=6", "--matches", "1").code == 1


def test_additions_are_put_on_the_second_of_two_compared_files(toy: Runs) -> None:
    ran = toy("diff", "toy.gdl", "--set", "points[1]=7")
    assert ran.code == 1
    assert ran.out.startswith("toy → toy with points[1]=7\n")
    assert "for 1  1 → 7\n" in ran.out
    ran = toy("diff", "poor.gdl", "toy.gdl", "--variant", "poor", "--set", "points[1]=7")
    assert ran.out.startswith("poor of toy → poor of toy with points[1]=7\n")
    assert toy("diff", "-", "--set", "points[1]=7", stdin=_TOY.encode()).code == 2
    assert toy("graph", "--diff", "toy.gdl", "--variant", "poor").code == 0


def test_mutants_are_those_of_the_file_with_it_on_top(toy: Runs) -> None:
    plain = json.loads(toy("mutate", "toy.gdl", "--matches", "0", "--json", "-k", "turns").out)
    on_top = json.loads(toy("mutate", "toy.gdl", "--set", "points[2]=4", "--matches", "0", "--json", "-k", "turns").out)
    assert on_top["mutants"] == plain["mutants"] > 0
    assert (
        toy("mutate", "toy.gdl", "--set", "points[2]=4", "--matches", "0", "-k", "turns").out.count(
            "toy.gdl with points[2]=4:"
        )
        == 1
    )
