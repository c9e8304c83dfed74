"""Explains a decision by its rule: the sentences of the rulebook, and the place in the rules file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from textwrap import wrap

from gamedsl.cli.reading.rules import Rules
from gamedsl.graph.analysis.piece_words import singular
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import DecisionNode, Plan, TogetherNode
from gamedsl.json import JsonObject
from gamedsl.reports.places import position
from gamedsl.reports.titles import without_citations
from gamedsl.rulebook.book import ends_of, rulebook
from gamedsl.rulebook.contents import contents
from gamedsl.rulebook.glance import REFUSALS
from gamedsl.rulebook.labels import labels_in, with_labels
from gamedsl.rulebook.model import (
    Block,
    Book,
    Paragraph,
    Section,
    Step,
    Steps,
    Table,
    capital,
    plain,
    readable,
    sections_in_order,
    texts,
)
from gamedsl.rulebook.order import Told, rules_below
from gamedsl.syntax.tree import declarations
from gamedsl.table.text import faint, title

_SORTS = ("phase", "action", "rule", "reaction")
_EACH_IN_TURN = re.compile(r"^Each player in turn[^.]*\. (?=\S)")
"""How the book begins before the sentences about a phase: whoever is asked knows that."""
_SET_UP = "setup"
"""The part of the rules in which players choose before the first round."""
_SHORT = 250
"""With so many characters a phase says little about a choice in it."""
_NONE = "–"
"""The cell of a table of the book that has no value."""
_FULL = ("full", "all")
"""The word behind `?` that asks for each step of the rule."""


def reason_sentence(rules: Rules, game: Game, reason: str) -> str:
    """Returns the reason for which a match ended as a sentence. An end without a sentence has a formula as its reason. If only one end has none, the
    rulebook's words replace the formula. Empty if only the single round is over."""
    if not reason or reason.endswith("."):
        return reason
    if reason == "all rounds are played":
        return "All rounds are played." if game.about.rounds is None or game.about.rounds.most > 1 else ""
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
        return with_labels(rulebook(self._rules.parsed, "asked"), self._labels)

    @cached_property
    def _exact_book(self) -> Book:
        return with_labels(rulebook(self._rules.parsed, "beside"), self._labels)

    def answer(self, text: str, name: str, actions: Sequence[str]) -> Iterator[str]:
        """Yields the answer to `?` and the words typed after it, at a decision that offers these actions."""
        if text in ("", *_FULL):
            yield from self._exact_lines(name, actions) if text else self.lines(name, actions)
        else:
            yield f"There is no `? {text}`: say `?`, or `? full` for each step of the rule."

    def lines(self, name: str, actions: Sequence[str]) -> Iterator[str]:
        """Explains a decision in sentences: the rule that asks (if it has no sentence, the rule or phase that calls it), and the offered actions with the
        reasons for which they are refused."""
        names = list(dict.fromkeys((name, *(actions or self._lines_of(name)))))
        told = [one for one in names if self._sentences_about(one)] or [
            one for one in self._above(name) if self._sentences_about(one)
        ][:1]
        if len(names) == 1:
            told += self._below(told)
        for one in told:
            section = self._section(self._book, one)
            yield title(
                "Set-up" if one == _SET_UP else section.title if section is not None else self._name_in_book(one)
            )
            for text in self._sentences_about(one):
                yield from self._wrap(text, "  ", "  ")
            yield from self._reasons(one)
        if not told:
            yield "The rules have no sentence about this choice; `rules` tells them all."
        yield faint("`? full` tells it step by step.")

    def sentences(self, names: Sequence[str]) -> str:
        """Returns the sentences of the first of these rules and actions that has any; if none has, those of the rules or phases that call them."""
        above = [one for name in names for one in self._above(name)]
        return next((" ".join(said) for name in (*names, *above) if (said := self._sentences_about(name))), "")

    def condition(self, label: str) -> str:
        """Returns when an action is offered, which has this label: `the office is not empty`; empty if its menus always offer it."""
        begin = f"{label}, only if "
        steps = (step for one in sections_in_order(self._exact_book.sections) for step in _steps_in(one.section.blocks))
        return next((text.removeprefix(begin) for step in steps if (text := plain(step.text)).startswith(begin)), "")

    def _below(self, above: Sequence[str]) -> list[str]:
        """Returns the rules that a phase with short sentences calls, if they have sentences and nobody chooses in them, such as the rule for sowing seeds."""
        if sum(len(text) for one in above for text in self._sentences_about(one)) > _SHORT:
            return []
        asking = {plan.name for plan in self._plans}
        found = (rule.name.text for one in above for rule in self._rules_below.get(one, ()))
        return [one for one in found if one not in asking and self._sentences_about(one)]

    @cached_property
    def _rules_below(self) -> dict[str, tuple[Told, ...]]:
        return rules_below(self._decls)

    @cached_property
    def _decls(self) -> Sequence[declarations.Decl]:
        return contents(self._rules.parsed).decls

    def _exact_lines(self, name: str, actions: Sequence[str]) -> Iterator[str]:
        """Yields the explanation of a decision step by step, with the places in the rules file."""
        names = dict.fromkeys((name, *(actions or self._lines_of(name))))
        # If these have neither steps nor a place in the book, shows the rules that call them.
        lines = [*self._exact(names)] or [*self._exact(self._above(name))]
        yield from lines or ["The rules have no steps about this choice; `rules` tells them all."]

    def _exact(self, names: Iterable[str]) -> Iterator[str]:
        """Yields the steps of some rules and actions, each with its place in the rules file."""
        for one in names:
            section = self._section(self._exact_book, one)
            if section is not None:
                yield title(section.title)
                yield from self._blocks(section)
            place = self._place(one)
            if place:
                yield faint(f"  --> {place}")

    def _sentences_about(self, name: str) -> list[str]:
        """Returns the author's sentences about a rule, or about the set-up; empty if there are none."""
        if name == _SET_UP:
            docs = [decl.body.doc for decl in self._decls if isinstance(decl, declarations.Setup)]
            return [without_citations(doc) for doc in docs if doc]
        section = self._section(self._book, name)
        blocks = () if section is None else section.blocks
        own = (block.text for block in blocks if isinstance(block, Paragraph) and block.is_own)
        return [_EACH_IN_TURN.sub("", without_citations(plain(text))) for text in own]

    def _lines_of(self, name: str) -> list[str]:
        """Returns the actions in the menu of a decision."""
        return [line.name for plan in self._plans if plan.name == name for line in plan.menu or ()]

    def _above(self, name: str) -> list[str]:
        """Returns the rules that lead to a decision, the nearest first, and the phase."""
        nodes = [node for node in self._compiled.game.nodes if isinstance(node, DecisionNode | TogetherNode)]
        found = next((node for node in nodes if any(one.name == name for one in _with_menus(node.plan))), None)
        return [] if found is None else [*reversed(found.path), found.cluster]

    def rules(self, about: str) -> Iterator[str]:
        """Yields the rules as their book tells them: all of them, or the sections that are about a word."""
        word = about.casefold()
        sections = (one.section for one in sections_in_order(self._book.sections) if not one.section.is_exact)
        found = [section for section in sections if not self._is_reckoned_by(section)]
        if word:
            found = _about(found, word) or _about(found, singular(word))
        if not found:
            yield f"The rules say nothing about `{about}`."
        for section in found:
            yield title(section.title)
            yield from self._blocks(section, {word, singular(word)})
            yield ""

    def _is_reckoned_by(self, section: Section) -> bool:
        """Whether a section only lists numbers with which the rules calculate: players do not look them up."""
        if section.parts and not section.blocks:
            return all(map(self._is_reckoned_by, section.parts))
        is_data = any(key.sort in ("table", "type") and key.name not in self._labels.names for key in section.tells)
        is_told = any(map(_has_sentences, section.blocks))
        return (
            is_data
            and not is_told
            and all(isinstance(block, Table | Steps) for block in section.blocks)
            and not section.parts
        )

    def _reasons(self, name: str) -> Iterator[str]:
        """Yields the sentences with which an action is refused."""
        rows = [row for section in self._book.sections if section.title == REFUSALS for row in _rows(section)]
        told = dict.fromkeys(
            plain(why) for why, about, *_ in rows if plain(about) in (readable(name), self._name_in_book(name))
        )
        if told:
            yield from self._wrap(f"You may be told: {' '.join(told)}", "  ", "  ")

    def _section(self, book: Book, name: str) -> Section | None:
        for place in sections_in_order(book.sections):
            if any(key.name in (name, self._name_in_book(name)) and key.sort in _SORTS for key in place.section.tells):
                return place.section
        return None

    def _name_in_book(self, name: str) -> str:
        """Returns the book's name for a rule: its label, if it has one."""
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

    def _blocks(self, section: Section, about: Set[str] = frozenset()) -> Iterator[str]:
        """Yields the text of a section. If rows of its lists begin with a word of `about`, only these rows are shown."""
        for block in section.blocks:
            match block:
                case Paragraph(text):
                    yield from self._wrap(without_citations(plain(text)), "  ", "  ")
                case Steps(steps):
                    yield from self._steps(steps, 2)
                case Table(head, rows):
                    named = [row for row in rows if plain(row[0]).casefold() in about]
                    for row in named or rows:
                        yield from self._wrap(_row_text(head, row), "  - ", "    ")
                case _:
                    pass

    def _steps(self, steps: Sequence[Step], indent: int) -> Iterator[str]:
        for step in steps:
            yield from self._wrap(plain(step.text), f"{' ' * indent}- ", " " * (indent + 2))
            yield from self._steps(step.steps, indent + 2)

    def _wrap(self, text: str, first: str, rest: str) -> Iterator[str]:
        yield from wrap(text, self._width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _steps_in(blocks: Iterable[Block]) -> Iterator[Step]:
    """Yields the lines of all lists, with the lines below them."""
    left = [step for block in blocks if isinstance(block, Steps) for step in block.steps]
    for step in left:
        yield step
        left += step.steps


def _about(sections: Sequence[Section], word: str) -> list[Section]:
    """Returns the sections that have a word in their titles, and the lists of words that say it; else all that say it."""
    named = [one for one in sections if word in one.title.casefold()]
    saying = [one for one in sections if any(word in plain(text).casefold() for text in texts(one))]
    lists = [one for one in saying if {key.sort for key in one.tells} == {"type"}]
    return [one for one in sections if one in named or one in lists] if named else saying


def _has_sentences(block: Block) -> bool:
    """Whether a table explains the things that it lists: a cell has several sentences."""
    return isinstance(block, Table) and any(". " in plain(cell) for row in block.rows for cell in row[1:])


def _row_text(head: Sequence[str], row: Sequence[str]) -> str:
    """Returns a row of a table as a line: its first cell, and the others, with their headings if there are several."""
    first, *others = row
    named = [(plain(name), plain(cell)) for name, cell in zip(head[1:], others, strict=True) if cell and cell != _NONE]
    told = [
        cell
        # A sentence needs no heading.
        if len(others) == 1 or cell.endswith(".")
        else f"{name} is {cell}"
        if name.isdecimal()
        else f"{name} {cell}".strip()
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
