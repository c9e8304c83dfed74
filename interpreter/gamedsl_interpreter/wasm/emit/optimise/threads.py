"""Jumps straight to where a loop would choose to go: a loop that does what stands for a number, again and again, is not begun anew where the next number is
known and its code stands further on."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.values import evolve, frozen
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, Ir, Stmt


def threaded(fn: Fn) -> None:
    """Looks for such loops among the statements of a function."""
    fn.body = [_threaded(stmt) for stmt in fn.body]


def _threaded(stmt: Stmt) -> Stmt:
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
    """The local with the number, and the label behind which the code for each number stands, if a loop begins with choosing."""
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
    """The local."""
    targets: Mapping[int, int]

    def all(self, stmts: list[Stmt], around: _Around) -> list[Stmt]:
        """The statements with straight jumps."""
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
    """What is around some statements of the loop: the blocks they stand in, the labels to which a jump begins the loop anew, and whether the end of the
    statements does."""

    open: frozenset[int]
    restarts: frozenset[int]
    end: bool

    def restarts_at(self, stmts: list[Stmt], i: int) -> bool:
        """Whether the loop begins anew from statement i on."""
        if i == len(stmts):
            return self.end
        return stmts[i].op == "br" and stmts[i].args[0] in self.restarts

    def inside(self, label: int, end: bool) -> _Around:
        """The same in a block behind whose end the loop begins anew, or not."""
        return _Around(self.open | {label}, self.restarts | {label} if end else self.restarts, end)
