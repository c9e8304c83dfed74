"""Looks deep into one match: how its positions end when the same players play on from them, the value of each option, how much a move changes the next
player's answer, and how the deal ends with stronger and weaker players. All of it depends on the job and the number of the match alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import pstdev
from time import perf_counter
from typing import TypeAlias, cast

from gamedsl.values import frozen
from gamedsl.workbench.lineups import lineup
from gamedsl.workbench.playing.jobs import Job
from gamedsl_interpreter.aims import Aim, Ends
from gamedsl_interpreter.engine import Engine, Fault, Move, State
from gamedsl_interpreter.matches.agents import Agent, RandomSteps
from gamedsl_interpreter.matches.fastest import simulate_rows
from gamedsl_interpreter.random import Dice, policy_stream, seed_ahead
from gamedsl_interpreter.thinking.growing import Root, best_of
from gamedsl_interpreter.thinking.mcts import Mcts
from gamedsl_interpreter.thinking.module_tree import tree_of
from gamedsl_interpreter.wasm.instances.interface import POINTS_BITS, WIN

PARTS = 10
"""The moments of a match: before its first decision, and after each tenth of them."""

REPLAYS = 8
"""The times that a match is played on from each moment. Half of them say who is ahead, and the other half what that is worth."""

SEARCH = 400
"""Iterations of a search that judges options; at least `_PER_OPTION` for each of them."""

_PER_OPTION = 40
_MOST_SEARCH = 4000

TWICE = 2
"""The times that a deal is played with each seat as the stronger one."""

_PLAYOUTS = 50
"""The playouts that tell how much points spread at a position."""

_TRIES = 20
"""The random moves that are tried until one is another move than the one that was played."""

Shares: TypeAlias = tuple[float, ...]
"""The victory of one match: the share of each player's seat."""


@frozen
class Moment:
    """A moment of a match: the number of the decision before it, and the victories when the match is played on from there."""

    at: int
    ends: tuple[Shares, ...]


@frozen
class Judged:
    """An option at a position: its name (selection and value, in words), its value, and the value of the best option, each with its standard error. A value
    is a share of the victory, or of a place; where players play for points, it is a fraction of the best option's points."""

    name: tuple[str, str]
    value: float
    error: float
    best: float
    error_of_best: float


@frozen
class Answers:
    """The best answers of the next player: two searches after the move that was played, and one after another move."""

    after: str
    again: str
    instead: str


@frozen
class Deep:
    """The findings of one match. `moments` are in order, at most `PARTS`; `part_of[i]` is the number of the moment at which tenth i begins. `judged` has the
    options of each position, `answers` the interplay; `luck[strong][times]` is the victory when the seat `strong` plays better than the others."""

    end: Shares
    length: int
    moments: tuple[Moment, ...]
    part_of: tuple[int, ...]
    judged: tuple[tuple[Judged, ...], ...]
    answers: tuple[Answers, ...]
    luck: tuple[tuple[Shares, ...], ...]


@frozen
class Plan:
    """The questions of a study: `weak` and `strong` are players of two strengths; empty if luck is not studied. `has_rivals`: whether players can win
    against each other."""

    weak: str
    strong: str
    has_rivals: bool


def expect_seconds(job: Job, plan: Plan, others: Sequence[str]) -> float:
    """Estimates how many seconds one match takes in this process: one match of `look_deep`, and one of each of the other lineups. Plays a match of each, and
    searches at one position. Raises MatchFault, Fault, WorldsError, AgentSpecError."""
    engine = cast("Engine[State]", job.chosen.engine)
    began = perf_counter()
    states, moves, _ = _play(engine, job.lineup(), job, 0)
    own = perf_counter() - began
    searched = 0.0
    if states:
        middle, began, dice = len(states) // 2, perf_counter(), policy_stream(job.seed, 0)
        seat = engine.to_act(states[middle])[0]
        judge_options(engine, states[middle], seat, dice)
        compare_answers(engine, states[middle], seat, moves[middle], dice)
        searched = perf_counter() - began
    replays = REPLAYS * (PARTS + 1) / 2 if plan.has_rivals else 0.0
    times = [_match_seconds(engine, job, name) for name in others] if plan.has_rivals else []
    # Most of the time is spent by strong players in matches against weak ones.
    luck = TWICE * sum(times[:2]) if plan.weak else 0.0
    return own * (1 + replays) + searched * PARTS + luck + sum(times)


def _match_seconds(engine: Engine[State], job: Job, agents: str) -> float:
    began = perf_counter()
    _play(engine, lineup(agents, engine.game), job, 0)
    return perf_counter() - began


def look_deep(job: Job, index: int, plan: Plan) -> Deep:
    """Looks deep into match `index` of a job. Raises MatchFault, Fault, WorldsError, AgentSpecError."""
    engine, agents = cast("Engine[State]", job.chosen.engine), job.lineup()
    states, moves, end = _play(engine, agents, job, index)
    seed, number = seed_ahead(job.seed, index), len(states)
    part_of = [part * number // PARTS for part in range(PARTS)] if number else []
    stops = sorted(set(part_of))
    moments, judged, answers = list[Moment](), list[tuple[Judged, ...]](), list[Answers]()
    dice = policy_stream(seed, index)
    for stop in stops:
        state, seat = states[stop], engine.to_act(states[stop])[0]
        if plan.has_rivals:
            moments.append(
                Moment(stop, _ends(engine, agents, seed, range(stop * REPLAYS, (stop + 1) * REPLAYS), state))
            )
        shown = engine.reseeded(state, seed, stop)
        judged.append(judge_options(engine, shown, seat, dice))
        found = compare_answers(engine, shown, seat, moves[stop], dice)
        if found is not None:
            answers.append(found)
    luck = _luck(engine, job, index, plan) if plan.weak and plan.has_rivals else ()
    parts = tuple(stops.index(one) for one in part_of)
    return Deep(end, number, tuple(moments), parts, tuple(judged), tuple(answers), luck)


# ---------------------------------------------------------------- the match


def _play(
    engine: Engine[State], agents: Sequence[Agent], job: Job, index: int
) -> tuple[list[State], list[Move], Shares]:
    """Plays a match as `play_match` does; returns the positions before its decisions, the moves, and the victory."""
    states, moves = list[State](), list[Move]()

    def note(agent: Agent) -> Agent:
        return _Noting(agent, states, moves)

    rows = simulate_rows(
        engine, [note(agent) for agent in agents], job.seed, range(index, index + 1), job.start, job.state
    )
    return states, moves, _shares(rows.columns, engine.game.humans, len(engine.game.seats))[0]


@frozen
class _Noting:
    """An agent that chooses as `agent` does, and notes each position and move."""

    agent: Agent
    states: list[State]
    moves: list[Move]

    @property
    def name(self) -> str:
        return self.agent.name

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        move = self.agent.choose(engine, state, seat, dice)
        self.states.append(state)
        self.moves.append(move)
        return move


def _ends(
    engine: Engine[State], agents: Sequence[Agent], seed: int, indices: range, state: State
) -> tuple[Shares, ...]:
    rows = simulate_rows(engine, agents, seed, indices, None, state)
    return _shares(rows.columns, engine.game.humans, len(engine.game.seats))


def _shares(columns: Mapping[str, Sequence[int]], humans: int, seats: int) -> tuple[Shares, ...]:
    winner, winners = columns["winner"], columns["winners"]
    return tuple(
        tuple(winner[at + seat] / winners[at] for seat in range(humans)) for at in range(0, len(winner), seats)
    )


# ---------------------------------------------------------------- options


def judge_options(engine: Engine[State], state: State, seat: int, dice: Dice) -> tuple[Judged, ...]:
    """Judges the options of each step of a decision, by a search that looks at all of them; each step is judged after the best answers to the earlier ones.
    Returns nothing if the search meets a fault of the rules, because matches report it. Raises WorldsError."""
    seeds = (dice.below(1 << 64), dice.below(1 << 64))
    spread = _spread_of_points(engine, state, seat, seeds[0])
    judged: list[Judged] = []
    try:
        tree = tree_of(engine, state, seat, seeds)
        while True:
            step = tree.step
            value = step.options[0].value
            if len(step.options) > 1:
                tree.grow(min(_MOST_SEARCH, max(SEARCH, _PER_OPTION * len(step.options))))
                names = {
                    option.value: (f"{step.name or step.decision} {step.about}".strip(), option.text)
                    for option in step.options
                }
                judged += _judge_options(tree.root(), names, spread)
                best = tree.best()
                value = value if best is None else best
            if not tree.goes_on(value):
                return tuple(judged)
            tree.answer(value)
    except Fault:
        return ()


def _spread_of_points(engine: Engine[State], state: State, seat: int, seed: int) -> float | None:
    """Returns how much a seat's points vary from playout to playout; None if players do not play for points."""
    if Ends.of(engine.game, None).aim is not Aim.POINTS:
        return None
    agents = [RandomSteps()] * len(engine.game.seats)
    rows = simulate_rows(engine, agents, seed, range(_PLAYOUTS), None, state)
    return pstdev(rows.columns["total"][seat :: len(engine.game.seats)])


def _judge_options(root: Root, names: Mapping[int, tuple[str, str]], spread: float | None) -> list[Judged]:
    """Reads the options of a node that were tried or are proved: the best first, and first of all options that are proved to win. Proved values have no
    error."""
    best = best_of(root)
    found = {one[0]: _value(one, spread) for one in root if (one[1] or one[3]) and one[0] in names}
    if best is None or best not in found:
        return []
    top, error = found[best]
    scale = 1.0 if spread is None else max(abs(top), spread) or 1.0
    return [
        Judged(names[value], one / scale, of / scale, top / scale, error / scale) for value, (one, of) in found.items()
    ]


def _value(option: tuple[int, int, int, int], spread: float | None) -> tuple[float, float]:
    """Returns the mean result of an option, and its standard error."""
    _, tried, won, proof = option
    if proof:
        return (1.0 if proof > 0 else 0.0), 0.0
    mean = won / tried
    if spread is not None:
        return mean, spread / sqrt(tried)
    share = mean / (WIN << POINTS_BITS)
    # Adds one win and one loss, so that even an option that has always won has an error.
    near = (share * tried + 1) / (tried + 2)
    return share, sqrt(near * (1 - near) / tried)


# ---------------------------------------------------------------- interplay


def compare_answers(engine: Engine[State], state: State, seat: int, move: Move, dice: Dice) -> Answers | None:
    """Asks the next player for the best answer to a move, twice, and for the best answer to another move in its place. None if there is no other move, no
    other player is next, or the rules cause a fault. Raises WorldsError."""
    other = _other_move(engine, state, seat, move, dice)
    if other is None:
        return None
    try:
        after, instead = engine.play(state, seat, move), engine.play(state, seat, other)
        if after.is_over or instead.is_over:
            return None
        following = engine.to_act(after)[0]
        if following == seat or engine.to_act(instead)[0] != following:
            return None
        player = Mcts(SEARCH)
        first, again = (player.choose(engine, after, following, dice).text for _ in range(2))
        return Answers(first, again, player.choose(engine, instead, following, dice).text)
    except Fault:
        return None


def _other_move(engine: Engine[State], state: State, seat: int, move: Move, dice: Dice) -> Move | None:
    player = RandomSteps()
    moves = (player.choose(engine, state, seat, dice) for _ in range(_TRIES))
    return next((one for one in moves if one.text != move.text), None)


# ---------------------------------------------------------------- luck


def _luck(engine: Engine[State], job: Job, index: int, plan: Plan) -> tuple[tuple[Shares, ...], ...]:
    """Plays the same deal with each seat as the stronger one in turn, with other chance after the deal each time."""
    game, seed = engine.game, seed_ahead(job.seed + 1, index)
    state = job.state
    if state is None:
        state = engine.initial(job.seed, index) if job.start is None else engine.initial(job.seed, index, job.start)
    found: list[tuple[Shares, ...]] = []
    for strong in range(game.humans):
        names = [plan.strong if seat == strong else plan.weak for seat in range(game.humans)]
        agents = lineup(",".join(names), game)
        found.append(_ends(engine, agents, seed, range(strong * TWICE, (strong + 1) * TWICE), state))
    return tuple(found)
