"""Chance nodes: sampling of rolls and draws, their outcomes, and the effects of each outcome.

A draw has one stage (see `stages`) for each stretch of a pile that it reaches, from the top or the bottom; a bag is one stage; a refill is one more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TypeAlias, assert_never

from gamedsl.graph.model import types
from gamedsl.graph.model.nodes import ChanceNode
from gamedsl.graph.model.statements import Draw, Resolve, Roll
from gamedsl.graph.model.types import NodeId
from gamedsl.values import frozen
from gamedsl_interpreter.engine import ChanceOutcome, Fault, TooManyOutcomes
from gamedsl_interpreter.facts import Resolved, Rolled, Shown
from gamedsl_interpreter.plans.elements import is_without_replacement
from gamedsl_interpreter.plans.refills import refills
from gamedsl_interpreter.proposals import convert_to_outcome
from gamedsl_interpreter.random import Dice
from gamedsl_interpreter.reference.fault_words import count_found, count_pieces
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.formulas.iteration import each_copy
from gamedsl_interpreter.reference.play import moving
from gamedsl_interpreter.reference.play.moving import Zones
from gamedsl_interpreter.reference.play.stages import Pool, Stage, dealt, product_up_to, products, stages_of, weight_of
from gamedsl_interpreter.reference.play.work import Work
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Element, Formula, Frame, Operation
from gamedsl_interpreter.watchers import everyone
from gamedsl_interpreter.wording.texts import Texts, bracket

# ---------------------------------------------------------------- the open event


_MOST_READ = 1_000_000
"""Most outcomes that are looked through for one of them."""


@frozen
class ChanceEvent:
    """A chance node on a position: whether it is open, all outcomes, a sample, and the effect of an outcome.

    Outcomes are tuples of numbers: kinds in order of drawing, or numbers of options of a roll.
    """

    is_open: bool
    count: Callable[[int], int]
    """The number of outcomes; some number above the given one if there are more."""
    total: Callable[[], int]
    """The number of outcomes, exactly."""
    weight: Callable[[], int]
    """The sum of the weights of all outcomes."""
    weigh: Callable[[tuple[int, ...]], int]
    """The weight of an outcome."""
    results: Callable[[], Iterator[tuple[tuple[int, ...], int]]]
    sample: Callable[[Dice], tuple[int, ...]]
    perform: Callable[[Work, tuple[int, ...]], None]
    show: Callable[[tuple[int, ...]], tuple[tuple[int, ...], str]]
    """The values of an outcome, as in examples and records, and its text."""
    read: Callable[[tuple[int, ...]], tuple[int, ...] | None] | None = None
    """The numbers of the outcome with these values, if they can be found directly; without it all outcomes are searched. Where order does not matter, the
    values may have any."""

    def result(self, outcome: ChanceOutcome) -> tuple[int, ...] | None:
        """Returns the numbers that `perform` takes for an outcome, whatever its weight; None if it is impossible here. Raises TooManyOutcomes."""
        if self.read is not None:
            return self.read(outcome.values)
        wanted = outcome.values, outcome.text
        return next(
            (result for result, known in self.outcomes(_MOST_READ) if (known.values, known.text) == wanted), None
        )

    def find_outcome(self, values: tuple[int, ...]) -> ChanceOutcome | None:
        """Returns the outcome with these values, in any order if order does not matter. None if it is impossible here, or can only be found among all
        outcomes."""
        result = None if self.read is None else self.read(values)
        if result is None:
            return None
        known, text = self.show(result)
        return ChanceOutcome(known, self.weigh(result), text)

    def outcomes(self, most: int) -> list[tuple[tuple[int, ...], ChanceOutcome]]:
        """Lists all outcomes in canonical order, each with the numbers that `perform` takes. TooManyOutcomes if there are more than `most`."""
        if self.count(most) > most:
            raise TooManyOutcomes
        found: list[tuple[tuple[int, ...], ChanceOutcome]] = []
        for result, weight in self.results():
            values, text = self.show(result)
            found.append((result, ChanceOutcome(values, weight, text)))
        return found

    def sample_outcome(self, dice: Dice) -> ChanceOutcome:
        """Samples one of the outcomes by their weights."""
        result = self.sample(dice) if self.is_open else next(self.results())[0]
        values, text = self.show(result)
        return ChanceOutcome(values, self.weigh(result), text)

    def settle(self, work: Work, dice: Dice | None) -> None:
        """Performs an outcome: one sampled from the stream, or the only possible one."""
        result = next(self.results())[0] if not self.is_open or dice is None else self.sample(dice)
        self.perform(work, result)


EventAt: TypeAlias = Callable[[Frame], ChanceEvent]
"""A chance node, ready to be looked at on a position."""


class ChanceEvents:
    """Compiles chance nodes to events."""

    def __init__(self, make: Formulas, zones: Zones, texts: Texts) -> None:
        self.make = make
        self.zones = zones
        self.texts = texts
        self._refills = refills(make.game)

    def of(self, number: NodeId, node: ChanceNode) -> EventAt:
        """Compiles the chance node with this number."""
        match node.event:
            case Roll():
                return self._roll(number, node.event)
            case Draw():
                return self._draw(node.event)
            case Resolve():
                return self._resolve(node.event)
            case _:
                assert_never(node.event)

    # ------------------------------------------------------------ draws

    def _draw(self, event: Draw) -> EventAt:
        number, source, to = self.make.of(event.number), self.make.of(event.source), self.make.of(event.to)
        eligible = self._eligible(event)

        def look(frame: Frame) -> ChanceEvent:
            wanted: int = number(frame)
            zone, target = source(frame), to(frame)
            if wanted < 0:
                raise Fault("E_BOUND", event.site, f"{wanted} pieces are to be drawn", is_below_zero=True)
            if wanted and (zone is None or target is None):
                raise Fault("E_NONE", event.site, "the place to draw from, or the one to draw to, is none")
            if not wanted:
                return _draw_nothing()
            return self._event_of_draw(event, frame, wanted, zone, target, eligible)

        return look

    def _eligible(self, event: Draw) -> Callable[[Frame, int, collections.Counts], collections.Counts]:
        """Returns a function that filters the pieces of a zone to those that may be drawn."""
        if event.condition is None or event.element is None:
            return lambda frame, zone, counts: counts
        local, condition = self.make.slots.local(event.element), self.make.of(event.condition)

        def part(frame: Frame, zone: int, counts: collections.Counts) -> collections.Counts:
            kept: list[tuple[int, int]] = []
            for kind, count in counts:
                frame[local] = (zone, kind)
                if condition(frame):
                    kept.append((kind, count))
            return tuple(kept)

        return part

    def _event_of_draw(
        self,
        event: Draw,
        frame: Frame,
        wanted: int,
        source: int,
        to: int,
        eligible: Callable[[Frame, int, collections.Counts], collections.Counts],
    ) -> ChanceEvent:
        ordered = self.zones.piles[to]
        lying = frame[self.zones.first + source]
        heaps: collections.Pile = (lying,)
        if self.zones.piles[source]:
            heaps = lying if event.from_bottom else tuple(reversed(lying))
        stages = stages_of((eligible(frame, source, heap) for heap in heaps), wanted, ordered)
        found = sum(stage.number for stage in stages)
        refill = self._refills[source] if found < wanted else None
        if refill is not None:
            pool = eligible(frame, source, self.zones.contents(frame, refill))
            stages += stages_of([pool], wanted - found, ordered)
        total = sum(stage.number for stage in stages)
        if total < wanted and not event.up_to:
            name = self.zones.names[source]
            detail = f"{count_pieces(wanted)} to be drawn from `{name}`, where {count_found(total)}"
            raise Fault("E_MISSING", event.site, detail)

        def perform(work: Work, kinds: tuple[int, ...]) -> None:
            first = kinds[:found]
            moving.draw(
                self.zones, work, source, first, to, event.site, under=event.under, from_bottom=event.from_bottom
            )
            if refill is None or not self.zones.size(work.frame, refill):
                return
            rest = tuple((refill, kind, count) for kind, count in self.zones.contents(work.frame, refill))
            moving.shuffle_into(self.zones, work, rest, source, event.site)
            more = kinds[found:]
            moving.draw(
                self.zones, work, source, more, to, event.site, under=event.under, from_bottom=event.from_bottom
            )

        show = self._show_kinds if ordered else self._show_bag
        return self._event_of_stages(stages, perform, show, lambda kinds: dealt(stages, kinds))

    def _resolve(self, event: Resolve) -> EventAt:
        zone = self.make.of(event.zone)
        number = None if event.number is None else self.make.of(event.number)

        def look(frame: Frame) -> ChanceEvent:
            at = zone(frame)
            if at is None:
                return _draw_nothing()
            slot = self.zones.first + at
            pile: collections.Pile = frame[slot]
            depth = collections.pile_size(pile) if number is None else max(0, number(frame))
            stages = stages_of(reversed(pile), depth, True)

            def perform(work: Work, kinds: tuple[int, ...]) -> None:
                counts = dict(collections.bag((kind, 1) for kind in kinds))
                stay, _ = collections.take_from_top(work.frame[slot], counts)
                work.frame[slot] = collections.normal((*stay, *(((kind, 1),) for kind in reversed(kinds))))
                if kinds:
                    work.facts.append(Resolved(at, len(kinds), self._find_back(kinds[0])))
                if kinds and self.zones.tops_seen[at]:
                    work.facts.append(Shown(at, ((kinds[0], 1),), self.zones.audience.all, None))

            return self._event_of_stages(stages, perform, self._show_kinds, lambda kinds: dealt(stages, kinds))

        return look

    def _find_back(self, kind: int) -> int:
        """Returns the visible back of a piece on top; -1 if it has none."""
        spec = self.make.game.kinds[kind]
        return spec.back if self.make.game.classes[spec.cls].backs else -1

    def _event_of_stages(
        self,
        stages: list[Stage],
        perform: Callable[[Work, tuple[int, ...]], None],
        show: Callable[[tuple[int, ...]], tuple[tuple[int, ...], str]],
        read: Callable[[tuple[int, ...]], tuple[int, ...] | None] | None = None,
    ) -> ChanceEvent:
        return ChanceEvent(
            read=read,
            is_open=any(stage.is_open for stage in stages),
            count=lambda most: product_up_to((stage.count(most) for stage in stages), most),
            total=lambda: prod(stage.total() for stage in stages),
            weight=lambda: prod(stage.weight() for stage in stages),
            weigh=lambda result: weight_of(stages, result),
            results=lambda: products(stages),
            sample=lambda dice: tuple(thing for stage in stages for thing in stage.sample(dice)),
            perform=perform,
            show=show,
        )

    def _show_kinds(self, kinds: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
        return kinds, bracket(self.texts.kinds[kind] for kind in kinds)

    def _show_bag(self, kinds: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
        counted = (
            self.texts.with_count(self.texts.kinds[kind], count)
            for kind, count in collections.bag((k, 1) for k in kinds)
        )
        return tuple(sorted(kinds)), bracket(counted)

    # ------------------------------------------------------------ rolls

    def _roll(self, node: NodeId, event: Roll) -> EventAt:
        slot, kind = self.make.slots.local(event.local), event.source.type
        counted = _value_counter(self.make.of(event.source), kind)
        number = None if event.number is None or event.quantity == "one" else self.make.of(event.number)
        of = self.make.game.locals[event.local].type
        key = types.sort_key(kind.of) if isinstance(kind, types.ListOf | types.SetOf) else None
        build = _result_builder(kind, key, single=number is None)
        only = None if event.seat is None else self.make.of(event.seat)

        def look(frame: Frame) -> ChanceEvent:
            counts = counted(frame)
            options, pool = list(counts), tuple(enumerate(counts.values()))
            wanted = 1 if number is None else number(frame)
            if wanted < 0:
                raise Fault("E_BOUND", event.site, f"{wanted} are to be rolled for `{event.name}`", is_below_zero=True)
            if wanted and not options:
                raise Fault("E_MISSING", event.site, f"`{event.name}` has nothing to roll from")
            seen = self._seats_seeing(frame, kind, options) if only is None else 1 << only(frame)

            def perform(work: Work, result: tuple[int, ...]) -> None:
                value = build([options[i] for i in result])
                work.frame[slot] = value
                work.facts.append(Rolled(node, value, seen))

            def show(result: tuple[int, ...]) -> tuple[tuple[int, ...], str]:
                value = build([options[i] for i in result])
                return convert_to_outcome(value, of), f"{event.name} = {self.texts.value(value, of)}"

            drawn = [convert_to_outcome(build([option]), of) for option in options]
            is_independent = number is not None and not is_without_replacement(kind)

            def read(values: tuple[int, ...]) -> tuple[int, ...] | None:
                at = {one: i for i, (one,) in enumerate(drawn)}
                if len(values) != wanted or any(value not in at for value in values):
                    return None
                result = tuple(sorted(at[value] for value in values))
                has_enough = is_independent or all(result.count(i) <= count for i, count in pool)
                return result if has_enough and sorted(show(result)[0]) == sorted(values) else None

            tells = all(len(one) == 1 for one in drawn) and len(set(drawn)) == len(drawn)
            if is_independent:
                return _independent(pool, wanted, options, key, perform, show, read if tells else None)
            there = sum(count for _, count in pool)
            if wanted > there:
                detail = f"{wanted} are to be rolled for `{event.name}`, and {count_found(there)} there"
                raise Fault("E_MISSING", event.site, detail)
            return self._event_of_stages([Stage(pool, wanted, False)], perform, show, read if tells else None)

        return look

    def _seats_seeing(self, frame: Frame, kind: types.Type, options: list[Element]) -> int:
        seen = everyone(self.make.game)
        if isinstance(kind, types.Pieces):
            for zone in {zone for zone, _ in options}:
                seen &= seen if zone == types.NO_PLACE else self.zones.audience.zone(zone, frame)
        return seen


def _draw_nothing() -> ChanceEvent:
    return ChanceEvent(
        is_open=False,
        count=lambda _: 1,
        total=lambda: 1,
        weight=lambda: 1,
        weigh=lambda _: 1,
        results=lambda: iter([((), 1)]),
        sample=lambda _: (),
        perform=lambda work, result: None,
        show=lambda result: ((), "[]"),
        read=lambda values: None if values else (),
    )


# ---------------------------------------------------------------- values of rolls


def _value_counter(source: Formula, kind: types.Type) -> Callable[[Frame], dict[Element, int]]:
    """Returns a function that counts the different values in canonical order (in lists: by first occurrence)."""
    match kind:
        case types.Pieces():
            return lambda f: {(zone, piece): count for zone, piece, count in collections.merge(source(f))}
        case types.Bag():
            return lambda f: dict(source(f))
        case _:
            items = each_copy(source, kind)
            return lambda f: dict(Counter(items(f)))


def _result_builder(kind: types.Type, key: types.SortKey | None, *, single: bool) -> Operation:
    if single:
        return lambda items: items[0]
    match kind:
        case types.Pieces():
            return lambda items: collections.merge(tuple((zone, piece, 1) for zone, piece in items))
        case types.Bag():
            return lambda items: collections.bag((item, 1) for item in items)
        case _:
            return lambda items: tuple(sorted(items, key=key))


_MOST_FACES = 64
"""The greatest sum of weights for which the rolled value is read from a table instead of counted off."""


def _independent(
    pool: Pool,
    number: int,
    options: list[Element],
    key: types.SortKey | None,
    perform: Callable[[Work, tuple[int, ...]], None],
    show: Callable[[tuple[int, ...]], tuple[tuple[int, ...], str]],
    read: Callable[[tuple[int, ...]], tuple[int, ...] | None] | None,
) -> ChanceEvent:
    """Makes the event of `number` rolls with replacement; outcomes are sorted by value."""
    ascending = {option: i for i, option in enumerate(sorted(options, key=key))}
    order = sorted(range(len(options)), key=lambda i: ascending[options[i]])
    total_weight = sum(count for _, count in pool)
    faces = [thing for thing, count in pool for _ in range(count)] if total_weight <= _MOST_FACES else []
    weights = dict(pool)
    one = Stage(pool, 1, False)

    def total() -> int:
        return comb(len(pool) + number - 1, number) if number else 1

    def weigh(result: tuple[int, ...]) -> int:
        ways = factorial(number) // prod(factorial(result.count(i)) for i in set(result))
        return ways * prod(weights[i] for i in result)

    def results() -> Iterator[tuple[tuple[int, ...], int]]:
        for result in combinations_with_replacement(order, number):
            yield result, weigh(result)

    def sample(dice: Dice) -> tuple[int, ...]:
        if faces:
            return tuple([faces[dice.below(total_weight)] for _ in range(number)])
        return tuple(one.sample(dice)[0] for _ in range(number))

    return ChanceEvent(
        is_open=len(pool) > 1 and number > 0,
        count=lambda _: total(),
        total=total,
        weight=lambda: sum(weights.values()) ** number,
        weigh=weigh,
        results=results,
        sample=sample,
        perform=perform,
        show=show,
        read=read,
    )
