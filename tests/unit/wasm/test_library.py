"""Functions of the run-time library, run alone."""

from __future__ import annotations

from random import Random

from gamedsl.graph.model.game import Game
from gamedsl.pipeline import compile, parse_files, setups
from gamedsl.source import Source
from gamedsl_interpreter.wasm.emit import library
from gamedsl_interpreter.wasm.emit.assembly.binary import Module, encoded
from gamedsl_interpreter.wasm.emit.assembly.ir import Fn, call, load
from gamedsl_interpreter.wasm.emit.assembly.source import LibraryText
from gamedsl_interpreter.wasm.emit.memory.context import context
from gamedsl_interpreter.wasm.module import Program

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


def _game() -> Game:
    parsed = parse_files(Source("counting.gdl", COUNTING), lambda _: None)
    return compile(parsed, next(iter(setups(parsed)))).game


def test_the_nth_bit_of_a_word() -> None:
    ctx = context(_game())
    at = ctx.memory.space(16)
    asked = Fn("asked", ("i32",), "i32")
    asked.ret(call("nth_bit", "i32", load("i64", asked.param(0)), load("i32", asked.param(0), 8)))
    function = LibraryText(library.BITS).function("nth_bit", ctx.constants)
    code = encoded(Module([function, asked], ["asked"], ctx.memory.pages(), ctx.memory.data, ()))
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
