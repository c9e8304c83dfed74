"""A worker process as its parent sees it: jobs in, answers out. A process that hangs or dies is replaced, and the input that did it is told."""

from __future__ import annotations

import time
from collections import Counter
from ctypes import Array, c_double
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from attrs import frozen

from fuzz.inputs import made
from fuzz.stages import Stage
from fuzz.verdict import HANG, MEMORY, Verdict, died
from fuzz.worker import IDLE, NOW, SINCE, Answer, Block, Counted, Counts, Job, Single, work

_TICK = 0.5
_PATIENCE = 60.0
"""Seconds by the clock in which the process of an input uses no time: then it waits for something that does not come."""


class StoppedError(Exception):
    """The worker was closed while it had a job."""


class WorkerError(RuntimeError):
    """The worker ends without having tried anything."""


@frozen
class Ended:
    """The process ended or was ended: with this verdict on the input it was trying, or without an input."""

    index: int
    verdict: Verdict | None


class Watched:
    """One worker, which belongs to one thread; any thread may close it. It is started when a job needs it."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._context = get_context("forkserver")  # what a process needs is imported once
        self._context.set_forkserver_preload(["__main__", "fuzz.worker"])
        self._progress: Array[c_double] = self._context.RawArray(c_double, 2)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._used, self._used_at = -1, 0.0
        """The time that the process had used when it was last seen to use some, and when that was (monotonic seconds)."""
        self._blocks = 0
        self._is_closed = False

    def close(self) -> None:
        """Ends the process for good."""
        self._is_closed = True
        self._end()

    def judged(self, data: bytes) -> Verdict:
        """The verdict on a file. Raises StoppedError."""
        self._send(Single(data))
        match self._received():
            case Answer(verdict=verdict):
                if verdict.outcome in (HANG, MEMORY):
                    self._end()
                return verdict
            case Ended(verdict=Verdict() as verdict):
                return verdict
            case _:
                raise WorkerError("the worker ends before it has tried a file")

    def tried(self, job: Block) -> tuple[Counts, list[Answer]]:
        """How the inputs of a block ended, and those that failed. Raises StoppedError, and WorkerError if the process cannot work."""
        counts: Counter[tuple[str, str]] = Counter()
        answers: list[Answer] = []
        waiting = [(job.first, job.after)]
        failures = 0
        while waiting:
            at, after = waiting.pop()
            if at == after:
                continue
            self._send(Block(job.seed, at, after, job.mix))
            while at < after:
                match self._received():
                    case Counted(upto, more):
                        counts.update(more)
                        at = upto
                    case Answer() as answer:
                        answers.append(answer)
                        if answer.verdict.outcome in (HANG, MEMORY):
                            self._end()
                            waiting.append((at, after))
                            break
                    case Ended(index, verdict):
                        if verdict is None:
                            failures += 1
                            if failures > 2:
                                raise WorkerError("the worker ends before it has tried an input")
                            waiting.append((at, after))
                            break
                        one = made(job.seed, index, job.mix)
                        counts[one.generator, verdict.outcome] += 1
                        answers.append(Answer(index, one.generator, one.data, verdict))
                        # Those before it were not counted yet, and are tried again.
                        waiting += [(index + 1, after), (at, index)]
                        break
        self._blocks += 1
        if self._blocks % self.stage.lifetime == 0:
            self._end()
        return dict(counts), answers

    # ------------------------------------------------------------ the process

    def _send(self, job: Job) -> None:
        if self._process is None:
            self._start()
        if self._pipe is None:
            raise StoppedError
        try:
            self._pipe.send(job)
        except OSError:
            # It has ended: `_received` says how.
            return

    def _received(self) -> Answer | Counted | Ended:
        """The next message of the process, or how it ended. Raises StoppedError."""
        pipe, process = self._pipe, self._process
        if pipe is None or process is None:
            raise StoppedError
        was_killed = False
        try:
            while not pipe.poll(_TICK):
                if self._waits_in_vain(process):
                    process.kill()
                    was_killed = True
            message: Answer | Counted = pipe.recv()
            return message
        except (EOFError, OSError):
            pass
        if self._is_closed:
            raise StoppedError
        process.join()
        code = None if was_killed else process.exitcode
        index = self._progress[NOW]
        self._end()
        return Ended(int(index), None if index == IDLE else died(code))

    def _waits_in_vain(self, process: BaseProcess) -> bool:
        """Whether the process has used no time for long: on a machine with much other work an input may take minutes, and is no failure."""
        now, used = time.monotonic(), time_used(process.pid)
        if used != self._used:
            self._used, self._used_at = used, now
        is_busy = self._progress[NOW] != IDLE
        return is_busy and now - max(self._used_at, self._progress[SINCE]) > _PATIENCE

    def _start(self) -> None:
        if self._is_closed:
            raise StoppedError
        self._progress[NOW] = IDLE
        ours, theirs = self._context.Pipe()
        if not isinstance(ours, Connection):
            raise WorkerError("this system has neither these pipes nor limits of memory")
        self._pipe = ours
        self._process = self._context.Process(target=work, args=(theirs, self._progress, self.stage), daemon=True)
        self._process.start()
        theirs.close()

    def _end(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


def time_used(process: int | None) -> int:
    """Returns the time that a process has used, in ticks of the system's clock; 0 if the system does not tell."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0
    user, system = text.rpartition(")")[2].split()[11:13]
    return int(user) + int(system)
