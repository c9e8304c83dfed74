"""Turns functions of the run-time library into IR. The library is written in a small part of Python's syntax, which `runtime.language` describes, in files of their
own."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pkgutil import get_data

from gamedsl.values import frozen
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import (
    Ir,
    Ty,
    c,
    c64,
    call,
    const_value,
    eqz,
    load,
    op1,
    op2,
    select,
    wide,
    wrap,
)

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div_u", ast.Mod: "rem_u", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr_u",
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt_s",
    ast.LtE: "le_s",
    ast.Gt: "gt_s",
    ast.GtE: "ge_s",
}
_STORE = {"u8": "8", "u16": "16", "i32": "32", "i64": "i64"}


RUNTIME = "gamedsl_interpreter.wasm.runtime"

Mark = Callable[[str, int], int]
"""Gives the address of the byte in which a module notes that it has run a line of a file."""


class Library:
    """The functions of files of the run-time library. Each is read on demand, so a module pays only for the functions that it has.

    If a file imports a function under another name (`from … import move as move_untold`), the function has that name everywhere. The file's own function takes over
    the original name.
    """

    def __init__(self, files: Sequence[str], mark: Mark | None = None) -> None:
        """Opens the files. With `mark`, each statement notes that it has run."""
        self._mark = mark
        self._texts: dict[str, _Text] = {}
        for name in files:
            file = _read_file(name)
            for old, new in file.renamed.items():
                self._texts[new] = self._texts.pop(old)
            self._texts |= file.functions

    @property
    def names(self) -> tuple[str, ...]:
        """Gives the names of all functions."""
        return tuple(self._texts)

    def __contains__(self, name: object) -> bool:
        return name in self._texts

    def function(self, name: str, constants: Mapping[str, int]) -> Fn:
        """Turns a function into IR."""
        text = self._texts[name]
        used = tuple((word, constants[word]) for word in _find_names(text.text) if word in constants)
        if self._mark is not None:
            return _Function(name, text, used, self._mark).fn
        return _write(name, text, used).duplicate()

    def callees(self, name: str) -> frozenset[str]:
        """Gives the names of the functions that a function calls. Words of the language that look like calls are among them."""
        return _find_calls(self._texts[name].text)


@frozen
class _Text:
    """A function, the constants of its file, and the number of lines before it."""

    text: str
    constants: tuple[tuple[str, int], ...]
    file: str
    before: int


@frozen
class _File:
    """The functions of a file, and the functions that it takes from other files under another name."""

    functions: Mapping[str, _Text]
    renamed: Mapping[str, str]


_DEFINITION = re.compile(r"^(?=def )", re.MULTILINE)


@lru_cache
def _read_file(name: str) -> _File:
    """Reads a file, which may be inside an archive."""
    data = get_data(RUNTIME, f"{name}.py")
    if data is None:
        raise FileNotFoundError(f"{RUNTIME} has no {name}.py")
    head, *parts = _DEFINITION.split(data.decode())
    constants: dict[str, int] = {}
    renamed: dict[str, str] = {}
    for stmt in ast.parse(head).body:
        match stmt:
            case ast.Assign([ast.Name(constant)], ast.Constant(int(value))):
                constants[constant] = value
            case ast.ImportFrom(names=names):
                renamed |= {alias.name: alias.asname for alias in names if alias.asname is not None}
            case _:
                pass
    functions: dict[str, _Text] = {}
    line = head.count("\n")
    for part in parts:
        functions[part[4 : part.index("(")]] = _Text(part, tuple(constants.items()), name, line)
        line += part.count("\n")
    return _File(functions, renamed)


@lru_cache(maxsize=512)
def _read(text: str) -> ast.FunctionDef:
    """Parses a function, once for all modules."""
    (function,) = ast.parse(text).body
    if not isinstance(function, ast.FunctionDef):
        raise TypeError(f"{text[:40]} is no function")
    return function


@lru_cache(maxsize=512)
def _find_calls(text: str) -> frozenset[str]:
    calls = (node.func for node in ast.walk(_read(text)) if isinstance(node, ast.Call))
    return frozenset(name.id for name in calls if isinstance(name, ast.Name))


@lru_cache(maxsize=512)
def _find_names(text: str) -> tuple[str, ...]:
    return tuple(sorted({node.id for node in ast.walk(_read(text)) if isinstance(node, ast.Name)}))


@lru_cache(maxsize=1024)
def _write(name: str, text: _Text, constants: tuple[tuple[str, int], ...]) -> Fn:
    """Turns a function into IR, once for all modules in which its constants are the same."""
    return _Function(name, text, constants, None).fn


def is_text(stmt: ast.stmt) -> bool:
    """Whether a statement is a docstring."""
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)


def _is_called(annotation: ast.expr | None, name: str) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id == name


class _Function:
    def __init__(self, name: str, text: _Text, constants: tuple[tuple[str, int], ...], mark: Mark | None) -> None:
        node = _read(text.text)
        args = node.args.args
        params: tuple[Ty, ...] = tuple("i64" if _is_called(arg.annotation, "Wide") else "i32" for arg in args)
        self.fn = Fn(name, params, "i32")
        self._names = {arg.arg: self.fn.param(i) for i, arg in enumerate(args)}
        self.fn.addresses.update(i for i, arg in enumerate(args) if _is_called(arg.annotation, "State"))
        self._constants = dict((*constants, *text.constants))
        self._text, self._mark = text, mark
        self._loops: list[tuple[int, int]] = []
        self._compile_all(node.body)
        self.fn.ret(c(0))

    def _compile_all(self, body: list[ast.stmt]) -> None:
        for stmt in body:
            self._stmt(stmt)

    def _stmt(self, stmt: ast.stmt) -> None:
        fn = self.fn
        if self._mark is not None and not is_text(stmt):
            fn.store("8", c(self._mark(self._text.file, self._text.before + stmt.lineno)), c(1))
        match stmt:
            case ast.Assign([ast.Name(name)], value):
                self._assign(name, self._expr(value))
            case ast.AugAssign(ast.Name(name), op, value):
                self._assign(name, op2(_BINARY[type(op)], self._names[name], self._expr(value)))
            case ast.Assign([ast.Subscript(ast.Name(kind), index)], value):
                fn.store(_STORE[kind], self._expr(index), self._expr(value))
            case ast.AugAssign(ast.Subscript(ast.Name(kind), index), op, value):
                at = fn.let(self._expr(index))
                fn.store(_STORE[kind], at, op2(_BINARY[type(op)], load(kind, at), self._expr(value)))
            case ast.If(test, body, orelse):
                self._compile_if(self._expr(test), body, orelse)
            case ast.While(test, body):
                self._while(test, body)
            case ast.For(ast.Name(name), ast.Call(ast.Name("unrolled"), [number]), body):
                self._unroll_for(name, self._expr(number), body)
            case ast.For(ast.Name(name), ast.Call(_, args), body):
                self._compile_for(name, args, body)
            case ast.Return(value):
                fn.ret(c(0) if value is None else self._expr(value))
            case ast.Break():
                fn.br(self._loops[-1][0])
            case ast.Continue():
                fn.br(self._loops[-1][1])
            case ast.Expr(ast.Call(ast.Name("copy"), args)):
                fn.copy(*(self._expr(arg) for arg in args))
            case ast.Expr(ast.Call(ast.Name("fill"), args)):
                fn.fill(*(self._expr(arg) for arg in args))
            case ast.Expr(ast.Call(ast.Name("trap"))):
                fn.trap()
            case ast.Expr(ast.Constant()):
                pass
            case ast.Expr(value):
                fn.drop(self._expr(value))
            case _:
                raise AssertionError(ast.dump(stmt))

    def _assign(self, name: str, value: Ir) -> None:
        if name not in self._names:
            self._names[name] = self.fn.local(value.ty)
        self.fn.set(self._names[name], value)

    def _compile_if(self, condition: Ir, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        known = const_value(condition)
        if known is not None:
            self._compile_all(body if known else orelse)
            return
        with self.fn.when(condition):
            self._compile_all(body)
        if orelse:
            with self.fn.orelse():
                self._compile_all(orelse)

    def _unroll_for(self, name: str, number: Ir, body: list[ast.stmt]) -> None:
        known = const_value(number)
        if known is None:
            raise TypeError(f"{self.fn.name} unrolls a loop whose length is no constant")
        if any(isinstance(node, ast.Break | ast.Continue) for stmt in body for node in ast.walk(stmt)):
            raise TypeError(f"{self.fn.name} leaves a loop that is unrolled")
        for i in range(known):
            self._names[name] = c(i)
            self._compile_all(body)

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> None:
        fn = self.fn
        with fn.block() as out, fn.loop() as again:
            fn.br_if(out, eqz(self._expr(test)))
            self._loops.append((out, again))
            self._compile_all(body)
            self._loops.pop()
            fn.br(again)

    def _compile_for(self, name: str, args: list[ast.expr], body: list[ast.stmt]) -> None:
        fn = self.fn
        bounds = [self._expr(arg) for arg in args]
        start, end = (c(0), bounds[0]) if len(bounds) == 1 else bounds
        end = fn.let(end)
        self._assign(name, start)
        i = self._names[name]
        with fn.until(op2("ge_s", i, end)) as out:
            with fn.block() as onward:
                self._loops.append((out, onward))
                self._compile_all(body)
                self._loops.pop()
            fn.set(i, i + 1)

    def _expr(self, node: ast.expr) -> Ir:
        match node:
            case ast.Constant(int(value)):
                return c(value)
            case ast.Name(name):
                return self._names[name] if name in self._names else _constant(self._constants[name])
            case ast.BinOp(left, op, right):
                a, b = self._widen_to_same_type(self._expr(left), self._expr(right))
                return op2(_BINARY[type(op)], a, b)
            case ast.UnaryOp(ast.Not(), operand):
                return eqz(self._expr(operand))
            case ast.UnaryOp(ast.USub(), operand):
                return c(0) - self._expr(operand)
            case ast.Compare(left, [op], [right]):
                a, b = self._widen_to_same_type(self._expr(left), self._expr(right))
                return op2(_COMPARE[type(op)], a, b)
            case ast.BoolOp(op, values):
                result = self._expr(values[-1])
                for earlier in reversed(values[:-1]):
                    first = self._expr(earlier)
                    result = Ir(
                        "if", "i32", (first, result, c(0)) if isinstance(op, ast.And) else (first, c(1), result)
                    )
                return result
            case ast.Subscript(ast.Name(kind), index):
                return load(kind, self._expr(index))
            case ast.IfExp(test, yes, no):
                a, b = self._expr(yes), self._expr(no)
                if a.op == "call" or b.op == "call":
                    return Ir("if", "i32", (self._expr(test), a, b))
                return select(self._expr(test), a, b)
            case ast.Call(ast.Name(name), args):
                return self._call(name, [self._expr(arg) for arg in args])
            case _:
                raise AssertionError(ast.dump(node))

    def _widen_to_same_type(self, a: Ir, b: Ir) -> tuple[Ir, Ir]:
        if a.ty == b.ty:
            return a, b
        return (
            (a, c64(b.args[0]) if b.op == "const" else wide(b))
            if a.ty == "i64"
            else (c64(a.args[0]) if a.op == "const" else wide(a), b)
        )

    def _call(self, name: str, args: list[Ir]) -> Ir:
        match name:
            case "wide":
                return wide(args[0])
            case "signed":
                return op1("extend_s", args[0], "i64")
            case "wrap":
                return wrap(args[0])
            case "bit":
                return (args[0] >> args[1]) & 1
            case "popcnt" | "ctz" | "clz":
                return op1(name, args[0])
            case "rotr" | "rotl" | "lt_u" | "ge_u" | "shr_s" | "div_s" | "rem_s":
                a, b = self._widen_to_same_type(*args)
                return op2(name, a, b)
            case _:
                return call(name, "i32", *args)


def _constant(value: int) -> Ir:
    return c(value) if -(1 << 31) <= value < 1 << 31 else c64(value)
