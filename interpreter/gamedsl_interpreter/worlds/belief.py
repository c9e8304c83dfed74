"""The belief of a seat: all explanations of its observations, each with its weight.

A belief depends on the observations of the seat alone. If a named piece may have come from two places, the belief branches: each way becomes an explanation
with its own probability. Equal explanations are merged, so their number is that of different results and not that of branchings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import islice
from typing import TypeAlias

from gamedsl.graph.model.game import Game
from gamedsl_interpreter.facts import Opened, Put, Resolved, Shuffled
from gamedsl_interpreter.reference.play.machine import Machine
from gamedsl_interpreter.worlds import leaving
from gamedsl_interpreter.worlds.explanation import Bag, Explanation, Holder, Thing, join_bags, more, size_of
from gamedsl_interpreter.worlds.lost import Lost, LostKind, WorldsError
from gamedsl_interpreter.worlds.needs import Need, drop_settled
from gamedsl_interpreter.worlds.restricting import Conclusion, PairRule, ZoneRule, by_class, restrict
from gamedsl_interpreter.worlds.sight import SeenExchange, SeenLeaving, SeenMove, SeenPieces, Sight, UnseenRoll, back_of

_MOST_TOKENS = 96
"""The most types of tokens with masks in all explanations together: at each later event, time is spent on each of them."""
_FEWEST = 4
"""Explanations that are kept in any case."""
_MOST_DIVIDED = 4
"""The most explanations of a belief after "one of these pieces is a seven"; else it is kept as a need."""

_MOST_SPLIT = 12
"""The most explanations into which a conclusion may divide a belief: each of them takes time at every later event."""

_Carried: TypeAlias = list[tuple[bool, list[Bag]]]
"""The pieces that are moving, by part of the move: whether their order is kept, and their stretches from bottom to top."""
_POOLS_AT_ONCE = 1 << 20


class ImpossibleError(WorldsError):
    """No explanation fits the observations of a seat. If `lossy` is empty, that is a defect of this program."""


class Belief:
    """The explanations, and the fields that hold unseen rolls: by instance the roll's node and the seat that rolled. `lost` names the conclusions that could
    not be kept."""

    __slots__ = ("_clock", "_game", "_has_backs", "_piles", "divides", "explanations", "lost", "needs", "rolled")

    def __init__(self, machine: Machine) -> None:
        self._game: Game = machine.game
        self._piles = machine.zones.piles
        self._has_backs = any(one.backs for one in machine.game.classes)
        self._clock = 0
        zones: list[list[Bag]] = []
        for zone, is_pile in enumerate(self._piles):
            lying = machine.start[machine.slots.zone(zone)]
            zones.append([dict(stretch) for stretch in lying] if is_pile else [dict(lying)])
        self.explanations = [Explanation(zones, {}, Fraction(1), 0)]
        self.rolled: dict[int, UnseenRoll] = {}
        self.lost: frozenset[Lost] = frozenset()
        self.divides = True
        """Whether conclusions may divide explanations."""
        self.needs: tuple[Need, ...] = ()
        """The contents of zones, beside the explanations: worlds without them are drawn again."""

    def copy(self) -> Belief:
        """Returns a copy that can be changed."""
        made = object.__new__(Belief)
        made._game, made._piles, made._has_backs, made._clock = self._game, self._piles, self._has_backs, self._clock
        made.explanations = [one.copy() for one in self.explanations]
        made.rolled = dict(self.rolled)
        made.lost, made.needs, made.divides = self.lost, self.needs, self.divides
        return made

    # ------------------------------------------------------------ observations

    def learn_swap(self, first: SeenMove, second: SeenMove) -> None:
        """Updates the belief with two moves whose pieces all left before any of them arrived. Raises ImpossibleError."""
        self.needs = drop_settled(self.needs, first) if self.needs else ()
        self.needs = drop_settled(self.needs, second) if self.needs else ()
        self.update(lambda one: self._swap(one, (first, second)))

    def begin(self, one: Explanation) -> None:
        """Sets the belief to this one explanation at the beginning of the match."""
        self.explanations = [one]
        self.rolled = {}
        self.update(lambda start: [start])

    def learn(self, sight: Sight) -> None:
        """Updates the belief with an observation. Raises ImpossibleError."""
        if self.needs:
            self.needs = drop_settled(self.needs, sight)
        match sight:
            case SeenMove():
                self.update(lambda one: self._move(one, sight))
            case SeenExchange():
                self.update(lambda one: self._exchange(one, sight))
            case SeenPieces(zone, pieces):
                self.update(lambda one: self._reveal(one, zone, pieces))
            case Shuffled(zone, beneath=False):
                self.update(lambda one: _mix(one, zone))
            case Resolved(zone, number, back):
                self.update(lambda one: self._settle(one, zone, number))
                self.top_shows(zone, back)
            case Opened():
                self.update(self._merge_all_stretches)
            case _:
                pass

    def top_shows(self, zone: int, back: int) -> None:
        """Updates the belief with the back of the top piece of a pile."""
        if self._has_backs:
            others = self._other_backs(back)
            self.update(lambda one: one.without((zone, len(one.zone(zone)) - 1), others) if one.zone(zone) else [one])

    def _other_backs(self, back: int) -> int:
        """Returns the kinds with another back, as a mask."""
        return sum(1 << kind for kind in range(len(self._game.kinds)) if back_of(self._game, kind) != back)

    def restrict(self, rule: Conclusion) -> bool:
        """Updates the belief with a conclusion; False if only a part of it could be kept, because too many explanations would follow. Raises ImpossibleError."""
        found = self._divide(rule)
        is_whole = found is not None
        self._replace(self._change_all(lambda one: restrict(rule.weakened, one)) if found is None else found)
        if not is_whole and not isinstance(rule, PairRule):
            self.needs = (*self.needs, *(Need(rule.zone, kinds) for kinds in rule.needed))
        return is_whole

    def _divide(self, rule: Conclusion) -> list[Explanation] | None:
        """Lists the explanations under a conclusion; None if there would be too many."""
        if isinstance(rule, ZoneRule) and not rule.present:
            return self._change_all(lambda one: restrict(rule, one))
        most = _MOST_DIVIDED if isinstance(rule, ZoneRule) else _MOST_SPLIT
        if not self.divides or len(self.explanations) > most:
            return None
        found = self._change_all(lambda one: restrict(rule, one), most)
        return found if len(found) <= most else None

    def update(self, change: Callable[[Explanation], Iterable[Explanation]]) -> None:
        """Replaces each explanation by those that `change` makes of it; `change` may modify its argument. Raises ImpossibleError."""
        self._replace(self._change_all(change))

    def _change_all(
        self, change: Callable[[Explanation], Iterable[Explanation]], most: int | None = None
    ) -> list[Explanation]:
        """Lists the explanations that `change` makes; not more than one above `most`."""
        self._clock += 1
        known: dict[object, Explanation] = {}
        for one in self.explanations:
            one.next_pool = max(one.next_pool, self._clock * _POOLS_AT_ONCE)
            for after in change(one):
                if after.simplify() and after.weight:
                    key = after.key()
                    if key in known:
                        known[key].weight += after.weight
                    else:
                        known[key] = after
                        if most is not None and len(known) > most:
                            return list(known.values())
        return list(known.values())

    def _replace(self, found: list[Explanation]) -> None:
        if not found:
            raise ImpossibleError("nothing explains what the seat has seen: what `lossy` names may be the reason")
        if len(found) == 1:
            found[0].weight = Fraction(1)
        elif len(found) > _FEWEST:
            most = _MOST_TOKENS // max(1, max(one.masked_tokens for one in found))
            most = min(leaving.MOST_EXPLANATIONS, max(_FEWEST, most))
            found = found if len(found) <= most else self._likeliest(found, most)
        self.explanations = found

    def _likeliest(self, found: list[Explanation], most: int) -> list[Explanation]:
        self.lost |= {
            Lost(
                LostKind.EXPLANATIONS,
                "",
                "what a seat has seen has too many explanations: the least likely are left out",
            )
        }
        order = sorted(found, key=lambda one: -one.weight)
        # Weights ignore masks, so an explanation that masks make impossible must not displace another one.
        return list(islice((one for one in order if one.can_hold()), most)) or order[:1]

    # ------------------------------------------------------------ moves

    def _departures(self, one: Explanation, move: SeenMove) -> list[tuple[Explanation, _Carried]]:
        """Lists all ways in which the pieces of a move can have left, each with the pieces that are then moving."""
        ways: list[tuple[Explanation, _Carried]] = [(one, [])]
        for part in move.parts:
            is_ordered = move.drawn or self._piles[part.zone]
            ways = [
                (after, [*carried, (is_ordered, stretches)])
                for before, carried in ways
                for after, stretches in self._leave(before, part, move)
            ]
        return ways

    def _swap(self, one: Explanation, moves: tuple[SeenMove, SeenMove]) -> Iterable[Explanation]:
        first, second = moves
        for before, there in self._departures(one, first):
            for after, back in self._departures(before, second):
                self._arrive(after, first, there)
                self._arrive(after, second, back)
                yield after

    def _move(self, one: Explanation, move: SeenMove) -> Iterable[Explanation]:
        for after, carried in self._departures(one, move):
            if move.drawn and self._piles[move.to]:
                carried = [(True, _singles(after, stretches)) for _, stretches in carried]
            self._arrive(after, move, carried)
            yield after

    def _leave(self, one: Explanation, part: SeenLeaving, move: SeenMove) -> Iterable[tuple[Explanation, list[Bag]]]:
        if self._piles[part.zone]:
            ways = list(self._with_visible_backs(one.copy(), part, from_bottom=move.from_bottom))
            for seen in ways:
                yield from self._leave_pile(seen, part, from_bottom=move.from_bottom, is_drawn=move.drawn)
            if not ways:
                # The pieces were selected by kind and not taken from the end, so they can come from anywhere.
                self.lost |= {Lost(LostKind.BACKS, "", "pieces left a pile unseen from its middle")}
                one.put(part.zone, [join_bags(one.zone(part.zone))])
                yield one, [one.unseen((part.zone, 0), part.number)]
            return
        stretches = one.zone(part.zone)
        if len(stretches) == 2 and not (move.committed and size_of(stretches[0]) >= part.number):
            self._merge_stretches(one, part.zone)
        holder = (part.zone, 0)
        if part.among:
            for after in by_class(one, part.zone, (part.among,), frozenset({(part.number,)})):
                bag = after.changeable_bag(holder)
                gone = {thing: count for thing, count in bag.items() if not after.kinds(thing) & ~part.among}
                for thing in gone:
                    del bag[thing]
                yield after, [gone]
            return
        if part.pieces is None:
            yield one, [self._leave_unseen(one, holder, part.number, part.backs)]
            return
        for after in leaving.leave_named([one], holder, part.pieces):
            yield after, [dict(part.pieces)]

    def _leave_unseen(self, one: Explanation, holder: Holder, number: int, backs: leaving.Counts) -> Bag:
        """Removes things that leave a holder unseen, but with visible backs."""
        bag = one.bag(holder)
        if not self._has_backs or number == size_of(bag):
            return one.unseen(holder, number)
        groups: dict[int, list[Thing]] = {}
        for thing in bag:
            groups.setdefault(self._back(one, thing), []).append(thing)
        if any(count > sum(bag[thing] for thing in groups.get(back, ())) for back, count in backs):
            # The back of a piece that can be of several kinds is not known.
            self.lost |= {Lost(LostKind.BACKS, "", "pieces with different backs left a pile together")}
            return one.unseen(holder, number)
        return join_bags(one.unseen_of(holder, groups[back], count) for back, count in backs)

    def _back(self, one: Explanation, thing: Thing) -> int:
        kinds = one.kinds(thing)
        return back_of(self._game, (kinds & -kinds).bit_length() - 1)

    def _with_visible_backs(self, one: Explanation, part: SeenLeaving, *, from_bottom: bool) -> Iterable[Explanation]:
        """Yields the explanations that agree with the visible backs of settled pieces that leave a pile unseen."""
        ways = [one]
        if not self._has_backs or part.pieces is not None:
            return ways
        singles = [
            number
            for number, _ in leaving.stretches_of_leaving(one, part.zone, part.number, from_bottom=from_bottom)
            if size_of(one.zone(part.zone)[number]) == 1
        ]
        if len(part.backs) == 1:
            others = self._other_backs(part.backs[0][0])
            for number in singles:
                ways = [after for before in ways for after in before.without((part.zone, number), others)]
        elif singles:
            self.lost |= {Lost(LostKind.BACKS, "", "settled pieces with different backs left a pile together")}
        return ways

    def _leave_pile(
        self, one: Explanation, part: SeenLeaving, *, from_bottom: bool, is_drawn: bool
    ) -> Iterable[tuple[Explanation, list[Bag]]]:
        """Yields the ways in which pieces leave an end of a pile, each with the moving pieces, the lowest first. Drawn pieces are put down in the order in
        which they are drawn."""
        reached = leaving.stretches_of_leaving(one, part.zone, part.number, from_bottom=from_bottom)
        if part.pieces is not None:
            ways = leaving.leave_named_from(one.copy(), part.zone, reached, part.pieces)
            if not ways:
                # The pieces were selected by kind and not taken from the end, so they can come from any stretch.
                reached = leaving.stretches_of_leaving(one, part.zone, part.before, from_bottom=from_bottom)
                ways = leaving.leave_named_from(one, part.zone, reached, part.pieces)
        else:
            backs = dict(part.backs)
            gone: list[Bag] = []
            for number, quota in reached:
                holder = (part.zone, number)
                if quota == size_of(one.bag(holder)):
                    for thing, count in one.bag(holder).items():
                        back = self._back(one, thing)
                        backs[back] = backs.get(back, 0) - count
                gone.append(self._leave_unseen(one, holder, quota, [entry for entry in backs.items() if entry[1] > 0]))
            ways = [(one, gone)]
        for after, taken in ways:
            after.put(part.zone, [bag for bag in after.change(part.zone) if bag])
            stretches = [bag for bag in taken if bag]
            yield after, stretches if from_bottom or is_drawn else stretches[::-1]

    def _arrive(self, one: Explanation, move: SeenMove, carried: _Carried) -> None:
        zone = one.change(move.to)
        if not self._piles[move.to]:
            # Arriving pieces are kept in a second stretch until the next simultaneous decision: see `_leave`.
            if len(zone) < 2:
                zone.append({})
            for _, stretches in carried:
                for stretch in stretches:
                    for thing, count in stretch.items():
                        more(zone[1], thing, count)
            return
        arriving: list[Bag] = []
        heap: Bag = {}
        for is_ordered, stretches in carried:
            if is_ordered:
                arriving += [heap, *stretches]
                heap = {}
            else:
                heap = join_bags([heap, *stretches])
        arriving.append(heap)
        if move.put is Put.BENEATH_MIXED:
            arriving = [join_bags(arriving)]
        arriving = [bag for bag in arriving if bag]
        one.put(move.to, [*zone, *arriving] if move.put is Put.ON_TOP else [*arriving, *zone])

    # ------------------------------------------------------------ other events

    def _merge_stretches(self, one: Explanation, zone: int) -> None:
        stretches = one.zone(zone)
        if not self._piles[zone] and len(stretches) > 1:
            one.put(zone, [join_bags(stretches)])

    def _merge_all_stretches(self, one: Explanation) -> Iterable[Explanation]:
        for zone in range(one.number):
            self._merge_stretches(one, zone)
        yield one

    def _exchange(self, one: Explanation, exchange: SeenExchange) -> Iterable[Explanation]:
        ways = [one]
        for part in exchange.parts:
            if part.pieces is not None:
                pieces = part.pieces
                ways = [after for before in ways for after in self._reveal(before, part.zone, pieces)]
        for after in ways:
            lying = [[dict(bag) for bag in after.zone(part.zone)] for part in exchange.parts]
            for part, content in zip(exchange.parts, lying, strict=True):
                keeps_order = self._piles[part.zone] == self._piles[part.to]
                whole = content if keeps_order else [join_bags(content)]
                after.put(part.to, whole or ([] if self._piles[part.to] else [{}]))
            yield after

    def _reveal(self, one: Explanation, zone: int, pieces: leaving.Counts) -> Iterable[Explanation]:
        """Yields the explanations in which a zone holds pieces that the seat sees; in a pile these are the top-most ones."""
        if not self._piles[zone]:
            self._merge_stretches(one, zone)
            for after in leaving.leave_named([one], (zone, 0), pieces):
                for kind, count in pieces:
                    more(after.changeable_bag((zone, 0)), kind, count)
                yield after
            return
        reached = leaving.stretches_of_leaving(one, zone, sum(count for _, count in pieces), from_bottom=False)
        if all(size_of(one.zone(zone)[number]) == count for number, count in reached):
            places = [number for number, _ in reached]
            if (found := one.in_any_order(zone, places, pieces)) is not None:
                yield from found
                return
        for after, taken in leaving.leave_named_from(one, zone, reached, pieces):
            for (number, _), bag in zip(reached, taken, strict=True):
                for thing, count in bag.items():
                    more(after.changeable_bag((zone, number)), thing, count)
            yield after

    def _settle(self, one: Explanation, zone: int, number: int) -> Iterable[Explanation]:
        """Fixes an order of the top pieces of a pile that nobody sees."""
        stretches = one.change(zone)
        singles: list[Bag] = []
        while number and stretches:
            quota = min(number, size_of(stretches[-1]))
            gone = [one.unseen((zone, len(stretches) - 1), quota)]
            stretches = one.change(zone)
            singles = _singles(one, gone) + singles
            if not stretches[-1]:
                stretches.pop()
            number -= quota
        stretches += singles
        yield one


def _mix(one: Explanation, zone: int) -> Iterable[Explanation]:
    one.put(zone, [whole] if (whole := join_bags(one.zone(zone))) else [])
    yield one


def _singles(one: Explanation, stretches: list[Bag]) -> list[Bag]:
    """Splits stretches into single things, in an order that nobody knows."""
    found: list[Bag] = []
    for stretch in stretches:
        if size_of(stretch) > 1 and len(stretch) > 1:
            number = one.next_pool
            one.next_pool += 1
            one.pools[number] = dict(stretch)
            stretch = {(number, -1): size_of(stretch)}
        found += [{thing: 1} for thing, count in stretch.items() for _ in range(count)]
    return found
