"""The places of the program that can be broken, and its text with one of them broken."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypeVar, cast

from attrs import frozen

SOURCES = ("gamedsl", "interpreter/gamedsl_interpreter")
LEFT_OUT = (
    "interpreter/gamedsl_interpreter/wasm/emit/",
    "interpreter/gamedsl_interpreter/wasm/runtime/",
)
"""The differential tests judge the emitter of the fast executor and its library."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
Operator = TypeVar("Operator", ast.cmpop, ast.operator, ast.boolop)


@frozen
class Place:
    """A node of a module that can be broken: its path, its line, the way it is broken, and its number among the nodes of the module."""

    path: str
    line: int
    how: str
    number: int


def drawn(root: Path, seed: int) -> list[Place]:
    """Returns all places of a copy of the repository in random order."""
    every = [place for path in modules(root) for place in places(path, _text(root, path))]
    Random(seed).shuffle(every)
    return every


def modules(root: Path) -> list[str]:
    """Returns the paths of all modules that are broken."""
    paths = (path.relative_to(root).as_posix() for source in SOURCES for path in sorted((root / source).rglob("*.py")))
    return [path for path in paths if not path.startswith(LEFT_OUT)]


def _text(root: Path, path: str) -> str:
    return (root / path).read_text(encoding="utf-8")


def places(path: str, text: str) -> Iterator[Place]:
    """Yields every place of a module that can be broken."""
    for number, node in enumerate(_nodes(ast.parse(text))):
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
    return _unparsed(broken_tree(text, place))


def broken_tree(text: str, place: Place) -> ast.Module:
    """Returns the tree of a module with the place broken; all else stays on its line."""
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
    return ast.fix_missing_locations(tree)


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


def _unparsed(tree: ast.Module) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def marked(text: str, marks: dict[int, int], imported: str) -> str:
    """Returns the text of a module that notes which places are executed: before the statement of each place it calls the function `hit`.

    `marks` has the number that is noted for the number of a node. `imported` is the module with the function.
    """
    tree = ast.parse(text)
    numbered = list(_nodes(tree))
    of_statement: dict[int, list[int]] = {}
    holders = _statements_of(tree)
    for number, mark in marks.items():
        of_statement.setdefault(id(holders[id(numbered[number])]), []).append(mark)
    for node in list(ast.walk(tree)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, list(_with_marks(cast("list[ast.stmt]", block), of_statement)))
    first = next(at for at, one in enumerate(tree.body) if not _must_be_first(one))
    tree.body.insert(first, ast.parse(f"from {imported} import hit as _hit").body[0])
    return _unparsed(tree)


def _statements_of(tree: ast.Module) -> dict[int, ast.stmt]:
    """Returns the innermost statement around each node, by the identity of the node."""
    found: dict[int, ast.stmt] = {}
    waiting: list[tuple[ast.AST, ast.stmt | None]] = [(tree, None)]
    while waiting:
        node, holder = waiting.pop()
        holder = node if isinstance(node, ast.stmt) else holder
        if holder is not None:
            found[id(node)] = holder
        waiting += [(child, holder) for child in ast.iter_child_nodes(node)]
    return found


def _with_marks(block: list[ast.stmt], of_statement: dict[int, list[int]]) -> Iterator[ast.stmt]:
    for statement in block:
        for mark in of_statement.get(id(statement), ()):
            yield ast.parse(f"_hit({mark})").body[0]
        yield statement


def _must_be_first(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant(value=str())) | ast.ImportFrom(module="__future__"):
            return True
        case _:
            return False


def runs_at_import(text: str, place: Place) -> bool:
    """Whether a place is executed when its module is imported, and not in a function."""
    tree = ast.parse(text)
    node = next(node for number, node in enumerate(_nodes(tree)) if number == place.number)
    functions = (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))
    return not any(node is inner for one in functions for inner in _executed_in_calls(one))


def _executed_in_calls(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[ast.AST]:
    body: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else [*function.body]
    for one in body:
        yield from ast.walk(one)
