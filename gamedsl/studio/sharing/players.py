"""Plays for the agents of a shared match, in a thread of its own."""

from __future__ import annotations

from threading import Event, Thread

from gamedsl.studio.sharing.course import Course
from gamedsl.studio.sharing.table import RefusedError, Table
from gamedsl_interpreter.agents import Agent, RandomSteps
from gamedsl_interpreter.engine import Fault, Move
from gamedsl_interpreter.match import seen_by
from gamedsl_interpreter.random import Dice, seed_ahead
from gamedsl_interpreter.worlds.lost import WorldsError

_PAUSE = 0.7
"""Seconds before an agent moves, so that people see one move after the other."""


class Players:
    """The agents of a table. `wake` says that it may be their turn."""

    def __init__(self, table: Table, pause: float = _PAUSE) -> None:
        self._table, self._pause = table, pause
        self._awake = Event()
        self._over = Event()
        self._broken: Course | None = None
        """Where the rules have broken a promise: nobody goes on from there."""

    def start(self) -> None:
        """Plays from now on."""
        Thread(target=self._work, name="players", daemon=True).start()
        self.wake()

    def wake(self) -> None:
        """Something has changed. They play no more when the table has ended."""
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
        """Plays for the next agent that has to choose. Gives whether there was one, and it could play: else it goes on when something has changed."""
        found = self._table.agent_to_move()
        if found is None or found[0] is self._broken:
            return False
        try:
            self._table.play_for(found[0], found[1], _chosen(*found))
        except Fault as fault:
            self._broken = found[0]
            self._table.note_fault(fault)
            return False
        except RefusedError as error:  # the host is told
            if isinstance(error.__cause__, Fault):
                self._broken = found[0]
            return False
        return True


def _chosen(course: Course, seat: int, agent: Agent) -> Move:
    """The move of an agent; at random where nobody can make up what is hidden. Raises Fault."""
    engine, number = course.data.engine, len(course.moves)
    dice = Dice.seeded(course.seed, number)
    seen = seen_by(agent, engine, course.state, seed_ahead(course.seed, 0), number)
    try:
        return agent.choose(engine, seen, seat, dice)
    except WorldsError:
        return RandomSteps().choose(engine, seen, seat, dice)
