"""Folds the events of a move: dealing, the trick that somebody takes, stops on the way, and throws. `page/src/told/telling.ts` follows the same rules."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import cast

from gamedsl.cards.faces import bare, entry, text_of
from gamedsl.cards.table.places import Where, where_of
from gamedsl.graph.analysis.filters import remove_filters
from gamedsl.graph.analysis.shown import list_shown_fields, list_shown_zones
from gamedsl.graph.analysis.walk import list_named_zones, plans
from gamedsl.graph.model import types
from gamedsl.graph.model.game import FieldSpec, Game, ZoneSpec
from gamedsl.graph.model.nodes import DecisionNode, TogetherNode
from gamedsl.graph.model.statements import Select
from gamedsl.reports.titles import plain
from gamedsl.table.names import Names, lower_first
from gamedsl.table.text import join_items, join_keys
from gamedsl.values import frozen
from gamedsl_interpreter.engine import Event, View
from gamedsl_interpreter.wording.texts import specs_by_instance

MOST_SORTS = 4
"""Pieces and values are named together if there are at most this many sorts of them."""

_SHUFFLED = frozenset({"shuffle", "shuffle_under"})
_COUNTED = re.compile(r"trick|won|taken", re.IGNORECASE)
"""Fields of players that count tricks, or cards of tricks."""


@frozen
class Moved:
    """Pieces that were moved: their kinds with numbers if the seat saw them, otherwise only their number; the zones that they left, and the zones to which
    they went."""

    pieces: tuple[tuple[str, int], ...]
    number: int
    sources: tuple[str, ...]
    targets: tuple[str, ...]

    @property
    def to(self) -> str:
        """The first zone where they went."""
        return self.targets[0]

    @property
    def size(self) -> int:
        """The number of pieces."""
        return sum(count for _, count in self.pieces) or self.number


@frozen
class Segment:
    """The consequences of a choice. `dealt` is the number of the event with which a deal begins (None: there is none)."""

    events: Sequence[Event]
    dealt: int | None = None


@frozen
class ZoneNote:
    """A zone, found by its name in events: its family, the place or player to which it belongs, and whether it holds the cards of a trick."""

    spec: ZoneSpec
    where: Where
    is_shown: bool
    is_trick: bool


class Folding:
    """The folds of one game."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._game = names.game
        self._seats = {name: seat for seat, name in enumerate(self._game.seats)}

    @cached_property
    def zones(self) -> dict[str, ZoneNote]:
        """The zones by their names."""
        game, shown, taken = self._game, list_shown_zones(self._game), _zones_taken_from(self._game)
        specs = specs_by_instance(game)[1]
        tricks = {spec.name for spec in game.zones if self._is_trick(spec, taken)}
        return {
            name: ZoneNote(
                spec := specs[number],
                where_of(game, spec.dimensions, number - spec.base),
                number in shown,
                spec.name in tricks,
            )
            for number, name in enumerate(self.names.texts.zones)
        }

    @cached_property
    def fields(self) -> dict[str, tuple[FieldSpec, int | None]]:
        """The fields whose changes the log tells, by name, with their owners. Fields that a board shows, that last only one turn, or that players do not see
        are left out."""
        return {name: one for name, one in self._loud.items() if one[0].reset is None}

    @cached_property
    def brief(self) -> dict[str, tuple[FieldSpec, int | None]]:
        """The fields that last only one turn or round and would be told otherwise, by name, with their owners."""
        return {name: one for name, one in self._loud.items() if one[0].reset is not None}

    @cached_property
    def _loud(self) -> dict[str, tuple[FieldSpec, int | None]]:
        game = self._game
        edges = {shape.edges for shape in game.about.shapes} - {None}
        specs, shown = specs_by_instance(game)[0], list_shown_fields(game)

        def is_quiet(spec: FieldSpec) -> bool:
            of = [dimension.type for dimension in spec.dimensions]
            # If several players have small numbers on a place, the place does not show which one has changed.
            is_shared = isinstance(of[0] if of else None, types.Position) and any(
                isinstance(one, types.Player) for one in of
            )
            is_on_board = not is_shared and any(isinstance(one, types.Position) for one in of)
            is_on_edge = any(isinstance(one, types.Enum) and one.id in edges for one in of)
            look = entry(self.names.look, "field", spec.name)
            is_hidden = bool(look.get("hide") or look.get("quiet"))
            return is_on_board or is_on_edge or is_hidden or spec.name == "round"

        return {
            name: (specs[number], where_of(game, specs[number].dimensions, number - specs[number].base).seat)
            for number, name in enumerate(self.names.texts.fields)
            if number in shown and not is_quiet(specs[number])
        }

    @cached_property
    def set_back(self) -> dict[str, str]:
        """The fields that are reset when a round begins, by name, with their start values."""
        specs, texts = specs_by_instance(self._game)[0], self.names.texts
        numbered = [(name, number, specs[number]) for number, name in enumerate(texts.fields)]
        return {
            name: texts.value(spec.start[number - spec.base], spec.type)
            for name, number, spec in numbered
            if spec.reset == "round"
        }

    def is_told(self, name: str, value: str, *, has_moved: bool = False) -> bool:
        """Whether the new value of a field is told: it is not none, not a long list, and not the start value of a flag, or 0 of a shared number that is reset.
        `has_moved`: a number had left its start value before anybody chose anything, so a return to it is no reset."""
        spec, owner = self.fields[name]
        of = bare(spec.type)
        is_number = isinstance(of, types.Int) and owner is None and value == "0" and not has_moved
        is_restored = self.start(name) == value and (isinstance(of, types.Flag) or is_number)
        return value != "none" and not is_restored and value.count(",") < MOST_SORTS

    def start(self, name: str) -> str:
        """Returns the value of a field before anything has happened."""
        spec, _ = self._loud[name]
        return self.names.texts.value(spec.start[self._field_numbers[name] - spec.base], spec.type)

    def values_after(self, events: Sequence[Event]) -> Mapping[str, str]:
        """Returns the values of fields after events, without values that are unknown because the match began from a start of the rules."""
        is_usual = all(event.data[0] != "start" for event in events)
        begun = {name: self.start(name) for name in self.fields} if is_usual else {}
        return begun | {str(event.data[1]): str(event.data[2]) for event in events if event.data[0] == "field"}

    def part(self, name: str) -> tuple[str, str]:
        """Returns the name of a field's family, and the words that distinguish this field from others told with it: `store` and `Wood`. The second is empty
        if each player has one."""
        spec, _ = self._loud[name]
        where = where_of(self._game, spec.dimensions, self._field_numbers[name] - spec.base)
        label = text_of(entry(self.names.look, "field", spec.name), "label") or plain(spec.name)
        return lower_first(label), join_keys(map(self.names.clean, where.rest))

    @cached_property
    def _field_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names.texts.fields)}

    def owner(self, zone: str) -> int | None:
        """Returns the owner of a zone; None if nobody owns it."""
        return self.zones[zone].where.seat

    def is_own(self, event: Event, seat: int | None) -> bool:
        """Whether an event changes nothing that is told of other things than those of a seat: pieces go to it or from it, or its numbers change."""
        match event.data[0]:
            case "field":
                told = self.fields.get(str(event.data[1]))
                return told is None or (seat is not None and told[1] == seat)
            case "move":
                owners = {self.owner(zone) for zone in (str(event.data[-2]), str(event.data[-1]))} - {None}
                return owners == {seat}
            case _:
                return True

    # ------------------------------------------------------------ dealing

    def without_dealing(self, events: Sequence[Event], looker: int | None) -> Segment:
        """Leaves out the events of dealing, in which all cards go into a zone and each player gets some from there. Keeps the cards that the looking seat
        got, if there are few enough to name."""
        moves = [event.data for event in events if event.data[0] == "move"]
        shuffled = next((i for i in reversed(range(len(events))) if events[i].data[0] in _SHUFFLED), -1)
        number = len(self._game.seats)

        def players(deck: str, after: int) -> int:
            owners = {self.owner(_to(event)) for event in events[after:] if _goes(event, deck)} - {None}
            return len(owners)

        is_shuffled = shuffled >= 0 and players(str(events[shuffled].data[1]), shuffled) > 1
        if is_shuffled:
            deck = str(events[shuffled].data[1])
        else:
            sources = (str(data[-2]) for data in reversed(moves))
            deck = next((one for one in sources if self.owner(one) is None and players(one, 0) == number > 1), "")
        if not deck:
            return Segment(events)
        at = shuffled if is_shuffled else next(i for i, event in enumerate(events) if self._is_dealt(event, deck))
        collected = [i for i, event in enumerate(events[:at]) if event.data[0] == "move" and _to(event) == deck]
        folded = {
            *collected,
            *(
                i
                for i, event in enumerate(events[at:], start=at)
                if (event.data[0] in _SHUFFLED and event.data[1] == deck)
                or (self._is_dealt(event, deck) and (self.owner(_to(event)) != looker or _sorts(event) > MOST_SORTS))
            ),
        }
        kept = [event for i, event in enumerate(events) if i not in folded]
        begun = sum(1 for i in range(at) if i not in folded) if is_shuffled or collected else None
        return Segment(kept, begun)

    def without_clearing(self, events: Sequence[Event], before: Sequence[Event]) -> Sequence[Event]:
        """Leaves out moves that return cards face down to the zone from which they were dealt: at the end of a match they only clear the table."""
        dealt = {str(event.data[-2]) for event in before if _moves(event)}
        decks = {
            name
            for name, note in self.zones.items()
            if name in dealt and note.where.seat is None and note.spec.visibility.who == "nobody"
        }
        return [event for event in events if not (_moves(event) and _to(event) in decks)]

    def is_dealing(self, event: Event) -> bool:
        """Whether an event moves pieces out of a zone that nobody sees."""
        return _moves(event) and self.zones[str(event.data[-2])].spec.visibility.who == "nobody"

    def _is_dealt(self, event: Event, deck: str) -> bool:
        return _goes(event, deck) and self.owner(_to(event)) is not None

    # ------------------------------------------------------------ tricks

    def find_trick(self, events: Sequence[Event]) -> tuple[int | None, str] | None:
        """Returns the player who takes the trick in these events, with the sentence about it; None if nobody takes one, or if the player cannot be found."""
        collected = [event for event in events if self.is_of_trick(event)]
        if len({str(event.data[-2]) for event in collected}) < 2 or len({_to(event) for event in collected}) > 1:
            return None
        last = max(
            (i for i, event in enumerate(events) if _moves(event) and self.zones[_to(event)].is_trick), default=-1
        )
        taker = self._taker(collected[0], events[last + 1 :])
        return None if not taker else (self._seats.get(taker), f"{self.names.clean(taker)} takes the trick.")

    def is_of_trick(self, event: Event) -> bool:
        """Whether an event is a card that is collected with a trick."""
        return _moves(event) and self.zones[str(event.data[-2])].is_trick and not self.zones[_to(event)].is_trick

    def _taker(self, collected: Event, events: Sequence[Event]) -> str:
        """Returns the owner of the zone to which a trick goes. Without an owner, returns the player whose number of tricks has grown since the trick's last
        card, or whom a shared field names."""
        seat = self.owner(_to(collected))
        if seat is not None:
            return self._game.seats[seat]
        fields = [(str(event.data[1]), str(event.data[2])) for event in events if event.data[0] == "field"]
        counted = (name.partition(".")[0] for name, _ in fields if _COUNTED.search(name.partition(".")[2]))
        named = (value for name, value in fields if "." not in name and value in self._seats)
        return next(counted, "") or next(named, "")

    def _is_trick(self, spec: ZoneSpec, taken: frozenset[str]) -> bool:
        role = entry(self.names.look, "zone", spec.name).get("role")
        if role is not None:
            return role == "trick"
        is_single = spec.form == "slot" or spec.capacity == 1
        is_seats = len(spec.dimensions) == 1 and isinstance(spec.dimensions[0].type, types.Player)
        return is_seats and is_single and spec.name not in taken and spec.visibility.who == "everyone"

    # ------------------------------------------------------------ ways

    def direct(self, moves: Sequence[Moved]) -> list[Moved]:
        """Leaves out stops on the way: pieces that pass through a zone of nobody (which is no place) move directly from their first zone."""
        stops: dict[str, tuple[str, ...]] = {}
        for i, move in enumerate(moves):
            into = [one for one in moves if one.to == move.to]
            out = [one for one in moves[i:] if one.sources == (move.to,)]
            is_earlier = any(one.sources == (move.to,) for one in moves[:i])
            is_same = all(one.sources == move.sources for one in into) and move.sources != (move.to,)
            if not (out and is_same) or is_earlier or not self._may_be_stop(move.to):
                continue
            if sum(one.size for one in into) == sum(one.size for one in out):
                stops[move.to] = move.sources
        return [
            Moved(one.pieces, one.number, stops.get(one.sources[0], one.sources), one.targets)
            for one in moves
            if one.to not in stops
        ]

    def _may_be_stop(self, zone: str) -> bool:
        return self.owner(zone) is None and not self.is_on_board(zone)

    def is_on_board(self, zone: str) -> bool:
        """Whether a zone is on a place of a board."""
        return self.zones[zone].where.place is not None

    def gather(self, moves: Sequence[Moved]) -> list[Moved]:
        """Joins moves to the same zone, moves of players' pieces to their own zones, and moves of each player from one own zone to another."""
        found: dict[str, Moved] = {}
        for number, move in enumerate(moves):
            key = f"{'' if move.pieces else 'unseen '}{self._common_key(move) or number}"
            before = found.get(key)
            found[key] = move if before is None else _together(before, move)
        return list(found.values())

    def _common_key(self, move: Moved) -> str:
        """Returns a key that moves share if they are told together; empty if this move is told alone."""
        if self.is_on_board(move.to):
            return ""
        source, family, owner = move.sources[0], self.zones[move.to].spec.name, self.owner(move.to)
        if owner is None:
            return f"to {move.to}"
        numbers, kinds = self.names.kind_numbers, self._game.kinds
        if move.pieces and all(kinds[numbers[name]].owner == owner for name, _ in move.pieces):
            return f"home to {family}"
        is_own = self.owner(source) == owner
        return f"{self.zones[source].spec.name} to {family}" if is_own else f"{source} to {move.to}"

    def is_one_way(self, move: Moved) -> bool:
        """Whether pieces that go together leave the same zone, or for each player the own one."""
        zones = [self.zones[zone] for zone in move.sources]
        owners = [self.owner(zone) for zone in move.sources]
        is_each_own = (
            owners == [self.owner(zone) for zone in move.targets] and len({one.spec.name for one in zones}) == 1
        )
        return len(zones) == 1 or is_each_own


def _together(one: Moved, other: Moved) -> Moved:
    counts = dict(one.pieces)
    for name, count in other.pieces:
        counts[name] = counts.get(name, 0) + count
    sources, targets = (
        {**dict.fromkeys(these), **dict.fromkeys(those)}
        for these, those in ((one.sources, other.sources), (one.targets, other.targets))
    )
    return Moved(tuple(counts.items()), one.number + other.number, tuple(sources), tuple(targets))


def is_same_throw(rolls: Sequence[tuple[str, str]], name: str) -> bool:
    """Whether a roll belongs to a throw: the dice of one throw have different names."""
    return bool(rolls) and name not in [one for one, _ in rolls]


def read_move(event: Event) -> Moved:
    """Returns the pieces that an event moves."""
    data = event.data[1:]
    counted = cast("tuple[tuple[str, int], ...]", data[0]) if isinstance(data[0], tuple) else ()
    number = data[0] if isinstance(data[0], int) else 0
    return Moved(counted, number, (str(data[-2]),), (str(data[-1]),))


def _zones_taken_from(game: Game) -> frozenset[str]:
    """Returns the families of zones from which some selection takes pieces."""
    nodes = [node for node in game.nodes if isinstance(node, DecisionNode | TogetherNode)]
    parts = [part for node in nodes for plan in plans(node.plan) for part in plan.parts]
    sources = [source for part in parts if isinstance(part, Select) for source in part.sources]
    return frozenset(game.zones[zone].name for source in sources for zone in list_named_zones(remove_filters(source)))


def _moves(event: Event) -> bool:
    return event.data[0] == "move"


def _sorts(event: Event) -> int:
    """Returns how many sorts of pieces an event moves that a seat has seen."""
    return len(read_move(event).pieces)


def _to(event: Event) -> str:
    return str(event.data[-1])


def _goes(event: Event, deck: str) -> bool:
    """Whether an event is a move out of this zone."""
    return _moves(event) and event.data[-2] == deck


def throws_on_table(names: Names, view: View, fields: Set[tuple[str, str]]) -> list[tuple[str, str]]:
    """Returns the last throw, if no choice has used it yet; otherwise earlier results that are still needed. Each comes with its name, also in words; several
    dice are one throw. `fields`: the families of the fields that the table shows, with their values. A throw that they keep is left out."""
    rolled = {event.data[1] for event in view.events if event.data[0] == "roll"}
    # The log shows choices; values that only the rules use are not shown.
    thrown = _last_throws(view) or [(name, value) for name, value in view.locals if name in rolled]
    kept = {(name, value) for of, value in fields for field, name in names.kept if field == of}
    told = [] if kept.issuperset(thrown) else [(name, names.clean(value)) for name, value in thrown]
    if len(told) > 1 and all(value.isdigit() for _, value in told):
        return [("dice", join_items([value for _, value in told]))]
    return [(plain(name), value) for name, value in told]


def _last_throws(view: View) -> list[tuple[str, str]]:
    """Returns the dice of the last throw, by name, as long as nobody has chosen since. Results that are no numbers were drawn, not thrown."""
    rolls: list[tuple[str, str]] = []
    for event in reversed(view.events):
        match event.data[0]:
            case "roll":
                name, value = str(event.data[1]), str(event.data[2])
                if name in (one for one, _ in rolls):
                    break
                rolls.append((name, value))
            case "choose":
                break
            case _:
                pass
    return [(name, value) for name, value in reversed(rolls) if value.isdigit()]


def find_arrivals(events: Sequence[Event]) -> dict[tuple[str, str], int]:
    """Returns the number of the last event with which pieces of a kind entered a zone, by the names of both."""
    found: dict[tuple[str, str], int] = {}
    for number, event in enumerate(events):
        if event.data[0] == "move":
            moved = read_move(event)
            found |= {(moved.to, name): number for name, _ in moved.pieces}
    return found


def find_moving_zones(events: Sequence[Event]) -> frozenset[str]:
    """Returns the names of the zones into which or out of which pieces have gone."""
    moves = [read_move(event) for event in events if event.data[0] == "move"]
    return frozenset(name for moved in moves for name in (*moved.sources, *moved.targets))
