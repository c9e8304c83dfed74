"""The policy gradient of the page on learning: short forms of its two runs."""

from __future__ import annotations

import runpy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gamedsl
from docs import pages
from gamedsl.adapters.gymnasium import agent_env, vector_env
from tools.learning_curve import main


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """The names of the program."""
    return runpy.run_path(str(pages.ROOT / "docs/examples/mirror_descent.py"))


def test_in_kuhn_poker_a_best_response_gains_ever_less(program: dict[str, Any]) -> None:
    game = gamedsl.load_rules("kuhn_poker").game()
    learner = program["Learner"](vector_env(game, 256), program["KUHN"], seed=1)
    player = program["KuhnPlayer"](learner.network)
    assert sum(gamedsl.exploit(game, player).gains) > 0.9
    for _ in range(80):
        learner.update()
    found = gamedsl.exploit(game, player)
    assert found.choices is None
    assert sum(found.gains) < 0.3
    record = gamedsl.play_match(gamedsl.engine_for(game), [player, player], 1)
    assert record.outcome is not None


def test_slopes_are_those_of_the_loss(program: dict[str, Any]) -> None:
    """By differences: what `learn` maximises, computed from its words."""
    dice = np.random.default_rng(1)
    network = program["Network"](5, 4, 8, seed=2)
    for name, one in network.weights.items():
        network.weights[name] = 0.5 * dice.standard_normal(one.shape)
    seen, mask = dice.standard_normal((6, 5)), np.ones((6, 4), bool)
    mask[0, 1] = mask[3, 0] = False
    before = program["softmax"](np.where(mask, dice.standard_normal((6, 4)), -np.inf)).astype(float)
    actions, worth = np.array([0, 1, 2, 3, 0, 2]), dice.standard_normal(6)
    plan = replace(program["KUHN"], epochs=1, parts=1, entropy=0.3, step=0.7)
    gains = worth - network.look(seen, mask)[2]

    def value() -> float:
        inner = np.tanh(seen @ network.weights["in"] + network.weights["in0"])
        scores = inner @ network.weights["out"] + network.weights["out0"]
        worths = np.exp(np.where(mask, scores[:, :-1], -np.inf))
        chances = worths / worths.sum(1, keepdims=True)
        logs = np.log(np.where(mask, chances, 1.0))
        old = np.log(np.where(mask, before, 1.0))
        rows = np.arange(6)
        gained = chances[rows, actions] / before[rows, actions] * gains
        penalty = (chances * (logs - old)).sum(1) / 0.7
        return float((gained - 0.3 * (chances * logs).sum(1) - penalty - (scores[:, -1] - worth) ** 2 / 2).mean())

    slopes: dict[str, Any] = {}

    def move(seen: Any, inner: Any, slope: Any, rate: float) -> None:
        slopes["out"] = inner.T @ slope

    network.move = move
    learner: Any = object.__new__(program["Learner"])
    learner.plan, learner.network, learner.dice = plan, network, dice
    learner.learn(program["Batch"](seen, mask, before, actions, worth), 1.0)
    for at in ((0, 0), (3, 2), (7, 4)):
        kept = network.weights["out"][at]
        network.weights["out"][at] = kept + 1e-4
        up = value()
        network.weights["out"][at] = kept - 1e-4
        slope = (value() - up) / 2e-4
        network.weights["out"][at] = kept
        assert slopes["out"][at] == pytest.approx(slope, rel=0.02, abs=1e-4)


def test_an_agent_of_gloriana_learns_and_is_measured(program: dict[str, Any]) -> None:
    plan = replace(program["GLORIANA"], length=80, width=16, epochs=1)
    env = program["gloriana_env"](2)
    learner = program["Learner"](env, plan, 1)
    before = learner.network.weights["out"].copy()
    learner.update()
    assert (learner.network.weights["out"] != before).any()
    space: Any = agent_env(gamedsl.load_rules("gloriana").game()).action_space
    assert learner.network.weights["out"].shape[1] == space.n + 1
    assert 0 <= program["share"](learner.network, "random", 2, 1) <= 1


def test_curves_are_drawn(tmp_path: Any) -> None:
    (tmp_path / "curve.json").write_text("[[0, 0.9, 0.1], [20, 0.4, 0.2]]")
    main(str(tmp_path / "curve.json"), str(tmp_path / "curve.svg"), "share", "one", "other")
    svg = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert svg.startswith("<svg ")
    assert "var(" not in svg
    assert ">other<" in svg
