"""Faults that random matches hardly ever meet are found by the search that is guided by distances: the smaller ones of `tests/planted`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import cast

import pytest

import gamedsl
from gamedsl.graph.model.game import Game
from gamedsl.reports.pasted import example_text
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.trouble.attempts import Attempt, attempt, find_numbers, make_pick
from gamedsl_interpreter.trouble.guided import prober_of, search_guided
from gamedsl_interpreter.trouble.searching import rarity_excluded_by
from gamedsl_interpreter.trouble.walks import Walk, moves_of
from gamedsl_interpreter.wasm.bulk.playouts import Policy
from share import less, picked, share

ROOT = Path(__file__).parents[3]

SOME = ("pot_of_sixty", "six_ties", "wiped_out", "last_disc", "rare_swap")
MOST = 2_000
"""More calls of walks than any of these searches has needed."""


def _game(name: str) -> Game:
    return gamedsl.load_rules(ROOT / "tests" / "planted" / f"{name}.gdl").game()


def _engine(game: Game) -> Engine[State]:
    return cast("Engine[State]", fastest(game, Checking.ON, forced=Forced.ASKED).engine)


@pytest.mark.parametrize("name", picked(SOME, ["pot_of_sixty", "six_ties"]))
def test_a_planted_fault_is_found_and_its_example_fails_when_pasted(name: str) -> None:
    path = ROOT / "tests" / "planted" / f"{name}.gdl"
    rules = gamedsl.load_rules(path)
    setup = rules.setups()[0]
    found = _find(rules.known.compile(setup).game)
    known, game = rules.known, rules.known.compile(setup)
    example = example_text(known.read, known.source, setup, game, found, "trouble")
    assert example is not None
    before, _, fact = example.rstrip().rpartition("\n    then ")
    assert _failures(path, example) != ()
    assert _failures(path, f"{before}\n    then ({fact}) or not ({fact})\n") == (), "nothing but the fact is wrong"


def _find(game: Game) -> Attempt:
    """Finds the fault by a search that is guided by distances, and plays the match again."""
    prober = prober_of(game, None, 0, None)
    assert prober is not None
    calls = count()
    broken = next(one.broken for one in search_guided(prober, 1, lambda: next(calls) < MOST))
    assert broken is not None
    engine = _engine(game)
    choices = find_numbers(engine, 1, broken[0].index, None, moves_of(engine, 1, None, broken))
    found = attempt(engine, 1, broken[0].index, None, make_pick(choices))
    assert found.fault is not None
    assert found.fault.code == "E_INVARIANT"
    return found


def _failures(path: Path, example: str) -> tuple[object, ...]:
    text = path.read_text()
    base = text.split(":")[0].split()[-1]
    (under,) = (ROOT / "games").glob(f"*/{base}.gdl")
    rules = gamedsl.parse_rules(f"{text}\n{example}", bases=[under.read_text()])
    (result,) = (one for one in rules.examples() if one.name == "trouble")
    return result.failures


def _move(engine: Engine[State], state: State, played: gamedsl.Played) -> gamedsl.Move:
    move = engine.parse_move(state, played.seat, played.text)
    assert isinstance(move, gamedsl.Move)
    return move


@pytest.mark.parametrize("name", ["pot_of_sixty", "six_ties", "moon", "rare_swap"])
def test_kept_positions_are_those_of_the_walks(name: str) -> None:
    """In games with chance, hidden cards and choices at the same time: a walk from the beginning, and one from where it has led."""
    game = _game(name)
    prober, engine = prober_of(game, None, 0, None), _engine(game)
    assert prober is not None
    for policy in Policy:
        before = prober.walk(None, 5, 3, 2, 1000, policy).nearest[0]
        assert before is not None
        first = Walk(policy, before.index, before.decisions)
        assert _state(engine, [first]).bytes == before.record[: game.layout.size]
        after = prober.walk(before.record, 5, 40, 2, 3, policy).nearest[0]
        assert after is not None
        walks = [first, Walk(policy, after.index, after.decisions)]
        assert _state(engine, walks).bytes == after.record[: game.layout.size]


def _state(engine: Engine[State], walks: list[Walk]) -> State:
    state = engine.initial(5, walks[0].index)
    for played in moves_of(engine, 5, None, walks):
        state = engine.play(state, played.seat, _move(engine, state, played))
    return state


RULES = """game heaps:
    players 2

type temper: calm, angry

shared:
    heap: 0..40 = 20
    other: 0..40 = 0
    mood: temper = calm
    marks: bag of pebble

component 9 pebble in sack

shared:
    sack: bag of pebble

each player:
    taken: 0..60 = 0

rounds at most 30:
    turns

phase turns, each player:
    choose number: one of 1..3 where it <= heap
    heap -= number
    taken += number
    if number is 3: other += 1
    if number is 2: move up to 1 pebble from sack to marks
    if heap < 5: mood = angry

game ends when heap is 0

ranking by highest taken, ties shared

let many(p: player) = p.taken > 6

"""

CONDITIONS: dict[str, Callable[[int, int, int, list[int]], int]] = {
    "heap >= 3 or other < 2": lambda heap, other, marks, taken: max(0, heap - 2) + max(0, 2 - other),
    "heap > 3": lambda heap, other, marks, taken: max(0, heap - 3),
    "not (heap < 4 and other > 1)": lambda heap, other, marks, taken: max(0, heap - 3) + max(0, 2 - other),
    "heap is not 7": lambda heap, other, marks, taken: abs(heap - 7),
    "heap in 2..20": lambda heap, other, marks, taken: max(0, min(heap - 1, 21 - heap)),
    "count(marks) < 6": lambda heap, other, marks, taken: max(0, 6 - marks),
    "no(players where many(it))": lambda heap, other, marks, taken: max(0, 7 - max(taken)),
    "some(players where not many(it))": lambda heap, other, marks, taken: sum(max(0, 7 - one) for one in taken),
    "all(taken < 7 for p in players)": lambda heap, other, marks, taken: max(0, 7 - max(taken)),
    "mood is calm": lambda heap, other, marks, taken: int(heap >= 5),
}


@pytest.mark.parametrize("condition", share(list(CONDITIONS), 2))
def test_distances_count_how_far_a_condition_is_from_its_break(condition: str) -> None:
    written = condition.replace("all(taken", "all(p.taken")
    game = gamedsl.parse_rules(f"{RULES}invariant calm: {written}\n").game()
    prober, engine = prober_of(game, None, 0, None), _engine(game)
    assert prober is not None
    for index in range(0, 6, less(1, 2)):
        near = prober.walk(None, 2, index, 1, index, Policy.MOVES).nearest[0]
        expected = [CONDITIONS[condition](*_facts(engine, state)) for state in _states(engine, 2, index, index)]
        assert near is not None
        assert near.number == min(expected)


def _facts(engine: Engine[State], state: State) -> tuple[int, int, int, list[int]]:
    view = engine.view(state, 0)
    fields = dict(view.fields)
    (marks,) = (zone.contents or () for zone in view.zones if zone.name == "marks")
    taken = [int(fields[f"P{seat}.taken"]) for seat in (1, 2)]
    return int(fields["heap"]), int(fields["other"]), sum(number for _, number in marks), taken


def _states(engine: Engine[State], seed: int, index: int, decisions: int) -> Iterator[State]:
    """Yields the positions of a random match, up to so many decisions."""
    state, dice = engine.initial(seed, index), gamedsl.Dice.seeded(seed, index)
    yield state
    for _ in range(decisions):
        seat = engine.to_act(state)[0]
        state = engine.play(state, seat, gamedsl.RandomMoves().choose(engine, state, seat, dice))
        yield state


def test_what_random_matches_exclude_is_computed_from_their_number() -> None:
    for matches in (14, 1_000, 690_773):
        rare = rarity_excluded_by(matches)
        assert (1 - 1 / rare) ** matches <= 0.001 < (1 - 1 / (rare + 1)) ** matches
    assert (rarity_excluded_by(690_773), rarity_excluded_by(7), rarity_excluded_by(0)) == (100_000, 0, 0)
