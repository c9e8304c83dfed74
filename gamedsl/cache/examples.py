"""Examples that are known to hold: from an earlier start, or from other rules in which all that they depend on is the same."""

from __future__ import annotations

import json

from gamedsl.cache.store import Store
from gamedsl.graph.analysis.slices import Slices
from gamedsl.graph.model.examples import ExampleSpec
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.examples import ExampleNote, ExampleResult


class KnownExamples:
    """The examples of one Game. Only those that hold are kept: what fails is run again and says why."""

    def __init__(self, game: Game, store: Store) -> None:
        self._slices = Slices(game)
        self._store = store

    def result(self, spec: ExampleSpec) -> ExampleResult | None:
        """The result that running the example would have; None if nobody knows."""
        data = self._store.get(self._key(spec))
        if data is None:
            return None
        ways, sampled, notes = json.loads(data)
        return ExampleResult(
            spec.name,
            (),
            ways,
            sampled,
            notes=tuple(ExampleNote(spec.lines[line].site, text) for line, text in notes),
        )

    def keep(self, spec: ExampleSpec, result: ExampleResult) -> None:
        """Keeps the result of an example that holds."""
        if result.passed:
            lines = {line.site: number for number, line in enumerate(spec.lines)}
            notes = [(lines[note.site], note.text) for note in result.notes]
            self._store.put(self._key(spec), json.dumps([result.ways, result.sampled, notes]).encode())

    def _key(self, spec: ExampleSpec) -> str:
        return f"example with notes {self._slices.digest(spec)}"
