"""The inputs of a seed by number: each is made on its own, so any one can be made again."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attrs import frozen

from fuzz.changes import of_changes
from fuzz.generator.dice import Dice
from fuzz.generator.rules import rules_file
from fuzz.splices import of_splices
from fuzz.tokens import of_tokens

GENERATORS: dict[str, Callable[[Random], bytes]] = {
    "tokens": of_tokens,
    "splices": of_splices,
    "changes": of_changes,
    "valid": lambda random: rules_file(Dice(random.randrange)).encode(),
}
"""How inputs are made, by name: what an input is counted under."""

MIX = {
    "parse": {"tokens": 50, "splices": 45, "changes": 4, "valid": 1},
    "check": {"tokens": 50, "splices": 43, "changes": 6, "valid": 1},
    "play": {"tokens": 0, "splices": 50, "changes": 10, "valid": 40},
}
"""Of a hundred inputs, how many each generator makes, by stage."""


@frozen
class Input:
    """A file as it would be read, and which generator made it."""

    generator: str
    data: bytes


def made(seed: int, index: int, mix: dict[str, int]) -> Input:
    """Input number `index` of a seed."""
    random = Random((seed << 48) + index)
    (name,) = random.choices(list(mix), list(mix.values()))
    return Input(name, GENERATORS[name](random))
