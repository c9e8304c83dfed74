"""Jumps directly to the next case of a dispatch loop. Such a loop runs the code of a number again and again. If the next number is a constant and its
code comes later in the loop, the loop need not start over."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.values import evolve, frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Stmt


def thread_loops(fn: Fn) -> None:
    """Threads the jumps of all loops among the statements of a function."""
    fn.body = [_thread_loop(stmt) for stmt in fn.body]


def _thread_loop(stmt: Stmt) -> Stmt:
    if stmt.op != "loop":
        return stmt
    label, body = stmt.args
    chooser = _chooser(body)
    return (
        stmt
        if chooser is None
        else Stmt("loop", (label, _Threading(*chooser).all(body, _Around(frozenset(), frozenset([label]), end=False))))
    )


def _chooser(body: list[Stmt]) -> tuple[int, dict[int, int]] | None:
    """Gives the local with the number, and the label after which the code of each number comes, if a loop begins with a dispatch."""
    inner = next((stmt for stmt in body if stmt.op == "block"), None)
    while inner is not None and inner.op == "block" and inner.args[1]:
        inner = inner.args[1][0]
    if inner is None or inner.op != "switch":
        return None
    value, labels, default = inner.args
    if value.op == "add" and value.args[1].op == "const":
        value, first = value.args[0], -value.args[1].args[0]
    else:
        first = 0
    if value.op != "local":
        return None
    return value.args[0], {first + i: label for i, label in enumerate(labels) if label != default}


@frozen
class _Threading:
    number: int
    """The local with the number."""
    targets: Mapping[int, int]

    def all(self, stmts: list[Stmt], around: _Around) -> list[Stmt]:
        """Rewrites the statements with direct jumps."""
        out: list[Stmt] = []
        for i, stmt in enumerate(stmts):
            restarts = around.restarts_at(stmts, i + 1)
            match stmt.op, stmt.args:
                case "set", (self.number, Ir("const", _, (next_number,))) if restarts:
                    target = self.targets.get(next_number)
                    out.append(stmt)
                    if target in around.open:
                        out.append(Stmt("br", (target,)))
                        break
                case "if", (condition, then, otherwise):
                    inside = evolve(around, end=restarts)
                    out.append(Stmt("if", (condition, self.all(then, inside), self.all(otherwise, inside))))
                case "block", (label, body):
                    out.append(Stmt("block", (label, self.all(body, around.inside(label, restarts)))))
                case _:
                    out.append(stmt)
        return out


@frozen
class _Around:
    """The surroundings of some statements of the loop: the blocks around them, the labels to which a jump restarts the loop, and whether the loop
    restarts at the end of the statements."""

    open: frozenset[int]
    restarts: frozenset[int]
    end: bool

    def restarts_at(self, stmts: list[Stmt], i: int) -> bool:
        """Whether the loop restarts at statement i."""
        if i == len(stmts):
            return self.end
        return stmts[i].op == "br" and stmts[i].args[0] in self.restarts

    def inside(self, label: int, end: bool) -> _Around:
        """Gives the surroundings inside a block. `end` tells whether the loop restarts after the block."""
        return _Around(self.open | {label}, self.restarts | {label} if end else self.restarts, end)
