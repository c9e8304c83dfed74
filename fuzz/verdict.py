"""How one input ended, and by which mark two failures are taken for the same."""

from __future__ import annotations

import re
import signal
import traceback
from hashlib import sha256
from pathlib import PurePath
from types import TracebackType

from attrs import frozen

from fuzz.stages import ENDINGS

CRASH = "crash"
HANG = "hang"
MEMORY = "memory"
DIED = "died"
FAILURES = (CRASH, HANG, MEMORY, DIED)
"""An exception or a broken law; more time than the limit; more memory than the limit; a process that ended."""

OUTCOMES = (*ENDINGS, *FAILURES)

_OUTERMOST = 7
"""Functions by which two hangs are told apart, from the outside."""


@frozen
class Verdict:
    """`outcome` is one of OUTCOMES. Of a failure: `what` is one line, `trace` the stack, and `mark` is equal for failures that seem to have the same cause."""

    outcome: str
    what: str = ""
    trace: str = ""
    mark: str = ""

    @property
    def is_failure(self) -> bool:
        return self.outcome in FAILURES


def failed(outcome: str, error: BaseException) -> Verdict:
    """The verdict on an input at which this was raised."""
    what = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    frames = _frames(error.__traceback__)
    if outcome == CRASH:
        # Numbers and names come from the input.
        words = re.sub(r"0x[0-9a-f]+|\d+|`[^`]*`|'[^']*'", "_", what)
        parts = [words[:80], *frames[-1:]]
    else:
        parts = list(dict.fromkeys(frames))[:_OUTERMOST]
    return Verdict(outcome, what, _text(error), _mark(outcome, parts))


def died(code: int | None) -> Verdict:
    """The verdict on an input with which the process ended. `code`: its exit code, negative for a signal, None if it had to be killed."""
    if code in (None, -signal.SIGXCPU):
        return Verdict(HANG, "the process did not react to its alarm", "", _mark(HANG, ["alarm"]))
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return Verdict(DIED, f"the process ended with {name}", "", _mark(DIED, [name]))


def _mark(outcome: str, parts: list[str]) -> str:
    return f"{outcome}-{sha256('|'.join(parts).encode()).hexdigest()[:8]}"


def _frames(trace: TracebackType | None) -> list[str]:
    """Functions of the project on the way to the place, outermost first."""
    found = [(PurePath(frame.filename), frame.name) for frame in traceback.extract_tb(trace)]
    return [f"{path.parent.name}/{path.name}:{name}" for path, name in found if _is_own(path)] or ["nowhere"]


def _is_own(path: PurePath) -> bool:
    return "gamedsl" in path.parts[-4:] or "gamedsl_interpreter" in path.parts[-5:]


def _text(error: BaseException) -> str:
    """The stack; of a recursion its beginning and its end."""
    lines = traceback.format_exception(error)
    text = "".join(lines if len(lines) < 60 else [*lines[:20], "  …\n", *lines[-30:]])
    return text if len(text) < 12_000 else f"{text[:6000]}\n  …\n{text[-6000:]}"
