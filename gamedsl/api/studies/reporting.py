"""Makes a page with pictures on what matches show of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from typing import Literal, cast

from gamedsl.api.asked import compile_setup, correct, one_setup
from gamedsl.api.making.looks import names_for_people, read_look
from gamedsl.api.rules import Rules
from gamedsl.api.studies.lineups import engine_with_note, lineup_of
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import Json, JsonObject
from gamedsl.reports.places import places
from gamedsl.reports.setups import setup_words
from gamedsl.reports.titles import title_for_players
from gamedsl.table.logs.entries import Sort
from gamedsl.values import evolve, field, frozen
from gamedsl.workbench.lineups import are_random, lineup_text
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.reporting.courses import DOUBLING, SECONDS, Pace
from gamedsl.workbench.reporting.deep.sections import STRENGTHS, Depth
from gamedsl.workbench.reporting.make import evidence
from gamedsl.workbench.reporting.model import Figure, Section
from gamedsl.workbench.reporting.naming import with_names
from gamedsl.workbench.reporting.page import Report, page
from gamedsl.workbench.reporting.pictures import check_drawing
from gamedsl.workbench.reporting.short import findings_in_short, findings_to_change
from gamedsl.workbench.reporting.skill import Thinking
from gamedsl.workbench.reporting.story import Line, Story
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, State
from gamedsl_interpreter.matches.processes import with_guard
from gamedsl_interpreter.matches.replay import replay_of
from gamedsl_interpreter.wasm.instances.interface import Purpose


@frozen
class ReportFinding:
    """A sentence of a report, under the title of its section. `certainty`: `certain`, `open` (more matches may decide it), or `plain` (a count). `advice` is
    what a designer may do about it; empty if nothing has to be done."""

    section: str
    text: str
    certainty: Literal["certain", "open", "plain"]
    advice: str = ""


@frozen
class ReportFigure:
    """A figure of a report, under the title of its section: `value` and its 95 % interval from `low` to `high`, all None where `count` is below `needed`: too few of
    what `of` says. A `share`, and percentage `points` of a win chance, are from 0 to 1. `meaning` is a sentence; `source` names the paper or
    book that defines it, and `reference` tells where it is found."""

    section: str
    name: str
    title: str
    unit: Literal["share", "points", "number", "minutes"]
    value: float | None
    low: float | None
    high: float | None
    count: int
    needed: int
    of: str
    meaning: str
    source: str
    reference: str

    @property
    def data(self) -> dict[str, Json]:
        """The figure as JSON data."""
        return {
            "section": self.section, "name": self.name, "title": self.title, "unit": self.unit, "value": self.value, "low": self.low, "high": self.high,
            "count": self.count, "needed": self.needed, "of": self.of, "meaning": self.meaning, "source": self.source,
            "reference": self.reference,
        }  # fmt: skip


@frozen
class MatchReport:
    """The findings of matches about a game: the title and the summary of the page, its figures and its findings in order, notes on what is not
    known, and the page as HTML. `to_change` and `in_short` are the findings at its top: those that ask for a change, and what is asked first."""

    title: str
    summary: str
    figures: tuple[ReportFigure, ...]
    findings: tuple[ReportFinding, ...]
    notes: tuple[str, ...]
    to_change: tuple[ReportFinding, ...]
    in_short: tuple[ReportFinding, ...]
    html: str = field(repr=False)

    @property
    def data(self) -> dict[str, Json]:
        """The report without its page as JSON data, as `gamedsl report --json` prints it."""
        return {
            "title": self.title,
            "summary": self.summary,
            "figures": [one.data for one in self.figures],
            "findings": [
                {"section": one.section, "text": one.text, "certainty": one.certainty, "advice": one.advice}
                for one in self.findings
            ],
            "notes": list(self.notes),
        }


def report_of(
    rules: Rules,
    setup: Setup | None = None,
    agents: str = "random",
    aim: str | None = None,
    matches: int = 2000,
    skill: int = 200,
    skill_seconds: float = 35.0,
    seed: int = 1,
    look: str | Path | None = None,
    processes: int | None = 1,
    deep: int = 0,
    strengths: Sequence[str] | None = None,
    deep_seconds: float | None = None,
    pace: tuple[float, float] = (SECONDS, DOUBLING),
    watch: Callable[[int], object] = arguments.nobody,
    warn: Callable[[str], object] = arguments.nobody,
) -> MatchReport:
    """Plays `matches` matches of a setup (None: the first), and `skill` more at most in which one seat thinks, for at most `skill_seconds`; says what they show
    of the game, as `gamedsl report` does.

    `agents` names who plays (`agents_from`), `aim` what players that think play for. `look` is the path of a look file with names for people. `processes` play
    at once (None: all cores if it takes long); the figures are the same, but for `skill`, of which fewer fit into the time. A script that asks for more than
    one does its work below `if __name__ == "__main__":`. `watch` is called with the number of matches that were played since its last call, `warn` with a
    sentence if the slow executor plays, and on how long deep looks take.

    `deep` matches are looked at deeply: they are played on from ten moments by the same players, options and answers are searched, deals are played again, and
    seats are compared with players of each of the `strengths` (None: `random`, `mcts:100`, `mcts:1000`; weakest first). After `deep_seconds` (None: no
    limit) no more of them begin. `pace` is for the minutes of a match: the seconds for a decision, and those that each doubling of the options adds.

    Raises RulesError, MatchFault, AgentSpecError, WorldsError if agents that think cannot play the game, LookError, OSError, MissingExtraError, and
    ArgumentError.
    """
    check_drawing()
    known = correct(rules).known
    chosen = one_setup(rules, setup)
    number, start = arguments.countable("matches", matches, 10), arguments.whole("seed", seed)
    thinking = arguments.countable("skill", skill, 0)
    seconds = arguments.positive("skill_seconds", skill_seconds)
    workers = arguments.workers(processes, "processes")
    arguments.function("watch", watch)
    arguments.function("warn", warn)
    game = compile_setup(rules, chosen)
    who = lineup_of(agents, game.game, aim)
    depth = _depth(deep, strengths, deep_seconds, game.game, aim)
    tempo = Pace(*_seconds(pace))
    own = read_look(look, rules, [game.game])
    job = Job(engine_with_note(rules, game, Purpose.PLAY, warn), who, start)
    sources = {source.name: source for source in known.sources}
    with with_guard(workers):
        found = evidence(
            job,
            number,
            Thinking(thinking, seconds),
            workers,
            watch,
            places(game, sources),
            known.store,
            depth,
            tempo,
            warn,
        )
    name = title_for_players(own, game.game.name, game.game.variants)
    is_random = are_random(who, game.game)
    heading = f"{name}: what {number:,} matches{' of random players' if is_random else ''} show"
    summary = f"{setup_words(chosen)}, {lineup_text(who, game.game)}: {number:,} matches of seed {start}"
    if found.watched < number:
        summary += f"; what is told of single choices is from the first {found.watched:,} of them"
    told = None if found.story is None else _in_sentences(found.story, job, own)
    skill_title = next((one.title for one in found.sections if one.id == "skill"), "")
    who_plays = f"{_by_chance(skill_title)} {_RANDOM}" if is_random else _THINKING
    whole = Report(heading, summary, found.sections, told, found.notes, who_plays)
    from gamedsl.rulebook import reasons_in_words

    return match_report(with_names(whole, names_for_people(game.game, own), reasons_in_words(known.parsed)))


def _by_chance(skill: str) -> str:
    """Says that random players choose by chance; `skill` is the title of the section with matches of other players, if there is one."""
    but = f", except in “{skill}”, whose matches are others: there all search ahead" if skill else ""
    return f"All players in these matches choose by chance{but}."


_RANDOM = (
    "That shows what the rules lead to by themselves: how matches end, whether luck alone favours a seat, what is "
    "never reached. What people would choose, how long they would play, and how they would win is not known from it: `--agents mcts:100` lets players think."
)
_THINKING = (
    "The players in these matches are computer players that search ahead. They play to win, but not as people do: seats, lengths and ways to win are those of such "
    "players."
)
"""The conclusions that the players of the matches allow."""

_SORTS: dict[Sort, Literal["move", "effect", "period"]] = {
    "choice": "move",
    "pending": "move",
    "effect": "effect",
    "phase": "effect",
    "period": "period",
}
"""The sorts of lines of a story, by those of the log."""


def _in_sentences(told: Story, job: Job, look: JsonObject) -> Story:
    """Returns the match with its moves in the sentences of the log, and what followed from each."""
    from gamedsl.table.logs.retelling import retell

    engine = cast("Engine[State]", job.chosen.engine)
    moves = tuple((line.seat, line.text) for line in told.lines if line.seat is not None)
    record = replay_of(engine.game, "", job.seed, told.match, moves, None, job.start)
    sentences = retell(engine, look, record)
    lines: list[Line] = []
    for line in told.lines:
        if line.seat is None:
            lines.append(line)
            continue
        for one in next(sentences, ()):
            lines.append(Line(one.text, _SORTS[one.sort], line.seat))
    return evolve(told, lines=tuple(lines))


def match_report(told: Report) -> MatchReport:
    """Returns the contents of a page with the page."""
    figures = tuple(_figure(s.title, one) for s in told.sections for one in s.figures)
    to_change, in_short = findings_to_change(told.sections), findings_in_short(told.sections)
    return MatchReport(
        told.title,
        told.summary,
        figures,
        _findings(told.sections),
        told.notes,
        _findings(to_change),
        _findings(in_short),
        page(told),
    )


def _findings(sections: Sequence[Section]) -> tuple[ReportFinding, ...]:
    return tuple(ReportFinding(s.title, one.text, one.sort, one.advice) for s in sections for one in s.findings)


def _figure(section: str, one: Figure) -> ReportFigure:
    found = one.estimate
    value, low, high = (None, None, None) if found is None else (found.value, found.low, found.high)
    return ReportFigure(
        section,
        one.name,
        one.title,
        one.unit,
        value,
        low,
        high,
        one.count,
        one.needed,
        one.of,
        one.meaning,
        one.source.short,
        one.source.full,
    )


def _depth(deep: int, strengths: Sequence[str] | None, seconds: float | None, game: Game, aim: str | None) -> Depth:
    """Returns how deep the report looks. Raises ArgumentError, AgentSpecError."""
    matches = arguments.whole("deep", deep, 0)
    if seconds is not None and not matches:
        raise ArgumentError("`deep_seconds` are for matches that are looked at deeply: give `deep`, too")
    limit = inf if seconds is None else arguments.positive("deep_seconds", seconds)
    names: Sequence[str] = STRENGTHS
    if strengths is not None and not matches:
        raise ArgumentError("`strengths` are for matches that are looked at deeply: give `deep`, too")
    if strengths is not None:
        names = arguments.texts("strengths", strengths)
    lists = [name for name in names if "," in name]
    if lists:
        raise ArgumentError(f"a strength is one agent for all seats, not `{lists[0]}`")
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise ArgumentError(f"`strengths` are two different agents or more, not {', '.join(names)}")
    return Depth(matches, tuple(lineup_of(name, game, aim) for name in names) if matches else (), limit)


def _seconds(pace: tuple[float, float]) -> tuple[float, float]:
    """Returns the two numbers of a pace. Raises ArgumentError."""
    found = arguments.several("pace", pace)
    if len(found) != 2:
        raise ArgumentError(f"`pace` is two numbers of seconds, not {len(found)}")
    first, second = (arguments.positive("pace", one, "two numbers of seconds") for one in found)
    return first, second
