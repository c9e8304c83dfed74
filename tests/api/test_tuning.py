"""Tuning as a whole: a planted imbalance is found and taken away, searches go on where they were broken off, mistakes in wishes are told at their lines."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import gamedsl
from gamedsl.api.studies.tuning import TunedVariant
from gamedsl.workbench.tuning import measuring

RACE = """game race:
    "Whoever has more steps after some turns wins; the second player gets some to begin with."
    players 2

option pace: slow, fast

let handicap = 6
let turns = 4

component 5 stone in heap:
    name   @heap
    Small  3
    Large  2

shared:
    heap: bag of stone

each player:
    steps: 0..60 = 0

setup:
    last(players).steps = handicap

rounds up to turns:
    moves

phase moves, each player:
    choose one:
        walk
        rest

action walk:
    choose far: one of 1..3
    steps += far
    if pace is fast: steps += 1

action rest: steps += 0

score way: steps

ranking by highest total, ties shared

example a_walk:
    players Ann, Bob
    with pace = slow
    as Ann: moves
    Ann plays walk(far = 3)
    then Ann.way is 3 and Bob.way is 0 and handicap is 6
"""

SHORT = """variant short_race of race:
    "Fewer turns."
    set turns = 2
    set copies of Small in heap = 2
    remove a_walk
"""

WISHES = """
[may]
handicap = [0, 6]

[want]
seat_advantage = "under 10 %"
"""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(name="race")
def _race() -> gamedsl.Rules:
    Path("race.gdl").write_text(RACE, encoding="utf-8")
    Path("short_race.gdl").write_text(SHORT, encoding="utf-8")
    return gamedsl.load_rules("race.gdl")


def wishes(text: str) -> Path:
    place = Path("wishes.toml")
    place.write_text(text, encoding="utf-8")
    return place


def figures(one: TunedVariant) -> Mapping[str, gamedsl.TunedFigure]:
    return {figure.wish: figure for figure in one.figures}


def test_a_planted_handicap_is_taken_away(race: gamedsl.Rules) -> None:
    found = gamedsl.tune(race, wishes(WISHES), matches=240, fresh=600)
    assert found.candidates == found.combinations == 7
    assert figures(found.now)["seat_advantage"].is_met is False
    best = found.variants[0]
    assert best.settings == {"handicap": 0}
    assert figures(best)["seat_advantage"].is_met is True
    assert best.changes == ("handicap: 0 instead of 6",)
    rules = gamedsl.parse_rules(best.text, bases=[RACE])
    assert not rules.check().diagnostics
    assert all(one.passed for one in rules.examples())
    assert "remove a_walk" in best.text


BROOK = Path(__file__).parents[2] / "docs/examples/brook.gdl"


def _chance_of_the_first(head_start: int, far: int = 20) -> float:
    """Computes how often the first of two random players crosses the brook first, from the chances of whoever is next."""
    steps = {reach: 0.1 + 0.5 * (reach == 2) for reach in range(5)}

    @cache
    def onward(own: int, other: int) -> float:
        """The chance of whoever is next to win with a move that leads on."""
        return sum(
            share * (1.0 if own + reach >= far else 1 - wins(other, own + reach))
            for reach, share in steps.items()
            if reach
        )

    def wins(own: int, other: int) -> float:
        stays = steps[0]
        return (onward(own, other) + stays * (1 - onward(other, own) - stays)) / (1 - stays**2)

    return wins(0, head_start)


def test_a_number_whose_fair_value_is_known_is_found() -> None:
    truth = {number: abs(_chance_of_the_first(number) - 0.5) for number in range(7)}
    fair = Path(__file__).parents[2] / "docs/examples/fair_brook.toml"
    found = gamedsl.tune(gamedsl.load_rules(BROOK), fair, matches=400, fresh=4000)
    best = found.variants[0]
    assert best.settings == {"head_start": min(truth, key=truth.__getitem__)} == {"head_start": 1}
    for one, number in ((found.now, 4), (best, 1)):
        figure = figures(one)["seat_advantage"]
        assert figure.low is not None
        assert figure.high is not None
        assert figure.low <= truth[number] <= figure.high


def test_figures_are_of_matches_by_which_nothing_was_chosen(race: gamedsl.Rules) -> None:
    found = gamedsl.tune(race, wishes(WISHES), matches=240, fresh=600)
    engine = gamedsl.engine_for(gamedsl.parse_rules(found.variants[0].text, bases=[RACE]).game())
    other = gamedsl.simulate(engine, [gamedsl.RandomSteps()] * 2, 2, range(600))
    value = figures(found.variants[0])["seat_advantage"].value
    assert value == pytest.approx(abs(float(other.seats[0].wins) / 600 - 0.5))


def test_everything_that_may_be_changed_becomes_lines(race: gamedsl.Rules) -> None:
    every = wishes(
        """
        [may]
        handicap = { from = 0, to = 6, by = 3 }
        pace = ["slow", "fast"]
        "copies of Large in heap" = [1, 3]
        "lines of short_race" = "on or off"

        [want]
        length = "3 to 5 decisions"
        "points of way" = "as high as can be"
        "share of walk" = "40 % to 90 %"
        "uses of rest" = "over 0 times in a match"
        "ends by all rounds are played" = "over 99 %"
        "wins of the first seat" = "20 % to 80 %"
        "shared victories" = "under 100 %"
        "leader half way wins" = "over 0 %"
        lead = "over 0 points"
        points = "over 0 points"

        [keep]
        "change as little as possible" = true
        """
    )
    found = gamedsl.tune(race, every, candidates=8, matches=40, fresh=40)
    assert found.candidates == 8
    assert found.combinations == 3 * 2 * 3 * 2 * 2
    for one in found.variants:
        assert one.changes
        rules = gamedsl.parse_rules(one.text, bases=[RACE])
        assert not rules.check().has_errors, rules.text(rules.check().diagnostics)
    known = figures(found.now)
    assert known["length"].value == 8
    assert known["ends by all rounds are played"].value == 1
    assert known["share of walk"].value == pytest.approx(0.5, abs=0.4)


def test_a_search_goes_on_where_it_was_broken_off(race: gamedsl.Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    place = wishes(WISHES)
    whole = gamedsl.tune(race, place, candidates=4, matches=40, fresh=40)
    real, left = measuring.measure, [3]

    def broken(*args: object) -> object:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(*args)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(measuring, "measure", broken)
    with pytest.raises(KeyboardInterrupt):
        gamedsl.tune(race, place, "search.db", candidates=4, matches=40, fresh=40)
    left[0] = 10**9
    assert gamedsl.tune(race, place, "search.db", candidates=4, matches=40, fresh=40).data == whole.data
    left[0] = 0
    again = gamedsl.tune(race, place, "search.db", candidates=4, matches=40, fresh=40)
    assert again.data == whole.data


def test_the_same_whatever_the_processes(race: gamedsl.Rules) -> None:
    place = wishes(WISHES)
    one = gamedsl.tune(race, place, candidates=3, matches=40, fresh=40)
    assert gamedsl.tune(race, place, candidates=3, matches=40, fresh=40, processes=2).data == one.data


def test_a_file_of_something_else_is_left_as_it_is(race: gamedsl.Rules) -> None:
    place = wishes(WISHES)
    connection = sqlite3.connect("mine.db")
    connection.execute("create table mine (one)")
    connection.commit()
    connection.close()
    Path("text.db").write_text("mine", encoding="utf-8")
    for name in ("mine.db", "text.db"):
        before = Path(name).read_bytes()
        with pytest.raises(gamedsl.SearchError, match="is no file of a search"):
            gamedsl.tune(race, place, name, candidates=1, matches=8, fresh=8)
        assert Path(name).read_bytes() == before
    gamedsl.tune(race, place, "search.db", candidates=1, matches=8, fresh=8)
    with pytest.raises(gamedsl.SearchError, match="keeps a search with other rules, wishes"):
        gamedsl.tune(race, place, "search.db", candidates=1, matches=9, fresh=8)


def test_wishes_that_contradict_each_other_are_named(race: gamedsl.Rules) -> None:
    place = wishes('[may]\nturns = [1, 4]\n[want]\nlength = "under 5 decisions"\n"points of way" = "over 6"\n')
    found = gamedsl.tune(race, place, matches=80, fresh=80)
    assert any("length and points of way contradict each other" in text for text in found.findings)


def test_what_breaks_the_rules_is_set_aside_and_told(race: gamedsl.Rules) -> None:
    place = wishes('[may]\nturns = [80, 83]\n[want]\nlength = "as high as can be"\n')
    found = gamedsl.tune(race, place, matches=8, fresh=8)
    assert any("broke a promise of the rules in a match" in note for note in found.notes)


WRONG = [
    ("[may]\nhandycap = [0, 6]\n", 2, "there is no `handycap` to set", "did you mean `handicap`?"),
    ("[may]\nsteps = [0, 99]\n", 2, "99 is outside 0..60", "change the value or the range"),
    ("[may]\nwalk = [0, 9]\n", 2, "`walk` has no value to set", "replace it as a whole"),
    ('[may]\n"copies of Smal in heap" = [0, 9]\n', 2, "nothing called `Smal`", "did you mean `Small`?"),
    ('[may]\npase = ["slow", "fast"]\n', 2, "the game has no option `pase`", "did you mean `pace`?"),
    ('[may]\npace = ["slow", "fats"]\n', 2, "cannot be `fats`", "did you mean `fast`?"),
    ('[may]\npace = ["slow"]\n', 2, "one value, so there is nothing to choose", "two values"),
    ('[may]\n"variant shorter" = "on or off"\n', 2, "there is no variant `shorter`", "--variant"),
    ('[may]\nhandicap = "on or off"\n', 2, "is no variant", "lines of NAME"),
    ("[may]\nhandicap = [6, 0]\n", 2, "which is nothing", "[0, 6]"),
    ("[may]\nhandicap = [6, 6]\n", 2, "nothing to choose", "differ"),
    ("[may]\nhandicap = [0.5, 6]\n", 2, "is not said", "two whole numbers"),
    ("[may]\nhandicap = { from = 1, to = 6, step = 2 }\n", 2, "have no `step`", "by = 4"),
    ("[may]\nhandicap = { from = 1, to = 6, by = 0 }\n", 2, "leads nowhere", "1 or more"),
    ("[may]\nhandicap = [0, 99999999999]\n", 2, "too large", "below"),
    ('[may]\n"handicap = 3 # [" = [0, 6]\n', 2, "named in one line", "points[7]"),
    ('[may]\nhandicap = [0, 6]\n" handicap" = [0, 6]\n', 3, "`handicap` is named twice", "keep one"),
    ("[may]\nhandicap = [0, 6]\n[maybe]\n", 3, "there is no `[maybe]`", "`[want]`"),
    ("may = 3\n", 1, "`may` is no section", "[may]"),
    ("[may]\n", 1, "`[may]` has nothing", "points[7]"),
    ("[may]\nhandicap = [0, 6\n", None, "this is no TOML", "[may]"),
    ('[keep]\n"change nothing" = true\n', 2, "nothing can be kept by `change nothing`", "as little"),
    ('[keep]\n"change as little as possible" = "yes"\n', 2, "neither true nor false", "without quotes"),
    ('[want]\nlenght = "under 5"\n', 2, "there is no figure `lenght`", "did you mean `length`?"),
    ('[want]\nlength = "under 5 minutes"\n', 2, "not in “minutes”", "decisions"),
    ('[want]\nlength = "nice"\n', 2, "is no goal", "as high as can be"),
    ("[want]\nlength = 5\n", 2, "is no text", "in quotes"),
    ('[want]\n"share of walks" = "under 5 %"\n', 2, "no action, kind or place `walks`", "did you mean `walk`?"),
    ('[want]\n"ends by sleep" = "under 5 %"\n', 2, "there is no end `sleep`", "all rounds are played"),
    ('[want]\n"points of fame" = "under 5"\n', 2, "there is no score line `fame`", "`way`"),
    ('[want]\n"wins of seat 3" = "under 5 %"\n', 2, "there is no seat 3", "1 to 2"),
    ('[want]\nwins = "under 5 %"\n', 2, "does not say whose", "first seat"),
    ('[want]\nlength = "under 5"\n"Length" = "over 2"\n', 3, "is the same figure as `length`", "A to B"),
]


@pytest.mark.parametrize(
    ("text", "line", "told", "advice"), WRONG, ids=[f"{n} {row[2]}" for n, row in enumerate(WRONG)]
)
def test_mistakes_in_wishes_are_told_at_their_lines(
    race: gamedsl.Rules, text: str, line: int | None, told: str, advice: str
) -> None:
    with pytest.raises(gamedsl.WishesError) as caught:
        gamedsl.tune(race, wishes(text))
    found = [one for one in caught.value.mistakes if told in one.text]
    assert [one.line for one in found] == [line], caught.value.mistakes
    assert advice in found[0].advice


def test_nobody_wins_against_the_others_in_a_game_for_one() -> None:
    text = 'game alone:\n    "Wait."\n    players 1\n\nlet turns = 3\n\nrounds up to turns:\n    wait\n\nphase wait, each player:\n    choose far: one of 1..3\n'
    rules = gamedsl.parse_rules(text + "\nranking by highest number, ties shared\n")
    with pytest.raises(gamedsl.WishesError) as caught:
        gamedsl.tune(rules, wishes('[may]\nturns = [1, 4]\n[want]\nskill = "over 5 %"\nlead = "over 1"\n'))
    assert all("nobody plays against another" in one.text for one in caught.value.mistakes)
    assert len(caught.value.mistakes) == 2


def test_data_are_json(race: gamedsl.Rules) -> None:
    found = gamedsl.tune(race, wishes(WISHES), candidates=2, matches=8, fresh=8)
    assert json.loads(json.dumps(found.data))["candidates"] == 2


def test_wishes_are_text(race: gamedsl.Rules) -> None:
    Path("wishes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(gamedsl.WishesError, match="no text in UTF-8"):
        gamedsl.tune(race, "wishes.toml")


def test_variants_of_a_variant_and_of_a_file_with_any_name_find_their_base(race: gamedsl.Rules) -> None:
    Path("my-race.gdl").write_text(RACE, encoding="utf-8")
    Path("quick_race.gdl").write_text(
        'variant quick_race of race:\n    "Quick."\n    set turns = 2\n', encoding="utf-8"
    )
    place = wishes('[may]\nhandicap = [3, 4]\n[want]\nseat_advantage = "as low as can be"\n')
    for name, head in (
        ("quick_race.gdl", "variant quick_race_tuned_1 of quick_race:"),
        ("my-race.gdl", 'variant race_tuned_1 of "my-race.gdl":'),
    ):
        found = gamedsl.tune(gamedsl.load_rules(name), place, f"{name}.db", matches=40, fresh=8)
        assert head in found.variants[0].text
        Path("found.gdl").write_text(found.variants[0].text, encoding="utf-8")
        assert not gamedsl.load_rules("found.gdl").check().has_errors
