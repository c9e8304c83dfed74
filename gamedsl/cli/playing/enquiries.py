"""Answers a person's questions about the game while a move is asked for. They do not change the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from textwrap import fill

import click

from gamedsl.cli.choices.hints import Hints
from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.notation import Reader
from gamedsl.cli.choices.numbers import are_numbers
from gamedsl.cli.choices.questions import Questions
from gamedsl.cli.choices.refusing import Refusals
from gamedsl.cli.common.card_texts import CardTexts
from gamedsl.cli.playing.commands import help_text
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.cli.playing.news import News
from gamedsl.cli.playing.offers import Open
from gamedsl.cli.playing.prompt import say, show_pages
from gamedsl.cli.playing.replies import beside
from gamedsl.cli.playing.whys import Whys
from gamedsl.cli.printing.progress import working
from gamedsl.cli.printing.views import view_text
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import Names
from gamedsl.table.table import Table, screen_width
from gamedsl.values import field, frozen
from gamedsl_interpreter.engine import Engine, State, Step

_SHORT = 20
"""The help names moves of at most this many characters."""
_MOST_NAMED = 2


@frozen
class Enquiries:
    """Answers the questions of persons in one match."""

    engine: Engine[State]
    names: Names
    news: News
    questions: Questions
    words: MoveWords
    refusals: Refusals
    explainer: Explainer
    hints: Hints
    whys: Whys
    save: Callable[[str], None]
    typed: list[str] = field(factory=list[str])
    """The text that was typed while the rules were shown: the next answer."""
    _cards: CardTexts = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_cards", CardTexts(self.names))

    def commands(self, asked: Open) -> dict[str, Callable[[str], None]]:
        """Returns the functions that answer such questions, by the word that a person types."""
        state, seat = asked.state, asked.seat
        return {
            "why": lambda text: say(self._why(asked, text)),
            "view": lambda of: self._show_view(asked, of),
            "table": lambda _: self.news.show_table(state, seat),
            "look": lambda _: self.news.show_table(state, seat),
            "log": lambda _: self.news.show_log(state, seat),
            "moves": lambda _: self._list_moves(asked),
            "card": lambda name: say(self._cards.answer(name)),
            "hint": lambda _: self._hint(state, seat),
            "rules": self._show_rules,
            "save": self.save,
            "help": lambda about: say(self._help(asked, about)),
            "?": lambda text: self._explain(asked.offer.steps, text),
        }

    def _help(self, asked: Open, about: str) -> str:
        """Returns the help, with moves that are possible now."""
        known = self.words.all(asked.state, asked.seat) or asked.offer.texts
        moves = [one for one in known if not one.isdigit() and len(one) <= _SHORT][:_MOST_NAMED]
        return help_text(about, has_cards=self._cards.has_any, moves=moves)

    def _hint(self, state: State, seat: SeatId) -> None:
        # Screen readers do not read a line that changes.
        with nullcontext() if self.names.is_spoken else working("The computer is thinking …"):
            told = self.hints.sentences(state, seat)
        say(told)

    def _why(self, asked: Open, text: str) -> str:
        """Explains why a move is possible or refused. A number means the option of this number in the list."""
        is_number = text.isascii() and text.isdigit()
        found = asked.offer.at_number(int(text)) if is_number else None
        at = -1 if found is None else found
        if is_number and asked.offer.several is not None and 0 <= at < len(asked.offer.texts):
            return self.whys.one_of_several(asked.state, asked.seat, asked.offer.texts[at])
        if is_number and asked.offer.several is None and (at >= 0 or text not in asked.offer.texts):
            rule = self.refusals.rule_against(asked.state, asked.seat, text)
            reason = (
                "" if 0 <= at < len(asked.offer.texts) else rule or self.refusals.of_number(text, asked.offer.texts)
            )
            if reason:
                return self.whys.explain_refusal(asked.state, asked.seat, text, reason)
        if 0 <= at < len(asked.offer.moves):
            return self.whys.possible(asked.state, asked.seat, asked.offer.moves[at])
        if 0 <= at < len(asked.offer.values):
            return self.whys.why_possible(asked.state, asked.seat, (*asked.values, *asked.offer.values[at]))
        if asked.offer.several is not None and text:
            reader = Reader(self.engine, self.names, asked.state, asked.seat)
            chosen, unread = reader.read_things(text, asked.values, asked.offer.steps[-1], asked.offer.several)
            if len(chosen) == 1 and not unread:
                return self.whys.one_of_several(asked.state, asked.seat, self.names.thing(chosen[0], asked.seat))
        if elsewhere := beside(text, asked.offer.answers):
            return self.whys.explain_refusal(asked.state, asked.seat, text, elsewhere)
        return self.whys.answer(asked.state, asked.seat, text)

    def _explain(self, steps: Sequence[Step], text: str) -> None:
        """Prints the rule that asks for a choice; for the name of a card, prints the card's text."""
        if text and (card := self._cards.text_of(text)) is not None:
            say(card)
            return
        actions = [option.text for step in steps if step.kind == "menu" for option in step.options]
        for line in self.explainer.answer(text, steps[0].decision if steps else "", actions):
            click.echo(line)

    def _show_view(self, asked: Open, of: str) -> None:
        """Prints all that a seat sees: in words, or by the names of the rules."""
        if of not in ("", "rules"):
            say(f"There is no `view {of}`: say `view`, or `view rules` for the names of the rules.")
            return
        view = self.engine.view(asked.state, asked.seat)
        spoken = Table(Names(self.engine.game, self.names.look, is_spoken=True), screen_width(), has_known=True)
        if of:
            click.echo(view_text(view, self.engine.game))
            return
        for line in spoken.text(view).split("\n"):
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            click.echo(fill(line, screen_width(), subsequent_indent=indent, break_on_hyphens=False))

    def _show_rules(self, about: str) -> None:
        """Shows the rules page by page. A line that somebody types between two pages becomes the next answer."""
        self.typed[:] = filter(None, [show_pages(list(self.explainer.rules(about)))])

    def _list_moves(self, asked: Open) -> None:
        words = self.words.all(asked.state, asked.seat)
        if words is not None and len(words) == len(asked.offer.answers) and are_numbers(words):
            # The list explains its numbers.
            lines = self.questions.lists.options(asked.offer.answers, asked.offer.numbers)
        else:
            lines = self.questions.lists.moves(words)
        for line in lines:
            click.echo(line)
