"""What the description of a module for hosts has beside that of others: where words lie in its memory, who sees what, what can stand in the way."""

from __future__ import annotations

from gamedsl.json import Json, JsonObject
from gamedsl_interpreter.wasm.emit.hosts import seeing
from gamedsl_interpreter.wasm.emit.memory.context import Context
from gamedsl_interpreter.wasm.emit.memory.lane_shapes import Slots
from gamedsl_interpreter.wasm.emit.word_places import OfferPlace


def hosted(ctx: Context) -> JsonObject:
    """`words`, `audience` and `refusals` of the description: see `docs/internals/wasm_abi.md`."""
    fields, zones = seeing.masks(ctx)
    found: JsonObject = {"words": _words(ctx), "audience": {"fields": [*fields], "zones": [*zones]}}
    if ctx.refusing is not None:
        blamed: list[Json] = [[one.name, one.why, one.site] for one in ctx.refusing.blamed()]
        found["refusals"] = {"requirements": blamed, "selections": [*ctx.refusing.selections]}
    return found


def _words(ctx: Context) -> JsonObject:
    places = ctx.word_places()
    offers: JsonObject = {
        str(node): {str(local): _offer(place) for local, place in found.items()}
        for node, found in places.offers.items()
    }
    return {
        "locals": {str(local): at for local, at in places.locals.items()},
        "offers": offers,
        "numbers_below": places.has_numbers_below,
        "lanes": {str(local): _lanes(slots) for local, slots in places.lanes.items()},
    }


def _offer(place: OfferPlace) -> list[Json]:
    return [place.elements, place.step, place.count, place.groups, place.starts, place.order, place.keys]


def _lanes(slots: Slots) -> list[Json]:
    return [[*kinds] for kinds in slots.kinds]
