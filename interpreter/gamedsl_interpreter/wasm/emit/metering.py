"""Loops of a module count their passes, so that no call runs for longer than its budget.

Only loops that can become long count: those around other loops or around what goes through loops. A loop around nothing of the kind
is as long as one collection or as a constant says; it counts where that constant is large. When a call has used up its budget the module stops as where it has no
room: the reference executor, which counts in its own way, says whether that is a fault.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamedsl_interpreter.wasm.emit.context import NO_ROOM
from gamedsl_interpreter.wasm.emit.ir import Fn, Ir, Stmt, add, c, call, known, load, lt
from gamedsl_interpreter.wasm.emit.optimise import shape

_USUAL = 64
"""Passes of a loop whose length is not known while the module is written, as is assumed."""
_HIDDEN = 512
"""So many passes may stay uncounted behind each one that counts."""


def metered(functions: Sequence[Fn], left: int) -> None:
    """Writes the counting into the functions of a Game; `left` is the address of the word that says how much is left."""
    by_name = {fn.name: fn for fn in functions}
    passes: dict[str, int] = {}
    for name in _callees_first(by_name):
        passes[name] = _metered(by_name[name], by_name[name].body, passes, left)


def _callees_first(by_name: Mapping[str, Fn]) -> list[str]:
    """All functions, each after those that it calls; functions that call each other in any order."""
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
                todo += [(other, False) for other in shape.called(by_name[name].body) if other in by_name]
    return order


def _metered(fn: Fn, body: list[Stmt], passes: Mapping[str, int], left: int) -> int:
    """Writes the counting into statements; how many passes, at a rough guess, one run of them leaves uncounted."""
    found = 0
    for stmt in body:
        match stmt.op:
            case "loop":
                inner = stmt.args[1]
                each = max(1, _metered(fn, inner, passes, left))
                whole = _length(inner) * each
                if whole > _HIDDEN:
                    inner[:0] = _counted(fn, left)
                    found += each
                else:
                    found += whole
            case "if":
                found += max(_metered(fn, part, passes, left) for part in shape.bodies(stmt))
                found += _called(stmt.args[0], passes)
            case "block":
                found += _metered(fn, stmt.args[1], passes, left)
            case _:
                found += sum(_called(formula, passes) for formula in shape.formulas(stmt))
    return found


def _called(formula: Ir, passes: Mapping[str, int]) -> int:
    """Passes in the functions that are called. Those of the library go through the pieces of a zone, or through something as long; functions not known
    yet are called by themselves."""
    if formula.op in ("local", "const"):
        return 0
    names = [part.args[0] for part in shape.parts(formula) if part.op == "call"]
    return sum(passes.get(name, 0 if name in _SHORT else _USUAL) for name in names)


_SHORT = frozenset(("fault", "below", "drawn", "is_scripted", "probing", "drawn_option"))
"""Functions of the library without loops."""


def _length(body: list[Stmt]) -> int:
    """How many passes a loop has."""
    match body:
        case [Stmt(op="br_if", args=(_, Ir(op="ge_s", args=(_, end)))), *_]:
            most = known(end)
            return _USUAL if most is None else max(1, most)
        case _:
            return _USUAL


def _counted(fn: Fn, left: int) -> list[Stmt]:
    """One unit less; nothing is left below 0."""
    rest = fn.local()
    return [
        Stmt("set", (rest.args[0], add(load("i32", c(left)), c(-1)))),
        Stmt("store", ("32", c(0), left, rest)),
        Stmt("if", (lt(rest, c(0)), [Stmt("drop", (call("fault", "i32", c(NO_ROOM), c(-1)),))], [])),
    ]
