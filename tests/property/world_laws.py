"""The laws of worlds, tried at one position, and on many matches:

    PYTHONPATH=tests python -m property.world_laws RESULTS --games hearts love_letter --matches 100

RESULTS gets a line of JSON for each match of each setup that hides something, and a later run leaves out what stands there. Without `--games` every shipped
game is tried. Ends with exit code 1 if RESULTS holds a law that was broken.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter.engine import Worlds
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.reference.knowledge.events import known
from gamedsl_interpreter.worlds.belief import ImpossibleError
from gamedsl_interpreter.worlds.lost import WorldsError
from games import shipped
from property.walks import match

LOOKS = 20
"""Positions of a match that are looked at."""


def broken_law(engine: ReferenceEngine, state: ReferenceState, worlds: Worlds[ReferenceState], seed: int) -> str:
    """The first law that a world drawn at a state breaks, in words; empty if it keeps them all."""
    seat, machine = worlds.seat, engine.machine
    world = worlds.sample(Dice.seeded(seed))
    if engine.view(world, seat) != engine.view(state, seat):
        return "the seat sees something else"
    if machine.lost(machine.frame(world)):
        return "pieces are lost or made"
    for zone, certain in enumerate(known(machine, state.log, seat)):
        there = dict(machine.zones.contents(machine.frame(world), zone))
        if any(there.get(kind, 0) < count for kind, count in certain.items()):
            return f"what the seat knows to lie in {machine.texts.zones[zone]} is not there"
    if seat in engine.to_act(state):
        texts = [[move.text for move in engine.moves(one, seat)] for one in (state, world)]
        if texts[0] != texts[1]:
            return "the seat has other moves"
    if engine.sample_world(world, seat, Dice.seeded(seed)).bytes != world.bytes:
        return "a world drawn in a world is another one"
    return ""


def tried(engine: ReferenceEngine, seed: int) -> Iterator[str]:
    """The laws that are broken in one match with random steps, each with the place."""
    stops = [state for state, _ in match(engine, seed)]
    for number in range(0, len(stops), max(1, len(stops) // LOOKS)):
        for seat in range(engine.game.humans):
            try:
                broken = broken_law(engine, stops[number], engine.worlds(stops[number], seat), number)
            except ImpossibleError as error:
                broken = str(error)
            except WorldsError:
                continue
            if broken:
                yield f"after {number} choices, {engine.game.seats[seat]}: {broken}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the campaign; gives the exit code."""
    parser = ArgumentParser("python -m property.world_laws", description="Tries the laws of worlds on many matches.")
    parser.add_argument("results", type=Path, help="a file, which is continued")
    parser.add_argument(
        "--games", nargs="+", default=[*shipped.GAMES, *shipped.VARIANTS], help="names of shipped games"
    )
    parser.add_argument("--matches", type=int, default=10, help="matches of each setup (default: 10)")
    chosen = parser.parse_args(arguments)
    results: Path = chosen.results
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    found: dict[tuple[str, int], list[str]] = {
        (entry["setup"], entry["seed"]): entry["broken"] for entry in map(json.loads, lines)
    }
    for seed, (name, setup) in product(range(chosen.matches), _setups(chosen.games)):
        key = f"{name} {setup}"
        if (key, seed) not in found:
            broken = found[key, seed] = [*tried(ReferenceEngine(shipped.game(name, setup)), seed)]
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"setup": key, "seed": seed, "broken": broken}) + "\n")
    number = sum(map(len, found.values()))
    sys.stdout.write(f"{len(found)} matches, {number} broken laws\n")
    return 1 if number else 0


def _setups(names: Sequence[str]) -> list[tuple[str, Setup]]:
    return [(name, setup) for name in names for setup in shipped.setups(name) if hides(shipped.game(name, setup))]


if __name__ == "__main__":
    sys.exit(main())
