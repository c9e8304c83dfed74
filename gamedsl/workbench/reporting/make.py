"""Makes the content of a report: plays matches and builds the sections from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mean
from types import MappingProxyType

from gamedsl.graph.model.game import Game
from gamedsl.values import evolve, frozen
from gamedsl.workbench.lineups import are_random
from gamedsl.workbench.playing.conditions import conditions, examine
from gamedsl.workbench.playing.jobs import Chunk, Decision, Detail, Job
from gamedsl.workbench.playing.noticing import noticing
from gamedsl.workbench.playing.workers import play_chunks
from gamedsl.workbench.reporting import courses, results, used
from gamedsl.workbench.reporting.answers import answers_section
from gamedsl.workbench.reporting.courses import Pace, Watched, pace_section
from gamedsl.workbench.reporting.deep.sections import Depth, deep_sections
from gamedsl.workbench.reporting.happenings import happenings_section
from gamedsl.workbench.reporting.model import ENOUGH, Section
from gamedsl.workbench.reporting.outcomes import Outcomes, join_outcomes, outcomes
from gamedsl.workbench.reporting.reach import Places, reach_section, refusal_section
from gamedsl.workbench.reporting.short import AMONG_RANDOM
from gamedsl.workbench.reporting.skill import Thinking, UnknownSkillError, skill
from gamedsl.workbench.reporting.story import Story, story
from gamedsl.workbench.reporting.strategies import strategies_section
from gamedsl.workbench.tables import table_of
from gamedsl_interpreter.arguments import nobody
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.modules import Keeper
from gamedsl_interpreter.worlds.lost import WorldsError

DECISIONS, MOST_DECISIONS = 20_000, 60_000
"""The number of decisions that are recorded, in the first matches: each costs about 100 times as much as one inside the module. Where these are not the decisions of
`ENOUGH` matches, more are recorded, up to the second number."""


_FRESH = 3
"""How many times as many new matches random players play if a seat stands out."""

_OF_PLAYERS = ("minutes", "length", "happenings", "decided", "lead", "ways", "points", "used", "answers")
"""The sections whose numbers depend on how people play most."""

_SENTENCE_BEGINNINGS = {"A", "All", "At", "Each", "Everything", "How", "No", "On", "The", "There", "Whoever", "Winners"}
"""The words with which findings begin that are written small inside a sentence; others are names."""

_NO_DEPTH, _USUAL_PACE = Depth(), Pace()


@frozen
class Evidence:
    """The content of a report on a game."""

    sections: tuple[Section, ...]
    story: Story | None
    notes: tuple[str, ...]
    watched: int
    """The number of matches of which every decision was recorded: the first ones."""


def evidence(
    job: Job,
    matches: int,
    thinking: Thinking,
    workers: int | None = None,
    tick: Callable[[int], object] = lambda _: None,
    places: Places = MappingProxyType({}),
    keeper: Keeper | None = None,
    depth: Depth = _NO_DEPTH,
    pace: Pace = _USUAL_PACE,
    say: Callable[[str], object] = nobody,
) -> Evidence:
    """Plays `matches` matches from match 0 of the seed on and builds the sections. `places` maps sites to lines of the rules. The result does not depend on
    `workers`, except that they limit how many matches of thinking players, and how many deeply studied matches, fit into the time. `keeper` keeps modules
    for later starts. `depth`: how many matches are looked at deeply; `pace`: how long people think. `say` is called with sentences on what takes long.
    Raises MatchFault, and WorldsError if the agents of the job think and cannot play this game."""
    game = job.chosen.engine.game
    told = f"{matches:,} matches of seed {job.seed}."
    is_random = are_random(job.agents, game)
    ended, fresh, reach, ran = _play_matches(job, matches, workers, tick, places, keeper)
    watched = _play_watched(job, game, matches, workers)
    figures = used.figures_of(watched)
    scope = f"The first {len(watched.decisions):,} matches of seed {job.seed}, every decision of them."
    refusing = _conditions_section(job, watched, places)
    sections = [
        *of_outcomes(ended, told, fresh),
        *_course_sections(job, watched, figures, scope, pace),
        *_present(strategies_section(ended, watched, told, is_random=is_random)),
        *([used.kinds_section(game.about.kinds, ran, len(ended.matches), figures, told)] if ran else []),
        *reach,
        *_present(refusing),
    ]
    if is_random:
        sections = [_among_random(one) for one in sections]
    notes = list(_untold(len(watched.decisions)))
    if ENOUGH <= len(watched.decisions) < len(ended.matches):
        notes.append(
            f"What happens, what is used and when a match is decided is known of the first {len(watched.decisions):,} matches only."
        )
    if depth.matches:
        try:
            sections += deep_sections(job, depth, workers, tick, has_rivals=ended.is_contest, say=say)
        except WorldsError as error:
            notes.append(f"What positions and options are worth is not known: {_reason(error)}.")
    if thinking.matches and game.humans > 1:
        try:
            sections.append(skill(job, thinking, mean(one.decisions for one in ended.matches), workers, tick))
        except (WorldsError, UnknownSkillError) as error:
            notes.append(f"How much skill counts is not known: {_reason(error)}.")
    return Evidence(tuple(sections), story(watched), tuple(notes), len(watched.decisions))


def _among_random(section: Section) -> Section:
    """Says in the first finding of a section that it is on random players, if people would be different."""
    if section.id not in _OF_PLAYERS or not section.findings:
        return section
    first, *others = section.findings
    word, _, rest = first.text.partition(" ")
    begun = word.lower() if word in _SENTENCE_BEGINNINGS else word
    return evolve(section, findings=(evolve(first, text=f"{AMONG_RANDOM}{begun} {rest}"), *others))


def _untold(matches: int) -> Iterator[str]:
    """Says which facts about the course of matches are left out because too few matches were watched."""
    if matches < ENOUGH:
        few = (
            f"{matches} matches are too few, of at least {ENOUGH}"
            if matches > 1
            else f"one match is too few, of at least {ENOUGH}"
        )
        yield f"When a match is decided, how often the lead changes and what is used is not known: {few}."


def _conditions_section(job: Job, watched: Watched, places: Places) -> Section | None:
    """Makes the section on which conditions refuse moves; None if there are no conditions."""
    names = conditions(job.chosen.engine.game)
    return refusal_section(names, examine(job, watched.decisions), places, job.seed) if names else None


def _reason(error: WorldsError | UnknownSkillError) -> str:
    return (
        str(error)
        if isinstance(error, UnknownSkillError)
        else f"players that think cannot play this game, because {error}"
    )


def _play_matches(
    job: Job, matches: int, workers: int | None, tick: Callable[[int], object], places: Places, keeper: Keeper | None
) -> tuple[Outcomes, Outcomes | None, Sequence[Section], Mapping[str, int]]:
    """Plays the matches. Returns their outcomes, the outcomes of new matches if a seat stands out, the section on rules that are never reached, and the
    number of matches in which rules of each kind ran. The reference executor cannot provide the last two."""
    game = job.chosen.engine.game
    noting = noticing(game)
    purpose = Purpose.PLAYOUTS if are_random(job.agents, game) else Purpose.PLAY
    chosen = fastest(noting.game, keeper=keeper, purpose=purpose) if job.chosen.note is None else job.chosen
    if chosen.note is not None:
        tables = [
            table_of(game, one.table(job))
            for one in _tick_chunks(play_chunks(job, range(matches), Detail.RESULTS, workers), tick)
        ]
        ended = join_outcomes([outcomes(table) for table in tables])
        return ended, play_fresh(job, game, ended, workers), (), {}
    own = evolve(job, chosen=chosen)
    tables = [
        table_of(noting.game, one.table(own))
        for one in _tick_chunks(play_chunks(own, range(matches), Detail.RESULTS, workers), tick)
    ]
    ended = join_outcomes([outcomes(noting.without_parts(table)) for table in tables])
    ran = frozenset[int]().union(*(noting.find_reached_parts(table) for table in tables))
    kinds = {one.kind: sum(noting.matches_with(table, one.rules) for table in tables) for one in game.about.kinds}
    reached = reach_section(game, noting.parts, ran, ended, places, f"{matches:,} matches of seed {job.seed}.")
    return ended, play_fresh(evolve(job, chosen=chosen), noting.game, ended, workers), (reached,), kinds


def play_fresh(job: Job, game: Game, ended: Outcomes, workers: int | None) -> Outcomes | None:
    """Plays new matches if a seat stands out in the finished ones; None if none does. Random players are fast, so they play more of them."""
    if not ended.is_contest or not results.stands_out(ended):
        return None
    number = len(ended.matches)
    more = number * (_FRESH if are_random(job.agents, game) else 1)
    chunks = play_chunks(job, range(number, number + more), Detail.RESULTS, workers)
    return join_outcomes([outcomes(table_of(game, one.table(job))) for one in chunks])


def of_outcomes(ended: Outcomes, made: str, fresh: Outcomes | None = None) -> Iterator[Section]:
    """Yields the sections that need only the outcomes of matches. `fresh` are new matches for a seat that stands out; see `results.seats`."""
    yield results.length(ended, made)
    if ended.is_won_together:
        yield results.victory_section(ended, made)
    if ended.is_contest:
        yield results.seats(ended, made, fresh)
        if ended.lines and any(len(one.winners) == 1 for one in ended.matches):
            yield results.points(ended, made)
    yield results.endings(ended, made)


def _course_sections(job: Job, watched: Watched, figures: used.Figures, made: str, pace: Pace) -> Iterator[Section]:
    yield pace_section(watched, pace, made)
    is_random = are_random(job.agents, job.chosen.engine.game)
    yield from _present(courses.choices(watched, made, is_random=is_random))
    if len(watched.decisions) >= ENOUGH:
        yield from _present(happenings_section(job.chosen.engine.game, watched, made))
        yield from _present(courses.decision_section(watched, made))
        yield from _present(courses.lead_changes(watched, made))
        yield from _present(used.use_section(job, watched, figures, made))
        yield from _present(answers_section(job.chosen.engine.game, watched, made))


def _present(section: Section | None) -> Iterator[Section]:
    if section is not None:
        yield section


def _tick_chunks(chunks: Iterator[Chunk], tick: Callable[[int], object]) -> Iterator[Chunk]:
    for chunk in chunks:
        yield chunk
        tick(chunk.count)


def _play_watched(job: Job, game: Game, matches: int, workers: int | None) -> Watched:
    """Plays the first matches with their decisions, until there are `ENOUGH` matches with `DECISIONS` decisions, or `MOST_DECISIONS`; at least one match."""
    parts, decisions, count = list[Outcomes](), list[tuple[Decision, ...]](), 0
    said = list[tuple[str, ...]]()
    for chunk in play_chunks(job, range(matches), Detail.DECISIONS, workers):
        parts.append(outcomes(table_of(game, chunk.table(job))))
        for match, sentences in zip(chunk.decisions, chunk.said, strict=True):
            if _is_missing(len(decisions), count):
                decisions.append(match)
                said.append(sentences)
                count += len(match)
        if not _is_missing(len(decisions), count):
            break
    whole = join_outcomes(parts)
    ended = evolve(whole, matches=whole.matches[: len(decisions)])
    return Watched(ended, tuple(decisions), tuple(said))


def _is_missing(matches: int, decisions: int) -> bool:
    return decisions < DECISIONS or (matches < ENOUGH and decisions < MOST_DECISIONS)
