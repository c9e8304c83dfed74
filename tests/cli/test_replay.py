"""`replay`: written matches that are played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs


@pytest.fixture
def played(gamedsl: Runs, heap: str) -> str:
    """The replay of a match that Ann and Bob have played to the end in turn."""
    ran = gamedsl("play", heap, "--names", "Ann,Bob", "--seed", "1", "--hot-seat", stdin=b"3\n" * 7)
    assert ran.code == 0
    return "heap-1.json"


def test_a_replay_is_verified(gamedsl: Runs, played: str) -> None:
    ran = gamedsl("replay", played)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Heap, 2 players, match 0 of seed 1\n   1  Ann: stones 3\n")
    assert ran.out.endswith("7 moves, all as written\n")


def test_a_replay_tells_boards_by_their_squares(gamedsl: Runs) -> None:
    assert gamedsl("play", "chess", "--seed", "3", "-o", "chess.json", stdin=b"e2e4\nquit\n").code == 0
    assert "\n   1  Ann moves the pawn from e2 to e4.\n" in gamedsl("replay", "chess.json").out


def test_a_replay_as_data(gamedsl: Runs, played: str) -> None:
    data = json.loads(gamedsl("replay", played, "--json").out)
    assert list(data) == [
        "file", "game", "variants", "players", "options", "seats", "seed", "index", "same_rules", "moves", "outcome", "diverged",
    ]  # fmt: skip
    assert data["same_rules"] is True
    assert data["outcome"]["ranking"] == [["Ann"], ["Bob"]]


def test_a_changed_replay_is_noticed(gamedsl: Runs, played: str) -> None:
    text = Path(played).read_text().replace("stones = 3", "stones = 4", 1)
    Path(played).write_text(text)
    ran = gamedsl("replay", played)
    assert ran.code == 1
    assert "different: move 1, Ann plays turns(stones = 4): " in ran.out


def test_changed_rules_are_noticed(gamedsl: Runs, played: str) -> None:
    Path("heap.gdl").write_text(Path("heap.gdl").read_text().replace("min(3, heap)", "min(3, heap + 0)"))
    ran = gamedsl("replay", played)
    assert ran.code == 0
    assert "note: the rules have changed since this was written\n" in ran.out


def test_another_variant_in_a_replay_is_noticed_although_its_rules_are_the_same(gamedsl: Runs, played: str) -> None:
    record = json.loads(Path(played).read_text())
    Path(played).write_text(json.dumps({**record, "variants": ["deep"]}))
    assert "note: this is a match of deep of heap, and these are the rules of heap\n" in gamedsl("replay", played).out


def test_rules_are_looked_for_beside_the_replay(gamedsl: Runs, played: str) -> None:
    Path("elsewhere").mkdir()
    for name in (played, "heap.gdl"):
        Path(name).rename(Path("elsewhere") / name)
    assert gamedsl("replay", f"elsewhere/{played}").code == 0
    Path("elsewhere/heap.gdl").rename("other.gdl")
    ran = gamedsl("replay", f"elsewhere/{played}")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "error: the rules `heap.gdl` are not found")
    assert gamedsl("replay", f"elsewhere/{played}", "other.gdl").code == 0


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "gamedsl replay 99"}'])
def test_what_is_no_replay(gamedsl: Runs, text: str) -> None:
    Path("x.json").write_text(text)
    ran = gamedsl("replay", "x.json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: `x.json`: this is ")


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        (["Ann"], "1 name for 2 players"),
        (["Ann", "Ann"], "two players have the same name"),
        (["Ann", "B b"], "`B b` cannot be the name of a player"),
    ],
)
def test_a_replay_with_seats_that_are_none(gamedsl: Runs, played: str, seats: list[str], says: str) -> None:
    record = json.loads(Path(played).read_text())
    Path(played).write_text(json.dumps(record | {"seats": seats}))
    ran = gamedsl("replay", played)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {says}")


def test_a_fault_in_a_replay_with_a_move_of_nobody(gamedsl: Runs, played: str) -> None:
    Path("heap.gdl").write_text(Path("heap.gdl").read_text().replace("0..21 = 21", "2..21 = 21"))
    record = json.loads(Path(played).read_text())
    record["moves"].append({"seat": "Nobody", "move": "turns(stones = 1)"})
    Path(played).write_text(json.dumps(record))
    ran = gamedsl("replay", played)
    assert ran.code == 1
    assert "Traceback" not in ran.err + ran.out
    assert ran.err.startswith("error[E_BOUND]")
