"""A scripted seat that a variant removes: all that its block changes goes with it."""

from __future__ import annotations

from gamedsl import pipeline
from gamedsl.source import Source
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.worked_examples.running import run_example

_BASE = """game jetty:
    "A scripted seat whose block changes other things."
    players 2 to 3

component sailor each player in crew: 2

table fare from 0: 0 1

each player:
    crew: bag of sailor
    points: 0..90 = 0

seat Crane when humans is 2:
    answers:
        number: highest
    set copies of sailor.Crane in crew = 5
    set fare[1] = 9

rounds up to 2:
    turns

phase turns, each player:
    choose number: one of 1..3
    points += number * fare[1]

ranking by highest points, ties shared

example the_crane_has_a_crew:
    players Ann, Bob
    then count(Crane.crew) is 5 and count(Ann.crew) is 2
    as Ann: turns
    Ann plays turns(number = 2)
    then Ann.points is 18
"""

_VARIANT = """variant jetty_without_crane of jetty:
    "With the seat goes what its block changes."
    remove Crane
    remove the_crane_has_a_crew

example nobody_else_has_a_crew:
    players Ann, Bob
    then count(Ann.crew) is 2 and count(players) is 2
    as Ann: turns
    Ann plays turns(number = 2)
    then Ann.points is 2
"""


def test_what_a_seat_changes_goes_with_the_seat() -> None:
    parsed = pipeline.parse_files(Source("jetty_without_crane", _VARIANT), lambda _: Source("jetty", _BASE))
    assert pipeline.check(parsed).diagnostics == ()
    tried = [
        run_example(ReferenceHost(compiled.game), spec)
        for _, compiled, specs in pipeline.examples(parsed)
        for spec in specs
    ]
    assert [result.name for result in tried] == ["nobody_else_has_a_crew"]
    assert all(result.passed for result in tried)
