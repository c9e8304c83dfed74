"""Searches for the numbers of a game that fulfil what a designer wishes of its matches."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import isfinite
from pathlib import Path

from gamedsl.api.asked import compile_setup, correct, one_setup
from gamedsl.api.making.looks import names_for_people, read_look
from gamedsl.api.rules import Rules
from gamedsl.api.studies.lineups import engine_with_note, lineup_of
from gamedsl.bases import content
from gamedsl.bases import find as find_file
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.json import Json, JsonObject
from gamedsl.reports.setups import setup_text
from gamedsl.source import Source
from gamedsl.values import evolve, field, frozen
from gamedsl.workbench.lineups import lineup_for, lineup_text
from gamedsl.workbench.playing.chunks import play_chunk
from gamedsl.workbench.playing.jobs import Detail, Job
from gamedsl.workbench.playing.workers import raise_fault
from gamedsl.workbench.reporting.page import Report, page
from gamedsl.workbench.reporting.skill import THOUGHTS, agents_of_seats
from gamedsl.workbench.statistics.estimates import Estimate
from gamedsl.workbench.tuning.conflicts import Told, conflicts
from gamedsl.workbench.tuning.examples import Checked, check_examples
from gamedsl.workbench.tuning.figures import Figure, Stream
from gamedsl.workbench.tuning.knobs import Knob, Option, Setting, count_settings, list_changed_knobs, settings_now
from gamedsl.workbench.tuning.measuring import Measured, Players, Share, Study, players_of
from gamedsl.workbench.tuning.mistakes import Mistakes, WishesError, WishMistake
from gamedsl.workbench.tuning.page import report_of_tuning
from gamedsl.workbench.tuning.racing import Judge
from gamedsl.workbench.tuning.reading import Wishes, read_wishes
from gamedsl.workbench.tuning.resolving import Resolver, Wish
from gamedsl.workbench.tuning.results import SHOWN, Outcome, Variant, choose
from gamedsl.workbench.tuning.search import Search, Space, Tried, open_search
from gamedsl.workbench.tuning.spreading import cluster_of
from gamedsl.workbench.tuning.words import change_text, estimate_text, figure_text, readable_text
from gamedsl.workbench.tuning.writing import Base, variant_text
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.processes import with_guard
from gamedsl_interpreter.wasm.instances.interface import Purpose

_AS_IT_IS = "as it is"
_FORM = 1
"""The version of what is kept of a search."""


@frozen
class TunedFigure:
    """A figure of a variant: the wish and its goal as the designer wrote them; the estimate and its 95 % interval on fresh matches (shares from 0 to 1; None:
    not known). `is_met`: whether the whole interval lies inside of the wish; None if it lies on its border, or if the wish has no bounds."""

    wish: str
    goal: str
    value: float | None
    low: float | None
    high: float | None
    is_met: bool | None


@frozen
class TunedVariant:
    """A variant that was chosen, or the rules as they are, which have no `text`. `name` is its name as rules, `text` the content of its file, `settings` the
    values by the keys of the wishes, `changes` what they change, in words."""

    name: str
    title: str
    text: str
    settings: Mapping[str, int | str | bool]
    changes: tuple[str, ...]
    figures: tuple[TunedFigure, ...]


@frozen
class Tuned:
    """The result of a search: the rules as they are, and the variants that no candidate beats in all wishes, the best first. `candidates` were tried, of
    `combinations` that there are. `findings` say which wishes contradict each other, `notes` what else is to be known. `data` is what `gamedsl tune --json`
    prints."""

    now: TunedVariant
    variants: tuple[TunedVariant, ...]
    candidates: int
    combinations: int
    findings: tuple[str, ...]
    notes: tuple[str, ...]
    report: Report = field(repr=False)
    head: tuple[str, ...] = field(repr=False)
    rows: tuple[tuple[str, ...], ...] = field(repr=False)

    def page(self) -> str:
        """Returns a page with the variants, their figures and what wishes cost each other, as HTML. Raises MissingExtraError."""
        return page(self.report)

    @property
    def data(self) -> JsonObject:
        """The result as JSON."""
        return {
            "candidates": self.candidates,
            "combinations": self.combinations,
            "now": _figures_data(self.now),
            "variants": [
                {
                    "name": one.name,
                    "settings": dict(one.settings),
                    "changes": [*one.changes],
                    "figures": _figures_data(one),
                }
                for one in self.variants
            ],
            "findings": [*self.findings],
            "notes": [*self.notes],
        }


def tune(
    rules: Rules,
    wishes: str | Path,
    search: str | Path | None = None,
    setup: Setup | None = None,
    agents: str = "random",
    aim: str | None = None,
    candidates: int = 40,
    matches: int = 1000,
    fresh: int = 4000,
    seed: int = 1,
    look: str | Path | None = None,
    processes: int | None = 1,
    address: str | None = None,
    watch: Callable[[int], object] = arguments.nobody,
    warn: Callable[[str], object] = arguments.nobody,
) -> Tuned:
    """Searches for variants of the rules that fulfil the wishes in a TOML file, as `gamedsl tune` does; writes no variants. `docs/tuning.md` describes wishes.

    Up to `candidates` combinations of settings are tried with at most `matches` matches of the seed each; poor ones stop early. The chosen ones, and the rules as
    they are, play `fresh` matches of the next seed, from which their figures are. The SQLite file `search` keeps the search, if it is named: the same call goes
    on with it, and the heads of variants are those for files beside it.

    `setup` is what is played (None: the first), `agents` names who plays (`agents_from`), `aim` what players that think play for; `look` is the path of a look
    file with names for people. `processes` play at once (None: one for each processor), or the dask cluster at `address`; the result is the same. A script
    that asks for more than one process does its work below `if __name__ == "__main__":`. `watch` is called with the number of candidates that were tried since
    its last call, `warn` with a sentence if the slow executor plays or a cluster is lost.

    Raises RulesError, WishesError, SearchError if the file keeps something else, AgentSpecError, WorldsError if agents that think cannot play the game, MatchFault,
    LookError, OSError, MissingExtraError, ClusterError if no cluster answers or its workers cannot play, and ArgumentError.
    """
    file = arguments.path("wishes", wishes, "a file")
    place = None if search is None else arguments.path("search", search, "a file")
    played = one_setup(correct(rules), setup)
    tries, number = arguments.countable("candidates", candidates, 1), arguments.countable("matches", matches, 8)
    confirming, start = arguments.countable("fresh", fresh, 2), arguments.whole("seed", seed)
    workers = arguments.workers(processes, "processes")
    scheduler = None if address is None else arguments.text("address", address)
    arguments.function("watch", watch)
    arguments.function("warn", warn)
    game = compile_setup(rules, played)
    who = lineup_of(agents, game.game, aim)
    names = names_for_people(game.game, read_look(look, rules, [game.game]))
    asked = read_question(rules, file, played, game.game)
    _check_players(Job(engine_with_note(rules, game, Purpose.PLAY, warn), who, start), asked, aim)
    tuning = _Tuning(rules, played, asked, Study(asked.texts, who, asked.figures, aim, rules.known.store), names)
    about = [_FORM, asked.about, [played.players, played.options], who, number, start]
    space = Space(
        asked.knobs,
        settings_now(asked.knobs),
        asked.wishes.keeps,
        sha256(json.dumps(about).encode()).hexdigest(),
        start,
        tuple(wish.figure.key for wish in asked.wants),
    )
    told = f"{setup_text(played)}, {lineup_text(who, game.game)}"
    players = players_of(tuning.study, workers) if scheduler is None else cluster_of(tuning.study, scheduler, warn)
    guard = with_guard(workers if scheduler is None else 1)
    with open_search(place, space, tuning.judge) as found, guard, players as group:
        found.go_on(tries, number, lambda settings, i: tuning.play(group, settings, i, start), watch)
        return tuning.result(found, group, Plan(told, number, confirming, start, place))


# ---------------------------------------------------------------- what is asked


@frozen
class Asked:
    """Wishes that the rules can fulfil: what may be changed, figures and goals, the base of candidates, all texts that they build on."""

    wishes: Wishes
    base: Base
    knobs: tuple[Knob, ...]
    wants: tuple[Wish, ...]
    texts: Mapping[str, Source]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures of all wishes."""
        return tuple(wish.figure for wish in self.wants)

    @property
    def about(self) -> JsonObject:
        """The data that tell this search from others: all texts, and the wishes."""
        return {
            "texts": {name: source.text for name, source in sorted(self.texts.items())},
            "base": [*self.base.names, *self.base.lines],
            "may": [[knob.key, [*knob.settings]] for knob in self.knobs],
            "want": [[wish.figure.key, wish.goal.text] for wish in self.wants],
            "keep": self.wishes.keeps,
        }


def read_question(rules: Rules, file: str, setup: Setup, game: Game) -> Asked:
    """Reads the wishes and finds in the rules what they name. Raises WishesError, OSError."""
    try:
        text = content(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WishesError([WishMistake(None, "this is no text in UTF-8", "save it as UTF-8")]) from None
    mistakes = Mistakes(text)
    wishes = read_wishes(text, mistakes)
    known, keys = rules.known, {key.replace(" ", "") for key, _ in wishes.may}
    lines = [f"set {line}" for line in known.additions.sets if line.partition("=")[0].replace(" ", "") not in keys]
    stem = Path(known.source.name).stem
    name = stem if known.source.name.endswith(".gdl") and stem.isidentifier() else rules.name
    base = Base((name, *known.additions.variants), tuple(lines))
    resolver = Resolver(known, base, setup, game, mistakes)
    wants, knobs = resolver.wants(wishes), resolver.knobs(wishes)
    mistakes.report()
    return Asked(wishes, base, knobs, wants, resolver.texts)


def _check_players(job: Job, asked: Asked, aim: str | None) -> None:
    """Plays a match, so that it is known before the search whether these players can play, and players that think. Raises MatchFault, WorldsError."""
    game = job.chosen.engine.game
    raise_fault(job, play_chunk(job, range(1), Detail.RESULTS))
    if any(figure.stream is Stream.THINKING for figure in asked.figures):
        agents = agents_of_seats(0, game.humans, THOUGHTS)
        own = evolve(job, agents=agents if aim is None else lineup_for(agents, aim, game))
        raise_fault(own, play_chunk(own, range(1), Detail.RESULTS))


# ---------------------------------------------------------------- the search


@frozen
class Plan:
    """How a search is done: what is played, in words; the most matches of a candidate; the number of fresh matches; the seed; the file of the search."""

    told: str
    matches: int
    fresh: int
    seed: int
    search: str | None


@frozen
class _Tuning:
    """A search for variants of some rules in a setup."""

    rules: Rules
    setup: Setup
    asked: Asked
    study: Study
    names: Mapping[str, str]

    @property
    def judge(self) -> Judge:
        """Judges candidates by the wishes."""
        goals = tuple(wish.goal for wish in self.asked.wants)
        return Judge(goals, lambda measured: [None if one is None else one.value for one in self.estimates(measured)])

    def estimates(self, measured: Measured) -> tuple[Estimate | None, ...]:
        """Estimates the figure of each wish."""
        if not measured.sums:
            return (None,) * len(self.asked.wants)
        return tuple(wish.figure.estimate(sums) for wish, sums in zip(self.asked.wants, measured.sums, strict=True))

    def play(
        self, group: Players, candidates: Sequence[Mapping[str, Setting] | None], indices: range, seed: int
    ) -> list[Measured]:
        """Plays these matches of some candidates (None: of the rules as they are). Each is cut into enough parts that no process waits."""
        size = max(1, -(-len(indices) * len(candidates) // max(len(candidates), group.workers)))
        cuts = [indices[at : at + size] for at in range(0, len(indices), size)]
        legal = set(self.rules.known.setups)
        setups = [self._setup(one) for one in candidates]
        shares = [
            Share(self._text(one), setup, seed, cut.start, cut.stop)
            for one, setup in zip(candidates, setups, strict=True)
            if setup in legal
            for cut in cuts
        ]
        found = group.measure_all(shares)
        results = list[Measured]()
        for setup in setups:
            whole = Measured() if setup in legal else Measured(broken=f"there is no setup with {setup_text(setup)}")
            for _ in cuts if setup in legal else ():
                whole += next(found)
            results.append(whole)
        return results

    def _setup(self, settings: Mapping[str, Setting] | None) -> Setup:
        if settings is None:
            return self.setup
        chosen = {knob.key: str(settings[knob.key]) for knob in self.asked.knobs if isinstance(knob, Option)}
        return Setup(self.setup.players, tuple((name, chosen.get(name, value)) for name, value in self.setup.options))

    def _text(self, settings: Mapping[str, Setting] | None) -> str:
        knobs = () if settings is None else self.asked.knobs
        return variant_text("tried", self.asked.base, knobs, settings or {})

    # ------------------------------------------------------------ the result

    def result(self, search: Search, group: Players, plan: Plan) -> Tuned:
        """Plays fresh matches with the chosen candidates, and puts everything together."""
        tried, told, matches, fresh, seed = search.tried, plan.told, plan.matches, plan.fresh, plan.seed
        best = [
            one for one in choose(tried, self.judge, matches) if list_changed_knobs(self.asked.knobs, one.settings)
        ][:SHOWN]
        now = Variant(_AS_IT_IS, None, (), self.estimates(self._fresh(search, group, None, fresh, seed)))
        variants = [self._variant(number, one, search, group, fresh, seed) for number, one in enumerate(best, 1)]
        wishes = tuple(Told(figure_text(one.figure, self.names), one.goal, one.figure.unit) for one in self.asked.wants)
        sound = [one for one in tried if one.runner.measured.broken is None]
        ended = tuple(self.estimates(one.runner.measured) for one in sound if one.runner.matches >= matches)
        combinations = count_settings(self.asked.knobs)
        whole = f"{len(tried):,} of {combinations:,} combinations were tried"
        searched = (
            f"{whole}, each with up to {matches:,} matches of seed {seed} ({told}); after a quarter and after a half of them the poorer half of a round "
            f"stopped, and {len(ended):,} played to the end."
        )
        every = f"the candidates that played to the end ({len(ended):,})"
        outcome = Outcome(
            wishes,
            self.asked.knobs,
            now,
            tuple(variants),
            tuple(self.estimates(one.runner.measured) for one in sound),
            ended,
            tuple(conflicts(wishes, ended, every)),
            (),
            searched,
            f"These figures are of {fresh:,} other matches, of seed {seed + 1}, by which nothing was chosen.",
        )
        checked = [self._check(one.settings) for one in best]
        outcome = evolve(outcome, notes=tuple(self._notes(tried, best, checked)))
        title = f"{readable_text(self.asked.base.names[0], {}).capitalize()}: variants for {len(wishes)} wishes"
        report = report_of_tuning(title, f"{told}. {whole}.", outcome, self.names)
        heads = self._heads(plan.search)
        return Tuned(
            self._variant_of(self.asked.base.names[0], now, ""),
            tuple(
                self._variant_of(
                    name := f"{self.asked.base.names[0]}_tuned_{number}",
                    one,
                    self._file(name, one, heads, lines, outcome),
                )
                for number, (one, lines) in enumerate(zip(variants, checked, strict=True), 1)
            ),
            len(tried),
            combinations,
            tuple(finding.text for finding in report.sections[0].findings),
            outcome.notes,
            report,
            report.sections[0].grid.head,
            report.sections[0].grid.rows,
        )

    def _fresh(self, search: Search, group: Players, one: Tried | None, fresh: int, seed: int) -> Measured:
        """Returns what fresh matches show of a candidate, or of the rules as they are; what was played before is not played again."""
        name = f"fresh {fresh} {'now' if one is None else one.number}"
        known = search.read_note(name)
        if known is None:
            [known] = self.play(group, [None if one is None else one.settings], range(fresh), seed + 1)
            search.note(name, known)
        return known

    def _variant(self, number: int, one: Tried, search: Search, group: Players, fresh: int, seed: int) -> Variant:
        changes = tuple(
            change_text(knob, one.settings[knob.key], self.names)
            for knob in list_changed_knobs(self.asked.knobs, one.settings)
        )
        figures = self.estimates(self._fresh(search, group, one, fresh, seed))
        return Variant(f"variant {number}", one.settings, changes, figures)

    def _check(self, settings: Mapping[str, Setting]) -> Checked:
        asked = self.asked
        return check_examples(
            lambda lines: variant_text("tried", asked.base, asked.knobs, settings, more=lines),
            asked.texts.get,
            self.rules.known.store,
        )

    def _notes(self, tried: Sequence[Tried], best: Sequence[Tried], checked: Sequence[Checked]) -> Iterator[str]:
        broken = [one.runner.measured.broken for one in tried if one.runner.measured.broken is not None]
        if broken:
            many = f"{len(broken)} of {len(tried)} candidates"
            yield f"{many} could not be played, or broke a promise of the rules in a match, such as: {broken[0]}."
        if not best:
            yield "No variant was found that is better than the rules as they are."
        for number, one in enumerate(checked, 1):
            if one.errors:
                yield f"Variant {number} has mistakes in other setups, such as: {one.errors[0].message}."

    def _file(self, name: str, one: Variant, heads: Sequence[str], checked: Checked, outcome: Outcome) -> str:
        """Returns the text of the file of a variant."""
        settings = one.settings or {}
        sentence = f"{'; '.join(one.changes)}.".replace('"', "”")
        comments = [
            "Found by `gamedsl tune`. " + outcome.fresh,
            *(
                f"{wish.name} ({wish.goal.text}): {estimate_text(figure, wish.unit)} {wish.unit.value}"
                for wish, figure in zip(outcome.wishes, one.figures, strict=True)
            ),
        ]
        base = evolve(self.asked.base, names=tuple(heads))
        return variant_text(
            name, base, self.asked.knobs, settings, f"{sentence[:1].upper()}{sentence[1:]}", checked.lines, comments
        )

    def _heads(self, search: str | None) -> list[str]:
        """Returns the names of the bases as they are found from beside the file of the search: paths where another file, or none, has the name."""
        place = Path.cwd() if search is None else Path(search).parent
        found = list[str]()
        for name in self.asked.base.names:
            source = self.asked.texts[name.strip('"')]
            near = find_file(name, place)
            is_same = near is not None and Path(source.name).exists() and near.path.samefile(source.name)
            is_file = source.name.endswith(".gdl") and Path(source.name).exists()
            found.append(
                name if is_same or not is_file else f'"{Path(os.path.relpath(source.name, place)).as_posix()}"'
            )
        return found

    def _variant_of(self, name: str, one: Variant, text: str) -> TunedVariant:
        figures = tuple(_figure(wish, figure) for wish, figure in zip(self.asked.wants, one.figures, strict=True))
        settings = {} if one.settings is None else dict(one.settings)
        return TunedVariant(name, one.title, text, settings, one.changes, figures)


def _figure(wish: Wish, one: Estimate | None) -> TunedFigure:
    met = wish.goal.is_met_by(one.low, one.high) if one is not None and wish.goal.is_bounded else None
    value, low, high = (None, None, None) if one is None else (one.value, _finite(one.low), _finite(one.high))
    return TunedFigure(wish.figure.key, wish.goal.text, value, low, high, met)


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _figures_data(one: TunedVariant) -> list[Json]:
    return [
        {"wish": f.wish, "goal": f.goal, "value": f.value, "low": f.low, "high": f.high, "met": f.is_met}
        for f in one.figures
    ]
