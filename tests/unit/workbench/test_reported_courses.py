"""What a report says of the course of matches: what was on offer, chosen, answered, refused and reached."""

from __future__ import annotations

import re

import pytest

import gamedsl
from gamedsl import pipeline
from gamedsl.reports.places import places
from gamedsl.source import Source
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.playing.noticing import noticing
from gamedsl.workbench.reporting.make import Evidence, evidence
from gamedsl.workbench.reporting.skill import Thinking
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.fastest import fastest, simulate_rows
from share import picked
from unit.workbench.reports import found_in, section

RICHES = """game riches:
    players 2

shared:
    heap: 0..9 = 9

each player:
    coins = 0
    let plenty = coins > 40

rounds at most 20:
    turns

phase turns, each player:
    choose one:
        take
        buy if plenty

action take:
    require some_left: heap > 0
    choose number: one of 1..3 where it <= heap
    heap -= number
    coins += number
    if plenty:
        heap = 9
    celebrate(number)

action buy:
    require rich: coins > 50
    coins = 0

rule celebrate(number: 1..3):
    if number > heap: coins += 1

game ends when heap is 0

score coins: coins
score prize: 1 if plenty else 0

ranking by highest total, ties shared
"""


@pytest.fixture(scope="module")
def riches() -> Evidence:
    source = Source("riches.gdl", RICHES)
    parsed = pipeline.parse_files(source, lambda _: None)
    [setup] = pipeline.setups(parsed)
    game = pipeline.compile(parsed, setup)
    job = Job(fastest(game.game), "random", 1)
    return evidence(job, 60, Thinking(0, 0), 1, places=places(game, {source.name: source}))


def test_what_is_never_reached_is_named_with_its_line(riches: Evidence) -> None:
    told = section(riches, "reached")
    assert [one.text for one in told.findings] == [
        "Rules that never ran in 60 matches: `buy` (riches.gdl:29).",
        "Lines that never ran in 60 matches: `heap = 9` (riches.gdl:25 in `take`).",
        "Score lines that gave nobody a point: `prize`.",
    ]


def test_an_action_that_nobody_is_offered_is_not_called_a_choice(riches: Evidence) -> None:
    told = section(riches, "used")
    assert told.findings[0].text == "Among random players, everything that was seen on offer was chosen in 60 matches."
    assert re.fullmatch(
        r"Not on offer at any of \d+ positions that were looked at: 1 action \(`buy`\)\.", told.findings[1].text
    )
    assert ("buy", "not offered", "", "", "") in told.grid.rows


TILES = """game tiles:
    players 2

component 6 tile in row, other side turned:
    name    turned  count  worth
    Copper  Spent   4      2
    Poison  Foul    2      -9
    Spent   Copper  0      0
    Foul    Poison  0      0

shared:
    row: bag of tile
    out: bag of tile

each player:
    points = 0

rounds up to 2:
    turns

phase turns, each player:
    choose piece: one of row
    points += piece.worth
    flip piece
    move piece.turned from row to out

ranking by highest points, ties shared
"""


def test_only_what_was_on_offer_is_never_chosen() -> None:
    """Nobody takes poison. The other sides of tiles lie where nobody chooses, and nothing is said of them."""
    told = section(found_in(TILES, 20, "greedy"), "used")
    assert told.findings[0].text == "On offer, and never chosen in 20 matches: 1 kind (`Poison`)."
    assert [row[:2] for row in told.grid.rows] == [("turns", "4.00"), ("Copper", "4.00"), ("Poison", "never")]


DIGGING = """game digging:
    players 2

shared:
    rested = 0

each player:
    points = 0

rounds up to 4:
    turns

phase turns, each player:
    choose one:
        dig
        rest

action dig: points += 1

action rest: rested += 1

ranking by highest points, ties shared
"""


def test_what_winners_choose_more_often_is_told() -> None:
    """Whoever digs more wins."""
    found = section(found_in(DIGGING, 60, "random"), "used")
    [more, less] = found.findings[1:]
    assert re.match(
        r"Winners choose `dig` more often than the others: \d\d\.\d% of the actions that they choose", more.text
    )
    assert less.text.startswith("Winners choose `rest` less often")
    assert {row[4] for row in found.grid.rows} == {"certain"}


ONE_CHOICE = """game choosing:
    players 1

each player:
    coins = 0

rounds up to 1:
    turns

phase turns, each player:
    roll most: one of 1..30
    choose number: one of 1..30 where it <= most
    coins += number

score coins: coins

ranking by highest total, ties shared
"""


def test_matches_of_one_decision_have_a_picture_of_what_there_is_to_choose() -> None:
    told = section(found_in(ONE_CHOICE, 60), "choices")
    assert [row[0] for row in told.grid.rows] == ["0 to 10%"]
    assert told.picture is not None


STAKES = """game stakes:
    players 2

each player:
    coins = 0

rounds up to 6:
    turns

phase turns, each player:
    choose bet: may if coins >= 0, ask "Do you bet?"
    if bet:
        roll coin: one of 0..1
        coins += 2 * coin - 1

ranking by highest coins, ties shared
"""


def test_answers_with_yes_are_counted_where_both_were_possible() -> None:
    """Who bets when nobody else does wins with the first lucky coin."""
    told = section(found_in(STAKES, 200), "answers")
    [(question, often, yes, winners, others)] = told.grid.rows
    assert question == "Do you bet?"
    # Who has lost a coin cannot bet before the end.
    assert 6 < float(often) < 12
    assert yes == "50%"
    assert winners.endswith("%")
    assert others.endswith("%")
    assert re.fullmatch(
        r"Among random players, “Do you bet\?” was answered yes in 50% of [\d,]+ cases \(4\d% to 5\d%\)\.",
        told.findings[0].text,
    )


def test_conditions_that_refuse_nothing_are_named(riches: Evidence) -> None:
    told = section(riches, "refused")
    assert [(name, verdict) for name, verdict, *_ in told.grid.rows] == [
        ("some_left", "refuses nothing"),
        ("buy", "refuses"),
        ("rich", "never asked"),
    ]


@pytest.mark.parametrize("name", picked(["kuhn_poker", "hearts", "holdem"], ["kuhn_poker", "hearts"]))
def test_notes_change_no_match(name: str) -> None:
    game = gamedsl.load_rules(name).game()
    noting = noticing(game)
    agents = [RandomSteps() for _ in game.seats]
    plain = table_of(game, simulate_rows(gamedsl.engine_for(game), agents, 1, range(20)))
    noted = table_of(noting.game, simulate_rows(gamedsl.engine_for(noting.game), agents, 1, range(20)))
    assert noting.without_parts(noted) == plain
    assert noting.find_reached_parts(noted)


LAMPS = """game lamps:
    players 2

component card in deck:
    name  count
    Lamp  2
    Spark  2
    Bell  2

shared:
    deck: bag of card

each player:
    built: bag of card
    points: 0..99 = 0

each Lamp in built:
    whenever go: points += 1

each Spark:
    whenever build(plan): points += 1

each Bell in built:
    action toll to turns: points += 1

setup: each player: move [Lamp] from deck to built

rounds up to 2:
    turns

phase turns, each player:
    choose one:
        go
        build

action go: points += 1

action build:
    choose plan: one of deck where it is Bell or it is Spark
    move plan to box

ranking by highest points, ties shared
"""


def test_kinds_with_rules_say_how_often_these_ran() -> None:
    told = section(found_in(LAMPS, 200), "kinds")
    share = {row[0]: int(row[1].removesuffix("%")) for row in told.grid.rows}
    assert share["Bell"] == 0, "nobody has one built"
    assert 80 <= share["Lamp"] <= 100, "in all matches but those in which nobody goes"
    assert 40 <= share["Spark"] < share["Lamp"]
    assert told.findings[-1].text == "In none of 200 matches did the rules of `Bell` run."
