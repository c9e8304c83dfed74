"""The search in readable Python: all faster forms agree with it, node by node.

It is UCT (Kocsis and Szepesvári, 2006) over *steps*: a node is the open step of one seat, its options are the answers. So a decision with thousands of
moves is searched answer by answer in one tree, without listing its moves. One search serves all games:

* **Iterations.** Iteration i of a seed begins in position i (see `Positions`): a determinization, with later chance and everything unknown to the searching seat
  sampled anew. It descends the tree until it tries an option for the first time. From there random steps play to the end: rollout i. The value of the
  match for each seat (its share of the victory) is added to the options on the path that this seat chose: max^n (Luckhardt and Irani, 1986).
* **Choosing.** A node with n visits tries a random untried option while fewer than 8 options were tried, or fewer than 2 sqrt(n): progressive widening
  (Coulom, 2007). Otherwise it takes the option with the highest UCB score, `ucb.score` (the first of equals).
* **Nodes are information sets.** The key of a node is the seat that chooses, its answers in the open decision so far, the open step, and a *history*: at each
  stop the searching seat's observation of the position, and its own answers. If nothing is hidden, the observation is the whole position. So after a chance node
  there is one node for each outcome, and after a hidden choice one node for all choices that the seat cannot tell apart. The options of a node can differ from
  world to world, so UCB uses the number of times an option was offered in place of the visits of the node (Cowling, Powley and Whitehouse, 2012). Steps and
  options are identified by their meaning and not by their numbers, which differ from world to world (decision 61).
* **Simultaneous decisions.** Seats are asked one after the other, at the root the searching seat first. The history is extended when all have chosen, so no
  seat's node depends on the choices of others (decoupled UCT).
* **Memory** is bounded: a node takes 2 units and one for each option. If there is no room for a new node or for new options of a node, the rollout begins there.
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
from gamedsl_interpreter.thinking.positions import Positions, is_open, take_steps
from gamedsl_interpreter.thinking.rollouts import rollouts_of
from gamedsl_interpreter.thinking.sight import Sight

ROOM = 1 << 22
"""The units of memory that a tree may take."""

_NODE = 2
"""The units of memory of a node without its options."""

_FEW = 8
"""The number of options that progressive widening always allows."""

_StepKey: TypeAlias = tuple[str, str, str, Thing]
"""The identity of a step in all worlds: the decision, the kind of step, its name, and its topic."""

_Answer: TypeAlias = tuple[_StepKey, Thing]
"""A step and its answer."""

_Place: TypeAlias = tuple[int, int, tuple[_Answer, ...], _StepKey]
"""The key of a node: the number of its history, the seat, its steps so far, and the open step."""


@define
class Option:
    """An option of a node: how often it was offered and tried, and the total value won for the seat that chooses, in units of `rollouts.WIN`."""

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
        """`seeds`: the seeds of positions and rollouts."""
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
        return is_open(take_steps(self._engine, self._first, self._seat, [value]), self._seat)

    def answer(self, value: int) -> None:
        """Answers the open step; later iterations begin after it."""
        step = self.step
        option = next(one for one in step.options if one.value == value)
        self._first = take_steps(self._engine, self._first, self._seat, [value])
        self._answers.append(value)
        self._said = _said(self._said, step, option)

    def best(self) -> int | None:
        """Returns the answer to the open step that was tried most; of equals the one that has won more, then the first. None if none was tried."""
        return best_of(self.root())

    def root(self) -> Root:
        """Returns for each option of the open step its value, how often it was tried, and the sum of its results; empty if the step is not in the tree yet."""
        node = self._nodes.get((0, self._seat, self._said, _step_key(self.step)))
        return () if node is None else tuple((one.value, one.tried, one.won) for one in node.options.values())

    def nodes(self) -> list[tuple[int, int, tuple[tuple[int, int, int], ...]]]:
        """Lists all nodes in order of creation: the seat, its visits, and for each option its value, how often it was tried, and the sum of its results."""
        return [
            (node.seat, node.visits, tuple((one.value, one.tried, one.won) for one in node.options.values()))
            for node in self._nodes.values()
        ]

    # ------------------------------------------------------------ iterations

    def grow(self, iterations: int) -> None:
        """Runs `iterations` more iterations. Raises Fault."""
        for number in range(self._done, self._done + iterations):
            self._iterate(number)
        self._done += iterations

    def _iterate(self, number: int) -> None:
        engine = self._engine
        dice = Dice(seeded(self._seed, POLICY, number))
        state = take_steps(engine, self._positions.at(number), self._seat, self._answers)
        way: list[tuple[Option, int]] = []
        history, said, seat = 0, self._said, self._seat
        own: tuple[_Answer, ...] = ()
        acting = engine.to_act(state)
        is_new = False
        while not state.is_over and not is_new:
            step = engine.step(state, seat)
            option = step.options[0]
            if len(step.options) > 1:
                node = self._node((history, seat, said, _step_key(step)), step)
                if node is None:
                    break
                option, entry = _choose_option(node, step, dice)
                way.append((entry, seat))
                is_new = not entry.tried
            state = take_steps(engine, state, seat, [option.value])
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
        """Returns the number of the history that continues `before` at this stop."""
        seen = state.bytes if self._sight is None else self._sight.of(state)
        return self._histories.setdefault((before, own, seen), len(self._histories) + 1)

    def _node(self, place: _Place, step: Step) -> Node | None:
        """Visits the node with this key: counts the visit and the offered options, and makes the node if it is new. None if there is no room for it."""
        node = self._nodes.get(place)
        known = {} if node is None else node.options
        new = {key: option for option in step.options if (key := _option_key(step, option)) not in known}
        units = len(new) + (_NODE if node is None else 0)
        if self._room < units:
            return None
        self._room -= units
        if node is None:
            node = self._nodes[place] = Node(place[1])
        for key, option in new.items():
            node.options[key] = Option(option.value)
        for option in step.options:
            node.options[_option_key(step, option)].offered += 1
        node.visits += 1
        return node


def _choose_option(node: Node, step: Step, dice: Dice) -> tuple[StepOption, Option]:
    """Chooses the option that an iteration takes at a node, by progressive widening and UCB; returns it with its counts."""
    offered = [(option, node.options[_option_key(step, option)]) for option in step.options]
    new = [one for one in offered if not one[1].tried]
    tried = len(offered) - len(new)
    if new and (tried < _FEW or tried * tried < 4 * node.visits):
        return new[dice.below(len(new))]
    return max((one for one in offered if one[1].tried), key=lambda one: _ucb_score(one[1]))


def _ucb_score(option: Option) -> int:
    return ucb.score(option.won, option.tried, option.offered)


def _step_key(step: Step) -> _StepKey:
    return step.decision, step.kind, step.name, step.topic


def _option_key(step: Step, option: StepOption) -> Thing:
    """Identifies an option in all worlds: by its element if it has one, else by its value."""
    return option.thing if step.kind in ("one", "group") else option.value


def _said(before: tuple[_Answer, ...], step: Step, option: StepOption) -> tuple[_Answer, ...]:
    """Appends this step to the steps of a decision. The step of a forced private decision is left out, because it tells nothing."""
    return before if step.kind == "only" else (*before, (_step_key(step), _option_key(step, option)))
