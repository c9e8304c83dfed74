"""Memory and sizes of modules with the search tree of an agent, for games without hidden information (`runtime.hosts.searching`)."""

from __future__ import annotations

from gamedsl.json import JsonObject
from gamedsl_interpreter.aims import aim_of, sign_of_points
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.instances import interface

OPTION = 24
"""The bytes of an option."""

PLACES = 1024
"""The places in the index of a new tree."""

CELLS = (
    "TREE_INDEX", "TREE_MASK", "TREE_FIRST", "TREE_NEXT", "TREE_NODES", "TREE_ROOM", "TREE_SPREADS", "TREE_RARITIES", "TREE_WAY", "TREE_WAY_END", "TREE_SEAT",
)  # fmt: skip
"""Words that the host writes. TREE_AIM holds the aim of the game from the beginning."""


def write(ctx: Context) -> None:
    """Reserves memory and sets constants of the library's part."""
    for name in (
        *CELLS,
        "TREE_WAY_AT",
        "TREE_IS_NEW",
        "TREE_CHOOSER",
        "TREE_IS_CERTAIN",
        "TREE_ROUND",
        "TREE_PROVED",
        "TREE_LENGTH",
        "TREE_BEYOND",
        "TREE_TOP",
        "TREE_LEFT",
    ):
        ctx.constants[name] = ctx.memory.space(4)
    for name, size in (("TREE_SEED", 8), ("TREE_DICE", 16), ("TREE_HISTORY", 8), ("TREE_OWN", 8), ("TREE_STREAM", 16)):
        ctx.constants[name] = ctx.memory.space(size, 16)
    for name in ("TREE_LOW", "TREE_HIGH", "TREE_WORTH", "TREE_COUNT", "TREE_TOTAL", "TREE_STRAYED"):
        ctx.constants[name] = ctx.memory.space(8 * len(ctx.game.seats), 16)
    judged = ctx.game.judged
    frame = 24 + -(-ctx.cells.prefix.size // 8) * 8
    ctx.constants |= {
        "TREE_TAKEN": ctx.memory.space(ctx.cells.prefix.size + 12),
        "TREE_NOTHING": ctx.memory.words([-1]),
        "JUDGED_AFTER": -1 if judged is None or judged.when is not None else judged.choices,
        "JUDGED_AIM": -1 if judged is None else interface.AIM_NUMBERS[aim_of(ctx.game).value],
        "TREE_PLACES": PLACES,
        "TREE_AIM": ctx.memory.words([interface.AIM_NUMBERS[aim_of(ctx.game).value]]),
        "WIN": interface.WIN,
        "POINTS_BITS": interface.POINTS_BITS,
        "MOST_POINTS": (1 << interface.POINTS_BITS - 1) - 1,
        "PROVED_LOSS": interface.PROVED_LOSS - (1 << 32),
        "PROVED_WIN": interface.PROVED_WIN,
        "TRIED_BITS": interface.PROVED_WIN - 1,
        "WON_NODE": -(1 << 31),
        "SHORT": interface.SHORT_PLAYOUT,
        "FIRST_PROOF": interface.FIRST_PROOF,
        "ANSWERS_EACH": interface.ANSWERS_EACH,
        "FRAME_RECORD": frame,
        "FRAME_SIZE": frame + ctx.record.size,
        "SURE_VISITS": interface.SURE_VISITS,
        "SPARE_BITS": interface.UCB_PRECISION + 2,
        "FEW_POINTS": int(sign_of_points(ctx.game) < 0),
    }
    ctx.constants |= {
        "UCB_EXACT": interface.UCB_EXACT,
        "UCB_HALF": interface.UCB_EXACT // 2,
        "UCB_ZEROS": 33 - interface.UCB_EXACT.bit_length(),
        "UCB_PRECISION": interface.UCB_PRECISION,
        "UCB_SHIFT": interface.UCB_SHIFT,
    }


def describe_search() -> JsonObject:
    """Gives the constants of UCB for the description of a module: hosts without Python compute the tables from them."""
    return {
        "factor_squared": [*interface.UCB_FACTOR_SQUARED],
        "exact": interface.UCB_EXACT,
        "precision": interface.UCB_PRECISION,
        "shift": interface.UCB_SHIFT,
    }
