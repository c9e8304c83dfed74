"""Conclusions of a seat from a stretch of a match: if other contents of hidden zones would have led to other observations, these contents are excluded.

A stretch is replayed (`Replay`) with contents that the belief allows, and what the seat is then told is compared. So a conclusion is found without any
knowledge of what the rules test. It has one of these forms, and is tried on random contents before it is used:

* `ZoneRule`: pieces of some kinds are not in a zone, and at least one piece of some kinds is there;
* `CountRule`: how many pieces of some classes of kinds a zone holds;
* `PairRule`: which kinds two single pieces can be together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from math import comb

from gamedsl.values import frozen
from gamedsl_interpreter.random import Dice, chance
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.worlds.belief import Belief
from gamedsl_interpreter.worlds.explanation import Explanation, Token
from gamedsl_interpreter.worlds.replays import Contents, Replay
from gamedsl_interpreter.worlds.restricting import Conclusion, CountRule, PairRule, ZoneRule, kinds_in
from gamedsl_interpreter.worlds.rules.kind_classes import Read

_DEALS = 6
"""Random contents on which conclusions are tried."""
_MOST_DEALS = 100
"""Random contents among which some are looked for with which the seat is told the same."""
_MOST_REPLAYS = 400
_MOST_HELD = 16
"""The most pieces of a zone of which something is concluded."""
_MOST_COUNTS = 200
"""The most ways in which the pieces of a zone can be of some classes that are tried."""
_MOST_CLASSES = 16
"""The most kinds for which the numbers of pieces are tried if something is found without them: this takes many replays."""
_PASSES = 3


@frozen
class Conclusions:
    """The conclusions of a seat from a stretch. `is_exact`: nothing more can be concluded. `picks`: see `Replay.picks`."""

    rules: tuple[Conclusion, ...]
    is_exact: bool
    picks: Mapping[tuple[int, int], int]


def conclude(machine: Machine, belief: Belief, replay: Replay, reads: Sequence[Read | None]) -> Conclusions | None:
    """Finds what the replay excludes, for a belief in which the pieces `replay.shown` have already left; None if no rule of these forms describes it.
    `reads`: what the rules read, by exit of the choice."""
    search = _Search(machine, belief, replay, reads)
    try:
        rules = search.find()
    except _TooManyReplaysError:
        rules = None
    if rules is None and not search.sound:
        return None
    return Conclusions(tuple(search.sound if rules is None else rules), rules is not None, search.picks())


class _Fit(Enum):
    """How rules compare with a replay: they allow exactly the contents that agree with it, or more, or forbid some of them."""

    EXACT = "exact"
    SOUND = "sound"
    WRONG = "wrong"


class _TooManyReplaysError(Exception):
    """The search for a conclusion takes too long."""


class _Search:
    def __init__(self, machine: Machine, belief: Belief, replay: Replay, reads: Sequence[Read | None]) -> None:
        self._replay = replay
        self.sound: list[Conclusion] = []
        """Rules that allow all that agrees with the replay, and something else."""
        self._likeliest = max(belief.explanations, key=lambda one: one.weight)
        self._shown = {
            zone: tuple(kind for kind, count in counts for _ in range(count)) for zone, counts in replay.shown.items()
        }
        self._deals = [self._deal(number) for number in range(_DEALS)]
        self._scores = [self._score(deal) for deal in self._deals]
        some = [read for read in reads if read is not None]
        if replay.exit is not None:
            some = [read for read in some if read is reads[replay.exit]]
        number = len(machine.game.kinds)
        classes = some[0].classes if len(some) == 1 and not replay.shows_more else None
        self._classes: Sequence[int] = range(number) if classes is None else classes
        self._possible: dict[int, list[int]] = {}
        """The hidden zones that are read and not empty, each with the kinds that it may hold: the first one of each class."""
        self._alike: dict[int, dict[int, int]] = {}
        """By zone, for each of these kinds the mask of all kinds of its class."""
        for zone in sorted({zone for read in some for zone in read.zones}.intersection(replay.zones)):
            if self._deals[0][zone]:
                self._add_zone(zone, belief)

    def _add_zone(self, zone: int, belief: Belief) -> None:
        mask = 0
        for one in belief.explanations:
            for stretch in one.zone(zone):
                for thing in stretch:
                    mask |= one.kinds(thing)
        first: dict[int, int] = {}
        alike: dict[int, int] = {}
        for kind in kinds_in(mask):
            head = first.setdefault(self._classes[kind], kind)
            alike[head] = alike.get(head, 0) | 1 << kind
        self._possible[zone], self._alike[zone] = list(alike), alike

    def picks(self) -> dict[tuple[int, int], int]:
        """Returns `Replay.picks`, with whole classes of kinds."""
        found: dict[tuple[int, int], int] = {}
        for (number, zone), mask in self._replay.picks.items():
            if zone in self._alike:
                found[number, zone] = sum(alike for alike in self._alike[zone].values() if alike & mask)
        return found

    def find(self) -> list[Conclusion] | None:
        """See `conclude`."""
        order = sorted(range(_DEALS), key=lambda number: -self._scores[number])
        first = self._deals[order[0]]
        if not self._possible or (self._agrees(first) and not self._is_sensitive(first)):
            return []
        for base in islice(self._bases(order), _PASSES):
            rules = [rule for zone in self._possible if (rule := self._rule(base, zone)) is not None]
            fit = self._fit(rules, base) if len(rules) == len(self._possible) else _Fit.WRONG
            said: list[Conclusion] = [rule for rule in rules if rule.says_something]
            if fit is _Fit.EXACT:
                return said
            if fit is _Fit.SOUND and said:
                self.sound = self.sound or said
        return self._pair(first)

    def _rule(self, base: Contents, zone: int) -> ZoneRule | CountRule | None:
        """Finds the simplest rule about one zone that holds if the other zones keep their contents."""
        rule = self._zone_rule(base, zone)
        fit = _Fit.WRONG if rule is None else self._fit([rule], base, others=False)
        is_enough = fit is _Fit.EXACT or (fit is _Fit.SOUND and len(self._possible[zone]) > _MOST_CLASSES)
        return rule if is_enough else self._count_rule(base, zone)

    def _bases(self, order: Sequence[int]) -> Iterator[Contents]:
        """Yields contents that lead to the seat's observations. Contents with many kinds come first, because changing single pieces of them matters."""
        first = self._deals[order[0]]
        for zone, kinds in self._possible.items():
            for held in _mixtures(kinds, len(first[zone])):
                if self._agrees(contents := {**first, zone: held}):
                    yield contents
        climbs = (self._climb(self._deals[number]) for number in order)
        yield from (climbed for climbed in islice(climbs, _PASSES - 1) if climbed is not None)
        yield from (deal for number in range(_DEALS, _MOST_DEALS) if self._agrees(deal := self._deal(number)))
        yield from (climbed for climbed in climbs if climbed is not None)

    # ------------------------------------------------------------ replays

    def _deal(self, number: int) -> dict[int, tuple[int, ...]]:
        """Returns random contents of the hidden zones, as the likeliest explanation has them: the tokens with the fewest kinds first."""
        one, dice = self._likeliest, Dice(chance(self._replay.whole, number))
        left = {pool: _all_kinds(one, pool, dice) for pool in sorted(one.pools)}
        found: dict[int, list[int]] = {zone: [] for zone in self._replay.zones}
        tokens: list[tuple[int, Token]] = []
        for zone, held in found.items():
            for stretch in one.zone(zone):
                for thing, count in stretch.items():
                    if isinstance(thing, int):
                        held += [thing] * count
                    else:
                        tokens += [(zone, thing)] * count
        for zone, (pool, mask) in sorted(tokens, key=lambda entry: one.kinds(entry[1]).bit_count()):
            found[zone].append(_take(left[pool], mask))
        return {zone: tuple(held) for zone, held in found.items()}

    def _score(self, contents: Contents) -> int:
        if self._replay.number > _MOST_REPLAYS:
            raise _TooManyReplaysError
        return self._replay.score(
            {zone: tuple(sorted((*kinds, *self._shown.get(zone, ())))) for zone, kinds in contents.items()}
        )

    def _agrees(self, contents: Contents) -> bool:
        return self._score(contents) == self._replay.whole

    def _is_sensitive(self, base: Contents) -> bool:
        """Whether other pieces somewhere make a difference."""
        return any(
            not self._agrees({**base, zone: held})
            for zone, kinds in self._possible.items()
            for held in _mixtures(kinds, len(base[zone]))
        )

    def _climb(self, contents: Contents) -> Contents | None:
        """Changes the pieces of one zone after the other, first many at once, until the contents lead to the seat's observations; None if that does not
        succeed."""
        score = self._score(contents)
        for turn in range(_PASSES):
            before = score
            for zone, kinds in self._possible.items():
                if score == self._replay.whole:
                    return contents
                held = contents[zone]
                tried = [{**contents, zone: some} for some in _mixtures(kinds, len(held))]
                if turn:
                    tried += [_put_piece(contents, zone, turn % len(held), kind) for kind in kinds]
                best = max(tried, key=self._score)
                if self._score(best) > score:
                    contents, score = best, self._score(best)
            if score == before and turn:
                break
        return contents if score == self._replay.whole else None

    # ------------------------------------------------------------ conclusions

    def _zone_rule(self, base: Contents, zone: int) -> ZoneRule | None:
        """Finds the rule about one zone that holds if the other zones keep their contents."""
        held = base[zone]
        if len(held) == 1:
            return ZoneRule(zone, self._kinds(base, zone, 0, agree=False), 0)
        if self._is_free(base, zone):
            return ZoneRule(zone, 0, 0)
        if len(held) > _MOST_HELD:
            return None
        needed = self._find_needed(base, zone, range(len(held))) if len(set(held)) > 1 else []
        if len(needed) > 1:
            return None
        spare = [place for place in range(len(held)) if place not in needed and held[place] in held[:place]]
        free = spare + [place for place in range(len(held)) if place not in needed and place not in spare]
        absent = self._absent(base, zone, free, self._possible[zone])
        others = [kind for kind in self._possible[zone] if not absent >> kind & 1]
        if needed:
            return ZoneRule(zone, absent, self._sufficient(base, zone, [*needed, *free], others))
        # If no single place needs a certain piece, several places may hold a piece of which one is enough.
        poor = next((one for one in _mixtures(others, len(held)) if not self._agrees({**base, zone: one})), None)
        if poor is None:
            return ZoneRule(zone, absent, 0)
        rest = [kind for kind in others if kind not in poor]
        return ZoneRule(zone, absent, self._sufficient({**base, zone: poor}, zone, range(len(held)), rest))

    def _absent(self, base: Contents, zone: int, free: Sequence[int], kinds: Sequence[int]) -> int:
        """Returns, as a mask, the kinds that the zone cannot hold, tested at places that are not needed for a piece that must be there: as many kinds at
        once as there is room for."""
        if len(kinds) > len(free):
            return sum(self._absent(base, zone, free, some) for some in _batches(kinds, len(free)))
        if self._agrees(_put_pieces(base, zone, free, kinds)):
            return 0
        if len(kinds) == 1:
            return self._alike[zone][kinds[0]]
        half = len(kinds) // 2
        return self._absent(base, zone, free, kinds[:half]) | self._absent(base, zone, free, kinds[half:])

    def _sufficient(self, base: Contents, zone: int, places: Sequence[int], kinds: Sequence[int]) -> int:
        """Returns, as a mask, the kinds of which a single piece is enough. `places`: first the place at which a piece is needed, then the others."""
        if len(kinds) > len(places):
            return sum(self._sufficient(base, zone, places, some) for some in _batches(kinds, len(places)))
        if not kinds or not self._agrees(_put_pieces(base, zone, places, kinds)):
            return 0
        if len(kinds) == 1:
            return self._alike[zone][kinds[0]]
        half = len(kinds) // 2
        return self._sufficient(base, zone, places, kinds[:half]) | self._sufficient(base, zone, places, kinds[half:])

    def _is_free(self, base: Contents, zone: int) -> bool:
        """Whether nothing about the contents of a zone seems to matter."""
        return all(self._agrees({**base, zone: deal[zone]}) for deal in self._deals) and all(
            self._agrees({**base, zone: held}) for held in _mixtures(self._possible[zone], len(base[zone]))
        )

    def _find_needed(self, base: Contents, zone: int, places: Sequence[int]) -> list[int]:
        """Lists which of these places cannot hold other pieces of the zone instead: many places at once."""
        held = base[zone]
        others = [kind for place, kind in enumerate(held) if place not in places]
        if len(places) == 1:
            others = [kind for kind in others if kind != held[places[0]]][:1] or others
        if others and self._agrees(_put_pieces(base, zone, places, (others * len(places))[: len(places)])):
            return []
        if len(places) == 1:
            return [*places]
        half = len(places) // 2
        return self._find_needed(base, zone, places[:half]) + self._find_needed(base, zone, places[half:])

    def _kinds(self, base: Contents, zone: int, place: int, *, agree: bool) -> int:
        """Returns the kinds that can, or cannot, lie at a place, as a mask."""
        return sum(
            mask
            for kind, mask in self._alike[zone].items()
            if self._agrees(_put_piece(base, zone, place, kind)) is agree
        )

    def _count_rule(self, base: Contents, zone: int) -> ZoneRule | CountRule | None:
        """Finds how many pieces of each class of kinds a zone can hold, if the other zones keep their contents."""
        size = len(base[zone])
        if size == 1 or self._is_free(base, zone):
            return self._zone_rule(base, zone)
        classes: dict[tuple[bool, ...], list[int]] = {}
        for kind in self._possible[zone]:
            row = [self._agrees(_put_piece({**base, zone: deal[zone]}, zone, 0, kind)) for deal in self._deals]
            classes.setdefault((*row, self._agrees(_put_piece(base, zone, 0, kind))), []).append(kind)
        if comb(size + len(classes) - 1, size) > _MOST_COUNTS:
            return None
        heads = [kinds[0] for kinds in classes.values()]
        allowed = [
            counts
            for counts in _compositions(size, len(heads))
            if self._agrees({**base, zone: tuple(k for k, n in zip(heads, counts, strict=True) for _ in range(n))})
        ]
        masks = tuple(sum(self._alike[zone][kind] for kind in kinds) for kinds in classes.values())
        return CountRule(zone, masks, frozenset(allowed), comb(size + len(heads) - 1, size))

    def _fit(self, rules: Sequence[ZoneRule | CountRule], base: Contents, *, others: bool = True) -> _Fit:
        """Tests on random contents whether the rules agree with the replay. `others`: the contents of other zones are random as well."""
        tried: list[Contents] = [base]
        tried += (
            self._deals if others else [{**base, rule.zone: deal[rule.zone]} for deal in self._deals for rule in rules]
        )
        for number in range(_DEALS):
            dice = Dice(chance(self._replay.whole, _DEALS + number))
            contents = dict(base)
            for rule in rules:
                contents[rule.zone] = rule.example(dice, self._possible[rule.zone], base[rule.zone])
            tried.append(contents)
            for rule in rules:
                # One piece of another kind, which may break the rule.
                kinds = self._possible[rule.zone]
                place = dice.below(len(base[rule.zone]))
                tried.append(_put_piece(contents, rule.zone, place, kinds[dice.below(len(kinds))]))
        found = {(self._agrees(one), all(rule.allows(one[rule.zone]) for rule in rules)) for one in tried}
        return _Fit.WRONG if (True, False) in found else _Fit.SOUND if (False, True) in found else _Fit.EXACT

    def _pair(self, base: Contents) -> list[Conclusion] | None:
        """Finds the pairs of kinds that two single pieces can have, if no other pieces matter."""
        if len(self._possible) != 2 or any(len(base[zone]) != 1 for zone in self._possible):
            return None
        one, other = self._possible
        allowed: list[tuple[int, int]] = []
        for kind, alike in self._alike[one].items():
            allowed.append((alike, self._kinds(_put_piece(base, one, 0, kind), other, 0, agree=True)))
        return [PairRule((one, other), tuple(allowed))] if any(mask for _, mask in allowed) else None


def _put_piece(contents: Mapping[int, tuple[int, ...]], zone: int, place: int, kind: int) -> dict[int, tuple[int, ...]]:
    held = contents[zone]
    return {**contents, zone: (*held[:place], kind, *held[place + 1 :])}


def _all_kinds(one: Explanation, pool: int, dice: Dice) -> list[int]:
    """Lists the kinds of the pieces in a pool in random order; also of tokens of other pools."""
    found: list[int] = []
    for thing, count in one.pools[pool].items():
        found += [thing] * count if isinstance(thing, int) else _all_kinds(one, thing[0], dice)[:count]
    dice.shuffle(found)
    return found


def _take(kinds: list[int], mask: int) -> int:
    """Removes and returns one of these kinds: one that the mask allows, as long as there are some; then any one."""
    at = next((at for at, kind in enumerate(kinds) if mask >> kind & 1), 0)
    return kinds.pop(at)


def _batches(kinds: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for at in range(0, len(kinds), size):
        yield kinds[at : at + size]


def _mixtures(kinds: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yields contents of a given size, so that each kind is in some of them and no kind in all. Each has as many kinds as possible, and few copies of each."""
    for some in _batches(kinds, -(-len(kinds) // max(2, -(-len(kinds) // size)))):
        yield tuple(some[at % len(some)] for at in range(size))


def _put_pieces(contents: Contents, zone: int, places: Sequence[int], kinds: Sequence[int]) -> Contents:
    """Returns the contents with pieces of these kinds at the first of these places."""
    for place, kind in zip(places, kinds, strict=False):
        contents = _put_piece(contents, zone, place, kind)
    return contents


def _compositions(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _compositions(number - first, parts - 1):
            yield (first, *rest)
