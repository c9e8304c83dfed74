"""What a variant breaks in its base is told at the variant's line, with the places in the base."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamedsl import pipeline
from gamedsl.api.tests import breaking_changes, holds
from gamedsl.cache.rules import KnownRules
from gamedsl.diagnostics.model import Diagnostic
from gamedsl.reports.failed_examples import reasons
from gamedsl.source import Source
from gamedsl.values import frozen
from gamedsl_interpreter.engine import ChanceOutcome
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.reference.state import ReferenceState
from gamedsl_interpreter.worked_examples.running import run_example
from share import share

GAMES = Path(__file__).parents[3] / "games"


@frozen
class Case:
    """Lines of a variant of Gloriana, the line (counted from 1 in the variant's block) that is at fault, and texts of the base's lines that it makes wrong."""

    lines: str
    fault: int
    wrong: tuple[str, ...]
    help: str = ""


CASES = {
    "a cell of another type": Case("set points[3] = Rainy", 1, ()),
    "something removed": Case("remove score_table\nremove points", 2, ("points[size]", "points[count(shown)]")),
    "a table used in an example": Case("remove points", 1, ("points[size]",), "`remove score_table`"),
    "a changed signature": Case(
        "set points[7] = 28\nreplace rule use(matches: bag of staff): move matches to box",
        2,
        ("matches)", "host)", "matches)", "matches)"),
    ),
    "players": Case("set players 6 to 7", 1, ("players Ann, Bob, Cat, Dan",), "`remove tavern_choice`"),
    "a let of another sort": Case("replace let waiting = 3", 1, ("waiting)",)),
    "copies": Case("set copies of Musician in deck = 9", 1, ("staff, called",), "`set component 73 staff`"),
}


def _find(name: str) -> Source | None:
    path = next(GAMES.rglob(f"{name}.gdl"), None)
    return None if path is None else Source(name, path.read_text(encoding="utf-8"))


def _found(lines: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    block = "".join(f"    {line}\n" for line in lines.split("\n"))
    source = Source("idea", f"variant idea of gloriana:\n{block}")
    return source, pipeline.check(pipeline.parse_files(source, _find)).diagnostics


@pytest.mark.parametrize("case", share(list(CASES), 2))
def test_the_line_that_is_at_fault(case: str) -> None:
    wanted = CASES[case]
    source, found = _found(wanted.lines)
    [diagnostic] = [d for d in found if d.code.startswith("E")]
    assert diagnostic.primary.span.source == "idea"
    assert source.position(diagnostic.primary.span.start)[0] == wanted.fault + 1
    base = _find("gloriana")
    assert base is not None
    texts = [base.text[label.span.start :] for label in diagnostic.others if label.span.source == "gloriana"]
    for text, start in zip(texts, wanted.wrong, strict=False):
        assert text.startswith(start)
    assert len(texts) >= len(wanted.wrong)
    assert wanted.help in " ".join(diagnostic.help)


def test_what_the_base_itself_has_wrong_stays_there() -> None:
    base = "game small:\n    players 2\n\nrule go: log += 1\n\nrule stay: lgo = 1\n\nshared:\n    log = 0\n"
    source = Source("idea", "variant idea of small:\n    set log = 3\n")
    parsed = pipeline.parse_files(source, lambda name: Source(name, base))
    errors = [d for d in pipeline.check(parsed).diagnostics if d.code.startswith("E")]
    assert [d.primary.span.source for d in errors] == ["small"]


def test_two_changes_that_break_something_each() -> None:
    """Each is told at its own line."""
    _, found = _found("set players 6 to 7\nreplace rule use(matches: bag of staff): move matches to box")
    errors = [d for d in found if d.code.startswith("E")]
    assert {d.primary.span.source for d in errors} == {"idea"}
    assert len(errors) == 2


def test_a_number_of_players_that_only_a_later_change_makes_possible() -> None:
    """Leaving the later change out leaves no setup to check."""
    source = Source("idea", "variant idea of english_auction:\n    set players 96\n    set players 7\n")
    found = pipeline.check(pipeline.parse_files(source, _find)).diagnostics
    assert [d.code for d in found] == ["E0708", "E0401"]


def test_an_example_that_no_longer_holds() -> None:
    source = Source("idea", "variant idea of gloriana:\n    set points[1] = 2\n    set points[7] = 26\n")
    parsed = pipeline.parse_files(source, _find)
    setup = pipeline.setups(parsed)[0]
    tried: list[str] = []

    def holds_at_the_second(game: object, example: object) -> bool:
        tried.append("a change")
        return len(tried) == 2

    [change] = pipeline.breaking_changes(parsed, setup, "largest_event", holds_at_the_second)
    assert source.position(change.span.start)[0] == 3
    assert pipeline.breaking_changes(parsed, setup, "no_example", lambda game, example: True) == ()


TOGETHER = """game together:
    "Two reasons."
    players 2

let gold = 1
let silver = 1
let copper = 1

shared:
    heap = 0

setup: heap = gold + silver + copper

rounds up to 1: turns

phase turns, each player: choose number: one of 1..2

score got: heap

ranking by highest total, ties shared

example a_heap:
    players Ann, Bob
    then heap is 0

example a_small_heap of a_heap:
    setup
    then heap < 4
"""


def _changes_that_break(*lines: str) -> tuple[str, ...]:
    """The changes without which the second example holds, as they are written."""
    text = "\n    ".join(("variant idea of together:", *lines))
    source = Source("idea", f"{text}\n")
    parsed = pipeline.parse_files(source, lambda name: Source(name, TOGETHER) if name == "together" else None)
    setup = pipeline.setups(parsed)[0]
    found = pipeline.breaking_changes(parsed, setup, "a_small_heap", holds)
    return tuple(source.line(source.position(change.span.start)[0]).strip() for change in found)


def test_two_changes_of_which_each_breaks_an_example() -> None:
    assert _changes_that_break("set copper = 0", "set gold = 4", "set silver = 4") == ("set gold = 4", "set silver = 4")


def test_one_change_that_breaks_an_example_is_named_alone() -> None:
    assert _changes_that_break("set gold = 9", "set copper = 0") == ("set gold = 9",)


def test_what_a_known_seat_answers_goes_with_the_rule_that_asks() -> None:
    source = Source("idea", "variant idea of glory_islands:\n    remove stop_over\n")
    [found] = pipeline.check(pipeline.parse_files(source, _find)).diagnostics
    assert [line.partition(":")[0] for line in found.help] == ["an example that no longer holds goes, or is replaced"]
    gone = "".join(f"    remove {name}\n" for name in ("a_five", "five_without_a_stop", "two_voyages"))
    mended = Source("idea", f"{source.text}{gone}")
    assert pipeline.check(pipeline.parse_files(mended, _find)).diagnostics == ()


def test_a_known_seat_that_answers_what_is_replaced_gets_advice_beside_the_examples() -> None:
    source = Source("idea", "variant idea of glory_islands:\n    replace action stop_over: marker += 1\n")
    found = pipeline.check(pipeline.parse_files(source, _find)).diagnostics
    [caused] = [one for one in found if one.code == "E0511"]
    assert [line.partition(":")[0] for line in caused.help] == [
        "nobody asks `Morgan` that",
        "an example that no longer holds goes, or is replaced",
    ]


BY_CHANCE = """game by_chance:
    "Three throws have more ways than anybody tries."
    players 2

let gold = 1

shared:
    heap = 0
    spilt = 0

setup:
    roll first: one of 1..100
    roll second: one of 1..100
    roll third: one of 1..100
    spilt = first + second + third
    heap = gold

rounds up to 1: turns

phase turns, each player: choose number: one of 1..2

score got: heap

ranking by highest total, ties shared

example a_heap:
    players Ann, Bob
    setup
    then heap is 1
    then heap < 2
"""


def test_a_change_that_breaks_an_example_in_every_way_is_found_in_some_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[object] = []
    sample = ReferenceHost.sample

    def counting(self: ReferenceHost, state: ReferenceState, dice: Dice) -> ChanceOutcome:
        thrown.append(state)
        return sample(self, state, dice)

    source = Source("idea", "variant idea of by_chance:\n    set gold = 3\n")
    rules = KnownRules(source, lambda name: Source(name, BY_CHANCE) if name == "by_chance" else None, None)
    [(setup, game, specs)] = pipeline.examples(rules.parsed)
    host = ReferenceHost(game.game)
    monkeypatch.setattr(ReferenceHost, "sample", counting)
    [place] = breaking_changes(rules, setup, host, specs[0])
    assert source.position(place.start)[0] == 2
    assert 0 < len(thrown) < 3 * 100
    result = run_example(host, specs[0], 24, 4)
    lines = [line.text.strip() for line in reasons(result, game, {one.name: one for one in rules.parsed.sources})]
    assert [line for line in lines if line.startswith("after roll third")] == [lines[4]]
    assert lines[-1] == "after the same steps"
