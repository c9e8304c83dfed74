"""A match between people at the terminal and agents: it asks for moves, and answers commands in between."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import chain, count
from textwrap import fill

import click

from gamedsl.cli.common.card_texts import CardTexts
from gamedsl.cli.common.exit_codes import CommandError
from gamedsl.cli.printing.paging import show_long
from gamedsl.cli.printing.text import bad, faint, title
from gamedsl.cli.printing.views import view_text
from gamedsl.cli.printing.writing import Output, encode, sources_of
from gamedsl.cli.reading.rules import Rules, file_name
from gamedsl.cli.table.commands import COMMANDS, HELP
from gamedsl.cli.table.explaining import Explainer
from gamedsl.cli.table.hints import Hints
from gamedsl.cli.table.log import log_text
from gamedsl.cli.table.names import Names
from gamedsl.cli.table.notation import Misread, Reader, Reading
from gamedsl.cli.table.piece_letters import PieceLetters
from gamedsl.cli.table.prompt import read_line
from gamedsl.cli.table.questions import MANY, Answer, Questions, are_numbers, numbers_text
from gamedsl.cli.table.refusing import Refusals
from gamedsl.cli.table.steps import SEVERAL, Several, asked_selections, forced_before, paths, several, step_after
from gamedsl.cli.table.table import Table, screen_width
from gamedsl.cli.table.telling import Teller
from gamedsl.diagnostics.suggest import closest
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.types import SeatId
from gamedsl.json import Json, JsonObject
from gamedsl.reports.places import position
from gamedsl.values import define, field, frozen
from gamedsl_interpreter.engine import Engine, Move, Refusal, State, Step, View
from gamedsl_interpreter.matches.agents import Adviser, Agent
from gamedsl_interpreter.matches.match import Played, seen_by
from gamedsl_interpreter.matches.replay import replay_of, to_json
from gamedsl_interpreter.random import Dice, policy_stream, seed_ahead
from gamedsl_interpreter.things import Place

FEW = 20
"""Up to this many moves are listed; more are chosen step by step."""

_LONGEST = 1000
"""No answer is longer."""

_NO_UNDO = "taking it back would show one of you what another has seen (`--allow-undo` lets you)"


class Ended(Enum):
    """How a conversation ended."""

    OVER = "over"
    LEFT = "left"


class _Command(Enum):
    """Answers that are commands to the match and no choices."""

    UNDO = "undo"
    QUIT = "quit"


_COMMANDS = {"undo": _Command.UNDO, **dict.fromkeys(("quit", "exit", "q", "resign"), _Command.QUIT)}


@frozen
class _Point:
    """The situation before a choice of a person, to which `undo` returns."""

    state: State
    moves: int
    told: dict[SeatId, int]
    seen: dict[SeatId, View]


@frozen
class _Offer:
    """What is offered at a question: the options in words, the steps that they answer, and words to complete. `several`: the open selection of several."""

    answers: Sequence[Answer]
    steps: Sequence[Step]
    words: Sequence[str]
    several: Several | None = None


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
    look: JsonObject = field(factory=dict[str, Json])
    """The look file of the rules."""
    is_spoken: bool = False
    """Whether words stand in place of drawings, for screen readers."""
    moves: list[Played] = field(factory=list[Played])
    failing: Played | None = None
    state: State = field(init=False)
    _cards: CardTexts = field(init=False)
    _names: Names = field(init=False)
    _teller: Teller = field(init=False)
    _table: Table = field(init=False)
    _questions: Questions = field(init=False)
    _refusals: Refusals = field(init=False)
    _explainer: Explainer = field(init=False)
    _hints: Hints = field(init=False)
    _dice: Dice = field(init=False)
    _ahead: int = field(init=False)
    _past: list[_Point] = field(factory=list[_Point])
    _told: dict[SeatId, int] = field(factory=dict[SeatId, int])
    _seen: dict[SeatId, View] = field(factory=dict[SeatId, View])
    """What each person saw when last asked."""
    _asked: dict[int, frozenset[str]] = field(factory=dict[int, frozenset[str]])
    """The selections that were no forced ones in a choice, by the number of its event."""
    _last_person: SeatId | None = None
    _saved: set[bytes] = field(factory=set[bytes])
    """The contents of the files that this conversation has written; it may overwrite these."""

    def __attrs_post_init__(self) -> None:
        self._dice, self._ahead = policy_stream(self.seed, 0), seed_ahead(self.seed, 0)
        width = screen_width()
        self._names = Names(self.engine.game, self.look, is_spoken=self.is_spoken)
        self._cards = CardTexts(self._names)
        self._teller = Teller(self._names)
        self._table = Table(self._names, width)
        self._questions = Questions(self._names, self._teller, width, self._lying_at)
        letters = PieceLetters(self._names, self._letters_at)
        self._refusals = Refusals(self.engine, self._names, self._questions, letters)
        self._explainer = Explainer(self.rules, self.compiled, self.look, width)
        self._hints = Hints(self.engine, self._teller, self._ahead, width)

    # ------------------------------------------------------------ the match

    def run(self) -> Ended:
        """Plays until the match is over or the person leaves. Raises Fault."""
        self.state = self.engine.initial(self.seed, 0, self.start)
        while not self.state.is_over:
            seat = self.engine.to_act(self.state)[0]
            if seat not in self.persons:
                self._let_choose(seat, self.others[seat])
                continue
            match self._ask(seat):
                case Move() as move:
                    self._past.append(_Point(self.state, len(self.moves), dict(self._told), dict(self._seen)))
                    self._play(seat, move)
                case _Command.UNDO:
                    self._undo()
                case _Command.QUIT:
                    return Ended.LEFT
        for person in sorted(self.persons):
            self._tell(person)
        last = self._last_person if self._last_person is not None else min(self.persons)
        self._show_table(last, self._seen.get(last))
        return Ended.OVER

    def _let_choose(self, seat: SeatId, agent: Agent) -> None:
        """Plays the move of an agent. Says if its search saw no difference, where that tells nothing about what is hidden."""
        seen = seen_by(agent, self.engine, self.state, self._ahead, len(self.moves))
        if not isinstance(agent, Adviser):
            self._play(seat, agent.choose(self.engine, seen, seat, self._dice))
            return
        advice = agent.advise(self.engine, seen, seat, self._dice)
        self._play(seat, advice.move)
        if not advice.differs and not hides(self.engine.game):
            name = self.engine.game.seats[seat]
            click.echo(faint(f"{name} ({agent.name}) sees no difference between the options, and takes any of them."))

    def _play(self, seat: SeatId, move: Move) -> None:
        self.failing = Played(seat, move.text)
        before = self.state
        self.state = self.engine.play(before, seat, move)
        if not hides(self.engine.game):
            # Where something is hidden, it would tell the others that a player had only one option.
            at = len(self.engine.view(before, seat).events)
            self._asked[at] = asked_selections(self.engine, before, seat, move)
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
        self.state, self._told, self._seen = point.state, point.told, point.seen
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
        found = self._questions.in_order(paths(self.engine, self.state, seat, FEW))
        if found is None:
            return self._ask_by_steps(seat, ())
        name = self.engine.game.seats[seat]
        asked = " ".join(self._questions.of_paths(found))
        self._show_head(f"{name}: {asked}{self._forced(seat, (), found[0].steps[0][0] if found[0].steps else None)}")
        answers = self._questions.path_answers(found, seat)
        self._list(answers)
        steps = [step for path in found for step, _ in path.steps]
        while True:
            said = self._answer(seat, (), _Offer(answers, steps, self._questions.completions(found, seat)))
            match said:
                case int(number):
                    return found[number].move
                case Reading(values, None):
                    return self._ask_by_steps(seat, values)
                case Reading(_, Move() as move) | (Move() as move):
                    return move
                case _Command():
                    return said
                case _:
                    pass

    def _ask_by_steps(self, seat: SeatId, given: Sequence[int]) -> Move | _Command:
        """Asks for a move with many alternatives, one question after the other; `undo` goes back by one."""
        taken: list[tuple[int, ...]] = [tuple(given)] if given else []
        while True:
            values = taken[-1] if taken else ()
            step = step_after(self.engine, self.state, seat, values)
            if isinstance(step, Move):
                return step
            said = self._ask_step(seat, step := self._questions.step_in_order(step), values)
            match said:
                case int(number):
                    taken.append((*values, step.options[number].value))
                case Move():
                    return said
                case Reading(found, move):
                    if move is not None:
                        return move
                    taken.append(found)
                case _Command.UNDO if taken:
                    taken.pop()
                case _Command():
                    return said

    def _ask_step(self, seat: SeatId, step: Step, values: Sequence[int]) -> int | Reading | Move | _Command:
        """Asks one question until it is answered; a selection of several things is one."""
        offer = self._show_question(seat, step, values)
        while True:
            said = self._answer(seat, values, offer)
            if said is not None:
                return said

    def _show_question(self, seat: SeatId, step: Step, values: Sequence[int]) -> _Offer:
        name = self.engine.game.seats[seat]
        if step.kind in SEVERAL:
            of = self._questions.sort(several(self.engine, self.state, seat, values, step))
            if len(of.candidates) > 1:
                answers = self._questions.candidates(of, seat)
                self._show_head(f"{name}: {self._questions.of_several(step, of)}")
                self._list(answers)
                words = [self._names.thing(thing, seat) for thing, _ in of.candidates]
                return _Offer(answers, [step], words, of)
        answers = self._questions.options(step, seat)
        self._show_head(f"{name}: {self._questions.of_step(step)}{self._forced(seat, values, step)}")
        self._list(answers)
        return _Offer(answers, [step], [answer.words for answer in answers])

    def _forced(self, seat: SeatId, values: Sequence[int], step: Step | None) -> str:
        found = [] if step is None else forced_before(self.engine, self.state, seat, values, step)
        return self._questions.of_forced(found, seat)

    @staticmethod
    def _show_head(question: str) -> None:
        click.echo(title(fill(question, screen_width(), subsequent_indent="  ", break_on_hyphens=False)))

    def _list(self, answers: Sequence[Answer]) -> None:
        for line in self._questions.listed(answers):
            click.echo(line)

    # ------------------------------------------------------------ answers

    def _answer(self, seat: SeatId, values: Sequence[int], offer: _Offer) -> int | Reading | Move | _Command | None:
        """Reads one answer: the index of an option, values for open steps, a whole move, or a command that ends the question. Returns None if it was an
        information command or was not understood."""
        words = [word.replace(" ", "_") for word in offer.words]
        line = read_line(f"{self.engine.game.seats[seat]}> ", [*words, *COMMANDS])
        if line is None:
            return _Command.QUIT
        if len(line) > _LONGEST:
            click.echo(f"{bad('refused')}: this is too long to be a move")
            return None
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "why": lambda text: self._why(seat, text),
            "view": lambda of: self._show_view(seat, of),
            "table": lambda _: self._show_table(seat, None),
            "log": lambda _: self._show_log(self.engine.view(self.state, seat)),
            "moves": lambda _: self._list_moves(seat),
            "card": lambda name: click.echo(self._cards.answer(name)),
            "hint": lambda _: click.echo(self._hints.told(self.state, seat)),
            "rules": lambda about: show_long("\n".join(self._explainer.rules(about))),
            "save": self._save_as,
            "help": lambda _: click.echo(HELP),
            "?": lambda text: self._explain(offer.steps, text),
        }
        texts = [answer.words for answer in offer.answers]
        if line in texts and offer.several is None:
            return texts.index(line)
        if word in commands:
            commands[word](rest.strip())
            return None
        if line in _COMMANDS:
            return _COMMANDS[line]
        return self._read_choice(seat, line, values, offer)

    def _read_choice(
        self, seat: SeatId, line: str, values: Sequence[int], offer: _Offer
    ) -> int | Reading | Move | None:
        texts = [answer.words for answer in offer.answers]
        if not line:
            return 0 if len(texts) == 1 and offer.several is None else None
        if line.isascii() and line.isdigit() and offer.several is None:
            if not are_numbers(texts) and 1 <= int(line) <= len(texts):
                return int(line) - 1
            if not are_numbers(texts) or line not in texts:
                known = numbers_text(texts) if are_numbers(texts) else f"1 to {len(texts)}"
                click.echo(f"there is no number {line} here: {known}")
                return None
        read = Reader(self.engine, self._names, self.state, seat).read(line, values, offer.several)
        if isinstance(read, Misread) and values:
            # The whole move may be written at any of its questions.
            whole = Reader(self.engine, self._names, self.state, seat).read(line)
            read = whole if isinstance(whole, Reading) and whole.move is not None else read
        if isinstance(read, Reading):
            return read
        found = self.engine.parse_move(self.state, seat, line)
        if isinstance(found, Move):
            return found
        lettered = self._refusals.lettered(self.state, seat, line)
        if len(lettered) == 1:
            return lettered[0]
        read = Misread(line, tuple(lettered)) if lettered else read
        self._tell_refusal(seat, line, values, read, found, offer)
        return None

    def _tell_refusal(
        self, seat: SeatId, line: str, values: Sequence[int], read: Misread, refusal: Refusal, offer: _Offer
    ) -> None:
        """Says why an answer is no choice."""
        if read.moves:
            several_moves = "; ".join(self._teller.move(move) for move in read.moves[:FEW])
            click.echo(f"`{line}` may mean several moves: {several_moves}")
        elif "(" in line or refusal.kind in ("selection", "requirement"):
            click.echo(f"{bad('refused')}: {refusal.text}")
        elif offer.several is not None:
            reader = Reader(self.engine, self._names, self.state, seat)
            chosen, unread = reader.number_named(line, values, offer.steps[0], offer.several)
            click.echo(f"{bad('refused')}: {self._refusals.of_several(line, unread, chosen, offer.several)}")
        elif reason := self._refusals.reason(self.state, seat, line):
            click.echo(f"{bad('refused')}: {reason}")
        else:
            near = closest(read.word, offer.words)
            how = "" if near else self._refusals.how_to_answer(self.state, seat, offer.answers)
            hint = f": did you mean {near}?" if near else f"; {how}"
            back = ", or `undo` to choose again" if values and not near else ""
            click.echo(f"{bad('refused')}: `{read.word}` is not offered here{hint}{back}")

    def _explain(self, steps: Sequence[Step], text: str) -> None:
        actions = [option.text for step in steps if step.kind == "menu" for option in step.options]
        for line in self._explainer.answer(text, steps[0].decision if steps else "", actions):
            click.echo(line)

    def _why(self, seat: SeatId, text: str) -> None:
        if not text:
            click.echo("why what? Say `why MOVE`")
            return
        read = Reader(self.engine, self._names, self.state, seat).read(text)
        if isinstance(read, Reading) and read.move is not None:
            click.echo(f"it is possible: {self._teller.move(read.move)}")
            return
        lettered = self._refusals.lettered(self.state, seat, text)
        found = lettered[0] if lettered else self.engine.parse_move(self.state, seat, text)
        if isinstance(found, Move):
            click.echo(f"it is possible: {self._teller.move(found)}")
            return
        if "(" in text and 0 <= found.site < len(self.compiled.sites):
            # Who writes moves as the rules do looks for the line.
            click.echo(found.text)
            if found.why and found.why not in found.text:
                click.echo(f"  {found.reason}: {found.why}")
            click.echo(faint(f"  --> {position(self.compiled.sites[found.site].span, self.rules.files.sources)}"))
            return
        told = (
            found.why
            or self._refusals.reason(self.state, seat, text)
            or f"`{text}` is not offered here; `?` tells the rule"
        )
        click.echo(fill(told, screen_width(), break_on_hyphens=False))

    def _show_view(self, seat: SeatId, of: str) -> None:
        """Prints all that a seat sees: in words, or by the names of the rules."""
        if of not in ("", "rules"):
            click.echo(f"there is no `view {of}`: say `view`, or `view rules` for the names of the rules")
            return
        view = self.engine.view(self.state, seat)
        spoken = Table(Names(self.engine.game, self.look, is_spoken=True), screen_width(), has_known=True)
        click.echo(view_text(view, self.engine.game) if of else spoken.text(view))

    def _list_moves(self, seat: SeatId) -> None:
        found = paths(self.engine, self.state, seat, MANY)
        for line in self._questions.listed_moves(found, seat):
            click.echo(line)

    def _save_as(self, path: str) -> None:
        try:
            self.save(path or self.free_name())
        except CommandError as error:
            click.echo(error.format_message())

    # ------------------------------------------------------------ what persons are told

    def _turn_to(self, seat: SeatId) -> None:
        """Announces whose turn it is, what has happened since that seat was last asked, and the table."""
        if len(self.persons) > 1 and self._last_person not in (None, seat) and sys.stdin.isatty():
            click.prompt(f"{self.engine.game.seats[seat]}, it is your turn; Enter", default="", show_default=False)
            click.clear()
        self._last_person = seat
        self._tell(seat)
        self._show_table(seat, self._seen.get(seat))
        self._seen[seat] = self.engine.view(self.state, seat)

    def _show_table(self, seat: SeatId, before: View | None) -> None:
        text = self._table.text(self.engine.view(self.state, seat), before)
        if text:
            click.echo(f"{text}\n")

    def _tell(self, seat: SeatId) -> None:
        """Prints what has happened since the seat was last asked; of the set-up only what the rules say about it."""
        view = self.engine.view(self.state, seat)
        self._show_log(view, self._told.get(seat, 0))
        self._told[seat] = len(view.events)

    def _show_log(self, view: View, first: int = 0) -> None:
        lines = self._teller.tell(view, first, self._asked)
        for line in lines:
            click.echo(log_text(line, screen_width()))
        if lines:
            click.echo()

    def _letters_at(self, place: Place) -> frozenset[str]:
        seat = self._last_person if self._last_person is not None else min(self.persons)
        return self._table.letters_at(self._seen.get(seat) or self.engine.view(self.state, seat), place)

    def _lying_at(self, place: Place) -> str:
        seat = self._last_person
        view = None if seat is None else self._seen.get(seat)
        if seat is None or view is None:
            return ""
        told = self._table.at(view, place)
        # That a piece alone is one's own goes without saying.
        return told if "," in told else told.removesuffix(f" of {self.engine.game.seats[seat]}")
