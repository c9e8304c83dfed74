"""The search for trouble in one setup: in all positions if they are few, else in many matches of different agents."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import cast

from gamedsl.graph.model.game import Game
from gamedsl.values import field, frozen
from gamedsl_interpreter.engine import Checking, Engine, Forced, Move, State
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.fastest import Chosen, fastest, random_matches
from gamedsl_interpreter.matches.match import MatchFault, MatchRecord, Played, play_match
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.trouble.attempts import Attempt, as_written, attempt, curious, find_numbers
from gamedsl_interpreter.trouble.everywhere import Everywhere, everywhere
from gamedsl_interpreter.trouble.probing import Key, key_of, probing
from gamedsl_interpreter.trouble.shrinking import shrunk
from gamedsl_interpreter.trouble.survey import Idle, Survey
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.instances.modules import Keeper

MOST_KINDS = 10
"""Kinds of trouble after which a search ends."""
_SEEDS = 300
"""Matches that are tried to find one whose chance leads to a fault that is known to be somewhere."""

Tick = Callable[[int], object]


@frozen
class Plan:
    """The effort of a search: limits of positions and depth for the exhaustive search, random matches of each policy, matches of curious agents, seconds for
    searching agents. Equal plans find equal trouble, except in matches of searching agents, which depend on time."""

    most: int = 20_000
    depth: int | None = None
    matches: int = 1000
    curious: int = 50
    thinking: float = 2.0
    seed: int = 1
    start: str | None = None


@frozen
class Witness:
    """Whether a condition that must be possible comes true: a match in which it does; else None, and whether that is certain (`is_proved`)."""

    name: str
    attempt: Attempt | None
    is_proved: bool


@frozen
class Searched:
    """The result of a search in a setup. `looked` is the exhaustive search, `played` the number of matches, `troubles` a short match for each kind of
    trouble. `idle` is None if there is trouble. A fault of `looked` for which no seed was found has no match."""

    looked: Everywhere
    played: int
    troubles: tuple[Attempt, ...]
    witnesses: tuple[Witness, ...]
    idle: Idle | None
    exchanged: int = 0
    """The number of matches in which hidden facts were exchanged (see `secrecy`)."""


def search_trouble(
    game: Game, plan: Plan, known: frozenset[Key] = frozenset(), keeper: Keeper | None = None, tick: Tick = abs
) -> Searched:
    """Looks for trouble that is not `known`."""
    search = _Search(game, plan, keeper, tick)
    looked, found = search.looked_at()
    played = 0
    if not looked.is_whole:
        played = search.play(found, set(known))
    survey, own = search.surveyed(found, set(known))
    short = tuple(shrunk(search.engine, one, key, tick=tick) for key, one in found.items() if key not in known)
    witnesses = tuple(_witness(game, one.name, plan, keeper, tick) for one in game.possibles)
    return Searched(looked, played + own, short, witnesses, survey)


@frozen
class _Search:
    game: Game
    plan: Plan
    keeper: Keeper | None
    tick: Tick
    chosen: Chosen = field(init=False)

    def __attrs_post_init__(self) -> None:
        chosen = fastest(self.game, Checking.ON, forced=Forced.ASKED, keeper=self.keeper)
        object.__setattr__(self, "chosen", chosen)

    @property
    def engine(self) -> Engine[State]:
        """The engine that plays: it stops at every decision, and tests invariants there."""
        return cast("Engine[State]", self.chosen.engine)

    def looked_at(self) -> tuple[Everywhere, dict[Key, Attempt]]:
        """Runs the exhaustive search; a fault comes with a match that leads to it."""
        plan = self.plan
        looked = everywhere(self.engine, plan.most, plan.depth, plan.start, self.tick)
        if looked.fault is None:
            return looked, {}
        key = key_of(looked.fault)
        for index in range(_SEEDS):
            one = attempt(self.engine, plan.seed, index, plan.start, as_written(looked.path))
            if one.fault is not None and key_of(one.fault) == key:
                return looked, {key: one}
        return looked, {}

    def play(self, found: dict[Key, Attempt], known: set[Key]) -> int:
        """Plays random matches, then searching agents, and adds the faults to `found`. Returns the number of matches."""
        plan = self.plan
        for policy in (Policy.STEPS, Policy.MOVES):
            first, faults = 0, 0
            while first < plan.matches and faults < MOST_KINDS:
                caught = self._random(policy, first, plan.matches - first)
                if caught is None:
                    break
                faults += 1
                first = caught.record.index + 1
                self._add(caught, found, known)
        return 2 * plan.matches + self._think(found, known)

    def _random(self, policy: Policy, first: int, count: int) -> MatchFault | None:
        try:
            random_matches(
                self.chosen, policy, self.plan.seed, first, count, None, self._report_progress, self.plan.start
            )
        except MatchFault as caught:
            return caught
        return None

    def _report_progress(self, more: int) -> None:
        self.tick(more)

    def _think(self, found: dict[Key, Attempt], known: set[Key]) -> int:
        """Plays matches of agents that want to win: they reach positions that random ones never see."""
        end, index = monotonic() + self.plan.thinking, 0
        while monotonic() < end:
            agents = [_thinker(index)] * len(self.game.seats)
            try:
                play_match(
                    self.engine, [_Hurried(agent, end) for agent in agents], self.plan.seed, index, self.plan.start
                )
            except MatchFault as caught:
                self._add(caught, found, known)
            except _LateError:
                return index
            index += 1
            self.tick(1)
        return index

    def _add(self, caught: MatchFault, found: dict[Key, Attempt], known: set[Key]) -> None:
        key = key_of(caught.fault)
        if key in known or (key in found and found[key].length <= len(caught.record.moves) + 1):
            return
        one = _attempt_of(self.engine, caught.record, caught.failing)
        if one.fault is not None and key_of(one.fault) == key:
            found[key] = one

    def surveyed(self, found: dict[Key, Attempt], known: set[Key]) -> tuple[Idle | None, int]:
        """Plays matches of curious agents, which try what was tried least, and notes what never happens."""
        survey, taken = Survey(self.engine), dict[tuple[str, str, str, str], int]()
        for index in range(self.plan.curious):
            pick = survey.watched(curious(self.plan.seed, index, taken))
            one = attempt(self.engine, self.plan.seed, index, self.plan.start, pick, survey.look)
            survey.note(one)
            self.tick(1)
            if one.fault is not None:
                key = key_of(one.fault)
                if key not in known and (key not in found or one.length < found[key].length):
                    found[key] = one
        return survey.idle(), survey.matches


def _witness(game: Game, name: str, plan: Plan, keeper: Keeper | None, tick: Tick) -> Witness:
    """Finds a short match in which a condition comes true. Faults of the rules themselves end their matches."""
    probe = probing(game, [name])
    search = _Search(probe, plan, keeper, tick)
    site = probe.invariants[0].site
    wanted: Key = ("E_INVARIANT", site)
    looked, found = search.looked_at()
    if looked.is_whole:
        return Witness(name, None, is_proved=True)
    if wanted not in found:
        search.play(found, set())
    if wanted not in found:
        search.surveyed(found, set())
    if wanted not in found:
        return Witness(name, None, is_proved=False)
    return Witness(name, shrunk(search.engine, found[wanted], wanted, tick=tick), is_proved=True)


def _attempt_of(engine: Engine[State], record: MatchRecord, failing: Played | None) -> Attempt:
    """Converts a match record to an attempt, its list of numbers."""
    texts = (*record.moves, *(() if failing is None else (failing,)))
    choices = find_numbers(engine, record.seed, record.index, record.start, texts)
    return attempt(engine, record.seed, record.index, record.start, as_written(choices))


# ---------------------------------------------------------------- agents that search


class _LateError(Exception):
    """The time for searching agents is over."""


@frozen
class _Hurried:
    """Plays as `agent` does until the time is over; then raises _LateError."""

    agent: Agent
    end: float

    @property
    def name(self) -> str:
        return self.agent.name

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        if monotonic() > self.end:
            raise _LateError
        return self.agent.choose(engine, state, seat, dice)


def _thinker(index: int) -> Agent:
    """Alternates between greedy agents and tree search."""
    from gamedsl_interpreter.thinking.greedy import Greedy
    from gamedsl_interpreter.thinking.mcts import Mcts

    return Greedy(3) if index % 2 == 0 else Mcts(50)
