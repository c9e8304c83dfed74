"""Searches for matches in which rules break a promise, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamedsl.api.asked import correct, some_setups
from gamedsl.api.rules import Rules, RulesError
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.json import JsonObject
from gamedsl.values import field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.matches.replay import Replay
from gamedsl_interpreter.trouble.survey import Idle

if TYPE_CHECKING:
    from gamedsl.diagnostics.model import Diagnostic
    from gamedsl.reports.trouble import Case, TroubleFound
    from gamedsl_interpreter.trouble.attempts import Attempt
    from gamedsl_interpreter.trouble.probing import Key
    from gamedsl_interpreter.trouble.searching import Plan, Searched


@frozen
class Trouble:
    """A promise that the rules break: the `fault`, and a `diagnostic` of it at the rule's line. `replay` is a short match that leads there; its last move
    fails, or breaks the promise. `example` is the text of a failing example, to be pasted into the rules; None if no short one shows the fault. `report`
    is the text that `gamedsl verify` prints; `data` is what it prints with `--json`."""

    diagnostic: Diagnostic
    fault: Fault
    replay: Replay
    example: str | None
    report: str
    data: JsonObject = field(repr=False)


@frozen
class Possible:
    """Whether something that the rules declare as `possible` happens: `replay` is a short match in which it does. Without one, `is_proved` says whether it
    is certain that no match has it."""

    name: str
    replay: Replay | None
    is_proved: bool


@frozen
class Verified:
    """The findings in a setup. If `is_whole`, all `positions` were visited, and the promises that hold are proved; else positions were visited up to
    `depth` answers deep, and this many `matches` were played. `troubles` leaves out those of earlier setups. `idle` lists what never happened; None if
    there is trouble. Hidden facts were exchanged in `exchanged` matches. `data` is what `gamedsl verify --json` prints of the setup, without the
    troubles."""

    setup: Setup
    positions: int
    depth: int
    is_whole: bool
    matches: int
    exchanged: int
    troubles: tuple[Trouble, ...]
    possibles: tuple[Possible, ...]
    idle: Idle | None
    data: JsonObject = field(repr=False)


def verify(
    rules: Rules,
    setups: Sequence[Setup] | None = None,
    depth: int | None = None,
    most: int = 20_000,
    matches: int = 500,
    thinking: float = 2.0,
    seed: int = 1,
    secrets: int = 10,
) -> tuple[Verified, ...]:
    """Searches for matches in which the rules break a promise: an invariant, a range, a limit. Also finds whether what must be `possible` happens, and
    what never happens.

    `setups` are some of `rules.setups()` (None: all). They are searched in order of their players, and a trouble found in one is not searched in later
    ones. A game of at most `most` positions is searched to the end, or `depth` answers deep. Otherwise `matches` random matches of two kinds are played,
    then matches of thinking players, for `thinking` seconds in each setup, and of players that prefer rarely tried moves. Equal arguments give equal
    results, except for the findings of thinking players: with `thinking=0` there are none. In `secrets` matches of each setup, hidden facts are exchanged:
    if a seat can notice it, that is trouble (`E_SECRET`), unless the rules declare that it learns the fact.

    Takes up to some minutes. Raises RulesError, ArgumentError.
    """
    from gamedsl.pipeline import NotCompilable
    from gamedsl.reports.secrecy import with_leaks, with_places
    from gamedsl.reports.trouble import cases, troubles_of
    from gamedsl_interpreter.trouble.searching import search_trouble

    known = correct(rules).known
    plan = _plan(depth, most, matches, thinking, seed)
    chosen = some_setups(rules, setups)
    exchanges = arguments.whole("secrets", secrets, 0)

    def game_of(setup: Setup) -> Compiled:
        game = known.compiled(setup)
        return with_places(game, known.parsed, setup) if exchanges else game

    def search(setup: Setup, game: Compiled, old: frozenset[Key]) -> Searched:
        result = search_trouble(game.game, plan, old, known.store)
        return with_leaks(result, known.parsed, setup, game, old, exchanges, plan.seed)

    try:
        found = tuple(cases(chosen, game_of, search))
        troubles = tuple(troubles_of(known, found))
    except NotCompilable as error:
        raise RulesError(rules.text(error.diagnostics), error.diagnostics) from None
    return tuple(_make_verified(rules, case, [one for one in troubles if one.case is case]) for case in found)


def _plan(depth: int | None, most: int, matches: int, thinking: float, seed: int) -> Plan:
    from gamedsl_interpreter.trouble.searching import Plan

    if depth is not None:
        arguments.whole("depth", depth, 1)
    arguments.whole("most", most, 1)
    number = arguments.whole("matches", matches, 0)
    seconds = arguments.positive("thinking", thinking, "a number of seconds")
    return Plan(most, depth, number, min(50, number), seconds, arguments.whole("seed", seed))


def _make_verified(rules: Rules, case: Case, troubles: Sequence[TroubleFound]) -> Verified:
    from gamedsl.reports.trouble import case_data

    result = case.result
    possibles = tuple(
        Possible(one.name, None if one.attempt is None else _replay(rules, case, one.attempt), one.is_proved)
        for one in result.witnesses
    )
    return Verified(
        case.setup,
        result.looked.positions,
        result.looked.depth,
        result.looked.is_whole,
        result.played,
        result.exchanged,
        tuple(_trouble(rules, one) for one in troubles),
        possibles,
        result.idle,
        case_data(case),
    )


def _trouble(rules: Rules, found: TroubleFound) -> Trouble:
    from gamedsl.reports.faults import diagnostic, retold
    from gamedsl.reports.trouble import trouble_data

    game = found.case.game
    finding = diagnostic(found.fault, game)
    match = "".join(f"{line.text}\n" for line in retold(game, found.match))
    replay = _replay(rules, found.case, found.attempt)
    sources = {source.name: source for source in rules.known.sources}
    data = trouble_data(found, sources)
    return Trouble(finding, found.fault, replay, found.example, rules.text([finding]) + match, data)


def _replay(rules: Rules, case: Case, attempt: Attempt) -> Replay:
    from gamedsl.reports.trouble import replay_found

    return replay_found(rules.known, rules.known.source.name, case.game, attempt, rules.known.store)
