"""The additional description of a module for hosts: addresses of words, seats that see something, causes of refusals."""

from __future__ import annotations

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import TogetherNode
from gamedsl.json import Json, JsonObject
from gamedsl_interpreter.wasm.emit.context import Context
from gamedsl_interpreter.wasm.emit.hosts import seeing
from gamedsl_interpreter.wasm.emit.memory.refusing import Refusing
from gamedsl_interpreter.wasm.emit.planning.word_places import OfferPlace
from gamedsl_interpreter.worlds.rules.hidden_fields import unmade_in_hosts


def describe_for_hosts(ctx: Context) -> JsonObject:
    """Gives `words`, `audience`, `worlds` and `refusals` of the description: see `docs/internals/wasm_abi.md`."""
    fields, zones = seeing.masks(ctx)
    description: JsonObject = {"words": _describe_words(ctx), "audience": {"fields": [*fields], "zones": [*zones]}}
    if hides(ctx.game):
        description["worlds"] = _describe_worlds(ctx.game)
    refusing = ctx.find_memo(Refusing)
    if refusing is not None:
        blamed: list[Json] = [[one.name, one.why, one.site] for one in refusing.list_blamed()]
        description["refusals"] = {"requirements": blamed, "selections": [*refusing.selections]}
    return description


def _describe_worlds(game: Game) -> JsonObject:
    """Gives the reason why the host cannot sample hidden information (null: it can), and the fields in which simultaneous decisions keep the choices."""
    together: list[Json] = [
        {
            "node": number,
            "todo": game.fields[node.todo_field].base,
            "exit": game.fields[node.exit_field].base,
            "commits": [game.fields[field].base for _, field in node.commits],
        }
        for number, node in enumerate(game.nodes)
        if isinstance(node, TogetherNode)
    ]
    return {"refused": unmade_in_hosts(game) or None, "together": together}


def _describe_words(ctx: Context) -> JsonObject:
    places = ctx.locals.word_places(numbers_below=ctx.numbers_below)
    offers: JsonObject = {
        str(node): {str(local): _offer(place) for local, place in found.items()}
        for node, found in places.offers.items()
    }
    return {
        "locals": {str(local): at for local, at in places.locals.items()},
        "offers": offers,
        "numbers_below": places.has_numbers_below,
        "lanes": {str(local): [[*kinds] for kinds in slots.kinds] for local, slots in places.lanes.items()},
    }


def _offer(place: OfferPlace) -> list[Json]:
    return [place.elements, place.step, place.count, place.groups, place.starts, place.order, place.keys]
