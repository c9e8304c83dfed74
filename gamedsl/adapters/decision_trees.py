"""A game as a tree of single actions, for frameworks with one acting player at a time and chance as another player.

Simultaneous choices are made one after the other, in seat order; no seat learns the others' choices. A move of several steps is several actions. Nodes are
values. A tree keeps the nodes it has made, up to a limit, because solvers visit the same tree again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any
from zlib import crc32

import gamedsl

CHANCE, TERMINAL = -1, -4
"""Numbers of OpenSpiel for nodes at which no player acts."""

_MOST_POSITIONS = 6_000


class Tree:
    """The tree of one game. `most_outcomes`: chance nodes with more outcomes are replaced by `samples` outcomes of equal weight. `aim`: what utilities
    count (None: see `gamedsl.utility_of`). `key`: the parameters from which the game is loaded."""

    def __init__(
        self,
        game: gamedsl.Game,
        key: tuple[tuple[str, str | int], ...],
        *,
        aim: gamedsl.Aim | None,
        most_outcomes: int,
        samples: int,
        most_nodes: int = 500_000,
    ) -> None:
        """Creates the tree with its root. Raises ArgumentError."""
        self.engine = gamedsl.engine_for(game)
        self.space = gamedsl.action_space(game)
        self.key = key
        self.utility = gamedsl.utility_of(game, aim)
        self.most_outcomes, self.samples = most_outcomes, samples
        self.room = most_nodes
        """How many more nodes can be kept."""
        self.root = Node(self, self.engine.initial(None))

    @cached_property
    def most_chance(self) -> int:
        """An upper bound on the outcomes of a chance node. It is exact for trees without chance and for those of at most 6,000 positions."""
        if not gamedsl.traits_of(self.engine.game).has_chance:
            return 0
        try:
            return self._widest()
        except gamedsl.Fault:  # the rules break a promise somewhere, perhaps far from any match that is played
            return self.most_outcomes

    def _widest(self) -> int:
        """Returns the most outcomes of a chance node; `most_outcomes` if the tree is large. Raises Fault."""
        known, todo, widest = {self.root.state.bytes}, [self.root], 0
        while todo:
            if len(known) > _MOST_POSITIONS:
                return self.most_outcomes
            node = todo.pop()
            widest = max(widest, len(node.outcomes) if node.player == CHANCE else 0)
            for after in map(node.child, node.actions):
                if after.state.bytes not in known:
                    known.add(after.state.bytes)
                    todo.append(after)
        return widest


class Node:
    """A position of a tree. `player` acts there: the number of a seat, `CHANCE` or `TERMINAL`."""

    __slots__ = (
        "_actions",
        "_keys",
        "_name",
        "_outcomes",
        "_returns",
        "_texts",
        "children",
        "player",
        "state",
        "tensors",
        "tree",
    )

    def __init__(self, tree: Tree, state: gamedsl.State) -> None:
        self.tree, self.state = tree, state
        acting = tree.engine.to_act(state)
        self.player: int = acting[0] if acting else TERMINAL if state.is_over else CHANCE
        self.children: dict[int, Node] = {}
        """The children that were made and kept, by action."""
        self._keys: dict[int, bytes] = {}
        self.tensors: dict[tuple[int, bool], Any] = {}
        """Tensors that adapters have made of the node, by seat and whether they include the information state."""
        self._name: str | None = None
        self._actions: dict[int, int] | None = None
        self._outcomes: list[tuple[gamedsl.ChanceOutcome | None, float]] | None = None
        self._returns: list[float] | None = None
        self._texts: dict[int, str] | None = None

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    @property
    def actions(self) -> dict[int, int]:
        """The actions at this node, ascending, with the engine's values: values of steps, or the indices of outcomes."""
        found = self._actions
        if found is None:
            if self.player >= 0:
                found = self.tree.space.ids(self.tree.engine.step(self.state, self.player), self.player)
            else:
                found = {} if self.player == TERMINAL else {i: i for i in range(len(self.outcomes))}
            self._actions = found
        return found

    @property
    def outcomes(self) -> list[tuple[gamedsl.ChanceOutcome | None, float]]:
        """The outcomes of chance with their probabilities; None stands for a sample, which is drawn when it is played."""
        if self._outcomes is None:
            self._outcomes = list(self._list_outcomes())
        return self._outcomes

    def _list_outcomes(self) -> Iterator[tuple[gamedsl.ChanceOutcome | None, float]]:
        engine, tree = self.tree.engine, self.tree
        if engine.chance_count(self.state) > tree.most_outcomes:
            yield from ((None, 1 / tree.samples) for _ in range(tree.samples))
        else:
            whole = engine.chance_weight(self.state)
            yield from ((outcome, outcome.weight / whole) for outcome in engine.chance(self.state, tree.most_outcomes))

    def after(self, action: int) -> gamedsl.State:
        """Returns the state after an action. Raises ArgumentError for one that is not possible here."""
        value = self.actions.get(action)
        if value is None:
            raise gamedsl.ArgumentError(f"action {action} is not possible here")
        if self.player >= 0:
            return self.tree.engine.take_step(self.state, self.player, value)
        return self.tree.engine.play_chance(self.state, self._outcome(value))

    def child(self, action: int) -> Node:
        """Returns the node after an action. Raises ArgumentError for one that is not possible here."""
        found = self.children.get(action)
        if found is None:
            found = Node(self.tree, self.after(action))
            if self.tree.room:
                self.tree.room -= 1
                self.children[action] = found
        return found

    def _outcome(self, number: int) -> gamedsl.ChanceOutcome:
        outcome = self.outcomes[number][0]
        return outcome or self.tree.engine.sample_chance(self.state, number, crc32(self.state.bytes))

    def text(self, player: int, action: int) -> str:
        """Describes an action; no two actions of a node have the same text."""
        if player >= 0 and player != self.player:
            return self.tree.space.text(action)
        if self._texts is None:
            self._texts = {}
            if player >= 0:
                said = [(number, self.tree.space.text(number)) for number in self.actions]
            else:
                said = [
                    (i, f"sample {i}" if outcome is None else outcome.text)
                    for i, (outcome, _) in enumerate(self.outcomes)
                ]
            for number, text in said:
                self._texts[number] = f"{text} (#{number})" if text in self._texts.values() else text
        found = self._texts.get(action)
        return self.tree.space.text(action) if found is None else found

    @property
    def returns(self) -> list[float]:
        """The utilities of the players; zeros before the end."""
        if self._returns is None:
            self._returns = list(self._utilities())
        return self._returns

    def _utilities(self) -> Iterator[float]:
        engine, players = self.tree.engine, self.tree.engine.game.humans
        outcome = engine.outcome(self.state) if self.player == TERMINAL else None
        if outcome is None:
            yield from [0.0] * players
        elif self.tree.utility.aim is gamedsl.Aim.VICTORY and not engine.game.verdicts:
            yield from (float(players * share - 1) for share in outcome.shares[:players])
        else:
            yield from map(float, self.tree.utility.values(outcome)[:players])

    @property
    def name(self) -> str:
        """The position in words and in bytes."""
        if self._name is None:
            self._name = f"{self.state!r} {self.state.bytes.hex()}"
        return self._name

    def key(self, seat: int) -> bytes:
        """Returns the key of a seat's information set."""
        found = self._keys.get(seat)
        if found is None:
            found = self._keys[seat] = gamedsl.information_key(self.tree.engine, self.state, seat)
        return found
