"""Reports: one page that needs nothing else, whose findings are those of the matches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cli.running import Runs, runner
from gamedsl.graph.model.types import SeatId
from gamedsl.workbench.playing import again
from gamedsl.workbench.reporting.make import Evidence
from gamedsl.workbench.reporting.model import Figure, Finding, Grid, Section
from gamedsl.workbench.reporting.naming import with_names
from gamedsl.workbench.reporting.page import Report, page
from gamedsl.workbench.reporting.sources import HICK
from gamedsl.workbench.reporting.story import Line, Story
from share import IS_WHOLE, less
from unit.workbench.reports import found, found_in, section

GLORIANA = less(60, 20)
"""Matches of that game."""


@pytest.fixture(scope="module")
def gloriana() -> Iterator[Evidence]:
    """Few positions are examined: enough for what these tests look at."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(again, "_POSITIONS", less(400, 40))
        yield found("gloriana", 3, GLORIANA)


@pytest.fixture(scope="module")
def cant_stop() -> Evidence:
    return found("cant_stop", matches=20)


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
    grid = Grid(
        ("", "in a match"),
        (("card[Two, Clubs]", "3"), ("play_card", "4"), ("P2", "5"), ("King (kind)", "6"), ("“no(deck)”", "7")),
    )
    lines = (Line("P1 lays the two of clubs.", "move", SeatId(0)),)
    seat = Figure("seat_2", "P2 among random players", "share", None, 1, "What P2 wins.", HICK)
    told_of = (Finding("`play_card` is used, by P2."), Finding("`no(market)` never ran."), Finding("No(deck) 9 times."))
    used = Section("used", "What is used?", told_of, {"data": "play_card"}, grid, "", (seat,))
    names = {"card[Two, Clubs]": "Two of Clubs", "King": "Old king"}
    told = with_names(Report("", "", (used,), Story(1, lines)), names, {"no(deck)": "the deck is empty"})
    assert [row[0] for row in told.sections[0].grid.rows] == [
        "Two of Clubs",
        "Play card",
        "Player 2",
        "Old king (kind)",
        "“the deck is empty”",
    ]
    assert [one.text for one in told.sections[0].findings] == [
        "“Play card” is used, by Player 2.",
        "`no(market)` never ran.",  # a formula is read as code
        "The deck is empty 9 times.",
    ]
    assert told.sections[0].picture == {"data": "Play card"}
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
        "happenings",
        "decided",
        "lead",
        "used",
        "answers",
        "ways",
        "reached",
    ]
    for one in gloriana.sections:
        assert one.findings
        assert one.made
        assert one.grid.rows
        assert all(len(row) == len(one.grid.head) for row in one.grid.rows)


def test_what_brings_the_victory() -> None:
    rules = """game fortune:
    players 2

each player:
    luck: 0..9 = 0
    pay: 0..9 = 0

rounds up to 1:
    turns

phase turns, each player:
    choose number: one of 1..2
    roll die: one of 1..6
    luck = die
    pay = number

score lucky: luck
score paid: pay

ranking by highest total, ties shared
"""
    told = section(found_in(rules, 60), "points").findings
    assert told[0].text.startswith("Among random players, `lucky` separates winners most")


def test_what_is_never_used(gloriana: Evidence) -> None:
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


def test_a_score_line_that_costs_points_is_no_way_to_win(gloriana: Evidence) -> None:
    told = section(gloriana, "ways")
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
        "reached",
    }
    assert made.notes[:1] == (
        "When a match is decided, how often the lead changes and what is used is not known: 12 matches are too few, of at least 20.",
    )


def test_a_page_answers_first_what_publishers_ask(gloriana: Evidence) -> None:
    made = page(Report("Gloriana", "3 players", gloriana.sections, None, played_by="All choose by chance."))
    questions = re.findall(r'<dt><a href="#(\w+)">', made)
    assert questions == [
        "seats",
        "points",
        "happenings",
        "decided",
        "ways",
        "minutes",
        "length",
        "ends",
        "choices",
        "lead",
        "used",
        "answers",
    ]
    short = made.partition("<h2>In short</h2>")[2].partition('<p class="players">')[0]
    assert short.count("<dd><p>") == short.count("<p>") == 7, "one answer to each of the first questions"
    assert made.index("In short") < made.index("All choose by chance.") < made.index("More answers")
    idle = Section("reached", "", (Finding("`lay` never ran.", advice="Is it needed?"),), None, Grid((), ()), "")
    look = page(Report("", "", (*gloriana.sections, idle), None))
    assert look.index("<h2>What to look at</h2>") < look.index("Is it needed?</span>") < look.index("In short")
    assert made.index("For the author of the rules") < made.index('id="reached"')


def test_one_player_alone_has_no_rivals() -> None:
    assert [one.id for one in found("golf_patience", matches=20).sections] == [
        "length",
        "ends",
        "minutes",
        "choices",
        "happenings",
        "used",
        "reached",
    ]


def test_what_happens_is_counted_by_the_sentences_of_the_rules(cant_stop: Evidence) -> None:
    """How often, of whom, with what it is filled most often, and whether winners differ."""
    told = section(cant_stop, "happenings")
    rows = {row[0]: row for row in told.grid.rows}
    _, often, share, winner, others, usual, mark = rows["A player wins column X"]
    assert float(winner) > 3 > float(others)
    assert (share, mark) == ("100%", "certain")
    assert 3 < float(often) < 7
    assert usual.count("%") == 3
    assert "No sum can be climbed: a player falls" in rows
    said = [one.text for one in told.findings]
    assert any("“A player throws some numbers”: " in text and "for each player" in text for text in said)
    assert any(text.startswith("A player chooses ") for text in said)


def test_a_number_that_is_part_of_another_is_no_noun_and_a_thing_that_has_an_article_gets_no_second_one() -> None:
    rules = """game heap:
    players 2

type colour: Red, Blue

shared:
    heap: 0..9 = 9

rounds at most 9, else cut off:
    turns

phase turns, each player:
    choose number: one of 1..3 where it <= heap
    heap -= number
    say "{me} goes on with {heap} of 9 stones."
    roll c: one of colour
    say "{me} draws the last {c} card."

game ends when heap is 0
"""
    rows = {row[0] for row in section(found_in(rules, 20), "happenings").grid.rows}
    assert "A player goes on with X of 9 stones" in rows
    assert "A player draws the last colour card" in rows


def test_actions_without_a_sentence_happen_too() -> None:
    rules = """game shop:
    players 2

each player:
    coins: 0..99 = 0

rounds up to 6:
    turns

phase turns, each player:
    choose one:
        work
        sell
        haul
    evening

rule evening:
    choose one:
        sleep
        dream if coins > 4

action sleep: say "{me} sleeps."
action dream: coins -= 4
action work: coins += 1
action haul:
    choose load: one of 1..2
    choose way: one of 1..2
    coins += load
action sell:
    say "{me} sells."
    coins += 2

ranking by highest coins, ties shared
"""
    evidence = found_in(rules, 20)
    rows = {row[0]: row for row in section(evidence, "happenings").grid.rows}
    told = {
        "A player chooses work",
        "A player sells",
        "A player sleeps",
        "A player chooses dream",
        "A player chooses haul",
    }
    assert set(rows) == told, "what a sentence tells each time is told once, also where nobody had to choose"
    each_turn = ("A player chooses work", "A player sells", "A player chooses haul")
    assert sum(float(rows[one][1]) for one in each_turn) == pytest.approx(12, abs=0.05), (
        "two questions of an action are one deed"
    )


def test_several_things_that_are_taken_at_once_are_named_one_by_one() -> None:
    rows = {row[0]: row for row in section(found("gem_guild", matches=20), "happenings").grid.rows}
    usual = rows["A player takes some tokens"][5]
    assert "`Topaz`" in usual
    assert "[" not in usual


def test_findings_on_what_happens_are_sentences_by_themselves(gloriana: Evidence, cant_stop: Evidence) -> None:
    """Without holes, and without `it` for what another sentence names."""
    every = (gloriana, cant_stop, *([found("love_letter", matches=30)] if IS_WHOLE else []))
    said = [one.text for evidence in every for one in section(evidence, "happenings").findings]
    assert said
    assert not [text for text in said if "…" in text or "have it”" in text]


def _nothing(_: str) -> None:
    """As if no module were installed."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runs:
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys)


def test_a_report_is_written_over_itself_only(run: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ("report", "tic_tac_toe", "--matches", "10", "--skill", "0")
    said = run(*line).out
    assert said.endswith("\n\ntic_tac_toe.report.html is written\n")
    assert "\nIn short\n  Is a seat better?\n      No seat is better for certain" in said
    assert run(*line).code == 0
    Path("tic_tac_toe.report.html").write_text("mine")
    assert "there is a file `tic_tac_toe.report.html` already" in run(*line).err
    monkeypatch.setattr("gamedsl.workbench.extras.find_spec", _nothing)
    assert "help: install it with `pip install 'gamedsl[report]'`" in run(*line).err


def test_names_stand_out_without_quotes_and_begin_a_sentence_with_a_capital() -> None:
    found = (Finding("“mills” separate winners from the others."), Finding("Nobody takes “mills”."))
    section = Section("won", "What wins?", found, None, Grid(("way",), (("52% “mills”",),)), "10 matches")
    made = page(Report("Title", "10 matches", (section,), None))
    assert '<span class="name">Mills</span> separate winners' in made
    assert 'Nobody takes <span class="name">mills</span>.' in made
    assert '<td>52% <span class="name">mills</span></td>' in made
