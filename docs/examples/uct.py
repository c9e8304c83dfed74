"""A program that plays any game by tree search (UCT), also games with hidden cards and dice.

    python docs/examples/uct.py connect_four 200

Each round draws a world that the seat cannot tell from the true one, goes down the tree of moves there, adds one position, plays it to the end a few times
at random, and notes on the way back who won. In games that hide nothing all worlds are the true one, with other dice.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from math import log, sqrt

import gamedsl

PLAYOUTS = 4
"""Random matches from each new position."""


@dataclass
class Node:
    """What is known after some moves: `visits`, the share of victory that they brought the seat that moved, and how often it could be chosen."""

    visits: float = 0.0
    won: float = 0.0
    offered: int = 0
    children: dict[str, Node] = field(default_factory=dict["str", "Node"])

    def worth(self, curiosity: float = 1.0) -> float:
        """How much this node should be tried next (UCB1)."""
        return (
            self.won / self.visits + curiosity * sqrt(log(self.offered) / self.visits) if self.visits else float("inf")
        )


@dataclass
class Uct:
    """Tree search with so many rounds a move."""

    rounds: int
    name: str = "uct"

    def choose(self, engine: gamedsl.Engine, state: gamedsl.State, seat: int, dice: gamedsl.Dice) -> gamedsl.Move:
        worlds, root = engine.worlds(state, seat), Node()
        for _ in range(self.rounds):
            self.visit(engine, worlds.sample(dice), root, dice)
        return max(engine.moves(state, seat), key=lambda move: root.children.get(move.text, Node()).visits)

    def visit(self, engine: gamedsl.Engine, state: gamedsl.State, root: Node, dice: gamedsl.Dice) -> None:
        """One round in one world."""
        node, path = root, list[tuple[Node, int]]()
        while not state.is_over and (node is root or node.visits):
            mover = engine.to_act(state)[0]
            moves = engine.moves(state, mover)
            children = [node.children.setdefault(move.text, Node()) for move in moves]
            for child in children:
                child.offered += 1
            best = max(range(len(moves)), key=lambda i: children[i].worth())
            node, state = children[best], engine.play(state, mover, moves[best])
            path.append((node, mover))
        shares = self.shares(engine, state, dice.below(1 << 32))
        for visited, mover in path:
            visited.visits += 1.0
            visited.won += shares[mover]

    def shares(self, engine: gamedsl.Engine, state: gamedsl.State, seed: int) -> list[float]:
        """The share of the victory that each seat gets from here on."""
        outcome = engine.outcome(state)
        if outcome is not None:
            return [float(share) for share in outcome.shares]
        ends = gamedsl.simulate(
            engine, [gamedsl.RandomSteps()] * len(engine.game.seats), seed, range(PLAYOUTS), state=state
        )
        return [float(seat.wins) / PLAYOUTS for seat in ends.seats]


def main(rules: str, rounds: int, matches: int) -> None:
    engine = gamedsl.engine_for(gamedsl.load_rules(rules).game())
    others: list[gamedsl.Agent] = [gamedsl.RandomSteps()] * (engine.game.humans - 1)
    summary = gamedsl.simulate(
        engine, [Uct(rounds), *others, *([gamedsl.RandomSteps()] * len(engine.game.scripts))], 1, range(matches)
    )
    print(f"{rules}: {float(summary.seats[0].wins)} of {matches} matches against random play")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100, int(sys.argv[3]) if len(sys.argv) > 3 else 10)
