"""A match between people at the terminal and agents: it asks for moves, plays them, and writes the match down."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import Enum
from itertools import chain, count

import click

from gamedsl.cli.choices.between import Between
from gamedsl.cli.choices.costs import Costs
from gamedsl.cli.choices.directions import Directions
from gamedsl.cli.choices.extremes import Extremes
from gamedsl.cli.choices.hints import Hints
from gamedsl.cli.choices.markers import Markers
from gamedsl.cli.choices.move_words import MoveWords
from gamedsl.cli.choices.moves_by_words import MovesByWords
from gamedsl.cli.choices.piece_letters import PieceLetters
from gamedsl.cli.choices.questions import Questions
from gamedsl.cli.choices.refusing import Refusals
from gamedsl.cli.choices.told_moves import ToldMoves
from gamedsl.cli.choices.ways import Ways
from gamedsl.cli.common.exit_codes import CommandError
from gamedsl.cli.playing.answers import Answers
from gamedsl.cli.playing.asking import Asker
from gamedsl.cli.playing.choosing import Choices
from gamedsl.cli.playing.closed import Closed
from gamedsl.cli.playing.enquiries import Enquiries
from gamedsl.cli.playing.explaining import Explainer
from gamedsl.cli.playing.new_cards import NewCards
from gamedsl.cli.playing.news import News
from gamedsl.cli.playing.offers import Command
from gamedsl.cli.playing.past import ANYWAY, Past, Point
from gamedsl.cli.playing.prompt import say
from gamedsl.cli.playing.replies import Replies
from gamedsl.cli.playing.whys import Whys
from gamedsl.cli.printing.writing import Output, encode, sources_of
from gamedsl.cli.reading.rules import Rules, file_name
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.graph.compiled import Compiled
from gamedsl.graph.model.types import SeatId
from gamedsl.json import Json, JsonObject
from gamedsl.table.logs.telling import Teller
from gamedsl.table.names import Names
from gamedsl.table.steps import find_asked_selections
from gamedsl.table.table import screen_width
from gamedsl.table.text import faint
from gamedsl.values import define, field
from gamedsl_interpreter.engine import Engine, Move, State
from gamedsl_interpreter.matches.agents import Adviser, Agent
from gamedsl_interpreter.matches.match import Played, state_for_agent
from gamedsl_interpreter.matches.replay import Replay, moves_of, replay_of, start_of_replay, to_json
from gamedsl_interpreter.random import Dice, policy_stream, seed_ahead


class Ended(Enum):
    """How a conversation ended."""

    OVER = "over"
    LEFT = "left"


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
    allows_undo: bool = False
    """Whether choices are taken back without a stronger word that have shown something."""
    start: str | None = None
    """The named start of the rules from which the match begins."""
    earlier: Replay | None = None
    """A saved match that goes on."""
    look: JsonObject = field(factory=dict[str, Json])
    """The look file of the rules."""
    is_spoken: bool = False
    """Whether words stand in place of drawings, for screen readers."""
    moves: list[Played] = field(factory=list[Played])
    failing: Played | None = None
    resigned: SeatId | None = None
    """Who has given the match up."""
    state: State = field(init=False)
    _news: News = field(init=False)
    _asker: Asker = field(init=False)
    _new_cards: NewCards = field(init=False)
    _past: Past = field(init=False)
    _dice: Dice = field(init=False)
    _ahead: int = field(init=False)
    _begun_with: tuple[Played, ...] | None = None
    """The moves with which it begins; None until they are played."""
    _saved: set[bytes] = field(factory=set[bytes])
    """The contents of the files that this conversation has written or goes on with; it may overwrite these."""

    def __attrs_post_init__(self) -> None:
        if self.earlier is not None:
            self._saved.add(encode(to_json(self.earlier)))
        self._dice, self._ahead = policy_stream(self.seed, self._index), seed_ahead(self.seed, self._index)
        engine, width = self.engine, screen_width()
        names = Names(engine.game, self.look, is_spoken=self.is_spoken)
        teller = Teller(names)
        self._news = News(engine, names, teller, self.persons)
        letters = PieceLetters(names, lambda place: self._news.letters_at(self.state, place))
        questions = Questions(names, teller, width, self._news.lying_at)
        self._new_cards = NewCards(names, questions)
        told, ways = ToldMoves(engine, teller), Ways(engine, names)
        refusals = Refusals(engine, names, teller, questions, letters, MovesByWords(engine, names, teller, told))
        words = MoveWords(engine, teller, questions, letters)
        markers = Markers(engine, names)
        hints = Hints(engine, words, told, ways, markers, self._ahead)
        explainer = Explainer(self.rules, self.compiled, self.look, width)
        between = Between(names, lambda place: self._news.letters_at(self.state, place), self._news.lying_at)
        closed = Closed(engine, names, explainer)
        whys = Whys(engine, names, words, told, ways, refusals, between, explainer, closed, self.rules, self.compiled)
        self._past = Past(engine, self.persons, self.allows_undo)
        is_final, save = self._past.is_final, self._save_as
        replies = Replies(engine, names, words, refusals, whys)
        choices = Choices(
            engine, names, words, ways, refusals, replies, Extremes(names), Directions(engine, names, markers), is_final
        )
        enquiries = Enquiries(engine, names, self._news, questions, words, refusals, explainer, hints, whys, save)
        answers = Answers(engine.game, self._news, choices, refusals, enquiries, self._past)
        self._asker = Asker(engine, names, questions, Costs(engine, names, told), told, ways, markers, answers)

    # ------------------------------------------------------------ the match

    @property
    def _index(self) -> int:
        """The number of the match among the matches of its seed."""
        return 0 if self.earlier is None else self.earlier.index

    def begin(self) -> None:
        """Goes to the first position, or plays the moves of the saved match. Raises Fault, and DivergedError if that match does not fit these rules."""
        if self.earlier is None:
            self._begun_with = ()
            self.state = self.engine.initial(self.seed, self._index, self.start)
            self._news.begin(self.state)
        else:
            self._take_up(self.earlier)

    def run(self, above: int) -> Ended:
        """Plays on until the match is over or the person leaves. `above`: the lines above it on the screen. Raises Fault."""
        while not self.state.is_over:
            seat = self.engine.to_act(self.state)[0]
            if seat not in self.persons:
                self._let_choose(seat, self.others[seat])
            elif (passing := self._passing(seat)) is not None:
                before = self.state
                self._play(seat, passing)
                self._news.note_forced(before, self.state)
            elif (ahead := self._asker.ahead(self.state, seat)) is not None:
                self._past.add(Point(self.state, len(self.moves), self._news.shown.copy()))
                self._play(seat, ahead)
            elif (alone := self._asker.alone(self.state, seat)) is not None:
                name = self.engine.game.seats[seat]
                click.echo(faint(f"{name} has nothing to decide here: every choice comes to the same."))
                self._play(seat, alone)
            else:
                self._news.turn_to(self.state, seat)
                offer = self._asker.offer(self.state, seat)
                question = self._asker.forms(offer, seat)
                cards = self._new_cards.describe(self.engine.view(self.state, seat))
                if self._news.tell_turn(self.state, seat, question, above, cards):
                    self._new_cards.note(cards)
                above = 0
                match self._asker.ask(self.state, seat, offer):
                    case Move() as move:
                        self._past.add(Point(self.state, len(self.moves), self._news.shown.copy()))
                        self._play(seat, move)
                    case Command.QUIT:
                        return Ended.LEFT
                    case Command.RESIGN:
                        self.resigned = seat
                        return Ended.LEFT
                    case command:
                        self._undo(is_sure=command is Command.UNDO_ANYWAY)
        self._news.tell_end(self.state)
        return Ended.OVER

    def _take_up(self, earlier: Replay) -> None:
        """Plays the moves of a saved match. Each person is told the events since their last choice."""
        self.state = self.engine.initial(self.seed, self._index, start_of_replay(self.engine, earlier))
        self._news.begin(self.state)
        for played, move, _ in moves_of(self.engine, earlier):
            seat = SeatId(self.engine.game.seats.index(played.seat))
            if seat in self.persons and self._passing(seat) is None and self._asker.alone(self.state, seat) is None:
                self._past.add(Point(self.state, len(self.moves), self._news.shown.copy()))
                self._news.shown.told[seat] = len(self.engine.view(self.state, seat).events)
            self._play(seat, move)
        self._begun_with = tuple(self.moves)

    def _passing(self, seat: SeatId) -> Move | None:
        """Returns the only person's move if passing is the only possibility; None if there is something to choose."""
        return self._asker.passing(self.state, seat) if len(self.persons) == 1 else None

    def _let_choose(self, seat: SeatId, agent: Agent) -> None:
        """Plays the move of an agent. Says that its search saw no difference between the options, unless that could reveal something hidden."""
        seen = state_for_agent(agent, self.engine, self.state, self._ahead, len(self.moves))
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
        self._news.note_round(before, self.state)
        self._news.note_phases(before, self.state, seat, move)
        self._news.note_forced(before, self.state, seat)
        if not hides(self.engine.game):
            # If something is hidden, this would reveal to others that a player had only one option.
            at = len(self.engine.view(before, seat).events)
            self._news.asked[at] = find_asked_selections(self.engine, before, seat, move)
        self.moves.append(self.failing)
        self.failing = None

    def _undo(self, *, is_sure: bool) -> None:
        """Takes back the last choice of a person, and everything after it."""
        refusal = "" if is_sure else self._past.refusal(self.state)
        if refusal:
            say(f"{refusal} {ANYWAY}")
            return
        point = self._past.last()
        if point is None:
            click.echo("There is nothing to take back.")
            return
        self.state, self._news.shown = point.state, point.shown
        self._news.forget_later(self.state)
        del self.moves[point.moves :]
        click.echo("Taken back.\n")
        # The whole table is shown again.
        self._news.shown.seen.clear()

    # ------------------------------------------------------------ writing

    @property
    def is_to_save(self) -> bool:
        """Whether the match has moves that are not in the file from which it was read."""
        return bool(self.moves) and self._begun_with not in (None, tuple(self.moves))

    def save(self, path: str) -> None:
        """Writes the match so far as a replay. Raises WrongUseError."""
        moves = tuple((played.seat, played.text) for played in self.moves)
        outcome = self.engine.outcome(self.state)
        added = self.rules.files.additions.lines
        record = replay_of(self.engine.game, self.rules.name, self.seed, self._index, moves, outcome, self.start, added)
        text = to_json(record)
        self.output(path).write(text)
        self._saved.add(encode(text))
        click.echo(faint(f"The match is written to {path}."))

    def _save_as(self, path: str) -> None:
        try:
            self.save(path or self.free_name())
        except CommandError as error:
            click.echo(error.format_message())

    def output(self, path: str) -> Output:
        """Returns the output for a replay. A match between people cannot be played again, so it overwrites only files that this conversation wrote or
        continues."""
        return Output(path, lambda data: data in self._saved, sources_of(self.rules.files), self.force)

    def free_name(self) -> str:
        """Returns a file name for the replay that is not in use. It leaves out the seed if the game hides anything, because the seed would reveal it."""
        game = self.engine.game
        name = file_name(game)
        stem = name if hides(game) else f"{name}-{self.seed}"
        names = chain([f"{stem}.json"], (f"{stem}-{number}.json" for number in count(2)))
        return next(name for name in names if not os.path.lexists(name))
