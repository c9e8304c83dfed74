"""Memory and facts about decisions for modules that play many matches side by side (`runtime.hosts.batch`)."""

from __future__ import annotations

from gamedsl.graph.model.nodes import DecisionNode, Node, Plan, TogetherNode
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl_interpreter.wasm.emit.context import Context

_BITS = 64
ARRAYS = ("ACTIONS", "COUNTS", "SEATS", "DONE", "TOTALS", "PLACES", "OFFERS", "RECORDS")


def write(ctx: Context) -> None:
    """Reserves memory and sets constants of the library's part."""
    for name in ("AGAIN", "AT", "ORIGINS", "APART", "ENDS", "ACTED", *ARRAYS):
        ctx.constants[f"BATCH_{name}"] = ctx.memory.space(4)
    record = ctx.record.size + ctx.constants["NOTE_SIZE"]
    lines = [_lines(node) for node in ctx.game.nodes]
    ctx.constants |= {
        "BATCH_STRIDE": record,
        "BATCH_BEFORE": ctx.memory.space(record, 16),
        "BATCH_OFFER_BYTES": max(ctx.constants["OFFER_BYTES"], 8 * any(lines)),
        "BATCH_OFFER_BITS": max(ctx.constants["OFFER_BITS"], *lines),
        "IS_MENU": ctx.memory.words([int(number > 0) for number in lines]),
    }


def _lines(node: Node) -> int:
    """Gives the lines of a decision that is only one choice from a menu; 0 if it is not, or if a word has too few bits for the lines."""
    if not isinstance(node, DecisionNode | TogetherNode) or node.plan.menu is None:
        return 0
    plan, menu = node.plan, node.plan.menu
    is_plain = plan.gate != "may" and not _asks(plan) and len(menu) <= _BITS
    return len(menu) * (is_plain and all(one.menu is None and one.gate is None and not _asks(one) for one in menu))


def _asks(plan: Plan) -> bool:
    return any(isinstance(part, Select | YesNo) for part in plan.parts)
