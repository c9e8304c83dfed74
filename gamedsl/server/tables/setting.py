"""One playable setup of rules, with the material for its pages: the look and the rules for people."""

from __future__ import annotations

from functools import cached_property

from gamedsl.api.tests import find_inherited_examples_that_fail
from gamedsl.cache.rules import KnownRules
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.json import JsonObject
from gamedsl.rulebook import rules_beside


class Setting:
    """A setup of some rules. `name` is the path of the rules, `style` a checked look file. The rest is made on demand."""

    def __init__(self, known: KnownRules, setup: Setup, name: str, style: JsonObject) -> None:
        self.known, self.setup = known, setup
        self.name, self.style = name, style

    @cached_property
    def compiled(self) -> Compiled:
        """The game. Raises NotCompilable."""
        return self.known.compile(self.setup)

    @cached_property
    def book(self) -> str:
        """The rules for people, as passages of HTML."""
        return rules_beside(self.known.parsed, self.style, find_inherited_examples_that_fail(self.known))
