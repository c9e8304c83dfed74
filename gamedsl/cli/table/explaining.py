"""Explains a decision by its rule: the sentences of the rulebook, and the place in the rules file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from textwrap import wrap

from gamedsl.cli.printing.text import faint, title
from gamedsl.cli.reading.rules import Rules
from gamedsl.cli.table.names import uncited
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.reports.places import position
from gamedsl.rulebook.book import ends_of, rulebook
from gamedsl.rulebook.model import Book, Paragraph, Section, Step, Steps, Table, capital, placed, plain

_SORTS = ("phase", "action", "rule", "reaction")


def reason_sentence(rules: Rules, reason: str) -> str:
    """Returns the reason for which a match ended as a sentence. Ends without a sentence of the rules have a formula as their reason: the rulebook's words
    replace it if only one end has none."""
    if not reason or reason.endswith("."):
        return reason
    if reason == "all rounds are played":
        return "All rounds are played."
    told = [plain(block.text) for block in ends_of(rules.parsed) if not block.is_own]
    return capital(told[0]) if len(told) == 1 else ""


class Explainer:
    """Explains the decisions of one game."""

    def __init__(self, rules: Rules, compiled: Compiled, width: int) -> None:
        self._rules = rules
        self._compiled = compiled
        self._width = width

    @cached_property
    def _book(self) -> Book:
        return rulebook(self._rules.parsed, has_appendix=False)

    def lines(self, name: str, actions: Sequence[str]) -> Iterator[str]:
        """Yields the explanation of a decision: the rule that asks, and the actions that it offers."""
        found = False
        for one in dict.fromkeys((name, *actions)):
            section = self._section(one)
            if section is not None:
                found = True
                yield title(section.title)
                yield from self._blocks(section)
            place = self._place(one)
            if place:
                yield faint(f"  --> {place}")
        if not found:
            yield "the rules say nothing more about this choice"

    def _section(self, name: str) -> Section | None:
        for place in placed(self._book.sections):
            if any(key.name == name and key.sort in _SORTS for key in place.section.tells):
                return place.section
        return None

    def _place(self, name: str) -> str:
        plan = next((one for one in self._plans if one.name == name), None)
        if plan is None or not 0 <= plan.site < len(self._compiled.sites):
            return ""
        return position(self._compiled.sites[plan.site].span, self._rules.files.sources)

    @cached_property
    def _plans(self) -> list[Plan]:
        nodes = self._compiled.game.nodes
        return [
            plan for node in nodes if isinstance(node, DecisionNode | TogetherNode) for plan in _with_menus(node.plan)
        ]

    def _blocks(self, section: Section) -> Iterator[str]:
        for block in section.blocks:
            match block:
                case Paragraph(text):
                    yield from self._wrapped(uncited(plain(text)), "  ", "  ")
                case Steps(steps):
                    yield from self._steps(steps, 2)
                case Table(_, rows):
                    for row in rows:
                        yield from self._wrapped(": ".join(plain(cell) for cell in row if cell), "  - ", "    ")
                case _:
                    pass

    def _steps(self, steps: Sequence[Step], indent: int) -> Iterator[str]:
        for step in steps:
            yield from self._wrapped(plain(step.text), f"{' ' * indent}- ", " " * (indent + 2))
            yield from self._steps(step.steps, indent + 2)

    def _wrapped(self, text: str, first: str, rest: str) -> Iterator[str]:
        yield from wrap(text, self._width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _with_menus(plan: Plan) -> Iterator[Plan]:
    yield plan
    for line in plan.menu or ():
        yield from _with_menus(line)
