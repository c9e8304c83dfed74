"""Who plays, as command lines name it: `--agents`, `--seat`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs
from share import less

_FEW = less(4, 1)
"""Matches of players who think about what they cannot see, which takes seconds for each."""


def test_agents_by_seat(gamedsl: Runs) -> None:
    line = ("simulate", "tic_tac_toe", "--matches", "3", "--agents", "mcts:20,random", "--policy", "moves", "--json")
    ran = gamedsl(*line)
    assert ran.code == 0, ran.err
    data = json.loads(ran.out)
    assert [seat["policy"] for seat in data["seats"]] == ["mcts:20", "random moves"]
    assert data["matches"] == sum(data["reasons"].values()) == sum(data["seats"][0]["ranks"]) == 3
    assert sum(seat["wins"] for seat in data["seats"]) == 3
    again = gamedsl("simulate", "tic_tac_toe", "--matches", "3", "--seat", "P2=random:moves", "--agents", "mcts:20")
    assert "3 matches, mcts:20, random moves, seed 1" in again.out


def test_a_summary_is_the_same_for_any_way_to_play(gamedsl: Runs) -> None:
    """Matches of two sorts of random players are summed up from rows; the same match by match."""
    line = ("simulate", "pig", "--matches", "8", "--agents", "random,random:moves", "--json")
    one, two = (json.loads(gamedsl(*line, "--jobs", jobs).out) for jobs in "12")
    assert one == two
    assert one["decisions"]["min"] > 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--agents", "mtcs"), "there is no agent `mtcs`\nhelp: did you mean `mcts`?"),
        (("--agents", ""), "an agent is missing\nhelp: there are `random`, `greedy`, `mcts`"),
        (("--agents", "mcts,mcts,mcts"), "has 2 players here, and `mcts,mcts,mcts` names 3 agents"),
        (("--agents", "mcts:x"), "`mcts:x` is no agent\nhelp: write iterations or a time"),
        (("--seat", "P2"), "`P2` names no agent\nhelp: write `P2=greedy`"),
        (("--seat", "P3=mcts"), "there is no seat `P3`"),
        (("--seat", "1=mcts", "--seat", "P1=greedy"), "two agents are named for "),
    ],
)
def test_what_is_wrong_is_said(gamedsl: Runs, args: tuple[str, ...], says: str) -> None:
    for command in ("simulate", "play"):
        if (command, args) != ("play", ("--seat", "P2")):
            ran = gamedsl(command, "tic_tac_toe", *args)
            assert (ran.code, ran.out) == (2, "")
            assert says in ran.err


_UNKNOWABLE = """\
game hidden_store:
    "Nobody knows how many cards the others keep."
    players 2

component 6 card in deck:
    name    count
    Red     3
    Blue    3

shared:
    deck: bag of card

each player:
    store: bag of card, seen by owner, count hidden

rounds up to 2:
    keeping

phase keeping, each player:
    choose kept: one of 1..2, seen by owner, ask "How many do you keep?"
    draw kept from deck to store

score cards: count(store)
ranking by highest total, ties shared
"""


def test_a_game_in_which_nobody_can_think_says_so(gamedsl: Runs, tmp_path: Path) -> None:
    rules = tmp_path / "hidden_store.gdl"
    rules.write_text(_UNKNOWABLE)
    for line in (("simulate", str(rules), "--agents", "mcts:5"), ("play", str(rules), "--agents", "greedy:1")):
        ran = gamedsl(*line, stdin=b"1\n1\nquit\n")
        assert ran.code == 2
        assert "players that think cannot play this game" in ran.err
        assert "how many pieces lie in `store` is hidden" in ran.err
        assert "--agents random" in ran.err


def test_players_think_where_others_chose_unseen(gamedsl: Runs) -> None:
    line = (
        "simulate",
        "phantom_tic_tac_toe",
        "--agents",
        "mcts:20,random",
        "--matches",
        str(_FEW),
        "--jobs",
        "1",
        "--json",
    )
    ran = gamedsl(*line)
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["seats"][0]["wins"] >= _FEW // 2


def test_a_game_that_is_too_large_for_one_agent_has_another(gamedsl: Runs) -> None:
    ran = gamedsl("simulate", "hearts", "--agents", "cfr", "--matches", "1")
    assert (ran.code, ran.out) == (2, "")
    assert "`cfr` cannot play this game" in ran.err
    assert "`mcts` plays games of any size" in ran.err


def test_agents_at_the_table(gamedsl: Runs) -> None:
    ran = gamedsl("play", "tic_tac_toe", "--seed", "1", "--seat", "1=mcts:20", stdin=b"1\nquit\n")
    assert "You are Bob." in ran.out
    assert ran.out.count("\nBob: Which cell do you mark?\n") == 2
    hot = gamedsl("play", "hearts", "--hot-seat", "--seat", "3=greedy:1", stdin=b"quit\n")
    assert "You are Ann, Bob and Dan." in hot.out
    for args, says in (
        (("--seat", "1=mcts", "--seat", "2=mcts"), "agents play all seats"),
        (("--seat", "1=mcts", "--seat", "1"), "you and an agent are to play Ann"),
    ):
        ran = gamedsl("play", "tic_tac_toe", *args)
        assert ran.code == 2
        assert says in ran.err


_TOLD = """\
game told:
    "All hear how strong a hand is."
    players 2

component card in deck:
    name   rank
    Ace    3
    King   2
    Queen  1

shared:
    deck: bag of card, seen by nobody

each player:
    hand: bag of card, seen by owner
    strength = 0
    points = 0

setup:
    each player:
        draw 1 from deck to hand

rounds up to 2:
    turns
    tell

phase turns, each player:
    choose keeps: may
    if keeps: points += 1

phase tell, each player:
    strength = openly sum(c.rank for c in hand)

ranking by highest points, ties shared
"""


def test_what_worlds_leave_out_is_said_with_the_figures(gamedsl: Runs) -> None:
    """Only where players think, and only of games in which something is left out."""
    Path("told.gdl").write_text(_TOLD)
    ran = gamedsl("simulate", "told.gdl", "--matches", "1", "--agents", "random,greedy:1")
    assert "how many of 8 decisions of random matches: 100 %: a visible value that `tell` computes" in ran.err
    assert "guess" not in gamedsl("simulate", "told.gdl", "--matches", "1").err
    ran = gamedsl("compare", "told.gdl", "--matches", "2", "--agents", "random", "--to-agents", "greedy:1")
    assert ran.err.count("guess what is hidden") == 1
    assert "guess" not in gamedsl("simulate", "kuhn_poker", "--matches", "2", "--agents", "greedy:1").err
