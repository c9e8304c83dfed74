"""Rules that say who has won: both executors, and everything that adds up results, give whole victories."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from gamedsl import pipeline
from gamedsl.api.learning import returns
from gamedsl.graph.analysis.winning import Contest
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.source import Source
from gamedsl_interpreter.aims import Aim, aim_for_solving, end_of, payoffs, share_of
from gamedsl_interpreter.engine import Engine, Outcome, S
from gamedsl_interpreter.explore import explore, explore_by_methods
from gamedsl_interpreter.matches.agents import RandomMoves
from gamedsl_interpreter.matches.match import play_match
from gamedsl_interpreter.matches.replay import from_json, replay_of, to_json
from gamedsl_interpreter.matches.rows import rows_of
from gamedsl_interpreter.matches.simulate import make_empty_summary, simulate
from gamedsl_interpreter.matches.summed_rows import with_rows
from gamedsl_interpreter.reference.engine import ReferenceEngine
from gamedsl_interpreter.shares import result_text
from gamedsl_interpreter.thinking.rollouts import rollouts_of
from gamedsl_interpreter.wasm.bulk.batch import Batch
from gamedsl_interpreter.wasm.bulk.playouts import Policy, play_rows, playouts
from gamedsl_interpreter.wasm.engine import WasmEngine
from gamedsl_interpreter.wasm.instances.interface import WIN

_MEANING = Path(__file__).parents[2] / "corpus" / "meaning"
_SHARED = _MEANING / "shared_results.gdl"
_SOME = _MEANING / "ends_for_some.gdl"
_NUMBER = 120
_CASES = ((_SHARED, 1), (_SHARED, 3), (_SOME, 2), (_SOME, 3))


@cache
def _game(path: Path, players: int) -> Game:
    parsed = pipeline.parse_files(Source(path.stem, path.read_text(encoding="utf-8")), lambda _: None)
    options = (("traitor", "no"),) if path is _SHARED else ()
    return pipeline.compile(parsed, Setup(players, options)).game


def _outcomes(engine: Engine[S]) -> list[Outcome]:
    agents = [RandomMoves()] * len(engine.game.seats)
    records = [play_match(engine, agents, 5, index) for index in range(_NUMBER)]
    return [record.outcome for record in records if record.outcome is not None]


@pytest.mark.parametrize(("path", "players"), _CASES)
def test_shares_are_whole_where_the_rules_name_winners(path: Path, players: int) -> None:
    outcomes = _outcomes(ReferenceEngine(_game(path, players)))
    assert outcomes == _outcomes(WasmEngine(_game(path, players)))
    assert any(one.won is not None for one in outcomes)
    for one in outcomes:
        if one.won is not None:
            assert one.shares == tuple(Fraction(has) for has in one.won)
            winners = [seat for seat, has in enumerate(one.won) if has]
            losers = [seat for seat, has in enumerate(one.won) if not has]
            assert [seat for group in one.ranking for seat in group] == winners + losers
        else:
            assert sum(one.shares) == 1


def test_all_results_occur() -> None:
    """One against all: somebody jumps, and all others have won."""
    found = Counter(one.won for one in _outcomes(ReferenceEngine(_game(_SHARED, 3))))
    assert {(True, True, True), (False, False, False)} <= set(found)
    assert any(sum(won) == 2 for won in found if won is not None)


@pytest.mark.parametrize(("path", "players"), _CASES)
def test_sums_and_rows_agree(path: Path, players: int) -> None:
    reference, fast = ReferenceEngine(_game(path, players)), WasmEngine(_game(path, players))
    agents = [RandomMoves()] * players
    rows = bytearray()
    slow = simulate(reference, agents, 5, range(_NUMBER), lambda record: rows.extend(rows_of(reference.game, record)))
    assert playouts(fast, Policy.MOVES, 5, 0, _NUMBER) == slow
    table = play_rows(fast, Policy.MOVES, 5, range(_NUMBER), None, None)
    assert bytes(table.table.cast("B")) == bytes(rows)
    assert with_rows(make_empty_summary(reference.game, agents, 5), table) == slow
    shares = [one.shares for one in _outcomes(reference)]
    assert [seat.wins for seat in slow.seats] == [sum(column) for column in zip(*shares, strict=True)]


@pytest.mark.parametrize(("path", "players"), [(_SHARED, 1), (_SOME, 2)])
def test_trees_agree(path: Path, players: int) -> None:
    reference, fast = ReferenceEngine(_game(path, players)), WasmEngine(_game(path, players))
    assert explore(fast, most=20_000) == explore_by_methods(reference, None, 20_000)


@pytest.mark.parametrize(("path", "players"), _CASES)
def test_rollouts_and_batches_agree(path: Path, players: int) -> None:
    reference, fast = ReferenceEngine(_game(path, players)), WasmEngine(_game(path, players))
    slow, quick = rollouts_of(reference, 9), rollouts_of(fast, 9)
    for index in range(40):
        values = slow.at(reference.initial(9, index), index)
        assert values == quick.at(fast.initial(9, index), index)
        assert {share_of(worth) for worth in values.worths} <= {0, WIN, *(WIN // k for k in range(1, players + 1))}
    batch, dice = Batch(fast, 6, seed=2), Random(4)
    judged = 0
    for _ in range(60):
        for i in range(6):
            batch.actions[i] = dice.randrange(batch.counts[i])
        batch.step()
        for i in range(6):
            if batch.done[i]:
                places = [batch.places[i, seat] for seat in range(players)]
                judged += set(places) <= {0, players + 1}
                assert set(places) <= ({0, players + 1} if path is _SHARED else {0, players + 1, 1, 2, 3})
    assert judged


def test_utilities_and_goals() -> None:
    """Where rules say who has won, points are no aim."""
    engine = ReferenceEngine(_game(_SHARED, 3))
    agents = [RandomMoves()] * 3
    record = play_match(engine, agents, 5, 0)
    assert record.outcome is not None
    state = engine.initial(5, 0)
    assert returns(engine, state) == (0.0, 0.0, 0.0)
    ends = {i: end_of(engine.game, one) for i, one in enumerate(_outcomes(engine))}
    assert aim_for_solving(engine.game, ends.values(), None) is Aim.VICTORY
    two = ReferenceEngine(_game(_SHARED, 2))
    both = {i: end_of(two.game, one) for i, one in enumerate(_outcomes(two))}
    assert set(payoffs(both, Aim.VICTORY).values()) >= {(0, 0), (1, 1)}


def test_a_saved_match_keeps_the_result() -> None:
    engine = ReferenceEngine(_game(_SHARED, 3))
    record = play_match(engine, [RandomMoves()] * 3, 5, 0)
    moves = tuple((played.seat, played.text) for played in record.moves)
    saved = replay_of(engine.game, "shared_results.gdl", 5, 0, moves, record.outcome, None, ())
    assert from_json(to_json(saved)) == saved
    assert '"won"' in to_json(saved)


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ((True, True, True), "All players win"),
        ((False, False, False), "All players lose"),
        ((True, False, True), "Ann and Cat win"),
        ((False, True, False), "Bob wins"),
        (None, "Ann and Bob share the victory"),
    ],
)
def test_results_in_words(won: tuple[bool, ...] | None, said: str) -> None:
    outcome = Outcome(((0, 1), (2,)), ((), (), ()), (0, 0, 0), (), "", won)
    assert result_text(("Ann", "Bob", "Cat"), outcome) == said


def test_what_players_have_between_them() -> None:
    agents = [RandomMoves()]
    alone = _game(_SHARED, 1)
    assert make_empty_summary(alone, agents, 1).contest is Contest.TOGETHER
    assert make_empty_summary(_game(_SHARED, 3), agents * 3, 1).contest is Contest.AGAINST_EACH_OTHER
