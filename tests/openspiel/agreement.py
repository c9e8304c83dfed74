"""Random matches played on both sides move for move. As a program: `python -m openspiel.agreement reversi 1000`."""

from __future__ import annotations

import random
import sys
import time

from attrs import define, field

from gamedsl.graph.model.types import SeatId
from gamedsl_interpreter.engine import ChanceOutcome
from gamedsl_interpreter.reference import Checking, ReferenceEngine, ReferenceState
from games import shipped
from openspiel import theirs
from openspiel.pairs import PAIRS, Pair


@define
class Seen:
    """What each seat's history was called here and there, to find histories that only one side tells apart."""

    there: dict[tuple[int, str], set[tuple[object, ...]]] = field(
        factory=dict[tuple[int, str], set[tuple[object, ...]]]
    )
    here: dict[tuple[int, tuple[object, ...]], set[str]] = field(factory=dict[tuple[int, tuple[object, ...]], set[str]])

    def note(self, seat: int, here: tuple[object, ...], there: str) -> None:
        """One history, as both sides show it to the seat."""
        self.there.setdefault((seat, there), set()).add(here)
        self.here.setdefault((seat, here), set()).add(there)

    def only_there(self) -> list[set[str]]:
        """Histories that are one to our seat and several to theirs."""
        return [found for found in self.here.values() if len(found) > 1]

    def only_here(self) -> list[tuple[int, str]]:
        """Histories that are one to their seat and several to ours."""
        return [one for one, found in self.there.items() if len(found) > 1]


def engine_of(pair: Pair) -> ReferenceEngine:
    """Our side, for two players."""
    setup = next(
        setup
        for setup in shipped.setups(pair.ours)
        if setup.players == 2 and pair.options.items() <= dict(setup.options).items()
    )
    return ReferenceEngine(shipped.game(pair.ours, setup), Checking.OFF)


def agree(pair: Pair, engine: ReferenceEngine, game: theirs.Game, seed: int, seen: Seen) -> int:
    """Plays one random match on both sides and gives the number of decisions; an AssertionError says where they differ."""
    dice = random.Random(seed)
    here, there, decisions = engine.initial(None), game.new_initial_state(), 0
    while True:
        _go_on(there, pair.opening)
        if pair.hides:
            here = _without_forced(engine, here)
        outcomes = () if here.is_over else engine.chance(here)
        if outcomes:
            outcome = dice.choices(outcomes, [one.weight for one in outcomes])[0]
            _follow(pair, outcome, sum(one.weight for one in outcomes), there)
            here = engine.play_chance(here, outcome)
        elif here.is_over:
            result = engine.outcome(here)
            assert result is not None
            assert there.is_terminal()
            assert pair.returns(result) == there.returns()
            return decisions
        else:
            decisions += 1
            if pair.hides:
                _note(engine, here, there, seen)
            here = _decide(pair, engine, here, there, dice)


def _decide(
    pair: Pair, engine: ReferenceEngine, here: ReferenceState, there: theirs.State, dice: random.Random
) -> ReferenceState:
    """One decision of each seat that has to choose."""
    seats = engine.to_act(here)
    assert not there.is_terminal()
    assert there.is_simultaneous_node() == (len(seats) > 1)
    chosen: list[list[int]] = []
    for seat in seats:
        assert len(seats) > 1 or there.current_player() == seat
        view = engine.view(here, seat)
        moves = {pair.move(move.text, seat, view): move for move in engine.moves(here, seat)}
        actions = theirs.moves(there, seat, pair.opening)
        assert moves.keys() == actions.keys()
        pick = dice.choice(sorted(moves))
        chosen.append(actions[pick])
        here = engine.play(here, seat, moves[pick])
    if len(seats) > 1:
        there.apply_actions([action for (action,) in chosen])
    else:
        for action in chosen[0]:
            there.apply_action(action)
    return here


def _follow(pair: Pair, outcome: ChanceOutcome, weights: int, there: theirs.State) -> None:
    """What chance did here happens there as well, and is as likely if it is one outcome there."""
    texts = pair.chance(outcome)
    for text in texts:
        assert there.is_chance_node()
        action = theirs.actions(there, -1)[text]
        if len(texts) == 1:
            assert abs(dict(there.chance_outcomes())[action] - outcome.weight / weights) < 1e-9
        there.apply_action(action)
        if len(texts) == 1:
            _go_on(there, pair.opening)


def _go_on(there: theirs.State, opening: str) -> None:
    """What is forced is done on both sides before anything is compared: which forced moves are asked differs from game to game there."""
    while not there.is_terminal():
        if there.is_simultaneous_node():
            options = [there.legal_actions(seat) for seat in range(2)]
            if max(map(len, options)) > 1:
                return
            there.apply_actions([option[0] for option in options])
            continue
        seat = -1 if there.is_chance_node() else there.current_player()
        first, *others = theirs.moves(there, seat, opening).values()
        if others:
            return
        for action in first:
            there.apply_action(action)


def _without_forced(engine: ReferenceEngine, here: ReferenceState) -> ReferenceState:
    """Private decisions are asked here even if they are forced."""
    while seats := engine.to_act(here):
        moves = {seat: engine.moves(here, seat) for seat in seats}
        if any(len(found) > 1 for found in moves.values()):
            break
        here = engine.play(here, seats[0], moves[seats[0]][0])
    return here


def _note(engine: ReferenceEngine, here: ReferenceState, there: theirs.State, seen: Seen) -> None:
    for seat in map(SeatId, range(2)):
        events = tuple(event.data for event in engine.view(here, seat).events)
        seen.note(seat, events, there.information_state_string(seat))


def main(names: list[str], matches: int) -> None:
    """Plays the pairs whose label begins with a name, so many matches each, and prints what it took."""
    for pair in PAIRS:
        if names and not any(pair.label.startswith(name) for name in names):
            continue
        engine, game, seen, start = engine_of(pair), pair.other_side(), Seen(), time.perf_counter()
        decisions = sum(agree(pair, engine, game, seed, seen) for seed in range(matches))
        assert not seen.only_there()
        assert pair.forgets or not seen.only_here()
        took = time.perf_counter() - start
        print(f"{pair.label}: {matches} matches, {decisions} decisions agree, {took:.1f} s", flush=True)


if __name__ == "__main__":
    main(
        [word for word in sys.argv[1:] if not word.isdigit()], next((int(w) for w in sys.argv[1:] if w.isdigit()), 1000)
    )
