# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportUntypedBaseClass=false
# (OpenSpiel has no types.)
"""Whole trees walked through OpenSpiel's own interface: our games through the adapter, and OpenSpiel's own versions of them.

CPU time of this process, in one run, the sides alternating; median of the runs. `first` is the first walk through a game that was just loaded, `later` a walk
through one that was walked before, as programs do that solve games. `tree` is a walk
through the game that `spiel_tree` makes of it, `make` what making that takes. `load` is what loading takes, bounds included. A walk asks every state for who acts,
its legal actions or outcomes, the text of the information state, and the returns at the end, and makes each child. `plays` and `tree plays` are 2,000 random
playouts by a loop in Python.
OpenSpiel has to be installed: `pip install open_spiel`.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TypeVar

os.environ["GAMEDSL_CACHE"] = "off"
ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import pyspiel  # noqa: E402
from open_spiel.python.algorithms import cfr  # noqa: E402

from gamedsl.adapters import openspiel as adapter  # noqa: E402
from openspiel import theirs  # noqa: E402

T = TypeVar("T")
PAIRS = (("kuhn_poker", "kuhn_poker"), ("kuhn_poker", "python_kuhn_poker"), ("leduc_poker", "leduc_poker"))
_CFR = 5
_TIMED = (
    "load", "first", "later", "theirs", "our CFR", "their CFR", "make", "tree", "our plays", "their plays", "tree plays",
)  # fmt: skip
_PLAYOUTS = 2_000


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    import_module("open_spiel.python.games")  # registers the games in Python

    heads = ("load s", "first s", "later s", "make s", "tree s", "theirs s")
    print(
        f"{'ours':14}{'theirs':20}{'states':>8}{''.join(f'{head:>9}' for head in heads)}{'first':>8}{'later':>8}{'tree':>8}{'CFR':>8}{'plays':>8}{'tree plays':>12}"
    )
    for ours, other in PAIRS:
        print(_line(ours, other, runs), flush=True)


def _line(ours: str, other: str, runs: int) -> str:
    their_game = theirs.load(other)
    times: dict[str, list[float]] = {name: [] for name in _TIMED}
    states = _walked_through(their_game)
    for _ in range(runs):
        adapter.forget()
        game = _timed(times["load"], partial(_ours, ours))
        assert _timed(times["first"], partial(_walked_through, game)) == states
        _timed(times["theirs"], partial(_walked_through, their_game))
        _timed(times["later"], partial(_walked_through, game))
        _timed(times["their CFR"], partial(_solved, their_game))
        _timed(times["our CFR"], partial(_solved, game))
        _timed(times["our plays"], partial(_played, game))
        _timed(times["their plays"], partial(_played, their_game))
        adapter.forget()
        tree = _timed(times["make"], partial(adapter.spiel_tree, f"{ROOT}/games/classics/{ours}.gdl"))
        assert _timed(times["tree"], partial(_walked_through, tree)) == states
        _timed(times["tree plays"], partial(_played, tree))
    mid = {name: median(found) for name, found in times.items()}
    ratios = (
        mid["first"] / mid["theirs"],
        mid["later"] / mid["theirs"],
        mid["tree"] / mid["theirs"],
        mid["our CFR"] / mid["their CFR"],
        mid["our plays"] / mid["their plays"],
        mid["tree plays"] / mid["their plays"],
    )
    shown = "".join(f"{ratio:8.2f}" for ratio in ratios)
    seconds = "".join(f"{mid[name]:9.4f}" for name in ("load", "first", "later", "make", "tree", "theirs"))
    return f"{ours:14}{other:20}{states:8,}{seconds}{shown}"


def _ours(name: str) -> theirs.Game:
    game: theirs.Game = pyspiel.load_game(f"gamedsl(rules={ROOT}/games/classics/{name}.gdl)")
    return game


def _solved(game: theirs.Game) -> None:
    """Some rounds of counterfactual regret minimisation."""
    solver = cfr.CFRSolver(game)
    for _ in range(_CFR):
        solver.evaluate_and_update_policy()


def _played(game: theirs.Game) -> None:
    """Some random playouts."""
    dice = Random(1)
    for _ in range(_PLAYOUTS):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(actions, odds)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))


def _walked_through(game: theirs.Game) -> int:
    return walked(game.new_initial_state())


def walked(state: theirs.State) -> int:
    """How many states there are from this one on, each asked for what solvers ask for."""
    if state.is_terminal():
        return 1 + 0 * len(state.returns())
    if state.is_chance_node():
        actions = [action for action, _ in state.chance_outcomes()]
    else:
        actions = state.legal_actions()
        state.information_state_string(state.current_player())
    total = 1
    for action in actions:
        after = state.clone()
        after.apply_action(action)
        total += walked(after)
    return total


def _timed(into: list[float], work: Callable[[], T]) -> T:
    began = process_time()
    result = work()
    into.append(process_time() - began)
    return result


if __name__ == "__main__":
    main()
