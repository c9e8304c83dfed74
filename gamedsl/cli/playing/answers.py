"""Reads a person's answer to a question: a choice, a command for the match, or a question about the game, which is answered at once."""

from __future__ import annotations

from gamedsl.cli.choices.notation import Reading
from gamedsl.cli.choices.refusing import Refusals
from gamedsl.cli.choices.ways import Row
from gamedsl.cli.playing.choosing import Choices
from gamedsl.cli.playing.commands import COMMANDS, LEAVING, is_command
from gamedsl.cli.playing.enquiries import Enquiries
from gamedsl.cli.playing.news import News
from gamedsl.cli.playing.offers import Begun, Command, Meant, Open
from gamedsl.cli.playing.past import Past
from gamedsl.cli.playing.prompt import is_sure, is_yes, read_line, say
from gamedsl.cli.playing.resigning import result_of_resigning
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.types import SeatId
from gamedsl.table.names import key
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Move

_RESIGNING = frozenset({"resign", "concede", "giveup", "surrender"})
"""The words of somebody who gives the match up, where the rules have no such action."""
_STANDINGS = frozenset({"score", "scores", "points", "standings"})
"""The words of somebody who wants to know how the match stands, where the rules have no such action."""
_UNDOING = frozenset({"back", "goback", "oops", "takeback", "u", "undolast", "undomove", "z"})
"""The words of somebody who takes a choice back, where nothing that is offered is called like that."""
_LONGEST = 1000
"""No answer is longer."""
_COMMANDS = {command.value: command for command in (Command.UNDO, Command.UNDO_ANYWAY)}


@frozen
class Answers:
    """Reads the answers of one match."""

    game: Game
    news: News
    choices: Choices
    refusals: Refusals
    enquiries: Enquiries
    past: Past

    def read(self, asked: Open) -> int | Reading | Move | Row | Meant | Begun | Command | None:
        """Reads one answer: the index of an option, values for open steps, a whole move or several, the moves that it may mean, the first things of a set, or a
        command that ends the question. Returns None if it was an information command or was not understood."""
        words = [word.replace(" ", "_") for word in asked.offer.words]
        prompt = f"{self.game.seats[asked.seat]}> "
        early = self.news.take_early_text()
        typed = self.enquiries.typed.pop() if self.enquiries.typed else None
        if early.lower() in LEAVING:
            return self._confirm_leaving()
        # A move is read only at its own question; a command may be typed earlier, where Enter continues.
        line = typed or (early if is_command(early) else read_line(prompt, [*words, *COMMANDS]))
        if line is None:
            return Command.QUIT
        if len(line) > _LONGEST:
            say("This is too long to be a move.")
            return None
        if asked.offer.texts.count(line) == 1 and asked.offer.several is None:
            return asked.offer.texts.index(line)
        word, _, rest = line.partition(" ")
        command = self.enquiries.commands(asked).get(word)
        if command is not None:
            command(rest.strip())
            return None
        if key(line) in _RESIGNING and not self._is_action(asked, line):
            return self._confirm_resigning(asked.seat)
        if key(line) in _STANDINGS and not self._is_action(asked, line):
            self.news.show_standings(asked.state, asked.seat)
            return None
        if line.lower() in LEAVING and not self.choices.is_rank(asked, line):
            return self._confirm_leaving()
        if line.lower() in _COMMANDS:
            return _COMMANDS[line.lower()]
        if key(line) in _UNDOING and not self._is_action(asked, line):
            return Command.UNDO
        return self.choices.read(asked, line)

    def _is_action(self, asked: Open, line: str) -> bool:
        """Whether the rules have an action with this name, offered or not."""
        offered = [key(words) for words in asked.offer.texts]
        return key(line) in offered or bool(self.refusals.reason(asked.state, asked.seat, line))

    def _confirm_leaving(self) -> Command | None:
        """Asks whether the person really wants to leave in the middle of a match. At the end of the input nobody can answer."""
        if not self.past.has_choices:
            return Command.QUIT
        say("Leave the match? (yes or no)")
        line = read_line("> ", [])
        if line is None or is_yes(line) or line.lower() in LEAVING - {"q"}:
            return Command.QUIT
        say("You play on.")
        return None

    def _confirm_resigning(self, seat: SeatId) -> Command | None:
        """Asks whether a player really wants to resign."""
        result = result_of_resigning(self.game, seat)
        if is_sure(f"If you resign, {result}. Do you resign? (yes or no) "):
            return Command.RESIGN
        say("You play on.")
        return None
