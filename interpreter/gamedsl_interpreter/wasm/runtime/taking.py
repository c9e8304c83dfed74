"""Random pieces out of a pool, for hosts: a module of its own has nothing but this (`dealer`).

The stream of chance lies at 0, the pieces from 16 on, a byte each.
"""

from gamedsl_interpreter.wasm.runtime.language import *
from gamedsl_interpreter.wasm.runtime.random import below

STREAM_AT = 0
PIECES = 16


def take(left: int, number: int) -> int:
    """Takes so many of the pieces that are left; gives how many stay. What is taken comes to lie behind them, the first piece last."""
    while number != 0:
        at = PIECES + below(STREAM_AT, left)
        left -= 1
        piece = u8[at]
        u8[at] = u8[PIECES + left]
        u8[PIECES + left] = piece
        number -= 1
    return left
