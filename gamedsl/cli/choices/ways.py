"""Reads the ways of pieces in board notation: `8/5`, `13 to 11`, `bar/20*`, `6/5(2)`, and several ways at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from gamedsl.cards.faces import entry, text_of
from gamedsl.cards.table.places import Where, where_of
from gamedsl.cli.printing.option_lists import MANY
from gamedsl.graph.analysis.secrecy import hides
from gamedsl.reports.titles import plain
from gamedsl.table.logs.folding import read_move
from gamedsl.table.names import Names, key, lower_first
from gamedsl.table.steps import Path, paths
from gamedsl.table.text import join_items
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Engine, Fault, Move, State
from gamedsl_interpreter.wording.texts import specs_by_instance

_WAY = re.compile(r"(\w+)((?:/\w+\*?)+)\*?(?:\((\d)\))?")
_PAIR = re.compile(r"(?:from )?(?:the )?(?:point )?(\w+)(?: to (?:the )?(?:point )?| ?(?:->|→|–|>|-) ?)(\w+)\*?")
_BESIDE = re.compile(r"([a-z]\d{1,2})[x:]?([a-z]\d{1,2})|(\w+) (\w+)\*?")
_MOST_IN_A_ROW = 4
"""At most this many moves of one piece make one way."""
_MOST_TOGETHER = 8


@frozen
class Way:
    """The way of a piece: the names of the place that it leaves, and of the place to which it goes. Places of a board that players count from both ends have
    two names."""

    source: tuple[str, ...]
    target: tuple[str, ...]

    def is_called(self, source: str, target: str) -> bool:
        """Whether these two names are the names of this way's ends."""
        return any(
            key(one) == source and key(other) == target for one, other in zip(self.source, self.target, strict=True)
        )


@frozen
class Row:
    """Moves of a seat one after the other."""

    first: Move
    rest: tuple[Move, ...]


class Ways:
    """Reads the ways of pieces in one game. Games that hide something have no such notation."""

    def __init__(self, engine: Engine[State], names: Names) -> None:
        self._engine = engine
        self._names = names

    def read(self, state: State, seat: int, text: str) -> Row | str | None:
        """Reads a text in the form of ways; returns the moves, or why it is refused. None for other texts, or if no pieces move from place to place here."""
        return self._read(state, seat, _hops(text.lower()), text)

    def beside(self, state: State, seat: int, text: str) -> Row | str | None:
        """Reads two places without a sign or word between them: `24 18`, `b6c5`, `b6xd4`."""
        found = _BESIDE.fullmatch(text.lower())
        if found is None:
            return None
        source, target = filter(None, found.groups())
        return self._read(state, seat, [(key(source), key(target))], text)

    def way(self, state: State, seat: int, move: Move) -> Way | None:
        """Returns the way of the piece that a move moves; None if it moves none of the seat's pieces, or several."""
        return None if hides(self._engine.game) else self._after(state, seat, move)[0]

    def has_ways(self, state: State, seat: int) -> bool:
        """Whether each move of a seat takes one of its pieces from a place to another."""
        return bool(self._ways(state, seat))

    def count_left(self, state: State, seat: int) -> int:
        """Returns an upper bound on how many further moves of pieces the seat makes before chance or another seat comes, as far as the first moves show; at
        least 1."""
        number = 1
        while number < _MOST_TOGETHER:
            move = self._engine.walk(state, seat, lambda step: step.options[0].value)
            found, after = self._after(state, seat, move)
            if found is None or not self._goes_on(state, after, seat):
                return number
            state, number = after, number + 1
        return number

    # ------------------------------------------------------------ reading

    def _read(self, state: State, seat: int, hops: Sequence[tuple[str, str]], text: str) -> Row | str | None:
        if not hops or len(hops) > _MOST_TOGETHER or not {one for hop in hops for one in hop} <= self._known:
            return None
        moves: list[Move] = []
        begun = state
        for source, target in hops:
            # Moves after a result of chance must not be shown beforehand.
            found = self._ways(state, seat) if self._goes_on(begun, state, seat) else []
            if not found:
                return f"`{text}` is more than you can move now." if moves else None
            rows = list(self._rows(state, seat, source, target, _MOST_IN_A_ROW))
            shortest = [row for row in rows if len(row) == min(map(len, rows))]
            if not shortest:
                return self._refusal(found, source, target, is_first=not moves)
            if len(shortest) > 1 and len(shortest[0]) == 1 and not moves:
                # Either of two dice can move this piece, so the answer is not clear.
                return None
            for move in shortest[0]:
                moves.append(move)
                state = self._engine.play(state, seat, move)
        first, *rest = moves
        return Row(first, tuple(rest))

    def _rows(self, state: State, seat: int, source: str, target: str, most: int) -> Iterator[tuple[Move, ...]]:
        """Yields the moves, or rows of moves of one piece, that lead from one place to another."""
        for way, move in self._ways(state, seat):
            if way.is_called(source, target):
                yield (move,)
                continue
            for name, between in zip(way.source, way.target, strict=True):
                if most > 1 and key(name) == source:
                    after = self._engine.play(state, seat, move)
                    if self._goes_on(state, after, seat):
                        for rest in self._rows(after, seat, key(between), target, most - 1):
                            yield (move, *rest)

    def _goes_on(self, before: State, after: State, seat: int) -> bool:
        """Whether the seat moves again after a move that left nothing to chance, before another one has moved."""
        if after.is_over or after.stream != before.stream or self._engine.to_act(after)[0] != seat:
            return False
        first, name = len(self._engine.view(before, seat).events), self._engine.game.seats[seat]
        events = self._engine.view(after, seat).events[first:]
        return all(event.data[1] == name for event in events if event.data[0] == "choose")

    def _refusal(self, found: Sequence[tuple[Way, Move]], source: str, target: str, *, is_first: bool) -> str:
        """Explains that there is no such way, and names the possible ways."""
        now = "now" if is_first else "then"
        from_here = [way for way, _ in found if source in map(key, way.source)]
        if not from_here:
            starts = list(dict.fromkeys(way.source[0] for way, _ in found))
            return f"Nothing can move from {source} {now}: only from {join_items(starts, 'or')}."
        ends = list(dict.fromkeys(way.target[list(map(key, way.source)).index(source)] for way in from_here))
        return f"{source} to {target} is not possible {now}: from {source} it goes to {join_items(ends, 'or')}."

    # ------------------------------------------------------------ ways of moves

    def _ways(self, state: State, seat: int) -> list[tuple[Way, Move]]:
        """Returns the complete moves of a seat with their ways; none if one of them has no way."""
        found: Sequence[Path] = () if hides(self._engine.game) else paths(self._engine, state, seat, MANY) or ()
        ways = [(self.way(state, seat, path.move), path.move) for path in found]
        known = [(way, move) for way, move in ways if way is not None]
        return known if len(known) == len(ways) else []

    def _after(self, state: State, seat: int, move: Move) -> tuple[Way | None, State]:
        first = len(self._engine.view(state, seat).events)
        try:
            after = self._engine.play(state, seat, move)
        except Fault:
            return None, state
        events = self._engine.view(after, seat).events[first:]
        # A forced move after this one is another move.
        next_one = next((at for at, event in enumerate(events) if at and event.data[0] == "choose"), len(events))
        moved = [read_move(event) for event in events[:next_one] if event.data[0] == "move"]
        kinds = self._names.kind_numbers
        game = self._names.game
        own = [one for one in moved if all(game.kinds[kinds[name]].owner == seat for name, _ in one.pieces)]
        if len(own) != 1 or own[0].size != 1:
            return None, after
        source, target = (self._zone_names(name, seat) for name in (own[0].sources[0], own[0].to))
        is_known = source and target and len(source) == len(target)
        return (Way(source, target) if is_known else None), after

    def _zone_names(self, zone: str, seat: int) -> tuple[str, ...]:
        """Returns a seat's names for a zone: the number of its place (on boards with two ends also the number from the other end), or the name of an own
        zone."""
        where = self._zones.get(zone)
        if where is None:
            return ()
        label, of = where
        if of.place is None:
            return (label, label) if of.seat == seat else ()
        board, number = of.place
        name = self._names.short_place(board, number)
        spec = self._names.game.boards[board]
        if entry(self._names.look, "board", spec.name).get("both_ends") is True and seat > 0 and name.isdigit():
            # Players at the other end of the board count from there.
            return str(len(spec.places) + 1 - int(name)), name
        return name, name

    @cached_property
    def _zones(self) -> dict[str, tuple[str, Where]]:
        """The name of each zone without its owner, and the place that it belongs to."""
        _, zones = specs_by_instance(self._names.game)
        look = self._names.look
        return {
            name: (
                lower_first(text_of(entry(look, "zone", zones[i].name), "label") or plain(zones[i].name)),
                where_of(self._names.game, zones[i].dimensions, i - zones[i].base),
            )
            for i, name in enumerate(self._names.texts.zones)
        }

    @cached_property
    def _known(self) -> frozenset[str]:
        """The names of all places and zones."""
        boards = self._names.game.boards
        places = (
            self._names.short_place(board, number)
            for board, of in enumerate(boards)
            for number in range(len(of.places))
        )
        return frozenset(map(key, (*places, *(label for label, _ in self._zones.values()))))


def _hops(text: str) -> list[tuple[str, str]]:
    """Returns the ways that a text writes, each by the names of two places; none if it is another text."""
    pair = _PAIR.fullmatch(text)
    if pair is not None:
        return [(key(pair[1]), key(pair[2]))]
    found: list[tuple[str, str]] = []
    for part in re.split(r"[\s,;]+", text):
        way = _WAY.fullmatch(part)
        if way is None:
            return []
        names = [key(one) for one in (way[1], *way[2].replace("*", "").split("/")[1:])]
        found += list(pairwise(names)) * int(way[3] or 1)
    return found
