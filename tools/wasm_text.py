"""Functions of the IR of modules as text for people: one statement on each line, blocks indented."""

from __future__ import annotations

from collections.abc import Iterator

from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Stmt

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "shl": "<<", "shr_u": ">>", "shr_s": ">>s", "eq": "==", "ne": "!=",
    "lt_s": "<", "le_s": "<=", "gt_s": ">", "ge_s": ">=", "lt_u": "<u", "le_u": "<=u", "gt_u": ">u", "ge_u": ">=u", "div_u": "/", "rem_u": "%",
}  # fmt: skip


def listing(fn: Fn) -> str:
    """Writes a function as text."""
    params = ", ".join(f"v{i}:{ty}" for i, ty in enumerate(fn.params))
    return "\n".join([f"def {fn.name}({params}) -> {fn.result}:", *_lines(fn.body, 1)])


def formula(ir: Ir) -> str:
    """Writes an expression as text."""
    args = ir.args
    match ir.op:
        case "const":
            return str(args[0])
        case "vconst":
            return f"[{args[0].hex(' ')}]"
        case "local":
            return f"v{args[0]}"
        case "load":
            kind, address, offset = args
            return f"{kind}[{formula(address)}{f' + {offset}' if offset else ''}]"
        case "call":
            return f"{args[0]}({', '.join(formula(arg) for arg in args[1:])})"
        case "if":
            return f"({formula(args[1])} if {formula(args[0])} else {formula(args[2])})"
        case "select":
            return f"select({formula(args[2])}, {formula(args[0])}, {formula(args[1])})"
        case op if op in _SIGNS:
            return f"({formula(args[0])} {_SIGNS[op]} {formula(args[1])})"
        case op:
            return f"{op}({', '.join(formula(arg) if isinstance(arg, Ir) else str(arg) for arg in args)})"


def _lines(stmts: list[Stmt], depth: int) -> Iterator[str]:
    for stmt in stmts:
        yield from _stmt(stmt, depth)


def _stmt(stmt: Stmt, depth: int) -> Iterator[str]:
    pad, args = "    " * depth, stmt.args
    match stmt.op:
        case "set":
            yield f"{pad}v{args[0]} = {formula(args[1])}"
        case "store":
            kind, address, offset, value = args
            yield f"{pad}m{kind}[{formula(address)}{f' + {offset}' if offset else ''}] = {formula(value)}"
        case "if":
            yield f"{pad}if {formula(args[0])}:"
            yield from _lines(args[1], depth + 1)
            if args[2]:
                yield f"{pad}else:"
                yield from _lines(args[2], depth + 1)
        case "block" | "loop":
            yield f"{pad}{stmt.op} L{args[0]}:"
            yield from _lines(args[1], depth + 1)
        case "br":
            yield f"{pad}br L{args[0]}"
        case "br_if":
            yield f"{pad}br L{args[0]} if {formula(args[1])}"
        case "switch":
            yield f"{pad}switch {formula(args[0])}: {', '.join(f'L{label}' for label in args[1])}, else L{args[2]}"
        case _:
            words = ", ".join(formula(arg) for arg in args if isinstance(arg, Ir))
            yield f"{pad}{stmt.op} {words}".rstrip()
