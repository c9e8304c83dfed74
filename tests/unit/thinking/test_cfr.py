"""Mixed strategies of small games, and how much a best response gains against agents."""

from __future__ import annotations

import gc
from collections import Counter
from weakref import ref

import pytest

import gamedsl
from gamedsl_interpreter.engine import Engine, Forced, Move, S
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine
from gamedsl_interpreter.solving.history_tree import HistoryTree
from gamedsl_interpreter.thinking import cfr
from gamedsl_interpreter.thinking.cfr import Cfr, NoStrategyError
from gamedsl_interpreter.thinking.specs import AgentSpecError, agent_from
from gamedsl_interpreter.wasm.engine import WasmEngine
from share import share

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


_TWO_STEPS = """game steps:
    "Points are the first number times the second."
    players 2

each player:
    made: 0..9 = 0

rounds up to 1:
    choosing

phase choosing, each player together:
    choose:
        a: one of 1..3
        b: one of a..3
        twice: may
    made = a * b

score won: made

players aim at points

ranking by highest total, ties shared
"""


def test_chances_of_moves_with_several_steps() -> None:
    game = gamedsl.parse_rules(_TWO_STEPS).game()
    assert gamedsl.exploit(game, "random").gains == pytest.approx([9 - (2 + 5 + 9) / 3] * 2)
    assert gamedsl.exploit(game, "random:moves").gains == pytest.approx([9 - (1 + 2 + 3 + 4 + 6 + 9) / 6] * 2)


class _Thrower:
    """Chooses by its dice."""

    name = "thrower"

    def choose(self, engine: Engine[S], state: S, seat: int, dice: Dice) -> Move:
        return engine.moves(state, seat)[dice.below(3)]


def test_chances_that_are_not_known_are_estimated_by_different_dice() -> None:
    found = gamedsl.exploit(_hands(), _Thrower(), choices=60)
    assert found.gains == pytest.approx([1 / 3] * 2, abs=0.25)
    assert found == gamedsl.exploit(_hands(), _Thrower(), choices=60)
    assert found.gains != gamedsl.exploit(_hands(), _Thrower(), choices=60, seed=2).gains


def test_a_mixed_strategy_is_found() -> None:
    engine = WasmEngine(_hands())
    shares = Cfr(20_000).mixture(engine, engine.initial(1), 0)
    assert list(shares.values()) == pytest.approx([1 / 4, 1 / 4, 1 / 2], abs=0.02)
    chosen = Counter(Cfr(20_000).choose(engine, engine.initial(1), 0, Dice.seeded(seed)).text for seed in range(200))
    assert [chosen[text] / 200 for text in shares] == pytest.approx(list(shares.values()), abs=0.1)


@pytest.mark.parametrize(
    ("name", "random", "rounds", "most"),
    share([("kuhn_poker", 11 / 24, 5_000, 0.11), ("leduc_poker", 2.3736111, 6_000, 0.62)], 2),
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


_GROWING = """game growing:
    "The first choice has one number, the next ones have more."
    players 2

shared:
    most: 1..3 = 1

each player:
    shown: 1..3 = 1

rounds up to 2:
    showing
    growing

phase showing, each player:
    choose n: one of 1..most
    shown = n

phase growing:
    most = min(most + 1, 3)

score won: shown

ranking by highest total, ties shared
"""


def test_forced_moves_need_no_strategy() -> None:
    game = gamedsl.parse_rules(_GROWING).game()
    for forced in (Forced.PLAYED, Forced.ASKED):
        found = gamedsl.play_match(WasmEngine(game, forced=forced), [Cfr(20)] * 2, 1)
        assert len(found.moves) == (2 if forced is Forced.PLAYED else 4)


def test_a_kept_strategy_keeps_no_engine() -> None:
    gc.freeze()  # what other tests of this process have made need not be looked through
    game = gamedsl.load_rules("kuhn_poker").game()
    engine = ReferenceEngine(game)
    Cfr(7).choose(engine, engine.initial(1), 0, Dice.seeded(1))
    left = ref(engine)
    del engine
    gc.collect()
    assert left() is None


def test_strategies_are_made_once_and_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def policy(engine: Engine[S], agent: Cfr) -> str:
        made.append(agent.rounds)
        return "none"

    monkeypatch.setattr(cfr, "_policy", policy)
    engine = WasmEngine(_hands())
    for rounds in (*range(1, cfr.MOST_KEPT + 2), cfr.MOST_KEPT + 1, 1):
        with pytest.raises(NoStrategyError):
            Cfr(rounds).mixture(engine, engine.initial(1), 0)
    assert made == [*range(1, cfr.MOST_KEPT + 2), 1]


_ROLLS = """game rolls:
    "Few choices, and many throws."
    players 2

each player:
    points: 0..99 = 0

rounds up to 12:
    rolling

phase rolling, each player:
    roll die: one of 1..6
    choose kept: may
    points += 1 if kept and die > 3 else 0

ranking by highest points, ties shared
"""


def test_a_game_that_is_far_too_large_is_refused_before_its_tree_is_made() -> None:
    tree = HistoryTree(WasmEngine(gamedsl.load_rules("connect_four").game()))
    assert not tree.grow(1000, abs)
    assert len(tree) == 1
    chance = HistoryTree(WasmEngine(gamedsl.parse_rules(_ROLLS).game()))
    assert not chance.grow(1000, abs)
    assert len(chance) == 1
    small = HistoryTree(WasmEngine(gamedsl.load_rules("kuhn_poker").game()))
    assert small.grow(58, abs)


def test_what_has_no_strategy_is_refused() -> None:
    engine = WasmEngine(gamedsl.load_rules("hearts").game())
    with pytest.raises(NoStrategyError, match="more than 50,000 histories"):
        Cfr(5).choose(engine, engine.initial(1), engine.to_act(engine.initial(1))[0], Dice.seeded(1))
    alone = WasmEngine(gamedsl.load_rules("golf_patience").game())
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
