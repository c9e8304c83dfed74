"""Agents as people write them."""

from __future__ import annotations

import pytest

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.matches.agents import RandomMoves, RandomSteps
from gamedsl_interpreter.thinking.greedy import Greedy
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.specs import AgentSpecError, agent_from, agents_from, seat_from, with_seats
from games import shipped


def _game() -> Game:
    return shipped.game("connect_four", shipped.setups("connect_four")[0])


def _alone() -> Game:
    return shipped.game("lone_captain", shipped.setups("lone_captain")[0])


def test_a_text_names_an_agent() -> None:
    assert agent_from("random") == agent_from(" random:steps ") == RandomSteps()
    assert agent_from("random:moves") == RandomMoves()
    assert (agent_from("greedy"), agent_from("greedy:3")) == (Greedy(), Greedy(3))
    assert (agent_from("mcts"), agent_from("mcts:2000")) == (Mcts(), Mcts(2000))
    assert agent_from("mcts:500ms") == Mcts(milliseconds=500)
    assert agent_from("mcts:2000x4") == Mcts(2000, threads=4)
    assert agent_from("mcts:2s") == Mcts(milliseconds=2000)
    assert agent_from("beginner") == Mcts(100)
    assert (agent_from("steady"), agent_from("strong")) == (Mcts(milliseconds=2000), Mcts(milliseconds=6000))


@pytest.mark.parametrize("agent", [Mcts(), Mcts(7), Mcts(milliseconds=9, threads=3), Greedy(4)])
def test_names_of_agents_can_be_written(agent: Mcts | Greedy) -> None:
    made = agent_from(agent.name)
    assert made.name == agent.name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an agent is missing; there are `random`, `greedy`, `mcts`, `cfr`, `beginner`, `steady`, `strong`"),
        ("mtcs", "there is no agent `mtcs`; did you mean `mcts`?"),
        ("alphazero", "there is no agent `alphazero`; there are"),
        ("mcts:", "nothing stands behind the colon of `mcts:`; write `mcts` or `mcts:2000`"),
        ("mcts:0", "`mcts:0` is no agent; write iterations or a time"),
        ("mcts:-5", "`mcts:-5` is no agent"),
        ("mcts:2h", "`mcts:2h` is no agent"),
        ("mcts:٣", "is no agent"),
        ("mcts:9999999999", "is no agent"),
        ("mcts:50x", "write 1 to 64 threads"),
        ("mcts:50x65", "write 1 to 64 threads"),
        ("mcts:x2", "is no agent"),
        ("greedy:many", "write the number of playouts for each option: `greedy:50`"),
        ("strong:7", "`strong:7` is no agent; write `strong`"),
        ("stong", "did you mean `strong`?"),
        ("random:walk", "write `random` or `random:moves`"),
    ],
)
def test_what_is_wrong_is_said(text: str, says: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        agent_from(text)
    assert says in str(caught.value)


def test_there_is_an_agent_for_each_player() -> None:
    assert agents_from("mcts:5,random", _game()) == (Mcts(5), RandomSteps())
    assert agents_from("greedy", _game()) == (Greedy(), Greedy())
    with pytest.raises(AgentSpecError, match="2 players here, and `random,random,random` names 3 agents; name one"):
        agents_from("random,random,random", _game())
    with pytest.raises(AgentSpecError, match="an agent is missing"):
        agents_from("random,", _game())


def test_seats_can_have_others() -> None:
    both = agents_from("random", _game())
    assert with_seats(both, ["2=greedy"], _game()) == (RandomSteps(), Greedy())
    assert with_seats(both, [f"{_game().seats[0]}=mcts:5"], _game()) == (Mcts(5), RandomSteps())
    for text, says in (
        ("2", "`2` names no agent; write `2=greedy`"),
        ("9=mcts", "there is no seat `9`"),
        ("0=mcts", "there is no seat `0`"),
        ("2=mcst", "did you mean `mcts`"),
    ):
        with pytest.raises(AgentSpecError, match=says):
            with_seats(both, [text], _game())
    with pytest.raises(AgentSpecError, match="two agents are named for"):
        with_seats(both, ["1=mcts", f"{_game().seats[0]}=random"], _game())


def test_seats_that_rules_play_have_no_agent() -> None:
    assert len(agents_from("random", _alone())) == _alone().humans < len(_alone().seats)
    with pytest.raises(AgentSpecError, match="there is no seat"):
        seat_from(_alone().seats[-1], _alone())
