"""Questions about functions of the IR: their size, the locals they assign, the functions they call, the labels they jump to."""

from __future__ import annotations

from typing import Any

from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Stmt

JUMPS = frozenset(("br", "return", "trap", "switch"))
"""The statements after which the rest of a list is not reached."""
_NESTED = frozenset(("if", "block", "loop"))
LEAVES = frozenset(("local", "const"))


def size(stmts: list[Stmt]) -> int:
    """Counts statements and operations."""
    total = 0
    todo: list[Any] = [stmts]
    while todo:
        for thing in todo.pop():
            of = thing.__class__
            if of is Ir or of is Stmt:
                total += 1
                todo.append(thing.args)
            elif of is list:
                todo.append(thing)
    return total


def bodies(stmt: Stmt) -> tuple[list[Stmt], ...]:
    """Gives the lists of statements inside a statement."""
    match stmt.op:
        case "if":
            return stmt.args[1], stmt.args[2]
        case "block" | "loop":
            return (stmt.args[1],)
        case _:
            return ()


def every(stmts: list[Stmt]) -> list[Stmt]:
    """Gives all statements, nested ones included, in no particular order."""
    all_stmts: list[Stmt] = []
    todo = [stmts]
    while todo:
        body = todo.pop()
        all_stmts += body
        for stmt in body:
            if stmt.op in _NESTED:
                todo += bodies(stmt)
    return all_stmts


def formulas(stmt: Stmt) -> list[Ir]:
    """Gives the expressions directly in a statement."""
    return [arg for arg in stmt.args if arg.__class__ is Ir]


def parts(ir: Ir) -> list[Ir]:
    """Gives an expression and all expressions inside it."""
    all_parts: list[Ir] = []
    todo = [ir]
    while todo:
        one = todo.pop()
        all_parts.append(one)
        if one.op not in LEAVES:
            for arg in one.args:
                if arg.__class__ is Ir:
                    todo.append(arg)
    return all_parts


def locals_set(stmts: list[Stmt]) -> frozenset[int]:
    """Gives the locals that are set."""
    return frozenset(stmt.args[0] for stmt in every(stmts) if stmt.op == "set")


def jumps_to(stmts: list[Stmt]) -> frozenset[int]:
    """Gives the labels that are jumped to."""
    labels: set[int] = set()
    for stmt in every(stmts):
        if stmt.op in ("br", "br_if"):
            labels.add(stmt.args[0])
        elif stmt.op == "switch":
            labels.update(stmt.args[1])
            labels.add(stmt.args[2])
    return frozenset(labels)


def callees(stmts: list[Stmt]) -> list[str]:
    """Gives the names of the functions that are called, once for each call."""
    names: list[str] = []
    for stmt in every(stmts):
        for arg in stmt.args:
            if arg.__class__ is Ir and arg.op not in LEAVES:
                names += calls(arg)
    return names


def calls(ir: Ir) -> list[str]:
    """Gives the names of the functions that an expression calls, once for each call."""
    names: list[str] = []
    todo = [ir]
    while todo:
        op, _, args = todo.pop()
        if op == "call":
            names.append(args[0])
        for arg in args:
            if arg.__class__ is Ir and arg.op not in LEAVES:
                todo.append(arg)
    return names


def has_call(ir: Ir) -> bool:
    """Whether an expression contains a call."""
    return ir.op == "call" or any(isinstance(arg, Ir) and has_call(arg) for arg in ir.args)


def is_left(stmts: list[Stmt]) -> bool:
    """Whether the end of a list of statements is never reached."""
    return bool(stmts) and stmts[-1].op in JUMPS
