"""Agents that record the choices of another agent, so that decisions of any agent on any executor can be recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gamedsl.values import frozen
from gamedsl.workbench.playing.jobs import Decision, Use
from gamedsl_interpreter.aims import sign_of_points
from gamedsl_interpreter.engine import Engine, Fault, Move, State
from gamedsl_interpreter.matches.agents import Adviser, Agent
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.things import Choice, Counted, Kind, Piece, Place, Thing


@frozen
class WatchedForUses:
    """An agent that chooses as `agent` does, and counts the choices in `uses`."""

    agent: Agent
    uses: Counter[Use]

    @property
    def name(self) -> str:
        return self.agent.name

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        move = self.agent.choose(engine, state, seat, dice)
        self.uses.update(uses(move.choices))
        return move


@frozen
class WatchedForThoughts:
    """An agent that chooses as `agent` does, and counts in `thoughts` whether it saw a difference between its options."""

    agent: Adviser
    thoughts: Counter[bool]

    @property
    def name(self) -> str:
        return self.agent.name

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        advice = self.agent.advise(engine, state, seat, dice)
        self.thoughts[advice.differs] += 1
        return advice.move


@frozen
class Watched:
    """An agent that chooses as `agent` does, and adds each decision to `decisions`."""

    agent: Agent
    decisions: list[Decision]

    @property
    def name(self) -> str:
        return self.agent.name

    def choose(self, engine: Engine, state: State, seat: int, dice: Dice) -> Move:
        offered, points = _count_offered(engine, state, seat), _points(engine, state)
        move = self.agent.choose(engine, state, seat, dice)
        number = len(self.decisions) + 1
        seat_id = next(one for one in engine.to_act(state) if one == seat)
        is_few_good = sign_of_points(engine.game) < 0
        self.decisions.append(Decision(number, seat_id, offered, move.text, move.choices, points, is_few_good))
        return move


def uses(choices: Iterable[Choice]) -> Iterator[Use]:
    """Yields the actions that were not declined, and each kind and place that was chosen in them, once per choice."""
    for choice in choices:
        if choice.is_declined:
            continue
        yield "action", choice.name
        for _, thing in choice.values:
            yield from _things(thing, 1)


def _things(thing: Thing, times: int) -> Iterator[Use]:
    match thing:
        case Place(name=name):
            yield from [("place", name)] * times
        case Kind(name=name) | Piece(kind=Kind(name=name)):
            yield from [("kind", name)] * times
        case Counted(entries):
            for one, number in entries:
                yield from _things(one, times * number)
        case tuple():
            for one in thing:
                yield from _things(one, times)
        case _:
            return


def _count_offered(engine: Engine, state: State, seat: int) -> int | None:
    try:
        return len(engine.moves(state, seat))
    except Fault:
        return None


def _points(engine: Engine, state: State) -> tuple[tuple[int, ...], ...] | None:
    try:
        return engine.score_table(state)
    except Fault:
        return None
