"""The run-time library of every module, in the small language that `emit.assembly.source` compiles: random numbers, zones, piles, moves, draws, searches.

The files are read as text. Nobody imports them, but they are Python to tools and readers: `language` has what the small language knows, `constants` the
numbers that the emitter gives, `written` the functions that it writes for each Game.

A zone descriptor has eight words: offset in the state, form (0, 1: slot of 1 or 2 bytes; 2: bit mask; 3, 4: counts of 1 or 2 bytes; 5: pile), number
of kinds, table kind -> index, table index -> kind, capacity or -1, most pieces of a pile, widths of a pile's length and kinds. A piece entry has
three words: zone, kind, count. A pile being worked on lies in two arrays: kinds (WORK_KIND) and whether a stretch begins there (WORK_CUT).
"""
