"""Makes a page with pictures on what matches show of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from gamedsl.api.asked import compiled, correct, one_setup
from gamedsl.api.making.looks import checked_look, names_for_people
from gamedsl.api.rules import Rules
from gamedsl.api.studies.lineups import lineup_of, noted_engine
from gamedsl.cards.faces import said
from gamedsl.graph.compiled import Setup
from gamedsl.reports.places import places
from gamedsl.reports.setups import setup_text
from gamedsl.reports.titles import game_text, titled
from gamedsl.values import field, frozen
from gamedsl.workbench.lineups import lineup_text
from gamedsl.workbench.playing.jobs import Job
from gamedsl.workbench.reporting.make import evidence
from gamedsl.workbench.reporting.naming import with_names
from gamedsl.workbench.reporting.page import Report, page
from gamedsl.workbench.reporting.pictures import check_drawing
from gamedsl.workbench.reporting.skill import Thinking
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.processes import with_guard
from gamedsl_interpreter.wasm.instances.interface import Purpose


@frozen
class ReportFinding:
    """A sentence of a report, under the title of its section. `certainty`: `certain`, `open` (more matches may decide it), or `plain` (a count)."""

    section: str
    text: str
    certainty: Literal["certain", "open", "plain"]


@frozen
class MatchReport:
    """What matches show of a game: the title and the summary of the page, its findings in order, notes on what is not known, and the page as HTML."""

    title: str
    summary: str
    findings: tuple[ReportFinding, ...]
    notes: tuple[str, ...]
    html: str = field(repr=False)


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
    watch: Callable[[int], object] = arguments.nobody,
    warn: Callable[[str], object] = arguments.nobody,
) -> MatchReport:
    """Plays `matches` matches of a setup (None: the first), and `skill` more at most in which one seat thinks, for at most `skill_seconds`; says what they show
    of the game, as `gamedsl report` does.

    `agents` names who plays (`agents_from`), `aim` what players that think play for. `look` is the path of a look file with names for people. `processes` play
    at once (None: all cores if it takes long); the figures are the same, but for `skill`, of which fewer fit into the time. A script that asks for more than
    one does its work below `if __name__ == "__main__":`. `watch` is called with the number of matches that were played since its last call, `warn` with a
    sentence if the slow executor plays.

    Raises RulesError, MatchFault, AgentSpecError, WorldsError if agents that think cannot play the game, LookError, OSError, MissingExtraError, and
    ArgumentError.
    """
    check_drawing()
    known = correct(rules).known
    chosen = one_setup(rules, setup)
    number, start = arguments.whole("matches", matches, 10), arguments.whole("seed", seed)
    thinking = arguments.whole("skill", skill, 0)
    seconds = arguments.positive("skill_seconds", skill_seconds)
    workers = arguments.workers(processes, "processes")
    arguments.function("watch", watch)
    arguments.function("warn", warn)
    game = compiled(rules, chosen)
    who = lineup_of(agents, game.game, aim)
    own = checked_look(look, rules, [game.game])
    job = Job(noted_engine(rules, game, Purpose.PLAY, warn), who, start)
    sources = {source.name: source for source in known.sources}
    with with_guard(workers):
        found = evidence(job, number, Thinking(thinking, seconds), workers, watch, places(game, sources), known.store)
    name = said(own, "title") or titled(game_text(game.game.name, game.game.variants))
    heading = f"{name}: what {number:,} matches show"
    summary = f"{setup_text(chosen)}, {lineup_text(who, game.game)}: {number:,} matches of seed {start}"
    whole = Report(heading, summary, found.sections, found.story, found.notes)
    told = with_names(whole, names_for_people(game.game, own))
    findings = tuple(ReportFinding(s.title, one.text, one.sort) for s in told.sections for one in s.findings)
    return MatchReport(heading, summary, findings, told.notes, page(told))
