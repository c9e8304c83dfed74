"""Remembers examples that pass: from an earlier run, or from other rules that agree in everything that the example depends on."""

from __future__ import annotations

import json

from gamedsl.cache.store import Store
from gamedsl.graph.analysis.slices import Slices
from gamedsl.graph.model.example_lines import ExampleSpec
from gamedsl.graph.model.game import Game
from gamedsl_interpreter.worked_examples.proof import ExampleNote
from gamedsl_interpreter.worked_examples.run import ExampleResult


class KnownExamples:
    """The known examples of one Game. Only passing ones are kept; failing ones run again to give the reason."""

    def __init__(self, game: Game, store: Store) -> None:
        self._slices = Slices(game)
        self._store = store

    def result(self, spec: ExampleSpec) -> ExampleResult | None:
        """Returns the result of an example; None if it is unknown."""
        data = self._store.get(self._key(spec))
        if data is None:
            return None
        kept: tuple[int, bool, list[tuple[int, str]]] = json.loads(data)
        ways, sampled, notes = kept
        return ExampleResult(
            spec.name, (), ways, sampled, notes=tuple(ExampleNote(spec.lines[line].site, text) for line, text in notes)
        )

    def keep(self, spec: ExampleSpec, result: ExampleResult) -> None:
        """Keeps the result of an example that passes."""
        if result.passed:
            lines = {line.site: number for number, line in enumerate(spec.lines)}
            notes = [(lines[note.site], note.text) for note in result.notes]
            self._store.put(self._key(spec), json.dumps([result.ways, result.sampled, notes]).encode())

    def _key(self, spec: ExampleSpec) -> str:
        return f"example with notes {self._slices.digest(spec)}"
