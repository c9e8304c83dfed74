"""Moves computations that do not depend on a choice in front of it: counts of whole branches, and tables of selections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

from gamedsl.graph.model.statements import Bind
from gamedsl.graph.model.types import LocalId
from gamedsl.values import define, evolve, field
from gamedsl_interpreter.plans import ways
from gamedsl_interpreter.plans.completability import is_free
from gamedsl_interpreter.plans.facts import Dependence
from gamedsl_interpreter.plans.reading import Reading, mentions


def hoist(root: ways.Ways, reading: Reading) -> ways.Ways:
    """Returns the tree with each computation moved out of a choice if the choice can make it once for all its values."""
    return _Hoisting(reading, count()).hoist(root)


@define
class _Hoisting:
    """Walks the tree from the root, so that each computation is moved out of as many choices as possible."""

    reading: Reading
    numbers: Iterator[int]

    def hoist(self, node: ways.Ways) -> ways.Ways:
        """Returns the node with everything that its choices can compute once moved out of them."""
        match node:
            case ways.Leaf() | ways.Kept():
                return node
            case ways.Menu(lines=lines):
                return evolve(node, lines=tuple(map(self.hoist, lines)))
            case ways.Gate() | ways.IfAble():
                return evolve(node, take=self.hoist(node.take))
            case (
                ways.One(dependence=Dependence.CHOICE, part=part, then=then)
                | ways.Several(dependence=Dependence.NUMBER, part=part, then=then)
            ):
                moving = _Moving(self)
                then = moving.out_of(then, frozenset((part.local,)), ())
                return evolve(node, then=self.hoist(then), hoisted=tuple(moving.found))
            case ways.Tested() | ways.Bound() | ways.Flag() | ways.One() | ways.Several():
                return evolve(node, then=self.hoist(node.then))


@define
class _Moving:
    """Collects the computations that do not depend on one choice."""

    hoisting: _Hoisting
    found: list[ways.Hoisted] = field(factory=list[ways.Hoisted])

    def out_of(self, node: ways.Ways, banned: frozenset[LocalId], binds: tuple[Bind, ...]) -> ways.Ways:
        """Returns the node without the computations that can be moved. `banned`: locals that depend on the choice, or are chosen after it; `binds`: lets
        after it that do not depend on it."""
        reading = self.hoisting.reading
        if _is_worth_it(node) and reading.is_total(node) and not reading.reads(node).keys() & banned:
            kept = ways.Kept(next(self.hoisting.numbers), self.hoisting.hoist(node))
            self.found.append(ways.Hoisted(_find_needed_binds(binds, reading.reads(node)), kept))
            return kept
        match node:
            case ways.Leaf() | ways.Kept():
                return node
            case ways.Menu(lines=lines):
                return evolve(node, lines=tuple(self.out_of(line, banned, binds) for line in lines))
            case ways.Gate() | ways.IfAble():
                return evolve(node, take=self.out_of(node.take, banned, binds))
            case ways.Tested(then=then):
                return evolve(node, then=self.out_of(then, banned, binds))
            case ways.Bound(part, then):
                if mentions(part.value).keys() & banned or not reading.totality.is_total(part.value):
                    return evolve(node, then=self.out_of(then, banned | {part.local}, binds))
                return evolve(node, then=self.out_of(then, banned, (*binds, part)))
            case ways.Flag(part=part, then=then) | ways.One(part=part, then=then):
                return evolve(node, then=self.out_of(then, banned | {part.local}, binds))
            case ways.Several(part=part, then=then):
                if self._can_move_table(node, banned):
                    node = evolve(node, is_table_hoisted=True)
                    self.found.append(ways.Hoisted(_find_needed_binds(binds, reading.offer_reads(node)), node))
                then = self.out_of(then, banned | {part.local}, binds)
                return evolve(node, then=then)

    def _can_move_table(self, node: ways.Several, banned: frozenset[LocalId]) -> bool:
        reading = self.hoisting.reading
        is_fresh = node.dependence is Dependence.NONE and is_free(node.part) and not node.is_table_hoisted
        return is_fresh and reading.is_offer_total(node) and not reading.offer_reads(node).keys() & banned


def _is_worth_it(node: ways.Ways) -> bool:
    return not isinstance(node, ways.Kept) and any(
        isinstance(inner, ways.One | ways.Several) for inner in ways.nodes(node)
    )


def _find_needed_binds(binds: tuple[Bind, ...], reads: Iterable[LocalId]) -> tuple[Bind, ...]:
    """Returns the lets that are read, directly or by others, in written order."""
    wanted, found = set(reads), list[Bind]()
    for bind in reversed(binds):
        if bind.local in wanted:
            found.append(bind)
            wanted |= mentions(bind.value).keys()
    return tuple(reversed(found))
