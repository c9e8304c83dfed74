"""The process that tries inputs: many in a row, within limits of time and memory. `fuzz.watched` starts it and watches it."""

from __future__ import annotations

import gc
import math
import resource
import signal
import time
from ctypes import Array, c_double
from multiprocessing.connection import Connection
from types import FrameType

from attrs import frozen

from fuzz.inputs import made
from fuzz.stages import Stage
from fuzz.verdict import CRASH, HANG, MEMORY, Verdict, failed

NOW, SINCE = range(2)
"""Cells of the progress array: the number of the input that is tried (IDLE: none), and since when (monotonic seconds)."""
IDLE = -1.0

Counts = dict[tuple[str, str], int]
"""How many inputs there were by generator and outcome."""


@frozen
class Block:
    """The job to try inputs `first` to `after - 1` of a seed; `mix` as in `fuzz.inputs`."""

    seed: int
    first: int
    after: int
    mix: dict[str, int]


@frozen
class Single:
    """The job to try one given file."""

    data: bytes


@frozen
class Answer:
    """The verdict on a `Single`, or on an input of a block that failed."""

    index: int
    generator: str
    data: bytes
    verdict: Verdict


@frozen
class Counted:
    """How inputs of a block have ended: those before `after` that were not counted yet."""

    after: int
    counts: Counts


Job = Block | Single


class OutOfTimeError(BaseException):
    """The input has used up its time. No `except Exception` catches it."""


def work(pipe: Connection, progress: Array[c_double], stage: Stage) -> None:
    """Does the jobs that come through the pipe until it is closed. After a hang, or when memory was used up, the process ends: it may hold too much."""
    _limit_memory(stage)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, _alarm)
    tries = _Tries(pipe, progress, stage)
    gc.set_threshold(50_000)
    gc.freeze()
    try:
        while tries.done(pipe.recv()):
            pass
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # Who gave the jobs is gone.


def _leaves_usable(verdict: Verdict) -> bool:
    return verdict.outcome not in (HANG, MEMORY)


@frozen
class _Tries:
    """Inputs that are tried within limits."""

    pipe: Connection
    progress: Array[c_double]
    stage: Stage

    def done(self, job: Job) -> bool:
        """Does a job; whether the process is usable afterwards."""
        match job:
            case Single(data):
                verdict = self.verdict(data, 0)
                self.pipe.send(Answer(0, "", data, verdict))
                return _leaves_usable(verdict)
            case Block():
                return self.block(job)

    def block(self, job: Block) -> bool:
        """Whether the process is usable after the inputs of a block."""
        counts: Counts = {}
        for index in range(job.first, job.after):
            one = made(job.seed, index, job.mix)
            verdict = self.verdict(one.data, index)
            key = one.generator, verdict.outcome
            counts[key] = counts.get(key, 0) + 1
            if verdict.is_failure:
                self.pipe.send(Counted(index + 1, counts))
                self.pipe.send(Answer(index, one.generator, one.data, verdict))
                counts = {}
                if not _leaves_usable(verdict):
                    return False
        gc.collect()
        self.pipe.send(Counted(job.after, counts))
        return True

    def verdict(self, data: bytes, index: int) -> Verdict:
        """Tries one input."""
        _limit_processor(self.stage.seconds)
        self.progress[SINCE] = time.monotonic()
        self.progress[NOW] = index
        try:
            signal.setitimer(signal.ITIMER_PROF, self.stage.seconds, 1)
            try:
                return Verdict(self.stage.tried(data))
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
        except OutOfTimeError as error:
            return failed(HANG, error)
        except MemoryError as error:
            return failed(MEMORY, error)
        except Exception as error:  # noqa: BLE001 (any exception is what this looks for)
            return failed(CRASH, error)
        finally:
            self.progress[NOW] = IDLE


def _alarm(_: int, __: FrameType | None) -> None:
    raise OutOfTimeError("the time is used up")


def _limit_memory(stage: Stage) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (stage.memory, stage.memory))
    addresses = stage.memory + stage.reserved
    resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))


def _limit_processor(seconds: float) -> None:
    """For code that does not hear the alarm: the system ends the process after twice the time."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time() + 2 * seconds) + 1, hard))
