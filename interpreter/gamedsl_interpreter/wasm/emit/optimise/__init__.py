"""Makes functions of the IR faster without changing their results.

Callees are optimised before callers, so the code that is inlined at a call is already small. Functions that cannot be reached from the exports are
removed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from struct import unpack_from

from gamedsl_interpreter.wasm.emit.assembly import shape
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Ir, c, c64
from gamedsl_interpreter.wasm.emit.optimise.dead import sweep
from gamedsl_interpreter.wasm.emit.optimise.fold import Read, fold
from gamedsl_interpreter.wasm.emit.optimise.inline import SMALL, Callee, callee, inline_calls
from gamedsl_interpreter.wasm.emit.optimise.ranges import Range
from gamedsl_interpreter.wasm.emit.optimise.threads import thread_loops

MOST = 6000
"""The most statements and operations of a function into which others are inlined."""
MOST_ONCE = 900
"""The most statements and operations of a function that is called once and is inlined."""
_COLD = frozenset(("fault",))
_LOADS = {"u8": "<B", "s8": "<b", "u16": "<H", "s16": "<h", "i32": "<i", "u32": "<i", "i64": "<q"}
_WIDTH = {"u8": 1, "s8": 1, "u16": 2, "s16": 2, "i32": 4, "u32": 4, "i64": 8}


def optimise_functions(
    functions: Sequence[Fn], exports: Sequence[str], data: Sequence[tuple[int, bytes]], cells: Mapping[int, Range]
) -> list[Fn]:
    """Optimises the functions that are needed. `data` are constant tables; `cells` are the bounds of words at constant addresses."""
    by_name = {fn.name: fn for fn in functions}
    calls = {name: list(shape.callees(fn.body)) for name, fn in by_name.items()}
    order, callers = _order(exports, calls)
    read = _reader(data)
    within: dict[str, Callee] = {}
    left: dict[str, list[str]] = {}
    for name in order:
        fn = by_name[name]
        if any(other in within for other in calls[name]):
            inline_calls(fn, within, MOST)
        fold(fn, read, cells)
        thread_loops(fn)
        sweep(fn)
        size, left[name] = shape.size(fn.body), shape.callees(fn.body)
        once = callers.get(name) == 1 and name not in exports and size <= MOST_ONCE
        if name not in _COLD and name not in left[name] and (size <= SMALL or once):
            within[name] = callee(fn, size)
    kept = set(_order(exports, left)[0])
    return [fn for fn in functions if fn.name in kept]


def keep_functions(
    functions: Sequence[Fn], exports: Sequence[str], data: Sequence[tuple[int, bytes]], cells: Mapping[int, Range]
) -> list[Fn]:
    """Gives the functions unchanged."""
    return list(functions)


def _order(exports: Sequence[str], calls: Mapping[str, list[str]]) -> tuple[list[str], dict[str, int]]:
    """Orders the functions that are reached, callees first. Also gives how often each one is called."""
    order: list[str] = []
    callers: dict[str, int] = {}
    seen: set[str] = set()
    todo: list[tuple[str, Iterator[str]]] = []
    for export in exports:
        if export in seen:
            continue
        seen.add(export)
        todo.append((export, iter(calls[export])))
        while todo:
            name, rest = todo[-1]
            for other in rest:
                callers[other] = callers.get(other, 0) + 1
                if other not in seen:
                    seen.add(other)
                    todo.append((other, iter(calls[other])))
                    break
            else:
                order.append(name)
                todo.pop()
    return order, callers


def _reader(data: Sequence[tuple[int, bytes]]) -> Read:
    spans = sorted(data)
    starts = [at for at, _ in spans]

    def read(kind: str, at: int) -> Ir | None:
        i = bisect_right(starts, at) - 1
        if i < 0 or kind not in _LOADS:
            return None
        start, table = spans[i]
        if at + _WIDTH[kind] > start + len(table):
            return None
        (value,) = unpack_from(_LOADS[kind], table, at - start)
        return c64(value) if kind == "i64" else c(value)

    return read
