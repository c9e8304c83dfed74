"""Tries rules in the background while somebody edits them: their examples, then random matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gamedsl import pipeline
from gamedsl.cache.passed_examples import KnownExamples
from gamedsl.cards.words import seat_title
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import Game
from gamedsl.json import Json, JsonObject
from gamedsl.reports.failed_examples import notes, reasons
from gamedsl.reports.faults import diagnostic, find_broken_match, retold
from gamedsl.reports.setups import setup_text
from gamedsl.source import Source
from gamedsl.studio.reading import finding
from gamedsl.studio.setting import ShownSetting
from gamedsl_interpreter.engine import Checking
from gamedsl_interpreter.matches.fastest import fastest, random_matches
from gamedsl_interpreter.matches.match import MatchFault
from gamedsl_interpreter.matches.simulate import Summary, wilson
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.worked_examples.run import ExampleResult
from gamedsl_interpreter.worked_examples.running import run_example

SEED = 1
_NUMBERS = (20, 200, 1000)
"""Numbers of matches for successive figures: the first appear soon, the last are more exact."""


class StaleError(Exception):
    """The result of a trial is no longer wanted, because the rules have changed."""


# ---------------------------------------------------------------- examples


def marks(setting: ShownSetting) -> Iterator[JsonObject]:
    """Yields the results of the rules' examples one by one: `name`, `doc`, `setup`, `place`, `passed`, `lines` (reasons for a failure, or lines that prove
    nothing: text, whether it is an aside)."""
    known = setting.known
    sources = {source.name: source for source in known.parsed.sources}
    for setup, game, specs in pipeline.examples(known.parsed):
        run = _runner(setting, game.game)
        for spec in specs:
            yield _mark(spec, run(spec), setup, game, sources, known.source.name)


def _runner(setting: ShownSetting, game: Game) -> Callable[[ExampleSpec], ExampleResult]:
    """Returns a function that runs examples, except for those that are known to pass."""
    store = setting.known.store
    kept = None if store is None else KnownExamples(game, store)
    host: list[ReferenceHost] = []

    def run(spec: ExampleSpec) -> ExampleResult:
        before = None if kept is None else kept.result(spec)
        if before is not None:
            return before
        if not host:
            host.append(ReferenceHost(game))
        result = run_example(host[0], spec)
        if kept is not None:
            kept.keep(spec, result)
        return result

    return run


def _mark(
    spec: ExampleSpec, result: ExampleResult, setup: Setup, game: Compiled, sources: Mapping[str, Source], name: str
) -> JsonObject:
    told = notes(result, game, sources, name) if result.passed else reasons(result, game, sources)
    lines: list[Json] = [[line.text, line.is_aside] for line in told]
    return {"name": spec.name, "doc": spec.doc, "setup": setup_text(setup), "passed": result.passed, "lines": lines}


# ---------------------------------------------------------------- figures


def figures(setting: ShownSetting, watch: Callable[[int], None]) -> Iterator[JsonObject]:
    """Yields figures of more and more random matches as data, or the fault that one of them caused: `fault`. Calls `watch` now and then, which may raise
    StaleError."""
    chosen = fastest(setting.compiled.game, Checking.ON, keeper=setting.known.store)
    for number in _NUMBERS:
        try:
            summary = random_matches(chosen, Policy.STEPS, SEED, 0, number, 1, watch)
        except MatchFault as caught:
            yield _fault(setting, caught)
            return
        yield _data(summary, is_last=number == _NUMBERS[-1])


def _fault(setting: ShownSetting, caught: MatchFault) -> JsonObject:
    """Returns the broken promise as a finding, and the match that broke it."""
    sources = {source.name: source for source in setting.known.parsed.sources}
    told = retold(setting.compiled, find_broken_match(setting.setup, caught))
    match: list[Json] = [[line.text, line.is_aside] for line in told]
    return {"fault": finding(diagnostic(caught.fault, setting.compiled), sources).data(), "match": match}


def trouble(setting: ShownSetting, error: pipeline.NotCompilable) -> JsonObject:
    """Returns data in place of figures, if compiling has shown that the rules are wrong."""
    sources = {source.name: source for source in setting.known.parsed.sources}
    first = error.diagnostics[:1]
    return {"fault": finding(first[0], sources).data() if first else None, "match": []}


def _data(summary: Summary, *, is_last: bool) -> JsonObject:
    seats: list[Json] = [
        {
            "name": seat_title(seat.name),
            "wins": float(seat.wins) / summary.matches,
            "interval": [*wilson(seat.wins, summary.matches)],
            "points": seat.total.mean,
            "spread": seat.total.sd,
        }
        for seat in summary.seats
    ]
    reasons_: list[Json] = [[reason, count / summary.matches] for reason, count in summary.reasons]
    length = summary.decisions
    return {
        "matches": summary.matches,
        "seed": summary.seed,
        "is_last": is_last,
        "decisions": {"mean": length.mean, "least": length.least, "most": length.most},
        "has_points": bool(summary.seats[0].lines),
        "seats": seats,
        "reasons": reasons_,
        "contest": summary.contest.value,
    }
