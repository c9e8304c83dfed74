"""Studies and prints by import: which setups, sides, mutants and cells they take, and what they refuse."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamedsl
from gamedsl import Mutated, Setup, TriedMutant
from gamedsl.api.studies.comparing import closest
from share import less

DICE = """\
game dice{name}:
    "Throw, and keep it or not."
    players {least} to {most}

component {chips} chip in heap:
    name count
    Blue {chips}

component {chips} coin in heap:
    name count
    Gold {chips}

shared:
    heap: bag of chip or coin

each player:
    points: 0..99 = 0

rounds up to 1:
    throwing

phase throwing, each player:
    roll die: one of 1..6
    choose kept: may
    points += die if kept else 0

ranking by highest points, ties shared
"""


def dice(name: str = "", least: int = 2, most: int = 4, chips: int = 1) -> gamedsl.Rules:
    return gamedsl.parse_rules(DICE.format(name=name, least=least, most=most, chips=chips))


def test_sides_have_the_same_number_of_players() -> None:
    found = gamedsl.compare(dice(), dice("_of_more", least=3, most=5), matches=2)
    assert [one.setup.players for one in found.sides] == [3, 3]
    setups = Setup(2, (("storm", "yes"),)), Setup(3, (("storm", "no"),)), Setup(3, (("storm", "yes"),))
    assert closest(setups[:2], Setup(3, (("storm", "yes"),))) == setups[1], "first of all the same number of players"
    assert closest(setups, Setup(3, (("storm", "yes"),))) == setups[2]


def test_each_side_plays_with_its_own_defaults() -> None:
    text = DICE.format(name="", least=2, most=3, chips=1).replace("component", "option storm: no, yes\n\ncomponent", 1)
    calm, stormy = gamedsl.parse_rules(text), gamedsl.parse_rules(text.replace("no, yes", "yes, no"))
    assert [one.setup.options for one in gamedsl.compare(calm, stormy, matches=2).sides] == [
        (("storm", "no"),),
        (("storm", "yes"),),
    ]
    asked = gamedsl.compare(calm, stormy, setup=Setup(2, (("storm", "no"),)), matches=2)
    assert {one.setup for one in asked.sides} == {Setup(2, (("storm", "no"),))}, (
        "what is asked for counts for all sides"
    )
    changed = gamedsl.compare(calm, calm, setup=Setup(2, (("storm", "yes"),)), matches=2)
    assert {one.setup for one in changed.sides} == {Setup(2, (("storm", "yes"),))}


def test_comparisons_end_when_they_are_narrow() -> None:
    found = gamedsl.compare(dice(), agents_after="random:moves", matches=10, until=0.5)
    assert (found.is_narrow, found.data["narrow"]) == (True, True)


def test_mutants_are_selected_by_lines_and_told_as_they_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path))
    rules, told = dice(), list[int]()
    found = gamedsl.mutate(rules, only="24-26", sample=3, matches=0, watch=told.append)
    assert {one.line for one in found.tried} <= {24, 25, 26}
    assert sum(told) == len(found.tried) == 3
    told.clear()
    assert gamedsl.mutate(rules, only="24-26", sample=3, matches=0, watch=told.append) == found
    assert (told, sum(told)) == ([3], 3), "those that are known are told too, at once"
    line = found.tried[0].line
    assert {one.line for one in gamedsl.mutate(rules, only=str(line), matches=0).tried} == {line}


def _tried(fate: str) -> TriedMutant:
    return TriedMutant(1, None, "number", "1", "2", fate, "", never_ends=False, notice="")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_the_share_is_that_of_mutants_that_can_be_noticed() -> None:
    study = Mutated((), 9, tuple(map(_tried, ("noticed", "survived", "equal", "refused", "refused"))))
    assert (study.share, study.data["share"]) == (0.5, 0.5)
    assert len(study.of("refused")) == 2
    assert Mutated((), 9, (_tried("equal"),)).share is None


def test_plans_choose_setups_and_name_no_cell_twice(tmp_path: Path) -> None:
    plan, out = tmp_path / "plan.toml", tmp_path / "out"
    entry = '[[games]]\nfile = "nim"\noptions = { last_piece = ["wins"] }\n'
    plan.write_text(f'matches = 2\nseeds = [1]\nagents = ["random"]\n{entry}')
    found = gamedsl.campaign(plan, out)
    assert [dict(one.setup.options) for one in found.cells] == [{"last_piece": "wins"}]
    plan.write_text(f'matches = 2\nseeds = [1]\nagents = ["random"]\n{entry}{entry}')
    with pytest.raises(gamedsl.PlanError, match="is twice in the plan"):
        gamedsl.campaign(plan, tmp_path / "other")
    plan.write_text(f'matches = 2\nseeds = [1]\nagents = ["random"]\n{entry}players = [7]\n')
    with pytest.raises(gamedsl.SetupError, match="nim cannot be played by 7 players with last_piece = wins"):
        gamedsl.campaign(plan, tmp_path / "other")


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(gamedsl.PrintError, match="cards of 63 × 5 mm are too small"):
        gamedsl.cards_of(dice(), size="63x5")
    with pytest.raises(gamedsl.PrintError, match="larger than the paper"):
        gamedsl.cards_of(gamedsl.load_rules("love_letter"), size="400x500")
    with pytest.raises(gamedsl.TooManyError, match="at most 5,000 are printed"):
        gamedsl.cards_of(dice(chips=3000))


_STORM = """\

option storm: no, yes

when storm is yes:
    add shared:
        clouds: 0..9 = 1
"""


def test_a_look_file_may_name_what_only_other_setups_have(tmp_path: Path) -> None:
    rules = gamedsl.parse_rules(DICE.format(name="", least=2, most=2, chips=1) + _STORM)
    look = tmp_path / "dice.look.toml"
    look.write_text('[field.clouds]\nlabel = "Dark clouds"\n')
    calm = [setup for setup in rules.setups() if dict(setup.options)["storm"] == "no"]
    assert "Dark clouds" in gamedsl.page_of(rules, calm, look=look)
    look.write_text('[field.clowds]\nlabel = "Dark clouds"\n')
    with pytest.raises(gamedsl.LookError, match="clowds"):
        gamedsl.page_of(rules, calm, look=look)


def test_reports_have_the_names_of_the_look_file(tmp_path: Path) -> None:
    look = tmp_path / "love_letter.look.toml"
    look.write_text('[value.Guard]\nlabel = "Watchman"\n')
    found = gamedsl.report_of(gamedsl.load_rules("love_letter"), matches=less(20, 10), skill=0, look=look)
    assert "Watchman" in found.html
    assert "Guard" not in found.html


def test_the_match_of_a_report_is_told_in_the_sentences_of_the_log() -> None:
    found = gamedsl.report_of(gamedsl.load_rules("cant_stop"), matches=less(20, 10), skill=0)
    story = found.html[found.html.index('id="match"') :]
    assert re.search(r"<li>Player 2 throws \d, \d, \d and \d\.</li>", story)
    assert re.search(r"<li>Player 1 climbs \d+ and \d+\.</li>", story)
    assert not re.search(r"P\d:|throw:|\w+_\w+", re.sub(r"<[^>]*>", "", story))


_CRAMPED = """\
[class.chip]
layout = "tiny"
[layout.tiny.parts]
rules = { at = [5, 5, 40, 14], show = "{text}" }
[value.Blue]
text = "TEXT"
"""


def test_what_is_hard_to_read_is_told(tmp_path: Path) -> None:
    rules, told = dice(), list[str]()
    look = tmp_path / "dice.look.toml"
    look.write_text(_CRAMPED.replace("TEXT", "Take two tools, and give one away. " * 14))
    gamedsl.page_of(rules, rules.setups()[:1], look=look, warn=told.append)
    assert [one for one in told if "which few people can read" in one] == told != []
    foreign = gamedsl.parse_rules(DICE.format(name="", least=2, most=2, chips=1).replace("Throw,", "雪 Throw,"))
    told.clear()
    assert gamedsl.rulebook_of(foreign, "pdf", warn=told.append).startswith(b"%PDF")
    assert told == ["the font of the PDF has no picture for 雪"]
