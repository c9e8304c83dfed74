"""The run-time library of every module, in the small language that `emit.assembly.source` compiles: random numbers, zones, piles, moves, draws,
searches.

The files are read as text and never imported. Tools and readers still see Python: `language` declares the words of the small language, `constants` the
numbers that the emitter gives, and `written` the functions that the emitter writes for each Game.

A zone descriptor has eight words: offset in the state, form (0, 1: slot of 1 or 2 bytes; 2: bit mask; 3, 4: counts of 1 or 2 bytes; 5: pile), number of
kinds, table kind -> index, table index -> kind, capacity or -1, most pieces of a pile, widths of a pile's length and kinds. A piece entry has three
words: zone, kind, count. A pile being worked on lies in two arrays: kinds (WORK_KIND) and whether a stretch begins there (WORK_CUT).
"""
