"""What becomes of mutants."""

from __future__ import annotations

from collections import Counter

import pytest

from gamedsl import pipeline
from gamedsl.mutation.mutants import Mutant, mutants
from gamedsl.mutation.trial import BaseFailsError, Fate, Task, Trial, Verdict, verdicts
from gamedsl.source import Source

RULES = """game steps:
    players 2

shared:
    walked = 0
    spare = 0
    seen = 0

rounds up to 2:
    walk

phase walk, each player:
    choose n: one of 1..3
    add_up(n)

rule add_up(n: 1..3):
    if n > 1: walked += n
    else: spare += 1
    if walked > 90: twice
    repeat until seen >= walked, at most 200: seen += 1

rule twice:
    walked += walked

game ends when walked > 50

score for_way: walked

ranking by highest total, ties shared

invariant never_back: walked >= 0

example a_two:
    players Ann, Bob
    as Ann: walk
    Ann plays walk(n = 2)
    then walked is 2 and spare is 0
"""


def _tried(rules: str = RULES, matches: int = 1) -> dict[str, Verdict]:
    task = _task(rules, matches)
    return {f"{m.change.operator.value}: {_words(m)}": verdict for m, verdict in verdicts(task, task.mutants, 1)}


def _task(rules: str, matches: int = 1) -> Task:
    source = Source("steps", rules)
    parsed = pipeline.parse_files(source, lambda _: None)
    return Task(parsed, source, pipeline.setups(parsed), matches)


def _words(mutant: Mutant) -> str:
    return f"{mutant.before} → {mutant.after}"


@pytest.fixture(scope="module")
def tried() -> dict[str, Verdict]:
    return _tried()


def test_an_example_that_fails_notices_a_mutant(tried: dict[str, Verdict]) -> None:
    assert tried["assignment: walked += n → walked -= n"] == Verdict(Fate.NOTICED, "a_two")


def test_a_mutant_that_changes_nothing_that_is_looked_at_survives(tried: dict[str, Verdict]) -> None:
    assert tried["step left out: walked += walked → "].fate is Fate.SURVIVED


def test_mistakes_are_refused(tried: dict[str, Verdict]) -> None:
    assert {verdict.fate for words, verdict in tried.items() if words.startswith("step left out: choose n")} == {
        Fate.REFUSED
    }


def test_the_same_graph_is_equal() -> None:
    found = _tried(RULES.replace("if walked > 90", "if humans > 3"))
    assert found["comparison: humans > 3 → humans >= 3"].fate is Fate.EQUAL


def test_a_match_that_breaks_an_invariant_notices_a_mutant() -> None:
    found = _tried(RULES.replace("    then walked is 2 and spare is 0\n", ""))["assignment: walked += n → walked -= n"]
    assert found.fate is Fate.NOTICED
    assert found.by.startswith("match 0, 2 players: ")


def test_what_does_not_end_is_noticed() -> None:
    rules = """game stairs:
    players 1

shared:
    height = 0

rounds up to 1: climb

phase climb, each player until height >= 3, at most 90000:
    choose steps: one of 1..2
    height += steps

score for_height: height

ranking by highest total, ties shared
"""
    found = _tried(rules)["step left out: height += steps → "]
    assert found.fate is Fate.NOTICED
    assert found.never_ends


def test_an_example_that_fails_anyway_is_told() -> None:
    with pytest.raises(BaseFailsError, match="`a_two` fails as the rules are"):
        _tried(RULES.replace("spare is 0", "spare is 1"))


@pytest.mark.usefixtures("forks")
def test_verdicts_do_not_depend_on_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamedsl.mutation.trial._PATIENCE", 0.0)
    task = _task(RULES)
    some = task.mutants[8:14]
    alone = list(verdicts(task, some, 1))
    assert list(verdicts(task, some, 2)) == alone


def test_all_are_tried_once() -> None:
    task = _task(RULES)
    trial: Trial = task.trial()
    every = mutants(task.parsed.chain, task.source)
    assert trial.examples == 1
    assert [mutant.number for mutant in every] == list(range(len(every)))
    assert Counter(mutant.part for mutant in every)["add_up"] > 5
