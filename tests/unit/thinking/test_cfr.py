"""Mixed strategies of small games, and how much a best response gains against agents."""

from __future__ import annotations

from collections import Counter

import pytest

import gamedsl
from gamedsl_interpreter.engine import Engine, Move, S
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.thinking.cfr import Cfr, NoStrategyError
from gamedsl_interpreter.thinking.specs import AgentSpecError, agent_from
from gamedsl_interpreter.wasm.engine import WasmEngine

_HANDS = """game hands:
    "Stone, scissors, paper; who wins with stone has two chips."
    players 2

each player:
    shown: 1..3 = 1
    let other = max(p.shown for p in players where p is not me)
    let beats = (shown is 1 and other is 2) or (shown is 2 and other is 3) or (shown is 3 and other is 1)
    let chips = 0 if not beats else 2 if shown is 1 else 1

rounds up to 1:
    showing

phase showing, each player together:
    choose n: one of 1..3
    shown = n

score won: chips - sum(p.chips for p in players where p is not me)

players aim at points

ranking by highest total, ties shared
"""


def _hands() -> gamedsl.Game:
    return gamedsl.parse_rules(_HANDS).game()


class _Stone:
    """Shows a stone, always."""

    name = "stone"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        return engine.moves(state, seat)[0]


def test_a_best_response_takes_what_is_offered() -> None:
    found = gamedsl.exploit(_hands(), _Stone(), choices=3)
    assert (found.payoff, found.gains, found.exploitability) == ((0, 0), (1, 1), 1)
    assert (found.histories, found.information_sets, found.choices) == (13, 2, 3)
    uniform = gamedsl.exploit(_hands(), "random")
    assert uniform.gains == pytest.approx((1 / 3, 1 / 3))  # a stone wins 2 or loses 1
    assert uniform.choices is None


class _Sure(_Stone):
    """Says how likely its moves are."""

    def __init__(self, *chances: float) -> None:
        self.given = chances

    def chances(self, engine: Engine[S], state: S, seat: int) -> tuple[float, ...]:
        return self.given


def test_chances_that_an_agent_gives_are_not_estimated() -> None:
    stone = gamedsl.exploit(_hands(), _Sure(1, 0, 0))
    assert (stone.payoff, stone.gains, stone.choices) == ((0, 0), (1, 1), None)
    best = gamedsl.exploit(_hands(), _Sure(1 / 4, 1 / 4, 1 / 2))
    assert best.gains == pytest.approx((0, 0))
    for wrong in ((1, 0), (0.5, 0.6, 0.1), (1.5, -0.5, 0), (float("nan"), 0, 1)):
        with pytest.raises(
            gamedsl.ArgumentError,
            match=r"agent `stone` gives the chances .*: one for each, which add up to 1, are meant",
        ):
            gamedsl.exploit(_hands(), _Sure(*wrong))


def test_a_mixed_strategy_is_found() -> None:
    engine = WasmEngine(_hands())
    shares = Cfr(20_000).mixture(engine, engine.initial(1), 0)
    assert list(shares.values()) == pytest.approx([1 / 4, 1 / 4, 1 / 2], abs=0.02)
    chosen = Counter(Cfr(20_000).choose(engine, engine.initial(1), 0, Dice.seeded(seed)).text for seed in range(400))
    assert [chosen[text] / 400 for text in shares] == pytest.approx(list(shares.values()), abs=0.1)


@pytest.mark.parametrize(
    ("name", "random", "rounds", "most"),
    [("kuhn_poker", 11 / 24, 5_000, 0.11), ("leduc_poker", 2.3736111, 6_000, 0.62)],
)
def test_little_is_gained_in_poker(name: str, random: float, rounds: int, most: float) -> None:
    game = gamedsl.load_rules(name).game()
    assert gamedsl.exploit(game, f"cfr:{rounds}").exploitability <= most
    if name == "kuhn_poker":
        assert gamedsl.exploit(game, "random").gains == pytest.approx((3 / 8, 13 / 24))
        assert gamedsl.exploit(game, "random:moves").exploitability == pytest.approx(random)
        assert gamedsl.exploit(game, "mcts:20", choices=3).exploitability > most


def test_equal_choices_on_both_executors() -> None:
    game = gamedsl.load_rules("kuhn_poker").game()
    for index in range(4):
        fast = gamedsl.play_match(WasmEngine(game), [Cfr(300), Cfr(300)], 3, index)
        slow = gamedsl.play_match(ReferenceEngine(game), [Cfr(300), Cfr(300)], 3, index)
        assert fast.moves == slow.moves
        assert fast.policies == ("cfr:300", "cfr:300")


def test_what_has_no_strategy_is_refused() -> None:
    engine = WasmEngine(gamedsl.load_rules("hearts").game())
    with pytest.raises(NoStrategyError, match="more than 50,000 histories"):
        Cfr(5).choose(engine, engine.initial(1), engine.to_act(engine.initial(1))[0], Dice.seeded(1))
    alone = WasmEngine(gamedsl.load_rules("lone_captain").game())
    with pytest.raises(NoStrategyError, match="two players or more"):
        Cfr(5).choose(alone, alone.initial(1), 0, Dice.seeded(1))
    with pytest.raises(gamedsl.TooManyError):
        gamedsl.exploit(gamedsl.load_rules("leduc_poker").game(), "random", most=100)


def test_a_text_names_it() -> None:
    assert (agent_from("cfr"), agent_from("cfr:50"), agent_from("cfr:50 for points")) == (
        Cfr(),
        Cfr(50),
        Cfr(50, gamedsl.Aim.POINTS),
    )
    for text in ("cfr:", "cfr:0", "cfr:x", "cfr:2s"):
        with pytest.raises(AgentSpecError, match="cfr"):
            agent_from(text)
    with pytest.raises(gamedsl.ArgumentError):
        Cfr(0)
