"""The search for trouble in one setup: in all positions if they are few, else in many matches of different agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import monotonic
from typing import cast

from gamedsl.graph.analysis.walk import expressions
from gamedsl.graph.model.game import Game
from gamedsl.values import evolve, field, frozen
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.matches.fastest import Chosen, fastest, random_matches
from gamedsl_interpreter.matches.match import MatchFault, MatchRecord, Played
from gamedsl_interpreter.trouble.attempts import Attempt, attempt, curious, find_numbers, make_pick
from gamedsl_interpreter.trouble.everywhere import Everywhere, everywhere
from gamedsl_interpreter.trouble.guided import prober_of, search_guided
from gamedsl_interpreter.trouble.probing import Key, key_of, probing
from gamedsl_interpreter.trouble.survey import Idle, Survey
from gamedsl_interpreter.trouble.thinkers import thinking_matches
from gamedsl_interpreter.trouble.walks import moves_of
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from gamedsl_interpreter.wasm.instances.modules import Keeper

MOST_KINDS = 10
"""Kinds of trouble after which a search ends."""
_MOST_FAULTS = 200
"""Random matches with a fault, of one policy, after which no more are played."""
SURE = 0.999
"""The probability with which a fault that is excluded would have been found."""
_RANDOM, _GUIDED = 0.3, 0.5
"""The parts of the time for random matches, and for walks near the break of a promise; agents play in the rest. Making modules takes more time."""
_MANY = 1 << 40
"""More matches than there is time for."""
_SEEDS = 5_000
"""Matches that are tried to find one whose chance leads to a fault that is known to be somewhere."""

Tick = Callable[[int], object]


@frozen
class Plan:
    """The effort of a search: limits of positions and depth for the exhaustive search, the least number of random matches of each policy, matches of curious
    agents, seconds for all matches except those of curious agents. With 0 seconds, equal plans find equal trouble."""

    most: int = 20_000
    depth: int | None = None
    matches: int = 1000
    curious: int = 50
    seconds: float = 2.0
    seed: int = 1
    start: str | None = None


@frozen
class Witness:
    """Whether a condition that must be possible comes true: a match in which it does; otherwise None, and whether it is proved that there is none
    (`is_proved`)."""

    name: str
    attempt: Attempt | None
    is_proved: bool


@frozen
class Work:
    """The matches of a search: how many were played in all, how many of them by each random policy, and how many positions were visited, in random matches
    and in walks that come near to a fault."""

    matches: int = 0
    random: int = 0
    positions: int = 0


@frozen
class Searched:
    """The result of a search in a setup. `looked` is the exhaustive search, `work` the matches, `troubles` a short match for each kind of
    trouble. `idle` is None if there is trouble. A fault of `looked` for which no seed was found has no match."""

    looked: Everywhere
    work: Work
    troubles: tuple[Attempt, ...]
    witnesses: tuple[Witness, ...]
    idle: Idle | None
    exchanged: int = 0
    """The number of matches in which hidden facts were exchanged (see `secrecy`)."""

    @property
    def excluded(self) -> int:
        """The n for which a fault in one of n random matches would have been found with 99.9 %; 0 if there is any trouble."""
        return 0 if self.troubles or self.looked.fault is not None else rarity_excluded_by(self.work.random)


def rarity_excluded_by(matches: int) -> int:
    """Returns the greatest n for which this many random matches would, with 99.9 %, show a fault that occurs in one of n matches; 0 if that is below 2."""
    number = int(1 / (1 - (1 - SURE) ** (1 / matches))) if matches else 0
    return number if number > 1 else 0


def search_trouble(
    game: Game, plan: Plan, known: frozenset[Key] = frozenset(), keeper: Keeper | None = None, tick: Tick = abs
) -> Searched:
    """Looks for trouble that is not `known`."""
    search = _Search(game, plan, keeper, tick)
    looked, found = search.look_everywhere()
    work = Work() if looked.is_whole else search.play(found, set(known))
    survey, own = search.survey(found, set(known))
    short = tuple(shrunk(search.engine, one, key, tick=tick) for key, one in found.items() if key not in known)
    idle = None if short or looked.fault is not None else survey
    witnesses = tuple(_witness(game, one.name, plan, keeper, tick) for one in game.possibles)
    return Searched(looked, evolve(work, matches=work.matches + own), short, witnesses, idle)


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

    def look_everywhere(self) -> tuple[Everywhere, dict[Key, Attempt]]:
        """Runs the exhaustive search; a fault comes with a match that leads to it."""
        plan = self.plan
        looked = everywhere(self.engine, plan.most, plan.depth, plan.start, self.tick)
        if looked.fault is None:
            return looked, {}
        key = key_of(looked.fault)
        for index in range(_SEEDS):
            one = attempt(self.engine, plan.seed, index, plan.start, make_pick(looked.path))
            if one.fault is not None and key_of(one.fault) == key:
                return looked, {key: one}
        return looked, {}

    def play(self, found: dict[Key, Attempt], known: set[Key]) -> Work:
        """Plays random matches, searches near the breaks of promises, and lets agents play. Adds the faults to `found`."""
        seconds = self.plan.seconds
        one, random_steps = self._random(Policy.STEPS, seconds * _RANDOM / 2, found, known)
        two, random_moves = self._random(Policy.MOVES, seconds * _RANDOM / 2, found, known)
        visited = self._search_guided(seconds * _GUIDED, found, known)
        thought = self._think(seconds * (1 - _RANDOM - _GUIDED), found, known)
        return Work(one + two + thought, min(one, two), random_steps + random_moves + visited)

    def _random(self, policy: Policy, seconds: float, found: dict[Key, Attempt], known: set[Key]) -> tuple[int, int]:
        """Plays the random matches of the plan, and then more of them for some seconds. Returns how many, and the positions in them. A match that ends in a fault
        counts; the next ones are played without the invariants that are known to break."""
        plan, chosen, first, positions, faults = self.plan, self.chosen, 0, 0, 0
        end: float | None = None
        while faults < _MOST_FAULTS:
            is_asked = first < plan.matches
            if not is_asked and end is None:
                end = monotonic() + seconds
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                break
            count = plan.matches - first if is_asked else _MANY
            try:
                played = random_matches(
                    chosen, policy, plan.seed, first, count, None, self._report_progress, plan.start, seconds=left
                )
            except MatchFault as caught:
                faults += 1
                first = caught.record.index + 1
                key, length = key_of(caught.fault), len(caught.record.moves)
                if key in known or (key in found and found[key].length <= length):
                    continue
                self._add(caught.record.index, _all_moves(caught.record, caught.failing), found, known)
                chosen = self._make_engine(found, known)
                continue
            first += played.matches
            positions += played.decisions.total + played.matches
        return first, positions

    def _report_progress(self, more: int) -> None:
        self.tick(more)

    def _make_engine(self, found: dict[Key, Attempt], known: set[Key]) -> Chosen:
        """Returns an engine that does not test the promises that are known to break."""
        broken = known | found.keys()
        kept = tuple(one for one in self.game.invariants if ("E_INVARIANT", one.site) not in broken)
        judged = self.game.judged
        if judged is not None:
            said = (self.game.functions[judged.function].body, judged.when)
            sites = {getattr(part, "site", -1) for part in expressions(said)}
            judged = None if any(site in sites for _, site in broken) else judged
        if len(kept) == len(self.game.invariants) and judged is self.game.judged:
            return self.chosen
        game = evolve(self.game, invariants=kept, judged=judged)
        return fastest(game, Checking.ON, forced=Forced.ASKED, keeper=self.keeper)

    def _search_guided(self, seconds: float, found: dict[Key, Attempt], known: set[Key]) -> int:
        """Searches for faults, near positions that almost break a promise of the rules, for some seconds: again and again, each time without the promises
        that are already broken. Returns the positions visited."""
        visited, faults, left = 0, 0, seconds
        while left > 0 and faults < MOST_KINDS:
            engine = self._make_engine(found, known).engine
            prober = prober_of(engine.game, self.plan.start, left, self.keeper)
            if prober is None:
                return visited
            broken, end = len(found), monotonic() + left
            for progress in search_guided(prober, self.plan.seed, partial(_is_before, end), self.tick):
                visited += progress.positions
                if progress.broken is None:
                    return visited
                faults += 1
                moves = moves_of(cast("Engine[State]", engine), self.plan.seed, self.plan.start, progress.broken)
                self._add(progress.broken[0].index, moves, found, known)
                if len(found) > broken or faults == MOST_KINDS:
                    break
            left = end - monotonic()
        return visited

    def _think(self, seconds: float, found: dict[Key, Attempt], known: set[Key]) -> int:
        """Plays matches of agents for some seconds. Returns how many."""
        matches, end = 0, monotonic() + seconds
        for thought in thinking_matches(self.engine, self.plan.seed, self.plan.start, end, self.keeper):
            matches += 1
            self.tick(1)
            if thought.may_break:
                self._add(thought.record.index, _all_moves(thought.record, thought.failing), found, known)
        return matches

    def _add(self, index: int, moves: Sequence[Played], found: dict[Key, Attempt], known: set[Key]) -> None:
        """Plays the moves of a match again, and adds its fault if it is new, or if this match is shorter."""
        self._note(_attempt_of(self.engine, self.plan, index, moves), found, known)

    def _note(self, one: Attempt, found: dict[Key, Attempt], known: set[Key]) -> None:
        """Adds the fault of a match, if there is one that is new, or if this match is shorter."""
        if one.fault is not None:
            key = key_of(one.fault)
            if key not in known and (key not in found or one.length < found[key].length):
                found[key] = one

    def survey(self, found: dict[Key, Attempt], known: set[Key]) -> tuple[Idle | None, int]:
        """Plays matches of curious agents, which prefer options that were tried least, and notes things that never happen."""
        survey, taken = Survey(self.engine), dict[tuple[str, str, str, str], int]()
        for index in range(self.plan.curious):
            pick = survey.watch(curious(self.plan.seed, index, taken))
            one = attempt(self.engine, self.plan.seed, index, self.plan.start, pick, survey.look)
            survey.note(one)
            self.tick(1)
            self._note(one, found, known)
        return survey.idle(), survey.matches


def _witness(game: Game, name: str, plan: Plan, keeper: Keeper | None, tick: Tick) -> Witness:
    """Finds a short match in which a condition comes true. Faults of the rules themselves end their matches."""
    probe = probing(game, [name])
    search = _Search(probe, plan, keeper, tick)
    site = probe.invariants[0].site
    wanted: Key = ("E_INVARIANT", site)
    looked, found = search.look_everywhere()
    if looked.is_whole:
        return Witness(name, None, is_proved=True)
    if wanted not in found:
        search.play(found, set())
    if wanted not in found:
        search.survey(found, set())
    if wanted not in found:
        return Witness(name, None, is_proved=False)
    return Witness(name, shrunk(search.engine, found[wanted], wanted, tick=tick), is_proved=True)


def _attempt_of(engine: Engine[State], plan: Plan, index: int, moves: Sequence[Played]) -> Attempt:
    """Converts the moves of a match to an attempt, its list of numbers."""
    choices = find_numbers(engine, plan.seed, index, plan.start, moves)
    return attempt(engine, plan.seed, index, plan.start, make_pick(choices))


def _is_before(end: float) -> bool:
    return monotonic() < end


def _all_moves(record: MatchRecord, failing: Played | None) -> tuple[Played, ...]:
    return record.moves if failing is None else (*record.moves, failing)


MOST_TRIES, MOST_CHOICES = 1_500, 30_000
"""The most matches that are tried to make one shorter, and the most choices in them."""
MOST_SEEDS = 12
"""Other matches of the seed that are tried with the same choices."""


def shrunk(engine: Engine[State], found: Attempt, key: Key, tick: Callable[[int], object] = abs) -> Attempt:
    """Returns the shortest match found with this fault. It uses the chance of the seed, of this match or another one."""
    best, tries, choices_made = found, 0, 0
    while True:
        better = None
        for index, choices in _smaller(best):
            if tries >= MOST_TRIES or choices_made >= MOST_CHOICES:
                return best
            tries += 1
            choices_made += len(choices)
            tick(1)
            one = attempt(engine, best.seed, index, best.start, make_pick(choices))
            if one.fault is not None and key_of(one.fault) == key and _size(one) < _size(best):
                better = one
                break
        if better is None:
            return best
        best = better


def _size(one: Attempt) -> tuple[int, int, int, int]:
    return one.length, len(one.choices), sum(one.choices), one.index


def _smaller(best: Attempt) -> Iterator[tuple[int, Sequence[int]]]:
    """Yields smaller matches: with parts of the choices left out, large parts first; with first options; with other chance."""
    choices = best.choices
    size = len(choices) // 2
    while size:
        for at in range(len(choices) - size, -1, -size):
            yield best.index, (*choices[:at], *choices[at + size :])
        size //= 2
    for index in range(MOST_SEEDS):
        if index != best.index:
            yield index, choices
    for at, number in enumerate(choices):
        if number:
            yield best.index, (*choices[:at], 0, *choices[at + 1 :])
