"""The file from which a run continues: one line of JSON for each block of inputs that is done, and for each failure of a new kind."""

from __future__ import annotations

from collections import Counter
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from fuzz.json_lines import append, mend
from fuzz.worker import Counts


@frozen
class Plan:
    """What has to be the same when a run is continued: `block` inputs at a time, made by the generators of `only` (empty: all) for a stage."""

    seed: int
    stage: str
    only: str
    block: int


class StateError(ValueError):
    """The file is none of these, or belongs to another plan; the text says so."""


@define
class State:
    """Blocks that are done, by number; counts over all of them; marks of known failures with the line that tells what failed."""

    plan: Plan
    path: Path | None = None
    done: set[int] = field(factory=set[int])
    counts: Counter[tuple[str, str]] = field(factory=Counter[tuple[str, str]])
    known: dict[str, str] = field(factory=dict[str, str])

    @property
    def inputs(self) -> int:
        return len(self.done) * self.plan.block

    def add_block(self, number: int, counts: Counts) -> None:
        """Count a block, and record it."""
        self._count(number, counts)
        data = [[generator, outcome, many] for (generator, outcome), many in sorted(counts.items())]
        self._append({"block": number, "counts": data})

    def add_failure(self, mark: str, what: str) -> None:
        """Remember a failure, and record it."""
        self.known[mark] = what
        self._append({"mark": mark, "what": what})

    def _count(self, number: int, counts: Counts) -> None:
        self.done.add(number)
        self.counts.update(counts)

    def _append(self, line: dict[str, Any]) -> None:
        if self.path is not None:
            append(self.path, line)

    def read(self, line: dict[str, Any]) -> None:
        """Count what a line of the file records."""
        if "block" in line:
            self._count(line["block"], {(generator, outcome): many for generator, outcome, many in line["counts"]})
        else:
            self.known[line["mark"]] = line["what"]


def resumed(plan: Plan, path: Path | None) -> State:
    """The state of a file, which is begun if it is not there. Raises StateError, and OSError if it cannot be read or written."""
    state = State(plan, path)
    if path is None:
        return state
    head = {"seed": plan.seed, "stage": plan.stage, "only": plan.only, "block": plan.block}
    if not path.exists() or not path.stat().st_size:
        append(path, head)
        return state
    lines = _lines(path)
    if not lines or lines[0] != head:
        raise StateError(f"`{path}` belongs to another run: {dumps(lines[:1])}")
    try:
        for line in lines[1:]:
            state.read(line)
    except (KeyError, TypeError, ValueError):
        raise StateError(f"`{path}` is no state of a run") from None
    mend(path)
    return state


def _lines(path: Path) -> list[dict[str, Any]]:
    """All whole lines. The block of a line that was cut off is tried again."""
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    try:
        found: list[dict[str, Any]] = [loads(line) for line in whole.split(b"\n") if line]
    except (JSONDecodeError, UnicodeDecodeError):
        raise StateError(f"`{path}` is no state of a run") from None
    return found
