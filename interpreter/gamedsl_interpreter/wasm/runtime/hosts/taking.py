"""Draws random pieces from a pool, for hosts. These functions are a module of their own (`dealer`).

The stream of chance is at address 0, the pieces from 16 on, a byte each.
"""

from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below

STREAM_AT = 0
PIECES = 16


def take(left: int, number: int) -> int:
    """Takes `number` of the `left` pieces; gives how many stay. The taken pieces are moved after the others, the first piece last."""
    while number != 0:
        at = PIECES + below(STREAM_AT, left)
        left -= 1
        piece = u8[at]
        u8[at] = u8[PIECES + left]
        u8[PIECES + left] = piece
        number -= 1
    return left
