"""A run: blocks of inputs on several workers until the time is over or the inputs are done, and every new failure made small and written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from attrs import define, field, frozen

from fuzz.cases import header, write_case
from fuzz.inputs import MIX
from fuzz.minimise import minimised
from fuzz.stages import Stage
from fuzz.state import State
from fuzz.verdict import CRASH
from fuzz.watched import StoppedError, Watched
from fuzz.worker import Answer, Block


@frozen
class Bounds:
    """When a run ends: after so many seconds, or as soon as there are so many inputs in all. None: no such end."""

    seconds: float | None
    inputs: int | None


@define
class Campaign:
    """One run. `tell` is called with a line for people whenever there is something new."""

    state: State
    stage: Stage
    found: Path
    tell: Callable[[str], None]
    _lock: Lock = field(factory=Lock, init=False)
    _stop: Event = field(factory=Event, init=False)
    _given: set[int] = field(factory=set[int], init=False)
    _errors: list[BaseException] = field(factory=list[BaseException], init=False)

    def run(self, jobs: int, bounds: Bounds) -> None:
        """Tries inputs with so many processes. A KeyboardInterrupt ends them at once; blocks that were not finished are done by the next run. Raises
        WorkerError if they cannot work."""
        end = None if bounds.seconds is None else monotonic() + bounds.seconds
        workers = [Watched(self.stage) for _ in range(jobs)]
        threads = [Thread(target=self._work, args=(one, end, bounds.inputs), daemon=True) for one in workers]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(0.2)
        finally:
            self._stop.set()
            for worker in workers:
                worker.close()
        if self._errors:
            raise self._errors[0]

    def _work(self, worker: Watched, end: float | None, inputs: int | None) -> None:
        """One thread: block after block."""
        plan = self.state.plan
        mix = {plan.only: 100} if plan.only else MIX[plan.stage]
        try:
            while not self._stop.is_set() and (end is None or monotonic() < end):
                number = self._next(inputs)
                if number is None:
                    return
                first = number * plan.block
                counts, answers = worker.tried(Block(plan.seed, first, first + plan.block, mix))
                for answer in answers:
                    self._failed(worker, answer)
                with self._lock:
                    self.state.add_block(number, counts)
        except StoppedError:
            return
        except BaseException as error:  # noqa: BLE001 (`run` raises it in its own thread)
            self._errors.append(error)
            self._stop.set()

    def _next(self, inputs: int | None) -> int | None:
        """The first block that nobody has; None if there are enough."""
        with self._lock:
            number = len(self._given)
            while number in self.state.done or number in self._given:
                number += 1
            given = len(self.state.done | self._given)
            if inputs is not None and given * self.state.plan.block >= inputs:
                return None
            self._given.add(number)
            return number

    def _failed(self, worker: Watched, answer: Answer) -> None:
        """Writes a failure down if it is the first of its kind: as it is, then smaller."""
        plan, verdict = self.state.plan, answer.verdict
        origin = f"seed {plan.seed}, input {answer.index}, {answer.generator}"
        with self._lock:
            if verdict.mark in self.state.known:
                return
            self.state.add_failure(verdict.mark, verdict.what)
            write_case(self.found, answer.data, verdict, origin, plan.stage, len(answer.data))
        self.tell(f"{verdict.mark}: {verdict.what} ({origin})")
        head = header(verdict, origin, self.stage)

        def fails(data: bytes) -> bool:
            return worker.judged(data).mark == verdict.mark

        if not fails(answer.data):
            self.tell(f"{verdict.mark} does not fail again by itself")
            return
        seconds = 60.0 if verdict.outcome == CRASH else 20 * self.stage.seconds
        small = minimised(answer.data, fails, seconds=seconds)
        if fails(head + small):
            small = head + small
        path = write_case(self.found, small, verdict, origin, plan.stage, len(answer.data))
        self.tell(f"{verdict.mark} is written to {path}, {len(small)} bytes")
