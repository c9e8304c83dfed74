"""A match as an object, for hosts that let people play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from hashlib import blake2b
from json import loads
from typing import TYPE_CHECKING, Self, cast

from gamedsl.api.actions import kept
from gamedsl.api.answers import Answer, OutOfDateError, last_of, open_steps_of
from gamedsl.api.engines import engine_for
from gamedsl.api.learning import information_key, observer_of
from gamedsl.api.refused import Refused
from gamedsl.api.rules import Rules, additions_of
from gamedsl.errors import ArgumentError, GameDslError
from gamedsl.values import evolve
from gamedsl_interpreter import arguments
from gamedsl_interpreter.engine import Engine, Event, IllegalMove, Move, Outcome, Refusal, State, Step, View
from gamedsl_interpreter.matches.agents import Advice, Adviser, Agent
from gamedsl_interpreter.matches.match import Played, own_move
from gamedsl_interpreter.wording.short import ShortMoves

if TYPE_CHECKING:
    from gamedsl.graph.model.game import Game
    from gamedsl_interpreter.hosting.messages import Message
    from gamedsl_interpreter.hosting.seat_data import SeatData
    from gamedsl_interpreter.matches.replay import Replay
    from gamedsl_interpreter.random import Dice


class Match:
    """A match that people play: its game, its moves, and the position; `to_json` and `from_json` save and load all of it.

    All chance comes from (`seed`, `index`), and `start` names a start of the rules (None: the setup). Playing changes the match; `state` is a value that
    does not change. Each change raises `version`. Answers may come with the `version` or the `key` of the position that they are for: if it is not the
    current one, they raise OutOfDateError and change nothing. Methods with a `seat` raise ArgumentError if there is no such seat.

    A copy (`copy.copy`, `copy.deepcopy`, `pickle`) is an independent match. Only one thread may use a match at a time. The JSON text is a replay, as
    `gamedsl replay` verifies it; it reveals everything hidden to whoever has the rules, so it is not for players.
    """

    def __init__(self, engine: Engine, seed: int, index: int = 0, start: str | None = None) -> None:
        """Begins match `index` of a seed at its first stop. Raises ArgumentError, Fault."""
        arguments.engine(engine)
        self.engine = engine
        self.seed, self.index, self.start = (arguments.whole("seed", seed), arguments.whole("index", index), start)
        self._state = engine.initial(self.seed, self.index, start)
        self._answers: list[Answer] = []
        self._undone: list[list[Answer]] = []
        """The answers that were taken back and can be given again, the last one at the end."""
        self._version = 0
        self._taken_back: dict[int | None, int] = {}
        """How often something was taken back that a seat had seen, by seat."""

    def __copy__(self) -> Self:
        """Copies the match with the same engine; later changes to one do not affect the other."""
        made = type(self).__new__(type(self))
        made.__dict__ |= self.__dict__
        made._answers = list(self._answers)
        made._undone = list(self._undone)
        made._taken_back = dict(self._taken_back)
        return made

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Copies the match. The engine is shared, because it holds nothing of a match; attributes of a user's subclass are copied."""
        made = self.__copy__()
        memo[id(self)] = made
        made.__dict__ |= {name: deepcopy(value, memo) for name, value in self._list_own_attributes().items()}
        return made

    def __reduce__(self) -> tuple[object, ...]:
        # Earlier states are not pickled, because each would take as many bytes as the last one. The moves are played
        # again instead.
        return _again, (type(self), self.engine, self.to_json(), self._list_own_attributes())

    def _list_own_attributes(self) -> dict[str, object]:
        """Returns the attributes that a user's subclass has added."""
        return {name: value for name, value in self.__dict__.items() if name not in _OWN}

    def __repr__(self) -> str:
        return f"Match(seed {self.seed}, {len(self.played)} moves, {self._state!r})"

    # ------------------------------------------------------------ state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.engine.game

    @property
    def state(self) -> State:
        """The position."""
        return self._state

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._state.is_over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to choose, in seat order; empty at the end."""
        return self.engine.to_act(self._state)

    @property
    def open_seat(self) -> int | None:
        """The first seat that has to choose; None at the end."""
        return next(iter(self.to_act), None)

    @property
    def open_steps(self) -> Mapping[int, Step]:
        """The open steps by seat, of all seats that have to choose: several where they choose at the same time."""
        return {seat: self.step(seat) for seat in self.to_act}

    @property
    def version(self) -> int:
        """The number of changes so far: each answer, `undo` and `redo` raises it. It counts what others do unseen, so it is for the host and not for
        players, who are sent `key`."""
        return self._version

    @property
    def played(self) -> tuple[Played, ...]:
        """The moves played so far, oldest first, with their `choices`."""
        return tuple(Played(one.seat, one.move.text, one.move) for one in self._answers if one.move is not None)

    @property
    def length(self) -> int:
        """The number of positions so far: the first one, and one after each answer. `at` gives the match at each of them."""
        return len(self._answers) + 1

    @property
    def outcome(self) -> Outcome | None:
        """The result; None before the end."""
        return self.engine.outcome(self._state)

    def moves(self, seat: int) -> Sequence[Move]:
        """Returns all complete moves of a seat that has to choose. Raises IllegalMove if it has not."""
        return self.engine.moves(self._state, seat)

    def step(self, seat: int) -> Step:
        """Returns the open step of the seat's decision. Raises IllegalMove if it has none."""
        return self.engine.step(self._state, seat)

    def count(self, seat: int) -> int:
        """Counts the complete moves of a seat that has to choose. Raises IllegalMove if it has not."""
        return len(self.moves(seat))

    def list(self, seat: int, first: int = 0, most: int = 1000) -> tuple[Move, ...]:
        """Returns at most this many complete moves of a seat that has to choose, from number `first` on, in the order of the rules. Raises IllegalMove,
        ArgumentError."""
        start = arguments.whole("first", first, 0)
        return tuple(self.moves(seat)[start : start + arguments.whole("most", most, 0)])

    def refused(self, seat: int) -> tuple[Refused, ...]:
        """Returns the options that the open step of a seat offers but a requirement does not allow, each with the reason. Raises IllegalMove if it has not
        to choose."""
        return tuple(
            Refused(option.value, option.text, option.thing, Refusal("requirement", name, why, said, -1))
            for option, name, why, said in self._seat_data().list_refused_options(self._state, seat, ())
        )

    def short(self, seat: int, move: Move) -> str:
        """Returns the shortest text that `move` reads as this move of a seat that has to choose: `e2e4`, in games whose rules say what players call the
        places of a board. In others it is the whole text. Raises IllegalMove."""
        arguments.require("move", move, Move, "one of `moves(seat)`")
        seat = arguments.seat(self.game, seat)
        return kept.of(self.game, ShortMoves).text(self.engine, self._state, seat, move)

    # ------------------------------------------------------------ what a seat may know

    def view(self, seat: int | None) -> View:
        """Returns what a seat may know: safe to send to its player. None: what a spectator may know, who sees what all seats see."""
        return self.engine.view(self._state, seat)

    def events(self, seat: int | None, since: int | str | None = None) -> tuple[Event, ...]:
        """Returns what a seat (None: a spectator) has observed, oldest first.

        `since` leaves out what it had observed before: a number of events, or the `key` that the seat had at an earlier position. Raises OutOfDateError for
        a key that is not of this match as it is now, because something that the seat had seen was taken back: then all events have to be sent again.
        """
        if isinstance(since, str):
            return self._events_since(seat, self._state_at(seat, since))
        return self._events_since(seat)[0 if since is None else arguments.whole("since", since, 0) :]

    def key(self, seat: int | None) -> str:
        """Returns a text that changes whenever the match changes for a seat (None: a spectator): with all that it observes, with its own answers, and when
        something of that is taken back. It never becomes an earlier one again. It says nothing that the seat may not know, so it is safe to send."""
        return self._key(self._state, seat)

    def message(self, seat: int | None, since: str | None = None) -> Message:
        """Returns all that the page of a seat (None: of a spectator) needs, as JSON data: its `key`, its view, its open step with what is refused there,
        the events, and the result. `since` is the key that the page has: only the events since then are sent, and `isWhole` is false.

        `hosts/js` gives the same data. `docs/embedding/message.schema.json` describes them.
        """
        made: Message = loads(self.message_json(seat, since))
        return made

    def message_json(self, seat: int | None, since: str | None = None) -> str:
        """Returns the same message as JSON text, which is quicker than to make one of the data."""
        return self._seat_data().message(self._state, seat, self.key(seat), *self._news(seat, since))

    def _news(self, seat: int | None, since: str | None) -> tuple[tuple[Event, ...], bool]:
        """Returns the events for a page that has a key, and whether they are all."""
        try:
            return self.events(seat, since and arguments.text("since", since)), since is None
        except OutOfDateError:
            return self.events(seat), True

    def _state_at(self, seat: int | None, key: str) -> State:
        """Returns the last position at which a seat had a key. Raises OutOfDateError."""
        for state in self._positions():
            if self._key(state, seat) == key:
                return state
        raise OutOfDateError("what was seen under this key was taken back, or it is of another match", key)

    def _positions(self) -> Iterator[State]:
        """Yields the positions so far, the last one first."""
        yield self._state
        yield from (answer.before for answer in reversed(self._answers))

    def _events_since(self, seat: int | None, since: State | None = None) -> tuple[Event, ...]:
        observing = observer_of(self.engine)
        if observing is not None:
            return observing.observe_events(self._state, seat, since)
        before = 0 if since is None else len(self.engine.view(since, seat).events)
        return tuple(self.engine.view(self._state, seat).events[before:])

    def _key(self, state: State, seat: int | None) -> str:
        known = information_key(self.engine, state, seat)
        return blake2b(known + self._taken_back.get(seat, 0).to_bytes(8, "little"), digest_size=12).hexdigest()

    def _seat_data(self) -> SeatData:
        from gamedsl_interpreter.hosting.seat_data import SeatData

        made: SeatData | None = self.__dict__.get("_data")
        if made is None:
            made = self._data = SeatData(self.engine)
        return made

    # ------------------------------------------------------------ play

    def move(self, seat: int, move: Move | str, *, version: int | None = None, key: str | None = None) -> Move:
        """Plays a complete move, or the one that a text names; returns it. A text is that of a move, or a short one (`e2e4`). Raises IllegalMove with the
        reason, OutOfDateError, Fault, ArgumentError."""
        self._check(version, seat, key)
        chosen = self._find_move(seat, move) if isinstance(move, str) else move
        if isinstance(chosen, Refusal):
            raise IllegalMove(chosen)
        after = self.engine.play(self._state, seat, chosen)
        own = own_move(self.engine, self._state, seat, chosen)
        self._go(seat, None, after, own)
        return own

    def _find_move(self, seat: int, text: str) -> Move | Refusal:
        """Returns the move of a text, or says why there is none."""
        found = self.engine.parse_move(self._state, seat, text)
        if isinstance(found, Refusal) and seat in self.to_act:
            return kept.of(self.game, ShortMoves).move(self.engine, self._state, seat, text) or found
        return found

    def take_step(self, seat: int, value: int, *, version: int | None = None, key: str | None = None) -> Move | None:
        """Answers the open step of a seat. The last step plays the move and returns it. Raises IllegalMove, OutOfDateError, Fault, ArgumentError."""
        self._check(version, seat, key)
        after = self.engine.take_step(self._state, seat, value)
        move = None if _is_open(after, seat) else self.engine.walk(self._state, seat, lambda _: value)
        self._go(seat, value, after, move)
        return move

    def choose(self, seat: int, agent: str | Agent = "mcts", *, seed: int = 0) -> Move:
        """Returns the move that an agent would make for a seat, without playing it: `mcts:2000`, `greedy`, `random:moves` (see `agent_from`), or an agent. It
        knows what the seat knows: neither what is hidden from it nor what chance will bring changes its choice. Raises IllegalMove if the seat has not to
        choose, WorldsError where what is hidden cannot be drawn anew, AgentSpecError, ArgumentError."""
        chooser, state, dice = self._agent_with_state(seat, agent, seed)
        return chooser.choose(self.engine, state, seat, dice)

    def advise(self, seat: int, agent: str | Adviser = "mcts", *, seed: int = 0) -> Advice:
        """Returns what `choose` returns, and whether the search of the agent saw any difference between the options. Raises ArgumentError for an agent that
        does not think, and what `choose` raises."""
        adviser, state, dice = self._agent_with_state(seat, agent, seed)
        if not isinstance(adviser, Adviser):
            raise ArgumentError(f"`{adviser.name}` does not think, so it cannot advise: `mcts:2000` and `greedy` can")
        return adviser.advise(self.engine, state, seat, dice)

    def _agent_with_state(self, seat: int, agent: str | Agent, seed: int) -> tuple[Agent, State, Dice]:
        """Returns an agent with the state and the dice that it receives. Raises IllegalMove, AgentSpecError, ArgumentError."""
        from gamedsl_interpreter.matches.match import state_for_agent
        from gamedsl_interpreter.random import Dice, seed_ahead
        from gamedsl_interpreter.thinking.specs import agent_from

        chooser = agent_from(agent) if isinstance(agent, str) else arguments.agent(agent)
        number = arguments.whole("seed", seed)
        self.step(seat)  # raises IllegalMove
        return (
            chooser,
            state_for_agent(chooser, self.engine, self._state, seed_ahead(number, 0), 0),
            Dice.seeded(number),
        )

    # ------------------------------------------------------------ taking back

    def undo(self, seat: int | None = None, *, version: int | None = None, key: str | None = None) -> Played | None:
        """Takes back the last move of any seat, with all its steps, and returns it. If the last action was a step of an open decision, takes back that
        seat's steps instead, and returns None.

        With a `seat`, takes back the last move or the open steps of this seat, and nothing of others: where several choose at the same time, their answers
        stay. Raises ArgumentError if nothing was played, or if others have played since then, and OutOfDateError. Whether the move has shown something to
        somebody is for the host to decide.
        """
        self._check(version, seat, key)
        if not self._answers:
            raise ArgumentError("there is no move to take back")
        begin = last_of(
            self.game, self._answers, arguments.seat(self.game, self._answers[-1].seat if seat is None else seat)
        )
        rest = self._answers[begin:]
        mine = [one for one in rest if one.seat == rest[0].seat]
        before = self._keys()
        self._play_on(self._answers[:begin], rest[0].before, [one for one in rest if one.seat != rest[0].seat])
        self._undone.append(mine)
        self._note_taken_back(before)
        last = mine[-1]
        return None if last.move is None else Played(last.seat, last.move.text, last.move)

    def redo(self, seat: int | None = None, *, version: int | None = None, key: str | None = None) -> Played | None:
        """Does again what was taken back last, and returns the move; None if these were steps of an open decision. An answer that is given after taking back
        ends this. Raises ArgumentError if there is nothing to do again, or if it was not this seat's (None: anybody's), and OutOfDateError, Fault."""
        self._check(version, seat, key)
        if not self._undone:
            raise ArgumentError("there is nothing that was taken back")
        answers = self._undone[-1]
        if seat is not None and arguments.seat(self.game, seat) != answers[0].seat:
            raise ArgumentError(f"what was taken back last is a move of {self.game.seats[answers[0].seat]}")
        self._play_on(self._answers, self._state, answers)
        self._undone.pop()
        self._version += 1
        move = answers[-1].move
        return None if move is None else Played(answers[-1].seat, move.text, move)

    def at(self, number: int) -> Self:
        """Returns the match as it was at a position: 0 is the first one, and each answer led to the next (see `length`). It is a copy, with the same
        `version`. Raises ArgumentError if there is no such position."""
        given = arguments.whole("number", number, 0)
        if given >= self.length:
            raise ArgumentError(f"there is no position {given}: the last one is {self.length - 1}")
        made = self.__copy__()
        made._state = self._answers[given].before if given < len(self._answers) else self._state
        del made._answers[given:]
        made._undone = []
        return made

    def _play_on(self, answers: Sequence[Answer], state: State, again: Sequence[Answer]) -> None:
        """Replaces what was played by `answers`, which lead to a state, and gives others again behind them. Raises Fault, and changes nothing then."""
        old = self._answers, self._state
        self._answers, self._state = [*answers], state
        try:
            for one in again:
                if one.value is None and one.move is not None:
                    after = self.engine.play(self._state, one.seat, one.move)
                else:
                    after = self.engine.take_step(self._state, one.seat, one.value or 0)
                self._answers.append(self._answer(one.seat, one.value, after, one.move))
                self._state = after
        except GameDslError:
            self._answers, self._state = old
            raise

    def _keys(self) -> dict[int | None, bytes]:
        """Returns what each seat knows now, as keys; empty for an engine that does not tell."""
        if observer_of(self.engine) is None:
            return {}
        return {seat: information_key(self.engine, self._state, seat) for seat in self._everybody()}

    def _everybody(self) -> tuple[int | None, ...]:
        return (*range(len(self.game.seats)), None)

    def _note_taken_back(self, before: Mapping[int | None, bytes]) -> None:
        """Notes for whom something was taken back, and raises the version."""
        now = self._keys()
        for seat in self._everybody():
            if now.get(seat) is None or now[seat] != before[seat]:
                self._taken_back[seat] = self._taken_back.get(seat, 0) + 1
        self._version += 1

    def _check(self, version: int | None, seat: int | None, key: str | None) -> None:
        """Raises OutOfDateError for an answer to another version of the match."""
        if version is not None and arguments.whole("version", version) != self._version:
            raise OutOfDateError(
                f"this is an answer to version {version} of the match, which is at version {self._version} now", version
            )
        if key is None:
            return
        if seat is None:
            raise ArgumentError("a `key` belongs to a seat: give the seat, too")
        if arguments.text("key", key) != self.key(seat):
            raise OutOfDateError("this is an answer to an earlier position of the match", key)

    def _go(self, seat: int, value: int | None, after: State, move: Move | None) -> None:
        self._answers.append(self._answer(arguments.seat(self.game, seat), value, after, move))
        self._state = after
        self._undone = []
        self._version += 1

    def _answer(self, seat: int, value: int | None, after: State, move: Move | None) -> Answer:
        is_shared = move is not None and len(self.to_act) > 1
        return Answer(self._state, after, seat, value, move, is_shared)

    # ------------------------------------------------------------ saving and loading

    def to_json(self, rules: str = "", variants: Sequence[str] = (), sets: Sequence[str] = ()) -> str:
        """Returns the match as JSON text, finished or not, including steps of open decisions. `rules` is the path of the rules file for people, `variants`
        and `sets` are the additions that were given to `load_rules`. Raises ArgumentError."""
        from gamedsl_interpreter.matches import replay as replays

        arguments.text("rules", rules)
        added = additions_of(variants, sets).lines
        moves = tuple((played.seat, played.text) for played in self.played)
        made = replays.replay_of(self.game, rules, self.seed, self.index, moves, self.outcome, self.start, added)
        open_steps = tuple(
            replays.OpenSteps(self.game.seats[seat], steps) for seat, steps in open_steps_of(self._answers).items()
        )
        is_counted = self._version == len(moves) + sum(len(one.steps) for one in open_steps)
        taken_back = tuple(self._taken_back.get(seat, 0) for seat in self._everybody()) if self._taken_back else ()
        version = None if is_counted else self._version
        return replays.to_json(evolve(made, open=open_steps, version=version, taken_back=taken_back))

    @classmethod
    def from_json(cls, text: str, rules: Rules | Engine, *, changed_rules: bool = False) -> Match:
        """Reads a match that `to_json` or `gamedsl play` wrote, at the same position.

        With `rules`, its game is compiled for the setup and names in the text; an engine of that game can be given instead. Every move is played again and
        must be legal, and the outcome must be the same. Raises ReplayError for a text that is no match, or was played by rules that have changed since
        (unless `changed_rules`), DivergedError if a move is not possible, RulesError, SetupError, Fault, ArgumentError.
        """
        from gamedsl.graph.serial import digest
        from gamedsl_interpreter.matches.replay import ReplayError, from_json, start_of_replay

        record = from_json(text)
        engine = _engine_of(record, rules)
        if not changed_rules and digest(engine.game) != record.digest:
            raise ReplayError(f"this match was played by other rules than {engine.game.name} has now")
        match = cls(engine, record.seed, record.index, start_of_replay(engine, record))
        match._play_again(record)
        return match

    def _play_again(self, record: Replay) -> None:
        from gamedsl_interpreter.matches.replay import DivergedError, moves_of

        seats = {name: number for number, name in enumerate(self.game.seats)}
        for played, move, after in moves_of(self.engine, record):
            self._go(seats[played.seat], None, after, move)
        if record.outcome is not None and record.outcome != self.outcome:
            raise DivergedError(len(record.moves), "the match ends with another outcome than the one written down")
        for part in record.open:
            for value in part.steps:
                self._take_again(seats.get(part.seat, -1), value, len(record.moves))
        self._version = self._version if record.version is None else record.version
        self._taken_back = {seat: n for seat, n in zip(self._everybody(), record.taken_back, strict=False) if n}

    def _take_again(self, seat: int, value: int, number: int) -> None:
        from gamedsl_interpreter.matches.replay import DivergedError

        try:
            self.take_step(seat, value)
        except (IllegalMove, ArgumentError) as error:
            raise DivergedError(
                number, f"after move {number}, a step that was taken is not possible: {error}"
            ) from error


_OWN = ("engine", "seed", "index", "start", "_state", "_answers", "_undone", "_version", "_taken_back", "_data")
"""The attributes of a Match itself."""


def _again(cls: type[Match], engine: Engine, text: str, others: dict[str, object]) -> Match:
    """Restores a match from another process."""
    made = cls.__new__(cls)
    made.__dict__ |= Match.from_json(text, engine, changed_rules=True).__dict__ | others
    return made


def _is_open(state: State, seat: int) -> bool:
    """Whether a seat has taken steps of an open decision."""
    return any(other == seat for other, _ in state.pending)


def _engine_of(record: Replay, rules: object) -> Engine:
    """Returns the engine for the game of a replay."""
    if not isinstance(rules, Rules):
        arguments.engine(rules)
        return cast("Engine", rules)
    return engine_for(rules.game(record.players, record.seats[: record.players], **record.options))
