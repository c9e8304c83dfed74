"""Reports: one page that needs nothing else, whose findings are those of the matches."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

import gamedsl
from cli.running import Runs, runner
from gamedsl import pipeline
from gamedsl.graph.model.types import SeatId
from gamedsl.reports.places import places
from gamedsl.source import Source
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.playing.noticing import noticing
from gamedsl.workbench.reporting import results
from gamedsl.workbench.reporting.make import Evidence, evidence
from gamedsl.workbench.reporting.model import Figure, Finding, Grid, Section
from gamedsl.workbench.reporting.naming import with_names
from gamedsl.workbench.reporting.outcomes import Outcome, Outcomes
from gamedsl.workbench.reporting.page import Report, page
from gamedsl.workbench.reporting.skill import Thinking, find_skill, skill
from gamedsl.workbench.reporting.sources import HICK
from gamedsl.workbench.reporting.story import Line, Story
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.matches.agents import RandomSteps
from gamedsl_interpreter.matches.fastest import fastest, simulate_rows
from gamedsl_interpreter.matches.simulate import wilson
from share import less

GLORIANA = less(60, 24)
"""Matches of that game."""


def found(game: str, players: int | None = None, matches: int = 60, thinking: int = 0) -> Evidence:
    chosen = fastest(gamedsl.load_rules(game).game(players=players))
    return evidence(Job(chosen, "random", 1), matches, Thinking(thinking, 60), 1)


@pytest.fixture(scope="module")
def gloriana() -> Evidence:
    return found("gloriana", 3, GLORIANA)


class Tags(HTMLParser):
    """The tags that are open, whatever the page refers to, and the places that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link"):
            self.open.append(tag)
        named = dict(attrs)
        self.ids.add(named.get("id") or "")
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_needs_nothing_else(gloriana: Evidence) -> None:
    made = page(Report("gloriana & <others>", "3 players", gloriana.sections, gloriana.story, ("a `note`",)))
    tags = Tags()
    tags.feed(made)
    assert tags.open == []
    assert {link for link in tags.links if not link.startswith("#")} == {"data:,"}
    assert {link[1:] for link in tags.links if link.startswith("#")} <= tags.ids
    assert "<script" not in made
    assert re.findall(r"https?://|url\(|@import", made) == []
    assert "gloriana &amp; &lt;others&gt;" in made
    assert "<code>note</code>" in made
    assert re.findall(r"#0[1-5]0[1-5]0[1-5]", made) == [], "colours are those of the page"
    assert len(made.encode()) < 2_000_000


def test_people_read_no_identifiers() -> None:
    grid = Grid(("", "in a match"), (("card[Two, Clubs]", "3"), ("play_card", "4"), ("P2", "5"), ("King (kind)", "6")))
    lines = (Line("P1 lays the two of clubs.", "move", SeatId(0)),)
    seat = Figure("seat_2", "P2 among random players", "share", None, 1, "What P2 wins.", HICK)
    used = Section(
        "used", "What is used?", (Finding("`play_card` is used, by P2."),), {"data": "play_card"}, grid, "", (seat,)
    )
    names = {"card[Two, Clubs]": "Two of Clubs", "King": "Old king"}
    told = with_names(Report("", "", (used,), Story(1, lines)), names)
    assert [row[0] for row in told.sections[0].grid.rows] == [
        "Two of Clubs",
        "play card",
        "Player 2",
        "Old king (kind)",
    ]
    assert told.sections[0].findings[0].text == "“play card” is used, by Player 2."
    assert told.sections[0].picture == {"data": "play card"}
    assert [(one.title, one.meaning) for one in told.sections[0].figures] == [
        ("Player 2 among random players", "What Player 2 wins.")
    ]
    assert told.story is not None
    assert told.story.lines[0].text == "Player 1 lays the two of clubs."


def test_every_question_is_answered(gloriana: Evidence) -> None:
    ids = [one.id for one in gloriana.sections]
    assert ids == [
        "length",
        "seats",
        "points",
        "ends",
        "minutes",
        "choices",
        "decided",
        "lead",
        "used",
        "answers",
        "ways",
        "reached",
    ]
    for section in gloriana.sections:
        assert section.findings
        assert section.made
        assert section.grid.rows
        assert all(len(row) == len(section.grid.head) for row in section.grid.rows)


def section(evidence: Evidence, name: str) -> Section:
    return next(one for one in evidence.sections if one.id == name)


def test_what_brings_the_victory_and_what_is_never_used(gloriana: Evidence) -> None:
    assert section(gloriana, "points").findings[0].text.startswith("`events` separates winners most")
    used = section(gloriana, "used")
    # The other side of a card is held when its front is taken: nobody is offered it, so nobody declines it.
    assert not any("banquet." in part for one in used.findings for part in (one.text, *map(" ".join, used.grid.rows)))
    assert sum(int(row[1].replace(",", "")) for row in section(gloriana, "length").grid.rows) == GLORIANA


def test_a_match_is_told_to_its_end(gloriana: Evidence) -> None:
    assert gloriana.story is not None
    moves = [line for line in gloriana.story.lines if line.sort == "move"]
    assert {line.seat for line in moves} == {0, 1, 2}
    assert re.fullmatch(
        r"P\d.* wins?\. Points: P1 .*\. No event is left to be revealed\.", gloriana.story.lines[-1].text
    )


def test_a_seat_that_is_better_is_said_to_be() -> None:
    [first, *_] = section(found("tic_tac_toe", matches=400), "seats").findings
    assert first.sort == "certain"
    assert first.text.startswith("P1 wins 6")


def test_what_one_seat_wins_is_not_held_against_the_others() -> None:
    """If one of four wins half of the matches, the other three win less than a quarter, and are equal among themselves."""
    won = [0] * 50 + [1, 2, 3] * 17
    told = results.seats(_won(won), "").findings
    assert [one.text for one in told] == ["A wins 49.5% (40.0% to 59.1%), more than its fair 25.0%."]


def test_of_the_other_seats_a_better_one_is_named_too() -> None:
    won = [0] * 400 + [1] * 100 + [2] * 30 + [3] * 30
    told = [one.text for one in results.seats(_won(won), "").findings]
    assert told[0].startswith("A wins 71.4%")
    assert told[1].startswith("Of the other seats, B wins more than its fair share: 17.9%")
    assert len(told) == 2


def _won(seats: list[int]) -> Outcomes:
    names = ("A", "B", "C", "D")
    places = [tuple(1 if seat == winner else 2 for seat in range(4)) for winner in seats]
    return Outcomes(names, (), (), tuple(Outcome(1, "", one, (), (names[one.index(1)],), ()) for one in places))


def test_a_score_line_that_costs_points_is_no_way_to_win() -> None:
    told = section(found("gloriana", 3, GLORIANA), "ways")
    assert "events" in told.grid.rows[0][3]
    assert not any("unpaid" in cell for row in told.grid.rows for cell in row)
    assert "Lines that cost points are left out." in told.made


def test_the_course_of_too_few_matches_is_not_told() -> None:
    made = found("pig", matches=12)
    assert {one.id for one in made.sections} == {
        "length",
        "seats",
        "points",
        "ends",
        "minutes",
        "choices",
        "ways",
        "reached",
    }
    assert made.notes[:1] == (
        "When a match is decided, how often the lead changes and what is used is not known: 12 matches are too few, of at least 20.",
    )


def test_long_matches_are_watched_until_they_are_enough() -> None:
    """Ten matches of Hearts have more decisions than are recorded of shorter games."""
    assert section(found("hearts", 4, 30), "minutes").figures[0].count >= 20


def test_a_page_answers_first_what_publishers_ask(gloriana: Evidence) -> None:
    made = page(Report("Gloriana", "3 players", gloriana.sections, None))
    questions = re.findall(r'<dt><a href="#(\w+)">', made)
    assert questions == [
        "seats",
        "minutes",
        "length",
        "decided",
        "ways",
        "points",
        "ends",
        "choices",
        "lead",
        "used",
        "answers",
    ]
    assert made.index("For who writes the rules") < made.index('id="reached"')


def test_seats_of_rules_are_no_competitors() -> None:
    """Morgan wins nearly always; the two captains are compared with each other."""
    told = [one.text for one in section(found("glory_islands", 2, less(40, 6)), "seats").findings]
    assert any(text.startswith("Morgan, whom the rules play, wins ") for text in told)
    assert any("fair 50.0%" in text for text in told)


def test_one_player_alone_has_no_rivals() -> None:
    assert [one.id for one in found("golf_patience", matches=20).sections] == [
        "length",
        "ends",
        "minutes",
        "choices",
        "used",
        "reached",
    ]


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
    assert told.findings[0].text == "Everything that was seen on offer was chosen in 60 matches."
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
    parsed = pipeline.parse_files(Source("tiles.gdl", TILES), lambda _: None)
    [setup] = pipeline.setups(parsed)
    job = Job(fastest(pipeline.compile(parsed, setup).game), "greedy", 1)
    told = section(evidence(job, 20, Thinking(0, 0), 1), "used")
    assert told.findings[0].text == "On offer, and never chosen in 20 matches: 1 kind (`Poison`)."
    assert [row[:2] for row in told.grid.rows] == [("turns", "4.00"), ("Copper", "4.00"), ("Poison", "never")]


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
    parsed = pipeline.parse_files(Source("stakes.gdl", STAKES), lambda _: None)
    [setup] = pipeline.setups(parsed)
    job = Job(fastest(pipeline.compile(parsed, setup).game), "random", 1)
    told = section(evidence(job, 200, Thinking(0, 0), 1), "answers")
    [(question, often, yes, winners, others)] = told.grid.rows
    assert question == "Do you bet?"
    # Who has lost a coin cannot bet before the end.
    assert 6 < float(often) < 12
    assert yes == "50%"
    assert winners.endswith("%")
    assert others.endswith("%")
    assert re.fullmatch(
        r"“Do you bet\?” is answered with yes in 50% of [\d,]+ cases \(4\d% to 5\d%\)\.", told.findings[0].text
    )


def test_conditions_that_refuse_nothing_are_named(riches: Evidence) -> None:
    told = section(riches, "refused")
    assert [(name, verdict) for name, verdict, *_ in told.grid.rows] == [
        ("some_left", "refuses nothing"),
        ("buy", "refuses"),
        ("rich", "never asked"),
    ]


@pytest.mark.parametrize("name", ["kuhn_poker", "hearts", "holdem"])
def test_notes_change_no_match(name: str) -> None:
    game = gamedsl.load_rules(name).game()
    noting = noticing(game)
    agents = [RandomSteps() for _ in game.seats]
    plain = table_of(game, simulate_rows(gamedsl.engine_for(game), agents, 1, range(20)))
    noted = table_of(noting.game, simulate_rows(gamedsl.engine_for(noting.game), agents, 1, range(20)))
    assert noting.without_parts(noted) == plain
    assert noting.reached(noted)


def test_skill_is_a_number() -> None:
    skill = section(found("tic_tac_toe", matches=20, thinking=4), "skill")
    assert skill.grid.rows[0][0] == "all seats"
    assert "without any effect it would be 50%" in skill.findings[0].text


_EVEN = """game even:
    players 2

each player:
    stake: 1..5 = 1

rounds up to 2:
    bidding

phase bidding, each player together:
    choose n: one of 1..5
    stake = n

ranking by highest number
"""


@pytest.mark.parametrize(
    ("won", "sort", "said"),
    [
        (70, "certain", "Skill counts."),
        (52, "open", "So many matches would show an effect of 14 points."),
        (25, "open", "So short searches mislead here, and say nothing of skill."),
    ],
)
def test_searches_that_lose_say_nothing_of_skill(won: int, sort: str, said: str) -> None:
    every = [Fraction(1)] * won + [Fraction(0)] * (100 - won)
    found = find_skill(every, 2, ("all seats", won / 100, *wilson(Fraction(won), 100)), 5)
    assert found.sort == sort
    assert found.text.startswith(f"Four times the thinking (20 iterations for a move in place of 5) wins {won}% of 100")
    assert found.text.endswith(said)


def test_skill_says_where_a_search_sees_no_difference() -> None:
    job = Job(fastest(gamedsl.parse_rules(_EVEN).game()), "random", 1)
    told = skill(job, Thinking(2, 5.0), 4, 1, lambda _: None)
    assert "saw no difference between the options in all of 8 decisions" in told.findings[1].text


def _nothing(_: str) -> None:
    """As if no module were installed."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runs:
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys)


def test_a_report_is_written_over_itself_only(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ("report", "tic_tac_toe", "--matches", "10", "--skill", "0")
    assert run(*line).out == "tic_tac_toe.html is written\n"
    assert run(*line).code == 0
    Path("tic_tac_toe.html").write_text("mine")
    assert "there is a file `tic_tac_toe.html` already" in run(*line).err
    monkeypatch.setattr("gamedsl.workbench.extras.find_spec", _nothing)
    assert "help: install it with `pip install 'gamedsl[report]'`" in run(*line).err


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
    rules = gamedsl.parse_rules(LAMPS)
    made = evidence(Job(fastest(rules.game()), "random", 1), 200, Thinking(0, 1), 1)
    section = next(one for one in made.sections if one.id == "kinds")
    share = {row[0]: int(row[1].removesuffix("%")) for row in section.grid.rows}
    assert share["Bell"] == 0, "nobody has one built"
    assert 80 <= share["Lamp"] <= 100, "in all matches but those in which nobody goes"
    assert 40 <= share["Spark"] < share["Lamp"]
    assert section.findings[-1].text == "In none of 200 matches the rules of `Bell` run."


def test_names_stand_out_without_quotes_and_begin_a_sentence_with_a_capital() -> None:
    found = (Finding("“mills” separate winners from the others."), Finding("Nobody takes “mills”."))
    section = Section("won", "What wins?", found, None, Grid(("way",), (("52% “mills”",),)), "10 matches")
    made = page(Report("Title", "10 matches", (section,), None))
    assert '<span class="name">Mills</span> separate winners' in made
    assert 'Nobody takes <span class="name">mills</span>.' in made
    assert '<td>52% <span class="name">mills</span></td>' in made


SHORT = """
game short:
    players 2

each player:
    points: 0..9 = 0

rounds up to 2:
    turns

phase turns, each player:
    choose:
        n: one of 1..2
    points += n

ranking by highest points, ties shared
"""


def test_a_length_that_is_always_the_same_is_one_number() -> None:
    rules = gamedsl.parse_rules(SHORT)
    made = evidence(Job(fastest(rules.game()), "random", 1), 30, Thinking(0, 1), 1)
    assert made.sections[0].findings[0].text == "Each match takes 4 decisions."
