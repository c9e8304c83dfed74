"""The shared match on its host: who sits where, what is played, and who waits for the next change."""

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
from gamedsl.studio.sharing.course import Course, begun, followed
from gamedsl.studio.sharing.keeping import Chair, Keep, KeepingError, Kept, kept_text
from gamedsl.studio.sharing.playing import Guests, Playing, playing_of, spoken
from gamedsl.studio.sharing.told import past, picked, position, steps_after
from gamedsl.values import frozen
from gamedsl_interpreter.agents import Agent
from gamedsl_interpreter.engine import Fault, IllegalMove, Move, Step
from gamedsl_interpreter.match import Played
from gamedsl_interpreter.replay import Replay, replay_of
from gamedsl_interpreter.replay import to_json as replay_text

_SEED_BITS = 63
"""So many that nobody finds the seed by trying all of them."""

MOST_LETTERS = 16
"""The longest name."""

_CHANGED = "The rules have changed, and the match goes on."
_CUT = "The rules have changed, and the match goes on from an earlier position."
_TAKEN_BACK = "The host has taken back a move."


class RefusedError(GameDslError):
    """What a page wants is not possible; the text says why in a sentence that its seat may know."""


@frozen
class Place:
    """A seat as its host sees it: `agent` plays it (None: a person, whose page is at `path`, and open if they are here)."""

    name: str
    agent: str | None
    path: str
    is_here: bool
    is_own: bool


class Table:
    """One match at a time, changed by moves, by its host, and by other rules. Any thread may call it."""

    def __init__(self, guests: Guests, keep: Keep, base: str, chairs: Sequence[Chair] = ()) -> None:
        """`base` is what others call this host: `http://ADDRESS:PORT`."""
        self._guests, self._keep = guests, keep
        self.lock = RLock()
        """Held by whoever changes the match, or reads several things that belong together."""
        self._bell = Bell()
        self._positions: dict[int, tuple[Course | None, Playing | None, JsonObject]] = {}
        self._here: dict[int, int] = {}
        self._chairs = list(chairs)
        self._playing: Playing | None = None
        self._course: Course | None = None
        self._rest: tuple[Played, ...] = ()
        self._why = ""
        self.note: str | None = None
        """What everybody is told."""
        self.trouble: str | None = None
        """What only the host is told."""
        self.match = ""
        """Tells the match from others."""
        self.base, self.port = base, int(base.rpartition(":")[2])
        self.is_over = False
        self.serial = 0
        """Counts changes, for the host alone."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change."""

    # ------------------------------------------------------------ who is asked

    def seat(self, token: str) -> int | None:
        """The seat that a link leads to; None for a token that is none. Takes as long for every wrong one."""
        given, found = token.encode(), None
        for seat, chair in enumerate(self._chairs[: self.playing.seats]):
            if compare_digest(chair.token.encode(), given):
                found = seat
        return found if found not in self.playing.agents else None

    @property
    def playing(self) -> Playing:
        """What is played. There is something from the beginning on."""
        if self._playing is None:
            raise RefusedError("nothing is played yet")
        return self._playing

    @property
    def course(self) -> Course:
        """The match so far."""
        if self._course is None:
            raise RefusedError("nothing is played yet")
        return self._course

    @property
    def host(self) -> int | None:
        """The host's own seat; None if agents play all of them."""
        free = self._people()
        return self.playing.host if self.playing.host in free else next(iter(free), None)

    @property
    def setup(self) -> Setup:
        """The setup of the match."""
        return self.playing.setting.setup

    # ------------------------------------------------------------ what begins a match

    def begin(self, setting: Setting) -> None:
        """Begins a match in the place of the present one. Raises NotCompilable, Fault, AgentSpecError, KeepingError."""
        playing = playing_of(setting, self._guests)
        with self.lock:
            before = self._playing, self._course, self._rest, self.match
            self._playing, self._course = playing, begun(playing.data, randbits(_SEED_BITS))
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
        """Goes on with a match that was kept. Raises NotCompilable, Fault, AgentSpecError, KeepingError."""
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
        """Goes on under rules that have changed. If they cannot be played, the match stays as it is."""
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
        """Goes on with the rules as they were, and tells the host why."""
        self.trouble = f"The match goes on with the rules as they were: {why}"
        self._tell()

    def _follow(self, playing: Playing, seed: int, moves: Sequence[Played]) -> None:
        found = followed(playing.data, seed, moves)
        self._course, self._rest, self._why = found.course, found.rest, found.why
        self.trouble = None

    def _seat_people(self) -> None:
        """Everybody has a link."""
        while len(self._chairs) < self.playing.seats:
            self._chairs.append(Chair("", token_urlsafe(24)))
        for number, name in enumerate(self._guests.names[: len(self._chairs)]):
            self._chairs[number] = Chair(name, self._chairs[number].token)

    # ------------------------------------------------------------ what is played

    def answer(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Takes the answers of a seat to its open steps: plays the move if they make one (`played`), else gives the steps after them (`steps`). Raises
        RefusedError."""
        with self.lock:
            found = self._asked(seat, seen, values)
            if isinstance(found, Step):
                return {"steps": steps_after(self.playing.data, self.course.state, seat, values)}
            self._play(seat, found)
        self._tell()
        return {"played": True}

    def steps(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """The steps after some answers, for a page that looks ahead. Raises RefusedError."""
        with self.lock:
            self._asked(seat, seen, values)
            return {"steps": steps_after(self.playing.data, self.course.state, seat, values)}

    def refused(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """What the step after some answers offers but does not allow. Raises RefusedError."""
        with self.lock:
            self._asked(seat, seen, values)
            return {"refused": self.playing.data.refused(self.course.state, seat, values)}

    def several(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """The selection of several that is open after some answers, as a whole. Raises RefusedError."""
        with self.lock:
            self._asked(seat, seen, values)
            return {"several": self.playing.data.several(self.course.state, seat, values)}

    def picked(self, seat: int, seen: str, values: Sequence[int], amounts: Sequence[int]) -> JsonObject:
        """The answers after some answers that choose so many of each part of such a selection. Raises RefusedError."""
        with self.lock:
            self._asked(seat, seen, values)
            return picked(self.playing.data, self.course.state, seat, values, amounts)

    def _asked(self, seat: int, seen: str, values: Sequence[int]) -> Step | Move:
        """What comes after some answers. Raises RefusedError for answers to something else than what is asked now."""
        if not compare_digest(seen.encode(), self._seen(seat).encode()):
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
        """Plays a move, and keeps it: what cannot be kept is not played. Raises RefusedError."""
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
        """Tells the host of a promise that the rules have broken."""
        self.trouble = f"The rules break a promise: {fault}"
        self._tell()

    def agent_to_move(self) -> tuple[Course, int, Agent] | None:
        """The next agent that has to choose, with the match that it chooses for."""
        with self.lock:
            course = self.course
            acting = self.playing.data.engine.to_act(course.state)
            seat = next((seat for seat in acting if seat in self.playing.agents), None)
            return None if seat is None else (course, seat, self.playing.agents[seat])

    def play_for(self, course: Course, seat: int, move: Move) -> None:
        """Plays what an agent has chosen, if the match still stands there. Raises RefusedError."""
        with self.lock:
            if course is self._course:
                self._play(seat, move)
        self._tell()

    def undo(self) -> None:
        """The host takes back the last move. Raises KeepingError."""
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
        """What a seat is called by all. Raises RefusedError."""
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

    # ------------------------------------------------------------ what is kept

    def _save(self) -> None:
        self._keep(kept_text(Kept(self.match, self.port, tuple(self._chairs), self._replay())))

    def _replay(self) -> Replay:
        """The match with its moves, those included that cannot go on."""
        course, game = self.course, self.playing.data.engine.game
        known = len(game.seats)
        moves = tuple((one.seat, one.text) for one in (*course.moves, *self._rest) if 0 <= one.seat < known)
        outcome = None if self._rest else self.playing.data.engine.outcome(course.state)
        setting = self.playing.setting
        return replay_of(game, setting.name, course.seed, 0, moves, outcome, None, setting.known.additions.lines)

    @property
    def replay(self) -> str:
        """The match as `gamedsl replay` verifies it. It tells all that is hidden: for the host, when the match is over."""
        with self.lock:
            return replay_text(self._replay())

    # ------------------------------------------------------------ what is told

    def message(self, seat: int) -> str:
        """All that the page of a seat is told, as JSON text. It depends on nothing that the seat may not know."""
        with self.lock:
            told: JsonObject = {**self._position(seat), "table": self._about()}
            return json.dumps(told, separators=(",", ":"), ensure_ascii=False)

    def _position(self, seat: int) -> JsonObject:
        """What is told of the match itself; `seen` names it."""
        known = self._positions.get(seat)
        if known is None or known[0] is not self._course or known[1] is not self._playing:
            known = self._positions[seat] = self._course, self._playing, self._position_told(seat)
        return known[2]

    def _position_told(self, seat: int) -> JsonObject:
        told: JsonObject = {
            "rules": self.playing.digest,
            "match": self.match,
            "seat": seat,
            "position": self._seen_by(seat),
        }
        return {**told, "seen": sha256(json.dumps(told).encode()).hexdigest()[:32]}

    def _seen_by(self, seat: int) -> JsonObject:
        playing = self.playing
        try:
            return position(playing.data, self.course.state, seat, playing.nodes)
        except Fault as fault:
            self.trouble = f"The rules break a promise: {fault}"
            raise

    def _seen(self, seat: int) -> str:
        return str(self._position(seat)["seen"])

    def _about(self) -> JsonObject:
        """What everybody may know of those who play."""
        names: list[Json] = [*self.names]
        away: list[Json] = [seat for seat in self._people() if not self._here.get(seat)]
        return {"names": names, "away": away, "note": self.note}

    @property
    def names(self) -> list[str]:
        """What seats are called: as people have said, else as the rules call them."""
        seats = self.playing.data.engine.game.seats
        own = [chair.name for chair in self._chairs[: self.playing.seats]]
        return [known or spoken(seat) for known, seat in zip_longest(own, seats, fillvalue="")]

    def _people(self) -> list[int]:
        return [seat for seat in range(self.playing.seats) if seat not in self.playing.agents]

    @property
    def why_not(self) -> str:
        """Why the next of the moves that do not go on is not possible; nothing if all go on."""
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
        """What a seat saw after one of its lines; None if there is no such line."""
        with self.lock:
            return past(self.playing.data, self.course.states, seat, line)

    # ------------------------------------------------------------ who waits

    def come(self, seat: int) -> None:
        """A page of a seat is open."""
        self._seen_at(seat, 1)

    def leave(self, seat: int) -> None:
        """It is not any more."""
        self._seen_at(seat, -1)

    def _seen_at(self, seat: int, by: int) -> None:
        with self.lock:
            before = self._here.get(seat, 0)
            self._here[seat] = max(0, before + by)
            is_other = bool(before) != bool(self._here[seat])
        if is_other:
            self._tell()

    def end(self) -> None:
        """Nobody waits any more."""
        self.is_over = True
        self._tell()

    async def changed(self, seconds: float, serial: int) -> None:
        """Waits until `serial` is another one, at most some seconds."""
        await self._bell.heard(seconds, lambda: self.is_over or self.serial != serial)

    def _tell(self) -> None:
        with self.lock:
            self.serial += 1
        self._bell.ring()
        self.on_change()
