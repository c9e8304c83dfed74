"""The run-time library of every module, as text (see `source`): random numbers, zones by descriptor, piles, moves, draws, the leaves of searches.

A zone descriptor has eight words: offset in the state, form (0, 1: slot of 1 or 2 bytes; 2: bit mask; 3, 4: counts of 1 or 2 bytes; 5: pile), number
of kinds, table kind -> index, table index -> kind, capacity or -1, most pieces of a pile, widths of a pile's length and kinds. A piece entry has
three words: zone, kind, count. A pile being worked on lies in two arrays: kinds (WORK_KIND) and whether a stretch begins there (WORK_CUT).
"""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.library.deciding import PLAY, SEARCH
from gamedsl_interpreter.wasm.emit.library.drawing import BITS, CHANCE, RANDOM
from gamedsl_interpreter.wasm.emit.library.moving import MOVES
from gamedsl_interpreter.wasm.emit.library.tallies import TALLIES
from gamedsl_interpreter.wasm.emit.library.zones import PILES, SEATS, ZONES

__all__ = ["BITS", "CHANCE", "MOVES", "PILES", "RANDOM", "TEXT", "ZONES"]

TEXT = RANDOM + ZONES + PILES + MOVES + CHANCE + SEATS + BITS + SEARCH + PLAY + TALLIES
