"""Removes locals that are never read, and renumbers the others."""

from __future__ import annotations

from collections import Counter

from gamedsl_interpreter.wasm.emit.assembly import shape
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Stmt, Ty


def sweep(fn: Fn) -> None:
    """Removes assignments to locals that are never read, and computations whose results only these locals hold."""
    reads, values = Counter[int](), dict[int, list[Ir]]()
    for stmt in shape.every(fn.body):
        for formula in shape.formulas(stmt):
            _count(formula, reads, 1)
        if stmt.op == "set":
            values.setdefault(stmt.args[0], []).append(stmt.args[1])
    gone: set[int] = set()
    todo = [local for local in values if not reads[local]]
    while todo:
        local = todo.pop()
        if local in gone:
            continue  # An expression that reads a local twice lists it twice.
        gone.add(local)
        for value in values[local]:
            if not shape.has_call(value):
                for other in _count(value, reads, -1):
                    if not reads[other] and other in values and other not in gone:
                        todo.append(other)
    _Sweep(fn, values.keys() - gone).run()


def _count(ir: Ir, reads: Counter[int], more: int) -> list[int]:
    read_locals = [part.args[0] for part in shape.parts(ir) if part.op == "local"]
    for local in read_locals:
        reads[local] += more
    return read_locals


class _Sweep:
    """Rewrites a function with some of its locals, grouped by type."""

    def __init__(self, fn: Fn, kept: set[int]) -> None:
        self._fn = fn
        first = len(fn.params)
        order = sorted((local for local in kept if local >= first), key=lambda local: (fn.locals[local - first], local))
        self._order: list[Ty] = [fn.locals[local - first] for local in order]
        self._place = {local: first + i for i, local in enumerate(order)} | {i: i for i in range(first)}
        self._kept = kept

    def run(self) -> None:
        """Rewrites the function."""
        self._fn.body = self._rewrite_all(self._fn.body)
        self._fn.locals = self._order

    def _rewrite_all(self, stmts: list[Stmt]) -> list[Stmt]:
        out: list[Stmt] = []
        expr = self._expr
        for stmt in stmts:
            match stmt.op, stmt.args:
                case "set", (local, value):
                    if local in self._kept:
                        out.append(Stmt("set", (self._place[local], expr(value))))
                    elif shape.has_call(value):
                        out.append(Stmt("drop", (expr(value),)))
                case "if", (condition, then, otherwise):
                    out.append(Stmt("if", (expr(condition), self._rewrite_all(then), self._rewrite_all(otherwise))))
                case (("block" | "loop"), (label, body)):
                    out.append(Stmt(stmt.op, (label, self._rewrite_all(body))))
                case op, args:
                    out.append(Stmt(op, tuple(expr(arg) if isinstance(arg, Ir) else arg for arg in args)))
        return out

    def _expr(self, ir: Ir) -> Ir:
        if ir.op == "local":
            number = self._place.get(ir.args[0])
            if number is None:
                return Ir("const", ir.ty, (0,))  # A local that is never set is zero.
            return ir if number == ir.args[0] else Ir("local", ir.ty, (number,))
        if ir.op == "const" or ir.op == "vconst":
            return ir
        expr = self._expr
        return Ir(ir.op, ir.ty, tuple([expr(arg) if isinstance(arg, Ir) else arg for arg in ir.args]))
