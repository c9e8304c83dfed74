"""The shared match of a studio: a table whose rules can change, whose host has a seat, and which is kept in one file."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from secrets import compare_digest, randbits, token_urlsafe

from gamedsl.api.matches import Match
from gamedsl.errors import GameDslError
from gamedsl.graph.compiled import Setup
from gamedsl.graph.model.game import Game
from gamedsl.server.refusals import KeepingError
from gamedsl.server.seats import PREFIX
from gamedsl.server.tables.following import Followed, follow_moves
from gamedsl.server.tables.playing import Playing
from gamedsl.server.tables.setting import Setting
from gamedsl.server.tables.table import SEED_BITS, Table
from gamedsl.studio.sharing.keeping import Chair, Keep, Kept, file_text
from gamedsl.values import frozen
from gamedsl_interpreter.matches.agents import Agent
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.replay import Replay, replay_of
from gamedsl_interpreter.matches.replay import to_json as replay_text
from gamedsl_interpreter.thinking.specs import AgentSpecError

_CHANGED = "The rules have changed, and the match goes on."
_CUT = "The rules have changed, and the match goes on from an earlier position."
_TAKEN_BACK = "The host has taken back a move."


@frozen
class Guests:
    """The players: `agents` returns the agents of a game by seat, all other seats belong to people; `host` returns the seat that the host wants (None: the
    first free one). `names` are the names that were requested."""

    agents: Callable[[Game], Mapping[int, Agent]] = lambda _: {}
    host: Callable[[Game], int | None] = lambda _: None
    names: Sequence[str] = ()


@frozen
class Seated:
    """Who plays a setup: the agents by seat, and the seat that the host wants."""

    playing: Playing
    agents: Mapping[int, Agent]
    host: int | None


@frozen
class Place:
    """A seat as its host sees it: `agent` plays it (None: a person, whose page is at `path`; `is_here`: the page is open)."""

    name: str
    agent: str | None
    path: str
    is_here: bool
    is_own: bool


class SharedTable(Table):
    """One match at a time, which moves, its host, and new rules can change."""

    def __init__(self, guests: Guests, keep: Keep, base: str, setting: Setting, kept: Kept | None) -> None:
        """Begins a match, or continues the kept one. `base` is the address of this host for others: `http://ADDRESS:PORT`. Raises NotCompilable, Fault,
        AgentSpecError, KeepingError."""
        self._guests, self._keep = guests, keep
        self._chairs = [] if kept is None else list(kept.chairs)
        self.base, self.port = base, int(base.rpartition(":")[2])
        seated = seat_guests(setting, guests)
        found = _begin(seated) if kept is None else _continue(seated, kept)
        super().__init__(token_urlsafe(6) if kept is None else kept.match, seated.playing, seated.agents, found.match)
        self._wanted: int | None = seated.host
        self._rest: tuple[Played, ...] = found.rest
        self._why = found.why
        self.note = _CUT if self._rest else None
        self._seat_people()
        self._save()

    # ------------------------------------------------------------ seats

    def seat(self, token: str) -> int | None:
        """Returns the seat of a link; None for an unknown token. Wrong tokens all take equally long."""
        given, found = token.encode(), None
        for seat, chair in enumerate(self._chairs[: self.playing.seats]):
            if compare_digest(chair.token.encode(), given):
                found = seat
        return found if found not in self.agents else None

    async def find(self, token: str) -> tuple[Table, int] | None:
        """Returns the table with the seat of a link."""
        seat = self.seat(token)
        return None if seat is None else (self, seat)

    @property
    def own_names(self) -> Sequence[str]:
        """The names that people have chosen."""
        return [chair.name for chair in self._chairs]

    def _set_name(self, seat: int, name: str) -> None:
        self._chairs[seat] = Chair(name, self._chairs[seat].token)

    @property
    def host(self) -> int | None:
        """The host's own seat; None if agents play all seats."""
        free = self.people
        return self._wanted if self._wanted in free else next(iter(free), None)

    @property
    def setup(self) -> Setup:
        """The setup of the match."""
        return self.playing.setting.setup

    def _seat_people(self) -> None:
        """Gives every seat a link."""
        while len(self._chairs) < self.playing.seats:
            self._chairs.append(Chair("", token_urlsafe(24)))
        for number, name in enumerate(self._guests.names[: len(self._chairs)]):
            self._chairs[number] = Chair(name, self._chairs[number].token)

    @property
    def chairs(self) -> tuple[Place, ...]:
        """The seats as the host sees them."""
        return tuple(
            Place(
                name,
                self.agents[seat].name if seat in self.agents else None,
                "" if seat in self.agents else f"/{PREFIX}/{self._chairs[seat].token}/",
                self.is_here(seat),
                seat == self.host,
            )
            for seat, name in enumerate(self.names[: self.playing.seats])
        )

    # ------------------------------------------------------------ another match, other rules

    def begin(self, setting: Setting) -> None:
        """Begins a match in place of the current one. Raises NotCompilable, Fault, AgentSpecError, KeepingError."""
        seated = seat_guests(setting, self._guests)
        with self.lock:
            seated_before = Seated(self.playing, self.agents, self._wanted)
            match, rest, identifier = self.match, self._rest, self.identifier
            self.playing, self.agents, self._wanted = seated.playing, seated.agents, seated.host
            self.match, self._rest, self.identifier = _begin(seated).match, (), token_urlsafe(6)
            self._seat_people()
            try:
                self._save()
            except KeepingError:
                self.playing, self.agents = seated_before.playing, seated_before.agents
                self._wanted, self.match, self._rest, self.identifier = seated_before.host, match, rest, identifier
                raise
            self._why, self.note, self.trouble = "", None, None
        self.tell()

    def follow(self, setting: Setting) -> None:
        """Continues the match under changed rules. If they cannot be played, the match stays under the old ones."""
        try:
            seated = seat_guests(setting, self._guests)
            with self.lock:
                moves = (*self.match.played, *self._rest)
                found = follow_moves(seated.playing.engine, self.match.seed, moves)
                is_other = seated.playing.digest != self.playing.digest
                self.playing, self.agents, self._wanted = seated.playing, seated.agents, seated.host
                self.match, self._rest, self._why = found.match, found.rest, found.why
                self.trouble = None
                self.note = _CUT if self._rest else _CHANGED if is_other else self.note
        except GameDslError as error:
            self.stay(str(error))
        else:
            self.tell()

    def stay(self, why: str) -> None:
        """Continues under the old rules, and tells the host why."""
        self.trouble = f"The match goes on with the rules as they were: {why}"
        self.tell()

    @property
    def why_not(self) -> str:
        """Why the next move is not possible under the current rules; empty if all moves are."""
        return self._why if self._rest else ""

    # ------------------------------------------------------------ changes

    def _replace(self, match: Match, played: Played | None = None) -> None:
        """Once somebody has moved, moves that were not possible under changed rules are gone."""
        before, self._rest = self._rest, ()
        try:
            super()._replace(match, played)
        except KeepingError:
            self._rest = before
            raise

    def take_back(self) -> None:
        """Takes back the last move, for the host. Raises KeepingError."""
        with self.lock:
            made = copy.copy(self.match)
            if made.played:
                made.undo()
            self._replace(made)
            self.note = _TAKEN_BACK
        self.tell()

    # ------------------------------------------------------------ saving

    def _save(self, played: Played | None = None) -> None:
        self._keep(file_text(Kept(self.identifier, self.port, tuple(self._chairs), self._replay())))

    def _replay(self) -> Replay:
        """Returns the match with all its moves, including those that the current rules do not allow."""
        match, game = self.match, self.playing.engine.game
        known = len(game.seats)
        moves = tuple((one.seat, one.text) for one in (*match.played, *self._rest) if 0 <= one.seat < known)
        outcome = None if self._rest else match.outcome
        setting = self.playing.setting
        return replay_of(game, setting.name, match.seed, 0, moves, outcome, None, setting.known.additions.lines)

    @property
    def replay(self) -> str:
        """The match as a replay for `gamedsl replay`. It reveals everything hidden, so only the host may see it, after the match."""
        with self.lock:
            return replay_text(self._replay())


def seat_guests(setting: Setting, guests: Guests) -> Seated:
    """Prepares a setup for some guests. Raises NotCompilable, AgentSpecError."""
    game = setting.compiled.game
    agents, host = guests.agents(game), guests.host(game)
    if host is not None and host in agents:
        raise AgentSpecError(f"you and an agent are to play {game.seats[host]}", "name the seat once")
    if len(guests.names) > game.humans:
        raise AgentSpecError(f"there are {len(guests.names)} names for {game.humans} players")
    return Seated(Playing(setting), agents, host)


def _begin(seated: Seated) -> Followed:
    """Begins a match. Raises Fault."""
    return Followed(Match(seated.playing.engine, randbits(SEED_BITS)), (), "")


def _continue(seated: Seated, kept: Kept) -> Followed:
    """Plays a kept match again. Raises Fault."""
    seats = {name: number for number, name in enumerate(kept.replay.seats)}
    moves = [Played(seats.get(move.seat, -1), move.move) for move in kept.replay.moves]
    return follow_moves(seated.playing.engine, kept.replay.seed, moves)
