"""Plays games, variants, setups or agents against the same chance, and says what differs for certain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isfinite

from gamedsl.api.asked import compile_setup, correct, one_setup
from gamedsl.api.rules import Rules
from gamedsl.api.studies.lineups import engine_with_note, lineup_of
from gamedsl.errors import ArgumentError
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.json import JsonObject
from gamedsl.reports.setups import setup_words
from gamedsl.reports.titles import game_text
from gamedsl.values import evolve, frozen
from gamedsl.workbench.comparing.compare import Comparison, Finding, Pair
from gamedsl.workbench.comparing.compare import compare as play_and_compare
from gamedsl.workbench.comparing.sides import Side, SideFaultError
from gamedsl.workbench.lineups import lineup_text
from gamedsl.workbench.playing.jobs import Job
from gamedsl_interpreter import arguments
from gamedsl_interpreter.matches.processes import with_guard
from gamedsl_interpreter.wasm.instances.interface import Purpose


@frozen
class ComparedSide:
    """A side of a comparison: its name, which no other side has; the file, name and variants of its game; its setup, and who plays."""

    name: str
    file: str
    game: str
    variants: tuple[str, ...]
    setup: Setup
    agents: str


@frozen
class ComparedFigure:
    """A figure of two sides. `group`: `length`, `score`, `wins`, `end`, `action`, `kind` or `place`; `name` says which. `before` and `after` are means per
    match (shares from 0 to 1 in `wins` and `end`), `change` is `after - before`, and `low` to `high` its 95 % interval (None: too few matches). `effect`
    is Cohen's d of numbers and h of shares, None if it is infinite. `p` is corrected for all figures; `is_certain` says that it is small enough.
    `visible` is the smallest change that as many matches show with a probability of 80 %; None if unknown."""

    group: str
    name: str
    before: float
    after: float
    change: float
    low: float | None
    high: float | None
    effect: float | None
    p: float
    is_certain: bool
    visible: float | None


@frozen
class ComparedPair:
    """The first side (`before`) compared with another one (`after`), by their names. `only_before` and `only_after` are score lines of one side alone."""

    before: str
    after: str
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    figures: tuple[ComparedFigure, ...]


@frozen
class Compared:
    """A comparison. Match i of all sides got the chance of match i of the seed. Uses were counted in the first `matches_for_uses`. `is_narrow`: the intervals
    are as narrow as `until` wished. `data` is what `gamedsl compare --json` prints."""

    sides: tuple[ComparedSide, ...]
    seed: int
    matches: int
    matches_for_uses: int
    is_narrow: bool
    pairs: tuple[ComparedPair, ...]

    @property
    def data(self) -> JsonObject:
        """The comparison as JSON."""
        return {"sides": [_side_data(one) for one in self.sides], "seed": self.seed, **self.played_data}

    @property
    def played_data(self) -> JsonObject:
        """The comparison as JSON, without the sides and the seed."""
        return {
            "matches": self.matches,
            "matches_for_uses": self.matches_for_uses,
            "narrow": self.is_narrow,
            "pairs": [_pair_data(one) for one in self.pairs],
        }


def compare(
    before: Rules,
    *after: Rules,
    setup: Setup | None = None,
    setup_after: Setup | None = None,
    agents: str = "random",
    agents_after: str | None = None,
    aim: str | None = None,
    matches: int = 1000,
    until: float | None = None,
    seed: int = 1,
    processes: int | None = 1,
    watch: Callable[[int], object] = arguments.nobody,
    warn: Callable[[str], object] = arguments.nobody,
) -> Compared:
    """Plays `before` and each of `after`, and says what differs, as `gamedsl compare` does: length, scores, wins, what is used. Match i of all sides gets
    the same chance. With no other rules, `before` is compared with itself in `setup_after`, or played by `agents_after`.

    `setup` is that of the first side (None: the first one with the fewest players that all sides allow); others take `setup_after`, or else the setup that is
    most like it. If neither is given, all sides play with their own defaults of options. `agents` and `agents_after` name who plays (`agents_from`), `aim` what
    players that think play for. With `until` (0.01 is 1 %) more matches are played until the intervals of wins and length are so narrow. `processes` play at
    once (None: all cores if it takes long); the figures are the same. A script that asks for more than one does its work below `if __name__ == "__main__":`.
    `watch` is called with the number of matches that were played since its last call, `warn` with a sentence if the slow executor plays.

    Raises RulesError, MatchFault, AgentSpecError, WorldsError if agents that think cannot play a game, and ArgumentError.
    """
    every = [correct(before, what="before"), *(correct(one, what="after") for one in after)]
    if not after and setup_after is None and agents_after is None:
        raise ArgumentError("there is nothing to compare: give other rules, `setup_after` or `agents_after`")
    if len(every) == 1:
        every.append(before)
    number, start = arguments.countable("matches", matches, 2), arguments.whole("seed", seed)
    if until is not None and not (isinstance(until, float | int) and 0.0001 <= until <= 0.5):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"`until` is a share from 0.0001 to 0.5, not {arguments.describe_value(until)}")
    first = _first_setup(every) if setup is None else one_setup(before, setup)
    others = [
        one_setup(rules, setup_after)
        if setup_after is not None
        else closest(rules.setups(), use_defaults(first, before, rules) if setup is None else first)
        for rules in every[1:]
    ]
    who = [agents, *[agents if agents_after is None else agents_after] * len(others)]
    entries = list(zip(every, (first, *others), who, strict=True))
    arguments.function("watch", watch)
    sides = sides_of(entries, start, aim, arguments.function("warn", warn))
    workers = arguments.workers(processes, "processes")
    try:
        with with_guard(workers):
            found = play_and_compare([one.side for one in sides], number, until, workers, watch)
    except SideFaultError as error:
        raise error.caught from error
    return result_of(found, sides, start)


@frozen
class Player:
    """A side of a comparison with its rules, its setup and its game."""

    rules: Rules
    setup: Setup
    game: Compiled
    side: Side

    @property
    def agents(self) -> str:
        return self.side.job.agents


def sides_of(
    entries: Iterable[tuple[Rules, Setup, str]], seed: int, aim: str | None, warn: Callable[[str], object]
) -> tuple[Player, ...]:
    """Returns the sides for some rules, setups and agents, each with a name of its own. Raises RulesError, AgentSpecError."""
    return _make_unique(tuple(_player(rules, setup, agents, seed, aim, warn) for rules, setup, agents in entries))


def _player(
    rules: Rules, setup: Setup, agents: str, seed: int, aim: str | None, warn: Callable[[str], object]
) -> Player:
    game = compile_setup(rules, setup)
    who = lineup_of(agents, game.game, aim)
    chosen = engine_with_note(rules, game, Purpose.PLAY, warn)
    return Player(rules, setup, game, Side(game_text(game.game.name, game.game.variants), Job(chosen, who, seed)))


def _first_setup(every: Sequence[Rules]) -> Setup:
    """Returns the first setup of the first rules with the fewest players that all rules allow; the first one if there is no such number."""
    counts = [{setup.players for setup in rules.setups()} for rules in every]
    fewest = min((number for number in counts[0] if all(number in other for other in counts)), default=None)
    return next(setup for setup in every[0].setups() if fewest in (None, setup.players))


def use_defaults(setup: Setup, of: Rules, by: Rules) -> Setup:
    """Returns a setup of some rules as others begin: an option that has its default there gets the default that it has here, which a variant may have
    changed."""
    old, new = (dict(rules.setups()[0].options) for rules in (of, by))
    return evolve(
        setup, options=tuple((name, new.get(name, v) if v == old.get(name) else v) for name, v in setup.options)
    )


def closest(setups: Iterable[Setup], to: Setup) -> Setup:
    """Returns the setup that is most like another one: with the same number of players, then with the fewest differing options."""
    own = dict(to.options)
    return min(setups, key=lambda s: (s.players != to.players, sum(own.get(name, v) != v for name, v in s.options)))


def _make_unique(sides: tuple[Player, ...]) -> tuple[Player, ...]:
    """Makes the names unique: to equal ones is appended what differs between these sides, else their number."""
    parts_of: tuple[Callable[[Player, int], str], ...] = (
        lambda one, _: one.rules.known.source.name,
        lambda one, _: setup_words(one.setup),
        lambda one, _: lineup_text(one.agents, one.game.game),
        lambda _, number: f"side {number + 1}",
    )
    for part_of in parts_of:
        names = [one.side.name for one in sides]
        parts = [part_of(one, number) for number, one in enumerate(sides)]
        parts_by_name = {name: {part for one, part in zip(names, parts, strict=True) if one == name} for name in names}
        sides = tuple(
            evolve(one, side=evolve(one.side, name=f"{name} ({part})")) if len(parts_by_name[name]) > 1 else one
            for one, name, part in zip(sides, names, parts, strict=True)
        )
    return sides


# ---------------------------------------------------------------- results


def result_of(found: Comparison, sides: Sequence[Player], seed: int) -> Compared:
    """Returns the comparison of these sides as a result."""
    told = tuple(
        ComparedSide(
            one.side.name,
            one.rules.known.source.name,
            one.game.game.name,
            one.game.game.variants,
            one.setup,
            one.agents,
        )
        for one in sides
    )
    pairs = tuple(_pair(one) for one in found.pairs)
    return Compared(told, seed, found.matches, found.matches_for_uses, found.is_narrow, pairs)


def _pair(pair: Pair) -> ComparedPair:
    figures = tuple(_figure(one) for one in pair.findings)
    return ComparedPair(pair.before, pair.after, pair.only_before, pair.only_after, figures)


def _figure(one: Finding) -> ComparedFigure:
    found = one.difference
    return ComparedFigure(
        one.figure.group,
        one.figure.name,
        found.before,
        found.after,
        found.change,
        _finite(found.low),
        _finite(found.high),
        _finite(found.effect),
        one.p,
        one.is_certain,
        one.visible,
    )


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _side_data(one: ComparedSide) -> JsonObject:
    return {
        "name": one.name,
        "file": one.file,
        "game": one.game,
        "variants": [*one.variants],
        "players": one.setup.players,
        "options": dict(one.setup.options),
        "agents": one.agents,
    }


def _pair_data(pair: ComparedPair) -> JsonObject:
    return {
        "before": pair.before,
        "after": pair.after,
        "only_before": [*pair.only_before],
        "only_after": [*pair.only_after],
        "figures": [
            {
                "group": one.group,
                "name": one.name,
                "before": one.before,
                "after": one.after,
                "change": one.change,
                "low": one.low,
                "high": one.high,
                "effect": one.effect,
                "p": one.p,
                "certain": one.is_certain,
                "visible": one.visible,
            }
            for one in pair.figures
        ],
    }
