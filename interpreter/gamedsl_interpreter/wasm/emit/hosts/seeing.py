"""The seats that see the fields and zones of a Game, for modules that log events (`runtime.hosts.seeing`)."""

from __future__ import annotations

from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.watchers import find_fixed_watchers
from gamedsl_interpreter.wording.texts import specs_by_instance

COMPUTED = -1
"""Stands for a mask that the rules compute."""


def masks(ctx: Context) -> tuple[list[int], list[int]]:
    """Gives the seats that see each field and each zone, as bits; COMPUTED if they can change."""
    fields, zones = specs_by_instance(ctx.game)
    seen_fields = [find_fixed_watchers(ctx.game, spec, i - spec.base) for i, spec in enumerate(fields)]
    seen_zones = [find_fixed_watchers(ctx.game, spec, i - spec.base) for i, spec in enumerate(zones)]
    return [_word(mask) for mask in seen_fields], [_word(mask) for mask in seen_zones]


def _word(mask: int | None) -> int:
    return COMPUTED if mask is None else mask


def declare(ctx: Context) -> None:
    """Reserves memory for the masks and the answer. `audience.declare` must say how masks are computed."""
    fields, zones = masks(ctx)
    ctx.constants |= {
        "FIELD_MASKS": ctx.memory.words(fields),
        "ZONE_MASKS": ctx.memory.words(zones),
        "VISIBLE_FIELDS": ctx.memory.space(max(1, len(fields))),
        "VISIBLE_ZONES": ctx.memory.space(max(1, len(zones))),
        "FIELDS_SEEN": len(fields),
        "ZONES_SEEN": len(zones),
    }
