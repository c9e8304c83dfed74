"""`remove examples broken by …`: which failing examples a file leaves out, and which lines are of no use."""

from __future__ import annotations

import pytest

import gamedsl
from gamedsl import pipeline
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.mutation.trial import BaseFailsError, Trial
from gamedsl.pipeline.left_out import LeftOut
from gamedsl.source import Source
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import run_example

BASE = """\
game market:
    "Sell."
    players 2

option feast: no, yes

table price from 0: 0 2 5

shared:
    purse = 0
    debt = 1

rounds up to 2:
    selling

phase selling, each player:
    may choose one:
        sell

action sell:
    choose n: one of 1..2
    purse += price[n]

ranking by highest purse

when feast: set price[2] = 7

example single:
    players Ann, Bob
    as Ann: selling
    Ann plays sell(n = 1)
    then purse is 2

example double:
    players Ann, Bob
    with feast = no
    as Ann: selling
    Ann plays sell(n = 2)
    then purse is 5 and debt is 1
"""

DEARER = "variant dearer of market:\n    set price[1] = 3\n    set price[2] = 6\n    remove examples broken by price\n"


def _chain(*texts: str) -> tuple[pipeline.Parsed, LeftOut]:
    sources = {text.split()[1].rstrip(":"): Source(text.split()[1].rstrip(":"), text) for text in (BASE, *texts)}
    *_, top = sources.values()
    parsed = pipeline.parse_files(top, sources.get)
    assert not [d for d in pipeline.check(parsed).diagnostics if d.code.startswith("E")]
    return parsed, LeftOut(parsed, _holds)


def _holds(game: Compiled, spec: ExampleSpec) -> bool:
    return run_example(ReferenceHost(game.game), spec).passed


def _outcome(*texts: str) -> tuple[list[str], list[str], list[str]]:
    """The names of examples that fail, of those that are left out, and the codes of findings, over all setups."""
    parsed, left_out = _chain(*texts)
    failing: list[str] = []
    gone: list[str] = []
    for setup, game, specs in pipeline.examples(parsed):
        for spec in (spec for spec in specs if not _holds(game, spec)):
            (failing if left_out.line(setup, spec.name) is None else gone).append(spec.name)
    return sorted(set(failing)), sorted(set(gone)), [finding.code for finding in left_out.useless()]


def test_what_a_change_breaks_is_left_out() -> None:
    assert _outcome(DEARER) == ([], ["double", "single"], [])


def test_what_fails_for_another_reason_still_fails() -> None:
    richer = DEARER.replace("    remove", "    set debt = 2\n    remove")
    assert _outcome(richer) == (["double"], ["single"], [])
    both = f"{richer}    remove examples broken by debt\n"
    assert _outcome(both) == ([], ["double", "single"], [])


def test_an_example_of_the_file_itself_is_never_left_out() -> None:
    own = f"{DEARER}\nexample own of single:\n    then purse is 4\n"
    assert _outcome(own) == (["own"], ["double", "single"], [])
    anew = DEARER.replace(
        "    remove", "    replace example single:\n        players Ann, Bob\n        then purse is 9\n    remove"
    )
    assert _outcome(anew) == (["single"], ["double"], [])


def test_examples_of_the_file_may_need_its_change() -> None:
    """Without the change the file's own examples mean nothing; the others are tried all the same."""
    lending = (
        "variant lending of market:\n    replace action sell:\n        choose n: one of 1..2\n        choose loan: one of 0..1\n"
        "        purse += price[n] + loan\n    remove examples broken by sell\n\nexample lent:\n    players Ann, Bob\n"
        "    as Ann: selling\n    Ann plays sell(n = 1)\n    Ann plays sell(loan = 1)\n    then purse is 3\n"
    )
    assert _outcome(lending) == ([], ["double", "single"], [])


def test_a_change_inside_a_block() -> None:
    block = "variant late of market:\n    add when not feast:\n        set price[1] = 4\n    remove examples broken by price\n"
    assert _outcome(block) == ([], ["single"], [])


def test_a_file_on_top_inherits_what_is_left_out_and_hides_nothing_behind_it() -> None:
    poorer = "variant poorer of dearer:\n    set debt = 3\n"
    assert _outcome(DEARER, poorer) == ([], ["double", "single"], [])
    other = "variant other of market:\n    set debt = 0\n    remove examples broken by debt\n"
    third = "variant third of other:\n    set price[1] = 1\n"
    assert _outcome(other, third) == (["single"], ["double"], [])


def test_lines_that_leave_nothing_out() -> None:
    idle = "variant idle of market:\n    set debt = 1\n    remove examples broken by debt\n"
    assert _outcome(idle) == ([], [], ["W0913"])


def test_the_api_says_what_is_left_out() -> None:
    rules = gamedsl.parse_rules(DEARER, "dearer", bases=[BASE])
    assert {(e.name, e.passed, e.left_out) for e in rules.examples()} == {
        ("single", True, True),
        ("double", True, True),
    }
    result = next(iter(rules.tests(matches=0))).run()
    assert (result.passed, result.left_out, result.line) == (True, True, 4)
    assert result.report == "left out by dearer:4:5: remove examples broken by price"


def test_mutants_are_tried_without_them() -> None:
    parsed, _ = _chain(DEARER)
    trial = Trial(parsed, pipeline.setups(parsed), 0)
    assert trial.examples == 0
    broken, _ = _chain(DEARER.replace("    remove examples broken by price\n", ""))
    with pytest.raises(BaseFailsError, match="single"):
        Trial(broken, pipeline.setups(broken), 0)
