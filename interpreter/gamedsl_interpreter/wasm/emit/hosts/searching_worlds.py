"""Memory of modules with the search tree of an agent, for games with hidden information, and the steps of simple selections (`runtime.hosts.searching_worlds`)."""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.decisions.step_keys import StepKeys
from gamedsl_interpreter.wasm.emit.hosts import dealing, looking
from gamedsl_interpreter.wasm.emit.play.stop_notes import MOST_WORDS, Offer

_OFFERED = 64 * MOST_WORDS
"""The most options of a decision of one simple selection."""


def write(ctx: Context, keys: StepKeys, offers: dict[int, Offer]) -> None:
    """Reserves memory and sets constants of the library's part; `searching.write` must run before. Raises Unsupported."""
    looking.write(ctx)
    dealing.write(ctx)
    most = max(ctx.most_options, _OFFERED)
    numbers = [0] * len(ctx.game.nodes)
    for number, offer in offers.items():
        numbers[number] = keys.number(offer.decision, "one", offer.selection)
    ctx.constants |= keys.places | {
        "TREE_LAST": ctx.memory.space(4),
        "TREE_STANDING": ctx.memory.space(4),
        "TREE_SAID": ctx.memory.space(8),
        "TREE_ROOT_SAID": ctx.memory.space(8),
        "TREE_KEYS": ctx.memory.space(8 * most),
        "TREE_FOUND": ctx.memory.space(4 * most),
        "OFFER_STEPS": ctx.memory.words(numbers),
    }
