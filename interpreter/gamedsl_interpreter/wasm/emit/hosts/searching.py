"""Memory and sizes of modules with the search tree of an agent, for games without hidden information (`runtime.hosts.searching`)."""

from __future__ import annotations

from gamedsl.json import JsonObject
from gamedsl_interpreter.aims import aim_of, sign_of_points
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.instances.interface import (
    AIM_NUMBERS,
    ANSWERS_EACH,
    FIRST_PROOF,
    POINTS_BITS,
    PROVED_LOSS,
    PROVED_WIN,
    SHORT_PLAYOUT,
    SURE_VISITS,
    UCB_EXACT,
    UCB_FACTOR_SQUARED,
    UCB_PRECISION,
    UCB_SHIFT,
    WIN,
)

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
        "JUDGED_AIM": -1 if judged is None else AIM_NUMBERS[aim_of(ctx.game).value],
        "TREE_PLACES": PLACES,
        "TREE_AIM": ctx.memory.words([AIM_NUMBERS[aim_of(ctx.game).value]]),
        "WIN": WIN,
        "POINTS_BITS": POINTS_BITS,
        "MOST_POINTS": (1 << POINTS_BITS - 1) - 1,
        "PROVED_LOSS": PROVED_LOSS - (1 << 32),
        "PROVED_WIN": PROVED_WIN,
        "TRIED_BITS": PROVED_WIN - 1,
        "WON_NODE": -(1 << 31),
        "SHORT": SHORT_PLAYOUT,
        "FIRST_PROOF": FIRST_PROOF,
        "ANSWERS_EACH": ANSWERS_EACH,
        "FRAME_RECORD": frame,
        "FRAME_SIZE": frame + ctx.record.size,
        "SURE_VISITS": SURE_VISITS,
        "SPARE_BITS": UCB_PRECISION + 2,
        "FEW_POINTS": int(sign_of_points(ctx.game) < 0),
    }
    ctx.constants |= {
        "UCB_EXACT": UCB_EXACT,
        "UCB_HALF": UCB_EXACT // 2,
        "UCB_ZEROS": 33 - UCB_EXACT.bit_length(),
        "UCB_PRECISION": UCB_PRECISION,
        "UCB_SHIFT": UCB_SHIFT,
    }


def describe_search() -> JsonObject:
    """Gives the constants of UCB for the description of a module: hosts without Python compute the tables from them."""
    return {"factor_squared": [*UCB_FACTOR_SQUARED], "exact": UCB_EXACT, "precision": UCB_PRECISION, "shift": UCB_SHIFT}
