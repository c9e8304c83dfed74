"""Reads what a person answers to a question: a choice, a command to the match, or a question about the game, which is answered at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import Enum
from textwrap import fill

import click

from gamedsl.cli.choices.costs import COSTS_ALL
from gamedsl.cli.choices.hints import Hints
from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.notation import Misread, Reader, Reading
from gamedsl.cli.choices.questions import MANY, Answer, Questions, are_numbers
from gamedsl.cli.choices.refusing import Refusals
from gamedsl.cli.common.card_texts import CardTexts
from gamedsl.cli.playing.commands import COMMANDS, HELP
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.cli.playing.news import News
from gamedsl.cli.playing.prompt import read_line
from gamedsl.cli.playing.whys import Whys
from gamedsl.cli.printing.paging import show_long
from gamedsl.cli.printing.views import view_text
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import Names, key
from gamedsl.table.steps import Several, paths
from gamedsl.table.table import Table, screen_width
from gamedsl.values import field, frozen
from gamedsl_interpreter.engine import Engine, Move, State, Step

_EVERYTHING = "allin"
"""What somebody says who pays everything, whatever the action is called."""
_RESIGN = "resign"
"""What somebody says who wants to stop, where the rules have no such action."""
_LONGEST = 1000
"""No answer is longer."""


class Command(Enum):
    """Answers that are commands to the match and no choices."""

    UNDO = "undo"
    UNDO_ANYWAY = "undo anyway"
    QUIT = "quit"


_COMMANDS = {
    **{command.value: command for command in Command},
    **dict.fromkeys(("exit", "q"), Command.QUIT),
}


@frozen
class Offer:
    """What is offered at a question: the options in words, the steps that they answer, words to complete, and the values that an option gives to the open
    steps, or the move that it makes. `several`: the open selection of several."""

    answers: Sequence[Answer]
    steps: Sequence[Step]
    words: Sequence[str]
    values: Sequence[tuple[int, ...]] = ()
    moves: Sequence[Move] = ()
    several: Several | None = None

    @property
    def texts(self) -> list[str]:
        """The words of the options."""
        return [answer.words for answer in self.answers]


@frozen
class Open:
    """An open question: who is asked at which position, behind which answers, and what is offered."""

    state: State
    seat: SeatId
    values: Sequence[int]
    offer: Offer


@frozen
class Answers:
    """Reads the answers of one match."""

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
    _cards: CardTexts = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_cards", CardTexts(self.names))

    def read(self, asked: Open) -> int | Reading | Move | Command | None:
        """Reads one answer: the index of an option, values for open steps, a whole move, or a command that ends the question. Returns None if it was an
        information command or was not understood."""
        words = [word.replace(" ", "_") for word in asked.offer.words]
        prompt = f"{self.engine.game.seats[asked.seat]}> "
        early = self.news.typed_early()
        # Moves are made at their question only, commands also where Enter goes on.
        is_command = early.partition(" ")[0] in {*COMMANDS, *_COMMANDS, "?"}
        line = early if is_command else read_line(prompt, [*words, *COMMANDS])
        if line is None:
            return Command.QUIT
        if len(line) > _LONGEST:
            self._say("This is too long to be a move.")
            return None
        if line in asked.offer.texts and asked.offer.several is None:
            return asked.offer.texts.index(line)
        word, _, rest = line.partition(" ")
        command = self._commands(asked).get(word)
        if command is not None:
            command(rest.strip())
            return None
        return _COMMANDS[line.lower()] if line.lower() in _COMMANDS else self._read_choice(asked, line)

    def _commands(self, asked: Open) -> dict[str, Callable[[str], None]]:
        """Returns what is answered at once, by its word."""
        state, seat = asked.state, asked.seat
        return {
            "why": lambda text: self._say(self._why(asked, text)),
            "view": lambda of: self._show_view(asked, of),
            "table": lambda _: self.news.show_table(state, seat),
            "look": lambda _: self.news.show_table(state, seat),
            "log": lambda _: self.news.show_log(state, seat),
            "moves": lambda _: self._list_moves(asked),
            "card": lambda name: click.echo(self._cards.answer(name)),
            "hint": lambda _: self._say(self.hints.told(state, seat)),
            "rules": lambda about: show_long("\n".join(self.explainer.rules(about))),
            "save": self.save,
            "help": lambda _: click.echo(HELP),
            "?": lambda text: self._explain(asked.offer.steps, text),
        }

    # ------------------------------------------------------------ choices

    def _read_choice(self, asked: Open, line: str) -> int | Reading | Move | None:
        state, seat, offer = asked.state, asked.seat, asked.offer
        texts = offer.texts
        if key(line) == _EVERYTHING and (
            all_ones := [at for at, one in enumerate(offer.answers) if COSTS_ALL in one.detail]
        ):
            return all_ones[0]
        if not line:
            return 0 if len(texts) == 1 and offer.several is None else None
        is_number = re.fullmatch(r"-?[0-9]+", line) is not None and offer.several is None
        if is_number and not are_numbers(texts) and 1 <= int(line) <= len(texts):
            return int(line) - 1
        reader = Reader(self.engine, self.names, state, seat)
        read = reader.read(line, asked.values, offer.several)
        if isinstance(read, Misread) and asked.values:
            # The whole move may be written at any of its questions.
            whole = reader.read(line)
            read = whole if isinstance(whole, Reading) else read
        if isinstance(read, Reading):
            return read
        found = self.engine.parse_move(state, seat, line)
        if isinstance(found, Move):
            return found
        meant = self.refusals.meant(state, seat, line)
        if len(meant) == 1:
            return meant[0]
        read = Misread(line, tuple(meant)) if meant else read
        self._say(self._refusal(asked, line, read, is_number=is_number))
        return None

    def _refusal(self, asked: Open, line: str, read: Misread, *, is_number: bool) -> str:
        """Returns why an answer is no choice."""
        state, seat, offer = asked.state, asked.seat, asked.offer
        if key(line) == _RESIGN and not self.refusals.reason(state, seat, line):
            return "These rules do not let a player resign: `quit` leaves, and the match so far is written."
        if read.moves:
            return f"`{line}` may mean several moves: {self.words.several(state, seat, read.moves)}."
        if is_number:
            return self.refusals.of_number(line, offer.texts)
        refusal = self.engine.parse_move(state, seat, line)
        if "(" in line and not isinstance(refusal, Move):
            return refusal.text
        if offer.several is not None:
            reader = Reader(self.engine, self.names, state, seat)
            chosen, unread = reader.number_named(line, asked.values, offer.steps[-1], offer.several)
            return self.refusals.of_several(line, unread, chosen, offer.several)
        return self.refusals.reason(state, seat, line) or self.refusals.of_word(
            state, seat, read.word, offer.answers, offer.words, has_begun=bool(asked.values)
        )

    # ------------------------------------------------------------ questions of persons

    def _why(self, asked: Open, text: str) -> str:
        """Returns why a move is possible or refused; a number is that of the list."""
        at = int(text) - 1 if text.isascii() and text.isdigit() and not are_numbers(asked.offer.texts) else -1
        if 0 <= at < len(asked.offer.moves):
            return self.whys.possible(asked.state, asked.seat, asked.offer.moves[at])
        if 0 <= at < len(asked.offer.values):
            return self.whys.begun(asked.state, asked.seat, (*asked.values, *asked.offer.values[at]))
        return self.whys.answer(asked.state, asked.seat, text)

    def _explain(self, steps: Sequence[Step], text: str) -> None:
        actions = [option.text for step in steps if step.kind == "menu" for option in step.options]
        for line in self.explainer.answer(text, steps[0].decision if steps else "", actions):
            click.echo(line)

    def _show_view(self, asked: Open, of: str) -> None:
        """Prints all that a seat sees: in words, or by the names of the rules."""
        if of not in ("", "rules"):
            self._say(f"There is no `view {of}`: say `view`, or `view rules` for the names of the rules.")
            return
        view = self.engine.view(asked.state, asked.seat)
        spoken = Table(Names(self.engine.game, self.names.look, is_spoken=True), screen_width(), has_known=True)
        click.echo(view_text(view, self.engine.game) if of else spoken.text(view))

    def _list_moves(self, asked: Open) -> None:
        for line in self.questions.listed_moves(paths(self.engine, asked.state, asked.seat, MANY), asked.seat):
            click.echo(line)

    @staticmethod
    def _say(text: str) -> None:
        click.echo("\n".join(fill(line, screen_width(), break_on_hyphens=False) for line in text.split("\n")))
