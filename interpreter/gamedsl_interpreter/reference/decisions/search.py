"""Walks the steps of a decision: one depth-first search answers every question about it.

A plan is compiled back to front into visits: each visit tries the values of its own step in normative order and calls the next visit; the last
one reports a complete move. So no prefix is computed twice, and moves come in lexicographic order of their steps. A visit returns the depth to which
the search goes back: at depth d it continues with the next value if the result is d or more, and unwinds if it is less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from gamedsl.graph.model import types
from gamedsl.graph.model.types import LocalId, SiteId
from gamedsl.values import frozen
from gamedsl_interpreter.noted import Noted
from gamedsl_interpreter.proposals import Wanted
from gamedsl_interpreter.reference.meter import Meter
from gamedsl_interpreter.reference.values.slots import Frame
from gamedsl_interpreter.wording.moves import Part, PlanSite, Walk
from gamedsl_interpreter.wording.steps import Open

ON = 1 << 30
"""Go on with the next value of the innermost step."""

STOP = -1
"""End the search."""

_AT_ONCE = 64
"""Nodes that are counted before the meter is updated."""


@frozen
class Broken:
    """A requirement that does not hold."""

    name: str
    why: str | None
    site: SiteId


Trial: TypeAlias = Callable[[Frame, int], Broken | None]
"""Tries a complete move, given its frame and its exit. Returns the `ensure` that forbids it, or None. The frame is not changed."""


class Search:
    """One search over a decision on a position. It overwrites the frame's locals, and only reads the rest.

    `prefix`: steps that are already taken. `probe`: the depth of the step to describe in `opened` (-1: none). `wants`: the parts that a move must have, if
    only some moves are searched. `broken` is None in a normal search; else requirements do not prune, and those that fail are listed there. With
    `any_number` selections of several may have fewer elements than required. The selection `unfiltered` is offered without its filter. With
    `until` a move is complete once that selection of one, in the last wanted part, is made. `trial` tests complete moves by their effects.
    With `noted` the tested conditions are recorded there.
    """

    __slots__ = (
        "any_number", "args", "broken", "doubtful", "frame", "leaf", "leaves", "matched", "meter", "nodes", "noted", "opened", "prefix", "probe", "steps",
        "taken", "trail", "trial", "unfiltered", "until", "wants",
    )  # fmt: skip

    def __init__(self, meter: Meter, frame: Frame, prefix: tuple[int, ...], leaf: Leaf) -> None:
        self.meter = meter
        self.nodes = 0
        self.frame = frame
        self.prefix = prefix
        self.leaf = leaf
        self.probe = -1
        self.steps: list[int] = []
        self.taken: dict[tuple[int, int], int] = {}
        self.trail: list[tuple[PlanSite, bool]] = []
        self.doubtful: dict[LocalId, frozenset[int]] = {}
        self.wants: tuple[Wanted, ...] | None = None
        self.matched = 0
        self.args: dict[str, types.Value] = {}
        self.broken: list[Broken] | None = None
        self.any_number = False
        self.unfiltered: str | None = None
        self.until: str | None = None
        self.leaves = 0
        self.opened: Open | None = None
        self.trial: Trial | None = None
        self.noted: Noted | None = None

    def fork(self, leaf: Leaf) -> Search:
        """Makes a search for any complete move, from the current step on."""
        other = Search(self.meter, self.frame, (), leaf)
        other.nodes = self.nodes
        other.taken = self.taken
        other.broken = None if self.broken is None else []
        other.any_number = self.any_number
        other.trial = self.trial
        other.unfiltered = self.unfiltered
        other.noted = self.noted
        return other

    def note(self, site: SiteId, *, holds: bool) -> None:
        """Records the test of a condition, if `noted` is set."""
        if self.noted is not None:
            self.noted.asked.add(site)
            if not holds:
                self.noted.refused.add(site)

    def report_nodes(self) -> None:
        """Reports the counted nodes to the meter. Raises OverBudgetError."""
        self.meter.spend(self.nodes)
        self.nodes = 0

    def walk(self, first: int) -> Walk:
        """Returns the plans on the way of the search, with the values chosen in them; `first` is the slot of the first local."""
        frame = self.frame
        return tuple(
            [
                Part(site.id, declined, () if declined else tuple([frame[first + s.local] for s in site.selections]))
                for site, declined in self.trail
            ]
        )


Visit: TypeAlias = Callable[[Search], int]
Leaf: TypeAlias = Callable[[Search, int], int]
"""Called with each complete move and its exit."""


def at_leaf(exit_number: int) -> Visit:
    """Returns the visit at the end of a walk."""

    def visit(s: Search) -> int:
        if s.wants is not None and s.matched < len(s.wants):
            return ON
        broken = None if s.trial is None or s.broken else s.trial(s.frame, exit_number)
        if broken is None:
            s.leaves += 1
            return s.leaf(s, exit_number)
        if s.broken is None:
            s.note(broken.site, holds=False)
            return ON
        s.broken.append(broken)
        s.leaves += 1
        result = s.leaf(s, exit_number)
        s.broken.pop()
        return result

    return visit


def values_of(s: Search, low: int, high: int) -> range | tuple[int, ...]:
    """Returns the values of a step from low to high: all, or the one that is already taken. Each is a node of the search, which is counted here. Raises
    OverBudgetError."""
    depth = len(s.steps)
    if depth < len(s.prefix):
        value = s.prefix[depth]
        return (value,) if low <= value <= high else ()
    if low > high:
        return ()
    s.nodes += high - low + 1
    if s.nodes >= _AT_ONCE:
        s.report_nodes()
    return range(low, high + 1)


def taking(s: Search, value: int, go_on: Visit) -> int:
    """Takes a step, continues, and takes the step back."""
    s.steps.append(value)
    result = go_on(s)
    s.steps.pop()
    return result
