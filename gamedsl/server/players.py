"""Plays for the agents of any number of tables, in a few threads."""

from __future__ import annotations

from queue import PriorityQueue
from threading import Event, Lock, Thread
from time import monotonic

from gamedsl.api.matches import Match
from gamedsl.server.refusals import RefusedError
from gamedsl.server.tables.table import Table
from gamedsl_interpreter.engine import Fault, Move
from gamedsl_interpreter.matches.agents import Agent, RandomSteps
from gamedsl_interpreter.matches.match import state_for_agent
from gamedsl_interpreter.random import Dice, seed_ahead
from gamedsl_interpreter.worlds.lost import WorldsError

_PAUSE = 0.7
"""Seconds before an agent moves, so that people can follow the moves one by one."""


class Players:
    """The agents of some tables. `wake` tells them that they may have to choose at a table."""

    def __init__(self, pause: float = _PAUSE, threads: int = 1) -> None:
        self._pause, self._threads = pause, threads
        self._lock = Lock()
        self._due: PriorityQueue[tuple[float, int, Table | None]] = PriorityQueue()
        self._number = 0
        self._waiting: set[Table] = set()
        self._over = Event()

    def start(self) -> None:
        """Starts to play."""
        for number in range(self._threads):
            Thread(target=self._work, name=f"players {number}", daemon=True).start()

    def wake(self, table: Table) -> None:
        """Reacts to a change of a table: if an agent has to choose there, it will."""
        if not table.agents or table.agent_to_move() is None:
            return
        with self._lock:
            if table not in self._waiting:
                self._waiting.add(table)
                self._put(monotonic() + self._pause, table)

    def end(self) -> None:
        """Ends the threads, each after the move that it thinks about."""
        self._over.set()
        with self._lock:
            for _ in range(self._threads):
                self._put(0.0, None)

    def _put(self, due: float, table: Table | None) -> None:
        self._number += 1  # tables that are due at the same time keep their order
        self._due.put((due, self._number, table))

    def _work(self) -> None:
        while True:
            due, _, table = self._due.get()
            if table is None or self._over.wait(max(0.0, due - monotonic())):
                return
            self.play_one(table)
            with self._lock:
                self._waiting.discard(table)
            self.wake(table)

    def play_one(self, table: Table) -> bool:
        """Plays for the next agent that has to choose at a table. Returns whether an agent could play."""
        found = table.agent_to_move()
        if found is None:
            return False
        try:
            table.play_for(found[0], found[1], _choose(*found))
        except Fault as fault:
            table.note_fault(fault)
            return False
        except RefusedError as error:  # the host sees why
            if error.code != "not-kept":  # a disk may have room again later
                table.give_up(found[0])
            return False
        return True


def _choose(match: Match, seat: int, agent: Agent) -> Move:
    """Returns the move of an agent; a random one if the hidden parts of the position cannot be sampled. Raises Fault."""
    engine, number = match.engine, len(match.played)
    dice = Dice.seeded(match.seed, number)
    seen = state_for_agent(agent, engine, match.state, seed_ahead(match.seed, 0), number)
    try:
        return agent.choose(engine, seen, seat, dice)
    except WorldsError:
        return RandomSteps().choose(engine, seen, seat, dice)
