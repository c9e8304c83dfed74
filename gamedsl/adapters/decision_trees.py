"""A game as a tree of single actions, for frameworks in which chance is another player.

Simultaneous choices are one action of all seats that have to choose, or are made one after the other, in seat order; no seat learns the others' choices. A
move of several steps is several actions. Nodes are values. A tree keeps the nodes it has made, up to a limit, because solvers visit the same tree again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from itertools import product
from typing import Any, TypeAlias
from zlib import crc32

import gamedsl
from gamedsl.adapters.utilities import Payment

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4
"""Numbers of OpenSpiel for nodes at which not one player acts."""

Action: TypeAlias = "int | tuple[int, ...]"
"""An action of the player that acts, or one of each seat that has to choose, in seat order."""

_MOST_POSITIONS = 6_000


class Tree:
    """The tree of one game. `most_outcomes`: chance nodes with more outcomes are replaced by `samples` outcomes of equal weight. `aim`: what utilities
    count (None: see `gamedsl.utility_of`). `key`: the parameters from which the game is loaded. `turn_based`: simultaneous choices are made one after the
    other."""

    def __init__(
        self,
        game: gamedsl.Game,
        key: tuple[tuple[str, str | int], ...],
        *,
        aim: gamedsl.Aim | None,
        most_outcomes: int,
        samples: int,
        turn_based: bool = True,
        most_nodes: int = 500_000,
    ) -> None:
        """Creates the tree with its root. Raises ArgumentError."""
        self.engine = gamedsl.engine_for(game)
        self.space = gamedsl.action_space(game)
        self.key = key
        self.payment = Payment(game, aim)
        self.turn_based = turn_based
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
            for after in map(node.child, node.all_actions()):
                if after.state.bytes not in known:
                    known.add(after.state.bytes)
                    todo.append(after)
        return widest


class Node:
    """A position of a tree. `player` acts there: the number of a seat, `CHANCE`, `SIMULTANEOUS` or `TERMINAL`. `observer`: if the node is part of a sampled
    world, the seat for which it was sampled; None in the match itself."""

    __slots__ = (
        "_actions",
        "_keys",
        "_name",
        "_outcomes",
        "_returns",
        "_texts",
        "_words",
        "_worlds",
        "children",
        "observer",
        "player",
        "state",
        "tensors",
        "tree",
    )

    def __init__(self, tree: Tree, state: gamedsl.State, observer: int | None = None) -> None:
        self.tree, self.state, self.observer = tree, state, observer
        acting = tree.engine.to_act(state)
        self.player: int = acting[0] if acting else TERMINAL if state.is_over else CHANCE
        if len(acting) > 1 and not tree.turn_based:
            self.player = SIMULTANEOUS
        self.children: dict[Action, Node] = {}
        """The children that were made and kept, by action."""
        self._keys: dict[int, bytes] = {}
        self._words: dict[int, str] = {}
        self._worlds: dict[int, gamedsl.Worlds] = {}
        self.tensors: dict[tuple[int, bool], Any] = {}
        """Tensors that adapters have made of the node, by seat and whether they include the information state."""
        self._name: str | None = None
        self._actions: dict[int, dict[int, int]] = {}
        self._outcomes: list[tuple[gamedsl.ChanceOutcome | None, float]] | None = None
        self._returns: list[float] | None = None
        self._texts: dict[int, dict[int, str]] = {}

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, memo: object) -> Node:
        return self

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that choose here: none, one, or those that choose at the same time."""
        return (
            self.tree.engine.to_act(self.state) if self.player == SIMULTANEOUS else (self.player,) * (self.player >= 0)
        )

    @property
    def actions(self) -> dict[int, int]:
        """The actions at this node, ascending, with the engine's values: values of steps, or the indices of outcomes. Empty if several seats choose at once."""
        return self.actions_of(self.player)

    def actions_of(self, player: int) -> dict[int, int]:
        """Returns the actions of a player at this node: a seat that has to choose, or chance. Empty for others."""
        found = self._actions.get(player)
        if found is None:
            found = {}
            if player in self.acting:
                found = self.tree.space.ids(self.tree.engine.step(self.state, player), player)
            elif player == self.player == CHANCE:
                found = {i: i for i in range(len(self.outcomes))}
            self._actions[player] = found
        return found

    def all_actions(self) -> Iterator[Action]:
        """Yields the actions at this node; where several seats choose, all their joint actions."""
        yield from product(*map(self.actions_of, self.acting)) if self.player == SIMULTANEOUS else self.actions

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

    def after(self, action: Action) -> gamedsl.State:
        """Returns the state after an action. Raises ArgumentError for one that is not possible here."""
        if self.player == CHANCE and isinstance(action, int):
            return self.tree.engine.play_chance(self.state, self._outcome(self._value(CHANCE, action)))
        state = self.state
        given = action if isinstance(action, tuple) else (action,)
        if len(given) != len(self.acting):
            raise gamedsl.ArgumentError(f"{len(self.acting)} players choose here, and there are {len(given)} actions")
        for seat, one in zip(self.acting, given, strict=True):
            state = self.tree.engine.take_step(state, seat, self._value(seat, one))
        return state

    def _value(self, player: int, action: int) -> int:
        value = self.actions_of(player).get(action)
        if value is None:
            raise gamedsl.ArgumentError(f"action {action} is not possible here")
        return value

    def child(self, action: Action) -> Node:
        """Returns the node after an action. Raises ArgumentError for one that is not possible here."""
        found = self.children.get(action)
        if found is None:
            found = Node(self.tree, self.after(action), self.observer)
            if self.tree.room and self.observer is None:
                self.tree.room -= 1
                self.children[action] = found
        return found

    def world(self, seat: int, seed: int) -> Node:
        """Returns a node that the seat cannot distinguish from this one: everything that it does not see is sampled anew. Raises WorldsError."""
        worlds = self._worlds.get(seat)
        if worlds is None:
            worlds = self._worlds[seat] = self.tree.engine.worlds(self.state, seat)
        return Node(self.tree, worlds.sample(gamedsl.Dice.seeded(seed)), seat)

    def _outcome(self, number: int) -> gamedsl.ChanceOutcome:
        outcome = self.outcomes[number][0]
        return outcome or self.tree.engine.sample_chance(self.state, number, crc32(self.state.bytes))

    def text(self, player: int, action: int) -> str:
        """Describes an action; no two actions of a node have the same text."""
        if player not in self._texts:
            if player >= 0:
                said = [(number, self.tree.space.text(number)) for number in self.actions_of(player)]
            else:
                said = [
                    (i, f"sample {i}" if outcome is None else outcome.text)
                    for i, (outcome, _) in enumerate(self.outcomes)
                ]
            texts = self._texts[player] = dict[int, str]()
            for number, text in said:
                texts[number] = f"{text} (#{number})" if text in texts.values() else text
        found = self._texts[player].get(action)
        return self.tree.space.text(action) if found is None else found

    @property
    def returns(self) -> list[float]:
        """The utilities of the players; zeros before the end."""
        if self._returns is None:
            outcome = self.tree.engine.outcome(self.state)
            self._returns = [0.0] * self.tree.engine.game.humans if outcome is None else self.tree.payment.of(outcome)
        return self._returns

    @property
    def name(self) -> str:
        """The position in words and in bytes."""
        if self._name is None:
            self._name = f"{self.state!r} {self.state.bytes.hex()}"
        return self._name

    def key(self, seat: int) -> bytes:
        """Returns the key of a seat's information set. In a world that was sampled for another seat, the key depends on the seat's view of the position,
        because the seat has no earlier observations there."""
        found = self._keys.get(seat)
        if found is None:
            engine, state = self.tree.engine, self.state
            if self._is_known_to(seat):
                found = gamedsl.information_key(engine, state, seat)
            else:
                found = bytes((seat,)) + blake2b(gamedsl.observation(engine, state, seat), digest_size=16).digest()
            self._keys[seat] = found
        return found

    def words(self, seat: int) -> str:
        """Describes the observations of a seat, in the words of its log, and the steps that it has taken of an open move. The last line is the key of the
        information set, because the words alone may not tell two sets apart."""
        found = self._words.get(seat)
        if found is None:
            lines = [f"(a world that was drawn for player {self.observer})"]
            if self._is_known_to(seat):
                lines = [event.text for event in self.tree.engine.view(self.state, seat).events]
            taken = dict(self.state.pending).get(seat, ())
            if taken:
                lines.append(f"steps taken: {' '.join(map(str, taken))}")
            found = self._words[seat] = "\n".join([*lines, f"[{self.key(seat).hex()}]"])
        return found

    def _is_known_to(self, seat: int) -> bool:
        """Whether the observations of a seat are known here: in a world that was sampled for another seat they are not."""
        return self.observer is None or self.observer == seat
