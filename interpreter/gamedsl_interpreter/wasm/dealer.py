"""Draws random pieces out of a pool in a small module of its own: as `Dice.take` does, in a tenth of the time."""

from __future__ import annotations

from struct import pack_into, unpack_from
from threading import local

from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.wasm.module import Instance, Program, Unavailable

_FEW = 6
"""So few pieces are drawn more quickly in Python: a call takes about two microseconds, a draw a third of one."""

_ITEMS = 16
_MOST = 60_000
"""Pools that the page of memory has room for."""

_TEXT = """
(module
  (memory (export "memory") 1)
  (func (export "take") (param $left i32) (param $number i32) (result i32)
    (local $state i64) (local $product i64) (local $at i32) (local $item i32)
    (local.set $state (i64.load (i32.const 0)))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $number)))
        (local.set $at (i32.const 0))
        (if (i32.gt_u (local.get $left) (i32.const 1))
          (then
            (loop $again
              (local.set $product
                (i64.mul
                  (i64.extend_i32_u
                    (i32.rotr
                      (i32.wrap_i64
                        (i64.shr_u
                          (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state))
                          (i64.const 27)))
                      (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59)))))
                  (i64.extend_i32_u (local.get $left))))
              (local.set $state
                (i64.add
                  (i64.mul (local.get $state) (i64.const 6364136223846793005))
                  (i64.load (i32.const 8))))
              (br_if $again
                (i32.lt_u
                  (i32.wrap_i64 (local.get $product))
                  (i32.rem_u (i32.sub (i32.const 0) (local.get $left)) (local.get $left)))))
            (local.set $at (i32.wrap_i64 (i64.shr_u (local.get $product) (i64.const 32))))))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (local.set $item (i32.load8_u offset=16 (local.get $at)))
        (i32.store8 offset=16 (local.get $at) (i32.load8_u offset=16 (local.get $left)))
        (i32.store8 offset=16 (local.get $left) (local.get $item))
        (local.set $number (i32.sub (local.get $number) (i32.const 1)))
        (br $next)))
    (i64.store (i32.const 0) (local.get $state))
    (local.get $left)))
"""
"""State and increment of the stream at 0 and 8, the pieces from 16 on. What is taken comes to lie behind what is left, the first piece last."""


class Dealer:
    """Draws pieces as `Dice.take` does; each thread has an instance of its own."""

    def __init__(self) -> None:
        """Raises Unavailable."""
        import wasmtime

        try:
            self._program = Program(bytes(wasmtime.wat2wasm(_TEXT)))
        except wasmtime.WasmtimeError as error:
            raise Unavailable(str(error)) from error
        self._own = local()

    def take(self, dice: Dice, items: list[int], number: int) -> list[int]:
        """Takes `number` random items out of a list: see `Dice.take`."""
        count = len(items)
        if number < _FEW or number > count or count > _MOST:
            return dice.take(items, number)
        try:
            pieces = bytes(items)
        except ValueError:  # kinds above 255
            return dice.take(items, number)
        instance: Instance | None = getattr(self._own, "instance", None)
        if instance is None:
            instance = self._own.instance = self._program.instance()
        memory, stream = instance.memory, dice.stream
        pack_into("<QQ", memory, 0, stream.state, stream.increment)
        memory[_ITEMS : _ITEMS + count] = pieces
        left = instance.functions["take"](count, number)
        dice.go_to(unpack_from("<Q", memory)[0])
        drawn = memory[_ITEMS : _ITEMS + count].tolist()
        items[:] = drawn[:left]
        drawn.reverse()
        return drawn[:number]
