"""The laws of worlds, tried at one position, and on many matches:

    PYTHONPATH=tests python -m property.world_laws RESULTS --games hearts love_letter --matches 100

RESULTS gets a line of JSON for each match of each setup that hides something, and a later run leaves out what stands there. Without `--games` every shipped
game is tried. `--generated 0 1000` tries random rules files of these seeds in their place, one match each. Ends with exit code 1 if RESULTS holds a law that
was broken.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product
from pathlib import Path

from attrs import frozen

from differential.trial import games, refusals
from fuzz.generator.dice import seeded
from fuzz.generator.rules import rules_file
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Setup
from gamedsl_interpreter.engine import Fault, Worlds
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference import ReferenceEngine, ReferenceState
from gamedsl_interpreter.reference.knowledge.events import lower_bounds
from gamedsl_interpreter.worlds.belief import ImpossibleError
from gamedsl_interpreter.worlds.lost import LostKind, WorldsError
from games import shipped
from property.walks import match

LOOKS = 20
"""Positions of a match that are looked at."""

MOST_STOPS = 40
"""Stops of a match of a random rules file."""


def broken_law(engine: ReferenceEngine, state: ReferenceState, worlds: Worlds[ReferenceState], seed: int) -> str:
    """The first law that a world drawn at a state breaks, in words; empty if it keeps them all."""
    seat, machine = worlds.seat, engine.machine
    world = worlds.sample(Dice.seeded(seed))
    if engine.view(world, seat) != engine.view(state, seat):
        return "the seat sees something else"
    if machine.promises.missing_kinds(machine.frame(world)):
        return "pieces are lost or made"
    for zone, certain in enumerate(lower_bounds(machine, state.log, seat)):
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


def tried(engine: ReferenceEngine, seed: int, most: int = 10_000) -> Iterator[str]:
    """The laws that are broken in one match with random steps, each with the place. `most`: the most stops. A fault of the rules ends the match."""
    stops: list[ReferenceState] = []
    with suppress(Fault):
        stops += (state for state, _ in match(engine, seed, most))
    for number in range(0, len(stops), max(1, len(stops) // LOOKS)):
        for seat in range(engine.game.humans):
            broken = _broken_at(engine, stops[number], seat, number)
            if broken:
                yield f"after {number} choices, {engine.game.seats[seat]}: {broken}"


def _broken_at(engine: ReferenceEngine, state: ReferenceState, seat: int, seed: int) -> str:
    """The first law that a seat's worlds break; empty if they keep them all, may not be sampled, or say that visible backs are lost."""
    try:
        worlds = engine.worlds(state, seat)
        broken = broken_law(engine, state, worlds, seed)
    except ImpossibleError as error:
        return str(error)
    except (WorldsError, Fault):
        return ""
    return "" if any(one.kind is LostKind.BACKS for one in worlds.lossy) else broken


@frozen
class Task:
    """A match whose worlds are tried: of one of the shipped games, or of a random rules file (`setup` is None then)."""

    name: str
    setup: Setup | None
    seed: int

    @property
    def key(self) -> str:
        """What RESULTS calls the game and its setup."""
        return self.name if self.setup is None else f"{self.name} {self.setup}"

    def broken(self) -> list[str]:
        """The laws that are broken."""
        if self.setup is not None:
            return [*tried(ReferenceEngine(shipped.game(self.name, self.setup)), self.seed)]
        text = rules_file(seeded(self.seed))
        found = () if refusals(text) else (game for game in islice(games(text), 1) if hides(game))
        return [one for game in found for one in tried(ReferenceEngine(game), self.seed, MOST_STOPS)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the campaign; gives the exit code."""
    parser = ArgumentParser("python -m property.world_laws", description="Tries the laws of worlds on many matches.")
    parser.add_argument("results", type=Path, help="a file, which is continued")
    parser.add_argument("--games", nargs="+", help="names of shipped games")
    parser.add_argument("--matches", type=int, default=10, help="matches of each setup (default: 10)")
    parser.add_argument("--generated", nargs=2, type=int, metavar=("FIRST", "LAST"), help="seeds of random rules files")
    chosen = parser.parse_args(arguments)
    results: Path = chosen.results
    lines = results.read_text(encoding="utf-8").splitlines() if results.exists() else []
    found: dict[tuple[str, int], list[str]] = {
        (entry["setup"], entry["seed"]): entry["broken"] for entry in map(json.loads, lines)
    }
    for task in _tasks(chosen.games, chosen.matches, chosen.generated):
        if (task.key, task.seed) not in found:
            broken = found[task.key, task.seed] = task.broken()
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"setup": task.key, "seed": task.seed, "broken": broken}) + "\n")
    number = sum(map(len, found.values()))
    sys.stdout.write(f"{len(found)} matches, {number} broken laws\n")
    return 1 if number else 0


def _tasks(names: Sequence[str] | None, matches: int, generated: tuple[int, int] | None) -> Iterator[Task]:
    if generated is not None:
        first, last = generated
        yield from (Task("generated", None, seed) for seed in range(first, last + 1))
        return
    setups = _setups(names or [*shipped.GAMES, *shipped.VARIANTS])
    yield from (Task(name, setup, seed) for seed, (name, setup) in product(range(matches), setups))


def _setups(names: Sequence[str]) -> list[tuple[str, Setup]]:
    return [(name, setup) for name in names for setup in shipped.setups(name) if hides(shipped.game(name, setup))]


if __name__ == "__main__":
    sys.exit(main())
