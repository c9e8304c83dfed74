"""A table of a lobby, which is kept in the records of the server."""

from __future__ import annotations

from collections.abc import Sequence

from gamedsl.api.matches import Match
from gamedsl.graph.compiled import Setup
from gamedsl.graph.serial import digest
from gamedsl.json import Json, JsonObject
from gamedsl.server import records
from gamedsl.server.games import COMPUTERS, Game
from gamedsl.server.records import Chair, Change, KeptTable, Records
from gamedsl.server.refusals import KeepingError, RefusedError
from gamedsl.server.tables.following import follow_moves
from gamedsl.server.tables.playing import Playing, seat_title
from gamedsl.server.tables.table import Table
from gamedsl.values import evolve
from gamedsl_interpreter.matches.match import Played
from gamedsl_interpreter.matches.replay import from_json, replay_of, to_json
from gamedsl_interpreter.thinking.specs import agent_from

_CHANGED = "The rules have changed, and the match goes on."


class HostedTable(Table):
    """A table whose people come from the lobby or by links. Each change is permanent before anybody is told of it."""

    def __init__(self, game: Game, kept: KeptTable, kept_in: Records) -> None:
        """Continues the match as it was kept. Raises RefusedError if the rules do not allow that any more, Fault."""
        setup = Setup(kept.players, kept.options)
        if setup not in game.rules.setups():
            raise refuse_changed_rules(game.title)
        playing = game.playing(setup)
        agents = {seat: agent_from(COMPUTERS[one.computer]) for seat, one in enumerate(kept.chairs) if one.computer}
        is_same = digest(playing.engine.game) == kept.digest
        match = _same_match(playing, kept) if is_same else _follow_match(playing, kept, game.title)
        super().__init__(kept.identifier, playing, agents, match)
        self.kept = kept
        """The table as it was made, without what has changed since."""
        self.title = game.title
        self.allows_undo = kept.allows_undo
        self.note = None if is_same else _CHANGED
        self._records, self._chairs = kept_in, kept.chairs
        self._count = len(kept.moves)
        """How many moves are kept."""
        self._version = kept.version
        self.is_told_over = match.is_over
        """Whether the lobby knows that the match is over."""

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sits where."""
        return self._chairs

    @property
    def own_names(self) -> Sequence[str]:
        """The names that people have chosen."""
        return [chair.name for chair in self._chairs]

    def _set_name(self, seat: int, name: str) -> None:
        self._chairs = (*self._chairs[:seat], evolve(self._chairs[seat], name=name), *self._chairs[seat + 1 :])

    def sit_down(self, seat: int | None, token: bytes) -> int:
        """Gives an open seat to a person; None: the first one. `token` is the digest of their link. Returns the seat. Raises RefusedError."""
        with self.lock:
            free = [number for number, chair in enumerate(self._chairs) if chair.is_open]
            chosen = next(iter(free), None) if seat is None else seat
            if chosen is None or chosen not in free:
                advice = f"Free seats: {', '.join(map(str, free))}." if free else "You can watch this table."
                raise RefusedError("This seat is not free.", "not-free", advice)
            before = self._chairs
            taken = evolve(before[chosen], is_open=False)
            self._chairs = (*before[:chosen], taken, *before[chosen + 1 :])
            try:
                self._keep_change(link=(token, chosen))
            except KeepingError as error:
                self._chairs = before
                raise make_refusal() from error
        self.tell()
        return chosen

    def _save(self, played: Played | None = None) -> None:
        if played is None:
            self._keep_change()
        else:
            self._keep(Change(*self._head, self._count, [(played.seat, played.text)], None), self._count + 1)

    def _keep_change(self, link: tuple[bytes, int] | None = None) -> None:
        """Keeps whatever has changed. Raises KeepingError."""
        match = self.match
        if match.version == self._version:
            self._keep(Change(*self._head, self._count, (), None, link), self._count)
            return
        moves = [(one.seat, one.text) for one in match.played]
        taken_back = from_json(match.to_json()).taken_back
        self._keep(Change(*self._head, 0, moves, taken_back, link), len(moves))

    @property
    def _head(self) -> tuple[str, int, int, tuple[Chair, ...], bool]:
        return self.identifier, self._version, self.match.version, self._chairs, self.match.is_over

    def _keep(self, wanted: Change, count: int) -> None:
        self._records.do(lambda connection: records.change(connection, wanted))
        self._version, self._count = self.match.version, count


def make_refusal() -> RefusedError:
    """Makes the refusal of a change that cannot be kept."""
    return RefusedError("The server cannot keep this now.", "not-kept", "Try it again later.", 503)


def refuse_changed_rules(title: str) -> RefusedError:
    """Makes the refusal of a match that the present rules do not allow."""
    return RefusedError(
        f"The rules of {title} have changed, and this match cannot go on.", "rules-changed", "It can go on if the server has the earlier rules again.", 410
    )  # fmt: skip


def _same_match(playing: Playing, kept: KeptTable) -> Match:
    """Plays the moves again. Raises Fault."""
    replay = replay_of(playing.engine.game, kept.game, kept.seed, 0, kept.moves, None)
    text = to_json(evolve(replay, version=kept.version, taken_back=kept.taken_back))
    return Match.from_json(text, playing.engine)


def _follow_match(playing: Playing, kept: KeptTable, title: str) -> Match:
    """Plays the moves under changed rules. Raises RefusedError if one is not possible any more, Fault."""
    found = follow_moves(playing.engine, kept.seed, [Played(seat, text) for seat, text in kept.moves])
    if found.rest:
        raise refuse_changed_rules(title)
    return found.match


def table_data(kept: KeptTable, chairs: Sequence[Chair], title: str, *, is_over: bool) -> JsonObject:
    """Returns the data of a table that everybody may see: neither links nor moves."""
    told: list[Json] = [
        {
            "seat": number,
            "name": chair.name or seat_title(f"P{number + 1}"),
            "who": "computer" if chair.computer else "open" if chair.is_open else "person",
            "computer": chair.computer,
        }
        for number, chair in enumerate(chairs)
    ]
    return {
        "table": kept.identifier,
        "game": kept.game,
        "title": title,
        "players": kept.players,
        "options": dict(kept.options),
        "seats": told,
        "began": kept.began,
        "allowsUndo": kept.allows_undo,
        "isOver": is_over,
    }
