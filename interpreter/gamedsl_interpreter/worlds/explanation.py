"""One explanation of a seat's observations: where each piece may be.

Every zone holds things of *types*. A type is a kind (a piece that the seat can name) or a *token*: a piece of which the seat knows only the pool from which it
comes, and a mask of the kinds that it can be. A *pool* is a multiset of types. It has one token for each of its things. The assignment of things to
tokens is open: every assignment that the masks allow is equally likely.

Invariants:

* A token with a mask comes from a flat pool, one that holds kinds only. (`spread` makes pools flat.)
* All things of one type in a zone without order have the same back: whoever sees a piece sees its back. A pile shows the back of its top piece only.
* `weight` is the probability of the observations without masks. The assignments that the masks allow are counted at the end (`counting`), so any number
  of masks is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import nlargest
from itertools import islice
from math import comb, factorial, prod
from typing import TypeAlias

from gamedsl_interpreter.worlds.counting import Group, TooManyStates, can_hold, estimate_likelihood, likelihood

ANY = -1
"""The mask of a token that can be any kind of its pool. Bit k of a mask: it can be kind k."""

Token: TypeAlias = tuple[int, int]
"""A pool by its number, and a mask."""
Thing: TypeAlias = "int | Token"
Bag: TypeAlias = dict[Thing, int]
Holder: TypeAlias = tuple[int, int]
"""A holder of things: a zone and the number of a stretch of it (bottom to top; 0 for what has no order), or `_POOL` and a pool."""

MOST_WAYS = 8
"""The most ways in which one piece can be of a kind that are examined; further ways are ignored (nested pools can have any number of them)."""

_Way: TypeAlias = tuple[tuple[int, ...], ...]
"""How many tokens of each inner type go to each place."""

MOST_SPREAD = 128
"""The most ways to spread nested pools that are kept."""

_POOL = -1
_ONE = Fraction(1)


class _Zone:
    """The stretches of a zone, bottom to top; copies of an explanation share it until it changes."""

    __slots__ = ("_key", "_tokens", "stretches")

    def __init__(self, stretches: list[Bag]) -> None:
        self.stretches = stretches
        self._key: object = None
        self._tokens: tuple[tuple[int, Token], ...] | None = None

    def key(self) -> object:
        """Returns a key that is equal for zones with equal contents."""
        if self._key is None:
            self._key = tuple([_sort(bag) for bag in self.stretches])
        return self._key

    def tokens(self) -> tuple[tuple[int, Token], ...]:
        """Lists the types of tokens in the zone, each with the number of its stretch."""
        if self._tokens is None:
            self._tokens = tuple(
                [
                    (number, thing)
                    for number, bag in enumerate(self.stretches)
                    for thing in bag
                    if not isinstance(thing, int)
                ]
            )
        return self._tokens


class Explanation:
    """One explanation, as above. It changes in place; `copy` makes another one."""

    __slots__ = ("_own", "_zones", "is_rough", "next_pool", "pools", "weight")

    def __init__(self, zones: list[list[Bag]], pools: dict[int, Bag], weight: Fraction, next_pool: int) -> None:
        self._zones = [_Zone(stretches) for stretches in zones]
        self._own: set[int] = set()
        """The zones that are not shared with copies."""
        self.pools = pools
        self.weight = weight
        self.next_pool = next_pool
        self.is_rough = False
        """Whether the weight is an estimate, because there were too many masks to count their ways."""

    def copy(self) -> Explanation:
        """Returns a copy that can be changed."""
        made = object.__new__(Explanation)
        made._zones = list(self._zones)
        made._own = set()
        self._own.clear()
        made.pools = {number: dict(pool) for number, pool in self.pools.items()}
        made.weight, made.next_pool, made.is_rough = self.weight, self.next_pool, self.is_rough
        return made

    def zone(self, number: int) -> list[Bag]:
        """Returns the stretches of a zone, for reading."""
        return self._zones[number].stretches

    def change(self, number: int) -> list[Bag]:
        """Returns the stretches of a zone for immediate changes."""
        if number in self._own:
            stretches = self._zones[number].stretches
        else:
            stretches = [dict(bag) for bag in self._zones[number].stretches]
            self._own.add(number)
        self._zones[number] = _Zone(stretches)
        return stretches

    def put(self, number: int, stretches: list[Bag]) -> None:
        """Replaces the stretches of a zone by new ones that nothing else shares."""
        self._zones[number] = _Zone(stretches)
        self._own.add(number)

    @property
    def number(self) -> int:
        """The number of zones."""
        return len(self._zones)

    @property
    def masked_tokens(self) -> int:
        """The number of types of tokens with masks in zones."""
        return sum(token[1] != ANY for zone in self._zones for _, token in zone.tokens())

    def key(self) -> object:
        """Returns a key that is equal for explanations that differ only in their weight."""
        zones = tuple([zone.key() for zone in self._zones])
        return zones, tuple([(number, _sort(self.pools[number])) for number in sorted(self.pools)])

    def bag(self, holder: Holder) -> Bag:
        """Returns the content of a holder, for reading."""
        return self.pools[holder[1]] if holder[0] == _POOL else self._zones[holder[0]].stretches[holder[1]]

    def changeable_bag(self, holder: Holder) -> Bag:
        """Returns the content of a holder for immediate changes."""
        return self.pools[holder[1]] if holder[0] == _POOL else self.change(holder[0])[holder[1]]

    def kinds(self, thing: Thing) -> int:
        """Returns the kinds that a thing can be, as a mask, without regard to the masks of other tokens."""
        if isinstance(thing, int):
            return 1 << thing
        found = 0
        for inner in self.pools[thing[0]]:
            found |= self.kinds(inner)
        return found & thing[1]

    # ------------------------------------------------------------ learning

    def name_piece(self, holder: Holder, kind: int) -> list[Explanation]:
        """Removes one piece of this kind from a holder, each piece being equally likely; lists all ways in which that is possible."""
        ways = list(islice(self._ways(holder, kind), MOST_WAYS + 1))
        if len(ways) > MOST_WAYS:
            self.is_rough = True
            ways = sorted(ways, key=lambda way: -way[0])[:MOST_WAYS]
        found: list[Explanation] = []
        for chance, way in ways:
            after = self if len(ways) == 1 else self.copy()
            after.weight *= chance
            for where, thing in way:
                less(after.changeable_bag(where), thing, 1)
            found.append(after)
        return found

    def _ways(self, holder: Holder, kind: int) -> Iterator[tuple[Fraction, tuple[tuple[Holder, Thing], ...]]]:
        bag = self.bag(holder)
        size = sum(bag.values())
        for thing, count in bag.items():
            here = ((holder, thing),)
            if isinstance(thing, int):
                if thing == kind:
                    yield Fraction(count, size), here
            elif thing[1] >> kind & 1:
                for chance, way in self._ways((_POOL, thing[0]), kind):
                    yield Fraction(count, size) * chance, here + way

    def without(self, holder: Holder, forbidden: int) -> list[Explanation]:
        """Excludes these kinds (a mask) from the content of a holder; lists the explanations that remain."""
        return [one for one in self.flatten([holder], forbidden) if one._exclude(holder, forbidden)]

    def flatten(self, holders: Sequence[Holder], kinds: int) -> list[Explanation]:
        """Flattens the pools whose tokens in some holders can be of some kinds. Lists all ways, or the likeliest if there are too many."""
        flat: list[Explanation] = []
        ways = [self]
        while ways:
            spread: list[Explanation] = []
            for one in ways:
                number = one._find_nested_pool(holders, kinds)
                if number is None:
                    flat.append(one)
                else:
                    spread += one.spread(number)
            ways = _likeliest(spread)
        return _likeliest(flat)

    def _find_nested_pool(self, holders: Sequence[Holder], kinds: int) -> int | None:
        """Finds a pool that holds tokens and whose own tokens in some holders can be of some kinds."""
        for holder in holders:
            for thing in self.bag(holder):
                if isinstance(thing, int) or not self.kinds(thing) & kinds:
                    continue
                if any(not isinstance(inner, int) for inner in self.pools[thing[0]]):
                    return thing[0]
        return None

    def _exclude(self, holder: Holder, forbidden: int) -> bool:
        """Excludes kinds from the content of a holder, whose pools are flat. False if that is impossible."""
        if any(isinstance(thing, int) and forbidden >> thing & 1 for thing in self.bag(holder)):
            return False
        bag = self.changeable_bag(holder)
        for thing, count in list(bag.items()):
            if not isinstance(thing, int) and self.kinds(thing) & forbidden:
                allowed = self.kinds(thing) & ~forbidden
                if not allowed:
                    return False
                less(bag, thing, count)
                more(bag, (thing[0], allowed), count)
        return True

    # ------------------------------------------------------------ unseen moves

    def in_any_order(
        self, zone: int, places: Sequence[int], pieces: Iterable[tuple[int, int]]
    ) -> list[Explanation] | None:
        """Returns this explanation with the additional knowledge that these stretches of a zone hold the pieces in an unknown order: the pieces get a pool
        of their own. Empty if it is impossible; None if the stretches hold things of several pools, or of a pool that holds tokens."""
        left, tokens, pools = dict(pieces), 0, set[int]()
        for place in places:
            for thing, count in self.zone(zone)[place].items():
                if isinstance(thing, int):
                    left[thing] = left.get(thing, 0) - count
                else:
                    tokens += count
                    pools.add(thing[0])
        if any(count < 0 for count in left.values()):
            return []
        if not pools:
            return [] if any(left.values()) else [self]
        content = self.pools[next(iter(pools))]
        if len(pools) > 1 or not all(isinstance(thing, int) for thing in content):
            return None
        ways = prod(comb(content.get(kind, 0), count) for kind, count in left.items())
        if not ways or size_of(content) == tokens:
            return [self] if ways else []
        self.weight *= Fraction(ways, comb(size_of(content), tokens))
        number = self.next_pool
        self.next_pool += 1
        self.pools[number] = {kind: count for kind, count in left.items() if count}
        for kind, count in self.pools[number].items():
            less(content, kind, count)
        for place in places:
            bag = self.changeable_bag((zone, place))
            for thing in [thing for thing in bag if not isinstance(thing, int)]:
                bag[number, thing[1]] = bag.pop(thing)
        return [self]

    def unseen(self, holder: Holder, number: int) -> Bag:
        """Removes `number` things from a holder without knowing which, and returns them."""
        bag = self.changeable_bag(holder)
        if number == sum(bag.values()):
            gone = dict(bag)
            bag.clear()
            return gone
        if not number:
            return {}
        if len(bag) > 1:
            size = sum(bag.values())
            self.pools[self.next_pool] = dict(bag)
            bag.clear()
            bag[self.next_pool, ANY] = size
            self.next_pool += 1
        ((thing, _),) = bag.items()
        less(bag, thing, number)
        return {thing: number}

    def unseen_of(self, holder: Holder, things: Iterable[Thing], number: int) -> Bag:
        """Removes things of some types from a holder without knowing which, and returns them."""
        bag = self.changeable_bag(holder)
        part = {thing: bag.pop(thing) for thing in things}
        rest = dict(bag)
        bag.clear()
        bag.update(part)
        gone = self.unseen(holder, number)
        bag = self.changeable_bag(holder)
        for thing, count in rest.items():
            more(bag, thing, count)
        return gone

    # ------------------------------------------------------------ simplification

    def simplify(self) -> bool:
        """Dissolves pools whose things are all in one place or all of one type. False if the masks turn out to be impossible."""
        while self.pools:
            holders = self.holders()
            if not any(self._dissolve_pool(number, holders.get(number, [])) for number in list(self.pools)):
                break
            if not self.weight:
                return False
        return True

    def holders(self) -> dict[int, list[tuple[Holder, Token]]]:
        """Lists the holders of tokens, by pool."""
        found: dict[int, list[tuple[Holder, Token]]] = {}
        for number, zone in enumerate(self._zones):
            for stretch, token in zone.tokens():
                found.setdefault(token[0], []).append(((number, stretch), token))
        for number, pool in self.pools.items():
            for thing in pool:
                if not isinstance(thing, int):
                    found.setdefault(thing[0], []).append(((_POOL, number), thing))
        return found

    def _dissolve_pool(self, number: int, places: list[tuple[Holder, Token]]) -> bool:
        """Puts the things of a pool in the places of its tokens, if that is certain; returns whether it was."""
        pool = self.pools[number]
        if not places:
            del self.pools[number]
        elif len({holder for holder, _ in places}) == 1:
            self.weight *= self.compute_fraction(number, places)
            bag = self.changeable_bag(places[0][0])
            for _, token in places:
                del bag[token]
            for thing, count in pool.items():
                more(bag, thing, count)
            del self.pools[number]
        elif len(pool) == 1:
            ((thing, _),) = pool.items()
            for holder, token in places:
                if isinstance(thing, int) and not token[1] >> thing & 1:
                    self.weight *= 0
                bag = self.changeable_bag(holder)
                more(bag, thing, bag.pop(token))
            del self.pools[number]
        else:
            return False
        return True

    def compute_fraction(self, number: int, places: list[tuple[Holder, Token]]) -> Fraction:
        """Returns the fraction of all assignments of a pool that the masks of its tokens allow."""
        if all(token[1] == ANY for _, token in places):
            return _ONE
        pool = {kind: count for kind, count in self.pools[number].items() if isinstance(kind, int)}
        groups = [Group(token[1], self.bag(holder)[token]) for holder, token in places]
        try:
            return likelihood(pool, groups)
        except TooManyStates:
            self.is_rough = True
            return estimate_likelihood(pool, groups)

    def can_hold(self) -> bool:
        """Whether there is an assignment of all pools that the masks of their tokens allow."""
        holders = self.holders()
        return all(
            can_hold(
                {kind: count for kind, count in pool.items() if isinstance(kind, int)},
                [Group(token[1], self.bag(holder)[token]) for holder, token in holders[number]],
            )
            for number, pool in self.pools.items()
            if any(token[1] != ANY for _, token in holders[number])
        )

    def spread(self, number: int) -> list[Explanation]:
        """Makes one pool flat: lists the ways to distribute the tokens inside it over the places of its own tokens; if there are too many, the likeliest."""
        pool = self.pools[number]
        inner = [(thing, count) for thing, count in pool.items() if not isinstance(thing, int)]
        if not inner:
            return [self]
        places = self.holders()[number]
        room = [self.bag(holder)[token] for holder, token in places]
        ways = [
            (prod(map(_multinomial, way)) * _multinomial(left), way)
            for way, left in _spreads([count for _, count in inner], room)
        ]
        if len(ways) > MOST_SPREAD:
            self.is_rough = True
            ways = nlargest(MOST_SPREAD, ways)
        return [self._spread_one_way(number, inner, way, Fraction(n, _multinomial(room)), places) for n, way in ways]

    def _spread_one_way(
        self,
        number: int,
        inner: Sequence[tuple[Token, int]],
        way: _Way,
        chance: Fraction,
        places: list[tuple[Holder, Token]],
    ) -> Explanation:
        after = self.copy()
        after.weight *= chance
        for (thing, count), row in zip(inner, way, strict=True):
            less(after.pools[number], thing, count)
            for (holder, token), gone in zip(places, row, strict=True):
                if gone:
                    less(after.changeable_bag(holder), token, gone)
                    more(after.changeable_bag(holder), thing, gone)
        if not after.pools[number]:
            del after.pools[number]
        return after


def _likeliest(found: list[Explanation]) -> list[Explanation]:
    """Keeps the likeliest explanations, if there are too many."""
    if len(found) <= MOST_SPREAD:
        return found
    kept = sorted(found, key=lambda one: -one.weight)[:MOST_SPREAD]
    for one in kept:
        one.is_rough = True
    return kept


# ---------------------------------------------------------------- bags


def less(bag: Bag, thing: Thing, number: int) -> None:
    """Removes `number` things of a type from a bag."""
    left = bag[thing] - number
    if left < 0:
        raise ValueError("a bag holds too few of a type")
    if left:
        bag[thing] = left
    else:
        del bag[thing]


def more(bag: Bag, thing: Thing, number: int) -> None:
    """Adds `number` things of a type to a bag."""
    if number:
        bag[thing] = bag.get(thing, 0) + number


def join_bags(bags: Iterable[Mapping[Thing, int]]) -> Bag:
    """Returns all things of some bags in one bag."""
    found: Bag = {}
    for bag in bags:
        for thing, count in bag.items():
            more(found, thing, count)
    return found


def size_of(bag: Mapping[Thing, int]) -> int:
    """Counts the things in a bag."""
    return sum(bag.values())


def _sort(bag: Bag) -> tuple[tuple[Thing, int], ...]:
    return tuple(
        sorted(bag.items(), key=lambda entry: (-1, entry[0], 0) if isinstance(entry[0], int) else (*entry[0], 1))
    )


def _splits(number: int, room: list[int]) -> Iterator[tuple[int, ...]]:
    """Yields the ways to divide a number among places without exceeding their room."""
    if not room:
        if not number:
            yield ()
        return
    for here in range(min(number, room[0]) + 1):
        for rest in _splits(number - here, room[1:]):
            yield (here, *rest)


def _spreads(counts: list[int], room: list[int]) -> Iterator[tuple[_Way, list[int]]]:
    """Yields the ways to divide several numbers among places, each with the room that is left."""
    if not counts:
        yield (), room
        return
    for first in _splits(counts[0], room):
        for rest, left in _spreads(counts[1:], [there - here for there, here in zip(room, first, strict=True)]):
            yield (first, *rest), left


def _multinomial(parts: Iterable[int]) -> int:
    numbers = list(parts)
    return factorial(sum(numbers)) // prod(map(factorial, numbers))
