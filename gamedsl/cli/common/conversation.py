"""A match between people at the terminal and agents: it asks for moves, and answers commands in between."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import chain, count

import click

from gamedsl.cli.common.card_texts import CardTexts
from gamedsl.cli.common.exit_codes import CommandError
from gamedsl.cli.printing.text import bad, faint, listed, title
from gamedsl.cli.printing.views import view_text
from gamedsl.cli.printing.writing import Output, encode, sources_of
from gamedsl.cli.reading.rules import Rules, file_name
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.types import SeatId
from gamedsl.reports.places import position
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import Engine, Move, Refusal, State, Step
from gamedsl_interpreter.matches.agents import Agent, is_unfinished
from gamedsl_interpreter.matches.match import Played, seen_by
from gamedsl_interpreter.matches.replay import replay_of, to_json
from gamedsl_interpreter.random import Dice, policy_stream, seed_ahead

FEW = 20
"""Up to this many moves are listed; more are chosen step by step."""

MANY = 200
"""The command `moves` lists at most this many."""

_SHOWN_NUMBERS = 12

_HELP = """\
NUMBER       the move or value with this number
MOVE         a move as examples write it, or the words of a shown value
undo         back to your last choice
why MOVE     why a move is refused
view         what you see
moves        all complete moves
card NAME    what a card with rules of its own says
save FILE    write the match so far as a replay
help         this
quit         leave; the match so far is written"""


_NO_UNDO = "taking it back would show one of you what another has seen (`--allow-undo` lets you)"


class Ended(Enum):
    """How a conversation ended."""

    OVER = "over"
    LEFT = "left"


class _Command(Enum):
    """Answers that are commands to the match and no choices."""

    UNDO = "undo"
    QUIT = "quit"


@frozen
class _Point:
    """The situation before a choice of a person, to which `undo` returns."""

    state: State
    moves: int
    told: dict[SeatId, int]


@define
class Conversation:
    """One match in the terminal. `moves` are the moves played so far; `failing` is the move that caused a fault."""

    engine: Engine[State]
    compiled: Compiled
    rules: Rules
    persons: frozenset[SeatId]
    others: Sequence[Agent]
    """The agents of the other seats, by seat."""
    seed: int
    force: bool = False
    """Whether a replay may overwrite a file that this conversation did not write."""
    has_undo: bool = True
    """Whether a completed choice can be taken back; steps of an open choice always can."""
    start: str | None = None
    """The named start of the rules from which the match begins."""
    moves: list[Played] = field(factory=list[Played])
    failing: Played | None = None
    state: State = field(init=False)
    _cards: CardTexts = field(init=False)
    _dice: Dice = field(init=False)
    _ahead: int = field(init=False)
    _past: list[_Point] = field(factory=list[_Point])
    _told: dict[SeatId, int] = field(factory=dict[SeatId, int])
    _last_person: SeatId | None = None
    _saved: set[bytes] = field(factory=set[bytes])
    """The contents of the files that this conversation has written; it may overwrite these."""

    def __attrs_post_init__(self) -> None:
        self._cards = CardTexts(self.compiled.game)
        self._dice, self._ahead = policy_stream(self.seed, 0), seed_ahead(self.seed, 0)

    # ------------------------------------------------------------ the match

    def run(self) -> Ended:
        """Plays until the match is over or the person leaves. Raises Fault."""
        self.state = self.engine.initial(self.seed, 0, self.start)
        while not self.state.is_over:
            seat = self.engine.to_act(self.state)[0]
            if seat not in self.persons:
                agent = self.others[seat]
                seen = seen_by(agent, self.engine, self.state, self._ahead, len(self.moves))
                self._play(seat, agent.choose(self.engine, seen, seat, self._dice))
                continue
            match self._ask(seat):
                case Move() as move:
                    self._past.append(_Point(self.state, len(self.moves), dict(self._told)))
                    self._play(seat, move)
                case _Command.UNDO:
                    self._undo()
                case _Command.QUIT:
                    return Ended.LEFT
        for person in sorted(self.persons):
            self._tell(person)
        return Ended.OVER

    def _play(self, seat: SeatId, move: Move) -> None:
        self.failing = Played(seat, move.text)
        self.state = self.engine.play(self.state, seat, move)
        self.moves.append(self.failing)
        self.failing = None

    def _undo(self) -> None:
        if not self.has_undo:
            click.echo(f"a choice that is made stays made: {_NO_UNDO}")
            return
        if not self._past:
            click.echo("there is nothing to undo")
            return
        point = self._past.pop()
        self.state, self._told = point.state, point.told
        del self.moves[point.moves :]

    def save(self, path: str) -> None:
        """Writes the match so far as a replay. Raises WrongUseError."""
        moves = tuple((played.seat, played.text) for played in self.moves)
        outcome = self.engine.outcome(self.state)
        added = self.rules.files.additions.lines
        record = replay_of(self.engine.game, self.rules.name, self.seed, 0, moves, outcome, self.start, added)
        text = to_json(record)
        self.output(path).write(text)
        self._saved.add(encode(text))
        click.echo(faint(f"the match is written to {path}"))

    def output(self, path: str) -> Output:
        """Returns the output for a replay. A match between people cannot be played again, so only files that this conversation wrote are overwritten."""
        return Output(path, lambda data: data in self._saved, sources_of(self.rules.files), self.force)

    def free_name(self) -> str:
        """Returns a file name for the replay that is not in use. It leaves out the seed if the game hides anything, because the seed would reveal it."""
        game = self.engine.game
        name = file_name(game)
        stem = name if hides(game) else f"{name}-{self.seed}"
        names = chain([f"{stem}.json"], (f"{stem}-{number}.json" for number in count(2)))
        return next(name for name in names if not os.path.lexists(name))

    # ------------------------------------------------------------ questions

    def _ask(self, seat: SeatId) -> Move | _Command:
        """Asks the person in the seat for a move; returns the move, or the command that was given instead."""
        self._turn_to(seat)
        step = self.engine.step(self.state, seat)
        if self._has_more_moves(seat, FEW):
            self._show_head(seat, [] if step.ask is None else [step.ask])
            return self._ask_by_steps(seat)
        moves = self.engine.moves(self.state, seat)
        self._show_questions(seat, step.questions, moves)
        _show_options([move.text for move in moves], self._cards.of_moves(moves))
        while True:
            said = self._answer(seat, [move.text for move in moves])
            match said:
                case int(number):
                    return moves[number]
                case Move() | _Command():
                    return said
                case None:
                    pass

    def _ask_by_steps(self, seat: SeatId) -> Move | _Command:
        """Asks for a move with many alternatives, one step after the other; `undo` goes back by one step."""
        taken: list[tuple[State, int]] = []
        state = self.state
        while True:
            step = self.engine.step(state, seat)
            self._show_step(step)
            said = self._answer(seat, [option.text for option in step.options])
            match said:
                case int(number):
                    taken.append((state, step.options[number].value))
                    state = self.engine.take_step(state, seat, step.options[number].value)
                    if not is_unfinished(self.engine, state):
                        return self._walk_values(seat, [value for _, value in taken])
                case _Command.UNDO if taken:
                    state, _ = taken.pop()
                case Move() | _Command():
                    return said
                case None:
                    pass

    def _show_head(self, seat: SeatId, questions: Sequence[str]) -> None:
        click.echo(title(" ".join((f"{self.engine.game.seats[seat]}, choose:", *questions))))

    def _show_questions(self, seat: SeatId, questions: Sequence[tuple[str, str]], moves: Sequence[Move]) -> None:
        """Prints the head over a list of complete moves: first the questions that all moves answer, then those that only some answer, each with its action."""
        answering = {part: [_has_part(move, part) for move in moves] for part, _ in questions}
        self._show_head(seat, [question for part, question in questions if all(answering[part])])
        for part, question in questions:
            if any(answering[part]) and not all(answering[part]):
                click.echo(f"      {part}: {question}")

    def _walk_values(self, seat: SeatId, values: Sequence[int]) -> Move:
        """Returns the move that consists of these step values."""
        rest = iter(values)
        return self.engine.walk(self.state, seat, lambda _: next(rest))

    def _show_step(self, step: Step) -> None:
        count = f"{step.name}: how many {step.about}?"
        asked = count if step.kind == "count" else f"{step.name} {step.about}".strip()
        click.echo(title(asked if step.ask is None else f"{step.ask} ({asked})"))
        _show_texts(self._cards.of_topic(step.topic))
        _show_options([option.text for option in step.options], self._cards.of_options(step.options))

    # ------------------------------------------------------------ answers

    def _answer(self, seat: SeatId, options: Sequence[str]) -> int | Move | _Command | None:
        """Reads one answer: the index of an option, a whole move, or a command that ends the question. Returns None if it was an information command or
        was not understood."""
        line = self._line(f"{self.engine.game.seats[seat]}> ")
        if line is None:
            return _Command.QUIT
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "why": lambda text: self._why(seat, text),
            "view": lambda _: click.echo(view_text(self.engine.view(self.state, seat), self.engine.game)),
            "moves": lambda _: self._list_moves(seat),
            "card": lambda name: click.echo(self._cards.answer(name)),
            "save": self._save_as,
            "help": lambda _: click.echo(_HELP),
        }
        if line in options:
            return options.index(line)
        if word in commands:
            commands[word](rest.strip())
            return None
        if line in {said.value for said in _Command}:
            return _Command(line)
        return self._read_choice(seat, line, options)

    def _read_choice(self, seat: SeatId, line: str, options: Sequence[str]) -> int | Move | None:
        if not line:
            return None
        if line.isascii() and line.isdigit():
            if not _are_numbers(options) and 1 <= int(line) <= len(options):
                return int(line) - 1
            known = _numbers(options) if _are_numbers(options) else f"1 to {len(options)}"
            click.echo(f"there is no number {line} here: {known}")
            return None
        found = self.engine.parse_move(self.state, seat, line)
        if isinstance(found, Move):
            return found
        click.echo(f"{bad('refused')}: {found.text}")
        return None

    def _why(self, seat: SeatId, text: str) -> None:
        if not text:
            click.echo("why what? Say `why MOVE`")
            return
        found = self.engine.parse_move(self.state, seat, text)
        click.echo(self._refusal(found) if isinstance(found, Refusal) else f"it is possible: {found.text}")

    def _refusal(self, refusal: Refusal) -> str:
        lines = [refusal.text]
        if refusal.why and refusal.why not in refusal.text:
            lines.append(f"  {refusal.reason}: {refusal.why}")
        if 0 <= refusal.site < len(self.compiled.sites):
            lines.append(faint(f"  --> {position(self.compiled.sites[refusal.site].span, self.rules.files.sources)}"))
        return "\n".join(lines)

    def _list_moves(self, seat: SeatId) -> None:
        if self._has_more_moves(seat, MANY):
            click.echo(f"these are more than {MANY:,}: choose step by step")
            return
        for move in self.engine.moves(self.state, seat):
            click.echo(f"      {move.text}")

    def _has_more_moves(self, seat: SeatId, few: int) -> bool:
        """Whether there are more than `few` moves. Counts without listing all, which could take very long."""
        # The index of the chosen option at each step. It counts like an odometer: the last index that can grow is increased.
        chosen: list[int] = []
        for walked in range(1, few + 2):
            sizes: list[int] = []

            def option(step: Step, sizes: list[int] = sizes) -> int:
                if len(sizes) == len(chosen):
                    chosen.append(0)
                sizes.append(len(step.options))
                return step.options[chosen[len(sizes) - 1]].value

            self.engine.walk(self.state, seat, option)
            # Every option not yet tried can be completed, so each leads to at least one more move.
            if walked + sum(size - 1 - at for size, at in zip(sizes, chosen, strict=True)) > few:
                return True
            while chosen and chosen[-1] + 1 >= sizes[len(chosen) - 1]:
                chosen.pop()
            if not chosen:
                return False
            chosen[-1] += 1
        return True

    def _save_as(self, path: str) -> None:
        try:
            self.save(path or self.free_name())
        except CommandError as error:
            click.echo(error.format_message())

    def _line(self, prompt: str) -> str | None:
        """Reads a line of input; returns None at the end of the input. Echoes lines that come through a pipe, so that the printed match can be read."""
        click.echo(prompt, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return None
        if not sys.stdin.isatty():
            click.echo(line.rstrip("\n"))
        return line.strip()

    # ------------------------------------------------------------ what persons are told

    def _turn_to(self, seat: SeatId) -> None:
        """Announces whose turn it is, and the events since that seat was last asked."""
        if len(self.persons) > 1 and self._last_person not in (None, seat) and sys.stdin.isatty():
            click.prompt(f"{self.engine.game.seats[seat]}, it is your turn; Enter", default="", show_default=False)
            click.clear()
        self._last_person = seat
        self._tell(seat)

    def _tell(self, seat: SeatId) -> None:
        events = self.engine.view(self.state, seat).events
        for event in events[self._told.get(seat, 0) :]:
            click.echo(faint(f"  {event.text}"))
        self._told[seat] = len(events)


def _has_part(move: Move, part: str) -> bool:
    """Whether the move makes selections of this rule, action or phase."""
    return f", {part}(" in f", {move.text}"


def _show_options(options: Sequence[str], texts: Sequence[Sequence[str]]) -> None:
    """Prints the options as numbered lines, each with the texts of its cards below. Options that are numbers are printed without line numbers, since they are
    typed as they are."""
    if _are_numbers(options):
        click.echo(f"      {_numbers(options)}")
        return
    for number, option in enumerate(options, start=1):
        click.echo(f"{number:>4}  {option}")
        _show_texts(texts[number - 1])


def _show_texts(texts: Sequence[str]) -> None:
    for text in texts:
        click.echo(faint(f"        {text}"))


def _numbers(options: Sequence[str]) -> str:
    """Returns `1, 2 or 5`; shortens a long row of consecutive numbers to `0 to 50`."""
    many = len(options) > _SHOWN_NUMBERS
    if many and [int(option) for option in options] == list(range(int(options[0]), int(options[-1]) + 1)):
        return f"{options[0]} to {options[-1]}"
    return listed(options, "or")


def _are_numbers(options: Sequence[str]) -> bool:
    return all(option.isdigit() for option in options)
