"""Searches for matches in which rules break a promise, for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from gamedsl.api.asked import correct, some_setups
from gamedsl.api.rules import Rules, RulesError
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.json import JsonObject
from gamedsl.values import field, frozen
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.replay import Replay
from gamedsl_interpreter.trouble.survey import Idle

if TYPE_CHECKING:
    from gamedsl.diagnostics.model import Diagnostic
    from gamedsl.reports.trouble import Case, TroubleFound
    from gamedsl_interpreter.trouble.attempts import Attempt
    from gamedsl_interpreter.trouble.probing import Key
    from gamedsl_interpreter.trouble.searching import Plan, Searched, Witness


@frozen
class Trouble:
    """A promise that the rules break: the `fault`, and a `diagnostic` of it at the rule's line. `replay` is a short match that leads there; its last move
    fails, or breaks the promise. `moves` are those of the match, forced ones included, without `failing`: the move that could not be carried out, None if all
    could. `example` is the text of a failing example, to be pasted into the rules; None if no short one shows the fault. `report`
    is the text that `gamedsl verify` prints; `data` is what it prints with `--json`."""

    diagnostic: Diagnostic
    fault: Fault
    replay: Replay
    moves: tuple[Played, ...]
    failing: Played | None
    example: str | None
    report: str
    data: JsonObject = field(repr=False)


@frozen
class Possible:
    """Whether something that the rules declare as `possible` happens: `replay` is a short match in which it does, and `moves` are its moves, forced ones
    included. Without a match, `is_proved` says whether it is certain that none has it."""

    name: str
    replay: Replay | None
    moves: tuple[Played, ...]
    is_proved: bool


@frozen
class Verified:
    """The findings in a setup. If `is_whole`, all `positions` were visited, and the promises that hold are proved; else positions were visited up to
    `depth` answers deep, and this many `matches` were played. `visited` are the positions in random matches and in walks near the break of a promise, each
    as often as it was met. A fault in one of `excluded` random matches would have been found with 99.9 % (0: nothing is excluded). `is_sound`: nothing wrong
    was met. `troubles` leaves out those of earlier setups. `idle` lists what never happened; None if there is trouble. Hidden facts were exchanged in
    `exchanged` matches. `data` is what `gamedsl verify --json` prints of the setup, without the troubles."""

    setup: Setup
    positions: int
    depth: int
    is_whole: bool
    is_sound: bool
    matches: int
    visited: int
    excluded: int
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
    seconds: float = 2.0,
    seed: int = 1,
    secrets: int = 10,
    watch: Callable[[int], object] = arguments.nobody,
) -> tuple[Verified, ...]:
    """Searches for matches in which the rules break a promise: an invariant, a range, a limit. Also finds whether what must be `possible` happens, and
    what never happens.

    `setups` are some of `rules.setups()` (None: all). They are searched in order of their players, and a trouble found in one is not searched in later
    ones. A game of at most `most` positions is searched to the end, or `depth` answers deep. Otherwise each setup is searched for `seconds`: with random matches
    of two kinds, at least `matches` of each; with walks from positions that are near the break of a promise; and with matches of thinking players. Then players
    that prefer rarely tried moves play. Equal arguments give equal results with `seconds=0`. In `secrets` matches of each setup, hidden facts are exchanged:
    if a seat can notice it, that is trouble (`E_SECRET`), unless the rules declare that it learns the fact. `watch` is called with the number of positions
    and matches since its last call.

    Takes up to some minutes. Raises RulesError, ArgumentError.
    """
    task = search_of(rules, setups, depth, most, matches, seconds, seed, secrets)
    return tuple(search_setups(task, lambda _: nullcontext(watch)))


@frozen
class SetupSearch:
    """The things that are searched, and how far: see `verify`."""

    rules: Rules
    setups: tuple[Setup, ...]
    plan: Plan
    secrets: int


def search_of(
    rules: Rules,
    setups: Sequence[Setup] | None,
    depth: int | None,
    most: int,
    matches: int,
    seconds: float,
    seed: int,
    secrets: int,
) -> SetupSearch:
    """Reads the arguments of `verify`. Raises RulesError, ArgumentError."""
    plan = _plan(depth, most, matches, seconds, seed)
    exchanges = arguments.whole("secrets", secrets, 0)
    return SetupSearch(correct(rules), some_setups(rules, setups), plan, exchanges)


Watching = Callable[[Setup], AbstractContextManager[Callable[[int], object]]]
"""Gives the `watch` of a setup while it is searched."""


def search_setups(task: SetupSearch, watching: Watching) -> Iterator[Verified]:
    """Searches one setup after the other, in order of their players. Raises RulesError."""
    from gamedsl.pipeline import NotCompilable
    from gamedsl.reports.secrecy import with_leaks, with_places
    from gamedsl.reports.trouble import cases, troubles_of
    from gamedsl_interpreter.trouble.searching import search_trouble

    rules, known, secrets = task.rules, task.rules.known, task.secrets

    def game_of(setup: Setup) -> Compiled:
        game = known.compile(setup)
        return with_places(game, known.parsed, setup) if secrets else game

    def search(setup: Setup, game: Compiled, old: frozenset[Key]) -> Searched:
        with watching(setup) as watch:
            result = search_trouble(game.game, task.plan, old, known.store, watch)
            return with_leaks(result, known.parsed, setup, game, old, secrets, task.plan.seed, watch)

    number = 1
    try:
        for case in cases(task.setups, game_of, search):
            yield _make_verified(rules, case, tuple(troubles_of(known, case, number)))
            number += len(case.result.troubles)
    except NotCompilable as error:
        raise RulesError(rules.text(error.diagnostics), error.diagnostics) from None


def _plan(depth: int | None, most: int, matches: int, seconds: float, seed: int) -> Plan:
    from gamedsl_interpreter.trouble.searching import Plan

    if depth is not None:
        arguments.whole("depth", depth, 1)
    arguments.whole("most", most, 1)
    number = arguments.countable("matches", matches, 0)
    limit = arguments.positive("seconds", seconds, "a number of seconds")
    return Plan(most, depth, number, min(50, number), limit, arguments.whole("seed", seed))


def _make_verified(rules: Rules, case: Case, troubles: Sequence[TroubleFound]) -> Verified:
    from gamedsl.reports.trouble import case_data

    result = case.result
    possibles = tuple(_possible(rules, case, one) for one in result.witnesses)
    return Verified(
        case.setup,
        result.looked.positions,
        result.looked.depth,
        result.looked.is_whole,
        not result.troubles and result.looked.fault is None,
        result.work.matches,
        result.work.positions,
        result.excluded,
        result.exchanged,
        tuple(_trouble(rules, one) for one in troubles),
        possibles,
        result.idle,
        case_data(case),
    )


def _possible(rules: Rules, case: Case, one: Witness) -> Possible:
    from gamedsl.reports.trouble import all_moves

    if one.attempt is None:
        return Possible(one.name, None, (), one.is_proved)
    return Possible(one.name, _replay(rules, case, one.attempt), all_moves(one.attempt), one.is_proved)


def _trouble(rules: Rules, found: TroubleFound) -> Trouble:
    from gamedsl.reports.faults import diagnostic, retold
    from gamedsl.reports.trouble import trouble_data

    game = found.case.game
    finding = diagnostic(found.fault, game)
    match = "".join(f"{line.text}\n" for line in retold(game, found.match))
    replay = _replay(rules, found.case, found.attempt)
    sources = {source.name: source for source in rules.known.sources}
    data = trouble_data(found, sources)
    report = rules.text([finding]) + match
    return Trouble(finding, found.fault, replay, found.match.moves, found.match.failing, found.example, report, data)


def _replay(rules: Rules, case: Case, attempt: Attempt) -> Replay:
    from gamedsl.reports.trouble import make_replay

    return make_replay(rules.known, rules.known.source.name, case.game, attempt, rules.known.store)
