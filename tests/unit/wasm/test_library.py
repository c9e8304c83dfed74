"""Functions of the run-time library, run alone."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import cast
from zipfile import ZipFile

import pytest

import gamedsl_interpreter
from gamedsl.graph.model.game import Game
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encode
from gamedsl_interpreter.wasm.emit.assembly.function import Fn
from gamedsl_interpreter.wasm.emit.assembly.ir import Stmt, c, call, load
from gamedsl_interpreter.wasm.emit.assembly.source import Library
from gamedsl_interpreter.wasm.emit.build import build_module
from gamedsl_interpreter.wasm.emit.context import context
from gamedsl_interpreter.wasm.instances.interface import Purpose
from gamedsl_interpreter.wasm.instances.module import Program

WASM = Path(gamedsl_interpreter.__file__).parent / "wasm"
RUNTIME = WASM / "runtime"
NO_LIBRARY = ("__init__", "language", "constants", "written")
"""Files beside the library's own, for readers and tools."""

COUNTING = """game counting:
    players 1

each player:
    said: 0..9 = 0

rounds at most 1:
    speak

phase speak, each player:
    choose number: one of 1..9
    said = number

score said: said

ranking by highest total
"""


def _game(text: str = COUNTING) -> Game:
    parsed = parse_files(Source("counting.gdl", text), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


def test_the_nth_bit_of_a_word() -> None:
    ctx = context(_game())
    at = ctx.memory.space(16)
    asked = Fn("asked", ("i32",), "i32")
    asked.ret(call("nth_bit", "i32", load("i64", asked.param(0)), load("i32", asked.param(0), 8)))
    function = Library(["bits"]).function("nth_bit", ctx.constants)
    code = encode(Module([function, asked], ["asked"], ctx.memory.pages(), ctx.memory.data, ()))
    instance = Program(code).instance()
    random = Random(1)
    words = [1, 1 << 63, (1 << 64) - 1, *(random.getrandbits(64) & random.getrandbits(64) for _ in range(50))]
    for word in words:
        bits = [i for i in range(64) if word >> i & 1]
        instance.memory[at : at + 8] = word.to_bytes(8, "little")
        found: list[int] = []
        for place in range(len(bits)):
            instance.memory[at + 8 : at + 12] = place.to_bytes(4, "little")
            found.append(instance.functions["asked"](at))
        assert found == bits


def test_a_module_marks_the_statements_that_it_runs() -> None:
    ctx = context(_game())
    places: dict[tuple[str, int], int] = {}

    def mark(file: str, line: int) -> int:
        places[file, line] = ctx.memory.space(1, 1)
        return places[file, line]

    stream = ctx.memory.space(16)
    library = Library(["random", "faults"], mark)
    asked = Fn("asked", ("i32",), "i32")
    asked.ret(call("below", "i32", c(stream), asked.param(0)))
    functions = [library.function("below", ctx.constants), library.function("word", ctx.constants), asked]
    instance = Program(encode(Module(functions, ["asked"], ctx.memory.pages(), ctx.memory.data, ()))).instance()
    text = (RUNTIME / "random.py").read_text("utf-8").splitlines()

    def ran() -> list[str]:
        return [text[line - 1].strip() for (_, line), at in sorted(places.items()) if instance.memory[at]]

    instance.functions["asked"](1)
    assert ran() == ["if n == 1:", "return 0"]
    instance.functions["asked"](2)
    assert "m = wide(word(r)) * wide(n)" in ran()
    assert "i64[r] = old * PCG_FACTOR + i64[r + 8]" in ran()


def test_each_module_has_a_function_of_its_own_to_change() -> None:
    ctx = context(_game())
    library = Library(["random", "faults"])
    first, second = library.function("below", ctx.constants), library.function("below", ctx.constants)
    assert first.body == second.body
    whole = repr(second.body)

    def cut(stmts: list[Stmt]) -> None:
        for stmt in stmts:
            for part in stmt.args:
                if isinstance(part, list):
                    cut(cast("list[Stmt]", part))
        stmts.clear()

    cut(first.body)
    first.local()
    for other in (second, library.function("below", ctx.constants)):
        assert repr(other.body) == whole
        assert len(other.locals) < len(first.locals)


# ---------------------------------------------------------------- the files


@lru_cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _files() -> list[str]:
    files = (file.relative_to(RUNTIME).with_suffix("") for file in RUNTIME.rglob("*.py"))
    return sorted(file.as_posix() for file in files if file.name not in NO_LIBRARY)


def _defined(name: str) -> set[str]:
    return {stmt.name for stmt in _tree(RUNTIME / f"{name}.py").body if isinstance(stmt, ast.FunctionDef)}


def _called_by_the_library() -> set[str]:
    library = [Library([name]) for name in _files() if name != "hosts/telling"]
    return {called for one in library for name in one.names for called in one.callees(name)} | {
        node.func.id
        for node in ast.walk(_tree(RUNTIME / "hosts/telling.py"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def test_every_function_is_called() -> None:
    words = {word for purpose in Purpose for word in purpose.value}
    for file in WASM.rglob("*.py"):
        words |= {
            node.value
            for node in ast.walk(_tree(file))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    called = _called_by_the_library() | words
    assert {name for file in _files() for name in _defined(file)} - called == set()


def test_functions_that_the_emitter_writes_are_those_that_the_library_does_not_have() -> None:
    own = {name for file in _files() for name in _defined(file)}
    untold = {name for name in _called_by_the_library() if name.endswith("_untold")}
    assert _called_by_the_library() - own - untold - _defined("language") - {"range"} == _defined("written")


def test_the_emitter_gives_every_constant() -> None:
    declared = {
        node.id
        for node in ast.walk(_tree(RUNTIME / "constants.py"))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    used = {
        node.id
        for file in _files()
        for node in ast.walk(_tree(RUNTIME / f"{file}.py"))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id.isupper()
    }
    purposes = (Purpose.EVERY, Purpose.HOSTED, Purpose.OBSERVED, Purpose.PROBED, Purpose.WORLDS)
    built = [build_module(_game(), purpose=purpose) for purpose in purposes]
    built.append(
        build_module(_game(COUNTING.replace("ranking by highest total", "players where said > 4 win otherwise")))
    )
    given = {name for one in built for name in one.addresses}
    assert declared - given == set()
    assert declared - used == set()


def test_a_function_that_tells_takes_the_place_of_the_other() -> None:
    library = Library(["random", "faults", "piles", "zones", "moving", "drawing", "hosts/log", "hosts/telling"])
    assert "move_untold" in library.callees("move")
    assert "leave" in library.callees("move_untold")
    assert "move" in library.callees("draw_results")


@pytest.mark.parametrize(("size", "is_unrolled"), [(64, True), (1024, False)])
def test_short_positions_are_compared_without_a_loop(size: int, is_unrolled: bool) -> None:
    function = Library(["states"]).function("same", {"KEY_BYTES": size})
    tests = [stmt for stmt in function.body if stmt.op == "if"]
    assert len(tests) == (size // 8 if is_unrolled else 0)
    assert any(stmt.op == "block" for stmt in function.body) is not is_unrolled


def test_the_library_is_read_out_of_an_archive(tmp_path: Path) -> None:
    root = Path(gamedsl_interpreter.__file__).parents[1]
    archive = tmp_path / "all.zip"
    with ZipFile(archive, "w") as packed:
        for folder in (root / "gamedsl_interpreter", root.parent / "gamedsl"):
            for file in folder.rglob("*.py"):
                packed.write(file, file.relative_to(folder.parent))
    program = (
        "from gamedsl_interpreter.wasm.emit.assembly import source as s; print(s.__file__, *s.Library(['bits']).names)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(archive)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [str(archive / "gamedsl_interpreter/wasm/emit/assembly/source.py"), "nth_bit"]
