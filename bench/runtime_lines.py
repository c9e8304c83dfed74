"""Which lines of the run-time library run in tests: `python -m bench.runtime_lines tests/differential tests/unit/wasm`.

The arguments are those of pytest, which runs in this process. Modules are made with a mark at each statement of the library, and their memories are read
after each test. The table has the statements of each file, how many of them ran, and the lines that did not. With `--lcov FILE` the same is written for
programs that show coverage. What a coverage tool for Python would count is only that the files are compiled: nobody executes them as Python.
"""

from __future__ import annotations

import ast
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest

from gamedsl_interpreter.wasm import runtime
from gamedsl_interpreter.wasm.emit import build
from gamedsl_interpreter.wasm.emit.assembly.source import is_text
from gamedsl_interpreter.wasm.instances.instance import Instance
from gamedsl_interpreter.wasm.instances.interface import Built
from gamedsl_interpreter.wasm.instances.module import Program

FOLDER = Path(runtime.__file__).parent
_MADE, _INSTANCE = build.build_module, Program.instance
Line = tuple[str, int]


class Marking:
    """Makes modules with marks, and reads the memories of their instances. Those of a test live until it has ended."""

    def __init__(self) -> None:
        self.ran: set[Line] = set()
        self._places: dict[bytes, Mapping[Line, int]] = {}
        self._new: list[tuple[Instance, Mapping[Line, int]]] = []
        self._old: WeakSet[Instance] = WeakSet()
        self._places_of: dict[int, Mapping[Line, int]] = {}

    def built(self, *args: Any, **named: Any) -> Built:
        """In place of `build.built`."""
        lines = build.RunLines()
        made = _MADE(*args, **{**named, "lines": lines})
        self._places[made.code] = lines.places
        return made

    def instance(self, program: Program, code: bytes, more: int) -> Instance:
        """In place of `Program.instance`."""
        made = _INSTANCE(program, more)
        if code in self._places:
            self._new.append((made, self._places[code]))
        return made

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self) -> None:
        """A test has ended."""
        for made, places in self._new:
            self._old.add(made)
            self._places_of[id(made)] = places
        self._new.clear()
        for kept in self._old:
            memory = kept.memory
            self.ran |= {line for line, at in self._places_of[id(kept)].items() if memory[at]}


def statements() -> Iterator[Line]:
    """The lines of all statements of the library."""
    for file in sorted(FOLDER.rglob("*.py")):
        if file.stem in ("__init__", "constants", "language", "written"):
            continue
        for function in ast.parse(file.read_text("utf-8")).body:
            if isinstance(function, ast.FunctionDef):
                found = {node.lineno for node in ast.walk(function) if isinstance(node, ast.stmt) and not is_text(node)}
                name = file.relative_to(FOLDER).with_suffix("").as_posix()
                yield from ((name, line) for line in sorted(found - {function.lineno}))


def table(lines: list[Line], ran: set[Line]) -> str:
    """The figures of each file, and its stretches of statements that did not run."""
    rows: list[str] = []
    for name, group in groupby(lines, key=lambda line: line[0]):
        own = list(group)
        stretches = [[line for _, line in part] for is_run, part in groupby(own, key=ran.__contains__) if not is_run]
        missing = sum(map(len, stretches))
        places = " ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in stretches)
        rows.append(f"{name:24} {len(own):4} {len(own) - missing:4} {1 - missing / len(own):6.1%}  {places}")
    total = sum(line in ran for line in lines)
    return "\n".join((*rows, f"{'all':24} {len(lines):4} {total:4} {total / len(lines):6.1%}"))


def lcov(lines: list[Line], ran: set[Line]) -> str:
    """The same in the format of lcov."""
    parts: list[str] = []
    for name, group in groupby(lines, key=lambda line: line[0]):
        parts += [f"SF:{FOLDER / name}.py", *(f"DA:{line[1]},{int(line in ran)}" for line in group), "end_of_record"]
    return "\n".join((*parts, ""))


def main() -> int:
    """Run the tests and print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--lcov", type=Path)
    options, rest = parser.parse_known_args()
    marking = Marking()
    build.build_module = marking.built
    Program.instance = lambda self, more=0: marking.instance(self, self._code, more)  # type: ignore[method-assign]  # pyright: ignore[reportPrivateUsage]
    ended = pytest.main(["-n", "0", "-q", *rest], plugins=[marking])
    lines = list(statements())
    print(table(lines, marking.ran))
    if options.lcov is not None:
        options.lcov.write_text(lcov(lines, marking.ran), encoding="utf-8")
    return int(ended)


if __name__ == "__main__":
    sys.exit(main())
