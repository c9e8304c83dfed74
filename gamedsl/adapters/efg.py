"""The whole tree of a small game as text in the form EFG, which Gambit, OpenSpiel and other programs for game theory read.

    from gamedsl.adapters.efg import efg_text

    text = efg_text(gamedsl.load_rules("games/classics/kuhn_poker.gdl").game())

A walk through the tree numbers the information sets; their names are the `information_key`. Probabilities are fractions. Payoffs are the utilities of
`decision_trees`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import gamedsl
from gamedsl.adapters.decision_trees import CHANCE, TERMINAL, Node, Tree

MOST_NODES = 500_000
"""The largest number of nodes that is written."""


def efg_text(game: gamedsl.Game, *, victory: bool = False, most_nodes: int = MOST_NODES) -> str:
    """Writes the tree of a match from its beginning. `victory`: utilities count victories, whatever `gamedsl.utility_of` says. Raises TooManyError for a tree of
    more than `most_nodes` nodes, Fault."""
    aim = gamedsl.Aim.VICTORY if victory else None
    return tree_text(Tree(game, (), aim=aim, most_outcomes=most_nodes, samples=1), most_nodes)


def tree_text(tree: Tree, most_nodes: int = MOST_NODES) -> str:
    """Writes a tree, whose nodes are made as needed; it must be turn-based. Raises TooManyError for one of more than `most_nodes` nodes, Fault."""
    _check_size(tree.engine, most_nodes)
    return "\n".join(_Writer(tree, most_nodes).lines()) + "\n"


def _check_size(engine: gamedsl.Engine, most: int) -> None:
    """Refuses a tree with more sequences of complete moves than nodes may be written, before any is. Raises TooManyError."""
    nodes = 0
    try:
        for level in gamedsl.perft(engine, most, most):
            nodes += level.leaves
            if nodes > most:
                raise _too_large(engine.game, most)
            if level.leaves == level.ended:
                break
    except (gamedsl.TooManyError, gamedsl.TooManyOutcomes):
        raise _too_large(engine.game, most) from None


def _too_large(game: gamedsl.Game, most: int) -> gamedsl.TooManyError:
    return gamedsl.TooManyError(
        f"the tree of {game.name} has more than {most:,} positions, the limit for one that is handed over whole: a higher one can be given, and "
        "`spiel_game` makes positions when they are visited"
    )


class _Writer:
    """A writer of nodes; each node comes before its children."""

    def __init__(self, tree: Tree, most_nodes: int) -> None:
        self._tree, self._most = tree, most_nodes
        self._sets: dict[tuple[int, bytes], int] = {}
        """The numbers of information sets; each player has a separate count."""
        self._counts: dict[int, int] = {}

    def lines(self) -> Iterator[str]:
        """Yields the lines of the text."""
        game = self._tree.engine.game
        yield f"EFG 2 R {_quote(game.name)} {{ {' '.join(map(_quote, game.seats[: game.humans]))} }} {_quote('')}"
        stack = [self._tree.root]
        number = 0
        while stack:
            node = stack.pop()
            number += 1
            if number + len(stack) > self._most:
                raise _too_large(game, self._most)
            yield self._line(node)
            stack += [node.child(action) for action in reversed(list(node.actions))]

    def _line(self, node: Node) -> str:
        if node.player == TERMINAL:
            return f't "" {self._next(TERMINAL)} "" {{ {" ".join(map(_number, node.returns))} }}'
        texts = [_quote(node.text(node.player, action)) for action in node.actions]
        if node.player == CHANCE:
            odds = self._odds(node)
            outcomes = " ".join(f"{text} {odd}" for text, odd in zip(texts, odds, strict=True))
            return f'c "" {self._next(CHANCE)} "" {{ {outcomes} }} 0'
        key = node.key(node.player)
        known = self._sets.get((node.player, key))
        if known is None:
            known = self._sets[node.player, key] = self._next(node.player)
        return f'p "" {node.player + 1} {known} "{key.hex()}" {{ {" ".join(texts)} }} 0'

    def _odds(self, node: Node) -> list[Fraction]:
        outcomes = [outcome for outcome, _ in node.outcomes]
        if None in outcomes or len(outcomes) > self._most:
            raise gamedsl.TooManyError(f"chance has more than {self._most:,} outcomes in {self._tree.engine.game.name}")
        whole = self._tree.engine.chance_weight(node.state)
        return [Fraction(outcome.weight, whole) for outcome in outcomes if outcome is not None]

    def _next(self, of: int) -> int:
        self._counts[of] = self._counts.get(of, 0) + 1
        return self._counts[of]


def _quote(text: str) -> str:
    return '"{}"'.format(text.replace('"', "'"))


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() else repr(value)
