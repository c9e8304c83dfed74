"""Encodes functions of the IR as a WebAssembly binary. It supports only the part of the format that the IR uses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import COMPARES, Ir, Stmt
from gamedsl_interpreter.wasm.emit.unsupported import SPLIT, TooLong

_TYPES = {"i32": 0x7F, "i64": 0x7E, "v128": 0x7B}
_I32 = {
    "eqz": 0x45, "eq": 0x46, "ne": 0x47, "lt_s": 0x48, "lt_u": 0x49, "gt_s": 0x4A, "gt_u": 0x4B, "le_s": 0x4C, "le_u": 0x4D, "ge_s": 0x4E,
    "ge_u": 0x4F, "clz": 0x67, "ctz": 0x68, "popcnt": 0x69, "add": 0x6A, "sub": 0x6B, "mul": 0x6C, "div_s": 0x6D, "div_u": 0x6E,
    "rem_s": 0x6F, "rem_u": 0x70, "and": 0x71, "or": 0x72, "xor": 0x73, "shl": 0x74, "shr_s": 0x75, "shr_u": 0x76, "rotl": 0x77, "rotr": 0x78,
}  # fmt: skip
_I64 = {
    "eqz": 0x50, "eq": 0x51, "ne": 0x52, "lt_s": 0x53, "lt_u": 0x54, "gt_s": 0x55, "gt_u": 0x56, "le_s": 0x57, "le_u": 0x58, "ge_s": 0x59,
    "ge_u": 0x5A, "clz": 0x79, "ctz": 0x7A, "popcnt": 0x7B, "add": 0x7C, "sub": 0x7D, "mul": 0x7E, "div_s": 0x7F, "div_u": 0x80,
    "rem_s": 0x81, "rem_u": 0x82, "and": 0x83, "or": 0x84, "xor": 0x85, "shl": 0x86, "shr_s": 0x87, "shr_u": 0x88, "rotl": 0x89, "rotr": 0x8A,
}  # fmt: skip
_V128 = {
    "swizzle": 14, "splat": 15, "splat64": 18, "v_eq": 35, "v_lt_u": 38, "v_gt_u": 40, "v_le_u": 42, "v_ge_u": 44, "v_not": 77, "v_and": 78, "v_andnot": 79,
    "v_or": 80, "v_neg": 97, "bitmask": 100, "v_add": 110, "v_sub": 113, "v_any": 83, "v_min_u": 118,
    "splat32": 17, "v_eq32": 55, "v_add32": 174, "v_sub32": 177, "v_mul32": 181,
}  # fmt: skip
_LOADS = {
    "u8": (0x2D, 0),
    "s8": (0x2C, 0),
    "u16": (0x2F, 1),
    "s16": (0x2E, 1),
    "i32": (0x28, 2),
    "u32": (0x28, 2),
    "i64": (0x29, 3),
}
_STORES = {"8": (0x3A, 0), "16": (0x3B, 1), "32": (0x36, 2), "i64": (0x37, 3)}

MOST_PAGES = 32767
"""The most pages to which a host may let the memory grow, so that every address is a positive number of 32 bits."""


MOST_BYTES = 30_000
MOST_BRANCHES = 2_000
"""The most branches of a function: compiling takes longer than in proportion to the size of a function."""
_SHORT = [bytes([value]) for value in range(0x80)]
"""The numbers that one byte encodes."""


@frozen
class Module:
    """The parts of a binary. `exports` are names of functions; `data` lies at `data_at`; `custom` are (name, bytes) sections."""

    functions: Sequence[Fn]
    exports: Sequence[str]
    pages: int
    data: Sequence[tuple[int, bytes]]
    custom: Sequence[tuple[str, bytes]]


def encode(module: Module) -> bytes:
    """Encodes the module as bytes."""
    index = {fn.name: i for i, fn in enumerate(module.functions)}
    kinds: dict[tuple[tuple[str, ...], str | None], int] = {}
    types = [kinds.setdefault((fn.params, fn.result), len(kinds)) for fn in module.functions]
    exports = [_name("memory") + b"\x02\x00", *(_name(name) + b"\x00" + uleb(index[name]) for name in module.exports)]
    sections = [
        _section(1, _vec([_signature(params, result) for params, result in kinds])),
        _section(3, _vec([uleb(kind) for kind in types])),
        _section(5, b"\x01\x01" + uleb(module.pages) + uleb(max(module.pages, MOST_PAGES))),
        _section(7, _vec(exports)),
        _section(10, _vec([_prefix_size(_Body(fn, index).code()) for fn in module.functions])),
        _section(11, _vec([b"\x00\x41" + sleb(at) + b"\x0b" + _prefix_size(data) for at, data in module.data])),
        *(_section(0, _name(name) + data) for name, data in module.custom),
    ]
    return b"\0asm\x01\0\0\0" + b"".join(sections)


def uleb(value: int) -> bytes:
    """Encodes a number as unsigned LEB128."""
    if 0 <= value < len(_SHORT):
        return _SHORT[value]
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def sleb(value: int) -> bytes:
    """Encodes a number as signed LEB128."""
    out = bytearray()
    while not -0x40 <= value < 0x40:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


def _vec(items: Sequence[bytes]) -> bytes:
    return uleb(len(items)) + b"".join(items)


def _prefix_size(data: bytes) -> bytes:
    return uleb(len(data)) + data


def _section(number: int, data: bytes) -> bytes:
    return bytes([number]) + _prefix_size(data)


def _name(text: str) -> bytes:
    return _prefix_size(text.encode())


def _signature(params: tuple[str, ...], result: str | None) -> bytes:
    results = [] if result is None else [bytes([_TYPES[result]])]
    return b"\x60" + _vec([bytes([_TYPES[p]]) for p in params]) + _vec(results)


class _Body:
    """The writer of one function's code."""

    def __init__(self, fn: Fn, index: dict[str, int]) -> None:
        self._fn = fn
        self._index = index
        self._out = bytearray()
        self._open: list[int] = []
        self._branches = 0

    def code(self) -> bytes:
        """Encodes the locals and the instructions."""
        self._block(self._fn.body)
        self._check()
        if self._fn.result is not None:
            self._out.append(0x00)
        groups: list[tuple[str, int]] = []
        for ty in self._fn.locals:
            if groups and groups[-1][0] == ty:
                groups[-1] = (ty, groups[-1][1] + 1)
            else:
                groups.append((ty, 1))
        return _vec([uleb(n) + bytes([_TYPES[ty]]) for ty, n in groups]) + bytes(self._out) + b"\x0b"

    def _block(self, stmts: list[Stmt]) -> None:
        for stmt in stmts:
            self._stmt(stmt)
            self._check()

    def _check(self) -> None:
        if len(self._out) > MOST_BYTES or self._branches > MOST_BRANCHES:
            raise TooLong("more text than one function of a module may have", function=self._fn.name, advice=SPLIT)

    def _write_block(self, label: int, opening: bytes, stmts: list[Stmt]) -> None:
        self._out += opening
        self._open.append(label)
        self._block(stmts)
        self._open.pop()
        self._out.append(0x0B)

    def _depth(self, label: int) -> bytes:
        return uleb(self._open[::-1].index(label))

    def _stmt(self, stmt: Stmt) -> None:
        out, args = self._out, stmt.args
        match stmt.op:
            case "set":
                self._expr(args[1])
                out.append(0x21)
                out += uleb(args[0])
            case "store":
                self._store(*args)
            case "if":
                self._write_if(*args)
            case "block":
                self._write_block(args[0], b"\x02\x40", args[1])
            case "loop":
                self._write_block(args[0], b"\x03\x40", args[1])
            case "br":
                out += b"\x0c" + self._depth(args[0])
            case "br_if":
                self._branches += 1
                self._expr(args[1])
                out += b"\x0d" + self._depth(args[0])
            case "return":
                if args[0] is not None:
                    self._expr(args[0])
                out.append(0x0F)
            case "drop":
                self._expr(args[0])
                out.append(0x1A)
            case "trap":
                out.append(0x00)
            case "switch":
                self._switch(*args)
            case "copy":
                for arg in args:
                    self._expr(arg)
                out += b"\xfc\x0a\x00\x00"
            case "fill":
                self._expr(args[0])
                out += b"\x41\x00"
                self._expr(args[1])
                out += b"\xfc\x0b\x00"
            case _:
                raise AssertionError(stmt.op)

    def _store(self, kind: str, address: Ir, offset: int, value: Ir) -> None:
        self._expr(address)
        self._expr(value)
        if kind == "v128":
            self._out += b"\xfd\x0b\x00" + uleb(offset)
            return
        code, align = _STORES[kind]
        self._out += bytes([code, align if kind == "8" else 0]) + uleb(offset)

    def _write_if(self, condition: Ir, then: list[Stmt], otherwise: list[Stmt]) -> None:
        self._branches += 1
        self._expr(condition)
        self._out += b"\x04\x40"
        self._open.append(-1)
        self._block(then)
        if otherwise:
            self._out.append(0x05)
            self._block(otherwise)
        self._open.pop()
        self._out.append(0x0B)

    def _switch(self, value: Ir, labels: list[int], default: int) -> None:
        self._branches += len(set(labels))  # A table of many numbers that lead to few places is no work for a compiler.
        self._expr(value)
        self._out += b"\x0e" + _vec([self._depth(label) for label in labels]) + self._depth(default)

    def _expr(self, ir: Ir) -> None:
        out, args = self._out, ir.args
        match ir.op:
            case "local":
                out.append(0x20)
                out += uleb(args[0])
            case "const":
                out.append(0x41 if ir.ty == "i32" else 0x42)
                out += sleb(args[0])
            case _ if ir.op in _CALCULATED:
                if len(out) > MOST_BYTES:  # Common parts of expressions are written again each time.
                    self._check()
                for arg in args:
                    self._expr(arg)
                out += _operation(ir.op, args[0].ty if ir.op in _ASKED else ir.ty)
            case "load":
                kind, address, offset = args
                self._expr(address)
                if kind == "v128":
                    out += b"\xfd\x00\x00" + uleb(offset)
                else:
                    out += bytes([_LOADS[kind][0], 0]) + uleb(offset)
            case "call":
                for arg in args[1:]:
                    self._expr(arg)
                out.append(0x10)
                out += uleb(self._index[args[0]])
            case "if":
                condition, yes, no = args
                self._branches += 1
                self._expr(condition)
                out += bytes([0x04, _TYPES[ir.ty]])
                self._expr(yes)
                out.append(0x05)
                self._expr(no)
                out.append(0x0B)
            case "select":
                for arg in args:
                    self._expr(arg)
                out += b"\x1b" if ir.ty != "v128" else b"\x1c\x01\x7b"
            case "lane64":
                self._expr(args[0])
                out += bytes([0xFD, 29, args[1]])
            case "with_lane64":
                self._expr(args[0])
                self._expr(args[1])
                out += bytes([0xFD, 30, args[2]])
            case "vconst":
                out += b"\xfd\x0c" + args[0]
            case _:
                raise AssertionError(ir.op)


_ASKED = COMPARES | {"eqz"}
"""The operations with the type of what they ask about: they all give an i32."""

_CALCULATED = frozenset((*_I32, *_V128, "wrap", "extend_s", "extend_u"))


@cache
def _operation(op: str, ty: str) -> bytes:
    """Returns the code of an operation on this type."""
    if op in _V128:
        return b"\xfd" + uleb(_V128[op])
    match op:
        case "wrap":
            return b"\xa7"
        case "extend_s":
            return b"\xac"
        case "extend_u":
            return b"\xad"
        case _:
            return bytes([(_I32 if ty == "i32" else _I64)[op]])
