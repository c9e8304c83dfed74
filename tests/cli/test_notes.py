"""Examples that prove nothing are told, and change no exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gamedsl
from cli.running import Runs
from gamedsl import pipeline
from gamedsl.cli.common.engines import place_of
from gamedsl.graph.model.types import SiteId
from gamedsl.source import Source

RULES = """\
game stall:
    "Cards are kept."
    players 2

component 13 card in deck: 1..13

shared:
    deck: pile of card, seen by nobody

each player:
    hand: bag of card, seen by owner
    kept: bag of card
    points: 0..9 = 0

rounds up to 3:
    turns

phase turns, each player:
    choose one:
        keep
        wait

action keep:
    choose card: one of hand where number > 3
    move card to kept

action wait:
    draw 1 from deck to hand

ranking by highest count(kept), ties shared

example elsewhere:
    players Ann, Bob
    given:
        Ann.hand: card[9], card[2]
    as Ann: turns
    Ann may not keep(card = card[7]) because card
    Ann may not keep(card = card[2]) because card
    Ann plays keep(card = card[9])
    then count(Ann.kept) is 1

example nothing_new:
    players Ann, Bob
    given:
        Ann.hand: card[9], card[2]
    as Ann: turns
    Ann plays keep(card = card[9])
    then Ann.points is 0
    then card[2] in Ann.hand

example meant:
    players Ann, Bob
    given:
        Ann.hand: card[9], card[2]
    as Ann: turns
    Ann plays keep(card = card[9])
    then Ann.points is 0, as before
"""
VARIANT = """\
variant longer of stall:
    "One round more."
    replace rounds up to 4:
        turns

example still_nothing:
    players Ann, Bob
    as Ann: turns
    Ann plays wait
    then Ann.points is 0
"""
TWICE = """
example twice:
    players Ann, Bob
    given:
        Ann.hand: card[9], card[2]
    as Ann: turns
    Ann may not keep(card = card[7]) because card
    Ann may not keep(card = card[7]) because card
    Ann plays keep(card = card[9])
    then count(Ann.kept) is 1
"""
ELSEWHERE = "`card[7]` is not in `hand`, so the condition of `card` is not asked"
NOT_NEW = (
    "all that the example states held before `turns` as well, so nothing shows that anything has happened; "
    "if it is meant to stay so, write `, as before` behind it"
)
TOLD = f"""\
stall.gdl
  ok 3 examples
  note elsewhere
    stall.gdl:37:5: Ann may not keep(card = card[7]) because card
      {ELSEWHERE}
  note nothing_new
    stall.gdl:48:5: then Ann.points is 0
      {NOT_NEW}
"""


@pytest.fixture
def stall(gamedsl: Runs) -> str:
    Path("stall.gdl").write_text(RULES, encoding="utf-8")
    return "stall.gdl"


def test_the_api_tells_what_proves_nothing(stall: str) -> None:
    with Path(stall).open("a", encoding="utf-8") as file:
        file.write(TWICE)
    tests = gamedsl.load_rules(stall).tests(matches=0)
    assert {test.name: (test.run().passed, test.run().notes) for test in tests} == {
        "elsewhere": (True, (f"stall.gdl:37:5: Ann may not keep(card = card[7]) because card\n  {ELSEWHERE}",)),
        "nothing_new": (True, (f"stall.gdl:48:5: then Ann.points is 0\n  {NOT_NEW}",)),
        "meant": (True, ()),
        "twice": (
            True,
            tuple(
                f"stall.gdl:{line}:5: Ann may not keep(card = card[7]) because card\n  {ELSEWHERE}" for line in (64, 65)
            ),
        ),
    }


def test_what_proves_nothing_is_told_and_is_no_failure(gamedsl: Runs, stall: str) -> None:
    ran = gamedsl("test", stall, "--matches", "0", "--no-cache")
    assert (ran.code, ran.out) == (0, TOLD)


def test_it_is_told_again_from_the_cache(
    gamedsl: Runs, stall: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEDSL_CACHE", str(tmp_path / "cache"))
    first = json.loads(gamedsl("test", stall, "--matches", "0", "--json").out)["files"][0]["examples"]
    second = json.loads(gamedsl("test", stall, "--matches", "0", "--json").out)["files"][0]["examples"]
    assert [one["known"] for one in second] == [True] * 3
    assert [one["notes"] for one in second] == [one["notes"] for one in first]
    assert [[(note["place"], note["text"]) for note in one["notes"]] for one in first] == [
        [("stall.gdl:37:5", ELSEWHERE)],
        [("stall.gdl:48:5", NOT_NEW)],
        [],
    ]


def test_a_variant_tells_of_its_own_examples(gamedsl: Runs, stall: str) -> None:
    Path("longer.gdl").write_text(VARIANT, encoding="utf-8")
    out = gamedsl("test", "longer.gdl", "--matches", "0", "--no-cache").out
    assert "note elsewhere" not in out
    assert (
        "note still_nothing\n    longer.gdl:10:5: then Ann.points is 0\n      this held before `turns` as well," in out
    )


def test_programs_get_the_notes(stall: str) -> None:
    rules = gamedsl.load_rules(stall)
    results = rules.examples()
    assert [[note.text for note in result.notes] for result in results] == [[ELSEWHERE], [NOT_NEW], []]
    assert all(isinstance(note, gamedsl.ExampleNote) for result in results for note in result.notes)
    assert [test.run().notes for test in rules.tests(matches=0)] == [
        (f"stall.gdl:37:5: Ann may not keep(card = card[7]) because card\n  {ELSEWHERE}",),
        (f"stall.gdl:48:5: then Ann.points is 0\n  {NOT_NEW}",),
        (),
    ]
    known = [(test.line, test.is_example) for test in rules.tests(matches=2)]
    assert known[-1] == (1, False), "random matches are of the whole file"
    assert all(is_example and line > 1 for line, is_example in known[:-1])


def test_every_site_has_its_line() -> None:
    """The first one too; behind the last one there is none, nor in a file that nobody has."""
    source = Source("stall.gdl", RULES)
    parsed = pipeline.parse_files(source, lambda _: None)
    game = pipeline.compile(parsed, pipeline.setups(parsed)[0])
    sources = {source.name: source}
    for site, of in enumerate(game.sites):
        line = RULES.count("\n", 0, of.span.start) + 1
        assert place_of(game, SiteId(site), sources) == f" (stall.gdl:{line})"
    assert [place_of(game, SiteId(site), sources) for site in (-1, len(game.sites))] == ["", ""]
    assert place_of(game, SiteId(0), {}) == ""
