"""Selections as steps: their offers, the order of the elements, and how the values of a step are tried.

| step | value |
|---|---|
| gate | 0 take, 1 decline |
| menu | number of the line as written, from 0 |
| one | number of the option among all that the selection offers on this position (after the choices before it), from 0 |
| count | how many |
| group | 0 none, else 1 + number of the member within its group |
| member | 0 out, 1 in |
| yes_no | 0 no, 1 yes |

Options are numbered before those that cannot be completed are removed. Pieces are offered by place and kind: places in order of first mention,
kinds ascending; values of lists in order of first occurrence; numbers and sets ascending. Groups are in ascending order of their keys,
none last; the selected elements are stored in the order in which they were offered.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Literal

from gamedsl.graph.analysis.filters import remove_filters
from gamedsl.graph.model import types
from gamedsl.graph.model.statements import Select, YesNo
from gamedsl.graph.model.types import SiteId
from gamedsl.values import define, frozen
from gamedsl_interpreter.engine import Fault
from gamedsl_interpreter.plans.facts import SelectionFacts
from gamedsl_interpreter.proposals import agrees
from gamedsl_interpreter.reference.decisions.pruning import Chance, Partial
from gamedsl_interpreter.reference.decisions.search import ON, Search, Visit, taking, values_of
from gamedsl_interpreter.reference.formulas.compiler import Formulas
from gamedsl_interpreter.reference.formulas.iteration import each_copy
from gamedsl_interpreter.reference.play.moving import Zones
from gamedsl_interpreter.reference.values import collections
from gamedsl_interpreter.reference.values.slots import Element, Formula, Frame
from gamedsl_interpreter.things import Things
from gamedsl_interpreter.wording import steps as wording
from gamedsl_interpreter.wording.steps import Open
from gamedsl_interpreter.wording.texts import Texts


@frozen
class Selecting:
    """The data that all selections of a Game share."""

    make: Formulas
    zones: Zones
    texts: Texts
    things: Things


def yes_no(shared: Selecting, part: YesNo, go_on: Visit) -> Visit:
    """Makes the visit of a step with the values no and yes; only no if the condition fails."""
    slot = shared.make.slots.local(part.local)
    condition = None if part.condition is None else shared.make.of(part.condition)
    opened = wording.yes_no(part.name, part.ask)

    def visit(s: Search) -> int:
        depth = len(s.steps)
        if depth == s.probe:
            s.opened = opened
        for value in values_of(s, 0, 1 if condition is None or s.unfiltered == part.name or condition(s.frame) else 0):
            if s.args.get(part.name, bool(value)) != bool(value):
                continue
            s.frame[slot] = bool(value)
            result = taking(s, value, go_on)
            if result < depth:
                return result
        return ON

    return visit


def one_of(shared: Selecting, part: Select, facts: SelectionFacts, go_on: Visit) -> Visit:
    """Makes the visit of a step that chooses an element."""
    offered = Offer(shared, part, facts)
    slot = shared.make.slots.local(part.local)
    placed = facts.takes_pieces
    means = _is_meant if placed else operator.eq

    def visit(s: Search) -> int:
        depth = len(s.steps)
        options = [element for element, _ in offered.entries(s)]
        if depth == s.probe:
            s.opened = offered.open_step(s, options)
        for i in values_of(s, 0, len(options) - 1):
            option = options[i]
            if part.name in s.args and not means(s.args[part.name], option):
                continue
            s.frame[slot] = option
            if s.until == part.name and s.wants is not None and s.matched == len(s.wants):
                return s.leaf(s, -1)
            s.steps.append(i)
            result = _taking_pieces(s, [(option, 1)], go_on) if placed else go_on(s)
            s.steps.pop()
            if result < depth:
                return result
        return ON

    return visit


def _is_meant(wanted: types.Value, piece: Element) -> bool:
    """Whether a piece matches the wanted one, which may have no place."""
    return isinstance(wanted, tuple) and wanted[1] == piece[1] and wanted[0] in (types.NO_PLACE, piece[0])


def several_of(
    shared: Selecting, part: Select, facts: SelectionFacts, tests: Sequence[tuple[Chance, SiteId]], go_on: Visit
) -> Visit:
    """Makes the visit of a step for each kind and place (how many?), for each group of a `distinct` selection (which?), or for each value (in or out)."""
    offered = Offer(shared, part, facts)
    steps = _Steps(offered, part, tuple(tests), go_on)
    number = None if part.number is None else shared.make.of(part.number)
    least = None if part.least is None else shared.make.of(part.least)
    apart = None if part.distinct is None else shared.make.of(part.distinct)
    element = shared.make.slots.local(part.element)
    key = None if part.distinct is None else types.sort_key(part.distinct.type)

    def visit(s: Search) -> int:
        entries = offered.entries(s)
        bound = None if number is None else number(s.frame)
        if bound is not None and bound < 0:
            raise Fault("E_BOUND", part.site, f"{bound} are to be chosen for `{part.name}`", is_below_zero=True)
        most = sum(count for _, count in entries) if bound is None else bound
        fewest = 0 if least is None else least(s.frame)
        fewest = 0 if s.any_number else most if part.quantity == "exactly" else fewest
        if apart is None:
            return steps.counts(s, _scratch(s, entries, range(len(entries)), fewest, most))
        groups = _groups(s.frame, entries, element, apart, key)
        ranks = [rank for _, members in groups for rank in members]
        scratch = _scratch(s, [(entries[rank][0], 1) for rank in ranks], ranks, fewest, most)
        return steps.groups(s, scratch, [(value, len(members)) for value, members in groups])

    return visit


# ---------------------------------------------------------------- offers


class Offer:
    """The offer of a selection on a position, after the choices before it in the same decision."""

    def __init__(self, shared: Selecting, part: Select, facts: SelectionFacts) -> None:
        self.part = part
        self.facts = facts
        self.slot = shared.make.slots.local(part.local)
        self.type = shared.make.game.locals[part.local].type
        self._shared = shared
        self._sources = tuple(self._listing(shared.make.of(source), source.type) for source in part.sources)
        whole = tuple(remove_filters(source) for source in part.sources)
        self._unfiltered = tuple(self._listing(shared.make.of(source), source.type) for source in whole)

    def entries(self, s: Search) -> list[tuple[Element, int]]:
        """Lists (element, number), from the first alternative that offers anything."""
        found: list[tuple[Element, int]] = []
        for listed in self._sources if s.unfiltered != self.part.name else self._unfiltered:
            found = listed(s.frame)
            if self.facts.takes_pieces:
                found = self._available(s, found)
            if found:
                break
        if self.facts.takes_pieces:
            s.doubtful[self.part.local] = _doubtful(item for item, _ in found)
        return found

    def text(self, s: Search, element: Element) -> str:
        """Names an element."""
        if self.facts.takes_pieces:
            return self._shared.texts.piece(element[1], element[0], s.doubtful[self.part.local])
        return self._shared.texts.value(element, self.facts.element)

    def open_step(self, s: Search, options: Sequence[Element]) -> Open:
        """Describes the step of a selection of one of these elements."""
        of = self.facts.element
        return Open(
            "one", self.part.name, "", lambda i: self.text(s, options[i]), options.__getitem__, of, ask=self.part.ask
        )

    def name_key(self, value: Element, of: types.Type) -> str:
        """Names the key of a group."""
        return self._shared.texts.value(value, of)

    def _listing(self, source: Formula, of: types.Type) -> Callable[[Frame], list[tuple[Element, int]]]:
        match of:
            case types.Pieces():
                return lambda f: [((zone, kind), count) for zone, kind, count in collections.merge(source(f))]
            case types.Bag():
                return lambda f: list(source(f))
            case _:
                items = each_copy(source, of)
        if not self.facts.is_counted:
            return lambda f: [(item, 1) for item in dict.fromkeys(items(f))]
        if isinstance(self.type, types.Bag):
            return lambda f: sorted(Counter(items(f)).items())
        return lambda f: list(Counter(items(f)).items())

    def _available(self, s: Search, entries: list[tuple[Element, int]]) -> list[tuple[Element, int]]:
        if not s.taken:
            return entries
        left: list[tuple[Element, int]] = []
        for piece, count in entries:
            gone = s.taken.get(piece, 0)
            if gone and piece[0] != types.NO_PLACE:
                count = min(count, dict(self._shared.zones.contents(s.frame, piece[0])).get(piece[1], 0) - gone)
            if count > 0:
                left.append((piece, count))
        return left


def _doubtful(pieces: Iterable[Element]) -> frozenset[int]:
    """Returns the kinds that are offered from two places."""
    seen: set[int] = set()
    twice: set[int] = set()
    for _, kind in pieces:
        (twice if kind in seen else seen).add(kind)
    return frozenset(twice)


def _groups(
    frame: Frame,
    entries: list[tuple[Element, int]],
    element: int,
    apart: Formula,
    key: types.SortKey | None,
) -> list[tuple[Element, list[int]]]:
    """Groups the numbers of the entries by the value in which no two may agree, values ascending, none last."""
    groups: dict[Element, list[int]] = {}
    for rank, (item, _) in enumerate(entries):
        frame[element] = item
        groups.setdefault(apart(frame), []).append(rank)
    return [(value, groups[value]) for value in sorted(groups, key=key)]


# ---------------------------------------------------------------- several


@define
class SelectionScratch:
    """A selection of several that is being made: `total` elements so far, between `least` and `most` in the end. `after[i]`: the most elements that can still
    come from element i on."""

    partial: Partial
    ranks: Sequence[int]
    """The position of each element in the offer."""
    least: int
    most: int
    after: list[int]
    amounts: list[int]
    total: int = 0


def _scratch(
    s: Search, entries: list[tuple[Element, int]], ranks: Sequence[int], least: int, most: int
) -> SelectionScratch:
    after = [0] * (len(entries) + 1)
    for i in range(len(entries) - 1, -1, -1):
        after[i] = after[i + 1] + entries[i][1]
    amounts = [0] * len(entries)
    partial = Partial(s.frame, [item for item, _ in entries], [count for _, count in entries], amounts)
    return SelectionScratch(partial, ranks, least, most, after, amounts)


@frozen
class _Way:
    """The steps of a selection: their number, the values of each, a function that takes a value (and tells whether the selection can still succeed), and a
    function that takes it back."""

    number: int
    values: Callable[[int], Iterable[int]]
    take: Callable[[int, int], bool]
    leave: Callable[[int, int], None]


class _Steps:
    """Goes through the steps of a selection of several."""

    def __init__(self, offered: Offer, part: Select, tests: tuple[tuple[Chance, SiteId], ...], go_on: Visit) -> None:
        self._offered = offered
        self._name = part.name
        self._slot = offered.slot
        self._type = offered.type
        self._tests = tests
        self._go_on = go_on
        self._kind: Literal["count", "member"] = "count" if offered.facts.is_counted else "member"

    def counts(self, s: Search, scratch: SelectionScratch) -> int:
        """Goes through a step for each element; its values are how many copies are chosen (or whether the element is)."""

        def values(i: int) -> Iterable[int]:
            if len(s.steps) == s.probe:
                s.opened = self._open_count(s, scratch, i)
            high = min(scratch.partial.caps[i], scratch.most - scratch.total, self._count_wanted(s, scratch, i))
            return values_of(s, max(0, scratch.least - scratch.total - scratch.after[i + 1]), high)

        def take(i: int, amount: int) -> bool:
            scratch.amounts[i] = amount
            scratch.total += amount
            return self._may_go_on(s, scratch, i + 1)

        def leave(i: int, _: int) -> None:
            scratch.amounts[i] = 0

        return self._go_through(s, scratch, _Way(len(scratch.amounts), values, take, leave))

    def groups(self, s: Search, scratch: SelectionScratch, groups: list[tuple[Element, int]]) -> int:
        """Goes through a step for each group: none of it, or one member."""
        starts = [0, *accumulate(size for _, size in groups)]

        def values(i: int) -> Iterable[int]:
            _, size = groups[i]
            if len(s.steps) == s.probe:
                s.opened = self._open_group(s, scratch, groups[i], starts[i])
            low = 1 if scratch.total + len(groups) - i - 1 < scratch.least else 0
            return values_of(s, low, size if scratch.total < scratch.most else 0)

        def take(i: int, choice: int) -> bool:
            if choice:
                at = starts[i] + choice - 1
                if not self._count_wanted(s, scratch, at):
                    return False
                scratch.amounts[at] = 1
                scratch.total += 1
            return self._may_go_on(s, scratch, starts[i + 1])

        def leave(i: int, choice: int) -> None:
            if choice:
                scratch.amounts[starts[i] + choice - 1] = 0

        return self._go_through(s, scratch, _Way(len(groups), values, take, leave))

    def _go_through(self, s: Search, scratch: SelectionScratch, way: _Way) -> int:
        """Goes through all values of the steps of the selection, depth first. It is a loop, because there can be more steps than the call stack allows."""
        if not way.number:
            return self._complete(s, scratch)
        first = len(s.steps)
        left = [iter(way.values(0))]
        totals = [scratch.total]

        def back() -> None:
            """The value of the last open step is taken back."""
            i = len(left) - 1
            way.leave(i, s.steps.pop())
            scratch.total = totals[i]

        while left:
            i = len(left) - 1
            value = next(left[i], None)
            result = ON
            if value is None:
                result = first + i - 1
            else:
                s.steps.append(value)
                if way.take(i, value):
                    if i + 1 < way.number:
                        left.append(iter(way.values(i + 1)))
                        totals.append(scratch.total)
                        continue
                    result = self._complete(s, scratch)
                back()
            while result < first + len(left) - 1:
                left.pop()
                totals.pop()
                if not left:
                    return ON if value is None else result
                back()
        raise AssertionError("the first step returns")

    def _may_go_on(self, s: Search, scratch: SelectionScratch, done: int) -> bool:
        """Whether the requirements can still become true after the first `done` elements are chosen."""
        if not self._tests or s.broken is not None:
            return True
        scratch.partial.done, scratch.partial.room = done, scratch.most - scratch.total
        for test, site in self._tests:
            if not test(scratch.partial):
                s.note(site, holds=False)
                return False
        return True

    def _complete(self, s: Search, scratch: SelectionScratch) -> int:
        if not scratch.least <= scratch.total <= scratch.most:
            return ON
        listed = sorted(zip(scratch.ranks, scratch.partial.elements, scratch.amounts, strict=True), key=_rank)
        chosen = [(element, amount) for _, element, amount in listed if amount]
        value = self._value(chosen)
        if self._name in s.args and not agrees(s.args[self._name], value, self._type):
            return ON
        s.frame[self._slot] = value
        return _taking_pieces(s, chosen, self._go_on) if self._offered.facts.takes_pieces else self._go_on(s)

    def _value(self, chosen: list[tuple[Element, int]]) -> Element:
        match self._type:
            case types.Pieces():
                return tuple((zone, kind, count) for (zone, kind), count in chosen)
            case types.Bag():
                return tuple(sorted(chosen))
            case types.SetOf(of):
                return collections.unique((item for item, _ in chosen), of)
            case _:
                return tuple(item for item, _ in chosen)

    def _count_wanted(self, s: Search, scratch: SelectionScratch, i: int) -> int:
        """Returns how many more of element i a wanted value allows."""
        if self._name not in s.args:
            return scratch.partial.caps[i]
        item = scratch.partial.elements[i]
        kind = item[1] if self._offered.facts.takes_pieces else item
        left = _copies(s.args[self._name], kind, self._type)
        for other, amount in zip(scratch.partial.elements, scratch.amounts, strict=True):
            if amount and (other[1] if self._offered.facts.takes_pieces else other) == kind:
                left -= amount
        return max(0, left)

    def _open_count(self, s: Search, scratch: SelectionScratch, i: int) -> Open:
        element = scratch.partial.elements[i]
        text: Callable[[int], str] = str if self._kind == "count" else ("out", "in").__getitem__
        topic = element, self._offered.facts.element
        about = self._offered.text(s, element)
        part = self._offered.part
        several = part, scratch.partial.caps[i]
        return Open(self._kind, self._name, about, text, topic=topic, ask=part.ask, several=several)

    def _open_group(self, s: Search, scratch: SelectionScratch, group: tuple[Element, int], start: int) -> Open:
        value, size = group
        names = ["none", *(self._offered.text(s, item) for item in scratch.partial.elements[start:])]
        part = self._offered.part
        of = types.NOTHING if part.distinct is None else part.distinct.type
        elements = (None, *scratch.partial.elements[start:])
        return Open(
            kind="group",
            name=self._name,
            about=self._offered.name_key(value, of),
            text=names.__getitem__,
            element=elements.__getitem__,
            of=self._offered.facts.element,
            topic=(value, of),
            ask=part.ask,
            several=(part, size),
        )


def _rank(entry: tuple[int, Element, int]) -> int:
    return entry[0]


def _copies(wanted: Element, kind: Element, of: types.Type) -> int:
    """Counts the copies of a kind (or value) in a wanted value, at any place."""
    match of:
        case types.Pieces():
            return sum(count for _, k, count in wanted if k == kind)
        case types.Bag():
            return sum(count for k, count in wanted if k == kind)
        case types.ListOf(types.Piece()) | types.SetOf(types.Piece()):
            return sum(1 for _, k in wanted if k == kind)
        case _:
            return tuple(wanted).count(kind)


def _taking_pieces(s: Search, chosen: list[tuple[Element, int]], go_on: Visit) -> int:
    """Continues while these pieces are not available."""
    for piece, count in chosen:
        s.taken[piece] = s.taken.get(piece, 0) + count
    result = go_on(s)
    for piece, count in chosen:
        s.taken[piece] -= count
        if not s.taken[piece]:
            del s.taken[piece]
    return result
