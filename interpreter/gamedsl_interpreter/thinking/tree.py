"""The search in readable Python: all faster forms agree with it, node by node.

It is UCT (Kocsis and Szepesvári, 2006) over *steps*: a node is the open step of one seat, its options are the answers. So a decision with thousands of
moves is searched answer by answer in one tree, without listing its moves. One search serves all games:

* **Iterations.** Iteration i of a seed begins in position i (see `Positions`): a determinization, with later chance and everything unknown to the searching seat
  sampled anew. It descends the tree until it tries an option for the first time. From there random steps play to the end: rollout i. The value of the
  match for each seat (its share of the victory, or what else it plays for: `aims.Ends`) is added to the options on the path that this seat chose: max^n
  (Luckhardt and Irani, 1986). Where the rules say how well players stand before the end (`judged after 8 choices: …`), the rollout is only so long, and its
  value is what they say. UCB counts the least value that a seat has had in the tree as 0, and the greatest as 1; where values are graded, it explores less: see
  `ucb.part_of`.
* **Choosing.** A node with n visits tries a random untried option while fewer than 8 options were tried, or fewer than 2 sqrt(n): progressive widening
  (Coulom, 2007). Otherwise it takes the option with the highest UCB score, `ucb.score` (the first of equals).
* **What is proved** is kept apart from the averages, as in MCTS-Solver (Winands, Björnsson and Saito, 2008): where nothing is hidden, players play for the
  victory, and no chance decides after an option, an end that it leads to proves that it wins (a whole victory) or loses (none). A node with an option that
  wins is won, and one whose options all lose is lost. That proves the option before it if no chance lies between: of the same seat the same, of another seat
  the opposite, as far as that follows. An option that wins is taken, and one that loses only if all do.
* **Near the end of a match**, after a rollout of at most SHORT_PLAYOUT decisions, the search also looks depth-first for what is proved: before iterations
  32, 64, 128 and so on, with at most ANSWERS_EACH answers for each iteration before. So it goes through all that is left of a match where that is
  little, in place of trying the same lines again; what is proved of a position is proved for all ways to it. A position that was looked at once is not
  looked at again in the same search. After chance nothing is proved.
* **What options are worth.** Where nothing is hidden and one seat chooses at a time, an option that leads to a node with at least SURE_VISITS visits for
  each option adds not the value of the rollout but what the node is worth by now: the mean of its option that was tried most, or what is proved. So a bad
  option far down does not weigh on the good one beside it. For the other one of two seats it is the opposite; for one of several others, whose values a
  node does not hold, it stays the rollout. This is the backup by the robust maximum of Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo
  Tree Search" (2006). From few visits it would be worse than the mean: it takes luck for strength.
* **Nodes are information sets.** The key of a node is the seat that chooses, its answers in the open decision so far, the open step, and a *history*: at each
  stop the searching seat's observation of the position, and its own answers. So after a chance node there is one node for each outcome, and after a hidden
  choice one node for all choices that the seat cannot tell apart. The options of a node can differ from world to world, so UCB uses the number of times an
  option was offered in place of the visits of the node (Cowling, Powley and Whitehouse, 2012). Steps and options are identified by their meaning and not by
  their numbers, which differ from world to world (decision 61). Other seats know what the searching one does not, as their own hands: where the rules say how
  well players stand, nodes of other seats are told apart by that, so that a good hand calls where a bad one folds.
* **Where nothing is hidden**, the history is the position alone: different ways to it share a node. An iteration whose new option leads to a known node goes
  on there. So does one after a rollout of at most SHORT_PLAYOUT decisions, to prove something near the end of a match. One that comes to a node for the
  second time goes no further down.
* **Simultaneous decisions.** Seats are asked one after the other, at the root the searching seat first. The history is extended when all have chosen, so no
  seat's node depends on the choices of others (decoupled UCT).
* **Memory** is bounded: a node takes 2 units and one for each option. If there is no room for a new node or for new options of a node, the rollout begins there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeAlias

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.aims import Aim, aim_of, share_of
from gamedsl_interpreter.engine import Engine, S, Step, StepOption
from gamedsl_interpreter.random import POLICY, Dice, stream_for
from gamedsl_interpreter.things import Thing
from gamedsl_interpreter.thinking import ucb
from gamedsl_interpreter.thinking.growing import Root, best_of, spread_of
from gamedsl_interpreter.thinking.positions import Positions, is_open, take_steps
from gamedsl_interpreter.thinking.rollouts import is_judged, rollouts_with_bound
from gamedsl_interpreter.thinking.sight import Sight
from gamedsl_interpreter.wasm.instances.interface import ANSWERS_EACH, FIRST_PROOF, SHORT_PLAYOUT, SURE_VISITS, WIN

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

_Key: TypeAlias = tuple[int, int, tuple[_Answer, ...], _StepKey, int]
"""The key of a node: the number of its history, the seat, its steps so far, the open step, and how well another seat stands."""


@define
class Option:
    """An option of a node: how often it was offered and tried, its total value for the seat that chooses, and the proof that it wins (1) or loses (-1)."""

    value: int
    offered: int = 0
    tried: int = 0
    won: int = 0
    proof: int = 0
    is_linked: bool = False
    """It is known to which node it leads."""


@define
class Node:
    """An open step of a seat."""

    seat: int
    visits: int = 0
    last: int = -1
    """The last iteration that was here."""
    options: dict[Thing, Option] = field(factory=dict[Thing, Option])
    most: Option | None = None
    """The option that was tried most, if possible one that is not proved to lose."""
    ways: list[tuple[Node, Option]] = field(factory=list["tuple[Node, Option]"])
    """The options that lead here without chance, with their nodes."""

    def note(self, option: Option) -> None:
        """Notes which option was tried most: `option` is the one that was tried last."""
        most = self.most
        if most is None or most.proof < 0 or (option.proof >= 0 and option.tried > most.tried):
            self.most = option

    def worth(self, played: int, low: int, high: int) -> int:
        """Returns the value of the node for its seat, after a rollout with the value `played`: the proved value, the mean of its most tried option, or
        `played` while it has few visits. Values are from `low` to `high`."""
        if self.proof:
            return high if self.proof > 0 else low
        if self.most is None or self.visits < SURE_VISITS * len(self.options):
            return played
        return low + (self.most.won - self.most.tried * low) // self.most.tried

    @property
    def proof(self) -> int:
        """The proved value of the node: 1 if it is won for its seat, -1 if it is lost, else 0."""
        proofs = {option.proof for option in self.options.values()}
        return 1 if 1 in proofs else -1 if proofs == {-1} else 0


@define
class Strays:
    """The deviations of a seat's values: how many values it has had, their sum, and the sum of the distances of each value from the mean of the earlier
    ones, rounded down."""

    count: int = 0
    total: int = 0
    distance: int = 0

    def note(self, worth: int) -> None:
        """Notes a value."""
        if self.count:
            self.distance += abs(worth - self.total // self.count)
        self.count += 1
        self.total += worth


Way: TypeAlias = list[tuple[Node, Option]]
"""The options on the way down of an iteration, with their nodes."""


@frozen
class _Place(Generic[S]):
    """The current point of a search: the state, the number of its history, the seat that chooses, and its steps so far."""

    state: S
    history: int
    seat: int
    said: tuple[_Answer, ...]


class Tree(Generic[S]):
    """The tree of a seat that has to choose at a state: see `Growing`. Raises WorldsError, Fault."""

    def __init__(
        self, engine: Engine[S], root: S, seat: int, seeds: tuple[int, int], room: int = ROOM, aim: Aim | None = None
    ) -> None:
        """`seeds`: the seeds of positions and rollouts; `aim`: the players' aim (None: that of the game)."""
        self._engine = engine
        self._seat = seat
        self._seed = seeds[0]
        self._positions = Positions(engine, root, seat, seeds[0])
        self._rollouts = rollouts_with_bound(engine, seeds[1], aim)
        self._sight = Sight(engine, seat) if hides(engine.game) else None
        self._backs_up = self._sight is None and not any(isinstance(one, TogetherNode) for one in engine.game.nodes)
        self._proves = self._sight is None and aim_of(engine.game, aim) is Aim.VICTORY
        self._is_judged = is_judged(engine.game, aim)
        self._is_graded = self._is_judged or aim_of(engine.game, aim) is Aim.POINTS
        self._spans: list[tuple[int, int] | None] = [None] * len(engine.game.seats)
        """The least and the greatest value of all rollouts by seat."""
        self._strays = [Strays() for _ in engine.game.seats]
        self._room = room
        self._done = 0
        self._length = SHORT_PLAYOUT + 1
        """The number of decisions of the last rollout, from the first new option on."""
        self._solved = 0
        """How often the tree was searched depth-first."""
        self._answers: list[int] = []
        self._said: tuple[_Answer, ...] = ()
        self._histories: dict[tuple[int, tuple[_Answer, ...], bytes], int] = {}
        self._nodes: dict[_Key, Node] = {}
        self._first = self._positions.at(0)

    # ------------------------------------------------------------ the open step

    @property
    def step(self) -> Step:
        return self._engine.step(self._first, self._seat)

    def goes_on(self, value: int) -> bool:
        return is_open(take_steps(self._engine, self._first, self._seat, [value]), self._seat)

    def answer(self, value: int) -> None:
        step = self.step
        option = next(one for one in step.options if one.value == value)
        self._first = take_steps(self._engine, self._first, self._seat, [value])
        self._answers.append(value)
        self._said = _with_answer(self._said, step, option)

    def begin_again(self) -> None:
        """Takes all answers back: see `Growing`."""
        self._first = self._positions.at(0)
        self._answers = []
        self._said = ()

    def spread(self) -> float:
        """Returns the standard deviation of the values for its seat: see `Growing`."""
        low, high = self._spans[self._seat] or (0, 0)
        strays = self._strays[self._seat]
        return spread_of(low, high, strays.count, strays.distance)

    def best(self) -> int | None:
        """Returns the answer to the open step that was tried most often; of equals, the one that has won more, then the first. None if no answer was tried."""
        return best_of(self.root())

    def root(self) -> Root:
        """Returns the counts of the options of the open step (see `Root`); empty if the step is not in the tree yet."""
        node = self._nodes.get((0, self._seat, self._said, _step_key(self.step), 0))
        return () if node is None else _counts(node)

    def nodes(self) -> list[tuple[int, int, Root]]:
        """Lists all nodes in order of creation: the seat, its visits, and its options as in `root`."""
        return [(node.seat, node.visits, _counts(node)) for node in self._nodes.values()]

    def differs(self) -> bool:
        """Whether the search has seen any difference for its seat: see `Growing`."""
        span = self._spans[self._seat]
        return (span is not None and span[0] < span[1]) or len({one[3] for one in self.root()}) > 1

    # ------------------------------------------------------------ iterations

    def grow(self, iterations: int) -> None:
        for number in range(self._done, self._done + iterations):
            self._iterate(number)
        self._done += iterations

    def _iterate(self, number: int) -> None:
        if self._proves and self._length <= SHORT_PLAYOUT and number >= FIRST_PROOF and not number & (number - 1):
            self._solve(number, ANSWERS_EACH * number)
        engine = self._engine
        dice = Dice(stream_for(self._seed, POLICY, number))
        state = take_steps(engine, self._positions.at(number), self._seat, self._answers)
        way: Way = []
        stream = state.stream
        history, said, seat = 0, self._said, self._seat
        own: tuple[_Answer, ...] = ()
        acting = engine.to_act(state)
        standing = 0
        goes_on = self._sight is None and self._length <= SHORT_PLAYOUT
        beyond, is_new = 0, False
        while not state.is_over and (not is_new or goes_on):
            step = engine.step(state, seat)
            option = step.options[0]
            if len(step.options) > 1:
                node = self._node((history, seat, said, _step_key(step), standing), step)
                if node is None or node.last == number:
                    break
                if self._proves and way and state.stream == stream:
                    self._lead(*way[-1], node)
                self._visit(node, step, number)
                option, entry = _choose_option(node, step, dice, self._spans[seat], self._part(seat))
                way.append((node, entry))
                stream = state.stream
                is_new = is_new or not entry.tried
            state = take_steps(engine, state, seat, [option.value])
            said = _with_answer(said, step, option)
            if is_open(state, seat):
                continue
            if is_new or beyond:
                beyond += 1
            if seat == self._seat:
                own = said
            if len(acting) == 1:
                history, own = self._history(history, own, state), ()
            acting, said = engine.to_act(state), ()
            seat = acting[0] if acting else seat
            standing = self._standing(state, seat)
            if is_new and (goes_on or self._is_known(history, seat, state)):
                is_new = False
        played = self._rollouts.at(state, number)
        worths, self._length = played.worths, beyond + played.decisions
        self._note_values(way, worths)
        if self._proves and state.is_over and state.stream == stream and way:
            node, entry = way[-1]
            self._settle(node, entry, {0: -1, WIN: 1}.get(share_of(worths[node.seat]), 0))

    def _solve(self, number: int, answers: int) -> None:
        """Searches depth-first, with at most this many answers, for a proof about the open step."""
        self._solved += 1
        root = take_steps(self._engine, self._positions.at(number), self._seat, self._answers)
        found = self._enter(_Place(root, 0, self._seat, self._said), None, root.stream, number)
        frames = [] if found is None else [found]
        while frames:
            place, node, options = frames[-1]
            option = None if node.proof or not answers else next(options, None)
            if option is None:
                frames.pop()
                continue
            step = self._engine.step(place.state, place.seat)
            entry = node.options[_option_key(step, option)]
            if not entry.proof:
                answers -= 1
                found = self._enter(self._after_answer(place, step, option), (node, entry), place.state.stream, number)
                frames += [] if found is None else [found]

    def _enter(
        self, place: _Place[S], way: tuple[Node, Option] | None, stream: object, number: int
    ) -> tuple[_Place[S], Node, Iterator[StepOption]] | None:
        """Advances to the next step with a choice, and returns it with its node and options; None at the end, after an outcome of chance, or if the node is
        proved or was visited before. Notes what follows for the option that leads there."""
        while place.state.stream == stream and not place.state.is_over:
            step = self._engine.step(place.state, place.seat)
            first = step.options[0]
            if len(step.options) > 1:
                node = self._node((place.history, place.seat, place.said, _step_key(step), 0), step)
                if node is None:
                    return None
                if way is not None:
                    self._lead(*way, node)
                if node.proof or node.last == -1 - self._solved:
                    return None
                node.last = -1 - self._solved
                return place, node, iter(step.options)
            place = self._after_answer(place, step, first)
        if place.state.stream == stream:
            worths = self._rollouts.at(place.state, number).worths
            self._note_values([], worths)
            if way is not None:
                owner, option = way
                self._settle(owner, option, {0: -1, WIN: 1}.get(share_of(worths[owner.seat]), 0))
        return None

    def _after_answer(self, place: _Place[S], step: Step, option: StepOption) -> _Place[S]:
        """Returns where an answer to the open step leads."""
        state = take_steps(self._engine, place.state, place.seat, [option.value])
        said = _with_answer(place.said, step, option)
        if is_open(state, place.seat):
            return _Place(state, place.history, place.seat, said)
        acting = self._engine.to_act(state)
        return _Place(state, self._history(0, (), state), acting[0] if acting else place.seat, ())

    def _standing(self, state: S, seat: int) -> int:
        """Returns how well a seat stands, if it is not the searching seat, something is hidden, and the rules judge positions; otherwise 0."""
        if self._sight is None or seat == self._seat or state.is_over or not self._is_judged:
            return 0
        return self._engine.standings(state)[seat]

    def _part(self, seat: int) -> int:
        """Returns the part of the exploration term for a seat: see `ucb.part_of`."""
        span, strays = self._spans[seat], self._strays[seat]
        if span is None or not self._is_graded:
            return ucb.WHOLE
        return ucb.part_of(strays.distance, strays.count, span[1] - span[0])

    def _note_values(self, way: Way, worths: Sequence[int]) -> None:
        """Adds the values of a rollout to the options on its way."""
        for seat, worth in enumerate(worths):
            low, high = self._spans[seat] or (worth, worth)
            self._spans[seat] = min(low, worth), max(high, worth)
            if self._is_graded:
                self._strays[seat].note(worth)
        change, changer = 0, -1
        for node, option in reversed(way):
            worth = worths[node.seat]
            low, high = self._spans[node.seat] or (worth, worth)
            value = worth
            if changer == node.seat:
                value += change
            elif changer >= 0 and len(worths) == 2:
                value -= change
            option.tried += 1
            option.won += min(max(value, low), high)
            if self._backs_up:
                node.note(option)
                change, changer = node.worth(worth, low, high) - worth, node.seat

    def _settle(self, node: Node, option: Option, proof: int) -> None:
        """Notes that an option of a node is proved to lose or to win, and all proofs that follow from this."""
        found = [(node, option, proof)]
        while found:
            node, option, proof = found.pop()
            if option.proof or not proof:
                continue
            before = node.proof
            option.proof = proof
            if node.proof != before:
                found += [(owner, one, self._follows(owner, node)) for owner, one in node.ways]

    def _lead(self, owner: Node, option: Option, node: Node) -> None:
        """Notes that an option leads to this node, without an outcome of chance in between."""
        if not option.is_linked:
            option.is_linked = True
            node.ways.append((owner, option))
            self._settle(owner, option, self._follows(owner, node))

    def _follows(self, owner: Node, node: Node) -> int:
        """Returns what the proof of a node means for an option that leads to it. If both have the same seat, the same is proved of the option. If the seats
        differ: where the node's seat wins alone, the option loses; where the node's seat loses and only two play, the option wins."""
        game, proof = self._engine.game, node.proof
        if owner.seat == node.seat:
            return proof
        if game.verdicts:
            return 0
        return -1 if proof > 0 else -proof if len(game.seats) == 2 else 0

    def _is_known(self, history: int, seat: int, state: S) -> bool:
        """Whether the tree already contains the decision of a seat to which an option has led for the first time, because it was reached by another path."""
        return (
            self._sight is None
            and not state.is_over
            and (history, seat, (), _step_key(self._engine.step(state, seat)), 0) in self._nodes
        )

    def _history(self, before: int, own: tuple[_Answer, ...], state: S) -> int:
        """Returns the number of the history that continues `before` at this stop. If nothing is hidden, only the position counts."""
        place = (before, own, self._sight.of(state)) if self._sight is not None else (0, (), state.bytes)
        return self._histories.setdefault(place, len(self._histories) + 1)

    def _node(self, place: _Key, step: Step) -> Node | None:
        """Returns the node with this key, with all options of the step. Makes it if it is new; None if there is no room for it."""
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
        return node

    def _visit(self, node: Node, step: Step, number: int) -> None:
        """Counts a visit of an iteration, and the options that are offered."""
        for option in step.options:
            node.options[_option_key(step, option)].offered += 1
        node.visits += 1
        node.last = number


def _choose_option(
    node: Node, step: Step, dice: Dice, span: tuple[int, int] | None, part: int
) -> tuple[StepOption, Option]:
    """Chooses the option that an iteration takes at a node, by proofs, progressive widening, and UCB with this part of the exploration term; returns it with
    its counts."""
    offered = [(option, node.options[_option_key(step, option)]) for option in step.options]
    winning = next((one for one in offered if one[1].proof > 0), None)
    if winning is not None:
        return winning
    new = [one for one in offered if not one[1].tried and not one[1].proof]
    known = len(offered) - len(new)
    tried = [one for one in offered if one[1].tried]
    open_ = [one for one in tried if not one[1].proof]
    if new and (known < _FEW or known * known < 4 * node.visits or not open_):
        return new[dice.below(len(new))]
    if not tried:
        return offered[0]
    low, high = span or (0, 0)
    return max(
        open_ or tried, key=lambda one: ucb.score(one[1].won, one[1].tried, one[1].offered, low, high - low, part)
    )


def _counts(node: Node) -> Root:
    return tuple((one.value, one.tried, one.won, one.proof) for one in node.options.values())


def _step_key(step: Step) -> _StepKey:
    return step.decision, step.kind, step.name, step.topic


def _option_key(step: Step, option: StepOption) -> Thing:
    """Identifies an option in all worlds: by its element if it has one, else by its value."""
    return option.thing if step.kind in ("one", "group") else option.value


def _with_answer(before: tuple[_Answer, ...], step: Step, option: StepOption) -> tuple[_Answer, ...]:
    """Appends this step to the steps of a decision. The step of a forced private decision is left out, because it tells nothing."""
    return before if step.kind == "only" else (*before, (_step_key(step), _option_key(step, option)))
