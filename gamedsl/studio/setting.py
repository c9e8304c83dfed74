"""One setup of rules that can be played, as the studio shows it: its page, its graph, and where the graph comes from in the rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from threading import Event

from gamedsl.cache.rules import KnownRules
from gamedsl.cache.store import kept_in
from gamedsl.graph.compiled import Compiled, Setup
from gamedsl.graph.draw.model import Drawing, drawing
from gamedsl.graph.draw.svg import svg_of
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.json import Json, JsonObject
from gamedsl.page import page_html, page_setup
from gamedsl.source import Source, Span

_MOST_LINES = 16
"""Lines that are shown of a rule."""


class Setting:
    """A setup with what is made of it when somebody asks."""

    def __init__(self, known: KnownRules, setup: Setup, name: str, style: JsonObject) -> None:
        self.known, self.setup = known, setup
        self.name, self.style = name, style
        self.was_shown = Event()
        """Set when somebody has been given the page."""

    @cached_property
    def compiled(self) -> Compiled:
        """The game. Raises NotCompilable."""
        return self.known.compiled(self.setup)

    @cached_property
    def page(self) -> str:
        """The page on which it is played. Raises NotCompilable, Unsupported."""
        made = page_setup(self.setup, self.compiled.game, kept_in(self.known.store))
        return page_html([made], self.name, self.style)

    @cached_property
    def graph(self) -> JsonObject:
        """The drawing: `svg`, and `nodes`, which say for each node of the graph in which box (`box`) it is drawn and, for decisions, from which rule it
        comes (`rule`: its name, place and lines). Raises NotCompilable."""
        drawn = drawing(self.compiled.game)
        return {"svg": svg_of(drawn), "nodes": self._nodes(drawn)}

    def _nodes(self, drawn: Drawing) -> JsonObject:
        sources = {source.name: source for source in self.known.parsed.sources}
        found: JsonObject = {}
        for element in drawn.elements:
            for number in element.nodes:
                node = self.compiled.game.nodes[number]
                rule: Json = None
                if isinstance(node, DecisionNode | TogetherNode):
                    site = self.compiled.sites[node.plan.site]
                    rule = rule_at(site.span, site.where, sources.get(site.span.source))
                found[str(number)] = {"box": f"n{element.id}", "title": element.title, "rule": rule}
        return found


def rule_at(span: Span, where: str, source: Source | None) -> JsonObject | None:
    """The lines of the block in which a place stands: `name`, `place`, `lines` (number, text, whether it is the place). None for unknown texts."""
    if source is None:
        return None
    at, _ = source.position(span.start)
    lines: list[Json] = [[number, source.line(number), number == at] for number in block(source, at)]
    return {"name": where, "place": f"{source.name}:{at}", "lines": lines}


def block(source: Source, at: int) -> Sequence[int]:
    """The numbers of the lines around one, from 1: its declaration as far as that is not too long, else what is near."""
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
