"""Loops of a module count their passes, so that no call runs for longer than its budget.

Only loops that can become long count: loops around other loops or around iterations over collections, loops without a bound, and loops with a large constant bound.
A loop over the elements of a collection counts all its passes at once, if there are many. When a call has used up its budget, the module stops as if it had no room.
The reference executor, which counts in its own way, then decides whether that is a fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl_interpreter.wasm.emit.assembly import shape
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, Stmt, c, call, load, lt, op2
from gamedsl_interpreter.wasm.emit.signals import NO_ROOM

_USUAL = 64
"""The passes assumed for a loop whose length is not known while emitting."""
_HIDDEN = 512
"""The most passes that may go uncounted for each pass that counts."""


def add_meter(functions: Sequence[Fn], left: int) -> None:
    """Adds the counting to the functions of a Game; `left` is the address of the word that holds the remaining budget."""
    by_name = {fn.name: fn for fn in functions}
    passes: dict[str, int] = {}
    for name in _order_callees_first(by_name):
        passes[name] = _meter_statements(by_name[name], by_name[name].body, passes, left)


def _order_callees_first(by_name: Mapping[str, Fn]) -> list[str]:
    """Orders functions so that each comes after those that it calls. The order of functions that call each other is arbitrary."""
    order: list[str] = []
    seen: set[str] = set()
    for root in by_name:
        todo = [(root, False)]
        while todo:
            name, is_left = todo.pop()
            if is_left:
                order.append(name)
            elif name not in seen:
                seen.add(name)
                todo.append((name, True))
                todo += [(other, False) for other in shape.callees(by_name[name].body) if other in by_name]
    return order


def _meter_statements(fn: Fn, body: list[Stmt], passes: Mapping[str, int], left: int) -> int:
    """Adds the counting to statements. Gives a rough guess of the passes that one run of them leaves uncounted."""
    uncounted = 0
    for at in range(len(body) - 1, -1, -1):
        stmt = body[at]
        match stmt.op:
            case "loop":
                inner = stmt.args[1]
                each = max(1, _meter_statements(fn, inner, passes, left))
                known = fn.passes.get(stmt.args[0])
                length, end = _length(inner) if known is None else (known, None)
                if length * each > _HIDDEN:
                    inner[:0] = _spend_budget(fn, left, c(1))
                    uncounted += each
                else:
                    if end is not None:
                        long = op2("gt_s", end, c(_HIDDEN))
                        body.insert(at, Stmt("if", (long, _spend_budget(fn, left, end), [])))
                    uncounted += length * each
            case "if":
                uncounted += max(_meter_statements(fn, part, passes, left) for part in shape.bodies(stmt))
                uncounted += _estimate_calls(stmt.args[0], passes)
            case "block":
                uncounted += _meter_statements(fn, stmt.args[1], passes, left)
            case _:
                for arg in stmt.args:
                    if arg.__class__ is Ir and arg.op not in shape.LEAVES:
                        uncounted += _estimate_calls(arg, passes)
    return uncounted


def _estimate_calls(formula: Ir, passes: Mapping[str, int]) -> int:
    """Estimates the passes inside the functions that a formula calls. A function of the library is assumed to go once through the pieces of a zone; so is any
    function that is not known yet, because it can reach itself by calls."""
    passed = 0
    for name in shape.calls(formula):
        passed += passes.get(name, 0 if name in _SHORT else _USUAL)
    return passed


_SHORT = frozenset(("fault", "below", "draw_number", "is_scripted", "probing", "draw_option"))
"""Functions of the library that have no loops."""


def _length(body: list[Stmt]) -> tuple[int, Ir | None]:
    """Finds the number of passes of a loop: an upper bound, and the exact number of elements where a local counts up to a given end.

    The bound is a constant end of the count, or the number of bits of a word that the loop empties. A loop over entries in memory is assumed to be as long as a
    collection. All other loops have no known bound.
    """
    match body:
        case [Stmt(op="br_if", args=(_, Ir(op="ge_s", args=(_, Ir(op="const", args=(most,)))))), *_]:
            return max(1, most), None
        case [
            Stmt(op="br_if", args=(_, Ir(op="ge_s", args=(i, end)))),
            *_,
            Stmt(op="set", args=(_, step)),
            Stmt(op="br"),
        ] if step == (i + 1) and not shape.has_call(end):
            return _USUAL, end
        case [Stmt(op="br_if", args=(_, Ir(op="ge_s"))), *_]:
            return _USUAL, None
        case [Stmt(op="br_if", args=(_, Ir(op="eqz", args=(Ir(op="local", ty="i64"),)))), *_]:
            return _USUAL, None
        case _:
            return _HIDDEN + 1, None


def _spend_budget(fn: Fn, left: int, number: Ir) -> list[Stmt]:
    """Takes units off the remaining budget, and stops if it falls below 0."""
    rest = fn.local()
    return [
        Stmt("set", (rest.args[0], load("i32", c(left)) - number)),
        Stmt("store", ("32", c(0), left, rest)),
        Stmt("if", (lt(rest, c(0)), [Stmt("drop", (call("fault", "i32", c(NO_ROOM), c(-1)),))], [])),
    ]
