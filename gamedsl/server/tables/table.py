"""A table: one match, the people and agents at it, and the tasks that wait for the next change."""

from __future__ import annotations

import copy
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from secrets import compare_digest
from threading import RLock

from gamedsl.api.matches import Match
from gamedsl.errors import ArgumentError
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.json import Json, JsonObject
from gamedsl.server.bell import Bell
from gamedsl.server.refusals import KeepingError, RefusedError
from gamedsl.server.tables.lines import Lines, lines_after
from gamedsl.server.tables.playing import Playing, seat_title
from gamedsl.server.tables.told import find_picked, has_revealed, is_seen_by_all, past, position_text, steps_after
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Fault, IllegalMove, Move, Step
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.match import Played

SEED_BITS = 63
"""Enough bits to make it hopeless to find the seed by trying all of them."""

MOST_LETTERS = 16
"""The most letters in a name."""

NO_NAME = f"A name has 1 to {MOST_LETTERS} letters that can be seen."

LOOK_AGAIN = "Ask for the present position, and answer that one."


@frozen
class Position:
    """The data about the match that a seat is sent: as JSON text, `seen` (the name of these data), and the log lines in it."""

    match: Match
    playing: Playing
    text: str
    seen: str
    lines: Lines


class Table(ABC):
    """One match, which moves and its host can change. Any thread may call it. `match` is never changed: each move replaces it by another one.

    Seats are numbers; None is a spectator, who sees what all seats see.
    """

    def __init__(self, identifier: str, playing: Playing, agents: Mapping[int, Agent], match: Match) -> None:
        self.identifier, self.playing, self.match = identifier, playing, match
        self.agents: Mapping[int, Agent] = agents
        self.lock = RLock()
        """Held while the match changes, or while several related values are read."""
        self._bell = Bell()
        self._positions: dict[int | None, Position] = {}
        self._here: dict[int | None, int] = {}
        self._ready: tuple[int, dict[int | None, str]] = (0, {})
        """The messages to open pages, with the count of changes for which they are."""
        self._broken: Match | None = None
        """The position at which the rules broke a promise: no agent continues from there."""
        self.note: str | None = None
        """The note for everybody."""
        self.trouble: str | None = None
        """The note for the host only."""
        self.allows_undo = False
        """Whether people may take back their own moves."""
        self.is_ended = False
        self.serial = 0
        """Counts changes. The count is shown to the host only."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change."""

    # ------------------------------------------------------------ what each kind of table does

    @abstractmethod
    def _save(self, played: Played | None = None) -> None:
        """Keeps the present state of the match; `played` is the added move, if nothing else has changed. Raises KeepingError."""

    @property
    @abstractmethod
    def own_names(self) -> Sequence[str]:
        """The names that people have chosen, by seat; empty for the others."""

    @abstractmethod
    def _set_name(self, seat: int, name: str) -> None:
        """Changes the name of a seat; `rename` keeps it."""

    # ------------------------------------------------------------ seats

    @property
    def names(self) -> list[str]:
        """The names of the seats: as people have chosen, else from the rules."""
        seats = self.playing.engine.game.seats
        own = [*self.own_names, *[""] * len(seats)][: self.playing.seats]
        return [known or seat_title(seat) for known, seat in zip([*own, *[""] * len(seats)], seats, strict=False)]

    @property
    def people(self) -> list[int]:
        """The seats that no agent plays."""
        return [seat for seat in range(self.playing.seats) if seat not in self.agents]

    def rename(self, seat: int, name: str) -> None:
        """Changes the name of a seat. Raises RefusedError."""
        known = " ".join(name.split())
        if not 0 < len(known) <= MOST_LETTERS or not known.isprintable():
            raise RefusedError(NO_NAME, "name", "Choose another one.", 422)
        with self.lock:
            others = [*self.names[:seat], *self.names[seat + 1 :]]
            if known.casefold() in [name.casefold() for name in others]:
                raise RefusedError(f"Somebody else is called {known}.", "name", "Choose another one.", 422)
            before = self.own_names[seat]
            self._set_name(seat, known)
            try:
                self._save()
            except KeepingError as error:
                self._set_name(seat, before)
                raise RefusedError("Your host cannot keep the name now.", "not-kept", status=503) from error
        self.tell()

    # ------------------------------------------------------------ moves

    def answer(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Takes the answers of a seat to its open steps: plays the move if they complete one (`played`), else returns the steps after them (`steps`).
        Raises RefusedError."""
        with self.lock:
            found = self._step_after(seat, seen, values)
            if isinstance(found, Step):
                return {"steps": steps_after(self.playing.data, self.match.state, seat, values)}
            self._play(seat, found)
        self.tell()
        return {"played": found.text}

    def move(self, seat: int, seen: str, text: str) -> JsonObject:
        """Plays the move that a text names. Raises RefusedError."""
        with self.lock:
            self._check_asked(seat, seen)
            played = self._play(seat, text)
        self.tell()
        return {"played": played.text}

    def steps(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Returns the steps after some answers, for a page that prepares them early. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return {"steps": steps_after(self.playing.data, self.match.state, seat, values)}

    def refusals(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Returns the options that the step after some answers has but refuses. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return {"refused": self.playing.data.refusals(self.match.state, seat, values)}

    def several(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Returns the open selection of several pieces after some answers, as a whole. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return {"several": self.playing.data.several(self.match.state, seat, values)}

    def pick_amounts(self, seat: int, seen: str, values: Sequence[int], amounts: Sequence[int]) -> JsonObject:
        """Returns the further answers that choose these amounts of each part of a selection of several pieces. Raises RefusedError."""
        with self.lock:
            self._step_after(seat, seen, values)
            return find_picked(self.playing.data, self.match.state, seat, values, amounts)

    def ahead(self, seat: int, seen: str, values: Sequence[int]) -> JsonObject:
        """Returns what a seat would see after answers that complete its move (`ahead`). Empty if they do not complete it, if the game hides something, or if
        chance would decide, because nobody may learn the result before. Raises RefusedError."""
        with self.lock:
            found = self._step_after(seat, seen, values)
            if isinstance(found, Step) or hides(self.match.game):
                return {"ahead": None}
            made = copy.copy(self.match)
            try:
                made.move(seat, found)
                is_open = not has_revealed(self.playing, self.match, made, seat)
                return {"ahead": self.playing.data.view(made.state, seat) if is_open else None}
            except (IllegalMove, Fault):  # the player sees the error when the move is played
                return {"ahead": None}

    def _check_asked(self, seat: int, seen: str) -> None:
        """Raises RefusedError if an answer is for another position than the current one, or if its seat is not asked."""
        if not compare_digest(seen.encode(), self._position(seat).seen.encode()):
            raise RefusedError("This page was out of date.", "out-of-date", LOOK_AGAIN)
        if seat not in self.match.to_act:
            raise RefusedError("It is not your turn.", "not-your-turn", "Wait for the next message.")

    def _step_after(self, seat: int, seen: str, values: Sequence[int]) -> Step | Move:
        """Returns the step or move after some answers. Raises RefusedError."""
        self._check_asked(seat, seen)
        try:
            return self.playing.data.after(self.match.state, seat, values)
        except IllegalMove as illegal:
            raise _illegal(illegal) from illegal
        except Fault as fault:
            self.note_fault(fault)
            raise RefusedError("The rules cannot go on from here. Your host sees why.", "fault") from fault

    def _play(self, seat: int, move: Move | str) -> Move:
        """Plays and saves a move, and returns it. A move that cannot be saved is not played. Raises RefusedError."""
        made = copy.copy(self.match)
        try:
            played = made.move(seat, move)
        except IllegalMove as illegal:
            raise _illegal(illegal) from illegal
        except Fault as fault:
            self.note_fault(fault)
            raise RefusedError("The rules cannot go on after this. Your host sees why.", "fault") from fault
        try:
            self._replace(made, Played(seat, played.text))
        except KeepingError as error:
            self.trouble = f"No move is taken, because the match cannot be kept: {error}"
            text = "Your host cannot keep the match now. Try it again."
            raise RefusedError(text, "not-kept", "Nothing was played.", 503) from error
        self.note = self.trouble = None
        return played

    def _replace(self, match: Match, played: Played | None = None) -> None:
        """Replaces the current state of the match, and keeps the new one. Raises KeepingError, and then changes nothing."""
        before = self.match
        self.match = match
        try:
            self._save(played)
        except KeepingError:
            self.match = before
            raise

    def undo(self, seat: int, seen: str) -> JsonObject:
        """Takes back the last move of a seat, together with later moves of agents. Raises RefusedError, also if another person has played since, or if the
        move has revealed something hidden."""
        with self.lock:
            if not compare_digest(seen.encode(), self._position(seat).seen.encode()):
                raise RefusedError("This page was out of date.", "out-of-date", LOOK_AGAIN)
            if not self.allows_undo:
                raise RefusedError(
                    "At this table moves are not taken back.", "no-undo", "Begin a table that allows it."
                )
            made = copy.copy(self.match)
            try:
                while made.played and made.played[-1].seat in self.agents:
                    made.undo()
                made.undo(seat)
            except ArgumentError as error:
                why = self._with_names(str(error))
                raise RefusedError(
                    f"{why[:1].upper()}{why[1:]}.", "no-undo", "Ask the others to take back theirs."
                ) from error
            if has_revealed(self.playing, made, self.match, seat):
                raise RefusedError("The move has shown what was hidden.", "no-undo", "Play on.")
            note = f"{self.names[seat]} has taken back a move." if is_seen_by_all(made, self.match) else None
            try:
                self._replace(made)
            except KeepingError as error:
                raise RefusedError("Your host cannot keep the match now.", "not-kept", status=503) from error
            self.note = note  # of an unseen choice nobody else is told
        self.tell()
        return {"undone": True}

    def _with_names(self, text: str) -> str:
        """Replaces the names of seats in a sentence by the names of the people."""
        seats = self.playing.engine.game.seats
        known = dict(zip(seats, self.names, strict=True))
        return " ".join(known.get(word, word) for word in text.split(" "))

    def can_undo(self, seat: int | None) -> bool:
        """Whether a seat may try to take something back: the last choice of a person that it knows of is its own."""
        if not self.allows_undo or seat is None:
            return False
        lines = reversed(self._position(seat).lines.all)
        return next((line.seat for line in lines if line.seat not in self.agents), None) == seat

    # ------------------------------------------------------------ agents and faults

    def note_fault(self, fault: Fault) -> None:
        """Tells the host that the rules have caused a fault."""
        self._broken = self.match
        self.trouble = f"The rules break a promise: {fault.text}"
        self.tell()

    def give_up(self, match: Match) -> None:
        """Stops agents from trying to play at this state of the match."""
        self._broken = match

    def agent_to_move(self) -> tuple[Match, int, Agent] | None:
        """Returns the next agent that has to choose, with the match and the seat; None if no agent has to choose, or if the rules cannot continue."""
        with self.lock:
            if self.is_ended or self.match is self._broken:
                return None
            seat = next((seat for seat in self.match.to_act if seat in self.agents), None)
            return None if seat is None else (self.match, seat, self.agents[seat])

    def play_for(self, match: Match, seat: int, move: Move) -> None:
        """Plays the choice of an agent, unless the match has changed meanwhile. Raises RefusedError."""
        with self.lock:
            if match is self.match:
                self._play(seat, move)
        self.tell()

    # ------------------------------------------------------------ messages

    def message(self, seat: int | None) -> str:
        """Returns all data for the page of a seat as JSON text. It depends on nothing that the seat may not know. Raises Fault."""
        with self.lock:
            about = json.dumps(self._about(seat), separators=(",", ":"), ensure_ascii=False)
            return f'{self._position(seat).text[:-1]}, "table": {about}}}'

    def ready_message(self, seat: int | None) -> str | None:
        """Returns the message to a seat if it is made already; never waits."""
        serial, ready = self._ready
        return ready.get(seat) if serial == self.serial else None

    def _position(self, seat: int | None) -> Position:
        """Returns the data about the match that a seat is sent. Raises Fault."""
        known = self._positions.get(seat)
        if known is None or known.match is not self.match or known.playing is not self.playing:
            before = known.lines if known is not None and known.playing is self.playing else None
            known = self._positions[seat] = self._make_position(seat, before)
        return known

    def _make_position(self, seat: int | None, before: Lines | None) -> Position:
        playing, match = self.playing, self.match
        try:
            lines = lines_after(playing.data, before, match, seat)
            found = position_text(playing.data, match.state, seat, playing.nodes, lines.all)
        except Fault as fault:
            self.trouble = f"The rules break a promise: {fault.text}"
            raise
        head = json.dumps({"rules": playing.digest, "match": self.identifier, "seat": seat})
        text = f'{head[:-1]}, "position": {found}}}'
        # The key of the match differs after something was taken back, even if the position is an earlier one.
        seen = sha256(f"{text}{match.key(seat)}".encode()).hexdigest()[:32]
        return Position(match, playing, f'{text[:-1]}, "seen": "{seen}"}}', seen, lines)

    def _about(self, seat: int | None) -> JsonObject:
        """Returns the data about the players that a seat may know."""
        names: list[Json] = [*self.names]
        away: list[Json] = [seat for seat in self.people if not self._here.get(seat)]
        return {"names": names, "away": away, "note": self.note, "canUndo": self.can_undo(seat)}

    def past(self, seat: int | None, line: int) -> JsonObject | None:
        """Returns the view of a seat after one of its lines; None if there is no such line."""
        with self.lock:
            return past(self.playing.data, self.match, seat, line)

    # ------------------------------------------------------------ presence and waiting

    def is_here(self, seat: int) -> bool:
        """Whether a page of a seat is open."""
        return bool(self._here.get(seat))

    @property
    def is_watched(self) -> bool:
        """Whether any page is open."""
        return any(self._here.values())

    def come(self, seat: int | None) -> None:
        """Notes that a page of a seat was opened."""
        self._count_pages(seat, 1)

    def leave(self, seat: int | None) -> None:
        """Notes that a page of a seat was closed."""
        self._count_pages(seat, -1)

    def _count_pages(self, seat: int | None, by: int) -> None:
        with self.lock:
            before = self._here.get(seat, 0)
            self._here[seat] = max(0, before + by)
            is_other = bool(before) != bool(self._here[seat])
        if is_other and seat is not None:  # spectators are not announced
            self.tell()

    def end(self) -> None:
        """Ends the match for all pages and tasks that wait."""
        self.is_ended = True
        self.tell()

    async def wait_for_change(self, seconds: float, serial: int) -> None:
        """Waits until the count of changes differs from `serial`, at most this many seconds."""
        await self._bell.heard(seconds, lambda: self.is_ended or self.serial != serial)

    def tell(self) -> None:
        """Tells all who wait that something has changed. The messages to open pages are made here, in the thread of the change: the event loop only sends them."""
        with self.lock:
            self.serial += 1
            try:
                seats = [seat for seat, pages in self._here.items() if pages and (seat or 0) < self.playing.seats]
                ready = {seat: self.message(seat) for seat in seats}
            except Fault:  # the host sees the fault
                ready = {}
            self._ready = self.serial, ready
        self._bell.ring()
        self.on_change()


def _illegal(illegal: IllegalMove) -> RefusedError:
    return RefusedError(illegal.refusal.text, "illegal", "`steps` in the message are what the rules allow.", 422)
