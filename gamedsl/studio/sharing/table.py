"""The shared match on its host: the seats, the match, and the tasks that wait for the next change."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import zip_longest
from secrets import compare_digest, randbits, token_urlsafe
from threading import RLock

from gamedsl.errors import GameDslError
from gamedsl.graph.compiled import Setup
from gamedsl.json import Json, JsonObject
from gamedsl.pipeline import NotCompilable
from gamedsl.studio.bell import Bell
from gamedsl.studio.setting import Setting
from gamedsl.studio.sharing.course import Course, begin_course, follow_moves
from gamedsl.studio.sharing.keeping import Chair, Keep, KeepingError, Kept, kept_text
from gamedsl.studio.sharing.playing import Guests, Playing, playing_of, spoken
from gamedsl.studio.sharing.told import find_picked, past, position, steps_after
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault, IllegalMove, Move, Step
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.replay import Replay, replay_of
from gamedsl_interpreter.matches.replay import to_json as replay_text

_SEED_BITS = 63
"""Enough bits to make it hopeless to find the seed by trying all of them."""

MOST_LETTERS = 16
"""The most letters in a name."""

_CHANGED = "The rules have changed, and the match goes on."
_CUT = "The rules have changed, and the match goes on from an earlier position."
_TAKEN_BACK = "The host has taken back a move."


class RefusedError(GameDslError):
    """A request of a page is not possible; the text is a sentence with the reason, which its seat may know."""


@frozen
class Place:
    """A seat as its host sees it: `agent` plays it (None: a person, whose page is at `path`; `is_here` says that it is open)."""

    name: str
    agent: str | None
    path: str
    is_here: bool
    is_own: bool


class Table:
    """One match at a time, which moves, its host, and new rules can change. Any thread may call it."""

    def __init__(self, guests: Guests, keep: Keep, base: str, chairs: Sequence[Chair] = ()) -> None:
        """Creates a table without a match. `base` is the address of this host for others: `http://ADDRESS:PORT`."""
        self._guests, self._keep = guests, keep
        self.lock = RLock()
        """Held while the match changes, or while several related values are read."""
        self._bell = Bell()
        self._positions: dict[int, tuple[Course | None, Playing | None, JsonObject]] = {}
        self._here: dict[int, int] = {}
        self._chairs = list(chairs)
        self._playing: Playing | None = None
        self._course: Course | None = None
        self._rest: tuple[Played, ...] = ()
        self._why = ""
        self.note: str | None = None
        """The note for everybody."""
        self.trouble: str | None = None
        """The note for the host only."""
        self.match = ""
        """The identifier of the match."""
        self.base, self.port = base, int(base.rpartition(":")[2])
        self.is_over = False
        self.serial = 0
        """Counts changes. The count is shown to the host only."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change."""

    # ------------------------------------------------------------ seats and state

    def seat(self, token: str) -> int | None:
        """Returns the seat of a link; None for an unknown token. Wrong tokens all take equally long."""
        given, found = token.encode(), None
        for seat, chair in enumerate(self._chairs[: self.playing.seats]):
            if compare_digest(chair.token.encode(), given):
                found = seat
        return found if found not in self.playing.agents else None

    @property
    def playing(self) -> Playing:
        """The setup that is played. Raises RefusedError if none was begun."""
        if self._playing is None:
            raise RefusedError("nothing is played yet")
        return self._playing

    @property
    def course(self) -> Course:
        """The match so far. Raises RefusedError if none was begun."""
        if self._course is None:
            raise RefusedError("nothing is played yet")
        return self._course

    @property
    def host(self) -> int | None:
        """The host's own seat; None if agents play all seats."""
        free = self._people()
        return self.playing.host if self.playing.host in free else next(iter(free), None)

    @property
    def setup(self) -> Setup:
        """The setup of the match."""
        return self.playing.setting.setup

    # ------------------------------------------------------------ beginning and continuing a match

    def begin(self, setting: Setting) -> None:
        """Begins a match in place of the current one. Raises NotCompilable, Fault, AgentSpecError, KeepingError."""
        playing = playing_of(setting, self._guests)
        with self.lock:
            before = self._playing, self._course, self._rest, self.match
            self._playing, self._course = playing, begin_course(playing.data, randbits(_SEED_BITS))
            self._rest, self._why, self.match = (), "", token_urlsafe(6)
            self.note = self.trouble = None
            self._seat_people()
            try:
                self._save()
            except KeepingError:
                self._playing, self._course, self._rest, self.match = before
                raise
        self._tell()

    def go_on(self, setting: Setting, kept: Kept) -> None:
        """Continues a saved match. Raises NotCompilable, Fault, AgentSpecError, KeepingError."""
        playing = playing_of(setting, self._guests)
        seats = {name: number for number, name in enumerate(kept.replay.seats)}
        moves = [Played(seats.get(move.seat, -1), move.move) for move in kept.replay.moves]
        with self.lock:
            self._playing, self.match = playing, kept.match
            self._follow(playing, kept.replay.seed, moves)
            self.note = _CUT if self._rest else None
            self._seat_people()
            self._save()
        self._tell()

    def follow(self, setting: Setting) -> None:
        """Continues the match under changed rules. If they cannot be played, the match stays under the old ones."""
        try:
            playing = playing_of(setting, self._guests)
            with self.lock:
                course = self.course
                moves = (*course.moves, *self._rest)
                self._follow(playing, course.seed, moves)
                is_other = playing.digest != self.playing.digest
                self._playing = playing
                self.note = _CUT if self._rest else _CHANGED if is_other else self.note
        except (NotCompilable, GameDslError) as error:
            self.stay(str(error))
        else:
            self._tell()

    def stay(self, why: str) -> None:
        """Continues under the old rules, and tells the host why."""
        self.trouble = f"The match goes on with the rules as they were: {why}"
        self._tell()

    def _follow(self, playing: Playing, seed: int, moves: Sequence[Played]) -> None:
        found = follow_moves(playing.data, seed, moves)
        self._course, self._rest, self._why = found.course, found.rest, found.why
        self.trouble = None

    def _seat_people(self) -> None:
        """Gives every seat a link."""
        while len(self._chairs) < self.playing.seats:
            self._chairs.append(Chair("", token_urlsafe(24)))
        for number, name in enumerate(self._guests.names[: len(self._chairs)]):
            self._chairs[number] = Chair(name, self._chairs[number].token)

    # ------------------------------------------------------------ moves

    def answer(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Takes the answers of a seat to its open steps: plays the move if they complete one (`played`), else returns the steps after them (`steps`).
        Raises RefusedError."""
        with self.lock:
            found = self._step_after(seat, seen, values)
            if isinstance(found, Step):
                return {"steps": steps_after(self.playing.data, self.course.state, seat, values)}
            self._play(seat, found)
        self._tell()
        return {"played": True}

    def steps(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Returns the steps after some answers, for a page that prepares them early. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return {"steps": steps_after(self.playing.data, self.course.state, seat, values)}

    def refused(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Returns the options that the step after some answers has but refuses. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return {"refused": self.playing.data.refused(self.course.state, seat, values)}

    def several(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Returns the open selection of several pieces after some answers, as a whole. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return {"several": self.playing.data.several(self.course.state, seat, values)}

    def picked(self, seat: int, seen: str, values: Sequence[int], amounts: Sequence[int]) -> JsonObject:
        """Returns the further answers that choose these amounts of each part of a selection of several pieces. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return find_picked(self.playing.data, self.course.state, seat, values, amounts)

    def _step_after(self, seat: int, seen: str, values: Sequence[int]) -> Step | Move:
        """Returns the step or move after some answers. Raises RefusedError if the answers are for another question than the current one."""
        if not compare_digest(seen.encode(), self._position_digest(seat).encode()):
            raise RefusedError("This page was out of date.")
        if seat not in self.playing.data.engine.to_act(self.course.state):
            raise RefusedError("It is not your turn.")
        try:
            return self.playing.data.after(self.course.state, seat, values)
        except IllegalMove as illegal:
            raise RefusedError(illegal.refusal.text) from illegal
        except Fault as fault:
            self.note_fault(fault)
            raise RefusedError("The rules cannot go on from here. Your host sees why.") from fault

    def _play(self, seat: int, move: Move) -> None:
        """Plays and saves a move. A move that cannot be saved is not played. Raises RefusedError."""
        before = self._course, self._rest, self._why
        try:
            self._course = self.course.after(seat, move)
            self._rest, self._why = (), ""
            self._save()
        except Fault as fault:
            self._course, self._rest, self._why = before
            self.note_fault(fault)
            raise RefusedError("The rules cannot go on after this. Your host sees why.") from fault
        except KeepingError as error:
            self._course, self._rest, self._why = before
            self.trouble = f"No move is taken, because the match cannot be kept: {error}"
            raise RefusedError("Your host cannot keep the match now. Try it again.") from error
        self.note = self.trouble = None

    def note_fault(self, fault: Fault) -> None:
        """Tells the host that the rules have broken a promise."""
        self.trouble = f"The rules break a promise: {fault}"
        self._tell()

    def agent_to_move(self) -> tuple[Course, int, Agent] | None:
        """Returns the next agent that has to choose, with the match and the seat."""
        with self.lock:
            course = self.course
            acting = self.playing.data.engine.to_act(course.state)
            seat = next((seat for seat in acting if seat in self.playing.agents), None)
            return None if seat is None else (course, seat, self.playing.agents[seat])

    def play_for(self, course: Course, seat: int, move: Move) -> None:
        """Plays the choice of an agent, unless the match has changed meanwhile. Raises RefusedError."""
        with self.lock:
            if course is self._course:
                self._play(seat, move)
        self._tell()

    def undo(self) -> None:
        """Takes back the last move, for the host. Raises KeepingError."""
        with self.lock:
            before = self._course, self._rest, self.note
            self._course, self._rest, self.note = self.course.before(), (), _TAKEN_BACK
            try:
                self._save()
            except KeepingError:
                self._course, self._rest, self.note = before
                raise
        self._tell()

    def rename(self, seat: int, name: str) -> None:
        """Changes the name of a seat. Raises RefusedError."""
        known = " ".join(name.split())
        if not 0 < len(known) <= MOST_LETTERS or not known.isprintable():
            raise RefusedError(f"A name has up to {MOST_LETTERS} letters.")
        with self.lock:
            others = [*self.names[:seat], *self.names[seat + 1 :]]
            if known.casefold() in [name.casefold() for name in others]:
                raise RefusedError(f"Somebody else is called {known}.")
            before = self._chairs[seat]
            self._chairs[seat] = Chair(known, before.token)
            try:
                self._save()
            except KeepingError as error:
                self._chairs[seat] = before
                raise RefusedError("Your host cannot keep the name now.") from error
        self._tell()

    # ------------------------------------------------------------ saving

    def _save(self) -> None:
        self._keep(kept_text(Kept(self.match, self.port, tuple(self._chairs), self._replay())))

    def _replay(self) -> Replay:
        """Returns the match with all its moves, including those that the current rules do not allow."""
        course, game = self.course, self.playing.data.engine.game
        known = len(game.seats)
        moves = tuple((one.seat, one.text) for one in (*course.moves, *self._rest) if 0 <= one.seat < known)
        outcome = None if self._rest else self.playing.data.engine.outcome(course.state)
        setting = self.playing.setting
        return replay_of(game, setting.name, course.seed, 0, moves, outcome, None, setting.known.additions.lines)

    @property
    def replay(self) -> str:
        """The match as a replay for `gamedsl replay`. It reveals everything hidden, so only the host may see it, after the match."""
        with self.lock:
            return replay_text(self._replay())

    # ------------------------------------------------------------ messages

    def message(self, seat: int) -> str:
        """Returns all data for the page of a seat as JSON text. It depends on nothing that the seat may not know."""
        with self.lock:
            told: JsonObject = {**self._position(seat), "table": self._about()}
            return json.dumps(told, separators=(",", ":"), ensure_ascii=False)

    def _position(self, seat: int) -> JsonObject:
        """Returns the data about the match itself; `seen` identifies it."""
        known = self._positions.get(seat)
        if known is None or known[0] is not self._course or known[1] is not self._playing:
            known = self._positions[seat] = self._course, self._playing, self._make_position(seat)
        return known[2]

    def _make_position(self, seat: int) -> JsonObject:
        told: JsonObject = {
            "rules": self.playing.digest,
            "match": self.match,
            "seat": seat,
            "position": self._view_of(seat),
        }
        return {**told, "seen": sha256(json.dumps(told).encode()).hexdigest()[:32]}

    def _view_of(self, seat: int) -> JsonObject:
        playing = self.playing
        try:
            return position(playing.data, self.course.state, seat, playing.nodes)
        except Fault as fault:
            self.trouble = f"The rules break a promise: {fault}"
            raise

    def _position_digest(self, seat: int) -> str:
        return str(self._position(seat)["seen"])

    def _about(self) -> JsonObject:
        """Returns the data about the players that everybody may know."""
        names: list[Json] = [*self.names]
        away: list[Json] = [seat for seat in self._people() if not self._here.get(seat)]
        return {"names": names, "away": away, "note": self.note}

    @property
    def names(self) -> list[str]:
        """The names of the seats: as people have chosen, else from the rules."""
        seats = self.playing.data.engine.game.seats
        own = [chair.name for chair in self._chairs[: self.playing.seats]]
        return [known or spoken(seat) for known, seat in zip_longest(own, seats, fillvalue="")]

    def _people(self) -> list[int]:
        return [seat for seat in range(self.playing.seats) if seat not in self.playing.agents]

    @property
    def why_not(self) -> str:
        """Why the next move is not possible under the current rules; empty if all moves are."""
        return self._why if self._rest else ""

    @property
    def chairs(self) -> tuple[Place, ...]:
        """The seats as the host sees them."""
        agents = self.playing.agents
        return tuple(
            Place(
                name,
                agents[seat].name if seat in agents else None,
                "" if seat in agents else f"/seat/{self._chairs[seat].token}/",
                bool(self._here.get(seat)),
                seat == self.host,
            )
            for seat, name in enumerate(self.names[: self.playing.seats])
        )

    def past(self, seat: int, line: int) -> JsonObject | None:
        """Returns the view of a seat after one of its lines; None if there is no such line."""
        with self.lock:
            return past(self.playing.data, self.course.states, seat, line)

    # ------------------------------------------------------------ presence and waiting

    def come(self, seat: int) -> None:
        """Notes that a page of a seat was opened."""
        self._count_pages(seat, 1)

    def leave(self, seat: int) -> None:
        """Notes that a page of a seat was closed."""
        self._count_pages(seat, -1)

    def _count_pages(self, seat: int, by: int) -> None:
        with self.lock:
            before = self._here.get(seat, 0)
            self._here[seat] = max(0, before + by)
            is_other = bool(before) != bool(self._here[seat])
        if is_other:
            self._tell()

    def end(self) -> None:
        """Ends the match for all pages and tasks that wait."""
        self.is_over = True
        self._tell()

    async def changed(self, seconds: float, serial: int) -> None:
        """Waits until the count of changes differs from `serial`, at most this many seconds."""
        await self._bell.heard(seconds, lambda: self.is_over or self.serial != serial)

    def _tell(self) -> None:
        with self.lock:
            self.serial += 1
        self._bell.ring()
        self.on_change()
