"""Do tests notice broken lines? Breaks one place of the program at a time, and runs the tests of its folder.

`python -m bench.broken_lines results.jsonl --count 60 --seed 1 [--only gamedsl/differences]`. The places are drawn from all modules but the emitter of the
fast executor, which the differential tests judge, and files that a program writes. Everything happens in a copy of the repository. Results are added to
the file, and what stands there is not tried again: the same line of words continues a run. The table at the end has the share that was noticed, with the
interval in which the share of all places lies with 95 %, and the breaks that survived.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections import deque
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar, cast

from attrs import asdict, frozen

ROOT = Path(__file__).parents[1]
SOURCES = ("gamedsl", "interpreter/gamedsl_interpreter")
LEFT_OUT = (
    "interpreter/gamedsl_interpreter/wasm/emit/",
    "interpreter/gamedsl_interpreter/wasm/runtime/",
)
PRINTED = "tests/golden/test_printed.py"
TESTS = {
    "gamedsl/": "tests/unit/test_class_making.py tests/unit/test_garbage.py tests/unit/test_html.py tests/api/test_surface.py tests/unit/test_start.py",
    "gamedsl/adapters/": "tests/adapters",
    "gamedsl/api/": "tests/api",
    "gamedsl/cache/": "tests/unit/cache tests/cli/test_cache.py",
    "gamedsl/cards/": "tests/unit/cards",
    "gamedsl/cli/": f"{PRINTED} tests/cli/test_main.py tests/cli/test_help.py tests/cli/test_edges.py tests/cli/test_files.py tests/cli/test_options.py",
    "gamedsl/compile/": "tests/unit/compile tests/cases",
    "gamedsl/diagnostics/": f"{PRINTED} tests/unit/diagnostics tests/cli/test_sarif.py",
    "gamedsl/differences/": f"{PRINTED} tests/unit/differences tests/cli/test_diff.py",
    "gamedsl/graph/": f"{PRINTED} tests/unit/graph",
    "gamedsl/highlight.py": "tests/unit/syntax",
    "gamedsl/html.py": "tests/unit/test_html.py",
    "gamedsl/mutation/": f"{PRINTED} tests/unit/mutation tests/cli/test_mutate.py",
    "gamedsl/page/": "tests/page/test_runtime.py tests/unit/test_page_setups.py",
    "gamedsl/pipeline/": "tests/corpus tests/unit/variants tests/unit/compile",
    "gamedsl/reports/": f"{PRINTED} tests/cli/test_verify.py tests/cli/test_notes.py tests/cli/test_matches.py tests/api/test_solve_and_verify.py",
    "gamedsl/rulebook/": f"{PRINTED} tests/unit/test_rulebook.py",
    "gamedsl/semantics/": "tests/corpus tests/unit/semantics",
    "gamedsl/studio/": "tests/studio/test_studio.py tests/studio/test_sharing.py",
    "gamedsl/syntax/": "tests/unit/syntax tests/corpus/test_corpus.py",
    "gamedsl/variants/": "tests/unit/variants",
    "gamedsl/workbench/": f"{PRINTED} tests/unit/workbench",
    "interpreter/gamedsl_interpreter/": "tests/unit/interpreter",
    "interpreter/gamedsl_interpreter/hosting/": "tests/hosts",
    "interpreter/gamedsl_interpreter/reference/": "tests/unit/interpreter tests/corpus/test_meaning.py",
    "interpreter/gamedsl_interpreter/solving/": "tests/unit/solving tests/known/test_solved.py",
    "interpreter/gamedsl_interpreter/thinking/": "tests/unit/thinking",
    "interpreter/gamedsl_interpreter/trouble/": "tests/unit/interpreter tests/cli/test_verify.py",
    "interpreter/gamedsl_interpreter/wasm/": "tests/unit/wasm",
    "interpreter/gamedsl_interpreter/worlds/": "tests/unit/interpreter tests/known/test_worlds.py tests/property/test_worlds.py",
}
"""The tests of a module: those of the longest path that its own begins with. A command also has the tests that have its name."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
Operator = TypeVar("Operator", ast.cmpop, ast.operator, ast.boolop)
PATIENCE = 1200
"""Seconds after which tests hang; a break that makes them hang is noticed."""


@frozen
class Place:
    """A node of a module that can be broken: its path, its line, the way it is broken, and its number among the nodes of the module."""

    path: str
    line: int
    how: str
    number: int


@frozen
class Tried:
    """A break, and whether a test failed."""

    path: str
    line: int
    how: str
    number: int
    noticed: bool

    @property
    def place(self) -> Place:
        """What was broken."""
        return Place(self.path, self.line, self.how, self.number)


def main() -> int:
    """Tries breaks and prints the table."""
    parser = ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("results", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="modules whose path begins so")
    given = parser.parse_args()
    chosen = drawn(given.count, given.seed, given.only)
    done = read(given.results)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        _copy_repository(copy)
        for place in chosen:
            if place not in done:
                done[place] = Tried(**asdict(place), noticed=_is_noticed(copy, place))
                with given.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(done[place])) + "\n")
                print(_line(done[place]), flush=True)
    _print_table([done[place] for place in chosen])
    return 0


def drawn(count: int, seed: int, only: str = "") -> list[Place]:
    """Draws places, all equally likely."""
    every = [place for path in modules() if path.startswith(only) for place in places(path)]
    return Random(seed).sample(every, min(count, len(every)))


def modules() -> list[str]:
    """Returns the paths of all modules that are broken."""
    paths = (path.relative_to(ROOT).as_posix() for source in SOURCES for path in sorted((ROOT / source).rglob("*.py")))
    return [path for path in paths if not path.startswith(LEFT_OUT)]


def tests_of(path: str) -> list[str]:
    """Returns the paths of the tests of a module."""
    longest = max((begin for begin in TESTS if path.startswith(begin)), key=len)
    own = sorted((ROOT / "tests/cli").glob(f"test*_{Path(path).stem}*.py")) if "/cli/commands/" in path else []
    return [*TESTS[longest].split(), *(one.relative_to(ROOT).as_posix() for one in own)]


def places(path: str) -> Iterator[Place]:
    """Yields every place of a module that can be broken."""
    for number, node in enumerate(_nodes(ast.parse((ROOT / path).read_text(encoding="utf-8")))):
        how = _way_to_break(node)
        if how:
            yield Place(path, getattr(node, "lineno", 0), how, number)


def _nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Yields the nodes of a tree that are executed; what only type checkers read is left out."""
    waiting: deque[ast.AST] = deque([tree])
    while waiting:
        node = waiting.popleft()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        waiting += [child for name, child in _children(node) if name not in ("annotation", "returns", "decorator_list")]


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for name in node._fields:
        value: object = getattr(node, name, None)
        yield from ((name, one) for one in _listed(value) if isinstance(one, ast.AST))


def _listed(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else [value]


def _way_to_break(node: ast.AST) -> str:
    """Returns the way a node is broken, in words; empty if it is not."""
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in SWAPS:
            return "comparison"
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            return "operator"
        case ast.If() | ast.IfExp() | ast.While():
            return "condition"
        case ast.Constant(value=int()) if type(node.value) is int:
            return "number"
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return "left out"
        case _:
            return ""


def broken(text: str, place: Place) -> str:
    """Returns the text of a module with the place broken."""
    tree = ast.parse(text)
    node = next(node for number, node in enumerate(_nodes(tree)) if number == place.number)
    match node:
        case ast.Compare():
            node.ops[0] = _swapped(node.ops[0], ast.cmpop)
        case ast.BinOp():
            node.op = _swapped(node.op, ast.operator)
        case ast.BoolOp():
            node.op = _swapped(node.op, ast.boolop)
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant():
            node.value = int(str(node.value)) + 1
        case _:
            _LeavingOut(node).visit(tree)
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


class _LeavingOut(ast.NodeTransformer):
    """Puts `pass` in place of one statement."""

    def __init__(self, node: ast.AST) -> None:
        self._node = node

    def visit(self, node: ast.AST) -> ast.AST:
        """Returns what is in place of a node."""
        if node is self._node:
            return ast.Pass()
        visited: ast.AST = self.generic_visit(node)
        return visited


def _swapped(operator: ast.AST, kind: type[Operator]) -> Operator:
    other = SWAPS[type(operator)]()
    assert isinstance(other, kind)
    return other


def _is_noticed(copy: Path, place: Place) -> bool:
    file = copy / place.path
    text = file.read_text(encoding="utf-8")
    file.write_text(broken(text, place), encoding="utf-8")
    try:
        return _fails(copy, tests_of(place.path))
    finally:
        file.write_text(text, encoding="utf-8")


def _fails(copy: Path, tests: Sequence[str]) -> bool:
    """Whether a test fails in the copy, or cannot even be collected."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    paths = os.pathsep.join((str(copy), str(copy / "interpreter")))
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def _copy_repository(copy: Path) -> None:
    """Copies the files that git knows, so that nothing that is built or cached comes along."""
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, known.split("\0")):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)


def read(results: Path) -> dict[Place, Tried]:
    """Reads what was tried before."""
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    tried = [Tried(**json.loads(line)) for line in lines]
    return {one.place: one for one in tried}


def _print_table(tried: Sequence[Tried]) -> None:
    noticed = sum(one.noticed for one in tried)
    low, high = interval(noticed, len(tried))
    print(f"{noticed} of {len(tried)} noticed; of all places {100 * low:.0f} to {100 * high:.0f} %")
    for one in tried:
        if not one.noticed:
            print(_line(one))


def _line(one: Tried) -> str:
    return f"{'noticed ' if one.noticed else 'SURVIVED'} {one.path}:{one.line} {one.how}"


def interval(noticed: int, tried: int) -> tuple[float, float]:
    """Returns the interval of Wilson in which a share lies with 95 %."""
    z = 1.96
    share, base = noticed / tried, 1 + z * z / tried
    middle = (share + z * z / (2 * tried)) / base
    half = z * sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried)) / base
    return middle - half, middle + half


if __name__ == "__main__":
    sys.exit(main())
