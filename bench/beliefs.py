"""Measures how far worlds agree with what a seat knows:

    PYTHONPATH=.:interpreter:tests python bench/beliefs.py [GAME…]

Two tables. Small games: the worlds drawn at information sets, beside all histories of the game; the share of worlds that are outside of the set, chi-squared
of the others, its degrees of freedom, and how many standard deviations it is off. Games as they are played: the share of worlds of random matches that
contradict an answer which the seat has heard, and the process time of a plan and of a world.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from statistics import median
from time import process_time_ns

import gamedsl
from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.worlds.lost import WorldsError
from known.exact_worlds import information_sets

_ROOT = Path(__file__).parents[1]
_SMALL = {
    "kuhn_poker": 9,
    "leduc_poker": 4,
    "little_tricks": 9,
    "passing": 5,
    "returning": 9,
    "swapping": 6,
    "little_letter": 6,
    "little_fish": 3,
    "little_lanterns": 3,
    "little_boasts": 4,
    "little_secrets": 6,
}
"""Small games, with the number of choices after which an information set still counts."""
_DRAWN = 100
"""Worlds of an information set."""
_SETS = 60
"""Information sets of a game, evenly out of all."""
_MATCHES = 10
_MOST = 60
"""The most choices of a match."""
_WORLDS = 20
"""Worlds of a position of a match."""


def main() -> None:
    """Prints both tables."""
    asked = sys.argv[1:]
    sys.stdout.write("small game        sets  outside   refused      chi2  freedom   off by\n")
    for name, choices in _SMALL.items():
        if not asked or name in asked:
            sys.stdout.write(_small(name, choices) + "\n")
    sys.stdout.write("game            positions   worlds  contradict    plan ms  (worst)   world us\n")
    for name, (players, contradicts) in _PLAYED.items():
        if not asked or name in asked:
            sys.stdout.write(_played(name, players, contradicts) + "\n")


# ---------------------------------------------------------------- small games


def _small(name: str, choices: int) -> str:
    path = _ROOT / "tests" / "known" / "worlds" / f"{name}.gdl"
    engine = ReferenceEngine(gamedsl.load_rules(path if path.exists() else _find(name)).game())
    sets = information_sets(engine, choices, (0,))
    known = sorted(sets, key=lambda one: (len(one.view.events), repr(one.view.events)))
    outside = drawn = refused = freedom = 0
    chi = 0.0
    looked_at = known[:: max(1, len(known) // _SETS)]
    for number, one in enumerate(looked_at):
        exact = sets[one]
        try:
            worlds = engine.worlds(exact.states[0], one.seat)
        except WorldsError:
            refused += 1
            continue
        found = Counter(worlds.sample(Dice(chance(number, draw))).bytes for draw in range(_DRAWN))
        drawn += _DRAWN
        outside += sum(count for world, count in found.items() if world not in exact.weights)
        total, inside = sum(exact.weights.values()), sum(found[world] for world in exact.weights)
        for world, weight in exact.weights.items():
            mean = float(weight / total) * inside
            chi += (found[world] - mean) ** 2 / mean if mean else 0
        freedom += len(exact.weights) - 1
    off = (chi - freedom) / sqrt(2 * freedom) if freedom else 0.0
    share = f"{100 * outside / drawn:8.1f}%" if drawn else "       -"
    return f"{name:<16}{len(looked_at):6}{share:>9}{refused:10}{chi:10.1f}{freedom:9}{off:9.1f}"


# ---------------------------------------------------------------- whole games


def _played(name: str, players: int, contradicts: _Contradicts) -> str:
    game = gamedsl.load_rules(_find(name)).game(players=players)
    engine = ReferenceEngine(game)
    plans: list[float] = []
    times: list[float] = []
    wrong = drawn = 0
    for match in range(_MATCHES):
        # Worlds have dice of their own, so other worlds make no other match.
        state, dice, drawing = engine.initial(match), Dice.seeded(match), Dice.seeded(match, 1)
        for number in range(_MOST):
            if state.is_over:
                break
            seat = engine.to_act(state)[0]
            if number % 3 == 0:
                began = process_time_ns()
                worlds = engine.worlds(state, seat)
                plans.append((process_time_ns() - began) / 1e6)
                began = process_time_ns()
                found = [worlds.sample(drawing) for _ in range(_WORLDS)]
                times.append((process_time_ns() - began) / 1e3 / _WORLDS)
                broken = contradicts(engine, state, seat)
                wrong += sum(broken(world) for world in found)
                drawn += len(found)
            moves = engine.moves(state, seat)
            state = engine.play(state, seat, moves[dice.below(len(moves))])
    share = f"{100 * wrong / drawn:9.1f}%"
    return f"{name:<16}{len(plans):9}{drawn:9}{share:>12}{median(plans):11.2f}{max(plans):9.1f}{median(times):11.1f}"


_Broken = Callable[[ReferenceState], bool]
_Contradicts = Callable[[ReferenceEngine, ReferenceState, SeatId], _Broken]


def _hand(engine: ReferenceEngine, state: ReferenceState, seat: int) -> Counter[str]:
    """The pieces of a seat's hand, by name."""
    found: Counter[str] = Counter()
    for instance, spec in enumerate(engine.machine.zone_specs):
        if spec.name == "hand" and engine.machine.texts.zones[instance].startswith(engine.game.seats[seat] + "."):
            for kind, count in engine.machine.zones.contents(engine.machine.frame(state), instance):
                found[engine.machine.texts.kinds[kind]] += count
    return found


def _missed_guess(engine: ReferenceEngine, state: ReferenceState, seat: SeatId) -> _Broken:
    """Love Letter: whose hand cannot be which card, because a guess failed and the hand has not changed since."""
    names = engine.game.seats
    excluded: dict[int, set[str]] = {}
    for event in engine.view(state, seat).events:
        found = re.match(r"(\w+) thinks that (\w+) has (\w+)", event.text)
        if found:
            excluded.setdefault(names.index(found[2]), set()).add(found[3])
        for other in _changed_hands(engine, event.text):
            excluded.pop(other, None)
    return lambda world: any(
        set(_hand(engine, world, other)) & cards for other, cards in excluded.items() if other != seat
    )


def _refused_rank(engine: ReferenceEngine, state: ReferenceState, seat: SeatId) -> _Broken:
    """Go Fish: who has said to have none of a rank, and has got no card since."""
    names = engine.game.seats
    none: dict[int, set[str]] = {}
    for event in engine.view(state, seat).events:
        found = re.match(r"(\w+) asks (\w+) for (\w+)", event.text)
        if found:
            none.setdefault(names.index(found[2]), set()).add(found[3])
        for other in _changed_hands(engine, event.text):
            if f"to {names[other]}.hand" in event.text:
                none.pop(other, None)
    return lambda world: any(
        piece.split("[")[-1].split(",")[0] in ranks
        for other, ranks in none.items()
        if other != seat
        for piece in _hand(engine, world, other)
    )


def _changed_hands(engine: ReferenceEngine, text: str) -> list[int]:
    """The seats to or from whose hands pieces have moved."""
    return [seat for seat, name in enumerate(engine.game.seats) if re.search(rf"(to|from|and) {name}\.hand", text)]


def _false_hint(engine: ReferenceEngine, state: ReferenceState, seat: SeatId) -> _Broken:
    """Lantern Show: what was told of a lantern is so, which an invariant of the rules says."""
    holds = next(
        engine.machine.make.of(one.condition) for one in engine.game.invariants if one.name == "hints_are_true"
    )
    return lambda world: not holds(engine.machine.frame(world))


_PLAYED: dict[str, tuple[int, _Contradicts]] = {
    "love_letter": (4, _missed_guess),
    "go_fish": (3, _refused_rank),
    "lantern_show": (3, _false_hint),
}


def _find(name: str) -> Path:
    return next((_ROOT / "games").rglob(f"{name}.gdl"))


if __name__ == "__main__":
    main()
