"""What modules with the tree of a player need where nothing is hidden: places and sizes (`runtime.searching`)."""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.memory.context import Context

NODE = 24
"""Bytes of a node before its options."""

OPTION = 16
"""Bytes of an option."""

PLACES = 1024
"""Places of the index of a new tree."""

CELLS = (
    "TREE_INDEX", "TREE_MASK", "TREE_FIRST", "TREE_NEXT", "TREE_NODES", "TREE_ROOM", "TREE_SPREADS", "TREE_RARITIES", "TREE_WAY", "TREE_WAY_END", "TREE_SEAT",
)  # fmt: skip
"""Words that the host writes."""


def write(ctx: Context) -> None:
    """Memory and constants of the library's part."""
    for name in (*CELLS, "TREE_WAY_AT", "TREE_IS_NEW", "TREE_CHOOSER"):
        ctx.constants[name] = ctx.memory.space(4)
    for name, size in (("TREE_SEED", 8), ("TREE_DICE", 16), ("TREE_HISTORY", 8), ("TREE_OWN", 8)):
        ctx.constants[name] = ctx.memory.space(size, 16)
    ctx.constants |= {"TREE_TAKEN": ctx.memory.space(ctx.cells.prefix.size + 12), "TREE_PLACES": PLACES}
