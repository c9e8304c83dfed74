"""The agent that learns, as the page on embedding shows it: after some matches it is better than random play."""

from __future__ import annotations

import runpy
from typing import Any

import gamedsl
from docs import pages


def test_it_learns() -> None:
    parts: dict[str, Any] = runpy.run_path(str(pages.ROOT / "docs/examples/learner.py"))
    game = gamedsl.load_rules(pages.ROOT / "games/classics/connect_four.gdl").game()
    learner = parts["Learner"](game, seed=1)
    for seed in range(100):
        learner.learn(seed)
    wins = sum(learner.match({seat}, 5000 + i)[1][seat] for seat in (0, 1) for i in range(30))
    assert wins > 42, "of 60 matches against random play"
