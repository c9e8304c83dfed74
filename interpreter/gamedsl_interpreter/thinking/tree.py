"""The search, in its readable form: what every other form of it agrees with, node by node.

It is UCT (Kocsis and Szepesvári, 2006) over *steps*: a node is the open step of one seat, its options are the answers. So a decision with thousands of
moves is searched answer by answer in one tree, and nothing lists its moves. It is one search for all games:

* **Iterations.** Iteration i of a seed begins in position i (see `Positions`): what lies ahead of chance, and what the searching seat does not know, is drawn
  anew. It goes down the tree to the first option that it tries for the first time. From there random steps play to the end: rollout i. What the match is
  worth to each seat (its share of the victory) is added to the options on the way, for the seat that chose them: max^n (Luckhardt and Irani, 1986).
* **Choosing.** With n visits a node tries a new option, a random one of those that are left, while fewer than 8 options were tried, or fewer than
  2 sqrt(n): progressive widening (Coulom, 2007). Else it takes the option with the highest `ucb.score` (the first of equals).
* **What a node stands for.** The seat that chooses, its answers in the open decision so far, the open step, and a *history*: at each stop what the searching
  seat sees of the position, and its own answers. Where nothing is hidden it sees all of the position. So nodes behind chance stand for what came out, and nodes
  behind hidden choices stand for all that the seat cannot tell apart. The options of a node can differ from world to world; how often an option was
  offered counts in place of the visits of the node (Cowling, Powley and Whitehouse, 2012). Steps and options are known by what they are about and what they
  stand for, not by their numbers, which differ from world to world (decision 61).
* **Choosing at once.** Seats are asked one after the other, the searching seat first where it begins. The history goes on when all have chosen, so nobody's node
  knows what others have chosen (decoupled UCT).
* **Memory** is bounded: a node takes 2 units and one for each option. If a new node, or what a node has not offered before, has no room, the rollout begins there.
"""

from __future__ import annotations

from typing import Generic, TypeAlias

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.values import define, field
from gamedsl_interpreter.engine import Engine, S, Step, StepOption
from gamedsl_interpreter.random import POLICY, Dice, seeded
from gamedsl_interpreter.things import Thing
from gamedsl_interpreter.thinking import ucb
from gamedsl_interpreter.thinking.growing import Root, best_of
from gamedsl_interpreter.thinking.positions import Positions, is_open, stepped
from gamedsl_interpreter.thinking.rollouts import rollouts_of
from gamedsl_interpreter.thinking.sight import Sight

ROOM = 1 << 22
"""Units of memory that a tree may take."""

_NODE = 2
"""Units of a node without its options."""

_FEW = 8
"""So many options are tried before the others have to wait."""

_Asked: TypeAlias = tuple[str, str, str, Thing]
"""What a step is, in all worlds: the decision, the kind of step, its name, and what it is about."""

_Answer: TypeAlias = tuple[_Asked, Thing]
"""A step and what was answered."""

_Place: TypeAlias = tuple[int, int, tuple[_Answer, ...], _Asked]
"""What a node stands for: the number of its history, the seat, its steps so far, and the open step."""


@define
class Option:
    """An option of a node: how often it was offered and tried, and what it has won for the seat that chooses, in units of `wasm.interface.WIN`."""

    value: int
    offered: int = 0
    tried: int = 0
    won: int = 0


@define
class Node:
    """An open step of a seat."""

    seat: int
    visits: int = 0
    options: dict[Thing, Option] = field(factory=dict[Thing, Option])


class Tree(Generic[S]):
    """The tree of a seat that has to choose at a state. Raises WorldsError, Fault."""

    def __init__(self, engine: Engine[S], root: S, seat: int, seeds: tuple[int, int], room: int = ROOM) -> None:
        """`seeds`: those of positions and rollouts."""
        self._engine = engine
        self._seat = seat
        self._seed = seeds[0]
        self._positions = Positions(engine, root, seat, seeds[0])
        self._rollouts = rollouts_of(engine, seeds[1])
        self._sight = Sight(engine, seat) if hides(engine.game) else None
        self._room = room
        self._done = 0
        self._answers: list[int] = []
        self._said: tuple[_Answer, ...] = ()
        self._histories: dict[tuple[int, tuple[_Answer, ...], bytes], int] = {}
        self._nodes: dict[_Place, Node] = {}
        self._first = self._positions.at(0)

    # ------------------------------------------------------------ the open step

    @property
    def step(self) -> Step:
        """The open step of the decision."""
        return self._engine.step(self._first, self._seat)

    def goes_on(self, value: int) -> bool:
        """Whether the decision has another open step behind this answer."""
        return is_open(stepped(self._engine, self._first, self._seat, [value]), self._seat)

    def answer(self, value: int) -> None:
        """The open step is answered; iterations begin behind it from now on."""
        step = self.step
        option = next(one for one in step.options if one.value == value)
        self._first = stepped(self._engine, self._first, self._seat, [value])
        self._answers.append(value)
        self._said = _said(self._said, step, option)

    def best(self) -> int | None:
        """The answer to the open step that was tried most; of equals the one that has won more, then the first. None if none was tried."""
        return best_of(self.root())

    def root(self) -> Root:
        """Of each option of the open step: its value, how often it was tried, what it has won; nothing if it is not part of the tree yet."""
        node = self._nodes.get((0, self._seat, self._said, _asked(self.step)))
        return () if node is None else tuple((one.value, one.tried, one.won) for one in node.options.values())

    def nodes(self) -> list[tuple[int, int, tuple[tuple[int, int, int], ...]]]:
        """All nodes, in the order in which they came about: the seat, its visits, and for each option its value, how often it was tried, and what it has won."""
        return [
            (node.seat, node.visits, tuple((one.value, one.tried, one.won) for one in node.options.values()))
            for node in self._nodes.values()
        ]

    # ------------------------------------------------------------ iterations

    def grow(self, iterations: int) -> None:
        """So many more iterations. Raises Fault."""
        for number in range(self._done, self._done + iterations):
            self._iterate(number)
        self._done += iterations

    def _iterate(self, number: int) -> None:
        engine = self._engine
        dice = Dice(seeded(self._seed, POLICY, number))
        state = stepped(engine, self._positions.at(number), self._seat, self._answers)
        way: list[tuple[Option, int]] = []
        history, said, seat = 0, self._said, self._seat
        own: tuple[_Answer, ...] = ()
        acting = engine.to_act(state)
        is_new = False
        while not state.is_over and not is_new:
            step = engine.step(state, seat)
            option = step.options[0]
            if len(step.options) > 1:
                node = self._node((history, seat, said, _asked(step)), step)
                if node is None:
                    break
                option, entry = _chosen(node, step, dice)
                way.append((entry, seat))
                is_new = not entry.tried
            state = stepped(engine, state, seat, [option.value])
            said = _said(said, step, option)
            if is_open(state, seat):
                continue
            if seat == self._seat:
                own = said
            if len(acting) == 1:
                history, own = self._history(history, own, state), ()
            acting, said = engine.to_act(state), ()
            seat = acting[0] if acting else seat
        won = self._rollouts.at(state, number)
        for entry, chooser in way:
            entry.tried += 1
            entry.won += won[chooser]

    def _history(self, before: int, own: tuple[_Answer, ...], state: S) -> int:
        """The number of the history that goes on at this stop."""
        seen = state.bytes if self._sight is None else self._sight.of(state)
        return self._histories.setdefault((before, own, seen), len(self._histories) + 1)

    def _node(self, place: _Place, step: Step) -> Node | None:
        """The node of a place, visited once more, with the options that are offered there now; None if there is no room for them."""
        node = self._nodes.get(place)
        known = {} if node is None else node.options
        new = {key: option for option in step.options if (key := _meant(step, option)) not in known}
        units = len(new) + (_NODE if node is None else 0)
        if self._room < units:
            return None
        self._room -= units
        if node is None:
            node = self._nodes[place] = Node(place[1])
        for key, option in new.items():
            node.options[key] = Option(option.value)
        for option in step.options:
            node.options[_meant(step, option)].offered += 1
        node.visits += 1
        return node


def _chosen(node: Node, step: Step, dice: Dice) -> tuple[StepOption, Option]:
    """The option that an iteration takes at a node, and its counts."""
    offered = [(option, node.options[_meant(step, option)]) for option in step.options]
    new = [one for one in offered if not one[1].tried]
    tried = len(offered) - len(new)
    if new and (tried < _FEW or tried * tried < 4 * node.visits):
        return new[dice.below(len(new))]
    return max((one for one in offered if one[1].tried), key=lambda one: _score(one[1]))


def _score(option: Option) -> int:
    return ucb.score(option.won, option.tried, option.offered)


def _asked(step: Step) -> _Asked:
    return step.decision, step.kind, step.name, step.topic


def _meant(step: Step, option: StepOption) -> Thing:
    """What an option is, in all worlds: the element that it stands for, else its value."""
    return option.thing if step.kind in ("one", "group") else option.value


def _said(before: tuple[_Answer, ...], step: Step, option: StepOption) -> tuple[_Answer, ...]:
    """The steps of a decision with this one. Where a seat has but one move, nothing is said by making it."""
    return before if step.kind == "only" else (*before, (_asked(step), _meant(step, option)))
