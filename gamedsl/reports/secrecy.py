"""Reports facts that seats can infer in matches although the rules do not declare it, as trouble of a setup."""

from __future__ import annotations

from collections.abc import Callable

from gamedsl.graph.compiled import Compiled, Setup, Site
from gamedsl.pipeline.reading import Parsed
from gamedsl.pipeline.secrets import count_disclosures, disclosures_in, split_disclosures
from gamedsl.values import evolve
from gamedsl_interpreter.trouble.probing import Key, key_of
from gamedsl_interpreter.trouble.searching import Searched


def with_places(game: Compiled, parsed: Parsed, setup: Setup) -> Compiled:
    """Appends the places of undeclared disclosures to the sites of the game, so that trouble can refer to them."""
    found = disclosures_in(parsed, setup)
    spans = () if found is None else dict.fromkeys(one.span for one in found.told if not one.is_meant)
    return evolve(game, sites=(*game.sites, *(Site(span, "") for span in spans))) if spans else game


def with_leaks(
    result: Searched,
    parsed: Parsed,
    setup: Setup,
    game: Compiled,
    known: frozenset[Key],
    matches: int,
    seed: int,
    tick: Callable[[int], object] = abs,
) -> Searched:
    """Adds facts that seats can infer in this many random matches to the result of a search, except for known trouble. Raises NotCompilable."""
    both = count_disclosures(parsed, setup) if matches else None
    if both is None:
        return result
    from gamedsl_interpreter.trouble.secrecy import Told, leaks

    found, counting = both
    told = Told(*split_disclosures(found, counting, game.sites))
    troubles = [
        one
        for one in leaks(counting, told, matches, seed, tick=tick)
        if one.fault is not None and key_of(one.fault) not in known
    ]
    idle = None if troubles else result.idle
    return evolve(result, troubles=(*result.troubles, *troubles), exchanged=matches, idle=idle)
