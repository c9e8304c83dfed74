"""Memory and sizes of modules with the search tree of an agent, for games without hidden information (`runtime.hosts.searching`)."""

from __future__ import annotations

from gamedsl.json import JsonObject
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.instances.interface import UCB_EXACT, UCB_FACTOR_SQUARED, UCB_PRECISION, UCB_SHIFT, WIN

OPTION = 16
"""The bytes of an option."""

PLACES = 1024
"""The places in the index of a new tree."""

CELLS = (
    "TREE_INDEX", "TREE_MASK", "TREE_FIRST", "TREE_NEXT", "TREE_NODES", "TREE_ROOM", "TREE_SPREADS", "TREE_RARITIES", "TREE_WAY", "TREE_WAY_END", "TREE_SEAT",
)  # fmt: skip
"""Words that the host writes."""


def write(ctx: Context) -> None:
    """Reserves memory and sets constants of the library's part."""
    for name in (*CELLS, "TREE_WAY_AT", "TREE_IS_NEW", "TREE_CHOOSER"):
        ctx.constants[name] = ctx.memory.space(4)
    for name, size in (("TREE_SEED", 8), ("TREE_DICE", 16), ("TREE_HISTORY", 8), ("TREE_OWN", 8)):
        ctx.constants[name] = ctx.memory.space(size, 16)
    ctx.constants |= {
        "TREE_TAKEN": ctx.memory.space(ctx.cells.search.prefix.size + 12),
        "TREE_PLACES": PLACES,
        "WIN": WIN,
    }
    ctx.constants |= {
        "UCB_EXACT": UCB_EXACT,
        "UCB_HALF": UCB_EXACT // 2,
        "UCB_ZEROS": 33 - UCB_EXACT.bit_length(),
        "UCB_PRECISION": UCB_PRECISION,
        "UCB_SHIFT": UCB_SHIFT,
    }


def described() -> JsonObject:
    """Gives the constants of UCB for the description of a module: hosts without Python compute the tables from them."""
    return {
        "factor_squared": [*UCB_FACTOR_SQUARED],
        "exact": UCB_EXACT,
        "precision": UCB_PRECISION,
        "shift": UCB_SHIFT,
    }
