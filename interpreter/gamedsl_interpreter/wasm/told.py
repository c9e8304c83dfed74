"""Decodes the event log of a logging module (see `emit.telling.telling`) into facts of the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from struct import Struct
from typing import Protocol

from gamedsl.graph.bytes.codings import type_coding
from gamedsl.graph.model import types
from gamedsl.graph.model.game import Game
from gamedsl.graph.model.nodes import ChanceNode, DecisionNode
from gamedsl.graph.model.statements import Roll
from gamedsl.graph.model.types import NodeId, SeatId
from gamedsl_interpreter.facts import (
    Chosen,
    Exchanged,
    Fact,
    FieldSet,
    Leaving,
    Log,
    Moved,
    Opened,
    Passing,
    Put,
    Resolved,
    Rolled,
    Said,
    Shown,
    Shuffled,
)
from gamedsl_interpreter.wasm.emit.telling import telling
from gamedsl_interpreter.wasm.instances.memory_values import Reader
from gamedsl_interpreter.wasm.wording import Words
from gamedsl_interpreter.wording.moves import Part, Walk
from gamedsl_interpreter.wording.sentences import sentences
from gamedsl_interpreter.wording.texts import Counts, specs_by_instance

_UNDER, _FROM_BOTTOM, _BENEATH, _MIXED = 1, 2, 4, 8
"""Flags of moves: see `runtime.moving`."""

_MOST_KNOWN = 20_000
"""The most facts that are kept by the words of their entries: most facts occur several times, in this match or another one."""


class Audience(Protocol):
    """The seats that see zones and fields, as masks by instance if these never change."""

    @property
    def zones(self) -> tuple[object, ...]: ...

    @property
    def fields(self) -> tuple[object, ...]: ...

    @property
    def all(self) -> int: ...


class Decoder:
    """Decodes the logs of one Game."""

    def __init__(self, game: Game, words: Words, audience: Audience) -> None:
        self._game = game
        self._words = words
        self._all = audience.all
        self._zones = _masks(audience.zones)
        self._fields = _masks(audience.fields)
        fields, zones = specs_by_instance(game)
        self._tops_seen = tuple(spec.visibility.top_seen for spec in zones)
        self._known: dict[tuple[int, ...], Fact] = {}
        readers = {spec.type: _cells(game, spec.type) for spec in game.fields}
        self._cells = tuple(readers[spec.type] for spec in fields)
        self._forms = [tuple(map(words.reader, of)) for _, of in sentences(game).forms]
        self._values: dict[tuple[int, int], int] = {}
        """The number of values of a choice, by node and exit."""
        self._ends: dict[int, Callable[[list[int], int], int]] = {
            telling.MOVED: lambda words, at: at + 5 + 6 * words[at + 4],
            telling.DRAWN: lambda words, at: at + 9 + words[at + 8],
            telling.SHUFFLED: lambda words, at: at + 3,
            telling.CHOSEN: self._end_of_choice,
        }
        """Functions that find the end of an entry, for kinds of entries that occur often. Their parameters are the words and the start of the entry."""
        self._entries: dict[int, Callable[[_Log], Fact]] = {
            telling.FIELD: self._decode_field,
            telling.MOVED: self._move_fact,
            telling.DRAWN: self._draw_fact,
            telling.EXCHANGED: self._exchange_fact,
            telling.SHUFFLED: lambda log: Shuffled(log.word(), bool(log.word())),
            telling.SHOWN: self._show_fact,
            telling.RESOLVED: self._resolve_fact,
            telling.ROLLED: self._roll_fact,
            telling.CHOSEN: self._choice_fact,
            telling.OPENED: lambda log: Opened(NodeId(log.word())),
            telling.SAID: self._say_fact,
        }

    def facts(self, memory: memoryview, start: int, words: list[int], before: Log) -> tuple[Fact, ...]:
        """Decodes one log, which begins at address `start` of the memory and consists of these words; `before` is the event log up to it."""
        log = _Log(memory, start, words)
        ends, known = self._ends, self._known
        facts: list[Fact] = []
        number = len(words)
        while log.at < number:
            start = log.at
            what = words[start]
            if what == telling.FIELD:
                end = start + 4 + ((words[start + 3] + 3) >> 2)
            elif what in ends:
                end = ends[what](words, start)
            else:
                log.at = start + 1
                facts += self._decode_rare(what, log, facts, before)
                continue
            entry = tuple(words[start:end])
            fact = known.get(entry)
            if fact is None:
                log.at = start + 1
                fact = self._entries[what](log)
                if len(known) < _MOST_KNOWN:
                    known[entry] = fact
            facts.append(fact)
            log.at = end
        return tuple(facts)

    def _decode_rare(self, what: int, log: _Log, facts: list[Fact], before: Log) -> Iterable[Fact]:
        """Decodes an entry of a rare kind."""
        if what == telling.PEEKED:
            seat, is_noticed = log.word(), log.word()
            by = SeatId(seat) if is_noticed else None
            return [Shown(zone, pieces, 1 << seat, by) for zone, pieces in _by_zone(log).items()]
        if what == telling.REVEALED:
            return self._reveal_facts(NodeId(log.word()), facts, before)
        return (self._entries[what](log),)

    def _end_of_choice(self, words: list[int], at: int) -> int:
        key = words[at + 1], words[at + 3]
        number = self._values.get(key)
        if number is None:
            ways = self._words.decision(NodeId(key[0])).ways
            number = self._values[key] = sum(len(stage.chosen) for stage in ways[key[1]])
        end = at + 4
        for _ in range(number):
            end += 1 + _words_of(words[end])
        return end

    def _resolve_mask(self, mask: int, zone: int) -> int:
        return self._zones[zone] if mask < 0 else mask

    # ------------------------------------------------------------ pieces

    def _move_fact(self, log: _Log) -> Fact:
        flags, to, arrived, number = log.several(4)
        places: dict[int, _Place] = {}
        total = 0
        for _ in range(number):
            zone, kind, count, before, mask, top = log.several(6)
            place = places.get(zone)
            if place is None:
                place = places[zone] = _Place(before, mask, top)
            place.kinds[kind] = place.kinds.get(kind, 0) + count
            total += count
        seen = self._find_arriving_seats(to, arrived, total, is_on_top=not flags & (_UNDER | _BENEATH | _MIXED))
        is_from_top = not flags & _FROM_BOTTOM
        parts = tuple(
            [self._make_leaving(zone, place, seen, is_from_top=is_from_top) for zone, place in places.items()]
        )
        return Moved(
            to,
            parts,
            _put(flags),
            not is_from_top,
            committed=bool(flags & telling.COMMITTED),
            swapped=bool(flags & telling.SWAPPED),
        )

    def _draw_fact(self, log: _Log) -> Fact:
        flags, to, arrived, source, before, mask, top, number = log.several(8)
        place = _Place(before, mask, top)
        for kind in log.several(number):
            place.kinds[kind] = place.kinds.get(kind, 0) + 1
        seen = self._find_arriving_seats(to, arrived, number, is_on_top=not flags & _UNDER)
        is_from_top = not flags & _FROM_BOTTOM
        part = self._make_leaving(source, place, seen, is_from_top=is_from_top)
        return Moved(to, (part,), _put(flags), not is_from_top, drawn=True)

    def _find_arriving_seats(self, to: int, mask: int, number: int, *, is_on_top: bool) -> int:
        """Returns the seats that see pieces arrive in a zone."""
        return self._all if number == 1 and is_on_top and self._tops_seen[to] else self._resolve_mask(mask, to)

    def _make_leaving(self, zone: int, place: _Place, arriving: int, *, is_from_top: bool) -> Leaving:
        """Makes the fact that pieces left a zone; the seats that see the pieces before or after the move see it."""
        pieces = tuple(sorted(place.kinds.items()))
        if is_from_top and self._tops_seen[zone] and pieces == ((place.top, 1),):
            return Leaving(zone, place.before, pieces, self._all)
        return Leaving(zone, place.before, pieces, self._resolve_mask(place.mask, zone) | arriving)

    def _exchange_fact(self, log: _Log) -> Fact:
        parts: list[Passing] = []
        for _ in range(log.word()):
            source, to, before, after, number = log.several(5)
            kinds: dict[int, int] = {}
            for _ in range(number):
                kind, count = log.several(2)
                kinds[kind] = kinds.get(kind, 0) + count
            seen = self._resolve_mask(before, source) | self._resolve_mask(after, to)
            parts.append(Passing(source, to, tuple(sorted(kinds.items())), seen))
        return Exchanged(tuple(parts))

    def _resolve_fact(self, log: _Log) -> Fact:
        zone, number, kind = log.several(3)
        spec = self._game.kinds[kind]
        return Resolved(zone, number, spec.back if self._game.classes[spec.cls].backs else -1)

    def _show_fact(self, log: _Log) -> Fact:
        zone, mask = log.word(), log.word()
        return Shown(zone, _by_zone(log).get(zone, ()), mask, None)

    # ------------------------------------------------------------ other facts

    def _decode_field(self, log: _Log) -> Fact:
        instance, mask = log.several(2)
        value = self._cells[instance](log.data, log.value())
        return FieldSet(instance, value, self._fields[instance] if mask < 0 else mask)

    def _roll_fact(self, log: _Log) -> Fact:
        node, seat, number = log.word(), log.word(), log.word()
        seen = self._all if seat < 0 else 1 << seat
        for _ in range(number):
            zone, mask = log.several(2)
            seen &= seen if zone < 0 else self._resolve_mask(mask, zone)
        event = self._game.nodes[node]
        if not (isinstance(event, ChanceNode) and isinstance(event.event, Roll)):
            raise AssertionError("only rolls are rolled")
        value = self._words.local_reader(event.event.local)(log.data, log.value())
        return Rolled(NodeId(node), value, seen)

    def _say_fact(self, log: _Log) -> Fact:
        form = log.word()
        return Said(form, tuple([read(log.data, log.value()) for read in self._forms[form]]))

    # ------------------------------------------------------------ choices

    def _choice_fact(self, log: _Log) -> Fact:
        node, seat, exit_number = log.several(3)
        decision = self._game.nodes[node]
        walk = tuple(
            [
                Part(stage.site.id, stage.is_declined, tuple([one.read(log.data, log.value()) for one in stage.chosen]))
                for stage in self._words.decision(node).ways[exit_number]
            ]
        )
        is_seen = isinstance(decision, DecisionNode) and not decision.is_unseen
        return Chosen(SeatId(seat), walk, self._all if is_seen else 1 << seat)

    def _reveal_facts(self, node: NodeId, facts: list[Fact], before: Log) -> Iterable[Fact]:
        """Returns the choices since the simultaneous decision began, as facts for the other seats."""
        chosen: dict[SeatId, Walk] = {}
        for fact in _newest_first(facts, before):
            if fact == Opened(node):
                break
            if isinstance(fact, Chosen):
                chosen[fact.seat] = fact.walk
        return [Chosen(seat, chosen[seat], self._all & ~(1 << seat)) for seat in sorted(chosen)]


def _put(flags: int) -> Put:
    """Returns where pieces arrive in a pile, from the flags of a move."""
    if flags & _BENEATH:
        return Put.BENEATH_MIXED
    return Put.BENEATH if flags & _UNDER else Put.ON_TOP


class _Place:
    """Pieces that leave a zone: the number of pieces before, the mask of the seats that saw them, the kind on top, and the count of each kind that leaves."""

    __slots__ = ("before", "kinds", "mask", "top")

    def __init__(self, before: int, mask: int, top: int) -> None:
        self.before = before
        self.mask = mask
        self.top = top
        self.kinds: dict[int, int] = {}


class _Log:
    """A log while it is read: it begins at `start` in `data` and consists of `words`; the next word to read is number `at`."""

    __slots__ = ("at", "data", "start", "words")

    def __init__(self, data: memoryview, start: int, words: list[int]) -> None:
        self.data = data
        self.start = start
        self.words = words
        self.at = 0

    def word(self) -> int:
        """Reads the next word."""
        self.at += 1
        return self.words[self.at - 1]

    def several(self, number: int) -> list[int]:
        """Reads the next `number` words."""
        self.at += number
        return self.words[self.at - number : self.at]

    def value(self) -> int:
        """Returns the address at which the next value begins, and skips it."""
        size = self.word()
        start = self.start + 4 * self.at
        self.at += _words_of(size)
        return start


def _words_of(size: int) -> int:
    """Returns the number of words that hold `size` bytes."""
    return (size + 3) >> 2


def _by_zone(log: _Log) -> dict[int, Counts]:
    """Reads triples of zone, kind and count. The result is grouped by zone in order of first mention, kinds ascending."""
    zones: dict[int, dict[int, int]] = {}
    for _ in range(log.word()):
        zone, kind, count = log.several(3)
        kinds = zones.setdefault(zone, {})
        kinds[kind] = kinds.get(kind, 0) + count
    return {zone: tuple(sorted(kinds.items())) for zone, kinds in zones.items()}


def _newest_first(found: list[Fact], before: Log) -> Iterable[Fact]:
    yield from reversed(found)
    for stretch in before.newest_first():
        yield from reversed(stretch.facts)


def _cells(game: Game, of: types.Type) -> Reader:
    """Makes a reader for cells of a type."""
    coding = type_coding(game, of)
    form = Struct("<" + coding.codes)
    return lambda data, at: coding.gather(form.unpack_from(data, at))


def _masks(masks: tuple[object, ...]) -> tuple[int, ...]:
    """Returns the masks that never change. Computed masks are 0 here, because each entry of the log has them."""
    return tuple(mask if isinstance(mask, int) else 0 for mask in masks)
