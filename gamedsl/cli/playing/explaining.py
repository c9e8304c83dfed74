"""Explains a decision by its rule: the sentences of the rulebook, and the place in the rules file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from textwrap import wrap

from gamedsl.cli.reading.rules import Rules
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.json import JsonObject
from gamedsl.reports.places import position
from gamedsl.reports.titles import uncited
from gamedsl.rulebook.book import ends_of, rulebook
from gamedsl.rulebook.glance import REFUSALS
from gamedsl.rulebook.labels import labelled, labels_in
from gamedsl.rulebook.model import Book, Paragraph, Section, Step, Steps, Table, capital, placed, plain, readable, texts
from gamedsl.table.text import faint, title

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

    def __init__(self, rules: Rules, compiled: Compiled, look: JsonObject, width: int) -> None:
        self._rules = rules
        self._labels = labels_in(look)
        self._compiled = compiled
        self._width = width

    @cached_property
    def _book(self) -> Book:
        return labelled(rulebook(self._rules.parsed), self._labels)

    @cached_property
    def _exact_book(self) -> Book:
        return labelled(rulebook(self._rules.parsed, "beside"), self._labels)

    def answer(self, text: str, name: str, actions: Sequence[str]) -> Iterator[str]:
        """Yields the answer to `?` and what is typed behind it, at a decision that offers these actions."""
        if text in ("", "all"):
            yield from self.lines(name, actions, is_exact=text == "all")
        else:
            yield f"There is no `? {text}`: say `?`, or `? all` for each step of the rule."

    def lines(self, name: str, actions: Sequence[str], *, is_exact: bool = False) -> Iterator[str]:
        """Yields the explanation of a decision: the rule that asks, and the actions that it offers, each in its sentences and with the reasons for which it is
        refused; if `is_exact`, step by step. A rule without a sentence is left to its actions."""
        found = False
        actions = actions or [line.name for plan in self._plans if plan.name == name for line in plan.menu or ()]
        for one in dict.fromkeys((name, *actions)):
            section = self._section(self._exact_book if is_exact else self._book, one)
            is_left = not is_exact and bool(actions) and one == name and not _is_in_sentences(section)
            if section is not None and not is_left:
                found = True
                yield title(section.title)
                yield from self._blocks(section)
                yield from () if is_exact else self._reasons(one)
            place = self._place(one)
            if place and is_exact:
                yield faint(f"  --> {place}")
        if not found:
            yield "The rules say nothing more about this choice."
        elif not is_exact:
            yield faint("`? all` tells it step by step.")

    def rules(self, about: str) -> Iterator[str]:
        """Yields the rules as their book tells them: all of them, or the sections that are about a word."""
        word = about.casefold()
        found = [one.section for one in placed(self._book.sections) if not one.section.is_exact]
        if word:
            named = [one for one in found if word in one.title.casefold()]
            found = named or [one for one in found if any(word in plain(text).casefold() for text in texts(one))]
        if not found:
            yield f"The rules say nothing about `{about}`."
        for section in found:
            yield title(section.title)
            yield from self._blocks(section)
            yield ""

    def _reasons(self, name: str) -> Iterator[str]:
        """Yields the sentences with which an action is refused."""
        rows = [row for section in self._book.sections if section.title == REFUSALS for row in _rows(section)]
        told = dict.fromkeys(
            plain(why) for why, about, *_ in rows if plain(about) in (readable(name), self._called(name))
        )
        if told:
            yield from self._wrapped(f"You may be told: {' '.join(told)}", "  ", "  ")

    def _section(self, book: Book, name: str) -> Section | None:
        for place in placed(book.sections):
            if any(key.name in (name, self._called(name)) and key.sort in _SORTS for key in place.section.tells):
                return place.section
        return None

    def _called(self, name: str) -> str:
        """Returns what the book calls a rule: by its label, if it has one."""
        return self._labels.names.get(readable(name), name)

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
                case Table(head, rows):
                    for row in rows:
                        yield from self._wrapped(_row_text(head, row), "  - ", "    ")
                case _:
                    pass

    def _steps(self, steps: Sequence[Step], indent: int) -> Iterator[str]:
        for step in steps:
            yield from self._wrapped(plain(step.text), f"{' ' * indent}- ", " " * (indent + 2))
            yield from self._steps(step.steps, indent + 2)

    def _wrapped(self, text: str, first: str, rest: str) -> Iterator[str]:
        yield from wrap(text, self._width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _is_in_sentences(section: Section | None) -> bool:
    return section is not None and all(isinstance(block, Paragraph) for block in section.blocks)


def _row_text(head: Sequence[str], row: Sequence[str]) -> str:
    """Returns a row of a table as a line: its first cell, and the others, with their headings if there are several."""
    first, *others = row
    named = [(plain(name), plain(cell)) for name, cell in zip(head[1:], others, strict=True) if cell]
    told = [
        (f"{name} is {cell}" if name.isdecimal() else f"{name} {cell}".strip()) if len(others) > 1 else cell
        for name, cell in named
    ]
    return ": ".join(filter(None, (plain(first), ", ".join(told))))


def _rows(section: Section) -> Iterator[tuple[str, ...]]:
    for block in section.blocks:
        if isinstance(block, Table):
            yield from block.rows


def _with_menus(plan: Plan) -> Iterator[Plan]:
    yield plan
    for line in plan.menu or ():
        yield from _with_menus(line)
