"""One playable setup of rules in the studio: its page, its graph, and the places of the graph's nodes in the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from threading import Event

from gamedsl.api.making.looks import names_for_people
from gamedsl.cache.rules import KnownRules
from gamedsl.cache.store import keep_in
from gamedsl.graph.compiled import Setup
from gamedsl.graph.draw.model import Drawing
from gamedsl.graph.draw.svg import svg_of
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode, TogetherNode
from gamedsl.graph.model.statements import Roll
from gamedsl.json import Json, JsonObject
from gamedsl.page import page_html, page_setup
from gamedsl.rulebook.drawn.sentences import drawing_in_words
from gamedsl.rulebook.labels import labels_in
from gamedsl.server.tables.setting import Setting
from gamedsl.services.declarations import Declared, declarations_in
from gamedsl.source import Source, Span
from gamedsl.studio.deeds import deeds_of

_MOST_LINES = 16
"""The most lines of a rule that are shown."""
_SHOWN = frozenset(("board", "component", "field", "kind", "score", "table", "type", "value", "zone"))
"""The sorts of declarations that can be seen on a table."""
_OWNED = frozenset(("kind", "value"))
"""Sorts whose names belong to another declaration: several may have the same."""


class ShownSetting(Setting):
    """A setup with its page and graph, which are made on demand."""

    def __init__(self, known: KnownRules, setup: Setup, name: str, style: JsonObject) -> None:
        super().__init__(known, setup, name, style)
        self.was_shown = Event()
        """Set once the page was delivered."""

    @cached_property
    def page(self) -> str:
        """The page on which the setup is played. Raises NotCompilable, Unsupported."""
        made = page_setup(self.setup, self.compiled, keep_in(self.known.store))
        return page_html([made], self.name, self.style, self.book)

    @cached_property
    def graph(self) -> JsonObject:
        """The drawing: `svg`, and `nodes`. For each node of the graph, `nodes` gives the box that draws it (`box`) and, for decisions and rolls, the rule
        that it comes from (`rule`: its name, place and lines). `declared` gives such rules for the things on the table, by sort and name, as `zone
        tavern`; `deeds` the effects of each line (`deeds_of`). Raises NotCompilable."""
        game = self.compiled.game
        drawn = drawing_in_words(
            game, self.known.parsed, names_for_people(game, self.style), labels_in(self.style).names
        )
        return {
            "svg": svg_of(drawn),
            "nodes": self._nodes(drawn),
            "declared": self._declarations(),
            "deeds": deeds_of(self.compiled, self._sources),
        }

    def _declarations(self) -> JsonObject:
        files = (file for _, file in self.known.parsed.chain.files)
        shown = (one for file in files for one in declarations_in(file) if one.sort in _SHOWN)
        found: dict[str, Declared] = {f"{one.sort} {one.key if one.sort in _OWNED else one.name}": one for one in shown}
        return {name: rule_at(one.place, one.sort, self._sources.get(one.place.source)) for name, one in found.items()}

    @cached_property
    def _sources(self) -> dict[str, Source]:
        return {source.name: source for source in self.known.parsed.sources}

    def _nodes(self, drawn: Drawing) -> JsonObject:
        found: JsonObject = {}
        for element in drawn.elements:
            for number in element.nodes:
                node = self.compiled.game.nodes[number]
                rule: Json = None
                if isinstance(node, DecisionNode | TogetherNode) or (
                    isinstance(node, ChanceNode) and isinstance(node.event, Roll)
                ):
                    site = self.compiled.sites[node.event.site if isinstance(node, ChanceNode) else node.plan.site]
                    rule = rule_at(site.span, site.where, self._sources.get(site.span.source))
                found[str(number)] = {"box": f"n{element.id}", "title": element.title, "rule": rule}
        return found


def rule_at(span: Span, where: str, source: Source | None) -> JsonObject | None:
    """Returns the lines around a place: `name`, `place`, `lines` (number, text, whether it is the place). None for unknown texts."""
    if source is None:
        return None
    at, _ = source.position(span.start)
    lines: list[Json] = [[number, source.line(number), number == at] for number in block(source, at)]
    return {"name": where, "place": f"{source.name}:{at}", "lines": lines}


def block(source: Source, at: int) -> Sequence[int]:
    """Returns the numbers, from 1, of the lines around a line: those of its declaration, or the nearest ones if the declaration is too long."""
    first = at
    while first > 1 and not re.match(r"\S", source.line(first)):
        first -= 1
    if at - first >= _MOST_LINES:
        first = at - _MOST_LINES // 2
    last, count = at, source.text.count("\n") + 1
    while last < count and last - first + 1 < _MOST_LINES and not re.match(r"[^\s#]", source.line(last + 1)):
        last += 1
    while last > at and not source.line(last).strip():
        last -= 1
    return range(first, last + 1)
