"""Plays for the agents of a shared match, in a separate thread."""

from __future__ import annotations

from threading import Event, Thread

from gamedsl.studio.sharing.course import Course
from gamedsl.studio.sharing.table import RefusedError, Table
from gamedsl_interpreter.engine import Fault, Move
from gamedsl_interpreter.matches.agents import Agent, RandomSteps
from gamedsl_interpreter.matches.match import seen_by
from gamedsl_interpreter.random import Dice, seed_ahead
from gamedsl_interpreter.worlds.lost import WorldsError

_PAUSE = 0.7
"""Seconds before an agent moves, so that people can follow the moves one by one."""


class Players:
    """The agents of a table. `wake` tells them that it may be their turn."""

    def __init__(self, table: Table, pause: float = _PAUSE) -> None:
        self._table, self._pause = table, pause
        self._awake = Event()
        self._over = Event()
        self._broken: Course | None = None
        """The position at which the rules broke a promise: no agent continues from there."""

    def start(self) -> None:
        """Starts to play."""
        Thread(target=self._work, name="players", daemon=True).start()
        self.wake()

    def wake(self) -> None:
        """Reacts to a change of the table. The agents stop when the table has ended."""
        if self._table.is_over:
            self._over.set()
        self._awake.set()

    def _work(self) -> None:
        while not self._over.is_set():
            self._awake.wait()
            self._awake.clear()
            while not self._over.wait(self._pause) and self.play_one():
                pass

    def play_one(self) -> bool:
        """Plays for the next agent that has to choose. Returns whether an agent could play; if not, the agents wait for a change."""
        found = self._table.agent_to_move()
        if found is None or found[0] is self._broken:
            return False
        try:
            self._table.play_for(found[0], found[1], _choose(*found))
        except Fault as fault:
            self._broken = found[0]
            self._table.note_fault(fault)
            return False
        except RefusedError as error:  # the host sees the refusal
            if isinstance(error.__cause__, Fault):
                self._broken = found[0]
            return False
        return True


def _choose(course: Course, seat: int, agent: Agent) -> Move:
    """Returns the move of an agent; a random one if the hidden parts of the position cannot be sampled. Raises Fault."""
    engine, number = course.data.engine, len(course.moves)
    dice = Dice.seeded(course.seed, number)
    seen = seen_by(agent, engine, course.state, seed_ahead(course.seed, 0), number)
    try:
        return agent.choose(engine, seen, seat, dice)
    except WorldsError:
        return RandomSteps().choose(engine, seen, seat, dice)
