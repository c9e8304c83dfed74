"""The measurement of strength goes on where it was."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

import gamedsl
from bench.strength import main
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceState
from gamedsl_interpreter.thinking import mcts
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.specs import agent_from
from gamedsl_interpreter.thinking.tree import Tree
from games import shipped


def test_a_run_is_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "results.jsonl"
    duels = [str(results), "--duels", "connect_four: mcts:1000 against random"]
    assert main([*duels, "--matches", "1"]) == 0
    first = results.read_text()
    assert len(first.splitlines()) == 1
    # A line that was cut off when a run was killed is played again.
    results.write_text(first + '{"duel": "connect_four: mcts:1000 against random", "ind')
    assert main([*duels, "--matches", "2"]) == 0
    assert results.read_text().startswith(first)
    assert "| connect_four: mcts:1000 against random | 2 | 100.0% |" in capsys.readouterr().out
    assert main([*duels, "--matches", "2", "--seconds", "0"]) == 0


@pytest.mark.parametrize(("milliseconds", "least", "most"), [(1000, 45, 47), (300, 16, 18), (3000, 45, 60)])
def test_a_slow_machine_takes_longer(monkeypatch: pytest.MonkeyPatch, milliseconds: int, least: int, most: int) -> None:
    """Each look at the clock costs 50 ms: nine options get five iterations each, but never in more than three times the allowed time."""
    grown: list[int] = []

    class Counted(Tree[ReferenceState]):
        def grow(self, iterations: int) -> None:
            grown.append(iterations)
            super().grow(iterations)

    ticks = count()
    monkeypatch.setattr(mcts, "perf_counter", lambda: next(ticks) / 20)
    monkeypatch.setattr(mcts, "tree_of", Counted)
    engine = shipped.engine("tic_tac_toe", shipped.setups("tic_tac_toe")[0])
    Mcts(milliseconds=milliseconds).advise(engine, engine.initial(1), 0, Dice.seeded(1, 0))
    assert least <= sum(grown) <= most


_ONE_STONE = """
game last_stone:
    "Whoever takes the only stone of a heap wins; a heap that is left alone wins nothing."
    players 2

each player:
    has_won = no

rounds at most 60:
    turns

phase turns, each player:
    choose heap: one of 1..8
    if heap is 5: has_won = yes

game ends when some(players where has_won)

ranking by highest has_won, ties shared
"""


def test_a_beginner_passes_no_win_at_once() -> None:
    """Two random matches for each answer, as a beginner had before, are won by every answer now and then."""
    engine = gamedsl.engine_for(gamedsl.parse_rules(_ONE_STONE).game())
    beginner = agent_from("beginner")
    state = engine.initial(1)
    chosen = {beginner.choose(engine, state, 0, Dice.seeded(1, index)).text for index in range(20)}
    assert chosen == {"turns(heap = 5)"}


def test_a_beginner_walks_in_quoridor() -> None:
    """A beginner who only tried random matches to their end built walls where they are of no use, and needed a hundred turns to arrive."""
    engine = gamedsl.engine_for(shipped.game("quoridor", shipped.setups("quoridor")[0]))
    state, agents = engine.initial(1), (agent_from("beginner"), agent_from("random:moves"))
    dice = [Dice.seeded(1, seat) for seat in range(2)]
    turns = 0
    while not state.is_over and turns < 25:
        (seat,) = engine.to_act(state)
        state = engine.play(state, seat, agents[seat].choose(engine, state, seat, dice[seat]))
        turns += seat == 0
    outcome = engine.outcome(state) if state.is_over else None
    assert outcome is not None
    assert outcome.shares[0] == 1
