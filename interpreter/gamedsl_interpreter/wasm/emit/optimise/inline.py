"""Inlines calls of small functions, and of functions that are called once."""

from __future__ import annotations

from collections.abc import Mapping

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly import shape
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Stmt

SMALL = 60
"""The most statements and operations of a function that is inlined wherever it is called."""


@frozen
class Callee:
    """A function that may be inlined: its size, and the locals that it may read before it has set them."""

    fn: Fn
    size: int
    unset: frozenset[int]


def callee(fn: Fn, size: int) -> Callee:
    """Prepares a function for inlining."""
    return Callee(fn, size, _read_unset(fn))


def inline_calls(fn: Fn, within: Mapping[str, Callee], most: int) -> None:
    """Inlines functions at their calls in `fn`, until it has `most` statements and operations."""
    fn.body = _Inlining(fn, within, most - shape.size(fn.body)).all(fn.body)


class _Inlining:
    def __init__(self, fn: Fn, within: Mapping[str, Callee], room: int) -> None:
        self._fn = fn
        self._within = within
        self._room = room

    def all(self, stmts: list[Stmt]) -> list[Stmt]:
        """Rewrites the statements with calls inlined."""
        out: list[Stmt] = []
        for stmt in stmts:
            self._stmt(stmt, out)
        return out

    def _stmt(self, stmt: Stmt, out: list[Stmt]) -> None:
        match stmt.op, stmt.args:
            case "if", (condition, then, otherwise):
                out.append(Stmt("if", (self._hoist_calls(condition, out), self.all(then), self.all(otherwise))))
            case (("block" | "loop"), (label, body)):
                out.append(Stmt(stmt.op, (label, self.all(body))))
            case "set", (local, value) if self._fits(value):
                out += self._inline_call(value, local, out)
            case "drop", (value,) if self._fits(value):
                out += self._inline_call(value, None, out)
            case "return", (Ir() as value,) if self._fits(value):
                out += _Copy(self._fn, self._claim_callee(value), self._arguments(value, out)).returning()
            case op, args if len(list(shape.formulas(stmt))) == 1:
                out.append(Stmt(op, tuple(self._hoist_calls(arg, out) if isinstance(arg, Ir) else arg for arg in args)))
            case _:
                out.append(stmt)

    def _fits(self, value: Ir) -> bool:
        return value.op == "call" and value.args[0] in self._within and self._within[value.args[0]].size <= self._room

    def _claim_callee(self, value: Ir) -> Callee:
        taken = self._within[value.args[0]]
        self._room -= taken.size
        return taken

    def _inline_call(self, value: Ir, to: int | None, out: list[Stmt]) -> list[Stmt]:
        arguments = self._arguments(value, out)
        return _Copy(self._fn, self._claim_callee(value), arguments).setting(to)

    def _arguments(self, value: Ir, out: list[Stmt]) -> list[Ir]:
        """Turns the arguments into constants or locals that do not change during the call."""
        arguments: list[Ir] = []
        for arg in value.args[1:]:
            local = self._fn.local(arg.ty)
            out.append(Stmt("set", (local.args[0], self._hoist_calls(arg, out))))
            arguments.append(local)
        return arguments

    def _hoist_calls(self, ir: Ir, out: list[Stmt]) -> Ir:
        """Moves the calls of an expression before the statement, if nothing else in the expression could notice."""
        if not shape.has_call(ir) or not _is_blind(ir) or sum(part.op == "call" for part in shape.parts(ir)) > 1:
            return ir
        return self._hoist_call(ir, out)

    def _hoist_call(self, ir: Ir, out: list[Stmt]) -> Ir:
        if ir.op == "call":
            if not self._fits(ir):
                return ir
            local = self._fn.local(ir.ty)
            out += self._inline_call(ir, local.args[0], out)
            return local
        return Ir(ir.op, ir.ty, tuple(self._hoist_call(arg, out) if isinstance(arg, Ir) else arg for arg in ir.args))


def _is_blind(ir: Ir) -> bool:
    """Whether the parts of an expression outside its call neither read memory nor are computed only under a condition."""
    if ir.op == "call":
        return True
    return ir.op not in ("load", "if") and all(_is_blind(arg) for arg in ir.args if isinstance(arg, Ir))


class _Copy:
    """A copy of the body of a function, with locals and labels of another one."""

    def __init__(self, fn: Fn, taken: Callee, arguments: list[Ir]) -> None:
        self._fn = fn
        callee = self._callee = taken.fn
        self._locals = [fn.local(ty) for ty in (*callee.params, *callee.locals)]
        self._labels: dict[int, int] = {}
        self._end: int | None = None
        self._to: int | None = None
        self._ends = False
        # A copy may be inside a loop: locals that are not set yet must be zero in each pass.
        self._start = [Stmt("set", (mine.args[0], given)) for mine, given in zip(self._locals, arguments, strict=False)]
        for number, mine in enumerate(self._locals[len(arguments) :], len(arguments)):
            if number in taken.unset:
                self._start.append(Stmt("set", (mine.args[0], Ir("const", mine.ty, (0,)))))

    def returning(self) -> list[Stmt]:
        """Gives the copy as the end of the caller: returns stay returns."""
        self._ends = True
        return [*self._start, *self._rewrite_all(self._callee.body)]

    def setting(self, to: int | None) -> list[Stmt]:
        """Gives the copy with the result in a local, or without a result."""
        self._to = to
        body = self._callee.body
        if not any(stmt.op == "return" for stmt in shape.every(body[:-1])) and (body and body[-1].op == "return"):
            return [*self._start, *self._rewrite_all(body[:-1]), *self._result(_get_returned(body[-1]))]
        self._end = self._fn.label()
        return [*self._start, Stmt("block", (self._end, self._rewrite_all(body)))]

    def _result(self, value: Ir | None) -> list[Stmt]:
        if value is None:
            return []
        copy = self._expr(value)
        if self._to is not None:
            return [Stmt("set", (self._to, copy))]
        return [Stmt("drop", (copy,))] if shape.has_call(copy) else []

    def _rewrite_all(self, stmts: list[Stmt]) -> list[Stmt]:
        out: list[Stmt] = []
        for stmt in stmts:
            match stmt.op, stmt.args:
                case "return", (value,) if not self._ends:
                    assert self._end is not None
                    out += self._result(value)
                    out.append(Stmt("br", (self._end,)))
                case "set", (local, value):
                    out.append(Stmt("set", (self._locals[int(local)].args[0], self._expr(value))))
                case "if", (condition, then, otherwise):
                    out.append(
                        Stmt("if", (self._expr(condition), self._rewrite_all(then), self._rewrite_all(otherwise)))
                    )
                case (("block" | "loop"), (label, body)):
                    out.append(Stmt(stmt.op, (self._label(label), self._rewrite_all(body))))
                case "br", (label,):
                    out.append(Stmt("br", (self._label(label),)))
                case "br_if", (label, condition):
                    out.append(Stmt("br_if", (self._label(label), self._expr(condition))))
                case "switch", (value, labels, default):
                    targets = [self._label(label) for label in labels]
                    out.append(Stmt("switch", (self._expr(value), targets, self._label(default))))
                case op, args:
                    out.append(Stmt(op, tuple(self._expr(arg) if isinstance(arg, Ir) else arg for arg in args)))
        return out

    def _label(self, label: int) -> int:
        if label not in self._labels:
            self._labels[label] = self._fn.label()
        return self._labels[label]

    def _expr(self, ir: Ir) -> Ir:
        if ir.op == "local":
            local: int = ir.args[0]
            return self._locals[local]
        if ir.op in ("const", "vconst"):
            return ir
        return Ir(ir.op, ir.ty, tuple(self._expr(arg) if isinstance(arg, Ir) else arg for arg in ir.args))


def _get_returned(stmt: Stmt) -> Ir | None:
    """Gives the value of a return."""
    value: Ir | None = stmt.args[0]
    return value


# ---------------------------------------------------------------- locals that are zero at first


def _read_unset(fn: Fn) -> frozenset[int]:
    """Gives the locals that may be read before they are set."""
    read_early: set[int] = set()
    _set_after(fn.body, set(range(len(fn.params))), read_early)
    return frozenset(read_early)


def _set_after(stmts: list[Stmt], before: set[int], read_early: set[int]) -> set[int]:
    """Gives the locals that are certainly set after some statements. Locals that are read too early are added to `read_early`."""
    now = set(before)
    for stmt in stmts:
        for formula in shape.formulas(stmt):
            read_early.update(
                part.args[0] for part in shape.parts(formula) if part.op == "local" and part.args[0] not in now
            )
        match stmt.op, stmt.args:
            case "set", (local, _):
                now.add(local)
            case "if", (_, then, otherwise):
                one, other = _set_after(then, now, read_early), _set_after(otherwise, now, read_early)
                now = other if shape.is_left(then) else one if shape.is_left(otherwise) else one & other
            case "loop", (_, body):
                now = _set_after(body, now, read_early)
            case "block", (label, body):
                inside = _set_after(body, now, read_early)
                now = inside if label not in shape.jumps_to(body) else now | _find_set_early(body)
            case _:
                pass
    return now


def _find_set_early(stmts: list[Stmt]) -> set[int]:
    """Gives the locals that are set before the first possible jump."""
    assigned: set[int] = set()
    for stmt in stmts:
        if stmt.op == "set":
            assigned.add(stmt.args[0])
        elif stmt.op not in ("store", "drop", "copy", "fill"):
            break
    return assigned
