"""`explain` and `new`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Runs
from gamedsl.graph.model.faults import FAULTS
from gamedsl.pipeline.catalogue import CATALOGUE


def test_every_code_is_explained(gamedsl: Runs) -> None:
    for code in (*CATALOGUE, *FAULTS):
        ran = gamedsl("explain", code)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"# {code}: ")


def test_codes_are_found_however_they_are_written(gamedsl: Runs) -> None:
    assert gamedsl("explain", "e_bound").out == gamedsl("explain", "[E_BOUND]").out


def test_an_unknown_code(gamedsl: Runs) -> None:
    ran = gamedsl("explain", "E_BOND")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: there is no finding with code `E_BOND`\nhelp: did you mean `E_BOUND`?\n"


def test_without_a_code_all_are_listed(gamedsl: Runs) -> None:
    ran = gamedsl("explain")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == len(CATALOGUE) + len(FAULTS)


def test_explanations_as_data(gamedsl: Runs) -> None:
    one = json.loads(gamedsl("explain", "E_TIE", "--json").out)
    assert list(one) == ["code", "severity", "title", "page"]
    assert one["title"] == FAULTS["E_TIE"]
    listed = json.loads(gamedsl("explain", "--json").out)
    assert [entry["code"] for entry in listed] == [*CATALOGUE, *FAULTS]


def test_a_new_game_says_what_to_do_next(gamedsl: Runs) -> None:
    ran = gamedsl("new", "heap")
    assert ran.code == 0
    assert ran.out.startswith("heap.gdl is written. Try:\n")
    assert Path("heap.gdl").read_text().startswith("game heap:\n")


def test_the_ending_may_be_written(gamedsl: Runs) -> None:
    assert gamedsl("new", "heap.gdl").code == 0
    assert Path("heap.gdl").is_file()


def test_files_are_not_overwritten(gamedsl: Runs) -> None:
    Path("heap.gdl").write_text("mine")
    ran = gamedsl("new", "heap")
    assert (ran.code, ran.out) == (2, "")
    assert "there is a file `heap.gdl` already" in ran.err
    assert Path("heap.gdl").read_text() == "mine"


@pytest.mark.parametrize("name", ["Heap", "2heaps", "my-game", "../up", "", "a b", "game", "players"])
def test_names_that_no_game_can_have(gamedsl: Runs, name: str) -> None:
    ran = gamedsl("new", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")


def test_a_variant_to_start_from(gamedsl: Runs) -> None:
    assert gamedsl("new", "idea", "--from", "nim").code == 0
    assert Path("idea.gdl").read_text().startswith("variant idea of nim:\n")
    assert gamedsl("check", "idea.gdl").code == 0
    assert gamedsl("new", "idea", "--from", "nim").code == 2


def test_a_copy_to_start_from(gamedsl: Runs) -> None:
    assert gamedsl("new", "mine", "--from", "nim", "--copy").code == 0
    assert Path("mine.gdl").read_text().count("game mine:") == 1
    assert gamedsl("check", "mine.gdl").code == 0
    assert gamedsl("new", "other", "--copy").code == 2


def test_a_variant_of_a_file_elsewhere(gamedsl: Runs) -> None:
    Path("far").mkdir()
    gamedsl("new", "mine", "--from", "nim", "--copy")
    Path("mine.gdl").rename(Path("far") / "mine.gdl")
    assert gamedsl("new", "idea", "--from", "far/mine.gdl").code == 0
    assert Path("idea.gdl").read_text().startswith('variant idea of "far/mine.gdl":\n')
    assert gamedsl("check", "idea.gdl").code == 0


def test_the_games_that_come_with_it(gamedsl: Runs) -> None:
    listed = gamedsl("games")
    assert listed.code == 0
    assert "a variant of gloriana" in listed.out
    games = {game["name"]: game for game in json.loads(gamedsl("games", "--json").out)["games"]}
    assert (games["chess"]["fewest"], games["chess"]["most"]) == (2, 2)
    assert games["gossip"]["of"] == ["gloriana"]
    assert all(game["sentence"] and f"{name} " in listed.out for name, game in games.items())
