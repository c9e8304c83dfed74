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
from gamedsl.cli.choices.refusing import Refusals, consenting, options_with
from gamedsl.cli.choices.ways import Row, Ways
from gamedsl.cli.common.card_texts import CardTexts
from gamedsl.cli.playing.commands import COMMANDS, LEAVING, help_text, is_command
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.cli.playing.news import News
from gamedsl.cli.playing.prompt import read_line, show_pages
from gamedsl.cli.playing.resigning import result_of_resigning
from gamedsl.cli.playing.whys import Whys
from gamedsl.cli.printing.progress import working
from gamedsl.cli.printing.views import view_text
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import Names, key
from gamedsl.table.steps import Several, paths
from gamedsl.table.table import Table, screen_width
from gamedsl.table.text import listed, suited
from gamedsl.values import field, frozen
from gamedsl_interpreter.engine import Engine, Move, State, Step

_EVERYTHING = frozenset({"all", "allin"})
"""What somebody says who pays everything, whatever the action is called."""
_RESIGNING = frozenset({"resign", "concede", "giveup", "surrender"})
"""What somebody says who gives the match up, where the rules have no such action."""
_SURE = frozenset({"y", "yes", "ok", "sure"})
_LONGEST = 1000
"""No answer is longer."""


class Command(Enum):
    """Answers that are commands to the match and no choices."""

    UNDO = "undo"
    UNDO_ANYWAY = "undo anyway"
    QUIT = "quit"
    RESIGN = "resign"


_COMMANDS = {
    **{command.value: command for command in (Command.UNDO, Command.UNDO_ANYWAY)},
    **dict.fromkeys(LEAVING, Command.QUIT),
}


@frozen
class Offer:
    """What is offered at a question: the options in words, the steps that they answer, words to complete, and the values that an option gives to the open
    steps, or the move that it makes. `several`: the open selection of several. `question`: its words."""

    answers: Sequence[Answer]
    steps: Sequence[Step]
    words: Sequence[str]
    values: Sequence[tuple[int, ...]] = ()
    moves: Sequence[Move] = ()
    several: Several | None = None
    question: str = ""

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
    ways: Ways
    is_final: Callable[[State, SeatId, Move], bool]
    """Whether a move cannot be taken back without a stronger word."""
    save: Callable[[str], None]
    _cards: CardTexts = field(init=False)
    _typed: list[str] = field(factory=list[str])
    """What was typed while the rules were shown."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_cards", CardTexts(self.names))

    def read(self, asked: Open) -> int | Reading | Move | Row | Command | None:
        """Reads one answer: the index of an option, values for open steps, a whole move or several, or a command that ends the question. Returns None if it was
        an information command or was not understood."""
        words = [word.replace(" ", "_") for word in asked.offer.words]
        prompt = f"{self.engine.game.seats[asked.seat]}> "
        early = self.news.typed_early()
        typed = self._typed.pop() if self._typed else None
        # Moves are made at their question only, commands also where Enter goes on.
        line = typed or (early if is_command(early) else read_line(prompt, [*words, *COMMANDS]))
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
        if key(line) in _RESIGNING and not self._is_action(asked, line):
            return self._resigned(asked.seat)
        return _COMMANDS[line.lower()] if line.lower() in _COMMANDS else self._read_choice(asked, line)

    def _is_action(self, asked: Open, line: str) -> bool:
        """Whether the rules have an action with this name, offered or not."""
        offered = [key(words) for words in asked.offer.texts]
        return key(line) in offered or bool(self.refusals.reason(asked.state, asked.seat, line))

    def _resigned(self, seat: SeatId) -> Command | None:
        """Asks whether a player means to give the match up."""
        result = result_of_resigning(self.engine.game, seat)
        if self.is_sure(f"If you resign, {result}. Do you resign? (yes or no) "):
            return Command.RESIGN
        self._say("You play on.")
        return None

    def is_sure(self, question: str) -> bool:
        """Asks a person to confirm something; without an answer nothing is done."""
        self._say(question.rstrip())
        return key(read_line("> ", []) or "") in _SURE

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
            "card": lambda name: self._say(self._cards.answer(name)),
            "hint": lambda _: self._hint(state, seat),
            "rules": self._show_rules,
            "save": self.save,
            "help": lambda about: self._say(help_text(about)),
            "?": lambda text: self._explain(asked.offer.steps, text),
        }

    def _hint(self, state: State, seat: SeatId) -> None:
        with working("The computer is thinking …"):
            told = self.hints.told(state, seat)
        self._say(told)

    # ------------------------------------------------------------ choices

    def _read_choice(self, asked: Open, line: str) -> int | Reading | Move | Row | None:
        offer = asked.offer
        if (
            key(line) in _EVERYTHING
            and line not in offer.texts
            and (all_ones := [at for at, one in enumerate(offer.answers) if COSTS_ALL in one.detail])
        ):
            told = f"{offer.texts[all_ones[0]]}: {offer.answers[all_ones[0]].detail}"
            return all_ones[0] if self.is_sure(f"That is {told}. Do you do it? (yes or no) ") else None
        if not line:
            return self._nothing_said(offer)
        read = self._read_words(asked, line)
        if isinstance(read, Misread) and not read.moves and (rest := self.words.without_verb(line, offer.question)):
            again = self._read_words(asked, rest)
            read = again if not isinstance(again, Misread) or again.moves else read
        if isinstance(read, str | Misread):
            is_number = isinstance(read, Misread) and _is_number(line) and offer.several is None
            self._say(read if isinstance(read, str) else self._refusal(asked, line, read, is_number=is_number))
            return None
        return read if self._is_meant(asked, line, read) else None

    def _nothing_said(self, offer: Offer) -> int | None:
        """Answers somebody who only presses Enter: what alone is possible is taken, else it is said what to type."""
        if len(offer.texts) == 1 and offer.several is None:
            return 0
        what = "numbers of the list" if offer.several is not None else "a number" if are_numbers(offer.texts) else ""
        self._say(f"Type {what or 'a number of the list'}, or `?` for the rule and `help` for what else can be said.")
        return None

    def _read_words(self, asked: Open, line: str) -> int | Reading | Move | Row | Misread | str:
        """Reads a choice; returns why it is none, as a sentence or by what cannot be read."""
        state, seat, offer = asked.state, asked.seat, asked.offer
        if (
            _is_number(line)
            and offer.several is None
            and not are_numbers(offer.texts)
            and 1 <= int(line) <= len(offer.texts)
        ):
            return int(line) - 1
        way = self.ways.read(state, seat, line)
        if way is not None:
            return way
        reader = Reader(self.engine, self.names, state, seat)
        read = reader.read(line, asked.values, offer.several)
        if isinstance(read, Misread) and asked.values:
            # The whole move may be written at any of its questions.
            whole = reader.read(line)
            read = whole if isinstance(whole, Reading) else read
        if isinstance(read, Misread) and (beside := self.ways.beside(state, seat, line)) is not None:
            return beside
        if isinstance(read, Reading) and not read.is_vague:
            return read
        if isinstance(read, Misread) and isinstance(found := self.engine.parse_move(state, seat, line), Move):
            return found
        return self._read_vague(asked, line, read)

    def _read_vague(self, asked: Open, line: str, read: Reading | Misread) -> int | Reading | Move | Misread | str:
        """Reads words that name an option of the list, or only a part of one, or of some other move."""
        offer = asked.offer
        is_open = isinstance(read, Misread) and bool(read.moves)
        named = [] if offer.several is not None or is_open else options_with(line, offer.texts)
        if len(named) == 1:
            return named[0]
        if not named and isinstance(read, Misread) and (answer := consenting(line, offer.texts)) is not None:
            return answer
        meant = self.refusals.meant(asked.state, asked.seat, line)
        if len(named) > 1 and (asked.values or len(meant) != 1):
            return f"`{line}` may be {listed([f'{at + 1}, {offer.texts[at]}' for at in named], 'or')}: say its number."
        if len(meant) > 1:
            return Misread(line, tuple(meant))
        if isinstance(read, Reading):
            return read
        if not meant:
            return read
        return Reading((), meant[0], implied=1) if len(line.split()) == 1 else meant[0]

    def _is_meant(self, asked: Open, line: str, read: int | Reading | Move | Row) -> bool:
        """Asks whether an answer is meant that leaves out a choice, in the middle of another move or where it cannot be taken back; whether it is."""
        if not isinstance(read, Reading) or read.move is None or not read.is_vague:
            return True
        is_final = self.is_final(asked.state, asked.seat, read.move)
        if not (is_final or asked.values):
            return True
        told = self.words.told(asked.state, asked.seat, read.move)
        return self.is_sure(f"`{line}` would be: {told}. Do you do that? (yes or no)")

    def _refusal(self, asked: Open, line: str, read: Misread, *, is_number: bool) -> str:
        """Returns why an answer is no choice."""
        state, seat, offer = asked.state, asked.seat, asked.offer
        if read.moves:
            return f"`{line}` may mean several moves: {self.words.several(state, seat, read.moves)}."
        if is_number:
            return self.refusals.of_number(line, offer.texts)
        if (
            offer.several is None
            and len(numbers := line.replace(",", " ").split()) > 1
            and all(map(_is_number, numbers))
        ):
            return f"One is chosen here, not {len(numbers)}: {self.refusals.how_to_answer(state, seat, offer.answers)}."
        refusal = self.engine.parse_move(state, seat, line)
        if "(" in line and "=" in line and not isinstance(refusal, Move):
            return refusal.text
        if offer.several is not None:
            reader = Reader(self.engine, self.names, state, seat)
            chosen, unread = reader.number_named(line, asked.values, offer.steps[-1], offer.several)
            return self.refusals.of_several(line, unread, chosen, offer.several, seat)
        reason = self.refusals.reason(state, seat, line)
        standing = self.whys.standing(state, seat, line)
        if standing and (not reason or "`" in reason):
            return standing
        if reason:
            return reason
        if len(offer.answers) == 1:
            return f"There is only one thing to do here, {offer.texts[0]}: Enter does it."
        if not asked.values and (told := self.refusals.in_part(state, seat, line, offer.texts)):
            return told
        if several := self.refusals.with_words(state, seat, line):
            return f"`{line}` may mean several moves: {self.words.several(state, seat, several)}."
        return self.refusals.of_word(state, seat, read.word, offer.answers, offer.words, has_begun=bool(asked.values))

    # ------------------------------------------------------------ questions of persons

    def _why(self, asked: Open, text: str) -> str:
        """Returns why a move is possible or refused; a number is that of the list."""
        is_number = text.isascii() and text.isdigit()
        at = int(text) - 1 if is_number and not are_numbers(asked.offer.texts) else -1
        if is_number and asked.offer.several is not None and 0 <= at < len(asked.offer.texts):
            return self.whys.one_of_several(asked.state, asked.seat, asked.offer.texts[at])
        if is_number and asked.offer.several is None and (at >= 0 or text not in asked.offer.texts):
            reason = "" if 0 <= at < len(asked.offer.texts) else self.refusals.of_number(text, asked.offer.texts)
            if reason:
                return self.whys.refused(asked.state, asked.seat, text, reason)
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
        if of:
            click.echo(view_text(view, self.engine.game))
            return
        for line in spoken.text(view).split("\n"):
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            click.echo(fill(line, screen_width(), subsequent_indent=indent, break_on_hyphens=False))

    def _show_rules(self, about: str) -> None:
        """Shows the rules page by page; what somebody types between two pages is the next answer."""
        self._typed[:] = filter(None, [show_pages(list(self.explainer.rules(about)))])

    def _list_moves(self, asked: Open) -> None:
        for line in self.questions.listed_moves(paths(self.engine, asked.state, asked.seat, MANY), asked.seat):
            click.echo(line)

    @staticmethod
    def _say(text: str) -> None:
        lines = (fill(line, screen_width(), break_on_hyphens=False) for line in text.split("\n"))
        click.echo(suited("\n".join(lines)))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]+", text) is not None
