"""Writes an example of the rule at a place: a position of a match in which somebody uses it, the choice there, and its effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from gamedsl import pipeline
from gamedsl.diagnostics.model import Edit
from gamedsl.graph.bytes.codec import Coder
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.text.names import field_text, value_text
from gamedsl.reports.pasted import givens, head_lines, node_at, run_lines, text_of, without_examples
from gamedsl.services.changing import Change
from gamedsl.services.rewriting import free_name
from gamedsl.services.workspace import View
from gamedsl.source import Source, Span
from gamedsl_interpreter.engine import Checking, Engine, Forced, State
from gamedsl_interpreter.matches.fastest import fastest
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.reference.host import ReferenceHost
from gamedsl_interpreter.trouble.attempts import attempt, curious
from gamedsl_interpreter.worked_examples.running import first_failure

_SEED = 1
_MOST_MATCHES = 10
"""The matches in which somebody may come to the rule."""
_MOST_PLACES = 6
"""The positions in which an example may begin that are tried."""
_MOST_FACTS = 3
"""The most facts at the end of an example."""
_WAYS, _SAMPLES = 60, 20
"""The most ways of an example that are all tried, and the number of random ways that are tried if there are more."""


def write_example(view: View, name: str) -> Change | None:
    """Returns the change that adds an example in which somebody uses a rule; None if the rules have mistakes, or if no match reaches the rule. The example
    passes."""
    game = view.compile()
    if view.setup is None or game is None:
        return None
    writing = _Writing(view, view.setup, free_name(view.source.text, f"{name}_example"))
    for tries, (before, played, after) in enumerate(_places(game, name)):
        if tries == _MOST_PLACES:
            break
        for lines in _lines(game, view.setup, before, played):
            if writing.passes(lines):
                text = writing.with_facts(lines, _facts(game, before, after))
                end = len(view.source.text)
                edit = Edit(Span(view.path, len(view.source.text.rstrip()), end), f"\n\n{text}")
                return Change(f"write an example of `{name}`", (edit,))
    return None


def _places(game: Game, name: str) -> Iterator[tuple[State, Played, State | None]]:
    """Yields positions in which a rule asks, with the answer and the next position."""
    engine = cast("Engine[State]", fastest(game, Checking.ON, forced=Forced.ASKED).engine)
    taken: dict[tuple[str, str, str, str], int] = {}
    for index in range(_MOST_MATCHES):
        seen: list[State] = []
        played = attempt(engine, _SEED, index, None, curious(_SEED, index, taken), seen.append)
        for at, (state, move) in enumerate(zip(seen, played.moves, strict=False)):
            node = node_at(game, state)
            names = (node.cluster, *node.path) if isinstance(node, DecisionNode | TogetherNode) else ()
            if name in names or move.text.split("(")[0] == name:
                yield state, move, seen[at + 1] if at + 1 < len(seen) else None


def _lines(game: Game, setup: Setup, state: State, played: Played) -> Iterator[list[str]]:
    """Yields the lines of possible examples: first without a position, in case none is needed, then with it."""
    position = ["given:", *(f"    {line}" for line in givens(game, state))]
    for given in ([], position) if len(position) > 1 else ([],):
        for run in run_lines(game, state, played):
            yield [*head_lines(game, setup), *given, run, f"{game.seats[played.seat]} plays {played.text}"]


def _facts(game: Game, before: State, after: State | None) -> Iterator[str]:
    """Yields the changes of fields, as lines of an example."""
    if after is None:
        return
    values = [Coder(game).decode(state.bytes)[1] for state in (before, after)]
    for spec in game.fields:
        for at in range(spec.base, spec.base + len(spec.start)):
            if not spec.hidden and values[0][at] != values[1][at]:
                yield f"then {field_text(game, at)} is {value_text(game, values[1][at], spec.type)}"


class _Writing:
    """Tries examples with one name by appending them to the rules."""

    def __init__(self, view: View, setup: Setup, name: str) -> None:
        self.view, self.setup, self.name = view, setup, name
        self.bare = without_examples(view.read_with, view.source)

    def passes(self, lines: Sequence[str]) -> bool:
        """Whether an example with these lines passes."""
        text = f"{self.bare.text.rstrip()}\n\n{text_of(self.name, lines)}"
        try:
            groups = list(pipeline.examples(self.view.read_with(Source(self.bare.name, text)), (self.setup,)))
        except pipeline.NotCompilable:
            return False
        specs = [(compiled.game, spec) for _, compiled, found in groups for spec in found if spec.name == self.name]
        return bool(specs) and all(
            first_failure(ReferenceHost(game), spec, _WAYS, _SAMPLES) is None for game, spec in specs
        )

    def with_facts(self, lines: Sequence[str], facts: Iterator[str]) -> str:
        """Returns the text of the example with the facts that hold at its end."""
        made = list(lines)
        for _, fact in zip(range(2 * _MOST_FACTS), facts, strict=False):
            if len(made) < len(lines) + _MOST_FACTS and self.passes([*made, fact]):
                made.append(fact)
        return text_of(self.name, made)
