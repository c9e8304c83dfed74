"""The file from which a run goes on: one line of JSON for each block of inputs that is done, and for each failure of a new kind."""

from __future__ import annotations

import os
from collections import Counter
from json import JSONDecodeError, dumps, loads
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from fuzz.worker import Counts


@frozen
class Plan:
    """What has to be the same for a run that goes on: `block` inputs at a time, made by the generators of `only` (empty: all) for a stage."""

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
        """Counts a block, and writes it down."""
        self._count(number, counts)
        data = [[generator, outcome, many] for (generator, outcome), many in sorted(counts.items())]
        self._append({"block": number, "counts": data})

    def add_failure(self, mark: str, what: str) -> None:
        """Remembers a failure, and writes it down."""
        self.known[mark] = what
        self._append({"mark": mark, "what": what})

    def _count(self, number: int, counts: Counts) -> None:
        self.done.add(number)
        self.counts.update(counts)

    def _append(self, line: dict[str, Any]) -> None:
        if self.path is not None:
            append(self.path, line)

    def read(self, line: dict[str, Any]) -> None:
        """Takes in a line of the file."""
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
    lines = _lines(path) if path.exists() else []
    if not lines:
        append(path, head)
        return state
    if lines[0] != head:
        raise StateError(f"`{path}` belongs to another run: {dumps(lines[0])}")
    try:
        for line in lines[1:]:
            state.read(line)
    except (KeyError, TypeError, ValueError):
        raise StateError(f"`{path}` is no state of a run") from None
    return state


def append(path: Path, line: dict[str, Any]) -> None:
    """Adds a line in one write, after whatever another process has written."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(file, (dumps(line) + "\n").encode())
    finally:
        os.close(file)


def _lines(path: Path) -> list[dict[str, Any]]:
    """All lines that are whole: what comes after the last line break was cut off, and is done again."""
    whole, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition("\n")
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(whole.encode()) + bool(whole))
    try:
        found: list[dict[str, Any]] = [loads(line) for line in whole.split("\n") if line]
    except JSONDecodeError:
        raise StateError(f"`{path}` is no state of a run") from None
    return found
